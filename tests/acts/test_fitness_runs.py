"""Whole runs over fitness rules: the same bytes in every run, and a category as exit code."""

from __future__ import annotations

from tests.repository import Repo

_RULES = """\
id: arch/deny
because: b
advice: a
deny: crate:* -> ext:tokio
---
id: arch/cycles
because: b
advice: a
acyclic: {for: "*", edges: {kinds: [normal, dev]}}
---
id: arch/apart
because: b
advice: a
independent: {of: "crate:{a}-{b}"}
---
id: arch/fan-out
because: b
advice: a
limit: {for: "crate:*", of: fan-out, at_most: 1}
---
id: arch/readme
because: b
advice: a
files: {for: "crate:*", require: README.md}
"""


def _workspace(repo: Repo, number: int, *more: str) -> None:
    repo.write("ratchet.toml", "packs = []\n")
    repo.write("Cargo.toml", '[workspace]\nmembers = ["c/*"]\n')
    for index in range(number):
        others = {(index * 7 + 1) % number, (index * 3 + 2) % number} - {index}
        lines = [f'p-{other} = {{ path = "../p-{other}" }}' for other in sorted(others)] if more else []
        text = "\n".join([*lines, 'tokio = "1"', ""])
        repo.write(
            f"c/p-{index}/Cargo.toml", f'[package]\nname = "p-{index}"\nversion = "1.0.0"\n[dependencies]\n{text}'
        )


def test_two_hundred_and_fifty_six_violations_are_one_category(repo: Repo) -> None:
    repo.write("rules/arch.yaml", _RULES.partition("---")[0])
    repo.write("ratchet.toml", "packs = []\n")
    repo.write("Cargo.toml", '[package]\nname = "root"\nversion = "1.0.0"\n')
    assert repo.ratchet("init").code == 0
    repo.commit("adopt")
    _workspace(repo, 256)
    result = repo.ratchet("check", "--format", "json")
    assert result.code == 1
    assert sum(delta["delta"] == "new" for delta in result.json()["deltas"]) == 256


def test_twenty_runs_with_random_hash_seeds_print_the_same_bytes(repo: Repo) -> None:
    repo.write("rules/arch.yaml", _RULES)
    _workspace(repo, 9)
    assert repo.ratchet("init").code == 0
    repo.commit("adopt")
    _workspace(repo, 9, "edges")
    seen = {
        (result.code, result.out, result.err)
        for seed in range(20)
        for result in [repo.ratchet("check", env={"PYTHONHASHSEED": str(seed * 7919 + 1)})]
    }
    [(code, out, _)] = seen
    assert code == 1
    assert "arch/cycles" in out
    assert "arch/apart" in out


def test_a_repository_without_code_may_have_rules_on_its_files(repo: Repo) -> None:
    repo.write("rules/docs.yaml", "id: docs/readme\nbecause: b\nadvice: a\nfiles: {for: ., require: README.md}\n")
    repo.write("ratchet.toml", "packs = []\n")
    repo.write("README.md", "Here.\n")
    assert repo.ratchet("init").code == 0
    repo.commit("adopt")
    assert repo.ratchet("check").code == 0
    repo.remove("README.md")
    assert repo.ratchet("check").code == 1
