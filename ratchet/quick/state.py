"""What git says of a repository at this moment: the commits, and every file that is not as it was committed."""

from __future__ import annotations

import os
import stat

from ratchet.quick.git import Command, start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Change", "Look", "State", "between", "content_of", "look"]

_GONE = "000000"
_LINK = "120000"
_MODULE = "160000"
_LARGEST = 16_000_000
_INDEX_ONLY = ("diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules=dirty")
_WORK_TREE = ("diff-index", "--raw", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules=dirty")
_OTHERS = ("ls-files", "-z", "--others", "--exclude-standard", "--full-name")
_FROM_TOP = ("--", ":/")
# Whatever git is told, a file whose times differ is looked at: the plain way looks at all of them.
_BY_ALL_TIMES = ("-c", "core.trustctime=true", "-c", "core.checkStat=default", "-c", "core.ignoreStat=false")
_ONE_THREAD = ("-c", "core.preloadIndex=false")
_FEW = 2


class Change:
    """A file that is not as it is in the last commit: what it was, and what it is; nothing where it is not there.

    `stamp` tells the file from one that was written since, be it with the same content.
    """

    __slots__ = ("blob", "is_link", "old", "path", "stamp", "was_link")

    def __init__(self, path: str, old: str, blob: str, was_link: bool = False, is_link: bool = False) -> None:
        self.path = path
        self.old = old
        self.blob = blob
        self.was_link = was_link
        self.is_link = is_link
        self.stamp = ""

    @property
    def words(self) -> str:
        """The change in words; a link is another thing than a file with its bytes."""
        return f"{'link' if self.is_link else 'file'} {self.blob or 'gone'} {self.path}"


class State:
    """A repository at one moment: its commits, its directories, and what changed since the last commit.

    `untracked` are the files that git does not know, `tracked` those that it does, with their flags, both in its own
    words and where it was asked for them; `stamp` tells the index that those were listed from, and `told` is what git
    said of tracked files: those that were written since it last looked among them, whatever their content is.
    """

    __slots__ = ("base", "changes", "common", "head", "index", "stamp", "told", "top", "tracked", "untracked")

    def __init__(
        self,
        places: tuple[str, str, str],
        commits: tuple[str, str],
        changes: tuple[Change, ...],
        untracked: bytes | None,
        told: bytes = b"",
    ) -> None:
        self.told = told
        self.common, self.top, self.index = places
        self.head, self.base = commits
        self.changes = changes
        self.untracked = untracked
        self.tracked: bytes | None = None
        self.stamp = b""


class Look:
    """A look at a repository that has begun: git is at work, and what it says is taken when it is needed."""

    __slots__ = ("_about", "_changed", "_differences", "_lines", "_others", "_told")

    def __init__(self, about: Command, lines: int, differences: Command, others: Command | None) -> None:
        self._about = about
        self._told: list[str] | None = None
        self._changed: bytes | None = None
        self._lines = lines
        self._differences = differences
        self._others = others

    def is_at_work(self) -> bool:
        """Whether git has not said yet which tracked files changed."""
        return self._changed is None and self._differences.is_at_work()

    def tells_of(self, *endings: bytes) -> bool:
        """Whether a tracked file changed whose name has one of these endings."""
        changed = self._differing() or b""
        return any(ending + b"\0" in changed for ending in endings)

    def is_first(self) -> bool:
        """Whether no run has left anything yet, so that there is nothing to recall."""
        lines = self._places()
        return len(lines) == self._lines and not os.path.lexists(os.path.join(lines[0], "ratchet"))

    def index(self) -> str:
        """Where the index is."""
        return os.path.abspath(self._places()[2])

    def places(self) -> tuple[str, str]:
        """The top of the work tree, and the directory of git that all work trees share."""
        common, top, *_ = self._places()
        return top, os.path.abspath(common)

    def _places(self) -> list[str]:
        if self._told is None:
            about = self._about.output()
            self._told = os.fsdecode(about).splitlines() if about else []
        return self._told

    def _differing(self) -> bytes | None:
        if self._changed is None:
            self._changed = self._differences.output()
        return self._changed

    def state(self) -> State | None:
        """What there is; None where it is not as simple as a list of files."""
        lines = self._places()
        differences = self._differing()
        others = self._others.output() if self._others else b""
        if len(lines) != self._lines or differences is None or others is None:
            return None
        common, top, index, head, base = (*lines, "")[:5]
        if _seems_top() and not os.path.samefile(top, "."):
            return None  # others were listed from here alone
        places = os.path.abspath(common), top, os.path.abspath(index)
        changes = _changes(differences, others, os.fsencode(top))
        untracked = others if self._others else None
        return None if changes is None else State(places, (head, base), changes, untracked, differences)


def look(staged: bool, base: str) -> Look:
    """Begin to look; every command runs beside the others. Raises OSError where git cannot be started."""
    asked = ["--git-common-dir", "--show-toplevel", "--git-path", "index", "HEAD"]
    bases = [f"{base}^{{commit}}"] if base else []
    if staged:
        differences, others = start(*_INDEX_ONLY, "HEAD"), None
    else:
        # Two processors are busy with two commands: more threads would only stand in each other's way.
        alone = _ONE_THREAD if (os.cpu_count() or 1) <= _FEW else ()
        differences = start(*_BY_ALL_TIMES, *alone, *_WORK_TREE, "HEAD")
        others = start(*_OTHERS, *(() if _seems_top() else _FROM_TOP))
    about = start("-c", "core.warnAmbiguousRefs=true", "rev-parse", *asked, *bases)
    return Look(about, 4 + len(bases), differences, others)


def _seems_top() -> bool:
    """Whether this looks like the top of a work tree, from which git lists files in less time."""
    return os.path.lexists(".git")


def between(old: str, new: str) -> tuple[Change, ...] | None:
    """What differs between two commits; None where that is not as simple as a list of files."""
    words = ("-r", "--raw", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules=dirty")
    differences = start("diff-tree", *words, old, new).output()
    return None if differences is None else _changes(differences, b"", b"")


def _changes(differences: bytes, others: bytes, top: bytes) -> tuple[Change, ...] | None:
    """Every change in the order of paths; None where one of them is of another sort."""
    found: list[Change] = []
    for each in (*_tracked(differences, top), *_untracked(others, top)):
        if each is None:
            return None
        if each.old != each.blob or each.was_link != each.is_link:
            found.append(each)
    return tuple(sorted(found, key=lambda change: change.path))


def _tracked(differences: bytes, top: bytes) -> Iterator[Change | None]:
    parts = differences.split(b"\0")
    if parts.pop() or len(parts) % 2:
        yield None
        return
    for about, path in zip(parts[::2], parts[1::2], strict=True):
        words = about.decode("ascii", "replace").split()
        if len(words) != 5 or not about.startswith(b":") or words[4] not in {"A", "D", "M", "T"}:
            yield None
            continue
        was, now, old, new = words[0][1:], words[1], words[2], words[3]
        if was == now == _MODULE:
            continue  # never entered, whatever commit it stands at
        if _MODULE in (was, now):
            yield None
        elif now != _GONE and not new.strip("0"):
            yield _on_disk(top, path, old if old.strip("0") else "", was == _LINK)
        else:
            blobs = old if was != _GONE else "", new if now != _GONE else ""
            yield Change(os.fsdecode(path), *blobs, was == _LINK, now == _LINK)


def _untracked(others: bytes, top: bytes) -> Iterator[Change | None]:
    parts = others.split(b"\0")
    if parts.pop():
        yield None
        return
    for path in parts:
        if path.endswith(b"/"):
            yield Change(os.fsdecode(path), "", "another repository")
        else:
            yield _on_disk(top, path)


def _on_disk(top: bytes, path: bytes, old: str = "", was_link: bool = False) -> Change | None:
    """What a file is on disk, by git's name for its bytes; None for what is no file and no link, or very large."""
    from ratchet.model.digests import blob_id  # most runs need none
    from ratchet.quick.sealed import without_following

    place = top + b"/" + path
    try:
        status = os.lstat(place)
        is_link = stat.S_ISLNK(status.st_mode)
        if is_link:
            blob = blob_id(os.readlink(place))
        elif not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST:
            return None
        else:
            with open(place, "rb", opener=without_following) as file:
                blob = blob_id(file.read())
    except OSError:
        return None
    found = Change(os.fsdecode(path), old, blob, was_link, is_link)
    found.stamp = f"{status.st_ino} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}"
    return found


def content_of(top: str, change: Change, limit: int) -> bytes | None:
    """The bytes that a change names, where they lie on disk and are not more than a limit."""
    from ratchet.model.digests import blob_id
    from ratchet.quick.sealed import without_following

    try:
        with open(os.path.join(top, change.path), "rb", opener=without_following) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return None
            content = file.read(limit + 1)
    except OSError:
        return None
    return content if len(content) <= limit and blob_id(content) == change.blob else None
