"""The way from a record to the tree under judgement, and the files that matter along it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ratchet.acts.bases import GIVEN, Base
from ratchet.acts.records import Entry, NotNear, Record, Row, Side
from ratchet.model.facts import FileFacts
from ratchet.model.globs import matcher
from ratchet.model.language import Language
from ratchet.model.policy import Policy
from ratchet.model.value import frozen, replace
from ratchet.quick.state import Change, State, between
from ratchet.repo.git import Git
from ratchet.repo.history import last_change
from ratchet.syntax.scoping import scope_reader

__all__ = ["Course", "base_of", "course_of", "language_of", "sides_of"]

Changes = Mapping[str, Change]


@frozen
class Course:
    """What changed from the record to the base, and from the base to the head, by path.

    It `loses` files where one that counts is gone in the head.
    """

    base: Base
    earlier: Changes
    later: Changes
    loses: bool = False


def base_of(git: Git, state: State, given: str) -> Base:
    """The base, where git has told already that the commits are there."""
    if not given:
        return Base("HEAD", state.head)
    from ratchet.repo.merge_bases import merge_base

    return Base(given, merge_base(git, given, "HEAD"), GIVEN)


def course_of(git: Git, base: Base, state: State, record: Record, policy: Policy) -> Course:
    """What matters along the way; the baseline must have been written by the commit that the record tells."""
    commit = base.commit or ""
    if commit != record.commit and (last_change(git, commit, policy.config.baselines) or commit) != record.written:
        raise NotNear
    matters = _matters(record, policy)
    earlier = _changed(record.commit, commit)
    later = _after(_changed(commit, state.head), state.changes)
    course = Course(
        base,
        {path: change for path, change in earlier.items() if matters(change)},
        {path: change for path, change in later.items() if matters(change)},
    )
    loses = any(not change.blob for change in course.later.values())
    if loses and any(not change.old and path not in course.later for path, change in later.items()):
        raise NotNear  # whether one goes on with the other is for the whole trees to tell
    return replace(course, loses=loses)


def _changed(old: str, new: str) -> dict[str, Change]:
    found = between(old, new) if old != new else ()
    if found is None:
        raise NotNear
    return {change.path: change for change in found}


def _after(first: dict[str, Change], second: Iterable[Change]) -> dict[str, Change]:
    """Two ways, one after the other, as one."""
    whole = dict(first)
    for change in second:
        before = whole.pop(change.path, None)
        old, was_link = (before.old, before.was_link) if before else (change.old, change.was_link)
        if old != change.blob or was_link != change.is_link:
            whole[change.path] = Change(change.path, old, change.blob, was_link, change.is_link)
    return whole


def _matters(record: Record, policy: Policy) -> Callable[[Change], bool]:
    """Whether a file is of a language that rules count in; raises NotNear for what changes more than itself."""
    is_excluded = matcher(policy.config.exclude)

    def matters(change: Change) -> bool:
        name = change.path.rpartition("/")[2]
        rules = change.path.startswith(record.places) or name in record.names
        if rules or not name or change.was_link or change.is_link:
            raise NotNear
        language, excluded = language_of(change.path, policy.languages), is_excluded(change.path)
        if language is None:
            return record.row(change.path) is not None
        comes_or_goes = not change.old or not change.blob
        if comes_or_goes and (excluded or not _tells_its_role(name, language)):
            raise NotNear
        return not excluded

    return matters


def _tells_its_role(name: str, language: Language) -> bool:
    """Whether the role of a file that comes or goes is told by its path, and it changes none of another file."""
    # What a manifest of Python speaks of is known by name; a package in the way decides which file that is.
    return language.scopes == "paths" or (language.scopes == "python" and name != "__init__.py")


def language_of(path: str, languages: Mapping[str, Language]) -> Language | None:
    """The language that the name of a file tells."""
    endings = ((ending, each) for each in languages.values() for ending in each.suffixes)
    return next((language for ending, language in endings if path.endswith(ending)), None)


def sides_of(
    course: Course, rows: Mapping[str, Row | None], languages: Mapping[str, Language]
) -> dict[Side, dict[str, Entry]]:
    """Every file in question on every side where it is."""
    sides: dict[Side, dict[str, Entry]] = {side: {} for side in Side}
    for path, row in rows.items():
        known = _named(row.now if row else None, course.earlier.get(path) or course.later.get(path))
        base = _moved(path, known, course.earlier.get(path), languages)
        head = _moved(path, base, course.later.get(path), languages)
        then = known if row and row.same else row.then if row else None
        for side, entry in zip(Side, (known, then, base, head), strict=True):
            if entry is not None:
                sides[side][path] = entry
    return sides


def _named(entry: Entry | None, change: Change | None) -> Entry | None:
    """An entry with the name of its content, which a diff tells where the record does not."""
    if entry is None or entry[0]:
        return entry
    if change is None:
        raise NotNear
    return change.old, entry[1]


def _moved(path: str, entry: Entry | None, change: Change | None, languages: Mapping[str, Language]) -> Entry | None:
    """A file after a change; one that comes has the role that its path tells."""
    if change is None:
        return entry
    if not change.blob:
        return None
    if entry is not None:
        return change.blob, entry[1]
    language = language_of(path, languages)
    if language is None:
        raise NotNear
    roles = scope_reader(language).roles({path: FileFacts()}, lambda _: b"", (path,), language)
    return change.blob, roles.by_path[path]
