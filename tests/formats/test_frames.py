"""Carets stand under the site, whatever characters its line is made of and however long it is."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ratchet.formats.cells import cells, clipped
from ratchet.formats.frames import frame
from ratchet.formats.paint import PLAIN, Paint
from ratchet.formats.tables import table
from ratchet.model.facts import Span

WIDEST = 160


def columns(text: str) -> list[str]:
    """The cells of a terminal that shows the text: a wide character fills two, a mark joins the one before it."""
    shown: list[str] = []
    for character in text:
        if unicodedata.category(character) in ("Mn", "Me"):
            if shown:
                shown[-1] += character
        elif unicodedata.east_asian_width(character) in ("W", "F"):
            shown += [character, ""]
        else:
            shown.append(character)
    return shown


def shown_frame(line: str, span: Span) -> tuple[str, str, str]:
    """The line as it is shown, the line of the carets, and what stands in the cells above the carets."""
    head, first, second = frame(((span.line, line),), span, "new", PLAIN)
    bar = head.index("|") + 2
    carets = second[bar:].removesuffix(" new")
    cells_above = columns(first[bar:])
    marked = "".join(cell for cell, caret in zip(cells_above, carets, strict=False) if caret == "^")
    return first[bar:], carets, marked


def marked(line: str, site: str) -> str:
    """What the carets mark when the site is the one occurrence of a piece of the line."""
    start = line.index(site) + 1
    return shown_frame(line, Span(7, start, 7, start + len(site)))[2]


@pytest.mark.parametrize(
    "line",
    [
        ".unwrap()",
        "x.unwrap()",
        "\t.unwrap();",
        "\tab\t\tc.unwrap();\t// tab",
        'let 名前 = "値".unwrap();',
        "ｆｕｌｌ.unwrap()",
        "한국어 글자.unwrap()",
        "🦀🦀.unwrap() // 🦀",
        "cafe\u0301 e\u0301\u0302.unwrap()",
        "naïve ß Ω.unwrap()",
        "\u0301x.unwrap()",
        "\x1b[31m\x07\u202e.unwrap()",
        "\udcff\udc80.unwrap()",
        "\t名\t前\t.unwrap()",
        ".unwrap()\r",
        "x" * 151 + ".unwrap()",
    ],
)
def test_carets_stand_under_the_site(line: str) -> None:
    assert marked(line, ".unwrap()") == ".unwrap()"


@pytest.mark.parametrize("site", ["名前", "e\u0301", "🦀", "\t", "\x1b[0m", "ｘ"])
def test_carets_are_as_wide_as_the_site_is_shown(site: str) -> None:
    shown = site.replace("\t", " " * 3).replace("\x1b", "\\x1b")
    assert marked(f"a{site}b", site) == shown


def test_a_tab_reaches_to_the_next_stop_of_four_cells() -> None:
    line, _, _ = shown_frame("\ta\t名\t\u0301\tx", Span(7, 1, 7, 2))
    assert columns(line) == [*"    a   ", "名", "", " ", " \u0301", *"    ", "x"]


def test_the_end_of_a_windows_line_is_not_shown() -> None:
    lines = ((6, "a\r"), (7, "b.unwrap();\r"), (8, "c\r"))
    assert "\\x0d" not in "".join(frame(lines, Span(7, 2, 7, 11), "new", PLAIN))


@pytest.mark.parametrize("before", [0, 10, 150, 159, 160, 161, 400, 100_000])
@pytest.mark.parametrize("after", [0, 1, 200, 100_000])
@pytest.mark.parametrize("filler", ["x", "名", "\x1b", "e\u0301"])
def test_a_site_on_a_long_line_is_seen(filler: str, before: int, after: int) -> None:
    line = filler * before + ".unwrap()" + filler * after
    start = len(filler) * before + 1
    shown, carets, above = shown_frame(line, Span(7, start, 7, start + 9))
    assert above == ".unwrap()"
    assert len(columns(shown)) <= WIDEST
    assert len(carets) <= WIDEST


def test_a_cut_line_says_so_on_each_side_and_shows_what_is_before() -> None:
    line = "a" * 300 + ".unwrap()" + "b" * 300
    shown, carets, _ = shown_frame(line, Span(7, 301, 7, 310))
    assert shown == "…" + "a" * 53 + ".unwrap()" + "b" * 96 + "…"
    assert carets == " " * 54 + "^" * 9
    short, _, _ = shown_frame(".unwrap()" + "b" * 300, Span(7, 1, 7, 10))
    assert short == ".unwrap()" + "b" * 150 + "…"
    last, _, _ = shown_frame("a" * 300 + ".unwrap()", Span(7, 301, 7, 310))
    assert last == "…" + "a" * 53 + ".unwrap()"


def test_a_cut_never_parts_a_mark_from_its_letter() -> None:
    line = "e\u0301" * 300 + ".unwrap()"
    shown, _, _ = shown_frame(line, Span(7, 601, 7, 610))
    assert shown == "…" + "e\u0301" * 53 + ".unwrap()"


def test_a_line_of_nothing_but_marks_is_bounded() -> None:
    shown, carets, _ = shown_frame("a" + "\u0301" * 100_000 + "b", Span(7, 100_002, 7, 100_003))
    assert len(shown) < 1000
    assert carets.strip() == "^"


def test_a_site_longer_than_a_line_is_marked_up_to_the_cut() -> None:
    shown, carets, above = shown_frame("ab" + "x" * 500, Span(7, 3, 7, 503))
    assert shown == "ab" + "x" * 157 + "…"
    assert above == "x" * 157
    assert carets == "  " + "^" * 157


def test_the_lines_around_a_long_line_are_cut_too() -> None:
    lines = ((6, "a" * 300), (7, "x.unwrap()"), (8, "b" * 160))
    shown = frame(lines, Span(7, 2, 7, 11), "new", PLAIN)
    assert shown[1] == "6 | " + "a" * 159 + "…"
    assert shown[-1] == "8 | " + "b" * 160


def test_of_a_site_of_many_lines_the_first_is_marked_to_its_end() -> None:
    lines = ((6, "fn f() {"), (7, "    unsafe {  "), (8, "        g()"))
    assert frame(lines, Span(7, 5, 9, 6), "new", PLAIN) == [
        "  |",
        "6 | fn f() {",
        "7 |     unsafe {",
        "  |     ^^^^^^^^ new",
        "8 |         g()",
    ]


def test_the_first_line_of_a_file() -> None:
    assert frame(((1, "x.unwrap()"), (2, "")), Span(1, 2, 1, 11), "new", PLAIN) == [
        "  |",
        "1 | x.unwrap()",
        "  |  ^^^^^^^^^ new",
        "2 |",
    ]


def test_the_last_line_of_a_file_and_numbers_that_grow_by_a_digit() -> None:
    assert frame(((9, "}"), (10, "x.unwrap()")), Span(10, 2, 10, 11), "", PLAIN) == [
        "   |",
        " 9 | }",
        "10 | x.unwrap()",
        "   |  ^^^^^^^^^",
    ]


def test_without_lines_there_is_no_frame() -> None:
    assert frame((), Span(1, 1, 1, 2), "new", PLAIN) == []


@pytest.mark.parametrize("span", [Span(7, 4, 7, 4), Span(7, 4, 7, 5), Span(7, 90, 7, 99), Span(7, 90, 9, 1)])
def test_a_site_without_width_or_beyond_its_line_has_one_caret(span: Span) -> None:
    assert shown_frame("abc", span)[1] == "   ^"


def test_colours_change_no_column() -> None:
    lines = ((6, "a"), (7, "\t名.unwrap()"), (8, "b"))
    span = Span(7, 3, 7, 12)
    coloured = "\n".join(frame(lines, span, "new", Paint(True)))
    for code in ("0", "1;94", "1;31"):
        coloured = coloured.replace(f"\x1b[{code}m", "")
    assert coloured == "\n".join(frame(lines, span, "new", PLAIN))


@given(st.text(st.sampled_from("ab \t名🦀\u0301\x1b\u200b.()"), max_size=300), st.data())
def test_carets_mark_what_the_site_shows(line: str, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(line)))
    last = data.draw(st.integers(first, min(len(line), first + 9)))
    shown, carets, above = shown_frame(line, Span(7, first + 1, 7, last + 1))
    assert len(columns(shown)) <= WIDEST
    assert carets.strip(" ") == "^" * max(1, len(carets.strip(" ")))
    alone, _, _ = shown_frame(line[first:last].replace("\t", ""), Span(7, 1, 7, 1))
    without_blanks = "".join(columns(alone)).replace(" ", "").lstrip("\u0301")
    if cells(alone):
        assert without_blanks in above.replace(" ", "")


def test_a_table_lines_up_by_cells() -> None:
    rows = [("名前.rs", "1"), ("cafe\u0301.rs", "10"), ("a.rs", "100")]
    lines = table(("file", "sites"), rows, "lr", PLAIN)
    assert [len(columns(line)) for line in lines] == [14] * 4
    assert lines[1:] == ["名前.rs      1", "cafe\u0301.rs     10", "a.rs       100"]


def test_a_frame_fits_the_terminal() -> None:
    lines = ((7, "a" * 300 + ".unwrap()" + "b" * 300),)
    shown = frame(lines, Span(7, 301, 7, 310), "new", Paint(columns=80))
    assert max(len(line) for line in shown) <= 80
    assert shown[1].index(".unwrap()") == shown[2].index("^^^^^^^^^")


@example("e\u0301" * 10, 9)
@given(st.text(st.sampled_from("ab 名🦀\u0301"), max_size=40), st.integers(1, 40))
def test_clipped_text_fits_and_says_that_there_is_more(given_text: str, width: int) -> None:
    shown = clipped(given_text, width)
    assert cells(shown) <= width
    if cells(given_text) <= width:
        assert shown == given_text
    else:
        assert shown.endswith("…")
        assert given_text.startswith(shown[:-1])
        assert cells(shown) >= width - 1
