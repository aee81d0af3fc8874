"""The formats there are: every module of the package that is named like its report."""

from __future__ import annotations

import importlib
import pkgutil

from ratchet.formats.style import Style

__all__ = ["names", "render"]


def names(report: str) -> tuple[str, ...]:
    """The formats of a report, `text` first; none of them is imported. To add one is to add a file."""
    package = importlib.import_module(f"ratchet.formats.{report}")
    found = {module.name for module in pkgutil.iter_modules(package.__path__)}
    return tuple(sorted(found, key=lambda name: (name != "text", name)))


def render(report: str, name: str, value: object, style: Style) -> str:
    """The value in one format, whose module alone is imported."""
    rendered = importlib.import_module(f"ratchet.formats.{report}.{name}").render(value, style)
    assert isinstance(rendered, str)
    return rendered
