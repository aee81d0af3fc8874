"""The layers of tach as one rule, or as several where modules lie within modules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from ratchet.model.errors import Place
from ratchet.rulebook.foreign.python_modules import is_within
from ratchet.rulebook.foreign.tach_modules import Declared, Layers
from ratchet.rulebook.foreign.tach_rules import TachConfig
from ratchet.rulebook.foreign.translation import Draft

__all__ = ["layer_drafts"]

_ADVICE = "let the upper layer import the lower one: move the code down, or pass in what is needed"


def layer_drafts(config: TachConfig, place: Place) -> Iterator[Draft]:
    """What the layers forbid."""
    known, layers = config.declared, config.layers
    by_layer = {layer: [name for name, each in known.modules.items() if each.layer == layer] for layer in layers.names}
    used = {layer: names for layer, names in by_layer.items() if names}
    if len(used) < 2:
        return
    if _is_flat(known, used):
        closed = [f"mod:{used[layer][0]}" for layer in used if layer in layers.closed]
        of = [" & ".join(f"mod:{name}" for name in names) for names in used.values()]
        spec: dict[str, object] = {"of": of, **({"closed": closed} if closed else {}), **config.along}
        free = [f"mod:{name}" for names in used.values() for name in names if known.modules[name].unchecked]
        why = f"unchecked in {config.path}"
        excepted = {"except": [{"from": each, "why": why} for each in free]} if free else {}
        said = f"the layers are {', '.join(used)}, from top to bottom"
        yield _draft("layers", "layers", spec | excepted, said, place)
        return
    for layer, sources, targets, said in _pairs(layers, used):
        checked = [name for name in sources if not known.modules[name].unchecked]
        for from_, to in product(known.covers(checked), known.covers(targets)):
            yield _draft(f"layer {layer}", "deny", {"from": from_, "to": to, **config.along}, said, place)


def _draft(name: str, verb: str, spec: Mapping[str, object], because: str, place: Place) -> Draft:
    return Draft(name, because, _ADVICE, verb, spec, place)


def _is_flat(known: Declared, used: Mapping[str, list[str]]) -> bool:
    """Whether no module lies within one of another layer, so that each layer is its modules with all below them."""
    level = {name: layer for layer, names in used.items() for name in names}
    return not any(
        is_within(name, above) and name != above and level.get(name) != level[above]
        for name in known.modules
        for above in level
    )


def _pairs(layers: Layers, used: Mapping[str, list[str]]) -> Iterator[tuple[str, list[str], list[str], str]]:
    """Who may not depend on whom: what is below on what is above, and what is above a closed layer on what is below."""
    order = list(used)
    for at, layer in enumerate(order):
        above = [name for each in order[:at] for name in used[each]]
        below = [name for each in order[at + 1 :] for name in used[each]]
        if above:
            yield layer, used[layer], above, f"the layer {layer} is below {', '.join(order[:at])}"
        if above and below and layer in layers.closed:
            yield f"{layer} closed", above, below, f"the layer {layer} is closed: nothing above may reach past it"
