"""Every story comes true: the Markdown files beside this one, and those told in the README and the docs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.stories.play import blessed, complaint, play
from tests.stories.story import BEGIN, parse, parse_marked

HERE = Path(__file__).parent
TOP = HERE.parent.parent


def _stories() -> list[Path]:
    return sorted(path for path in HERE.glob("*.md") if path.name != "README.md")


def _documents() -> list[Path]:
    return [path for path in (TOP / "README.md", *sorted((TOP / "docs").rglob("*.md"))) if _tells(path)]


def _tells(document: Path) -> bool:
    return document.is_file() and BEGIN in document.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", [*_documents(), *_stories()], ids=lambda path: path.relative_to(TOP).as_posix())
def test_a_story_comes_true(path: Path, tmp_path: Path) -> None:
    markdown = path.read_text(encoding="utf-8")
    read = parse if path.parent == HERE else parse_marked
    if os.environ.get("RATCHET_BLESS"):
        path.write_text(blessed(markdown, read, tmp_path), encoding="utf-8")
    elif wrong := complaint(play(read(markdown), tmp_path)):
        pytest.fail(f"{path.relative_to(TOP)}\n\n{wrong}\n\n(RATCHET_BLESS=1 takes the new output over)", pytrace=False)
