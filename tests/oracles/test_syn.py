"""Over published crates ratchet finds, file by file and line by line, what a counter on `syn` finds."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.oracles.syn_counter import Counted, Sites, ask_ratchet, ask_syn, build_counter, find_cargo, lay_out

DATA = Path(__file__).parent / "data"
VERSIONS: dict[str, list[str]] = tomllib.loads((DATA / "syn-crates.toml").read_text(encoding="utf-8"))
EXPLAINED: dict[str, Any] = tomllib.loads((DATA / "syn-differences.toml").read_text(encoding="utf-8"))
CRATES = tuple((name, version) for name, versions in VERSIONS.items() for version in versions)
LEAST_FILES, LEAST_SITES, LEAST_AGREEMENT = 5_000, 30_000, 0.999


def test_ratchet_and_syn_agree_on_published_crates_but_for_the_files_that_are_explained(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    cargo, root = find_cargo(), tmp_path / "crates"
    counter = build_counter(cargo, _kept_directory(request, tmp_path))
    targets = lay_out(CRATES, root, cargo)
    theirs, ours = ask_syn(counter, targets, root), ask_ratchet(root)
    seen = _differences(ours, theirs)
    known = {(path, line) for path, each in EXPLAINED.items() for line in each["seen"]}
    differing = {path for path, _ in seen}

    assert len(targets) == len(CRATES)
    assert len(theirs.sites) >= LEAST_FILES
    assert sum(map(Counter.total, theirs.sites.values())) >= LEAST_SITES
    assert not seen - known, f"{len(differing)} of {len(theirs.sites)} files differ:\n{_shown(seen - known)}"
    assert not known - seen, f"explained, and no longer so:\n{_shown(known - seen)}"
    assert len(differing) <= (1 - LEAST_AGREEMENT) * len(theirs.sites)


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
    assert len(CRATES) >= 100
    assert list(VERSIONS) == sorted(VERSIONS)
    for each in EXPLAINED.values():
        assert each.keys() == {"right", "why", "seen"}
        assert each["right"] in ("ratchet", "syn", "neither")
        assert each["why"]
        assert each["seen"]
