"""Baselines and waivers are written in one form, by one writer, and what people wrote stays."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratchet.model.baseline import Baseline
from ratchet.model.errors import Place, RatchetError
from ratchet.model.waiver import Waiver
from ratchet.repo.git import Git
from ratchet.repo.ledger import (
    add_waiver,
    read_baseline,
    write_baseline,
)
from ratchet.repo.names import path_text
from ratchet.repo.worktree import worktree_snapshot
from tests.repository import Repo

MEANING = "sha256:" + "0" * 64
BASELINE = Baseline({"src/a.rs": {"rust/unwrap": 3}}, {"crate:a": {"rust/unsafe": 1}}, {"rust/unwrap": MEANING})
WAIVER = Waiver("rust/unwrap", "src/a.rs", 2, "the lock cannot be poisoned", "@ada", date(2027, 3, 31))
WAIVER_TEXT = """\
[[waiver]]
rule = "rust/unwrap"
path = "src/a.rs"
allow = 2
reason = "the lock cannot be poisoned"
owner = "@ada"
expires = 2027-03-31
"""


def names(repo: Repo) -> list[str]:
    return sorted(path.name for path in (repo.root / "baselines").iterdir())


def on_disk(repo: Repo, limit: int = 2_000_000) -> Baseline | None:
    return read_baseline(worktree_snapshot(Git(str(repo.root)), limit), "baselines")


def test_writing_twice_changes_nothing_the_second_time(repo: Repo) -> None:
    top = str(repo.root)
    everything = ("baselines/files.toml", "baselines/units.toml", "baselines/rules.toml")
    assert write_baseline(top, "baselines/", BASELINE) == everything
    assert write_baseline(top, "baselines", BASELINE) == ()
    assert on_disk(repo) == BASELINE


def test_only_what_differs_is_written(repo: Repo) -> None:
    top = str(repo.root)
    write_baseline(top, "baselines", BASELINE)
    lower = Baseline({"src/a.rs": {"rust/unwrap": 2}}, BASELINE.units, BASELINE.meanings)
    assert write_baseline(top, "baselines", lower) == ("baselines/files.toml",)
    assert on_disk(repo) == lower


def test_units_are_written_only_where_there_are_some_or_were_some(repo: Repo) -> None:
    top = str(repo.root)
    bare = Baseline(BASELINE.files, {}, BASELINE.meanings)
    assert write_baseline(top, "deep/er", bare) == ("deep/er/files.toml", "deep/er/rules.toml")
    write_baseline(top, "baselines", BASELINE)
    assert write_baseline(top, "baselines", bare) == ("baselines/units.toml",)
    assert on_disk(repo) == bare


def test_an_empty_baseline_is_a_baseline(repo: Repo) -> None:
    write_baseline(str(repo.root), "baselines", Baseline())
    assert on_disk(repo) == Baseline()


def test_strays_of_a_killed_writer_are_cleaned_up_and_the_lock_is_released(repo: Repo) -> None:
    stray = repo.write("baselines/.ratchet-0011223344556677.tmp", "half")
    os.utime(stray, (0, 0))
    write_baseline(str(repo.root), "baselines", BASELINE)
    assert names(repo) == ["files.toml", "rules.toml", "units.toml"]


def test_a_second_writer_changes_nothing(repo: Repo) -> None:
    repo.write("baselines/.ratchet-lock", f"{os.getpid()} {os.uname().nodename}\n")
    for write in (
        lambda: write_baseline(str(repo.root), "baselines", BASELINE),
        lambda: add_waiver(str(repo.root), "baselines", WAIVER),
    ):
        with pytest.raises(RatchetError, match="another ratchet is writing"):
            write()
    assert names(repo) == [".ratchet-lock"]


@pytest.mark.parametrize("directory", ["../outside", "/tmp", "link", "link/deeper", "in/link"])
def test_nothing_is_written_outside_or_through_a_symlink(repo: Repo, tmp_path: Path, directory: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (repo.root / "in").mkdir()
    (repo.root / "link").symlink_to(outside)
    (repo.root / "in" / "link").symlink_to(outside)
    for write in (
        lambda: write_baseline(str(repo.root), directory, BASELINE),
        lambda: add_waiver(str(repo.root), directory, WAIVER),
    ):
        with pytest.raises(RatchetError, match=r"symlink|outside the repository"):
            write()
    assert not list(outside.iterdir())


def test_a_symlinked_file_is_not_overwritten(repo: Repo) -> None:
    precious = repo.write("precious", "x")
    (repo.root / "baselines").mkdir()
    for name in ("files.toml", "waivers.toml"):
        (repo.root / "baselines" / name).symlink_to(precious)
    with pytest.raises(RatchetError, match="symlink"):
        write_baseline(str(repo.root), "baselines", BASELINE)
    with pytest.raises(RatchetError, match="symlink"):
        add_waiver(str(repo.root), "baselines", WAIVER)
    assert precious.read_text() == "x"
    assert not (repo.root / "baselines" / ".ratchet-lock").exists()


def test_a_directory_that_cannot_be_made_is_an_error(repo: Repo) -> None:
    repo.write("baselines", "a file")
    with pytest.raises(RatchetError, match="cannot make"):
        write_baseline(str(repo.root), "baselines", BASELINE)


def test_the_first_waiver_makes_the_file(repo: Repo) -> None:
    assert add_waiver(str(repo.root), "baselines", WAIVER) == "baselines/waivers.toml"
    assert repo.read("baselines/waivers.toml") == (
        f"# baselines/waivers.toml — ratchet: permissions with a reason, an owner and an end.\n\n{WAIVER_TEXT}"
    )


def test_what_people_wrote_between_the_waivers_stays(repo: Repo) -> None:
    written = f"# our promise: none of these outlives the year\n\n{WAIVER_TEXT}# ask Ada first\n\n# the last word"
    repo.write("baselines/waivers.toml", written)
    add_waiver(str(repo.root), "baselines", WAIVER)
    assert repo.read("baselines/waivers.toml") == f"{written}\n\n{WAIVER_TEXT}"
    add_waiver(str(repo.root), "baselines", WAIVER)
    assert repo.read("baselines/waivers.toml") == f"{written}\n\n{WAIVER_TEXT}\n{WAIVER_TEXT}"


def test_a_waiver_without_reason_is_not_written(repo: Repo) -> None:
    with pytest.raises(RatchetError, match="must not be empty"):
        add_waiver(str(repo.root), "baselines", Waiver("r", "a.rs", 1, "", "@ada", date(2027, 1, 1)))
    assert names(repo) == []


def test_words_that_are_not_utf8_are_refused(repo: Repo) -> None:
    with pytest.raises(RatchetError, match="UTF-8"):
        add_waiver(str(repo.root), "baselines", Waiver("r", "a.rs", 1, "\udcff", "@ada", date(2027, 1, 1)))


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ("<<<<<<< HEAD\n", "merge conflict"),
        ("[[waiver]]\nrule = 1\n", "`path` is missing"),
        ("waiver = []\n", "written as one list"),
        ("x", "not valid TOML"),
    ],
)
def test_a_broken_file_is_not_added_to(repo: Repo, broken: str, message: str) -> None:
    repo.write("baselines/waivers.toml", broken)
    with pytest.raises(RatchetError, match=message):
        add_waiver(str(repo.root), "baselines", WAIVER)
    assert repo.read("baselines/waivers.toml") == broken


ODD = b'%25F"\\\n\x01\x7f\xff\xc3\xa4a.'
parts = st.lists(st.sampled_from([*ODD]), min_size=1, max_size=6).map(lambda part: bytes(part) + b"_")
paths = st.lists(parts, min_size=1, max_size=3).map(lambda several: path_text(b"/".join(several)))
words = st.text(st.characters(codec="utf-8"), min_size=1).filter(str.strip)


@given(words, paths, words, words, st.dates(), st.just("") | words)
def test_any_waiver_is_read_as_it_was_written(
    rule: str, path: str, reason: str, owner: str, expires: date, issue: str
) -> None:
    from ratchet.repo.ledger_reading import waivers_of
    from ratchet.repo.ledger_writing import _with_waiver
    from ratchet.repo.strict_toml import parse_document

    waiver = Waiver(rule, path, 1, reason, owner, expires, issue, Place("x", 3))
    (read,) = waivers_of(parse_document("x", _with_waiver("x", b"# header\n", waiver)))
    assert read == waiver
