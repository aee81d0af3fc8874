"""Read as mere tokens, a file that parses has the scopes and the sites that its tree shows."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings

from ratchet.acts.finding import measures_of
from ratchet.model.facts import Region
from ratchet.syntax import rust
from ratchet.syntax.finding import find
from ratchet.syntax.found import Found
from ratchet.syntax.lens import Lens
from ratchet.syntax.lens_making import compile_lens
from ratchet.syntax.looking import look
from ratchet.syntax.nesting import enclosing
from ratchet.syntax.parsing import parse
from tests.counting import shipped_policy
from tests.laws.rusty import Code
from tests.laws.rusty_items import programs

Seen = set[tuple[int, str, str]]


@cache
def _lens() -> Lens:
    policy = shipped_policy()
    wanted = [
        each for each in measures_of(policy.rulebook, "rust") if each.rule in ("rust/unwrap", "rust/unsafe-block")
    ]
    return compile_lens(policy.languages["rust"], tuple(wanted))


def _seen(text: bytes, moved: int) -> Seen:
    """Where each site ends in the text as it was, its rule, and its scope."""
    lens = _lens()
    root = parse(lens.language, text).root_node
    regions, _ = rust.scopes(root, text, lens.language)
    found = find(lens, look(lens, root, text)).found
    around = enclosing(regions, [each.start for each in found])
    return {_site(each, within, moved) for each, within in zip(found, around, strict=True)}


def _site(found: Found, around: tuple[Region, ...], moved: int) -> tuple[int, str, str]:
    inert = any(region.scope is None for region in around)
    scope = next((str(region.scope) for region in around if region.scope), "production")
    return found.end - moved, _lens().measures[found.measure].rule, "none" if inert else scope


@given(programs())
@settings(max_examples=120)
def test_tokens_and_tree_agree_on_every_site_that_counts(code: Code) -> None:
    text = code.text.encode()
    tokens = rust.tokens(text, (0, len(text)))
    by_tree, by_tokens = _seen(text, 0), _seen(tokens.text, tokens.moved)
    assert {site for site in by_tokens if site[2] != "none"} == {site for site in by_tree if site[2] != "none"}
