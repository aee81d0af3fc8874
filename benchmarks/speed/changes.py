"""Changes to a corpus that no earlier run has seen."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from benchmarks.speed.corpora import BASE, Corpus

__all__ = ["changing", "restore", "spread_out"]

_LEAST, _MOST = 2_000, 30_000


def spread_out(corpus: Corpus, count: int) -> tuple[str, ...]:
    """So many files of production code from all over the corpus, none over 30 kB; fewer where there are not as many."""
    likely = sorted(
        path for path, size in corpus.sizes.items() if _LEAST <= size <= _MOST and "test" not in path.lower()
    )
    chosen = likely or sorted(corpus.sizes)
    step = max(1, len(chosen) // count) if count else 1
    return tuple(chosen[::step][:count])


def changing(corpus: Corpus, paths: Sequence[str], stage: bool = False) -> Callable[[], None]:
    """Something that gives each file another new function whenever it is called."""
    before = {path: (corpus.place / path).read_bytes() for path in paths}

    def change() -> None:
        for path, content in before.items():
            new = f"\npub fn bench_{secrets.token_hex(8)}(value: u8) -> u8 {{\n    value.saturating_add(1)\n}}\n"
            (corpus.place / path).write_bytes(content + new.encode())
        if stage:
            corpus.git("add", "--", *paths)

    return change


def restore(corpus: Corpus) -> None:
    """Back to what was adopted; git looks at everything once, so that it has not to in what follows."""
    corpus.git("reset", "-q", "--hard", BASE)
    corpus.git("clean", "-qfd")
    corpus.git("status")
