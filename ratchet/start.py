"""The first thing that runs: a question that was answered before is answered again, all else goes to the commands."""

from __future__ import annotations

import os
import sys

from ratchet.model.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["main"]


def main() -> None:
    """Run, and leave with the exit code of the outcome."""
    if sys.argv[1:] in (["--version"], ["-V"]) and sys.stdout is not None:
        _leave(f"ratchet, version {__version__}\n".encode(), 0)
    from ratchet.quick.replay import Pending, recall

    found = recall(sys.argv[1:], os.environ)
    if isinstance(found, Pending):
        from ratchet.cli.plumbing.at_once import answer_at_once

        answer = answer_at_once(found)
    else:
        answer, found = found, None
    if answer is not None:
        _leave(answer.text, answer.code)
    from ratchet.cli.main import main as run

    run(found)


def _leave(text: bytes, code: int) -> NoReturn:
    """Print and end at once: there is nothing to tidy up."""
    try:
        while text:
            text = text[os.write(1, text) :]
    except BrokenPipeError:
        code = 2  # nobody saw the verdict
    except OSError as error:
        code = 2
        os.write(2, f"error: {error.strerror}: nothing more could be read or written\n".encode())
    os._exit(code)
