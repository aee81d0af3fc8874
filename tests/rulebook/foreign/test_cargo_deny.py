"""Bans and sources of cargo-deny mean the same as rules."""

from __future__ import annotations

from tests.rulebook.foreign.judging import found, left, text

LOCK = """\
version = 4
[[package]]
name = "app"
version = "1.0.0"
dependencies = ["openssl", "wrapper"]
[[package]]
name = "openssl"
version = "1.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"
[[package]]
name = "wrapper"
version = "1.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"
dependencies = ["openssl"]
"""
MANIFEST = '[package]\nname = "app"\nversion = "1.0.0"\n[dependencies]\n{direct}wrapper = "*"\n'


def tree(settings: str, direct: str = "") -> dict[str, str]:
    lock = LOCK if direct else LOCK.replace('"openssl", "wrapper"', '"wrapper"')
    return {"Cargo.toml": MANIFEST.format(direct=direct), "src/lib.rs": "", "Cargo.lock": lock, "deny.toml": settings}


def test_a_ban_holds_but_for_its_wrappers() -> None:
    banned = '[bans]\ndeny = [{ crate = "openssl", wrappers = ["wrapper"], reason = "old" }]\n'
    assert found(tree(banned), "deny.toml") == {"old": []}
    assert found(tree(banned, 'openssl = "1"\n'), "deny.toml") == {"old": ["app -> openssl"]}
    assert found(tree(banned.replace('["wrapper"]', "[]")), "deny.toml") == {"old": ["app -> wrapper -> openssl"]}


def test_versions_wildcards_and_sources_are_limits() -> None:
    settings = (
        '[graph]\nall-features = true\n[bans]\nmultiple-versions = "warn"\nwildcards = "deny"\n'
        'skip = [{ crate = "syn@1", reason = "soon" }]\n[sources]\nunknown-git = "deny"\n'
    )
    page = text(tree(settings), "deny.toml")
    assert "phase: warn\nlimit:\n  for: ext:*\n  of: versions\n  at_most: 1\n" in page
    assert "    - for: ext:syn\n      why: soon\n" in page
    assert found(tree(settings), "deny.toml")["a version with a * is any version"] == ['wrapper = "*"']
    assert "of: foreign-sources\n  at_most: 0\n" in page


def test_what_cannot_be_said_is_listed_with_its_line() -> None:
    settings = '[licenses]\nallow = ["MIT"]\n[bans]\nwildcards = "deny"\ndeny = ["a:<1"]\nskip-tree = ["b"]\n'
    assert [each.rpartition(": ")[0][:16] for each in left(tree(settings), "deny.toml")] == [
        "deny.toml:1: `li",
        "deny.toml:5: the",
        "deny.toml:6: `ba",
    ]
