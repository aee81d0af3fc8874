"""Regular expressions that are compiled when they are first used: to compile all takes longer than to read a file."""

from __future__ import annotations

import re
from functools import cache, partial

from ratchet.model.sound import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import AnyStr

__all__ = ["late"]


def late(text: AnyStr, flags: int = 0) -> Callable[[], re.Pattern[AnyStr]]:
    """What gives the compiled expression, the same every time."""
    return cache(partial(compiled, text, flags))
