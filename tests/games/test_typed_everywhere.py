"""Every shipped game: what is typed as the rules write it is that move, numbers are those of the list, and no text that
meant one move before means another now."""

from __future__ import annotations

from random import Random

import pytest
from counting import load
from sample import rulesets

from cli.terminal.scene import phrases
from cli.terminal.scene.reading import MistypedError, read_move
from interpreter import MoveError, State

MANY = 10
"""Moves of a state that are tried."""


def states(name: str) -> list[State]:
    """Some states of a random game."""
    random, state, found = Random(name), load(name).start(1), []
    for _ in range(30):
        if state.is_over:
            break
        found.append(state)
        state = state.play(random.choice(state.ways))
    return [state for state in found if not state.is_chance][::12]


@pytest.mark.parametrize("name", rulesets())
def test_what_is_typed(name: str) -> None:
    for state in states(name):
        listed = phrases.listed(state.moves)
        begin_so = {move.text[:1] for move in listed}
        for number, move in [*enumerate(listed, 1)][:MANY]:
            assert read_move(state, move.text) == (move, "")
            assert read_move(state, f"#{number}") == (move, "")
            assert state.parse(move.text.upper()) in (move, state.parse(move.text.upper(), strict=True))
            if not any(text.text.startswith(str(number)) for text in listed) and number > 9:
                assert read_move(state, str(number))[0] == move or str(number)[0] in begin_so
            for text in (move.text[:-1], move.text[:2], *move.others):
                assert meant_as_before(state, text)


def meant_as_before(state: State, text: str) -> bool:
    """Whether a text that stood for one move stands for it still, or is asked back."""
    try:
        before = state.parse(text, strict=True)
    except MoveError:
        return True
    try:
        return read_move(state, text)[0] == before == state.parse(text)
    except (MistypedError, MoveError):
        return True
