"""The name of the program that answers: in however many pieces it is made, it says all."""

from __future__ import annotations

from ratchet.quick.engine import Stamp


def test_it_is_the_same_in_one_piece_and_in_many() -> None:
    whole, pieces = Stamp(), Stamp()
    for number in range(8):
        pieces.go_on_while(iter([True] * number + [False]).__next__)
    assert pieces.words() == whole.words()


def test_it_can_be_finished_before_there_is_no_more_time() -> None:
    stamp = Stamp()
    stamp.go_on_while(lambda: True)
    assert stamp.words() == Stamp().words()


def test_every_file_of_ours_is_in_it() -> None:
    words = Stamp().words()
    for name in ("ratchet/start.py", "ratchet/quick/engine.py", "ratchet/syntax/rust/cfg.py"):
        assert f"{name} " in words
    assert "__pycache__" not in words
