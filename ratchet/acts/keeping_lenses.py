"""Compiled queries that are kept: to make them takes longer than to read a file through them."""

from __future__ import annotations

from ratchet.model.language import Language
from ratchet.repo.store import Store
from ratchet.syntax.wanted import Measure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ratchet.syntax.lens import Lens

__all__ = ["keep_lens", "kept_lens", "lens_named"]

_KIND = "lens"


def lens_named(name: str, language: Language, measures: tuple[Measure, ...], store: Store | None) -> Lens:
    """The lens that earlier runs kept under a name, or a new one."""
    kept = _kept(name, store)
    if kept is not None:
        from ratchet.syntax.lens_keeping import lens_of  # a run that reads no file need not know how

        try:
            return lens_of(kept)
        except (ValueError, TypeError, EOFError):
            pass  # of another shape: as good as none
    from ratchet.syntax.lens_making import compile_lens

    return compile_lens(language, measures)


def kept_lens(name: str, language: Language, measures: tuple[Measure, ...], store: Store | None) -> bytes:
    """The lens as it is kept: made for a record, and from then on there for every run."""
    kept = _kept(name, store)
    return keep_lens(name, lens_named(name, language, measures, None), store) if kept is None else kept


def keep_lens(name: str, lens: Lens, store: Store | None) -> bytes:
    """Let later runs have a lens, where none is kept yet; back comes what they get."""
    kept = _kept(name, store)
    if kept is not None:
        return kept
    from ratchet.syntax.lens_keeping import lens_bytes

    made = lens_bytes(lens)
    if store is not None:
        store.put(_KIND, {name: made})
    return made


def _kept(name: str, store: Store | None) -> bytes | None:
    return store.get(_KIND, (name,)).get(name) if store is not None else None
