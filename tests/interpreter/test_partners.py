"""Partners win together where a number of their side is ranked; others who share the first place draw. Where players
are paid, all who are paid most win. What is expected follows from the manual's sentences on them."""

from __future__ import annotations

from pathlib import Path

import pytest
from c_library import Library
from page_node import NODE, called, expected, random_game

from interpreter import Game, State
from interpreter.drawing.results import result
from interpreter.game.rules import Backend
from interpreter.lab.tools.simulate import Summary, playout, simulate

FOUR = """game "Four"

players North, East, South, West
type side = even, odd
type hue = red, blue, green
side has points: 0..9
player has own: 0..9
player has mate: player = North

define p.side = even when p in {{North, South}} otherwise odd
define p.hue  = red when p = North otherwise green when p = South otherwise blue

turn
  choose n in 1..3
  me.side.points += n
  me.own += n

end
  if no p in player where p.own = 0
    {end}
"""
SIDES = "rank p by p.side.points"


def four(end: str, backend: Backend = "auto") -> Game:
    return Game.parse(FOUR.format(end=end), backend=backend)


def played(game: Game, *moves: str) -> State:
    state = game.start()
    for move in moves:
        state = state.play(move)
    return state


def outcomes(end: str, *moves: str) -> tuple[list[str], str]:
    """How it ended for each player, and in words without the numbers; by both backends."""
    one, other = (played(four(end, backend), *moves) for backend in ("reference", "native"))
    assert (one.outcomes, one.results) == (other.outcomes, other.results)
    return list((one.outcomes or {}).values()), result(one.view()).partition(" (")[0]


@pytest.mark.parametrize("end", [
    SIDES, "pay p by p.side.points - 5", "rank p by 2 * sum(q.own for q in player where q.side = p.side) - 7",
    "rank p by even.points when p.side = even otherwise odd.points",
])  # fmt: skip
def test_partners_win_and_lose_together(end: str) -> None:
    assert outcomes(end, "3", "1", "1", "2") == (["win", "loss", "win", "loss"], "North and South won")
    assert outcomes(end, "1", "3", "1", "2") == (["loss", "win", "loss", "win"], "East and West won")
    assert outcomes(end, "2", "1", "1", "2") == (["draw"] * 4, "a draw")


@pytest.mark.parametrize("end", ["rank p by p.own", "rank p by 1 when p.own > 1 otherwise 0"])
def test_who_shares_the_first_place_by_chance_draws(end: str) -> None:
    assert outcomes(end, "3", "1", "3", "1") == (["draw", "loss", "draw", "loss"], "North and South share the win")


@pytest.mark.parametrize("end", ["pay p by p.own", "pay p by 1 when p.own > 1 otherwise -1"])
def test_who_is_paid_most_wins_whoever_else_is(end: str) -> None:
    assert outcomes(end, "3", "1", "3", "1") == (["win", "loss", "win", "loss"], "North and South won")
    assert outcomes(end, "3", "1", "1", "1") == (["win", "loss", "loss", "loss"], "North won")
    assert outcomes(end, "3", "3", "3", "1") == (["win"] * 3 + ["loss"], "North, East and South won")
    assert outcomes(end, "2", "2", "2", "2") == (["draw"] * 4, "a draw")


@pytest.mark.parametrize(("end", "partners"), [
    (SIDES, (2, 2, 2, 2)),
    ("rank p by 3 when p = North otherwise -1", (1, 3, 3, 3)),
    ("rank p by count({q in player where q.hue = p.hue and q.own > 1})", (1, 2, 1, 2)),
    ("rank p by p.mate.own", (1, 1, 1, 1)),  # sides may change in play
    ("rank p by p.next.next.own + p.own", (1, 1, 1, 1)),  # alike, but in another form: a draw, as the manual says
    ("rank p by 1 when p = me otherwise 0", (1, 1, 1, 1)),
    ("win {p in player where p.side = even}", (1, 1, 1, 1)),  # `win` names who wins
    ("if me = West\n      rank p by p.side.points\n    rank p by p.own", (1, 1, 1, 1)),  # alike at one end, not at all
])  # fmt: skip
def test_who_are_partners(end: str, partners: tuple[int, ...]) -> None:
    game = four(end)
    assert game.model.partners == partners
    for number in range(20):  # partners really have the same number
        found = list((playout(game, 1, number).end.results or {}).values())
        assert all(found.count(found[p]) >= partners[p] for p in range(4))


@pytest.mark.parametrize("end", [SIDES, "pay p by p.side.points - 5", "pay p by p.own"])
def test_random_games_come_to_the_same_sums(end: str) -> None:
    """One by one with the reference interpreter, and by compiled rules."""
    slow, game, wanted = four(end, "reference"), four(end, "native"), Summary(four(end).players)
    for number in range(60):
        wanted.add(playout(slow, 3, number))
    *_, found = simulate(game, 60, seed=3)
    assert wanted.results["North"]["win"].total > 0
    for player, means in wanted.results.items():
        assert all(mean.total == found.results[player][key].total for key, mean in means.items() if key != "utility")


@pytest.mark.parametrize("end", [SIDES, "pay p by p.own"])
def test_in_c(end: str, tmp_path: Path) -> None:
    game = four(end)
    status, sums = Library(game, tmp_path).numbers("playouts", 5 + 4 * 4, 3, 0, 60)
    *_, wanted = simulate(game, 60, seed=3)
    assert status == 0
    for p, means in enumerate(wanted.results.values()):
        assert sums[5 + 4 * p : 8 + 4 * p] == [means[outcome].total for outcome in ("win", "draw", "loss")]


@pytest.mark.skipif(NODE is None, reason="needs Node")
@pytest.mark.parametrize("end", [SIDES, "rank p by p.own", "pay p by p.own"])
def test_pages_tell_the_same(end: str, tmp_path: Path) -> None:
    game = four(end)
    states = random_game(game, 3, 9)
    begin = {"seed": 3, "seats": dict.fromkeys(game.players, "human")}
    *_, views = called(tmp_path, [game], [("still", None), ("begin", begin), ("plies", states[-1].line)])
    assert views[-1]["result"] == expected(states, len(states) - 1)["result"]
