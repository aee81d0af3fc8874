"""What was read before there was a store is kept as soon as there is one, and forgotten where there is none."""

from __future__ import annotations

from pathlib import Path

from ratchet.acts.policies import Library
from ratchet.repo.store import Store


def test_what_was_read_before_is_kept(tmp_path: Path) -> None:
    library = Library()
    library.keep("config", "a", b"1")
    library.keep("config", "b", None)
    library.keep_in(Store(str(tmp_path / "kept/facts.sqlite")))
    assert library.recall("config", "a", "b") == {"a": b"1"}
    assert library.unkept == []


def test_without_a_store_nothing_is_kept_for_ever() -> None:
    library = Library()
    library.keep("config", "a", b"1")
    library.keep_in(None)
    assert library.unkept == []
    assert library.recall("config", "a") == {}
