"""A workspace with every trap of cargo that we know of, and the packages it takes from a registry of its own."""

from __future__ import annotations

__all__ = ["REGISTRY", "WORKSPACE", "config"]


def _package(name: str, rest: str = "", version: str = "0.1.0") -> str:
    return f'[package]\nname = "{name}"\nversion = "{version}"\nedition = "2021"\n{rest}'


def config(directory: str) -> str:
    """The setting that makes cargo take packages from a directory."""
    return f'[source.crates-io]\nreplace-with = "here"\n[source.here]\ndirectory = "{directory}"\n'


# A directory with a checksum file that names no files is a registry, for cargo.
REGISTRY = {
    f"{directory}/{file}": text
    for directory, manifest in {
        "twice-1": _package("twice", version="1.0.0"),
        "twice-2": _package("twice", version="2.0.0"),
        "leaf": _package("leaf", "[features]\nstd = []\n"),
        "ghost": _package("ghost", "[features]\nstd = []\n"),
        "winning": _package("winning"),
        "maker": _package("maker"),
        "mine": _package("mine", version="0.1.5"),
        "weak": _package(
            "weak",
            '[features]\ndefault = ["std"]\nstd = ["ghost?/std", "leaf/std"]\n[dependencies]\n'
            'ghost = { version = "0.1", optional = true }\nleaf = { version = "0.1", optional = true }\n'
            '[build-dependencies]\nmaker = "0.1"\n[target."cfg(windows)".dependencies]\nwinning = "0.1"\n',
        ),
        "uses-mine": _package("uses-mine", '[dependencies]\nmine = "0.1"\ntwice = "1"\n'),
    }.items()
    for file, text in (("Cargo.toml", manifest), (".cargo-checksum.json", '{"files": {}}'))
}

WORKSPACE = {
    "Cargo.toml": """\
[workspace]
resolver = "2"
members = ["app", "crates/*"]
exclude = ["crates/left-out", "fuzz"]
default-members = ["app"]
[workspace.package]
version = "1.2.3"
license = "MIT"
readme = "READ.md"
edition = "2021"
[workspace.dependencies]
core = { path = "crates/core", default-features = false }
twice = "2"
[patch.crates-io]
mine = { path = "patched/mine" }
""",
    "app/Cargo.toml": """\
[package]
name = "app"
version.workspace = true
license.workspace = true
readme.workspace = true
edition.workspace = true
publish = ["somewhere"]
[features]
default = ["net"]
net = ["dep:net", "net?/tls"]
full = ["net", "extra/more", "core/deep"]
lazy = ["side?/more"]
[dependencies]
core = { workspace = true, features = ["used"] }
net = { path = "../crates/net", optional = true, default-features = false }
extra = { path = "../crates/extra", optional = true }
side = { path = "../crates/side", optional = true }
old = { package = "twice", version = "1" }
twice.workspace = true
derive = { path = "../crates/derive" }
weak = "0.1"
uses-mine = "0.1"
outside = { path = "../crates/left-out" }
[dev-dependencies]
core = { workspace = true, features = ["for-tests"] }
app = { path = ".", features = ["lazy"] }
[build-dependencies]
core = { workspace = true, features = ["for-build"] }
[target.'cfg(windows)'.dependencies]
core = { workspace = true, features = ["for-windows"] }
[target.x86_64-unknown-linux-gnu.dependencies]
net = { path = "../crates/net", optional = true, features = ["for-linux"] }
[target.'cfg(custom)'.dependencies]
custom = { path = "../crates/custom" }
[target.'cfg(any())'.dependencies]
leaf = "0.1"
""",
    "crates/core/Cargo.toml": _package(
        "core",
        """\
[features]
default = ["by-default"]
by-default = ["dep:d1"]
used = ["chained"]
chained = ["dep:d2"]
deep = ["d3/x"]
for-tests = ["dep:d4"]
for-build = ["dep:d5"]
for-windows = ["dep:d6"]
for-fuzz = ["dep:d7"]
from-macro = ["dep:d8"]
"""
        + "".join(f'[dependencies.d{n}]\npath = "../../leaves/d{n}"\noptional = true\n' for n in range(1, 9)),
    ),
    **{f"leaves/d{n}/Cargo.toml": _package(f"d{n}", "[features]\nx = []\n") for n in range(1, 9)},
    "crates/net/Cargo.toml": _package(
        "net",
        '[features]\ndefault = ["tls"]\ntls = ["leaf"]\nfor-linux = []\n'
        '[dependencies]\nleaf = { version = "0.1", optional = true }\n',
    ),
    "crates/extra/Cargo.toml": _package(
        "extra", '[features]\nmore = ["side/more"]\n[dependencies]\nside = { path = "../side", optional = true }\n'
    ),
    "crates/side/Cargo.toml": _package(
        "side", '[features]\nmore = ["dep:twice"]\n[dependencies]\ntwice = { workspace = true, optional = true }\n'
    ),
    "crates/derive/Cargo.toml": _package(
        "derive",
        '[lib]\nproc-macro = true\n[dependencies]\ncore = { workspace = true, features = ["from-macro"] }\n',
    ),
    "crates/custom/Cargo.toml": _package("custom"),
    "crates/left-out/Cargo.toml": _package("outside", '[dependencies]\nleaf = "0.1"\n', "0.9.0"),
    "patched/mine/Cargo.toml": _package("mine", '[dependencies]\nleaf = "0.1"\n', "0.1.9"),
    "leaves/README": "no package",
    "READ.md": "",
    "crates/side/README.md": "",
    "fuzz/Cargo.toml": _package(
        "fuzz",
        '[workspace]\n[dependencies.core]\npath = "../crates/core"\n'
        'default-features = false\nfeatures = ["for-fuzz"]\n',
    ),
}
