"""A change that means nothing is answered without a judge, and only such a change."""

from __future__ import annotations

import sys
from binascii import crc32
from collections.abc import Callable
from pathlib import Path

import pytest

from ratchet.quick.sealed import read_parts, write_parts
from tests.repository import Repo

CARGO = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n'
LIB = "mod cart;\nmod till;\npub fn load(path: &str) -> String {\n    std::fs::read_to_string(path).unwrap()\n}\n"
CART = "pub fn size(path: &str) -> u64 {\n    std::fs::metadata(path).unwrap().len()\n}\n"
TILL = "pub fn open() -> u8 {\n    42\n}\n"
APP = "def f(x):\n    try:\n        return x\n    except Exception:\n        pass\n"
ALLOWED = '    // ratchet: allow(rust/unwrap) reason="it is so"\n'
BUILD = "fn main() {\n    a().unwrap();\n}\n"

NEUTRAL = """
import os, sys
del sys.path[0]
from ratchet.acts.neutral import answer_neutral
from ratchet.quick.pending import Pending
from ratchet.acts.telling import tell
from ratchet.repo.reader import Reader
from ratchet.quick.replay import recall
reader = Reader(lambda: tell)
pending = recall(sys.argv[1:], os.environ, reader.begin, lambda: None)
assert isinstance(pending, Pending), pending
answer = answer_neutral(pending, reader)
reader.dismiss()
sys.stdout.write(f"{answer.code} {answer.text.decode()}" if answer else "JUDGE")
"""


def adopted(place: Path) -> Repo:
    """A repository under the ratchet, with a record, and an answer to a change that means nothing."""
    repo = Repo(place / "repo", place / "home")
    repo.init()
    files = {"Cargo.toml": CARGO, "src/lib.rs": LIB, "src/cart.rs": CART, "src/till.rs": TILL, "shop/app.py": APP}
    files["build.rs"] = BUILD
    for path, text in files.items():
        repo.write(path, text)
    repo.ratchet("init")
    repo.commit("Adopt ratchet")
    ask(repo)
    change(repo, "src/till.rs", TILL + "// 1\n")
    ask(repo)
    return repo


@pytest.fixture
def shop(tmp_path: Path) -> Repo:
    """A repository to commit to."""
    return adopted(tmp_path)


@pytest.fixture(scope="module")
def open_shop(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    return adopted(tmp_path_factory.mktemp("adopted"))


@pytest.fixture
def calm(open_shop: Repo) -> Repo:
    """The repository of all tests, without a change."""
    open_shop.git("reset", "--quiet", "--hard")
    open_shop.git("clean", "--quiet", "-d", "--force")
    return open_shop


def ask(repo: Repo, *question: str) -> None:
    """Asked as `neutral` asks: another way to start the program is another program."""
    repo.run(sys.executable, "-m", "ratchet", *(question or ("check", "--staged")))


def change(repo: Repo, path: str, text: str | bytes) -> Repo:
    repo.root.joinpath(path).parent.mkdir(parents=True, exist_ok=True)
    repo.root.joinpath(path).write_bytes(text.encode() if isinstance(text, str) else text)
    repo.git("add", "--all")
    return repo


def without(repo: Repo, path: str) -> None:
    repo.remove(path)
    repo.git("add", "--all")


def link(repo: Repo, path: str, target: str) -> None:
    (repo.root / path).symlink_to(target)
    repo.git("add", "--all")


def neutral(repo: Repo, *question: str) -> str:
    """What is answered without a judge; JUDGE where it takes one."""
    done = repo.run(sys.executable, "-c", NEUTRAL, *(question or ("check", "--staged")))
    assert done.code == 0, done.err
    return done.out


def plain(repo: Repo, *question: str) -> str:
    done = repo.ratchet(*(question or ("check", "--staged")), env={"RATCHET_CACHE": "off"})
    return f"{done.code} {done.out}"


MEANING_NOTHING: dict[str, Callable[[Repo], object]] = {
    "a comment": lambda repo: change(repo, "src/cart.rs", "// at the top\n" + CART),
    "another text": lambda repo: change(repo, "src/till.rs", TILL.replace("42", "if true { 41 } else { 43 }")),
    "another place of a site": lambda repo: change(repo, "src/cart.rs", "\n\n\n" + CART),
    "a line that is laid out otherwise": lambda repo: change(repo, "src/lib.rs", LIB.replace(".unwrap", "\n.unwrap")),
    "a function without a site": lambda repo: change(repo, "src/cart.rs", CART + "pub fn more() -> u8 {\n    1\n}\n"),
    "much more of it": lambda repo: change(repo, "src/cart.rs", CART + "// much more\n" * 5_000),
    "a site in what is put aside": lambda repo: change(repo, "build.rs", BUILD + "fn b() {\n    c().unwrap();\n}\n"),
    "what is put aside and does not parse": lambda repo: change(repo, "build.rs", BUILD + "fn broken( { (((\n"),
    "a file of another language": lambda repo: change(repo, "shop/app.py", APP + "# why\n"),
    "several files": lambda repo: change(change(repo, "src/lib.rs", LIB + "\n"), "src/cart.rs", CART + "\n"),
    "what no rule looks at, as well": lambda repo: (
        change(repo, "a.md", "# A\n"),
        change(repo, "src/cart.rs", CART + "\n"),
    ),
}


@pytest.mark.parametrize("what", MEANING_NOTHING)
def test_what_means_nothing_is_answered_without_a_judge(calm: Repo, what: str) -> None:
    MEANING_NOTHING[what](calm)
    told = neutral(calm)
    assert told == plain(calm)
    assert told.startswith("0 inspected 5 files (")


MEANING_SOMETHING: dict[str, Callable[[Repo], object]] = {
    "a new site": lambda repo: change(repo, "src/cart.rs", CART + "pub fn a(x: Option<u8>) -> u8 { x.unwrap() }\n"),
    "a site less": lambda repo: change(repo, "src/cart.rs", CART.replace("unwrap", "unwrap_or_default")),
    "another site in its place": lambda repo: change(repo, "src/cart.rs", CART.replace("metadata", "symlink_metadata")),
    "a site in another function": lambda repo: change(repo, "src/cart.rs", CART.replace("size", "length")),
    "a site that became test code": lambda repo: change(repo, "src/cart.rs", "#[cfg(test)]\n" + CART),
    "a site that is excused": lambda repo: change(repo, "src/cart.rs", CART.replace("    std", ALLOWED + "    std")),
    "an excuse for nothing": lambda repo: change(repo, "src/till.rs", TILL.replace("    42", ALLOWED + "    42")),
    "a module that leads elsewhere": lambda repo: change(
        repo, "src/lib.rs", LIB.replace("mod till", "#[cfg(test)]\nmod till")
    ),
    "a module of what is put aside": lambda repo: change(repo, "build.rs", BUILD + "mod more;\n"),
    "a file that does not parse": lambda repo: change(repo, "src/cart.rs", CART + "fn broken( { (((\n"),
    "a conflict": lambda repo: change(repo, "src/cart.rs", CART + "<<<<<<< a\n=======\n>>>>>>> b\n"),
    "what is no text": lambda repo: change(repo, "src/cart.rs", b"\0"),
    "a new file": lambda repo: change(repo, "src/bin/new.rs", "fn main() {}\n"),
    "a file less": lambda repo: without(repo, "shop/app.py"),
    "a link": lambda repo: link(repo, "shop/l.py", "app.py"),
    "the config": lambda repo: change(repo, "ratchet.toml", repo.read("ratchet.toml") + 'exclude = ["src/till.rs"]\n'),
    "a budget": lambda repo: change(
        repo, "baselines/files.toml", repo.read("baselines/files.toml").replace("= 1", "= 2")
    ),
    "the manifest": lambda repo: change(repo, "Cargo.toml", CARGO + "[lib]\npath = 'src/cart.rs'\n"),
    "what is not on disk": lambda repo: change(repo, "src/cart.rs", CART + "// staged\n").write("src/cart.rs", CART),
    "a very large file": lambda repo: change(repo, "src/cart.rs", CART + "// more\n" * 30_000),
}


@pytest.mark.parametrize("what", MEANING_SOMETHING)
def test_what_may_mean_something_takes_a_judge(calm: Repo, what: str) -> None:
    MEANING_SOMETHING[what](calm)
    assert neutral(calm) == "JUDGE"


def test_a_file_that_is_over_its_budget_takes_a_judge(shop: Repo) -> None:
    change(shop, "src/cart.rs", CART + "pub fn a(x: Option<u8>) -> u8 { x.unwrap() }\n")
    shop.commit("Go over")
    for _ in range(2):
        ask(shop)
        change(shop, "src/cart.rs", "// before\n" + shop.read("src/cart.rs"))
    assert neutral(shop) == "JUDGE"


def test_a_file_that_was_committed_otherwise_since_takes_a_judge(shop: Repo) -> None:
    change(shop, "src/cart.rs", CART + "pub fn more() -> u8 {\n    1\n}\n")
    shop.commit("More")
    change(shop, "src/lib.rs", LIB + "// 1\n")
    ask(shop)
    change(shop, "src/lib.rs", LIB + "// 2\n")
    assert neutral(shop) == plain(shop)
    change(shop, "src/cart.rs", CART)
    assert neutral(shop) == "JUDGE"


def test_the_working_tree_has_a_basis_of_its_own(calm: Repo) -> None:
    ask(calm, "check")
    calm.write("src/cart.rs", CART + "// 1\n")
    assert neutral(calm, "check") == "JUDGE"
    ask(calm, "check")
    calm.write("src/cart.rs", CART + "// 2\n")
    assert neutral(calm, "check") == plain(calm, "check")


def test_the_answer_is_kept_for_the_next_run(calm: Repo) -> None:
    change(calm, "src/cart.rs", CART + "// kept\n")
    told = neutral(calm)
    again = calm.run(
        sys.executable,
        "-c",
        NEUTRAL.replace("assert isinstance(pending, Pending), pending", "answer = pending").replace(
            "answer = answer_neutral(pending, reader)", ""
        ),
        "check",
        "--staged",
    )
    assert again.out == told != "JUDGE"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: content.replace(b"\nsrc/cart.rs\tproduction", b"\nsrc/cart.rs\tparadise"),
        lambda content: content.replace(b"\nsrc/cart.rs\t", b"\nsrc/cart.rs\t\t\t"),
        lambda content: content.replace(b"\nsrc/cart.rs\tproduction", b"\nsrc/cart.rs\tx\nproduction"),
    ],
    ids=["an unknown scope", "more cells", "few cells"],
)
def test_a_record_with_foreign_rows_is_as_good_as_none(shop: Repo, spoil: Callable[[bytes], bytes]) -> None:
    for path in (shop.root / ".git/ratchet/records").iterdir():
        words, header, table, *lenses = read_parts(str(path))
        spoilt = b"\n".join(resealed(line) for line in spoil(table).split(b"\n"))
        assert spoilt != table
        write_parts(str(path), [words, header, spoilt, *lenses])
    change(shop, "src/cart.rs", CART + "// 2\n")
    done = shop.run(sys.executable, "-m", "ratchet", "check", "--staged")
    assert f"{done.code} {done.out}" == plain(shop), done.err


def resealed(line: bytes) -> bytes:
    """A line of a record as if we had written it."""
    told = line.rpartition(b"\t")[0] + b"\t"
    return told + b"%08x" % crc32(told) if line else line


def test_a_line_that_the_disk_spoilt_is_no_basis_for_an_answer(shop: Repo) -> None:
    for path in (shop.root / ".git/ratchet/records").iterdir():
        content = path.read_bytes()
        at = content.index(b"\nsrc/cart.rs\t")
        end = content.index(b"\n", at + 1)
        line = content[at:end]
        told, _, seal = line.rpartition(b"\t")
        spoilt = told[:-1] + (b"1" if told[-1:] != b"1" else b"2") + b"\t" + seal
        path.write_bytes(content[:at] + spoilt + content[end:])
    change(shop, "src/cart.rs", CART + "// 2\n")
    done = shop.run(sys.executable, "-m", "ratchet", "check", "--staged")
    assert f"{done.code} {done.out}" == plain(shop), done.err
