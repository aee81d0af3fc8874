"""The counter on `syn` and ratchet, asked about the same published crates."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.oracles.rust_classes import Raw, class_of
from tests.repository import environment

__all__ = ["Counted", "Site", "Sites", "ask_ratchet", "ask_syn", "build_counter", "find_cargo", "lay_out"]

Site = tuple[str, int, str]
"""A rule, a line and a scope."""
Sites = Counter[Site]
Targets = Mapping[Path, Sequence[tuple[str, Path]]]
"""The directory of each package, and the kind and the root of each target that cargo sees in it."""

_TOOL = Path(__file__).parent / "syn-counter"
_RULES = ("expect", "unsafe-block", "unsafe-item", "unwrap")
_CONSUMER = '[package]\nname = "consumer"\nversion = "0.0.0"\n[lib]\npath = "lib.rs"\n[workspace]\n[dependencies]\n'
_FLAGS = ("RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER")


@dataclass(frozen=True, slots=True)
class Counted:
    """The sites of every file, by its path below the crates, and the files that were refused."""

    sites: Mapping[str, Sites]
    refused: frozenset[str] = frozenset()
    exempt: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many sites of a rule a class exempts."""


def find_cargo() -> str:
    """Where cargo is; without it the test is skipped, and says so."""
    found = shutil.which("cargo")
    if found is None:
        pytest.skip("NOT COMPARED WITH SYN: there is no `cargo` here to build the counter and to fetch crates")
    return found


def build_counter(cargo: str, target: Path) -> Path:
    """The program, in a directory that may have it from an earlier run."""
    options = ["--quiet", "--locked", f"--manifest-path={_TOOL / 'Cargo.toml'}"]
    _offline_or_online([cargo, "fetch", *options], target)
    command = [cargo, "build", "--release", "--offline", *options, f"--target-dir={target}"]
    done = _run(command, target)
    assert done.returncode == 0, done.stderr
    return target / "release" / "syn-counter"


def lay_out(crates: Sequence[tuple[str, str]], root: Path, cargo: str) -> Targets:
    """Copy crates, each to a directory of its name and version."""
    # Git lists every file; without it ratchet would not look into a directory named `target`, which `cc` has in `src`.
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    return dict(_copied(each, root / f"{each['name']}-{each['version']}") for each in _fetched(crates, root, cargo))


def _fetched(crates: Sequence[tuple[str, str]], root: Path, cargo: str) -> list[Any]:
    """What cargo knows of the crates, downloaded where this machine has not seen them."""
    consumer = root.parent / "consumer"
    consumer.mkdir()
    wanted = (
        f"c{number} = {{ package = '{name}', version = '={version}', default-features = false }}\n"
        for number, (name, version) in enumerate(crates)
    )
    (consumer / "Cargo.toml").write_text(_CONSUMER + "".join(wanted), encoding="utf-8")
    (consumer / "lib.rs").write_text("", encoding="utf-8")
    # With a platform, cargo does not download what only other platforms need.
    command = [cargo, "metadata", "--format-version=1", "--filter-platform=x86_64-unknown-linux-gnu"]
    known = json.loads(_offline_or_online(command, consumer))["packages"]
    return [each for each in known if (each["name"], each["version"]) in crates]


def _offline_or_online(command: list[str], directory: Path) -> str:
    """What cargo prints; it asks the network only for what this machine has not seen."""
    done = _run([*command, "--offline"], directory)
    done = done if done.returncode == 0 else _run(command, directory)
    if done.returncode != 0:
        pytest.skip(f"NOT COMPARED WITH SYN: cargo cannot fetch what is needed: {done.stderr.strip()[-400:]}")
    return done.stdout


def _run(command: list[str], directory: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=directory, env=_toolchain(), capture_output=True, text=True, check=False)


def _toolchain() -> dict[str, str]:
    """This machine's toolchain without its flags."""
    return {name: value for name, value in os.environ.items() if name not in _FLAGS}


def _copied(package: Any, directory: Path) -> tuple[Path, list[tuple[str, Path]]]:
    source = Path(package["manifest_path"]).parent
    shutil.copytree(source, directory, symlinks=True, ignore=shutil.ignore_patterns(".git*"))
    roots = [(each["kind"][0], Path(each["src_path"])) for each in package["targets"]]
    return directory, [(kind, directory / root.relative_to(source)) for kind, root in roots]


def ask_syn(program: Path, targets: Targets, root: Path) -> Counted:
    """What the counter on `syn` finds, less what a class exempts."""
    lines = []
    for directory, roots in targets.items():
        lines += [f"package\t{directory}", *(f"root\t{kind}\t{path}" for kind, path in roots)]
    done = subprocess.run([program], input="\n".join(lines), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    sites: dict[str, Sites] = {}
    exempt: Counter[tuple[str, str]] = Counter()
    for what, place, *rest in (line.split("\t") for line in done.stdout.splitlines()):
        path = Path(place).relative_to(root).as_posix()
        if what == "file":
            sites[path] = Counter()
            continue
        raw = _read(rest)
        if name := class_of(raw):
            exempt[raw.rule, name] += 1
        else:
            sites[path][raw.rule, raw.line, raw.scope] += 1
    return Counted(sites, exempt=exempt)


def _read(fields: Sequence[str]) -> Raw:
    line, rule, scope, form, of, argument, tried = fields
    return Raw(rule, int(line), scope, form, of, argument, tried == "true")


def ask_ratchet(root: Path) -> Counted:
    """What ratchet finds; of a file that it cannot read it says so, and judges nothing."""
    command = [sys.executable, "-m", "ratchet", "count", "--format", "json", "--scope", "all"]
    command += [f"--rule=rust/{rule}" for rule in _RULES]
    home = environment(root.parent / "home")
    done = subprocess.run([*command, "."], cwd=root, env=home, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 2), done.stderr
    report = json.loads(done.stdout)
    sites: dict[str, Sites] = {}
    for found in report["findings"]:
        site = (found["rule"].removeprefix("rust/"), found["line"], found["scope"])
        sites.setdefault(found["path"], Counter())[site] += 1
    return Counted(sites, frozenset(report["inspected"]["failed"]))
