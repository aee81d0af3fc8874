"""Nothing that a repository can say steers the terminal of whoever reads a report."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date
from enum import Enum
from typing import Any, TypeVar, cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ratchet.formats import (
    examples_text,
    explain_text,
    git_setup_text,
    init_text,
    merge_text,
    rule_page,
    tighten_text,
    waive_text,
)
from ratchet.formats.catalogue import names, render
from ratchet.formats.frames import frame
from ratchet.formats.mistakes import mistake_lines
from ratchet.formats.paint import PLAIN, Paint, inert
from ratchet.formats.style import Layout, Style
from ratchet.model.facts import Span
from ratchet.model.inspection import Inspection
from tests.formats import samples, verdicts

T = TypeVar("T")

STEERING = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
ATTACKS = (
    "\x1b[2J\x1b[31m",  # clear the screen
    "\x1b]0;title\x07",  # rename the window
    "\x1b]8;;http://example.org\x1b\\",  # link elsewhere
    "\rPASS  nothing got worse",  # write over the line
    "\nPASS  nothing got worse",  # add one
    "\x08\x08\x7f\x00",
    "\x85\x9b31m\x90",  # the same with one byte (C1)
    "\u202egnp.\u2066\u2069\u200f\u061c",  # show it in another order
    "\u2028\u2029\v\f\x1c\x1d\x1e",  # other ends of a line
    "\u200b\u200d\ufeff\u00ad\U000e0041",  # invisible
    "\udc80\udcff\ud800",  # bytes that are no text
)
ANY = st.characters(categories=("L", "M", "N", "P", "S", "Zs", "Cc", "Cf", "Cs", "Co", "Zl", "Zp"))
WORDS = st.lists(st.one_of(st.sampled_from(ATTACKS), st.text(ANY, max_size=8)), min_size=1, max_size=4).map("".join)


def steering(shown: str) -> list[str]:
    """The characters of a text that a terminal would obey rather than show."""
    return [character for character in shown if unicodedata.category(character) in STEERING and character != "\n"]


def poisoned(value: T, poison: str) -> T:
    """The same value, in which every text carries the poison."""
    return cast(T, _poisoned(value, poison))


def _poisoned(value: Any, poison: str) -> Any:
    if isinstance(value, str) and not isinstance(value, Enum):
        return value[:1] + poison + value[1:] if value else value
    if isinstance(value, tuple | frozenset):
        return type(value)(_poisoned(each, poison) for each in value)
    if isinstance(value, Mapping):
        return {_poisoned(key, poison): _poisoned(each, poison) for key, each in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return type(value)(**{name: _poisoned(each, poison) for name, each in fields.items()})
    assert value is None or isinstance(value, int | date | Enum), f"{value!r} may hold text that is not poisoned"
    return value


def _verdict(poison: str, paint: Paint) -> str:
    style = Style(paint)
    each = [render("check", "text", poisoned(verdict, poison), style) for verdict in samples.VERDICTS.values()]
    return "".join(each)


def _count(poison: str, paint: Paint) -> str:
    report = poisoned(samples.COUNT, poison)
    nothing = dataclasses.replace(report, inspection=Inspection())
    return render("count", "text", report, Style(paint)) + render("count", "text", nothing, Style(paint))


def _tighten(poison: str, paint: Paint) -> str:
    report = poisoned(samples.TIGHTENING, poison)
    unnamed = dataclasses.replace(report, written=())
    return tighten_text.render(report, paint, True) + tighten_text.render(unnamed, paint, True)


def _waive(poison: str, paint: Paint) -> str:
    return waive_text.render(poisoned(samples.WAIVER, poison), f"baselines{poison}/waivers.toml", paint)


def _init(poison: str, paint: Paint) -> str:
    report = poisoned(samples.ADOPTION, poison)
    return init_text.render(report, paint) + init_text.render(dataclasses.replace(report, first=False), paint)


def _mistakes(poison: str, paint: Paint) -> str:
    return "\n".join(mistake_lines(poisoned(verdicts.PROBLEMS, poison), "error", paint))


def _format(report: str, form: str, style: Style) -> Callable[[str, Paint], str]:
    """One format over what has everything."""
    value = {report: value for report, value in samples.EVERYTHING.values() if value is not verdicts.PASS}[report]

    def shown(poison: str, paint: Paint) -> str:
        return render(report, form, poisoned(value, poison), dataclasses.replace(style, paint=paint))

    return shown


FORMATS: Mapping[str, Callable[[str, Paint], str]] = {
    **{f"check, {layout}": _format("check", "text", Style(layout=layout)) for layout in Layout},
    "check": _verdict,
    "count": _count,
    "diff": lambda poison, paint: render("diff", "text", poisoned(samples.DIFF, poison), Style(paint)),
    "tighten": _tighten,
    "init": _init,
    "explain": lambda poison, paint: explain_text.render(poisoned(samples.EXPLANATION, poison), paint),
    "test": lambda poison, paint: examples_text.render(poisoned(samples.TRIED, poison), paint),
    "merge": lambda poison, paint: merge_text.render(poisoned(samples.MERGING, poison), paint),
    "init --git": lambda poison, paint: git_setup_text.render(poisoned(samples.GIT_SETUP, poison), paint),
    "waive": _waive,
    "mistakes": _mistakes,
}
EACH = pytest.mark.parametrize("name", FORMATS)
MACHINES: Mapping[str, Callable[[str, Paint], str]] = {
    f"{report} as {form}": _format(report, form, Style())
    for report in ("check", "count", "diff", "problems")
    for form in names(report)
    if form != "text"
}


def every_attack(test: Callable[..., None]) -> Callable[..., None]:
    """Each attack by itself, and then whatever Hypothesis makes of them."""
    for attack in ATTACKS:
        test = example(poison=attack)(test)
    return settings(max_examples=settings().max_examples // 5)(given(poison=WORDS)(test))


@EACH
@every_attack
def test_no_text_reaches_the_terminal_as_a_command(name: str, poison: str) -> None:
    shown = FORMATS[name](poison, PLAIN)
    assert steering(shown) == []
    assert shown.encode("utf-8")


@EACH
@every_attack
def test_colours_are_the_only_commands_in_a_coloured_report(name: str, poison: str) -> None:
    shown = FORMATS[name](poison, Paint(True))
    for code in ("0", "1", "2", "1;31", "32", "1;33", "1;94", "94"):
        shown = shown.replace(f"\x1b[{code}m", "")
    assert shown == FORMATS[name](poison, PLAIN)


@EACH
@every_attack
def test_no_text_adds_a_line(name: str, poison: str) -> None:
    assert FORMATS[name](poison, PLAIN).count("\n") == FORMATS[name]("x", PLAIN).count("\n")


@pytest.mark.parametrize("name", MACHINES)
def test_a_machine_format_is_inert_too_and_never_has_a_colour(name: str) -> None:
    lines = MACHINES[name]("x", PLAIN).count("\n")
    for poison in (*ATTACKS, "".join(ATTACKS)):
        shown = MACHINES[name](poison, Paint(True))
        assert steering(shown) == []
        assert shown.encode("utf-8")
        assert shown.count("\n") <= lines  # a comment has room for so much, and leaves out what is too long


@every_attack
def test_the_page_of_a_rule_is_inert(poison: str) -> None:
    shown = rule_page.render(poisoned(verdicts.UNWRAP, poison), (f"production{poison}",))
    assert steering(shown) == []


@given(st.text(ANY), st.integers(1, 40), st.integers(1, 40))
def test_a_frame_is_inert(source: str, column: int, end_column: int) -> None:
    lines = ((1, source.replace("\n", "")), (2, source.replace("\n", "\r")))
    shown = frame(lines, Span(1, column, 1, max(column, end_column)), "new", PLAIN)
    assert steering("\n".join(shown)) == []
    assert "\n" not in "".join(shown)


@given(st.text(ANY))
def test_inert_text_is_shown_as_it_is_and_stays_inert(given_text: str) -> None:
    once = inert(given_text)
    assert steering(once) == []
    assert "\n" not in once
    assert inert(once) == once
    if not steering(given_text) and "\n" not in given_text:
        assert once == given_text


def test_a_suggested_command_is_safe_to_paste() -> None:
    delta = dataclasses.replace(verdicts.FAIL.deltas[-1], unit="$(touch gone); it's.py")
    site = verdicts.FAIL.findings[-1]
    site = dataclasses.replace(site, finding=dataclasses.replace(site.finding, path=delta.unit))
    shown = render("check", "text", dataclasses.replace(verdicts.FAIL, deltas=(delta,), findings=(site,)), Style())
    assert """ratchet waive python/print '$(touch gone); it'"'"'s.py' --allow 1""" in shown
