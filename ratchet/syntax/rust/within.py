"""Regions and links of one Rust file, from its attributes, macros and module declarations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ratchet.model.facts import Link, Region
from ratchet.model.language import Language
from ratchet.model.scope import Scope
from ratchet.syntax.nesting import enclosing
from ratchet.syntax.rust.effects import Effect, effect_of
from ratchet.syntax.rust.lexing import literal
from ratchet.syntax.rust.owners import first_attribute, first_token_attribute, owner, speaks_for_function, token_owner
from ratchet.syntax.rust.patterns import DATA_MACROS
from ratchet.syntax.scoping import Captures, Scoped, Stretch

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["scopes"]


@dataclass(frozen=True, slots=True)
class _Carried:
    """An effect and the code that carries it; with the attributes before that code it begins earlier."""

    start: int
    end: int
    begins: int
    effect: Effect
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class _Inline:
    """An inline module, as a directory for the modules declared in it; `given` by an attribute or by its name."""

    start: int
    end: int
    directory: str
    given: bool


def scopes(captures: Sequence[Captures], source: bytes, language: Language) -> Scoped:
    """The regions and links of one file."""
    carried = [found for found in (_carried(each, source, language) for each in captures) if found]
    regions = [_region(each) for each in carried if each.effect.scope]
    regions += _macro_regions(captures, language)
    by_start: dict[int, list[_Carried]] = {}
    for each in carried:
        by_start.setdefault(each.start, []).append(each)
    links = sorted((*_modules(captures, by_start), *_includes(captures)), key=lambda pair: pair[0])
    inlines = tuple(_inlines(captures, by_start))
    offsets = [offset for offset, _ in links]
    placed = zip(links, enclosing(regions, offsets), enclosing(inlines, offsets), strict=True)
    return tuple(regions), tuple(_placed(link, around, within) for (_, link), around, within in placed)


def _carried(each: Captures, source: bytes, language: Language) -> _Carried | None:
    if "content" not in each:
        return None
    content = each["content"][0]
    text = source[content.start_byte : content.end_byte].decode("utf-8", "replace")
    effect = effect_of(text.strip("[]") if "hash" in each else text, language)
    if not effect.scope and not effect.redirects:
        return None
    stretch = _stretch(each)
    if stretch is None or (effect.of_functions and not _on_function(each, source, stretch)):
        return None
    mark = "#!" if "inner" in each else "#"
    shown = f"{mark}[{' '.join(text.strip('[]').split())}]"
    return _Carried(*stretch, min(_begins(each), stretch[0]), effect, content.start_point[0] + 1, shown)


def _on_function(each: Captures, source: bytes, stretch: Stretch) -> bool:
    """Whether the carrier is a function; among tokens, whether it has a body."""
    if "hash" in each:
        return source[stretch[1] - 1 : stretch[1]] == b"}"
    return speaks_for_function(each["attribute" if "attribute" in each else "inner"][0])


def _begins(each: Captures) -> int:
    """Where the attributes begin that the code carries: they come and go with it."""
    if "attribute" in each:
        return first_attribute(each["attribute"][0]).start_byte
    return first_token_attribute(each["content"][0]).start_byte if "hash" in each else each["inner"][0].start_byte


def _stretch(each: Captures) -> Stretch | None:
    if "hash" in each:
        return token_owner(each["content"][0])
    if "inner" in each:
        parent = each["inner"][0].parent
        return (parent.start_byte if parent.parent else 0, parent.end_byte) if parent else None
    return owner(each["attribute"][0])


def _region(carried: _Carried) -> Region:
    return Region(carried.begins, carried.end, carried.effect.scope, carried.line, carried.text)


def _macro_regions(captures: Sequence[Captures], language: Language) -> Iterator[Region]:
    kinds = dict.fromkeys(language.inert_macros, None) | dict.fromkeys(language.test_macros, Scope.TEST)
    own = {_text(each["defined"][0]) for each in captures if "defined" in each}
    for each in captures:
        if "macro" not in each:
            continue
        name, body = _text(each["macro"][0]), each["arguments"][0]
        if name in kinds and name not in own:
            yield Region(body.start_byte, body.end_byte, kinds[name], body.start_point[0] + 1, f"{name}!")


def _modules(captures: Sequence[Captures], carried: dict[int, list[_Carried]]) -> Iterator[tuple[int, Link]]:
    for each in captures:
        if "module" not in each:
            continue
        node, name = each["declaration"][0], _text(each["module"][0])
        effects = [found.effect for found in carried.get(_item_start(node), ()) if found.effect.redirects]
        line, because = node.start_point[0] + 1, f"mod {name};"
        paths = tuple(path for effect in effects for path in effect.paths)
        named = all(effect.named for effect in effects)
        yield node.start_byte, Link(name, Scope.PRODUCTION, line, because, paths=paths, named=named)
        paths = tuple(path for effect in effects for path in effect.test_paths)
        named = any(effect.test_named for effect in effects)
        if paths or named:
            yield node.start_byte, Link(name, Scope.TEST, line, f"in tests {because}", paths=paths, named=named)


def _includes(captures: Sequence[Captures]) -> Iterator[tuple[int, Link]]:
    for each in captures:
        name = _text(each["macro"][0]) if "macro" in each else ""
        if name != "include" and name not in DATA_MACROS:
            continue
        body = each["arguments"][0]
        texts = [child for child in body.named_children if not child.type.endswith("comment")]
        if len(texts) != 1 or not texts[0].type.endswith("string_literal"):
            continue
        path = literal(_text(texts[0]))
        how = "include" if name == "include" else "data"
        because = f'{name}!("{path}")'
        yield body.start_byte, Link("", Scope.PRODUCTION, body.start_point[0] + 1, because, (), (path,), False, how)


def _inlines(captures: Sequence[Captures], carried: dict[int, list[_Carried]]) -> Iterator[_Inline]:
    for each in captures:
        if "inline" not in each:
            continue
        paths = [path for found in carried.get(_item_start(each["holder"][0]), ()) for path in found.effect.paths]
        directory = paths[0] if paths else _text(each["inline"][0])
        body = each["body"][0]
        yield _Inline(body.start_byte, body.end_byte, directory, bool(paths))


def _placed(link: Link, around: tuple[Region, ...], within: tuple[_Inline, ...]) -> Link:
    """The link with the scope of the code around it and the directories of the modules around it."""
    scope, because = link.scope, link.because
    region = next((region for region in around if region.scope), None)
    if region and region.scope:
        scope, because = region.scope, f"{region.because} {because}"
    inside = tuple(inline.directory for inline in within)
    beside = bool(within and within[0].given)
    return replace(link, scope=scope, because=because, inside=inside, beside=beside)


def _item_start(node: Node) -> int:
    """Where the item begins: in a token tree `pub(crate) mod x` carries its attributes at `pub`."""
    if node.is_named:
        return node.start_byte
    before = node.prev_sibling
    while before is not None and (before.type == "pub" or _visibility(before)):
        node, before = before, before.prev_sibling
    return node.start_byte


def _visibility(node: Node) -> bool:
    before = node.prev_sibling
    return node.type == "token_tree" and before is not None and before.type == "pub"


def _text(node: Node) -> str:
    return re.sub(r"^r#", "", (node.text or b"").decode("utf-8", "replace"))
