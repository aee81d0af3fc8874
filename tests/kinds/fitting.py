"""Hand-made graphs and one fitness rule at a time, so that tests of the verbs read like statements."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ratchet.acts.finding import look
from ratchet.kinds.choosing import read_selection
from ratchet.kinds.kind import BuildContext
from ratchet.kinds.selectors import Selection
from ratchet.model.errors import Place
from ratchet.model.evidence import Evidence, Remark
from ratchet.model.finding import Finding
from ratchet.model.graph import Edge, EdgeKind, Graph, Node
from ratchet.model.rule import Rule, Rulebook
from ratchet.model.shape import Step
from ratchet.rulebook.rules import Known, read_rules

__all__ = ["TODAY", "chosen", "evidence", "found", "graph", "mistakes", "node", "only_rule", "remarks", "units"]

TODAY = date(2026, 11, 16)


def node(name: str, ecosystem: str = "cargo", own: bool = True, standard: bool = False, path: str = "") -> Node:
    """A node whose id is its name; a crate lies in the directory of its name, a module in its file."""
    home = name if ecosystem == "cargo" else name.replace(".", "/") + ".py"
    return Node(
        name,
        name,
        ecosystem,
        own,
        path or (home if own else ""),
        Place(path or home, 1) if own else None,
        standard=standard,
    )


def graph(words: str, ecosystem: str = "cargo", outside: str = "", standard: str = "", more: str = "") -> Graph:
    """`a>b` is an edge, at line n of the file of a for the n-th edge; `outside` and `standard` are not ours.

    A mark after the target says more: `a>b?` is optional, `~` dev, `%` build, `;` lazy, `:` for types, `!` possible.
    """
    edges = []
    names = set(more.split())
    for number, word in enumerate(words.split(), 1):
        source, _, told = word.partition(">")
        target = told.rstrip("?~%;:!")
        names |= {source, target}
        edges.append(_edge(source, target, number, told[len(target) :]))
    strange, known = set(outside.split()), set(standard.split())
    nodes = {
        name: node(name, ecosystem, name not in strange | known, name in known)
        for name in sorted(names | strange | known)
    }
    return Graph(nodes, tuple(sorted(edges, key=lambda edge: edge.order)))


def _edge(source: str, target: str, line: int, marks: str) -> Edge:
    kind = EdgeKind.DEV if "~" in marks else EdgeKind.BUILD if "%" in marks else EdgeKind.NORMAL
    place = Place(f"{source}.toml", line)
    return Edge(
        source,
        target,
        place,
        kind,
        optional="?" in marks,
        lazy=";" in marks,
        type_only=":" in marks,
        sure="!" not in marks,
    )


def only_rule(verb: str, groups: Mapping[str, tuple[str, ...]] | None = None) -> Rule:
    """The rule of one verb, as its YAML says it; mistakes are raised."""
    text = f"id: arch/it\nbecause: b\nadvice: a\n{verb}\n"
    [rule] = read_rules("rules/it.yaml", text.encode(), Known({}, groups or {}))
    return rule


def evidence(of: Graph, paths: Mapping[str, int] | None = None, today: date = TODAY) -> Evidence:
    """A tree with this graph and these files, each with its lines."""
    return Evidence(graph=of, paths=tuple(sorted(paths or {})), lines=dict(paths or {}), today=today)


def found(verb: str, of: Graph | Evidence, groups: Mapping[str, tuple[str, ...]] | None = None) -> list[Finding]:
    """What a rule finds, without sites that count nothing."""
    rule = only_rule(verb, groups)
    sightings, _ = look(Rulebook({rule.id: rule}), of if isinstance(of, Evidence) else evidence(of))
    return [each.finding for each in sightings if each.finding.weight]


def units(verb: str, of: Graph | Evidence, groups: Mapping[str, tuple[str, ...]] | None = None) -> dict[str, int]:
    """The number of each unit."""
    counts: dict[str, int] = {}
    for each in found(verb, of, groups):
        counts[each.unit] = counts.get(each.unit, 0) + each.weight
    return dict(sorted(counts.items()))


def remarks(verb: str, of: Graph | Evidence) -> list[str]:
    """What a rule has to say besides; what keeps the tree from being judged begins with `!`."""
    rule = only_rule(verb)
    _, said = look(Rulebook({rule.id: rule}), of if isinstance(of, Evidence) else evidence(of))
    return [_words(each) for each in said]


def _words(remark: Remark) -> str:
    return f"{'!' if remark.grave else ''}{remark.mistake.message.removeprefix('arch/it: ')}"


def chosen(words: object, groups: Mapping[str, tuple[str, ...]] | None = None) -> Selection:
    """A selection in which nothing is wrong."""
    said: list[str] = []
    found = read_selection(words, _context(groups or {}, said), ())
    assert said == []
    return found


def mistakes(words: object, groups: Mapping[str, tuple[str, ...]] | None = None) -> list[str]:
    """What is wrong with a selection."""
    said: list[str] = []
    read_selection(words, _context(groups or {}, said), ())
    return said


def _context(groups: Mapping[str, tuple[str, ...]], said: list[str]) -> BuildContext:
    def mistake(
        steps: tuple[Step, ...], message: str, hint: str = "", row: int | None = None, column: int | None = None
    ) -> None:
        del steps, hint, row, column
        said.append(message)

    return BuildContext({}, mistake, groups=groups)
