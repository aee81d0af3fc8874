"""What a command that sets something up wrote, kept and left alone."""

from __future__ import annotations

from ratchet.model.exits import Exit
from ratchet.model.reports import Done, Setting
from ratchet.model.value import frozen

__all__ = ["Setup"]


@frozen
class Setup:
    """The things that were seen to, and what is left for people to do, line by line."""

    settings: tuple[Setting, ...]
    advice: tuple[str, ...] = ()

    @property
    def to_commit(self) -> tuple[str, ...]:
        """The files of the work tree that were written."""
        return tuple(each.what for each in self.settings if each.to_commit)

    @property
    def exit_code(self) -> Exit:
        """What stands in the way is for its owner to decide, and until then it is not set up."""
        return Exit.CANNOT_JUDGE if any(setting.done is Done.LEFT for setting in self.settings) else Exit.OK
