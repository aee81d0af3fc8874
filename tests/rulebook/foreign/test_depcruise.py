"""Rules of dependency-cruiser mean the same as rules of ours."""

from __future__ import annotations

import json

import pytest

from ratchet.rulebook.foreign.regexes import NoGlob, globs
from tests.rulebook.foreign.judging import found, left, refused, text

CODE = {
    "src/cli/index.ts": 'import "../main/index";\nimport fs from "node:fs";\nimport "lodash/fp";\n',
    "src/main/index.ts": 'import type { A } from "../features/cart/api";\nimport "../features/cart/api";\n',
    "src/features/cart/api.ts": 'import "./model";\nimport "../user/model";\nexport type A = 1;\n',
    "src/features/cart/model.ts": "",
    "src/features/user/model.ts": 'import "../user/other";\n',
    "src/features/user/other.ts": 'import "./model";\n',
    "src/features/index.ts": 'import "./cart/api";\n',
    "src/features/cart/api.spec.ts": 'import "./api";\nimport "./model.spec";\n',
    "src/features/cart/model.spec.ts": 'import "./api";\n',
    "src/features/cart/api.test.ts": 'import "./api.spec";\n',
}
NAME = ".dependency-cruiser.json"


def config(*rules: object, **more: object) -> dict[str, str]:
    listed = [
        {"name": f"r{at}", "severity": "error", **rule} for at, rule in enumerate(rules) if isinstance(rule, dict)
    ]
    return {
        **CODE,
        NAME: json.dumps({"forbidden": listed, "options": {"tsPreCompilationDeps": True}, **more}, indent=1),
    }


def finds(source: object, target: object) -> list[str]:
    (told,) = found(config({"from": source, "to": target}), NAME).values()
    return sorted(told)


CART, USER = "src/features/cart/api.ts", "src/features/user/model.ts"


@pytest.mark.parametrize(
    ("source", "target", "told"),
    [
        ({"path": "^src/cli/"}, {"path": "^src/main/"}, ["src/cli/index.ts -> src/main/index.ts"]),
        ({"path": "^src/cli/"}, {"path": "^src/features/"}, []),
        (
            {"path": "^src/cli/"},
            {"path": "^src/features/user/", "reachable": True},
            [f"src/cli/index.ts -> src/main/index.ts -> {CART} -> {USER}"],
        ),
        (
            {"path": "^src/features/([^/]+)/.+"},
            {"path": "^src/features/([^/]+)/.+", "pathNot": "^src/features/$1/.+"},
            [f"{CART} -> {USER}"],
        ),
        ({"path": "(^src/features/[^/]+/)"}, {"path": "^src/features/", "pathNot": "$1"}, [f"{CART} -> {USER}"]),
        ({}, {"dependencyTypes": ["core"], "path": "^(fs|path)$"}, ["src/cli/index.ts -> node:fs"]),
        ({}, {"path": "node_modules/lodash"}, ["src/cli/index.ts -> lodash"]),
        ({"path": "^src/cli/"}, {"dependencyTypesNot": ["local", "core"]}, ["src/cli/index.ts -> lodash"]),
        ({"path": "^src/cli/"}, {"pathNot": "^src/main/", "dependencyTypes": ["local"]}, []),
        (
            {"path": "^src/(?!main/)"},
            {"path": "/model\\.ts$", "pathNot": "user"},
            [f"{CART} -> src/features/cart/model.ts"],
        ),
        (
            {},
            {"circular": True},
            [
                "src/features/user/model.ts -> src/features/user/other.ts -> src/features/user/model.ts",
                "src/features/user/other.ts -> src/features/user/model.ts -> src/features/user/other.ts",
            ],
        ),
    ],
)
def test_a_forbidden_rule_finds_what_it_finds_there(source: object, target: object, told: list[str]) -> None:
    assert finds(source, target) == told


def test_what_is_on_both_sides_is_forbidden_among_itself() -> None:
    spec = "src/features/cart/api.spec.ts -> src/features/cart/model.spec.ts"
    test = "src/features/cart/api.test.ts -> src/features/cart/api.spec.ts"
    # Between two of the patterns, the rule itself and the one for what is on both sides find the same edge.
    assert sorted(set(finds({}, {"path": "\\.(spec|test)\\.(js|ts)$"}))) == [spec, test]


def test_types_count_if_they_are_looked_at() -> None:
    rule = {"from": {"path": "^src/main"}, "to": {"path": "cart"}}
    assert "type_only" not in text(config(rule), NAME)
    assert "type_only: false" in text(config(rule, options={}), NAME)
    assert "type_only: false" in text(config({**rule, "to": {"path": "x", "dependencyTypesNot": ["type-only"]}}), NAME)


def test_severity_and_comment_become_phase_and_because() -> None:
    rules = [
        {"from": {}, "to": {"path": "^zoo"}, "severity": each, "comment": "Why:\n so"}
        for each in ("warn", "info", "error")
    ]
    page = text(config(*rules), NAME)
    assert page.count('because: "Why: so"\n') == 3
    assert page.count("phase: warn\n") == page.count("phase: observe\n") == 1


def test_required_rules_and_numbers_of_dependents() -> None:
    more = {
        "required": [
            {"name": "q", "module": {"path": "^src/cli/"}, "to": {"path": "^src/features/", "reachable": True}}
        ]
    }
    page = text(config({"module": {"path": "^src/main/", "numberOfDependentsMoreThan": 3}, "from": {}}, **more), NAME)
    assert "limit:\n  for: mod:src/main\n  of: fan-in\n  at_most: 3\n" in page
    assert "require:\n  from: path:src/cli\n  to: path:src/features\n  reach: transitive\n" in page


def test_what_cannot_be_said_is_listed_with_its_line() -> None:
    rules = [
        {"from": {"orphan": True}, "to": {}},
        {"from": {}, "to": {"dependencyTypes": ["npm-dev"]}},
        {"from": {"path": "(a+)+"}, "to": {"path": "b"}},
        {"from": {}, "to": {"path": "b"}, "severity": "ignore"},
        {"from": {}, "to": {"path": "b"}},
    ]
    told = left(config(*rules, allowed=[{"from": {}, "to": {}}], extends="x"), NAME)
    assert [each.partition("`")[2].partition("`")[0] for each in told] == ["r0", "r1", "r2", "r3", "allowed", "extends"]


def test_comments_and_a_comma_too_many_are_taken() -> None:
    settings = '{\n\t// why\n\t"forbidden": [{"name": "n // no", "from": {}, "to": {"path": "b"}}, /* */ ],\n}\n'
    assert "because: n // no\n" in text({**CODE, NAME: settings}, NAME)


def test_a_program_is_refused_with_the_command_that_makes_data_of_it() -> None:
    (mistake,) = refused({**CODE, ".dependency-cruiser.js": "module.exports = {}"}, ".dependency-cruiser.js")
    assert mistake.hint.startswith('write it as data first: node -e \'import("./.dependency-cruiser.js")')


@pytest.mark.parametrize("settings", ["", "[]", "{", '{"forbidden": []}'])
def test_a_broken_or_empty_file_is_refused(settings: str) -> None:
    assert refused({**CODE, NAME: settings}, NAME)


@pytest.mark.parametrize(
    ("expression", "chosen"),
    [
        ("^src/a/", ["src/a"]),
        ("^src/a", ["src/a**"]),
        ("src/a", ["**src/a**"]),
        ("^src/a$", ["src/a"]),
        ("[.]d[.]m?ts$", ["**.d.mts", "**.d.ts"]),
        ("(^|/)x/", ["x", "**/x"]),
        ("^a/[^/]+/b", ["a/*/b**"]),
        ("^a/.+/b$", ["a/**/b"]),
        ("^a/[jt]s\\d", ["a/[jt]s[0-9]**"]),
        ("^(a|b)/(?:c|d)$", ["a/c", "a/d", "b/c", "b/d"]),
    ],
)
def test_an_expression_becomes_globs(expression: str, chosen: list[str]) -> None:
    assert [glob for each in globs(expression, {}) for glob in each.chosen] == chosen


def test_what_ends_in_any_name_leaves_out_what_is_below() -> None:
    (paths,) = globs("^src/[^/]+$", {})
    assert (paths.chosen, paths.left_out) == (("src/*",), ("src/*/*",))


@pytest.mark.parametrize(
    "expression", ["(a", "a)", "a{2}", "(ab)*", "\\bx", "(?<=x)y", "[a", "$2", "x+", "^" + "(a|b)" * 7]
)
def test_an_expression_that_no_glob_means_is_refused(expression: str) -> None:
    with pytest.raises(NoGlob):
        globs(expression, {})
