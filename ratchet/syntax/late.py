"""Regular expressions that are compiled when they are first used: to compile all takes longer than to read a file."""

from __future__ import annotations

import re
from functools import cache, partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import AnyStr

__all__ = ["late"]


def late(text: AnyStr, flags: int = 0) -> Callable[[], re.Pattern[AnyStr]]:
    """What gives the compiled expression, the same every time."""
    return cache(partial(re.compile, text, flags))
