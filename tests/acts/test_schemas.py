"""What the commands print and write is what the published schemas promise, and nothing else is."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ratchet.acts.schemas import schemas
from ratchet.rulebook.yaml_reader import read_documents
from tests.acts.published import as_json, complaints, key_added, key_removed, value_replaced, way_of
from tests.formats.samples import GOLDEN
from tests.repository import Repo
from tests.self.modules import TOP

LIB = """\
mod a;
mod b;

pub fn load(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[cfg(test)]
mod tests {
    #[test]
    fn loads() {
        assert_eq!(super::load("a").parse::<u8>().unwrap(), 1);
    }
}
"""
SIZE = "pub fn size(path: &str) -> u64 {\n    std::fs::metadata(path).unwrap().len()\n}\n"
MORE = '\npub fn more() -> u8 {\n    "1".parse().unwrap()\n}\n'
OWN_RULE = """\
id: own/dbg
because: it prints
advice: remove it
count:
  language: rust
  query: '(macro_invocation macro: (identifier) @_name (#eq? @_name "dbg")) @finding'
valid: ["fn f() {}"]
invalid: ["fn f() { dbg!(1); }"]
"""
WAIVE = (
    "waive", "rust/unwrap", "src/lib.rs", "--allow", "1",
    "--reason", "a literal", "--owner", "@ada", "--expires", "2026-11-30",
)  # fmt: skip

# What a document may leave out: the keys that came after the samples of the design.
OPTIONAL = {
    "count": {"inspected/left_out", "inspected/orphans", "orphans", "problems"},
    "diff": {"inspected/left_out", "inspected/orphans"},
    "init": {"inspected/left_out", "inspected/orphans", "orphans", "packages", "warnings"},
    "tighten": {"anew", "dropped", "totals", "unknown", "waiting"},
    "verdict": {
        "base/note",
        "base/source",
        "deltas/*/before",
        "deltas/*/limit",
        "deltas/*/fails",
        "deltas/*/waived",
        "findings/*/end_column",
        "findings/*/end_line",
        "findings/*/trace",
        "goals",
        "inspected/left_out",
        "inspected/orphans",
        "loosenings/*/detail",
        "loosenings/*/line",
        "measures",
        "merged",
        *(f"merged/deltas/*/{key}" for key in ("before", "fails", "limit", "waived")),
        *(f"merged/findings/*/{key}" for key in ("end_column", "end_line")),
        *(f"merged/loosenings/*/{key}" for key in ("detail", "line")),
        *(f"merged/inspected/{key}" for key in ("left_out", "orphans")),
        "signoff",
        "swaps",
        "trades",
        "waiting",
        "warnings",
    },
}


@pytest.fixture
def adopted(repo: Repo) -> Repo:
    """A crate that has adopted ratchet."""
    repo.write("Cargo.toml", '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n')
    repo.write("src/lib.rs", LIB)
    repo.write("src/a.rs", SIZE)
    repo.write("src/b.rs", "")
    assert repo.ratchet("init").code == 0
    repo.commit("adopt ratchet")
    return repo


def published(repo: Repo, name: str, *args: str, code: int = 0) -> Any:
    """The report of a command, which ends with this code and fits its schema."""
    result = repo.ratchet(*args, "--format", "json")
    assert result.code == code, result.out + result.err
    document = result.json()
    assert complaints(name, document) == []
    return document


def states(verdict: Any) -> set[str]:
    return {found["state"] for found in verdict["findings"]}


def what(verdict: Any) -> set[str]:
    return {found["what"] for found in verdict["loosenings"]}


def test_a_count_of_every_scope(adopted: Repo) -> None:
    assert {site["scope"] for site in published(adopted, "count", "count")["findings"]} == {"production"}
    every = published(adopted, "count", "count", "--scope", "all", "--rule", "rust/unwrap")
    assert {site["scope"] for site in every["findings"]} == {"production", "test"}


def test_a_count_with_problems_odd_files_and_an_odd_path(adopted: Repo) -> None:
    adopted.write("src/binary.rs", b"fn a() {}\0")
    adopted.write("src/part.rs", "pub fn f() -> u8 { g().unwrap() }\n" * 99 + "fn (\n")
    adopted.write("src/\udcff.rs", "fn f() { g().unwrap(); }\n")
    report = published(adopted, "count", "count", code=2)
    assert report["problems"]
    assert report["inspected"]["degraded"]
    assert "src/\udcff.rs" in {site["path"] for site in report["findings"]}


def test_a_check_that_passes_and_one_that_fails(adopted: Repo) -> None:
    assert published(adopted, "verdict", "check")["deltas"] == []
    adopted.write("src/lib.rs", LIB + MORE)
    adopted.write("src/new.rs", SIZE.replace("size", "other"))
    adopted.write("src/a.rs", "")
    adopted.remove("src/b.rs")
    verdict = published(adopted, "verdict", "check", code=1)
    assert {delta["delta"] for delta in verdict["deltas"]} == {"worse", "new", "better"}
    assert states(verdict) == {"known", "new"}
    published(adopted, "verdict", "check", "--base", "main", code=1)
    adopted.git("add", "--all")
    assert published(adopted, "verdict", "check", "--staged", code=1)["head"]["ref"] == "index"


def test_a_check_of_moved_code_its_diff_and_its_tightening(adopted: Repo) -> None:
    adopted.write("src/a.rs", "")
    adopted.write("src/b.rs", "\n" + SIZE)
    verdict = published(adopted, "verdict", "check")
    assert "moved" in states(verdict)
    assert {delta["cause"] for delta in verdict["deltas"]} == {"moved"}
    adopted.write("src/lib.rs", LIB.replace("load", "read") + MORE)
    rows = published(adopted, "diff", "diff")["files"]
    for key in ("added", "removed", "moved_in", "moved_out"):
        assert any(row[key] for row in rows), key
    checked = published(adopted, "tighten", "tighten", "--check", code=1)
    tightened = published(adopted, "tighten", "tighten")
    assert checked["changes"] == tightened["changes"] != []
    assert tightened["over"]


def test_a_check_of_the_merged_tree_and_its_verification(adopted: Repo) -> None:
    adopted.git("checkout", "--quiet", "-b", "topic")
    adopted.write("src/b.rs", SIZE.replace("size", "other"))
    adopted.commit("worse")
    verdict = published(adopted, "verdict", "check", "--base", "main", "--merged", code=1)
    assert verdict["merged"]["findings"][0]["state"] == "new"
    adopted.write("verdict.json", json.dumps(verdict))
    assert published(adopted, "verify", "verify", "verdict.json")["holds"]
    adopted.write("verdict.json", json.dumps(verdict | {"findings": []}))
    report = published(adopted, "verify", "verify", "verdict.json", code=1)
    assert report["differences"] == [{"what": "findings", "then": None, "now": None}]


def test_what_could_not_be_done(adopted: Repo) -> None:
    for command in (
        ("count", "--rule", "rust/nope"),
        ("diff", "nowhere"),
        ("explain", "rust/nope"),
        ("init",),
        ("test", "--rule", "rust/nope"),
        ("waive", "rust/nope", "src/a.rs", *WAIVE[3:]),
        ("verify", "nowhere.json"),
    ):
        assert published(adopted, "problems", *command, code=2)["problems"], command
    adopted.write("ratchet.toml", "pack = 1\n")
    assert published(adopted, "problems", "tighten", code=2)["problems"][0]["path"] == "ratchet.toml"
    assert published(adopted, "verdict", "check", code=2)["problems"][0]["path"] == "ratchet.toml"


def test_a_diff_with_problems(adopted: Repo) -> None:
    adopted.write("src/binary.rs", b"fn a() {}\0")
    assert published(adopted, "diff", "diff", code=2)["problems"]


def test_a_check_of_loosenings(adopted: Repo) -> None:
    adopted.write("baselines/files.toml", adopted.read("baselines/files.toml").replace("= 1", "= 9"))
    before, _, after = adopted.read("baselines/rules.toml").partition('["rust/expect"]\n')
    adopted.write("baselines/rules.toml", before + after.partition("\n\n")[2])
    settings = 'exclude = ["²", "src/**"]\ntest_attributes = ["my"]\n[phase]\n"rust/panic" = "observe"\n'
    adopted.write("ratchet.toml", adopted.read("ratchet.toml") + settings)
    assert adopted.ratchet(*WAIVE).code == 0
    verdict = published(adopted, "verdict", "check", code=4)
    assert what(verdict) == {
        "budget-raised",
        "exclude-widened",
        "phase-lowered",
        "rule-unadopted",
        "test-scope-widened",
        "waiver-added",
    }
    signed = published(adopted, "verdict", "check", "--signoff", "Grace")
    assert signed["signoff"] == "Grace"


def test_a_check_without_the_baseline_or_the_policy_of_the_base(adopted: Repo) -> None:
    (adopted.root / "baselines").rename(adopted.root.parent / "baselines")
    assert what(published(adopted, "verdict", "check", code=4)) == {"baseline-deleted"}
    adopted.commit("no baseline")
    assert published(adopted, "verdict", "check", code=2)["problems"]
    (adopted.root.parent / "baselines").rename(adopted.root / "baselines")
    good = adopted.read("ratchet.toml")
    adopted.write("ratchet.toml", "pack = 1\n")
    adopted.commit("a mistake")
    adopted.write("ratchet.toml", good)
    assert what(published(adopted, "verdict", "check", code=4)) == {"policy-unreadable"}


def test_a_check_with_problems_and_warnings(adopted: Repo) -> None:
    adopted.write("src/lib.rs", LIB + '\n// ratchet: allow(rust/unwarp) reason="why"\n')
    adopted.write("src/a.rs", "pub fn size(path: &str -> u64 {\n")
    verdict = published(adopted, "verdict", "check", code=1)
    assert verdict["problems"]
    assert verdict["warnings"]


def test_a_waiver_and_the_checks_under_it(adopted: Repo) -> None:
    adopted.write("src/lib.rs", LIB + MORE)
    assert published(adopted, "waive", *WAIVE, "--issue", "#12")["issue"] == "#12"
    assert what(published(adopted, "verdict", "check", code=4)) == {"waiver-added"}
    adopted.commit("waive one")
    verdict = published(adopted, "verdict", "check")
    assert verdict["warnings"], "the waiver ends within two weeks"
    assert published(adopted, "waive", *WAIVE)["issue"] is None
    assert complaints("waivers", toml(adopted, "baselines/waivers.toml")) == []
    assert "waived" in states(published(adopted, "verdict", "check", "--base", "HEAD~1", code=4))


def test_the_explanations_of_lines_and_of_rules(adopted: Repo) -> None:
    inside = published(adopted, "explain", "explain", "src/lib.rs:12")
    assert inside["scope"] == "test"
    assert [site["counted"] for site in inside["sites"]] == [False]
    assert published(adopted, "explain", "explain", "src/lib.rs:5")["sites"][0]["counted"]
    assert published(adopted, "explain", "explain", "src/lib.rs:1")["sites"] == []
    for rule in ("rust/unwrap", "rust/allow"):
        assert published(adopted, "rule-page", "explain", rule)["rule"] == rule


def test_the_examples_of_rules_that_pass_and_fail(adopted: Repo) -> None:
    assert published(adopted, "test", "test")["failures"] == []
    failing = OWN_RULE.replace("fn f() { dbg!(1); }", "fn g() {}").replace("fn f() {}", "fn f() { dbg!(1); }")
    adopted.write("rules/own/dbg.yaml", failing)
    assert len(published(adopted, "test", "test", "--rule", "own/dbg", code=2)["failures"]) == 2
    [document] = read_documents("dbg.yaml", OWN_RULE.encode())
    assert complaints("rule", document.data) == []


def test_an_adoption_of_everything_and_of_one_rule_and_the_files_they_write(repo: Repo) -> None:
    repo.write("src/lib.rs", LIB)
    repo.write("src/binary.rs", b"fn a() {}\0")
    repo.write('src/"odd" name.rs', "fn f() { g().unwrap(); }\n")
    report = published(repo, "init", "init")
    assert report["excluded"]
    repo.write("rules/own/dbg.yaml", OWN_RULE)
    assert published(repo, "init", "init", "--rule", "own/dbg")["rules"] == [{"rule": "own/dbg", "budget": 0}]
    assert complaints("config", toml(repo, "ratchet.toml")) == []
    assert complaints("baseline-files", toml(repo, "baselines/files.toml")) == []
    assert complaints("baseline-rules", toml(repo, "baselines/rules.toml")) == []


def test_setting_git_up_and_merging(adopted: Repo) -> None:
    settings = published(adopted, "init-git", "init", "--git")["settings"]
    assert {each["done"] for each in settings} == {"wrote"}
    adopted.write(".gitattributes", "*.toml -merge\n")
    assert "left alone" in str(published(adopted, "init-git", "init", "--git", code=2))
    assert not published(adopted, "merge", "merge", "baselines/files.toml")["resolved"]
    adopted.write("b", adopted.read("baselines/files.toml").replace("= 1", "= 9"))
    adopted.write("a", "")
    undone = published(adopted, "merge", "merge", "baselines/files.toml", "a", "b", "baselines/files.toml")["undone"]
    assert {each["from"] for each in undone} == {9}
    adopted.write("a", adopted.read("baselines/rules.toml"))
    adopted.write("b", adopted.read("baselines/rules.toml").replace("sha256:", "sha256:0"))
    adopted.write("c", adopted.read("baselines/rules.toml").replace("sha256:", "sha256:1"))
    assert published(adopted, "merge", "merge", "a", "b", "c", "baselines/rules.toml", code=1)["conflicts"]


def toml(repo: Repo, path: str) -> Any:
    return as_json(tomllib.loads(repo.read(path)))


def test_this_repository_is_as_published() -> None:
    for path in sorted((TOP / "rules").rglob("*.yaml")):
        name = "language" if path.name == "language.yaml" else "rule"
        for document in read_documents(path.name, path.read_bytes()):
            assert complaints(name, document.data) == [], path
    own = {"ratchet.toml": "config", "baselines/files.toml": "baseline-files", "baselines/rules.toml": "baseline-rules"}
    for file, name in own.items():
        assert complaints(name, as_json(tomllib.loads((TOP / file).read_text(encoding="utf-8")))) == []


# Word for word from section 3 of the design: the contract with scripts.
COUNT_SAMPLE = """
{"schema": "ratchet/count/1",
 "inspected": {"files": 453, "analysed": 452, "degraded": ["src/odd.rs"], "excluded": 0, "failed": [], "bytes": 123},
 "findings": [{"rule": "rust/unwrap", "path": "src/a.rs", "line": 3, "column": 9, "end_line": 3, "end_column": 20,
               "scope": "production", "symbol": "a::load", "text": ".unwrap()"}]}
"""
VERDICT_SAMPLE = """
{"schema": "ratchet/verdict/1", "verdict": "FAIL", "exit_code": 1,
 "base": {"ref": "origin/main", "commit": "…"}, "head": {"ref": "worktree", "tree": "…"}, "policy": "sha256:…",
 "inspected": {"files": 453, "analysed": 452, "degraded": ["src/odd.rs"], "excluded": 0, "failed": [], "bytes": 123},
 "rules":  [{"rule": "rust/unwrap", "phase": "block", "budget": 130, "count": 131, "delta": "worse"}],
 "deltas": [{"rule": "rust/unwrap", "unit": "src/a.rs", "budget": 3, "count": 4, "delta": "worse", "cause": "caused"}],
 "findings": [{"rule": "rust/unwrap", "unit": "src/a.rs", "path": "src/a.rs", "line": 3, "column": 9, "scope": "production",
               "symbol": "a::load", "text": ".unwrap()", "state": "new", "message": "…", "advice": "…"}],
 "loosenings": [{"what": "budget-raised", "rule": "rust/unwrap", "unit": "src/a.rs", "from": 3, "to": 5, "path": "baselines/files.toml"}],
 "problems": []}
"""  # noqa: E501 - as it stands there
SAMPLES = {"count": json.loads(COUNT_SAMPLE), "verdict": json.loads(VERDICT_SAMPLE)}


@pytest.mark.parametrize("name", SAMPLES)
def test_the_samples_of_the_design_are_accepted(name: str) -> None:
    assert complaints(name, SAMPLES[name]) == []


@pytest.mark.parametrize("name", SAMPLES)
def test_every_key_of_the_samples_of_the_design_is_required(name: str) -> None:
    for way, spoilt in key_removed(SAMPLES[name]):
        assert complaints(name, spoilt), way


def golden_reports() -> Iterator[tuple[str, Any]]:
    """The rich reports of the golden files, with the name of their schema."""
    for path in sorted(GOLDEN.glob("*.json")):
        document = json.loads(path.read_bytes())
        layout = document["schema"].split("/")[1]
        yield ("rule-page" if layout == "rule" else layout), document


WAIVERS = {
    "waiver": [{"rule": "a/b", "path": "c.rs", "allow": 1, "reason": "d", "owner": "e", "expires": "2026-12-31"}]
}
FILES = [
    ("baseline-files", {"src/a.rs": {"rust/unwrap": 3}}),
    ("baseline-units", {"crate:shop": {"rust/unsafe": 3}, ".": {"rust/unwrap": 0}}),
    ("baseline-rules", {"schema": "ratchet/baseline/1", "rust/unwrap": {"meaning": "sha256:0f"}}),
    ("waivers", WAIVERS),
    ("config", {"packs": ["rust"], "goal": {"rust/unwrap": {"to": 3, "by": "2027-03-31"}}}),
    ("language", {
        "language": "toy", "grammar": "tree_sitter_toy", "suffixes": [".toy"], "comment": "#", "separator": ".",
        "symbols": "(a) @symbol", "comments": "(c) @comment",
    }),
    ("rule", {
        "id": "a/b", "because": "c", "advice": "d", "count": {"language": "rust", "query": "(x) @finding"},
        "valid": ["x"], "invalid": ["y"],
    }),
]  # fmt: skip
DOCUMENTS = [*golden_reports(), *FILES]
EACH = pytest.mark.parametrize(("name", "document"), DOCUMENTS, ids=[name for name, _ in DOCUMENTS])


def test_the_documents_show_every_schema() -> None:
    assert {name for name, _ in DOCUMENTS} == set(schemas())


@EACH
def test_a_document_is_accepted(name: str, document: Any) -> None:
    assert complaints(name, document) == []


@EACH
@pytest.mark.parametrize("spoil", [key_added, value_replaced], ids=lambda spoil: spoil.__name__)
def test_a_spoilt_document_is_refused(
    name: str, document: Any, spoil: Callable[[Any], Iterator[tuple[tuple[str | int, ...], Any]]]
) -> None:
    for way, spoilt in spoil(document):
        assert complaints(name, spoilt), way


@EACH
def test_a_report_without_one_of_its_keys_is_refused(name: str, document: Any) -> None:
    if "schema" not in document or name == "baseline-rules":
        return
    accepted = {way_of(way) for way, spoilt in key_removed(document) if not complaints(name, spoilt)}
    free = {way for way in accepted if way.startswith(("valid/*/", "invalid/*/"))}  # a tree may have any files
    assert accepted - free <= OPTIONAL.get(name, set())


@pytest.mark.parametrize(
    ("name", "document", "key"),
    [(name, document, key) for name, document in FILES for key in schemas()[name].get("required", ())],  # type: ignore[attr-defined]
)
def test_a_file_without_a_required_key_is_refused(name: str, document: Any, key: str) -> None:
    assert complaints(name, {each: value for each, value in document.items() if each != key})


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("verdict", SAMPLES["verdict"] | {"verdict": "MAYBE"}),
        ("verdict", SAMPLES["verdict"] | {"exit_code": -1}),
        ("verdict", SAMPLES["verdict"] | {"schema": "ratchet/verdict/2"}),
        ("count", SAMPLES["count"] | {"findings": None}),
        ("count", SAMPLES["count"] | {"findings": [{**SAMPLES["count"]["findings"][0], "line": 0}]}),
        ("count", SAMPLES["count"] | {"findings": [{**SAMPLES["count"]["findings"][0], "scope": "prod"}]}),
        ("baseline-files", {"src/a.rs": {"rust/unwrap": -1}}),
        ("baseline-files", {"src/a.rs": {"rust/unwrap": True}}),
        ("baseline-files", {"src/a.rs": {"rust/unwrap": 1_000_000_001}}),
        ("baseline-rules", {"schema": "ratchet/baseline/1", "rust/unwrap": {"meaning": "md5:0f"}}),
        ("waivers", {"waiver": [{**WAIVERS["waiver"][0], "expires": "2026-13-31"}]}),
        ("waivers", {"waiver": [{**WAIVERS["waiver"][0], "allow": 0}]}),
        ("waivers", {"waiver": [{**WAIVERS["waiver"][0], "reason": ""}]}),
    ],
)
def test_a_value_out_of_bounds_is_refused(name: str, document: Any) -> None:
    assert complaints(name, document)


@pytest.mark.parametrize("name", schemas())
def test_a_schema_says_what_it_describes_and_so_does_each_key(name: str) -> None:
    schema: Any = schemas()[name]
    assert schema["title"].startswith("ratchet ")
    assert schema["description"]
    silent = [key for key, value in properties(schema) if not value.get("description")]
    assert silent == []


def properties(schema: Any) -> Iterator[tuple[str, Any]]:
    """Every key that a schema knows, at any depth."""
    for key, value in schema.get("properties", {}).items():
        yield key, value
        yield from properties(value)
    inner = [schema.get("items"), schema.get("additionalProperties"), *schema.get("anyOf", ())]
    for each in inner:
        if isinstance(each, dict):
            yield from properties(each)


def test_every_schema_name_is_the_name_of_its_file() -> None:
    assert sorted(path.stem for path in (TOP / "docs/schemas").iterdir()) == list(schemas())
