"""What `init --ci` and `init --git-hook` saw to, for people and for scripts."""

from __future__ import annotations

import shlex

from ratchet.formats.json_text import dumps
from ratchet.formats.paint import Paint, inert
from ratchet.formats.shapes import NAME, always, layout
from ratchet.model.reports import Done
from ratchet.model.setup import Setup
from ratchet.model.shape import List, Table, Text

__all__ = ["CI", "CI_SHAPE", "HOOK", "HOOK_SHAPE", "render", "render_json"]

CI, HOOK = "ratchet/init-ci/1", "ratchet/init-git-hook/1"
_SETTING = Table(
    {
        "what": always(NAME, "the file"),
        "done": always(Text(words=tuple(Done)), "what was done about it"),
        "about": always(NAME, "what it is for, or what stands in the way"),
    }
)
_KEYS = {
    "settings": always(List(_SETTING), "what was seen to"),
    "advice": always(List(NAME), "what is left for people to do"),
}
CI_SHAPE = layout(CI, _KEYS)
HOOK_SHAPE = layout(HOOK, _KEYS)


def render(report: Setup, paint: Paint) -> str:
    """What was written, what was there, and what is left to do."""
    colours = {Done.WROTE: paint.green, Done.KEPT: paint.dim, Done.LEFT: paint.yellow}
    lines = [f"{colours[each.done](each.done)} {inert(each.what)}: {inert(each.about)}" for each in report.settings]
    paths = " ".join(shlex.quote(inert(path)) for path in report.to_commit)
    lines += ["", "Next:"] if paths or report.advice else []
    lines += [f"  git add {paths} && git commit"] if paths else []
    lines += [f"  {inert(line)}" for line in report.advice]
    return "\n".join(lines) + "\n"


def render_json(report: Setup, name: str) -> str:
    """The same as data, under the name of its layout."""
    settings = [{"what": each.what, "done": each.done, "about": each.about} for each in report.settings]
    return dumps({"schema": name, "settings": settings, "advice": list(report.advice)})
