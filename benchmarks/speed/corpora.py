"""The repositories that are measured: writable copies, put under the ratchet for what grep can count."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmarks.speed.processes import quietly, run
from benchmarks.speed.synthetic import grow

__all__ = ["BASE", "Corpus", "adopt", "copied", "from_crates", "grown"]

_RULES = Path(__file__).parents[2] / "rules" / "rust"
_ADOPTED = ("unwrap", "expect", "unsafe-block", "unsafe-item")
_OWN = "ratchet-rules"
_ATTEMPTS = 4

BASE = "bench-base"
"""The branch that stays where ratchet was adopted."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """A repository of our own: what it plays (large or small), where it is, and how much is in it.

    `sizes` are those of its Rust files; `left_out` were files that ratchet cannot analyse.
    """

    role: str
    name: str
    place: Path
    files: int = 0
    sizes: Mapping[str, int] = field(default_factory=dict)
    left_out: int = 0

    def git(self, *words: str) -> str:
        """What git says here."""
        return quietly(["git", *words], self.place)


def copied(role: str, source: Path, work: Path) -> Corpus:
    """A clone of what is committed in a repository, or a copy of a directory; the original is only read."""
    place = work / role
    if (source / ".git").exists():
        quietly(["git", "clone", "-q", "--no-hardlinks", str(source.resolve()), str(place)], work)
        quietly(["git", "remote", "remove", "origin"], place)
    else:
        shutil.copytree(source, place, symlinks=True)
    return Corpus(role, source.resolve().name, place)


def grown(role: str, files: int, work: Path) -> Corpus:
    """A repository that we made up."""
    grow(work / role, files)
    return Corpus(role, f"synthetic {files}", work / role)


def from_crates(role: str, names: str, work: Path) -> Corpus:
    """Published crates by name, with all that they depend on, as cargo brings them."""
    maker = work / f"{role}-crates"
    (maker / "src").mkdir(parents=True)
    (maker / "src" / "lib.rs").touch()
    wanted = "".join(f'{name} = "*"\n' for name in names.split(","))
    manifest = f'[package]\nname = "corpus"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\n{wanted}'
    (maker / "Cargo.toml").write_text(manifest, encoding="utf-8")
    quietly(["cargo", "vendor", "-q", str(work / role)], maker)
    return Corpus(role, names, work / role)


def adopt(corpus: Corpus, ratchet: str) -> Corpus:
    """Put it under the ratchet and commit; back comes the corpus with its size."""
    place = corpus.place
    for old in ("ratchet.toml", "baselines", _OWN):
        remove = shutil.rmtree if (place / old).is_dir() else Path.unlink
        if (place / old).exists():
            remove(place / old)
    (place / _OWN).mkdir()
    for name in _ADOPTED:
        shutil.copy(_RULES / f"{name}.yaml", place / _OWN)
    if not (place / ".git").exists():
        corpus.git("init", "-q", "-b", "main")
        # As they are: a file whose line ends git rewrites is another one than in the commit.
        (place / ".git" / "info").mkdir(exist_ok=True)
        (place / ".git" / "info" / "attributes").write_text("* -text\n", encoding="utf-8")
    left_out = _write_baselines(corpus, ratchet)
    corpus.git("add", "-A")
    corpus.git("commit", "-q", "-m", "adopt")
    corpus.git("branch", "-f", BASE)
    corpus.git("repack", "-adq")
    return _sized(replace(corpus, left_out=left_out))


def _write_baselines(corpus: Corpus, ratchet: str) -> int:
    """Write them, leaving out what ratchet says it cannot analyse: how many files that are."""
    left_out: set[str] = set()
    said = ""
    for _ in range(_ATTEMPTS):
        exclude = json.dumps(sorted(left_out), ensure_ascii=False)
        settings = f'packs = []\nrules = "{_OWN}"\nmax_file_bytes = 10_000_000\nexclude = {exclude}\n'
        (corpus.place / "ratchet.toml").write_text(settings, encoding="utf-8")
        done = run([ratchet, "init", "--format", "json"], corpus.place)
        if done.code == 0:
            return len(left_out)
        said = done.said
        left_out |= {problem["path"] for problem in json.loads(done.printed)["problems"]}
    raise SystemExit(f"{corpus.name} cannot be adopted: {said}")


def _sized(corpus: Corpus) -> Corpus:
    paths = corpus.git("ls-files", "-z").split("\0")[:-1]
    sizes = {path: (corpus.place / path).stat().st_size for path in paths if path.endswith(".rs")}
    return replace(corpus, files=len(paths), sizes=sizes)
