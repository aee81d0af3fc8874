"""The layers of tach as one rule, or as several where modules lie within modules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ratchet.model.errors import Mistake, Place
from ratchet.rulebook.foreign.python_modules import is_within
from ratchet.rulebook.foreign.tach_modules import Declared, Layers
from ratchet.rulebook.foreign.translation import Draft

__all__ = ["layer_drafts"]

_ADVICE = "let the upper layer import the lower one: move the code down, or pass in what is needed"


def layer_drafts(
    known: Declared, layers: Layers, edges: Mapping[str, object], place: Place
) -> Iterator[Draft | Mistake]:
    """What the layers forbid."""
    by_layer = {
        layer: [name for name, each in known.modules.items() if each.layer == layer and not each.unchecked]
        for layer in layers.names
    }
    used = {layer: names for layer, names in by_layer.items() if names}
    if len(used) < 2:
        return
    shared = {"reach": "direct", **({"edges": edges} if edges else {})}
    if _is_flat(known, used):
        closed = [f"mod:{used[layer][0]}" for layer in used if layer in layers.closed]
        of = [" & ".join(f"mod:{name}" for name in names) for names in used.values()]
        spec: dict[str, object] = {"of": of, **({"closed": closed} if closed else {}), **shared}
        yield _draft("layers", "layers", spec, f"the layers are {', '.join(used)}, from top to bottom", place)
        return
    for layer, sources, targets, said in _pairs(layers, used):
        from_, to = known.cover(sources), known.cover(targets)
        if from_ is None or to is None:
            why = "modules within modules make it more than selectors can say"
            yield Mistake(f"the layer `{layer}`: {why}", place, "write it as several `deny` rules")
        else:
            yield _draft(f"layer {layer}", "deny", {"from": from_, "to": to, **shared}, said, place)


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
