"""Regions and links of one Rust file, from its attributes, macros and module declarations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from ratchet.model.facts import Link, Region
from ratchet.model.language import Language
from ratchet.model.scope import Scope
from ratchet.model.value import frozen
from ratchet.syntax.rust.computed import UNKNOWN, ending, pieces, texts
from ratchet.syntax.rust.effects import Effect, Effects, effects
from ratchet.syntax.rust.leads import Inline, Lead, placed_links
from ratchet.syntax.rust.macro_names import (
    defined_macros,
    include_names,
    matchers,
    own_macros,
    path_macros,
    told_includes,
    told_paths,
)
from ratchet.syntax.rust.marks import (
    SELECT,
    Attribute,
    MacroCall,
    Module,
    attributes,
    macro_calls,
    modules,
)
from ratchet.syntax.rust.owners import Stacks, owner, speaks_for_function
from ratchet.syntax.scoping import Scoped, Stretch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["scopes"]


@frozen
class _Carried:
    """An effect and the code that carries it; with the attributes before that code it begins earlier."""

    start: int
    end: int
    begins: int
    effect: Effect
    line: int
    text: str


class _Words:
    """The words of a language that tell scopes: attributes, and macros."""

    def __init__(self, language: Language) -> None:
        self.effects = effects(language)
        self.macros = dict.fromkeys(language.inert_macros) | dict.fromkeys(language.test_macros, Scope.TEST)


@cache
def _words(language: Language) -> _Words:
    return _Words(language)


def scopes(root: Node, text: bytes, language: Language) -> Scoped:
    """The regions and links of one file."""
    words = _words(language)
    stacks = Stacks()
    found = (_carried(each, text, words.effects, stacks) for each in attributes(root, text, words.effects.names))
    carried = [each for each in found if each]
    kinds = words.macros
    including = include_names(root, text)
    calls = list(macro_calls(root, text, {SELECT, *including, *kinds}))
    telling = [each for each in calls if each.name in kinds or each.name == SELECT]
    own = defined_macros(root, text, {SELECT, *kinds}) if telling else set()
    telling = [each for each in telling if each.name not in own]
    regions = [_region(each) for each in carried if each.effect.scope]
    regions += [_macro_region(each, kinds[each.name]) for each in telling if each.name in kinds]
    regions += [_matcher_region(each) for each in matchers(root, text)]
    regions += [region for each in telling if each.name == SELECT for region in _selected(each, text)]
    by_start: dict[int, list[_Carried]] = {}
    for each in carried:
        by_start.setdefault(each.start, []).append(each)
    declared = list(modules(root, text))
    leads = [*_modules(declared, by_start), *_own_macros(own_macros(root, text))]
    leads += _includes([each for each in calls if each.name in including], including, root, text)
    leads += [_guess(word, "include", "", root) for word in told_includes(root, text, including)]
    leads += [_guess(word, "path", "", path) for word, path in told_paths(root, text)]
    inlines = [_inline(each, each.body, by_start) for each in declared if each.body is not None] if leads else []
    return tuple(regions), placed_links(root, text, leads, regions, inlines)


def _carried(each: Attribute, source: bytes, known: Effects, stacks: Stacks) -> _Carried | None:
    effect = known.of(each.text)
    if not effect:
        return None
    stretch = _stretch(each, source, stacks)
    if stretch is None or (effect.of_functions and not _on_function(each, source, stretch, stacks)):
        return None
    shown = f"{'#!' if each.inner else '#'}[{' '.join(each.text.split())}]"
    return _Carried(*stretch, min(_begins(each, stacks), stretch[0]), effect, each.node.start_point[0] + 1, shown)


def _stretch(each: Attribute, source: bytes, stacks: Stacks) -> Stretch | None:
    if each.in_tokens:
        from ratchet.syntax.rust.token_owners import token_owner  # only macros have attributes among tokens

        return token_owner(each.node, source)
    if each.inner:
        parent = each.node.parent
        return (parent.start_byte if parent.parent else 0, parent.end_byte) if parent else None
    return owner(each.node, stacks)


def _on_function(each: Attribute, source: bytes, stretch: Stretch, stacks: Stacks) -> bool:
    """Whether the carrier is a function; among tokens, whether it has a body."""
    if each.in_tokens:
        return source[stretch[1] - 1 : stretch[1]] == b"}"
    return speaks_for_function(each.node, stacks)


def _begins(each: Attribute, stacks: Stacks) -> int:
    """Where the attributes begin that the code carries: they come and go with it."""
    if each.in_tokens:
        from ratchet.syntax.rust.token_owners import first_token_attribute

        return first_token_attribute(each.node).start_byte
    return each.node.start_byte if each.inner else stacks.first(each.node).start_byte


def _region(carried: _Carried) -> Region:
    return Region(carried.begins, carried.end, carried.effect.scope, carried.line, carried.text)


def _macro_region(call: MacroCall, scope: Scope | None) -> Region:
    body = call.arguments
    return Region(body.start_byte, body.end_byte, scope, body.start_point[0] + 1, f"{call.name}!")


def _selected(call: MacroCall, text: bytes) -> Iterator[Region]:
    from ratchet.syntax.rust.selecting import select_regions  # few files have such a call

    return select_regions(call.arguments, text)


def _matcher_region(arm: Node) -> Region:
    return Region(arm.start_byte, arm.end_byte, None, arm.start_point[0] + 1, "what a macro matches")


def _modules(declared: Sequence[Module], carried: dict[int, list[_Carried]]) -> Iterator[Lead]:
    for each in declared:
        if each.body is not None:
            continue
        found = carried.get(_item_start(each.node), ())
        effects = [one.effect for one in found if one.effect.redirects]
        line, because = each.node.start_point[0] + 1, f"mod {each.name};"
        paths = tuple(path for effect in effects for path in effect.paths)
        named = all(effect.named for effect in effects)
        yield Lead(each.node, Link(each.name, Scope.PRODUCTION, line, because, paths=paths, named=named))
        paths = tuple(path for effect in effects for path in effect.test_paths)
        named = any(effect.test_named for effect in effects)
        if paths or named:
            yield Lead(each.node, Link(each.name, Scope.TEST, line, f"in tests {because}", paths=paths, named=named))


def _item_start(node: Node) -> int:
    """Where the item begins that a node is of."""
    if node.is_named:
        return node.start_byte
    from ratchet.syntax.rust.token_owners import item_start

    return item_start(node)


def _includes(calls: Sequence[MacroCall], names: Mapping[str, str], root: Node, text: bytes) -> Iterator[Lead]:
    known = path_macros(root, text) if calls else {}
    for call in calls:
        path, is_code = pieces(call.arguments, known), names[call.name] == "include"
        if UNKNOWN in path:
            yield from [_guess(call.arguments, f"{call.name}!", ending(path), root)] if is_code else ()
        elif path:
            body = call.arguments
            shown = "".join(piece if isinstance(piece, str) else piece.name for piece in path)
            because, how = f'{call.name}!("{shown}")', "include" if is_code else "data"
            link = Link("", Scope.PRODUCTION, body.start_point[0] + 1, because, (), (shown,), False, how)
            yield Lead(body, link, path)


def _guess(node: Node, said: str, end: str, told: Node) -> Lead:
    """A path that is not known: to what a text may name that is `told`, and to files of the package that end so."""
    because = f"{said} with a path that is not worked out"
    paths = tuple(text for text in texts(told) if text and text.isprintable())
    name = "" if end == ".rs" else end
    return Lead(node, Link(name, Scope.PRODUCTION, node.start_point[0] + 1, because, (), paths, False, "guess"))


def _own_macros(definitions: Iterable[tuple[Node, str]]) -> Iterator[Lead]:
    for word, name in definitions:
        because = f"macro_rules! {name}"
        yield Lead(word, Link(name, Scope.PRODUCTION, word.start_point[0] + 1, because, named=False, how="macro"))


def _inline(each: Module, body: Node, carried: dict[int, list[_Carried]]) -> Inline:
    paths = [path for found in carried.get(_item_start(each.node), ()) for path in found.effect.paths]
    return Inline(body.start_byte, body.end_byte, paths[0] if paths else each.name, bool(paths))
