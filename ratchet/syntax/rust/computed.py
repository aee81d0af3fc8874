"""Links that macros compute: the paths of includes that are no literal, and modules that a macro is told the names of.

`include!(concat!("a", ".rs"))` is worked out. A rule of a macro with `mod $n;` or `include!($p)` leads wherever a word
or a text in the calls of the macro in the same file may lead; only what exists matters later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from ratchet.model.facts import PACKAGE
from ratchet.model.value import frozen, replace
from ratchet.syntax.late import late
from ratchet.syntax.rust.lexing import literal
from ratchet.syntax.rust.marks import INCLUDES, macro_calls, token_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Expansion", "Hole", "Piece", "expansions", "filled", "include_names", "macro_around", "pieces"]

_STRINGS = ("string_literal", "raw_string_literal")
_PLAIN = ("integer_literal", "float_literal", "boolean_literal")
_AS = late(rb"\bas\b")
_RENAMED = late(rb"include(?:_bytes|_str)?(?=\s+as\b|\s*/[/*])")
_DEEPEST = 4
_MOST_FILLINGS = 10_000


@frozen
class Hole:
    """What a macro puts in when it is called."""

    name: str


Piece = str | Hole


@frozen
class Expansion:
    """A call of a macro: where it is, and the words and texts in it."""

    at: int
    line: int
    words: tuple[str, ...]
    texts: tuple[str, ...]


def include_names(root: Node, text: bytes) -> dict[str, str]:
    """The macros that take another file, by what they are called here: `use std::include as inc` is followed."""
    names = {name: name for name in INCLUDES}
    if not _RENAMED().search(text):
        return names
    clauses = [(path, alias) for path, alias in _aliases(root, text) if path != alias]
    while fresh := {alias: names[path] for path, alias in clauses if path in names and alias not in names}:
        names |= fresh
    return names


def _aliases(root: Node, text: bytes) -> Iterator[tuple[str, str]]:
    for match in _AS().finditer(text, root.start_byte, root.end_byte):
        node = root.descendant_for_byte_range(*match.span())
        clause = node.parent if node is not None else None
        if clause is not None and clause.type == "use_as_clause":
            path, alias = clause.child_by_field_name("path"), clause.child_by_field_name("alias")
            if path is not None and alias is not None:
                yield _text(path).rpartition("::")[2].strip(), _text(alias)


def pieces(arguments: Node) -> tuple[Piece, ...]:
    """The path that an include is given, as texts and holes; none where it leads out of the tree or is not known."""
    return _value(_arguments(arguments)) or ()


def _arguments(brackets: Node) -> list[Node]:
    found = [child for child in brackets.children[1:-1] if not child.type.endswith("comment")]
    return found[:-1] if found and found[-1].type == "," else found


def _value(nodes: Sequence[Node]) -> tuple[Piece, ...] | None:
    """An expression that the compiler works out before anything else: a literal, `concat!`, `env!` or `stringify!`."""
    if len(nodes) == 1:
        return _single(nodes[0])
    if len(nodes) < 3 or nodes[-2].type != "!" or nodes[-1].type != "token_tree":
        return None
    name, inner = _text(nodes[-3]), _arguments(nodes[-1])
    if name == "concat":
        values = [_value(part) for part in _split(inner)]
        return tuple(piece for value in values for piece in value or ()) if None not in values else None
    if name == "stringify" and len(inner) == 1:
        return (Hole(_text(inner[0])),) if inner[0].type == "metavariable" else (_text(inner[0]),)
    if name == "env" and inner and inner[0].type in _STRINGS and f"${literal(_text(inner[0]))}" == PACKAGE:
        return (PACKAGE,)
    return None


def _single(node: Node) -> tuple[Piece, ...] | None:
    if node.type in _STRINGS:
        return (literal(_text(node)),)
    if node.type == "char_literal":
        return (literal(f'"{_text(node)[1:-1]}"'),)
    if node.type == "metavariable":
        return (Hole(_text(node)),)
    return (_text(node),) if node.type in _PLAIN else None


def _split(nodes: Sequence[Node]) -> list[list[Node]]:
    parts: list[list[Node]] = [[]]
    for node in nodes:
        if node.type == ",":
            parts.append([])
        else:
            parts[-1].append(node)
    return parts if nodes else []


def filled(path: Sequence[Piece], expansion: Expansion) -> Iterator[str]:
    """The path with each hole filled with each text of a call, and with each word where it is a part of the path."""
    holes = list(dict.fromkeys(piece.name for piece in path if isinstance(piece, Hole)))
    fillings = expansion.texts if len(path) == 1 and holes else (*expansion.texts, *expansion.words)
    if len(fillings) ** len(holes) > _MOST_FILLINGS:
        return
    for chosen in product(fillings, repeat=len(holes)):
        values = dict(zip(holes, chosen, strict=True))
        yield "".join(values[piece.name] if isinstance(piece, Hole) else piece for piece in path)


def macro_around(node: Node) -> tuple[str, int] | None:
    """The innermost macro whose definition a node is in: its name, and where the rules begin that the node is in."""
    around = node.parent
    while around is not None:
        if around.type == "macro_definition":
            name = around.child_by_field_name("name")
            return (_text(name), around.start_byte) if name is not None else None
        name = token_before(around) if around.type == "token_tree" else None
        mark = token_before(name) if name is not None and name.type == "identifier" else None
        word = token_before(mark) if mark is not None and mark.type == "!" else None
        if name is not None and word is not None and _text(word) == "macro_rules":
            return _text(name), around.start_byte
        around = around.parent
    return None


def expansions(root: Node, text: bytes, name: str, through: tuple[str, ...] = ()) -> list[Expansion]:
    """The calls of a macro in its file; of one that other macros call, the calls of those, with the words of both."""
    found: list[Expansion] = []
    words: list[str] = []
    texts: list[str] = []
    for call in macro_calls(root, text, {name}):
        around, here = macro_around(call.arguments), _expansion(call.arguments)
        if around is None:
            found.append(here)
        elif around[0] in (name, *through) or len(through) >= _DEEPEST:
            words += here.words
            texts += here.texts
        else:
            found += [
                _joined(each, here.words, here.texts) for each in expansions(root, text, around[0], (*through, name))
            ]
    return [_joined(each, words, texts) for each in found]


def _joined(expansion: Expansion, words: Sequence[str], texts: Sequence[str]) -> Expansion:
    return replace(
        expansion,
        words=tuple(dict.fromkeys((*expansion.words, *words))),
        texts=tuple(dict.fromkeys((*expansion.texts, *texts))),
    )


def _expansion(arguments: Node) -> Expansion:
    words: list[str] = []
    texts: list[str] = []
    waiting = [arguments]
    while waiting:
        node = waiting.pop()
        if node.type == "identifier":
            words.append(_text(node).removeprefix("r#"))
        elif node.type in _STRINGS:
            texts.append(literal(_text(node)))
        elif node.type in _PLAIN:
            words.append(_text(node))
        else:
            waiting += reversed(node.children)
    return Expansion(
        arguments.start_byte, arguments.start_point[0] + 1, tuple(dict.fromkeys(words)), tuple(dict.fromkeys(texts))
    )


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
