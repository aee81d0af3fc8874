"""An answer that was given before is given again, and only then."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ratchet.quick.pending import Pending
from ratchet.quick.question import question
from ratchet.quick.sealed import read_parts, write_parts
from ratchet.quick.state import look
from tests.repository import Repo, Result

CARGO = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n'
LIB = "pub fn load(path: &str) -> String {\n    std::fs::read_to_string(path).unwrap()\n}\n"
SITE = "pub fn more(x: Option<u8>) -> u8 {\n    x.unwrap()\n}\n"


@pytest.fixture(scope="module")
def adopted(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """A repository under the ratchet."""
    place = tmp_path_factory.mktemp("adopted")
    repo = Repo(place / "repo", place / "home")
    repo.init()
    repo.write("Cargo.toml", CARGO)
    repo.write("src/lib.rs", LIB)
    repo.write("README.md", "# Shop\n")
    repo.ratchet("init")
    repo.commit()
    return repo


@pytest.fixture
def shop(adopted: Repo, tmp_path: Path) -> Repo:
    """A copy of it whose working tree and index were checked once."""
    shutil.copytree(adopted.root, tmp_path / "repo")
    shop = Repo(tmp_path / "repo", tmp_path / "home")
    shop.git("update-index", "-q", "--refresh")
    shop.ratchet("check")
    shop.ratchet("check", "--staged")
    return shop


def answers(repo: Repo) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (repo.root / ".git/ratchet/answers").iterdir()}


def marked(repo: Repo, *question: str) -> Result:
    """The question asked while every kept answer says something else: it shows whether one of them was given."""
    for path in (repo.root / ".git/ratchet/answers").iterdir():
        parts = read_parts(str(path))
        write_parts(str(path), [part.replace(b"inspected 1", b"INSPECTED 1") for part in parts])
    return repo.ratchet(*question)


@pytest.mark.parametrize("question", ["check", "check --staged"])
def test_nothing_changed(shop: Repo, question: str) -> None:
    assert "INSPECTED 1 file" in marked(shop, *question.split()).out


def test_an_exit_code_is_kept_with_its_answer(shop: Repo) -> None:
    shop.write("src/lib.rs", LIB + SITE)
    first = shop.ratchet("check")
    assert first.code == 1
    again = marked(shop, "check")
    assert (again.code, again.out) == (1, first.out.replace("inspected 1", "INSPECTED 1"))


@pytest.mark.parametrize(
    "change",
    [
        lambda repo: repo.write("README.md", "# A shop\n"),
        lambda repo: repo.write("notes/today.txt", "new\n"),
        lambda repo: repo.remove("README.md"),
        lambda repo: os.utime(repo.root / "src/lib.rs", (1, 1)),
        lambda repo: (repo.root / "src/lib.rs").chmod(0o755),
        lambda repo: repo.git("update-index", "--refresh"),
    ],
    ids=["another file", "a new file", "a file less", "a touched file", "another mode", "another index"],
)
def test_what_no_rule_looks_at_changes_no_answer(shop: Repo, change: Callable[[Repo], object]) -> None:
    change(shop)
    assert "INSPECTED 1 file" in marked(shop, "check").out


@pytest.mark.parametrize(
    "change",
    [
        lambda repo: repo.write("src/lib.rs", LIB + SITE),
        lambda repo: repo.write("src/bin/new.rs", SITE),
        lambda repo: repo.remove("src/lib.rs"),
        lambda repo: repo.write("Cargo.toml", CARGO + "[lib]\npath = 'src/other.rs'\n"),
        lambda repo: repo.write("ratchet.toml", repo.read("ratchet.toml") + 'exclude = ["src/lib.rs"]\n'),
        lambda repo: repo.write("baselines/files.toml", repo.read("baselines/files.toml").replace("= 1", "= 2")),
        lambda repo: repo.write("rules/own.yaml", "id: x\n"),
        lambda repo: (repo.root / "src/linked.rs").symlink_to("lib.rs"),
        lambda repo: repo.commit(),
        lambda repo: repo.git("clone", "--quiet", ".", "inner"),
        lambda repo: repo.git("config", "core.autocrlf", "input"),
    ],
    ids=["source", "a new source", "a source less", "manifest", "config", "budgets", "a rule", "a link", "a commit",
         "a clone", "a setting of git"],
)  # fmt: skip
def test_what_may_change_an_answer_has_it_found_out_anew(shop: Repo, change: Callable[[Repo], object]) -> None:
    change(shop)
    assert "INSPECTED" not in marked(shop, "check").out


def test_a_file_that_git_was_told_to_overlook_is_read_all_the_same(shop: Repo) -> None:
    shop.git("update-index", "--assume-unchanged", "src/lib.rs")
    shop.write("src/lib.rs", LIB + SITE)
    assert shop.git("status", "--porcelain") == ""
    assert shop.ratchet("check").code == 1


@pytest.mark.parametrize("setting", ["core.trustctime=false", "core.checkStat=minimal"])
def test_a_file_that_git_takes_for_unchanged_by_fewer_times_is_read_all_the_same(shop: Repo, setting: str) -> None:
    def write(more: str) -> None:
        shop.write("src/lib.rs", LIB + more)
        os.utime(shop.root / "src/lib.rs", (10**9, 10**9))

    shop.git("config", *setting.split("="))
    write(f"//{'x' * (len(SITE) - 3)}\n")
    shop.commit()
    shop.git("update-index", "-q", "--refresh")
    assert shop.ratchet("check").code == 0
    time.sleep(1.1)  # git compares seconds
    write(SITE)
    assert shop.git("status", "--porcelain") == ""
    assert shop.ratchet("check").code == shop.ratchet("check", env={"RATCHET_CACHE": "off"}).code == 1


@pytest.mark.parametrize("place", [".gitattributes", "src/.gitattributes", "../attributes"])
def test_a_file_that_git_sees_through_a_program_is_read_all_the_same(shop: Repo, place: str) -> None:
    shop.write(place, "*.rs filter=strip\n")
    if place.startswith(".."):
        shop.git("config", "core.attributesFile", str(shop.root / place))
    shop.git("config", "filter.strip.clean", "sed /NOT_FOR_GIT/d")
    shop.commit()
    shop.ratchet("check")
    shop.write("src/lib.rs", LIB + SITE.replace("\n", " // NOT_FOR_GIT\n"))
    shop.git("add", "--all")
    assert shop.git("status", "--porcelain") == ""
    assert shop.ratchet("check").code == shop.ratchet("check", env={"RATCHET_CACHE": "off"}).code == 1


def written_anew(repo: Repo, attributes: str, place: str = ".git/info/attributes") -> None:
    """Let git write the sources once more, by other attributes; to it nothing has changed in them."""
    repo.write(place, attributes)
    for path in ("src/lib.rs", "src/more.rs"):
        repo.remove(path)
        repo.git("checkout", "--", path)
    assert repo.git("status", "--porcelain", "src/*.rs") == ""


_TORN = 'pub fn torn() {\n    let x = g("a\n    b")\n        .h()\n        .unwrap();\n}\nfn broken( {\n}\n'


@pytest.mark.parametrize(
    ("first", "then", "differs"),
    [
        ("", "*.rs eol=crlf\n", b"\r\n"),
        ("*.rs eol=crlf\n", "*.rs eol=lf\n", b"\n"),
        ("", "*.rs ident\n", b"$Id: "),
        ("", "*.rs working-tree-encoding=UTF-16LE-BOM\n", b"\0"),
    ],
    ids=["line ends", "line ends as they are kept", "names", "letters"],
)
@pytest.mark.parametrize("question", ["check", "check --format json", "check --verbose"])
def test_what_git_writes_otherwise_than_it_keeps_it_is_told_alike(
    shop: Repo, first: str, then: str, differs: bytes, question: str
) -> None:
    def plain() -> Result:
        return shop.ratchet(*question.split(), env={"RATCHET_CACHE": "off"})

    shop.write("src/lib.rs", "mod more;\n// $Id$\n" + LIB)
    shop.write("src/more.rs", _TORN)
    shop.commit()
    written_anew(shop, first)
    assert shop.ratchet(*question.split()) == plain()
    written_anew(shop, then)
    assert differs in (shop.root / "src/lib.rs").read_bytes()
    again = shop.ratchet(*question.split())
    assert again == plain()
    shop.write("src/lib.rs", shop.read("src/lib.rs").replace("mod more", "pub mod more") if "16" not in then else LIB)
    assert shop.ratchet(*question.split()) == plain()


@pytest.mark.parametrize("more", [0, 1], ids=["within the limit", "over it"])
@pytest.mark.parametrize("question", ["check", "check --staged", "check --base HEAD", "check --format json"])
def test_how_large_a_file_may_be_has_nothing_to_do_with_its_line_ends(shop: Repo, more: int, question: str) -> None:
    limit = 5_000
    shop.write("ratchet.toml", f"max_file_bytes = {limit}\n{shop.read('ratchet.toml')}")
    shop.write("src/more.rs", "// a line\n" * 400 + "// " + "x" * (limit - 4_004 + more) + "\n")
    shop.write("src/lib.rs", "mod more;\n" + LIB)
    shop.commit()
    written_anew(shop, "*.rs eol=lf\n")
    told = shop.ratchet(*question.split())
    assert told.code == (2 if more else 0)
    written_anew(shop, "*.rs eol=crlf\n")
    assert b"\r\n" in (shop.root / "src/more.rs").read_bytes()
    again = shop.ratchet(*question.split())
    assert (again.code, again.out) == (told.code, told.out)
    assert again == shop.ratchet(*question.split(), env={"RATCHET_CACHE": "off"})


@pytest.mark.parametrize("place", [".gitattributes", "src/.gitattributes", "../attributes"])
def test_attributes_are_looked_for_wherever_git_looks(shop: Repo, place: str) -> None:
    shop.write("src/more.rs", "// nothing\n")
    shop.commit()
    if place.startswith(".."):
        shop.git("config", "core.attributesFile", str(shop.root / place))
        shop.write(place, "")
    shop.ratchet("check")
    written_anew(shop, "*.rs working-tree-encoding=UTF-16LE\n", place)
    assert shop.ratchet("check") == shop.ratchet("check", env={"RATCHET_CACHE": "off"})


@pytest.mark.parametrize("is_there", [True, False])
def test_a_file_that_a_manifest_calls_code_is_code_whatever_its_name(shop: Repo, is_there: bool) -> None:
    shop.write("Cargo.toml", shop.read("Cargo.toml") + '[[bin]]\nname = "t"\npath = "tool.txt"\n')
    if is_there:
        shop.write("tool.txt", "fn main() {}\n")
    shop.commit()
    shop.ratchet("check")
    shop.write("tool.txt", "fn main() {\n    f().unwrap();\n}\n")
    assert shop.ratchet("check").code == 1


@pytest.mark.parametrize("is_there", [True, False])
def test_a_config_that_a_config_of_cargo_includes_may_change_an_answer(shop: Repo, is_there: bool) -> None:
    shop.write(".cargo/config.toml", 'include = [{ path = "../more.toml", optional = true }]\n')
    shop.write("examples/kit/Cargo.toml", CARGO.replace("shop", "kit"))
    shop.write("examples/kit/src/lib.rs", SITE)
    shop.write("more.toml", "") if is_there else None
    shop.commit()
    assert shop.ratchet("check").code == 0
    shop.write("more.toml", '[patch.crates-io]\nkit.path = "repo/examples/kit"\n')
    assert shop.ratchet("check").code == 1


def test_a_file_that_an_include_may_mean_may_change_an_answer(shop: Repo) -> None:
    shop.write("src/lib.rs", LIB + 'fn more() { include!(concat!("../tests/a", path!(), ".inc")); }\n')
    shop.commit()
    assert shop.ratchet("check").code == 0
    shop.write("tests/ab.inc", SITE)
    assert shop.ratchet("check").code == 1


def test_a_file_that_only_the_manifest_on_disk_calls_code_is_code(shop: Repo) -> None:
    shop.write("tool.txt", "fn main() {}\n")
    shop.commit()
    shop.write("Cargo.toml", CARGO + '[[bin]]\nname = "t"\npath = "tool.txt"\n')
    assert shop.ratchet("check").code == 0
    shop.write("tool.txt", "fn main() {\n    f().unwrap();\n}\n")
    assert shop.ratchet("check").code == 1


def test_the_index_is_asked_for_itself(shop: Repo) -> None:
    shop.write("src/lib.rs", LIB + SITE)
    assert "INSPECTED 1 file" in marked(shop, "check", "--staged").out
    shop.git("add", "--all")
    assert shop.ratchet("check", "--staged").code == 1


def test_another_day_is_another_question(shop: Repo) -> None:
    marked(shop, "check")
    assert "INSPECTED" not in shop.ratchet("check", env={"RATCHET_TODAY": "2031-01-01"}).out


def test_that_nothing_could_be_judged_is_never_kept(shop: Repo) -> None:
    shop.write("src/lib.rs", LIB + "<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    before = answers(shop)
    assert shop.ratchet("check").code == 2
    assert answers(shop) == before


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-7]),
        lambda path: path.write_bytes(path.read_bytes().replace(b"inspected", b"infested!")),
        lambda path: path.write_bytes(b"\xff" * 999),
        lambda path: (path.unlink(), path.mkdir()),
        lambda path: (path.unlink(), path.symlink_to("/dev/zero")),
        lambda path: path.chmod(0),
    ],
    ids=["empty", "cut off", "other words", "noise", "a directory", "a link", "no permission"],
)
@pytest.mark.parametrize("kind", ["answers", "records"])
def test_whatever_is_wrong_with_what_is_kept_the_answer_is_the_same(
    shop: Repo, kind: str, spoil: Callable[[Path], object]
) -> None:
    for path in (shop.root / ".git/ratchet" / kind).iterdir():
        spoil(path)
    if kind == "records":
        shop.write("src/lib.rs", LIB + SITE)
    plain = shop.ratchet("check", env={"RATCHET_CACHE": "off"})
    assert shop.ratchet("check") == plain
    assert shop.ratchet("check") == plain


def test_a_reader_that_goes_away_has_seen_no_verdict(shop: Repo) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    question = [sys.executable, "-m", "ratchet", "check"]
    shop.run(*question)
    done = subprocess.run(question, cwd=shop.root, env=shop.environment, stdout=writing, check=False)
    os.close(writing)
    assert done.returncode == 2


def test_runs_at_once_do_not_disturb_each_other(shop: Repo) -> None:
    shop.write("src/lib.rs", LIB + SITE)
    done = shop.run("bash", "-c", "for i in 1 2 3 4 5 6; do ratchet check > out.$i & done; wait")
    assert done.code == 0
    assert len({(shop.root / f"out.{number}").read_text() for number in range(1, 7)}) == 1


@pytest.mark.parametrize("where", ["/dev/full", "&-"])
def test_an_answer_that_cannot_be_written_ends_as_one_that_is_found_out(shop: Repo, where: str) -> None:
    command = f"ratchet check >{where}"
    plain = shop.run("bash", "-c", command, env={"RATCHET_CACHE": "off"})
    shop.run("bash", "-c", "ratchet check")
    assert shop.run("bash", "-c", command) == plain


@pytest.mark.parametrize("environment", [{}, {"GIT_LITERAL_PATHSPECS": "1"}], ids=["plainly", "with literal paths"])
@pytest.mark.parametrize("place", ["src", "hollow", "."])
def test_a_new_file_is_seen_from_every_directory(shop: Repo, place: str, environment: dict[str, str]) -> None:
    (shop.root / "hollow/.git").mkdir(parents=True)  # git does not take it for a repository
    assert shop.ratchet("check", cwd=place, env=environment).code == 0
    shop.write("tools/new.rs", SITE)
    assert shop.ratchet("check", cwd=place, env=environment).code == 1


@pytest.mark.parametrize(("error", "code"), [("RuntimeError('x')", 3), ("KeyboardInterrupt", 130)])
def test_what_goes_wrong_on_the_quick_way_is_no_verdict(shop: Repo, error: str, code: int) -> None:
    fault = f"import ratchet.quick.replay as way\ndef recall(*_): raise {error}\nway.recall = recall\n"
    done = shop.run(sys.executable, "-c", fault + "from ratchet.start import main; main()", "check")
    assert done.code == code
    assert "Traceback" not in done.err
    assert ("bug in ratchet" in done.err) is (code == 3)


def test_names_that_would_part_the_cells_of_a_record_are_not_recorded(shop: Repo) -> None:
    shop.write("src/lib.rs", LIB + '#[path = "a\\tb\\n.inc"]\nmod odd;\ninclude!("\\u{dcff}.inc");\n')
    shop.ratchet("tighten")
    shop.commit()
    for _ in range(2):
        plain = shop.ratchet("check", env={"RATCHET_CACHE": "off"})
        assert shop.ratchet("check") == plain
        shop.write("src/lib.rs", shop.read("src/lib.rs") + SITE)


def test_a_goal_is_told_of_all_sites_though_few_files_are_looked_at(shop: Repo) -> None:
    shop.write("src/other.rs", SITE)
    shop.remove("ratchet.toml")
    shutil.rmtree(shop.root / "baselines")
    shop.ratchet("init")
    shop.write("ratchet.toml", shop.read("ratchet.toml") + '\n[goal]\n"rust/unwrap" = { to = 0, by = 2099-01-01 }\n')
    shop.commit()
    shop.ratchet("check")
    shop.write("src/lib.rs", LIB + SITE)
    plain = shop.ratchet("check", env={"RATCHET_CACHE": "off"})
    assert "0 by 2099-01-01" in plain.out
    assert shop.ratchet("check") == plain


@pytest.mark.parametrize("said", ["abc", "0", "-3", "100"])
@pytest.mark.parametrize("question", ["check", "check --staged"])
def test_a_number_of_processes_that_is_none_is_told_whatever_is_known(shop: Repo, question: str, said: str) -> None:
    done = shop.ratchet(*question.split(), env={"RATCHET_JOBS": said})
    assert done.code == 2
    assert "Invalid value for '--jobs'" in done.err


def test_a_switch_that_says_neither_on_nor_off_is_told_whatever_is_known(shop: Repo) -> None:
    done = shop.ratchet("check", env={"RATCHET_CACHE": "of"})
    assert done.code == 2
    assert "RATCHET_CACHE=of says neither on nor off" in done.err
    assert shop.ratchet("check", env={"RATCHET_CACHE": "On"}).code == 0
    assert shop.ratchet("check", env={"RATCHET_CACHE": "No"}).code == 0


def test_what_code_takes_as_data_changes_no_answer(shop: Repo) -> None:
    shop.write("src/lib.rs", '#![doc = include_str!("../README.md")]\n' + LIB)
    shop.commit()
    shop.ratchet("check")
    shop.write("README.md", "# Another shop\n")
    assert "INSPECTED 1 file" in marked(shop, "check").out


@pytest.mark.parametrize("text", [LIB, LIB + "// a remark\n", LIB + SITE], ids=["as it was", "a remark", "a site"])
def test_no_process_is_left_behind(shop: Repo, text: str) -> None:
    shop.write("src/lib.rs", LIB + "// before\n")
    shop.git("add", "--all")
    shop.ratchet("check", "--staged")
    shop.write("src/lib.rs", text)
    shop.git("add", "--all")
    for _ in range(2):
        command = [sys.executable, "-m", "ratchet", "check", "--staged"]
        run = subprocess.Popen(
            command, cwd=shop.root, env=shop.environment, stdout=subprocess.DEVNULL, start_new_session=True
        )
        run.wait()
        with pytest.raises(ProcessLookupError):
            os.killpg(run.pid, 0)


def looks(repo: Repo, traces: Path) -> int:
    """How often git is asked what differs in the work tree, in a check that knows nothing."""
    shutil.rmtree(repo.root / ".git/ratchet")
    traces.unlink(missing_ok=True)
    repo.ratchet("check", env={"GIT_TRACE": str(traces)})
    return traces.read_text().count("built-in: git diff-index --raw")


def test_git_is_asked_once_where_every_content_is_the_committed_one(shop: Repo, tmp_path: Path) -> None:
    assert looks(shop, tmp_path / "traces") == 1
    assert "INSPECTED 1 file" in marked(shop, "check").out
    shop.write("README.md", "# A shop\n")
    shop.commit()
    assert looks(shop, tmp_path / "traces") == 1, "though the baseline is older"
    shop.write("src/lib.rs", LIB + "// a remark\n")
    assert looks(shop, tmp_path / "traces") == 2
    shop.git("checkout", "src/lib.rs")
    shop.write("ratchet.toml", shop.read("ratchet.toml") + "# a remark\n")
    assert looks(shop, tmp_path / "traces") == 2


def test_history_is_walked_once(shop: Repo, tmp_path: Path) -> None:
    """Since the baselines were written there may be many thousand commits."""
    looks(shop, tmp_path / "traces")
    assert (tmp_path / "traces").read_text().count("built-in: git rev-list -1") == 1


def test_an_answer_of_what_changed_while_it_was_found_is_not_kept(shop: Repo, tmp_path: Path) -> None:
    """The git of this run writes to a file as soon as it has listed all of them."""
    shutil.rmtree(shop.root / ".git/ratchet")
    write = shop.root / "src/lib.rs"
    script = (
        f'#!/bin/sh\n"{shutil.which("git")}" "$@"\ncode=$?\n'
        f'case "$*" in *"ls-files -z -s"*) printf "%s" "$MORE" >> "{write}";; esac\nexit $code\n'
    )
    tool = tmp_path / "bin/git"
    tool.parent.mkdir()
    tool.write_text(script)
    tool.chmod(0o755)
    found = shop.ratchet("check", env={"MORE": SITE, "PATH": f"{tool.parent}:{os.environ['PATH']}"})
    assert found.code == 1
    write.write_text(LIB)
    assert shop.ratchet("check").code == 0


def meanwhile(repo: Repo, tmp_path: Path, before: str, after: str) -> dict[str, str]:
    """Variables with which git runs a command before it lists files, and another before it looks a second time."""
    git, once, twice = shutil.which("git"), tmp_path / "once", tmp_path / "twice"
    listing = '*"ls-files -s -z"*|*"ls-files -z -s -v"*'
    looking = '*"diff-index --raw"*|*"diff-index --cached --raw -z --no-renames --no-abbrev --ignore"*'
    script = (
        f'#!/bin/sh\ncase "$*" in\n'
        f'{listing}) if mkdir "{once}" 2>/dev/null; then sleep 0.2; (cd "{repo.root}"; {before}); fi;;\n'
        f'{looking}) if [ -e "{once}" ] && mkdir "{twice}" 2>/dev/null; then (cd "{repo.root}"; {after}); fi;;\n'
        f'esac\nexec "{git}" "$@"\n'
    ).replace("GIT ", f'GIT_OPTIONAL_LOCKS=1 "{git}" ')
    tool = tmp_path / "bin/git"
    tool.parent.mkdir()
    tool.write_text(script)
    tool.chmod(0o755)
    return {"PATH": f"{tool.parent}:{os.environ['PATH']}"}


@pytest.mark.parametrize("question", ["check", "check --staged", "check --base HEAD"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("GIT rm -q --cached src/more.rs", "GIT add src/more.rs"),
        ("cp src/more.rs ../kept; echo > src/more.rs", "cp ../kept src/more.rs"),
        ("cp ratchet.toml ../kept; echo 'exclude = [\"src/**\"]' >> ratchet.toml", "cp ../kept ratchet.toml"),
        ("mv src/new.rs ..", "mv ../new.rs src"),
    ],
    ids=["the index", "a changed file", "the config", "an unknown file"],
)
def test_an_answer_of_what_was_changed_and_changed_back_is_not_kept(
    shop: Repo, tmp_path: Path, question: str, before: str, after: str
) -> None:
    shop.write("src/lib.rs", "mod more;\nmod new;\n" + LIB)
    shop.write("src/more.rs", "// nothing\n")
    shop.commit()
    shop.write("src/more.rs", SITE)
    shop.git("add", "src/more.rs")
    shop.write("src/new.rs", SITE)
    shutil.rmtree(shop.root / ".git/ratchet", ignore_errors=True)
    shop.ratchet(*question.split(), env=meanwhile(shop, tmp_path, before, after))
    if not (tmp_path / "twice").exists():  # what was found was not worth a second look
        assert shop.run("sh", "-c", after.replace("GIT ", "git ")).code == 0
    kept = shop.ratchet(*question.split())
    plain = shop.ratchet(*question.split(), env={"RATCHET_CACHE": "off"})
    assert (kept.code, kept.out) == (plain.code, plain.out)
    assert kept.code == 1


def test_an_answer_that_shows_lines_is_kept_only_if_these_are_as_they_were(shop: Repo, tmp_path: Path) -> None:
    shop.write("src/lib.rs", LIB + SITE)
    shop.commit()
    assert looks(shop, tmp_path / "traces") == 2


@pytest.mark.parametrize("is_told", [True, False])
def test_what_is_proved_holds_as_long_as_git_is_set_as_it_was(
    shop: Repo, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shop.root)
    state = look(False, "").state()
    asked = question(["check"], {})
    assert state is not None
    assert asked is not None
    pending = Pending(asked, state, "engine")
    if is_told:
        shop.git("config", "core.autocrlf", "true")
    pending.take_as_proved()
    assert pending.is_still_so() is not is_told
