"""Parts of ratchet that need more than the base installation."""

from __future__ import annotations

from importlib.util import find_spec

from ratchet.model.errors import RatchetError

__all__ = ["need"]


def need(module: str, extra: str) -> None:
    """Refuse, with the command that helps, where a package of an extra is missing."""
    if find_spec(module) is None:
        raise RatchetError(
            f"this needs the package `{module}`, which is not installed",
            hint=f'run: pip install "ratchet-lint[{extra}]"',
        )
