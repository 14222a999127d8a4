"""Players of games in which not all see everything: what they are given, and that it leads nowhere else."""

from __future__ import annotations

import gc
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from small_hidden import BIDS, HANDS, MODEST, PHANTOM, game

from interpreter import Game, Move, PlayerError, State
from interpreter.game.knowledge import Knowledge
from interpreter.game.views import UNKNOWN, View
from interpreter.graph.backend import Entry, Stop
from interpreter.graph.chance import Chance
from interpreter.lab.matches import Match
from interpreter.players import Player, make
from interpreter.players.asking import analyses, analysis, ask, seat_of, tell
from interpreter.players.information import InformationState

GAMES = (MODEST, HANDS, BIDS, PHANTOM)


def reached(thing: Any) -> list[Any]:
    """All objects that can be come to from one, but for the game's rules, classes and code."""
    seen, todo = dict[int, Any](), [thing]
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, type | ModuleType | FunctionType | Game):
            continue
        seen[id(one)] = one
        todo += [each for each in gc.get_referents(one) if "model" not in type(each).__module__]
    return list(seen.values())


class Curious(Player):
    """Looks through all that it is given."""

    def decide(self, known: InformationState) -> Move:
        found = [one for one in reached(known) if isinstance(one, State | Stop | View | Knowledge)]
        assert found == []
        assert not any(one.values or len(one.chosen) > 3 for one in reached(known.moves) if isinstance(one, Entry))
        return known.moves[0]


@pytest.mark.parametrize("text", GAMES)
def test_what_players_are_given_leads_to_no_state(text: str) -> None:
    table = game(text)
    state, chance = table.start(3), Chance(3)
    players = {label: Curious(seat_of(table, label, 3)) for label in table.players}
    while not state.is_over:
        move = ask(players[state.to_move or ""], state) if state.to_move else state.draw(chance, state.ply)
        state = state.play(move)


def test_a_state_that_is_reached_would_be_found() -> None:
    state = game(HANDS).start()
    assert any(isinstance(one, State) for one in reached({"a": [state.view("White")]}))


def test_players_know_what_they_see_and_no_more() -> None:
    state = game(HANDS).start(1)
    known = InformationState.of(state, "White")
    assert known.seen.value("hand", "White") == state.value("hand", "White")
    assert known.seen.value("hand", "Black") is UNKNOWN
    assert known.seen.position()["variables"]["hand"]["Black"] == "?"
    assert known.information == state.information("White")
    assert [move.text for move in known.moves] == ["bet", "pass"]
    assert known.moves == state.moves
    assert InformationState.of(state, "Black").moves == ()
    with pytest.raises(KeyError):
        InformationState.of(state, "Nobody")


def test_seats_dont_tell_what_was_dealt() -> None:
    """Who knows a game's seed can deal it again."""
    table, open_game = game(HANDS), Game.load("tictactoe")
    assert seat_of(open_game, "X", 7, 2).seed == 7
    seeds = {seat_of(table, label, 7, number).seed for label in table.players for number in range(3)}
    assert len(seeds) == 6
    assert min(seeds) > 1 << 64
    assert all(seat_of(table, label, 7, 2).number == 0 for label in table.players)


def test_players_who_go_by_the_state_are_refused_in_a_sentence(tmp_path: Path) -> None:
    state = game(HANDS).start()
    with pytest.raises(PlayerError, match="alphabeta goes by the whole state; in Hands players don't see everything"):
        make("alphabeta:4", seat_of(state.game, "White"))
    own = tmp_path / "mine.py"
    own.write_text(
        "from interpreter.players import Player\n"
        "class Greedy(Player):\n    def choose(self, state): return state.moves[0]\n"
        "class Wild(Player):\n    def decide(self, known): return 'bet'\n"
        "class Modest(Player):\n    def decide(self, known): return known.moves[-1]\n"
        "class Broken(Player):\n    def decide(self, known): return known.state\n"
    )
    with pytest.raises(PlayerError, match=r"Greedy goes by the whole state, and in Hands .* it needs a `decide`"):
        ask(make(f"{own}:Greedy", seat_of(state.game, "White")), state)
    with pytest.raises(PlayerError, match="Wild chose 'bet', which is not one of the moves"):
        ask(make(f"{own}:Wild", seat_of(state.game, "White")), state)
    with pytest.raises(PlayerError, match=r"mine.py:9: AttributeError"):
        ask(make(f"{own}:Broken", seat_of(state.game, "White")), state)
    assert ask(make(f"{own}:Modest", seat_of(state.game, "White")), state).text == "pass"
    with pytest.raises(PlayerError, match="no learnt values can help them"):
        make("mcts:10@some.weights", seat_of(state.game, "White"))


def test_nobody_is_told_of_plies() -> None:
    class Listening(Curious):
        def played(self, step: Any) -> None:
            raise AssertionError(step)

    state = game(HANDS).start()
    from interpreter.game.plies import Step

    tell([Listening(seat_of(state.game, "White"))], Step(state, state.moves[0], state.play("bet")))
    with pytest.raises(PlayerError, match="doesn't tell what it thinks"):
        analysis(Listening(seat_of(state.game, "White")), state)
    assert not analyses(Listening(seat_of(state.game, "White")))


def test_random_players_play_to_the_end_and_repeat_themselves() -> None:
    for text in GAMES:
        first, again = (
            [bout.utilities for bout in Match(game(text), ["random", "random"], seed=5).play(6)] for _ in "ab"
        )
        assert first == again
