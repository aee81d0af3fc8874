"""What one module of tach may import, and who may import it, as rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ratchet.model.value import frozen, replace
from ratchet.rulebook.foreign.tach_modules import Declared, Layers, TachModule
from ratchet.rulebook.foreign.translation import Draft

__all__ = ["TachConfig", "module_drafts"]

_ADVICE = "add it to the list if the dependency is wanted; else go through a module that is on it"


@frozen
class TachConfig:
    """The file of settings, its modules and layers, and the edges that it means."""

    path: str
    declared: Declared
    layers: Layers
    edges: Mapping[str, object]

    @property
    def along(self) -> dict[str, object]:
        """What every rule says of edges: only imports of a module's own count."""
        return {"reach": "direct", **({"edges": self.edges} if self.edges else {})}


def module_drafts(config: TachConfig, module: TachModule) -> Iterator[Draft]:
    """All rules on one module."""
    if not module.unchecked:
        yield from _banned(config, module)
        yield from _listed(config, module)
        yield from _deprecated(config, module)
    if module.visibility is not None:
        yield from _seen(config, module, module.visibility)


def _denied(config: TachConfig, module: TachModule, more: str, because: str, names: Collection[str]) -> Iterator[Draft]:
    ours = config.declared.cover(module.name)
    for to in config.declared.covers(names):
        spec = {"from": ours, "to": to, **config.along}
        yield Draft(f"{module.name} {more}", because, _ADVICE, "deny", spec, module.place)


def _peers(config: TachConfig, module: TachModule) -> Mapping[str, TachModule]:
    """Those that layers do not decide about."""
    every = config.declared.modules.items()
    return {name: each for name, each in every if not config.layers.decides(module, each)}


def _banned(config: TachConfig, module: TachModule) -> Iterator[Draft]:
    names = config.declared.matching(module.cannot_depend_on) & _peers(config, module).keys()
    yield from _denied(config, module, "without", f"{module.name} cannot depend on these, by {config.path}", names)


def _listed(config: TachConfig, module: TachModule) -> Iterator[Draft]:
    """What a module may import is a list; what layers allow it anyway, and what is for all, is not looked at."""
    peers = _peers(config, module)
    if module.depends_on is None or len(peers) < 2:
        return
    known = config.declared
    useful = {name for name, each in peers.items() if each.utility}
    allowed = (known.matching(module.depends_on) | useful) & peers.keys() - {module.name}
    because = f"{module.name} depends only on what {config.path} lists for it"
    if not allowed:
        yield from _denied(config, module, "alone", because, peers.keys() - {module.name})
        return
    to, *others = known.covers(allowed)
    more = {"except": [{"to": each, "why": f"listed in {config.path}"} for each in others]} if others else {}
    for among in known.covers(peers):
        spec = {"from": known.cover(module.name), "to": to, "among": among, **config.along, **more}
        yield Draft(f"{module.name} only", because, _ADVICE, "only", spec, module.place)


def _deprecated(config: TachConfig, module: TachModule) -> Iterator[Draft]:
    names = config.declared.matching(module.deprecated)
    because = f"that {module.name} depends on these is deprecated in {config.path}"
    for draft in _denied(config, module, "deprecated", because, names):
        yield replace(draft, advice="use what takes their place", phase="warn")


def _seen(config: TachConfig, module: TachModule, visibility: Collection[str]) -> Iterator[Draft]:
    """Who may import a module that is not for all to see."""
    known = config.declared
    blind = known.modules.keys() - known.matching(visibility) - {module.name}
    because = f"{module.name} is visible only to {', '.join(visibility) or 'nobody'}, by {config.path}"
    for source in known.covers(blind):
        spec = {"from": source, "to": known.cover(module.name), **config.along}
        yield Draft(f"{module.name} unseen", because, _ADVICE, "deny", spec, module.place)
