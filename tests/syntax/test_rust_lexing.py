"""What letters tell at once is what a walk over all pieces tells."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratchet.syntax.rust import lexing

_PIECES = ["(", ")", "[", "]", "{", "}", '"', "'", "r#", "#", "//", "/*", "*/", "\\", "\n", " ", "a", "b", "r", "'a'"]


@given(st.lists(st.sampled_from(_PIECES), max_size=14))
@settings(max_examples=1500)
def test_the_quick_look_agrees_with_the_walk(pieces: list[str]) -> None:
    source = "".join(pieces).encode()
    seen = lexing.open_end(source), lexing.balanced(source)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lexing, "code_of", lambda _: None)
        assert seen == (lexing.open_end(source), lexing.balanced(source))


def test_brackets_may_be_as_deep_as_they_like() -> None:
    source = b"(" * 500 + b")" * 500
    assert lexing.balanced(source) == source
    assert lexing.balanced(source + b")") == source + b" "
