"""JSON Schemas of everything people write and scripts read."""

from __future__ import annotations

from collections.abc import Mapping

from ratchet.formats import (
    base_text,
    cache_text,
    doctor_text,
    examples_text,
    explain_json,
    git_setup_text,
    init_json,
    merge_text,
    rule_page,
    setup_text,
    tighten_json,
    verify_text,
    waive_text,
)
from ratchet.formats.check import json as check_json
from ratchet.formats.count import json as count_json
from ratchet.formats.diff import json as diff_json
from ratchet.formats.graph import json as graph_json
from ratchet.formats.problems import json as problems_json
from ratchet.model.schema import published
from ratchet.model.shape import Shape
from ratchet.repo.shapes import BUDGETS_SHAPE, FILES_SHAPE, RULES_SHAPE, WAIVERS_SHAPE
from ratchet.rulebook.schemas import schemas as rulebook_schemas

__all__ = ["schemas"]

_BASELINES: Mapping[str, tuple[str, Shape]] = {
    "baseline-files": (
        "baselines/files.toml: a table per file, and in it how many sites each rule may have",
        FILES_SHAPE,
    ),
    "baseline-rules": ("baselines/rules.toml: the rules under the ratchet, and what their numbers mean", RULES_SHAPE),
    "baseline-units": ("baselines/units.toml: as files.toml, for units that are no files", BUDGETS_SHAPE),
    "waivers": ("baselines/waivers.toml: permissions with a reason, an owner and an end", WAIVERS_SHAPE),
}
_REPORTS: Mapping[str, tuple[str, Shape]] = {
    "base": ("ratchet base --format json", base_text.SHAPE),
    "cache": ("ratchet cache --format json", cache_text.SHAPE),
    "count": ("ratchet count --format json", count_json.SHAPE),
    "diff": ("ratchet diff --format json", diff_json.SHAPE),
    "doctor": ("ratchet doctor --format json", doctor_text.SHAPE),
    "explain": ("ratchet explain FILE:LINE --format json", explain_json.SHAPE),
    "graph": ("ratchet graph --format json", graph_json.SHAPE),
    "init": ("ratchet init --format json", init_json.SHAPE),
    "init-ci": ("ratchet init --ci SYSTEM --format json", setup_text.CI_SHAPE),
    "init-git": ("ratchet init --git --format json", git_setup_text.SHAPE),
    "init-git-hook": ("ratchet init --git-hook --format json", setup_text.HOOK_SHAPE),
    "merge": ("ratchet merge --format json", merge_text.SHAPE),
    "problems": ("--format json of any other command than check that could not be carried out", problems_json.SHAPE),
    "rule-page": ("ratchet explain RULE --format json", rule_page.SHAPE),
    "test": ("ratchet test --format json", examples_text.SHAPE),
    "tighten": ("ratchet tighten --format json", tighten_json.SHAPE),
    "verdict": ("ratchet check --format json", check_json.SHAPE),
    "verify": ("ratchet verify --format json", verify_text.SHAPE),
    "waive": ("ratchet waive --format json", waive_text.SHAPE),
}


def schemas() -> Mapping[str, dict[str, object]]:
    """The schema of each kind of file and report, by name, in the order of the names."""
    ours = {
        name: published(f"ratchet {name.replace('-', ' ')}", description, shape)
        for name, (description, shape) in {**_BASELINES, **_REPORTS}.items()
    }
    return dict(sorted({**rulebook_schemas(), **ours}.items()))
