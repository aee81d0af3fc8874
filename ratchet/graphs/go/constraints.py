"""Under which condition a Go file is built: what its comments say, and what its name says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

__all__ = ["both", "is_ignored", "of_comments", "of_name"]

_SYSTEMS = frozenset(
    {
        "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl", "netbsd",
        "openbsd", "plan9", "solaris", "wasip1", "windows", "zos",
    }
)  # fmt: skip
_MACHINES = frozenset(
    {
        "386", "amd64", "amd64p32", "arm", "arm64", "arm64be", "armbe", "loong64", "mips", "mips64", "mips64le",
        "mips64p32", "mips64p32le", "mipsle", "ppc", "ppc64", "ppc64le", "riscv", "riscv64", "s390", "s390x", "sparc",
        "sparc64", "wasm",
    }
)  # fmt: skip
_BUILD = re.compile(r"//go:build\s+(.*)")
_TOKEN = re.compile(r"\|\||&&|[!()]|[^\s|&!()]+")
_DEEPEST = 100
_OLD = re.compile(r"//\s*\+build\s+(.*)")


def of_comments(comments: Iterable[str], cgo: bool) -> str:
    """The condition of the first `//go:build`, or of all `// +build`; what imports C is built with cgo only."""
    listed = list(comments)
    found = next((match[1] for each in listed if (match := _BUILD.match(each))), "")
    lines = [] if found else [_translated(match[1]) for each in listed if (match := _OLD.match(each))]
    return both(" ".join(found.split()), *lines, "cgo" if cgo else "")


def of_name(path: str) -> str:
    """`x_linux_amd64_test.go` is for linux on amd64."""
    stem = path.rpartition("/")[2].partition(".")[0]
    parts = stem.split("_")[1:]
    parts = parts[:-1] if parts[-1:] == ["test"] else parts
    if len(parts) >= 2 and parts[-2] in _SYSTEMS and parts[-1] in _MACHINES:
        return f"{parts[-2]} && {parts[-1]}"
    return parts[-1] if parts and parts[-1] in _SYSTEMS | _MACHINES else ""


@cache
def is_ignored(condition: str) -> bool:
    """Whether it holds in no build: `ignore` is the tag that nobody sets, and of all others nothing is known."""
    return "ignore" in condition and _any([*reversed(_TOKEN.findall(condition))], 0) is False


def _any(tokens: list[str], depth: int) -> bool | None:
    """`a || b`, taken from the end of the reversed tokens; None where it depends on the build."""
    parts = [_all(tokens, depth)]
    while tokens and tokens[-1] == "||":
        tokens.pop()
        parts.append(_all(tokens, depth))
    return True if True in parts else None if None in parts else False


def _all(tokens: list[str], depth: int) -> bool | None:
    parts = [_one(tokens, depth)]
    while tokens and tokens[-1] == "&&":
        tokens.pop()
        parts.append(_one(tokens, depth))
    return False if False in parts else None if None in parts else True


def _one(tokens: list[str], depth: int) -> bool | None:
    word = tokens.pop() if tokens and depth < _DEEPEST else ""
    if word == "!":
        inner = _one(tokens, depth + 1)
        return None if inner is None else not inner
    if word == "(":
        inner = _any(tokens, depth + 1)
        if tokens:
            tokens.pop()
        return inner
    return False if word == "ignore" else None


def both(*conditions: str) -> str:
    """Conditions that must hold together, each once."""
    given = list(dict.fromkeys(each for each in conditions if each))
    return " && ".join(f"({each})" if "||" in each and len(given) > 1 else each for each in given)


def _translated(line: str) -> str:
    """`linux,!cgo darwin` → `linux && !cgo || darwin`."""
    return " || ".join(" && ".join(option.split(",")) for option in line.split())
