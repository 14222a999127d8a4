"""What studies find out: exact values, long matches, unfair games; and that nothing depends on who plays the games."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import isfinite
from typing import Any

import pytest
from sample import daily

from gdl import library
from interpreter import Game
from interpreter.lab.matches import Match
from interpreter.lab.study.cost import Cost
from interpreter.lab.study.figures import Study
from interpreter.lab.study.gather import gather
from interpreter.lab.study.metrics.report import report
from interpreter.lab.study.plan import Plan, settled
from interpreter.work.chunks import threads


def study(game: Game, plan: Plan, jobs: int = 1) -> Study:
    *_, last = gather(game, plan, threads(game, jobs))
    return report(last.gathered)


@cache
def shipped(name: str, **options: int) -> Study:
    return study(Game.load(name, **options), Plan(20_000, 40, seed=2))


def near(found: Study, name: str, known: float, slack: float = 0.35) -> bool:
    """Whether the interval, made a little wider since one in twenty misses, holds what is known; where it has no upper
    end, whether the figure comes near, too."""
    metric = found.metrics[name]
    if not isfinite(metric.high):
        return metric.low <= known and abs(metric.value - known) < 0.03
    more = slack * (metric.high - metric.low)
    return metric.low - more <= known <= metric.high + more


@pytest.mark.parametrize(
    ("name", "known"),
    [
        # of 255,168 games 131,184 are won by X, 77,904 by O; uniformly random moves weigh them by their lengths
        ("won.X.random", 737 / 1260), ("won.O.random", 121 / 420), ("drawn.random", 8 / 63),
        ("states", 5478), ("perfect_play", 0.5), ("first_moves", 9),
        ("tree_leaves", 5.406826), ("tree_nodes", 5.740320),
    ],
)  # fmt: skip
def test_tic_tac_toe(name: str, known: float) -> None:
    """log10 of 255,168 games and of 549,946 nodes."""
    assert near(shipped("tictactoe"), name, known)
    assert shipped("tictactoe").metrics["drawn.strong"].value > 0.9


def test_nim_goes_by_its_sum() -> None:
    won, lost = shipped("nim", heap_a=1, heap_b=2, heap_c=4), shipped("nim", heap_a=1, heap_b=2, heap_c=3)
    assert won.metrics["perfect_play"].value == 1
    assert lost.metrics["perfect_play"].value == 0
    assert won.metrics["first_player.strong"].low > 0.6
    assert lost.metrics["first_player.strong"].high < 0.4
    assert won.metrics["opening_best"].value == 1
    # heaps by who moves; but where a counter at most was taken of each heap, the number of moves is known, and with it
    # who moves: of these eight only one can
    assert won.metrics["states"].value == 2 * 3 * 5 * 2 - 8


def test_connect_four_on_four_by_four_is_a_draw() -> None:
    """John Tromp's table: 4 by 4 is drawn, with 161,029 positions."""
    found = study(Game.load("connect_four", columns=4, rows=4), Plan(2_000, 0))
    assert found.metrics["perfect_play"].value == 0.5
    assert found.metrics["states"].value == 161_029


def test_pig_by_random_play() -> None:
    """After each roll that is no 1 (5 of 6) there is a decision, of which every second one rolls on: D = 5/6 (1 + D/2)
    decisions a turn, which is 10/7; and a turn gains Σ 4k (5/12)^k = 240/49 points. Turns that reach the goal are
    a little shorter; with a far goal they don't count."""
    found = study(Game.load("pig", goal=500), Plan(2_000, 0, traced_games=1_000)).metrics
    assert found["decisions_in_turn"].value == pytest.approx(10 / 7, rel=0.01)
    assert found["options"].value == 2
    assert found["forced"].value == 0
    alone = 500 / (240 / 49)  # turns that one player takes; the first of two to arrive is some turns earlier
    assert 1.8 * alone < found["turns.random"].value < 2 * alone


def agrees_with_a_long_match(game: Game) -> bool:
    """Whether the first player's points in a study fit those in a match of equals, by their intervals."""
    found = study(game, Plan(500, 80, (20, 40), seed=1, traced_games=20)).metrics["first_player.strong"]
    match = Match(game, ["mcts:40@none"], seed=77)  # studies play without learnt values
    for _ in match.play(200):
        pass
    mean = match.seats[game.players[0]].results["utility"]
    points, reach = (mean.mean + 1) / 2, 1.96 * (mean.error or 0) / 2
    return found.low - reach <= points <= found.high + reach


@pytest.mark.parametrize(
    ("name", "options"), [("sparks", {"base": 3}), pytest.param("breakthrough", {}, marks=pytest.mark.deep)]
)
def test_the_first_players_advantage_agrees_with_long_matches(name: str, options: dict[str, int]) -> None:
    assert agrees_with_a_long_match(Game.load(name, **options))


def test_states_without_a_counter_are_not_all_states() -> None:
    """Five sticks, one or two at a time. The solver leaves out a counter of turns, and finds fewer states than random
    games have seen: it took 12 for different ones."""
    text = """game "Late"
players A, B
game has left: 0..5 = 5
game has turns: 0..20
turn
  choose n in 1..2 where n <= left as "{n}"
  left -= n
  turns += 1
end
  win me if left = 0
  draw if turns = 9
"""
    found = study(Game.parse(text), Plan(200, 0))
    assert found.metrics["perfect_play"].value == 1
    assert found.metrics["states_seen"].value == 12
    assert "without turns" in found.left_out["states"]
    assert "states_likely" in found.metrics


@pytest.mark.deep
@pytest.mark.parametrize("name", ("sparks", "sparklies", "big_balls", "fire_and_ice", "spectral_reapers"))
def test_so_it_does_in_the_five_games(name: str) -> None:
    assert agrees_with_a_long_match(Game.load(name))


def test_figures_are_the_same_for_any_number_of_threads() -> None:
    plan = Plan(3_000, 12, (20, 40), seed=5)
    one, three = (study(Game.load("sparks"), plan, jobs) for jobs in (1, 3))
    assert json.dumps(one.data()) == json.dumps(three.data())


def test_figures_of_both_backends_are_the_same() -> None:
    plan = Plan(30, 0, seed=1, traced_games=10)
    compiled, plain = (study(Game.load("breakthrough", backend=backend), plan) for backend in ("native", "reference"))
    same = set(compiled.metrics) & set(plain.metrics)
    lines = library.read("breakthrough").text.splitlines()
    ending = next(f"ending.{number}" for number, line in enumerate(lines, 1) if line.startswith("  win me if"))
    assert {"turns.random", "options", "forced", "captures", "tree_nodes", "states_seen", ending} <= same
    for name in same:
        assert compiled.metrics[name].data() == plain.metrics[name].data()
    assert {"blocked"} == set(compiled.metrics) - set(plain.metrics)
    assert [heat.data() for heat in compiled.heats] == [heat.data() for heat in plain.heats]


@pytest.mark.parametrize(
    ("name", "options"),
    daily([("sparks", {"players": 2}), ("spectral_reapers", {"players": 3}), ("peg_solitaire", {}),
           ("pig", {"players": 5}), ("big_balls", {}), ("fire_and_ice", {})], 3, ()),
)  # fmt: skip
def test_every_sort_of_game_has_a_study(name: str, options: dict[str, int]) -> None:
    """Games for one to five, with dice, with scores: every figure is a number within its interval, and what can't be
    said has a reason."""
    found = study(Game.load(name, **options), Plan(40, 8, (4, 8), traced_games=10))
    assert found.is_complete
    for metric in found.metrics.values():
        assert metric.low <= metric.value <= metric.high, metric
        if metric.unit == "share" and isfinite(metric.low):
            assert 0 <= metric.low <= metric.high <= 1, metric
    assert not set(found.metrics) & set(found.left_out)
    assert all(found.left_out.values())
    alone = len(found.players) == 1
    assert ("drama" in found.left_out) or not alone
    json.dumps(found.data(), allow_nan=False)


ENDLESS = """game "Endless"

players A, B
game has n: 0..1

turn
  choose k in 0..1
  n = k

end
  win A if n > 5
"""
BROKEN = """game "Broken"

players A, B
game has n: 0..3
game has done: truth

turn
  choose k in 0..3
  n += k
  done = k = 0

end
  win me if done
"""


def test_tasks_and_results_travel() -> None:
    """To workers elsewhere, and back: tasks are small, results are sums."""
    from interpreter.lab.study import openings, random_games, searched_games

    game = Game.load("sparks")
    works: tuple[tuple[Callable[[Game, Any], object], object], ...] = (
        (random_games.play, random_games.RandomTask(0, 0, 50, 1000)),
        (random_games.trace, random_games.TraceTask(0, 0, 20, 1000)),
        (searched_games.play, searched_games.SearchTask(0, 0, (8, 8), 1000)),
        (openings.look, openings.LookTask(0, 0, 50)),
    )
    for work, task in works:
        again = pickle.loads(pickle.dumps(task))
        assert again == task
        result = work(game, again)
        sent = pickle.dumps(result)
        assert len(sent) < 100_000
        assert type(pickle.loads(sent)) is type(result)


def test_a_game_without_end_is_said_in_bounded_time() -> None:
    found = study(Game.parse(ENDLESS), Plan(50, 8, (4, 8), plies_limit=200, search_limit=100))
    assert found.games == {"random": 0, "traced": 0, "search": 0}
    assert any("hadn't ended" in remark for remark in found.remarks)
    assert found.problems
    assert "points.random" in found.left_out


def test_what_a_broken_rule_leaves_is_measured() -> None:
    found = study(Game.parse(BROKEN), Plan(200, 8, (4, 8)))
    assert 0 < found.games["random"] < 200
    assert any("a rule was broken" in remark for remark in found.remarks)
    assert found.problems
    assert 0 < found.metrics["turns.random"].value < 5


LOTS = """game "Who is first"

players White, Black
player has steps: 0..9

turn
  roll x in 3 of {0, 1}
  me.steps += x

end
  win me if me.steps > 5
"""
LAST = """game "Who takes the last one"

players A, B, C
game has heap: 0..9 = 7

turn
  choose k in 1..2 where k <= heap as "{k}"
  heap -= k

end
  lose me if heap = 0
"""


def test_a_game_in_which_nobody_decides_has_a_study() -> None:
    found = study(Game.parse(LOTS), Plan(50, 8, (4, 8)))
    assert found.games == {"random": 50, "traced": 50, "search": 8}
    assert "no decisions" in found.left_out["mobility_gap"]


def test_where_random_games_have_no_end_games_of_search_are_broken_off_sooner() -> None:
    endless, usual = Cost(1e6, 2_000, 0, ends=False), Cost(1e6, 2_000, 2_000)
    assert settled(Plan(), endless, True).search_limit == 2_000
    assert settled(Plan(), usual, True).search_limit == 20_000
    held = settled(Plan(), replace(endless, instructions=8e8), True)
    assert held.reason.startswith("a search takes too long here: no random game that was tried came to its end")


def test_what_is_left_out_says_the_true_reason() -> None:
    """In `LAST` two of three win and nothing is drawn; the other game has a board and few states, and no end."""
    last = study(Game.parse(LAST), Plan(20, 8, (4, 8)))
    assert last.left_out["drama"] == "no game had one winner alone"
    on_a_board = ENDLESS.replace("game has n", "board grid(2, 2)\npieces stone of player\ngame has n")
    endless = study(Game.parse(on_a_board), Plan(20, 8, (4, 8), plies_limit=200, search_limit=100))
    for name in ("coverage", "blocked", "states_seen"):
        assert endless.left_out[name] == "no random game came to an end"
    assert "to its end" in endless.left_out["points.strong"]
    assert endless.left_out["states"] == "all states were looked at, but without n"  # which ends no game


# ---- what is exact, and what is an opinion ------------------------------------------------------------------------


def test_where_a_game_is_solved_first_moves_are_judged_exactly() -> None:
    """Every first move of Tic-tac-toe draws; of Nim with heaps of 1, 2 and 4 one alone wins: 4 becomes 3."""
    found = study(Game.load("tictactoe"), Plan(200, 8, (4, 8)))
    assert [one.exact for one in found.openings] == [0.5] * 9
    assert all(one.search is None for one in found.openings)
    for name, value in (("opening_best", 0.5), ("opening_lead", 0), ("swapped", 0.5), ("perfect_play", 0.5)):
        assert (found.metrics[name].sort, found.metrics[name].value) == ("exact", value)
    nim = study(Game.load("nim", heap_a=1, heap_b=2, heap_c=4), Plan(200, 0))
    assert {one.move for one in nim.openings if one.exact == 1} == {"c1"}
    assert {one.exact for one in nim.openings} == {0, 1}


def test_what_search_thinks_is_called_its_opinion() -> None:
    found = study(Game.load("breakthrough"), Plan(50, 8, (4, 8)))
    for name in ("opening_best", "opening_lead", "swapped"):
        assert found.metrics[name].sort == "opinion"
        assert not isfinite(found.metrics[name].low)
    assert found.data()["metrics"]["opening_best"]["low"] is None


@pytest.mark.parametrize("name", ["kuhn_poker", "backgammon"])
def test_what_is_hidden_or_drawn_at_first_is_not_solved_from_one_beginning(name: str) -> None:
    found = study(Game.load(name), Plan(40, 0, traced_games=20))
    assert {"states", "perfect_play", "first_moves"} <= set(found.left_out)


def test_nobody_is_first_where_that_is_drawn_or_all_decide_at_once() -> None:
    for name in ("backgammon", "rock_paper_scissors"):
        assert "first_player.random" in study(Game.load(name), Plan(40, 0, traced_games=5)).left_out


def test_who_is_paid_gets_points_by_place() -> None:
    """Without draws, points are the share of games won, whatever is paid for them."""
    found = study(Game.load("kuhn_poker"), Plan(500, 0, traced_games=20)).metrics
    assert found["points.A.random"].value == found["won.A.random"].value


def test_stones_that_only_say_whose_turn_it_is_have_no_worth() -> None:
    """In Tic-tac-toe whoever has one more has just moved; in Breakthrough men are taken."""
    assert "piece.stone" in study(Game.load("tictactoe"), Plan(200, 0)).left_out
    assert study(Game.load("breakthrough"), Plan(600, 0, traced_games=600)).metrics["piece.man"].low > 0


def test_titles_of_games_to_look_at_are_true() -> None:
    drawn = study(Game.load("tictactoe"), Plan(50, 60, (200, 400), traced_games=20))
    assert {"comeback", "decided"} <= set(drawn.left_out)
    assert [one.title for one in drawn.witnesses] == ["A game about as long as most"]
