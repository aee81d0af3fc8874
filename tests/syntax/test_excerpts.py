"""Some stretches of a source as a text of its own, and the way back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ratchet.syntax.excerpts import excerpt


def test_lines_keep_their_numbers_and_offsets_find_back() -> None:
    source = b"one\ntwo\nthree\nfour { five }\nsix\n"
    part = excerpt(source, [(4, 7), (14, 20), (26, 27)])
    assert part.text == b"\ntwo\n\nfour {}"
    assert [part.start(offset) for offset in (1, 6, 12)] == [4, 14, 26]
    assert [part.end(offset) for offset in (4, 12, 13)] == [7, 20, 27]


@given(st.lists(st.sampled_from([b"a", b"bc", b"\n", b" "]), max_size=40), st.data())
def test_every_letter_is_where_it_was(pieces: list[bytes], data: st.DataObject) -> None:
    source = b"".join(pieces)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(source)), max_size=8, unique=True)))
    stretches = list(zip(cuts[::2], cuts[1::2], strict=False))
    part = excerpt(source, stretches)
    kept = [offset for start, end in stretches for offset in range(start, end)]
    found = {part.start(at): at for at in range(len(part.text)) if part.start(at) in kept}
    assert sorted(found) == kept
    for offset, at in found.items():
        assert part.text[at] == source[offset]
        assert part.text.count(b"\n", 0, at) == source.count(b"\n", 0, offset)
        assert part.end(at + 1) == offset + 1
