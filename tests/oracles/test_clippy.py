"""Clippy, which knows types, against ratchet, which reads text: they differ only for reasons that are listed."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.oracles.clippy import CLASSES, LINTS, Report, Sites, cargo, ratchet_sites, read_reports, shown, toolchain
from tests.oracles.specimen import CRATE

PARTS = ("src/", "kit/", "tools/", "tests/", "benches/", "examples/", "build.rs")
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


@pytest.fixture(scope="module")
def reports(crate: Path) -> frozenset[Report]:
    """What clippy says of the libraries and the programs, and so not of tests."""
    command = [cargo(), "clippy", "--offline", "--message-format=json", "--workspace", "--lib", "--bins", "--"]
    for lint in LINTS:
        command += ["-W", lint]
    done = subprocess.run(command, cwd=crate, env=toolchain(crate), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return read_reports(done.stdout)


@pytest.fixture(scope="module")
def ours(crate: Path) -> Sites:
    """What ratchet counts as production."""
    sites = ratchet_sites(crate)
    return Counter({site: number for site, number in sites.items() if site[0].startswith(PARTS)})


def test_ratchet_counts_what_is_marked_for_both_and_for_ratchet(ours: Sites) -> None:
    wanted = marked("", "ours")
    assert (shown(wanted - ours), shown(ours - wanted)) == ([], [])


def test_clippy_sees_what_is_marked_for_both_and_for_clippy(reports: frozenset[Report]) -> None:
    """A line that is marked as ours alone may become one of both: a newer clippy sees more. Nothing else may appear."""
    seen = Counter(report.site for report in reports if report.counts)
    assert (shown(marked("", "clippy") - seen), shown(seen - marked("", "ours", "clippy"))) == ([], [])


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
