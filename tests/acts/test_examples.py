"""Examples are run before a rule judges, and once for the same rule."""

from __future__ import annotations

import pytest

from tests.repository import Repo, Result

RULE = """\
id: own/nap
because: a sleeping thread serves nobody
advice: wait for the event itself
count: {language: python, query: '((identifier) @finding (#eq? @finding "nap"))'}
valid: ["wait(1)"]
invalid: ["nap(1)"]
"""
STAGE = "examples of rules"


@pytest.fixture
def shop(repo: Repo) -> Repo:
    repo.write("app.py", "nap(1)\n")
    repo.write("rules/own/nap.yaml", RULE)
    repo.write("ratchet.toml", 'packs = ["python"]\n')
    assert repo.ratchet("init", "--no-cache").code == 0
    repo.commit("adopt")
    return repo


def check(repo: Repo, *options: str) -> Result:
    """A check of something that was not asked before."""
    repo.write("app.py", repo.read("app.py") + "wait(1)\n")
    return repo.ratchet("check", "--timings", *options)


def test_examples_that_held_are_not_run_again(shop: Repo) -> None:
    first, second = check(shop), check(shop)
    assert (first.code, second.code) == (0, 0)
    assert STAGE in first.err
    assert STAGE not in second.err
    assert STAGE in check(shop, "--no-cache").err


def test_another_example_is_another_rule(shop: Repo) -> None:
    check(shop)
    shop.write("rules/own/nap.yaml", RULE.replace("wait(1)", "hold(1)"))
    assert STAGE in check(shop).err
    shop.write("rules/own/nap.yaml", RULE)
    assert STAGE not in check(shop).err


def test_examples_that_fail_fail_in_every_run_with_the_same_words(shop: Repo) -> None:
    shop.write("rules/own/nap.yaml", RULE.replace("wait(1)", "nap(2)"))
    first, second, without = shop.ratchet("check"), shop.ratchet("check"), shop.ratchet("check", "--no-cache")
    assert first.code == 2
    assert "rules/own/nap.yaml:5:9" in first.out
    assert (first.code, first.out) == (second.code, second.out) == (without.code, without.out)


def test_an_example_that_cannot_be_read_proves_nothing(shop: Repo) -> None:
    """It was taken for one without a finding."""
    shop.write("rules/own/nap.yaml", RULE.replace("wait(1)", "wait(1)\\n<<<<<<< a\\n=======\\n>>>>>>> b\\n"))
    for command in ("test", "check"):
        done = shop.ratchet(command)
        assert done.code == 2
        assert "rules/own/nap.yaml:5:9" in done.out + done.err
        assert "conflict" in done.out + done.err


def test_released_rules_are_not_run(repo: Repo) -> None:
    repo.write("app.py", "wait(1)\n")
    assert repo.ratchet("init").code == 0
    repo.commit("adopt")
    assert STAGE not in check(repo, "--no-cache").err
