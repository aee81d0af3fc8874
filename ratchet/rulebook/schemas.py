"""JSON Schemas of the files people write, so that editors complete and check them."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.shape import Shape
from ratchet.rulebook.config import CONFIG_SHAPE
from ratchet.rulebook.languages import LANGUAGE_SHAPE
from ratchet.rulebook.rules import RULE_SHAPE

__all__ = ["schemas"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> Mapping[str, dict[str, object]]:
    """The schema of each kind of file, by name."""
    return {
        "config": _schema("ratchet settings", "ratchet.toml, or [tool.ratchet] in pyproject.toml", CONFIG_SHAPE),
        "language": _schema("ratchet language", "rules/<language>/language.yaml", LANGUAGE_SHAPE),
        "rule": _schema("ratchet rule", "one YAML document below rules/", RULE_SHAPE),
    }


def _schema(title: str, description: str, shape: Shape) -> dict[str, object]:
    return {"$schema": _DIALECT, "title": title, "description": description, **shape.schema()}
