"""A first `check` says the same without the machinery of commands as with it, and ends as it does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.repository import Repo, Result

CARGO = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n'
LIB = "pub fn load(path: &str) -> String {\n    std::fs::read_to_string(path).unwrap()\n}\n"
SITE = "pub fn more(x: Option<u8>) -> u8 {\n    x.unwrap()\n}\n"
COMMANDS = "from ratchet.cli.main import main; main()"


@pytest.fixture(scope="module")
def adopted(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    place = tmp_path_factory.mktemp("adopted")
    repo = Repo(place / "repo", place / "home")
    repo.init()
    repo.write("Cargo.toml", CARGO)
    repo.write("src/lib.rs", LIB)
    repo.ratchet("init")
    repo.commit("Adopt ratchet")
    return repo


@pytest.fixture
def shop(adopted: Repo, tmp_path: Path) -> Repo:
    shutil.copytree(adopted.root, tmp_path / "repo")
    return Repo(tmp_path / "repo", tmp_path / "home")


def first(repo: Repo, *command: str, env: dict[str, str] | None = None) -> Result:
    """What a command says that knows of no earlier run."""
    shutil.rmtree(repo.root / ".git/ratchet", ignore_errors=True)
    return repo.run(sys.executable, *command, env=env)


def nothing(repo: Repo) -> None:
    pass


def a_site(repo: Repo) -> None:
    repo.write("src/lib.rs", LIB + SITE)
    repo.git("add", "--all")


def a_file_that_git_does_not_know(repo: Repo) -> None:
    repo.write("src/bin/new.rs", "fn main() {\n    f().unwrap();\n}\n")
    repo.write("target/x.rs", "fn main() {\n    f().unwrap();\n}\n")
    repo.write(".gitignore", "target\n")


def a_raised_budget(repo: Repo) -> None:
    path = next(iter((repo.root / "baselines").glob("*.toml")))
    path.write_text(path.read_text("utf-8").replace("= 1", "= 2"), "utf-8")
    repo.git("add", "--all")


def a_broken_config(repo: Repo) -> None:
    repo.write("ratchet.toml", "packs = [\n")


def a_broken_file(repo: Repo) -> None:
    repo.write("src/lib.rs", LIB + "pub fn (\n")


def no_baseline(repo: Repo) -> None:
    repo.git("rm", "--quiet", "-r", "baselines", "ratchet.toml")
    repo.commit("Give it up")


def a_file_that_is_gone(repo: Repo) -> None:
    repo.write("src/more.rs", SITE)
    repo.git("add", "--all")
    repo.remove("src/more.rs")
    repo.remove("src/lib.rs")
    repo.write("src/main.rs", "fn main() {}\n")


def a_link_in_its_place(repo: Repo) -> None:
    repo.remove("src/lib.rs")
    repo.write("src/main.rs", "fn main() {}\n")
    (repo.root / "src/lib.rs").symlink_to("main.rs")


def an_excluded_file(repo: Repo) -> None:
    repo.write("ratchet.toml", repo.read("ratchet.toml") + 'exclude = ["src/made/**"]\n')
    repo.write("src/made/a.rs", SITE)
    repo.commit("Leave out what is made")


def a_test_that_a_manifest_names(repo: Repo) -> None:
    repo.write("src/suite.rs", SITE)
    repo.write("Cargo.toml", CARGO + '[[test]]\nname = "suite"\npath = "src/suite.rs"\n')
    repo.git("add", "--all")


def a_rule_that_git_does_not_know(repo: Repo) -> None:
    rule = "because: b\nadvice: a\ncount:\n  language: rust\n  query: (line_comment) @finding\n"
    repo.write("rules/comment.yaml", f"id: own/comment\n{rule}")
    repo.write("src/lib.rs", f"// a comment\n{LIB}")


def fewer_rules_on_disk(repo: Repo) -> None:
    repo.write("ratchet.toml", repo.read("ratchet.toml") + '[phase]\n"rust/unwrap" = "observe"\n')
    repo.write("src/lib.rs", LIB + SITE)


def another_limit(repo: Repo) -> None:
    repo.write("ratchet.toml", repo.read("ratchet.toml") + "max_file_bytes = 2000\n")
    repo.commit("Read no large files")
    repo.write("src/lib.rs", LIB + "// a long comment\n" * 200)


def settings_with_others(repo: Repo) -> None:
    settings = repo.read("ratchet.toml")
    repo.remove("ratchet.toml")
    repo.write("pyproject.toml", f"[tool.ratchet]\n{settings}")
    repo.commit("Keep settings together")


def a_hostile_file(repo: Repo) -> None:
    repo.write("src/main.rs", "fn main() {}\0")
    repo.git("add", "--all")


STATES: list[tuple[Callable[[Repo], None], int]] = [
    (nothing, 0),
    (a_site, 1),
    (a_file_that_git_does_not_know, 1),
    (a_raised_budget, 4),
    (a_broken_config, 2),
    (a_broken_file, 2),
    (no_baseline, 2),
    (a_file_that_is_gone, 0),
    (a_link_in_its_place, 2),
    (an_excluded_file, 0),
    (a_test_that_a_manifest_names, 0),
    (a_rule_that_git_does_not_know, 2),
    (fewer_rules_on_disk, 1),
    (another_limit, 2),
    (settings_with_others, 0),
    (a_hostile_file, 2),
]


@pytest.mark.parametrize(("make", "code"), STATES, ids=[make.__name__ for make, _ in STATES])
def test_it_says_what_commands_say(shop: Repo, make: Callable[[Repo], None], code: int) -> None:
    make(shop)
    for question in ([], ["--staged"], ["--base", "HEAD"], ["--color", "always"], ["--jobs", "1"], ["--color=never"]):
        plainly = first(shop, "-m", "ratchet", "check", *question)
        by_command = first(shop, "-c", COMMANDS, "check", *question)
        assert (plainly.code, plainly.out, plainly.err) == (by_command.code, by_command.out, by_command.err), question
        if not question:
            assert plainly.code == code


def test_in_a_directory_below_it_looks_at_all_of_it(shop: Repo) -> None:
    a_file_that_git_does_not_know(shop)
    below = shop.run(sys.executable, "-m", "ratchet", "check", cwd="src")
    assert (below.code, below.out) == (1, first(shop, "-m", "ratchet", "check").out)
    assert "src/bin/new.rs" in below.out


def test_it_loads_no_library_for_commands(shop: Repo) -> None:
    done = first(shop, "-X", "importtime", "-m", "ratchet", "check")
    assert done.code == 0
    names = {line.rpartition("|")[2].strip() for line in done.err.splitlines()}
    assert "ratchet.cli.plumbing.plainly" in names
    assert not names & {"click", "inspect", "ratchet.cli.main"}


@pytest.mark.parametrize("make", [nothing, a_broken_config], ids=["a verdict", "none"])
def test_it_leaves_nothing_behind(shop: Repo, make: Callable[[Repo], None]) -> None:
    make(shop)
    shutil.rmtree(shop.root / ".git/ratchet", ignore_errors=True)
    command = [sys.executable, "-W", "error", "-m", "ratchet", "check"]
    run = subprocess.Popen(
        command, cwd=shop.root, env=shop.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    assert b"Traceback" not in run.communicate()[1]
    with pytest.raises(ProcessLookupError):
        os.killpg(run.pid, 0)


@pytest.mark.parametrize("settings", [{"PYTHONIOENCODING": "ascii"}, {"PYTHONUTF8": "0", "LC_ALL": "POSIX"}])
def test_where_only_ascii_is_said_to_be_read_it_says_the_same(shop: Repo, settings: dict[str, str]) -> None:
    a_site(shop)
    env = {**settings, "PYTHONCOERCECLOCALE": "0"}
    by_command = first(shop, "-c", COMMANDS, "check", env=env)
    told = [first(shop, "-m", "ratchet", "check", env=env).out]
    told += [shop.run(sys.executable, "-m", "ratchet", "check", env=env).out]
    assert told == [by_command.out] * 2
    assert "0 → 1" in by_command.out or "1 → 2" in by_command.out


def test_a_sign_off_is_for_commands(shop: Repo) -> None:
    a_raised_budget(shop)
    assert first(shop, "-m", "ratchet", "check", env={"RATCHET_SIGNOFF": "Ada"}).code == 0


@pytest.mark.parametrize("jobs", ["0", "x", "65"])
def test_a_number_of_workers_that_cannot_be_is_told(shop: Repo, jobs: str) -> None:
    done = first(shop, "-m", "ratchet", "check", "--jobs", jobs)
    assert done.code == 2
    assert "--jobs" in done.err


def test_the_answer_is_kept(shop: Repo) -> None:
    told = first(shop, "-m", "ratchet", "check")
    again = shop.run(sys.executable, "-X", "importtime", "-m", "ratchet", "check")
    assert again.out == told.out
    assert "ratchet.cli.plumbing" not in again.err


@pytest.mark.parametrize("command", ["check", "check --format json", "count", "check --statistics"])
def test_a_reader_who_went_away_saw_no_verdict(shop: Repo, command: str) -> None:
    shutil.rmtree(shop.root / ".git/ratchet", ignore_errors=True)
    done = shop.run("sh", "-c", f"({sys.executable} -m ratchet {command}; echo $? >code) | true")
    assert shop.read("code").strip() == "2"
    assert "Traceback" not in done.err
