"""Over published crates ratchet finds, file by file and line by line, what a counter on `syn` finds."""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.oracles.rust_classes import EXEMPT
from tests.oracles.syn_counter import Counted, Sites, ask_ratchet, ask_syn, build_counter, find_cargo, lay_out

DATA = Path(__file__).parent / "data"
VERSIONS: dict[str, list[str]] = tomllib.loads((DATA / "syn-crates.toml").read_text(encoding="utf-8"))
EXPLAINED: dict[str, Any] = tomllib.loads((DATA / "syn-differences.toml").read_text(encoding="utf-8"))
CRATES = tuple((name, version) for name, versions in VERSIONS.items() for version in versions)
LEAST_FILES, LEAST_SITES, LEAST_AGREEMENT = 20_000, 150_000, 0.999
# One with a broken file, one that is refused, parsers, macros that make unsafe items, panics in macros.
FEW = ("cssparser", "headers", "loom", "nix", "num-rational", "parking_lot", "ron", "starlark_syntax", "tokio-util")

SPECIMEN = (DATA / "syn-specimen.rs").read_text(encoding="utf-8")


def test_ratchet_and_syn_agree_on_a_few_published_crates(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    _compare(tuple(crate for crate in CRATES if crate[0] in FEW), tmp_path, request)


@pytest.mark.long
def test_ratchet_and_syn_agree_on_all_published_crates_but_for_the_files_that_are_explained(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    theirs, differing = _compare(CRATES, tmp_path, request)
    sys.stdout.write(_figures(theirs, differing))
    assert len(theirs.sites) >= LEAST_FILES
    assert sum(map(Counter.total, theirs.sites.values())) >= LEAST_SITES
    assert len(differing) <= (1 - LEAST_AGREEMENT) * len(theirs.sites)


def test_the_counter_finds_every_class_of_site_in_code_and_in_macros(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Each line of the specimen says how many sites count, or which class exempts its only one."""
    counter = build_counter(find_cargo(), _kept_directory(request, tmp_path))
    source = tmp_path / "specimen/lib.rs"
    source.parent.mkdir()
    source.write_text(SPECIMEN, encoding="utf-8")
    said = ask_syn(counter, {source.parent: [("lib", source)]}, tmp_path)
    marks = [(number, line.partition("//~ ")[2]) for number, line in enumerate(SPECIMEN.splitlines(), 1)]
    counted = Counter({number: int(mark) for number, mark in marks if mark.isdigit()})
    exempt = Counter(mark for _, mark in marks if mark and not mark.isdigit())

    found: Counter[int] = Counter()
    for (_, line, _), number in said.sites["specimen/lib.rs"].items():
        found[line] += number
    assert found == counted
    by_class: Counter[str] = Counter()
    for (_, name), number in said.exempt.items():
        by_class[name] += number
    assert by_class == exempt
    assert set(exempt) == set(EXEMPT)


def _compare(
    crates: Sequence[tuple[str, str]], tmp_path: Path, request: pytest.FixtureRequest
) -> tuple[Counted, set[str]]:
    """What the counter finds, and the paths that differ, if these are exactly the explained ones."""
    cargo, root = find_cargo(), tmp_path / "crates"
    counter = build_counter(cargo, _kept_directory(request, tmp_path))
    targets = lay_out(crates, root, cargo)
    theirs, ours = ask_syn(counter, targets, root), ask_ratchet(root)
    seen = _differences(ours, theirs)
    names = {directory.name for directory in targets}
    explained = {path: each for path, each in EXPLAINED.items() if path.partition("/")[0] in names}
    known = {(path, line) for path, each in explained.items() for line in each["seen"]}
    differing = {path for path, _ in seen}

    assert len(targets) == len(crates)
    assert not seen - known, f"{len(differing)} of {len(theirs.sites)} files differ:\n{_shown(seen - known)}"
    assert not known - seen, f"explained, and no longer so:\n{_shown(known - seen)}"
    return theirs, differing


def _figures(theirs: Counted, differing: set[str]) -> str:
    """What docs/exactness.md publishes."""
    counted = Counter[str]()
    production = Counter[str]()
    for sites in theirs.sites.values():
        for (rule, _, scope), number in sites.items():
            counted[rule] += number
            production[rule] += number if scope == "production" else 0
    lines = [f"{len(CRATES)} crates, {len(theirs.sites)} files, {len(differing)} differ"]
    for rule in sorted(counted):
        exempt = [f"{name} {number}" for (of, name), number in sorted(theirs.exempt.items()) if of == rule]
        raw = counted[rule] + sum(number for (of, _), number in theirs.exempt.items() if of == rule)
        lines.append(
            f"{rule}: raw {raw}, counted {counted[rule]}, in production {production[rule]}; exempt: {', '.join(exempt)}"
        )
    return "\n".join([*lines, ""])


def _kept_directory(request: pytest.FixtureRequest, otherwise: Path) -> Path:
    """Pytest's cache, so that the next run need not build again."""
    cache = getattr(request.config, "cache", None)
    return cache.mkdir("syn-counter") if cache else otherwise / "target"


def _differences(ours: Counted, theirs: Counted) -> set[tuple[str, str]]:
    """Every path with what only one of the two sees there."""
    seen = {(path, "ratchet refuses the file") for path in ours.refused}
    for path in (ours.sites.keys() | theirs.sites.keys()) - ours.refused:
        left, right = ours.sites.get(path, Counter()), theirs.sites.get(path, Counter())
        seen |= {(path, words) for words in (*_words("ratchet", left - right), *_words("syn", right - left))}
    return seen


def _words(who: str, sites: Sites) -> list[str]:
    return [
        f"only {who} sees {rule} ×{number} at line {line} as {scope}" for (rule, line, scope), number in sites.items()
    ]


def _shown(differences: set[tuple[str, str]]) -> str:
    return "\n".join(f"{path}: {words}" for path, words in sorted(differences))


def test_the_crates_are_many_and_pinned_and_every_difference_says_who_is_right_and_why() -> None:
    assert len(CRATES) >= 300
    assert set(FEW) <= set(VERSIONS)
    assert list(VERSIONS) == sorted(VERSIONS)
    for each in EXPLAINED.values():
        assert each.keys() == {"right", "why", "seen"}
        assert each["right"] in ("ratchet", "syn", "neither")
        assert each["why"]
        assert each["seen"]
