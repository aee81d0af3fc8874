"""An editor asks before it saves: standard input stands for a file."""

from __future__ import annotations

import pytest

from tests.repository import Repo

CLEAN = "pub fn f() -> u8 { 1 }\n"
WORSE = "pub fn f() -> u8 { g().unwrap() }\n"


def test_what_is_not_saved_is_judged_in_its_place(adopted: Repo) -> None:
    before = adopted.read("src/lib.rs")
    result = adopted.ratchet("check", "--stdin-filename", "src/lib.rs", "--format", "json", stdin=WORSE)
    assert result.code == 1
    [new] = [each for each in result.json()["findings"] if each["state"] == "new"]
    assert (new["path"], new["line"]) == ("src/lib.rs", 1)
    assert adopted.read("src/lib.rs") == before
    assert adopted.ratchet("check").code == 0


def test_a_file_that_is_not_there_yet_is_judged_too(adopted: Repo) -> None:
    result = adopted.ratchet("check", "--stdin-filename", "lib2.rs", "--concise", stdin=WORSE, cwd="src")
    assert result.code == 1
    assert result.out.startswith("src/lib2.rs:1:23: error[rust/unwrap]")


def test_what_the_editor_mended_passes(adopted: Repo) -> None:
    adopted.write("src/lib.rs", WORSE)
    assert adopted.ratchet("check").code == 1
    assert adopted.ratchet("check", "--stdin-filename", "src/lib.rs", stdin=CLEAN).code == 0


def test_a_count_shows_that_file_alone(adopted: Repo, directory: Repo) -> None:
    report = adopted.ratchet("count", "--stdin-filename", "src/lib.rs", "--format", "json", stdin=WORSE * 2).json()
    assert [each["path"] for each in report["findings"]] == ["src/lib.rs", "src/lib.rs"]
    assert report["inspected"]["files"] == 1


def test_a_count_needs_no_repository(directory: Repo) -> None:
    report = directory.ratchet("count", "--stdin-filename", "a.rs", "--format", "json", stdin=WORSE).json()
    assert [each["rule"] for each in report["findings"]] == ["rust/unwrap"]


@pytest.mark.parametrize(
    "args",
    [
        ("check", "--stdin-filename", "../x.rs"),
        ("check", "--stdin-filename", "."),
        ("check", "--stdin-filename", "src/lib.rs", "--staged"),
        ("check", "--stdin-filename", "src/lib.rs", "--merged"),
        ("count", "--stdin-filename", "/etc/x.rs"),
        ("count", "--stdin-filename", "src/lib.rs", "src"),
        ("check", "--statistics", "--concise"),
    ],
)
def test_what_cannot_be_meant_is_refused(adopted: Repo, args: tuple[str, ...]) -> None:
    assert adopted.ratchet(*args, stdin=WORSE).code == 2


def test_a_large_baseline_is_read_beside_a_buffer(adopted: Repo) -> None:
    adopted.write("ratchet.toml", adopted.read("ratchet.toml") + "max_file_bytes = 300\n")
    adopted.commit("small files only")
    assert len(adopted.read("baselines/rules.toml")) > 300
    assert adopted.ratchet("check", "--stdin-filename", "src/lib.rs", stdin=CLEAN).code == 0
