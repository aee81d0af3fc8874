"""How the time of a run grows: with the files of a repository, and with those that changed."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.speed.changes import changing, restore, spread_out
from benchmarks.speed.corpora import Corpus, adopt, grown
from benchmarks.speed.jobs import Site
from benchmarks.speed.results import Curve
from benchmarks.speed.rivals import GIT, OURS, RIPGREP, Tools
from benchmarks.speed.trials import Course, Entry, hold

__all__ = ["CHANGED", "CHANGED_FILES", "FILES", "with_changes", "with_files"]

FILES, CHANGED, CHANGED_FILES = "files in the repository", "changed MB", "changed files"


def with_files(sizes: Sequence[int], tools: Tools, course: Course, work: Path) -> tuple[Curve, ...]:
    """Warm, nothing changed, in made-up repositories of growing size."""
    points: dict[str, list[tuple[float, float]]] = {}
    for size in sizes:
        corpus = adopt(grown(f"grown-{size}", size, work), tools.ours.command[0])
        corpus.git("status")
        site = Site(corpus, tools, course, 0.0)
        trial = site.hold("growth", Entry(site.ours("check"), corpus.place), GIT, RIPGREP)
        for each in trial.measured:
            points.setdefault(each.name, []).append((corpus.files, each.wall))
        shutil.rmtree(corpus.place)
    return tuple(Curve(name, FILES, tuple(line)) for name, line in points.items())


def with_changes(counts: Sequence[int], site: Site) -> tuple[Curve, ...]:
    """More and more files of the working tree have a content that no run has seen: CPU time, as on one core."""
    corpus = site.corpus
    by_bytes: list[tuple[float, float]] = []
    by_files: list[tuple[float, float]] = []
    for count in counts:
        paths = spread_out(corpus, count)
        entry = Entry(site.ours("check"), corpus.place, changing(corpus, paths))
        course = replace(site.course, rounds=min(3, site.course.rounds))
        seconds = hold(f"growth, {len(paths)} changed", corpus.role, [entry], course).measured[0].cpu
        by_bytes.append((_megabytes(corpus, paths), seconds))
        by_files.append((float(len(paths)), seconds))
        restore(corpus)
    return Curve(OURS, CHANGED, tuple(by_bytes)), Curve(OURS, CHANGED_FILES, tuple(by_files))


def _megabytes(corpus: Corpus, paths: Sequence[str]) -> float:
    return sum(corpus.sizes[path] for path in paths) / 1e6
