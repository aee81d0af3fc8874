"""The rulebook: shipped packs and own rules together, and what may not be mixed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from ratchet.model.config import Config, Goal
from ratchet.model.rule import Phase, Rule
from ratchet.rulebook.book import Query, build_rulebook
from tests.rulebook.complaints import complaints, hints

LANGUAGE = """\
language: {0}
grammar: tree_sitter_{0}
suffixes: [.{0}]
comment: "#"
separator: "."
symbols: (identifier @name) @symbol
comments: (comment) @comment
"""
RULE = """\
id: {0}/{1}
because: reasons
advice: other things
count: {{language: {0}, query: (identifier) @finding}}
valid: [x]
invalid: [y]
"""


def language(name: str) -> bytes:
    return LANGUAGE.format(name).encode()


def rule(pack: str, name: str) -> bytes:
    return RULE.format(pack, name).encode()


SHIPPED = {
    "python/language.yaml": language("python"),
    "python/print.yaml": rule("python", "print"),
    "rust/language.yaml": language("rust"),
    "rust/unwrap.yaml": rule("rust", "unwrap"),
    "rust/README.md": b"not a rule",
}


def rules(local: dict[str, bytes], config: Config | None = None) -> dict[str, Rule]:
    book, _ = build_rulebook(config or Config(), SHIPPED, local)
    return dict(book.rules)


def said(local: dict[str, bytes], config: Config | None = None) -> list[str]:
    return complaints(lambda: rules(local, config))


def test_all_shipped_packs_are_in_force_unless_the_settings_say_which() -> None:
    assert list(rules({})) == ["python/print", "rust/unwrap"]
    assert list(rules({}, Config(packs=("rust",)))) == ["rust/unwrap"]
    assert list(rules({}, Config(packs=()))) == []


def test_a_shipped_rule_is_shown_below_rules() -> None:
    assert str(rules({})["rust/unwrap"].place) == "rules/rust/unwrap.yaml:1:5"


def test_own_rules_come_on_top_in_the_order_of_ids() -> None:
    own = {"rules/mine.yaml": rule("rust", "aaa"), "rules/deep/er.yml": rule("python", "zzz")}
    assert list(rules(own)) == ["python/print", "python/zzz", "rust/aaa", "rust/unwrap"]


def test_a_language_is_known_even_where_its_pack_is_off() -> None:
    assert list(rules({"rules/mine.yaml": rule("rust", "mine")}, Config(packs=()))) == ["rust/mine"]


def test_own_languages_are_known_to_own_rules() -> None:
    own = {
        "q/toml/language.yaml": language("toml"),
        "q/toml/x.yaml": rule("toml", "x").replace(b"identifier", b"bare_key"),
    }
    book, languages = build_rulebook(Config(rules="q", packs=()), SHIPPED, own)
    assert list(book.rules) == ["toml/x"]
    assert list(languages) == ["python", "rust", "toml"]


def test_only_yaml_files_are_rules() -> None:
    own = {"rules/evil.py": b"raise SystemExit", "rules/README.md": b"x"}
    assert list(rules(own)) == ["python/print", "rust/unwrap"]


def test_an_exact_copy_of_a_shipped_file_is_the_same_rule() -> None:
    copy = {"rules/rust/unwrap.yaml": rule("rust", "unwrap")}
    assert list(rules(copy)) == ["python/print", "rust/unwrap"]
    assert list(rules(copy, Config(packs=("python",)))) == ["python/print", "rust/unwrap"]


def test_an_own_rule_stands_for_a_shipped_one_of_its_name() -> None:
    """It was there before a release took its name; that a change brings it is a loosening."""
    changed = rule("rust", "unwrap").replace(b"reasons", b"other reasons")
    for path in ("rules/rust/unwrap.yaml", "rules/mine.yaml"):
        found = rules({path: changed})["rust/unwrap"]
        assert (found.because, found.place.path, found.shipped) == ("other reasons", path, False)


def test_a_rule_is_shipped_unless_the_repository_has_it_and_proven_where_its_content_was_released() -> None:
    own = {"rules/mine.yaml": SHIPPED["rust/unwrap.yaml"], "rules/x.yaml": rule("rust", "x")}
    found = rules(own)
    flags = {name: (each.shipped, each.proven) for name, each in found.items()}
    assert flags == {"python/print": (True, True), "rust/unwrap": (False, True), "rust/x": (False, False)}


def test_where_packs_are_made_the_own_version_of_a_pack_stands_for_it() -> None:
    changed = rule("rust", "unwrap").replace(b"reasons", b"other reasons")
    own = {"rules/rust/language.yaml": language("rust") + b"roots: [a]\n", "rules/rust/unwrap.yaml": changed}
    assert rules(own)["rust/unwrap"].because == "other reasons"
    assert list(rules({"rules/rust/language.yaml": language("rust")})) == ["python/print"]
    _, languages = build_rulebook(Config(), SHIPPED, own)
    assert languages["rust"].roots == ("a",)


def test_an_own_language_that_a_release_ships_takes_no_other_pack_away() -> None:
    own = {"rules/rust/language.yaml": language("rust"), "rules/python/mine.yaml": rule("python", "mine")}
    assert list(rules(own)) == ["python/mine", "python/print"]


def test_a_grammar_that_is_not_installed_is_a_mistake_of_the_rule_that_needs_it() -> None:
    own = {"rules/cobol/language.yaml": language("cobol"), "rules/cobol/x.yaml": rule("cobol", "x")}
    message = "count.query: the grammar for cobol is not installed, so its files cannot be read"
    assert said(own) == [f"rules/cobol/x.yaml:4:33 {message}"]
    assert hints(lambda: rules(own)) == ["run: pip install tree-sitter-cobol"]


def test_two_own_rules_of_one_name_are_refused_with_both_places() -> None:
    two = {"rules/a.yaml": rule("rust", "x"), "rules/b.yaml": rule("rust", "y") + b"---\n" + rule("rust", "x")}
    assert said(two) == ["rules/b.yaml:8:5 the rule `rust/x` is already defined in rules/a.yaml:1:5"]


def test_two_languages_of_one_name_are_refused_with_both_places() -> None:
    assert said({"rules/other/language.yaml": language("rust")}) == [
        "rules/other/language.yaml:1:1 the language `rust` is already defined in rules/rust/language.yaml:1:1"
    ]


def test_the_mistakes_of_all_files_are_reported_at_once() -> None:
    broken = {
        "rules/a.yaml": rule("rust", "x").replace(b"advice", b"advise"),
        "rules/b.yaml": b"\t",
        "rules/c.yaml": rule("cobol", "x"),
        "rules/d.yaml": rule("rust", "d").replace(b"identifier", b"identifer"),
        "rules/e.yaml": rule("rust", "e") + b"---\n" + rule("rust", "e"),
    }
    assert [each.split(" ", 1)[0] for each in said(broken)] == [
        "rules/a.yaml:1:1",
        "rules/a.yaml:3:1",
        "rules/b.yaml:1:1",
        "rules/c.yaml:4:19",
        "rules/d.yaml:4:33",
        "rules/e.yaml:8:5",
    ]


def test_a_broken_language_is_reported_without_the_rules_that_need_it() -> None:
    own = {"rules/toml/language.yaml": b"language: toml\n", "rules/toml/x.yaml": rule("toml", "x")}
    assert {each.split(":", 1)[0] for each in said(own)} == {"rules/toml/language.yaml"}


def test_the_settings_decide_the_phase_of_a_rule() -> None:
    in_force = rules({}, Config(phases={"rust/unwrap": Phase.OBSERVE}))
    assert [each.phase for each in in_force.values()] == [Phase.BLOCK, Phase.OBSERVE]


def test_settings_for_a_rule_that_is_not_in_force_are_refused() -> None:
    config = Config(
        path="ratchet.toml", phases={"rust/unwarp": Phase.WARN}, goals={"rust/unwarpp": Goal(1, date(2027, 1, 1))}
    )
    assert said({}, config) == [
        "ratchet.toml [phase] names the rule `rust/unwarp`, which is not in force",
        "ratchet.toml [goal] names the rule `rust/unwarpp`, which is not in force",
    ]
    assert hints(lambda: rules({}, config)) == ["did you mean `rust/unwrap`?"] * 2


def test_what_was_tried_when_it_was_released_is_not_tried_again() -> None:
    asked: list[str] = []

    def trial(queries: Sequence[Query]) -> bool:
        asked.extend(query for _, query in queries)
        return True

    local = {"rules/mine.yaml": SHIPPED["rust/unwrap.yaml"]}
    build_rulebook(Config(packs=()), SHIPPED, local, trial)
    assert asked == []
    build_rulebook(Config(packs=()), SHIPPED, {"rules/mine.yaml": local["rules/mine.yaml"] + b"\n"}, trial)
    assert len(asked) == 1
