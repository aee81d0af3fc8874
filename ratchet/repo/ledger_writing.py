"""Budgets, meanings and waivers written to disk, one writer at a time, old or new after any crash."""

from __future__ import annotations

import os

from ratchet.model.baseline import Baseline
from ratchet.model.errors import Place, RatchetError
from ratchet.model.snapshot import Unreadable
from ratchet.model.value import replace
from ratchet.model.waiver import Waiver
from ratchet.repo.atomic import remove_strays, replace_file
from ratchet.repo.canonical import key_of, render_files, render_rules, render_units, waivers_header
from ratchet.repo.ledger_places import inside
from ratchet.repo.ledger_reading import waivers_in, waivers_of
from ratchet.repo.lock import only_writer
from ratchet.repo.regular import read_regular

__all__ = ["add_waiver", "waiver_text", "write_baseline"]

_MOST_BYTES = 20_000_000


def write_baseline(top: str, directory: str, baseline: Baseline) -> tuple[str, ...]:
    """Write what differs; the paths that changed, relative to the top.

    The meanings come last: killed in between, the new budgets stand beside the old meanings, which a check notices.
    """
    clean = inside(directory, "")
    texts = {
        "files.toml": render_files(baseline.files, clean),
        "units.toml": render_units(baseline.units, clean),
        "rules.toml": render_rules(baseline.meanings, clean),
    }
    home = _home(top, directory)
    if "\n[" not in texts["units.toml"] and not os.path.lexists(os.path.join(home, "units.toml")):
        del texts["units.toml"]
    with only_writer(home):
        remove_strays(home)
        changed = [name for name, text in texts.items() if replace_file(os.path.join(home, name), text.encode())]
    return tuple(inside(directory, name) for name in changed)


def add_waiver(top: str, directory: str, waiver: Waiver) -> str:
    """Append one waiver, byte for byte after what is there; the path of the file, relative to the top."""
    path = inside(directory, "waivers.toml")
    home = _home(top, directory)
    target = os.path.join(home, "waivers.toml")
    with only_writer(home):
        old = _old_text(target) or waivers_header(inside(directory, "")).encode()
        replace_file(target, _with_waiver(path, old, waiver))
    return path


def _with_waiver(path: str, old: bytes, waiver: Waiver) -> bytes:
    before = waivers_in(path, old)
    if "waiver" in before.data and b"[[" not in old:
        raise RatchetError(
            "the waivers are written as one list, to which ratchet does not add",
            Place(path),
            "write each as [[waiver]]",
        )
    new = old.rstrip(b"\n") + b"\n\n" + waiver_text(path, waiver)
    after = waivers_of(waivers_in(path, new))
    assert after[:-1] == waivers_of(before), "adding a waiver changes no other"
    assert replace(after[-1], place=None) == replace(waiver, place=None), "what was written is what is read"
    return new


def waiver_text(path: str, waiver: Waiver) -> bytes:
    """One `[[waiver]]`, as `ratchet waive` writes it."""
    import tomlkit

    table = tomlkit.table()
    table.update({"rule": waiver.rule, "path": key_of(waiver.path), "allow": waiver.allow})
    table.update({"reason": waiver.reason, "owner": waiver.owner, "expires": waiver.expires})
    if waiver.issue:
        table["issue"] = waiver.issue
    entries = tomlkit.aot()
    entries.append(table)
    try:
        return tomlkit.dumps({"waiver": entries}).encode()
    except UnicodeEncodeError as error:
        raise RatchetError("the words of a waiver must be UTF-8 text", Place(path)) from error


def _old_text(target: str) -> bytes:
    if not os.path.lexists(target):
        return b""
    try:
        return read_regular(os.fsencode(target), _MOST_BYTES)
    except Unreadable as error:
        raise RatchetError(f"cannot read `{target}`: {error.reason}", Place(target), error.hint) from error


def _home(top: str, directory: str) -> str:
    """The directory of the baselines, made if need be; one that a symlink leads to is somebody else's."""
    path = top
    for part in inside(directory, "").split("/"):
        path = os.path.join(path, part)
        if os.path.islink(path):
            raise RatchetError(f"`{path}` is a symlink: ratchet does not write through it", Place(directory))
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise RatchetError(f"cannot make `{path}`: {error.strerror}", Place(directory)) from error
    return path
