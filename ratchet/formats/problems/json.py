"""Why a command could not do what it was asked for, for scripts: `ratchet/problems/1`."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.formats.json_text import dumps, mistake_json
from ratchet.formats.shapes import COUNT, MISTAKE, always, layout
from ratchet.formats.style import Style
from ratchet.model.errors import Mistake
from ratchet.model.shape import List
from ratchet.model.verdict import Exit

__all__ = ["SHAPE", "document", "render"]

SHAPE = layout(
    "ratchet/problems/1",
    {
        "exit_code": always(COUNT, "2: it could not be done"),
        "problems": always(List(MISTAKE, least=1), "what is wrong, and what to do about it"),
    },
)


def render(mistakes: Sequence[Mistake], _style: Style) -> str:
    """The mistakes, in place of the report that there is none of."""
    return dumps(document(mistakes))


def document(mistakes: Sequence[Mistake]) -> dict[str, object]:
    """The same as data."""
    return {
        "schema": "ratchet/problems/1",
        "exit_code": int(Exit.CANNOT_JUDGE),
        "problems": [mistake_json(mistake) for mistake in mistakes],
    }
