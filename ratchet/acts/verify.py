"""Whether a verdict still holds: the same question, asked again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import cast

from ratchet.acts.check import check
from ratchet.acts.requests import CheckRequest
from ratchet.acts.world import World
from ratchet.formats.check.json import SHAPE, document
from ratchet.formats.json_text import dumps
from ratchet.model.errors import Place, RatchetError
from ratchet.model.verification import Difference, Verification
from ratchet.repo.verdict_file import read_verdict

__all__ = ["verify"]

Document = Mapping[str, object]

_IDS = (
    ("policy", ("policy",)),
    ("base", ("base", "commit")),
    ("head", ("head", "tree")),
    ("tip of the base", ("merged", "base", "commit")),
    ("merged tree", ("merged", "tree")),
)
_CONTENT = ("rules", "deltas", "findings", "loosenings", "problems", "measures", "waiting", "swaps", "trades", "merged")
_HINT = "give a file that `ratchet check --output json=FILE` wrote"


def verify(world: World, path: str, today: date) -> Verification:
    """Ask again what a verdict was an answer to, and compare the two answers."""
    then = _read(path)
    merged = then.get("merged") is not None
    base = _text(then, "base", "ref") if _text(then, "base", "source") else ""
    signoff = _text(then, "signoff")
    verdict = check(world, CheckRequest(today, _text(then, "head", "ref") == "index", base, signoff, merged=merged))
    now = cast("Document", json.loads(dumps(document(verdict))))
    return Verification(_text(then, "verdict"), signoff, verdict, tuple(_differences(then, now)))


def _read(path: str) -> Document:
    place = Place(path)
    try:
        document: object = json.loads(read_verdict(path))
    except (ValueError, RecursionError) as error:
        raise RatchetError(f"this is no verdict: it is no JSON ({error})", place, _HINT) from error
    name = document.get("schema") if isinstance(document, dict) else None
    if name != "ratchet/verdict/1":
        said = f"its schema is `{name}`, not `ratchet/verdict/1`" if name else "it names no schema"
        raise RatchetError(f"this is no verdict that can be verified: {said}", place, _HINT)
    wrong = next(SHAPE.check(document, ()), None)
    if wrong is not None:
        where = ".".join(str(step) for step in wrong.path)
        raise RatchetError(f"this is no verdict as `ratchet check` writes it: {where}: {wrong.message}", place, _HINT)
    found = cast("Document", document)
    if not found["policy"]:
        raise RatchetError("this verdict judged nothing, so nothing of it can hold", place, "run: ratchet check")
    return found


def _differences(then: Document, now: Document) -> Iterator[Difference]:
    """The ids that changed; where none did, the first of what was said with them that did."""
    changed = [Difference(what, _text(then, *way), _text(now, *way)) for what, way in _IDS]
    changed = [each for each in changed if each.then != each.now]
    yield from changed
    if changed:
        return
    if then["exit_code"] != now["exit_code"]:
        yield Difference("outcome", _text(then, "verdict"), _text(now, "verdict"))
    for key in _CONTENT:
        if key in then and then[key] != now[key]:
            yield Difference(key)


def _text(document: Document, *way: str) -> str:
    value: object = document
    for key in way:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""
