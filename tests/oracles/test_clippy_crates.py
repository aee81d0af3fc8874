"""Clippy against ratchet on real crates: where they differ, the place is listed with its reason."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.oracles.clippy import CLASSES, Report, Sites, cargo, ratchet_sites, read_reports, toolchain
from tests.oracles.published import Crate, copy_crates, write_consumer

DATA: dict[str, Any] = tomllib.loads((Path(__file__).parent / "data/clippy-crates.toml").read_text(encoding="utf-8"))
CRATES = tuple(Crate(name, each["version"], tuple(each.get("features", ()))) for name, each in DATA["crates"].items())
CHOSEN = ("clippy::unwrap_used", "clippy::expect_used", "clippy::undocumented_unsafe_blocks", "unsafe_code")
RULES = ("unwrap", "expect", "unsafe-block")

Places = Counter[tuple[str, int]]
"""How often a path and a line; line 0 stands for a whole file."""


@pytest.mark.long
def test_ratchet_and_clippy_agree_on_real_crates_but_for_the_places_that_are_listed(tmp_path: Path) -> None:
    program = cargo()
    _skip_on_another_host()
    sources = copy_crates(CRATES, tmp_path, program, toolchain(tmp_path))
    reports = _clippy(tmp_path / "consumer", sources, program)
    theirs = Counter(report.site for report in reports if report.counts)
    ours = Counter({site: number for site, number in ratchet_sites(sources).items() if site[2] in RULES})
    agreed = Counter(rule for _, _, rule in (ours & theirs).elements())

    assert all(agreed[rule] >= DATA["agreed"][rule] for rule in RULES), f"they agree on {agreed}"
    wrong = [*_differences("ours", ours - theirs, program), *_differences("clippy", theirs - ours, program)]
    assert not wrong, "\n".join(wrong)
    assert sorted(_whole_files("ours") & {path for path, _, _ in theirs}) == [], "listed as left out, and compiled"
    undocumented = {report.site[:2] for report in reports if report.lint == CHOSEN[2] and "block" in report.words}
    assert undocumented
    assert undocumented <= {(path, line) for path, line, rule in ours if rule == "unsafe-block"}


def _skip_on_another_host() -> None:
    """Which code a build switches off depends on the machine it is for."""
    done = subprocess.run(["rustc", "--version", "--verbose"], capture_output=True, text=True, check=True)
    if f"host: {DATA['host']}\n" not in done.stdout:
        pytest.skip(f"NOT COMPARED WITH CLIPPY ON REAL CRATES: the list of differences is that of {DATA['host']}")


def _clippy(root: Path, sources: Path, program: str) -> frozenset[Report]:
    """What clippy says of the libraries and programs of all crates, whatever they allow themselves."""
    write_consumer(CRATES, root, sources)
    # `cargo clippy` looks only at members of a workspace, and a member would bring the dependencies of its tests.
    driver = shutil.which("clippy-driver")
    assert driver, "there is `cargo clippy` but no `clippy-driver`"
    flags = [*(f"--force-warn={lint}" for lint in CHOSEN), "--allow=warnings", "--cap-lints=warn"]
    environment = toolchain(root) | {"RUSTC_WRAPPER": driver, "RUSTFLAGS": " ".join(flags)}
    # With a target, the flags are not for build scripts.
    command = [program, "check", "--offline", "--message-format=json", "--target", DATA["host"], "--lib", "--bins"]
    command += [f"--package={crate.name}@{crate.version}" for crate in CRATES]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return read_reports(done.stdout, sources)


def _differences(who: str, only: Sites, program: str) -> list[str]:
    """Places where only one of them sees something and that are not listed, and listed ones where that is not so.

    The second only with the clippy that the list was made with: a newer one may see more.
    """
    seen: Places = Counter()
    for (path, line, _), number in only.items():
        seen[path, line] += number
    known = _listed(who, seen)
    version = subprocess.run([program, "clippy", "--version"], capture_output=True, text=True, check=True).stdout
    stale = known - seen if DATA["clippy"] in version else Counter()
    return _shown(seen - known, f"{who} alone, and not listed") + _shown(stale, f"listed as {who} alone, and is not")


def _listed(who: str, seen: Places) -> Places:
    """What the data file lists; of a whole file, whatever is seen in it."""
    known: Places = Counter()
    for name, each in DATA["crates"].items():
        for files in each.get(who, {}).values():
            for path, lines in files.items():
                known.update((f"{name}/{path}", line) for line in lines if line)
    for whole in _whole_files(who):
        found = {place: number for place, number in seen.items() if place[0] == whole}
        known.update(found or {(whole, 0): 1})
    return known


def _whole_files(who: str) -> set[str]:
    return {
        f"{name}/{path}"
        for name, each in DATA["crates"].items()
        for files in each.get(who, {}).values()
        for path, lines in files.items()
        if lines == [0]
    }


def _shown(places: Places, what: str) -> list[str]:
    return [f"{path}:{line}: {what} ×{number}" for (path, line), number in sorted(places.items())]


def test_the_crates_are_many_and_pinned_and_every_difference_has_a_known_reason() -> None:
    assert len(CRATES) >= 15
    assert list(DATA["crates"]) == sorted(DATA["crates"])
    assert all(crate.version.count(".") == 2 for crate in CRATES)
    for each in DATA["crates"].values():
        assert each.keys() <= {"version", "features", *CLASSES}
        assert all(each.get(who, {}).keys() <= CLASSES[who].keys() for who in CLASSES)
