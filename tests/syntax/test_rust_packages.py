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


def test_the_package_says_why() -> None:
    def of_kit(app: str) -> tuple[str, str]:
        files = tree(app)
        found = packages(tuple(files), lambda path: files[path].encode(), ("kit",))
        return next((package.dev, package.needed) for package in found if package.name == "kit")

    assert of_kit("") == ("dev_crates has `kit`", "")
    assert of_kit("[dependencies]\nkit = {}") == ("", "app")
