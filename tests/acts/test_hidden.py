"""Production code that becomes test code: named as a loosening where production still needs it."""

from __future__ import annotations

import pytest

from tests.repository import Repo

_LOAD = "pub fn load(t: &str) -> u16 { t.parse().unwrap() }\n"
_USE = 'pub fn start() -> u16 { load("80") }\n'


@pytest.fixture
def adopted(repo: Repo) -> Repo:
    repo.write("Cargo.toml", '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n')
    repo.write("src/lib.rs", "pub mod net;\n" + _LOAD + _USE)
    repo.write("src/net.rs", "pub fn dial(t: &str) -> u16 { t.parse().unwrap() }\n")
    assert repo.ratchet("init").code == 0
    repo.commit("adopt")
    repo.git("branch", "base")
    return repo


def _loosenings(repo: Repo, *options: str) -> tuple[int, list[tuple[str, str, int, int, str]]]:
    done = repo.ratchet("check", "--format", "json", *options)
    found = done.json()["loosenings"]
    return done.code, [(each["what"], each["unit"], each["from"], each["line"], each["path"]) for each in found]


def _everywhere(repo: Repo) -> list[tuple[int, list[tuple[str, str, int, int, str]]]]:
    """The working tree, the index, and against the base once it is committed."""
    tree = _loosenings(repo)
    repo.git("add", "--all")
    staged = _loosenings(repo, "--staged")
    repo.commit("change")
    return [tree, staged, _loosenings(repo, "--base", "base")]


def test_a_file_that_moves_under_tests_is_named(adopted: Repo) -> None:
    adopted.write("src/lib.rs", '#[path = "../tests/net.rs"] #[cfg(test)] pub mod net;\n' + _LOAD + _USE)
    adopted.git("mv", "src/net.rs", "net.rs")
    (adopted.root / "tests").mkdir()
    adopted.git("mv", "net.rs", "tests/net.rs")
    assert _everywhere(adopted) == [(4, [("production-hidden", "src/net.rs", 1, 1, "tests/net.rs")])] * 3


def test_code_under_a_new_cfg_that_production_still_calls_is_named(adopted: Repo) -> None:
    adopted.write("src/lib.rs", "pub mod net;\n#[cfg(test)]\n" + _LOAD + _USE)
    assert _everywhere(adopted) == [(4, [("production-hidden", "src/lib.rs", 1, 3, "src/lib.rs")])] * 3


def test_a_module_under_a_new_cfg_that_production_still_calls_is_named(adopted: Repo) -> None:
    adopted.write("src/lib.rs", "#[cfg(test)] pub mod net;\n" + _LOAD + _USE + 'fn f() { net::dial("1"); }\n')
    assert _everywhere(adopted) == [(4, [("production-hidden", "src/net.rs", 1, 1, "src/net.rs")])] * 3


@pytest.mark.parametrize("use", ["fn f() { net::dial(1); }\n", "pub use self::net;\n", "use crate::net :: dial;\n"])
def test_a_helper_is_named_in_a_file_that_production_still_speaks_of(adopted: Repo, use: str) -> None:
    adopted.write(
        "src/net.rs", "pub fn dial(t: &str) -> u16 { help(t) }\nfn help(t: &str) -> u16 { t.parse().unwrap() }\n"
    )
    adopted.commit("a helper")
    adopted.git("branch", "-f", "base")
    adopted.write("src/lib.rs", "#[cfg(test)] pub mod net;\n" + _LOAD + _USE + use)
    assert _everywhere(adopted) == [(4, [("production-hidden", "src/net.rs", 1, 2, "src/net.rs")])] * 3


def test_a_file_that_production_no_longer_speaks_of_may_become_test_code(adopted: Repo) -> None:
    adopted.write("src/lib.rs", "#[cfg(test)] pub mod net;\n" + _LOAD + _USE)
    assert [code for code, _ in _everywhere(adopted)] == [0] * 3


def test_a_module_around_it_hides_nothing(adopted: Repo) -> None:
    adopted.write("src/lib.rs", "pub mod net;\n#[cfg(test)] mod t {\n" + _LOAD + "}\n" + _USE)
    assert _loosenings(adopted) == (4, [("production-hidden", "src/lib.rs", 1, 3, "src/lib.rs")])


def test_code_that_only_tests_need_may_become_test_code(adopted: Repo) -> None:
    adopted.write("src/lib.rs", "pub mod net;\n#[cfg(test)]\n" + _LOAD + '#[cfg(test)] fn t() { load("1"); }\n')
    assert [code for code, _ in _everywhere(adopted)] == [0, 0, 0]


def test_a_test_with_the_same_code_as_production_had_is_no_hiding_place_for_other_code(adopted: Repo) -> None:
    adopted.write("src/lib.rs", "pub mod net;\npub fn load(t: &str) -> u16 { t.parse().unwrap_or(1) }\n" + _USE)
    adopted.write("tests/it.rs", "fn check() { g().unwrap(); }\n")
    assert [code for code, _ in _everywhere(adopted)] == [0, 0, 0]


def test_a_new_allow_is_named_with_its_line(adopted: Repo) -> None:
    allow = '// ratchet: allow(rust/unwrap) reason="x"\n'
    adopted.write("src/net.rs", allow + "pub fn dial(t: &str) -> u16 { t.parse().unwrap() }\n")
    code, found = _loosenings(adopted)
    assert (code, found) == (1, [("allow-added", "src/net.rs", 0, 2, "src/net.rs")])


def test_a_signed_off_move_is_settled_once_it_is_committed(adopted: Repo) -> None:
    adopted.write("src/lib.rs", "pub mod net;\n#[cfg(test)]\n" + _LOAD + _USE)
    assert adopted.ratchet("check", "--signoff", "ada").code == 0
    adopted.commit("hidden and signed off")
    assert adopted.ratchet("check").code == 0
