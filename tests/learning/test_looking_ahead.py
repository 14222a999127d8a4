"""Games that look ahead teach what was found, the same each time."""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest

from interpreter import Game, PlayerError
from interpreter.players.learning.shares import Held, Share, play
from interpreter.players.learning.training import LANE, fresh, learn
from interpreter.work.chunks import Threads


def begun(game: Game, depth: int, number: int = 0) -> Share:
    weights = fresh(game, 3)
    held = Held(weights.values.tobytes(), (array("f", [0.5]) * weights.features.weights).tobytes())
    return Share(weights.symmetries, held, 3, number * LANE, size=1, trace=0.0, depth=depth)


def surprise(game: Game, depth: int) -> float:
    """By how much the states of one game differed in all from values that knew nothing, squared."""
    features = fresh(game, 3).features
    squares = array("f")
    squares.frombytes(play(game, begun(game, depth, 1)).held.squares)
    return squares[features.size + features.pattern_weights] - 0.5


def test_states_follow_what_was_found_so_many_plies_ahead() -> None:
    """Values that know nothing, and follow what comes next alone, learn from the last state of a game how it ends.
    Two plies ahead, the state before is lost, too. Nim is over within seven plies here: a search that deep knows the
    result in each state. So each is a surprise, of about 1."""
    game = Game.load("nim", heap_a=2, heap_b=3, heap_c=2)
    states = play(game, begun(game, 9, 1)).positions
    assert states > 3
    assert surprise(game, 1) == pytest.approx(1.0, abs=0.2)
    assert surprise(game, 2) == pytest.approx(2.0, abs=0.4)
    assert surprise(game, 9) > 0.9 * states


def test_a_draw_at_random_says_nothing_of_what_comes_before_but_its_state_is_learnt() -> None:
    """Each position counts, also those in which the opening was drawn: with one ply, they don't."""
    game = Game.load("nim")
    positions = {depth: play(game, replace(begun(game, depth), size=500)).positions for depth in (1, 2)}
    games = {depth: play(game, replace(begun(game, depth), size=500)).games for depth in (1, 2)}
    assert positions[2] / games[2] > positions[1] / games[1] + 1


def test_the_depth_says_what_is_learnt_whoever_plays_the_shares() -> None:
    game = Game.load("breakthrough")

    def learnt(depth: int, threads: int = 1) -> bytes:
        workers = Threads(game, threads)
        more = learn(game, 7, 2, lambda _: False, workers=workers, size=300, depth=depth)
        return more.encoded()

    assert learnt(2) == learnt(2, threads=2)
    assert len({learnt(1), learnt(2), learnt(3)}) == 3


def test_what_was_searched_before_makes_no_difference() -> None:
    """Neither do tables and moves that refuted others in the games of another share."""
    name = "breakthrough"
    alone = play(Game.load(name), replace(begun(Game.load(name), 2), size=300))
    again = Game.load(name)
    other = play(again, replace(begun(again, 2, 1), size=300))
    assert play(again, replace(begun(again, 2), size=300)) == alone != other


@pytest.mark.parametrize("name", ["backgammon", "peg_solitaire"])
def test_chance_and_one_player_have_one_ply(name: str) -> None:
    with pytest.raises(PlayerError, match="look ahead where two players decide everything"):
        learn(Game.load(name), 1, 1, lambda _: False, depth=2)
