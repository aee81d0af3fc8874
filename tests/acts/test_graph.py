"""`ratchet graph` on real directories: what it calls things, what it marks, and how it fails."""

from __future__ import annotations

import json

import pytest

from ratchet.acts.bench import Bench
from ratchet.acts.graph import Question, graph
from ratchet.cli.plumbing.edges import edges_of
from ratchet.kinds.edges import Edges, build_edges
from ratchet.model.errors import RatchetError
from ratchet.model.picture import GraphReport
from tests.acts.published import complaints
from tests.repository import Repo

RULES = """\
id: arch/message-without-tokio
because: the protocol is used where no runtime is
advice: put what needs tokio into the daemon
deny: crate:message -> ext:tokio
---
id: arch/readme
because: a crate that says nothing of itself is found by nobody
advice: three sentences are enough
files: {for: "crate:*", require: README.md}
"""


def crate(repo: Repo, path: str, name: str, *dependencies: str) -> None:
    head = f'[package]\nname = "{name}"\nversion = "1.0.0"\n[dependencies]\n'
    repo.write(f"{path}/Cargo.toml", head + "".join(f"{each}\n" for each in dependencies))
    repo.write(f"{path}/src/lib.rs", "pub fn f() {}\n")


@pytest.fixture
def workspace(repo: Repo) -> Repo:
    """Three crates: the daemon needs core, core needs message, message needs tokio."""
    repo.write("Cargo.toml", '[workspace]\nmembers = ["core", "message", "binaries/*"]\n')
    crate(repo, "core", "core", 'message = { path = "../message" }')
    crate(repo, "message", "message", 'tokio = "1"')
    crate(repo, "binaries/daemon", "daemon", 'core = { path = "../../core" }')
    return repo


@pytest.fixture
def ruled(workspace: Repo) -> Repo:
    """The same with two rules."""
    workspace.write("ratchet.toml", 'packs = ["rust"]\n')
    workspace.write("rules/arch.yaml", RULES)
    return workspace


def asked(repo: Repo, question: Question, cwd: str = "") -> GraphReport:
    return graph(str(repo.root / cwd), question, Bench())


def names(report: GraphReport) -> list[str]:
    return [node.name for node in report.shown.nodes.values()]


@pytest.mark.parametrize("given", ["core", "core@1.0.0", "crate:core", "core/src/lib.rs", "core/Cargo.toml", "core/"])
def test_a_node_is_called_by_its_name_its_file_its_directory_or_a_selector(workspace: Repo, given: str) -> None:
    assert names(asked(workspace, Question(sources=(given,)))) == ["core", "message", "tokio"]


def test_a_path_is_seen_from_where_the_command_runs(workspace: Repo) -> None:
    assert names(asked(workspace, Question(sources=("src/lib.rs",)), "core")) == ["core", "message", "tokio"]
    assert names(asked(workspace, Question(paths=("binaries",)))) == ["core", "daemon", "message", "tokio"]
    assert names(asked(workspace, Question(paths=(".",)), "message")) == ["message", "tokio"]


def test_a_group_of_the_config_is_a_name(workspace: Repo) -> None:
    workspace.write("ratchet.toml", 'packs = ["rust"]\n[group]\nlow = ["crate:message"]\n')
    assert names(asked(workspace, Question(targets=("low",)))) == ["core", "daemon", "message"]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (Question(sources=("coer",)), "did you mean `core`?"),
        (Question(ends=("daemon", "tokyo")), "did you mean `tokio`?"),
        (Question(targets=("crate:nope",)), "`crate:nope` matches nothing"),
        (Question(sources=("crate:{",)), "has a brace that is no capture"),
        (Question(sources=("../elsewhere",)), "nothing in the graph is called"),
        (Question(paths=("notes",)), "nothing of the graph is at notes"),
    ],
)
def test_an_unknown_name_is_a_mistake_with_a_suggestion(workspace: Repo, question: Question, said: str) -> None:
    workspace.write("notes/a.txt", "nothing")
    with pytest.raises(RatchetError) as caught:
        asked(workspace, question)
    (mistake,) = caught.value.mistakes
    assert said in mistake.message + mistake.hint
    assert mistake.hint or "brace" in said


def test_no_path_is_an_answer(workspace: Repo) -> None:
    result = workspace.ratchet("graph", "--path", "core", "daemon")
    assert (result.code, "no path from core to daemon" in result.out) == (0, True)
    assert workspace.ratchet("graph", "--path", "core", "daemon", "--format", "json").json()["path"] == []


def test_a_directory_without_any_graph_cannot_be_shown(repo: Repo) -> None:
    repo.write("notes.txt", "nothing\n")
    result = repo.ratchet("graph")
    assert (result.code, "there is no graph here" in result.out) == (2, True)


def test_a_broken_manifest_is_said_and_the_rest_is_shown(workspace: Repo) -> None:
    workspace.write("core/Cargo.toml", "[package\n")
    result = workspace.ratchet("graph")
    assert result.code == 2
    assert "cannot judge:" in result.out
    assert "core/Cargo.toml" in result.out
    assert "message" in result.out


def test_own_rules_speak_without_a_config_and_those_of_other_tools_do_not(workspace: Repo) -> None:
    workspace.write("rules/other.yaml", "id: no-daemon\nlanguage: rust\nfiles: ['**']\n")
    document = workspace.ratchet("graph", "--format", "json").json()
    assert (document["violations"], document["warnings"]) == ([], [])
    workspace.remove("rules/other.yaml")
    workspace.write("rules/arch.yaml", RULES)
    with_rules = workspace.ratchet("graph", "--format", "json").json()
    workspace.write("ratchet.toml", "")
    assert with_rules["violations"] == workspace.ratchet("graph", "--format", "json").json()["violations"] != []


def test_violations_are_those_of_check_and_frozen_by_the_baseline(ruled: Repo) -> None:
    before = ruled.ratchet("graph", "--format", "json").json()
    assert complaints("graph", before) == []
    found = [(each["rule"], each["unit"], each["frozen"]) for each in before["violations"]]
    assert found == [
        ("arch/message-without-tokio", "message -> tokio", False),
        ("arch/readme", "crate:daemon", False),
        ("arch/readme", "crate:core", False),
        ("arch/readme", "crate:message", False),
    ]
    assert before["violations"][0]["hops"][0]["path"] == "message/Cargo.toml"
    assert ruled.ratchet("init").code == 0
    ruled.commit("adopt")
    crate(ruled, "binaries/tool", "tool", 'message = { path = "../../message" }')
    after = ruled.ratchet("graph", "--format", "json").json()
    assert {each["unit"] for each in after["violations"] if not each["frozen"]} == {"crate:tool"}
    assert len(after["violations"]) == 5
    assert ruled.ratchet("check").code == 1


def test_a_vacuous_rule_is_a_warning_since_the_graph_shows_what_there_is(ruled: Repo) -> None:
    ruled.write("rules/arch.yaml", RULES.replace("crate:message", "crate:mesage"))
    result = ruled.ratchet("graph")
    assert result.code == 0
    assert "warning: arch/message-without-tokio: the subject `crate:mesage` matches nothing" in result.out


def test_every_format_may_be_asked_for_at_once(ruled: Repo) -> None:
    outputs = [f"--output={name}=out.{name}" for name in ("text", "dot", "mermaid", "json", "html")]
    assert ruled.ratchet("graph", *outputs).code == 0
    assert ruled.read("out.text").startswith("cargo: 3 crates")
    assert ruled.read("out.dot").startswith("digraph")
    assert ruled.read("out.mermaid").startswith("flowchart")
    assert json.loads(ruled.read("out.json"))["schema"] == "ratchet/graph/1"
    assert ruled.read("out.html").startswith("<!doctype html>")


def test_what_cannot_be_drawn_leaves_stdout_and_the_drawing_alone(workspace: Repo) -> None:
    outputs = ("--output", "dot=a.dot", "--output", "json=a.json")
    result = workspace.ratchet("graph", "--from", "x", "--format", "html", *outputs)
    assert (result.code, result.out) == (2, "")
    assert not (workspace.root / "a.dot").exists()
    assert json.loads(workspace.read("a.json"))["schema"] == "ratchet/problems/1"


def test_the_bytes_do_not_depend_on_the_hash_seed(ruled: Repo) -> None:
    made = []
    for seed in ("1", "2"):
        outputs = [f"--output={name}={seed}.{name}" for name in ("dot", "mermaid", "json", "html")]
        result = ruled.ratchet("graph", "core", "binaries", "message", *outputs, env={"PYTHONHASHSEED": seed})
        assert result.code == 0
        made.append([result.out, *(ruled.read(f"{seed}.{name}") for name in ("dot", "mermaid", "json", "html"))])
    assert made[0] == made[1]


def test_edges_are_chosen_as_a_rule_chooses_them(workspace: Repo) -> None:
    usual = {"optional": True, "types": True, "lazy": True, "tests": False, "sure": False}
    assert edges_of("normal,build", "all", "all", **usual) == Edges()
    tested = edges_of("normal", "default", "x86_64-unknown-linux-gnu", **(usual | {"tests": True, "sure": True}))
    assert tested == build_edges(
        {
            "kinds": ["normal", "dev"],
            "features": "default",
            "target": "x86_64-unknown-linux-gnu",
            "test": True,
            "certainty": "sure",
        }
    )
    few = edges_of("build", "b, a", "all", optional=False, types=False, lazy=False, tests=False, sure=False)
    assert few == build_edges(
        {"kinds": "build", "features": ["a", "b"], "optional": False, "type_only": False, "lazy": False}
    )
    result = workspace.ratchet("graph", "--kind", "devel")
    assert (result.code, "did you mean `dev`?" in result.err) == (2, True)
