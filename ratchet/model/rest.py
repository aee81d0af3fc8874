"""What a judge need not see: the files in which nothing differs, as mere sums."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.value import field, frozen

__all__ = ["NO_REST", "Rest"]


@frozen
class Rest:
    """The numbers and the budgets of each rule over such files, and by how much sizes exceed the number of sites."""

    counts: Mapping[str, int] = field(default_factory=dict)
    budgets: Mapping[str, int] = field(default_factory=dict)
    sizes: int = 0


NO_REST = Rest()
