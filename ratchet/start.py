"""The first thing that runs: a question that was answered before is answered again, all else goes to the commands."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import NoReturn

    from ratchet.acts.world import World
    from ratchet.quick.answers import Answer, Relevance
    from ratchet.quick.pending import Pending
    from ratchet.quick.replay import Begin
    from ratchet.repo.reader import Reader, Work

__all__ = ["main"]


def main() -> None:
    """Run, and leave with the exit code of the outcome."""
    sys.excepthook = _told
    if sys.argv[1:] in (["--version"], ["-V"]) and sys.stdout is not None:
        from ratchet.model.version import __version__

        _leave(f"ratchet, version {__version__}\n".encode(), 0)
    from ratchet.quick.replay import recall
    from ratchet.repo.reader import Reader

    sys.excepthook = _told
    gc.disable()  # to look for garbage takes a thirtieth of a quick answer, whose memory is given back in a moment
    reader = Reader(_teller)
    begun: list[World] = []
    found = recall(sys.argv[1:], os.environ, reader.begin, lambda: _load_all(begun))
    pending = _pending(found, reader) if found is not None else None
    reader.dismiss()
    gc.enable()
    if pending is not None:
        _plainly(pending, begun)
    for world in begun:
        from ratchet.acts.reading_apart import forget_ahead

        forget_ahead(world.bench)
    from ratchet.cli.main import main as run

    run(pending)


def _plainly(asked: Pending, begun: list[World]) -> None:
    """Answer by judging all there is, where that takes no command; it may have begun already."""
    from ratchet.cli.plumbing.plainly import answer_plainly

    def leave(answer: Answer, relevance: Relevance | None) -> NoReturn:
        code = _said(answer.text, answer.code)
        asked.keep_if_still_so(answer, relevance)
        os._exit(code)

    answer_plainly(asked, leave, *begun)


def _load_all(begun: list[World]) -> Begin:
    """Load what a check takes of which nothing is known; back comes what begins it."""
    from ratchet.cli.plumbing.plainly import begin

    return lambda *first: begun.extend(begin(*first))


def _teller() -> Work:
    """What tells of changed files, loaded in the process that is for them."""
    from ratchet.acts.telling import tell

    return tell


def _pending(found: Answer | Pending, reader: Reader) -> Pending:
    """The question, where neither an answer is known nor what differs can be judged by itself."""
    from ratchet.quick.pending import Pending

    if not isinstance(found, Pending):
        reader.dismiss()
        _leave(found.text, found.code)
    answer = _neutral(found, reader)
    reader.dismiss()
    if answer is None:
        from ratchet.cli.plumbing.at_once import answer_at_once

        answer = answer_at_once(found)
    if answer is not None:
        _leave(answer.text, answer.code)
    return found


def _neutral(asked: Pending, reader: Reader) -> Answer | None:
    """The answer where what changed means nothing; what finds that out is loaded where there is a basis for one."""
    if asked.basis() is None:
        return None
    reader.begin()
    from ratchet.acts.neutral import answer_neutral

    return answer_neutral(asked, reader)


def _told(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
    """What goes wrong on the quick way ends as on the plain one: without a traceback, and not as a verdict."""
    if isinstance(error, KeyboardInterrupt):
        os.write(2, b"interrupted; nothing was written half\n")
        os._exit(130)
    from ratchet.cli.plumbing.bugs import report_bug

    code = report_bug(error) if isinstance(error, Exception) else 3
    sys.stderr.flush()
    os._exit(code)


def _leave(text: bytes, code: int) -> NoReturn:
    """Print and end at once: there is nothing to tidy up."""
    os._exit(_said(text, code))


def _said(text: bytes, code: int) -> int:
    """Print; back comes the exit code, which is another one where nobody saw the verdict."""
    try:
        while text:
            text = text[os.write(1, text) :]
    except BrokenPipeError:
        return 2
    except OSError as error:
        os.write(2, f"error: {error.strerror}: nothing more could be read or written\n".encode())
        return 2
    return code
