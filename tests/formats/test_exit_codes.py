"""The exit code is that of the verdict, in whatever formats it is told, and each of them tells it."""

from __future__ import annotations

import json

import pytest
from junitparser import JUnitXml

from ratchet.formats.catalogue import names
from tests.repository import Repo

CODES = {"pass": 0, "worse": 1, "unknown": 2, "loosened": 4}


@pytest.fixture
def adopted(repo: Repo) -> Repo:
    """A repository under the ratchet, with one site."""
    repo.write("src/lib.rs", "pub fn f() { g().unwrap(); }\n")
    assert repo.ratchet("init").code == 0
    repo.commit("adopt ratchet")
    return repo


def change(repo: Repo, what: str) -> None:
    if what == "worse":
        repo.write("src/more.rs", "pub fn f() { g().unwrap(); }\n" * 300)
    elif what == "loosened":
        repo.write("baselines/files.toml", repo.read("baselines/files.toml").replace("= 1", "= 2"))
    elif what == "unknown":
        repo.git("rm", "--quiet", "-r", "baselines")
        repo.commit("no baselines")


@pytest.mark.parametrize(("what", "code"), CODES.items())
def test_no_format_changes_the_exit_code(adopted: Repo, what: str, code: int) -> None:
    change(adopted, what)
    assert adopted.ratchet("check").code == code
    outputs = [f"--output={form}=../out.{form}" for form in names("check")]
    result = adopted.ratchet("check", "--format", "jsonl", *outputs)
    assert result.code == code
    written = {form: (adopted.root.parent / f"out.{form}").read_text(encoding="utf-8") for form in names("check")}
    assert result.out == written["jsonl"], "and nothing else is on standard output"
    assert json.loads(written["json"])["exit_code"] == code
    assert json.loads(written["sarif"])["runs"][0]["invocations"][0]["exitCode"] == code
    report = JUnitXml.fromstring(written["junit"].encode())
    assert bool(report.failures + report.errors) is bool(code)
    assert bool(json.loads(written["gitlab"])) is bool(code)
    assert ("::error" in written["github"]) is ("##vso[" in written["azure"]) is bool(code)
    assert ("buildProblem" in written["teamcity"]) is bool(written["markdown"]) is bool(code)


@pytest.mark.parametrize("command", ["count", "diff"])
def test_whatever_could_not_be_done_is_said_in_the_format_that_was_asked_for(adopted: Repo, command: str) -> None:
    adopted.write("ratchet.toml", "pack = 1\n")
    for form in names(command):
        result = adopted.ratchet(command, "--format", form)
        assert result.code == 2
        assert "unknown key `pack`" in result.err
        if form != "text":
            assert "unknown key" in result.out
