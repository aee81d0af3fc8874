"""What must hold for every piece of Rust that rustc would read, wherever its attributes, macros and comments stand."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ratchet.model.scope import Scope
from tests.counting import measured
from tests.laws.rusty import WATCHED, Code, expressions, form
from tests.laws.rusty_items import programs, together

_BETWEEN = (
    " ",
    "\n",
    "\r\n",
    "\t",
    " /* x.unwrap() */ ",
    " // panic!()\n",
    "/* /* nested */ unsafe { } */",
    " // it's\n",
)
_TORN = (
    "fn torn() { let = ;",
    "mod torn { fn torn() {",
    "fn torn() { f(",
    "/* no end",
    "fn torn() { for<'a> |x: &'a u8| 1; }",
)
_WRAPPERS = ("vec ! [ @ ]", "dbg ! ( @ )", 'println ! ( "{}" , @ )', "m ! { @ }", "std :: vec ! [ a , @ , b ]")


def _seen(text: str) -> tuple[Counter[str], Counter[str]]:
    """The watched sites of a file by rule: those of production, and the others."""
    found = measured({"src/lib.rs": text})
    return (
        Counter(each.rule for each in found.findings if each.rule in WATCHED),
        Counter(each.rule for each in found.outside if each.rule in WATCHED and each.scope is not Scope.INERT),
    )


@given(programs())
@settings(max_examples=150)
def test_every_site_is_counted_where_it_was_put(code: Code) -> None:
    assert _seen(code.text) == (code.sites, code.tested)


@given(programs())
@settings(max_examples=60)
def test_in_a_test_module_nothing_is_production_and_all_is_still_seen(code: Code) -> None:
    wrapped = form("# [ cfg ( test ) ] mod tests { @ }", code)
    assert _seen(wrapped.text) == (Counter(), code.sites + code.tested)


@given(programs(), programs())
@settings(max_examples=60)
def test_code_after_code_counts_as_much_as_both(first: Code, second: Code) -> None:
    both = zip(_seen(first.text), _seen(second.text), strict=True)
    assert _seen(together(first, second).text) == tuple(one + other for one, other in both)


@given(programs(), st.integers(0, 2**32))
@settings(max_examples=100)
def test_comments_and_line_ends_between_any_two_tokens_are_neutral(code: Code, seed: int) -> None:
    chosen = random.Random(seed)
    text = "".join(token + chosen.choice(_BETWEEN) for token in code.tokens)
    assert _seen(text) == (code.sites, code.tested)
    assert _seen("\ufeff" + text.replace("\r\n", "\n").replace("\n", "\r\n")) == (code.sites, code.tested)


@given(programs(), st.sampled_from(_TORN))
@settings(max_examples=80)
def test_what_does_not_parse_at_the_end_changes_nothing_before_it(code: Code, torn: str) -> None:
    assert _seen(f"{code.text}\n{torn}") == (code.sites, code.tested)


@given(expressions(), st.sampled_from(_WRAPPERS))
@settings(max_examples=80)
def test_a_macro_around_an_expression_changes_nothing(code: Code, wrapper: str) -> None:
    wrapped = form("fn a ( ) { let y = @ ; }", form(wrapper, code))
    assert _seen(wrapped.text) == (code.sites, code.tested)


@given(st.lists(programs(), min_size=12, max_size=12))
@settings(max_examples=8, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
def test_rustfmt_changes_nothing(tmp_path_factory: pytest.TempPathFactory, codes: list[Code]) -> None:
    """Many programs at once, as each start of rustfmt costs; and so nothing is gained by shrinking."""
    rustfmt = shutil.which("rustfmt")
    if rustfmt is None or subprocess.run([rustfmt, "--version"], capture_output=True, check=False).returncode:
        pytest.skip("NOT CHECKED AGAINST RUSTFMT: there is no `rustfmt` here (rustup component add rustfmt)")
    files = _written(tmp_path_factory.mktemp("rustfmt"), codes)
    command = [rustfmt, "--edition", "2021", "--config-path", str(files[0].parent)]
    done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    formatted = [file.read_text(encoding="utf-8") for file in files]
    assert all(text != code.text for text, code in zip(formatted, codes, strict=True))
    for text, code in zip(formatted, codes, strict=True):
        assert _seen(text) == (code.sites, code.tested), text


def _written(root: Path, codes: list[Code]) -> list[Path]:
    """Each program as a file; the default style, whatever is configured above."""
    (root / "rustfmt.toml").write_text("", encoding="utf-8")
    files = [root / f"p{number}.rs" for number in range(len(codes))]
    for file, code in zip(files, codes, strict=True):
        file.write_text(code.text, encoding="utf-8")
    return files
