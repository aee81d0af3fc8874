"""A file of waivers is taken apart and put together without losing what people wrote."""

from __future__ import annotations

from dataclasses import replace

from ratchet.repo.waiver_blocks import Pieces, join_pieces, pieces_of
from tests.judge.making import waiver

PATH = "baselines/waivers.toml"
ONE = '[[waiver]]\nrule = "r"\npath = "a.rs"\nallow = 1\nreason = "x"\nowner = "o"\nexpires = 2027-01-01'
TITLE = "# baselines/waivers.toml — ratchet: permissions with a reason, an owner and an end."


def test_comments_belong_to_the_waiver_below_them() -> None:
    text = f"{TITLE}\n\n# Ask first.\n\n# for now\n# and not longer\n{ONE}\n\n{ONE}  # the last\n".encode()
    pieces = pieces_of(PATH, text)
    assert pieces.head == f"{TITLE}\n\n# Ask first."
    assert [each[1] for each in pieces.waivers] == [f"# for now\n# and not longer\n{ONE}", f"{ONE}  # the last"]
    assert join_pieces(PATH, pieces) == text


def test_the_title_belongs_to_no_waiver() -> None:
    assert pieces_of(PATH, f"{TITLE}\n{ONE}\n".encode()).head == TITLE


def test_a_list_in_one_line_is_written_anew() -> None:
    inline = 'waiver = [{rule = "r", path = "a.rs", allow = 1, reason = "x", owner = "o", expires = 2027-01-01}]\n'
    pieces = pieces_of(PATH, inline.encode())
    assert [each[1] for each in pieces.waivers] == [""]
    assert join_pieces(PATH, pieces).decode().strip().endswith(ONE)


def test_text_that_looks_like_a_waiver_does_not_become_one() -> None:
    tricky = ONE.replace('"x"', '"""\n[[waiver]]\n"""')
    pieces = pieces_of(PATH, f"{tricky}\n".encode())
    again = pieces_of(PATH, join_pieces(PATH, pieces))
    assert [each[0] for each in again.waivers] == [each[0] for each in pieces.waivers]


def test_pieces_that_mean_something_else_are_written_anew() -> None:
    permission = replace(waiver(), place=None)
    text = join_pieces(PATH, Pieces("", ((permission, ONE),)))
    assert pieces_of(PATH, text).waivers[0][0] == permission
    assert text.decode().startswith(TITLE)


def test_without_waivers_the_head_remains() -> None:
    assert join_pieces(PATH, Pieces(TITLE, ())) == f"{TITLE}\n".encode()
