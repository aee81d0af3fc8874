"""Count what matters outside tests, remember it file by file, and refuse to let it get worse."""

from __future__ import annotations

TYPE_CHECKING = False  # known to type checkers by its name; `typing` takes longer to load than a whole quick answer
if TYPE_CHECKING:
    from ratchet.library import check, count, diff, explain, find_top, tighten
    from ratchet.model.errors import Mistake, RatchetError
    from ratchet.model.finding import Finding, State
    from ratchet.model.reports import CountReport, DiffReport, Explanation, Tightening
    from ratchet.model.verdict import Cause, Delta, DeltaKind, Exit, Judged, Verdict
    from ratchet.model.version import __version__

__all__ = [
    "Cause",
    "CountReport",
    "Delta",
    "DeltaKind",
    "DiffReport",
    "Exit",
    "Explanation",
    "Finding",
    "Judged",
    "Mistake",
    "RatchetError",
    "State",
    "Tightening",
    "Verdict",
    "__version__",
    "check",
    "count",
    "diff",
    "explain",
    "find_top",
    "tighten",
]

_HOMES = {
    "ratchet.library": ("check", "count", "diff", "explain", "find_top", "tighten"),
    "ratchet.model.errors": ("Mistake", "RatchetError"),
    "ratchet.model.finding": ("Finding", "State"),
    "ratchet.model.reports": ("CountReport", "DiffReport", "Explanation", "Tightening"),
    "ratchet.model.verdict": ("Cause", "Delta", "DeltaKind", "Exit", "Judged", "Verdict"),
    "ratchet.model.version": ("__version__",),
}


def __getattr__(name: str) -> object:
    """What the library offers, loaded when it is asked for: `ratchet --version` must not pay for it."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
