"""JSON Schemas of the files people write, so that editors complete and check them."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.model.schema import published
from ratchet.rulebook.config import CONFIG_SHAPE
from ratchet.rulebook.languages import LANGUAGE_SHAPE
from ratchet.rulebook.rules import RULE_SHAPE

__all__ = ["schemas"]


def schemas() -> Mapping[str, dict[str, object]]:
    """The schema of each kind of file, by name."""
    return {
        "config": published("ratchet settings", "ratchet.toml, or [tool.ratchet] in pyproject.toml", CONFIG_SHAPE),
        "language": published("ratchet language", "rules/<language>/language.yaml", LANGUAGE_SHAPE),
        "rule": published("ratchet rule", "one YAML document below rules/", RULE_SHAPE),
    }
