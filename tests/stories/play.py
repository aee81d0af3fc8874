"""A story on a stage: its files are written and its commands run in a real repository."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.repository import Repo
from tests.stories.story import Broken, Change, Command, Story
from tests.stories.transcript import difference, matches, renewed, transcript

__all__ = ["Played", "blessed", "complaint", "play"]

SHOWN_ROOT = "/repo"


@dataclass(frozen=True, slots=True)
class Played:
    """A command, and what it printed."""

    command: Command
    actual: tuple[str, ...]


def play(story: Story, stage: Path) -> tuple[Played, ...]:
    """Tell the story in an empty directory."""
    repo = Repo(stage / "repo", stage / "home")
    if story.git:
        repo.init()
    return tuple(played for step in story.steps for played in _play(step, repo))


def complaint(played: tuple[Played, ...]) -> str:
    """Every command that did not print what it should, as diffs; empty when all did."""
    wrong = [each for each in played if not matches(each.command.expected, each.actual)]
    return "\n\n".join(
        f"line {each.command.first}: $ {each.command.text}\n{difference(each.command.expected, each.actual)}"
        for each in wrong
    )


def blessed(markdown: str, read: Callable[[str], Story], stage: Path) -> str:
    """The document with what the commands print as the new expectation."""
    lines, story = markdown.split("\n"), read(markdown)
    for each in reversed(play(story, stage)):
        lines[each.command.first : each.command.last] = renewed(each.command.expected, each.actual)
    fresh = "\n".join(lines)
    if [command.text for command in read(fresh).commands] != [command.text for command in story.commands]:
        raise Broken("1: some output would read as a command or as the end of its block; print less of it")
    return fresh


def _play(step: Change | Command, repo: Repo) -> tuple[Played, ...]:
    if isinstance(step, Command):
        return (Played(step, _run(step, repo)),)
    _change(step, repo)
    return ()


def _run(command: Command, repo: Repo) -> tuple[str, ...]:
    done = subprocess.run(
        ["bash", "-c", command.text],
        cwd=repo.root,
        env=repo.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="backslashreplace",
        check=False,
        timeout=300,
    )
    return transcript(done.stdout.replace(str(repo.root), SHOWN_ROOT), done.returncode)


def _change(change: Change, repo: Repo) -> None:
    target = (repo.root / change.path).resolve()
    if not target.is_relative_to(repo.root.resolve()):
        raise Broken(f"{change.line}: {change.path} is outside the repository")
    if change.verb != "file" and not target.is_file():
        raise Broken(f"{change.line}: there is no {change.path} yet")
    if change.verb == "file":
        repo.write(change.path, change.text)
    elif change.verb == "append":
        repo.write(change.path, repo.read(change.path) + change.text)
    elif change.verb == "delete":
        repo.remove(change.path)
    else:
        repo.write(change.path, _replaced(change, repo.read(change.path)))


def _replaced(change: Change, text: str) -> str:
    old, separator, new = change.text.partition("===\n")
    if not separator:
        raise Broken(f"{change.line}: a replace block needs a line `===` between the old lines and the new ones")
    if text.count(old) != 1:
        raise Broken(f"{change.line}: the old lines occur {text.count(old)} times in {change.path}, not once")
    return text.replace(old, new)
