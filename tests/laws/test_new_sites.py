"""The site that is called new is the one that was written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratchet.judge.moves import match
from tests.counting import measured

_FORMS = {
    "statements": ("fn f() {{\n{}\n}}\n", "    {}.unwrap();"),
    "macro arguments": ("fn f() {{ let v = vec![\n{}\n    ]; }}\n", "        {}.unwrap(),"),
    "a macro body": ("macro_rules! m {{ () => {{\n{}\n}} }}\n", "    {}.unwrap();"),
    "arguments of a call": ("fn f() {{ g(\n{}\n    ); }}\n", "        {}.unwrap(),"),
    "nested macros": ("fn f() {{ a!(b!(\n{}\n    )); }}\n", '        "{}".parse().unwrap(),'),
}


@settings(max_examples=15)
@pytest.mark.parametrize("form", _FORMS)
@given(
    names=st.lists(st.from_regex(r"[a-z]{3,8}", fullmatch=True), min_size=2, max_size=6, unique=True), data=st.data()
)
def test_an_inserted_line_is_the_new_one(form: str, names: list[str], data: st.DataObject) -> None:
    whole, line = _FORMS[form]
    place = data.draw(st.integers(0, len(names) - 1))
    before = whole.format("\n".join(line.format(name) for name in names if name != names[place]))
    after = whole.format("\n".join(line.format(name) for name in names))
    matching = match(measured({"src/lib.rs": before}).findings, measured({"src/lib.rs": after}).findings)
    (added,) = matching.added
    assert (added.span.line, matching.removed) == (place + 2, ())
