"""Watched rules play the same games, and count what can be counted by other means."""

import pytest

from gdl.check.checker import check
from gdl.check.watched import Point, watched
from gdl.library import read
from gdl.model import statements as m
from gdl.text.source import Source
from interpreter.game.game import Game
from interpreter.lab.coverage.counting import all_points, everywhere, in_random_games, reached_in_random_games
from interpreter.lab.lint.games import random_game
from interpreter.lab.tools.simulate import simulate
from interpreter.native.compile import compile_model
from interpreter.native.host.jobs import Native

SOME = ["tictactoe", "breakthrough", "sparks", "kalah", "dobutsu", "lasca", "big_balls", "pylos"]


def checked(name):
    return check(read(name), origins=True)


def counted(rules, points=None, games=30):
    found = in_random_games(rules, points or all_points(rules), games, 0, 20_000)
    assert not found.unwatched
    return found.counts


@pytest.mark.parametrize("name", SOME)
def test_the_games_are_the_same(name):
    rules = checked(name)
    plain = Native(compile_model(rules.model)).random_games(5, 0, 40, 20_000, None)
    seen = Native(compile_model(watched(rules).model)).random_games(5, 0, 40, 20_000, None)
    assert seen.totals == plain.totals
    assert plain.totals[0] == 40


@pytest.mark.parametrize("name", ["tictactoe", "breakthrough", "sparks", "dobutsu"])
def test_both_backends_count_alike(name):
    """Of one game; compiled rules begin games that begin alike only once."""
    rules = checked(name)
    seen = watched(rules)
    reference = Game(seen.model, "reference")
    random_game(reference, 0, 0, 20_000)
    ours = counted(rules, seen.points, games=1)
    assert dict(zip(seen.points, reference.machine.code.counters, strict=True)) == ours
    assert sum(n > 0 for n in ours.values()) > len(ours) / 2


def test_counts_are_those_of_the_games():
    """Of Tic-tac-toe it is known from `simulate` how often a stone was set, a line was made, the board was full."""
    rules, games = checked("tictactoe"), 200
    counts = counted(rules, games=games)
    *_, summary = simulate(Game(rules.model), games)
    by_text = {(p.span.text.strip(), p.event): n for p, n in counts.items()}
    decisions = round(summary.decisions.mean * games)
    wins = round(sum(means["win"].mean for means in summary.results.values()) * games)
    draws = round(summary.results["X"]["draw"].mean * games)
    put = next(n for (text, event), n in by_text.items() if text.startswith("put") and event == "run")
    win = next(n for (text, event), n in by_text.items() if text == "win me" and event == "run")
    draw = next(n for (text, event), n in by_text.items() if text == "draw" and event == "run")
    assert (put, win, draw) == (decisions, wins, draws)


def test_every_position_is_looked_at():
    """5,478 positions, the empty board among them, is the published number for Tic-tac-toe."""
    rules = checked("tictactoe")
    found = everywhere(rules, all_points(rules)[:3], 10_000)
    assert found is not None
    assert found.games == 5_478
    assert everywhere(rules, all_points(rules)[:3], 1_000) is None


RULES = """game "Watched"

players White, Black
board grid(3, 3)
pieces stone of player

define s.near =
  {s.N}      when me = White
  {s.S}      when me = Black
  {s.E, s.W} when me != White and me != Black

turn
  either
    choose s in empty where no s.near & mine
    put stone of me on s
  or
    choose s in empty where count(mine) > 8
    put stone of me on s
  otherwise
    choose s in empty
    put stone of me on s
  for t in mine & theirs
    remove t

end
  if count(occupied) = 9
    draw

looks
  stone of White "W"
  stone of Black "B"
"""


def test_what_never_happens_is_seen():
    rules = check(Source("watched.gdl", RULES), origins=True)
    counts = reached_in_random_games(rules, all_points(rules), 100, 0, 1000)
    missing = {(p.span.text.strip(), p.event) for p in counts.missing()}
    assert ("count(mine) > 8", "true") in missing
    assert ("me != White and me != Black", "true") in missing
    assert ("remove t", "run") in missing
    assert ("no s.near & mine", "false") not in missing
    assert ("count(occupied) = 9", "true") not in missing


def test_what_is_implied_agrees_with_what_is_counted():
    for name in ("sparks", "kalah", "dobutsu"):
        rules = checked(name)
        points = all_points(rules)
        reached = reached_in_random_games(rules, points, 30, 0, 20_000)
        counts = counted(rules, points)
        assert {p for p, n in reached.counts.items() if n} == {p for p, n in counts.items() if n}, name


def test_counters_are_no_part_of_the_state():
    rules = checked("tictactoe")
    seen = watched(rules)
    assert any(isinstance(s, m.Count) for s in m.walk(seen.model.turn))
    plain, other = compile_model(rules.model), compile_model(seen.model)
    assert plain.record.size == other.record.size
    assert all(isinstance(p, Point) for p in seen.points)


def test_what_is_too_large_is_left_out_and_nothing_is_said_of_it():
    """Each define asks the one before it twice: what is written out doubles nine times and more."""
    chain = "".join(
        f"define p.d{n} = {{s in site where s.r > 1 and s in p.d{n - 1} or s.c > 1 and s.N in p.d{n - 1}}}\n"
        for n in range(1, 13)
    )
    rules = check(Source("chain.gdl", f"""game "Chain"
players A, B
board grid(3, 3)
pieces stone of player
define p.d0 = stone of p
{chain}turn
  choose s in empty where count(mine) < 3
  put stone of me on s
end
  win me if some me.d12
  draw if stuck
"""), origins=True)  # fmt: skip
    points = watched(rules).points
    texts = {p.span.text.strip() for p in points if p.event in ("true", "false")}
    assert "count(mine) < 3" in texts
    assert not {text for text in texts if "d0" in text or "s.r > 1" in text}
