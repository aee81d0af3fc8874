"""The heads of Rust items, told by letters: what an item is and how it is called."""

from __future__ import annotations

from ratchet.model.value import frozen
from ratchet.syntax.late import late
from ratchet.syntax.looking import bare_name
from ratchet.syntax.rust.telling import ATTRIBUTES

__all__ = ["Head", "head", "impl_name", "is_even", "item_in"]

_HEAD = late(
    rb"\s*+(?P<attributes>" + ATTRIBUTES + rb")(?:pub\s*(?:\([^()]*\)\s*)?+)?"
    rb"(?:(?:async|const|default|extern|safe|unsafe)\s++)*?"
    rb"(?:fn\s+(?P<fn>\w+)\s*[(<]|mod\s+(?P<mod>\w+)\s*\{|trait\s+(?P<trait>\w++)(?![\x80-\xff#])|(?P<impl>impl)(?!\w|\s*\()"
    rb"|(?:const|static(?:\s+mut)?)\s+(?P<const>\w+)\s*:)"
)
_ITEM = late(
    rb"(?<![\w'])(?:fn\s+[\w\x80-\xff]|extern\s*\{|(?:impl|struct|enum|mod|trait|union|macro|macro_rules)(?!\w)"
    rb"|(?:const|static(?:\s+mut)?)\s+(?:r#)?[\w\x80-\xff]+\s*:)"
)
# Its first word, which is found in a third of the time.
_FIRST_WORD = late(rb"\b(?:fn\s|const\s|static\s|extern\s*\{|(?:impl|struct|enum|mod|trait|union|macro(?:_rules)?)\b)")
_ARROW = late(rb"[-=]>")
_WHERE = late(rb"(?<![\w'])where(?!\w)")
_FOR = late(rb"(?<![\w'])for(?!\w)")
_FOR_ALL = late(rb"(?<![\w'])for\s*<")
_ANGLE = late(rb"[<>]")


@frozen
class Head:
    """What an item is by its first words: its kind, its name, and where that stands; an `impl` has none here.

    Its attributes are between where it `begins` and where it `speaks`.
    """

    kind: str
    name: str
    start: int
    end: int
    begins: int
    speaks: int

    @property
    def holds_code(self) -> bool:
        """Whether what is in it is code, and not other items."""
        return self.kind in ("fn", "const")


def head(code: bytes, start: int, place: int) -> Head | None:
    """The head of the item that begins at a start and that a place is in; None where letters do not tell it."""
    match = _HEAD().match(code, start, place + 1)
    if match is None:
        return None
    kind = match.lastgroup or ""
    name = "" if kind == "impl" else match[kind].decode()
    return Head(kind, name, *match.span(kind), match.start(), match.end("attributes"))


def impl_name(code: bytes, text: bytes, at: int, opening: int) -> str:
    """The name of the type that is implemented between `impl` and a `{`; empty where letters do not tell it."""
    rest = code[at:opening]
    if rest != text[at:opening] or b";" in rest or b"r#" in rest:
        return ""
    flat = _ARROW().sub(b"  ", rest)
    if flat.lstrip().startswith(b"<"):
        behind = _behind_generics(flat)
        rest, flat = rest[behind:], flat[behind:]
    flat = flat[: where.start()] if (where := _WHERE().search(flat)) else flat
    whole = list(_FOR().finditer(flat))
    if len(whole) > 1 or not is_even(flat) or _FOR_ALL().search(flat) or flat.lstrip().startswith(b"::"):
        return ""
    if whole and not is_even(flat[: whole[0].start()]):
        return ""
    return bare_name(rest[whole[0].end() if whole else 0 : len(flat)].strip().decode("utf-8", "replace"))


def is_even(head: bytes) -> bool:
    """Whether as many `<` as `>` are in a head, but for arrows."""
    arrows = head.count(b"->") + head.count(b"=>")
    return head.count(b"<") == head.count(b">") - arrows


def _behind_generics(flat: bytes) -> int:
    """Where the parameters in `<` and `>` end that a text begins with."""
    depth = 0
    for match in _ANGLE().finditer(flat):
        depth += 1 if match[0] == b"<" else -1
        if not depth:
            return match.end()
    return len(flat)


def item_in(code: bytes, start: int, end: int) -> tuple[int, bool] | None:
    """Where the first item may begin in a stretch of code, and whether it is a value that ends with a semicolon."""
    for near in _FIRST_WORD().finditer(code, start, end):
        if found := _ITEM().match(code, near.start(), end):
            return found.start(), found[0].endswith(b":")
    return None
