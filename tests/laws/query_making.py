"""Queries made at random from the nodes of real source, and those of the highlight queries of grammar wheels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from tree_sitter import Node

from ratchet.syntax.query_shape import Part, asked, parts

__all__ = ["nodes_below", "public_patterns", "random_query"]

_TEXT_MAX = 40


def nodes_below(root: Node) -> list[Node]:
    """All nodes of a tree."""
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting += node.children
    return found


def random_query(nodes: Sequence[Node], random: Random) -> str:
    """One pattern, or a few, each made from a node, with `@finding` on one node of it."""
    count = random.choice((1, 1, 1, 1, 1, 2, 3))
    return "\n".join(_pattern(random.choice(nodes), random) for _ in range(count))


def _pattern(node: Node, random: Random) -> str:
    maker = _Maker(random)
    body = maker.piece(node, random.choice((0, 0, 1, 1, 2, 3)))
    if "@finding" not in body:
        body = (
            f"{body} @finding"
            if "@" not in body or random.random() < 0.7
            else re.sub(r"@_\w+", "@finding", body, count=1)
        )
    predicates = " ".join(maker.predicates(body))
    whole = f"({body} {predicates})" if predicates or random.random() < 0.3 else body
    return f"{_field(node)}{whole}" if random.random() < 0.1 else whole


def _field(node: Node) -> str:
    """The field that a node has in its parent, as it stands before a pattern."""
    parent = node.parent
    index = parent.children.index(node) if parent else 0
    field = parent.field_name_for_child(index) if parent else None
    return f"{field}: " if field else ""


class _Maker:
    """Makes one pattern and notes which capture is of which text."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.texts: dict[str, list[str]] = {}
        self.repeats = False

    def piece(self, node: Node, depth: int) -> str:
        """A pattern that matches a node, or nearly."""
        random, chance = self.random, self.random.random()
        if not node.is_named:
            body = f'"{_escaped(node.type)}"'
        elif chance < 0.07:
            body = random.choice(("_", "(_)"))
        elif chance < 0.17 and depth:
            others = [f"({each.type})" for each in node.named_children[:2] if not each.is_error]
            choices = [self.piece(node, 0), *others, *([self.piece(node, depth - 1)] if random.random() < 0.5 else [])]
            random.shuffle(choices)
            body = f"[{' '.join(choices)}]"
        else:
            inside = list(self._inside(node, depth)) if depth else []
            body = f"({' '.join((node.type, *inside))})"
        return body + self._captures(node)

    def _captures(self, node: Node) -> str:
        if self.random.random() > 0.45:
            return ""
        name = (
            "@finding"
            if "@finding" not in self.texts and self.random.random() < 0.5
            else f"@_{self.random.choice('abc')}"
        )
        self.texts.setdefault(name, []).append((node.text or b"").decode("utf-8", "replace"))
        return f" {name}"

    def _inside(self, node: Node, depth: int) -> Iterator[str]:
        random = self.random
        count = min(node.child_count, random.choice((0, 1, 1, 2, 2, 3, 4)))
        first = random.randrange(node.child_count - count + 1) if count else 0
        near = (
            range(first, first + count)
            if random.random() < 0.4
            else sorted(random.sample(range(node.child_count), count))
        )
        for place, index in enumerate(near):
            child, field = node.children[index], node.field_name_for_child(index)
            anchor = ". " if random.random() < (0.4 if place else 0.1) else ""
            named = f"{field}: " if field and random.random() < 0.5 else ""
            suffix = random.choice(("?", "*", "+")) if random.random() < 0.08 and not self.repeats else ""
            self.repeats |= bool(suffix)  # more of them may keep tree-sitter's compiler busy for hours
            piece = self.piece(child, depth - 1)
            body, at, captures = piece.partition(" @") if suffix else (piece, "", "")
            yield f"{anchor}{named}{body}{suffix}{at}{captures}"
        if random.random() < 0.1:
            yield random.choice((".", "!name", "!body", "!type"))

    def predicates(self, body: str) -> Iterator[str]:
        """Predicates on what the pattern captures, most of which its own node meets."""
        random = self.random
        for capture in sorted({*re.findall(r"@\w+", body)}):
            text = random.choice(self.texts.get(capture, ["x"]))
            if random.random() < 0.5 and text and len(text) <= _TEXT_MAX and "\0" not in text:
                yield self._predicate(capture, text, body)

    def _predicate(self, capture: str, text: str, body: str) -> str:
        random, chance = self.random, self.random.random()
        if chance < 0.3:
            return f'(#eq? {capture} "{_escaped(text)}")'
        if chance < 0.45:
            return f'(#any-of? {capture} "{_escaped(text)}" "{random.choice(("x", "self", "name", "nothing"))}")'
        if chance < 0.5:
            return f'(#not-eq? {capture} "{_escaped(text)}")'
        if chance < 0.55 and (others := sorted({*re.findall(r"@\w+", body)} - {capture})):
            return f"(#{random.choice(('', 'not-'))}eq? {capture} {random.choice(others)})"
        name = random.choice(("#match?", "#match?", "#match?", "#match?", "#not-match?", "#any-match?"))
        return f'({name} {capture} "{_escaped(self._regex(text))}")'

    def _regex(self, text: str) -> str:
        """An expression that finds a text, or nearly: a prefix, an infix, a choice, a class, something repeated."""
        random = self.random
        start = random.randrange(len(text))
        piece = text[start : start + random.randint(1, 8)]
        prefix = text[: random.randint(1, 6)]
        word = re.escape(piece)
        return random.choice(
            (
                f"^{re.escape(prefix)}",
                f"^{re.escape(text)}$",
                f"{re.escape(text[-random.randint(1, 5) :])}$",
                word,
                f"^{re.escape(prefix)}[a-z_]",
                f"^(?:{word}|nothing)",
                f"{word}|nothing",
                f"({word})?{re.escape(prefix)}",
                f"{word}*",
                f"{word}+",
                f"{re.escape(prefix)}.*",
                f"[{re.escape(piece)}]{{2,}}",
                f"(?i){word.lower()}",
                f"^[^{re.escape(piece[:1])}]",
                r"^\w+$",
                r"^[A-Z][A-Z0-9_]*$",
                rf"\b{word}\b",
            )
        )


def _escaped(text: str) -> str:
    for old, new in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")):
        text = text.replace(old, new)
    return text


def public_patterns(query: str) -> Iterator[str]:
    """The patterns of a public query, each with its first capture called `@finding` and all others `@_…`."""
    for part in parts(query):
        if captures := _captures(part):
            text = part.text
            for name in sorted({*captures}, key=len, reverse=True):
                new = "@finding" if name == captures[0] else f"@_{name[1:].replace('.', '_')}"
                text = re.sub(rf"{re.escape(name)}(?![\w.-])", new, text)
            yield text


def _captures(part: Part) -> list[str]:
    named = {word for predicate in asked(part) for word in predicate if word.startswith("@")}
    found = [*part.captures, *(each for inner in part.inside for each in _captures(inner))]
    return found or sorted(named)
