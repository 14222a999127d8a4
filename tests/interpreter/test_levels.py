"""Levels of the computer: legal, weaker where they should be, and giving nothing away that they see."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from clocks import by_looks
from hand_policies import at_edge, flat
from patience import HANGS
from small_hidden import PHANTOM, game

from gdl.lint.rule import example
from interpreter import Game, PlayerError, State
from interpreter.graph.chance import Chance
from interpreter.lab.matches import Match
from interpreter.players import Seat, make, maker
from interpreter.players.alphabeta import AlphaBeta, Limit
from interpreter.players.analysis import Analysis, Analyst, Option, Prospect
from interpreter.players.asking import ask, seat_of
from interpreter.players.learning import policy as policies
from interpreter.players.levels import (
    FARTHEST,
    LEAST,
    LEVELS,
    TABLE,
    Level,
    Leveled,
    _table,
    at_place,
    drawn,
    leveled,
    odds,
    places,
)
from interpreter.players.levels import is_guided as goes_by_policy
from interpreter.players.levels import levels as levels_of
from interpreter.players.mcts import MonteCarlo
from interpreter.players.measured import shipped
from interpreter.players.specs import opponent


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels count games; the clock is there for people who wait."""
    monkeypatch.setattr("interpreter.players.levels.LONGEST", float(HANGS))


@pytest.mark.parametrize("text", ["0", "9", "x", "", "-1", "3.5", "٣", "1" * 50])
def test_what_is_no_level_is_refused_with_the_range(text: str) -> None:
    with pytest.raises(PlayerError, match="levels go from 1, a beginner, to 8"):
        maker(f"level:{text}")


def test_the_last_level_is_the_games_opponent() -> None:
    game = Game.load("tictactoe")
    player = make(f"level:{LEVELS}", Seat(game, "X"))
    assert isinstance(player, MonteCarlo)
    assert len(levels_of(game, "mcts:1s")) == LEVELS - 1
    assert isinstance(make("level:7", Seat(game, "X")), Leveled)


def test_where_values_were_learnt_levels_go_by_them() -> None:
    """The last does; the others would be worlds apart from it."""
    for name, kind in (("connect_four", AlphaBeta), ("chess", AlphaBeta), ("hex", MonteCarlo)):
        level = make("level:5", Seat(Game.load(name), Game.load(name).players[0]))
        assert isinstance(level, Leveled)
        assert type(level._search) is kind
    other = Game.load("connect_four", line=5)
    level = make("level:5", Seat(other, other.players[0]))
    assert isinstance(level, Leveled)
    assert type(level._search) is MonteCarlo


@pytest.mark.parametrize("deep", [False, True])
def test_each_place_looks_at_more_and_slips_less(deep: bool) -> None:
    scale = [at_place(1 + tenth / 10, deep=deep) for tenth in range(round(10 * FARTHEST) - 9)]
    for weaker, stronger in pairwise(scale):
        assert weaker.work <= stronger.work
        assert weaker.slip > stronger.slip
        assert weaker.missed >= stronger.missed >= 0
        assert weaker.guided <= stronger.guided
    assert at_place(3, deep=deep).guided == 0 and at_place(7, deep=deep).guided == 1
    assert scale[0].missed > 0.25  # a beginner overlooks things …
    assert at_place(6, deep=deep).missed == 0  # … and a good player overlooks nothing


# ---- how far they look

BEHIND_A_TURN = ["1c5", "W2d4", "1a1", "B2d2"]
"""Moves of Sparks on a base of three after which White can win in the turn after next, whatever Black does."""


def wins(state: State, me: str, turns: int) -> bool:
    """Whether a player can win before there were so many changes of whose turn it is: by definition."""
    if state.is_over:
        return (state.outcomes or {})[me] == "win"
    if turns < 0:
        return False
    found = (wins(after, me, turns + state.turns - after.turns) for after in map(state.play, state.moves))
    return any(found) if state.mover == me else all(found)


def test_a_level_looks_whole_turns_deep_where_a_turn_has_several_decisions() -> None:
    """Three decisions deep, which is the player's own turn at most, nobody sees that win; the fourth level does."""
    game = Game.load("sparks", base=3)
    state = game.start()
    for text in BEHIND_A_TURN:
        state = state.play(text)
    good = {move.text for move in state.moves if wins(state.play(move), "White", 2)}
    assert state.mover == "White" and not wins(state, "White", 1)
    assert good and good < {move.text for move in state.moves}

    def analysis(limit: Limit) -> Analysis:
        player = AlphaBeta(Seat(game, "White"), limit)
        found = player.analyse(state)
        player.close()
        return found

    assert not analysis(Limit(depth=3)).prospect.is_sure
    found = analysis(Limit(positions=at_place(4, deep=True).work, is_whole=True))
    certain = [option.move.text for option in found.options if option.prospect.is_sure]
    assert found.options[0].move.text in good and set(certain) & good == {
        option.move.text for option in found.options if option.prospect.expected["White"] == 1
    }


@pytest.mark.parametrize(("positions", "depth"), [(1, 1), (3_000, 2)])
def test_options_are_compared_at_one_depth(positions: int, depth: int) -> None:
    """That of the last step that was completed. The first one is, whatever it takes."""
    state = Game.load("chess").start()
    worths = []
    for limit in (Limit(positions=positions, is_whole=True), Limit(depth=depth)):
        player = AlphaBeta(Seat(state.game, "White"), limit)
        found = player.analyse(state)
        worths.append({option.move.text: option.prospect.expected["White"] for option in found.options})
        assert player.found.depth == depth
        player.close()
    assert worths[0] == worths[1]
    assert len(worths[0]) == 20


@pytest.mark.parametrize("seed", range(3))
def test_what_is_much_worse_is_only_known_to_be_so(seed: int) -> None:
    """Options within the spread are worth what they are worth without one; of others, no less is told than that.

    In Reversi, whose search leaves out nothing by a guess: quiescence, as in chess, skips captures by what they seem to
    gain.
    """
    draw, state = random.Random(seed), Game.load("reversi").start(seed=1)
    for _ in range(14):
        state = state.play(draw.choice(state.moves))
    me, found = str(state.to_move), []
    for spread in (0.1, 2.0):
        player = AlphaBeta(Seat(state.game, me), Limit(depth=2, spread=spread))
        options = player.analyse(state).options
        player.close()
        found.append({option.move.text: option.prospect.expected[me] for option in options})
    few, all_ = found
    best = max(all_.values())
    close = {text for text, worth in all_.items() if worth > best - 0.1 + 1e-6}
    assert 1 < len(close) < len(all_)
    assert {text: few[text] for text in close} == {text: all_[text] for text in close}
    assert all(all_[text] - 1e-6 <= few[text] <= best - 0.1 + 1e-6 for text in few.keys() - close)


def visits(search: object) -> int:
    """How often it looked at any option of the decision it thought about last."""
    assert isinstance(search, Analyst)
    found = search.so_far()
    assert found is not None
    return sum(option.visits for option in found.options)


@pytest.mark.parametrize("name", ["sparks", "chess", "amazons"])
def test_the_work_of_a_level_doesnt_grow_with_decisions_or_options(name: str) -> None:
    """A turn of Amazons has some two thousand ways. Only the first step may take more than a level has."""
    game = Game.load(name)
    player = make("level:6", Seat(game, game.players[0]))
    assert isinstance(player, Leveled)
    player.choose(game.start())
    search = player._search
    if isinstance(search, AlphaBeta):
        assert search.found.depth > 1
        assert search.found.positions <= levels_of(game, opponent(game))[5].work
    else:
        assert visits(search) <= max(levels_of(game, opponent(game))[5].work, LEAST * len(game.start().moves))
    player.close()


# ---- what they go by


def rows(search: object) -> list[tuple[str, int]]:
    """How often it looked at each option of the decision it thought about last."""
    assert isinstance(search, MonteCarlo)
    found = search.so_far()
    assert found is not None
    return [(option.move.text, option.visits) for option in found.options]


MOVES_OF_GO = 26
"""On a board of 5 × 5; one is to pass."""


def weighed(spec: str, number: int) -> list[tuple[str, int]]:
    """How often a player's search looked at each option of a first move in Go."""
    game = Game.load("go", size=5)
    player = make(spec, Seat(game, "Black", 1, number))
    player.choose(game.start())
    found = rows(player._search if isinstance(player, Leveled) else player)
    player.close()
    return found


@pytest.fixture
def edges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A policy for Go that likes the edges."""
    monkeypatch.setenv("GDL_DATA", str(tmp_path))
    game = Game.load("go", size=5)
    own = policies.own_file(game.model)
    own.parent.mkdir(parents=True)
    own.write_bytes(flat(game, lambda s: 0 if at_edge(s) else -40).encoded())


@pytest.mark.usefixtures("edges")
def test_upper_levels_go_by_a_policy_always_middle_ones_now_and_then_lower_ones_never() -> None:
    """Each looks at just what `mcts` does with so many games, by the policy or by none. What a level gives back that
    went by none, others use who go by it."""
    for level, ways in ((3, {False}), (5, {False, True}), (7, {True})):
        games, found = max(at_place(level, deep=False).work, LEAST * MOVES_OF_GO), set()
        for number in range(6):
            looked = weighed(f"level:{level}", number)
            by_none, by_policy = weighed(f"mcts:{games}@none", number), weighed(f"mcts:{games}", number)
            assert by_none != by_policy and looked in (by_none, by_policy)
            found.add(looked == by_policy)
        assert found == ways


@pytest.mark.usefixtures("edges")
def test_what_was_found_by_a_policy_is_forgotten_where_none_is_gone_by() -> None:
    game = Game.load("go", size=5)
    player = make("mcts:60", Seat(game, "Black", 1, 0))
    assert isinstance(player, MonteCarlo)
    for player.goes_by_policy, spec in ((True, "mcts:60"), (False, "mcts:60@none"), (True, "mcts:60")):
        player.choose(game.start())
        assert rows(player) == weighed(spec, 0)
    player.close()


def test_a_policy_is_gone_by_as_often_as_the_level_says() -> None:
    level = at_place(4, deep=False)
    guided = sum(goes_by_policy(level, Chance(1, number, 100), 0) for number in range(1000))
    assert level.guided == 0.25 and 210 < guided < 290  # 250 ± 14


# ---- where they stand


def test_places_of_a_ruleset_are_those_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "levels.yaml"
    table.write_text("hex: [1, 1.5, 2, 2.5, 3, 3.5, 4]  # measured\n", encoding="utf-8")
    monkeypatch.setattr("interpreter.players.levels.TABLE", table)
    usual = tuple(range(1, LEVELS))
    assert places(Game.load("hex")) == (1, 1.5, 2, 2.5, 3, 3.5, 4)
    assert places(Game.load("hex", size=5)) == places(Game.load("y")) == usual
    (tmp_path / "hex.gdl").write_text(example(), encoding="utf-8")
    assert places(Game.load(tmp_path / "hex.gdl")) == usual  # of a stranger who calls it Hex
    assert levels_of(Game.load("hex"), "mcts:1s")[6] == at_place(4, deep=False)


@pytest.mark.parametrize(("text", "why"), [
    ("hex: [1, 2]", "`hex` needs 7 places"), ("hex: [7, 6, 5, 4, 3, 2, 1]", "the lowest first"),
    ("hex: [0, 2, 3, 4, 5, 6, 7]", "from 1 to 12"), ("hex: 3", "can't be read"), ("hex: [a]", "can't be read"),
    ("hex: [1, 2, 3, 4, 5, 6, nan]", "from 1 to 12"), ("- hex", "can't be read"), ("hex: [", "can't be read"),
])  # fmt: skip
def test_a_wrong_table_is_told(text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "levels.yaml"
    table.write_text(text, encoding="utf-8")
    monkeypatch.setattr("interpreter.players.levels.TABLE", table)
    with pytest.raises(PlayerError, match=why):
        make("level:3", Seat(Game.load("hex"), "Red"))


def test_the_table_that_ships_is_of_rulesets_that_ship() -> None:
    for name in _table(TABLE):
        assert shipped(Game.load(name)) == name


def options(*worths: float, visits: int = 10_000, sure: tuple[float, ...] = ()) -> list[Option]:
    state = Game.load("connect_four").start()
    return [
        Option(state.moves[i], visits, 1 / len(worths), Prospect({"Red": worth}, worth in sure))
        for i, worth in enumerate(worths)
    ]


def counted(level: Level, found: list[Option], games: int = 400) -> Counter[str]:
    return Counter(drawn(found, "Red", level, Chance(1, number, 100), 0).text for number in range(games))


def test_what_is_much_worse_is_never_taken() -> None:
    level = Level(1, slip=0.2, missed=0.0)
    found = counted(level, options(*map(math.tanh, (0.5, 0.3, -0.05, -0.15))), 2000)
    assert set(found) == {"a", "b", "c"}  # more than three temperatures below the best is never taken, less seldom
    assert found["c"] < 200  # 1 in 1 + e^1.75 + e^2.75 = 1 in 22


def test_a_win_or_a_loss_that_is_certain_is_seen_by_all() -> None:
    """What only looks so may slip."""
    beginner = Level(1, slip=1.0, missed=0.0)
    assert set(counted(beginner, options(1.0, 0.5, sure=(1.0,)))) == {"a"}
    assert set(counted(beginner, options(1.0, 0.5))) == {"a", "b"}
    assert set(counted(beginner, options(-0.5, -0.6, -1.0, sure=(-1.0,)))) == {"a", "b"}
    assert set(counted(beginner, options(-0.5, -0.6, -1.0))) == {"a", "b", "c"}


def test_where_all_is_lost_what_holds_out_longest_is_taken() -> None:
    level, found = Level(1, slip=1.0, missed=0.0), options(-1.0, -1.0, -1.0, -1.0, sure=(-1.0,))
    found = [
        replace(option, prospect=replace(option.prospect, plies=plies))
        for option, plies in zip(found, (2, 6, 4, 6), strict=True)
    ]
    assert set(counted(level, found)) == {"b", "d"}


def test_moves_are_compared_by_odds() -> None:
    """A worth of 3/5 are odds of 4 to 1, one of 15/17 of 16 to 1: a draw, 4 to 1 and 16 to 1 lie evenly apart. Odds are
    alike for both sides, and go on to grow where worth is next to that of a win."""
    assert odds(0) == 0
    assert odds(3 / 5) == pytest.approx(math.log(4) / 2)
    assert odds(15 / 17) == pytest.approx(math.log(16) / 2)
    worths = (-1.2, -1, -0.999, -0.98, -0.5, 0.0, 0.5, 0.98, 0.999, 1)
    assert all(odds(low) < odds(high) for low, high in pairwise(worths))
    assert [odds(-worth) for worth in worths] == pytest.approx([-odds(worth) for worth in worths])


def test_who_is_far_ahead_still_tells_better_from_worse() -> None:
    """Both times the second move has half the odds of the first, and the third a tenth."""
    level = Level(1, slip=0.3, missed=0.0)
    even, ahead = (
        counted(level, options(*((o - 1) / (o + 1) for o in (most, most / 2, most / 10)))) for most in (2.0, 40.0)
    )
    assert abs(even["a"] - ahead["a"]) < 30 and 270 < ahead["a"] < 330  # 1 / (1 + e^-1.16) = 76 % of 400; 304 ± 9
    assert even["c"] == ahead["c"] == 0


def test_what_few_games_tell_of_makes_no_other_stand_out() -> None:
    """The best is worth 0.02 more than all others. Doubt about those says nothing of how much better it is."""
    found = [*options(0.02, 0.0), *(replace(one, visits=4) for one in options(0.0, 0.0, 0.0))]
    assert set(counted(Level(1, slip=0.3, missed=0.0), found)) <= {"a", "b"}
    assert counted(Level(1, slip=0.1, missed=0.0), found)["a"] > 240


def test_where_nothing_stands_out_the_best_are_drawn_evenly() -> None:
    found = counted(Level(1, slip=0.3, missed=0.0), options(0.1, 0.1, 0.1))
    assert set(found) == {"a", "b", "c"} and min(found.values()) > 100  # 133 ± 9


def test_what_is_better_is_taken_more_often() -> None:
    found = counted(Level(1, slip=0.2, missed=0.0), options(0.2, 0.4, 0.0))
    assert found["b"] > found["a"] > found["c"] > 0
    assert 0.6 < found["b"] / found.total() < 0.73  # 1 / (1 + e^-1 + e^-2) = 0.665


def test_where_all_moves_are_close_the_best_is_still_told_apart() -> None:
    """On large boards worths differ little; the draw goes by how far the best stands out."""
    level = Level(1, slip=0.1, missed=0.0)
    assert counted(level, options(0.02, 0.01, 0.0)) == counted(level, options(0.04, 0.02, 0.0))
    assert counted(level, options(0.02, 0.01, 0.0))["a"] > 200  # of 400; by worth alone about 150


FOURS = {"h6 h10 h7 a1 h8 a15 h9": "h5", "d4 h8 e5 o1 f6 o15 g7": "c3"}
"""Moves of Gomoku after which Black makes five in a row, if White doesn't play at one site: one end is White's."""


def test_the_answers_to_all_moves_are_seen_on_a_large_board() -> None:
    """Who overlooks no move sees that all but one of 218 lose at once, however often he slips."""
    game = Game.load("gomoku")
    for line, right in FOURS.items():
        state = game.start()
        for text in line.split():
            state = state.play(text)
        for number in range(3):
            seat = Seat(game, state.to_move or "", 1, number)
            player = leveled(seat, replace(at_place(1, deep=False), missed=0.0), "mcts:1s")
            assert player.choose(state).text == right
            player.close()


def test_by_a_policy_what_was_hardly_looked_at_says_nothing_of_how_far_the_best_stands_out() -> None:
    """It stands out by 0.1 from the mean of all, but by a hundredth from the mean of all games: that is a twentieth of
    WIDE, so the temperature is 0.005, and what is two hundredths worse is too bad (SLACK)."""
    few = [replace(option, visits=1) for option in options(-0.1, -0.1)]
    found = [*(replace(option, visits=2000) for option in options(0.1, 0.08)), *few]
    level, games = Level(1, slip=0.1, missed=0.0), 400
    draws = [Chance(1, number, 100) for number in range(games)]
    by_policy, by_none = (
        sum(drawn(found, "Red", level, one, 0, doubted=False, guided=guided) is found[0].move for one in draws)
        for guided in (True, False)
    )
    assert by_policy == games
    assert 208 < by_none < 268  # 1 / (1 + e^-0.38) = 59 %: 237 ± 10


def test_moves_are_overlooked_as_often_as_the_level_says() -> None:
    found = counted(Level(1, slip=0.001, missed=0.25), options(1.0, -1.0, sure=(1.0, -1.0)), 1000)
    # the best is missed in a quarter of the draws, and then taken all the same if all are missed (1/16)
    assert 0.76 < found["a"] / found.total() < 0.86


def test_few_games_are_trusted_less_than_many() -> None:
    rare = Option(Game.load("connect_four").start().moves[3], 1, 0.0, Prospect({"Red": 0.6}))
    assert set(counted(Level(1, 0.03, 0.0), [*options(0.5), rare])) == {"a"}


def test_luck_in_some_games_makes_no_option_look_best() -> None:
    """Worth 0.4 after 15 games is 1.5 standard errors above a draw: of a hundred options that are worth nothing, some
    seven come to that by chance."""
    lucky = [replace(option, visits=15) for option in options(0.0, 0.4, 0.4)[1:]]
    assert set(counted(Level(1, 0.03, 0.0), [*options(0.02), *lucky])) == {"a"}


@pytest.mark.parametrize("level", [3, 5, 7])
def test_a_win_at_hand_is_taken(level: int) -> None:
    """Where levels go by games; those by depth may overlook one."""
    game = Game.load("connect_four", rows=7)
    state = game.start()
    for column in "aabbcc":
        state = state.play(column)
    for number in range(10):
        player = make(f"level:{level}", Seat(game, "Red", 1, number))
        assert player.choose(state).text == "d" or level == 3
        player.close()


def test_a_level_plays_the_same_game_again() -> None:
    game = Game.load("breakthrough")

    def opening(level: str) -> list[str]:
        state, players = game.start(), {p: make(level, Seat(game, p, 3)) for p in game.players}
        found = []
        for _ in range(6):
            move = players[state.to_move or ""].choose(state)
            found.append(move.text)
            state = state.play(move)
        return found

    assert opening("level:2") == opening("level:2")


def test_games_with_chance_and_for_three_can_be_played() -> None:
    match = Match(Game.load("pig"), ["level:1", "level:3"], seed=1)
    assert sum(1 for _ in match.play(2)) == 2
    game = Game.load("reapers_for_three")
    state, chance = game.start(), Chance(1)
    while state.to_move is None:
        state = state.play(state.draw(chance, state.ply))
    assert make("level:1", Seat(game, state.to_move)).choose(state) in state.moves


def test_a_level_beats_random_and_loses_to_the_third_next() -> None:
    """By count of games, not by time. 20 won of 20 would be chance in 1 of a million games, 15 in 1 of 48."""
    first = Match(Game.load("connect_four"), ["level:1", "random"], seed=1)
    assert sum(bout.outcomes[bout.pairing.seats.index(0)] == "win" for bout in first.play(20)) >= 15
    second = Match(Game.load("connect_four"), ["level:4", "level:1"], seed=1)
    assert sum(bout.outcomes[bout.pairing.seats.index(0)] == "win" for bout in second.play(20)) >= 15


def test_a_level_by_the_clock_looks_at_less_where_time_runs_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a hundredth of a second at each look: with ten of them it can't look as far."""
    by_looks(monkeypatch, 0.01)
    game = Game.load("breakthrough")
    state = game.start()

    def looked(spec: str) -> int:
        player = make(spec, Seat(game, "White", 1, 1))
        assert isinstance(player, Leveled)
        assert player.choose(state) in state.moves
        looked_at = visits(player._search)
        player.close()
        return looked_at

    assert looked("level:7:100ms") < looked("level:7:1h+0s")


@pytest.mark.parametrize("spec", ["level:2:5m+3s", "level:8:90s"])
def test_levels_by_a_clock_play_where_not_all_is_seen(spec: str) -> None:
    state = game(PHANTOM).start().play("a1")
    player = make(spec, seat_of(game(PHANTOM), state.to_move or ""))
    assert ask(player, state) in state.moves
    player.close()
