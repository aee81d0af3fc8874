"""Contracts of import-linter about layers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ratchet.model.value import frozen
from ratchet.rulebook.foreign.contract import Contract
from ratchet.rulebook.foreign.translation import Draft

__all__ = ["layers"]

_ADVICE = "let the upper layer import the lower one: move the code down, or pass in what is needed"


@frozen
class _Layer:
    """The names of one line, and whether they may import each other."""

    names: tuple[str, ...]
    together: bool


def layers(contract: Contract) -> list[Draft] | str:
    """A rule for each container, or one where the layers have full names."""
    project, section = contract.project, contract.section
    lines = section.texts("layers")
    listed = [_layer(line) for line in lines]
    containers = sorted({name for each in section.texts("containers") for name in project.modules.matching(each)})
    if section.texts("containers") and not containers:
        return "no package matches its containers"
    optional = {"may_be_empty": True} if re.search(r"\(.+\)", section.text("layers")) else {}
    found = []
    for container, parts in _contained(listed, containers):
        more = container if len(containers) > 1 else ""
        if len(parts) > 1:
            found.append(contract.draft("layers", _spec(contract, container, parts) | optional, _ADVICE, more))
        elif len(parts[0].names) > 1 and not parts[0].together:
            apart: dict[str, object] = {"of": [_full(contract, container, name) for name in parts[0].names]}
            found.append(contract.draft("independent", apart | optional, _ADVICE, more))
    return found or "one layer by itself forbids nothing"


def _layer(line: str) -> _Layer:
    together = "|" not in line and ":" in line
    names = (name.strip() for name in re.split(r"[|:]", line))
    return _Layer(tuple(name.removeprefix("(").removesuffix(")").strip() for name in names), together)


def _contained(listed: list[_Layer], containers: list[str]) -> Iterator[tuple[str, list[_Layer]]]:
    """What the layers are below, with their names there; empty where they have no parent in common."""
    if containers:
        yield from ((container, listed) for container in containers)
        return
    parents = {name.rpartition(".")[0] for layer in listed for name in layer.names}
    if len(parents) > 1 or "" in parents:
        yield "", listed
        return
    (parent,) = parents
    yield parent, [_Layer(tuple(name.rpartition(".")[2] for name in layer.names), layer.together) for layer in listed]


def _full(contract: Contract, container: str, name: str) -> str:
    return f"mod:{container}.{name}" if container else contract.project.selector(name)


def _spec(contract: Contract, container: str, listed: list[_Layer]) -> dict[str, object]:
    names = [layer.names if container else [_full(contract, "", name) for name in layer.names] for layer in listed]
    of = [(" & " if layer.together else " | ").join(each) for layer, each in zip(listed, names, strict=True)]
    within: dict[str, object] = {"within": f"mod:{container}"} if container else {}
    return {**within, "of": of, **_exhaustive(contract, container)}


def _exhaustive(contract: Contract, container: str) -> Mapping[str, object]:
    if not contract.section.flag("exhaustive", False):
        return {}
    why = f"need not be a layer, by {contract.project.path}"
    ignored = [f"mod:{container}.{name}" for name in contract.section.texts("exhaustive_ignores")]
    return {"exhaustive": True, "except": [{"from": each, "why": why} for each in ignored]}
