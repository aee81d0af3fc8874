"""A Cargo.toml as data: its tables with the types that cargo wants, and the line of each key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from ratchet.graphs.cargo.lines import Steps, key_lines, line_of
from ratchet.model.errors import Mistake, Place
from ratchet.model.snapshot import Unreadable
from ratchet.model.toml import loads
from ratchet.model.value import field, frozen

__all__ = ["Broken", "Manifest", "Part", "parsed", "read_manifest", "text_of"]

_LARGEST = 2_000_000
_MOST_MISTAKES = 20
_AT_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)|\s*\(at end of document\)")
# tomllib needs the square of the parts of a dotted key: a file of one such key would take minutes.
_MANY_PARTS = 100
_ENDLESS_KEY = re.compile(r"""(?<![\w."'-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){100}""")
_FIX = "repair the file, or add it to `exclude` in ratchet.toml if no build needs it"


class Broken(Exception):
    """A file that cannot be read as TOML; carries the mistake."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake.message)
        self.mistake = mistake


@frozen
class Part:
    """A value of a manifest that knows where it stands; one of a wrong type is reported, and counts as missing."""

    value: object
    steps: Steps
    wrong: Callable[[Steps, str], None]

    def get(self, key: str, *others: str) -> Part:
        """The value of the first of these keys that is there, of a table."""
        held = self.value
        if isinstance(held, dict):
            for name in (key, *others):
                if name in held:
                    return Part(held[name], (*self.steps, name), self.wrong)
        elif held is not None:
            self.wrong(self.steps, "must be a table")
        return Part(None, (*self.steps, key), self.wrong)

    def items(self) -> Iterator[tuple[str, Part]]:
        """The entries of a table, in the order of their names."""
        if isinstance(self.value, dict):
            yield from ((key, Part(self.value[key], (*self.steps, key), self.wrong)) for key in sorted(self.value))
        elif self.value is not None:
            self.wrong(self.steps, "must be a table")

    def text(self, default: str = "") -> str:
        """A string."""
        if isinstance(self.value, str):
            return self.value
        if self.value is not None:
            self.wrong(self.steps, "must be a string")
        return default

    def flag(self) -> bool | None:
        """True, false, or not said."""
        if self.value is None or isinstance(self.value, bool):
            return self.value
        self.wrong(self.steps, "must be true or false")
        return None

    def texts(self) -> tuple[str, ...]:
        """A list of strings."""
        if isinstance(self.value, list):
            found = tuple(each for each in self.value if isinstance(each, str))
            if len(found) == len(self.value):
                return found
        if self.value is not None:
            self.wrong(self.steps, "must be a list of strings")
        return ()

    @property
    def is_there(self) -> bool:
        """Whether the manifest says it at all."""
        return self.value is not None


@frozen(eq=False)
class Manifest:
    """One Cargo.toml. `mistakes` collects what is found wrong with it while it is made sense of."""

    path: str
    directory: str
    data: Mapping[str, object]
    lines: Mapping[Steps, int]
    mistakes: list[Mistake] = field(default_factory=list)

    def get(self, key: str, *others: str) -> Part:
        """A part of it, by its first key."""
        return Part(self.data, (), self.wrong).get(key, *others)

    def wrong(self, steps: Steps, why: str) -> None:
        """Take down a mistake, once; a file that has many is not read for all of them."""
        mistake = Mistake(f"`{'.'.join(steps)}` {why}", self.place(*steps), _FIX)
        if len(self.mistakes) < _MOST_MISTAKES and mistake not in self.mistakes:
            self.mistakes.append(mistake)

    def place(self, *steps: str) -> Place:
        """Where a key stands."""
        return Place(self.path, line_of(self.lines, steps))

    @property
    def is_root(self) -> bool:
        """Whether it begins a workspace."""
        return "workspace" in self.data

    @property
    def has_package(self) -> bool:
        """Whether it describes a package."""
        return "package" in self.data or "project" in self.data

    @property
    def pointer(self) -> str:
        """The root that the package names itself."""
        return self.package.get("workspace").text() if self.has_package else ""

    @property
    def package(self) -> Part:
        """`[package]`, which old editions call `[project]`."""
        return self.get("package", "project")


def read_manifest(path: str, read: Callable[[str], bytes]) -> Manifest:
    """Read a manifest. Raises Broken."""
    text, data = parsed(path, read, _LARGEST)
    if not any(key in data for key in ("package", "project", "workspace")):
        raise Broken(Mistake("neither a package nor a workspace", Place(path), _FIX))
    return Manifest(path, path.rpartition("/")[0], data, key_lines(text))


def parsed(path: str, read: Callable[[str], bytes], largest: int) -> tuple[str, dict[str, object]]:
    """The text of a TOML file and what it says. Raises Broken."""
    text = text_of(path, read, largest)
    try:
        if any(line.count(".") >= _MANY_PARTS and _ENDLESS_KEY.search(line) for line in text.split("\n")):
            raise RecursionError
        return text, loads(text)
    except RecursionError:
        raise Broken(Mistake("nested too deeply to be read", Place(path), _FIX)) from None
    except ValueError as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1] or 0) if found else 0
        why = _AT_LINE.sub("", str(error))
        raise Broken(Mistake(f"not TOML: {why}", Place(path, line or text.count("\n") + 1), _FIX)) from None


def text_of(path: str, read: Callable[[str], bytes], largest: int) -> str:
    """The text of a file, without a mark of byte order and carriage returns. Raises Broken."""
    try:
        content = read(path)
    except Unreadable as error:
        raise Broken(Mistake(error.reason, Place(path), error.hint or _FIX)) from None
    if len(content) > largest:
        raise Broken(Mistake(f"larger than {largest // 1_000_000} MB", Place(path), _FIX))
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Broken(Mistake("not UTF-8", Place(path, line), _FIX)) from None
