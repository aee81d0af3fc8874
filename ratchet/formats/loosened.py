"""What a loosening is about, in a few words."""

from __future__ import annotations

from ratchet.model.verdict import Loosening

__all__ = ["about"]


def about(each: Loosening) -> str:
    """The rule, the unit, and the value before and after, as far as there are any."""
    whom = " in ".join(part for part in (each.rule, each.unit) if part)
    change = f" {each.before or '0'} → {each.after}" if each.after and each.after != each.unit else ""
    return whom + change
