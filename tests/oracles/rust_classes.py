"""Which of the raw sites that the counter on `syn` finds a rule does not count: each exemption is a class with a name.

The definitions are written from the rules' pages and not from their queries, so that the two can disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

__all__ = ["EXEMPT", "Raw", "class_of"]


@dataclass(frozen=True, slots=True)
class Raw:
    """One site with its shape, as the counter writes it."""

    rule: str
    line: int
    scope: str
    form: str
    of: str
    argument: str
    tried: bool

    @property
    def is_expect(self) -> bool:
        return (self.rule, self.form) == ("expect", "method")

    @property
    def has_plain_receiver(self) -> bool:
        """A name or a path of fields, as a parser's `p.expect(…)` and `self.input.expect(…)` have."""
        return self.of in ("name", "field")


_NO_MESSAGES = ("literal", "closure", "list", "range", "tuple")
_CERTAIN_MESSAGES = ("text", "constant", "path-constant")

EXEMPT: Mapping[str, Callable[[Raw], bool]] = {
    # `Option::unwrap` has no argument, `Option::expect` has one.
    "arguments": lambda raw: (
        raw.form == "method"
        and (raw.argument != "none" if raw.rule == "unwrap" else raw.argument in ("none", "several"))
    ),
    # A character, a number, bytes, a closure, a list: a message is a text.
    "no message": lambda raw: raw.is_expect and raw.argument in _NO_MESSAGES,
    # `Token::Comma`.
    "token": lambda raw: raw.is_expect and raw.argument == "path",
    # `parser.expect(SyntaxKind::L_PAREN)`; with a call in front of it, `messages::LOCK` is a message.
    "token of a parser": lambda raw: raw.is_expect and raw.argument == "path-constant" and raw.has_plain_receiver,
    # `parser.expect("comma")?`; an Option's or Result's `expect` gives no Result, but what it holds may be one.
    "tried, plain receiver": lambda raw: raw.is_expect and raw.tried and raw.has_plain_receiver,
    "tried, uncertain message": lambda raw: raw.is_expect and raw.tried and raw.argument not in _CERTAIN_MESSAGES,
    # `Parser::expect`, `tests::unwrap`.
    "path of another type": lambda raw: raw.form == "path" and raw.of not in ("Option", "Result"),
    # `unsafe fn(u8)` is a type.
    "pointer": lambda raw: raw.form == "pointer",
}


def class_of(raw: Raw) -> str:
    """The first class that exempts a site; an empty text where it counts."""
    return next((name for name, exempts in EXEMPT.items() if exempts(raw)), "")
