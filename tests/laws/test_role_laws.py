"""Roles are found by fewer steps than they are explained with, and both ways lead to the same."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from ratchet.model.facts import FileFacts, Link
from ratchet.model.language import Language
from ratchet.model.scope import Role, Scope
from ratchet.model.value import replace
from ratchet.syntax.rust.file_roles import roles
from ratchet.syntax.rust.packages import packages
from ratchet.syntax.rust.walking import Visit, Walk
from ratchet.syntax.scoping import Files

RUST = Language("rust", "tree_sitter_rust", "language", (".rs",), "//", "::", "", "")
PATHS = (
    "src/lib.rs",
    "src/a.rs",
    "src/b.rs",
    "src/a/b.rs",
    "src/a/mod.rs",
    "src/a/a.rs",
    "src/b/a.rs",
    "src/x.in",
    "a.rs",
    "a/b.rs",
    "a/mod.rs",
    "a/b/c.rs",
    "a/main.rs",
    "b/a.rs",
    "b/x.in",
    "c/lib.rs",
    "c/a/b.rs",
    "tests/a.rs",
    "tests/b/a.rs",
)
OWNERS = ("lib.rs", "main.rs", "mod.rs", "build.rs")

_LINKS = st.builds(
    Link,
    st.sampled_from(["a", "b", "c"]),
    st.sampled_from([Scope.PRODUCTION, Scope.TEST]),
    st.just(1),
    st.just("mod"),
    st.sampled_from([(), ("a",)]),
    st.sampled_from([(), ("x.in",), ("../b/x.in",), ("b/a.rs",), ("../a.rs",)]),
    st.booleans(),
    st.sampled_from(["module", "include", "data"]),
    st.booleans(),
)
_FILES = st.dictionaries(
    st.sampled_from(PATHS), st.builds(FileFacts, links=st.lists(_LINKS, max_size=3).map(tuple)), min_size=1
)


def _link(name: str, scope: Scope, path: str) -> Link:
    return Link(name, scope, 1, "mod", (), (path,) if path else (), named=not path)


# By itself `a/b.rs` owns a/b/; that `c/lib.rs` takes it by its path makes it own a/, where its module then lies.
_OTHERWISE = {
    "c/lib.rs": FileFacts(links=(_link("x", Scope.TEST, "../a/b.rs"),)),
    "a/b.rs": FileFacts(links=(_link("c", Scope.PRODUCTION, ""),)),
    "a/c.rs": FileFacts(),
}


def _read(path: str) -> bytes:
    return b"[package]\nname = 'x'\n" if path == "Cargo.toml" else b""


def _sources(files: Files) -> dict[str, FileFacts]:
    return {path: facts for path, facts in files.items() if path.endswith(".rs")}


def _plain(role: Role) -> Role:
    return replace(role, proof=())


@given(_FILES, st.booleans())
def test_a_role_does_not_depend_on_whether_it_is_proved(files: Files, packaged: bool) -> None:
    paths = sorted([*files, "Cargo.toml"] if packaged else files)
    proved = roles(_sources(files), _read, paths, RUST)
    found = roles(_sources(files), _read, paths, RUST, proving=False)
    assert {path: _plain(role) for path, role in proved.by_path.items()} == found.by_path
    assert found.elsewhere == proved.elsewhere


@given(_FILES, st.booleans())
@example(_OTHERWISE, False)
def test_files_that_lead_nowhere_are_roots_of_their_own_as_all_that_are_not_reached(
    files: Files, packaged: bool
) -> None:
    paths = sorted([*files, "Cargo.toml"] if packaged else files)
    found = roles(_sources(files), _read, paths, RUST, proving=False)
    assert found.by_path == _one_by_one(_sources(files), paths)


@given(_FILES, st.booleans())
def test_a_role_elsewhere_is_sure_where_no_such_file_leads_on(files: Files, packaged: bool) -> None:
    paths = sorted([*files, "Cargo.toml"] if packaged else files)
    first = roles(_sources(files), _read, paths, RUST, proving=False)
    if first.elsewhere and set(first.elsewhere) <= first.sure.keys():
        more = {**_sources(files), **dict.fromkeys(first.elsewhere, FileFacts())}
        again = roles(more, _read, paths, RUST, proving=False)
        assert again.by_path == {**first.by_path, **first.sure}
        assert again.notices == first.notices


def _one_by_one(files: Files, paths: list[str]) -> dict[str, Role]:
    """Every file that no crate root reaches begins a walk of its own, unless another such file leads to it."""
    walk = Walk(files, frozenset(paths), proving=False)
    crates = packages(paths, _read)
    targets = [target for crate in crates for target in crate.targets]
    walk.spread(Visit(each.path, each.scope, each.library, True, ()) for each in targets)
    lost = files.keys() - walk.known.keys() - walk.data.keys()
    strays = {path: _stray(path, bool(crates)) for path in lost}
    reached = {visit.path for stray in strays.values() for visit in walk.following(stray)}
    walk.spread(strays[path] for path in sorted(lost - reached))
    for path in lost - walk.known.keys():
        stray = strays[path]
        walk.known[path] = Role(stray.scope, stray.library, (), stray.orphan)
    return {path: walk.known.get(path) or walk.data[path] for path in files}


def _stray(path: str, packaged: bool) -> Visit:
    name, in_tests = path.rpartition("/")[2], path.startswith("tests/")
    scope = Scope.TEST if packaged and in_tests else Scope.PRODUCTION
    orphan = packaged and not in_tests
    return Visit(path, scope, packaged or name != "main.rs", name in OWNERS, (), orphan)
