"""The page of a graph in a real browser: it searches, filters, marks and tells, without network or complaint."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ratchet.kinds.picturing import Bounds, picture
from ratchet.model.errors import Place
from ratchet.model.graph import Edge, Graph, Node
from ratchet.model.picture import GraphReport
from tests.chromium import Browser, Page, find_chromium
from tests.formats.pictures import FILTERS, HOSTILE, REPORT, page

CHROMIUM = find_chromium()
IN_A_BROWSER = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt install chromium")


def data_of(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_a_hostile_name_is_data_and_no_markup() -> None:
    text = page()
    assert HOSTILE in [node["name"] for node in data_of(text)["nodes"]]
    assert text.count("</script>") == 2
    assert "<img" not in text
    title = html.escape("Dependency graph: cargo, python")
    assert f"<title>{title}</title>" in text


def test_the_page_names_no_address_and_lets_nothing_run_but_its_own_script() -> None:
    text = page()
    without_names = text.replace("http://www.w3.org/2000/svg", "")
    assert re.findall(r"https?://|//cdn|@import|url\((?!#)", without_names) == []
    (policy,) = re.findall(r'content="(default-src [^"]*)"', text)
    assert re.fullmatch(r"default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'", policy)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    assert CHROMIUM is not None
    started = Browser(CHROMIUM, tmp_path_factory.mktemp("chromium"))
    yield started
    started.close()


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page of the hand-made graph; whatever a test does, nothing is fetched and nothing complains."""
    found = open_page(browser, tmp_path, REPORT)
    yield found
    asked = [event["request"]["url"] for event in found.events("Network.requestWillBeSent")]
    assert asked == [(tmp_path / "graph.html").as_uri()]
    assert found.events("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded") == []


def open_page(browser: Browser, directory: Path, report: GraphReport) -> Page:
    path = directory / "graph.html"
    path.write_text(page(report), encoding="utf-8")
    found = browser.page()
    found.open(path)
    return found


def names(page: Page, selector: str) -> set[str]:
    script = f"[...document.querySelectorAll({json.dumps(selector)})].map((each) => each.dataset.name)"
    return set(page.run(script))


def text(page: Page, selector: str) -> str:
    return str(page.run(f"document.querySelector({json.dumps(selector)}).innerText"))


@IN_A_BROWSER
def test_what_is_own_is_drawn_and_what_is_outside_waits(opened: Page) -> None:
    own = {"cli", "core", "daemon", "message", "xtask", "shop", "shop.cart", "shop.tax", HOSTILE}
    assert names(opened, ".node") == own
    opened.click("label.chip:has([data-filter=outside])")
    assert names(opened, ".node.outside") == {"tokio"}


@IN_A_BROWSER
def test_the_search_box_filters(opened: Page) -> None:
    opened.type("#search", "shop.")
    assert names(opened, ".node.hit") == {"shop.cart", "shop.tax"}
    assert text(opened, "#hits") == "2 matches"
    faint = "getComputedStyle(document.querySelector('.node[data-name=cli]')).opacity"
    assert float(opened.run(faint)) < 0.5
    opened.press("Enter")
    assert names(opened, ".node.chosen") == {"shop.cart"}
    assert "Depends on 1" in opened.run("document.querySelector('aside').textContent")
    opened.press("Escape")
    assert names(opened, ".node.hit, .node.chosen") == set()
    assert float(opened.run(faint)) == 1


@IN_A_BROWSER
def test_violations_are_marked_and_frozen_ones_apart(opened: Page) -> None:
    assert names(opened, ".node.violation") == {"cli"}
    assert names(opened, ".node.frozen") == {"message"}
    assert opened.run("document.querySelectorAll('.link.violation').length") == 1
    red = "getComputedStyle(document.querySelector('.node.violation rect')).stroke"
    assert opened.run(red) == "rgb(209, 36, 47)"
    opened.click("aside .breach[data-number]")
    told = opened.run("document.querySelector('aside').innerText")
    assert "cli -> core -> tokio" in told
    assert "binaries/cli/Cargo.toml:6" in told
    assert names(opened, ".node.chosen") == {"cli", "core", "tokio"}


@IN_A_BROWSER
def test_edges_are_filtered_by_kind_as_the_command_said(opened: Page) -> None:
    titles = "[...document.querySelectorAll('.link title')].map((each) => each.textContent)"
    assert "message → core" not in opened.run(titles)
    opened.click("label.chip:has([data-filter=dev])")
    assert "message → core" in opened.run(titles)
    assert opened.run("document.querySelectorAll('.link.cycle').length") >= 1
    opened.click("label.chip:has([data-filter=normal])")
    assert opened.run(titles) == ["message → core"]
    opened.click("label.chip:has([data-filter=cargo])")
    assert names(opened, ".node") == {"shop", "shop.cart", "shop.tax", HOSTILE}


@IN_A_BROWSER
def test_a_node_tells_whom_it_needs_and_who_needs_it(opened: Page) -> None:
    opened.click('.node[data-name="core"]')
    told = opened.run("document.querySelector('aside').innerText")
    for expected in (
        "libraries/core/Cargo.toml:2",
        "DEPENDS ON 2",
        "NEEDED BY 3",
        "message",
        "tokio",
        "daemon",
        "optional",
    ):
        assert expected in told
    assert names(opened, ".node.near") >= {"cli", "daemon", "message"}


@IN_A_BROWSER
def test_the_page_is_dark_where_the_reader_likes_it(opened: Page) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    opened.prefer("light")
    light = opened.run(background)
    opened.prefer("dark")
    dark = opened.run(background)
    assert (light, dark) == ("rgb(246, 247, 249)", "rgb(18, 21, 27)")
    opened.click("#theme")
    assert opened.run(background) == light


@IN_A_BROWSER
def test_a_thousand_modules_begin_folded_and_unfold(browser: Browser, tmp_path: Path) -> None:
    modules = [f"big.p{n % 20}.q{n % 7}.m{n}" for n in range(1000)]
    nodes = {name: Node(name, name, "python", True, name.replace(".", "/") + ".py") for name in modules}
    edges = tuple(Edge(a, b, Place("x.py", 1)) for a, b in zip(modules, modules[37:] + modules[:37], strict=True))
    graph = Graph({id_: nodes[id_] for id_ in sorted(nodes)}, tuple(sorted(edges, key=lambda edge: edge.order)))
    drawn = picture(graph, graph.edges, Bounds())
    found = open_page(browser, tmp_path, GraphReport(("python",), drawn, drawn, "all edges", FILTERS))
    folded = found.run("document.querySelectorAll('.node.group').length")
    assert 10 <= folded <= 60
    assert names(found, ".node[data-name]") == set()
    found.click(".node.group")
    assert 0 < len(names(found, ".node[data-name]")) < 20
    found.click("#fold-all")
    assert names(found, ".node[data-name]") == set(modules)
    assert found.events("Runtime.exceptionThrown", "Log.entryAdded") == []
