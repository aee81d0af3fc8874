"""The command: prepare, measure in turns, and say what came out."""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import signal
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.speed.changes import restore
from benchmarks.speed.corpora import Corpus, adopt, copied, from_crates, grown
from benchmarks.speed.growth import CHANGED_FILES, FILES, with_changes, with_files
from benchmarks.speed.jobs import JOBS, Site
from benchmarks.speed.page import around, into_page, table
from benchmarks.speed.picture import picture
from benchmarks.speed.quiet import Quiet
from benchmarks.speed.results import Counted, Curve, Results, from_json, to_json
from benchmarks.speed.rivals import Tools, find_tools
from benchmarks.speed.trials import Course

_ALL = (*JOBS, "growth")
_ROLES = ("large", "small")


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    for role, files in (("large", 10_000), ("small", 1_000)):
        parser.add_argument(f"--{role}", metavar="DIR", help="measure a copy of this repository; it is only read")
        parser.add_argument(f"--{role}-crates", metavar="NAME,…", help="… these crates and theirs, brought by cargo")
        parser.add_argument(
            f"--{role}-files",
            type=int,
            default=files,
            metavar="N",
            help="… or so many made-up files, 0 for none at all",
        )
    parser.add_argument("--ratchet", default="ratchet", metavar="PATH", help="the executable to measure")
    parser.add_argument("--tools", action="append", default=[], metavar="DIR", help="look for the others here too")
    parser.add_argument("--only", default=",".join(_ALL), metavar="JOB,…", help=f"of {', '.join(_ALL)}")
    parser.add_argument("--rounds", type=int, default=15, help="rounds of each job; cold ones have seven at most")
    parser.add_argument("--grow", default="500,2000,8000,24000", metavar="N,…", help="files of made-up repositories")
    parser.add_argument("--change", default="0,1,30,100,200", metavar="N,…", help="changed files in the small corpus")
    parser.add_argument("--busy", type=float, default=0.05, help="the share of the processors that others may use")
    parser.add_argument("--longest", type=float, default=240, metavar="SECONDS", help="to wait for semgrep")
    parser.add_argument("--work", metavar="DIR", help="where copies are made and removed; a temporary directory")
    parser.add_argument("--out", metavar="DIR", help="write performance.json, .svg and a part of performance.md here")
    parser.add_argument("--render", metavar="FILE", help="measure nothing: make the page from this performance.json")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Measure, or take what was measured, and show it."""
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(143))  # so that copies are removed
    asked = arguments(words)
    page = Path(asked.out or ".") / "performance.md"
    if asked.out and page.is_file():
        around(page.read_text(encoding="utf-8"))  # rather now than after all the measuring
    if asked.render:
        results = from_json(Path(asked.render).read_text(encoding="utf-8"))
    else:
        with tempfile.TemporaryDirectory(prefix="ratchet-bench-", dir=asked.work) as work:
            results = measure(asked, Path(work))
    print(table(results))
    if asked.out:
        write(results, Path(asked.out))


def measure(asked: argparse.Namespace, work: Path) -> Results:
    """Every job on every corpus."""
    wanted = asked.only.split(",")
    if unknown := sorted(set(wanted).difference(_ALL)):
        raise SystemExit(f"no such job: {', '.join(unknown)}; there are {', '.join(_ALL)}")
    tools = find_tools(asked.ratchet, asked.tools)
    if tools.missing:
        print(f"not installed, so not compared: {', '.join(tools.missing)}", file=sys.stderr)
    course = Course(asked.rounds, Quiet(asked.busy, os.cpu_count() or 1))
    sites = [Site(_prepared(role, asked, tools, work), tools, course, asked.longest) for role in _roles(asked)]
    trials = tuple(JOBS[job](site) for site in sites for job in JOBS if job in wanted)
    curves: tuple[Curve, ...] = ()
    if "growth" in wanted:
        curves = with_changes(_numbers(asked.change), sites[-1])
        curves += with_files(_numbers(asked.grow), tools, course, work)
    versions = tuple(each.version for each in (tools.ours, *tools.others.values()))
    command = "python -m benchmarks.speed " + " ".join(_shown(asked))
    day = datetime.now(UTC).date().isoformat()
    sizes = tuple(_counted(site.corpus) for site in sites)
    return Results(_machine(), day, command, versions, tools.missing, sizes, trials, curves)


def _roles(asked: argparse.Namespace) -> list[str]:
    """The large corpus and the small one, or the one of them that is wanted."""
    wanted = {role: [getattr(asked, name) for name in (role, f"{role}_crates", f"{role}_files")] for role in _ROLES}
    return [role for role in _ROLES if any(wanted[role])]


def _prepared(role: str, asked: argparse.Namespace, tools: Tools, work: Path) -> Corpus:
    source, crates, files = (getattr(asked, name) for name in (role, f"{role}_crates", f"{role}_files"))
    print(f"preparing {role}: {source or crates or f'{files} made-up files'}", file=sys.stderr)
    if source:
        corpus = copied(role, Path(source), work)
    elif crates and shutil.which("cargo"):
        corpus = from_crates(role, crates, work)
    else:
        if crates:
            print("cargo is not installed, so no crates: a made-up corpus instead", file=sys.stderr)
        corpus = grown(role, files, work)
    corpus = adopt(corpus, tools.ours.command[0])
    restore(corpus)
    return corpus


def _shown(asked: argparse.Namespace) -> list[str]:
    """The arguments that choose what is measured; of paths only the last part, which means the same elsewhere."""
    words = []
    for name in _roles(asked):
        source, crates = getattr(asked, name), getattr(asked, f"{name}_crates")
        value = Path(source).resolve().name if source else crates or getattr(asked, f"{name}_files")
        words.append(f"--{name}{'' if source else '-crates' if crates else '-files'} {value}")
    return [*words, f"--rounds {asked.rounds}"]


def _numbers(words: str) -> list[int]:
    return [int(word) for word in words.split(",")]


def _counted(corpus: Corpus) -> Counted:
    megabytes = sum(corpus.sizes.values()) / 1e6
    return Counted(corpus.role, corpus.name, corpus.files, len(corpus.sizes), megabytes, corpus.left_out)


def _machine() -> str:
    return f"{os.cpu_count()} cores, {platform.system()} on {platform.machine()}"


def write(results: Results, where: Path) -> None:
    """The results as they are, a picture, and their part of the page where there is one."""
    where.mkdir(parents=True, exist_ok=True)
    (where / "performance.json").write_text(to_json(results), encoding="utf-8")
    panels = [
        ("Nothing changed", [curve for curve in results.curves if curve.over == FILES]),
        ("Files that no run has seen, CPU time", [curve for curve in results.curves if curve.over == CHANGED_FILES]),
    ]
    if results.curves:
        (where / "performance.svg").write_text(picture(panels), encoding="utf-8")
    page = where / "performance.md"
    if page.is_file():
        page.write_text(into_page(page.read_text(encoding="utf-8"), results), encoding="utf-8")


if __name__ == "__main__":
    main()
