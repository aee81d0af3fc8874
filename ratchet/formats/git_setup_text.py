"""What `init --git` saw to, for people and for scripts: `ratchet/init-git/1`."""

from __future__ import annotations

import shlex

from ratchet.formats.json_text import dumps
from ratchet.formats.paint import Paint, inert
from ratchet.formats.shapes import NAME, always, layout
from ratchet.model.reports import Done, GitSetup
from ratchet.model.shape import List, Table, Text

__all__ = ["SHAPE", "render", "render_json"]

_SETTING = Table(
    {
        "what": always(NAME, "the setting or the file"),
        "done": always(Text(words=tuple(Done)), "what was done about it"),
        "about": always(NAME, "what was written, or what is there"),
    }
)
SHAPE = layout("ratchet/init-git/1", {"settings": always(List(_SETTING), "what git needs to merge baselines")})

_EVERY_CLONE = """\
Git does not commit its config: every clone runs `ratchet init --git` once. Hosted servers run no merge drivers;
what conflicts there is merged in a clone, or resolved by: ratchet merge FILE
"""


def render(report: GitSetup, paint: Paint) -> str:
    """What was written, what was there, and who has to do the same."""
    colours = {Done.WROTE: paint.green, Done.KEPT: paint.dim, Done.LEFT: paint.yellow}
    said = [f"{colours[each.done](each.done)} {inert(each.what)}: {inert(each.about)}\n" for each in report.settings]
    paths = " ".join(shlex.quote(inert(path)) for path in report.to_commit)
    after = f"Next: git add {paths} && git commit\n" if paths else ""
    return "".join(said) + after + _EVERY_CLONE


def render_json(report: GitSetup) -> str:
    """The same as data."""
    settings = [{"what": each.what, "done": each.done, "about": each.about} for each in report.settings]
    return dumps({"schema": "ratchet/init-git/1", "settings": settings})
