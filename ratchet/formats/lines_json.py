"""A JSON report cut into lines: what is no list first, then each entry of each list by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ratchet.formats.json_text import dump_lines

__all__ = ["cut"]


def cut(document: Mapping[str, object]) -> str:
    """`{"schema": …}`, then a line such as `{"findings": {…}}` for every entry, in the order of the report."""
    return dump_lines(_parts(document))


def _parts(document: Mapping[str, object]) -> Iterator[object]:
    yield {key: value for key, value in document.items() if not isinstance(value, list)}
    for key, value in document.items():
        if isinstance(value, list):
            yield from ({key: entry} for entry in value)
