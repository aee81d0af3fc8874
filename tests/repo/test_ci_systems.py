"""What each CI system says of the base, event by event, as its documentation gives the variables."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ratchet.repo.ci import ci_base
from ratchet.repo.ci_systems import CiBase, Clue, base_in_ci
from tests.self.markdown import section
from tests.self.modules import PACKAGE, TOP

A, B, ZEROS = "a" * 40, "b" * 40, "0" * 40
MAIN = "refs/remotes/origin/main"
HUB = {"GITHUB_ACTIONS": "true", "GITHUB_SHA": A}
LAB = {"GITLAB_CI": "true", "CI_DEFAULT_BRANCH": "main"}
REQUEST = LAB | {
    "CI_MERGE_REQUEST_IID": "7",
    "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
    "CI_COMMIT_BEFORE_SHA": ZEROS,
}
AZURE = {"TF_BUILD": "True"}
KITE = {"BUILDKITE": "true", "BUILDKITE_PIPELINE_DEFAULT_BRANCH": "main", "BUILDKITE_PULL_REQUEST": "false"}


def asked(variables: dict[str, str], event: Any = None) -> CiBase:
    found = base_in_ci(variables, json.dumps(event).encode() if event is not None else b"")
    assert found is not None
    return found


def refs(variables: dict[str, str], event: Any = None) -> list[str]:
    return [clue.ref for clue in asked(variables, event).clues]


def hub(name: str, **more: str) -> dict[str, str]:
    return HUB | {"GITHUB_EVENT_NAME": name} | more


def test_outside_ci_nothing_is_known() -> None:
    assert base_in_ci({"CI": "true", "HOME": "/home/ada"}, b"") is None
    assert base_in_ci({"GITHUB_ACTIONS": "false", "CIRCLECI": ""}, b"") is None


PULL = {"GITHUB_REF": "refs/pull/7/merge", "GITHUB_BASE_REF": "main"}
PULL_EVENT = {"pull_request": {"base": {"ref": "main", "sha": B}, "head": {"sha": A}}}


def test_a_pull_request_on_github_is_for_its_branch_and_never_for_the_sha_of_its_last_push() -> None:
    assert refs(hub("pull_request", **PULL), PULL_EVENT) == [MAIN, f"{A}^1"]
    assert asked(hub("pull_request", **PULL)).clues[0] == Clue(MAIN, "GITHUB_BASE_REF of GitHub Actions")
    assert B not in refs(hub("pull_request", **PULL), PULL_EVENT)


def test_the_branch_of_a_pull_request_is_in_the_event_as_well() -> None:
    found = asked(hub("pull_request_review", GITHUB_REF="refs/pull/7/merge"), PULL_EVENT)
    assert [clue.ref for clue in found.clues] == [MAIN, f"{A}^1"]
    assert found.clues[0].source == "pull_request.base.ref of the event of GitHub Actions"


def test_a_pull_request_whose_code_is_not_checked_out_must_be_apart_from_its_base() -> None:
    target = hub("pull_request_target", GITHUB_REF="refs/heads/main", GITHUB_BASE_REF="main")
    assert asked(target, PULL_EVENT) == CiBase(
        "GitHub Actions",
        (Clue(MAIN, "GITHUB_BASE_REF of GitHub Actions"),),
        fault=True,
        apart=True,
        deepen="give actions/checkout `fetch-depth: 0`",
    )
    assert not asked(hub("pull_request", **PULL)).apart


def test_the_merge_queue_of_github_names_the_group_before() -> None:
    group = hub("merge_group", GITHUB_REF="refs/heads/gh-readonly-queue/main/pr-7")
    assert refs(group, {"merge_group": {"base_sha": B, "base_ref": "refs/heads/main"}}) == [B]
    assert asked(group).fault
    assert refs(group) == []


@pytest.mark.parametrize(
    ("branch", "protected", "before", "expected"),
    [
        ("main", "false", B, [B]),
        ("main", "true", ZEROS, []),
        ("topic", "false", B, [MAIN]),
        ("topic", "false", ZEROS, [MAIN]),
        ("release-1", "true", B, [B]),
        ("release-1", "true", ZEROS, []),
    ],
)
def test_a_push_is_held_against_the_push_before_where_that_was_let_in(
    branch: str, protected: str, before: str, expected: list[str]
) -> None:
    """A second push to a branch of one's own must not make the first one the contract."""
    push = hub("push", GITHUB_REF=f"refs/heads/{branch}", GITHUB_REF_PROTECTED=protected)
    assert refs(push, {"before": before, "repository": {"default_branch": "main"}}) == expected
    lab = {"CI_COMMIT_BRANCH": branch, "CI_COMMIT_REF_PROTECTED": protected, "CI_COMMIT_BEFORE_SHA": before}
    assert refs(LAB | lab) == expected


def test_a_push_of_which_nothing_else_is_known_is_held_against_the_push_before() -> None:
    assert refs(hub("push"), {"before": B}) == [B]
    found = asked(hub("push"), {"before": ZEROS})
    assert (found.clues, found.fault) == ((), False)
    assert found.none_because == "no pull request, and nothing before this commit"


@pytest.mark.parametrize("event", [b"", b"{", b"[]", b"null", b'{"before": 1}', b'{"merge_group": []}', b"\xff"])
def test_an_event_that_makes_no_sense_names_nothing(event: bytes) -> None:
    for name in ("push", "merge_group", "schedule"):
        found = base_in_ci(hub(name, GITHUB_REF="refs/heads/main"), event)
        assert found is not None
        assert found.clues == ()


def test_a_tag_has_no_base() -> None:
    push = hub("push", GITHUB_REF="refs/tags/v1")
    assert refs(push, {"before": ZEROS, "repository": {"default_branch": "main"}}) == []
    assert refs(LAB | {"CI_COMMIT_TAG": "v1", "CI_COMMIT_BEFORE_SHA": ZEROS}) == []


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"CI_MERGE_REQUEST_DIFF_BASE_SHA": A, "CI_MERGE_REQUEST_EVENT_TYPE": "detached"}, [A]),
        ({"CI_MERGE_REQUEST_DIFF_BASE_SHA": A, "CI_MERGE_REQUEST_TARGET_BRANCH_SHA": ""}, [A]),
        ({"CI_MERGE_REQUEST_DIFF_BASE_SHA": A, "CI_MERGE_REQUEST_TARGET_BRANCH_SHA": B}, [B]),
        ({}, [MAIN]),
        ({"CI_MERGE_REQUEST_TARGET_BRANCH_NAME": ""}, []),
    ],
    ids=["detached", "detached, with an empty variable", "merged results or a merge train", "old", "unknown"],
)
def test_a_merge_request_on_gitlab(more: dict[str, str], expected: list[str]) -> None:
    assert refs(REQUEST | more) == expected
    assert asked(REQUEST | more).fault


def test_a_pull_request_of_another_server_on_gitlab() -> None:
    external = {"CI_EXTERNAL_PULL_REQUEST_IID": "7", "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_SHA": B}
    assert refs(LAB | external) == [B]


@pytest.mark.parametrize("target", ["main", "refs/heads/main"])
def test_a_pull_request_on_azure(target: str) -> None:
    request = AZURE | {"BUILD_REASON": "PullRequest", "SYSTEM_PULLREQUEST_TARGETBRANCH": target}
    assert refs(request) == [MAIN]
    merge = {"BUILD_SOURCEBRANCH": "refs/pull/7/merge", "BUILD_SOURCEVERSION": A}
    assert refs(request | merge) == [MAIN, f"{A}^1"]


def test_azure_without_a_pull_request_or_without_its_target() -> None:
    assert asked(AZURE | {"BUILD_REASON": "IndividualCI"}).none_because
    assert asked(AZURE | {"BUILD_REASON": "PullRequest"}).fault


def test_pull_requests_queues_and_branches_on_buildkite() -> None:
    request = {"BUILDKITE_PULL_REQUEST": "7", "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "next"}
    assert refs(KITE | request) == ["refs/remotes/origin/next"]
    queue = {"BUILDKITE_MERGE_QUEUE_BASE_COMMIT": B, "BUILDKITE_MERGE_QUEUE_BASE_BRANCH": "main"}
    assert refs(KITE | queue) == [B]
    assert refs(KITE | {"BUILDKITE_BRANCH": "topic"}) == [MAIN]
    assert refs(KITE | {"BUILDKITE_BRANCH": "main"}) == []
    assert asked(KITE | {"BUILDKITE_PULL_REQUEST": "7"}).fault


def test_systems_that_name_the_target_alone() -> None:
    assert refs({"JENKINS_URL": "https://ci", "CHANGE_ID": "7", "CHANGE_TARGET": "main"}) == [MAIN]
    assert asked({"JENKINS_URL": "https://ci", "CHANGE_ID": "7"}).fault
    assert not asked({"JENKINS_URL": "https://ci", "BRANCH_NAME": "main"}).fault
    bucket = {"BITBUCKET_BUILD_NUMBER": "3"}
    assert refs(bucket | {"BITBUCKET_PR_ID": "7", "BITBUCKET_PR_DESTINATION_BRANCH": "main"}) == [MAIN]
    assert not asked(bucket).fault


def test_circleci_names_no_base_and_a_pull_request_there_needs_one() -> None:
    assert asked({"CIRCLECI": "true", "CIRCLE_PULL_REQUEST": "https://github.com/a/b/pull/7"}) == CiBase(
        "CircleCI", fault=True
    )
    assert not asked({"CIRCLECI": "true", "CIRCLE_BRANCH": "main"}).fault


def test_the_environment_and_the_file_of_the_event_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"before": B}), encoding="utf-8")
    for name, value in {**hub("push"), "GITHUB_EVENT_PATH": str(event)}.items():
        monkeypatch.setenv(name, value)
    for name in ("GITHUB_REF", "GITHUB_BASE_REF"):
        monkeypatch.delenv(name, raising=False)
    found = ci_base()
    assert found is not None
    assert [clue.ref for clue in found.clues] == [B]
    event.unlink()
    assert ci_base() == asked(hub("push"))


def test_the_readme_names_the_variables_that_are_read() -> None:
    page = section((TOP / "README.md").read_text(encoding="utf-8"), "CI")
    named = {name for name in re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", page) if not name.startswith("RATCHET_")}
    source = (PACKAGE / "repo/ci_systems.py").read_text(encoding="utf-8")
    by_request = {name.replace("CI_MERGE_REQUEST", "{request}") for name in named}
    assert named
    assert [name for name in sorted(by_request) if name not in source] == []
