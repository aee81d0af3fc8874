"""The story runner itself: what it runs, what it accepts, what it refuses, and what it blesses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.stories.play import blessed, complaint, play
from tests.stories.story import Broken, parse, parse_marked
from tests.stories.transcript import difference, matches, renewed, transcript


def told(*blocks: str) -> str:
    """A document with these blocks, each `info` and its body in one text."""
    return "\n\n".join(["# A story", *(f"```{block}\n```" for block in blocks)]) + "\n"


def complaint_of(markdown: str, stage: Path) -> str:
    return complaint(play(parse(markdown), stage))


def test_files_are_written_and_commands_run_in_a_git_repository(tmp_path: Path) -> None:
    story = told(
        "file:src/a.txt\none\ntwo",
        "append:src/a.txt\nthree",
        "replace:src/a.txt\ntwo\n===\n2",
        "console\n$ cat src/a.txt\none\n2\nthree\n\n"
        "$ git add -A && git commit -qm first && git log --format='%an %aI %D'\n"
        "Ada 2026-11-16T12:00:00+00:00 HEAD -> main",
        "delete:src/a.txt",
        "console\n$ git status --short\n D src/a.txt",
    )
    assert complaint_of(story, tmp_path) == ""


def test_the_environment_is_fixed(tmp_path: Path) -> None:
    story = told(
        'console\n$ echo "$COLUMNS $TZ $RATCHET_TODAY ${NO_COLOR-unset}"; ls -A "$HOME"; pwd\n'
        "100 UTC 2026-11-16 unset\n/repo"
    )
    assert complaint_of(story, tmp_path) == ""


def test_equal_stories_make_equal_commits(tmp_path: Path) -> None:
    story = parse(told("file:a\nx", "console\n$ git add a && git commit -qm a && git rev-parse HEAD"))
    assert play(story, tmp_path / "1") == play(story, tmp_path / "2")


def test_a_story_can_do_without_git(tmp_path: Path) -> None:
    story = "<!-- no git -->\n" + told("console\n$ git rev-parse 2>/dev/null\n[exit 128]")
    assert complaint_of(story, tmp_path) == ""


def test_stdout_and_stderr_come_as_a_user_sees_them(tmp_path: Path) -> None:
    story = told("console\n$ echo 1; echo 2 >&2; echo 3\n1\n2\n3")
    assert complaint_of(story, tmp_path) == ""


def test_a_command_may_go_on_in_the_next_line(tmp_path: Path) -> None:
    assert complaint_of(told("console\n$ echo a \\\n  b\na b"), tmp_path) == ""


def test_another_output_is_shown_as_a_diff(tmp_path: Path) -> None:
    wrong = complaint_of(told("console\n$ printf 'a\\nb\\nc\\n'\na\nx\nc"), tmp_path)
    assert "line 4: $ printf" in wrong
    assert "\n a\n-x\n+b\n c" in wrong


def test_another_exit_code_is_a_difference(tmp_path: Path) -> None:
    assert "+[exit 3]" in complaint_of(told("console\n$ exit 3"), tmp_path)
    assert "-[exit 1]" in complaint_of(told("console\n$ true\n[exit 1]"), tmp_path / "2")


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("a\n...\nc", "a\nc"),
        ("a\n...\nc", "a\nb\nb\nc"),
        ("...", ""),
        ("...\n[exit 1]", "a\nb\n[exit 1]"),
        ("took … s, … files", "took 0.3 s, 12 files"),
        ("a  \nb", "a\nb"),
        ("a.c", "a.c"),
    ],
)
def test_wildcards_fit(expected: str, actual: str) -> None:
    assert matches(expected.split("\n"), actual.split("\n") if actual else [])


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("a\n...\nc", "a\nb"),
        ("...", "a\n[exit 1]"),
        ("a … c", "a\nc"),
        ("a.c", "abc"),
        ("a", "a\nb"),
        ("a\n[exit 1]", "a\n[exit 2]"),
        ("", "a"),
    ],
)
def test_wildcards_do_not_hide_a_difference(expected: str, actual: str) -> None:
    assert not matches(expected.split("\n") if expected else [], actual.split("\n"))


@pytest.mark.parametrize(
    ("expected", "actual", "result"),
    [
        ("a\n...\nc", "a\nb\nc", "a\n...\nc"),
        ("a\n...\nc\nd", "a\nb\nc\nD", "a\n...\nc\nD"),
        ("…ms\nb", "12ms\nB", "…ms\nB"),
        ("a\n...\nb", "a\nx\nc", "a\n...\nc"),
        ("...", "a\n[exit 1]", "...\n[exit 1]"),
        ("a\nb", "b", "b"),
    ],
)
def test_a_renewed_expectation_fits_and_keeps_what_still_does(expected: str, actual: str, result: str) -> None:
    lines = renewed(expected.split("\n"), actual.split("\n"))
    assert "\n".join(lines) == result
    assert matches(lines, actual.split("\n"))


def test_a_difference_leaves_out_what_wildcards_cover() -> None:
    diff = difference(["…ms", "...", "x"], ["12ms", "a", "b", "y"])
    assert diff.splitlines()[3:] == [" …ms", " ...", "-x", "+y"]


def test_a_transcript_ends_with_the_exit_code_unless_it_is_0() -> None:
    assert transcript("a \n\nb\n\n", 0) == ("a", "", "b")
    assert transcript("", 0) == ()
    assert transcript("", 2) == ("[exit 2]",)


def test_blessing_changes_only_what_differs(tmp_path: Path) -> None:
    markdown = told("console\n$ echo a\nx\n\n$ echo b\n…\n$ false\n$ echo d", "toml\n[exit 9]")
    fresh = blessed(markdown, parse, tmp_path / "1")
    assert fresh == told("console\n$ echo a\na\n\n$ echo b\n…\n$ false\n[exit 1]\n$ echo d\nd", "toml\n[exit 9]")
    assert complaint_of(fresh, tmp_path / "2") == ""


def test_output_that_would_read_as_a_command_is_not_blessed(tmp_path: Path) -> None:
    for number, command in enumerate(["echo '$ ls'", "echo '```'"]):
        with pytest.raises(Broken, match=r"would read as|never closed"):
            blessed(told(f"console\n$ {command}"), parse, tmp_path / str(number))


def test_only_the_marked_part_of_a_document_is_a_story(tmp_path: Path) -> None:
    outside = told("console\n$ false")
    inside = told("console\n$ echo in\nin")
    markdown = f"{outside}<!-- story -->\n{inside}<!-- end of story -->\n{outside}"
    story = parse_marked(markdown)
    assert [command.text for command in story.commands] == ["echo in"]
    assert complaint(play(story, tmp_path)) == ""


@pytest.mark.parametrize(
    ("markdown", "message"),
    [
        ("# nothing\n", "at least one"),
        (told("file:a\nx"), "at least one"),
        (told("fiel:a\nx", "console\n$ true"), "`fiel:` is not one of"),
        (told("console\nls"), "begins with"),
        ("```console\n$ true\n", "never closed"),
    ],
)
def test_a_story_that_cannot_be_told_is_refused(markdown: str, message: str) -> None:
    with pytest.raises(Broken, match=message):
        parse(markdown)


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("append:nowhere\nx", "there is no nowhere"),
        ("delete:nowhere", "there is no nowhere"),
        ("replace:a\nx", "needs a line"),
        ("replace:a\nz\n===\ny", "occur 0 times"),
        ("file:../b\nx", "outside the repository"),
    ],
)
def test_a_change_that_cannot_be_made_is_refused(block: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(Broken, match=message):
        play(parse(told("file:a\nx", block, "console\n$ true")), tmp_path)


def test_inner_fences_need_a_longer_outer_one(tmp_path: Path) -> None:
    markdown = (
        "````file:a.md\n```rust\nfn f() {}\n```\n````\n\n````console\n$ cat a.md\n```rust\nfn f() {}\n```\n````\n"
    )
    assert complaint_of(markdown, tmp_path) == ""
