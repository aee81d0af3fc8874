"""What makes git merge baselines with ratchet: a driver in the clone's config, and an attribute that names it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from ratchet.model.errors import Place, RatchetError
from ratchet.model.reports import Done, Setting
from ratchet.model.snapshot import Unreadable
from ratchet.repo.atomic import replace_file
from ratchet.repo.git import Git, records
from ratchet.repo.ledger_places import inside
from ratchet.repo.merge_files import LEDGER
from ratchet.repo.names import path_bytes, path_text
from ratchet.repo.regular import read_regular

__all__ = ["ATTRIBUTES", "name_driver", "set_driver"]

ATTRIBUTES = ".gitattributes"
_KEY = "merge.ratchet.driver"
_DRIVER = "ratchet merge %O %A %B %P"
_ABOUT = "ratchet: each side's lowering is kept"
_MOST_BYTES = 20_000_000


def set_driver(git: Git) -> Setting:
    """Tell this clone how to merge baselines; a driver that is there already is somebody's choice."""
    there = git.attempt("config", "--local", "--get", _KEY).stdout.decode("utf-8", "replace").strip()
    if there:
        return Setting(_KEY, Done.KEPT, f"this clone's git config already says: {there}")
    git.run("config", "--local", "merge.ratchet.name", _ABOUT)
    git.run("config", "--local", _KEY, _DRIVER)
    return Setting(_KEY, Done.WROTE, f"{_DRIVER}   (in this clone's git config)")


def name_driver(git: Git, directory: str) -> Setting:
    """Give the baselines to the driver, in a line at the end of `.gitattributes`; other lines stay as they are."""
    values = _values(git, directory)
    other = {path: value for path, value in values.items() if value not in {"ratchet", "unspecified"}}
    if other:
        path, value = next(iter(other.items()))
        said = {"set": "merge", "unset": "-merge"}.get(value, f"merge={value}")
        return Setting(ATTRIBUTES, Done.LEFT, f"git's attributes say `{said}` for {path}; make it `merge=ratchet`")
    if set(values.values()) == {"ratchet"}:
        return Setting(ATTRIBUTES, Done.KEPT, f"the baselines in {inside(directory, '')} already have merge=ratchet")
    line = _line(inside(directory, ""))
    target = os.path.join(git.top, ATTRIBUTES)
    old = _old(target)
    gap = b"" if not old or old.endswith(b"\n") else b"\n"
    replace_file(target, old + gap + path_bytes(line) + b"\n")
    return Setting(ATTRIBUTES, Done.WROTE, line, to_commit=True)


def _values(git: Git, directory: str) -> Mapping[str, str]:
    """What git's attributes say on merging each baseline, wherever they say it."""
    paths = [inside(directory, name) for name in LEDGER]
    answer = records(git.run("check-attr", "-z", "merge", "--", *paths))
    return {path_text(path): path_text(value) for path, value in zip(answer[::3], answer[2::3], strict=True)}


def _line(directory: str) -> str:
    pattern = re.sub(r"([\\*?\[])", r"\\\1", directory) + "/*.toml"
    if pattern[0] in '#!"':
        pattern = f"/{pattern}"
    if re.search(r"\s", pattern):
        pattern = '"' + pattern.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{pattern} merge=ratchet"


def _old(target: str) -> bytes:
    if not os.path.lexists(target):
        return b""
    try:
        return read_regular(os.fsencode(target), _MOST_BYTES)
    except Unreadable as error:
        raise RatchetError(f"cannot read it: {error.reason}", Place(ATTRIBUTES), error.hint) from error
