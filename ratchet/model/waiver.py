"""An explicit, owned, dated permission to exceed a budget."""

from __future__ import annotations

from datetime import date, timedelta

from ratchet.model.errors import Place
from ratchet.model.value import frozen

__all__ = ["SOON", "Waiver"]

SOON = timedelta(days=14)


@frozen
class Waiver:
    """One `[[waiver]]` of `baselines/waivers.toml`."""

    rule: str
    path: str
    allow: int
    reason: str
    owner: str
    expires: date
    issue: str = ""
    place: Place | None = None

    def expired(self, today: date) -> bool:
        """The permission ends at the end of its last day."""
        return self.expires < today

    def expires_soon(self, today: date) -> bool:
        """Within two weeks: time to fix the code or to talk to the owner."""
        return not self.expired(today) and self.expires - today <= SOON
