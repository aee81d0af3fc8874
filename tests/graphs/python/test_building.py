"""The graph of a repository: which module an import means, and what becomes of one that means none."""

from __future__ import annotations

import pytest

from ratchet.graphs.catalogue import catalogue
from ratchet.model.errors import Place
from tests.graphs.python.trees import graph_of, pairs, shown


def test_the_catalogue_knows_python() -> None:
    assert catalogue()["python"].name == "python"


def test_an_import_is_an_edge_with_its_place_and_what_it_is() -> None:
    graph = graph_of({
        "pkg/__init__.py": "from pkg.a import x\n",
        "pkg/a.py": "import os.path\nimport google.cloud.storage\nfrom google.cloud import pubsub\nfrom . import b\n"
        "from .b import c\nfrom .sub import deep, other\n",
        "pkg/b.py": "import typing\nif typing.TYPE_CHECKING:\n    import pkg.a\ndef f():\n    import pkg.a\n",
        "pkg/sub/__init__.py": "",
        "pkg/sub/deep.py": "from ..b import x\nfrom .. import a\n",
        "tests/test_a.py": "import pkg.a, pytest\n",
    })  # fmt: skip
    assert shown(graph) == [
        "pkg:1 -> pkg.a",
        "pkg.a:3 -> ext:google.cloud",
        "pkg.a:2 -> ext:google.cloud.storage",
        "pkg.a:1 -> std:os.path",
        "pkg.a:4 -> pkg.b",
        "pkg.a:6 -> pkg.sub",
        "pkg.a:6 -> pkg.sub.deep",
        "pkg.b:1 -> std:typing",
        "pkg.b:3 -> pkg.a (type-only, conditional)",
        "pkg.b:5 -> pkg.a (lazy)",
        "pkg.sub.deep:2 -> pkg.a",
        "pkg.sub.deep:1 -> pkg.b",
        "tests.test_a:1 -> ext:pytest (test, dev)",
        "tests.test_a:1 -> pkg.a (test, dev)",
    ]
    assert graph.nodes["python:pkg.a"].path == "pkg/a.py"
    assert graph.nodes["python:ext:google.cloud"].name == "google.cloud"
    assert graph.edges == tuple(sorted(graph.edges, key=lambda edge: edge.order))
    assert graph.unresolved == ()


def test_re_exports_are_not_followed_and_nobody_depends_on_itself() -> None:
    files = {"p/__init__.py": "from . import x\nfrom p import a\n", "p/a.py": "from p import x, b\n", "p/b.py": ""}
    assert pairs(graph_of(files)) == ["p -> p.a", "p.a -> p", "p.a -> p.b"]


def test_what_should_be_there_and_is_not_is_unresolved() -> None:
    graph = graph_of({
        "pkg/__init__.py": "import pkg.gone\nfrom pkg.gone.deep import x\nfrom pkg import attribute\n",
        "pkg/a.py": "from .lost import y\nfrom ... import z\nfrom .... import z\n",
        "setup.py": "from . import top\n",
        "top.py": "",
    })  # fmt: skip
    assert [(each.source, each.text, each.place) for each in graph.unresolved] == [
        ("python:pkg", "pkg.gone", Place("pkg/__init__.py", 1, 1)),
        ("python:pkg", "pkg.gone.deep", Place("pkg/__init__.py", 2, 1)),
        ("python:pkg.a", "...", Place("pkg/a.py", 2, 1)),
        ("python:pkg.a", "....", Place("pkg/a.py", 3, 1)),
        ("python:pkg.a", ".lost", Place("pkg/a.py", 1, 1)),
        ("python:setup", ".", Place("setup.py", 1, 1)),
    ]
    assert pairs(graph) == []


def test_a_source_directory_is_a_root() -> None:
    files = {
        "src/pkg/__init__.py": "import pkg.a, top",
        "src/pkg/a.py": "",
        "src/top.py": "",
        "conftest.py": "import pkg",
    }
    assert pairs(graph_of(files)) == ["conftest -> pkg", "pkg -> pkg.a", "pkg -> top"]


@pytest.mark.parametrize(
    ("manifest", "text"),
    [
        ("pyproject.toml", '[tool.setuptools.packages.find]\nwhere = ["code"]'),
        ("pyproject.toml", '[tool.setuptools.package-dir]\n"" = "code"'),
        ("pyproject.toml", '[[tool.poetry.packages]]\ninclude = "ns"\nfrom = "code"'),
        ("pyproject.toml", '[tool.hatch.build.targets.wheel]\npackages = ["/code/ns"]'),
        ("pyproject.toml", '[tool.hatch.build.targets.wheel.sources]\n"code/ns" = "ns"'),
        ("pyproject.toml", '[tool.uv.build-backend]\nmodule-root = "./code/"'),
        ("pyproject.toml", '[tool.pytest.ini_options]\npythonpath = "code"'),
        ("pyproject.toml", '[tool.maturin]\npython-source = "code"'),
        ("setup.cfg", "[options]\npackage_dir =\n  = code\n"),
        ("setup.cfg", "[options.packages.find]\nwhere = code\n"),
        ("pytest.ini", "[pytest]\npythonpath = . code\n"),
        ("setup.py", "setup(package_dir={'': 'code'}, packages=find_packages())"),
        ("setup.py", "from setuptools import find_namespace_packages as f\nfind_namespace_packages(where='code')"),
    ],
)
def test_a_manifest_names_a_root(manifest: str, text: str) -> None:
    """Nothing else tells that `code` is no part of the namespace."""
    graph = graph_of({manifest: text, "code/ns/part/__init__.py": "from . import a", "code/ns/part/a.py": ""})
    assert pairs(graph) == ["ns.part -> ns.part.a"]
    assert manifest in graph.files


def test_a_manifest_that_leads_out_or_is_broken_is_no_hint() -> None:
    where = '[tool.setuptools.packages.find]\nwhere = ["../..", "/etc", "no/such", 3]\n'
    assert pairs(graph_of({"pyproject.toml": where, "p/__init__.py": "import p.a", "p/a.py": ""})) == ["p -> p.a"]
    broken = graph_of({"pyproject.toml": "[tool", "a/setup.cfg": "no section", "p.py": ""})
    assert [each.split(":")[0] for each in broken.notices] == ["a/setup.cfg", "pyproject.toml"]
    assert broken.mistakes == ()


def test_one_namespace_in_two_distributions() -> None:
    graph = graph_of({
        "libs/one/pyproject.toml": "",
        "libs/one/acme/one/__init__.py": "from acme import two\nfrom acme.two import deep\nimport acme.three\n"
        "import acme\nfrom acme import four\n",
        "libs/two/pyproject.toml": "",
        "libs/two/src/acme/two/__init__.py": "",
        "libs/two/src/acme/two/deep.py": "import acme.one\n",
    })  # fmt: skip
    assert shown(graph) == [
        "acme.one:4 -> acme",
        "acme.one:1 -> acme.two",
        "acme.one:2 -> acme.two.deep",
        "acme.one:5 -> ext:acme.four",
        "acme.one:3 -> ext:acme.three",
        "acme.two.deep:1 -> acme.one",
    ]
    assert (graph.nodes["python:acme"].path, graph.nodes["python:acme"].own) == ("libs/one/acme", True)


def test_a_namespace_that_holds_modules_itself_is_nobody_elses() -> None:
    graph = graph_of({"tools/a.py": "import tools.gone\nfrom tools import b, lost\n", "tools/b.py": ""})
    assert pairs(graph) == ["tools.a -> tools.b"]
    assert [each.text for each in graph.unresolved] == ["tools", "tools.gone"]


def test_imports_tell_a_root_from_a_namespace() -> None:
    library = {"libs/foo/foo/__init__.py": "", "libs/foo/foo/a.py": ""}
    assert pairs(graph_of({**library, "app.py": "import foo.a"})) == ["app -> foo.a"]
    assert pairs(graph_of({**library, "app.py": "import libs.foo.foo.a"})) == ["app -> libs.foo.foo.a"]
    assert "python:foo.a" in graph_of(library).nodes
    tests = {"tests/unit/__init__.py": "", "tests/unit/test_a.py": "from . import x"}
    assert pairs(graph_of(tests)) == ["tests.unit.test_a -> tests.unit"]


def test_two_packages_of_one_name_are_told_apart_and_each_sees_its_own() -> None:
    graph = graph_of({
        "a/setup.py": "", "a/tests/__init__.py": "", "a/tests/test_x.py": "import tests.kit", "a/tests/kit.py": "",
        "b/setup.py": "", "b/tests/__init__.py": "", "b/tests/test_x.py": "import tests.kit", "b/tests/kit.py": "",
    })  # fmt: skip
    assert pairs(graph) == ["a.tests.test_x -> a.tests.kit", "b.tests.test_x -> b.tests.kit"]


def test_a_stub_is_part_of_the_module_it_describes_and_runs_never() -> None:
    graph = graph_of({
        "p/__init__.py": "", "p/a.py": "import p.b", "p/a.pyi": "import p.b\nimport p.c", "p/b.py": "",
        "p/c.pyi": "import p.b", "typings/yaml/__init__.pyi": "import typing", "p/d.py": "import yaml",
    })  # fmt: skip
    assert shown(graph) == [
        "p.a:1 -> p.b",
        "p.a:1 -> p.b (type-only)",
        "p.a:2 -> p.c (type-only)",
        "p.c:1 -> p.b (type-only)",
        "p.d:1 -> ext:yaml",
        "yaml:1 -> std:typing (type-only)",
    ]
    assert graph.nodes["python:p.a"].path == "p/a.py"


def test_a_module_and_a_package_of_one_name() -> None:
    graph = graph_of({"p/__init__.py": "import p.a", "p/a.py": "", "p/a/__init__.py": "import p"})
    assert pairs(graph) == ["p -> p.a", "p.a -> p"]
    assert graph.nodes["python:p/a.py"].path == "p/a.py"


def test_an_extension_without_a_source_is_a_module() -> None:
    graph = graph_of({
        "p/__init__.py": "from p import _fast\nfrom ._slow import x\nfrom . import _none\n",
        "p/_fast.cpython-313-x86_64-linux-gnu.so": b"\x7fELF", "p/_slow.pyx": "",
    })  # fmt: skip
    assert pairs(graph) == ["p -> p._fast", "p -> p._slow"]
    assert graph.nodes["python:p._slow"].path == "p/_slow.pyx"


def test_what_cannot_be_imported_is_a_module_by_its_path() -> None:
    graph = graph_of({
        "my scripts/run.py": "import kit\nimport json\n", "my scripts/kit.py": "", "my scripts/json.py": "",
        "tools/do-it.py": "import kit2", "tools/kit2.py": "", "odd-plugin/__init__.py": "from . import a",
        "odd-plugin/a.py": "", "deep-er/pkg/__init__.py": "import pkg.a", "deep-er/pkg/a.py": "",
        "weird\n.py": "import os",
        "__init__.py": "from . import top", "top.py": "",
    })  # fmt: skip
    assert pairs(graph) == [
        "__init__.py -> top",
        "my scripts/run.py -> my scripts/json.py",
        "my scripts/run.py -> my scripts/kit.py",
        "odd-plugin/__init__.py -> odd-plugin/a.py",
        "pkg -> pkg.a",
        "tools/do-it.py -> tools.kit2",
    ]
    assert "python:weird\n.py" in graph.nodes


def test_a_file_that_only_import_module_can_name_belongs_to_its_package() -> None:
    graph = graph_of({
        "app/__init__.py": "import importlib\nimportlib.import_module('app.migrations.0001_initial')\n",
        "app/migrations/__init__.py": "", "app/migrations/0001_initial.py": "import app",
    })  # fmt: skip
    assert pairs(graph) == ["app -> app.migrations.0001_initial", "app.migrations.0001_initial -> app"]


def test_the_standard_library_is_hidden_only_by_a_neighbour_of_the_same_root() -> None:
    graph = graph_of({
        "src/app/__init__.py": "import email, logging\n", "src/logging.py": "",
        "other/setup.py": "", "other/email/__init__.py": "", "other/email/x.py": "import email",
    })  # fmt: skip
    assert shown(graph) == ["app:1 -> std:email", "app:1 -> logging", "email.x:1 -> email"]


def test_production_does_not_see_what_only_tests_can_import() -> None:
    files = {"tests/requests/__init__.py": "", "tests/test_a.py": "import requests", "app.py": "import requests"}
    assert shown(graph_of(files)) == ["app:1 -> ext:requests", "test_a:1 -> requests (test, dev)"]


def test_tests_find_what_lies_beside_their_conftest() -> None:
    files = {"tests/conftest.py": "", "tests/kit.py": "", "tests/unit/test_a.py": "import kit"}
    assert pairs(graph_of(files)) == ["tests.unit.test_a -> tests.kit"]


def test_a_file_that_could_not_be_read_is_a_mistake_and_a_module() -> None:
    graph = graph_of({"a.py": "import b", "b.py": "import a"}, unread=frozenset({"b.py"}))
    assert pairs(graph) == ["a -> b"]
    assert [each.place for each in graph.mistakes] == [Place("b.py")]


def test_a_repository_without_python_has_an_empty_graph() -> None:
    assert graph_of({"pyproject.toml": "[broken", "a.rs": ""}).nodes == {}


def test_many_modules_in_odd_places_take_no_more_time() -> None:
    """Every directory might be a root; each is asked once."""
    files = {f"d{number}/e/p{number}/__init__.py": f"import p{number + 1}" for number in range(2000)}
    assert len(pairs(graph_of(files))) == 1999
