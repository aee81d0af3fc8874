"""One text → what queries and the scope reader say of it; tokens speak where the grammar has lost the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ratchet.model.facts import Link, Region
from ratchet.model.language import Language
from ratchet.model.value import frozen, replace
from ratchet.syntax.allows import WORD_IN_ALLOWS
from ratchet.syntax.finding import Finds, Found, find, in_order
from ratchet.syntax.lens import Lens
from ratchet.syntax.looking import Match, Symbol, comments, hits, look, loose_comments, symbols
from ratchet.syntax.parsing import parse, parse_again, parse_some
from ratchet.syntax.scoping import Items, ScopeReader, Stretch, Zone, scope_reader
from ratchet.syntax.source import CONFLICT
from ratchet.syntax.unread import covered, errors_of, unread
from ratchet.syntax.wanted import EVERYTHING, Extent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from ratchet.syntax.portions import Portion

__all__ = ["Reading", "read"]

# How many bytes are parsed at once: a tree takes fifty times as many.
_AT_ONCE = 250_000
# How far from a comment a look reaches that is to find what the comment is in the midst of.
_NEAR = 16
# What ends in one of these is no name, literal or variable, so that a comment after it is in the midst of no row,
# unless the row names it.
_BREAKS = ",;{}=><|&#!:-"


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
    leaves_tests: bool = False


def read(lens: Lens, source: bytes, extent: Extent = EVERYTHING, all_regions: bool = False) -> Reading:
    """Read a text as a tree: the items of it that matter, or the whole of it where that is asked for or safer.

    Without a find, a link or an inline allow nothing asks for regions: then there are none, unless all are asked for.
    """
    reader = scope_reader(lens.language)
    text = reader.plain(source)
    speaks = all_regions or WORD_IN_ALLOWS in text
    split = lens.by_items and not speaks and CONFLICT not in text
    items = reader.items(text, lens.language) if split else None
    reading = _read_items(lens, text, items, extent) if items else None
    if reading is not None:
        return reading
    text, tree = _parsed(lens.language, reader, text)
    return _read(lens, tree, text, speaks or reader.may_link(text))


def _read_items(lens: Lens, text: bytes, items: Items, extent: Extent) -> Reading | None:
    """What the items show that matter; None where they are tied to each other, or where there are none though asked."""
    from ratchet.syntax.portions import to_parse  # a file that is read as a whole does without

    portion = to_parse(lens, text, items, extent)
    if not portion.items:
        return None if extent.whole else Reading(leaves_tests=portion.leaves_tests)
    parts = [portion.items] if items.tied else portion.parts(_AT_ONCE)
    readings = [_read_part(lens, text, portion, part, bool(items.telling)) for part in parts]
    if items.tied and readings[0].error_bytes:
        return None
    return replace(_together(readings), leaves_tests=portion.leaves_tests)


def _read_part(lens: Lens, text: bytes, portion: Portion, items: Sequence[Stretch], speaks: bool) -> Reading:
    """What some items show; those with errors are read alone and whole, so that no error reaches further."""
    language = lens.language
    tree, whole = parse_some(language, text, portion.within(items)), frozenset[Stretch]()
    if tree.root_node.has_error:
        whole = frozenset(_near(items, tree))
        text, tree = _parsed(language, scope_reader(language), text, portion.within(items, whole))
    if not tree.root_node.has_error:
        return _read(lens, tree, text, speaks)
    near = _near(items, tree)
    alone = {item: parse_some(language, text, [item]) for item in near}
    trees = {item: each for item, each in alone.items() if each.root_node.has_error}
    rest = portion.within((item for item in items if item not in trees), whole.union(near))
    readings = [_read(lens, each, text, speaks) for each in trees.values()]
    return _together([*readings, *([_read(lens, parse_some(language, text, rest), text, speaks)] if rest else [])])


def _near(items: Sequence[Stretch], tree: Tree) -> list[Stretch]:
    """The items that an error of a tree is in."""
    errors = [(node.start_byte, max(node.end_byte, node.start_byte + 1)) for node in errors_of(tree.root_node)]
    return [item for item in items if any(start < item[1] and end > item[0] for start, end in errors)]


def _together(readings: Sequence[Reading]) -> Reading:
    """What parts of one file show, as one."""
    if len(readings) == 1:
        return readings[0]
    return Reading(
        tuple(in_order(each for reading in readings for each in reading.found)),
        tuple(each for reading in readings for each in reading.regions),
        tuple(sorted((each for reading in readings for each in reading.links), key=lambda link: link.line)),
        (),
        tuple(each for reading in readings for each in reading.symbols),
        sum(reading.error_bytes for reading in readings),
        min((reading.error_line for reading in readings if reading.error_line), default=0),
    )


def _parsed(
    language: Language, reader: ScopeReader, text: bytes, stretches: Sequence[Stretch] = ()
) -> tuple[bytes, Tree]:
    """A text, or some stretches of it, as a tree, and the text in the words that the grammar knows."""
    tree = parse_some(language, text, stretches)
    if tree.root_node.has_error and (mended := reader.mended(text)) != text:
        return mended, parse_some(language, mended, stretches)
    return text, tree


def _read(lens: Lens, tree: Tree, text: bytes, speaks: bool) -> Reading:
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
        min((node.start_point[0] + 1 for node in errors), default=0),
    )


def _symbols(lens: Lens, tree: Tree, text: bytes, found: Sequence[Found]) -> tuple[Symbol, ...]:
    return tuple(symbols(lens, tree.root_node, text, [each.start for each in found])) if found else ()


def _look(lens: Lens, tree: Tree, text: bytes) -> list[Match]:
    """The matches in a tree; a comment between the tokens of a macro hides as little as from rustc."""
    root, kinds = tree.root_node, scope_reader(lens.language).token_nodes()
    found = hits(lens, root, text)
    matches = list(look(lens, root, text, found))
    hiding = list(_hiding(lens, loose_comments(lens, root, text, found, kinds), text))
    if not hiding:
        return matches
    stretches = _joined((node.start_byte - _NEAR, node.end_byte + _NEAR) for node in hiding)
    bare_tree, bare = parse_again(lens.language, tree.copy(), text, hiding)
    return matches + list(look(lens, bare_tree.root_node, bare, within=stretches))


def _hiding(lens: Lens, loose: Sequence[Node], text: bytes) -> Iterator[Node]:
    """Those of the comments that may be in the midst of a row: none that begins where a statement may begin."""
    last = {text[-1:] for text in lens.row_texts}
    breaks = b"" if "_" in lens.row_texts else "".join(each for each in _BREAKS if each not in last).encode()
    end, hides = 0, False
    for node in loose:
        between = text[end : node.start_byte].rstrip()
        if between or not end:
            hides = between[-1:] not in breaks
        end = node.end_byte
        if hides:
            yield node


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
