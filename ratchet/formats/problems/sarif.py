"""Why a command could not do what it was asked for, as SARIF 2.1.0: a run without results."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.formats.sarif_log import invocation, log
from ratchet.formats.style import Style
from ratchet.model.errors import Mistake
from ratchet.model.verdict import Exit

__all__ = ["render"]


def render(mistakes: Sequence[Mistake], _style: Style) -> str:
    """A notification for each mistake."""
    return log({}, (), invocation(int(Exit.CANNOT_JUDGE), mistakes, ()))
