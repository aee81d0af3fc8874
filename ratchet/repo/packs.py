"""Where the shipped packs live: in the installed package, or in the checkout it runs from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ratchet.model.errors import RatchetError

__all__ = ["shipped_files", "shipped_root"]

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped_root(package: Path = _PACKAGE) -> str:
    """The directory of the shipped packs: `ratchet/packs` of a wheel, else `rules` beside the package."""
    for root in (package / "packs", package.parent / "rules"):
        if root.is_dir():
            return str(root)
    raise RatchetError(
        f"the packs that ship with ratchet are missing beside `{package}`",
        hint="the installation is damaged: install ratchet again",
    )


def shipped_files(package: Path = _PACKAGE) -> Mapping[str, bytes]:
    """Every rule file of every pack, by its path below the root, such as `rust/unwrap.yaml`, sorted."""
    root = Path(shipped_root(package))
    found = {path.relative_to(root).as_posix(): path for path in root.glob("*/**/*.yaml") if path.is_file()}
    return {name: found[name].read_bytes() for name in sorted(found)}
