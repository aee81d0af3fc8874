"""The packages that are no production because of their place or the config, and those that are all the same."""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.formats.amounts import plural
from ratchet.formats.paint import inert
from ratchet.formats.shapes import ANY_TEXT, always
from ratchet.model.scope import PackageScope, Scope
from ratchet.model.shape import List, Table, Text

__all__ = ["PACKAGES", "package_lines", "packages_json"]

_MOST_NAMED = 5

PACKAGES = List(
    Table(
        {
            "directory": always(ANY_TEXT, "where it is, from the top"),
            "name": always(ANY_TEXT, "what it is called"),
            "scope": always(Text(words=tuple(Scope)), "what its code counts as"),
            "needed": always(ANY_TEXT, "why it is production all the same; empty where it is not"),
        }
    )
)


def package_lines(packages: Sequence[PackageScope]) -> list[str]:
    """How many packages have each scope, the first of them by directory, and why others stay production."""
    lines = []
    for scope in Scope:
        mine = [inert(each.directory or each.name) for each in packages if each.scope is scope and not each.needed]
        if mine:
            more = f" and {len(mine) - _MOST_NAMED} more" if len(mine) > _MOST_NAMED else ""
            lines.append(f"  {plural(len(mine), 'package')} counted as {scope}: {', '.join(mine[:_MOST_NAMED])}{more}")
    lines += [
        f"  {inert(each.directory or each.name)} stays production: {inert(each.needed)}"
        for each in packages
        if each.needed
    ]
    return lines


def packages_json(packages: Sequence[PackageScope]) -> dict[str, object]:
    """The same for scripts, by directory; nothing where there are none."""
    if not packages:
        return {}
    keys = ("directory", "name", "scope", "needed")
    return {"packages": [{key: getattr(each, key) for key in keys} for each in packages]}
