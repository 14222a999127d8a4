"""Everyone wins, everyone loses: results, words, both backends, and what those make of it who search and solve."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from page_node import NODE, called, expected, random_game
from typer.testing import CliRunner

from cli.app import app
from interpreter import Game, PlayerError
from interpreter.drawing.results import result
from interpreter.game import positions, scenarios
from interpreter.game.rules import Backend
from interpreter.lab.matches import Match
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.lab.tools.simulate import Summary, playout, simulate
from interpreter.players import Seat, make
from interpreter.players.analysis import Analyst, Prospect
from interpreter.players.learning.training import learn
from interpreter.players.solving import solve

FINGERS = """game "Fingers"

players {players}
player has fingers: 0..3
game has turns: 0..9

turn
  choose n in 1..3
  me.fingers = n
  turns += 1

end
  {end}
"""
"""Each player in turn shows a number of fingers."""


def fingers(end: str, players: str = "A, B", backend: Backend = "auto") -> Game:
    return Game.parse(FINGERS.format(end=end, players=players), backend=backend)


def ended(end: str, *moves: str, players: str = "A, B") -> tuple[Sequence[str], Sequence[float], str]:
    """How a game ends, for each player and in words; by both backends, as a state and in a summary of one game."""
    states = []
    for backend in ("reference", "native"):
        state = fingers(end, players, backend).start()
        for move in moves:
            state = state.play(move)
        states.append(state)
    one, other = states
    assert (one.outcomes, one.results, result(one.view())) == (other.outcomes, other.results, result(other.view()))
    return list((one.outcomes or {}).values()), list((one.results or {}).values()), result(one.view())


# ---- what the words mean


def test_everyone_wins() -> None:
    assert ended("win player", "1") == (["win", "win"], [1, 1], "everyone won")
    assert ended("win player", "1", players="A, B, C") == (["win"] * 3, [1] * 3, "everyone won")


def test_everyone_loses() -> None:
    assert ended("lose player", "1") == (["loss", "loss"], [-1, -1], "everyone lost")
    assert ended("lose {A, B, C}", "1", players="A, B, C") == (["loss"] * 3, [-1] * 3, "everyone lost")


def test_some_of_several_as_ever() -> None:
    together = "lose player if A.fingers = 3\n  "
    assert ended(together + "win {A, B}", "1", players="A, B, C") == (["win", "win", "loss"], [0.5, 0.5, -1],
                                                                     "A and B won")  # fmt: skip
    assert ended(together + "lose B", "1") == (["win", "loss"], [1, -1], "A won")
    assert ended(together + "draw", "1") == (["draw", "draw"], [0, 0], "a draw")
    assert ended(together + "rank p by p.fingers % 1", "1") == (["draw", "draw"], [0, 0], "a draw, 0 to 0")


def test_who_all_are_by_chance_beat_nobody_where_only_some_can_win() -> None:
    """As in Pentago, where a turn may give both five in a row: a draw. Where all may lose together, they all win."""
    some = "win {p in player where p.fingers > 1} if turns = 2"
    assert ended(some, "2", "2") == (["draw", "draw"], [0, 0], "a draw")
    assert ended(some + "\n  lose player if turns = 2", "2", "2") == (["win", "win"], [1, 1], "everyone won")


def test_what_all_are_paid_alike() -> None:
    """Where every end is paid so by its form, all play together, as one does who plays alone: above 0 it is won. What
    happens to come out even in another game is a draw."""
    shared, own = "pay p by sum(q.fingers for q in player) - 3 if turns = 2", "pay p by p.fingers - 2 if turns = 2"
    assert ended(shared, "2", "2") == (["win", "win"], [1, 1], "everyone won, 1")
    assert ended(shared, "1", "1") == (["loss", "loss"], [-1, -1], "everyone lost, -1")
    assert ended(shared, "2", "1") == (["draw", "draw"], [0, 0], "a draw, 0")
    assert ended(own, "3", "3") == (["draw", "draw"], [1, 1], "a draw, 1 to 1")
    assert ended(own, "3", "2")[0] == ["win", "loss"]


def test_a_shared_score_is_told_once() -> None:
    text = FINGERS.format(end="win player if turns = 2", players="A, B") + '\nscore p by turns "points"\n'
    state = Game.parse(text).start()
    assert state.play("1").view().scores == {"A": 1, "B": 1}
    assert result(state.play("1").play("1").view()) == "everyone won, 2 points"


def test_alone_as_ever() -> None:
    assert ended("win player", "1", players="A") == (["win"], [1], "A won")
    assert ended("lose A", "1", players="A") == (["loss"], [-1], "A lost")


@pytest.mark.parametrize(("end", "sort"), [("win player", "win"), ("lose player", "lose")])
def test_positions_and_scenarios_say_it(end: str, sort: str, tmp_path: Path) -> None:
    game = fingers(end)
    state = game.start().play("1")
    data = positions.written(state)
    assert data["over"] == {sort: ["A", "B"]}
    assert game.position(data).outcomes == state.outcomes
    said = {"win": "everyone wins", "lose": "everyone loses"}[sort]
    (tmp_path / "fingers.gdl").write_text(FINGERS.format(end=end, players="A, B"), encoding="utf-8")
    cases = tmp_path / "scenarios.yaml"
    case = "- {{name: {0}, play: '1', then: {{result: {0}}}}}\n"
    cases.write_text("game: fingers.gdl\nscenarios:\n" + "".join(map(case.format, (said, "draw"))), encoding="utf-8")
    right, wrong = scenarios.run(scenarios.read(cases))
    assert (right.passed, wrong.passed) == (True, False)


@pytest.mark.parametrize("end", [
    "win player if A.fingers = B.fingers and turns = 3\n  lose player if turns = 3",
    "lose player if turns = 3 and A.fingers = 3\n  win me if turns = 3",
    "pay p by A.fingers - B.fingers if turns = 3",
    "win {p in player where p.fingers = 2} if turns = 3\n  lose player if turns = 4",
    "win {p in player where p.fingers = 2} if turns = 3\n  draw if turns = 4",
])  # fmt: skip
def test_random_games_come_to_the_same_sums(end: str) -> None:
    """One by one with the reference interpreter, and by the job `playouts`."""
    game, wanted = fingers(end), Summary(("A", "B"))
    both_backends(game, 1)
    for number in range(60):
        wanted.add(playout(fingers(end, backend="reference"), 3, number))
    for summary in simulate(fingers(end, backend="native"), 60, 3):
        found = summary
    for player, means in wanted.results.items():
        assert {key: mean.total for key, mean in means.items()} == {
            key: mean.total for key, mean in found.results[player].items()
        }


@pytest.mark.skipif(NODE is None, reason="needs Node")
@pytest.mark.parametrize("end", ["win player", "lose player", "pay p by A.fingers - 1", "pay p by p.fingers - 1",
                                 "win {p in player where p.fingers > 0} if turns = 2"])  # fmt: skip
def test_pages_tell_the_same(end: str, tmp_path: Path) -> None:
    game = fingers(end)
    states = random_game(game, 3, 9)
    begin = {"seed": 3, "seats": dict.fromkeys(game.players, "human")}
    *_, views = called(tmp_path, [game], [("still", None), ("begin", begin), ("plies", states[-1].line)])
    assert views[-1]["result"] == expected(states, len(states) - 1)["result"]


# ---- who searches and solves

CLIMBING = ((11, -30, 0), (-30, 7, 6), (0, 0, 5))
"""The climbing game (Claus and Boutilier 1998), one after the other: the best is 11 for both, behind a move that loses
30 if the other doesn't follow."""


def climbing() -> Game:
    rows = " + ".join(
        f"({CLIMBING[a][b]} when A.fingers = {a + 1} and B.fingers = {b + 1} otherwise 0)"
        for a in range(3) for b in range(3)
    )  # fmt: skip
    return fingers(f"pay p by {rows} if turns = 2")


@pytest.mark.parametrize("who", ["mcts:2000", "careful:2000"])
def test_partners_climb(who: str) -> None:
    game = climbing()
    state = game.start()
    while not state.is_over:
        state = state.play(make(who, Seat(game, state.to_move or "")).choose(state))
    assert state.results == {"A": 11, "B": 11}


def prospect_of(game: Game, who: str) -> Prospect:
    """What A may expect at the start."""
    player = make(who, Seat(game, "A"))
    assert isinstance(player, Analyst)
    return player.analyse(game.start()).prospect


def test_partners_win_where_whoever_moves_could_spoil_it() -> None:
    """Nobody gains by spoiling: a search that took the others for opponents would think it lost."""
    end = "win player if turns = 4 and sum(q.fingers for q in player) = 8\n  lose player if turns = 4"
    game = fingers(end, players="A, B, C")
    prospect = prospect_of(game, "mcts:3000")
    assert prospect.is_sure
    assert prospect.expected == {"A": 1, "B": 1, "C": 1}


def test_careful_partners_let_each_other_win() -> None:
    """In a third of the games B can win for both in the last turn, and careful players take nothing of that back."""
    game = fingers("win player if turns = 8 and A.fingers = 1 and B.fingers = 1\n  lose player if turns = 8")
    prospect = prospect_of(game, "careful:20")
    assert not prospect.is_sure
    assert prospect.expected["A"] == prospect.expected["B"] > -0.8


SUMS = """game "Sums"

players {players}
game has total: 0..60
game has turns: 0..9

turn
  choose n in 1..3
  total += n
  roll d in 0..1
  total += d
  turns += 1

end
  if turns = 5
    {lose}
    pay p by total * total % 11 - 3
"""


@pytest.mark.parametrize("players", ["A", "A, B", "A, B, C"])
@pytest.mark.parametrize("loses", [False, True])
def test_solving_is_the_best_for_all(players: str, loses: bool) -> None:
    """Against all ways to play, looked at one by one: however many take part, it is what one could come to alone."""

    @cache
    def best(total: int, turns: int) -> float:
        if turns == 5:
            return -1.0 if loses and total % 4 == 0 else total * total % 11 - 3
        return max(sum(best(total + n + d, turns + 1) for d in (0, 1)) / 2 for n in (1, 2, 3))

    lose = "lose player if total % 4 = 0" if loses else "draw if total > 50"
    found = solve(Game.parse(SUMS.format(players=players, lose=lose)).start())
    assert found.is_exact
    assert all(value == pytest.approx(best(0, 0)) for value in found.values.values())


ROUND = """game "Round"

players A, B
type spot = ring(6)
game has here: spot

turn
  choose t in {{here.next, here.back}}
  here = t

end
  {end}
"""


@pytest.mark.parametrize(("end", "value", "plies"), [
    ("win player if index(here) = 3 and me = A\n  lose player if index(here) = 2", 1, 3),  # the other way round
    ("win player if index(here) = 3 and me = B\n  lose player if index(here) = 2", 0, 0),  # an odd number: by A
    ("lose player if index(here) = 3 and me = A", 0, 0),  # so it is best to go to and fro for ever
])  # fmt: skip
def test_solving_where_play_may_go_on_for_ever(end: str, value: float, plies: int) -> None:
    found = solve(Game.parse(ROUND.format(end=end)).start())
    assert found.is_exact
    assert found.values == {"A": value, "B": value}
    assert found.is_endless == (value == 0)
    assert value == 0 or found.plies == plies


def test_a_game_that_one_may_win_alone_is_not_taken_for_one_of_loss_and_gain() -> None:
    """Whoever shows three fingers wins alone; but both can win, if the second follows: each has 1 either way."""
    game = fingers("win player if A.fingers = 1 and B.fingers = 1\n  win me if turns = 2\n  lose player if turns = 3")
    found = solve(game.start())
    assert found.values["B"] == 1
    assert not found.is_exact  # what B does is all the same to B, and not to A
    assert found.is_tied
    with pytest.raises(PlayerError, match="both may win or lose together"):
        make("alphabeta:3", Seat(game, "A"))


def test_whom_it_is_not_for() -> None:
    game = climbing()
    with pytest.raises(PlayerError, match="all play together: take mcts"):
        make("alphabeta:3", Seat(game, "A"))
    with pytest.raises(PlayerError, match="all may win or lose together"):
        learn(game, 1, 1, lambda _: False)


def test_in_matches_each_plays_by_itself() -> None:
    held = Match(climbing(), ["mcts:500", "random"], seed=1)
    bouts = list(held.play(20))
    assert {bout.pairing.seats for bout in bouts} == {(0, 0), (1, 1)}
    search, chance = held.standings
    assert search.utility[0] == 11
    assert chance.utility[0] < 5


# ---- what is measured


def told(*words: str) -> str:
    return CliRunner().invoke(app, [*words]).output


@pytest.fixture
def path(tmp_path: Path) -> str:
    found = tmp_path / "fingers.gdl"
    end = "win player if turns = 4 and A.fingers = B.fingers\n  lose player if turns = 4"
    found.write_text(FINGERS.format(end=end, players="A, B"), encoding="utf-8")
    return str(found)


def test_commands_speak_of_everyone(path: str) -> None:
    rows = told("simulate", path, "--games", "50").splitlines()
    assert [row.split()[0] for row in rows[2:-1]] == ["everyone"]
    assert "everyone wins within 4 moves" in told("solve", path)
    rows = told("match", path, "mcts:50", "random", "--games", "4").splitlines()
    assert [row.split()[0] for row in rows[2:-1]] == ["mcts:50", "random"]


def test_studies_have_no_first_player_to_favour(path: str) -> None:
    said = told("study", path, "--games", "100", "--search-games", "8", "--strength", "50")
    assert "Games won, random games" in said
    assert "fair share" not in said
    assert "Points of the first player, " not in said
    assert "all play together" in said


def test_other_libraries_are_told_that_all_get_the_same() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from interpreter.bridges.adapters.open_spiel import load_game

    for game in (climbing(), fingers("win player if turns = 2 and A.fingers = 1\n  lose player if turns = 2")):
        kind = load_game(game).get_type()
        assert kind.utility == pyspiel.GameType.Utility.IDENTICAL
    game = load_game(fingers("lose player if turns = 2\n  win me if me.fingers = 3"))
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert game.utility_sum() is None
