"""The `from` and `to` of a rule of dependency-cruiser as selectors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ratchet.graphs.typescript.builtin import is_builtin
from ratchet.model.value import field, frozen
from ratchet.rulebook.foreign.regexes import Globs, NoGlob, globs
from ratchet.rulebook.foreign.translation import short

__all__ = ["CannotSay", "Side", "side", "targets"]

_PACKAGES = "node_modules/"
_OUTSIDE = frozenset({"npm", "npm-dev", "npm-optional", "npm-peer", "npm-bundled"})
_LOCAL = frozenset({"local", "localmodule"})
_IGNORED = frozenset({"type-only"})
_KNOWN = _OUTSIDE | _LOCAL | {"core"}


class CannotSay(Exception):
    """Why a rule cannot be said as one of ours."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@frozen
class Side:
    """Selectors of what is in the repository, of what is not, and of what is left out."""

    own: tuple[str, ...]
    outside: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    groups: tuple[tuple[int, str], ...] = ()
    remarks: tuple[str, ...] = field(default=())

    def words(self) -> str | list[str]:
        """All of it."""
        return short([*self.own, *self.outside, *(f"!{each}" for each in self.left_out)])

    def matches(self, path: str) -> bool:
        """Whether a file of the repository is meant, whatever captures stand for."""
        return any(_is_at(path, each) for each in self.own) and not any(_is_at(path, each) for each in self.left_out)

    @property
    def has_captures(self) -> bool:
        """Whether it speaks of what the other side is."""
        return any("{" in each for each in (*self.own, *self.left_out))

    @property
    def is_everything(self) -> bool:
        """Whether it means all but what it leaves out."""
        return "*" in self.own


def _is_at(path: str, selector: str) -> bool:
    if selector == "*":
        return True
    kind, _, pattern = selector.partition(":")
    wild = {"**": ".*", "*": "[^/]*", "?": "[^/]"}
    pieces = re.split(r"(\*\*|\*|\?|\[[^\]]+\]|\{!?\w+\})", pattern)
    expression = "".join(
        wild.get(piece, "[^/]+" if piece[:1] == "{" else piece if piece[:1] == "[" else re.escape(piece))
        for piece in pieces
    )
    return kind == "path" and re.fullmatch(f"{expression.replace('[!', '[^')}(?:/.*)?", path) is not None


def side(
    home: str, table: Mapping[str, object], groups: Mapping[int, str] | None = None, apart: bool = False
) -> list[Side]:
    """The files that `path` and `pathNot` mean; with `apart`, each meaning of the groups by itself."""
    found = _globs(table.get("path"), groups if groups is not None or apart else {})
    refused = _flat(_globs(table.get("pathNot"), groups or {}), "pathNot")
    left_out = tuple(f"path:{each}" for each in _below(home, refused))
    if not found:
        return [Side((f"path:{home}",) if home else ("*",), (), left_out)]
    if not apart:
        found = [Globs(tuple(_once(found, "chosen")), tuple(_once(found, "left_out")), _shared(found))]
    return [
        Side(
            tuple(f"path:{glob}" for glob in _below(home, each.chosen)),
            (),
            (*(f"path:{glob}" for glob in _below(home, each.left_out)), *left_out),
            each.groups,
        )
        for each in found
    ]


def _globs(expressions: object, groups: Mapping[int, str] | None) -> list[Globs]:
    texts = expressions if isinstance(expressions, list) else [expressions] if expressions else []
    try:
        return [each for text in texts for each in globs(str(text), groups)]
    except NoGlob as why:
        raise CannotSay(f"no pattern of ours means `{' | '.join(map(str, texts))}`: {why}") from why


def _flat(found: list[Globs], key: str) -> list[str]:
    if any(each.left_out for each in found):
        raise CannotSay(f"`{key}` leaves something out of what it leaves out")
    return _once(found, "chosen")


def _once(found: list[Globs], key: str) -> list[str]:
    every = [glob for each in found for glob in (each.chosen if key == "chosen" else each.left_out)]
    return list(dict.fromkeys(every))


def _shared(found: list[Globs]) -> tuple[tuple[int, str], ...]:
    """The groups that all alternatives have in common."""
    return tuple(group for group in found[0].groups if all(group in each.groups for each in found))


def _below(home: str, patterns: Iterable[str]) -> list[str]:
    return [f"{home}/{pattern}" if home else pattern for pattern in patterns]


def targets(home: str, table: Mapping[str, object], groups: Mapping[int, str]) -> Side:
    """What `to` means: files, packages and what comes with Node.js."""
    (found,) = side(home, {key: table[key] for key in ("path", "pathNot") if key in table}, groups)
    kinds, remarks = _kinds(table)
    packages = {each: _package(each, home) for each in (*found.own, *found.left_out)}
    own = tuple(each for each in found.own if not _is_below_packages(each, home)) if "own" in kinds else ()
    named = (packages[each] for each in found.own)
    outside = _outside(named, kinds) if table.get("path") else _all_outside(kinds)
    if not own and not outside:
        raise CannotSay("what it forbids is neither a file nor a package")
    left_out = [each for one in found.left_out for each in (packages[one], one) if each]
    kept = tuple(each for each in left_out if not _is_below_packages(each, home) and (outside or each[:4] == "path"))
    return _differing(Side(own, outside, kept, remarks=remarks))


def _differing(found: Side) -> Side:
    """`path:a/*` without `path:a/{name}` is `path:a/{!name}`: another than that of the source."""
    if len(found.own) == len(found.left_out) == 1 and not found.outside:
        (left,) = found.left_out
        if re.sub(r"\{\w+\}", "*", left, count=1) == found.own[0] and left.count("{") == 1:
            return Side((left.replace("{", "{!"),), remarks=found.remarks)
    return found


def _outside(packages: Iterable[str], kinds: frozenset[str]) -> tuple[str, ...]:
    """Named packages, and what comes with Node.js by either of its names, as far as they are meant."""
    found: list[str] = []
    for each in filter(None, packages):
        kind, _, name = each.partition(":")
        if kind == "ext" and "package" in kinds:
            found.append(each)
        if kind == "std" and "core" in kinds:
            found += [each, f"std:node:{name}"]
    return tuple(dict.fromkeys(found))


def _all_outside(kinds: frozenset[str]) -> tuple[str, ...]:
    """Everything that is not in the repository, as far as it is meant."""
    return (*(("ext:*",) if "package" in kinds else ()), *(("std:*",) if "core" in kinds else ()))


def _is_below_packages(selector: str, home: str) -> bool:
    return _plain(selector, home).startswith(_PACKAGES)


def _plain(selector: str, home: str) -> str:
    pattern = selector.removeprefix("path:").removeprefix(f"{home}/" if home else "")
    return pattern.removeprefix("**").removeprefix("/")


def _package(selector: str, home: str) -> str:
    """The same for what is not in the repository; empty where it cannot be there."""
    plain = _plain(selector, home)
    if plain.startswith(_PACKAGES):
        return f"ext:{plain.removeprefix(_PACKAGES).removesuffix('**').rstrip('/') or '*'}"
    word = re.fullmatch(r"path:(?:node:)?([a-z][a-z_0-9]*)", selector)
    return f"{'std' if is_builtin(word[1]) else 'ext'}:{word[1]}" if word else ""


def _kinds(table: Mapping[str, object]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Whether files, packages and what comes with Node.js are meant, and what that leaves unsaid."""
    only, without = (_listed(table.get(key)) for key in ("dependencyTypes", "dependencyTypesNot"))
    for key, named, known in (("dependencyTypes", only, _KNOWN), ("dependencyTypesNot", without, _KNOWN | _IGNORED)):
        if named - known:
            raise CannotSay(f"`{key}`: {', '.join(sorted(named - known))} cannot be told apart here")
    if only & _OUTSIDE and only & _OUTSIDE not in ({"npm"}, _OUTSIDE):
        raise CannotSay("`dependencyTypes`: kinds of dependencies in package.json cannot be told apart here")
    remarks = ("packages of every kind are meant, not only dependencies",) if "npm" in {*only, *without} else ()
    return (_meant(only) if only else _meant(_KNOWN)) - _meant(without), remarks


def _meant(types: frozenset[str]) -> frozenset[str]:
    found = {"own": types & _LOCAL, "package": types & _OUTSIDE, "core": types & {"core"}}
    return frozenset(name for name, some in found.items() if some)


def _listed(value: object) -> frozenset[str]:
    return frozenset(map(str, value)) if isinstance(value, list) else frozenset()
