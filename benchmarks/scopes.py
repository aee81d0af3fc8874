"""What scope analysis and the rules cost beside parsing alone: `python benchmarks/scopes.py PATH…`.

Each file is read by every stage in turn, and that in several rounds, so that whatever else the machine does falls on
all stages alike. Only ratios within one round mean anything; they are shown with their spread over the rounds.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from ratchet.acts.finding import measures_of
from ratchet.model.config import Config
from ratchet.model.snapshot import Unreadable
from ratchet.repo.packs import shipped_files
from ratchet.rulebook.book import build_rulebook
from ratchet.syntax.facts import read_facts, read_regions
from ratchet.syntax.lens_making import compile_lens
from ratchet.syntax.parsing import parse

ROUNDS = 7
LIMIT = 0.25

Stages = dict[str, Callable[[bytes], object]]


def stages() -> Stages:
    """The parse alone; with scopes (regions and links) and nothing else; with all shipped rules; and with both."""
    rulebook, languages = build_rulebook(Config(), shipped_files(), {})
    rust, measures = languages["rust"], measures_of(rulebook, "rust")
    scopes = compile_lens(replace(rust, symbols=""), ())
    rules = compile_lens(replace(rust, scopes="paths"), measures)
    everything = compile_lens(rust, measures)
    return {
        "parse": lambda content: parse(rust, content),
        "parse + scopes": lambda content: read_regions(scopes, content),
        "parse + rules": lambda content: read_facts(rules, content),
        "parse + both": lambda content: read_facts(everything, content),
    }


def contents(path: Path) -> list[bytes]:
    """The Rust files below a path that ratchet can read."""
    _, languages = build_rulebook(Config(), shipped_files(), {})
    lens = compile_lens(languages["rust"], ())
    kept = []
    for file in sorted(path.rglob("*.rs")):
        content = file.read_bytes() if file.is_file() else b""
        try:
            read_regions(lens, content)
        except Unreadable:
            continue
        kept.append(content)
    return kept


def round_of(files: Sequence[bytes], work: Stages, first: int) -> dict[str, float]:
    """The seconds of each stage over all files, stages in turn; another one begins in each round."""
    names = [*work][first:] + [*work][:first]
    seconds = dict.fromkeys(work, 0.0)
    for content in files:
        for name in names:
            start = time.perf_counter()
            work[name](content)
            seconds[name] += time.perf_counter() - start
    return seconds


def report(path: Path, work: Stages) -> None:
    """The table of one path."""
    files = contents(path)
    if not files:
        print(f"{path.name}: no Rust files")
        return
    gc.disable()  # the collector would charge one stage with the garbage of another
    rounds = []
    for number in range(ROUNDS):
        rounds.append(round_of(files, work, number % len(work)))
        gc.collect()
    gc.enable()
    print(f"{path.name}: {len(files)} files, {sum(map(len, files)) / 1e6:.1f} MB, {ROUNDS} rounds")
    for name in work:
        seconds = statistics.median(each[name] for each in rounds)
        print(f"  {name:16}{seconds:7.2f} s   ×{spread([each[name] / each['parse'] for each in rounds])}")
    alone = [(each["parse + scopes"] - each["parse"]) / each["parse"] for each in rounds]
    beside = [(each["parse + both"] - each["parse + rules"]) / each["parse"] for each in rounds]
    print(
        f"  scopes add, in parses: {spread(alone)} alone, {spread(beside)} beside the rules; at most {LIMIT} is wanted"
    )


def spread(ratios: Sequence[float]) -> str:
    """The middle and the ends."""
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit(__doc__)
    for argument in sys.argv[1:]:
        report(Path(argument), stages())
