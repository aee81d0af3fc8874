"""Ways an agent might get a worse tree past the gate: against the merge base none of them ends with exit 0."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.repository import Repo

_CARGO = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n'
_LIB = "pub mod net;\npub fn port(t: &str) -> u16 { t.parse().unwrap() }\n"
_NET = "pub fn dial(t: &str) -> u16 { t.parse().unwrap() }\n"
_SITE = "pub fn more(o: Option<u8>) -> u8 { o.unwrap() }\n"
_WEAK = (
    "id: rust/unwrap\nbecause: b\nadvice: a\nfamily: panic\ncount:\n  language: rust\n  query: |\n"
    '    ((identifier) @finding (#eq? @finding "nothing_is_called_so"))\nvalid: ["fn f() {}"]\n'
    'invalid: ["fn f() { nothing_is_called_so; }"]\n'
)
_WAIVER = (
    '[[waiver]]\nrule = "rust/unwrap"\npath = "src/lib.rs"\nallow = 9\n'
    'reason = "r"\nowner = "o"\nexpires = 2027-03-31\n'
)

Attack = Callable[[Repo], None]
_ATTACKS: list[tuple[str, Attack]] = []


def attack(does: Attack) -> Attack:
    """Take an attack down under the words of its name."""
    _ATTACKS.append((does.__name__.replace("_", " "), does))
    return does


@pytest.fixture
def adopted(repo: Repo) -> Repo:
    repo.write("Cargo.toml", _CARGO)
    repo.write("src/lib.rs", _LIB)
    repo.write("src/net.rs", _NET)
    repo.write("tool.py", "def f() -> None:\n    print(1)\n")
    assert repo.ratchet("init").code == 0
    repo.commit("adopt")
    repo.git("branch", "base")
    return repo


def _add(repo: Repo, text: str = _SITE, path: str = "src/lib.rs") -> None:
    before = repo.read(path) if (repo.root / path).exists() else ""
    repo.write(path, before + text)


# The ledger.


@attack
def delete_the_baselines(repo: Repo) -> None:
    repo.git("rm", "-rq", "baselines")
    _add(repo)


@attack
def delete_the_baselines_and_take_new_ones(repo: Repo) -> None:
    _add(repo)
    repo.git("rm", "-rq", "baselines")
    repo.ratchet("init")


@attack
def raise_the_budget(repo: Repo) -> None:
    repo.write("baselines/files.toml", repo.read("baselines/files.toml").replace("= 1", "= 9999"))
    _add(repo)


@attack
def raise_the_budget_for_a_later_change(repo: Repo) -> None:
    repo.write("baselines/files.toml", repo.read("baselines/files.toml").replace("= 1", "= 9999"))


@attack
def break_the_ledger(repo: Repo) -> None:
    repo.write("baselines/files.toml", "][")
    _add(repo)


@attack
def leave_conflict_markers_in_the_ledger(repo: Repo) -> None:
    text = repo.read("baselines/files.toml")
    repo.write("baselines/files.toml", f"<<<<<<< ours\n{text}=======\n{text}>>>>>>> theirs\n")
    _add(repo)


@attack
def take_the_rule_out_of_the_ledger(repo: Repo) -> None:
    text = repo.read("baselines/rules.toml")
    head, _, rest = text.partition('["rust/unwrap"]')
    repo.write("baselines/rules.toml", head + rest.partition("\n\n")[2])
    _add(repo)


@attack
def write_another_meaning_into_the_ledger(repo: Repo) -> None:
    repo.write("baselines/rules.toml", repo.read("baselines/rules.toml").replace("sha256:", "sha256:0"))
    _add(repo)


@attack
def keep_the_ledger_in_another_directory(repo: Repo) -> None:
    repo.write("ratchet.toml", 'baselines = "other"\n' + repo.read("ratchet.toml").replace("baselines =", "#"))
    for name in ("files.toml", "rules.toml"):
        repo.write(f"other/{name}", repo.read(f"baselines/{name}").replace("= 1", "= 99"))
    _add(repo)


@attack
def make_the_ledger_a_symlink(repo: Repo) -> None:
    repo.write("big.toml", repo.read("baselines/files.toml").replace("= 1", "= 99"))
    (repo.root / "baselines/files.toml").unlink()
    (repo.root / "baselines/files.toml").symlink_to("../big.toml")
    _add(repo)


@attack
def waive_it(repo: Repo) -> None:
    repo.write("baselines/waivers.toml", _WAIVER)
    _add(repo)


@attack
def waive_every_file(repo: Repo) -> None:
    repo.write("baselines/waivers.toml", _WAIVER.replace("src/lib.rs", "**"))
    _add(repo)


# The config and the rules.


@attack
def delete_the_config(repo: Repo) -> None:
    repo.git("rm", "-q", "ratchet.toml")
    _add(repo)


@attack
def exclude_the_file(repo: Repo) -> None:
    repo.write("ratchet.toml", 'exclude = ["src/lib.rs"]\n' + repo.read("ratchet.toml"))
    _add(repo)


@attack
def exclude_the_file_for_a_later_change(repo: Repo) -> None:
    repo.write("ratchet.toml", 'exclude = ["src/lib.rs"]\n' + repo.read("ratchet.toml"))


@attack
def drop_the_pack(repo: Repo) -> None:
    repo.write("ratchet.toml", 'packs = ["python"]\n')
    _add(repo)


@attack
def lower_the_phase(repo: Repo) -> None:
    repo.write("ratchet.toml", repo.read("ratchet.toml") + '\n[phase]\n"rust/unwrap" = "observe"\n')
    _add(repo)


@attack
def replace_the_rule_by_a_weaker_one(repo: Repo) -> None:
    repo.write("rules/rust/unwrap.yaml", _WEAK)
    _add(repo)


@attack
def replace_the_rule_and_remeasure(repo: Repo) -> None:
    repo.write("rules/rust/unwrap.yaml", _WEAK)
    _add(repo)
    repo.ratchet("tighten", "--remeasure")


@attack
def call_a_common_attribute_a_test(repo: Repo) -> None:
    repo.write("ratchet.toml", 'test_attributes = ["inline"]\n' + repo.read("ratchet.toml"))
    _add(repo, "#[inline] " + _SITE)


@attack
def call_the_package_one_for_development(repo: Repo) -> None:
    repo.write("ratchet.toml", 'dev_crates = ["shop"]\n' + repo.read("ratchet.toml"))
    _add(repo)


@attack
def move_the_config_into_pyproject(repo: Repo) -> None:
    repo.git("rm", "-q", "ratchet.toml")
    repo.write("pyproject.toml", '[tool.ratchet]\nexclude = ["src/**"]\n')
    _add(repo)


@attack
def lower_the_limit_of_file_sizes(repo: Repo) -> None:
    repo.write("ratchet.toml", "max_file_bytes = 10\n" + repo.read("ratchet.toml"))
    _add(repo)


# The code.


@attack
def put_it_in_the_arguments_of_a_macro(repo: Repo) -> None:
    _add(repo, 'pub fn more(o: Option<u8>) { println!("{}", o.unwrap()); }\n')


@attack
def put_it_in_a_macro(repo: Repo) -> None:
    _add(repo, "macro_rules! get { ($e:expr) => { $e.unwrap() } }\n")


@attack
def put_a_comment_between_its_tokens(repo: Repo) -> None:
    _add(repo, "pub fn more(o: Option<u8>) { drop(vec![o./**/unwrap/**/()]); }\n")


@attack
def write_it_as_a_raw_name(repo: Repo) -> None:
    _add(repo, "pub fn more(o: Option<u8>) -> u8 { o.r#unwrap() }\n")


@attack
def write_it_as_a_path(repo: Repo) -> None:
    _add(repo, "pub fn more(o: Vec<Option<u8>>) -> Vec<u8> { o.into_iter().map(Option::unwrap).collect() }\n")


@attack
def put_it_under_a_condition_that_may_hold(repo: Repo) -> None:
    _add(repo, '#[cfg(any(test, feature = "x"))] ' + _SITE)


@attack
def call_the_module_tests(repo: Repo) -> None:
    _add(repo, "pub mod tests { " + _SITE + " }\n")


@attack
def call_the_file_tests(repo: Repo) -> None:
    _add(repo, "pub mod tests;\n")
    repo.write("src/tests.rs", _SITE)


@attack
def put_it_under_tests_and_reach_it_from_production(repo: Repo) -> None:
    _add(repo, '#[path = "../tests/more.rs"] pub mod more;\n')
    repo.write("tests/more.rs", _SITE)


@attack
def include_it_from_a_file_of_another_name(repo: Repo) -> None:
    _add(repo, 'include!("more.txt");\n')
    repo.write("src/more.txt", _SITE)


@attack
def declare_a_production_file_as_a_test(repo: Repo) -> None:
    repo.write("Cargo.toml", _CARGO + '[[test]]\nname = "net"\npath = "src/net.rs"\n')
    _add(repo, _SITE, "src/net.rs")


@attack
def put_it_where_no_root_reaches(repo: Repo) -> None:
    repo.write("src/lost.rs", _SITE)


@attack
def put_it_in_a_new_package(repo: Repo) -> None:
    repo.write("more/Cargo.toml", _CARGO.replace("shop", "more"))
    repo.write("more/src/lib.rs", _SITE)


@attack
def put_it_in_a_package_below_tests_that_production_is_built_with(repo: Repo) -> None:
    repo.write("Cargo.toml", _CARGO + '[dependencies]\nmore = { path = "tests/more" }\n')
    repo.write("tests/more/Cargo.toml", _CARGO.replace("shop", "more"))
    repo.write("tests/more/src/lib.rs", _SITE)


@attack
def move_the_package_below_examples(repo: Repo) -> None:
    (repo.root / "examples" / "shop").mkdir(parents=True)
    repo.git("mv", "Cargo.toml", "src", "examples/shop")


@attack
def compute_the_path_of_what_tests_declare(repo: Repo) -> None:
    _add(repo, '#[cfg(test)] mod more;\ninclude!(concat!("more", ".rs"));\n')
    repo.write("src/more.rs", _SITE)


@attack
def name_a_macro_the_module_that_tests_declare(repo: Repo) -> None:
    _add(repo, "macro_rules! m { ($n:ident) => { #[cfg(not(test))] mod $n; } }\nm!(more);\n#[cfg(test)] mod more;\n")
    repo.write("src/more.rs", _SITE)


@attack
def read_as_data_what_a_macro_makes_a_module(repo: Repo) -> None:
    _add(repo, 'macro_rules! m { ($n:ident) => { mod $n; } }\nm!(more);\nconst _: &str = include_str!("more.rs");\n')
    repo.write("src/more.rs", _SITE)


@attack
def give_include_another_name(repo: Repo) -> None:
    _add(repo, 'use std::include as inc;\ninc!("more.txt");\n')
    repo.write("src/more.txt", _SITE)


@attack
def break_the_syntax_around_it(repo: Repo) -> None:
    repo.write(
        "src/lib.rs", "pub mod net;\npub fn port(t: &str) -> u16 { t.parse(.unwrap(); t.trim().parse().unwrap() }\n"
    )


@attack
def break_the_file(repo: Repo) -> None:
    repo.write("src/net.rs", "]]] }}} " * 20)


@attack
def make_the_file_binary(repo: Repo) -> None:
    repo.write("src/net.rs", _NET + "// \0\n" + _SITE)


@attack
def make_the_file_too_large(repo: Repo) -> None:
    repo.write("src/net.rs", _NET + _SITE + "// fill\n" * 1_300_000)


@attack
def make_the_file_a_pointer(repo: Repo) -> None:
    repo.write("src/net.rs", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
    repo.write(".gitattributes", "*.rs filter=lfs\n")


@attack
def move_production_under_tests(repo: Repo) -> None:
    repo.write("src/lib.rs", _LIB.replace("pub mod net;", '#[cfg(test)] #[path = "../tests/net.rs"] mod net;'))
    (repo.root / "tests").mkdir()
    repo.git("mv", "src/net.rs", "tests/net.rs")


@attack
def put_a_condition_on_code_that_production_calls(repo: Repo) -> None:
    _add(repo, 'pub fn call() -> u16 { port("1") }\n')
    repo.write("src/lib.rs", repo.read("src/lib.rs").replace("pub fn port", "#[cfg(test)] pub fn port"))


@attack
def allow_it_inline(repo: Repo) -> None:
    _add(repo, '// ratchet: allow(rust/unwrap) reason="because"\n' + _SITE)


@attack
def spend_what_another_file_freed(repo: Repo) -> None:
    repo.write("src/net.rs", "pub fn dial() {}\n")
    _add(repo, "pub fn second(o: Option<u8>) -> u8 { o.map(|x| x + 1).unwrap() }\n")


@attack
def rename_the_file_and_add_one(repo: Repo) -> None:
    repo.git("mv", "src/net.rs", "src/wire.rs")
    repo.write("src/lib.rs", _LIB.replace("net", "wire"))
    _add(repo, _SITE, "src/wire.rs")


@attack
def move_the_function_and_add_one(repo: Repo) -> None:
    repo.write("src/net.rs", "")
    _add(repo, _NET + _SITE)


@attack
def copy_the_function(repo: Repo) -> None:
    repo.write("src/copy.rs", _NET)
    _add(repo, "pub mod copy;\n")


@attack
def trade_it_for_an_unsafe_block(repo: Repo) -> None:
    new = "pub mod net;\npub fn port(t: &str) -> u16 { unsafe { t.parse().unwrap_unchecked() } }\n"
    repo.write("src/lib.rs", new)


@attack
def hide_it_in_another_encoding(repo: Repo) -> None:
    (repo.root / "src/net.rs").write_bytes((_NET + _SITE).encode("utf-16"))


@attack
def hide_the_file_from_git_status(repo: Repo) -> None:
    _add(repo, _SITE, "src/net.rs")
    repo.write(".gitignore", "src/net.rs\n")


@attack
def a_tag_with_the_name_of_the_base(repo: Repo) -> None:
    _add(repo)
    repo.commit("worse")
    repo.git("tag", "base", "HEAD")
    _add(repo, "// more\n")


@attack
def make_the_file_a_symlink_to_one_of_another_name(repo: Repo) -> None:
    repo.write("src/real.txt", _NET + _SITE)
    (repo.root / "src/net.rs").unlink()
    (repo.root / "src/net.rs").symlink_to("real.txt")


@attack
def make_a_new_file_a_symlink_to_one_of_another_name(repo: Repo) -> None:
    repo.write("src/real.txt", _SITE)
    (repo.root / "src/more.rs").symlink_to("real.txt")
    _add(repo, "pub mod more;\n")


@attack
def make_a_directory_a_symlink(repo: Repo) -> None:
    repo.git("mv", "src", "code")
    (repo.root / "src").symlink_to("code")
    _add(repo, _SITE, "code/net.rs")


@attack
def reach_a_test_through_a_symlinked_directory(repo: Repo) -> None:
    repo.write("tests/x.rs", _SITE)
    (repo.root / "src/h").symlink_to("../tests")
    _add(repo, "pub mod h { pub mod x; }\n")


@attack
def reach_a_test_through_a_symlink_to_a_symlink(repo: Repo) -> None:
    repo.write("tests/x.rs", _SITE)
    (repo.root / "other").symlink_to("tests")
    (repo.root / "src/h").symlink_to("../other")
    _add(repo, "pub mod h { pub mod x; }\n")


@attack
def reach_a_test_by_a_way_up_from_behind_a_symlink(repo: Repo) -> None:
    repo.write("tests/common/x.rs", _SITE)
    repo.write("tests/data/x.json", "{}\n")
    (repo.root / "d").symlink_to("tests/data")
    (repo.root / "src/h").symlink_to("../d/../common")
    _add(repo, "pub mod h { pub mod x; }\n")


@attack
def reach_a_test_through_the_directory_above(repo: Repo) -> None:
    repo.write("tests/x.rs", _SITE)
    (repo.root / "up").symlink_to("..")
    _add(repo, f'#[path = "../up/{repo.root.name}/tests/x.rs"]\npub mod x;\n')


@attack
def depend_on_an_example_through_a_symlink(repo: Repo) -> None:
    repo.write("examples/helper/Cargo.toml", _CARGO.replace("shop", "helper"))
    repo.write("examples/helper/src/lib.rs", _SITE)
    (repo.root / "helper").symlink_to("examples/helper")
    _add(repo, '[dependencies]\nhelper = { path = "helper" }\n', "Cargo.toml")


@attack
def reach_code_outside_of_the_repository(repo: Repo) -> None:
    outside = repo.root.parent / "outside"
    outside.mkdir()
    (outside / "x.rs").write_text(_SITE)
    (repo.root / "src/h").symlink_to(outside)
    _add(repo, "pub mod h { pub mod x; }\n")


@attack
def reach_a_test_through_a_symlink_with_another_ending(repo: Repo) -> None:
    repo.write("tests/x.rs", _SITE)
    (repo.root / "src/h.txt").symlink_to("../tests/x.rs")
    _add(repo, '#[path = "h.txt"]\npub mod h;\n')


@attack
def read_the_file_as_data_and_make_a_module_of_it_by_a_macro(repo: Repo) -> None:
    macro = "macro_rules! m { ($n:ident) => { pub mod $n; } } m!(net);\n"
    repo.write("src/lib.rs", _LIB.replace("pub mod net;", f'pub const S: &str = include_str!("net.rs"); {macro}'))
    _add(repo, _SITE, "src/net.rs")


@attack
def make_the_manifest_unreadable_and_a_test_a_program(repo: Repo) -> None:
    repo.write("tests/x.rs", "fn main() { let o: Option<u8> = None; o.unwrap(); }\n")
    _add(repo, '[[bin]]\nname = "q"\npath = "tests/x.rs"\n[package.metadata]\nx = {\n a = 1,\n}\n', "Cargo.toml")


@attack
def make_the_manifest_of_a_dependency_a_symlink(repo: Repo) -> None:
    repo.write("helper.toml", _CARGO.replace("shop", "helper"))
    repo.write("tests/helper/src/lib.rs", _SITE)
    (repo.root / "tests/helper/Cargo.toml").symlink_to("../../helper.toml")
    _add(repo, '[dependencies]\nhelper = { path = "tests/helper" }\n', "Cargo.toml")


@pytest.mark.parametrize(("does"), [does for _, does in _ATTACKS], ids=[name for name, _ in _ATTACKS])
def test_the_gate_holds(adopted: Repo, does: Attack) -> None:
    does(adopted)
    adopted.commit("attack")
    assert adopted.ratchet("check", "--base", "base").code in (1, 2, 4)


def _codes(repo: Repo) -> list[int]:
    """How checks of a change end: in the work tree, in the index, and as a commit."""
    codes = [repo.ratchet("check").code]
    repo.git("add", "--all")
    codes.append(repo.ratchet("check", "--staged").code)
    repo.commit("change")
    return [*codes, repo.ratchet("check", "--base", "base").code]


def test_a_symlink_to_what_is_no_code_is_no_news(adopted: Repo) -> None:
    adopted.write("docs/v1/page.md", "text\n")
    (adopted.root / "docs/latest").symlink_to("v1")
    (adopted.root / "docs/LICENSE").symlink_to("../Cargo.lock")
    (adopted.root / "COPYING").symlink_to("docs/LICENSE")
    (adopted.root / "loop").symlink_to("pool")
    (adopted.root / "pool").symlink_to("loop")
    (adopted.root / "unit").symlink_to("/dev/null")
    assert _codes(adopted) == [0, 0, 0]


def test_a_symlink_that_leads_elsewhere_than_before_is_not_the_same(adopted: Repo) -> None:
    adopted.write("examples/gen/x.rs", _SITE)
    adopted.write("tests/common/x.rs", _SITE)
    (adopted.root / "src/h").symlink_to("../examples/gen")
    adopted.commit("a link")
    adopted.git("branch", "--force", "base")
    (adopted.root / "src/h").unlink()
    (adopted.root / "src/h").symlink_to("../tests/common")
    assert _codes(adopted) == [2, 2, 2]


def test_a_symlink_that_was_committed_is_no_news_for_the_tree_by_itself(adopted: Repo) -> None:
    adopted.write("tests/x.rs", _SITE)
    (adopted.root / "src/h").symlink_to("../tests")
    assert adopted.ratchet("check").code == 2
    adopted.commit("as an older release let it pass")
    assert adopted.ratchet("check").code == 0
    assert adopted.ratchet("check", "--no-cache").code == 0


def _become_a_program(repo: Repo) -> None:
    repo.write("src/main.rs", "fn main() {}\n")
    _add(repo, 'pub fn more() { println!("y"); }\n')


def _name_a_script(repo: Repo) -> None:
    _add(repo, '[project.scripts]\ntool = "tool:f"\n', "pyproject.toml")
    _add(repo, "print(2)\n", "tool.py")


def _be_called_as_a_package(repo: Repo) -> None:
    (repo.root / "tool").mkdir()
    repo.git("mv", "tool.py", "tool/__main__.py")
    _add(repo, "print(2)\n", "tool/__main__.py")


def _define_the_macro(repo: Repo) -> None:
    _add(repo, "macro_rules! println { ($($t:tt)*) => { std::println!($($t)*) } }\n")


@pytest.mark.parametrize("does", [_become_a_program, _name_a_script, _be_called_as_a_package, _define_the_macro])
@pytest.mark.parametrize("how", [["check"], ["check", "--staged"], ["check", "--base", "base"]])
def test_what_begins_to_print_on_purpose_is_named(repo: Repo, does: Attack, how: list[str]) -> None:
    repo.write("Cargo.toml", _CARGO)
    repo.write("src/lib.rs", _LIB + 'pub fn say() { println!("x"); }\n')
    repo.write("src/net.rs", _NET)
    repo.write("tool.py", "def f() -> None:\n    print(1)\n")
    repo.write("pyproject.toml", '[project]\nname = "tool"\n')
    assert repo.ratchet("init").code == 0
    repo.commit("adopt")
    repo.git("branch", "base")
    does(repo)
    repo.git("add", "-A")
    if "--base" in how:
        repo.commit("attack")
    seen = repo.ratchet(*how)
    assert seen.code == 4
    assert "production-hidden" in seen.out


def test_there_are_enough_of_them() -> None:
    assert len(_ATTACKS) >= 40


def test_an_honest_change_passes(adopted: Repo) -> None:
    _add(adopted, "pub fn fine(o: Option<u8>) -> u8 { o.unwrap_or(0) }\n")
    adopted.commit("honest")
    assert adopted.ratchet("check", "--base", "base").code == 0


def test_code_in_a_path_that_is_excluded_already_is_named(adopted: Repo) -> None:
    adopted.write("ratchet.toml", 'exclude = ["vendor/**"]\n' + adopted.read("ratchet.toml"))
    adopted.write("vendor/v.rs", "pub fn v() {}\n")
    adopted.commit("vendored")
    adopted.git("branch", "-f", "base")
    adopted.write("src/lib.rs", _LIB.replace("pub mod net;", '#[path = "../vendor/net.rs"] pub mod net;'))
    adopted.git("mv", "src/net.rs", "vendor/net.rs")
    adopted.commit("moved")
    assert adopted.ratchet("check", "--base", "base").code == 4


def _waived(repo: Repo, *waivers: tuple[int, str]) -> None:
    texts = [_WAIVER.replace("= 9", f"= {allow}").replace("2027-03-31", day) for allow, day in waivers]
    repo.write("baselines/waivers.toml", "\n".join(texts))


def test_a_waiver_is_not_spent_again_when_the_waived_site_moves_away(adopted: Repo) -> None:
    _waived(adopted, (1, "2027-03-31"))
    _add(adopted)
    adopted.commit("waived")
    adopted.git("branch", "-f", "base")
    adopted.write("src/lib.rs", "pub mod net;\npub mod away;\npub fn second(o: Option<u8>) -> u8 { o.unwrap() }\n")
    _add(adopted, "pub fn third(o: Option<u8>) -> u8 { o.unwrap() }\n")
    adopted.write("src/away.rs", "pub fn port(t: &str) -> u16 { t.parse().unwrap() }\n" + _SITE)
    adopted.commit("moved and spent")
    assert adopted.ratchet("check", "--base", "base").code == 1


def test_a_waived_site_may_move(adopted: Repo) -> None:
    _waived(adopted, (1, "2027-03-31"))
    _add(adopted)
    adopted.commit("waived")
    adopted.git("branch", "-f", "base")
    adopted.write("src/lib.rs", _LIB + "pub mod away;\n")
    adopted.write("src/away.rs", _SITE)
    adopted.commit("moved")
    assert adopted.ratchet("check", "--base", "base").code == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([(5, "2026-01-01"), (1, "2027-06-01")], [(6, "2027-06-01")]),
        ([(5, "2026-11-20"), (1, "2027-06-01")], [(1, "2026-11-20"), (5, "2027-06-01")]),
    ],
)
def test_a_short_waiver_is_not_exchanged_for_a_long_one(
    adopted: Repo, before: list[tuple[int, str]], after: list[tuple[int, str]]
) -> None:
    _waived(adopted, *before)
    adopted.commit("waived")
    adopted.git("branch", "-f", "base")
    _waived(adopted, *after)
    adopted.commit("exchanged")
    assert adopted.ratchet("check", "--base", "base").code == 4
