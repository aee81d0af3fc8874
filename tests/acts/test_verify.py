"""A verdict holds as long as the same question has the same answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.repository import Repo

SITE = "pub fn {}(o: Option<u8>) -> u8 {{ o.unwrap() }}\n"
WAIVE = ("waive", "rust/unwrap", "src/lib.rs", "--allow", "1", "--reason", "why", "--owner", "@ada")


@pytest.fixture
def adopted(repo: Repo) -> Repo:
    repo.write("Cargo.toml", '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n')
    repo.write("src/lib.rs", SITE.format("a"))
    assert repo.ratchet("init").code == 0
    repo.commit("adopt")
    return repo


def checked(repo: Repo, *options: str, code: int = 0, env: dict[str, str] | None = None) -> Any:
    """A verdict, kept outside the repository's files."""
    result = repo.ratchet("check", "--format", "json", *options, env=env)
    assert result.code == code, result.out + result.err
    (repo.root / ".git/verdict.json").write_text(result.out, encoding="utf-8")
    return result.json()


def verified(repo: Repo, code: int, **env: str) -> list[str]:
    """What no longer holds."""
    result = repo.ratchet("verify", ".git/verdict.json", "--format", "json", env=env)
    assert result.code == code, result.out + result.err
    report = result.json()
    assert report["holds"] is (code == 0)
    return [each["what"] for each in report["differences"]]


def test_a_verdict_on_the_tree_the_index_or_a_branch_holds(adopted: Repo) -> None:
    for options in ((), ("--staged",), ("--base", "main"), ("--base", "HEAD"), ("--base", "main", "--merged")):
        checked(adopted, *options)
        assert verified(adopted, 0) == [], options


def test_a_verdict_on_the_index_is_about_the_index(adopted: Repo) -> None:
    adopted.write("src/lib.rs", SITE.format("a") + "// staged\n")
    adopted.git("add", "--all")
    adopted.write("src/lib.rs", SITE.format("a") + "// not staged\n")
    checked(adopted, "--staged")
    assert verified(adopted, 0) == []
    adopted.git("add", "--all")
    assert verified(adopted, 1) == ["head"]


def test_a_tree_within_its_base_and_over_its_budget_is_asked_the_same_question_again(adopted: Repo) -> None:
    adopted.write("src/lib.rs", SITE.format("a") + SITE.format("b"))
    adopted.commit("over budget")
    assert checked(adopted, "--base", "HEAD")["base"]["source"] == "--base"
    assert verified(adopted, 0) == []
    assert checked(adopted, code=1)["base"]["source"] is None
    assert verified(adopted, 0) == []


def test_a_verdict_of_ci_holds_outside_of_it(adopted: Repo) -> None:
    adopted.git("update-ref", "refs/remotes/origin/main", "main")
    found = checked(adopted, env={"JENKINS_URL": "https://ci", "CHANGE_TARGET": "main"})
    assert found["base"]["source"] == "CHANGE_TARGET of Jenkins"
    assert verified(adopted, 0) == []


def test_a_file_that_only_decides_what_is_a_test_is_noticed(adopted: Repo) -> None:
    adopted.write("tests/it.rs", SITE.format("t"))
    checked(adopted)
    adopted.write("Cargo.toml", adopted.read("Cargo.toml") + '[[bin]]\nname = "it"\npath = "tests/it.rs"\n')
    assert verified(adopted, 1) == ["outcome", "rules", "deltas", "findings"]


def test_the_policy_the_base_and_the_head_are_named(adopted: Repo) -> None:
    checked(adopted)
    adopted.write("src/lib.rs", SITE.format("a") + "// more\n")
    assert verified(adopted, 1) == ["head"]
    adopted.commit("more")
    assert verified(adopted, 1) == ["base", "head"]
    adopted.write("ratchet.toml", adopted.read("ratchet.toml") + 'exclude = ["vendor/**"]\n')
    adopted.commit("less")
    assert verified(adopted, 1) == ["policy", "base", "head"]


def test_a_waiver_that_expired_since_ends_the_verdict(adopted: Repo) -> None:
    adopted.write("src/lib.rs", SITE.format("a") + SITE.format("b"))
    assert adopted.ratchet(*WAIVE, "--expires", "2026-11-30").code == 0
    adopted.commit("waived")
    checked(adopted)
    assert verified(adopted, 0, RATCHET_TODAY="2026-11-29") == []
    assert "outcome" in verified(adopted, 1, RATCHET_TODAY="2026-12-01")


def test_a_sign_off_is_part_of_the_verdict_and_shown(adopted: Repo) -> None:
    adopted.git("checkout", "--quiet", "-b", "topic")
    adopted.write("src/lib.rs", SITE.format("a") + SITE.format("b"))
    assert adopted.ratchet(*WAIVE, "--expires", "2027-03-31").code == 0
    adopted.commit("waived")
    checked(adopted, "--base", "main", "--signoff", "Grace")
    assert verified(adopted, 0) == []
    assert "signed off by Grace" in adopted.ratchet("verify", ".git/verdict.json").out


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"schema": "ratchet/verdict/2"}, "`ratchet/verdict/2`"),
        ({"verdict": "MAYBE"}, "verdict: `MAYBE` is not one of"),
        ({"more": 1}, "unknown key `more`"),
        ({"policy": ""}, "judged nothing"),
        ({"schema": None}, "names no schema"),
    ],
)
def test_what_is_no_verdict_of_this_kind_is_refused(adopted: Repo, change: dict[str, Any], complaint: str) -> None:
    found = checked(adopted)
    (adopted.root / ".git/verdict.json").write_text(json.dumps(found | change), encoding="utf-8")
    result = adopted.ratchet("verify", ".git/verdict.json")
    assert result.code == 2
    assert complaint in result.err


@pytest.mark.parametrize("text", ["", "[]", "1", "[" * 100_000, "\ud800"])
def test_what_is_no_json_object_is_refused(adopted: Repo, text: str) -> None:
    (adopted.root / ".git/verdict.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    result = adopted.ratchet("verify", ".git/verdict.json")
    assert (result.code, result.out) == (2, "")
    assert "no verdict" in result.err
