"""Drafts of rules into YAML as a person would write it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from ratchet.model.errors import Mistake
from ratchet.rulebook.foreign.translation import Draft, Translation

__all__ = ["names", "pages"]

_MOST_VALUES = 2_000
_WIDE = 100
_PLAIN = re.compile(r"[A-Za-z][^#\"'`\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]*")
_WORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})


def names(drafts: Sequence[Draft], pack: str, taken: Collection[str]) -> tuple[str, ...]:
    """An id for each draft, in their order, that no other rule has."""
    used = set(taken)
    found = []
    for draft in drafts:
        stem = re.sub(r"[^a-z0-9]+", "-", draft.name.lower()).strip("-")[:60].strip("-")
        stem = stem if stem[:1].isalpha() else f"rule-{stem}".strip("-")
        choices = (f"{pack}/{stem}", *(f"{pack}/{stem}-{number}" for number in range(2, len(drafts) + len(used) + 3)))
        found.append(next(choice for choice in choices if choice not in used))
        used.add(found[-1])
    return tuple(found)


def pages(translation: Translation, ids: Sequence[str], source: str) -> tuple[str, ...]:
    """The texts of the files to write; more than one where one would hold more than is read from a file."""
    groups: list[list[str]] = [[]]
    room = _MOST_VALUES
    for id_, draft in zip(ids, translation.drafts, strict=True):
        room -= _size(draft.spec) + 5
        if room < 0 and groups[-1]:
            groups.append([])
            room = _MOST_VALUES - _size(draft.spec)
        groups[-1].append("\n".join(_document(id_, draft)))
    head = "\n".join(_head(source, translation.left))
    return tuple(f"{head}\n\n" + "\n---\n".join(group) + "\n" for group in groups)


def _head(source: str, left: Sequence[Mistake]) -> Iterator[str]:
    yield from _comment(f"Translated from {source}. These are rules of this repository now: change them as you like.")
    if left:
        yield "#"
        yield "# Not translated:"
        for mistake in left:
            yield from _comment(f"  {mistake.place}: {mistake.message}")


def _comment(text: str) -> Iterator[str]:
    yield "# " + re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]", " ", text)


def _document(id_: str, draft: Draft) -> Iterator[str]:
    yield from _comment(str(draft.place))
    for remark in draft.remarks:
        yield from _comment(remark)
    yield f"id: {id_}"
    yield f"because: {_scalar(draft.because)}"
    yield f"advice: {_scalar(draft.advice)}"
    if draft.phase:
        yield f"phase: {draft.phase}"
    yield from _pair(draft.verb, draft.spec, "", False)


def _pair(key: str, value: object, indent: str, may_flow: bool = True) -> Iterator[str]:
    flow = _flow(value) if may_flow or not isinstance(value, Mapping | list) else ""
    if flow and (len(indent) + len(key) + len(flow) < _WIDE or not isinstance(value, Mapping | list)):
        yield f"{indent}{key}: {flow}"
        return
    yield f"{indent}{key}:"
    if isinstance(value, Mapping):
        for inner, each in value.items():
            yield from _pair(str(inner), each, f"{indent}  ", inner not in ("of", "except"))
    else:
        for each in value if isinstance(value, list) else [value]:
            yield from _item(each, f"{indent}  ")


def _item(value: object, indent: str) -> Iterator[str]:
    if not isinstance(value, Mapping):
        yield f"{indent}- {_scalar(value)}"
        return
    sign = "- "
    for key, each in value.items():
        lines = list(_pair(str(key), each, f"{indent}  "))
        yield indent + sign + lines[0][len(indent) + 2 :]
        yield from lines[1:]
        sign = "  "


def _flow(value: object) -> str:
    """A value on one line, empty where it does not belong there."""
    if isinstance(value, Mapping):
        parts = [f"{key}: {_flow(each)}" for key, each in value.items() if not isinstance(each, Mapping)]
        return f"{{{', '.join(parts)}}}" if len(parts) == len(value) else ""
    if isinstance(value, list):
        return f"[{', '.join(_scalar(each, True) for each in value)}]" if not _has_tables(value) else ""
    return _scalar(value)


def _has_tables(values: list[object]) -> bool:
    return any(isinstance(each, Mapping) for each in values)


def _scalar(value: object, inside: bool = False) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    if isinstance(value, int) or _is_plain(text, inside):
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return re.sub(r"[\x7f-\x9f\u2028\u2029\ufeff]", lambda hit: f"\\u{ord(hit[0]):04x}", quoted)


def _is_plain(text: str, inside: bool) -> bool:
    """Whether YAML takes a text for itself; within brackets fewer characters may stand alone."""
    if not _PLAIN.fullmatch(text) or text != text.strip() or text.lower() in _WORDS:
        return False
    return not re.search(r":(?:\s|$)", text) and not (inside and re.search(r"[,\[\]{}]", text))


def _size(value: object) -> int:
    if isinstance(value, Mapping):
        return 1 + sum(map(_size, value.values()))
    return 1 + sum(map(_size, value)) if isinstance(value, list) else 1
