"""The one way to write a baseline: equal budgets are equal bytes, and every path has exactly one key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ratchet.model.baseline import Budgets
from ratchet.model.sound import compiled
from ratchet.repo.names import path_bytes, path_text

__all__ = [
    "SCHEMA",
    "is_canonical_key",
    "is_canonical_path",
    "key_of",
    "parse_canonical",
    "render_files",
    "render_rules",
    "render_units",
    "unit_of",
    "waivers_header",
]

SCHEMA = "ratchet/baseline/1"

_LOWERS = "numbers only go down. `ratchet tighten` lowers them; a raise needs `ratchet waive`."
_LONE = compiled("[\udc80-\udcff]")
_ESCAPED = compiled(r"%(25|[89A-F][0-9A-F])")
_IDLE_PART = compiled(r"(?:^|/)\.{0,2}(?:/|\Z)")
_HEADER = compiled(r"# [^\x00-\x1f\x7f]*+\n")
_PLAIN = r'"([^"\\\x00-\x1f\x7f]*+)"'
_ENTRY = compiled(_PLAIN + r" = (0|[1-9][0-9]{0,8})\n")
_TABLE = compiled(rf"\[{_PLAIN}\]\n((?:{_ENTRY.pattern.replace('(', '(?:')})++)(?:\n(?=\[)|\Z)")
_CONTROLS = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_SPELLED = str.maketrans({chr(code): f"\\u{code:04X}" for code in (*range(0x20), *range(0x7F, 0xA0))} | _CONTROLS)


def render_files(budgets: Budgets, directory: str = "baselines") -> str:
    """`files.toml`: the budgets per file."""
    return _render(f"{directory}/files.toml", _LOWERS, _tables(budgets))


def render_units(budgets: Budgets, directory: str = "baselines") -> str:
    """`units.toml`: the budgets of crates, edges and the repository."""
    return _render(f"{directory}/units.toml", _LOWERS, _tables(budgets))


def render_rules(meanings: Mapping[str, str], directory: str = "baselines") -> str:
    """`rules.toml`: the rules under the ratchet, and what their numbers mean."""
    tables = [f"schema = {_string(SCHEMA)}\n"]
    tables += [f"[{_string(rule)}]\nmeaning = {_string(meanings[rule])}\n" for rule in sorted(meanings)]
    return _render(f"{directory}/rules.toml", "the rules whose numbers only go down, and what they measure.", tables)


def waivers_header(directory: str) -> str:
    """The first line of a `waivers.toml`."""
    return _render(f"{directory}/waivers.toml", "permissions with a reason, an owner and an end.", ())


def key_of(unit: str) -> str:
    """The key of a unit: the unit itself; bytes that are not UTF-8 as `%XX`, and then `%` as `%25`.

    A name that already looks so escaped is escaped too, so that no two units share a key.
    """
    if not _LONE.search(unit) and not _ESCAPED.search(unit):
        return unit
    return _LONE.sub(lambda byte: f"%{ord(byte[0]) - 0xDC00:02X}", unit.replace("%", "%25"))


def unit_of(key: str) -> str:
    """The unit behind a key."""
    if not _ESCAPED.search(key):
        return key
    return path_text(path_bytes(_ESCAPED.sub(lambda code: path_text(bytes([int(code[1], 16)])), key)))


def is_canonical_key(key: str) -> bool:
    """Whether ratchet itself would write this key."""
    return key_of(unit_of(key)) == key


def is_canonical_path(path: str) -> bool:
    """Whether a path is relative to the top, with no part that says nothing."""
    return _IDLE_PART.search(path) is None


def parse_canonical(text: str) -> dict[str, dict[str, int]] | None:
    """The data of a file as `render_files` writes it, ten times as fast as tomllib; None for any other text.

    Every character is accounted for, so that a text which is read here means the same to tomllib.
    """
    tables: dict[str, dict[str, int]] = {}
    header = _HEADER.match(text)
    end = header.end() if header else 0
    while match := _TABLE.match(text, end):
        entries = _ENTRY.findall(match[2])
        table = {rule: int(number) for rule, number in entries}
        if match[1] in tables or len(table) != len(entries):
            return None
        tables[match[1]] = table
        end = match.end()
    return tables if end == len(text) and tables else None


def _tables(budgets: Budgets) -> Iterable[str]:
    for unit in sorted(budgets, key=path_bytes):
        lines = [f"{_string(rule)} = {number}\n" for rule, number in sorted(budgets[unit].items()) if number > 0]
        if lines:
            yield f"[{_string(key_of(unit))}]\n{''.join(lines)}"


def _render(path: str, about: str, tables: Iterable[str]) -> str:
    return f"# {path.translate(_SPELLED)} — ratchet: {about}\n" + "\n".join(tables)


def _string(text: str) -> str:
    return f'"{text.translate(_SPELLED)}"'
