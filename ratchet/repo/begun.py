"""A git command that is at work before anybody waits for it: what it says is kept in memory until it is asked for."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Mapping, Sequence

__all__ = ["Begun", "begin"]


class Begun:
    """A command that was started; whoever wants to know why it fails runs it again."""

    __slots__ = ("_place", "_process")

    def __init__(self, process: subprocess.Popen[bytes], place: int) -> None:
        self._process = process
        self._place = place

    def output(self, seconds: float) -> bytes | None:
        """All that it says, once it has ended; None where it failed, or does not end."""
        import subprocess

        try:
            code = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        with open(self._place, "rb") as file:
            file.seek(0)
            return file.read() if code == 0 else None

    def abandon(self) -> None:
        """End it: nobody wants to know."""
        self._process.kill()
        self._process.wait()
        os.close(self._place)


def begin(command: Sequence[str], directory: str, environment: Mapping[str, str]) -> Begun | None:
    """Start it, where there are files that are nowhere but in memory; a pipe would hold it up when it is full."""
    if not hasattr(os, "memfd_create"):
        return None
    import subprocess

    place = os.memfd_create("git")
    nowhere = subprocess.DEVNULL
    try:
        process = subprocess.Popen(command, cwd=directory, env=environment, stdin=nowhere, stdout=place, stderr=nowhere)
    except OSError:
        os.close(place)
        return None
    return Begun(process, place)
