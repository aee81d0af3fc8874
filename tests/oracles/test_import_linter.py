"""What is written down as kept or broken for the contracts of the shop is what import-linter itself says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.rulebook.foreign.contracts import BROKEN, CONTRACTS, KEPT, SHOP


def test_import_linter_keeps_and_breaks_the_same_contracts(tmp_path: Path) -> None:
    program = shutil.which("lint-imports")
    if program is None:
        pytest.skip("NOT COMPARED WITH IMPORT-LINTER: there is no `lint-imports` here (pip install import-linter)")
    for path, text in {**SHOP, ".importlinter": CONTRACTS}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    environment = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [program, "--no-cache"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    told = re.findall(r"^((?:kept|broken): .*?) (KEPT|BROKEN)\b", done.stdout, re.MULTILINE)
    assert sorted(name for name, verdict in told if verdict == "KEPT") == sorted(KEPT), done.stdout + done.stderr
    assert sorted(name for name, verdict in told if verdict == "BROKEN") == sorted(BROKEN), done.stdout
