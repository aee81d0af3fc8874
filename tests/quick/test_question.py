"""Which command lines have an answer that depends on files alone, and what else it depends on."""

from __future__ import annotations

import sys

import pytest

from ratchet.quick.question import CI_MARKERS, question
from ratchet.repo.ci_systems import MARKERS
from tests.repository import Repo


def test_the_systems_that_name_a_base_are_the_same_everywhere() -> None:
    assert CI_MARKERS == MARKERS


@pytest.mark.parametrize(
    "args",
    [
        "",
        "count",
        "check src",
        "check --help",
        "check --no-cache",
        "check --timings",
        "check --merged --base main",
        "check --stdin-filename a.rs",
        "check --output json=out.json",
        "check --format github",
        "check --format",
        "check --base",
        "check --base=",
        "check --base --staged",
        "check --base a --base b",
        "check --color sometimes",
        "check --jobs 0",
        "check --jobs many",
        "check --jobs 65",
        "-C elsewhere check",
    ],
)
def test_what_does_more_or_asks_for_more_is_left_to_the_commands(args: str) -> None:
    assert question(args.split(), {}) is None


@pytest.mark.parametrize("value", ["off", "0", "FALSE", "no"])
def test_nothing_is_recalled_where_nothing_is_kept(value: str) -> None:
    assert question(["check"], {"RATCHET_CACHE": value}) is None


@pytest.mark.parametrize(
    ("args", "staged", "base"),
    [
        ("check", False, ""),
        ("check --staged", True, ""),
        ("check --jobs 2", False, ""),
        ("check --base origin/main --concise", False, "origin/main"),
        ("check --base=main --color=never --max-findings 3 --signoff Ada", False, "main"),
    ],
)
def test_the_options_say_what_is_judged(args: str, staged: bool, base: str) -> None:
    asked = question(args.split(), {})
    assert asked is not None
    assert (asked.staged, asked.base) == (staged, base)


@pytest.mark.parametrize("marker", CI_MARKERS)
def test_a_base_that_ci_would_name_is_for_the_commands_to_find(marker: str) -> None:
    assert question(["check"], {marker: "true"}) is None
    assert question(["check"], {marker: "false"}) is not None
    assert question(["check", "--staged"], {marker: "true"}) is not None
    assert question(["check", "--base", "main"], {marker: "true"}) is not None


@pytest.mark.parametrize(
    "variable", ["NO_COLOR", "COLUMNS", "RATCHET_TODAY", "GIT_DIR", "GIT_CONFIG_COUNT", "LANG", "PYTHONIOENCODING"]
)
def test_what_decides_how_an_answer_looks_is_part_of_the_question(variable: str) -> None:
    plain, other = question(["check"], {}), question(["check"], {variable: "1"})
    assert plain is not None
    assert other is not None
    assert plain.words != other.words


def test_what_git_sets_for_every_commit_anew_is_not() -> None:
    plain, other = question(["check"], {}), question(["check"], {"GIT_AUTHOR_DATE": "@1 +0000", "GIT_EDITOR": ":"})
    assert plain is not None
    assert other is not None
    assert plain.words == other.words


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_is_told_without_the_commands_and_as_they_tell_it(repo: Repo, option: str) -> None:
    by_commands = "from ratchet.cli.main import main; main()"
    assert repo.ratchet(option) == repo.run(sys.executable, "-c", by_commands, option)


def test_how_many_are_at_work_and_the_order_of_words_make_no_other_question() -> None:
    one = question(["check", "--staged", "--color=never", "--jobs", "2"], {})
    other = question(["check", "--color", "never", "--staged"], {})
    assert one is not None
    assert other is not None
    assert one.words == other.words
