"""Options that say which edges of a graph are meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

import click

from ratchet.kinds.edges import Edges
from ratchet.model.graph import EdgeKind
from ratchet.model.shape import nearest

__all__ = ["edges_of", "filtering"]

P = ParamSpec("P")
_KINDS = tuple(kind.value for kind in EdgeKind)


def filtering(function: Callable[P, int]) -> Callable[P, int]:
    """`--kind`, `--no-optional` and the like, as rules have them under `edges`."""
    for option in reversed(
        (
            click.option(
                "--kind", "kinds", default="normal,build", show_default=True, metavar="KIND,…",
                help="What a dependency is for: normal, dev, build.",
            ),
            click.option("--optional/--no-optional", default=True, help="Whether to follow what a feature turns on."),
            click.option("--types/--no-types", default=True, help="Whether to follow imports for types only."),
            click.option("--lazy/--no-lazy", default=True, help="Whether to follow imports within functions."),
            click.option("--tests", is_flag=True, help="Also what tests depend on, and dev dependencies."),
            click.option("--sure", is_flag=True, help="Only what a manifest or a source file declares."),
            click.option(
                "--features", default="all", show_default=True, metavar="all|default|none|NAME,…",
                help="The features that are on in your own crates.",
            ),
            click.option("--target", default="all", show_default=True, metavar="TRIPLE", help="For one platform."),
        )
    ):  # fmt: skip
        function = option(function)
    return function


def edges_of(
    kinds: str, features: str, target: str, *, optional: bool, types: bool, lazy: bool, tests: bool, sure: bool
) -> Edges:
    """The edges that the options mean."""
    wanted = {word.strip() for word in kinds.split(",")} | ({"dev"} if tests else set())
    for word in sorted(wanted.difference(_KINDS)):
        hint = nearest(word, _KINDS) or f"they are {', '.join(_KINDS)}"
        raise click.BadParameter(f"`{word}` is no kind of dependency: {hint}", param_hint="--kind")
    words = (
        features
        if features in ("all", "default", "none")
        else tuple(sorted({word.strip() for word in features.split(",")}))
    )
    return Edges(
        frozenset(map(EdgeKind, wanted)),
        optional=optional,
        features=words,
        target=target,
        type_only=types,
        lazy=lazy,
        test=tests,
        certainty="sure" if sure else "possible",
    )
