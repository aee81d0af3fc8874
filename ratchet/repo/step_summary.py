"""The summary of a step of GitHub Actions: a file that the environment names."""

from __future__ import annotations

import os

from ratchet.model.errors import Place, RatchetError
from ratchet.model.snapshot import Unreadable
from ratchet.repo.atomic import replace_file
from ratchet.repo.regular import read_regular

__all__ = ["add_to_step_summary"]

_MOST = 1 << 20  # GitHub shows no summary that is larger


def add_to_step_summary(text: str) -> bool:
    """Write the text after what the step has said already; False, and nothing is written, outside such a step."""
    path = os.environ.get("GITHUB_STEP_SUMMARY", "")
    if not path or not text:
        return False
    try:
        before = read_regular(os.fsencode(path), _MOST) if os.path.lexists(path) else b""
    except Unreadable as problem:
        hint = "GITHUB_STEP_SUMMARY names the file of the summary; unset it to go without one"
        raise RatchetError(
            f"the summary of the step cannot be written: {problem.reason}", Place(path), hint
        ) from problem
    gap = b"" if not before or before.endswith(b"\n") else b"\n"
    return replace_file(path, before + gap + text.encode())
