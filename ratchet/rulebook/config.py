"""`ratchet.toml`, or `[tool.ratchet]` of `pyproject.toml`, into the settings of a repository."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import cast

from ratchet.model.config import Config, Goal
from ratchet.model.errors import Place, RatchetError
from ratchet.model.rule import Phase
from ratchet.model.shape import Date, Key, List, Map, Number, Shape, Table, Text, Wrong, nearest
from ratchet.model.snapshot import Snapshot, Unreadable
from ratchet.rulebook.checking import as_mistakes, raise_any, without_wrong
from ratchet.rulebook.inside import glob_problem, path_problem
from ratchet.rulebook.toml_reader import read_toml

__all__ = ["CONFIG_SHAPE", "read_config"]

OWN_FILE = "ratchet.toml"
SHARED_FILE = "pyproject.toml"
_SHARED_STEPS = ("tool", "ratchet")
_DEFAULTS = Config()
_GROUP = re.compile(r"[A-Za-z][\w-]*")

CONFIG_SHAPE: Shape = Table(
    {
        "packs": Key(List(Text()), "the shipped packs in force; those of languages unless said"),
        "rules": Key(Text(), f"the directory of this repository's own rules; `{_DEFAULTS.rules}` unless said"),
        "baselines": Key(Text(), f"the directory of the budgets; `{_DEFAULTS.baselines}` unless said"),
        "exclude": Key(List(Text()), "patterns of files that are not looked at"),
        "test_attributes": Key(List(Text()), "more Rust attributes that make a function a test"),
        "test_macros": Key(List(Text()), "more Rust macros whose body is test code"),
        "dev_crates": Key(
            List(Text()),
            "Rust packages, by name or by a pattern of their directory, whose code is test code "
            "unless production is built with them",
        ),
        "max_file_bytes": Key(
            Number(least=1), f"larger files are reported, not read; {_DEFAULTS.max_file_bytes} unless said"
        ),
        "swap": Key(
            Text(words=("show", "block")),
            "what to do where a new site takes the place of another in a file; `show` unless said",
        ),
        "group": Key(Map(List(Text(), least=1)), "selectors by a name that fitness rules may use in their place"),
        "phase": Key(Map(Text(words=tuple(phase.value for phase in Phase))), "how much a rule may do, by rule"),
        "goal": Key(
            Map(
                Table(
                    {
                        "to": Key(Number(), "the total to reach", required=True),
                        "by": Key(Date(), "the day by which", required=True),
                    }
                )
            ),
            "where the total of a rule should be and by when, by rule",
        ),
    }
)


def read_config(snapshot: Snapshot, known_packs: tuple[str, ...]) -> Config:
    """The settings a snapshot states, or the defaults."""
    found = _find(snapshot)
    if not found:
        return Config()
    path, text, above = found
    data: object = read_toml(path, text)
    for step in above:
        data = cast("dict[str, object]", data)[step]

    wrongs = list(CONFIG_SHAPE.check(data, ()))
    if isinstance(data, dict):
        wrongs += _beyond_shape(without_wrong(data, wrongs), known_packs)
    if wrongs:
        raise_any(as_mistakes(wrongs, _places(path, text, above)))
    return _config(path, cast("dict[str, object]", data))


def _places(path: str, text: bytes, above: tuple[str, ...]) -> Callable[[Wrong], Place]:
    from ratchet.syntax.toml_places import toml_places  # brings a parser that only a mistake needs

    lookup = toml_places(text.removeprefix(BOM_UTF8))
    return lambda wrong: Place(path, *lookup((*above, *wrong.path)))


def _find(snapshot: Snapshot) -> tuple[str, bytes, tuple[str, ...]] | None:
    """The path and bytes of the file with the settings, and the way to them in it."""
    paths = snapshot.paths()
    own = _read(snapshot, OWN_FILE) if OWN_FILE in paths else None
    shared = _read(snapshot, SHARED_FILE) if SHARED_FILE in paths else b""
    # A broken pyproject.toml that does not speak of us is not ours to refuse.
    speaks = b"ratchet" in shared and _speaks_of_us(shared)
    if own is not None and speaks:
        message = f"`{OWN_FILE}` and `[tool.ratchet]` in `{SHARED_FILE}` both have settings"
        raise RatchetError(message, Place(OWN_FILE), f"move everything to `{OWN_FILE}` and take the table out")
    if own is not None:
        return OWN_FILE, own, ()
    return (SHARED_FILE, shared, _SHARED_STEPS) if speaks else None


def _read(snapshot: Snapshot, path: str) -> bytes:
    try:
        return snapshot.read(path)
    except Unreadable as error:
        raise RatchetError(f"cannot read the settings: {error.reason}", Place(path), error.hint) from error


def _speaks_of_us(shared: bytes) -> bool:
    tool = read_toml(SHARED_FILE, shared).get("tool")
    return isinstance(tool, dict) and _SHARED_STEPS[-1] in tool


def _beyond_shape(data: Mapping[str, object], known_packs: tuple[str, ...]) -> Iterator[Wrong]:
    """What fits the shape and still cannot be right."""
    for index, pack in enumerate(cast("list[str]", data.get("packs", []))):
        if pack not in known_packs:
            hint = nearest(pack, known_packs) or f"shipped are {', '.join(known_packs)}"
            yield Wrong(("packs", index), f"there is no pack `{pack}`", hint)
    for key in ("rules", "baselines"):
        if key in data and (problem := path_problem(str(data[key]))):
            yield Wrong((key,), f"`{data[key]}` {problem}")
    yield from _group_names(cast("dict[str, list[str]]", data.get("group", {})))
    for key in ("exclude", "dev_crates"):
        for index, pattern in enumerate(cast("list[str]", data.get(key, []))):
            if problem := glob_problem(pattern):
                yield Wrong((key, index), f"`{pattern}` {problem}")


def _group_names(groups: Mapping[str, object]) -> Iterator[Wrong]:
    """A group that is called like a selector would stand in its place."""
    for name in groups:
        if not _GROUP.fullmatch(name):
            yield Wrong(("group", name), f"`{name}` is no name for a group", "write letters, digits, - and _")


def _config(path: str, data: Mapping[str, object]) -> Config:
    def texts(key: str) -> tuple[str, ...]:
        return tuple(cast("list[str]", data.get(key, [])))

    phases = cast("dict[str, str]", data.get("phase", {}))
    goals = cast("dict[str, dict[str, object]]", data.get("goal", {}))
    groups = cast("dict[str, list[str]]", data.get("group", {}))
    return Config(
        path=path,
        packs=texts("packs") if "packs" in data else None,
        rules=_directory(data.get("rules", _DEFAULTS.rules)),
        baselines=_directory(data.get("baselines", _DEFAULTS.baselines)),
        exclude=texts("exclude"),
        phases={rule: Phase(phase) for rule, phase in sorted(phases.items())},
        goals={rule: _goal(goal) for rule, goal in sorted(goals.items())},
        test_attributes=texts("test_attributes"),
        test_macros=texts("test_macros"),
        dev_crates=texts("dev_crates"),
        swap=str(data.get("swap", _DEFAULTS.swap)),
        groups={name: tuple(words) for name, words in sorted(groups.items())},
        max_file_bytes=cast(int, data.get("max_file_bytes", _DEFAULTS.max_file_bytes)),
    )


def _directory(path: object) -> str:
    return "/".join(part for part in str(path).split("/") if part not in ("", "."))


def _goal(goal: Mapping[str, object]) -> Goal:
    by = goal["by"]
    return Goal(cast(int, goal["to"]), by if isinstance(by, date) else date.fromisoformat(str(by)))
