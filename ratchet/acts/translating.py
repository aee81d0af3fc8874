"""Rules of another tool, written as rules of ours and put under the ratchet."""

from __future__ import annotations

import shlex
from collections.abc import Callable

from ratchet.acts.init import adopt, adopt_rules
from ratchet.acts.policies import rule_files
from ratchet.acts.world import World, from_top, worktree_of
from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.model.globs import matcher
from ratchet.model.language import Language
from ratchet.model.policy import Policy
from ratchet.model.reports import Adoption, Imported
from ratchet.model.scope import Scope
from ratchet.model.snapshot import Snapshot, Unreadable
from ratchet.model.value import replace
from ratchet.repo.rule_files import write_new
from ratchet.repo.settings import rules_directory
from ratchet.rulebook.foreign.tools import PACK, translated
from ratchet.rulebook.foreign.translation import Tree
from ratchet.rulebook.foreign.writing import names, pages

__all__ = ["adopt_from"]


def adopt_from(world: World, start: str, file: str) -> Adoption:
    """Translate a file of settings into rules, write them, and take today's findings for their budgets."""
    head = worktree_of(world)
    path = from_top(world, start, file)
    policy = world.policy(head)
    is_ours = bool(policy.config.path or rule_files(head, policy.config))
    home = policy.config.rules if is_ours else rules_directory(world.git.top, policy.config)
    tool, found = translated(path, _read(head, path), Tree(head.paths(), _is_test(policy), _reader(head)))
    ids = names(found.drafts, PACK, policy.rulebook.rules)
    texts = dict(zip(_targets(home, tool, path), pages(found, ids, path), strict=False))
    written = write_new(world.git.top, texts)
    imported = Imported(path, tuple(zip(ids, (draft.place for draft in found.drafts), strict=True)), found.left)
    try:
        adoption = adopt_rules(world, ids) if policy.baseline is not None else adopt(world, home)
    except RatchetError as error:
        raise RatchetError.of((*error.mistakes, _unadopted(written, ids, policy))) from error
    every = (*written, *adoption.written)
    return replace(adoption, written=every, imported=imported, to_commit=(*every, *adoption.to_commit))


def _read(head: Snapshot, path: str) -> bytes:
    try:
        return head.read(path)
    except Unreadable as problem:
        hint = problem.hint or "name a file of this repository, such as .importlinter, tach.toml or pyproject.toml"
        raise RatchetError(f"cannot be read: {problem.reason}", Place(path), hint) from problem


def _reader(head: Snapshot) -> Callable[[str], bytes]:
    def read(path: str) -> bytes:
        try:
            return head.read(path)
        except Unreadable:
            return b""

    return read


def _targets(home: str, tool: str, path: str) -> tuple[str, ...]:
    """Where the rules go; those of a directory of its own are told apart by its name."""
    above = path.rpartition("/")[0].replace("/", "-")
    stem = f"{home}/{PACK}/{tool}{'-' if above else ''}{above}"
    return (f"{stem}.yaml", *(f"{stem}-{number}.yaml" for number in range(2, 100)))


def _is_test(policy: Policy) -> Callable[[str], bool]:
    known = [(language.suffixes, matcher(_test_paths(language))) for language in policy.languages.values()]
    return lambda path: any(path.endswith(suffixes) and is_test(path) for suffixes, is_test in known)


def _test_paths(language: Language) -> list[str]:
    return [pattern for scope, patterns in language.paths if scope is Scope.TEST for pattern in patterns]


def _unadopted(written: tuple[str, ...], ids: tuple[str, ...], policy: Policy) -> Mistake:
    chosen = " ".join(f"--rule {shlex.quote(each)}" for each in ids)
    command = f"ratchet init {chosen}" if policy.baseline is not None else "ratchet init"
    message = f"the rules are in {', '.join(written)}, and what is said above keeps them from being adopted"
    return Mistake(message, Place(written[0]), f"correct it, or take the rule out, then run: {command}")
