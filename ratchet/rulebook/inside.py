"""Whether a path or a pattern in a settings file stays inside the repository."""

from __future__ import annotations

import re

from ratchet.model.globs import matcher

__all__ = ["glob_problem", "path_problem"]


def path_problem(path: str) -> str:
    """Why a path is not one inside the repository, or nothing."""
    if "\\" in path:
        return "must have `/` between its parts"
    if path.startswith("/") or re.match(r"[A-Za-z]:", path):
        return "must be relative to the repository"
    if ".." in path.split("/"):
        return "must stay inside the repository"
    if not path.isprintable() or not path.strip("./"):
        return "is not the name of anything inside the repository"
    return ""


def glob_problem(pattern: str) -> str:
    """Why a pattern cannot match paths inside the repository, or nothing; a leading `/` means its root."""
    if problem := path_problem(pattern.removeprefix("/").replace("*", "x")):
        return problem
    try:
        matcher([pattern])
    except re.error as error:
        return f"is no pattern for paths: {error}"
    return ""
