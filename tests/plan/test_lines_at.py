"""Lines through a site by a table: where that is done, and that games are the same as without.

Noughts and crosses has numbers that are known; other games go as the reference's do.
"""

from __future__ import annotations

import pytest

from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.lab.tools.perft import perft
from interpreter.native.plan import report

RULES = """
game "Mills"
players A, B
{types}
board {board}
pieces stone of player
game has tick: 0..60
define p.mills = {{s for line in {lines}, s in line where line within stone of p}}
turn
  either
    choose s in empty
    put stone of me on s
    mill(s)
  or
    choose a in mine, b in empty as "{{a}} to {{b}}"
    move a to b
    mill(b)
define mill(s)
  if s in me.mills
    choose t in theirs as "takes {{t}}"
    remove t
end
  tick += 1
  draw if tick = 40
"""
BY_TABLE = {
    "three in a row, of eight rows": ("grid(3, 3)", "lines(3)", ""),
    "rows of a wide board": ("grid(16, 4)", "{{s in site where s.c = c} for c in 1..16}", ""),
    "half rows": ("grid(8, 8)", "{{s in site where s.r = r and (s.c > 4) = (h = 1)} for r in 1..8, h in 0..1}", ""),
    "points with gaps between them": (
        "shape", "{{s in shape where s.c = c and s.r < 2} for c in 0..2}",
        "type shape\n  for c in 0..2, r in 0..1 as \"{letter(c)}{r}\" at 5 * c, 7 * r\n",
    ),
}  # fmt: skip
OTHERWISE = {
    "five lines or more through a site": ("grid(5, 5)", "lines(3)", ""),
    "sites in no line": ("grid(4, 4)", "{row(2), row(3)}", ""),
    "a board of two words": ("grid(9, 8)", "{{s in site where s.c = c} for c in 1..9}", ""),
}
NOUGHTS = """
game "Noughts and crosses"
players X, O
board grid(3, 3)
pieces stone of player
define p.rows = {s for line in lines(3), s in line where line within stone of p}
turn
  choose s in empty
  put stone of me on s
  win me if s in me.rows
end
  draw if no empty
"""


def rules(parts: tuple[str, str, str]) -> Game:
    board, lines, types = parts
    return Game.parse(RULES.format(board=board, lines=lines, types=types))


def is_planned(game: Game) -> bool:
    return "through a site by a table" in report.report(game.model)


@pytest.mark.parametrize("name", BY_TABLE)
def test_games_with_a_table(name: str) -> None:
    game = rules(BY_TABLE[name])
    assert is_planned(game)
    both_backends(game, seed=3, plies=40, games=6)


@pytest.mark.parametrize("name", OTHERWISE)
def test_games_without(name: str) -> None:
    game = rules(OTHERWISE[name])
    assert not is_planned(game)
    both_backends(game, seed=3, plies=40, games=3)


def test_noughts_and_crosses() -> None:
    """255,168 games: 1,440 of five turns, 5,328 of six, 47,952, 72,576 and 127,872 of nine. So many sequences go on."""
    game = Game.parse(NOUGHTS)
    assert is_planned(game)
    counted = [count.sequences for count in perft(game.start(), 9, positions=False)]
    assert counted[-9:] == [9, 72, 504, 3_024, 15_120, (15_120 - 1_440) * 4, 148_176, 200_448, 127_872]
    assert (54_720 - 5_328) * 3 == 148_176 and (148_176 - 47_952) * 2 == 200_448 and 200_448 - 72_576 == 127_872
