"""Ways around fitness rules: against the merge base none of them ends with exit 0."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from shutil import copytree

import pytest

from ratchet.library import check
from ratchet.model.errors import RatchetError
from tests.repository import TODAY, Repo

_RULES = """\
id: arch/low-is-pure
because: b
advice: a
deny: {from: low, to: [ext:tokio, ext:mio]}
---
id: arch/few-files
because: b
advice: a
limit: {for: "crate:*", of: files, at_most: 4}
---
id: arch/one-mio
because: b
advice: a
limit: {for: ext:mio, of: versions, exactly: 1}
---
id: arch/plain-crates
because: b
advice: a
deny: {from: "crate:*", to: ext:openssl, edges: {optional: false}}
---
id: arch/layers
because: b
advice: a
layers: {of: ["path:crates/app", "path:crates/core", "path:crates/wire"], within: "path:crates", exhaustive: true}
---
id: arch/readme
because: b
advice: a
files: {for: "crate:*", require: README.md, except: [{for: crate:app, why: w, until: 2026-12-31}]}
"""
_LOCK = """\
version = 4

[[package]]
name = "app"
version = "1.0.0"
dependencies = ["core", "tokio"]

[[package]]
name = "core"
version = "1.0.0"
dependencies = ["wire"]

[[package]]
name = "mio"
version = "1.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"

[[package]]
name = "tokio"
version = "1.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"
dependencies = ["mio"]

[[package]]
name = "wire"
version = "1.0.0"
"""

Attack = Callable[[Repo], None]
_ATTACKS: list[tuple[str, Attack, str]] = []


def attack(ends: str) -> Callable[[Attack], Attack]:
    """Take an attack down under the words of its name, with how it ends."""

    def take(does: Attack) -> Attack:
        _ATTACKS.append((does.__name__.replace("_", " "), does, ends))
        return does

    return take


def _crate(repo: Repo, name: str, *dependencies: str, path: str = "") -> None:
    home = path or f"crates/{name}"
    said = "\n".join(dependencies)
    repo.write(f"{home}/Cargo.toml", f'[package]\nname = "{name}"\nversion = "1.0.0"\n[dependencies]\n{said}\n')
    repo.write(f"{home}/src/lib.rs", "pub fn f() {}\n")


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    home = tmp_path_factory.mktemp("fitness")
    repo = Repo(home / "repo", home / "home")
    repo.init()
    repo.write("Cargo.toml", '[workspace]\nmembers = ["crates/*"]\n')
    repo.write("Cargo.lock", _LOCK)
    _crate(repo, "app", 'core = { path = "../core" }', 'tokio = "1"')
    _crate(repo, "core", 'wire = { path = "../wire" }')
    _crate(repo, "wire")
    repo.write("crates/core/README.md", "Core.\n")
    repo.write("ratchet.toml", 'packs = []\n[group]\nlow = ["crate:core", "crate:wire"]\n')
    repo.write("rules/arch.yaml", _RULES)
    assert repo.ratchet("init").code == 0
    repo.commit("adopt")
    repo.git("branch", "base")
    return repo


@pytest.fixture
def adopted(template: Repo, tmp_path: Path) -> Repo:
    copytree(template.root, tmp_path / "repo", symlinks=True)
    return Repo(tmp_path / "repo", tmp_path / "home")


def _edit(repo: Repo, path: str, old: str, new: str) -> None:
    text = repo.read(path)
    assert old in text
    repo.write(path, text.replace(old, new))


def _wire(repo: Repo, dependency: str) -> None:
    """Let wire depend on something."""
    _edit(repo, "crates/wire/Cargo.toml", "[dependencies]\n", f"[dependencies]\n{dependency}\n")


def _worsen(repo: Repo) -> None:
    _wire(repo, 'tokio = "1"')


# Plainly.


@attack("worse arch/low-is-pure")
def depend_on_what_is_denied(repo: Repo) -> None:
    _worsen(repo)


@attack("worse arch/low-is-pure")
def depend_on_it_by_another_name(repo: Repo) -> None:
    _edit(
        repo,
        "crates/wire/Cargo.toml",
        "[dependencies]\n",
        '[dependencies]\nrt = { package = "tokio", version = "1" }\n',
    )


@attack("worse arch/low-is-pure")
def depend_on_it_for_one_platform(repo: Repo) -> None:
    _edit(repo, "crates/wire/Cargo.toml", "[dependencies]\n", "[target.'cfg(windows)'.dependencies]\ntokio = \"1\"\n")


@attack("worse arch/low-is-pure")
def depend_on_it_optionally(repo: Repo) -> None:
    _edit(
        repo,
        "crates/wire/Cargo.toml",
        "[dependencies]\n",
        '[dependencies]\ntokio = { version = "1", optional = true }\n',
    )


@attack("worse arch/low-is-pure")
def depend_on_it_through_the_workspace(repo: Repo) -> None:
    repo.write(
        "Cargo.toml", repo.read("Cargo.toml") + '[workspace.dependencies]\nrt = { package = "tokio", version = "1" }\n'
    )
    _wire(repo, "rt.workspace = true")


@attack("worse arch/low-is-pure")
def depend_on_it_through_a_new_crate(repo: Repo) -> None:
    _crate(repo, "glue", 'tokio = "1"')
    repo.write("crates/glue/README.md", "g\n")
    _wire(repo, 'glue = { path = "../glue" }')


@attack("worse arch/low-is-pure")
def depend_on_it_through_a_crate_outside_of_the_members(repo: Repo) -> None:
    _crate(repo, "glue", 'tokio = "1"', path="elsewhere/glue")
    repo.write("elsewhere/glue/README.md", "g\n")
    _wire(repo, 'glue = { path = "../../elsewhere/glue" }')


@attack("worse arch/low-is-pure")
def depend_on_it_through_a_second_workspace(repo: Repo) -> None:
    repo.write("other/Cargo.toml", '[workspace]\nmembers = ["glue"]\n')
    _crate(repo, "glue", 'tokio = "1"', path="other/glue")
    repo.write("other/glue/README.md", "g\n")
    _wire(repo, 'glue = { path = "../../other/glue" }')


# The rules.


@attack("loosened rule-changed")
def take_a_crate_out_of_the_group(repo: Repo) -> None:
    _edit(repo, "ratchet.toml", ', "crate:wire"', "")


@attack("worse arch/low-is-pure")
def take_a_crate_out_of_the_group_and_use_it(repo: Repo) -> None:
    _edit(repo, "ratchet.toml", ', "crate:wire"', "")
    _worsen(repo)


@attack("loosened rule-changed")
def leave_a_crate_out_of_the_group(repo: Repo) -> None:
    _edit(repo, "ratchet.toml", '"crate:wire"]', '"crate:wire", "!crate:wire"]')


@attack("loosened may-be-empty")
def say_that_a_rule_may_match_nothing(repo: Repo) -> None:
    _edit(repo, "rules/arch.yaml", "ext:mio]}", "ext:mio], may_be_empty: true}")


@attack("loosened rule-changed")
def drop_exhaustive(repo: Repo) -> None:
    _edit(repo, "rules/arch.yaml", ", exhaustive: true", "")


@attack("loosened rule-changed")
def swap_two_layers(repo: Repo) -> None:
    _edit(repo, "rules/arch.yaml", '"path:crates/app", "path:crates/core"', '"path:crates/core", "path:crates/app"')


@attack("loosened rule-changed")
def allow_more(repo: Repo) -> None:
    _edit(repo, "rules/arch.yaml", "at_most: 4", "at_most: 9")


@attack("loosened rule-changed")
def look_at_direct_dependencies_only(repo: Repo) -> None:
    _edit(repo, "rules/arch.yaml", "ext:mio]}", "ext:mio], reach: direct}")


@attack("loosened rule-changed")
def look_at_fewer_edges(repo: Repo) -> None:
    _edit(repo, "rules/arch.yaml", "ext:mio]}", "ext:mio], edges: {certainty: sure}}")


@attack("loosened rule-changed")
def let_an_exception_last_longer(repo: Repo) -> None:
    _edit(repo, "rules/arch.yaml", "2026-12-31", "2027-12-31")


@attack("loosened rule-changed")
def let_an_exception_last_for_ever(repo: Repo) -> None:
    _edit(repo, "rules/arch.yaml", ", until: 2026-12-31", "")


@attack("loosened rule-changed")
def except_one_more(repo: Repo) -> None:
    _edit(repo, "rules/arch.yaml", "for: crate:app", "for: [crate:app, crate:wire]")


@attack("worse arch/low-is-pure")
def remove_the_rule_and_use_it(repo: Repo) -> None:
    repo.write("rules/arch.yaml", repo.read("rules/arch.yaml").partition("---\n")[2])
    _worsen(repo)


@attack("worse arch/low-is-pure")
def rewrite_the_rule_and_take_new_numbers(repo: Repo) -> None:
    _worsen(repo)
    _edit(repo, "rules/arch.yaml", "ext:tokio, ext:mio", "ext:mio, ext:other")
    repo.ratchet("tighten", "--remeasure")


# The names.

_TARGET = """\
---
id: arch/no-wire
because: b
advice: a
deny: {from: crate:app, to: crate:wire, reach: direct}
---
id: arch/only-wire
because: b
advice: a
only: {from: crate:wire, to: "crate:wire*"}
---
id: arch/apart
because: b
advice: a
independent: {of: [crate:app, crate:wire]}
---
id: arch/size
because: b
advice: a
limit: {for: "path:crates/w*", of: lines, at_most: 400}
"""


def _pin(repo: Repo, rules: str) -> None:
    """Put rules under the ratchet, at the base, in the place of those that are there."""
    repo.write("rules/arch.yaml", rules.removeprefix("---\n"))
    for path in ("rules", "units", "files"):
        repo.remove(f"baselines/{path}.toml") if (repo.root / f"baselines/{path}.toml").exists() else None
    repo.write("crates/wire/src/lib.rs", "".join(f"pub fn wire_{n}() {{}}\n" for n in range(9)))
    assert repo.ratchet("init").code == 0
    repo.commit("pin")
    repo.git("branch", "--force", "base")


def _rename_wire(repo: Repo, name: str) -> None:
    _edit(repo, "crates/wire/Cargo.toml", 'name = "wire"', f'name = "{name}"')
    _edit(repo, "crates/core/Cargo.toml", "wire = {", f"{name} = {{")


def _move_wire(repo: Repo, name: str) -> None:
    repo.git("mv", "crates/wire", f"crates/{name}")
    _edit(repo, "crates/core/Cargo.toml", "../wire", f"../{name}")


@attack("loosened rule-escaped")
def rename_the_target_of_a_rule(repo: Repo) -> None:
    _pin(repo, "".join(_TARGET.partition("id: arch/only-wire")[0]).removesuffix("---\n"))
    _rename_wire(repo, "cable")


@attack("loosened rule-escaped")
def rename_and_move_the_target_of_a_rule(repo: Repo) -> None:
    _pin(repo, "".join(_TARGET.partition("id: arch/only-wire")[0]).removesuffix("---\n"))
    _rename_wire(repo, "cable")
    _move_wire(repo, "cable")


@attack("loosened rule-escaped")
def split_the_target_of_a_rule(repo: Repo) -> None:
    _pin(repo, "".join(_TARGET.partition("id: arch/only-wire")[0]).removesuffix("---\n"))
    _crate(repo, "cable")
    lines = repo.read("crates/wire/src/lib.rs").splitlines(keepends=True)
    repo.write("crates/wire/src/lib.rs", "".join(lines[:4]))
    repo.write("crates/cable/src/lib.rs", "".join(lines[4:]))


@attack("loosened rule-escaped")
def rename_a_crate_to_one_that_is_allowed(repo: Repo) -> None:
    _pin(repo, "---\nid: arch/only-wire" + _TARGET.partition("id: arch/only-wire")[2].partition("---\n")[0])
    _edit(repo, "crates/core/Cargo.toml", 'name = "core"', 'name = "wire-core"')
    _edit(repo, "crates/app/Cargo.toml", "core = {", "wire-core = {")


@attack("loosened rule-escaped")
def vendor_the_target_of_a_rule(repo: Repo) -> None:
    _pin(repo, "---\nid: arch/no-tokio\nbecause: b\nadvice: a\ndeny: crate:core -> ext:tokio\n")
    _crate(repo, "tokio")
    _edit(repo, "crates/app/Cargo.toml", 'tokio = "1"', 'tokio = { path = "../tokio" }')


@attack("unjudged arch/size")
def move_what_is_measured_out_of_its_directory(repo: Repo) -> None:
    _pin(repo, "---\nid: arch/size" + _TARGET.partition("id: arch/size")[2])
    _move_wire(repo, "cable")


@attack("loosened rule-escaped")
def move_some_of_what_is_measured_out_of_its_directory(repo: Repo) -> None:
    rules = "---\nid: arch/size" + _TARGET.partition("id: arch/size")[2].replace("w*", "[wc]*")
    _pin(repo, rules)
    _move_wire(repo, "transport")


# The ledger.


@attack("loosened budget-raised")
def raise_the_budget_of_a_unit(repo: Repo) -> None:
    repo.write("baselines/units.toml", repo.read("baselines/units.toml").replace("= 1", "= 9"))


@attack("worse arch/low-is-pure")
def give_a_budget_to_an_edge(repo: Repo) -> None:
    _worsen(repo)
    repo.write(
        "baselines/units.toml", repo.read("baselines/units.toml") + '["wire -> tokio"]\n"arch/low-is-pure" = 1\n'
    )


@attack("loosened budget-raised")
def give_a_budget_to_an_edge_among_the_files(repo: Repo) -> None:
    repo.write(
        "baselines/files.toml", repo.read("baselines/files.toml") + '["wire -> tokio"]\n"arch/low-is-pure" = 1\n'
    )


@attack("loosened waiver-added")
def waive_an_edge(repo: Repo) -> None:
    _worsen(repo)
    terms = ("--reason", "r", "--owner", "o", "--expires", "2027-01-31")
    assert repo.ratchet("waive", "arch/low-is-pure", "wire -> tokio", "--allow", "1", *terms).code == 0


# The graph.


@attack("unjudged arch/low-is-pure: the subject")
def take_a_crate_out_of_the_members(repo: Repo) -> None:
    _edit(repo, "Cargo.toml", '["crates/*"]', '["crates/app"]')
    repo.write("crates/app/Cargo.toml", repo.read("crates/app/Cargo.toml").replace('core = { path = "../core" }\n', ""))
    _worsen(repo)


@attack("unjudged arch/layers: the layer `path:crates/app`")
def exclude_a_crate_from_the_workspace(repo: Repo) -> None:
    _edit(repo, "Cargo.toml", '["crates/*"]\n', '["crates/*"]\nexclude = ["crates/app"]\n')
    _edit(repo, "crates/app/Cargo.toml", 'version = "1.0.0"', 'version = "1.0.0"\nworkspace = "nowhere"')


@attack("loosened exclude-widened")
def exclude_a_manifest_from_the_check(repo: Repo) -> None:
    _edit(repo, "ratchet.toml", "packs = []\n", 'packs = []\nexclude = ["crates/wire/**"]\n')


@attack("worse arch/low-is-pure")
def exclude_a_manifest_and_use_it(repo: Repo) -> None:
    _edit(repo, "ratchet.toml", "packs = []\n", 'packs = []\nexclude = ["crates/wire/**"]\n')
    _worsen(repo)


@attack("worse arch/low-is-pure")
def rename_a_crate_out_of_its_selector(repo: Repo) -> None:
    _edit(repo, "crates/wire/Cargo.toml", 'name = "wire"', 'name = "cable"')
    _edit(repo, "crates/core/Cargo.toml", 'wire = { path = "../wire" }', 'cable = { path = "../wire" }')
    _worsen(repo)


@attack("unjudged arch/low-is-pure: the subject")
def rename_every_crate_of_a_rule(repo: Repo) -> None:
    _edit(repo, "crates/wire/Cargo.toml", 'name = "wire"', 'name = "cable"')
    _edit(repo, "crates/core/Cargo.toml", 'wire = { path = "../wire" }', 'cable = { path = "../wire" }')
    _edit(repo, "crates/core/Cargo.toml", 'name = "core"', 'name = "kernel"')
    _edit(repo, "crates/app/Cargo.toml", "core = ", "kernel = ")
    _worsen(repo)


@attack("loosened rule-escaped")
def rename_a_crate_that_nobody_uses_out_of_its_selector(repo: Repo) -> None:
    _edit(repo, "crates/core/Cargo.toml", 'wire = { path = "../wire" }', "")
    _edit(repo, "crates/wire/Cargo.toml", 'name = "wire"', 'name = "cable"')
    _worsen(repo)


@attack("unjudged arch/layers")
def take_a_crate_that_nobody_uses_out_of_the_members(repo: Repo) -> None:
    _edit(repo, "Cargo.toml", '["crates/*"]', '["crates/core", "crates/wire"]')


@attack("loosened graph-narrowed")
def delete_the_lockfile_under_other_rules(repo: Repo) -> None:
    repo.write("rules/arch.yaml", repo.read("rules/arch.yaml").replace("for: ext:mio, of", "for: ext:tokio, of"))
    repo.remove("Cargo.lock")


@attack("unjudged arch/layers")
def hide_a_manifest_behind_a_link(repo: Repo) -> None:
    _worsen(repo)
    repo.write("hidden/wire.txt", repo.read("crates/wire/Cargo.toml"))
    repo.remove("crates/wire/Cargo.toml")
    (repo.root / "crates/wire/Cargo.toml").symlink_to("../../hidden/wire.txt")


@attack("unjudged arch/layers")
def hide_a_crate_behind_a_link(repo: Repo) -> None:
    _worsen(repo)
    (repo.root / "crates/wire").rename(repo.root / "wire")
    (repo.root / "crates/wire").symlink_to("../wire")


@attack("unjudged not TOML")
def break_a_manifest(repo: Repo) -> None:
    repo.write("crates/wire/Cargo.toml", "[package\n")


@attack("unjudged not TOML")
def hide_a_dependency_in_a_manifest_that_cannot_be_read(repo: Repo) -> None:
    repo.write("crates/wire/Cargo.toml", repo.read("crates/wire/Cargo.toml") + 'tokio = "1"\ntokio = "2"\n')


@attack("unjudged arch/one-mio")
def delete_the_lockfile(repo: Repo) -> None:
    repo.remove("Cargo.lock")


@attack("unjudged not TOML")
def break_the_lockfile(repo: Repo) -> None:
    repo.write("Cargo.lock", "version = 4\n[[package]\n")


@attack("worse arch/one-mio")
def bring_a_second_version(repo: Repo) -> None:
    start, end = (_LOCK.index(f'[[package]]\nname = "{name}"') for name in ("mio", "tokio"))
    repo.write(
        "Cargo.lock", _LOCK.replace('["mio"]', '["mio 1.0.0", "mio 2.0.0"]') + _LOCK[start:end].replace("1.0", "2.0")
    )


@attack("worse arch/layers")
def add_a_crate_in_no_layer(repo: Repo) -> None:
    _crate(repo, "extra")
    repo.write("crates/extra/README.md", "e\n")


@attack("worse arch/layers")
def go_up_a_layer(repo: Repo) -> None:
    _wire(repo, 'core = { path = "../core" }')


@attack("worse arch/readme")
def delete_a_readme(repo: Repo) -> None:
    repo.remove("crates/core/README.md")


@attack("worse arch/few-files")
def add_files_beyond_the_limit(repo: Repo) -> None:
    for number in range(3):
        repo.write(f"crates/wire/src/m{number}.rs", "\n")


def _ending(repo: Repo) -> tuple[int, list[str]]:
    """The exit code, and what there is to say: `worse RULE`, `loosened WHAT`, `unjudged WHY`."""
    try:
        verdict = check(repo.root, base="base", today=date.fromisoformat(TODAY))
    except RatchetError as error:
        return 2, [f"unjudged {each.message}" for each in error.mistakes]
    words = [f"worse {delta.rule}" for delta in verdict.deltas if delta.fails]
    words += [f"loosened {each.what}" for each in verdict.loosenings]
    return verdict.exit_code, [*words, *(f"unjudged {each.message}" for each in verdict.problems)]


@pytest.mark.parametrize(("name", "does", "ends"), _ATTACKS, ids=[name for name, _, _ in _ATTACKS])
def test_no_attack_passes(adopted: Repo, name: str, does: Attack, ends: str) -> None:
    del name
    does(adopted)
    code, words = _ending(adopted)
    assert any(word.startswith(ends) for word in words), words
    assert code == (1 if ends.startswith("worse") else 2 if ends.startswith("unjudged") else 4)


def test_a_change_that_does_nothing_of_this_passes(adopted: Repo) -> None:
    adopted.write("crates/core/src/more.rs", "pub fn g() {}\n")
    assert _ending(adopted) == (0, [])


# The point of a limit is that a crate stays small; a crate that was split is two small ones.
def test_a_crate_may_be_split_to_stay_within_its_limit(adopted: Repo) -> None:
    _edit(adopted, "Cargo.toml", '"crates/*"', '"crates/*", "crates/core/parts"')
    for name in ("lib", "more"):
        adopted.write(f"crates/core/parts/src/{name}.rs", "\n")
    assert _ending(adopted)[0] != 0
    _crate(adopted, "core-parts", path="crates/core/parts")
    adopted.write("crates/core/parts/README.md", "p\n")
    assert _ending(adopted) == (0, [])


_DEBT = """\
id: arch/app-is-alone
because: b
advice: a
deny: {from: crate:app, to: crate:wire, except: [{from: crate:wire, why: w}]}
---
id: arch/core-is-small
because: b
advice: a
limit: {for: crate:core, of: lines, at_most: 1}
---
id: arch/wire-has-a-readme
because: b
advice: a
files: {for: "path:crates/wire", forbid: "*.txt"}
---
id: arch/order
because: b
advice: a
layers: {of: ["crate:app", "crate:core", "path:crates/wire"]}
"""


def _follow(repo: Repo) -> None:
    """Rename two crates that have debt, with all that names them, and move one of them."""
    _pin(repo, _DEBT)
    _rename_wire(repo, "cable")
    _move_wire(repo, "cable")
    _edit(repo, "crates/core/Cargo.toml", 'name = "core"', 'name = "kernel"')
    _edit(repo, "crates/app/Cargo.toml", "core = {", "kernel = {")
    rules = repo.read("rules/arch.yaml").replace("crates/wire", "crates/cable")
    repo.write("rules/arch.yaml", rules.replace("crate:wire", "crate:cable").replace("crate:core", "crate:kernel"))


def test_rules_may_follow_the_crates_that_they_name(adopted: Repo) -> None:
    _follow(adopted)
    assert "loosened rule-changed" in _ending(adopted)[1]
    assert adopted.ratchet("tighten", "--remeasure").code == 0
    assert _ending(adopted) == (0, [])
    assert adopted.ratchet("check").code == 0
    assert adopted.ratchet("check").out == adopted.ratchet("check", "--no-cache").out
    adopted.commit("follow")
    assert [adopted.ratchet("check", *more).code for more in ((), ("--base", "base"))] == [0, 0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("to: crate:cable", "to: ext:cable"),
        ("to: crate:cable", "to: crate:cable*"),
        ("to: crate:cable", "to: crate:kernel"),
        ("from: crate:app", "from: crate:none, may_be_empty: true"),
        ("at_most: 1", "at_most: 9"),
        ('"path:crates/cable"]', '"path:crates/app"]'),
    ],
)
def test_what_else_a_rule_says_is_asked_for(adopted: Repo, old: str, new: str) -> None:
    _follow(adopted)
    _edit(adopted, "rules/arch.yaml", old, new)
    adopted.ratchet("tighten", "--remeasure")
    assert "loosened rule-changed" in _ending(adopted)[1]


def test_who_follows_a_rename_may_not_raise_a_budget(adopted: Repo) -> None:
    _follow(adopted)
    _edit(adopted, "crates/app/Cargo.toml", "[dependencies]\n", '[dependencies]\ncable = { path = "../cable" }\n')
    adopted.ratchet("tighten", "--remeasure")
    assert _ending(adopted)[0] == 1
