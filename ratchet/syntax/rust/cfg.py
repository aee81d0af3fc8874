"""The algebra of `cfg`: what holds when `test` is off, or on, and everything else is unknown.

`doctest` is set for the examples in documentation alone, and by no production build.
"""

from __future__ import annotations

import re

from ratchet.model.value import frozen
from ratchet.syntax.late import late
from ratchet.syntax.rust.lexing import literal, without_comments

__all__ = ["Meta", "parse_meta", "with_test", "without_test"]

_TOKEN = late(
    r"""\s+
    | (?P<text>[bc]?r(?P<fence>\#*)".*?"(?P=fence) | [bc]?"(?:\\.|[^"\\])*")
    | (?P<path>(?:::\s*)?(?:r\#)?[^\W\d]\w*(?:\s*::\s*(?:r\#)?[^\W\d]\w*)*)
    | (?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)
_DEEPEST = 150
_TOOLS = ("rustfmt", "clippy", "diagnostic", "miri", "rust_analyzer")


@frozen
class Meta:
    """An attribute's content: a path, then perhaps arguments in brackets, or a text after `=`."""

    path: str
    args: tuple[Meta, ...] | None = None
    value: str | None = None

    @property
    def name(self) -> str:
        """The last segment of the path."""
        return self.path.rpartition("::")[2].strip().removeprefix("r#")

    @property
    def of_a_tool(self) -> bool:
        """Whether it speaks to a tool that comes with the compiler, and so is no macro."""
        return self.path.partition("::")[0].strip() in _TOOLS and "::" in self.path


def parse_meta(text: str) -> Meta | None:
    """Read `cfg(all(test, unix))`, `path = "x.rs"` or `tokio::test(…)`; tokens of other forms are passed over."""
    if "/" in text:
        text = without_comments(text.encode()).decode()
    tokens = [(match.lastgroup or "", match.group()) for match in _TOKEN().finditer(text)]
    words = [(kind, token) for kind, token in tokens if kind]
    metas, _ = _metas(words, 0, 0)
    return metas[0] if metas else None


def _metas(words: list[tuple[str, str]], at: int, depth: int) -> tuple[list[Meta], int]:
    """The comma-separated metas up to the closing bracket."""
    metas: list[Meta] = []
    while at < len(words) and words[at][1] not in (")", "]", "}"):
        kind, word = words[at]
        at += 1
        if kind == "path":
            meta, at = _meta(word, words, at, depth)
            metas.append(meta)
        elif word == "$":  # what a macro will put here, one thing or a repetition, is unknown
            metas.append(Meta("$"))
            at += at < len(words) and words[at][0] == "path"
        elif word in ("(", "[", "{") and depth < _DEEPEST:
            _, at = _metas(words, at, depth + 1)
            at += 1
    return metas, at


def _meta(path: str, words: list[tuple[str, str]], at: int, depth: int) -> tuple[Meta, int]:
    follower = words[at][1] if at < len(words) else ""
    if follower == "(" and depth >= _DEEPEST:
        return Meta("$"), len(words)  # too deep to know
    if follower == "(":
        args, at = _metas(words, at + 1, depth + 1)
        return Meta(path, tuple(args)), at + 1
    if follower == "=" and at + 1 < len(words) and words[at + 1][0] == "text":
        return Meta(path, value=literal(words[at + 1][1])), at + 2
    return Meta(path, value="" if follower == "=" else None), at


def without_test(condition: Meta) -> bool | None:
    """Whether a condition holds in a build without `test`; None where that depends on anything else."""
    return _holds(condition, False)


def with_test(condition: Meta) -> bool | None:
    """Whether a condition holds in a build of tests; None where that depends on anything else."""
    return _holds(condition, True)


def _holds(condition: Meta, test: bool) -> bool | None:
    if condition.args is None:
        known = {"test": test, "doctest": None if test else False, "true": True, "false": False}
        return known.get(condition.path) if condition.value is None else None
    parts = [_holds(part, test) for part in condition.args]
    if condition.path == "not" and len(parts) == 1:
        return None if parts[0] is None else not parts[0]
    if condition.path == "all":
        return _unless(False, parts)
    if condition.path == "any":
        return _unless(True, parts)
    return None


def _unless(decisive: bool, parts: list[bool | None]) -> bool | None:
    """Kleene's conjunction (decisive False) and disjunction (decisive True)."""
    if decisive in parts:
        return decisive
    return None if None in parts else not decisive
