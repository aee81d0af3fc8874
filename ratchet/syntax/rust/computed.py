"""Links that macros compute: the paths of includes that are no literal, and modules that a macro is told the names of.

`include!(concat!("a", ".rs"))` is worked out. A rule of a macro with `mod $n;` or `include!($p)` leads wherever a word
or a text in the calls of the macro in the same file may lead; only what exists matters later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ratchet.model.facts import PACKAGE
from ratchet.model.value import frozen, replace
from ratchet.syntax.late import late
from ratchet.syntax.rust.lexing import literal
from ratchet.syntax.rust.marks import STRINGS, macro_calls, name_of, token_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "UNKNOWN",
    "Expansion",
    "Hole",
    "Piece",
    "ending",
    "expansions",
    "filled",
    "macro_around",
    "pieces",
    "texts",
]

_PLAIN = ("integer_literal", "float_literal", "boolean_literal")
_SUFFIX = late(r"_*[iu](?:8|16|32|64|128|size)$")
_DEEPEST = 4
_MOST_FILLINGS = 10_000


@frozen
class Hole:
    """What a macro puts in when it is called."""

    name: str


Piece = str | Hole
UNKNOWN, _OUTSIDE = Hole("?"), Hole("env!")
"""What is not worked out, and what comes from the environment."""


@frozen
class Expansion:
    """A call of a macro: where it is, and the words and texts in it."""

    at: int
    line: int
    words: tuple[str, ...]
    texts: tuple[str, ...]


def pieces(arguments: Node, names: Mapping[str, str]) -> tuple[Piece, ...]:
    """The path that an include is given, as texts and holes; none where it leads out of the tree, or is no path.

    `names` are the macros that work out a path, by what they are called. A variable of the environment leads out where
    the path begins with it.
    """
    nodes = _arguments(arguments)
    # cxx has includes of C++, `<path>`, and `#path` is what `quote!` puts into code that is compiled elsewhere.
    path = _value(nodes, names) if nodes and nodes[0].type not in ("<", "#") else ()
    return () if path[:1] == (_OUTSIDE,) else tuple(UNKNOWN if piece == _OUTSIDE else piece for piece in path)


def ending(path: Sequence[Piece]) -> str:
    """What the name of the file surely ends with: what is unknown before that may hold directories, and `..`."""
    last = max(index for index, piece in enumerate(path) if isinstance(piece, Hole))
    return "".join(map(str, path[last + 1 :])).replace("\\", "/").rpartition("/")[2]


def texts(root: Node) -> tuple[str, ...]:
    """The texts in a file, or in a part of it."""
    return _expansion(root).texts


def _arguments(brackets: Node) -> list[Node]:
    found = _tokens(brackets)
    return found[:-1] if found and found[-1].type == "," else found


def _tokens(brackets: Node) -> list[Node]:
    return [child for child in brackets.children[1:-1] if not child.type.endswith("comment")]


def _value(nodes: Sequence[Node], names: Mapping[str, str]) -> tuple[Piece, ...]:
    """An expression that the compiler works out before anything else: a literal, `concat!`, `env!` or `stringify!`."""
    if len(nodes) == 1:
        return (_single(nodes[0]),)
    if len(nodes) == 2 and nodes[0].type == "-":
        return ("-", _single(nodes[1]))
    name = names.get(name_of(nodes[-3])) if len(nodes) > 2 and nodes[-2].type == "!" else None
    inner = _tokens(nodes[-1]) if nodes else []
    if name == "concat":
        return tuple(piece for part in _split(inner) if part for piece in _value(part, names))
    if name == "stringify" and len(inner) == 1 and not inner[0].child_count:
        return (Hole(_text(inner[0])) if inner[0].type == "metavariable" else _text(inner[0]),)
    if name == "env" and inner and inner[0].type in STRINGS:
        return (PACKAGE if f"${literal(_text(inner[0]))}" == PACKAGE else _OUTSIDE,)
    return (UNKNOWN,)


def _single(node: Node) -> Piece:
    if node.type in STRINGS:
        return literal(_text(node))
    if node.type == "char_literal":
        return literal(f'"{_text(node)[1:-1]}"')
    if node.type == "metavariable":
        return Hole(_text(node))
    if node.type == "integer_literal":
        return _number(_text(node))
    return _text(node) if node.type == "boolean_literal" else UNKNOWN


def _number(text: str) -> Piece:
    """A whole number as `concat!` writes it."""
    try:
        return str(int(_SUFFIX().sub("", text), 0 if text[:2] in ("0b", "0o", "0x") else 10))
    except ValueError:
        return UNKNOWN


def _split(nodes: Sequence[Node]) -> list[list[Node]]:
    parts: list[list[Node]] = [[]]
    for node in nodes:
        if node.type == ",":
            parts.append([])
        else:
            parts[-1].append(node)
    return parts


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
        elif node.type in STRINGS:
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
