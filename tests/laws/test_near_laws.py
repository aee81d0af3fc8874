"""What a record spares changes only speed: a check says the same whatever earlier runs have left."""

from __future__ import annotations

import os
import random
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.repository import Repo

CARGO = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n'
LIB = "mod cart;\nmod till;\npub fn load(path: &str) -> String {\n    std::fs::read_to_string(path).unwrap()\n}\n"
CART = "pub fn size(path: &str) -> u64 {\n    std::fs::metadata(path).unwrap().len()\n}\n"
TILL = "pub fn open() -> u8 {\n    42\n}\n"
APP = "def f(x):\n    try:\n        return x\n    except Exception:\n        pass\n"
FILES = {
    "Cargo.toml": CARGO,
    "src/lib.rs": LIB,
    "src/cart.rs": CART,
    "src/till.rs": TILL,
    "shop/app.py": APP,
    "shop/web.py": "def g():\n    print('x')\n",
    "tests/test_app.py": APP,
    "README.md": "# Shop\n",
}
SEEDS = tuple(range(int(os.environ.get("RATCHET_NEAR_SEEDS", "1"))))
STEPS = 9

Step = Callable[[Repo, random.Random], object]


def sources(repo: Repo, ending: str) -> list[str]:
    return sorted(
        str(path.relative_to(repo.root)) for path in repo.root.rglob(f"*{ending}") if ".git" not in path.parts
    )


def add_site(repo: Repo, chance: random.Random) -> None:
    path = chance.choice(sources(repo, ".rs"))
    name = f"f{chance.randrange(1000)}"
    repo.write(path, repo.read(path) + f"pub fn {name}(x: Option<u8>) -> u8 {{\n    x.unwrap()\n}}\n")


def add_python_site(repo: Repo, chance: random.Random) -> None:
    path = chance.choice(sources(repo, ".py"))
    repo.write(path, repo.read(path) + f"def h{chance.randrange(1000)}():\n    print('y')\n")


def remove_site(repo: Repo, chance: random.Random) -> None:
    path = chance.choice(sources(repo, ".rs"))
    repo.write(path, repo.read(path).replace(".unwrap()", ".unwrap_or_default()", 1))


def move_function(repo: Repo, _chance: random.Random) -> None:
    for path, other in (("src/cart.rs", "src/till.rs"), ("src/till.rs", "src/cart.rs")):
        text = repo.read(path)
        head, found, tail = text.partition("pub fn size")
        if found:
            body, _, rest = tail.partition("}\n")
            repo.write(path, head + rest)
            repo.write(other, repo.read(other) + found + body + "}\n")
            return


def comment(repo: Repo, chance: random.Random) -> None:
    path = chance.choice(sources(repo, ".rs"))
    repo.write(path, f"// {chance.randrange(1000)}\n" + repo.read(path))


def make_test_code(repo: Repo, _: random.Random) -> None:
    repo.write("src/cart.rs", repo.read("src/cart.rs").replace("pub fn size", "#[cfg(test)]\npub fn size", 1))


def allow(repo: Repo, chance: random.Random) -> None:
    path = chance.choice(sources(repo, ".rs"))
    why = '// ratchet: allow(rust/unwrap) reason="it is so"\n'
    text = repo.read(path)
    line = next((line for line in text.splitlines(keepends=True) if ".unwrap()" in line), "")
    repo.write(path, text.replace(line, why + line, 1) if line else text)


def break_file(repo: Repo, chance: random.Random) -> None:
    path = chance.choice(sources(repo, ".rs"))
    repo.write(path, repo.read(path) + "fn broken( { (((\n")


def new_module(repo: Repo, chance: random.Random) -> None:
    name = f"m{chance.randrange(1000)}"
    repo.write("src/lib.rs", f"mod {name};\n" + repo.read("src/lib.rs"))
    repo.write(f"src/{name}.rs", "pub fn a(x: Option<u8>) -> u8 { x.unwrap() }\n")


def new_python(repo: Repo, chance: random.Random) -> None:
    repo.write(f"shop/n{chance.randrange(1000)}.py", APP)


def rename_python(repo: Repo, chance: random.Random) -> None:
    path = chance.choice(sources(repo, ".py"))
    (repo.root / path).rename(repo.root / path.replace(".py", f"_{chance.randrange(1000)}.py"))


def rename_out_of_count(repo: Repo, chance: random.Random) -> None:
    path = chance.choice(sources(repo, ".py"))
    (repo.root / path).rename(repo.root / path.replace(".py", chance.choice((".pyw", ".txt"))))


def delete_python(repo: Repo, chance: random.Random) -> None:
    paths = sources(repo, ".py")
    if len(paths) > 1:
        repo.remove(chance.choice(paths))


def readme(repo: Repo, chance: random.Random) -> None:
    repo.write("README.md", f"# Shop {chance.randrange(1000)}\n")


def touch(repo: Repo, chance: random.Random) -> None:
    path = chance.choice(sources(repo, ".rs"))
    os.utime(repo.root / path, (chance.randrange(10**9), chance.randrange(10**9)))


def link(repo: Repo, chance: random.Random) -> None:
    (repo.root / f"shop/l{chance.randrange(1000)}.py").symlink_to("app.py")


def stage(repo: Repo, _: random.Random) -> None:
    repo.git("add", "--all")


def stage_some(repo: Repo, chance: random.Random) -> None:
    repo.git("add", chance.choice(sources(repo, ".rs")))


def commit(repo: Repo, _: random.Random) -> None:
    repo.commit()


def tighten(repo: Repo, _: random.Random) -> None:
    repo.ratchet("tighten")


def tighten_and_commit(repo: Repo, _: random.Random) -> None:
    repo.ratchet("tighten")
    repo.commit()


def raise_budget(repo: Repo, _: random.Random) -> None:
    repo.write("baselines/files.toml", repo.read("baselines/files.toml").replace("= 1", "= 2", 1))


def exclude(repo: Repo, _: random.Random) -> None:
    repo.write("ratchet.toml", repo.read("ratchet.toml") + 'exclude = ["src/till.rs"]\n')


def other_config(repo: Repo, _: random.Random) -> None:
    repo.git("checkout", "--quiet", "HEAD", "--", "ratchet.toml", "baselines")


USUAL: tuple[Step, ...] = (
    add_site,
    add_python_site,
    remove_site,
    move_function,
    comment,
    stage,
    stage_some,
    commit,
    touch,
)
RARE: tuple[Step, ...] = (
    make_test_code, allow, break_file, new_module, new_python, rename_python, rename_out_of_count, delete_python,
    readme, link, tighten, tighten_and_commit, raise_budget, exclude, other_config,
)  # fmt: skip
QUESTIONS = (("check",), ("check", "--staged"), ("check", "--base", "start"))


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """A repository under the ratchet."""
    place = tmp_path_factory.mktemp("adopted")
    repo = Repo(place / "repo", place / "home")
    repo.init()
    for path, text in FILES.items():
        repo.write(path, text)
    repo.ratchet("init")
    repo.commit("Adopt ratchet")
    repo.git("branch", "start")
    return repo


@pytest.fixture
def shop(template: Repo, tmp_path: Path) -> Repo:
    """A copy of it."""
    shutil.copytree(template.root, tmp_path / "repo")
    return Repo(tmp_path / "repo", tmp_path / "home")


@pytest.fixture
def upgraded(shop: Repo) -> Repo:
    """The same, with a baseline from before a release: it counted `unwrap` otherwise, and `print` was not there."""
    blocks = shop.read("baselines/rules.toml").split("\n\n")
    rules = [each for each in blocks if "python/print" not in each]
    older = [each.replace("sha256:", "sha256:0") if "rust/unwrap" in each else each for each in rules]
    assert len(rules) == len(blocks) - 1
    assert older != rules
    shop.write("baselines/rules.toml", "\n\n".join(older))
    files = shop.read("baselines/files.toml").replace('["shop/web.py"]\n"python/print" = 1\n', "")
    assert files != shop.read("baselines/files.toml")
    shop.write("baselines/files.toml", files.replace('"rust/unwrap" = 1', '"rust/unwrap" = 3'))
    shop.commit("As the last release wrote it")
    shop.git("branch", "--force", "start")
    return shop


def walk(chance: random.Random) -> Iterator[Step]:
    for number in range(STEPS):
        yield chance.choice(RARE if number % 3 == 2 else USUAL)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_check_says_the_same_with_and_without_what_earlier_runs_left(shop: Repo, seed: int) -> None:
    hold_to_the_whole(shop, seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_it_does_so_while_rules_wait_for_a_budget(upgraded: Repo, seed: int) -> None:
    hold_to_the_whole(upgraded, seed)


def hold_to_the_whole(shop: Repo, seed: int) -> None:
    chance = random.Random(seed)
    told = ["adopted"]
    for step in walk(chance):
        for question in QUESTIONS:
            with_records, without = shop.ratchet(*question), shop.ratchet(*question, env={"RATCHET_CACHE": "off"})
            assert (with_records.code, with_records.out) == (without.code, without.out), (told, question)
        step(shop, chance)
        told.append(step.__name__)


def commit_site(repo: Repo, chance: random.Random) -> None:
    add_site(repo, chance)
    repo.commit()


ORDINARY: dict[str, Step] = {
    "a new site": add_site,
    "a site less": remove_site,
    "a function that moved": move_function,
    "a comment": comment,
    "a new Python file": new_python,
    "a Python file with another name": rename_python,
    "an allow": allow,
    "a commit": commit_site,
}
FAR_REACHING: dict[str, Step] = {
    "a new module": new_module,
    "code that became test code": make_test_code,
    "another budget": raise_budget,
    "another config": exclude,
    "another manifest": lambda repo, _: repo.write("Cargo.toml", CARGO + "[lib]\npath = 'src/cart.rs'\n"),
    "a link": link,
}


AT_ONCE = """
import os, sys
del sys.path[0]
from ratchet.cli.plumbing.at_once import answer_at_once
from ratchet.quick.pending import Pending
from ratchet.repo.reader import Reader
from ratchet.quick.replay import recall
reader = Reader(lambda: bytes)
pending = recall(sys.argv[1:], os.environ, reader.begin, lambda: None)
reader.dismiss()
assert isinstance(pending, Pending)
answer = answer_at_once(pending)
sys.stdout.write(answer.text.decode() if answer else "WHOLE")
"""


def at_once(repo: Repo, *question: str) -> str:
    """What the quick way says by itself; WHOLE where it leaves the question to the plain one."""
    done = repo.run(sys.executable, "-c", AT_ONCE, *question)
    assert done.code == 0, done.err
    return done.out


@pytest.mark.parametrize("what", ORDINARY)
def test_an_ordinary_change_is_judged_by_itself(shop: Repo, what: str) -> None:
    question = random.Random(what).choice(QUESTIONS)
    shop.run(sys.executable, "-m", "ratchet", *question)
    ORDINARY[what](shop, random.Random(1))
    shop.git("add", "--all")
    assert at_once(shop, *question) == shop.ratchet(*question, env={"RATCHET_CACHE": "off"}).out


@pytest.mark.parametrize("what", ORDINARY)
def test_so_it_is_while_rules_wait_for_a_budget(upgraded: Repo, what: str) -> None:
    test_an_ordinary_change_is_judged_by_itself(upgraded, what)


@pytest.mark.parametrize("what", FAR_REACHING)
def test_a_change_that_may_alter_other_files_is_judged_with_all_of_them(shop: Repo, what: str) -> None:
    shop.run(sys.executable, "-m", "ratchet", "check", "--staged")
    FAR_REACHING[what](shop, random.Random(1))
    shop.git("add", "--all")
    assert at_once(shop, "check", "--staged") == "WHOLE"


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
answer = answer_neutral(pending, reader) if isinstance(pending, Pending) else None
reader.dismiss()
sys.stdout.write(answer.text.decode() if answer else "JUDGE")
"""


def blank_lines(repo: Repo, chance: random.Random) -> None:
    path = chance.choice((*sources(repo, ".rs"), *sources(repo, ".py")))
    lines = repo.read(path).split("\n")
    lines.insert(chance.randrange(len(lines)), "")
    repo.write(path, "\n".join(lines))


def function(repo: Repo, chance: random.Random) -> None:
    path = chance.choice(sources(repo, ".rs"))
    repo.write(path, repo.read(path) + f"pub fn n{chance.randrange(1000)}() -> u8 {{\n    1\n}}\n")


SMALL: tuple[Step, ...] = (*(comment, blank_lines, function) * 3, add_site, remove_site)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_answered_without_a_judge_is_what_all_of_it_says(shop: Repo, seed: int) -> None:
    chance, told, answered = random.Random(seed), ["adopted"], 0
    question = ("check", "--staged")
    for number in range(STEPS):
        shop.run(sys.executable, "-m", "ratchet", *question)
        step = chance.choice(SMALL) if number else comment
        step(shop, chance)
        told.append(step.__name__)
        shop.git("add", "--all")
        done = shop.run(sys.executable, "-c", NEUTRAL, *question)
        assert done.code == 0, done.err
        if done.out != "JUDGE":
            answered += 1
            assert done.out == shop.ratchet(*question, env={"RATCHET_CACHE": "off"}).out, told
        elif number:
            shop.git("reset", "--quiet", "--hard")
    assert answered >= STEPS // 4, told
