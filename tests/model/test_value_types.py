"""A checker understands classes of values as it understands dataclasses."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parent.parent.parent

WRONG = """\
from ratchet.model.value import field, frozen, mutable, replace


@frozen
class Point:
    x: int
    y: int = 0
    names: dict[str, int] = field(default_factory=dict)


@frozen(order=True)
class Ordered(Point):
    z: str = ""


@mutable
class Counter:
    hits: int = 0


Point(1).x = 2  # misc
Point()  # call-arg
Point("")  # arg-type
Point(1, names=[])  # arg-type
Point(1, q=2)  # call-arg
Point(1) < Point(2)  # operator
replace(Point(1), x="")  # arg-type
replace(Point(1), q=1)  # call-arg
Counter("")  # arg-type
late: str = Ordered(1).y  # assignment
Ordered(1) < Ordered(2, 3, z="")
Counter().hits = 3
replace(Ordered(1), x=2, z="").z.upper()
match Point(1):
    case Point(x, y):
        x + y
"""


def test_what_does_not_fit_the_fields_is_a_mistake_and_nothing_else_is(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(WRONG)
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", str(tmp_path / "wrong.py")]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)
    found = re.findall(r"wrong\.py:(\d+): error: .*\[(.*)\]", done.stdout)
    expected = [(str(at), line.split("# ")[1]) for at, line in enumerate(WRONG.splitlines(), 1) if "  # " in line]
    assert found == expected, done.stdout + done.stderr
