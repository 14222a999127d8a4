"""How often lines took effect: what was only looked at, or done to nothing, counts for nothing."""

from __future__ import annotations

from functools import cache

from interpreter import Game
from interpreter.lab.study.cost import cost
from interpreter.lab.study.coverage import Coverage, coverage
from interpreter.lab.study.plan import Plan, settled
from interpreter.lab.tools.simulate import simulate

RULES = """game "Counted"

players A, B
board grid(3, 1)
pieces man of player
game has round: 0..6

setup
  put man of A on {a1, b1}
  for s in site - occupied
    put man of B on s

turn
  round += 1
  if round = 2
    remove man of B
  remove man of B & a1
  for s in man of A
    if round > 2
      round = round
  if round > 6
    round = 0
  else if round = 3
    round = 3
  else if some man of B
    choose "go"
  else
    choose "on"

end
  win {p in player where round > 6}
  win A if round = 5
  draw if round = 6

looks
  man of A "A"
  man of B "B"
"""
EXPECTED = {  # of one game, whose rounds are 1 to 5
    "put man of A on {a1, b1}": 1, "for s in site - occupied": 1, "put man of B on s": 1, "round += 1": 5,
    "if round = 2": 1, "remove man of B": 1, "remove man of B & a1": 0, "for s in man of A": 10, "if round > 2": 6,
    "round = round": 6, "if round > 6": 0, "round = 0": 0, "else if round = 3": 1, "round = 3": 1,
    "else if some man of B": 1, 'choose "go"': 1, 'choose "on"': 3,
    "win {p in player where round > 6}": 0, "win A if round = 5": 1, "draw if round = 6": 0,
}  # fmt: skip


@cache
def counted(game: Game, games: int) -> Coverage:
    plan = settled(Plan(games), cost(game, 0, 1000), True)
    found = coverage(game, plan)
    assert found is not None
    return found


def by_text(found: Coverage) -> dict[str, int]:
    ((name, text),) = found.texts.items()
    lines = text.split("\n")
    return {lines[number - 1].strip(): line.count for number, line in found.lines[name].items()}


def test_a_line_counts_when_it_does_something() -> None:
    found = counted(Game.parse(RULES), 100)
    counts = by_text(found)
    assert {line: counts.get(line) for line in EXPECTED} == {
        line: times * found.games for line, times in EXPECTED.items()
    }


def test_a_win_counts_when_it_is_won() -> None:
    game = Game.load("tictactoe")
    counts = by_text(found := counted(game, 200))
    *_, summary = simulate(game, found.games)
    wins = sum(means["win"].total for means in summary.results.values())
    assert counts["win me if some line in lines(k) where line within mine"] == wins
    assert counts["draw if no empty"] == found.games - wins
    decision = 'choose s in empty asking "Put a stone on an empty square."'
    assert counts[decision] == counts["put stone of me on s"] == summary.decisions.total


def test_what_stuck_looks_at_counts_for_nothing() -> None:
    """In Nim the next player's turn is tried up to the first decision after each move."""
    game = Game.load("nim")
    counts = by_text(found := counted(game, 200))
    *_, summary = simulate(game, found.games)
    assert counts['lose next if stuck and not misere as "{me} took the last counter"'] == found.games
    assert counts["h.counters -= n"] == summary.decisions.total
    assert counts["a.counters = heap_a"] == found.games
