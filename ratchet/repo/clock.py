"""The day on which something is judged."""

from __future__ import annotations

import os
from datetime import date, datetime

from ratchet.model.errors import RatchetError

__all__ = ["today"]


def today() -> date:
    """The day of the verdict; RATCHET_TODAY sets it, so that a verdict can be repeated."""
    given = os.environ.get("RATCHET_TODAY")
    if not given:
        return datetime.now(tz=None).astimezone().date()
    try:
        return date.fromisoformat(given)
    except ValueError as error:
        raise RatchetError(f"RATCHET_TODAY is `{given}`, which is no date", hint="write it as 2027-03-31") from error
