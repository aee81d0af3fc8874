"""Where the links of a Rust file are written, and what the code around them adds: a scope, and directories."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial

from ratchet.model.facts import Link, Region
from ratchet.model.value import frozen, replace
from ratchet.syntax.nesting import enclosing
from ratchet.syntax.rust.computed import Expansion, Hole, Piece, expansions, filled, macro_around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Inline", "Lead", "placed_links"]


@frozen
class Inline:
    """An inline module, as a directory for the modules declared in it; `given` by an attribute or by its name."""

    start: int
    end: int
    directory: str
    given: bool


@frozen
class Lead:
    """A link as it is written, the node that it begins with, and the path of an include.

    It is `open` where a macro puts in a name or a path when it is called.
    """

    node: Node
    link: Link
    path: tuple[Piece, ...] = ()

    @property
    def open(self) -> bool:
        """Whether its file depends on the calls of a macro."""
        link = self.link
        is_named = link.named and link.name.startswith("$")
        return is_named or "" in link.paths or any(isinstance(piece, Hole) for piece in self.path)


def placed_links(
    root: Node, text: bytes, leads: Sequence[Lead], regions: Sequence[Region], inlines: Sequence[Inline]
) -> tuple[Link, ...]:
    """The links of a file with the scopes and the directories around them; open ones once for each call."""
    places = [(lead.node.start_byte, lead.link) for lead in leads if not lead.open]
    calls = cache(partial(expansions, root, text))
    for lead in leads:
        if lead.open:
            places += _expanded(lead, calls, regions, inlines)
    places.sort(key=lambda place: place[0])
    offsets = [offset for offset, _ in places]
    around = zip(places, enclosing(regions, offsets), enclosing(inlines, offsets), strict=True)
    return tuple(_placed(link, region, within) for (_, link), region, within in around)


def _placed(link: Link, around: Iterable[Region], within: tuple[Inline, ...]) -> Link:
    """The link with the scope of the code around it and the directories of the modules around it."""
    scope, because = link.scope, link.because
    region = next((region for region in around if region.scope), None)
    if region and region.scope:
        scope, because = region.scope, f"{region.because} {because}"
    inside = (*(inline.directory for inline in within), *link.inside)
    return replace(link, scope=scope, because=because, inside=inside, beside=bool(within and within[0].given))


def _expanded(
    lead: Lead, calls: Callable[[str], list[Expansion]], regions: Sequence[Region], inlines: Sequence[Inline]
) -> Iterator[tuple[int, Link]]:
    """A link in the rules of a macro, for each call of it: with what the rules say around it."""
    macro = macro_around(lead.node)
    if macro is None:
        return
    name, start = macro
    at = [lead.node.start_byte]
    within = tuple(each for each in next(enclosing(inlines, at)) if each.start >= start)
    rule = _placed(lead.link, next(enclosing(regions, at)), within)
    for call in calls(name):
        for link in _filled(rule, lead.path, call):
            yield call.at, replace(link, line=call.line, because=f"{name}! with {link.because}")


def _filled(link: Link, path: Sequence[Piece], call: Expansion) -> Iterator[Link]:
    if path:
        yield replace(link, paths=tuple(filled(path, call)))
    elif "" in link.paths:
        yield replace(link, paths=tuple(dict.fromkeys((*(each for each in link.paths if each), *call.texts))))
    else:
        for word in call.words:
            yield replace(link, name=word, because=link.because.replace(link.name, word))
