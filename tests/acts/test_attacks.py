"""Ways to get a worse tree past the gate within one change, each of which it holds against."""

from __future__ import annotations

import pytest

from tests.repository import Repo

_SITE = "pub fn more(o: Option<u8>) -> u8 { o.unwrap() }\n"
_LIB = "pub fn port(t: &str) -> u16 { t.parse().unwrap() }\n"
_WAIVER = (
    '[[waiver]]\nrule = "rust/unwrap"\npath = "src/lib.rs"\nallow = 1\n'
    'reason = "{reason}"\nowner = "{owner}"\nexpires = 2027-03-31\n'
)
_ZRUST = (
    "language: zrust\ngrammar: tree_sitter_rust\nsuffixes: [.rs]\ncomment: '//'\nseparator: '::'\n"
    "comments: '(line_comment) @comment'\nsymbols: '(function_item name: (identifier) @name) @symbol'\n"
)


@pytest.fixture
def adopted(repo: Repo) -> Repo:
    repo.write("Cargo.toml", '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n')
    repo.write("src/lib.rs", _LIB)
    assert repo.ratchet("init").code == 0
    repo.commit("adopt")
    repo.git("branch", "base")
    return repo


def _verdicts(repo: Repo) -> tuple[int, int, int]:
    """The working tree, the index, and against the base once it is committed."""
    tree = repo.ratchet("check").code
    repo.git("add", "--all")
    staged = repo.ratchet("check", "--staged").code
    repo.commit("change")
    return tree, staged, repo.ratchet("check", "--base", "base").code


@pytest.mark.parametrize(
    "source",
    [
        f'// ratchet: allow(rust/ratchet-allow, rust/unwrap) reason="x"\n{_SITE}',
        f'// ratchet: allow(rust/ratchet-allow) reason="x"\n// ratchet: allow(rust/unwrap) reason="x"\n{_SITE}',
        f'#[cfg(test)] fn t() {{ /* ratchet: allow(rust/unwrap) reason="x" */ }} {_SITE}',
        f'const S: &str = stringify!(/* ratchet: allow(rust/unwrap) reason="x" */); {_SITE}',
    ],
    ids=["an allow of itself", "an allow of an allow", "an allow in a test", "an allow in tokens"],
)
def test_an_inline_allow_is_counted_and_excuses_nothing_else(adopted: Repo, source: str) -> None:
    adopted.write("src/lib.rs", _LIB + source)
    assert _verdicts(adopted) == (1, 1, 1)


def test_an_allow_covers_one_site(adopted: Repo) -> None:
    allowed = '// ratchet: allow(rust/unwrap) reason="x"\npub fn a(o: Option<u8>) -> u8 { o.unwrap() }\n'
    adopted.write("src/lib.rs", _LIB + allowed)
    adopted.git("rm", "-rq", "baselines")
    adopted.ratchet("init")
    adopted.commit("an allow is there")
    adopted.git("branch", "-f", "base")
    adopted.write("src/lib.rs", _LIB + allowed.replace("o.unwrap()", "o.unwrap() + o.unwrap()"))
    assert _verdicts(adopted) == (1, 1, 1)


def test_a_second_language_cannot_take_the_files_of_the_first(adopted: Repo) -> None:
    adopted.write("rules/zz/language.yaml", _ZRUST)
    adopted.write("src/lib.rs", _LIB + _SITE)
    done = adopted.ratchet("check")
    assert done.code == 2
    assert "files that end in `.rs` are rust already" in done.err


@pytest.mark.parametrize("change", [{"reason": "b", "owner": "a"}, {"reason": "a", "owner": "b"}])
def test_rewording_a_waiver_grants_nothing(adopted: Repo, change: dict[str, str]) -> None:
    adopted.write("baselines/waivers.toml", _WAIVER.format(reason="a", owner="a"))
    adopted.write("src/lib.rs", _LIB + _SITE)
    adopted.commit("waived")
    adopted.git("branch", "-f", "base")
    adopted.write("baselines/waivers.toml", _WAIVER.format(**change))
    adopted.write("src/lib.rs", _LIB + _SITE + _SITE.replace("more", "again"))
    assert _verdicts(adopted) == (1, 1, 1)


def test_a_second_waiver_for_the_same_file_is_an_enlargement(adopted: Repo) -> None:
    adopted.write("baselines/waivers.toml", _WAIVER.format(reason="a", owner="a"))
    adopted.write("src/lib.rs", _LIB + _SITE)
    adopted.commit("waived")
    adopted.git("branch", "-f", "base")
    adopted.write(
        "baselines/waivers.toml", _WAIVER.format(reason="a", owner="a") + _WAIVER.format(reason="b", owner="b")
    )
    adopted.write("src/lib.rs", _LIB + _SITE + _SITE.replace("more", "again"))
    assert _verdicts(adopted) == (4, 4, 4)


def test_a_change_to_what_makes_a_test_is_a_loosening(adopted: Repo) -> None:
    shipped = adopted.ratchet("explain", "rust/unwrap", "--format", "json").json()
    assert shipped["path"] == "rules/rust/unwrap.yaml"
    adopted.write("ratchet.toml", adopted.read("ratchet.toml") + 'test_attributes = ["inline"]\n')
    adopted.write("src/lib.rs", _LIB + "#[inline]\n" + _SITE)
    assert _verdicts(adopted) == (1, 1, 1), "the base's own list counts"
    adopted.write("src/lib.rs", _LIB)
    adopted.commit("without the site")
    assert adopted.ratchet("check", "--base", "base").code == 4


def test_a_branch_from_before_the_adoption_brings_no_contract_of_its_own(repo: Repo) -> None:
    repo.write("Cargo.toml", '[package]\nname = "shop"\nversion = "0.1.0"\n')
    repo.write("src/lib.rs", _LIB)
    repo.commit("before")
    repo.git("switch", "-qc", "early")
    repo.git("switch", "-q", "main")
    repo.ratchet("init")
    repo.commit("adopt")
    repo.git("switch", "-q", "early")
    repo.git("checkout", "main", "--", "ratchet.toml", "baselines")
    repo.write("baselines/waivers.toml", _WAIVER.format(reason="a", owner="a"))
    repo.write("src/lib.rs", _LIB + _SITE)
    repo.commit("evil")
    done = repo.ratchet("check", "--base", "main")
    assert done.code == 2
    assert "git merge main" in done.err


def test_a_rule_is_adopted_with_what_there_is_and_no_more(adopted: Repo) -> None:
    adopted.write(
        "rules/q/x.yaml",
        "id: q/x\nbecause: z\nadvice: z\ncount:\n  language: rust\n  query: '(unsafe_block) @finding'\n"
        'valid: ["fn f() {}"]\ninvalid: ["fn f() { unsafe { g() } }"]\n',
    )
    assert adopted.ratchet("init", "--rule", "q/x").code == 0
    assert adopted.ratchet("check").code == 0
    adopted.write("baselines/files.toml", adopted.read("baselines/files.toml") + '\n["src/z.rs"]\n"q/x" = 1000\n')
    assert _verdicts(adopted) == (4, 4, 4)


def test_an_empty_base_is_no_base(adopted: Repo) -> None:
    assert adopted.ratchet("check", "--base", "").code == 2


def test_a_blank_name_signs_nothing_off(adopted: Repo) -> None:
    assert adopted.ratchet("check", "--signoff", " ").code == 2


def test_a_report_is_not_written_through_a_symlink(adopted: Repo) -> None:
    victim = adopted.root.parent / "victim"
    victim.write_text("mine")
    (adopted.root / "verdict.json").symlink_to(victim)
    assert adopted.ratchet("check", "--output", "json=verdict.json").code == 2
    assert victim.read_text() == "mine"


def test_a_ledger_larger_than_a_source_file_may_be_is_read(adopted: Repo) -> None:
    lines = "".join(f'["src/generated/file{number}.rs"]\n"rust/unwrap" = 1\n\n' for number in range(50_000))
    adopted.write("baselines/files.toml", adopted.read("baselines/files.toml") + "\n" + lines)
    adopted.commit("large")
    assert adopted.ratchet("check").code == 0


@pytest.mark.parametrize("command", ["ratchet check > /dev/full", "ratchet check >&-", "ratchet check 2>&-"])
def test_a_stream_that_cannot_be_written_is_no_bug(adopted: Repo, command: str) -> None:
    assert adopted.run("bash", "-c", command).code in (0, 2)
