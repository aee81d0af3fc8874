"""The files for CI systems: as their schemas want them, as the page shows them, and their commands judge a change."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from check_jsonschema import main as check_jsonschema
from click.testing import CliRunner
from ruamel.yaml import YAML

from ratchet import __version__
from ratchet.repo.ci_templates import SYSTEMS, ci_files
from tests.ci.github import Hosted, Job, hosted, write_script
from tests.repository import Repo, Result
from tests.self.markdown import blocks, section
from tests.self.modules import TOP

PAGE = (TOP / "docs/ci.md").read_text(encoding="utf-8")
README = (TOP / "README.md").read_text(encoding="utf-8")
WORSE = "pub fn host(text: Option<u8>) -> u8 {\n    text.unwrap()\n}\n"
SIGNOFF = "contains(github.event.pull_request.labels.*.name, 'ratchet-signoff') && 'the label ratchet-signoff' || ''"


def written(system: str) -> dict[str, str]:
    return dict(ci_files(system, "main", __version__))


def shown(heading: str) -> list[str]:
    return [block.text for block in blocks(section(PAGE, heading)) if block.language in {"yaml", "groovy"}]


def documents() -> list[tuple[str, str, tuple[str, ...]]]:
    """Each text with the schema it should fit, and what the validator has to be told."""
    workflows = [*written("github").values(), *shown("GitHub"), *shown("Lowering budgets on the main branch")]
    workflows += [block.text for block in blocks(section(README, "CI")) if "runs-on" in block.text]
    azure = ("--data-transform", "azure-pipelines", "--regex-variant", "nonunicode")
    return [
        ("github-actions", (TOP / "action.yml").read_text(encoding="utf-8"), ()),
        *(("github-workflows", text, ()) for text in workflows),
        *(("gitlab-ci", text, ()) for text in (*written("gitlab").values(), *shown("GitLab"))),
        *(("azure-pipelines", text, azure) for text in (*written("azure").values(), *shown("Azure Pipelines"))),
        *(("buildkite", text, ()) for text in shown("Buildkite")),
        *(("circle-ci", text, ()) for text in shown("CircleCI")),
        *(("bitbucket-pipelines", text, ()) for text in shown("Bitbucket")),
    ]


@pytest.mark.parametrize(("schema", "text", "more"), documents(), ids=[schema for schema, _, _ in documents()])
def test_a_file_fits_the_schema_that_its_system_publishes(
    schema: str, text: str, more: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "file.yml"
    file.write_text(text, encoding="utf-8")
    arguments = ["--builtin-schema", f"vendor.{schema}", *more, str(file)]
    result = CliRunner().invoke(check_jsonschema, arguments)
    assert result.exit_code == 0, result.output
    spoilt = re.sub(r"\b(steps|script|runs|include|commands):", r"no-\1:", text).replace("depth: full", "depth: [x]")
    file.write_text(spoilt, encoding="utf-8")
    assert CliRunner().invoke(check_jsonschema, arguments).exit_code == 1, "the schema would take anything"


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_page_shows_what_is_written(system: str) -> None:
    page = "".join(block.text for block in blocks(PAGE))
    for path, text in written(system).items():
        assert text in page or path == ".gitlab-ci.yml"


@pytest.mark.parametrize("branch", ['ma"in', "a: b", "x]", "it's", "ünï", "*"])
def test_whatever_the_branch_is_called_the_files_are_yaml(branch: str) -> None:
    for system in SYSTEMS:
        for text in ci_files(system, branch, __version__).values():
            data = YAML(typ="safe", pure=True).load(text)
            assert "@BRANCH@" not in text
            assert branch in str(data) or "branches" not in text


def test_every_foreign_action_is_pinned_to_a_commit() -> None:
    texts = [*written("github").values(), *shown("GitHub"), *shown("Lowering budgets on the main branch")]
    used = [name for text in texts for name in re.findall(r"uses: (\S+)", text)]
    assert used
    assert [name for name in used if not re.search(r"@[0-9a-f]{40}$", name) and "OWNER" not in name] == []


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Hosted:
    """A pull request that makes a file worse, from `topic` to `main`."""
    server = hosted(tmp_path_factory.mktemp("hosted"), commits=2)
    server.work.git("checkout", "--quiet", "-b", "topic")
    server.work.write("src/b.rs", WORSE)
    server.work.commit("Worse")
    server.push("topic")
    return server


@pytest.fixture
def checkout(template: Hosted, tmp_path: Path) -> Repo:
    """A whole clone of the pull request, as most systems make one."""
    clone = Repo(tmp_path / "clone", tmp_path / "home")
    clone.git("clone", "--quiet", "--branch", "topic", template.bare.as_uri(), ".")
    clone.git("checkout", "--quiet", "--detach")
    return clone


def with_stand_ins(stage: Path) -> dict[str, str]:
    """Commands that install this ratchet in no time: `pip`, and `python3 -I -m venv DIR`."""
    ratchet = f'exec "{sys.executable}" -P -m ratchet "$@"'
    write_script(stage / "bin/pip", 'test "$*" = "install --quiet ratchet-lint==0.1.0"')
    write_script(stage / "bin/ratchet", ratchet)
    write_script(stage / "bin/inner", 'test "$*" = "-I -m pip install --quiet ratchet-lint==0.1.0"')
    write_script(
        stage / "bin/python3",
        f'test "$1 $2 $3" = "-I -m venv" || exit 9\nmkdir -p "$4/bin"\n'
        f'cp {stage}/bin/inner "$4/bin/python"\ncp {stage}/bin/ratchet "$4/bin/ratchet"',
    )
    return {"PATH": f"{stage}/bin:/usr/bin:/bin"}


def parsed(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


def gitlab(job: str) -> str:
    return "\n".join(parsed(written("gitlab")[".gitlab/ci/ratchet.yml"])[job]["script"])


def azure() -> str:
    steps = parsed(written("azure")[".azure-pipelines/ratchet.yml"])["steps"]
    return "".join(f"( {step['bash']} ) || exit $?\n" for step in steps if "bash" in step)


def jenkins() -> str:
    found = re.search(r"'''(.*?)'''", shown("Jenkins")[0], re.DOTALL)
    assert found
    return found[1]


def circle() -> str:
    steps = parsed(shown("CircleCI")[0])["jobs"]["ratchet"]["steps"]
    return "\n".join(step["run"] for step in steps if isinstance(step, dict) and "run" in step)


def bitbucket() -> str:
    [step] = parsed(shown("Bitbucket")[0])["pipelines"]["pull-requests"]["**"]
    return "\n".join(step["step"]["script"])


def systems() -> dict[str, tuple[str, Mapping[str, str]]]:
    """The commands of each system, and the variables by which it tells of a pull request from `topic` to `main`."""
    return {
        "GitLab": (gitlab("ratchet"), {
            "GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "7", "CI_MERGE_REQUEST_DIFF_BASE_SHA": "MAIN",
        }),
        "Azure Pipelines": (azure(), {
            "TF_BUILD": "True", "BUILD_REASON": "PullRequest", "AGENT_TEMPDIRECTORY": "STAGE/temp",
            "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main",
        }),
        "Buildkite": ("\n".join(parsed(shown("Buildkite")[0])["steps"][0]["commands"]), {
            "BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "7", "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main",
        }),
        "Jenkins": (jenkins(), {
            "JENKINS_URL": "https://ci.example.org", "CHANGE_ID": "7", "CHANGE_TARGET": "main",
            "WORKSPACE_TMP": "STAGE/temp",
        }),
        "CircleCI": (circle(), {"CIRCLECI": "true", "CIRCLE_PULL_REQUEST": "https://example.org/pull/7"}),
        "Bitbucket Pipelines": (bitbucket(), {
            "BITBUCKET_BUILD_NUMBER": "1", "BITBUCKET_PR_ID": "7", "BITBUCKET_PR_DESTINATION_BRANCH": "main",
        }),
    }  # fmt: skip


@pytest.mark.parametrize("system", systems())
def test_the_commands_of_a_system_judge_a_pull_request(system: str, checkout: Repo, tmp_path: Path) -> None:
    commands, variables = systems()[system]
    main = checkout.git("rev-parse", "origin/main")
    (tmp_path / "temp").mkdir()
    filled = {name: value.replace("MAIN", main).replace("STAGE", str(tmp_path)) for name, value in variables.items()}
    result = checkout.run("bash", "-eo", "pipefail", "-c", commands, env=filled | with_stand_ins(tmp_path))
    assert result.code == 1, result.out + result.err
    assert "error[rust/unwrap]" in result.out
    assert system == "CircleCI" or f"of {system}" in result.out
    assert not (checkout.root / ".venv").exists()


def test_the_loop_of_the_page_makes_a_shallow_clone_deep_enough(template: Hosted, tmp_path: Path) -> None:
    [loop] = [block.text for block in blocks(section(PAGE, "Shallow clones")) if block.language == "sh"]
    clone = template.checkout(template.work.git("rev-parse", "topic"), "refs/heads/topic", name=tmp_path.name)
    variables = {"BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "7", "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main"}
    assert clone.ratchet("base", env=variables).code == 2
    assert clone.run("bash", "-euc", loop, env={**variables, **with_stand_ins(tmp_path)}).code == 0
    assert clone.ratchet("base", env=variables).code == 0


def github_job(checkout: Repo, stage: Path, variables: Mapping[str, str], event: Mapping[str, object]) -> Job:
    return Job(checkout, stage / "job", {**variables, **with_stand_ins(stage)}, event)


def run_steps(job: Job, text: str, values: Mapping[str, str]) -> Result:
    [about] = parsed(text)["jobs"].values()
    result = Result(0, "", "")
    for step in about["steps"]:
        if "run" in step and result.code == 0:
            result = job.run(step, values)
    return result


@pytest.mark.parametrize(("labelled", "code"), [("", 4), ("the label ratchet-signoff", 0)])
def test_the_workflow_judges_and_a_label_signs_off(checkout: Repo, tmp_path: Path, labelled: str, code: int) -> None:
    checkout.write("src/b.rs", "")
    checkout.write("baselines/files.toml", checkout.read("baselines/files.toml").replace("= 1", "= 9"))
    variables = {"GITHUB_EVENT_NAME": "pull_request", "GITHUB_BASE_REF": "main", "GITHUB_REF": "refs/pull/7/merge"}
    job = github_job(checkout, tmp_path, variables, {})
    result = run_steps(job, written("github")[".github/workflows/ratchet.yml"], {SIGNOFF: labelled})
    assert result.code == code, job.log
    assert "loosened[budget-raised]" in result.out


def tightening(template: Hosted, tmp_path: Path) -> tuple[Repo, Job]:
    """A main branch in which somebody removed a site and left its budget."""
    shutil.copytree(template.bare, tmp_path / "origin.git")
    main = Repo(tmp_path / "main", tmp_path / "home")
    main.git("clone", "--quiet", "--branch", "main", (tmp_path / "origin.git").as_uri(), ".")
    main.git("config", "user.name", "Ada")
    main.git("config", "user.email", "ada@example.org")
    main.write("src/a.rs", "pub fn port(text: &str) -> u16 {\n    text.parse().unwrap_or(1)\n}\n")
    main.commit("No unwrap")
    main.git("push", "--quiet")
    job = github_job(main, tmp_path, {"GITHUB_EVENT_NAME": "push", "GITHUB_REF_NAME": "main"}, {})
    write_script(tmp_path / "bin/gh", f'printf "%s\\n" "$*" >>{tmp_path}/gh; test "$2" = create || echo 0')
    return main, job


def test_the_bot_lowers_budgets_and_asks_to_have_that_pulled(template: Hosted, tmp_path: Path) -> None:
    main, job = tightening(template, tmp_path)
    workflow = written("github")[".github/workflows/ratchet-tighten.yml"]
    assert run_steps(job, workflow, {"github.token": "t"}).code == 0, job.log
    asked = (tmp_path / "gh").read_text(encoding="utf-8").splitlines()
    assert asked[1].startswith("pr create --base main --head ratchet-tighten")
    proposed = main.git("ls-remote", "origin", "refs/heads/ratchet-tighten").split()[0]
    assert proposed == main.git("rev-parse", "HEAD")
    assert main.git("diff", "--name-only", "HEAD~1") == "baselines/files.toml"
    assert main.ratchet("check", "--base", "origin/main").code == 0, "nothing was raised"
    again = Job(main, tmp_path / "again", job.variables)
    assert run_steps(again, workflow, {"github.token": "t"}).code == 0
    assert main.git("rev-parse", "HEAD") == proposed, "what is tight is left alone"


def test_the_bot_of_gitlab_pushes_the_same(template: Hosted, tmp_path: Path) -> None:
    main, job = tightening(template, tmp_path)
    script = gitlab("ratchet-tighten").replace(
        '"$CI_SERVER_PROTOCOL://ratchet:$RATCHET_TOKEN@$CI_SERVER_HOST/$CI_PROJECT_PATH.git"', "origin"
    )
    assert "origin HEAD:refs/heads/ratchet-tighten" in " ".join(script.split())
    main.git("-C", str(tmp_path / "origin.git"), "config", "receive.advertisePushOptions", "true")
    variables = {"CI_DEFAULT_BRANCH": "main", "CI_SERVER_HOST": "gitlab.example.org"}
    result = main.run("bash", "-eo", "pipefail", "-c", script, env={**job.variables, **variables})
    assert result.code == 0, result.out + result.err
    assert main.git("ls-remote", "origin", "refs/heads/ratchet-tighten").split()[0] == main.git("rev-parse", "HEAD")


@pytest.mark.parametrize("system", ["github", "gitlab"])
def test_a_bot_that_would_raise_stops(template: Hosted, tmp_path: Path, system: str) -> None:
    main, job = tightening(template, tmp_path)
    # A ratchet gone mad: its tighten raises. The check in the same script is the real one.
    real = f'exec "{sys.executable}" -P -m ratchet "$@"'
    mad = f'if [ "$1" = tighten ]; then sed -i "s/= 1/= 9/" baselines/files.toml; exit 0; fi\n{real}'
    write_script(tmp_path / "bin/ratchet", mad)
    if system == "github":
        workflow = written("github")[".github/workflows/ratchet-tighten.yml"]
        assert run_steps(job, workflow, {"github.token": "t"}).code == 4, job.log
    else:
        assert main.run("bash", "-ec", gitlab("ratchet-tighten"), env=job.variables).code == 4
    assert not main.git("ls-remote", "origin", "refs/heads/ratchet-tighten")
