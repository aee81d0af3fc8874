"""What rules ask of the files of a language, under names that are the same in every run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product

from ratchet.model.digests import sha256
from ratchet.model.language import Language
from ratchet.model.value import frozen, replace
from ratchet.repo.engine import engine
from ratchet.syntax.wanted import EVERYTHING, Extent, Measure

__all__ = ["ALL_OF_ALL", "Asked", "Variants", "Wanted", "ask", "bare", "kept_as", "undoubted", "wider"]

_MARKS = "+!"
"""Behind the name of what is asked: that it shall parse, and without sites."""


@frozen
class Asked:
    """What rules ask of the files of one language, and a name for it that is the same in every run.

    Queries are compiled only where a file has to be read: that takes longer than most runs. `only_production` says that
    no rule counts elsewhere.
    """

    language: Language
    measures: tuple[Measure, ...]
    name: str
    only_production: bool = False
    extent: Extent = EVERYTHING

    def within(self, extent: Extent) -> Asked:
        """The same, of another part of files; where sites elsewhere than in production count, none are left out."""
        wanted = extent if self.only_production else Extent(extent.whole)
        return replace(self, name=self.name.rstrip(_MARKS) + _marks(wanted), extent=wanted)


def _marks(extent: Extent) -> str:
    """What is not asked of whole files is kept under another name."""
    asked = extent.whole, not extent.sites
    return "".join(mark for mark, is_so in zip(_MARKS, asked, strict=True) if is_so)


def ask(language: Language, measures: tuple[Measure, ...], limit: int, only_production: bool = False) -> Asked:
    """Of files up to some size: git names a blob that is too large to be read as well, and it must have no facts."""
    words = repr((engine("tree_sitter", language.grammar), limit, language, measures))
    return Asked(language, measures, sha256(words.encode()).hexdigest(), only_production)


@frozen
class Wanted:
    """What is asked of some files only: by path, whether it is in doubt that they parse, and whether tests matter."""

    doubted: Callable[[str], bool] = lambda _: False
    tests: Callable[[str], bool] = lambda _: True


ALL_OF_ALL = Wanted()


class Variants:
    """What is asked of a file of some language, by its path: of one that is put aside only where it leads."""

    def __init__(self, asked: Mapping[str, Asked], wanted: Wanted) -> None:
        self._wanted = wanted
        self._known: dict[tuple[str, bool, bool], Asked] = {}
        for name, each in asked.items():
            for doubted, sites in product((False, True), repeat=2):
                self._known[name, doubted, sites] = each.within(Extent(doubted, sites))

    @property
    def by_name(self) -> dict[str, Asked]:
        """All that may be asked of a file."""
        return {asked.name: asked for asked in self._known.values()}

    def of(self, path: str, language: str, aside: bool) -> Asked:
        """What is asked of a file that is put aside, unless its tests matter, or is not."""
        return self._known[language, self._wanted.doubted(path), self._wanted.tests(path) or not aside]


def bare(name: str) -> str:
    """The name of what is asked, of whatever part of files."""
    return name.rstrip(_MARKS)


def wider(name: str) -> list[str]:
    """The names of questions that ask for more: an answer to one may be an answer to this one."""
    with_sites = name.replace(_MARKS[1], "")
    return [with_sites] if with_sites != name else []


def undoubted(name: str) -> str:
    """The name of the same question where nothing makes sure that a file parses: one with a site was parsed anyway."""
    return name.replace(_MARKS[0], "")


@cache
def kept_as(name: str, degraded: bool, has_sites: bool, leaves_sites: bool) -> str:
    """The widest question that facts answer."""
    if degraded:
        return name
    asked = undoubted(name) if has_sites else name
    return asked if leaves_sites else next(iter(wider(asked)), asked)
