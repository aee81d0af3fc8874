"""Data against its shape: every mistake in words, with its place in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ratchet.model.errors import Mistake, Place, RatchetError
from ratchet.model.shape import Step, Wrong
from ratchet.rulebook.yaml_document import Document

__all__ = ["as_mistakes", "document_mistakes", "named", "raise_any", "without_wrong"]


def as_mistakes(wrongs: Iterable[Wrong], place: Callable[[Wrong], Place]) -> list[Mistake]:
    """What does not fit, in words and with places."""
    return [Mistake(named(wrong.path, wrong.message, wrong.on_key), place(wrong), wrong.hint) for wrong in wrongs]


def document_mistakes(wrongs: Iterable[Wrong], document: Document) -> list[Mistake]:
    """What does not fit in a YAML document."""
    return as_mistakes(wrongs, lambda wrong: document.place(wrong.path, wrong.on_key))


def without_wrong(data: Mapping[str, object], wrongs: Iterable[Wrong]) -> dict[str, object]:
    """The keys whose values fit, so that what else is wrong with them can be said in the same breath."""
    keys = {wrong.path[0] for wrong in wrongs if wrong.path}
    return {key: value for key, value in data.items() if key not in keys}


def named(path: tuple[Step, ...], message: str, on_key: bool = False) -> str:
    """The message, after the way to the value: `count.scope: …`; an unknown key names itself."""
    steps = path[:-1] if on_key else path
    way = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")
    return f"{way}: {message}" if way else message


def raise_any(mistakes: Iterable[Mistake]) -> None:
    """Raise all mistakes as one error, in the order of their places; nothing if there are none."""
    ordered = sorted(mistakes, key=lambda mistake: mistake.place or Place(""))
    if ordered:
        raise RatchetError.of(tuple(ordered))
