"""A pre-commit hook of git's own: where it belongs, and what it says."""

from __future__ import annotations

import os
import shlex
import sys

from ratchet.model.reports import Done, Setting
from ratchet.repo.git import Git
from ratchet.repo.new_files import write_new

__all__ = ["LINE", "other_hook_tools", "write_hook"]

LINE = "ratchet check --staged || exit $?"
"""What a hook of somebody else's has to say."""

_HOOK = """\
#!/bin/sh
# Written by `ratchet init --git-hook`: judges what will be committed. Delete this file to be rid of it.
if command -v ratchet >/dev/null 2>&1; then
  exec ratchet check --staged
elif [ -x {python} ]; then
  exec {python} -P -m ratchet check --staged
fi
echo "ratchet was not found, so this commit was not judged: install it (pip install ratchet-lint)," >&2
echo "or commit without it this once: git commit --no-verify" >&2
exit 1
"""
_NAME = "pre-commit"
_TOOLS = {
    ".pre-commit-config.yaml": "pre-commit and prek: ratchet is a hook of theirs too, see docs/ci.md",
    "prek.toml": "prek: ratchet is a hook of it too, see docs/ci.md",
    ".husky": f"husky: add to .husky/pre-commit the line   {LINE}",
    "lefthook.yml": "lefthook: add under `pre-commit: commands: ratchet:` the line   run: ratchet check --staged",
}


def write_hook(git: Git) -> Setting:
    """Write the hook where git looks for it, unless somebody has one there or shares the place."""
    directory = os.path.join(git.top, _asked(git, "--git-path", "hooks"))
    shown = _shown(git, os.path.join(directory, _NAME))
    if _calls_ratchet(os.path.join(directory, _NAME)):
        return Setting(shown, Done.KEPT, "it calls ratchet already")
    if not _is_inside(directory, os.path.join(git.top, _asked(git, "--git-common-dir"))):
        about = f"core.hooksPath names a place that others share; add to {shown} the line   {LINE}"
        return Setting(shown, Done.LEFT, about)
    os.makedirs(directory, exist_ok=True)
    written = write_new(directory, _NAME, _HOOK.format(python=shlex.quote(sys.executable)), 0o755)
    if written.done is Done.LEFT:
        return Setting(shown, Done.LEFT, f"another hook is there; add to it the line   {LINE}")
    return Setting(shown, written.done, "ratchet check --staged, before every commit in this clone")


def other_hook_tools(git: Git) -> tuple[str, ...]:
    """The tools that run hooks here, and how they run ratchet."""
    return tuple(how for name, how in _TOOLS.items() if os.path.lexists(os.path.join(git.top, name)))


def _asked(git: Git, *question: str) -> str:
    return os.fsdecode(git.run("rev-parse", *question).removesuffix(b"\n"))


def _shown(git: Git, path: str) -> str:
    below = os.path.relpath(path, git.top)
    return os.path.normpath(path) if below.startswith("..") else below


def _is_inside(directory: str, above: str) -> bool:
    """Is it below the directory that all work trees of this clone share, and nobody else does?"""
    place, root = os.path.realpath(directory), os.path.realpath(above)
    return place == root or place.startswith(root + os.sep)


def _calls_ratchet(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return any(_calls(line) for line in file.read(1_000_000).splitlines())
    except OSError:
        return False


def _calls(line: bytes) -> bool:
    return b"ratchet check" in line.partition(b"#")[0]
