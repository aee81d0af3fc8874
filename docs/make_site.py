"""Builds the documentation as a site of plain HTML: `python docs/make_site.py [DIRECTORY]`, no network, no service."""

from __future__ import annotations

import html
import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ratchet.formats import rule_page
from ratchet.kinds.counted import lines_of, scopes_of
from ratchet.model.config import Config
from ratchet.model.rule import Rule
from ratchet.repo.packs import shipped_files
from ratchet.rulebook.book import build_rulebook

__all__ = ["build", "slugs"]

TOP = Path(__file__).resolve().parent.parent
FIRST = ("README.md", "docs/ci.md", "docs/formats.md", "docs/fitness.md", "docs/rules.md")
STYLE = """\
:root { color-scheme: light dark; --edge: #8884; --soft: #8882; --link: light-dark(#0550ae, #79c0ff); }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
nav { padding: 1.5rem 1rem; border-right: 1px solid var(--edge); font-size: .9rem; height: 100vh; overflow: auto;
  position: sticky; top: 0; box-sizing: border-box; }
nav h2 { font-size: .8rem; text-transform: uppercase; letter-spacing: .05em; margin: 1.2rem 0 .3rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav [aria-current] { font-weight: 600; }
main { padding: 1.5rem 2.5rem 4rem; max-width: 60rem; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
h1, h2, h3 { line-height: 1.25; }
h2 { border-bottom: 1px solid var(--edge); padding-bottom: .2rem; margin-top: 2.2rem; }
pre { background: var(--soft); padding: .8rem 1rem; overflow: auto; border-radius: 6px; font-size: .85rem; }
code { font-family: ui-monospace, monospace; font-size: .9em; } :not(pre) > code { background: var(--soft);
  padding: .1em .3em; border-radius: 4px; } pre code { font-size: 1em; }
table { border-collapse: collapse; display: block; overflow: auto; font-size: .92rem; }
th, td { border: 1px solid var(--edge); padding: .35rem .6rem; text-align: left; vertical-align: top; }
@media (max-width: 50rem) { body { display: block; }
  nav { height: auto; position: static; border: 0; } main { padding: 1rem; } }
"""
PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<link rel="stylesheet" href="{root}style.css">
</head>
<body>
<nav>
{nav}
</nav>
<main>
{body}
</main>
</body>
</html>
"""


@dataclass(slots=True)
class Site:
    """Pages by the path of their source, and files of the repository that some page leads to."""

    pages: dict[str, str]
    titles: dict[str, str] = field(default_factory=dict)
    wanted: set[str] = field(default_factory=set)

    def place(self, source: str) -> str:
        """Where a page, or a file that is shown as it is, stands on the site."""
        if source == "README.md":
            return "index.html"
        if source in self.pages:
            return str(PurePosixPath(source.removeprefix("docs/")).with_suffix(".html"))
        self.wanted.add(source)
        return f"source/{source.rstrip('/') or 'index'}.html"


def build(target: Path) -> list[Path]:
    """Write the site into a directory, and name the files."""
    site = Site(_sources())
    site.titles = {source: _title(text) for source, text in site.pages.items()}
    written = [_write(target / "style.css", STYLE)]
    pictures = sorted((TOP / "docs").glob("*.svg"))
    written += [_write(target / each.name, each.read_text(encoding="utf-8")) for each in pictures]
    for source, text in site.pages.items():
        written.append(_write(target / site.place(source), _page(site, source, _rendered(site, source, text))))
    done: set[str] = set()
    while todo := sorted(site.wanted - done):
        written += [_write(target / site.place(source), _page(site, source, _shown(site, source))) for source in todo]
        done.update(todo)
    return written


def _sources() -> dict[str, str]:
    """The Markdown of every page: written ones, and one for each rule that ships."""
    files = [TOP / "README.md", *sorted((TOP / "docs").rglob("*.md"))]
    written = {path.relative_to(TOP).as_posix(): _headed(path) for path in files}
    rules = {f"docs/rules/{rule.id}.md": _rule(rule) for rule in _shipped()}
    first = {source: written[source] for source in FIRST}
    return {**first, **{source: text for source, text in written.items() if source not in first}, **rules}


def _headed(path: Path) -> str:
    """The text of a page; a fragment of the changes has no heading of its own."""
    text = path.read_text(encoding="utf-8")
    return text if re.search("^# ", text, re.MULTILINE) else f"# {path.stem}\n\n{text}"


def _shipped() -> list[Rule]:
    files = shipped_files()
    packs = tuple(sorted({path.partition("/")[0] for path in files}))
    rulebook, _ = build_rulebook(Config(packs=packs), files, {})
    return list(rulebook.rules.values())


def _rule(rule: Rule) -> str:
    below = "../" * (rule.id.count("/") + 1)
    return (
        f"{rule_page.render(rule, scopes_of(rule.spec), lines_of(rule.spec))}\n"
        f"[All rules]({below}rules.md) · [its file]({below}../{rule.place.path})\n"
    )


def _title(markdown: str) -> str:
    found = re.search(r"^# (.+)$", markdown, re.MULTILINE)
    return found[1].replace("`", "") if found else "ratchet"


def slugs(headings: list[str]) -> list[str]:
    """What GitHub calls the headings of a page: a second one of the same name is numbered."""
    seen: dict[str, int] = {}
    found = []
    for heading in headings:
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        seen[slug] = seen.get(slug, -1) + 1
        found.append(f"{slug}-{seen[slug]}" if seen[slug] else slug)
    return found


def _rendered(site: Site, source: str, text: str) -> str:
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(text)
    openings = [number for number, token in enumerate(tokens) if token.type == "heading_open"]
    for number, slug in zip(openings, slugs([_plain(tokens[number + 1]) for number in openings]), strict=True):
        tokens[number].attrSet("id", slug)
    for link in _links(tokens):
        link.attrSet("href", _href(site, source, str(link.attrGet("href"))))
    rendered = parser.renderer.render(tokens, parser.options, {})
    assert isinstance(rendered, str)
    return rendered


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


def _links(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from (child for child in token.children or () if child.type == "link_open")


def _href(site: Site, source: str, href: str) -> str:
    """A link as the site has it; addresses elsewhere stay as they are."""
    path, _, anchor = href.partition("#")
    if "://" in href or not path:
        return href
    goal = os.path.normpath(PurePosixPath(source).parent / path).replace(os.sep, "/")
    found = _between(site, source, goal)
    return f"{found}#{anchor}" if anchor else found


def _between(site: Site, source: str, goal: str) -> str:
    """The way from one page of the site to another."""
    return os.path.relpath(site.place(goal), PurePosixPath(site.place(source)).parent)


def _shown(site: Site, source: str) -> str:
    """A file of the repository as it is, or what is in a directory of it."""
    path = TOP / source
    heading = f"<h1><code>{html.escape(source)}</code></h1>\n"
    if not path.is_dir():
        return f"{heading}<pre><code>{html.escape(path.read_text(encoding='utf-8'))}</code></pre>"
    inside = sorted(each.relative_to(path).as_posix() for each in path.rglob("*") if _is_text(each))
    ways = {name: html.escape(_between(site, source, f"{source}/{name}")) for name in inside}
    rows = (f'<li><a href="{way}">{html.escape(name)}</a></li>' for name, way in ways.items())
    return f"{heading}<ul>\n" + "\n".join(rows) + "\n</ul>"


def _is_text(path: Path) -> bool:
    return path.is_file() and path.suffix in {".json", ".md", ".py", ".toml", ".yaml", ".yml"}


def _page(site: Site, source: str, body: str) -> str:
    title = site.titles.get(source, source)
    root = "../" * site.place(source).count("/")
    return PAGE.format(title=html.escape(title), root=root, nav=_nav(site, source), body=body)


def _nav(site: Site, here: str) -> str:
    groups: dict[str, list[str]] = {}
    for source in site.pages:
        groups.setdefault(_group(source), []).append(source)
    return "\n".join(_menu(site, here, title, sources) for title, sources in groups.items())


def _group(source: str) -> str:
    folder = PurePosixPath(source.removeprefix("docs/")).parent.as_posix()
    if folder.startswith("rules/"):
        return f"Rules: {folder.removeprefix('rules/')}"
    return {".": "Guide", "decisions": "Decisions", "changes": "Changes"}.get(folder, folder)


def _menu(site: Site, here: str, title: str, sources: list[str]) -> str:
    items = []
    for source in sources:
        way = html.escape(_between(site, here, source))
        current = ' aria-current="page"' if source == here else ""
        items.append(f'<li><a href="{way}"{current}>{html.escape(site.titles[source])}</a></li>')
    return f"<h2>{html.escape(title)}</h2>\n<ul>\n" + "\n".join(items) + "\n</ul>"


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def main(arguments: Mapping[int, str]) -> None:
    """Build, and say where it is."""
    target = Path(arguments.get(1, str(TOP / "site")))
    written = build(target)
    sys.stdout.write(f"{len(written)} files in {target}: open {target / 'index.html'}\n")


if __name__ == "__main__":
    main(dict(enumerate(sys.argv)))
