"""What is asked of a check."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ratchet.model.value import field, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ratchet.repo.ci_systems import CiBase

__all__ = ["CheckRequest"]


@frozen
class CheckRequest:
    """What to check: the working tree or the index, against the last commit or the merge base with a ref.

    `ci` is what the CI system says of the base, for when none is given; `merged` asks for the merged tree too.
    `buffers` are files as an editor has them, by path: they stand for what is on disk.
    """

    today: date
    staged: bool = False
    base: str = ""
    signoff: str = ""
    ci: CiBase | None = None
    merged: bool = False
    buffers: Mapping[str, bytes] = field(default_factory=dict)
