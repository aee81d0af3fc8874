"""The documentation as a site: one command builds it, with a page for every rule, and no link of it is dead."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from ratchet.repo.packs import shipped_files
from tests.self.modules import TOP


@dataclass
class Page(HTMLParser):
    """What one page links to, and what it can be linked by."""

    links: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.links += [value for name in ("href", "src") if (value := found.get(name))]
        self.ids += [value for value in [found.get("id")] if value]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, str(TOP / "docs/make_site.py"), str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert f"open {target}/index.html" in done.stdout
    return target


def read(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def dead(site: Path) -> list[str]:
    pages = {path: read(path) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        for link in page.links:
            where, _, anchor = unquote(link).partition("#")
            goal = (path.parent / where).resolve() if where else path
            if "://" not in link and (not goal.is_file() or (anchor and anchor not in pages[goal].ids)):
                found.append(f"{path.relative_to(site)} → {link}")
    return found


def test_no_link_is_dead_and_a_dead_one_would_be_found(site: Path) -> None:
    assert dead(site) == []
    extra = site / "extra.html"
    extra.write_text('<a href="nowhere.html">1</a><a href="index.html#nowhere">2</a><a href="ci.html#jenkins">3</a>')
    found = dead(site)
    extra.unlink()
    assert found == ["extra.html → nowhere.html", "extra.html → index.html#nowhere"]


def test_every_page_and_every_rule_has_its_place(site: Path) -> None:
    made = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    pages = {path.relative_to(TOP / "docs").with_suffix(".html").as_posix() for path in (TOP / "docs").rglob("*.md")}
    rules = {
        f"rules/{name.removesuffix('.yaml')}.html" for name in shipped_files() if not name.endswith("language.yaml")
    }
    assert rules
    assert {"index.html", *pages, *rules} <= made


def test_every_page_can_be_reached_and_names_itself_once(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert text.count("<h1") >= 1, path
        assert len(read(path).ids) == len(set(read(path).ids)), f"{path} has a heading twice"


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "<script" not in text
        assert 'rel="stylesheet" href="http' not in text
