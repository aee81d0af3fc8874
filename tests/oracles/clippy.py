"""What clippy and ratchet say of the same code, in a form in which the two can be compared."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.repository import environment

__all__ = ["CLASSES", "LINTS", "Report", "Sites", "cargo", "ratchet_sites", "read_reports", "shown", "toolchain"]

Sites = Counter[tuple[str, int, str]]
"""How often a path, a line and a rule."""

LINTS = {
    "clippy::unwrap_used": "unwrap",
    "clippy::expect_used": "expect",
    "clippy::panic": "panic",
    "clippy::todo": "panic",
    "clippy::unimplemented": "panic",
    "clippy::unreachable": "panic",
    "clippy::dbg_macro": "debug-output",
    "clippy::print_stdout": "debug-output",
    "clippy::print_stderr": "debug-output",
    "clippy::undocumented_unsafe_blocks": "undocumented",
    "unsafe_code": "unsafe-block",
}
CLASSES = {
    "ours": {
        "BODY": "the body of a macro is code that somebody wrote; clippy looks at calls, and not into what they made",
        "CONST": "a panic in a constant stops the build, so clippy does not mind it; ratchet does not tell it apart",
        "DROPPED": "a macro may drop or match its tokens; that they never run is known only after expansion",
        "NEVER": "an error type without values cannot fail; types are unknown to syntax",
        "OFF": "this build has the code switched off; another one has it",
        "ORPHAN": "no crate root reaches the file, so nobody compiles it; it counts until it is deleted",
        "PATH": "`map(Option::unwrap)` panics like a call; clippy looks at calls only",
        "TYPE": "a method of one's own with the same name; types are unknown to syntax",
    },
    "clippy": {
        "BUILD": "a build script runs before there is a product; ratchet counts it as scope build",
        "NAMED": "a plain name before expect is taken for a parser, where a path is its argument or a `?` follows",
        "OTHER_CASE": "unwrap_err and expect_err are mostly of tests, and no rule of ours counts them",
        "PROGRAM": "a package that has a program may print; the rule speaks of libraries",
    },
}
_METHODS = ("unwrap", "expect")
_FLAGS = ("RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER")


@dataclass(frozen=True, slots=True)
class Report:
    """What clippy said: its lint, in which words, and where from and to."""

    lint: str
    words: str
    path: str
    start: tuple[int, int]
    end: tuple[int, int]

    @property
    def site(self) -> tuple[str, int, str]:
        """A method is named where its call ends; a macro and a block where they begin."""
        rule = LINTS[self.lint]
        return self.path, self.end[0] if rule in _METHODS else self.start[0], rule

    @property
    def counts(self) -> bool:
        """Whether it is one that ratchet should see too; `unsafe_code` also speaks of functions and impls."""
        return LINTS[self.lint] != "undocumented" and (self.lint != "unsafe_code" or "`unsafe` block" in self.words)


def cargo() -> str:
    """Where cargo is; without clippy the test is skipped, and says so."""
    found = shutil.which("cargo")
    if found is None or subprocess.run([found, "clippy", "--version"], capture_output=True, check=False).returncode:
        pytest.skip("NOT COMPARED WITH CLIPPY: there is no `cargo clippy` here (rustup component add clippy)")
    return found


def toolchain(root: Path) -> dict[str, str]:
    """This machine's toolchain without its flags, and no clippy.toml but that of a directory."""
    kept = {name: value for name, value in os.environ.items() if name not in _FLAGS}
    return {**kept, "CARGO_TARGET_DIR": str(root / "target"), "CLIPPY_CONF_DIR": str(root)}


def read_reports(output: str, sources: Path = Path()) -> frozenset[Report]:
    """What cargo printed as JSON of the code below a directory; a place that two targets share is one."""
    lines = (json.loads(line) for line in output.splitlines())
    return frozenset(
        report
        for line in lines
        if line["reason"] == "compiler-message" and (line["message"]["code"] or {}).get("code") in LINTS
        for report in _reports(line["message"], sources)
    )


def _reports(message: Any, sources: Path) -> Iterator[Report]:
    for span in message["spans"]:
        path = Path(span["file_name"])
        if span["is_primary"] and path.is_relative_to(sources):
            start, end = ((span[f"line_{edge}"], span[f"column_{edge}"]) for edge in ("start", "end"))
            yield Report(message["code"]["code"], message["message"], path.relative_to(sources).as_posix(), start, end)


def ratchet_sites(root: Path) -> Sites:
    """What ratchet counts as production below a directory, of the rules that clippy can judge."""
    command = [sys.executable, "-m", "ratchet", "count", "--format", "json", "."]
    home = environment(root.parent / "home")
    done = subprocess.run(command, cwd=root, env=home, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    sites: Sites = Counter()
    for found in json.loads(done.stdout)["findings"]:
        rule = found["rule"].removeprefix("rust/")
        if rule in LINTS.values():
            sites[found["path"], found["end_line" if rule in _METHODS else "line"], rule] += 1
    return sites


def shown(sites: Sites) -> list[str]:
    """Sites for a reader."""
    return [f"{path}:{line}: {rule} ×{number}" for (path, line, rule), number in sorted(sites.items())]
