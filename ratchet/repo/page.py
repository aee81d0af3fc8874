"""What a page that ratchet writes is made of: a style and a script, shipped beside the formats."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ratchet.model.errors import RatchetError

__all__ = ["page_parts"]

_PACKAGE = Path(__file__).resolve().parent.parent


def page_parts(package: Path = _PACKAGE) -> Mapping[str, str]:
    """`style` and `script` of the page of a graph; the script's files in the order of their names."""
    directory = package / "formats" / "graph_page"
    found = {path.name: path.read_text(encoding="utf-8") for path in sorted(directory.glob("*.[cj]s*"))}
    styles = [text for name, text in found.items() if name.endswith(".css")]
    scripts = [text for name, text in found.items() if name.endswith(".js")]
    if not styles or not scripts:
        raise RatchetError(
            f"the parts of the page are missing in `{directory}`",
            hint="the installation is damaged: install ratchet again",
        )
    return {"style": "".join(styles), "script": "".join(scripts)}
