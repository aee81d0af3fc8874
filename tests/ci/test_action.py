"""The action for GitHub: its steps run by bash, in shallow clones, with what GitHub says of each event."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.ci.github import EXPRESSION, Hosted, Job, hosted, load, write_script
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
    event = {
        "pull_request": {"base": {"ref": "main"}, "head": {"ref": branch}},
        "repository": {"default_branch": "main"},
    }
    return Job(server.checkout(merge, "refs/pull/7/merge", depth), server.stage / "job", variables, event)


def commits(repo: Repo) -> int:
    return int(repo.git("rev-list", "--count", "--all"))


def test_a_pull_request_is_judged_in_a_clone_of_depth_one_as_in_a_whole_one(server: Hosted) -> None:
    job = pull_request(server, HOSTILE, WORSE)
    assert commits(job.checkout) == 1
    (job.checkout.root / "out put").mkdir()
    result = run(job, sarif_file="out put/ratchet.sarif")
    assert (job.outputs["status"], job.outputs["exit-code"], result.code) == ("worse", "1", 1), job.log
    assert not list(server.stage.rglob("hacked")), "what a branch is called is never shell"
    assert "::error file=src/b.rs,line=2" in result.out
    assert '"version": "2.1.0"' in job.checkout.read(job.outputs["sarif-file"])
    assert "src/b.rs" in Path(job.outputs["comment-file"]).read_text(encoding="utf-8")
    assert "src/b.rs" in (job.stage / "summary").read_text(encoding="utf-8")
    assert "base: " in result.out
    assert "the first parent of GITHUB_SHA of GitHub Actions" in result.out
    assert commits(job.checkout) == 3, "the merge commit and its two parents are all that is needed"
    whole = server.checkout(job.variables["GITHUB_SHA"], "refs/pull/7/merge", depth=0, name="whole")
    assert whole.ratchet("check", "--output", "json=whole.json", env=job.environment()).code == 1
    assert whole.read("whole.json") == Path(job.outputs["json-file"]).read_text(encoding="utf-8")


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


def stand_in(tmp_path: Path, code: int) -> Job:
    """A job with something that ends as ratchet would, and says how it was called."""
    job = job_without_a_checkout(tmp_path, {})
    job.install(f'printf "%s\\n" "$@"; printf "sign-off: %s\\n" "$RATCHET_SIGNOFF"; exit {code}')
    return job


STATUS = {0: "pass", 1: "worse", 2: "error", 3: "error", 4: "review", 130: "error"}
FORGIVEN = {"review": {0}, "worse": {0, 4}, "error": {0, 1, 4}}


@pytest.mark.parametrize("fail_on", FORGIVEN)
def test_what_fails_the_step_is_chosen_and_not_being_judged_always_does(tmp_path: Path, fail_on: str) -> None:
    for code, status in STATUS.items():
        job = stand_in(tmp_path / str(code), code)
        result = job.run(CHECK, DEFAULTS | {"fail-on": fail_on})
        assert result.code == (0 if code in FORGIVEN[fail_on] else code), job.log
        assert (job.outputs["status"], job.outputs["exit-code"]) == (status, str(code))


@pytest.mark.parametrize("fail_on", ["never", "", "worse\nx", "$(touch hacked)"])
def test_another_choice_is_refused(tmp_path: Path, fail_on: str) -> None:
    assert stand_in(tmp_path, 0).run(CHECK, DEFAULTS | {"fail-on": fail_on}).code == 2
    assert not list(tmp_path.rglob("hacked"))


def test_every_value_reaches_ratchet_as_it_is(tmp_path: Path) -> None:
    job = stand_in(tmp_path, 0)
    odd = 'it\'s $(touch hacked); `touch hacked` "&& touch hacked" *'
    job.run(CHECK, DEFAULTS | {"base": odd, "signoff": odd, "sarif-file": odd, "merged": "true"})
    said = job.log.splitlines()
    assert said[said.index("--base") + 1] == odd
    assert f"sarif={odd}" in said
    assert f"sign-off: {odd}" in said
    assert "--merged" in said
    assert job.outputs["sarif-file"] == odd
    assert job.run(FETCH, DEFAULTS | {"base": odd}).code != 0
    assert not list(tmp_path.rglob("hacked"))


def test_an_output_cannot_be_forged(tmp_path: Path) -> None:
    job = stand_in(tmp_path, 1)
    job.run(CHECK, DEFAULTS | {"sarif-file": "x\nstatus=pass"})
    assert job.outputs["status"] == "worse"


def test_a_fetch_that_fails_ends_the_job(server: Hosted) -> None:
    job = pull_request(server, "topic", BETTER)
    job.checkout.git("remote", "set-url", "origin", str(server.stage / "nowhere"))
    assert run(job).code not in {0, 1}


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
    write_script(tmp_path / "bin/python3", "exit 1")
    job = job_without_a_checkout(tmp_path, {"PATH": f"{tmp_path}/bin:/usr/bin:/bin"})
    result = job.run(INSTALL, DEFAULTS)
    assert result.code == 2
    assert "setup-python" in result.out


@pytest.mark.parametrize(("version", "wanted"), [("", str(TOP)), ("0.1.0", "ratchet-lint==0.1.0")])
def test_it_installs_what_was_asked_for_into_a_place_of_its_own(tmp_path: Path, version: str, wanted: str) -> None:
    job = job_without_a_checkout(tmp_path, {"PATH": f"{tmp_path}/bin:/usr/bin:/bin"})
    write_script(tmp_path / "bin/python3", f'echo "python3 $*" >>{tmp_path}/calls')
    write_script(job.stage / "temp/ratchet/bin/python", f'echo "python $*" >>{tmp_path}/calls')
    assert job.run(INSTALL, DEFAULTS | {"version": version}).code == 0, job.log
    assert (tmp_path / "calls").read_text(encoding="utf-8").splitlines()[1:] == [
        f"python3 -I -m venv {job.stage}/temp/ratchet",
        f"python -I -m pip install --quiet --disable-pip-version-check {wanted}",
    ]
    assert (job.stage / "path").read_text(encoding="utf-8") == f"{job.stage}/temp/ratchet/bin\n"


def test_python_is_never_started_where_it_would_import_the_pull_request(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "checkout", tmp_path / "home")
    for name in ("venv", "pip"):
        repo.write(f"{name}.py", "open('hacked', 'w')\n")
    assert repo.run("python3", "-I", "-m", "venv", "--without-pip", str(tmp_path / "made")).code == 0
    assert not list(tmp_path.rglob("hacked"))
    repo.run("python3", "-m", "venv", "--help")
    assert list(tmp_path.rglob("hacked")), "without -I it would have happened"
    started = [line for step in STEPS for line in step["run"].splitlines() if re.search(r"python3? ", line)]
    assert started
    assert all(" -I " in line for line in started if "::error" not in line)


def test_the_scripts_are_bash_that_an_old_bash_knows_too() -> None:
    for step in STEPS:
        subprocess.run(["bash", "-n", "-c", step["run"]], check=True)
        assert "mapfile" not in step["run"], "macOS has bash 3.2"
        assert "readarray" not in step["run"]
