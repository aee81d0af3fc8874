"""What a check tells besides its numbers: renames, swaps, trades, goals, changes of measure, places of loosenings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.repository import Repo

_PORT = "pub fn port(t: &str) -> u16 { t.parse().unwrap() }\n"
_OTHER = "pub fn other(t: &str) -> u16 { t.trim().parse().unwrap() }\n"
_FILL = "".join(f"pub fn f{n}() -> u16 {{ {n} }}\n" for n in range(20))


@pytest.fixture
def adopted(repo: Repo) -> Repo:
    repo.write("Cargo.toml", '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n')
    repo.write("src/lib.rs", "pub mod net;\n" + _PORT)
    repo.write("src/net.rs", _FILL + "pub fn dial(t: &str) -> u16 { t.parse().unwrap() }\n")
    assert repo.ratchet("init").code == 0
    repo.commit("adopt")
    repo.git("branch", "base")
    return repo


def _check(repo: Repo, *options: str) -> tuple[int, Any]:
    done = repo.ratchet("check", "--format", "json", *options)
    return done.code, done.json()


def _rename_and_edit(repo: Repo) -> None:
    repo.write("src/lib.rs", "pub mod wire;\n" + _PORT)
    repo.write("src/wire.rs", _FILL + "pub fn call(text: &str) -> u16 { text.trim().parse().unwrap() }\n")
    (repo.root / "src/net.rs").unlink()


@pytest.mark.parametrize("options", [(), ("--staged",), ("--base", "base")])
def test_a_file_that_is_renamed_and_edited_keeps_its_budget(adopted: Repo, options: tuple[str, ...]) -> None:
    _rename_and_edit(adopted)
    adopted.git("add", "--all")
    code, verdict = _check(adopted, *options)
    moved = [(each["unit"], each["cause"]) for each in verdict["deltas"]]
    assert (code, moved) == (0, [("src/wire.rs", "moved")])


def test_tighten_carries_the_budget_of_a_file_that_is_renamed_and_edited(adopted: Repo) -> None:
    _rename_and_edit(adopted)
    assert adopted.ratchet("tighten").code == 0
    assert adopted.read("baselines/files.toml").count('["src/wire.rs"]\n"rust/unwrap" = 1') == 1
    assert "src/net.rs" not in adopted.read("baselines/files.toml")


def test_a_renamed_file_brings_no_budget_for_a_site_more(adopted: Repo) -> None:
    _rename_and_edit(adopted)
    adopted.write("src/wire.rs", adopted.read("src/wire.rs") + _OTHER)
    assert _check(adopted)[0] == 1


def test_another_file_is_no_rename(adopted: Repo) -> None:
    adopted.write("src/lib.rs", "pub mod wire;\n" + _PORT)
    adopted.write("src/wire.rs", _OTHER)
    (adopted.root / "src/net.rs").unlink()
    assert _check(adopted)[0] == 1


def test_a_swap_is_shown_and_does_not_fail(adopted: Repo) -> None:
    adopted.write("src/lib.rs", "pub mod net;\n" + _OTHER)
    code, verdict = _check(adopted)
    assert (code, verdict["swaps"]) == (
        0,
        [{"rule": "rust/unwrap", "unit": "src/lib.rs", "number": 1, "fails": False}],
    )
    assert "swapped: 1 site of rust/unwrap in src/lib.rs for as many others" in adopted.ratchet("check").out


def test_a_swap_blocks_where_the_base_says_so(adopted: Repo) -> None:
    adopted.write("ratchet.toml", 'swap = "block"\n' + adopted.read("ratchet.toml"))
    adopted.commit("swaps block")
    adopted.git("branch", "-f", "base")
    adopted.write("src/lib.rs", "pub mod net;\n" + _OTHER)
    assert _check(adopted)[0] == 1
    assert "FAIL  1 swap against HEAD" in adopted.ratchet("check").out
    adopted.write("ratchet.toml", adopted.read("ratchet.toml").replace('swap = "block"\n', ""))
    code, verdict = _check(adopted)
    assert (code, [each["what"] for each in verdict["loosenings"]]) == (1, ["swap-allowed"])


def test_an_edited_line_and_a_move_are_no_swap(adopted: Repo) -> None:
    adopted.write("src/lib.rs", "pub mod net;\npub fn port(t: &str) -> u16 { t.trim().parse().unwrap() }\n")
    assert _check(adopted)[1]["swaps"] == []


def test_a_rule_for_another_in_one_function_is_a_trade(adopted: Repo) -> None:
    adopted.write("src/lib.rs", "pub mod net;\n" + _PORT.replace(".unwrap()", '.expect("a port")'))
    code, verdict = _check(adopted)
    (trade,) = verdict["trades"]
    assert code == 1
    assert (trade["fell"], trade["rose"]) == (
        [{"rule": "rust/unwrap", "number": 1}],
        [{"rule": "rust/expect", "number": 1}],
    )
    assert "traded: 1 rust/unwrap became 1 rust/expect in port (src/lib.rs)" in adopted.ratchet("check").out


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        (
            "{ to = 1, by = 2026-12-16 }",
            "goal: rust/unwrap 2 → 1 by 2026-12-16: 1 site to go in 30 days, one every 30 days",
        ),
        ("{ to = 0, by = 2026-11-17 }", "goal: rust/unwrap 2 → 0 by 2026-11-17: 2 sites to go in 1 day, 2 a day"),
        ("{ to = 2, by = 2026-12-16 }", "goal: rust/unwrap 2 → 2 by 2026-12-16: reached"),
        ("{ to = 0, by = 2026-11-01 }", "goal: rust/unwrap 2 → 0 by 2026-11-01: missed, 2 sites to go"),
    ],
)
def test_a_goal_is_shown_with_the_pace_it_needs(adopted: Repo, goal: str, said: str) -> None:
    adopted.write("ratchet.toml", adopted.read("ratchet.toml") + f'\n[goal]\n"rust/unwrap" = {goal}\n')
    adopted.commit("a goal")
    done = adopted.ratchet("check")
    assert (done.code, said in done.out) == (0, True)


_RULE = """
id: own/port
because: ports are typed by hand
advice: name it
count:
  language: rust
  query: |
    {query}
valid: ["fn f() {{}}"]
invalid: ["fn f() {{ g(80, h); }}"]
"""


def test_a_change_of_measure_is_kept_apart_from_the_code(adopted: Repo) -> None:
    adopted.write("rules/own.yaml", _RULE.format(query="(arguments (integer_literal) @finding)"))
    adopted.write("src/net.rs", "pub fn a() { g(1, h); g(2, 3); k(4); }\n")
    adopted.ratchet("tighten")
    assert adopted.ratchet("init", "--rule", "own/port").code == 0
    adopted.commit("a rule")
    adopted.write("rules/own.yaml", _RULE.format(query="(arguments . (integer_literal) @finding (identifier))"))
    adopted.write("src/net.rs", "pub fn a() { g(2, 3); k(4); }\n")
    adopted.ratchet("tighten", "--remeasure")
    code, verdict = _check(adopted)
    assert code == 4
    assert verdict["measures"] == [{"rule": "own/port", "code": -1, "measurement": -3, "old": [4, 3], "new": [1, 0]}]
    assert "measure: own/port means something else: code -1, measurement -3" in adopted.ratchet("check").out


def test_a_loosening_says_its_line_and_what_it_hides(adopted: Repo) -> None:
    config = 'packs = ["rust", "python"]\nexclude = ["src/net.rs"]\n\n[phase]\n"rust/unwrap" = "observe"\n'
    adopted.write("ratchet.toml", config)
    adopted.write("baselines/files.toml", adopted.read("baselines/files.toml").replace("= 1", "= 7", 1))
    found = {each["what"]: (each["path"], each["line"], each["detail"]) for each in _check(adopted)[1]["loosenings"]}
    assert found["exclude-widened"] == ("ratchet.toml", 2, "hides 1 file with 1 site")
    assert found["phase-lowered"] == ("ratchet.toml", 5, "2 sites would no longer be held")
    path, line, _ = found["budget-raised"]
    assert adopted.read(path).splitlines()[line - 1] == '"rust/unwrap" = 7'


def test_a_wider_test_scope_says_how_many_sites_it_hides(adopted: Repo) -> None:
    adopted.write("src/lib.rs", "pub mod net;\n#[inline]\n" + _PORT)
    adopted.commit("an attribute")
    adopted.write("ratchet.toml", 'test_attributes = ["inline"]\n' + adopted.read("ratchet.toml"))
    (found,) = _check(adopted)[1]["loosenings"]
    assert (found["what"], found["line"], found["detail"]) == (
        "test-scope-widened",
        1,
        "test_attributes; 1 site would no longer be seen",
    )
