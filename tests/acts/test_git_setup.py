"""`ratchet init --git` sets git up, once, and leaves alone what people set."""

from __future__ import annotations

import pytest

from tests.repository import Repo

DRIVER = "ratchet merge %O %A %B %P"
LINE = "baselines/*.toml merge=ratchet\n"


def attribute(repo: Repo, path: str) -> str:
    return repo.git("check-attr", "merge", "--", path).rpartition(": ")[2]


def test_it_is_the_same_the_second_time(repo: Repo) -> None:
    first = repo.ratchet("init", "--git")
    assert first.code == 0, first.err
    config = repo.read(".git/config")
    assert repo.git("config", "--local", "merge.ratchet.driver") == DRIVER
    assert repo.read(".gitattributes") == LINE
    again = repo.ratchet("init", "--git", "--format", "json").json()
    assert [each["done"] for each in again["settings"]] == ["kept", "kept"]
    assert (repo.read(".git/config"), repo.read(".gitattributes")) == (config, LINE)


@pytest.mark.parametrize("old", ["*.rs text\n", "*.rs text", "# mine\r\n*.rs text\r\n"])
def test_the_lines_of_others_stay(repo: Repo, old: str) -> None:
    repo.write(".gitattributes", old)
    assert repo.ratchet("init", "--git").code == 0
    assert repo.read(".gitattributes") == old + ("" if old.endswith("\n") else "\n") + LINE


def test_a_driver_that_is_set_is_kept(repo: Repo) -> None:
    repo.git("config", "merge.ratchet.driver", "my-ratchet merge %O %A %B")
    done = repo.ratchet("init", "--git")
    assert done.code == 0
    assert "my-ratchet" in done.out
    assert repo.git("config", "merge.ratchet.driver") == "my-ratchet merge %O %A %B"


@pytest.mark.parametrize("old", ["baselines/*.toml merge=union\n", "*.toml -merge\n", "baselines/rules.toml merge\n"])
def test_another_choice_is_left_alone_and_told(repo: Repo, old: str) -> None:
    repo.write(".gitattributes", old)
    done = repo.ratchet("init", "--git")
    assert done.code == 2
    assert "left alone .gitattributes" in done.out
    assert repo.read(".gitattributes") == old


@pytest.mark.parametrize("directory", ["deep/er", "my baselines", "odd[1]*?", "#x", "!x", 'a "b" c', "ünï"])
def test_the_directory_of_the_config_is_the_one_that_is_named(repo: Repo, directory: str) -> None:
    spelled = directory.replace('"', '\\"')
    repo.write("ratchet.toml", f'packs = ["rust"]\nbaselines = "{spelled}"\n')
    assert repo.ratchet("init", "--git").code == 0
    assert attribute(repo, f"{directory}/files.toml") == "ratchet"
    assert attribute(repo, f"{directory}/waivers.toml") == "ratchet"
    assert attribute(repo, "other/files.toml") == "unspecified"
    assert attribute(repo, "Cargo.toml") == "unspecified"
    assert repo.ratchet("init", "--git").out.count("kept") == 2


def test_it_is_not_for_adopting_a_rule(repo: Repo) -> None:
    assert repo.ratchet("init", "--git", "--rule", "rust/unwrap").code == 2


def test_outside_a_repository_there_is_nothing_to_set_up(directory: Repo) -> None:
    assert directory.ratchet("init", "--git").code == 2


def test_attributes_are_not_written_through_a_symlink(repo: Repo) -> None:
    victim = repo.root.parent / "victim"
    victim.write_text("mine\n")
    (repo.root / ".gitattributes").symlink_to(victim)
    assert repo.ratchet("init", "--git").code == 2
    assert victim.read_text() == "mine\n"


def test_a_linked_work_tree_shares_the_driver(repo: Repo) -> None:
    repo.write("a", "")
    repo.commit("a")
    repo.git("worktree", "add", "--quiet", "../linked")
    assert repo.ratchet("-C", "../linked", "init", "--git").code == 0
    assert repo.git("config", "merge.ratchet.driver") == DRIVER
