"""The benchmarks run: what they say of speed is for people to judge, that they still say it is for us."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks.speed.bars import Outcome, outcomes
from benchmarks.speed.corpora import copied, grown
from benchmarks.speed.page import BEGIN, END, into_page, table
from benchmarks.speed.quiet import Quiet
from benchmarks.speed.results import Counted, Curve, Measured, Results, Trial, from_json, to_json
from tests.repository import Repo
from tests.self.modules import TOP

RATCHET = "#!{python}\nimport runpy\nrunpy.run_module('ratchet', run_name='__main__')\n"


def results(ours: float, git: float, contended: int = 0) -> Results:
    """One job on one corpus, and curves that are straight."""
    trial = Trial(
        "warm",
        "large",
        (Measured("ratchet", (ours,) * 5, (ours,) * 5), Measured("git status", (git,) * 5, (git,) * 5)),
        2,
        contended,
    )
    curves = (
        Curve("ratchet", "files in the repository", ((1000, 0.1), (2000, 0.101), (4000, 0.103))),
        Curve("git status", "files in the repository", ((1000, 0.1), (2000, 0.102), (4000, 0.106))),
        Curve("ratchet", "changed MB", ((0, 0.05), (1, 0.3), (2, 0.5), (3, 0.7))),
    )
    corpus = Counted("large", "a&b", 10, 8, 0.5, 1)
    return Results(
        "2 cores", "2026-11-16", "python -m benchmarks.speed", ("r 1",), ("semgrep",), (corpus,), (trial,), curves
    )


def line(found: list[Outcome], job: str) -> Outcome:
    return next(each for each in found if each.job == job)


def test_a_run_on_a_tiny_corpus_gives_a_table_a_picture_and_a_part_of_the_page(tmp_path: Path) -> None:
    ratchet = tmp_path / "ratchet"
    ratchet.write_text(RATCHET.format(python=sys.executable), encoding="utf-8")
    ratchet.chmod(0o755)
    out = tmp_path / "out"
    out.mkdir()
    (out / "performance.md").write_text(f"# Speed\n\n{BEGIN}\noutdated\n{END}\n\nafter\n", encoding="utf-8")
    asked = ["--large-files", "0", "--small-files", "6", "--rounds", "1", "--busy", "1", "--longest", "5"]
    jobs = ["--only", "staged-one,cold,memory-warm,growth", "--grow", "3", "--change", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.speed", "--ratchet", ratchet, *asked, *jobs, "--out", out],
        cwd=TOP, env={**os.environ, "PYTHONPATH": str(TOP)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert re.search(r"^staged, one file +small .* python -c pass .*≤ 4 ", done.stdout, re.M)
    kept = json.loads((out / "performance.json").read_text(encoding="utf-8"))
    assert {trial["job"] for trial in kept["trials"]} == {"staged, one file", "cold", "memory, warm"}
    assert kept["corpora"][0]["rust"] == 6
    page = (out / "performance.md").read_text(encoding="utf-8")
    assert "outdated" not in page
    assert "| staged, one file | small |" in page
    assert page.endswith(f"{END}\n\nafter\n")
    assert len(list(ElementTree.parse(out / "performance.svg").iter("{http://www.w3.org/2000/svg}polyline"))) >= 2


def test_a_bar_is_met_or_not_by_the_medians() -> None:
    assert line(outcomes(results(0.1, 0.2)), "warm").met
    assert not line(outcomes(results(0.3, 0.2)), "warm").met


def test_growth_is_a_slope_and_not_what_the_first_file_costs() -> None:
    found = outcomes(results(0.1, 0.2))
    assert line(found, "growth with what changed").ours == "200 ms CPU per MB"
    assert line(found, "growth with files").ratio == "0.50"


def test_a_table_says_what_was_thrown_away_and_what_is_missing() -> None:
    assert "2 more were disturbed and run again\n" in table(results(1, 1))
    assert "1 are disturbed and count all the same" in table(results(1, 1, contended=1))
    assert "not compared: semgrep" in table(results(1, 1))


def test_results_come_back_from_json_as_they_were() -> None:
    assert from_json(to_json(results(0.1, 0.2))) == results(0.1, 0.2)


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(SystemExit, match="no part between"):
        into_page("# Speed\n", results(1, 1))


def test_work_of_others_disturbs_and_our_own_does_not() -> None:
    quiet = Quiet(0.05, os.cpu_count() or 1)
    watch = quiet.watch()
    sum(number * number for number in range(3_000_000))
    own = quiet.watch().own - watch.own
    assert own > 0.05
    # The same readings, but what was spent is somebody else's.
    assert quiet.disturbed(type(watch)(watch.clock, watch.busy, watch.own + own))


def test_made_up_files_are_the_same_every_time(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        grown("small", 60, tmp_path / name)
    one, two = (
        {path.relative_to(tmp_path / name): path.read_bytes() for path in (tmp_path / name).rglob("*.rs")}
        for name in ("one", "two")
    )
    assert len(one) == 60
    assert one == two


def test_a_repository_that_is_given_is_only_read(repo: Repo, tmp_path: Path) -> None:
    repo.write("src/lib.rs", "fn f() {}\n")
    repo.commit("begin")
    before = {path: path.stat().st_mtime_ns for path in repo.root.rglob("*")}
    corpus = copied("small", repo.root, tmp_path)
    (corpus.place / "src/lib.rs").write_text("fn g() {}\n", encoding="utf-8")
    corpus.git("commit", "-qam", "change")
    assert {path: path.stat().st_mtime_ns for path in repo.root.rglob("*")} == before
