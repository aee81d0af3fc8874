"""The imports at the head of a Go file, and the constraint under which it is built."""

from __future__ import annotations

from collections.abc import Iterator

from ratchet.graphs.go.constraints import of_comments
from ratchet.model.graph import Import
from ratchet.model.sound import compiled

__all__ = ["dialect", "imports"]

# In the order of the groups: comment, word, literal, mark; a semicolon and white space only separate.
_TOKEN = compiled(
    r"[\s;\ufeff]*+(?:"
    r"(//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z))"
    r"|(\w++)"
    r"|(\"(?:[^\"\\\n]++|\\.)*+\"|`[^`]*+`)"
    r"|(\S)"
    r")"
)
_COMMENT, _WORD, _LITERAL, _MARK = 1, 2, 3, 4
# Where the head of a file ends: all that is imported stands before the first declaration.
_DECLARATIONS = frozenset({"func", "var", "type", "const"})


def dialect(path: str) -> str:
    """`go` for a file that the go command would look at."""
    *directories, name = path.split("/")
    foreign = "vendor" in directories or "node_modules" in directories
    return "go" if name.endswith(".go") and not name.startswith(("_", ".")) and not foreign else ""


def imports(content: bytes, _dialect: str) -> tuple[Import, ...]:
    """Every import of a file; all of them are under its build constraint."""
    text = content.decode(errors="surrogateescape")
    comments, specs = _head(text)
    cfg = of_comments(comments, any(module == "C" for _, _, module in specs))
    return tuple(_placed(text, specs, cfg))


# The offset of an import, its name if it has one, its path.
_Spec = tuple[int, str, str]


def _head(text: str) -> tuple[list[str], list[_Spec]]:
    """The comments before the package clause, and the imports after it."""
    comments: list[str] = []
    words = []
    for kind, written, offset in _tokens(text):
        if kind != _COMMENT:
            if kind == _WORD and written in _DECLARATIONS:
                break
            words.append((kind, written, offset))
        elif not words:
            comments.append(written)
    return comments, list(_specs(words))


def _specs(words: list[tuple[int, str, int]]) -> Iterator[_Spec]:
    """`import "x"`, `import name "x"`, `import ( … )`: each literal after `import`, with the name before it."""
    importing = grouped = False
    name, start = "", -1
    for kind, written, offset in words:
        if kind == _LITERAL and importing:
            yield start if name else offset, name, written[1:-1]
            importing, name = grouped, ""
        elif written in {"(", ")"}:
            grouped = importing and written == "("
            importing = grouped
        elif importing:
            name, start = written, offset
        else:
            importing = kind == _WORD and written == "import"


def _tokens(text: str) -> Iterator[tuple[int, str, int]]:
    at = 0
    while (match := _TOKEN.match(text, at)) is not None:
        kind = match.lastindex or 0
        yield kind, match[kind], match.start(kind)
        at = match.end()


def _placed(text: str, specs: list[_Spec], cfg: str) -> Iterator[Import]:
    """Lines and columns, counted once from top to bottom; columns are in bytes."""
    line, column, at = 1, 1, 0
    for offset, name, module in specs:
        begin = text.rfind("\n", at, offset) + 1
        if begin:
            line, column = line + text.count("\n", at, offset), 1
        column += len(text[max(begin, at) : offset].encode(errors="surrogateescape"))
        at = offset
        yield Import(line, column, module, (name,) if name else (), conditional=bool(cfg), cfg=cfg)
