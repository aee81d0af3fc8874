"""The rules on the shape of this code can fail: each finds what is put into the package to break it."""

from __future__ import annotations

from pathlib import Path

from ratchet.acts.bench import Bench
from ratchet.acts.measuring import measure
from ratchet.acts.policies import Library, read_rules
from ratchet.model.rule import Rulebook
from ratchet.model.snapshot import DictSnapshot
from ratchet.repo.packs import shipped_files

TOP = Path(__file__).parents[2]
BREAKERS = {
    "arch/layers": ("ratchet/model/breaker.py", "from ratchet.judge.carry import carry\n"),
    "arch/no-cycles": ("ratchet/acts/breaker_one.py", "import ratchet.acts.breaker_two\n"),
    "arch/door-to-click": ("ratchet/acts/breaker.py", "import click\n"),
    "arch/door-to-tree-sitter": ("ratchet/kinds/breaker.py", "def f():\n    import tree_sitter_rust\n"),
    "arch/door-to-networkx": ("ratchet/judge/breaker.py", "from networkx import DiGraph\n"),
    "arch/door-to-yaml": ("ratchet/repo/breaker.py", "import ruamel.yaml\n"),
    "arch/door-to-tomlkit": ("ratchet/rulebook/breaker.py", "import tomlkit\n"),
    "arch/doors-of-servers": ("ratchet/cli/breaker.py", "import pygls\n"),
    "arch/no-other-package": ("ratchet/graphs/breaker.py", "import requests\n"),
    "arch/who-touches-the-world": ("ratchet/syntax/breaker.py", "from urllib.request import urlopen\n"),
    "arch/who-reads-the-environment": ("ratchet/formats/breaker.py", "import os\n"),
    "arch/who-waits": ("ratchet/library_breaker.py", "import asyncio\n"),
}


def broken() -> dict[str, str | bytes]:
    """The package, the rules on its shape, and a module for each rule that breaks it."""
    files: dict[str, str | bytes] = {
        path.relative_to(TOP).as_posix(): path.read_bytes() for path in sorted((TOP / "ratchet").rglob("*.py"))
    }
    files |= dict(BREAKERS.values())
    files["ratchet/acts/breaker_two.py"] = "import ratchet.acts.breaker_one\n"
    files["ratchet.toml"] = (TOP / "ratchet.toml").read_bytes()
    files["rules/shape.yaml"] = (TOP / "rules" / "shape.yaml").read_bytes()
    return files


def test_each_rule_on_the_shape_finds_what_breaks_it() -> None:
    tree = DictSnapshot(broken())
    policy = read_rules(tree, Library())
    shape = Rulebook({name: rule for name, rule in policy.rulebook.rules.items() if name.startswith("arch/")})
    assert shape.rules.keys() == BREAKERS.keys()
    policy = type(policy)(policy.config, shape, policy.languages)
    found: dict[str, set[str]] = {}
    for finding in measure(tree, policy, Bench()).findings:
        found.setdefault(finding.rule, set()).add(finding.path)
    missed = {rule: path for rule, (path, _) in BREAKERS.items() if path not in found.get(rule, set())}
    assert not missed


def test_the_rules_on_the_shape_ship_with_no_pack() -> None:
    assert not [path for path in shipped_files() if path.startswith(("arch/", "shape"))]
