"""Where each key of a TOML file stands, so that a mistake in the data can point into the text."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["toml_places"]

Steps = tuple[str | int, ...]

_KEYS = frozenset({"bare_key", "quoted_key", "dotted_key"})
_DEEP = 64


def toml_places(text: bytes) -> Callable[[Steps], tuple[int, int]]:
    """A lookup from a path through the data to the line and column, from 1, of its key or array element.

    What has no place of its own gets the place of the nearest part of the path that has one.
    """
    places = _places(text)
    lines = text.split(b"\n")

    def place(path: Steps) -> tuple[int, int]:
        while path and path not in places:
            path = path[:-1]
        row, column = places.get(path, (0, 0))
        return row + 1, len(lines[row][:column].decode("utf-8", "replace")) + 1

    return place


def _places(text: bytes) -> dict[Steps, tuple[int, int]]:
    import tree_sitter_toml

    from ratchet.syntax.binding import Language, Parser

    tree = Parser(Language(tree_sitter_toml.language())).parse(text)
    places: dict[Steps, tuple[int, int]] = {}
    last: dict[Steps, int] = {}
    for node in tree.root_node.named_children:
        if node.type == "pair":
            _enter(places, (), node)
        elif node.type in {"table", "table_array_element"}:
            above = _enter_header(places, last, node)
            for pair in node.named_children:
                if pair.type == "pair":
                    _enter(places, above, pair)
    return places


def _enter_header(places: dict[Steps, tuple[int, int]], last: dict[Steps, int], node: Node) -> Steps:
    """Note the parts of `[a.b]` or `[[a.b]]`; a part that is an array of tables means its latest element."""
    path: Steps = ()
    parts = list(_parts(node))
    for number, (key, point) in enumerate(parts, 1):
        path = (*path, key)
        places.setdefault(path, point)
        if node.type == "table_array_element" and number == len(parts):
            last[path] = last.get(path, -1) + 1
        if path in last:
            path = (*path, last[path])
            places.setdefault(path, point)
    return path


def _enter(places: dict[Steps, tuple[int, int]], above: Steps, pair: Node) -> None:
    """Note a pair and all that its value contains; iterative, so that no depth of nesting can end it."""
    todo = [(above, pair)]
    while todo:
        path, node = todo.pop()
        if len(path) > _DEEP:
            continue  # each level copies its path: only a hostile file is that deep
        if node.type == "pair":
            for key, point in _parts(node):
                path = (*path, key)
                places.setdefault(path, point)
            todo += [(path, child) for child in node.named_children if child.type not in _KEYS]
        elif node.type == "inline_table":
            todo += [(path, child) for child in reversed(node.named_children)]
        elif node.type == "array":
            elements = [child for child in node.named_children if child.type != "comment"]
            for index, element in enumerate(elements):
                places.setdefault((*path, index), _start(element))
            todo += [((*path, index), element) for index, element in reversed(list(enumerate(elements)))]


def _parts(node: Node) -> Iterator[tuple[str, tuple[int, int]]]:
    """The parts of the key of a pair or of a header, in order."""
    key = next((child for child in node.named_children if child.type in _KEYS), None)
    parts: list[Node] = []
    while key is not None and key.type == "dotted_key":
        parts += key.named_children[1:]
        key = key.named_children[0]
    parts += [key] if key is not None else []
    for part in reversed(parts):
        yield _name(part), _start(part)


def _name(key: Node) -> str:
    text = (key.text or b"").decode("utf-8", "replace")
    if key.type == "bare_key":
        return text
    if "\\" not in text:
        return text[1:-1]
    try:
        return next(iter(tomllib.loads(f"{text} = 0")))
    except (ValueError, StopIteration):
        return text


def _start(node: Node) -> tuple[int, int]:
    # By index, never by name: `.row` of tree-sitter 0.26.0 frees what it does not own.
    point = node.start_point
    return point[0], point[1]
