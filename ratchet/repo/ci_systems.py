"""What the variables of each CI system say of the base of a change."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from ratchet.model.value import frozen

__all__ = ["MARKERS", "CiBase", "Clue", "base_in_ci"]

Variables = Mapping[str, str]

_MERGE_REF = re.compile(r"refs/pull/\d+/merge")


@frozen
class Clue:
    """A revision that may be the base, and where it was found."""

    ref: str
    source: str


@frozen
class CiBase:
    """What a CI system says of the base: revisions, the best first, or why there is none.

    `fault` says that there is a pull request and its base is not told; `apart` that the commit which is checked out
    must not be the base itself; `deepen` is how this system is told to clone the whole history.
    """

    system: str
    clues: tuple[Clue, ...] = ()
    none_because: str = ""
    fault: bool = False
    apart: bool = False
    deepen: str = ""


def base_in_ci(variables: Variables, event: bytes) -> CiBase | None:
    """The base that the CI system around us names; None outside those that are known."""
    for marker, reader in _SYSTEMS.items():
        if variables.get(marker, "").lower() not in {"", "false", "0"}:
            return reader(variables, event)
    return None


def _github(variables: Variables, event: bytes) -> CiBase:
    system, deepen = "GitHub Actions", "give actions/checkout `fetch-depth: 0`"
    happened, ref = variables.get("GITHUB_EVENT_NAME", ""), variables.get("GITHUB_REF", "")
    payload = _payload(event)
    if happened == "merge_group":
        clues = _clue(_text(payload, "merge_group", "base_sha"), "merge_group.base_sha of the event", system)
        return CiBase(system, clues, fault=True, deepen=deepen)
    if happened.startswith("pull_request") or _MERGE_REF.fullmatch(ref):
        # Never pull_request.base.sha: it is the base of the last push to the pull request, or older, while the merge
        # commit that is checked out was made with a newer one, which may have lowered budgets since.
        by_event = _remote(_text(payload, "pull_request", "base", "ref"))
        clues = _branch(variables, "GITHUB_BASE_REF", system)
        clues = clues or _clue(by_event, "pull_request.base.ref of the event", system)
        clues += _merged_into(ref, variables, "GITHUB_SHA", system)
        return CiBase(system, clues, fault=True, apart=happened == "pull_request_target", deepen=deepen)
    default = _remote(_text(payload, "repository", "default_branch"))
    pushed = _Pushed(
        ref.removeprefix("refs/heads/") if ref.startswith("refs/heads/") else "",
        _clue(default, "repository.default_branch of the event", system),
        variables.get("GITHUB_REF_PROTECTED") == "true",
        _clue(_text(payload, "before"), "before of the push event", system),
    )
    return _after_push(system, pushed, deepen)


def _gitlab(variables: Variables, _event: bytes) -> CiBase:
    system, deepen = "GitLab", 'set GIT_DEPTH: "0" for the job'
    for request in ("CI_MERGE_REQUEST", "CI_EXTERNAL_PULL_REQUEST"):
        if variables.get(f"{request}_IID"):
            # The first is there when the target was merged in, as in merge trains; the second is the merge base.
            clues = _commit(variables, f"{request}_TARGET_BRANCH_SHA", system)
            clues = clues or _commit(variables, f"{request}_DIFF_BASE_SHA", system)
            clues = clues or _branch(variables, f"{request}_TARGET_BRANCH_NAME", system)
            return CiBase(system, clues, fault=True, deepen=deepen)
    pushed = _Pushed(
        variables.get("CI_COMMIT_BRANCH", ""),
        _branch(variables, "CI_DEFAULT_BRANCH", system),
        variables.get("CI_COMMIT_REF_PROTECTED") == "true",
        _commit(variables, "CI_COMMIT_BEFORE_SHA", system),
    )
    return _after_push(system, pushed, deepen)


def _azure(variables: Variables, _event: bytes) -> CiBase:
    system, deepen = "Azure Pipelines", "give the checkout step `fetchDepth: 0`"
    clues = _branch(variables, "SYSTEM_PULLREQUEST_TARGETBRANCH", system)
    if not clues and variables.get("BUILD_REASON") != "PullRequest":
        return _after_push(system, _Pushed(), deepen)
    clues += _merged_into(variables.get("BUILD_SOURCEBRANCH", ""), variables, "BUILD_SOURCEVERSION", system)
    return CiBase(system, clues, fault=True, deepen=deepen)


def _buildkite(variables: Variables, _event: bytes) -> CiBase:
    system = "Buildkite"
    queue = _commit(variables, "BUILDKITE_MERGE_QUEUE_BASE_COMMIT", system)
    if queue or variables.get("BUILDKITE_PULL_REQUEST", "false") != "false":
        return CiBase(system, queue or _branch(variables, "BUILDKITE_PULL_REQUEST_BASE_BRANCH", system), fault=True)
    default = _branch(variables, "BUILDKITE_PIPELINE_DEFAULT_BRANCH", system)
    return _after_push(system, _Pushed(variables.get("BUILDKITE_BRANCH", ""), default))


def _bitbucket(variables: Variables, _event: bytes) -> CiBase:
    system, deepen = "Bitbucket Pipelines", "set `clone: depth: full`"
    clues = _branch(variables, "BITBUCKET_PR_DESTINATION_BRANCH", system)
    if clues or variables.get("BITBUCKET_PR_ID"):
        return CiBase(system, clues, fault=True, deepen=deepen)
    return _after_push(system, _Pushed(), deepen)


def _jenkins(variables: Variables, _event: bytes) -> CiBase:
    clues = _branch(variables, "CHANGE_TARGET", "Jenkins")
    if clues or variables.get("CHANGE_ID"):
        return CiBase("Jenkins", clues, fault=True)
    return _after_push("Jenkins", _Pushed())


def _circle(variables: Variables, _event: bytes) -> CiBase:
    """No variable of CircleCI names the base; that there is a pull request is told by its address alone."""
    if variables.get("CIRCLE_PULL_REQUEST"):
        return CiBase("CircleCI", fault=True)
    return _after_push("CircleCI", _Pushed())


_SYSTEMS: Mapping[str, Callable[[Variables, bytes], CiBase]] = {
    "GITHUB_ACTIONS": _github,
    "GITLAB_CI": _gitlab,
    "TF_BUILD": _azure,
    "BUILDKITE": _buildkite,
    "BITBUCKET_BUILD_NUMBER": _bitbucket,
    "CIRCLECI": _circle,
    "JENKINS_URL": _jenkins,
}

MARKERS = tuple(_SYSTEMS)
"""The variables by which the systems are known."""


@frozen
class _Pushed:
    """A branch that was pushed to: its name, the default branch, whether it is protected, and what it was before."""

    name: str = ""
    default: tuple[Clue, ...] = ()
    protected: bool = False
    before: tuple[Clue, ...] = ()


def _after_push(system: str, pushed: _Pushed, deepen: str = "") -> CiBase:
    """The default branch for work in progress, where the push before may have been refused; else that push."""
    if pushed.name and pushed.default and not pushed.protected and _remote(pushed.name) != pushed.default[0].ref:
        return CiBase(system, pushed.default, deepen=deepen)
    if pushed.before:
        return CiBase(system, pushed.before, deepen=deepen)
    return CiBase(system, none_because="no pull request, and nothing before this commit", deepen=deepen)


def _merged_into(ref: str, variables: Variables, name: str, system: str) -> tuple[Clue, ...]:
    """The first parent of the commit that the system made by merging a pull request into its target."""
    commit = variables.get(name, "")
    is_merge = _MERGE_REF.fullmatch(ref) is not None
    return _clue(f"{commit}^1", f"the first parent of {name}", system) if commit and is_merge else ()


def _commit(variables: Variables, name: str, system: str) -> tuple[Clue, ...]:
    return _clue(variables.get(name, ""), name, system)


def _branch(variables: Variables, name: str, system: str) -> tuple[Clue, ...]:
    return _clue(_remote(variables.get(name, "")), name, system)


def _remote(branch: str) -> str:
    """The branch at the remote, in full: a tag named `origin/main` must not be taken for it."""
    short = branch.removeprefix("refs/heads/")
    return f"refs/remotes/origin/{short}" if short else ""


def _clue(ref: str, name: str, system: str) -> tuple[Clue, ...]:
    """One clue, or none where the variable is empty or all zeros, as it is for what did not exist before."""
    return (Clue(ref, f"{name} of {system}"),) if ref.strip("0") else ()


def _payload(event: bytes) -> object:
    try:
        return json.loads(event)
    except (ValueError, RecursionError):
        return None


def _text(value: object, *keys: str) -> str:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""
