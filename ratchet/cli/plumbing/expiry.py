"""The date that a suggested waiver carries."""

from __future__ import annotations

from datetime import date, timedelta

__all__ = ["expiry"]

_SUGGESTED = timedelta(days=90)


def expiry(day: date) -> str:
    """Some time after a day, as far as there is a calendar."""
    return str(min(day, date.max - _SUGGESTED) + _SUGGESTED)
