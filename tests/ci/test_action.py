"""The action for GitHub: its steps run by bash, in shallow clones, with what GitHub says of each event."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.ci.github import EXPRESSION, Hosted, Job, hosted, load
from tests.repository import Repo, Result
from tests.self.modules import TOP

ACTION = load(TOP / "action.yml")
STEPS = ACTION["runs"]["steps"]
INSTALL, FETCH, CHECK = STEPS
DEFAULTS = {name: str(about["default"]) for name, about in ACTION["inputs"].items()}
WORSE = "pub fn host(text: Option<u8>) -> u8 {\n    text.unwrap()\n}\n"
BETTER = "pub fn host(text: Option<u8>) -> u8 {\n    text.unwrap_or(1)\n}\n"
HOSTILE = "x$(touch${IFS}hacked)`touch${IFS}hacked`;touch${IFS}hacked;'\"&&touch${IFS}hacked"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Hosted:
    """Made once, copied for each test."""
    return hosted(tmp_path_factory.mktemp("hosted"))


@pytest.fixture
def server(template: Hosted, tmp_path: Path) -> Hosted:
    shutil.copytree(template.stage, tmp_path / "s", symlinks=True)
    work = Repo(tmp_path / "s/work", tmp_path / "s/home")
    work.git("remote", "set-url", "origin", str(tmp_path / "s/origin.git"))
    return Hosted(work, tmp_path / "s/origin.git", tmp_path / "s")


def run(job: Job, **inputs: str) -> Result:
    """All steps of the action but the first, which takes its time."""
    given = DEFAULTS | {name.replace("_", "-"): value for name, value in inputs.items()}
    job.install()
    fetched = job.run(FETCH, given)
    return job.run(CHECK, given) if fetched.code == 0 else fetched


def pull_request(server: Hosted, branch: str, text: str, depth: int = 1) -> Job:
    server.work.git("checkout", "--quiet", "-b", branch, "main~3")
    server.work.write("src/b.rs", text)
    server.work.commit("Change b")
    merge = server.merge_ref(7, branch)
    variables = {
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_REF": "refs/pull/7/merge",
        "GITHUB_REF_NAME": "7/merge",
        "GITHUB_SHA": merge,
        "GITHUB_BASE_REF": "main",
        "GITHUB_HEAD_REF": branch,
    }
    event = {"pull_request": {"base": {"ref": "main"}, "head": {"ref": branch}}, "repository": {"default_branch": "main"}}
    return Job(server.checkout(merge, "refs/pull/7/merge", depth), server.stage / "job", variables, event)


def commits(repo: Repo) -> int:
    return int(repo.git("rev-list", "--count", "--all"))


@pytest.mark.parametrize(("text", "status", "code"), [(WORSE, "worse", 1), (BETTER, "pass", 0)])
def test_a_pull_request_is_judged_in_a_clone_of_depth_one(server: Hosted, text: str, status: str, code: int) -> None:
    job = pull_request(server, "topic", text)
    assert commits(job.checkout) == 1
    result = run(job)
    assert (job.outputs["status"], job.outputs["exit-code"], result.code) == (status, str(code), code), job.log
    assert "base: " in result.out
    assert "the first parent of GITHUB_SHA of GitHub Actions" in result.out
    assert commits(job.checkout) == 3, "the merge commit and its two parents are all that is needed"


def test_the_verdict_in_a_shallow_clone_is_that_in_a_whole_one(server: Hosted) -> None:
    job = pull_request(server, "topic", WORSE)
    assert run(job).code == 1
    whole = server.checkout(job.variables["GITHUB_SHA"], "refs/pull/7/merge", depth=0, name="whole")
    again = whole.ratchet("check", "--output", "json=whole.json", env=job.environment())
    assert again.code == 1
    assert whole.read("whole.json") == Path(job.outputs["json-file"]).read_text(encoding="utf-8")


def test_what_a_branch_is_called_is_never_shell(server: Hosted) -> None:
    job = pull_request(server, HOSTILE, WORSE)
    assert run(job).code == 1, job.log
    assert not list(server.stage.rglob("hacked"))


def test_a_branch_of_an_odd_name_can_be_the_base(server: Hosted) -> None:
    odd = "rel'ease;$(touch${IFS}hacked)"
    server.push(f"main:refs/heads/{odd}")
    job = pull_request(server, "topic", WORSE)
    head = server.work.git("rev-parse", "topic")
    job.checkout = server.checkout(head, "refs/heads/topic", name="head")
    job.variables = {**job.variables, "GITHUB_BASE_REF": odd, "GITHUB_REF": "refs/heads/topic", "GITHUB_SHA": head}
    assert run(job).code == 1, job.log
    assert f"base: origin/{odd}, from GITHUB_BASE_REF of GitHub Actions" in job.log
    assert not list(server.stage.rglob("hacked"))


@pytest.mark.parametrize("name", ["a\nb", "--upload-pack=touch hacked", "a b", "x:y", "+x", "a..b", "@{u}"])
def test_a_name_that_is_none_is_not_fetched(server: Hosted, name: str) -> None:
    job = pull_request(server, "topic", WORSE)
    job.variables = {**job.variables, "GITHUB_BASE_REF": name, "GITHUB_SHA": "0" * 40}
    result = run(job)
    assert result.code == 2
    assert "this clone does not have it" in result.err
    assert "git fetch" not in result.out
    assert not list(server.stage.rglob("hacked"))


def push_job(server: Hosted, branch: str, before: str, name: str = "push") -> Job:
    head = server.work.git("rev-parse", "HEAD")
    server.push(f"HEAD:refs/heads/{branch}")
    variables = {
        "GITHUB_EVENT_NAME": "push",
        "GITHUB_REF": f"refs/heads/{branch}",
        "GITHUB_REF_NAME": branch,
        "GITHUB_REF_PROTECTED": "false",
        "GITHUB_SHA": head,
    }
    event = {"before": before, "after": head, "repository": {"default_branch": "main"}}
    return Job(server.checkout(head, f"refs/heads/{branch}"), server.stage / name, variables, event)


def test_a_push_to_the_main_branch_is_held_against_what_was_there_before(server: Hosted) -> None:
    before = server.work.git("rev-parse", "HEAD")
    for number in range(5):
        server.work.write("src/b.rs", f"// {number}\n{WORSE}")
        server.work.commit(f"Push {number}")
    job = push_job(server, "main", before)
    assert run(job).code == 1, job.log
    assert f"base: {before[:12]}, from before of the push event of GitHub Actions" in job.log
    assert commits(job.checkout) < 30, "no more is fetched than is needed"


def test_a_push_to_a_branch_is_held_against_the_main_branch(server: Hosted) -> None:
    server.work.git("checkout", "--quiet", "-b", "topic", "main~20")
    server.work.write("src/b.rs", WORSE)
    first = server.work.commit("Worse")
    server.work.write("notes.md", "more")
    server.work.commit("More")
    job = push_job(server, "topic", first)
    assert run(job).code == 1, job.log
    assert "base: origin/main, from repository.default_branch of the event of GitHub Actions" in job.log


def test_a_merge_group_is_held_against_the_group_before_it(server: Hosted) -> None:
    base = server.work.git("rev-parse", "main")
    server.work.git("checkout", "--quiet", "-b", "queue")
    server.work.write("src/b.rs", WORSE)
    head = server.work.commit("Worse")
    ref = f"refs/heads/gh-readonly-queue/main/pr-7-{base}"
    server.push(f"HEAD:{ref}")
    variables = {"GITHUB_EVENT_NAME": "merge_group", "GITHUB_REF": ref, "GITHUB_SHA": head}
    event = {"merge_group": {"base_sha": base, "base_ref": "refs/heads/main", "head_sha": head}}
    job = Job(server.checkout(head, ref), server.stage / "job", variables, event)
    assert run(job).code == 1, job.log
    assert "from merge_group.base_sha of the event of GitHub Actions" in job.log
    assert commits(job.checkout) <= 3


def test_a_whole_clone_is_not_cut(server: Hosted) -> None:
    job = pull_request(server, "topic", BETTER, depth=0)
    before = commits(job.checkout)
    assert run(job).code == 0
    assert job.checkout.git("rev-parse", "--is-shallow-repository") == "false"
    assert commits(job.checkout) == before


def test_a_base_that_is_given_is_fetched(server: Hosted) -> None:
    job = pull_request(server, "topic", WORSE)
    job.variables = {**job.variables, "GITHUB_REF": "refs/heads/topic", "GITHUB_EVENT_NAME": "workflow_dispatch"}
    assert run(job, base="origin/main").code == 1, job.log


@pytest.mark.parametrize("base", ["nowhere", "origin/nowhere", "$(touch hacked)"])
def test_a_base_that_is_nowhere_fails(server: Hosted, base: str) -> None:
    job = pull_request(server, "topic", BETTER)
    assert run(job, base=base).code != 0
    assert not list(server.stage.rglob("hacked"))


def test_histories_that_share_nothing_are_not_judged(server: Hosted) -> None:
    server.work.git("checkout", "--quiet", "--orphan", "other")
    server.work.write("src/b.rs", BETTER)
    server.work.commit("Another beginning")
    job = push_job(server, "other", "0" * 40)
    result = run(job)
    assert result.code == 2
    assert "have no commit in common" in result.err


def raised(server: Hosted) -> Job:
    """A pull request that raises a budget and does not use it."""
    job = pull_request(server, "topic", BETTER)
    server.work.git("checkout", "--quiet", "topic")
    path = "baselines/files.toml"
    server.work.write(path, server.work.read(path).replace("= 1", "= 9"))
    server.work.commit("Raise")
    merge = server.merge_ref(7, "topic")
    job.checkout = server.checkout(merge, "refs/pull/7/merge", name="raised")
    job.variables = {**job.variables, "GITHUB_SHA": merge}
    return job


def test_a_loosened_gate_fails_unless_somebody_signs_it_off(server: Hosted) -> None:
    job = raised(server)
    assert run(job).code == 4, job.log
    assert job.outputs["status"] == "review"
    signed = job.run(CHECK, DEFAULTS | {"signoff": "@ada; $(touch hacked)"})
    assert signed.code == 0
    assert not list(server.stage.rglob("hacked"))


@pytest.mark.parametrize(
    ("fail_on", "review", "worse"), [("review", 4, 1), ("worse", 0, 1), ("error", 0, 0), ("never", 2, 2)]
)
def test_what_fails_the_step_is_chosen(server: Hosted, fail_on: str, review: int, worse: int) -> None:
    job = raised(server)
    assert run(job, fail_on=fail_on).code == review, job.log
    job.checkout.write("src/b.rs", WORSE)
    assert job.run(CHECK, DEFAULTS | {"fail-on": fail_on}).code == worse


def test_what_cannot_be_judged_fails_whatever_is_chosen(server: Hosted) -> None:
    job = pull_request(server, "topic", BETTER)
    job.checkout.write("src/b.rs", b"fn a() {}\0")
    assert run(job, fail_on="error").code == 2
    assert job.outputs["status"] == "error"


def test_the_reports_are_where_the_outputs_say(server: Hosted) -> None:
    job = pull_request(server, "topic", WORSE)
    result = run(job, sarif_file="out put/ratchet.sarif") if (job.checkout.root / "out put").mkdir() is None else None
    assert result is not None
    assert result.code == 1, job.log
    assert "::error file=src/b.rs,line=2" in result.out
    assert '"version": "2.1.0"' in job.checkout.read(job.outputs["sarif-file"])
    assert "src/b.rs" in Path(job.outputs["comment-file"]).read_text(encoding="utf-8")
    assert "src/b.rs" in (job.stage / "summary").read_text(encoding="utf-8")


def test_a_directory_of_the_repository_can_be_judged(server: Hosted) -> None:
    job = pull_request(server, "topic", WORSE)
    assert run(job, working_directory="src").code == 1, job.log


def test_expressions_stand_in_env_and_nowhere_else() -> None:
    for step in STEPS:
        assert set(step) <= {"name", "id", "shell", "env", "run", "working-directory"}, "no other action is used"
        assert step["shell"] == "bash"
        assert not EXPRESSION.search(step["run"])
        for value in step.get("env", {}).values():
            assert EXPRESSION.fullmatch(value), "an expression alone, so that its value stays one value"


def test_every_input_is_used_and_every_output_is_set() -> None:
    used = {found["inside"] for step in STEPS for found in EXPRESSION.finditer(str({**step, "run": ""}))}
    assert used == {f"inputs.{name}" for name in ACTION["inputs"]}
    for name, about in ACTION["outputs"].items():
        assert about["value"] == f"${{{{ steps.check.outputs.{name} }}}}"
        assert f"{name}=" in CHECK["run"] or f"{name}<<" in CHECK["run"]


def job_without_a_checkout(tmp_path: Path, variables: Mapping[str, str]) -> Job:
    return Job(Repo(tmp_path / "checkout", tmp_path / "home"), tmp_path / "job", variables)


@pytest.mark.parametrize("version", ["--index-url=x", "0.1.0; touch hacked", "$(touch hacked)", "../x", "==1"])
def test_a_version_that_is_none_installs_nothing(tmp_path: Path, version: str) -> None:
    job = job_without_a_checkout(tmp_path, {})
    result = job.run(INSTALL, DEFAULTS | {"version": version})
    assert result.code == 2
    assert "::error title=ratchet::" in result.out
    assert not list(tmp_path.rglob("hacked"))
    assert not (job.stage / "temp/ratchet").exists()


def test_a_python_that_is_too_old_is_told(tmp_path: Path) -> None:
    old = tmp_path / "bin/python3"
    old.parent.mkdir()
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    job = job_without_a_checkout(tmp_path, {"PATH": f"{old.parent}:/usr/bin:/bin"})
    result = job.run(INSTALL, DEFAULTS)
    assert result.code == 2
    assert "setup-python" in result.out


def test_it_installs_what_was_checked_out_with_it_and_imports_nothing_of_the_pull_request(tmp_path: Path) -> None:
    import os

    network = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or "proxy" in name.lower()}
    job = job_without_a_checkout(tmp_path, network)
    for name in ("venv", "pip", "sys", "ratchet", "click"):
        job.checkout.write(f"{name}.py", "open('hacked', 'w')\n")
    result = job.run(INSTALL, DEFAULTS)
    assert result.code == 0, job.log
    assert (job.stage / "path").read_text(encoding="utf-8") == f"{job.stage}/temp/ratchet/bin\n"
    said = job.checkout.run(str(job.stage / "temp/ratchet/bin/ratchet"), "--version", env={"PYTHONPATH": ""})
    assert said.out.startswith("ratchet, version ")
    assert not list(tmp_path.rglob("hacked"))


def test_the_scripts_are_bash_that_an_old_bash_knows_too() -> None:
    for step in STEPS:
        subprocess.run(["bash", "-n", "-c", step["run"]], check=True)
        assert "mapfile" not in step["run"], "macOS has bash 3.2"
        assert "readarray" not in step["run"]
