"""A format is a file: it is found by its place, offered by its command, and imported only when it is asked for."""

from __future__ import annotations

import importlib
import re
import sys
import typing
from collections.abc import Sequence

import click
import pytest

from ratchet.cli.main import ratchet as command_line
from ratchet.formats.catalogue import names
from ratchet.formats.style import Style
from ratchet.model.errors import Mistake
from ratchet.model.reports import CountReport, DiffReport
from ratchet.model.verdict import Verdict
from tests.repository import Repo
from tests.self.markdown import section, spans, tables
from tests.self.modules import TOP

REPORTS = {"check": Verdict, "count": CountReport, "diff": DiffReport, "problems": Sequence[Mistake]}
EVERY = [(report, name) for report in REPORTS for name in names(report)]
CHECK = (
    "text", "agent", "azure", "checkstyle", "github", "gitlab", "json", "jsonl", "junit", "markdown",
    "rdjson", "rdjsonl", "sarif", "teamcity",
)  # fmt: skip
SCRIPT = """
import atexit, sys
from ratchet.cli.main import main
atexit.register(lambda: sys.stderr.write(" ".join(sorted(sys.modules))))
main()
"""


def test_a_verdict_has_the_formats_that_people_look_for() -> None:
    assert names("check") == CHECK
    assert names("count") == ("text", "json", "jsonl", "markdown", "sarif")
    assert names("diff") == ("text", "json", "jsonl", "markdown")


@pytest.mark.parametrize(("report", "name"), EVERY)
def test_a_format_is_a_function_of_its_report_and_a_style(report: str, name: str) -> None:
    module = importlib.import_module(f"ratchet.formats.{report}.{name}")
    hints = typing.get_type_hints(module.render)
    assert list(hints.values()) == [REPORTS[report], Style, str]


@pytest.mark.parametrize("report", ["check", "count", "diff"])
def test_a_command_offers_the_formats_of_its_report(report: str) -> None:
    command = command_line.get_command(click.Context(command_line), report)
    assert command is not None
    (option,) = [each for each in command.params if "--format" in each.opts]
    assert isinstance(option.type, click.Choice)
    assert tuple(option.type.choices) == names(report)


def test_whoever_has_a_format_can_say_in_it_that_there_is_no_report() -> None:
    assert {*names("count"), *names("diff")} <= set(names("problems"))


@pytest.mark.parametrize("name", ["text", "agent"])
def test_only_the_format_that_is_asked_for_is_imported(repo: Repo, name: str) -> None:
    repo.write("src/lib.rs", "pub fn f() -> u8 { g().unwrap() }\n")
    assert repo.ratchet("init").code == 0
    repo.commit("adopt ratchet")
    result = repo.run(sys.executable, "-c", SCRIPT, "check", "--format", name)
    assert result.code == 0, result.err
    packages = tuple(f"ratchet.formats.{report}." for report in REPORTS)
    assert [each for each in result.err.split() if each.startswith(packages)] == [f"ratchet.formats.check.{name}"]


def test_the_page_of_the_formats_has_a_section_for_each() -> None:
    page = (TOP / "docs/formats.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^## (\w+)$", page, re.MULTILINE)) == set(CHECK)


def test_the_readme_has_a_row_for_each_format() -> None:
    readme = (TOP / "README.md").read_text(encoding="utf-8")
    (table,) = tables(section(readme, "Formats"))
    named = [name for row in table for name in spans(row[0])]
    assert sorted(named) == sorted(CHECK)
