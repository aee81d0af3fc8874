"""GitHub Actions as an action sees it: a hosted repository, shallow checkouts, events, and steps run by bash."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from tests.repository import Repo, Result
from tests.self.modules import TOP

__all__ = ["EXPRESSION", "Hosted", "Job", "hosted", "load", "write_script"]

EXPRESSION = re.compile(r"\$\{\{\s*(?P<inside>.*?)\s*\}\}")


def write_script(path: Path, text: str) -> None:
    """A command to be found on the way."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


def load(path: Path) -> Any:
    """A YAML file."""
    return YAML(typ="safe", pure=True).load(path)


@dataclass(frozen=True, slots=True)
class Hosted:
    """A repository as a server has it, the clone of somebody who works on it, and where checkouts go."""

    work: Repo
    bare: Path
    stage: Path

    def push(self, *refspecs: str) -> None:
        self.work.git("push", "--quiet", "--force", "origin", *refspecs)

    def merge_ref(self, number: int, branch: str) -> str:
        """What GitHub makes of an open pull request: `refs/pull/N/merge`, on top of the main branch."""
        self.work.git("checkout", "--quiet", "--detach", "main")
        self.work.git("merge", "--quiet", "--no-ff", "--no-edit", branch)
        commit = self.work.git("rev-parse", "HEAD")
        self.push(f"HEAD:refs/pull/{number}/merge", f"{branch}:refs/heads/{branch}")
        self.work.git("checkout", "--quiet", branch)
        return commit

    def checkout(self, commit: str, ref: str, depth: int = 1, name: str = "checkout") -> Repo:
        """As actions/checkout does it: an empty repository, one fetch of one commit, a detached head or a branch."""
        clone = Repo(self.stage / name, self.stage / "home")
        clone.init()
        clone.git("remote", "add", "origin", self.bare.as_uri())
        remote = ref.replace("refs/heads/", "refs/remotes/origin/").replace("refs/pull/", "refs/remotes/pull/")
        cut = [f"--depth={depth}"] if depth else []
        clone.git("fetch", "--quiet", "--no-tags", *cut, "origin", f"+{commit}:{remote}")
        clone.git("checkout", "--quiet", "--force", "--detach", remote)
        return clone


def hosted(stage: Path, commits: int = 30) -> Hosted:
    """A crate that adopted ratchet some commits ago, on a server that gives out commits by their ids."""
    work = Repo(stage / "work", stage / "home")
    work.init()
    bare = stage / "origin.git"
    work.git("init", "--quiet", "--bare", "--initial-branch=main", str(bare))
    work.git("-C", str(bare), "config", "uploadpack.allowAnySHA1InWant", "true")
    work.git("remote", "add", "origin", str(bare))
    work.write("Cargo.toml", '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n')
    work.write("src/lib.rs", "pub mod a;\npub mod b;\n")
    work.write("src/a.rs", "pub fn port(text: &str) -> u16 {\n    text.parse().unwrap()\n}\n")
    work.write("src/b.rs", "")
    assert work.ratchet("init").code == 0
    work.commit("Adopt ratchet")
    for number in range(commits):
        work.git("commit", "--quiet", "--allow-empty", "--no-verify", f"--message=Nothing, {number} times")
    hosted = Hosted(work, bare, stage)
    hosted.push("main")
    return hosted


@dataclass(slots=True)
class Job:
    """One job on one checkout: the files that GitHub gives it, and what its steps said so far."""

    checkout: Repo
    stage: Path
    variables: Mapping[str, str]
    event: Mapping[str, object] = field(default_factory=dict)
    outputs: dict[str, str] = field(default_factory=dict)
    log: str = ""

    def __post_init__(self) -> None:
        for name in ("temp", "output", "path", "summary"):
            (self.stage / name).mkdir(parents=True) if name == "temp" else (self.stage / name).touch()
        (self.stage / "event.json").write_text(json.dumps(self.event), encoding="utf-8")

    def environment(self) -> dict[str, str]:
        """What GitHub sets for every step."""
        return {
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(TOP),
            "GITHUB_EVENT_PATH": str(self.stage / "event.json"),
            "GITHUB_OUTPUT": str(self.stage / "output"),
            "GITHUB_PATH": str(self.stage / "path"),
            "GITHUB_STEP_SUMMARY": str(self.stage / "summary"),
            "RUNNER_TEMP": str(self.stage / "temp"),
            **self.variables,
        }

    def install(self, script: str = f'exec "{sys.executable}" -P -m ratchet "$@"') -> None:
        """Instead of the step that installs: this very ratchet, or a stand-in, where that step would put it."""
        write_script(self.stage / "temp/ratchet/bin/ratchet", script)

    def run(self, step: Mapping[str, Any], inputs: Mapping[str, str]) -> Result:
        """One step with `run`, as GitHub runs it: expressions are put into `env` and never into the script."""
        assert not EXPRESSION.search(step["run"]), "a value of somebody else's would be read as shell"
        given = {name: _evaluated(value, inputs) for name, value in step.get("env", {}).items()}
        script = self.stage / "step.sh"
        script.write_text(step["run"], encoding="utf-8")
        result = self.checkout.run(
            "bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script),
            env=self.environment() | given, cwd=_evaluated(step.get("working-directory", "."), inputs),
        )  # fmt: skip
        self.log += result.out + result.err
        self.outputs |= _outputs((self.stage / "output").read_text(encoding="utf-8"))
        return result


def _evaluated(value: str, inputs: Mapping[str, str]) -> str:
    """Inputs of an action are known; of other expressions the test says what they come to."""
    return EXPRESSION.sub(lambda found: inputs[found["inside"].removeprefix("inputs.")], value)


def _outputs(text: str) -> dict[str, str]:
    """`name=value` and `name<<delimiter`, as the runner reads them."""
    found: dict[str, str] = {}
    lines = iter(text.splitlines())
    for line in lines:
        name, marker, delimiter = line.partition("<<")
        if marker and "=" not in name:
            value = []
            for inner in lines:
                if inner == delimiter:
                    break
                value.append(inner)
            found[name] = "\n".join(value)
        else:
            name, _, rest = line.partition("=")
            found[name] = rest
    return found
