"""Commands, and what they cost: wall time, CPU time of all their processes, and the memory these hold together."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

__all__ = ["Cost", "environment", "peak_of", "quietly", "run"]

_BETWEEN_LOOKS = 0.004
_KEPT = ("PATH", "HOME", "TMPDIR", "LANG", "PYTHONPATH")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of one run, its exit code, and what it wrote on both streams; `stopped` after too long a time."""

    wall: float
    cpu: float
    code: int
    printed: str = ""
    said: str = ""
    stopped: bool = False


def environment() -> dict[str, str]:
    """Where commands run: nothing of a CI system, of git's or of the user's settings reaches them."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    fixed = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "SEMGREP_SEND_METRICS": "off"}
    author = {
        f"GIT_{who}_{what}": f"bench@{who.lower()}" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    return {**kept, **fixed, **author, "SEMGREP_ENABLE_VERSION_CHECK": "0"}


def quietly(command: Sequence[str], where: Path) -> str:
    """What a command prints that has to succeed."""
    done = subprocess.run(command, cwd=where, env=environment(), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} in {where.name} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def run(command: Sequence[str], where: Path, longest: float = 3600.0) -> Cost:
    """Run to the end, or until it takes too long; what it prints goes into a file, as in a log."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=where, env=environment(), stdin=subprocess.DEVNULL, stdout=out, stderr=err,
            start_new_session=True,
        )  # fmt: skip
        alarm = threading.Timer(longest, _stop, [process.pid])
        alarm.start()
        try:
            _, status, used = os.wait4(process.pid, 0)
            wall = time.perf_counter() - started
            process.returncode = os.waitstatus_to_exitcode(status)
        finally:
            alarm.cancel()
            if process.returncode is None:  # interrupted, and it has a session of its own
                _stop(process.pid)
        printed, said = _written(out), _written(err)
    return Cost(wall, used.ru_utime + used.ru_stime, process.returncode, printed, said, wall >= longest)


def _written(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


def _stop(group: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def peak_of(command: Sequence[str], where: Path) -> float:
    """The most that all processes of a command held at once, in MB: a share of what they share counts once.

    Looked at every few milliseconds, so a peak between two looks is missed. Nothing where the kernel does not say.
    """
    process = subprocess.Popen(
        command, cwd=where, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    most = 0
    while process.poll() is None:
        most = max(most, _held(process.pid))
        time.sleep(_BETWEEN_LOOKS)
    return most / 1024


def _held(process: int, around: tuple[str, int] = ("", 0)) -> int:
    """Kilobytes that a process and its children hold, as the kernel shares them out.

    A process that is just being started lives in the memory of the one `around` it, and counts nothing: it is at the
    same addresses and has as much, where a fork would have half.
    """
    lines = _text(Path(f"/proc/{process}/smaps_rollup")).splitlines()
    own = next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
    here = (lines[0] if lines else "", own)
    if here[0] == around[0] and abs(own - around[1]) * 50 < own:
        return 0
    tasks = _listed(Path(f"/proc/{process}/task"))
    return own + sum(_held(int(child), here) for task in tasks for child in _text(task / "children").split())


def _listed(place: Path) -> list[Path]:
    try:
        return list(place.iterdir())
    except OSError:
        return []


def _text(place: Path) -> str:
    try:
        return place.read_text(encoding="ascii", errors="replace")
    except OSError:  # it has ended meanwhile
        return ""
