"""`cfg_select! { test => …, _ => … }`: the arms that only builds of tests can take."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.model.facts import Region
from ratchet.model.scope import Scope
from ratchet.syntax.rust.cfg import parse_meta, without_test
from ratchet.syntax.rust.marks import SELECT
from ratchet.syntax.scoping import Stretch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["select_regions"]


def select_regions(arguments: Node, text: bytes) -> Iterator[Region]:
    """An arm whose condition fails without `test`, and every arm after one that then surely holds."""
    taken = False
    for condition, body in _arms(arguments):
        said = text[slice(*condition)].decode("utf-8", "replace")
        meta = parse_meta(said)
        holds = None if meta is None else without_test(meta)
        if taken or holds is False:
            line = text.count(b"\n", 0, condition[0]) + 1
            yield Region(*body, Scope.TEST, line, f"{SELECT}! {' '.join(said.split())} =>")
        taken = taken or holds is True


def _arms(arguments: Node) -> Iterator[tuple[Stretch, Stretch]]:
    """Where each condition stands, and what it selects: brackets, or an expression up to a comma."""
    waiting: list[Node] = []
    condition: Stretch | None = None
    for token in arguments.children[1:-1]:
        if token.type == "=>" and condition is None and waiting:
            condition, waiting = (waiting[0].start_byte, waiting[-1].end_byte), []
            continue
        comma = token.type == ","
        waiting += [] if comma else [token]
        if condition is not None and waiting and (comma or _is_block(token, waiting)):
            yield condition, (waiting[0].start_byte, waiting[-1].end_byte)
            condition, waiting = None, []
        elif comma and condition is None:
            waiting = []
    if condition is not None and waiting:
        yield condition, (waiting[0].start_byte, waiting[-1].end_byte)


def _is_block(token: Node, waiting: list[Node]) -> bool:
    opening = token.child(0) if token.type == "token_tree" and len(waiting) == 1 else None
    return opening is not None and opening.type == "{"
