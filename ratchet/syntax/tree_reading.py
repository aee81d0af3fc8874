"""One tree → what queries and the scope reader say of it; tokens speak where the grammar has lost the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ratchet.model.facts import Link, Region
from ratchet.model.language import Language
from ratchet.model.value import frozen, replace
from ratchet.syntax.allows import WORD_IN_ALLOWS
from ratchet.syntax.finding import Finds, find, in_order
from ratchet.syntax.found import Found
from ratchet.syntax.lens import Lens
from ratchet.syntax.looking import Match, Symbol, comments, comments_in_rows, look, symbols, with_rows
from ratchet.syntax.parsing import parse, parse_again
from ratchet.syntax.scoping import ScopeReader, Stretch, Zone, scope_reader
from ratchet.syntax.unread import covered, errors_of, first_line, unread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node, Tree

__all__ = ["Reading", "parsed", "read_tree"]


@frozen
class _Seen:
    """What the tokens of a stretch show, by the offsets of the file."""

    found: tuple[Found, ...]
    regions: tuple[Region, ...]
    links: tuple[Link, ...]


@frozen
class Reading:
    """What was seen in one file, by byte offsets."""

    found: tuple[Found, ...] = ()
    regions: tuple[Region, ...] = ()
    links: tuple[Link, ...] = ()
    comments: tuple[Node, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    error_bytes: int = 0
    error_line: int = 0


def parsed(language: Language, text: bytes) -> tuple[bytes, Tree]:
    """A text as a tree, and the text in the words that the grammar knows."""
    tree = parse(language, text)
    if tree.root_node.has_error and (mended := scope_reader(language).mended(text)) != text:
        return mended, parse(language, mended)
    return text, tree


def read_tree(lens: Lens, tree: Tree, text: bytes, speaks: bool) -> Reading:
    """What a tree shows; where that has errors the tokens of the same text decide as well."""
    reader = scope_reader(lens.language)
    finds, errors = find(lens, _look(lens, tree, text)), list(errors_of(tree.root_node))
    zones = reader.zones(errors) if errors else ()
    stretches = _joined(zone.stretch for zone in zones)
    lost = [stretch for stretch in stretches if speaks or lens.might_find(text[slice(*stretch)])]
    seen = [_read_tokens(lens, reader, text, stretch) for stretch in lost]
    found = _all_found(finds, [each for tokens in seen for each in tokens.found], zones)
    regions, links = reader.scopes(tree.root_node, text, lens.language) if speaks or found else ((), ())
    return Reading(
        found,
        _merged(regions, [region for tokens in seen for region in tokens.regions], zones),
        _all_links(links, [link for tokens in seen for link in tokens.links]),
        tuple(comments(lens, tree.root_node, text, WORD_IN_ALLOWS)) if WORD_IN_ALLOWS in text else (),
        _symbols(lens, tree, text, found),
        covered(unread(reader, text, errors, regions)),
        first_line(reader, text, errors),
    )


def _symbols(lens: Lens, tree: Tree, text: bytes, found: Sequence[Found]) -> tuple[Symbol, ...]:
    return tuple(symbols(lens, tree.root_node, text, [each.start for each in found])) if found else ()


def _look(lens: Lens, tree: Tree, text: bytes) -> list[Match]:
    """The matches in a tree; a comment between the tokens of a macro hides a row as little as from rustc."""
    matches, rows = look(lens, tree.root_node, text), with_rows(lens)
    if hiding := comments_in_rows(rows, tree.root_node, text):
        bare_tree, bare = parse_again(lens.language, tree.copy(), text, hiding)
        matches += look(rows, bare_tree.root_node, bare)
    return matches


def _joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The stretches, in order, those that overlap as one."""
    joined: list[Stretch] = []
    for start, end in sorted(stretches):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((max(0, start), end))
    return joined


def _read_tokens(lens: Lens, reader: ScopeReader, text: bytes, stretch: Stretch) -> _Seen:
    """What the tokens of a stretch show."""
    tokens = reader.tokens(text, stretch)
    tree = parse(lens.language, tokens.text)
    regions, links = reader.scopes(tree.root_node, tokens.text, lens.language)
    regions = tuple(replace(each, start=each.start - tokens.moved, end=each.end - tokens.moved) for each in regions)
    return _Seen(find(lens, _look(lens, tree, tokens.text), tokens.moved).found, regions, links)


def _all_found(by_tree: Finds, by_tokens: Sequence[Found], zones: Sequence[Zone]) -> tuple[Found, ...]:
    """What the tree shows, and what tokens show inside the zones around errors."""
    known = {(each.end, each.measure) for each in by_tree.found}
    fresh = (each for each in by_tokens if (each.end, each.measure) not in known and each.place not in by_tree.excused)
    more = [each for each in fresh if _in(each.start, zones)]
    return tuple(in_order((*by_tree.found, *more))) if more else by_tree.found


def _all_links(by_tree: Sequence[Link], by_tokens: Sequence[Link]) -> tuple[Link, ...]:
    declared = {(link.line, link.name, link.paths) for link in by_tree}
    return (*by_tree, *(link for link in by_tokens if (link.line, link.name, link.paths) not in declared))


def _merged(by_tree: Sequence[Region], by_tokens: Sequence[Region], zones: Sequence[Zone]) -> tuple[Region, ...]:
    """In a zone the regions of the tokens, and those of the tree that hold all of it; elsewhere those of the tree."""
    merged = [each for each in by_tree if not any(_cuts(each, zone) for zone in zones)]
    for zone in zones:
        inside = (replace(each, start=max(zone.start, each.start), end=min(zone.end, each.end)) for each in by_tokens)
        merged += [each for each in inside if each.start < each.end]
    return tuple(merged)


def _cuts(region: Region, zone: Zone) -> bool:
    """Whether a region ends or begins in a zone, or is just as long: what carries it did not parse."""
    apart = region.end <= zone.start or region.start >= zone.end
    holds = region.start <= zone.start and region.end >= zone.end
    holds = holds and (region.start, region.end) != (zone.start, zone.end)
    return not apart and not holds


def _in(offset: int, zones: Sequence[Zone]) -> bool:
    return any(zone.start <= offset < zone.end for zone in zones)
