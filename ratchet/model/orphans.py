"""The files that no root of a program reaches: they count as production until somebody says what they are."""

from __future__ import annotations

from ratchet.model.value import frozen

__all__ = ["NO_ORPHANS", "Orphans"]


@frozen
class Orphans:
    """Each file with its number of production sites, those with the most first.

    `exclude` are the patterns of the `config` file that would leave them out, behind those that it has already.
    """

    files: tuple[tuple[str, int], ...] = ()
    config: str = ""
    exclude: tuple[str, ...] = ()

    @property
    def sites(self) -> int:
        """The production sites in all of them."""
        return sum(sites for _, sites in self.files)


NO_ORPHANS = Orphans()
