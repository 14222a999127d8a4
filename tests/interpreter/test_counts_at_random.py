"""The numbers of hidden cards, in games that are put together at random: who can't tell two situations apart reads the
same numbers in both, and the numbers are right."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress

import pytest

from interpreter.errors import RuleError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.game.views import View
from interpreter.graph.chance import Chance
from tests.interpreter.test_counts import numbers, really
from tests.support.random_cards import Author
from tests.support.sample import daily

GAMES, PLIES = 40, 40


def random_game(game: Game, number: int) -> Iterator[tuple[Hashable, State]]:
    """The states of a game, until a rule breaks; each with all that everybody has observed up to there."""
    chance, seen = Chance(3, number), hash(())
    with suppress(RuleError):
        state = game.start(3, number)
        for ply in range(PLIES):
            seen = hash((seen, observed(state.public_view())))
            yield seen, state
            if state.is_over:
                return
            state = state.play(state.draw(chance, ply))


def observed(view: View) -> Hashable:
    """What everybody observes in one moment: the last decision's text, who is to move, all that lies open."""
    return repr(view.observations[-1:]), view.to_move, repr(view.position())


@pytest.mark.parametrize("number", daily(range(192), core=()))
def test_what_is_told_follows_from_what_all_have_observed(number: int) -> None:
    found: dict[Hashable, dict[tuple[str, ...], int | None]] = {}
    game = Game.parse(Author(number).game())
    for i in range(GAMES):
        for seen, state in random_game(game, i):
            told = numbers(state)
            assert found.setdefault(seen, told) == told, state.line
            for (variable, *labels), shown in told.items():
                assert shown is None or shown == really(state, variable, *labels), (variable, labels, state.line)


def test_all_that_is_done_with_hidden_things_is_tried() -> None:
    """The games hold each kind of change."""
    texts = [Author(number).game() for number in range(192)]
    for word in ("deal", "shuffle", "under", "move", "repeat", "while", "either", "secretly", "telling", "top(", "for"):
        assert sum(word in text.split("\nturn\n")[1] for text in texts) > 10, word
