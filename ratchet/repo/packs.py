"""Where the shipped packs live: in the installed package, or in the checkout it runs from."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from ratchet.model.errors import RatchetError

__all__ = ["shipped_files", "shipped_root"]

_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def shipped_root(package: str | os.PathLike[str] = _PACKAGE) -> str:
    """The directory of the shipped packs: `ratchet/packs` of a wheel, else `rules` beside the package."""
    for root in (os.path.join(package, "packs"), os.path.join(os.path.dirname(package), "rules")):
        if os.path.isdir(root):
            return root
    raise RatchetError(
        f"the packs that ship with ratchet are missing beside `{package}`",
        hint="the installation is damaged: install ratchet again",
    )


def shipped_files(package: str | os.PathLike[str] = _PACKAGE) -> Mapping[str, bytes]:
    """Every rule file of every pack, by its path below the root, such as `rust/unwrap.yaml`, sorted."""
    root = shipped_root(package)
    return {name: _content(os.path.join(root, name)) for name in sorted(_below(root, "")) if "/" in name}


def _below(root: str, directory: str) -> Iterator[str]:
    with os.scandir(os.path.join(root, directory)) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _below(root, f"{directory}{entry.name}/")
            elif entry.name.endswith(".yaml"):
                yield f"{directory}{entry.name}"


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
