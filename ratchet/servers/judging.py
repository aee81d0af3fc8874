"""Asking the library from a program that stays, in a process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from ratchet.library import check, explain, find_top
from ratchet.model.reports import Explanation
from ratchet.model.verdict import Verdict
from ratchet.repo.own_process import OwnProcess

__all__ = ["Judging"]


class Judging:
    """The questions that an editor has."""

    def __init__(self) -> None:
        self._process = OwnProcess()

    async def check(self, top: str, buffers: Mapping[str, bytes]) -> Verdict:
        """The working tree, with open files as the editor has them, against HEAD."""
        return await asyncio.wrap_future(self._process.ask(check, top, buffers=dict(buffers)))

    async def explain(self, top: str, path: str, line: int, buffers: Mapping[str, bytes]) -> Explanation:
        """Why the sites on a line count or do not."""
        return await asyncio.wrap_future(self._process.ask(explain, top, path, line, dict(buffers)))

    async def top(self, directory: str) -> str:
        """The repository around a directory; empty where there is none."""
        return await asyncio.wrap_future(self._process.ask(find_top, directory))

    def stop(self) -> None:
        """Let the process go."""
        self._process.stop()
