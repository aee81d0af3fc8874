"""Files, symbols, source and rules of a real repository that try to be more than text, in every format."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree as ET

import pytest
from junitparser import JUnitXml
from markdown_it import MarkdownIt

from ratchet.formats.catalogue import names, render
from ratchet.formats.markdown_text import code
from ratchet.formats.muted import muted
from ratchet.formats.paint import inert
from ratchet.formats.style import Style
from ratchet.model.verdict import Verdict
from tests.formats import verdicts
from tests.repository import Repo

NAMES = (
    b"::error file=a.rs::owned",
    b"::stop-commands::x\n::set-output name=a::b",
    b"100%0A::error::owned%25",
    b"a,line=1,title=x::y",
    b"##vso[task.complete result=Succeeded;]done",
    b"###[error]owned",
    b"##teamcity[buildProblem description='x']",
    b"it's|n[x]",
    b"semi;code=1]owned",
    b"\x1b[2J\x1b]0;title\x07",
    b"\rPASS  nothing got worse",
    b"\nPASS  nothing got worse",
    "\u202egnp.\u2066\u200b\u2028\ufeff\ufffe".encode(),
    b"\xff\xfe\x80 no text",
    b"<img src=x onerror=alert(1)>&amp;]]>--><!--",
    b"\" onclick='x' y=\"",
    b"a|b `c` ``d\\| [e](http:evil.example) ![f](g) @everyone #12 GH-12 www.evil.example",
    b"**bold** _it_ ~~no~~ <!-- ratchet --> </details>",
    b"-rf --base=x",
    b"{0} %s %d ${{ github.token }} {{x}}",
    "名前 é 😀".encode(),
)  # fmt: skip
RULE = """\
id: own/shout
because: "it prints\\n::error::owned ##vso[task.complete result=Succeeded;] <b>@everyone</b> |x| `y` \\u001b[31m\\u202e"
advice: "remove it; ] ' [click](http://evil.example) %0A::error::owned <script>alert(1)</script> \\u200b ]]>"
count:
  language: rust
  query: '(macro_invocation macro: (identifier) @_name (#eq? @_name "shout")) @finding'
valid: ["fn f() {}"]
invalid: ['fn f() { shout!("x"); }']
"""
SOURCE = (
    'pub fn f() { shout!("::error::owned ##vso[task.complete result=Succeeded;] <b> | ` @everyone \x1b[2J \u202e"); }\n'
)
STEERING = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
PATHS = tuple(b"src/" + name + b".rs" for name in NAMES)
PLAIN = ("PASS  ", "FAIL  ", "NEEDS REVIEW  ", "CANNOT JUDGE  ", "Next: ")


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """Every format of one check, and the log of the step, by the name of the format."""
    root = tmp_path_factory.mktemp("hostile")
    repo = Repo(root / "repo", root / "home")
    repo.init()
    repo.write("ratchet.toml", 'packs = ["rust"]\n')
    repo.write("rules/own/shout.yaml", RULE)
    repo.write("src/lib.rs", "pub fn f() {}\n")
    assert repo.ratchet("init").code == 0
    repo.commit("adopt ratchet")
    for path in PATHS:
        repo.write(os.fsdecode(path), SOURCE)
    forms = names("check")
    outputs = [f"--output={form}={root / form}" for form in forms]
    result = repo.ratchet("check", *outputs, "--max-findings=99", env={"GITHUB_STEP_SUMMARY": str(root / "summary")})
    assert result.code == 1, result.err
    found = {form: (root / form).read_bytes() for form in forms}
    for option in ("--concise", "--grouped"):
        found[option] = repo.ratchet("check", option, "--max-findings=99").out.encode()
    return {**found, "log": result.out.encode(), "summary": (root / "summary").read_bytes()}


def path_of(uri: str) -> bytes:
    return unquote_to_bytes(uri)


def inert_name(path: bytes) -> str:
    """A path as reports show it."""
    return inert(path.decode("utf-8", "surrogateescape"))


FORMATS = [*names("check"), "--concise", "--grouped", "log", "summary"]
EACH = pytest.mark.parametrize("form", FORMATS)


@EACH
def test_no_character_steers(reports: Mapping[str, bytes], form: str) -> None:
    text = reports[form].decode("utf-8")
    assert [letter for letter in text if unicodedata.category(letter) in STEERING and letter != "\n"] == []


@EACH
def test_no_line_commands_a_ci_system_unless_it_is_ours(reports: Mapping[str, bytes], form: str) -> None:
    for line in reports[form].decode().splitlines():
        hashes = re.findall(r"##[a-z]*\[[a-zA-Z.]*", line)
        ours = {"azure": ["##vso[task.logissue"]}.get(form, [])
        if form == "teamcity":
            assert re.match(r"##teamcity\[(inspectionType|inspection|buildStatisticValue|buildProblem) ", line)
            assert len(hashes) == 1
        else:
            assert hashes in ([], ours), line
        if line.lstrip().startswith("::"):
            assert form == "github"
            assert re.match(r"::(error|warning|notice) (file|title)=", line)


def test_a_workflow_command_of_github_has_only_our_properties(reports: Mapping[str, bytes]) -> None:
    lines = reports["github"].decode().splitlines()
    commands = [line for line in lines if line.startswith("::")]
    assert len(commands) == 11, "ten errors, and how many are left out"
    assert all(line.startswith(PLAIN) for line in lines if line not in commands)
    for line in commands:
        found = re.fullmatch(r"::(?P<level>\w+) (?P<properties>[^:]*)::(?P<data>.*)", line)
        assert found, line
        keys = [each.partition("=")[0] for each in found["properties"].split(",")]
        assert keys in (["file", "line", "endLine", "col", "endColumn", "title"], ["title"])
        assert re.sub(r"%(25|0A|3A|2C)", "", line).count("%") == 0


def one_site(path: bytes) -> Verdict:
    """A verdict with one new site, in a file of that name."""
    name = os.fsdecode(path)
    site = verdicts.FAIL.findings[-1]
    delta = replace(verdicts.FAIL.deltas[-1], unit=name)
    return replace(verdicts.PASS, deltas=(delta,), findings=(replace(site, finding=replace(site.finding, path=name)),))


@pytest.mark.parametrize("path", PATHS)
def test_the_runner_of_github_reads_the_name_that_is_shown(path: bytes) -> None:
    line, *_ = render("check", "github", one_site(path), Style()).splitlines()
    found = re.fullmatch(r"::error (?P<properties>.*?)::(?P<data>.*)", line)
    assert found
    properties = dict(each.split("=", 1) for each in found["properties"].split(","))
    assert list(properties) == ["file", "line", "endLine", "col", "endColumn", "title"]
    shown = properties["file"]
    for escape, letter in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        shown = shown.replace(escape, letter)
    assert shown == muted(inert_name(path))


@pytest.mark.parametrize("path", PATHS)
def test_the_agent_of_azure_reads_the_name_that_is_shown(path: bytes) -> None:
    line, *_ = render("check", "azure", one_site(path), Style()).splitlines()
    start, _, rest = line.partition("[")
    command, _, _message = rest.partition("]")  # the agent takes the first
    assert start == "##vso"
    properties = dict(each.split("=", 1) for each in command.removeprefix("task.logissue ").split(";") if each)
    assert list(properties) == ["type", "sourcepath", "linenumber", "columnnumber", "code"]
    shown = properties["sourcepath"]
    for escape, letter in (("%3B", ";"), ("%5D", "]"), ("%0A", "\n"), ("%0D", "\r"), ("%AZP25", "%")):
        shown = shown.replace(escape, letter)
    assert shown == muted(inert_name(path))


def test_no_pipe_ends_a_cell_of_a_table() -> None:
    assert code("a|b") == "`a\\|b`"
    assert code("a\\|b") == "`a\\\\x7cb`", "GitHub reads two backslashes before a pipe as one, and then a pipe"


def test_an_issue_of_azure_has_only_our_properties(reports: Mapping[str, bytes]) -> None:
    commands = [line for line in reports["azure"].decode().splitlines() if line.startswith("##vso")]
    assert len(commands) == 10
    for line in commands:
        found = re.fullmatch(r"##vso\[task\.logissue (?P<properties>[^\]]*)\](?P<data>.*)", line)
        assert found
        keys = [each.partition("=")[0] for each in found["properties"].split(";")]
        assert keys == ["type", "sourcepath", "linenumber", "columnnumber", "code", ""]
        assert re.sub(r"%(AZP25|3B|5D)", "", line).count("%") == 0


def test_a_message_of_teamcity_has_only_our_attributes(reports: Mapping[str, bytes]) -> None:
    value = r"'(?:[^'|\[\]\n]|\|['n|\[\]]|\|0x[0-9a-f]{4})*'"
    for line in reports["teamcity"].decode().splitlines():
        assert line.isascii()
        found = re.fullmatch(rf"##teamcity\[(\w+)((?: \w+={value})+)\]", line)
        assert found, line
        keys = re.findall(rf" (\w+)={value}", found[2])
        assert (
            keys
            == {
                "inspectionType": ["id", "name", "category", "description"],
                "inspection": ["typeId", "message", "file", "line", "SEVERITY"],
                "buildStatisticValue": ["key", "value"],
                "buildProblem": ["description", "identity"],
            }[found[1]]
        )


def test_sarif_names_every_file_by_its_bytes(reports: Mapping[str, bytes]) -> None:
    (run,) = json.loads(reports["sarif"])["runs"]
    places = [each["locations"][0]["physicalLocation"]["artifactLocation"] for each in run["results"]]
    assert {path_of(place["uri"]) for place in places} == set(PATHS)
    assert {place["uriBaseId"] for place in places} == {"SRCROOT"}
    assert all(re.fullmatch(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+", place["uri"]) for place in places)


@pytest.mark.parametrize("form", ["sarif", "gitlab", "rdjson"])
def test_what_json_says_is_unicode_and_steers_nobody(reports: Mapping[str, bytes], form: str) -> None:
    for key, text in texts(json.loads(reports[form])):
        assert text.encode("utf-8"), "no lone surrogates"
        if key != "path":
            assert [each for each in text if unicodedata.category(each) in STEERING and each != "\n"] == []


def texts(value: Any, key: str = "") -> list[tuple[str, str]]:
    if isinstance(value, str):
        return [(key, value)]
    items = (
        value.items() if isinstance(value, dict) else [(key, each) for each in value] if isinstance(value, list) else []
    )
    return [found for name, each in items for found in texts(each, name)]


@pytest.mark.parametrize("form", ["gitlab", "rdjson"])
def test_a_path_in_json_is_the_name_of_the_file_where_that_is_unicode(reports: Mapping[str, bytes], form: str) -> None:
    document = json.loads(reports[form])
    issues = document["diagnostics"] if form == "rdjson" else document
    shown = {each["location"]["path"] for each in issues}
    for path in PATHS:
        try:
            assert path.decode() in shown
        except UnicodeDecodeError:
            assert inert_name(path) in shown
    assert len(shown) == len(PATHS)


def test_xml_is_well_formed_and_names_every_file(reports: Mapping[str, bytes]) -> None:
    shown = {inert_name(path).replace("\ufffe", "\\ufffe") for path in PATHS}
    checkstyle = ET.fromstring(reports["checkstyle"])
    assert {file.get("name") for file in checkstyle} == shown
    assert {error.get("source") for error in checkstyle.iter("error")} == {"own/shout"}
    junit = JUnitXml.fromstring(reports["junit"])
    assert junit.failures == len(PATHS)
    assert {case.get("file") for case in ET.fromstring(reports["junit"]).iter("testcase")} - {None} == shown


class Page(HTMLParser):
    """What a browser would make of a page: its tags, and its text outside code."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.comments: list[str] = []
        self.rows: list[int] = []
        self.plain = ""
        self._inside = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        self._inside += tag == "code"
        if tag == "tr":
            self.rows.append(0)
        elif tag in {"td", "th"}:
            self.rows[-1] += 1

    def handle_endtag(self, tag: str) -> None:
        self._inside -= tag == "code"

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    def handle_data(self, data: str) -> None:
        self.plain += "" if self._inside else data


def test_markdown_has_our_markup_and_no_other(reports: Mapping[str, bytes]) -> None:
    page = Page()
    parser = MarkdownIt("commonmark", {"html": True, "linkify": False}).enable("table")
    page.feed(parser.render(reports["markdown"].decode()))
    assert page.tags == {"h3", "table", "thead", "tbody", "tr", "th", "td", "code", "p", "strong"}
    assert page.attributes == []
    assert page.comments == [" ratchet "]
    assert set(page.rows) == {5, 3}
    assert not re.search(r"[@#<>\[\]`|*_]|://|www\.", page.plain), page.plain


def test_an_agent_gets_a_line_for_each_site_and_no_line_that_a_file_wrote(reports: Mapping[str, bytes]) -> None:
    lines = reports["agent"].decode().splitlines()
    assert len(lines) == len(PATHS) + 2
    assert [line for line in lines if line.startswith(("PASS", "::", "FAIL"))] == lines[-2:-1]
