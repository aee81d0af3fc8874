"""A graph as one page that needs nothing else: no network, no library, and nothing of a repository runs in it."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from importlib.resources import files

from ratchet.formats.graph_page_data import page_data
from ratchet.formats.style import Style
from ratchet.model.picture import GraphReport

__all__ = ["render"]

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" \
content="default-src 'none'; style-src {style_hash}; script-src {script_hash}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header>
<h1>{title}<small>{about}</small></h1>
<input id="search" type="search" placeholder="Search  /" aria-label="Search" autocomplete="off" spellcheck="false">
<span id="hits" role="status"></span>
<div id="filters" class="chips"></div>
<div class="buttons">
<button id="fold-all" type="button">Unfold all</button>
<button id="fold-none" type="button">Fold all</button>
<button id="fold-some" type="button">Reset</button>
<button id="theme" type="button" title="light or dark" aria-label="light or dark">◐</button>
</div>
</header>
<main>
<svg role="group" aria-label="dependency graph">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" \
markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.5L8 4L0 7.5z"/></marker></defs>
<g id="world"></g>
</svg>
<div id="empty" hidden>Nothing to show with these filters.</div>
<div id="zoom">
<button id="nearer" type="button" aria-label="nearer">+</button>
<button id="farther" type="button" aria-label="farther">−</button>
<button id="fit" type="button" aria-label="fit">⤢</button>
</div>
</main>
<aside><noscript>This page draws the graph with a script of its own; scripts are off here. \
<code>ratchet graph</code> prints it as text.</noscript></aside>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
"""


def render(report: GraphReport, _style: Style) -> str:
    """The page with its own style and script."""
    look = _shipped(".css")
    script = f'"use strict";\n(() => {{\n{_shipped(".js")}}})();\n'
    own = sum(1 for node in report.wide.nodes.values() if node.own)
    return _PAGE.format(
        title=html.escape(f"Dependency graph: {', '.join(report.graphs) or 'none'}"),
        about=html.escape(_about(report, own)),
        style=look,
        style_hash=_digest(look),
        script=script,
        script_hash=_digest(script),
        data=_inert_json(page_data(report)),
    )


def _about(report: GraphReport, own: int) -> str:
    if report.way is not None:
        return f"from {report.ends[0]} to {report.ends[1]}" + ("" if report.way else ": no path")
    return f"{own} nodes"


def _shipped(suffix: str) -> str:
    """The files of a kind that are part of this module, as its code is, in the order of their names."""
    directory = files("ratchet.formats") / "graph_page"
    found = sorted((each for each in directory.iterdir() if each.name.endswith(suffix)), key=lambda each: each.name)
    return "".join(each.read_text(encoding="utf-8") for each in found)


def _digest(text: str) -> str:
    """What the page may run, by its hash: nothing that a name could bring along."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _inert_json(value: object) -> str:
    """JSON that ends no script and begins no comment, whatever the names in it are."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
