"""What a verdict takes from a file, as one word: whatever else changes in it, lines or comments, means nothing."""

from __future__ import annotations

from ratchet.model.digests import blake2b
from ratchet.model.scope import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ratchet.model.facts import FileFacts, Link

__all__ = ["essence_of", "is_aside", "links_told"]

_NOTHING, _ASIDE = "-", "@"
_BYTES = 12


def essence_of(facts: FileFacts, only_production: bool, aside: bool = False) -> str:
    """The sites and allows in the order of their places, but not those, and where the file leads to.

    Where `only_production` counts, sites elsewhere mean nothing, and may not have been looked for. It is empty, and no
    other file means the same, where something in the file did not parse. A file that is put `aside` has no site that
    counts, and its essence tells that it is.
    """
    if facts.degraded:
        return ""
    if not (facts.sites or facts.links or facts.allows):
        return _ASIDE + _NOTHING if aside else _NOTHING
    sites = [site for site in facts.sites if site.scope is Scope.PRODUCTION or not only_production] if not aside else []
    mark = _ASIDE if aside else ""
    if not (sites or facts.links or facts.allows):
        return mark + _NOTHING
    told = (
        [(site.rule, str(site.scope), site.symbol, site.expression, site.library_only, site.allowed) for site in sites],
        links_told(facts.links),
        [(allow.rule, allow.reason, allow.used) for allow in facts.allows],
    )
    return mark + blake2b(repr(told).encode("utf-8", "surrogatepass"), digest_size=_BYTES).hexdigest()


def is_aside(essence: str) -> bool:
    """Whether it is that of a file that is put aside."""
    return essence.startswith(_ASIDE)


def links_told(links: tuple[Link, ...]) -> tuple[object, ...]:
    """Where a file leads to, whatever lines say so."""
    return tuple((*(getattr(link, name) for name in link.__match_args__ if name != "line"),) for link in links)
