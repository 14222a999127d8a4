"""Moves that are passed by before they are written: what a text stands for stays the same, with every ruleset."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from sample import rulesets

from interpreter import Game
from interpreter.errors import GameError, MoveError
from interpreter.game.likely import likely
from interpreter.game.moves import Move, find
from interpreter.game.state import State


def meant(state: State, text: str, plainly: bool) -> Move | str:
    """What a text stands for, or of what kind the refusal is; `plainly`: with all moves looked at."""
    try:
        if plainly:
            return find(text, state.moves, state.game.machine, state.asks)
        return state.parse(text)
    except MoveError as error:
        return str(error)


def typed(text: str, draw: random.Random) -> Iterator[str]:
    """A text as people type it: cut, with other signs, blanks, case, marks."""
    yield text
    yield text[: draw.randint(1, max(1, len(text) - 1))]
    yield text.upper() + draw.choice(("", "!", "+", " #"))
    yield text.replace("-", draw.choice(("", " ", "x", "–"))).replace("x", draw.choice(("", ":", "x")))
    yield text.replace("O", "0").replace("0", draw.choice("0O"))
    yield " ".join(text)
    yield ", ".join(reversed(text.split("+")))


@pytest.mark.parametrize("name", rulesets())
def test_nothing_is_passed_by_that_a_text_stands_for(name: str) -> None:
    draw, game = random.Random(name), Game.load(name)
    state = game.start(seed=1)
    for ply in range(24):
        if state.is_over:
            break
        if ply % 4 == 1:
            for move in draw.sample(state.moves, min(3, len(state.moves))):
                for text in {text for way in (move.text, *move.others[:6]) for text in typed(way, draw)} - {""}:
                    assert meant(state, text, False) == meant(state, text, True), text
        try:
            state = state.play(draw.choice(state.moves))
        except GameError:
            break


def test_most_moves_of_chess_are_passed_by() -> None:
    state = Game.load("chess").start()
    entries = [move.entry for move in state.moves]
    assert [state.moves[i].text for i in likely(state.game.machine, entries, "Nf3")] == ["f2-f3", "g1-f3"]
    assert [state.moves[i].text for i in likely(state.game.machine, entries, "g1")] == ["g1-f3", "g1-h3"]
