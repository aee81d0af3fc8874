"""The patterns that settle orphans leave out each of them, and no other file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratchet.judge.orphaned import orphans_in
from ratchet.model.config import Config
from ratchet.model.globs import matcher
from ratchet.model.inspection import Inspection
from ratchet.model.measured import Measured
from ratchet.model.value import replace
from tests.counting import measured


def patterns(orphans: list[str], others: list[str], config: Config | None = None) -> tuple[str, ...]:
    found = Measured(inspection=Inspection(orphans=tuple(orphans)))
    return orphans_in(found, config or Config(), [*orphans, *others]).exclude


@pytest.mark.parametrize(
    ("orphans", "others", "expected"),
    [
        (["src/old.rs"], ["src/lib.rs"], ("src/old.rs",)),
        (["src/old.rs"], [], ("src/old.rs",)),
        (["src/old/a.rs", "src/old/b.rs"], ["src/lib.rs"], ("src/old/**",)),
        (["tools/a/x.rs", "tools/b/c/y.rs"], ["src/lib.rs"], ("tools/**",)),
        (["tools/a/x.rs", "tools/a/y.rs"], ["src/lib.rs"], ("tools/a/**",)),
        (["tools/a/x.rs", "tools/b/y.rs"], ["tools/b/z.py"], ("tools/a/x.rs", "tools/b/y.rs")),
        (["a.rs", "b.rs"], [], ("a.rs", "b.rs")),
        (["src/[x]*?.rs"], [], ("src/[[]x][*][?].rs",)),
    ],
)
def test_a_directory_stands_for_its_files_where_it_holds_nothing_else(
    orphans: list[str], others: list[str], expected: tuple[str, ...]
) -> None:
    assert patterns(orphans, others) == expected


def test_what_the_config_leaves_out_already_stays_in_the_line() -> None:
    assert patterns(["a/x.rs"], [], Config("pyproject.toml", exclude=("vendor/**",))) == ("vendor/**", "a/x.rs")


_PATHS = st.lists(st.sampled_from("abc[*?]é"), min_size=1, max_size=4).map("/".join)


@given(st.sets(_PATHS), st.sets(_PATHS))
def test_the_patterns_leave_out_the_orphans_alone(orphans: set[str], others: set[str]) -> None:
    ours, theirs = [f"{path}.rs" for path in orphans], [f"{path}.rs" for path in others - orphans]
    is_excluded = matcher(patterns(ours, theirs))
    assert all(is_excluded(path) for path in ours)
    assert not any(is_excluded(path) for path in theirs)


def test_orphans_come_with_their_production_sites() -> None:
    files = {
        "src/lib.rs": "fn f() { g().unwrap(); }",
        "src/a.rs": "",
        "src/b.rs": "fn f() { g().unwrap(); h().unwrap(); }\n#[cfg(test)] mod t { fn f() { g().unwrap(); } }",
    }
    found = measured(files)
    orphans = orphans_in(found, Config(), found.paths)
    assert (orphans.files, orphans.sites) == ((("src/b.rs", 2), ("src/a.rs", 0)), 2)
    assert (orphans.config, orphans.exclude) == ("ratchet.toml", ("src/a.rs", "src/b.rs"))
    none = orphans_in(replace(found, inspection=Inspection()), Config(), found.paths)
    assert (none.files, none.exclude) == ((), ())
