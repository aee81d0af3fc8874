"""The built wheel, installed where this checkout is not, does what the checkout does."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import ratchet
from tests.repository import Repo, Result
from tests.self.modules import PACKAGE, TOP


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(TOP))
    return next(out.glob("*.whl"))


def run(*command: str) -> None:
    """Run a command with this machine's environment, for it may need the package index."""
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"


def test_the_wheel_carries_the_packs_and_the_types(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    packs = {f"ratchet/packs/{path.relative_to(TOP / 'rules').as_posix()}" for path in TOP.glob("rules/*/**/*.yaml")}
    modules = {f"ratchet/{path.relative_to(PACKAGE).as_posix()}" for path in PACKAGE.rglob("*.py")}
    assert packs, "there are no shipped rules"
    assert packs | modules | {"ratchet/py.typed"} <= names
    assert not [name for name in names if not name.startswith(("ratchet/", "ratchet_lint-"))]


def test_an_installed_wheel_judges_a_repository(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = str(tmp_path / "venv/bin/python")
    run(python, "-m", "pip", "install", "--quiet", str(wheel))
    repo = Repo(tmp_path / "repo", tmp_path / "home")
    repo.init()

    def installed(*args: str) -> Result:
        return repo.run(str(tmp_path / "venv/bin/ratchet"), *args, env={"PYTHONPATH": ""})

    assert ratchet.__version__ in installed("--version").out
    assert installed("test").code == 0
    repo.write("src/lib.rs", "pub fn f() -> u8 { g().unwrap() }\n#[test]\nfn t() { g().unwrap(); }\n")
    findings = installed("count", "--format", "json").json()["findings"]
    assert [(found["rule"], found["line"]) for found in findings if found["rule"] == "rust/unwrap"] == [
        ("rust/unwrap", 1)
    ]
    assert installed("init").code == 0
    repo.commit("adopt ratchet")
    assert installed("check").code == 0
    repo.write("src/new.rs", "pub fn h() -> u8 { g().unwrap() }\n")
    worse = installed("check")
    assert worse.code == 1, worse.err
    assert "src/new.rs" in worse.out
    assert "rust/unwrap" in worse.out
