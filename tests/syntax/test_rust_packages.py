"""Packages that serve development alone: by the say of the config, unless production is built with them."""

from __future__ import annotations

import pytest

from ratchet.syntax.rust.packages import packages
from tests.syntax.scoped import orphans, scopes

KIT = {
    "Cargo.toml": '[workspace]\nmembers = ["app", "kit"]\n[workspace.dependencies]\nalias = { package = "kit" }\n',
    "kit/Cargo.toml": '[package]\nname = "kit"\n',
    "kit/src/lib.rs": "mod a;",
    "kit/src/a.rs": "",
    "kit/src/lost.rs": "",
    "kit/build.rs": "",
    "app/src/lib.rs": "",
}


def tree(app: str, dev_crates: str = '["kit"]') -> dict[str, str]:
    return {**KIT, "app/Cargo.toml": f'[package]\nname = "app"\n{app}', "ratchet.toml": f"dev_crates = {dev_crates}\n"}


@pytest.mark.parametrize("dev_crates", ['["kit"]', '["ki*"]', '["k/*", "kit"]', '["kit/"]'])
@pytest.mark.parametrize("app", ["", '[dev-dependencies]\nkit = { path = "../kit" }', '[dependencies]\nserde = "1"'])
def test_a_package_that_production_never_needs_is_test_code_where_the_config_says_so(dev_crates: str, app: str) -> None:
    assert scopes(tree(app, dev_crates)) == {
        "app/src/lib.rs": "production",
        "kit/build.rs": "build",
        "kit/src/a.rs": "test",
        "kit/src/lib.rs": "test",
        "kit/src/lost.rs": "test",
    }
    assert orphans(tree(app, dev_crates)) == ()


@pytest.mark.parametrize(
    "app",
    [
        '[dependencies]\nkit = { path = "../kit" }',
        "[dependencies.kit]\nworkspace = true",
        "[dependencies]\nalias = { workspace = true }",
        '[dependencies]\nother = { package = "kit", path = "../kit" }',
        '[build-dependencies]\nkit = { path = "../kit" }',
        "[target.'cfg(unix)'.dependencies]\nkit = { path = \"../kit\" }",
        '[dependencies]\nkit = { path = "../kit", optional = true }',
    ],
)
def test_a_package_that_production_is_built_with_is_production_whatever_the_config_says(app: str) -> None:
    assert scopes(tree(app))["kit/src/lib.rs"] == "production"


def test_what_a_needed_package_needs_is_needed_too() -> None:
    files = {
        **tree("[dependencies]\nkit = {}", '["kit", "deep"]'),
        "deep/Cargo.toml": '[package]\nname = "deep"',
        "deep/src/lib.rs": "",
    }
    files["kit/Cargo.toml"] += "[dependencies]\ndeep = {}\n"
    assert scopes(files)["deep/src/lib.rs"] == "production"
    files["kit/Cargo.toml"] = '[package]\nname = "kit"\n[dev-dependencies]\ndeep = {}\n'
    assert scopes(files)["deep/src/lib.rs"] == "test"


def test_packages_for_development_may_need_each_other() -> None:
    files = {**tree("", '["kit", "deep"]'), "deep/Cargo.toml": '[package]\nname = "deep"', "deep/src/lib.rs": ""}
    files["kit/Cargo.toml"] += "[dependencies]\ndeep = {}\n"
    assert (scopes(files)["kit/src/lib.rs"], scopes(files)["deep/src/lib.rs"]) == ("test", "test")


@pytest.mark.parametrize(
    ("app", "proof"),
    [
        ("", "kit/Cargo.toml: dev_crates has `kit`, and no production package depends on it by path: test"),
        (
            '[dependencies]\nkit = { path = "../kit" }',
            "kit/Cargo.toml: dev_crates has `kit`, and it is production: `app` (app/Cargo.toml) depends on it by path",
        ),
    ],
)
def test_the_package_says_why(app: str, proof: str) -> None:
    files = tree(app)
    found = packages(tuple(files), lambda path: files[path].encode(), ("kit",))
    assert [package.proof for package in found] == [(), (proof,)]


def workspace(app: str, kit: str = "tests/kit", root: str = "") -> dict[str, str]:
    """A workspace with a program and a package that lies in a directory for development."""
    return {
        "Cargo.toml": f'[workspace]\nmembers = ["app", "{kit}"]\n{root}',
        "app/Cargo.toml": f'[package]\nname = "app"\n{app}',
        "app/src/main.rs": "",
        f"{kit}/Cargo.toml": '[package]\nname = "kit"\n',
        f"{kit}/src/lib.rs": "mod part;",
        f"{kit}/src/part.rs": "",
        f"{kit}/src/lost.rs": "",
        f"{kit}/benches/fast.rs": "",
        f"{kit}/build.rs": "",
    }


@pytest.mark.parametrize(
    ("directory", "scope"),
    [
        ("examples/kit", "example"),
        ("example", "example"),
        ("tests", "test"),
        ("app/test/deep/kit", "test"),
        ("app/benches/kit", "bench"),
        ("bench/kit", "bench"),
        ("benchmarks", "bench"),
        ("app/fuzz", "test"),
        ("examples/kit/fuzz", "example"),
        ("contest/kit", "production"),
        ("Examples/kit", "production"),
        ("demo/kit", "production"),
    ],
)
def test_a_package_has_the_scope_that_its_directory_says(directory: str, scope: str) -> None:
    found = scopes(workspace("", directory))
    assert {found[f"{directory}/src/{name}.rs"] for name in ("lib", "part", "lost")} == {scope}
    assert (found["app/src/main.rs"], found[f"{directory}/build.rs"]) == ("production", "build")
    assert found[f"{directory}/benches/fast.rs"] == "bench"
    assert orphans(workspace("", directory)) == ((f"{directory}/src/lost.rs",) if scope == "production" else ())


_INHERITED = '[workspace.dependencies]\nother = { package = "kit", path = "tests/kit", version = "1" }\n'
_PATCHED = '[patch.crates-io]\nkit = { path = "tests/kit" }\n'


@pytest.mark.parametrize(
    ("app", "root"),
    [
        ('[dependencies]\nkit = { path = "../tests/kit" }', ""),
        ('[dependencies]\nany = { path = "../tests/./kit/", package = "kit", optional = true }', ""),
        ('[build-dependencies]\nkit = { path = "../tests/kit", version = "1" }', ""),
        ("[target.'cfg(unix)'.dependencies]\nkit = { path = \"../tests/kit\" }", ""),
        ("[dependencies]\nother.workspace = true", _INHERITED),
        ("[target.x86_64-pc-windows-msvc.build-dependencies]\nother = { workspace = true }", _INHERITED),
        ('[dependencies]\nkit = "1"', _PATCHED),
        ('[dependencies]\nuser-of-kit = "1"', _PATCHED),
        ('[dependencies]\nkit = "1"', '[patch."ssh://git@host/kit"]\nany = { package = "kit", path = "tests/kit" }\n'),
        ('[dependencies]\nkit = "1"', '[replace]\n"kit:1.0.0" = { path = "tests/kit" }\n'),
    ],
)
def test_a_package_in_such_a_directory_is_production_where_production_is_built_with_it(app: str, root: str) -> None:
    assert scopes(workspace(app, root=root))["tests/kit/src/lib.rs"] == "production"
    assert orphans(workspace(app, root=root)) == ("tests/kit/src/lost.rs",)


@pytest.mark.parametrize(
    ("config", "says", "how"),
    [
        (".cargo/config.toml", _PATCHED, "`[patch]`"),
        (".cargo/config", _PATCHED, "`[patch]`"),
        ("app/.cargo/config.toml", '[patch.crates-io]\nkit = { path = "../tests/kit" }\n', "`[patch]`"),
        (".cargo/config.toml", 'paths = ["elsewhere", "tests/kit"]\n', "`paths`"),
        (".cargo/config.toml", 'paths = ["./tests/"]\n', "`paths`"),
    ],
)
def test_a_package_is_production_where_a_config_of_cargo_builds_production_with_it(
    config: str, says: str, how: str
) -> None:
    files = workspace('[dependencies]\nkit = "1"') | {config: says}
    assert scopes(files)["tests/kit/src/lib.rs"] == "production"
    kit = next(each for each in packages(tuple(files), lambda path: files[path].encode()) if each.name == "kit")
    assert kit.needed == f"`app` (app/Cargo.toml) is built with it by {how} of .cargo/config.toml"


@pytest.mark.parametrize(
    ("says", "included", "path"),
    [
        ('include = ["x.toml"]', ".cargo/x.toml", "tests/kit"),
        ('include = "x.toml"', ".cargo/x.toml", "tests/kit"),
        ('include = [{ path = "no.toml", optional = true }, { path = "x.toml" }]', ".cargo/x.toml", "tests/kit"),
        ('include = ["../cfg/x.toml"]', "cfg/x.toml", "tests/kit"),
        ('include = ["sub/x.toml"]', ".cargo/sub/x.toml", "../tests/kit"),
        ('include = ["../x.toml"]', "x.toml", "repository/tests/kit"),
        ('include = ["../../repository/x.toml"]', "x.toml", "repository/tests/kit"),
    ],
)
def test_a_config_of_cargo_may_include_others(says: str, included: str, path: str) -> None:
    files = workspace('[dependencies]\nkit = "1"') | {".cargo/config.toml": says}
    files |= {included: f'[patch.crates-io]\nkit = {{ path = "{path}" }}\n'}
    assert scopes(files)["tests/kit/src/lib.rs"] == "production"
    files |= {".cargo/config.toml": 'include = ["more.toml"]', ".cargo/more.toml": says}
    assert scopes(files)["tests/kit/src/lib.rs"] == "production"
    files[".cargo/more.toml"] = 'include = ["config.toml", "../../../elsewhere.toml", 1]'
    assert scopes(files)["tests/kit/src/lib.rs"] == "test"


@pytest.mark.parametrize("patch", ["[patch.crates-io]", "[patch.'https://host/kit']"])
def test_a_package_that_a_workspace_excludes_has_patches_of_its_own(patch: str) -> None:
    files = workspace("") | {
        "Cargo.toml": '[workspace]\nmembers = ["app"]\nexclude = ["sub"]\n',
        "sub/Cargo.toml": f'[package]\nname = "sub"\n[dependencies]\nkit = "1"\n{patch}\nkit.path = "../tests/kit"\n',
        "sub/src/lib.rs": "",
    }
    assert scopes(files)["tests/kit/src/lib.rs"] == "production"


@pytest.mark.parametrize("said", ["[patch.crates-io]\nkit.path", "[workspace.dependencies]\nkit.path"])
def test_a_package_that_a_workspace_excludes_may_be_in_the_next_one_above(said: str) -> None:
    files = workspace("") | {
        "Cargo.toml": f'[workspace]\nmembers = ["in/sub"]\n{said} = "tests/kit"\n',
        "app/Cargo.toml": "",
        "in/Cargo.toml": '[workspace]\nexclude = ["sub"]\n[workspace.dependencies]\nkit = "1"\n',
        "in/sub/Cargo.toml": '[package]\nname = "sub"\n[dependencies]\nkit.workspace = true\n',
        "in/sub/src/lib.rs": "",
    }
    assert scopes(files)["tests/kit/src/lib.rs"] == "production"


def test_a_path_may_lead_out_of_the_repository_and_back_in() -> None:
    files = workspace('[dependencies]\nkit = { path = "../../repository/tests/kit" }')
    assert scopes(files)["tests/kit/src/lib.rs"] == "production"


@pytest.mark.parametrize(
    ("config", "says"),
    [
        ("tests/.cargo/config.toml", '[patch.crates-io]\nkit = { path = "kit" }\n'),
        ("x.cargo/config.toml", _PATCHED),
        (".cargo/other.toml", _PATCHED),
        (".cargo/config.toml", 'paths = ["tests/ki", "/tests/kit", 1]\n'),
        (".cargo/config.toml", 'paths = "tests/kit"\n'),
        (".cargo/config.toml", "[patch\n"),
    ],
)
def test_other_configs_say_nothing_of_what_production_is_built_with(config: str, says: str) -> None:
    assert scopes(workspace('[dependencies]\nkit = "1"') | {config: says})["tests/kit/src/lib.rs"] == "test"


@pytest.mark.parametrize(
    ("app", "root"),
    [
        ('[dev-dependencies]\nkit = { path = "../tests/kit" }', ""),
        ("[target.'cfg(unix)'.dev-dependencies]\nkit = { path = \"../tests/kit\" }", ""),
        ("[dev-dependencies]\nother.workspace = true", _INHERITED),
        ("", _INHERITED),
        ('[dependencies]\nkit = "1"', ""),
        ('[dependencies]\nkit = { git = "ssh://git@host/kit" }', ""),
        ('[dependencies]\nkit = { path = "../elsewhere/kit" }', ""),
        ('[dependencies]\nkit = { path = "../../../tests/kit" }', ""),
    ],
)
def test_a_package_that_production_is_not_built_with_keeps_the_scope_of_its_directory(app: str, root: str) -> None:
    assert scopes(workspace(app, root=root))["tests/kit/src/lib.rs"] == "test"


def test_production_may_be_built_with_a_package_by_way_of_others() -> None:
    files = workspace('[dependencies]\nkit = { path = "../tests/kit" }')
    files |= {"examples/deep/Cargo.toml": '[package]\nname = "deep"\n', "examples/deep/src/lib.rs": ""}
    files["tests/kit/Cargo.toml"] += '[dependencies]\ndeep = { path = "../../examples/deep" }\n'
    assert scopes(files)["examples/deep/src/lib.rs"] == "production"
    files["tests/kit/Cargo.toml"] = files["tests/kit/Cargo.toml"].replace("[dep", "[dev-dep")
    assert scopes(files)["examples/deep/src/lib.rs"] == "example"


def test_packages_of_development_do_not_make_each_other_production() -> None:
    files = workspace("")
    files |= {"examples/deep/Cargo.toml": '[package]\nname = "deep"\n', "examples/deep/src/lib.rs": ""}
    files["tests/kit/Cargo.toml"] += '[dependencies]\ndeep = { path = "../../examples/deep" }\n'
    assert scopes(files)["examples/deep/src/lib.rs"] == "example"


def test_a_workspace_may_be_named_and_each_has_its_own_inheritance() -> None:
    files = workspace('workspace = "../other"\n[dependencies]\nkit.workspace = true')
    files["Cargo.toml"] += '[workspace.dependencies]\nkit = "1"\n'
    files["other/Cargo.toml"] = '[workspace]\n[workspace.dependencies]\nkit = { path = "../tests/kit" }\n'
    assert scopes(files)["tests/kit/src/lib.rs"] == "production"
    files["app/Cargo.toml"] = files["app/Cargo.toml"].replace('workspace = "../other"\n', "")
    assert scopes(files)["tests/kit/src/lib.rs"] == "test"


def test_a_package_whose_manifest_cannot_be_read_has_the_scope_of_its_directory() -> None:
    files = workspace("") | {"tests/kit/Cargo.toml": "[package"}
    assert scopes(files)["tests/kit/src/lib.rs"] == "test"
    found = packages(tuple(files), lambda path: files[path].encode())
    said = "the directory of the package is in or below `tests`, and no production package depends on it by path: test"
    assert found[-1].proof == (f"tests/kit/Cargo.toml: {said}",)


def test_what_production_code_reaches_in_such_a_package_is_production() -> None:
    files = workspace("") | {"app/src/main.rs": '#[path = "../../tests/kit/src/part.rs"] mod part;'}
    found = scopes(files)
    assert (found["tests/kit/src/part.rs"], found["tests/kit/src/lib.rs"]) == ("production", "test")
