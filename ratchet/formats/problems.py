"""Why a command could not do what it was asked for, for people and for scripts: `ratchet/problems/1`."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.formats.json_text import dumps, mistake_json
from ratchet.formats.mistakes import mistake_lines
from ratchet.formats.paint import Paint
from ratchet.formats.shapes import COUNT, MISTAKE, always, layout
from ratchet.model.errors import Mistake
from ratchet.model.shape import List
from ratchet.model.verdict import Exit

__all__ = ["SHAPE", "render", "render_json"]

SHAPE = layout(
    "ratchet/problems/1",
    {
        "exit_code": always(COUNT, "2: it could not be done"),
        "problems": always(List(MISTAKE, least=1), "what is wrong, and what to do about it"),
    },
)


def render(mistakes: Sequence[Mistake], paint: Paint) -> str:
    """Every mistake, as it stands on stderr."""
    return "\n".join(mistake_lines(mistakes, "error", paint)) + "\n"


def render_json(mistakes: Sequence[Mistake]) -> str:
    """The same as data, in place of the report that there is none of."""
    return dumps(
        {
            "schema": "ratchet/problems/1",
            "exit_code": int(Exit.CANNOT_JUDGE),
            "problems": [mistake_json(mistake) for mistake in mistakes],
        }
    )
