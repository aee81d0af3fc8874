"""Microsoft's validator has nothing to say against our SARIF: no error and no warning, also by GitHub's rules."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from ratchet.formats.catalogue import render
from ratchet.formats.style import Style
from tests.formats import samples
from tests.formats import verdicts as v
from tests.formats.test_inert import ATTACKS, poisoned

TOOL = "@microsoft/sarif-multitool"
LOGS: Mapping[str, tuple[str, object]] = {
    "rich": ("check", v.RICH),
    "pass": ("check", v.PASS),
    "nothing": ("check", v.NOTHING),
    "hostile": ("check", poisoned(v.RICH, "".join(ATTACKS))),
    "count": ("count", replace(samples.COUNT, findings=samples.COUNT.findings[:9])),
    "problems": ("problems", v.PROBLEMS),
}


def multitool(directory: Path) -> list[str]:
    """The command; where it cannot be had the test is skipped, and says so."""
    if found := shutil.which("sarif-multitool"):
        return [found]
    npx = shutil.which("npx")
    if npx is None:
        pytest.skip(f"SARIF NOT VALIDATED: there is neither `sarif-multitool` nor `npx` here (npm install {TOOL})")
    command = [npx, "--yes", "--prefer-offline", f"--package={TOOL}", "sarif-multitool"]
    try:
        done = subprocess.run([*command, "version"], cwd=directory, capture_output=True, check=False, timeout=90)
    except subprocess.TimeoutExpired:
        pytest.skip(f"SARIF NOT VALIDATED: fetching {TOOL} took too long")
    if done.returncode != 0:
        pytest.skip(f"SARIF NOT VALIDATED: npx cannot fetch {TOOL}: {done.stderr.decode()[-300:]}")
    return command


def complaints(command: list[str], kind: str, directory: Path) -> list[str]:
    """What the validator says of some logs at the levels error and warning."""
    output = directory.parent / f"{kind}.sarif"
    options = ["--log", "ForceOverwrite", "--output", str(output), "--rule-kind", kind]
    run = [*command, "validate", "*.sarif", *options]
    done = subprocess.run(run, cwd=directory, capture_output=True, text=True, check=False, timeout=120)
    assert output.is_file(), done.stdout + done.stderr
    (answer,) = json.loads(output.read_bytes())["runs"]
    assert answer["invocations"][0]["executionSuccessful"], answer["invocations"]
    return [f"{each['ruleId']} {each['message']} {each['locations']}" for each in answer["results"]]


def test_the_validator_of_microsoft_accepts_every_log(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    for name, (report, value) in LOGS.items():
        (logs / f"{name}.sarif").write_text(render(report, "sarif", value, Style()), encoding="utf-8")
    (logs / "bad.sarif").write_text((logs / "rich.sarif").read_text("utf-8").replace('"2.1.0"', '"2.1"'), "utf-8")
    command = multitool(logs)
    found = complaints(command, "Sarif", logs)
    assert [each for each in found if "bad.sarif" in each], "a validator that finds nothing wrong proves nothing"
    assert [each for each in found if "bad.sarif" not in each] == []
    assert [each for each in complaints(command, "Ghas", logs) if "bad.sarif" not in each] == []
