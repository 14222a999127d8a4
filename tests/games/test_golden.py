"""Golden playthroughs: one random game of every ruleset that ships, as it was played when it was last looked at.

These files are our own output. They prove nothing about the rules; they show that nothing has changed unawares.
After a change that is meant, write them anew with ``GDL_GOLDEN=write pytest tests/games/test_golden.py`` and read the
difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gdl import library
from interpreter import Game, State
from interpreter.graph.chance import Chance

FOLDER = Path(__file__).parents[1].joinpath("golden") / "playthroughs"
LONGEST = 150


def step(state: State, count: int) -> tuple[str, State]:
    """What a playthrough says of one ply, and the state after it."""
    move = state.moves[Chance(2).pick(len(state.moves), count)]
    who = state.to_move or "(chance)"
    options = " ".join(m.text for m in state.moves[:12]) + (" …" if len(state.moves) > 12 else "")
    return f"{count + 1}. {who}: {move}   of {len(state.moves)}: {options}", state.play(move)


def playthrough(name: str) -> str:
    game = Game.load(name)
    state = game.start(seed=2)
    lines = [f"{game.title}, rules {game.hash}"]
    for count in range(LONGEST):
        if state.is_over:
            break
        line, state = step(state, count)
        lines.append(line)
    lines.append(f"{state.outcomes or 'goes on'} after {state.turns} turns")
    lines.append(str(state.position()))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", library.names())
def test_the_game_is_played_as_before(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    played = playthrough(name)
    if os.environ.get("GDL_GOLDEN") == "write":
        file.write_text(played, encoding="utf-8")
    assert played == file.read_text(encoding="utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(library.names())
