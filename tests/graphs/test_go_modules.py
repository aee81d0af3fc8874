"""A Go import leads to the package or module that the go command would take, told from the files alone."""

from __future__ import annotations

import pytest

from ratchet.graphs.go import READER
from ratchet.graphs.go.versions import order
from ratchet.graphs.reader import Sources
from ratchet.model.graph import EdgeKind, Graph
from ratchet.model.snapshot import Unreadable
from tests.graphs.drawing import arrows, draw, flagged

MOD = "module example.com/m\n"


def go(*imports: str, package: str = "p") -> str:
    """A file that imports these."""
    return f"package {package}\n" + "".join(f'import "{each}"\n' for each in imports)


def lead(files: dict[str, str], path: str, importer: str = "a.go") -> str:
    """Where one import leads: the name of a node, or `?` and the path."""
    drawn = draw(READER, {**files, importer: go(path)})
    found = [drawn.nodes[each.target].name for each in drawn.edges if each.place.path == importer]
    return (found + [f"?{each.text}" for each in drawn.unresolved if each.place.path == importer])[0]


def node(graph: Graph, name: str) -> dict[str, object]:
    """What a graph says of the node with a name."""
    (found,) = [each for each in graph.nodes.values() if each.name == name]
    return {"id": found.id, "own": found.own, "path": found.path, "version": found.version, "standard": found.standard}


REQUIRING = (
    MOD
    + """
go 1.22
require golang.org/x/sys v0.1.0 // indirect
require (
\tgithub.com/a/b v1.2.3
\tgithub.com/a/b/v2 v2.0.0 // why
\t"quoted.org/c" v0.1.0
)
"""
)
MEANINGS = {
    "example.com/m/sub": "example.com/m/sub",
    "example.com/m/gone": "?example.com/m/gone",
    "example.com/mother": "example.com/mother",
    "fmt": "fmt",
    "net/http": "net/http",
    "C": "C",
    "golang.org/x/sys/unix": "golang.org/x/sys",
    "github.com/a/b": "github.com/a/b",
    "github.com/a/b/c/d": "github.com/a/b",
    "github.com/a/b/v2/c": "github.com/a/b/v2",
    "quoted.org/c/d": "quoted.org/c",
    "github.com/a/bc": "github.com/a/bc",
    "./sub": "example.com/m/sub",
    "../up": "?../up",
}


@pytest.mark.parametrize("path", MEANINGS)
def test_an_import_means(path: str) -> None:
    assert lead({"go.mod": REQUIRING, "sub/s.go": go()}, path) == MEANINGS[path]


def test_a_package_is_its_directory_and_a_module_from_outside_has_its_version() -> None:
    importing = go("golang.org/x/sys/unix", "fmt", "example.com/m/sub")
    drawn = draw(READER, {"go.mod": REQUIRING, "a.go": importing, "sub/s.go": go()})

    assert node(drawn, "example.com/m/sub") == {
        "id": "go:example.com/m/sub", "own": True, "path": "sub", "version": "", "standard": False
    }  # fmt: skip
    assert node(drawn, "example.com/m")["path"] == "."
    assert node(drawn, "golang.org/x/sys") == {
        "id": "go:ext:golang.org/x/sys@v0.1.0", "own": False, "path": "", "version": "v0.1.0", "standard": False
    }  # fmt: skip
    assert node(drawn, "fmt")["standard"] is True
    assert str(drawn.nodes["go:ext:golang.org/x/sys@v0.1.0"].place) == "go.mod:4"


def test_facts_tell_the_module_and_who_may_import_what_is_internal() -> None:
    drawn = draw(READER, {"go.mod": MOD, "a/internal/b/c.go": go(), "d/e.go": go()})

    assert drawn.nodes["go:example.com/m/a/internal/b"].facts == {
        "module": "example.com/m",
        "internal": "example.com/m/a",
    }
    assert drawn.nodes["go:example.com/m/d"].facts == {"module": "example.com/m"}


def test_the_root_of_a_module_is_a_package_like_others() -> None:
    assert lead({"go.mod": MOD, "root.go": go()}, "example.com/m", "sub/a.go") == "example.com/m"


def test_a_name_without_a_dot_is_own_where_it_is_and_standard_elsewhere() -> None:
    assert lead({"go.mod": "module m", "fmt/s.go": go(), "sub/s.go": go()}, "m/sub") == "m/sub"
    assert lead({"go.mod": "module m", "fmt/s.go": go()}, "fmt") == "fmt"


NESTED = {"go.mod": MOD, "n/go.mod": "module example.com/m/n", "n/x/x.go": go()}
REPLACING = {
    "nothing": ("", "?example.com/m/n/x"),
    "a requirement": ("require example.com/m/n v1.0.0", "example.com/m/n"),
    "a replacement": ("require example.com/m/n v1.0.0\nreplace example.com/m/n => ./n", "example.com/m/n/x"),
    "a replaced version": (
        "require example.com/m/n v1.0.0\nreplace example.com/m/n v1.0.0 => ./n",
        "example.com/m/n/x",
    ),
    "replacements in a block": ("replace (\n\texample.com/m/n => ./n\n)", "example.com/m/n/x"),
    "a way out": ("require example.com/m/n v1.0.0\nreplace example.com/m/n => ../../n", "example.com/m/n"),
}


@pytest.mark.parametrize("what", REPLACING)
def test_a_nested_module_is_entered_by(what: str) -> None:
    added, expected = REPLACING[what]

    assert lead(NESTED | {"go.mod": f"{MOD}{added}\n"}, "example.com/m/n/x") == expected


def test_a_module_may_be_replaced_by_another_from_outside() -> None:
    mod = MOD + "require a.org/b v1.0.0\nreplace a.org/b => c.org/d v2.0.0\n"
    drawn = draw(READER, {"go.mod": mod, "a.go": go("a.org/b/x")})
    found = drawn.nodes["go:ext:a.org/b@v2.0.0"]

    assert (found.name, found.version, found.source) == ("a.org/b", "v2.0.0", "c.org/d")


def test_a_workspace_may_replace_a_module_from_outside() -> None:
    files = {"go.work": "use .\nreplace a.org/b => c.org/d v2.0.0", "go.mod": MOD + "require a.org/b v1.0.0\n"}

    assert "go:ext:a.org/b@v2.0.0" in draw(READER, {**files, "a.go": go("a.org/b")}).nodes


def test_a_module_that_is_replaced_by_a_directory_elsewhere_keeps_its_version() -> None:
    mod = MOD + "require a.org/b v1.0.0\nreplace a.org/b => ../../b // on my machine\n"
    found = draw(READER, {"go.mod": mod, "a.go": go("a.org/b")}).nodes["go:ext:a.org/b@v1.0.0"]

    assert found.source == "../../b"


WORKS = {
    "go 1.22\nuse ./a\nuse ./b // both": True,
    "use (\n\t./a\n\tb\n)": True,
    "use ./b\nreplace x.org/b => ./b": False,
    "use ./a\nreplace x.org/b => ./b": True,
    "use ./a": False,
    "use ../a\nuse ./b": False,
}


@pytest.mark.parametrize("work", WORKS)
def test_modules_of_a_workspace_see_each_other(work: str) -> None:
    required = "module x.org/a\nrequire x.org/b v1.0.0"
    files = {"go.work": work, "a/go.mod": required, "b/go.mod": "module x.org/b", "b/c/c.go": go()}

    assert lead(files, "x.org/b/c", "a/a.go") == ("x.org/b/c" if WORKS[work] else "x.org/b")


def test_tests_are_of_tests_and_their_import_of_the_package_itself_is_no_edge() -> None:
    files = {"go.mod": MOD, "p/a.go": go("fmt"), "p/a_test.go": go("testing", "example.com/m/p", package="p_test")}
    drawn = draw(READER, files)

    assert arrows(drawn) == ["example.com/m/p -> fmt", "example.com/m/p -> testing"]
    assert [(each.kind, flagged(each)) for each in drawn.edges] == [(EdgeKind.NORMAL, set()), (EdgeKind.DEV, {"test"})]


def test_an_edge_carries_the_constraints_of_its_file_and_of_its_name() -> None:
    files = {"go.mod": MOD, "a_linux.go": "//go:build cgo || a\n" + go("fmt"), "b.go": go("os")}

    assert [(each.cfg, flagged(each)) for each in draw(READER, files).edges] == [
        ("(cgo || a) && linux", {"conditional"}),
        ("", set()),
    ]


def test_a_file_that_no_build_takes_gives_no_edge_and_no_package() -> None:
    head = "//go:build ignore\n"
    files = {"go.mod": MOD, "a.go": go("fmt"), "gen.go": head + go("os"), "only/gen.go": head + go("io")}
    drawn = draw(READER, files | {"old/old.go": "// +build ignore\n\n" + go("io")})

    assert arrows(drawn) == ["example.com/m -> fmt"]
    assert [each.name for each in drawn.nodes.values() if each.own] == ["example.com/m"]


def test_what_a_pattern_leaves_out_counts_where_it_is_imported() -> None:
    files = {"go.mod": MOD, "testdata/x/x.go": go("os"), "_e/e.go": go("io"), ".h/h.go": go("io"), "a.go": go()}

    assert sorted(draw(READER, files).nodes) == ["go:example.com/m"]
    assert arrows(draw(READER, files | {"a.go": go("example.com/m/testdata/x")})) == [
        "example.com/m -> example.com/m/testdata/x",
        "example.com/m/testdata/x -> os",
    ]


def test_two_modules_of_one_name_are_told_apart_by_their_directories() -> None:
    files = {"a/go.mod": MOD, "a/x.go": go("fmt"), "b/go.mod": MOD, "b/x.go": go("os")}

    assert [(each.source, each.target) for each in draw(READER, files).edges] == [
        ("go:example.com/m", "go:ext:fmt"),
        ("go:example.com/m#b", "go:ext:os"),
    ]


def test_packages_without_a_module_are_called_by_their_directories() -> None:
    drawn = draw(READER, {"a/b/c.go": go("fmt", "./d"), "a/b/d/d.go": go()})

    assert arrows(drawn) == ["a/b -> a/b/d", "a/b -> fmt"]
    assert "belong to no go.mod" in drawn.notices[0]


def test_a_module_without_a_name_is_a_mistake_where_it_has_packages() -> None:
    (mistake,) = draw(READER, {"go.mod": "modul x", "a.go": go("fmt")}).mistakes

    assert str(mistake.place) == "go.mod:1"
    assert "names no module" in mistake.message
    assert draw(READER, {"go.mod": MOD, "web/go.mod": "", "a.go": go("fmt")}).mistakes == ()


def test_a_module_file_that_cannot_be_read_is_a_mistake() -> None:
    def read(path: str) -> bytes:
        raise Unreadable("permission denied")

    (mistake,) = READER.build(Sources(("a.go", "go.mod"), read, {"a.go": ()})).mistakes

    assert "go.mod cannot be read (permission denied)" in mistake.message


HOSTILE = (
    "replace", "replace =>", "replace a =>", "replace => b", "replace a => a", "require", "require a", "require (", ")",
    "module\nmodule (", "use", "module ../..", "module /", "require ( a", "\0", "replace a => ./.", '"', "require / v1",
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_in_a_module_file_is_survived(text: str) -> None:
    for mod in (text, MOD + text, text * 1000):
        drawn = draw(READER, {"go.mod": mod, "go.work": text, "a/b.go": go("fmt", "example.com/m/a", "a/x")})
        assert len(drawn.nodes) >= 2


def test_modules_that_replace_each_other_in_a_circle_see_each_other() -> None:
    files = {
        "a/go.mod": "module x.org/a\nreplace x.org/b => ../b",
        "b/go.mod": "module x.org/b\nreplace x.org/a => ../a",
        "a/a.go": go("x.org/b"),
        "b/b.go": go("x.org/a"),
    }

    assert arrows(draw(READER, files)) == ["x.org/a -> x.org/b", "x.org/b -> x.org/a"]


def test_a_thousand_directories_in_each_other_are_no_deeper_than_one() -> None:
    deep = "/".join("d" * 1500)

    assert lead({"go.mod": MOD, f"{deep}/s.go": go()}, f"example.com/m/{deep}") == f"example.com/m/{deep}"


def test_versions_are_ordered_as_the_go_command_orders_them() -> None:
    ordered = [
        "v0.0.0-20240102030405-abcdefabcdef",
        "v0.9.0",
        "v1.0.0-alpha",
        "v1.0.0-alpha.1",
        "v1.0.0-alpha.beta",
        "v1.0.0-beta.2",
        "v1.0.0-beta.11",
        "v1.0.0",
        "v1.2.0+incompatible",
        "v1.10.0",
        f"v1.{'9' * 5000}.0",
    ]
    assert sorted([*ordered[5:], *ordered[:5]], key=order) == ordered
