"""The README and the pages under `docs/` speak of what there is: commands, options, rules, files, exit codes."""

from __future__ import annotations

import ast
import re
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from ruamel.yaml import YAML

from ratchet.cli.main import ratchet as command_line
from ratchet.formats import init_text
from ratchet.kinds.count import KIND
from ratchet.model.shape import Table
from ratchet.model.verdict import Exit
from ratchet.rulebook.config import CONFIG_SHAPE
from ratchet.rulebook.rules import RULE_SHAPE
from tests.counting import measured, shipped_policy
from tests.self.markdown import Block, anchors, blocks, links, section, spans, tables
from tests.self.modules import TOP
from tests.stories.story import parse
from tests.stories.transcript import matches

README = (TOP / "README.md").read_text(encoding="utf-8")
PAGES = {
    path.relative_to(TOP).as_posix(): path.read_text(encoding="utf-8")
    for path in (TOP / "README.md", *sorted((TOP / "docs").glob("*.md")))
}
EACH_PAGE = pytest.mark.parametrize("page", PAGES)
RULES = shipped_policy().rulebook.rules
SITE = "fn site() { call().unwrap(); }"
CALL = re.compile(r"\bratchet (?:-C \S+ )?(?P<command>[a-z]+)(?P<rest>[^\n`|&;]*)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
OURS = re.compile(r"^(ratchet|rules|tests|docs|\.ci)/\S*$")


def commands() -> dict[str, click.Command]:
    context = click.Context(command_line)
    found = {name: command_line.get_command(context, name) for name in command_line.list_commands(context)}
    return {name: command for name, command in found.items() if command}


def options(command: click.Command) -> set[str]:
    known = (option for each in command.params for option in (*each.opts, *each.secondary_opts))
    return {*known, "--help"}


def code(page: str) -> Iterator[str]:
    """Everything on a page that a reader may type, or that a command suggests to type."""
    yield from spans(page)
    for block in blocks(page):
        if block.language in {"sh", "console", "yaml"}:
            yield block.text.replace("\\\n", " ")


def parsed(block: Block) -> list[Any]:
    if block.language == "toml":
        return [tomllib.loads(block.text)]
    return list(YAML(typ="safe", pure=True).load_all(block.text))


def yaml_of(page: str) -> list[Any]:
    return [data for block in blocks(page) if block.language == "yaml" for data in parsed(block)]


@EACH_PAGE
def test_every_yaml_and_toml_block_parses(page: str) -> None:
    for block in blocks(PAGES[page]):
        if block.language in {"yaml", "toml"}:
            assert parsed(block), f"{page}:{block.line} is empty"


@EACH_PAGE
def test_every_command_and_option_exists(page: str) -> None:
    known = commands()
    for text in code(PAGES[page]):
        for call in CALL.finditer(text):
            assert call["command"] in known, f"{page}: {call.group()}"
            unknown = set(OPTION.findall(call["rest"])) - options(known[call["command"]])
            assert not unknown, f"{page}: {call.group()}"


@EACH_PAGE
def test_an_option_by_itself_belongs_to_some_command(page: str) -> None:
    known = set().union(*map(options, commands().values()))
    alone = {span.split("=")[0].split(" ")[0] for span in spans(PAGES[page]) if span.startswith("--")}
    assert alone <= known


def test_the_readme_mentions_every_command() -> None:
    mentioned = {call["command"] for text in code(README) for call in CALL.finditer(text)}
    assert mentioned == set(commands())


@EACH_PAGE
def test_every_rule_that_is_named_exists(page: str) -> None:
    own = {data["id"] for data in yaml_of(PAGES[page]) if isinstance(data, dict) and "id" in data}
    packs = "|".join(sorted({rule.partition("/")[0] for rule in own | RULES.keys()}))
    named = re.findall(rf"(?<![\w/.-])(?:{packs})/[a-z][a-z-]*(?![\w/.-])", PAGES[page])
    assert set(named) <= own | RULES.keys()


def test_the_table_of_rules_is_that_of_the_shipped_rules() -> None:
    (table,) = tables(section(README, "The rules"))
    assert table == [(f"`{rule.id}`", rule.because) for rule in RULES.values()]


def test_the_table_of_exit_codes_is_that_of_the_verdict() -> None:
    (table,) = tables(section(README, "Exit codes"))
    assert [int(row[0]) for row in table] == [int(code) for code in Exit]
    help_text = " ".join((command_line.help or "").split())
    for code, meaning, _ in table:
        words = re.split(r"[:,] ", meaning)[0]
        assert f"{code} {words}" in help_text


def test_the_table_of_settings_is_that_of_the_config() -> None:
    assert isinstance(CONFIG_SHAPE, Table)
    settings = tables(section(README, "Files"))[0]
    assert [row[0] for row in settings] == [f"`{key}`" for key in CONFIG_SHAPE.keys]


def test_every_key_of_a_rule_is_explained() -> None:
    assert isinstance(RULE_SHAPE, Table)
    assert isinstance(KIND.shape, Table)
    text = section(README, "Writing a rule") + section(README, "Architecture")
    explained = {*spans(text), *(key for data in yaml_of(text) for key in data)}
    assert {*RULE_SHAPE.keys, *KIND.shape.keys} <= explained


def test_the_hooks_are_those_that_are_published() -> None:
    published = YAML(typ="safe", pure=True).load(TOP / ".pre-commit-hooks.yaml")
    (table,) = tables(section(README, "pre-commit"))
    assert [row[0] for row in table] == [f"`{hook['id']}`" for hook in published]
    assert [row[1].partition("`:")[0] for row in table] == [f"`{hook['entry']}" for hook in published]


def test_the_local_hook_is_the_one_that_init_prints() -> None:
    lines = init_text._NEXT.splitlines()
    first = next(index for index, line in enumerate(lines) if "- repo: local" in line)
    last = next(index for index, line in enumerate(lines) if "always_run" in line)
    printed = YAML(typ="safe", pure=True).load(textwrap.dedent("\n".join(lines[first : last + 1])))
    assert printed in [data["repos"] for data in yaml_of(section(README, "pre-commit"))]


def scope_rows() -> list[tuple[str, ...]]:
    return tables(section(README, "How scopes work"))[0]


@pytest.mark.parametrize(("cell", "scope"), [row[:2] for row in scope_rows()])
def test_the_table_of_scopes_is_right(cell: str, scope: str) -> None:
    source = cell.strip("`").replace("…", SITE)
    module = re.search(r"mod (\w+);$", source)
    files = {"src/lib.rs": source, **({f"src/{module[1]}.rs": SITE} if module else {})}
    found = measured(files)
    assert not found.inspection.degraded
    scopes = {finding.scope.value for finding in (*found.findings, *found.outside) if finding.rule == "rust/unwrap"}
    assert scopes - {"inert"} == ({scope} - {"none"})


def test_the_first_screen_gives_the_commands_on_one_line_each() -> None:
    first_screen = README.partition("\n## ")[0]
    assert [block.text for block in blocks(first_screen) if block.language == "sh"] == [
        "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/ratchet check\n",
        "python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]' && .venv/bin/pytest\n",
        "pip install ratchet-lint\n",
    ]
    whole = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    pyproject, wheel = whole["project"], whole["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert pyproject["name"] == "ratchet-lint"
    assert {*pyproject["scripts"], *wheel["shared-scripts"].values()} == {"ratchet", "ratchet.bat", "ratchet-lint"}
    assert pyproject["requires-python"] == ">=3.11"


def test_the_sample_on_the_first_screen_is_told_by_a_story() -> None:
    (sample,) = [block for block in blocks(README.partition("\n## ")[0]) if block.language == "console"]
    command, *printed = sample.text.splitlines()
    story = parse((TOP / "tests/stories/adopt-and-hold.md").read_text(encoding="utf-8"))
    told = [each for each in story.commands if f"$ {each.text}" == command]
    assert any(matches(printed, each.expected) for each in told)


@EACH_PAGE
def test_every_link_leads_to_a_file_and_a_heading(page: str) -> None:
    for target in links(PAGES[page]):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        goal = (TOP / page).parent / path if path else TOP / page
        assert goal.exists(), f"{page} links to {target}"
        assert not anchor or anchor in anchors(goal.read_text(encoding="utf-8")), f"{page} links to {target}"


def defined(module: Path) -> set[str]:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


@pytest.mark.parametrize("page", sorted(PAGES.keys() - {"README.md", "docs/architecture.md", "docs/rules.md"}))
def test_every_path_that_is_named_exists(page: str) -> None:
    for span in spans(PAGES[page]):
        if not OURS.match(span):
            continue
        path, _, name = span.partition("::")
        known, placeholder, _ = path.partition("<")
        goal = TOP / (known.rpartition("/")[0] if placeholder else known)
        assert goal.exists(), f"{page} names {span}"
        assert not name or name in defined(goal), f"{page} names {span}"


def test_decisions_are_numbered_and_have_their_three_parts() -> None:
    files = sorted((TOP / "docs/decisions").glob("*.md"))
    assert [int(path.name[:4]) for path in files] == list(range(1, len(files) + 1))
    for number, path in enumerate(files, start=1):
        text = path.read_text(encoding="utf-8")
        assert text.startswith(f"# {number}. "), path.name
        assert re.findall(r"^\*\*(\w+)\.\*\*", text, re.MULTILINE) == ["Context", "Choice", "Price"], path.name
