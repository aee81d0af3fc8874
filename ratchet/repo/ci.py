"""The CI system around us, read from the environment."""

from __future__ import annotations

import os

from ratchet.repo.ci_systems import CiBase, base_in_ci

__all__ = ["ci_base"]

_MOST = 64_000_000  # GitHub cuts payloads at 25 MB


def ci_base() -> CiBase | None:
    """The base that the CI system names; None outside those that are known."""
    return base_in_ci(os.environ, _event(os.environ.get("GITHUB_EVENT_PATH", "")))


def _event(path: str) -> bytes:
    """The event that started the run; nothing where it cannot be read, which is for the reader to judge."""
    try:
        with open(path, "rb") as file:
            return file.read(_MOST)
    except OSError:
        return b""
