"""Published crates at pinned versions, as files that can be compiled together."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

__all__ = ["Crate", "copy_crates", "write_consumer"]

_CONSUMER = """\
[package]
name = "consumer"
version = "0.0.0"
edition = "2021"

[lib]
path = "lib.rs"

[workspace]
"""


@dataclass(frozen=True, slots=True)
class Crate:
    """One version of a crate, and the features beyond its default ones that it is compiled with."""

    name: str
    version: str
    features: tuple[str, ...] = ()


def copy_crates(crates: Sequence[Crate], root: Path, cargo: str, environment: Mapping[str, str]) -> Path:
    """A directory with the sources of each crate under its name, downloaded where this machine has not seen them."""
    consumer = root / "fetch"
    write_consumer(crates, consumer)
    command = [cargo, "metadata", "--format-version=1"]

    def run(*mode: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command, *mode], cwd=consumer, env=environment, capture_output=True, text=True, check=False
        )

    done = run("--offline")
    done = done if done.returncode == 0 else run()
    if done.returncode != 0:
        pytest.skip(f"NOT COMPARED ON REAL CRATES: cargo cannot fetch them here: {done.stderr.strip()[-300:]}")
    manifests = {(each["name"], each["version"]): each["manifest_path"] for each in json.loads(done.stdout)["packages"]}
    for crate in crates:
        shutil.copytree(Path(manifests[crate.name, crate.version]).parent, root / "crates" / crate.name)
    return root / "crates"


def write_consumer(crates: Sequence[Crate], root: Path, sources: Path | None = None) -> None:
    """A package that depends on the crates, as published or as they are in a directory.

    So their features are chosen here, and what only their own tests or other features need is not wanted.
    """
    wanted = [f"{each.name} = {{ version = '={each.version}', features = {list(each.features)} }}" for each in crates]
    lines = [_CONSUMER, "[dependencies]", *wanted]
    if sources is not None:
        lines += ["", "[patch.crates-io]", *(f"{each.name} = {{ path = '{sources / each.name}' }}" for each in crates)]
    root.mkdir(parents=True)
    (root / "Cargo.toml").write_text("\n".join([*lines, ""]), encoding="utf-8")
    (root / "lib.rs").write_text("", encoding="utf-8")
