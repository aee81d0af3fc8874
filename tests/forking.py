"""Real processes of `ratchet` without a start of the interpreter each: they are forked from one that has loaded it.

Most tests run the command in a process of its own, several times each. Loading the same modules took most of that time.
A server process loads them once, does nothing else, has one thread, and forks for every request.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

__all__ = ["Forks", "forks"]

_TOP = Path(__file__).parent.parent
_LOADED = (
    "check", "count", "diff", "explain", "init", "tighten", "waive", "test", "merge", "verify", "graph", "next",
    "doctor", "cache", "base", "completion",
)  # fmt: skip


class Forks:
    """The server, and what is asked of it: one request after another."""

    def __init__(self) -> None:
        environment = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "", "PYTHONUNBUFFERED": "1"}
        self._server = subprocess.Popen(
            [sys.executable, str(Path(__file__))],
            cwd=_TOP,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(self._server.kill)

    def run(
        self, args: Sequence[str], cwd: Path, env: Mapping[str, str], stdin: str, timeout: float
    ) -> tuple[int, str, str]:
        """The exit code, the output and the complaints of `ratchet ARGS`."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        with tempfile.TemporaryDirectory() as home:
            files = [str(Path(home) / name) for name in ("in", "out", "err")]
            Path(files[0]).write_bytes(stdin.encode("utf-8", "surrogateescape"))
            request = {"args": list(args), "cwd": str(cwd), "env": dict(env), "files": files, "timeout": timeout}
            self._server.stdin.write(json.dumps(request) + "\n")
            self._server.stdin.flush()
            code = int(self._server.stdout.readline())
            out, err = (Path(name).read_bytes().decode("utf-8", "surrogateescape") for name in files[1:])
        return code, out, err


@cache
def forks() -> Forks:
    """The one server of this process."""
    return Forks()


def _serve() -> None:
    """Load everything that is not loaded late on purpose, then fork for every line that comes in."""
    sys.path[0] = str(_TOP)
    from importlib import import_module

    import_module("ratchet.cli.main")
    for name in _LOADED:
        import_module(f"ratchet.cli.{name}")
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if not child:
            _become(request["args"], request["cwd"], request["env"], request["files"])
        sys.stdout.write(f"{_waited(child, request['timeout'])}\n")
        sys.stdout.flush()


def _waited(child: int, timeout: float) -> int:
    ends = time.monotonic() + timeout
    pause = 0.002
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > ends:
            os.kill(child, 9)
        time.sleep(pause)
        pause = min(0.05, pause * 1.5)


def _become(args: list[str], cwd: str, env: dict[str, str], files: list[str]) -> None:
    """The child: with its own directory, variables and streams it is what `python -m ratchet` would be."""
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    for stream, path in enumerate(files):
        opened = os.open(path, os.O_RDONLY if not stream else os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(opened, stream)
        os.close(opened)
    sys.argv = ["ratchet", *args]
    code = 1
    try:
        from ratchet.start import main

        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    _serve()
