"""The verb `files`: which files units must have, may not have, or may only have."""

from __future__ import annotations

import pytest

from ratchet.kinds.files import FilesSpec
from tests.kinds.fitting import evidence, found, graph, only_rule, remarks, units
from tests.rulebook.complaints import complaints

PATHS = (
    "README.md core/README.md core/Cargo.toml core/src/lib.rs core/src/old.rs app/Cargo.toml app/src/main.rs "
    "app/tests/t.rs web/a.ts web/a.test.ts web/b.ts docs/core.md"
)
TREE = evidence(graph("app>core"), dict.fromkeys(PATHS.split(), 1))


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        ("{for: 'crate:*', require: README.md}", {"crate:app": 1}),
        ("{for: 'crate:*', require: [README.md, Cargo.toml, 'src/*.rs']}", {"crate:app": 1}),
        ("{for: 'crate:*', require: 'src/lib.rs'}", {"crate:app": 1}),
        ("{for: 'crate:*', require: tests}", {"crate:core": 1}),
        ("{for: 'crate:*', forbid: 'src/old.rs'}", {"crate:core": 1}),
        ("{for: 'crate:*', forbid: '**/*.rs'}", {"crate:app": 2, "crate:core": 2}),
        ("{for: 'crate:*', only: [Cargo.toml, src, README.md]}", {"crate:app": 1}),
        ("{for: 'crate:{name}', require: '/docs/{name}.md'}", {"crate:app": 1}),
        ("{for: ['path:web/{name}.ts', '!path:**/*.test.ts'], require: '{name}.test.ts'}", {"path:web/b.ts": 1}),
        ("{for: 'path:*/', require: Cargo.toml}", {"path:docs": 1, "path:web": 1}),
        ("{for: ., require: [README.md, LICENSE]}", {".": 1}),
        ("{for: ., forbid: '**/old.*'}", {".": 1}),
        ("{for: 'crate:*', require: README.md, except: [{for: crate:app, why: w}]}", {}),
        ("{for: 'path:*/', require: Cargo.toml, except: [{for: [path:docs, path:web], why: w}]}", {}),
    ],
)
def test_files_are_required_forbidden_or_the_only_ones(said: str, numbers: dict[str, int]) -> None:
    assert units(f"files: {said}", TREE) == numbers


def test_what_is_missing_is_said_at_the_unit_and_what_is_too_much_at_the_file() -> None:
    [missing] = found("files: {for: 'crate:{n}', require: '/docs/{n}.md'}", TREE)
    assert (missing.text, missing.path) == ("/docs/app.md is missing", "app")
    [extra] = found("files: {for: 'crate:*', forbid: src/old.rs}", TREE)
    assert (extra.text, extra.path, extra.span.line) == ("core/src/old.rs does not belong here", "core/src/old.rs", 1)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("{for: 'crate:*'}", "files: says nothing of files"),
        ("{for: 'crate:{n}', require: '{m}.md'}", "files.require: `{m}` is not bound by `for`"),
        ("{for: ext:tokio, require: x}", "files.for: what lies outside has no files here"),
        ("{for: 'crate:*', require: []}", "files.require: needs at least 1 entry"),
        (
            "{for: 'crate:*', require: '[z-a]'}",
            "files.require: `[z-a]` is no pattern: bad character range z-a at position 6",
        ),
    ],
)
def test_a_mistake_is_found_where_it_stands(said: str, wrong: str) -> None:
    assert [each.partition(" ")[2] for each in complaints(lambda: only_rule(f"files: {said}"))] == [wrong]


def test_units_that_are_not_there_cannot_be_judged() -> None:
    assert remarks("files: {for: path:lib/*, require: x}", TREE) == [
        "!the subject `path:lib/*` matches nothing, so the rule says nothing"
    ]
    assert remarks("files: {for: [crate:core, crate:z], forbid: x}", TREE) == ["`crate:z` matches nothing"]


def test_the_order_of_patterns_means_nothing_and_the_verb_does() -> None:
    one, other, third = (
        only_rule(f"files: {{for: 'crate:*', {words}}}").spec.meaning
        for words in ("require: [a, b]", "require: [b, a]", "forbid: [a, b]")
    )
    assert one == other != third


def test_the_rule_says_itself() -> None:
    spec = only_rule("files: {for: 'crate:*', require: README.md, forbid: [a, b], only: c}").spec
    assert isinstance(spec, FilesSpec)
    assert spec.sentence == "each of crate:* must have README.md and must not have a, b and may have only c"
