"""`ratchet doctor` says what is so, what is broken, and nothing that is nobody's business."""

from __future__ import annotations

import json

import pytest

from tests.acts.published import complaints
from tests.repository import Repo


def facts(repo: Repo, **env: str) -> dict[str, dict[str, str]]:
    result = repo.ratchet("doctor", "--format", "json", env=env)
    assert result.code == 0, result.out + result.err
    report = result.json()
    assert complaints("doctor", report) == []
    return {part["title"]: {fact["name"]: fact["value"] for fact in part["facts"]} for part in report["parts"]}


def problems(repo: Repo, **env: str) -> list[str]:
    found = repo.ratchet("doctor", "--format", "json", env=env).json()["problems"]
    return [f"{each['message']} | {each['hint']}" for each in found]


def test_it_says_what_is_in_force_and_what_it_is_about(adopted: Repo) -> None:
    found = facts(adopted)
    assert found["languages"]["rust"].startswith("2 files; tree-sitter-rust 0.24")
    assert found["rules"]["rust"] == "9: 9 block"
    assert found["config"]["file"] == "ratchet.toml"
    assert found["baselines"]["allowed"] == "1 sites in 1 files and 0 other units"
    assert found["baselines"]["baselines/files.toml"] == "as committed"
    assert found["repository"]["clone"] == "whole"
    assert found["repository"]["head"] == adopted.git("rev-parse", "HEAD")[:12]
    assert found["base"]["ref"] == "HEAD"


def test_it_names_the_base_of_ci_and_the_variables_but_not_what_they_say(adopted: Repo) -> None:
    adopted.git("update-ref", "refs/remotes/origin/main", "HEAD")
    env = {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_BASE_REF": "main"}
    secret = {"RATCHET_SIGNOFF": "hunter2", "GITHUB_TOKEN": "hunter2"}
    found = facts(adopted, **env, **secret)
    assert found["base"]["because"] == "GITHUB_BASE_REF of GitHub Actions"
    assert found["environment"]["set"] == "GITHUB_ACTIONS, GIT_CONFIG_NOSYSTEM, RATCHET_SIGNOFF, RATCHET_TODAY"
    assert "hunter2" not in json.dumps(found)


def test_it_shows_neither_a_home_directory_nor_the_address_of_a_remote(adopted: Repo) -> None:
    adopted.git("remote", "add", "origin", "https://ada:hunter2@example.org/shop.git")
    home = adopted.root.parent
    result = adopted.ratchet("doctor", env={"HOME": str(home)})
    assert str(home) not in result.out
    assert "~/repo" in result.out
    assert "hunter2" not in result.out
    assert "example.org" not in result.out


def test_it_changes_nothing(adopted: Repo) -> None:
    before = sorted(str(path) for path in adopted.root.rglob("*"))
    facts(adopted, RATCHET_CACHE="off")
    assert sorted(str(path) for path in adopted.root.rglob("*")) == before


def test_a_ledger_that_was_edited_is_told(adopted: Repo) -> None:
    adopted.write("baselines/files.toml", "")
    adopted.write("baselines/waivers.toml", "")
    found = facts(adopted)["baselines"]
    assert found["baselines/files.toml"] == "changed since the last commit"
    assert found["baselines/waivers.toml"] == "not committed yet"
    adopted.commit("so be it")
    adopted.remove("baselines/waivers.toml")
    assert facts(adopted)["baselines"]["baselines/waivers.toml"] == "deleted"


def test_what_was_not_adopted_yet_is_no_fault(repo: Repo) -> None:
    repo.write("src/lib.rs", "")
    assert facts(repo)["baselines"] == {"baselines/": "none yet: ratchet init"}
    assert facts(repo)["base"]["commit"] == "nothing is committed yet"


def test_without_git_it_still_tells_the_versions(directory: Repo) -> None:
    found = facts(directory)
    assert found["repository"] == {"git": "none here: ratchet count works, ratchet check does not"}
    assert found["versions"]["ratchet"].startswith("0.1.0")


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("ratchet.toml", "packs = [\n", "ratchet.toml"),
        ("ratchet.toml", 'packs = ["rust"]\nexclude = ["**"]\n', "nothing would be inspected"),
        ("baselines/files.toml", "<<<<<<< HEAD\n", "conflict"),
        ("baselines/rules.toml", 'schema = "ratchet/baseline/1"\n', "run: ratchet init --rule"),
        ("rules/a.yaml", "id: 1\n", "id"),
    ],
)
def test_what_is_broken_is_exit_2_with_the_way_out(adopted: Repo, path: str, text: str, said: str) -> None:
    adopted.write(path, text)
    result = adopted.ratchet("doctor")
    assert result.code == 2
    assert said in result.out
    assert "see above" in result.out
    assert "versions" in result.out, "the rest is told all the same"


def test_a_base_that_is_not_here_is_broken(adopted: Repo) -> None:
    found = problems(adopted, BUILDKITE="true", BUILDKITE_PULL_REQUEST="7", BUILDKITE_PULL_REQUEST_BASE_BRANCH="next")
    assert any("this clone does not have it" in each for each in found)


def test_a_machine_without_git_is_told(adopted: Repo) -> None:
    assert problems(adopted, PATH="/nowhere") == [
        "git was not found | install git 2.30 or newer and put it on the PATH"
    ]
