"""`greedy`: games in which who can raise their lead does so. Expected values follow from the rules by hand."""

from __future__ import annotations

import pytest
from playing import load

from interpreter import Game, PlayerError, State
from interpreter.players import Seat, make
from interpreter.players.asking import ask, seat_of

STEPS = """game "Steps"
players A, B
player has points: -9..9 = 0
game has turns: 0..{turns} = 0
turn
  choose k in {{-1, 1}} as "{{k}}"
  me.points += k
  turns += 1
end
  rank p by p.points if turns = {turns}
"""
BLACK = ["c3", "c2", "c4", "c1", "c5", "b1", "b2", "b3", "b4", "b5", "a2", "a4"]
WHITE = ["d3", "d2", "d4", "d1", "d5", "e2", "e4"]
"""Walls beside each other on five by five; behind each its side has three eyes of one point: 15 points against 10."""


def worths(state: State, spec: str) -> dict[str, float]:
    """What each option is worth to who moves."""
    me = state.to_move or ""
    player = make(spec, Seat(state.game, me, seed=1))
    found = {option.move.text: option.prospect.expected[me] for option in player.analyse(state).options}
    player.close()
    return found


def settled_go() -> State:
    state = load("go", size=5, komi=0).start()
    for black, white in zip(BLACK, [*WHITE, *["pass"] * 5], strict=True):
        state = state.play(state.parse(black))
        if black != BLACK[-1]:
            state = state.play(state.parse(white))
    return state


def test_who_can_raise_their_lead_does_so() -> None:
    """Both go up from then on: who began with a step down has less at the end, else both have the same."""
    game = Game.parse(STEPS.format(turns=8))
    assert worths(game.start(), "greedy:2") == {"-1": -1.0, "1": 0.0}


def test_in_go_nobody_fills_their_eyes() -> None:
    """White can't gain a point any more and has lost, however often that is played out. Random games fill all eyes."""
    state = settled_go()
    assert state.to_move == "White"
    assert max(worths(state, "greedy:40").values()) < -0.9
    assert max(worths(state, "mcts:40@none").values()) > -0.7


def test_who_has_won_by_passing_passes() -> None:
    state = settled_go().play("pass")
    found = worths(state, "greedy:300")
    assert max(found, key=lambda text: found[text]) == "pass"
    assert found["pass"] == 1.0


def test_the_same_seed_finds_the_same() -> None:
    state = load("go", size=5).start()
    assert worths(state, "greedy:60") == worths(state, "greedy:60")


@pytest.mark.parametrize("name", ["chess", "sparks"])
def test_where_nobody_is_ranked_by_numbers_nobody_leads(name: str) -> None:
    game = load(name)
    with pytest.raises(PlayerError, match=f"{game.title}: the rules rank nobody by numbers"):
        make("greedy:10", Seat(game, game.players[0]))


@pytest.mark.parametrize("name", ["yahtzee", "hearts", "dots_and_boxes", "triumvirate", "goofspiel", "kalah"])
def test_games_with_dice_cards_or_more_players(name: str) -> None:
    """Rolls, secrets, sowing, decisions together: a decision is taken in each."""
    game = load(name)
    state = game.start(3)
    while state.is_chance:
        state = state.play(state.ways[0])
    player = make("greedy:30", seat_of(game, state.to_move or "", seed=2))
    assert ask(player, state) in state.moves
    player.close()
