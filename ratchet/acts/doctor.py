"""What ratchet would do in a repository, and what keeps it from doing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ratchet.acts import inventory
from ratchet.acts.basing import find_base
from ratchet.acts.bench import Bench
from ratchet.acts.examples import failing_rules
from ratchet.acts.policies import read_policy
from ratchet.acts.world import World, worktree_of
from ratchet.judge.contract import make_contract
from ratchet.judge.terms import Failing
from ratchet.model.diagnosis import Diagnosis, Part
from ratchet.model.errors import Mistake, RatchetError
from ratchet.model.policy import Policy
from ratchet.model.snapshot import Snapshot
from ratchet.model.value import field, mutable
from ratchet.model.verdict import Side
from ratchet.model.version import __version__
from ratchet.repo.ci_systems import CiBase
from ratchet.repo.clock import today
from ratchet.repo.git import find_git, head_commit, is_shallow
from ratchet.repo.machine import git_version, installed, named_variables, platform_name, python_name, shortened
from ratchet.repo.packs import shipped_root

__all__ = ["diagnose"]

_EXTRAS = {"lsp": "pygls", "mcp": "mcp", "watch": "watchfiles"}
_NONE = "none"


@mutable
class _Findings:
    """The parts so far, and what went wrong on the way: a doctor does not stop at the first wound."""

    parts: list[Part] = field(default_factory=list)
    problems: list[Mistake] = field(default_factory=list)

    def add(self, title: str, look: Callable[[], Iterator[tuple[str, str]]]) -> None:
        """One part; what cannot be told is a problem, and the next part is looked at all the same."""
        facts: list[tuple[str, str]] = []
        try:
            facts.extend(look())
        except RatchetError as error:
            facts.append(("broken", error.mistakes[0].message))
            self.problems += error.mistakes
        self.parts.append(Part(title, tuple(facts)))


def diagnose(directory: str, ci: CiBase | None) -> Diagnosis:
    """Look at everything, in git or not; no file of the repository is parsed, and no file of it is written."""
    found = _Findings()
    found.add("versions", _versions)
    found.add("environment", lambda: iter([("set", ", ".join(named_variables()) or _NONE)]))
    world = _world(directory, found)
    if world is not None:
        found.add("repository", lambda: _repository(world))
        found.add("base", lambda: _base(find_base(world, "", ci).side))
        _policy_parts(world, found)
        found.add("cache", lambda: inventory.cache(world))
    return Diagnosis(tuple(found.parts), tuple(dict.fromkeys(found.problems)))


def _world(directory: str, found: _Findings) -> World | None:
    """The repository; without one `ratchet count` still works, so that is no fault."""
    if not git_version():
        found.problems.append(Mistake("git was not found", hint="install git 2.30 or newer and put it on the PATH"))
        return None
    try:
        git = find_git(directory)
    except RatchetError as error:
        found.problems += error.mistakes
        return None
    if git is None:
        found.parts.append(Part("repository", (("git", "none here: ratchet count works, ratchet check does not"),)))
        return None
    world = World(git, Bench(today=today()))
    world.bench.remember_in(git)
    return world


def _versions() -> Iterator[tuple[str, str]]:
    yield "ratchet", f"{__version__}, packs in {shortened(shipped_root())}"
    yield "python", python_name()
    yield "platform", platform_name()
    yield "git", git_version() or "not found"
    yield "tree-sitter", installed("tree-sitter") or "not installed"
    yield "click", installed("click")
    for extra, package in _EXTRAS.items():
        has = installed(package)
        yield f"extra {extra}", f"{package} {has}" if has else f'not installed: pip install "ratchet-lint[{extra}]"'


def _repository(world: World) -> Iterator[tuple[str, str]]:
    yield "top", shortened(world.git.top)
    yield "head", (head_commit(world.git) or "no commit yet")[:12]
    partial = world.git.attempt("config", "--get-regexp", r"^remote\..*\.promisor$").stdout
    kinds = [word for word, is_so in (("shallow", is_shallow(world.git)), ("partial", bool(partial))) if is_so]
    yield "clone", " and ".join(kinds) or "whole"
    driver = world.git.attempt("config", "--get", "merge.ratchet.driver").stdout
    yield "merge driver", "set" if driver.strip() else "not set: ratchet init --git"


def _base(side: Side) -> Iterator[tuple[str, str]]:
    yield "ref", side.ref
    yield "commit", side.id[:12] or "nothing is committed yet"
    yield "because", side.source or side.note or "no CI system names another: the last commit"


def _policy_parts(world: World, found: _Findings) -> None:
    try:
        tree = worktree_of(world)
        policy = read_policy(tree, world.library)
    except RatchetError as error:
        found.parts.append(Part("config", (("broken", error.mistakes[0].message),)))
        found.problems += error.mistakes
        return
    found.add("config", lambda: inventory.settings(policy))
    found.add("rules", lambda: inventory.rules(policy))
    found.add("languages", lambda: inventory.languages(policy, tree))
    found.add("graphs", lambda: inventory.graphs(world, policy, tree))
    found.add("baselines", lambda: inventory.baselines(world, policy, tree))
    found.problems += _unjudgeable(world, policy, tree)


def _unjudgeable(world: World, policy: Policy, tree: Snapshot) -> Iterator[Mistake]:
    """What a check would end with, short of measuring the repository."""
    if policy.baseline is not None:
        yield from make_contract(None, policy, Failing(head=failing_rules(world, policy))).problems
    if policy.config.path and not inventory.candidates(policy, tree):
        yield Mistake(
            "no file here is of a language that the rules speak of, so nothing would be inspected",
            hint="check `packs` and `exclude` in ratchet.toml",
        )
