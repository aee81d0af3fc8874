"""The shipped packs are found in a wheel and in a checkout alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from ratchet.model.errors import RatchetError
from ratchet.repo.packs import shipped_files, shipped_root


def put(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(path)


def test_a_checkout_ships_the_directories_of_its_rules(tmp_path: Path) -> None:
    put(tmp_path, "rules/rust/unwrap.yaml", "rules/python/deep/a.yaml", "rules/rust/notes.md", "rules/loose.yaml")
    package = tmp_path / "ratchet"
    assert shipped_root(package) == str(tmp_path / "rules")
    assert list(shipped_files(package).items()) == [
        ("python/deep/a.yaml", b"rules/python/deep/a.yaml"),
        ("rust/unwrap.yaml", b"rules/rust/unwrap.yaml"),
    ]


def test_a_wheel_carries_its_packs_inside_and_ignores_a_neighbour_called_rules(tmp_path: Path) -> None:
    put(tmp_path, "rules/rust/strange.yaml", "ratchet/packs/rust/unwrap.yaml")
    assert list(shipped_files(tmp_path / "ratchet")) == ["rust/unwrap.yaml"]


def test_a_damaged_installation_is_named(tmp_path: Path) -> None:
    with pytest.raises(RatchetError, match="are missing") as error:
        shipped_files(tmp_path / "ratchet")
    assert "install ratchet again" in error.value.mistakes[0].hint


def test_this_installation_has_its_packs() -> None:
    assert Path(shipped_root()).is_dir()
    assert list(shipped_files()) == sorted(shipped_files())
