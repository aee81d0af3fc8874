"""A crate that is edited step by step, and what the gate should say of it by plain bookkeeping."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from tests.repository import Repo

__all__ = ["STEPS", "Crate"]

_MANIFEST = '[package]\nname = "walk"\nversion = "0.0.0"\nedition = "2024"\n'


@dataclass(slots=True)
class _Function:
    """A function with one unwrap; `home` is the file in which the baseline knows it, if it does."""

    name: str
    file: str
    home: str = ""


@dataclass(slots=True)
class Crate:
    """What a crate holds, and what its baseline allows: one site for each function that it knows.

    The site of a function that was removed stays allowed where it was; that of one that moved is allowed where it is.
    """

    repo: Repo
    functions: list[_Function] = field(default_factory=list)
    removed: list[_Function] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=lambda: ["a", "b", "c"])
    names: count[int] = field(default_factory=count)

    def adopt(self) -> None:
        """Three files with two sites each become the baseline."""
        self.functions = [_Function(f"f{next(self.names)}", file, file) for file in self.files for _ in range(2)]
        self.repo.write("Cargo.toml", _MANIFEST)
        self.write()
        assert self.repo.ratchet("init").code == 0
        self.repo.commit()

    def write(self) -> None:
        """The sources as they should be."""
        for path in sorted((self.repo.root / "src").glob("*.rs")):
            path.unlink()
        self.repo.write("src/lib.rs", "".join(f"pub mod {file};\n" for file in self.files))
        for file in self.files:
            code = [f"pub fn {each.name}() {{\n    {each.name}_input().unwrap();\n}}\n" for each in self._in(file)]
            checks = [f"    fn {name}() {{ {name}_input().unwrap(); }}\n" for name in self.tests]
            self.repo.write(f"src/{file}.rs", "".join(code) + "#[cfg(test)]\nmod tests {\n" + "".join(checks) + "}\n")

    def is_over(self) -> bool:
        """Whether some file has more sites than it may have."""
        new = [each.file for each in self.functions if not each.home]
        freed = [each.home for each in self.removed]
        return any(new.count(file) > freed.count(file) for file in self.files)

    def add(self, pick: int) -> None:
        """One more unwrap."""
        self.functions.append(_Function(f"f{next(self.names)}", self.files[pick % len(self.files)]))

    def remove(self, pick: int) -> None:
        """One unwrap fewer; in a file that only has its own, so that what it frees is nobody else's."""
        own = [each for each in self.functions if each.home == each.file and self._is_pure(each.file)]
        if own:
            gone = own[pick % len(own)]
            self.functions.remove(gone)
            self.removed.append(gone)

    def move(self, pick: int) -> None:
        """A function goes to another file, one in which nothing was freed."""
        function = self.functions[pick % len(self.functions)]
        freed = {each.home for each in self.removed}
        targets = [file for file in self.files if file not in freed | {function.file}]
        if targets:
            function.file = targets[pick % len(targets)]

    def rename(self, pick: int) -> None:
        """A file gets another name."""
        old, new = self.files[pick % len(self.files)], f"m{next(self.names)}"
        self.files[self.files.index(old)] = new
        for function in self._in(old):
            function.file = new

    def test(self, _pick: int) -> None:
        """One more unwrap in the test module of every file."""
        self.tests.append(f"t{next(self.names)}")

    def commit(self, _pick: int) -> None:
        """What is there becomes history, without its budgets."""
        self.write()
        self.repo.commit()

    def tighten(self, _pick: int) -> None:
        """What is there becomes the baseline, where it is within it."""
        self.write()
        if not self.is_over():
            assert self.repo.ratchet("tighten").code == 0
            self.repo.commit()
            self.removed.clear()
            for function in self.functions:
                function.home = function.file

    def _in(self, file: str) -> list[_Function]:
        return [each for each in self.functions if each.file == file]

    def _is_pure(self, file: str) -> bool:
        return all(each.home in ("", file) for each in self._in(file))


STEPS = (Crate.add, Crate.remove, Crate.move, Crate.move, Crate.rename, Crate.test, Crate.commit, Crate.tighten)
