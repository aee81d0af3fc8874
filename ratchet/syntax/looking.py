"""Find the matches of a lens in a tree: from each word up to the nodes that a match may begin with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from ratchet.model.value import frozen, replace
from ratchet.syntax.facet import Facet, Purpose
from ratchet.syntax.lens import Lens, Sought
from ratchet.syntax.scoping import Captures, scope_reader
from ratchet.syntax.seeking import Seeker
from ratchet.syntax.trails import trails
from ratchet.syntax.words import every_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Match", "Symbol", "bare_name", "comments", "comments_in_rows", "look", "symbols", "with_rows"]


@frozen
class Match:
    """One match of one pattern."""

    purpose: Purpose
    nodes: Captures


@frozen
class Symbol:
    """What has a name: where it is, and the name."""

    start: int
    end: int
    name: str


def look(lens: Lens, root: Node, text: bytes) -> list[Match]:
    """Every match of the lens in a tree; what excuses no site is not looked for."""
    seeker = Seeker(text)
    found = [match for facet, node in _beginnings(lens.sites, root, text) for match in _at(seeker, facet, node)]
    found += _compiled(seeker, lens.sites, root, text)
    measures = {match.purpose.measure for match in found}
    excuses = _of(lens.excuses, measures)
    found += [match for facet, node in _beginnings(excuses, root, text) for match in _at(seeker, facet, node)]
    return found + _compiled(seeker, excuses, root, text)


def with_rows(lens: Lens) -> Lens:
    """The same lens for those sites alone that are rows of adjacent nodes."""
    return replace(lens, sites=_some(lens.sites, lambda facet: facet.rows))


def comments_in_rows(rows: Lens, root: Node, text: bytes) -> list[Node]:
    """The comments among mere tokens where a row of adjacent tokens is looked for, in the order of their places."""
    reader = scope_reader(rows.language)
    kinds = reader.token_nodes()
    if not kinds:
        return []
    around = [root] if any(facet.might_match(text) for facet in rows.sites.compiled) else []
    around += [node for _, node in _beginnings(rows.sites, root, text) if node.type in kinds]
    stretches = _outermost((node.start_byte, node.end_byte) for node in around)
    places = [(at, at + 1) for stretch in stretches for at in reader.comment_places(text, *stretch)]
    found: list[Node] = []
    seeker = Seeker(text)
    for (at, _), trail in zip(places, trails(root, places), strict=True):
        for node, parent in zip(trail[:0:-1], trail[-2::-1], strict=False):
            if node.start_byte != at:
                break
            if parent.type in kinds:
                found += [one for _, nodes in seeker.at(rows.comments, node) for one in nodes["comment"]]
    return found


def comments(lens: Lens, root: Node, text: bytes, word: bytes) -> list[Node]:
    """Every comment with a word in it, in the order of their places."""
    seeker, kinds = Seeker(text), lens.comments.need.roots
    seen: set[int] = set()
    found: list[Node] = []
    for trail in trails(root, [(at, at + len(word)) for at in every_place(word, text)]):
        for node in reversed(trail):
            if ("_" in kinds or node.type in kinds) and node.id not in seen:
                seen.add(node.id)
                found += [one for _, nodes in seeker.at(lens.comments, node) for one in nodes["comment"]]
    return found


def symbols(lens: Lens, root: Node, text: bytes, offsets: Iterable[int]) -> list[Symbol]:
    """The symbols around some offsets, which are in order, each once."""
    facet, seeker = lens.symbols, Seeker(text)
    found: list[Symbol] = []
    seen: set[int] = set()
    for trail in trails(root, [(offset, offset + 1) for offset in offsets]):
        for node in reversed(trail):
            if node.id in seen:
                break
            seen.add(node.id)
            if facet.steps is None or node.kind_id in facet.by_root:
                found += [_symbol(nodes) for _, nodes in seeker.at(facet, node) if "name" in nodes]
    return found


def bare_name(text: str) -> str:
    """The name in what a symbol is named by, which may be a type with its path and its arguments."""
    return text.partition("<")[0].rpartition("::")[2].strip("&*() ") or text


def _symbol(captures: Captures) -> Symbol:
    whole, name = captures["symbol"][0], captures["name"][0]
    return Symbol(whole.start_byte, whole.end_byte, bare_name((name.text or b"").decode("utf-8", "replace")))


def _at(seeker: Seeker, facet: Facet, node: Node) -> Iterator[Match]:
    return (Match(facet.purposes[pattern], nodes) for pattern, nodes in seeker.at(facet, node))


def _compiled(seeker: Seeker, sought: Sought, root: Node, text: bytes) -> list[Match]:
    return [
        Match(facet.purposes[pattern], nodes)
        for facet in sought.compiled
        if facet.might_match(text)
        for pattern, nodes in seeker.below(facet, root)
    ]


def _of(sought: Sought, measures: AbstractSet[int]) -> Sought:
    """The queries of some measures alone."""
    return _some(sought, lambda facet: any(purpose.measure in measures for purpose in facet.purposes))


def _some(sought: Sought, wanted: Callable[[Facet], bool]) -> Sought:
    by_word = {word: tuple(filter(wanted, facets)) for word, facets in sought.by_word.items()}
    kept = {word: facets for word, facets in by_word.items() if facets}
    return Sought(kept, tuple(filter(wanted, sought.compiled)))


def _beginnings(sought: Sought, root: Node, text: bytes) -> Iterator[tuple[Facet, Node]]:
    """The nodes that a match may begin with, with the patterns to try there, each pair once."""
    hits = sorted((at, at + len(word), word) for word in sought.by_word for at in every_place(word, text))
    tried: set[tuple[Facet, int]] = set()
    for (start, end, word), trail in zip(hits, trails(root, [hit[:2] for hit in hits]), strict=True):
        same = _same_extent(trail, start, end)
        for facet in sought.by_word[word]:
            if facet.need.depths and not same:
                continue  # here the word is no node of its own
            for node in _by_depth(facet, trail, same) if facet.need.depths else reversed(trail):
                key = facet, node.id
                if key in tried:
                    if not facet.need.depths:
                        break  # from here on up another place of the word has led already
                    continue
                tried.add(key)
                if node.kind_id in facet.by_root:
                    yield facet, node


def _same_extent(trail: Sequence[Node], start: int, end: int) -> int:
    """How many nodes are just where a word is, one in the other."""
    count = 0
    for node in reversed(trail):
        if node.start_byte != start or node.end_byte != end:
            break
        count += 1
    return count


def _by_depth(facet: Facet, trail: Sequence[Node], same: int) -> list[Node]:
    """The nodes so many steps above one that is all of a word."""
    last = len(trail) - 1
    if same == 1:
        return [trail[last - depth] for depth in facet.need.depths if depth <= last]
    places = {last - above - depth for above in range(same) for depth in facet.need.depths}
    return [trail[place] for place in sorted(places) if place >= 0]


def _outermost(stretches: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stretches that are in no other of them, each once, in order."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(stretches, key=lambda each: (each[0], -each[1])):
        if not found or start >= found[-1][1]:
            found.append((start, end))
    return found
