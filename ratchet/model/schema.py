"""A shape as the JSON Schema document that is published."""

from __future__ import annotations

from ratchet.model.shape import Shape

__all__ = ["published"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def published(title: str, description: str, shape: Shape) -> dict[str, object]:
    """The schema with its dialect, its title, and what it describes."""
    return {"$schema": _DIALECT, "title": title, "description": description, **shape.schema()}
