"""What is said to be exact is: the solver, its tables and alpha-beta search beside plain minimax on generated games,
and each fault that was found, by name. Expected values follow from the rules by hand, or from `plain_minimax`."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from exact_check import compared
from exact_games import game_text
from playing import load

from interpreter import Game
from interpreter.errors import PlayerError
from interpreter.players import Seat, make
from interpreter.players.alphabeta import AlphaBeta, Limit
from interpreter.players.analysis import Analyst
from interpreter.players.endgame import Table, keep
from interpreter.players.forgetting import forgetting
from interpreter.players.solving import from_table, solve

EVERYDAY, DEEP = 25, 4_000


def test_generated_games_beside_plain_minimax(tmp_path: Path) -> None:
    seen = sum((compared(game_text(number), tmp_path) for number in range(EVERYDAY)), Counter[str]())
    assert seen["played"] > EVERYDAY / 2
    assert min(seen["decided"], seen["pays"], seen["forgot"], seen["folded"], seen["looked_up"], seen["searched"]) > 1
    assert seen["with_table"] > 10


@pytest.mark.deep
@pytest.mark.parametrize("part", range(8))
def test_many_generated_games_beside_plain_minimax(part: int, tmp_path: Path) -> None:
    numbers = range(10_000 + part * DEEP // 8, 10_000 + (part + 1) * DEEP // 8)
    seen = sum((compared(game_text(number), tmp_path) for number in numbers), Counter[str]())
    assert min(seen[sort] for sort in ("rolls", "goes_round", "unfair", "1 players", "3 players")) > 3


# ---- counters that draw ------------------------------------------------------------------------------

TOO_LATE = """game "Too late"
players A, B
game has left: 0..5 = 5
game has turns: 0..{most}
turn
  choose "on"
  left -= 1 if left > 0
  turns += 1
end
  win A if left = 0
  draw if turns = {limit}
"""


@pytest.mark.parametrize(("limit", "value"), [(2, 0), (4, 0), (5, 1), (6, 1)])
def test_a_draw_may_come_before_the_win(limit: int, value: int) -> None:
    """One line of play: A wins at the fifth turn. At the fifth turn the win is asked for first."""
    found = solve(Game.parse(TOO_LATE.format(most=9, limit=limit)).start())
    assert (found.values, found.is_exact) == ({"A": value, "B": -value}, True)
    assert found.forgotten == (("turns",) if limit == 6 else ())


@pytest.mark.parametrize(("moves", "winner"), [(4, 0), (6, 0), (7, 1), (9, 1)])
def test_three_in_a_row_before_so_many_moves(moves: int, winner: int) -> None:
    """On four by three squares who begins wins (Uiterwijk and van den Herik): the second stone threatens, the third
    does so twice, the fourth, which is the seventh move, wins."""
    text = f"""game "Three"
players X, O
board grid(4, 3)
pieces stone of player
game has moves: 0..20
turn
  choose s in empty
  put stone of me on s
  moves += 1
end
  win me if some line in lines(3) where line within mine
  draw if no empty or moves = {moves}
"""
    for symmetries in (True, False):
        found = solve(Game.parse(text).start(), symmetries=symmetries)
        assert (found.values["X"], found.is_exact, found.plies if winner else 7) == (winner, True, 7)


def test_a_counter_that_leaves_its_limit_out() -> None:
    """1, 4, 5, 8: never 3, although each turn adds 1 or 3, and 3 draws. On the tenth turn B wins."""
    text = """game "Odd steps"
players A, B
game has n: 0..60
game has left: 0..10 = 10
turn
  choose "on"
  n += 1 if me = A
  n += 3 if me = B
  left -= 1
end
  draw if n = 3
  win B if left = 0
"""
    found = solve(Game.parse(text).start())
    assert (found.values["B"], found.is_exact) == (1, True)


def test_a_counter_far_on_draws_in_time(tmp_path: Path) -> None:
    """A table is made where the counter makes no difference, and says what it doesn't know where it may."""
    game, path = Game.parse(TOO_LATE.format(most=20, limit=9)), tmp_path / "late.table"
    found = solve(game.start(), keep=lambda *known: keep(path, game, *known))
    assert (found.values["A"], found.forgotten) == (1, ("turns",))
    late = game.position({"to move": "A", "variables": {"left": 3, "turns": 7}})
    table = Table(game, path)
    told, solved = from_table(late, table), solve(late)
    assert told is not None and (told.is_exact, told.assumed, table.best(late)) == (False, ("turns",), None)
    assert (solved.values["A"], solved.is_exact, solved.forgotten) == (0, True, ())


def test_who_can_not_be_solved_with_a_counter_is_said_to_be_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """If there is no room for positions with all numbers of a counter, the answer says what it assumes."""
    real = forgetting(Game.parse(TOO_LATE.format(most=9, limit=4)).model)
    from interpreter.players import solving

    of = solving._Solved.of

    def small(state: Any, left_out: frozenset[str], *more: Any) -> Any:
        if not left_out:
            raise solving.UnsolvedError("full")
        return of(state, left_out, *more)

    monkeypatch.setattr(solving._Solved, "of", small)
    found = solve(Game.parse(TOO_LATE.format(most=9, limit=4)).start())
    assert real.names == {"turns"}
    assert (found.is_exact, found.assumed, found.forgotten, found.values["A"]) == (False, ("turns",), (), 1)


# ---- what has been before ----------------------------------------------------------------------------


def walk(row: str, often: int, before: str = "", after: str = "") -> str:
    """A walks round a ring of three, and wins when the walk has gone on for so long."""
    return f"""game "Round"
players A, B
game has x: 0..2
game has left: 0..5 = 5
turn
  choose "on"
  x = 0 when x = 2 otherwise x + 1
  left -= 1 if left > 0
end
  {before}
  draw if repeats({row}) = {often}
  {after}
"""


@pytest.mark.parametrize(
    ("row", "often", "value"),
    [("x", 1, 0), ("next", 1, 0), ("next", 2, 0), ("x, left, next", 1, 1), ("x, left", 1, 1), ("x", 2, 1)],
)
def test_repetitions_of_less_than_a_position(row: str, often: int, value: int) -> None:
    """The place alone comes again after three turns, whose turn it is after two; with the count nothing does."""
    found = solve(Game.parse(walk(row, often, after="win A if left = 0")).start())
    assert (found.values["A"], found.is_exact) == (value, True)
    assert ("repeats" in found.forgotten) is False or row == "x, left, next"


def test_the_last_moment_may_be_one_that_was_before() -> None:
    """B is won at (0, 1) by a turn that the start, (0, 1) too, isn't judged by; asked first, the repetition draws."""
    text = walk("x, left, next", 1).replace("left -= 1 if left > 0", "left = left").replace("0..5 = 5", "0..5")
    first = text.replace("end\n", "end\n  lose B if x = 0 and me = B\n")
    last = text.rstrip() + "\n  lose B if x = 0 and me = B\n"
    assert solve(Game.parse(first).start()).values["A"] == 1
    assert solve(Game.parse(last).start()).values["A"] == 0
    twice = last.replace(") = 1", ") = 2")
    assert solve(Game.parse(twice).start()).values["A"] == 1


@pytest.mark.parametrize(
    ("name", "counters", "past"),
    [("chess", {"quiet"}, True), ("crazyhouse", {"quiet"}, True), ("three_check", {"quiet"}, True),
     ("dobutsu", set(), True), ("brandubh", set(), True), ("pylos", set(), True), ("pop_out", set(), True),
     ("nine_mens_morris", {"quiet"}, None),
     ("draughts", {"quiet"}, None), ("lines_of_action", set(), False), ("international", {"quiet"}, False)],
)  # fmt: skip
def test_what_is_proved_for_shipped_rules(name: str, counters: set[str], past: bool | None) -> None:
    """For a win of nine plies from the beginning. In Lines of Action a pass changes whose turn it is after the position
    was compared; in international draughts two more things are remembered than are compared."""
    game = load(name)
    known = forgetting(game.model)
    assert known.names == counters | ({"repeats"} if past is not None else set())
    assert known.doubts(game.start(), 9, known.names) == (frozenset() if past in (True, None) else {"repeats"})


# ---- what is paid ------------------------------------------------------------------------------------

GREEDY = """game "Greedy"
players A, B
game has left: 0..6 = 6
player has got: 0..{most}
turn
  choose n in 1..2 where n <= left as "{{n}}"
  me.got += n * left
  left -= n
end
  pay p by {paid} if left = 0
"""


def greedy(left: int) -> int:
    """What who moves gets more than the other: with 2, 4 in hand; with 1, 1."""
    return max((n * left - greedy(left - n) for n in (1, 2) if n <= left), default=0)


@pytest.mark.parametrize("most", [20, 30, 900_000])
@pytest.mark.parametrize(("paid", "even"), [("p.got - p.next.got", 0), ("2 * p.got - 2 * p.next.got + 5", 10)])
def test_amounts_are_the_games_own_whatever_their_bound(most: int, paid: str, even: int) -> None:
    game = Game.parse(GREEDY.format(most=most, paid=paid))
    edge = greedy(6) * (2 if even else 1)
    expected = {"A": even / 2 + edge, "B": even / 2 - edge}
    found = solve(game.start())
    assert greedy(6) == 8
    assert (found.values, found.is_exact) == (expected, True)
    for spec in ("alphabeta:8", "mcts:2000"):
        player = make(spec, Seat(game, "A"))
        assert isinstance(player, Analyst)
        thought = player.analyse(game.start())
        if spec.startswith("alphabeta") or most <= 30:
            assert (thought.prospect.is_sure, thought.prospect.expected) == (True, pytest.approx(expected))
        assert abs(thought.prospect.share("A")) <= 1
        assert player.choose(game.start()).text == "2" or most > 30


def test_alphabeta_takes_the_greater_amount() -> None:
    """7 of 7, not the first that is more than nothing."""
    text = """game "Take"
players A, B
player has got: 0..9
turn
  choose n in 1..7 as "{n}"
  me.got = n
end
  pay p by p.got - p.next.got
"""
    game = Game.parse(text)
    player = AlphaBeta(Seat(game, "A"), Limit(3))
    assert player.choose(game.start()).text == "7"
    assert player.analyse(game.start()).prospect.expected == {"A": 7, "B": -7}


def test_what_does_not_add_up_is_not_for_alphabeta() -> None:
    game = Game.parse(GREEDY.format(most=40, paid="p.got"))
    with pytest.raises(PlayerError, match="together differs from end to end"):
        make("alphabeta:3", Seat(game, "A"))


def test_dice_count_with_their_mean_in_the_games_own_units() -> None:
    """A stakes 6 on a die against 3 for sure: (6 + 0 + 0) / 3 is 2."""
    text = """game "Stake"
players A, B
game has stake: 0..1000
turn
  either
    choose "sure"
    stake = 3
  or
    choose "die"
    roll d in 1..3
    stake = 6 when d = 3 otherwise {less}
end
  pay p by stake when p = A otherwise 0 - stake
"""
    for less, value in ((0, 3), (2, 10 / 3)):
        game = Game.parse(text.format(less=less))
        found = solve(game.start())
        assert (found.values["A"], found.is_exact) == (pytest.approx(value), True)
        thought = AlphaBeta(Seat(game, "A"), Limit(5)).analyse(game.start())
        assert thought.prospect.expected["A"] == pytest.approx(value, abs=1e-5)


@pytest.mark.parametrize(("wins", "is_tied"), [(3, True), (2, False), (4, False)])
def test_what_is_the_same_but_for_rounding_is_a_tie(wins: int, is_tied: bool) -> None:
    """"far" leads to three dice of ten sides: A wins by 1, 3 and 5 of their sides, else B. That is 3 of 10, as with
    "near" – but not for C, who wins otherwise there. (-0.35 - 0.05 + 0.25) / 3 isn't -0.05 in floats."""
    text = f"""game "Even"
players A, B, C
game has won: set of player
turn
  either
    choose "far"
    roll n in 0..2
    roll d in 1..10
    won = {{A}} when d <= 1 + 2 * n otherwise {{B}}
  or
    choose "near"
    roll d in 1..10
    won = {{A}} when d <= {wins} otherwise {{C}}
end
  win won
"""
    found = solve(Game.parse(text).start())
    assert found.values["A"] == pytest.approx(0.15 * max(wins, 3) - 0.5)
    assert (found.is_tied, found.is_exact) == (is_tied, not is_tied)


def test_who_is_paid_need_not_end_what_costs() -> None:
    """B may stop for 2, or go on; A may stop for 5 paid to B, or go on: A goes on for ever, so B stops."""
    text = """game "Stop"
players A, B
game has stopped: 0..2
turn
  either
    choose "on"
  or
    choose "stop"
    stopped = 1 when me = A otherwise 2
end
  pay p by 5 when p = B otherwise -5 if stopped = 1
  pay p by 2 when p = B otherwise -2 if stopped = 2
"""
    found = solve(Game.parse(text).start())
    assert (found.values, found.is_exact) == ({"A": -2, "B": 2}, True)


def test_two_who_are_paid_apart() -> None:
    """The second player's amount isn't the first one's turned round."""
    text = 'game "Apart"\nplayers A, B\nturn\n  choose "on"\nend\n  pay p by 2 when p = A otherwise -1\n'
    assert solve(Game.parse(text).start()).values == {"A": 2, "B": -1}


@pytest.mark.parametrize(
    ("end", "amounts"),
    [("lose {A, B}", (-1, -1)), ("win {A, B}", (1, 1)), ("pay p by 3 when p = A otherwise 2", (3, 2))],
)
def test_what_both_get_is_taken_from_a_table_where_no_end_tells(
    end: str, amounts: tuple[int, int], tmp_path: Path
) -> None:
    """All outcomes of the die are in the table, so the search meets no end."""
    text = f"""game "Both"
players A, B
game has moves: 0..3
turn
  roll d in 1..2
  choose "on"
  moves += d
end
  win A if moves = 0
  {end} if moves > 1
"""
    game, path = Game.parse(text), tmp_path / "both.table"
    found = solve(game.start(), keep=lambda *known: keep(path, game, *known))
    player = AlphaBeta(Seat(game, "A", table=Table(game, path)), Limit(2))
    said = player.analyse(game.start()).prospect
    assert said.is_sure
    assert said.expected == found.values == {"A": amounts[0], "B": amounts[1]}


def test_wins_beside_payments_are_worth_one() -> None:
    """A win is 1, whatever could have been paid."""
    text = """game "Both"
players A, B
game has way: 0..2
turn
  choose n in 1..2 as "{n}"
  way = n
end
  win A if way = 1
  pay p by 9 when p = A otherwise -9 if way = 2
"""
    game = Game.parse(text)
    assert solve(game.start()).values == {"A": 9, "B": -9}
    for spec in ("alphabeta:2", "mcts:50"):
        assert make(spec, Seat(game, "A")).choose(game.start()).text == "2"


# ---- memory --------------------------------------------------------------------------------------------


def test_a_game_that_nobody_needs_any_more_is_forgotten() -> None:
    """With it go the memories of its searches: who looks at thousands of games doesn't keep the last of them."""
    game = Game.parse(game_text(10_010))
    assert len(game.players) == 2
    assert game.model.pays
    player = make("alphabeta:3", Seat(game, game.players[0]))
    assert isinstance(player, AlphaBeta)
    player.analyse(game.start())
    player.close()
    alive = weakref.ref(game)
    del game, player
    gc.collect()
    assert alive() is None
