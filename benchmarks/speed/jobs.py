"""What people and machines do with ratchet all day, one function each."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmarks.speed.changes import changing, restore, spread_out
from benchmarks.speed.corpora import BASE, Corpus
from benchmarks.speed.processes import peak_of, run
from benchmarks.speed.results import Measured, Trial
from benchmarks.speed.rivals import AST_GREP, GIT, OURS, PARSE, PYTHON, RIPGREP, SEMGREP, Tool, Tools
from benchmarks.speed.trials import Course, Entry, hold

__all__ = ["JOBS", "Site"]

_COLD_ROUNDS = 7
_BESIDE_COLD = 22
"""So often as long as ratchet semgrep may take: enough to see that it takes twenty times as long."""


@dataclass(frozen=True, slots=True)
class Site:
    """A corpus, the tools, and how to measure."""

    corpus: Corpus
    tools: Tools
    course: Course
    longest: float

    def ours(self, *words: str) -> Tool:
        """Ratchet with some arguments."""
        return self.tools.ours.with_words(*words)

    def entries(self, *names: str) -> list[Entry]:
        """Other commands in the corpus."""
        return [Entry(tool, self.corpus.place) for tool in self.tools.some(*names)]

    def forget(self) -> None:
        """Throw away what earlier runs found out."""
        shutil.rmtree(self.corpus.place / ".git" / "ratchet", ignore_errors=True)

    def hold(self, job: str, ours: Entry, *names: str) -> Trial:
        """Ratchet and others in turns."""
        return hold(job, self.corpus.role, [ours, *self.entries(*names)], self.course)


@contextlib.contextmanager
def _changed(corpus: Corpus) -> Iterator[None]:
    try:
        yield
    finally:
        restore(corpus)


def warm(site: Site) -> Trial:
    """The working tree, and nothing has changed since the last run."""
    return site.hold("warm", Entry(site.ours("check"), site.corpus.place), PYTHON, GIT, RIPGREP)


def staged_nothing(site: Site) -> Trial:
    """A commit of something that no rule looks at."""
    corpus = site.corpus
    with _changed(corpus):
        (corpus.place / "bench-notes.txt").write_text("nothing to judge\n", encoding="utf-8")
        corpus.git("add", "bench-notes.txt")
        return site.hold("staged, nothing relevant", Entry(site.ours("check", "--staged"), corpus.place), PYTHON, GIT)


def staged_one(site: Site) -> Trial:
    """A commit of one file that nobody has seen before."""
    corpus = site.corpus
    with _changed(corpus):
        change = changing(corpus, spread_out(corpus, 1), stage=True)
        return site.hold("staged, one file", Entry(site.ours("check", "--staged"), corpus.place, change), PYTHON, GIT)


def based(site: Site) -> Trial:
    """A branch that changes twenty files, checked again."""
    corpus = site.corpus
    with _changed(corpus):
        changing(corpus, spread_out(corpus, 20), stage=True)()
        corpus.git("commit", "-q", "-m", "twenty files")
        return site.hold("base, 20 files", Entry(site.ours("check", "--base", BASE), corpus.place), PYTHON, GIT)


def cold(site: Site) -> Trial:
    """Nothing is known from earlier runs; semgrep is tried once, and not for ever.

    The files were read a moment ago: else whoever begins a round would wait for the disk, and nobody after it.
    Beside it the files are parsed whole, and nothing else is done with them: what no tool that does so can go below.
    """
    place = site.corpus.place
    entries = [Entry(site.ours("check"), place, site.forget), *site.entries(AST_GREP, PARSE)]
    course = replace(site.course, rounds=min(_COLD_ROUNDS, site.course.rounds))
    trial = hold("cold", site.corpus.role, entries, course)
    seconds = max(each.wall for each in trial.measured if each.name == OURS)
    extra = [_once(tool, site, min(site.longest, _BESIDE_COLD * seconds + 5)) for tool in site.tools.some(SEMGREP)]
    return replace(trial, measured=(*trial.measured, *extra))


def _once(tool: Tool, site: Site, longest: float) -> Measured:
    cost = run(tool.command, site.corpus.place, longest)
    if cost.code not in tool.codes and not cost.stopped:
        raise SystemExit(f"{tool.name} ended with {cost.code}: {cost.said or cost.printed}")
    return Measured(tool.name, (cost.wall,), (cost.cpu,), stopped=cost.stopped)


def memory_cold(site: Site) -> Trial:
    """What all processes hold at once when nothing is known."""
    site.forget()
    tools = [site.ours("check"), *site.tools.some(AST_GREP)]
    return Trial("memory, cold", site.corpus.role, tuple(_peak(tool, site) for tool in tools))


def memory_warm(site: Site) -> Trial:
    """And when everything is."""
    run(site.ours("check").command, site.corpus.place)
    peaks = [_peak(site.ours("check"), site) for _ in range(min(3, site.course.rounds))]
    return Trial("memory, warm", site.corpus.role, (max(peaks, key=lambda each: each.peak),))


def _peak(tool: Tool, site: Site) -> Measured:
    return Measured(tool.name, peak=peak_of(tool.command, site.corpus.place))


JOBS = {
    "warm": warm,
    "staged-nothing": staged_nothing,
    "staged-one": staged_one,
    "base": based,
    "cold": cold,
    "memory-cold": memory_cold,
    "memory-warm": memory_warm,
}
"""By the name that `--only` takes; each leaves the corpus as it was, and warm."""
