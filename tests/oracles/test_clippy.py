"""Clippy, which knows types, against ratchet, which reads text: they differ only for reasons that are listed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.oracles.specimen import CRATE
from tests.repository import environment

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
        "NAMED": "a path as the argument of expect is taken for a token of a parser, as the caveat of the rule says",
        "OTHER_CASE": "unwrap_err and expect_err are mostly of tests, and no rule of ours counts them",
        "PROGRAM": "a program may print; the rule speaks of libraries",
    },
}
PARTS = ("src/", "tools/", "tests/", "benches/", "examples/", "build.rs")
MARK = re.compile(r"(?P<rule>[a-z-]+)(?: (?P<who>ours|clippy) (?P<why>[A-Z_]+))?")


def marks() -> Iterator[tuple[str, int, str, str, str]]:
    """Every mark of the specimen: path, line, rule, who alone sees it, and why."""
    for path, text in CRATE.items():
        for number, line in enumerate(text.lstrip("\n").splitlines(), 1):
            for mark in filter(None, (part.strip() for part in line.partition("//~")[2].split(";"))):
                found = MARK.fullmatch(mark)
                assert found, f"{path}:{number}: `{mark}` is no mark"
                yield path, number, found["rule"], found["who"] or "", found["why"] or ""


def marked(*whose: str) -> Sites:
    """The sites whose mark says that these see them alone; an empty word stands for both."""
    return Counter((path, line, rule) for path, line, rule, who, _ in marks() if who in whose)


@pytest.fixture(scope="module")
def crate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The specimen as files."""
    root = tmp_path_factory.mktemp("specimen")
    for path, text in CRATE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text.lstrip("\n"), encoding="utf-8")
    return root


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
        return self.path, self.end[0] if rule in ("unwrap", "expect") else self.start[0], rule


@pytest.fixture(scope="module")
def reports(crate: Path) -> frozenset[Report]:
    """What clippy says of the library and the programs, and so not of tests."""
    command = [_cargo(), "clippy", "--offline", "--message-format=json", "--lib", "--bins", "--"]
    for lint in LINTS:
        command += ["-W", lint]
    done = subprocess.run(command, cwd=crate, env=_environment(crate), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = (json.loads(line) for line in done.stdout.splitlines())
    return frozenset(
        report
        for line in lines
        if line["reason"] == "compiler-message" and (line["message"]["code"] or {}).get("code") in LINTS
        for report in _reports(line["message"])
    )


def _cargo() -> str:
    cargo = shutil.which("cargo")
    if cargo is None or subprocess.run([cargo, "clippy", "--version"], capture_output=True, check=False).returncode:
        pytest.skip("NOT COMPARED WITH CLIPPY: there is no `cargo clippy` here (rustup component add clippy)")
    return cargo


def _environment(crate: Path) -> dict[str, str]:
    """This machine's toolchain without its flags, and no clippy.toml from above the crate."""
    flags = ("RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER")
    kept = {name: value for name, value in os.environ.items() if name not in flags}
    return {**kept, "CARGO_TARGET_DIR": str(crate / "target"), "CLIPPY_CONF_DIR": str(crate)}


def _reports(message: Any) -> Iterator[Report]:
    for span in message["spans"]:
        if span["is_primary"]:
            path = span["file_name"].replace("\\", "/")
            start, end = ((span[f"line_{edge}"], span[f"column_{edge}"]) for edge in ("start", "end"))
            yield Report(message["code"]["code"], message["message"], path, start, end)


@pytest.fixture(scope="module")
def ours(crate: Path) -> Sites:
    """What ratchet counts as production."""
    command = [sys.executable, "-m", "ratchet", "count", "--format", "json", "."]
    home = environment(crate.parent / "home")
    done = subprocess.run(command, cwd=crate, env=home, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = (finding for finding in json.loads(done.stdout)["findings"] if finding["path"].startswith(PARTS))
    sites = Counter((each["path"], each["line"], each["rule"].removeprefix("rust/")) for each in found)
    return Counter({site: number for site, number in sites.items() if site[2] in LINTS.values()})


def shown(sites: Sites) -> list[str]:
    return [f"{path}:{line}: {rule} ×{number}" for (path, line, rule), number in sorted(sites.items())]


def test_ratchet_counts_what_is_marked_for_both_and_for_ratchet(ours: Sites) -> None:
    wanted = marked("", "ours")
    assert (shown(wanted - ours), shown(ours - wanted)) == ([], [])


def test_clippy_sees_what_is_marked_for_both_and_for_clippy(reports: frozenset[Report]) -> None:
    """A line that is marked as ours alone may become one of both: a newer clippy sees more. Nothing else may appear."""
    seen = Counter(report.site for report in reports if LINTS[report.lint] != "undocumented" and _is_counted(report))
    assert (shown(marked("", "clippy") - seen), shown(seen - marked("", "ours", "clippy"))) == ([], [])


def _is_counted(report: Report) -> bool:
    return report.lint != "unsafe_code" or "`unsafe` block" in report.words


def test_every_unsafe_block_that_clippy_finds_undocumented_is_one_that_ratchet_counts(
    reports: frozenset[Report], ours: Sites
) -> None:
    blocks = {report.site[:2] for report in reports if LINTS[report.lint] == "undocumented" and "block" in report.words}
    assert ("src/unsafes.rs", 7) in blocks
    assert ("src/unsafes.rs", 3) not in blocks
    assert blocks <= {(path, line) for path, line, rule in ours if rule == "unsafe-block"}


def test_every_class_of_difference_has_its_reason_and_its_specimen() -> None:
    used = {(who, why) for _, _, _, who, why in marks() if who}
    assert used == {(who, why) for who, classes in CLASSES.items() for why in classes}


def test_every_rule_that_clippy_can_judge_is_in_the_specimen() -> None:
    assert {rule for _, _, rule, _, _ in marks()} | {"undocumented"} == set(LINTS.values())
