"""The files that make a CI system run ratchet."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

__all__ = ["SYSTEMS", "ci_files"]

_TEMPLATES = Path(__file__).parent / "ci_files"
_FILES: Mapping[str, Mapping[str, str]] = {
    "azure": {".azure-pipelines/ratchet.yml": "azure.yml"},
    "github": {
        ".github/workflows/ratchet.yml": "github.yml",
        ".github/workflows/ratchet-tighten.yml": "github-tighten.yml",
    },
    "gitlab": {".gitlab/ci/ratchet.yml": "gitlab.yml", ".gitlab-ci.yml": "gitlab-include.yml"},
}

SYSTEMS = tuple(_FILES)
"""The CI systems that there are files for."""


def ci_files(system: str, branch: str, version: str) -> Mapping[str, str]:
    """The text of each file of a system, by its path; a branch is quoted, whatever it is called."""
    return {path: _filled(name, branch, version) for path, name in _FILES[system].items()}


def _filled(name: str, branch: str, version: str) -> str:
    text = (_TEMPLATES / name).read_text(encoding="utf-8")
    return text.replace("@VERSION@", version).replace("@BRANCH@", json.dumps(branch))
