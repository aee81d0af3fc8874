"""Baselines as files: one name for what reads them and what writes them."""

from __future__ import annotations

from ratchet.repo.canonical import render_files, render_rules, render_units
from ratchet.repo.ledger_reading import read_baseline, read_waivers
from ratchet.repo.ledger_writing import add_waiver, write_baseline
from ratchet.repo.shapes import BUDGETS_SHAPE, FILES_SHAPE, RULES_SHAPE, WAIVERS_SHAPE

__all__ = [
    "BUDGETS_SHAPE",
    "FILES_SHAPE",
    "RULES_SHAPE",
    "WAIVERS_SHAPE",
    "add_waiver",
    "read_baseline",
    "read_waivers",
    "render_files",
    "render_rules",
    "render_units",
    "write_baseline",
]
