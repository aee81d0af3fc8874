"""The verb `layers`: what is above may depend on what is below, never the other way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ratchet.kinds.layers import LayersSpec
from ratchet.model.graph import joined
from tests.kinds.fitting import found, graph, only_rule, remarks, units
from tests.rulebook.complaints import complaints

SHOP = graph(
    "s.ui>s.api s.api>s.db s.db>s.api.v1 s.api>s.jobs s.jobs>s.log s.log>s.ui s.ui>s.db",
    "python",
    more="s s.api.v1",
)
THREE = "of: [ui, api, db]"


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        (f"{{within: mod:s, {THREE}}}", {"s.api -> s.jobs": 1, "s.db -> s.api.v1": 1}),
        (f"{{within: mod:s, {THREE}, reach: direct}}", {"s.db -> s.api.v1": 1}),
        ("{of: [mod:s.ui, mod:s.api, mod:s.db], reach: direct}", {"s.db -> s.api.v1": 1}),
        (f"{{within: mod:s, {THREE}, reach: direct, closed: [api]}}", {"s.db -> s.api.v1": 1, "s.ui -> s.db": 1}),
        ("{within: mod:s, of: [ui, api | db], reach: direct}", {"s.api -> s.db": 1, "s.db -> s.api.v1": 1}),
        ("{within: mod:s, of: [ui, api & db], reach: direct}", {}),
        ("{of: [mod:s.ui, low], reach: direct}", {}),
        ("{within: mod:s, of: [ui, low], reach: direct}", {}),
        ("{within: mod:s, of: [db, ui], reach: direct}", {"s.ui -> s.db": 1}),
        (f"{{within: mod:s, {THREE}, except: [{{from: mod:s.db, to: mod:s.api, why: w}}], reach: direct}}", {}),
    ],
)
def test_what_is_below_does_not_know_what_is_above(said: str, numbers: dict[str, int]) -> None:
    assert units(f"layers: {said}", SHOP, {"low": ("mod:s.api", "mod:s.db")}) == numbers


def test_a_way_through_what_is_in_no_layer_is_shown() -> None:
    [_, finding] = sorted(found(f"layers: {{within: mod:s, {THREE}}}", SHOP), key=lambda each: each.unit, reverse=True)
    assert finding.text == "s.api -> s.jobs -> s.log -> s.ui"


def test_all_that_is_within_stands_in_a_layer_where_the_layers_are_exhaustive() -> None:
    said = f"layers: {{within: mod:s, {THREE}, reach: direct, exhaustive: true}}"
    assert units(said, SHOP) == {"mod:s.jobs": 1, "mod:s.log": 1, "s.db -> s.api.v1": 1}
    excepted = said.replace("}", ", except: [{from: mod:s.log, why: w}, {from: mod:s.jobs, why: w}]}")
    assert units(excepted, SHOP) == {"s.db -> s.api.v1": 1}


def test_what_another_language_has_beside_the_layers_is_within_none_of_them() -> None:
    script = graph("s/static/page.js>s/static/more.js", "typescript")
    said = f"layers: {{within: mod:s, {THREE}, reach: direct, exhaustive: true}}"
    assert units(said, joined((SHOP, script))) == units(said, SHOP)


def test_a_layer_that_matches_nothing_cannot_be_judged() -> None:
    said = "layers: {within: mod:s, of: [ui, apy]}"
    assert remarks(said, SHOP) == ["!the layer `apy`, that is `mod:s.apy` matches nothing, so the rule says nothing"]
    assert remarks(said.replace("]}", "], may_be_empty: true}"), SHOP) == []


def test_names_within_are_divided_as_the_language_divides_them() -> None:
    web = graph("src/db>src/ui", "typescript")
    for within in ("mod:src/", "mod:src, graph: typescript"):
        assert units(f"layers: {{within: {within}, of: [ui, db]}}", web) == {"src/db -> src/ui": 1}
    files = replace(web, nodes={id_: replace(node, path=id_) for id_, node in web.nodes.items()})
    assert units("layers: {within: path:src/, of: [ui, db]}", files) == {"src/db -> src/ui": 1}


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("{of: [mod:a]}", "layers.of: needs at least 2 entries"),
        ("{of: [mod:a, mod:a]}", "layers.of: names the layer `mod:a` twice"),
        ("{of: [mod:a, mod:b |]}", "layers.of: has a layer without a name"),
        (
            "{of: [mod:a, mod:b | mod:c & mod:d]}",
            "layers.of[1]: mixes `|` (independent) and `&` (may depend on each other)",
        ),
        ("{of: [mod:a, b]}", "layers.of[1]: `b` is no selector; they begin with crate:, mod:, path:, ext:, std:"),
        ("{of: [mod:a, mod:b], closed: [mod:c]}", "layers.closed: `mod:c` is no layer"),
        ("{of: [mod:a, mod:b], exhaustive: true}", "layers.exhaustive: needs `within`: all of what?"),
        ("{of: [a, b], within: crate:x}", "layers.within: takes one `mod:` or `path:`"),
    ],
)
def test_a_mistake_is_found_where_it_stands(said: str, wrong: str) -> None:
    assert wrong in [each.partition(" ")[2] for each in complaints(lambda: only_rule(f"layers: {said}"))]


SAID = f"layers: {{within: mod:s, {THREE}, exhaustive: true}}"


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ("layers: {within: mod:s, of: [ui, api, db], reach: transitive, exhaustive: true}", True),
        (SAID.replace("}", ", may_be_empty: true}"), True),
        (SAID.replace(", exhaustive: true", ""), False),
        (SAID.replace("ui, api", "api, ui"), False),
        (SAID.replace("api, db", "api | db"), False),
        (SAID.replace("}", ", closed: [api]}"), False),
        (SAID.replace("}", ", reach: direct}"), False),
        (SAID.replace("within: mod:s", "within: mod:t"), False),
    ],
)
def test_what_measures_something_else_means_something_else(other: str, same: bool) -> None:
    assert (only_rule(SAID).spec.meaning == only_rule(other).spec.meaning) is same


def test_the_order_within_a_layer_means_nothing() -> None:
    one, other = (f"layers: {{of: [mod:a, {pair}]}}" for pair in ("mod:b | mod:c", "mod:c | mod:b"))
    assert only_rule(one).spec.meaning == only_rule(other).spec.meaning
    assert only_rule(one).spec.meaning != only_rule(one.replace("|", "&")).spec.meaning


def test_the_layers_say_themselves() -> None:
    spec = only_rule("layers: {of: [mod:a, mod:b | mod:c]}").spec
    assert isinstance(spec, LayersSpec)
    assert spec.sentence == (
        "none of mod:a > mod:b | mod:c may depend on what stands before it, directly or through what is in no layer; "
        "along normal and build edges; optional, type-only, lazy and possible ones included"
    )
