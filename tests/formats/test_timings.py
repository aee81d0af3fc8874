"""The table of where the time went."""

from __future__ import annotations

from ratchet.formats import timings_text
from ratchet.formats.paint import PLAIN
from ratchet.model.timings import Lap, Timings

TIMINGS = Timings(
    (
        Lap("start-up", 0.2, 0.19, {}),
        Lap("other", 0.01, 0.01, {}),
        Lap("facts noted", 0.0, 0.0, {}),
        Lap("facts recalled", 0.0001, 0.0, {"files": 1}),
        Lap("files read and parsed", 1.5, 2.75, {"files": 1204, "bytes": 3_140_000, "workers": 2}),
    ),
    61_000_000,
    88_000_000,
)

TABLE = """\
where the time went       clock       CPU
start-up                 200 ms    190 ms
facts recalled             0 ms      0 ms  1 file
files read and parsed  1,500 ms  2,750 ms  1,204 files, 3.1 MB, 2 workers
other                     10 ms     10 ms
total                  1,710 ms  2,950 ms
memory at most 61.0 MB, and 88.0 MB in another process
"""


def test_each_stage_has_a_row_the_rest_comes_last_and_what_did_nothing_is_left_out() -> None:
    assert timings_text.render(TIMINGS, PLAIN) == TABLE


def test_a_process_that_began_with_our_memory_is_no_news() -> None:
    timings = Timings(TIMINGS.laps, 61_000_000, 60_000_000)
    assert timings_text.render(timings, PLAIN).endswith("\nmemory at most 61.0 MB\n")
