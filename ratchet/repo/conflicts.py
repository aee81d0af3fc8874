"""A text with conflict markers taken apart into its sides."""

from __future__ import annotations

import re

from ratchet.model.errors import Place, RatchetError
from ratchet.model.value import frozen

__all__ = ["Sides", "has_markers", "sides_of"]

# Markers of any length: in a virtual ancestor, git nests longer ones.
_ANY = re.compile(rb"^(?:<{7,}|>{7,}|\|{7,})(?: |\r?$)", re.MULTILINE)
_MARKER = re.compile(rb"(<{7}|\|{7}|={7}|>{7})(?: [^\n]*)?\r?\n?\Z")
_NEXT = {b"<": "ours", b"|": "ancestor", b"=": "theirs", b">": "all"}
_AFTER = {"ours": ("all",), "ancestor": ("ours",), "theirs": ("ours", "ancestor"), "all": ("theirs",)}


@frozen
class Sides:
    """What the two sides say, and the ancestor where the markers show it (`merge.conflictStyle` diff3 or zdiff3)."""

    ours: bytes
    theirs: bytes
    ancestor: bytes | None


def has_markers(text: bytes) -> bool:
    """Whether a merge left a conflict in it."""
    return _ANY.search(text) is not None


def sides_of(path: str, text: bytes) -> Sides:
    """The sides of a text with markers. Raises RatchetError where the markers do not fit together."""
    parts: dict[str, list[bytes]] = {"ours": [], "theirs": [], "ancestor": []}
    state, shown, conflicts = "all", 0, 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        marker = _MARKER.match(line)
        if marker is None:
            for name in parts if state == "all" else (state,):
                parts[name].append(line)
            continue
        after = _NEXT[marker[1][:1]]
        if state not in _AFTER[after]:
            raise _broken(path, number)
        conflicts += after == "ours"
        shown += after == "ancestor"
        state = after
    if state != "all":
        raise _broken(path, text.count(b"\n"))
    ancestor = b"".join(parts["ancestor"]) if shown == conflicts else None
    return Sides(b"".join(parts["ours"]), b"".join(parts["theirs"]), ancestor)


def _broken(path: str, line: int) -> RatchetError:
    return RatchetError(
        "the conflict markers do not fit together: some are missing or out of order",
        Place(path, line),
        f"let git write them anew: git checkout --merge -- {path}",
    )
