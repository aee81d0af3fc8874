"""Which modules of Python are programs, as manifests say."""

from __future__ import annotations

import pytest

from ratchet.model.facts import FileFacts
from ratchet.model.language import Language
from ratchet.model.scope import Role, Scope
from ratchet.syntax.paths import roles
from ratchet.syntax.python.programs import programs


def named(manifest: str, text: str, *paths: str) -> list[str]:
    """The files that one manifest names."""
    found, _, notices = programs((manifest, *paths), lambda path: text.encode() if path == manifest else b"")
    assert not notices
    return sorted(found)


SCRIPT = "[project.scripts]\nx = '{}'\n"


@pytest.mark.parametrize(
    ("entry", "paths", "expected"),
    [
        ("a.b:main", ["a/b.py", "src/a/b.py", "b.py", "a/c.py"], ["a/b.py"]),
        ("a.b:main", ["src/a/b.py", "src/deep/a/b.py"], ["src/a/b.py"]),
        ("a.b:main", ["src/a/b/__init__.py", "src/a/b/c.py"], ["src/a/b/__init__.py"]),
        ("a:main.run", ["a.py"], ["a.py"]),
        ("a . b : main [x, y]", ["a/b.py"], ["a/b.py"]),
        ("a.b", ["a/b.py"], ["a/b.py"]),
        ("a.b:main", ["src/__init__.py", "src/a/b.py"], []),
        ("b:main", ["a/__init__.py", "a/b.py"], []),
        ("b:main", ["__init__.py", "b.py"], ["b.py"]),
        ("b:main", ["ab.py", "a/ab.py"], []),
        ("a.b:main", ["a/b.pyi", "xa/b.py"], []),
        ("a-b:main", ["a-b.py"], []),
        ("", ["a.py"], []),
    ],
)
def test_a_module_is_the_file_with_the_fewest_directories_above_its_package(
    entry: str, paths: list[str], expected: list[str]
) -> None:
    assert named("pyproject.toml", SCRIPT.format(entry), *paths) == expected


def test_a_manifest_speaks_of_what_is_below_it() -> None:
    text = SCRIPT.format("a:main")
    assert named("sub/pyproject.toml", text, "a.py", "subs/a.py", "sub/lib/a.py") == ["sub/lib/a.py"]


@pytest.mark.parametrize(
    "text",
    [
        "[tool.poetry.scripts]\nx = {reference = 'a.py', type = 'file'}\n",
        "[tool.poetry.scripts]\nx = {}\n",
        "[project]\nscripts = 'a:main'\n",
        "[project.scripts]\nx = ['a:main']\n",
        "project = 1\n",
        "[project]\ndynamic = ['scripts']\n",
    ],
)
def test_what_is_no_literal_module_names_none(text: str) -> None:
    assert named("pyproject.toml", text, "a.py") == []


def test_poetry_may_have_a_table_for_a_script() -> None:
    text = "[tool.poetry.scripts]\nx = {callable = 'a:main'}\ny = {reference = 'b:main', type = 'console'}\n"
    assert named("pyproject.toml", text, "a.py", "b.py") == ["a.py", "b.py"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "[options.entry_points]\nconsole_scripts =\n  x = a:main\n  # y = b:main\ngui_scripts = z=c\n",
            ["a.py", "c.py"],
        ),
        ("[options.entry_points]\nother = x = a:main\n", []),
        ("[options]\nconsole_scripts = x = a:main\n", []),
        ("", []),
        ("[options.entry_points]\nconsole_scripts = file: entry_points.txt\n", []),
    ],
)
def test_setup_cfg_names_scripts_in_its_entry_points(text: str, expected: list[str]) -> None:
    assert named("setup.cfg", text, "a.py", "b.py", "c.py") == expected


@pytest.mark.parametrize(
    ("manifest", "text"),
    [("pyproject.toml", b"[project"), ("a/pyproject.toml", b"\xff"), ("setup.cfg", b"x\n"), ("setup.cfg", b"\xff")],
)
def test_a_manifest_that_cannot_be_read_is_named(manifest: str, text: bytes) -> None:
    found, names, notices = programs((manifest, "a.py"), lambda _: text)
    assert not found
    assert not names
    assert notices == (f"{manifest}: cannot be read, so the programs that it names are not known",)


def test_a_file_of_another_name_is_no_manifest() -> None:
    found, *_ = programs(("my-pyproject.toml", "a.py"), lambda _: SCRIPT.format("a:main").encode())
    assert found == {}


def test_any_language_may_have_programs_by_their_paths() -> None:
    language = Language(
        "toy", "tree_sitter_toy", "language", (".toy",), "#", ".", "", "",
        programs=("bin/**",), paths=((Scope.TEST, ("tests/**",)),),
    )  # fmt: skip
    found = roles(
        dict.fromkeys(("bin/a.toy", "b.toy", "tests/c.toy"), FileFacts()), lambda _: b"", (), language
    ).by_path
    assert found == {
        "bin/a.toy": Role(Scope.PRODUCTION, library=False, proof=("bin/a.toy matches `bin/**`: a program",)),
        "b.toy": Role(Scope.PRODUCTION),
        "tests/c.toy": Role(Scope.TEST, proof=("tests/c.toy matches `tests/**`: test code",)),
    }
