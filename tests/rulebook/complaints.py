"""What a reader says against bad input, as lines that a test can compare."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ratchet.model.errors import RatchetError


def complaints(read: Callable[[], object]) -> list[str]:
    """`file:line:column message` of every mistake, in the order they are reported."""
    with pytest.raises(RatchetError) as caught:
        read()
    return [f"{mistake.place} {mistake.message}" for mistake in caught.value.mistakes]


def hints(read: Callable[[], object]) -> list[str]:
    """The hint of every mistake, in the same order."""
    with pytest.raises(RatchetError) as caught:
        read()
    return [mistake.hint for mistake in caught.value.mistakes]
