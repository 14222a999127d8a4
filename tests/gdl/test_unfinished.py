"""A file that isn't finished: what isn't used yet may be used in what is to come, so it is told later."""

from __future__ import annotations

import pytest

from gdl import library
from gdl.lint import lint
from gdl.text.source import Source

UNUSED = """game "Unused"

players A, B
board grid(3, 3)
pieces man of player
option width: 1..3 = 2 "how wide"
game has quiet: 0..9
define s.goals = s.N

"""
TURN = """turn
  choose s in empty
  put man of me on s

"""
END = """end
  draw if no empty
"""


def codes(text: str) -> list[str]:
    return sorted(f.code for f in lint([Source("x.gdl", text)]))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (UNUSED, ["R609"]),
        (UNUSED + TURN, ["E704"]),
        (UNUSED + END, ["R609"]),
        (UNUSED + TURN + END, ["N250", "N254", "O850"]),
    ],
)
def test_nothing_is_told_as_unused_before_all_parts_are_there(text: str, found: list[str]) -> None:
    assert [code for code in codes(text) if code in ("N250", "N254", "O850", "R609", "E704")] == sorted(found)


@pytest.mark.parametrize("name", ["oh_hell", "love_letter", "nine_mens_morris", "draughts", "hearts"])
@pytest.mark.parametrize("part", [3, 5, 7])
def test_of_a_file_that_breaks_off_errors_alone_are_told(name: str, part: int) -> None:
    lines = library.read(name).text.splitlines(keepends=True)
    turn = next(number for number, line in enumerate(lines) if line.startswith("turn"))
    found = lint([Source("x.gdl", "".join(lines[: turn * part // 8]))])
    assert any(f.severity == "error" for f in found)
    assert not [f.message for f in found if f.code.startswith("N25") or f.code == "O850"]
