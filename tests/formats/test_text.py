"""The formats over rich values: equal to their golden files; RATCHET_BLESS=1 writes them anew."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from ratchet.formats.catalogue import render
from ratchet.formats.paint import Paint
from ratchet.formats.style import Style
from ratchet.model.errors import Mistake, Place
from ratchet.model.inspection import Inspection
from ratchet.model.reports import CountReport
from tests.formats.samples import COUNT, GOLDEN, renderings
from tests.formats.verdicts import FAIL, UNWRAP, finding
from tests.self.modules import TOP

BLESSING = bool(os.environ.get("RATCHET_BLESS"))
SCRIPT = "import sys; from tests.formats.samples import renderings; sys.stdout.write(repr(dict(renderings())))"


@pytest.mark.parametrize("name", renderings())
def test_a_report_reads_as_its_golden_file(name: str) -> None:
    path, made = GOLDEN / name, renderings()[name].encode()
    if BLESSING:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(made)
    written = path.read_bytes().decode() if path.is_file() else ""
    assert made.decode() == written, f"{name} is out of date: RATCHET_BLESS=1 pytest tests/formats/test_text.py"


def test_every_golden_file_belongs_to_a_report() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == set(renderings())


def rendered_by_a_process(seed: str) -> str:
    environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": str(TOP), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, cwd=TOP, env=environment, capture_output=True, check=True, timeout=120)
    return done.stdout.decode()


def test_reports_do_not_depend_on_the_hash_seed() -> None:
    assert rendered_by_a_process("1") == rendered_by_a_process("2") == repr(dict(renderings()))


@pytest.mark.parametrize("name", renderings())
def test_a_report_ends_with_one_newline_and_has_no_trailing_blanks(name: str) -> None:
    text = renderings()[name]
    assert text.endswith("\n") or text == ""
    assert not text.endswith("\n\n")
    if name.endswith(".txt"):
        assert [line for line in text.split("\n") if line != line.rstrip()] == []


@pytest.mark.parametrize("name", [name for name in renderings() if name.endswith(".json")])
def test_json_is_ascii_and_one_document(name: str) -> None:
    text = renderings()[name]
    assert text.isascii()
    assert [letter for letter in text if not letter.isprintable() and letter != "\n"] == []
    assert json.loads(text)["schema"].startswith("ratchet/")


def test_a_path_that_is_not_utf_8_survives_json() -> None:
    odd = "src/\udcff\udce4\x1b[31m\u202e.rs"
    counted = CountReport(
        Inspection(1, 0, (odd,), orphans=(odd,)),
        (finding(UNWRAP, odd, 3, symbol=odd),),
        (),
        (),
        (Mistake(odd, Place(odd), odd),),
    )
    text = render("count", "json", counted, Style())
    assert text.isascii()
    read = json.loads(text)
    assert read["findings"][0]["path"] == read["findings"][0]["symbol"] == odd
    assert read["inspected"]["degraded"] == read["inspected"]["orphans"] == [odd]
    assert [read["problems"][0][key] for key in ("message", "path", "hint")] == [odd] * 3


def test_numbers_of_a_loosening_are_numbers_and_patterns_are_text() -> None:
    loosenings = json.loads(render("check", "json", FAIL, Style()))["loosenings"]
    values = {each["what"]: (each["from"], each["to"]) for each in loosenings}
    assert values["budget-raised"] == (3, 5)
    assert values["waiver-added"] == (0, 1)
    assert values["waiver-extended"] == ("2026-12-31", "2027-12-31")
    assert values["exclude-widened"] == (None, "²")
    assert values["baseline-deleted"] == (None, None)


def test_a_narrow_terminal_cuts_the_details_of_a_file_and_neither_its_number_nor_a_colour() -> None:
    plain = render("count", "text", COUNT, Style(Paint(columns=34))).split("\n")
    row = next(line for line in plain if line.startswith("src/file00.rs"))
    assert row == "src/file00.rs     26  rust/expect…"
    coloured = render("count", "text", COUNT, Style(Paint(colour=True, columns=34))).split("\n")
    assert [line.count("\x1b[0m") for line in coloured] == [line.count("\x1b[") // 2 for line in coloured]
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in coloured] == plain
