"""What the last release adopted, the next one judges: two wheels, of which one has older versions of some rules."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository import Repo, Result
from tests.self.modules import TOP

PARTS = ("LICENSE", "README.md", "bin", "pyproject.toml", "ratchet", "rules")
LIB = "pub fn load(path: &str) -> String {\n    std::fs::read_to_string(path).unwrap()\n}\n"


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The directories of an older release and of this one: it counted `unwrap` elsewhere and did not know `panic`."""
    sources = tmp_path_factory.mktemp("sources")
    for part in PARTS:
        copy = shutil.copytree if (TOP / part).is_dir() else shutil.copy
        copy(TOP / part, sources / part)
    (sources / "rules/rust/panic.yaml").unlink()
    unwrap = sources / "rules/rust/unwrap.yaml"
    older = unwrap.read_text().replace("  language: rust\n", "  language: rust\n  scope: build\n")
    assert older != unwrap.read_text()
    unwrap.write_text(older)
    return unpacked(sources, tmp_path_factory.mktemp("old")), unpacked(TOP, tmp_path_factory.mktemp("new"))


def unpacked(sources: Path, home: Path) -> Path:
    """A wheel of some sources, installed into a directory of its own."""
    run("build", "--wheel", "--no-isolation", "--outdir", str(home), str(sources))
    wheel = next(home.glob("*.whl"))
    run("pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(home / "installed"), str(wheel))
    return home / "installed"


def run(*module: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(
        (sys.executable, "-m", *module), env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"


def test_an_open_branch_passes_with_the_next_release(repo: Repo, releases: tuple[Path, Path]) -> None:
    def ratchet(release: Path, *args: str) -> Result:
        return repo.run(sys.executable, "-m", "ratchet", *args, env={"PYTHONPATH": str(release)})

    old, new = releases
    repo.write("Cargo.toml", '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2024"\n')
    repo.write("src/lib.rs", LIB)
    assert ratchet(old, "init").code == 0
    assert '"rust/unwrap"]' in repo.read("baselines/rules.toml")
    assert "rust/unwrap" not in repo.read("baselines/files.toml")
    assert "rust/panic" not in repo.read("baselines/rules.toml")
    repo.commit("adopt")
    repo.git("checkout", "--quiet", "-b", "open")
    repo.write("src/lib.rs", f"mod more;\n\n{LIB}")
    repo.write("src/more.rs", 'pub fn more() {\n    panic!("not yet");\n}\n')
    repo.commit("more")
    assert ratchet(old, "check", "--base", "main").code == 0

    judged = ratchet(new, "check", "--base", "main", "--format", "json")
    assert judged.code == 0, judged.out + judged.err
    assert [(each["rule"], each["why"]) for each in judged.json()["waiting"]] == [
        ("rust/panic", "not-adopted"),
        ("rust/unwrap", "meaning-changed"),
    ]
    for question in (("check",), ("check", "--staged"), ("tighten", "--check"), ("diff", "main"), ("next",)):
        assert ratchet(new, *question).code == 0, question

    repo.write("src/more.rs", repo.read("src/more.rs").replace('panic!("not yet")', "g().unwrap()"))
    worse = ratchet(new, "check", "--base", "main")
    assert worse.code == 1
    assert "src/more.rs:2:8" in worse.out
    repo.git("checkout", "--quiet", ".")

    assert ratchet(new, "tighten", "--remeasure").code == 0
    assert ratchet(new, "init", "--rule", "rust/panic").code == 0
    repo.commit("the budgets of this release")
    settled = ratchet(new, "check")
    assert (settled.code, "remeasure" in settled.out, "observed" in settled.out) == (0, False, False)
