"""The merge driver as git calls it, and what it leaves behind when it cannot merge."""

from __future__ import annotations

import pytest

from ratchet.repo.canonical import render_files, render_rules, render_units, waivers_header
from tests.repository import Repo, Result

FILES = "baselines/files.toml"
WAIVER = '[[waiver]]\nrule = "r"\npath = "{}"\nallow = 1\nreason = "x"\nowner = "o"\nexpires = 2027-01-01\n'


def files(number: int, directory: str = "baselines") -> str:
    return render_files({"src/a.rs": {"r": number}}, directory)


def rules(meaning: str, **more: str) -> str:
    return render_rules({"r": f"sha256:{meaning}", **more})


def drive(repo: Repo, base: str, ours: str, theirs: str, *path: str) -> Result:
    for name, text in ((".merge_file_o", base), (".merge_file_a", ours), (".merge_file_b", theirs)):
        repo.write(name, text)
    return repo.ratchet("merge", ".merge_file_o", ".merge_file_a", ".merge_file_b", *path)


def branches(repo: Repo, path: str, base: str, ours: str, theirs: str) -> None:
    """Branches `ours`, which is checked out, and `theirs`; an empty base: both add the file."""
    repo.write("README", "")
    if base:
        repo.write(path, base)
    repo.commit("base")
    for name, text in (("theirs", theirs), ("ours", ours)):
        repo.git("switch", "--quiet", "--create", name, "main")
        repo.write(path, text)
        repo.commit(name)


@pytest.mark.parametrize("path", [(FILES,), ()])
def test_the_result_replaces_our_side_and_nothing_is_said(repo: Repo, path: tuple[str, ...]) -> None:
    done = drive(repo, files(3), files(2), files(1), *path)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert repo.read(".merge_file_a") == files(1)
    assert repo.read(".merge_file_b") == files(1)


def test_the_first_line_tells_which_baseline_it_is(repo: Repo) -> None:
    sides = [render_units({"crate:a": {"r": number}}, "deep/er") for number in (3, 2, 1)]
    assert drive(repo, *sides).code == 0
    assert repo.read(".merge_file_a") == sides[2]
    done = drive(repo, *(side.partition("\n")[2] for side in sides))
    assert done.code == 2
    assert "ratchet merge %O %A %B %P" in done.err


def test_the_header_names_the_real_path(repo: Repo) -> None:
    assert drive(repo, files(3), files(2), files(1), "my budgets/files.toml").code == 0
    assert repo.read(".merge_file_a") == files(1, "my budgets")


@pytest.mark.parametrize("at", [0, 1, 2], ids=["the ancestor", "our side", "their side"])
@pytest.mark.parametrize("name", ["files.toml", "units.toml", "rules.toml", "waivers.toml"])
def test_a_side_that_cannot_be_read_is_named_and_our_side_is_left_alone(repo: Repo, at: int, name: str) -> None:
    texts = {"rules.toml": [rules(word) for word in "abc"], "waivers.toml": [waivers_header("b")] * 3}
    sides = texts.get(name, [files(3), files(2), files(1)])
    sides = [f"{text}# {number}\n" for number, text in enumerate(sides)]
    sides[at] += "["
    done = drive(repo, *sides, f"baselines/{name}")
    assert done.code == 2
    assert ("the ancestor", "our side", "their side")[at] in done.err
    assert repo.read(".merge_file_a") == sides[1]


def test_numbers_of_the_future_are_refused(repo: Repo) -> None:
    newer = rules("b").replace("baseline/1", "baseline/9")
    done = drive(repo, rules("a"), rules("c"), newer, "baselines/rules.toml")
    assert done.code == 2
    assert "written by a newer ratchet" in done.err


def test_a_raise_is_undone_and_told_on_stderr_or_as_data(repo: Repo) -> None:
    done = drive(repo, files(3), files(3) + "\n", files(5), FILES)
    assert (done.code, done.out) == (0, "")
    assert "src/a.rs  r  5 → 3" in done.err
    assert repo.read(".merge_file_a") == files(3)
    data = repo.ratchet("merge", ".merge_file_o", ".merge_file_a", ".merge_file_b", FILES, "--format", "json").json()
    assert data["undone"] == [{"unit": "src/a.rs", "rule": "r", "from": 5, "to": 3}]


@pytest.mark.parametrize("style", ["merge", "diff3"])
def test_a_conflict_is_left_as_git_leaves_it(repo: Repo, style: str) -> None:
    repo.git("config", "merge.conflictStyle", style)
    sides = [rules("a"), rules("b"), rules("c")]
    done = drive(repo, *sides, "baselines/rules.toml")
    assert done.code == 1
    assert "ratchet tighten --remeasure" in done.err
    for name, text in (("o", sides[0]), ("a", sides[1]), ("b", sides[2])):
        repo.write(name, text)
    git = repo.run("git", "merge-file", "-p", "-L", "ours", "-L", "ancestor", "-L", "theirs", "a", "o", "b")
    assert git.code == 1
    assert repo.read(".merge_file_a") == git.out
    assert ("|||||||" in git.out) is (style == "diff3")


def test_contradictions_that_lines_do_not_show_are_marked_too(repo: Repo) -> None:
    ours = 'schema = "ratchet/baseline/1"\nr.meaning = "sha256:b"\n'
    theirs = 'schema = "ratchet/baseline/1"\n\n\n\n\n\n\nr = {meaning = "sha256:c"}\n'
    base = f"{ours}\n\n\n\n\n".replace(":b", ":a")
    assert drive(repo, base, ours, theirs, "baselines/rules.toml").code == 1
    assert "<<<<<<< ours" in repo.read(".merge_file_a")


def test_a_file_that_is_no_baseline_is_merged_as_text(repo: Repo) -> None:
    lines = [f"line{number} = {number}\n" for number in range(9)]
    base = "".join(lines)
    done = drive(repo, base, base.replace("line0", "zero"), base.replace("line8", "eight"), "baselines/other.toml")
    assert done.code == 0
    assert repo.read(".merge_file_a") == base.replace("line0", "zero").replace("line8", "eight")
    done = drive(repo, base, base.replace("line0", "a"), base.replace("line0", "b"), "baselines/other.toml")
    assert done.code == 1
    assert "<<<<<<<" in repo.read(".merge_file_a")


@pytest.mark.parametrize("driver", [True, False])
def test_both_branches_may_bring_the_file(repo: Repo, driver: bool) -> None:
    branches(repo, FILES, "", files(3), render_files({"src/a.rs": {"r": 2}, "src/b.rs": {"r": 1}}))
    if driver:
        assert repo.ratchet("init", "--git").code == 0
        repo.commit("driver")
        assert repo.run("git", "merge", "--no-edit", "theirs").code == 0
        assert repo.read(FILES) == render_files({"src/a.rs": {"r": 2}, "src/b.rs": {"r": 1}})
    else:
        assert repo.run("git", "merge", "--no-edit", "theirs").code == 1
        assert repo.ratchet("merge", FILES).code == 0
        assert repo.read(FILES) == render_files({"src/a.rs": {"r": 2}})


def test_waivers_that_two_branches_append_are_both_kept(repo: Repo) -> None:
    head = waivers_header("baselines")
    branches(repo, "baselines/waivers.toml", head, f"{head}\n{WAIVER.format('b')}", f"{head}\n{WAIVER.format('a')}")
    assert repo.run("git", "merge", "theirs").code == 1
    done = repo.ratchet("merge", "waivers.toml", cwd="baselines")
    assert done.code == 0, done.err
    assert repo.read("baselines/waivers.toml") == f"{head}\n{WAIVER.format('a')}\n{WAIVER.format('b')}"
    repo.git("merge", "--abort")
    assert repo.ratchet("init", "--git").code == 0
    assert repo.run("git", "merge", "--no-edit", "theirs").code == 0
    assert repo.read("baselines/waivers.toml") == f"{head}\n{WAIVER.format('a')}\n{WAIVER.format('b')}"


@pytest.mark.parametrize("style", ["merge", "diff3", "zdiff3"])
def test_markers_of_each_style_are_resolved_with_or_without_the_index(repo: Repo, style: str) -> None:
    repo.git("config", "merge.conflictStyle", style)
    base = {"a": {"r": 3, "s": 3}, "b": {"r": 1}}
    ours = {"a": {"r": 2, "s": 2}, "b": {"r": 1}}
    theirs = {"a": {"r": 2, "s": 1}, "b": {"r": 1}}
    branches(repo, FILES, *(render_files(side) for side in (base, ours, theirs)))
    assert repo.run("git", "merge", "theirs").code == 1
    marked = repo.read(FILES)
    assert repo.ratchet("merge", FILES).code == 0
    assert repo.read(FILES) == render_files(theirs)
    repo.write(FILES, marked)
    repo.commit("with its markers")
    assert repo.ratchet("merge", FILES).code == 0
    assert repo.read(FILES) == render_files(theirs)


def test_a_file_without_a_conflict_is_left_alone(repo: Repo) -> None:
    repo.write(FILES, files(3) + "# a comment\n")
    done = repo.ratchet("merge", FILES)
    assert (done.code, done.out) == (0, f"{FILES} has no conflict to resolve\n")
    assert repo.read(FILES) == files(3) + "# a comment\n"


def test_what_a_person_resolved_by_hand_is_not_resolved_again(repo: Repo) -> None:
    branches(repo, FILES, files(3), files(2), files(1))
    assert repo.run("git", "merge", "theirs").code == 1
    repo.write(FILES, files(0))
    assert "no conflict" in repo.ratchet("merge", FILES).out
    assert repo.read(FILES) == files(0)


def test_markers_are_resolved_outside_git_too(directory: Repo) -> None:
    directory.write(FILES, '["a"]\n<<<<<<< x\n"r" = 3\n=======\n"r" = 2\n>>>>>>> y\n')
    done = directory.ratchet("merge", FILES)
    assert done.code == 0, done.err
    assert directory.read(FILES) == render_files({"a": {"r": 2}})


def test_nothing_is_written_through_a_symlink(repo: Repo) -> None:
    victim = repo.root.parent / "victim.toml"
    victim.write_text(files(3))
    (repo.root / "baselines").mkdir()
    (repo.root / FILES).symlink_to(victim)
    assert repo.ratchet("merge", FILES).code == 2
    assert victim.read_text() == files(3)


def test_a_criss_cross_of_contradictions_is_a_conflict_and_no_failure(repo: Repo) -> None:
    """Its ancestor is a merge by git, which has markers in it."""
    path = "baselines/rules.toml"
    branches(repo, path, rules("a"), rules("b"), rules("c"))
    repo.ratchet("init", "--git")
    repo.write(".git/info/attributes", repo.read(".gitattributes"))
    repo.remove(".gitattributes")
    repo.git("tag", "first")
    for branch, other, settled in (("ours", "theirs", "d"), ("theirs", "first", "e")):
        repo.git("switch", "--quiet", branch)
        assert repo.run("git", "merge", other).code == 1
        repo.write(path, rules(settled))
        repo.commit(f"{branch} settled")
    done = repo.run("git", "merge", "ours")
    assert done.code == 1
    assert "both sides changed what r measures" in done.err
    assert "<<<<<<<" in repo.read(path)
    assert repo.ratchet("merge", path).code == 1
