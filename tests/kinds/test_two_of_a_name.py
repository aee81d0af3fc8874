"""What has one name is not one thing: packages of two workspaces, a subject that is a target, names of two graphs."""

from __future__ import annotations

from ratchet.acts.bench import Bench
from ratchet.acts.measuring import measure
from ratchet.acts.policies import Library, read_rules
from ratchet.model.snapshot import DictSnapshot

HEAD = "id: arch/x\nbecause: x\nadvice: x\n"


def package(name: str, *dependencies: str) -> str:
    lines = "\n".join(dependencies)
    return f'[package]\nname = "{name}"\nversion = "1.0.0"\n[dependencies]\n{lines}\n'


def found(verb: str, files: dict[str, str]) -> list[tuple[str, str]]:
    """The unit and the path of each finding of one rule."""
    tree = DictSnapshot({"ratchet.toml": "packs = []\n", "rules/x.yaml": f"{HEAD}{verb}\n", **files})
    measured = measure(tree, read_rules(tree, Library()), Bench())
    assert not measured.problems
    return [(finding.unit, finding.path) for finding in measured.findings if finding.weight]


def test_two_crates_of_one_name_are_two_debts() -> None:
    files = {"w1/Cargo.toml": package("client", 'redis = "1"'), "w2/Cargo.toml": package("client", 'redis = "1"')}
    files |= {"w1/src/lib.rs": "", "w2/src/lib.rs": ""}
    units = found("deny: crate:* -> ext:redis", files)
    assert units == [("client -> redis", "w1/Cargo.toml"), ("client -> redis", "w2/Cargo.toml")]


def test_a_crate_that_is_subject_and_target_answers_for_what_else_is_denied() -> None:
    files = {
        "Cargo.toml": '[workspace]\nmembers = ["core", "app"]\n',
        "core/Cargo.toml": package("d-core", 'tokio = "1"'),
        "app/Cargo.toml": package("d-app", 'd-core = { path = "../core" }'),
        "core/src/lib.rs": "",
        "app/src/lib.rs": "",
    }
    units = {unit for unit, _ in found('deny: {from: "crate:d-*", to: ["crate:d-core", "ext:tokio"]}', files)}
    assert units == {"d-app -> d-core", "d-core -> tokio"}


def test_what_nobody_is_allowed_to_enter_is_closed() -> None:
    files = {f"shop/{path}.py": "" for path in ("__init__", "a/__init__", "a/api", "a/inner", "b/__init__", "b/inner")}
    files |= {"shop/web.py": "import shop.b.inner\n", "shop/a/api.py": "import shop.a.inner\n"}
    rule = 'only: {from: "mod:shop.{f}.api", into: "mod:shop.{f}.inner"}'
    assert found(rule, files) == [("shop.web -> shop.b.inner", "shop/web.py")]


def test_no_cycle_goes_through_two_ecosystems() -> None:
    files = {
        "rs/a/Cargo.toml": package("a", 'b = { path = "../b" }'),
        "rs/b/Cargo.toml": package("b"),
        "rs/a/src/lib.rs": "",
        "rs/b/src/lib.rs": "",
        "b.py": "import a\n",
        "a.py": "",
    }
    assert found('acyclic: {for: "*"}', files) == []


def test_a_directory_with_brackets_is_a_name_and_no_pattern() -> None:
    files = {"app/[slug]/page.ts": "", "app/[slug]/page.test.ts": "", "app/[slug]/secret.env": ""}
    rule = 'files: {for: "path:app/*/", require: page.test.ts, forbid: "*.env"}'
    assert [path for _, path in found(rule, files)] == ["app/[slug]/secret.env"]
