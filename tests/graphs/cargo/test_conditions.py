"""Conditions on the platform are written as cargo prints them; an oracle test compares these with cargo."""

from __future__ import annotations

import time

import pytest

from ratchet.graphs.cargo.conditions import normal_form
from tests.graphs.cargo.trees import edge, graph, package

FORMS = {
    "cfg(unix)": "cfg(unix)",
    "cfg( any( unix,windows ) )": "cfg(any(unix, windows))",
    "cfg(all( unix , not( windows) ,))": "cfg(all(unix, not(windows)))",
    "cfg(not (unix))": "cfg(not(unix))",
    'cfg(target_os="linux")': 'cfg(target_os = "linux")',
    'cfg(all(target_os  =  "linux",  any()))': 'cfg(all(target_os = "linux", any()))',
    'cfg(a="b)  c")': 'cfg(a = "b)  c")',
    "cfg(any())": "cfg(any())",
    "cfg(true)": "cfg(true)",
    'cfg(true="x")': 'cfg(true = "x")',
    "cfg(r#true)": "cfg(true)",
    "cfg(r#unix)": "cfg(r#unix)",
    'cfg(r#x="y")': 'cfg(r#x = "y")',
    'cfg(any(all(a,b1_),not(any(c="",d,))))': 'cfg(any(all(a, b1_), not(any(c = "", d))))',
    "x86_64-unknown-linux-gnu": "x86_64-unknown-linux-gnu",
}
REFUSED = (
    "cfg (unix)", " cfg(unix)", "cfg(all)", "cfg(not)", "cfg(unix,)", "cfg()", "cfg(all(unix)windows)",
    "cfg(not(unix,))", "cfg(\tunix)", "cfg(all(a,,b))", "cfg(any(,))", "cfg(é)", "cfg(r#all(unix))", "cfg(1a)",
    'cfg(not="a")', 'cfg(a = "x" "y")', "cfg(unix) )", 'cfg(a = "x)', "cfg(all(a)", "cfg(a =)",
)  # fmt: skip


@pytest.mark.parametrize("written", FORMS)
def test_a_condition_has_the_form_that_cargo_prints(written: str) -> None:
    assert normal_form(written) == FORMS[written]


@pytest.mark.parametrize("written", REFUSED)
def test_what_cargo_refuses_stays_as_it_is_written(written: str) -> None:
    assert normal_form(written) == written


def test_the_edges_have_it() -> None:
    rest = "[target.'cfg(any(unix,windows))'.dependencies]\na = \"1\"\n"
    assert edge(graph({"Cargo.toml": package("b", rest)}), ".", "a@*").cfg == "cfg(any(unix, windows))"


@pytest.mark.parametrize("part", ["all(", "not(", "a,", "(", '"', "=", "a=", ")"])
def test_a_hostile_condition_is_read_in_time(part: str) -> None:
    began = time.process_time()
    normal_form(f"cfg({part * 100_000})")
    assert time.process_time() - began < 4
