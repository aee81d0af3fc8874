"""The made pages say what the code says; RATCHET_BLESS=1 writes them anew."""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest

from tests.self.checkout import files
from tests.self.documents import architecture_page, rules_page, schema_files
from tests.self.modules import TOP

LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?P<target>[^)#\s]+)(?:#[^)]*)?\)")


def compare(path: Path, made: str) -> None:
    """The page is what was made; on request, it becomes so."""
    if os.environ.get("RATCHET_BLESS"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made, encoding="utf-8")
    written = path.read_text(encoding="utf-8") if path.is_file() else ""
    assert written == made, f"{path.relative_to(TOP)} is out of date: RATCHET_BLESS=1 pytest tests/self/test_docs.py"


def test_the_architecture_page_is_made_from_the_docstrings() -> None:
    compare(TOP / "docs/architecture.md", architecture_page())


def test_the_rules_page_is_made_from_the_rules() -> None:
    compare(TOP / "docs/rules.md", rules_page())


def test_the_schemas_are_made_from_the_shapes() -> None:
    made = schema_files()
    for name, text in made.items():
        compare(TOP / f"docs/schemas/{name}.json", text)
    assert sorted(path.stem for path in (TOP / "docs/schemas").glob("*.json")) == sorted(made)


def test_the_schemas_are_schemas() -> None:
    for text in schema_files().values():
        jsonschema.Draft202012Validator.check_schema(json.loads(text))


def test_ci_runs_the_command_that_the_readme_gives_to_developers() -> None:
    script = TOP / ".ci/run"
    command = script.read_text(encoding="utf-8").splitlines()[-1]
    assert command.endswith(".venv/bin/pytest")
    assert command in (TOP / "README.md").read_text(encoding="utf-8")
    assert os.access(script, os.X_OK)


def test_what_ci_leaves_out_is_run_by_the_long_lane_which_the_readme_names() -> None:
    script = TOP / ".ci/long"
    options = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    assert "-m=not long" in options["addopts"]
    assert ".venv/bin/pytest tests -m long" in script.read_text(encoding="utf-8")
    assert "`.ci/long`" in (TOP / "README.md").read_text(encoding="utf-8")
    assert os.access(script, os.X_OK)


@pytest.mark.parametrize("page", [path for path in files() if path.suffix == ".md"], ids=str)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = (TOP / page).read_text(encoding="utf-8")
    targets = [match["target"] for match in LINK.finditer(text) if "://" not in match["target"]]
    assert not [target for target in targets if not (TOP / page.parent / target).exists()]
