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


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path.resolve(): read(path) for path in sorted(site.rglob("*.html"))}


def dead(path: Path, page: Page, pages: dict[Path, Page]) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for link in page.links:
        where, _, anchor = unquote(link).partition("#")
        goal = (path.parent / where).resolve() if where else path
        if "://" not in link and (not goal.is_file() or (anchor and anchor not in pages[goal].ids)):
            found.append(link)
    return found


def test_no_link_is_dead(pages: dict[Path, Page]) -> None:
    assert {str(path): found for path, page in pages.items() if (found := dead(path, page, pages))} == {}


def test_a_dead_link_would_be_found(site: Path, pages: dict[Path, Page]) -> None:
    links = ["nowhere.html", "index.html#nowhere", "ci.html#jenkins", "#nowhere", "https://example.org/"]
    index = site.resolve() / "index.html"
    assert dead(index, Page(links), pages) == ["nowhere.html", "index.html#nowhere", "#nowhere"]


def test_every_page_and_every_rule_has_its_place(site: Path) -> None:
    made = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    docs = {path.relative_to(TOP / "docs").with_suffix(".html").as_posix() for path in (TOP / "docs").rglob("*.md")}
    shipped = {name.removesuffix(".yaml") for name in shipped_files() if not name.endswith("language.yaml")}
    assert shipped
    assert {"index.html", *docs, *(f"rules/{name}.html" for name in shipped)} <= made


def test_every_page_names_itself_and_no_heading_twice(pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        assert "<h1" in path.read_text(encoding="utf-8"), path
        assert len(page.ids) == len(set(page.ids)), path


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "<script" not in text
        assert 'rel="stylesheet" href="http' not in text
