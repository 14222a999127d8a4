"""How moves are written, by example: one of each look."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.errors import GameError
from interpreter.graph.chance import Chance

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.moves import Move

PLIES = 60
"""Examples come from this many plies of a random game …"""
ENOUGH = 8
"""… until there is this number of examples …"""
MANY = 20_000
"""… or this number of moves has been looked at."""
_NUMBER = re.compile(r"\d+")


def listed(moves: Iterable[Move]) -> list[Move]:
    """The moves as people look for them: `a2` before `a10`, and that before `b1`; their numbers go by this order."""
    return sorted(moves, key=lambda move: natural(move.text))


def natural(text: str) -> list[tuple[bool, int, str]]:
    """A text as it is sorted, numbers in it by their size and before letters."""
    parts = re.findall(r"[0-9]+|[^0-9]+", text)
    return [
        (False, len(digits := part.lstrip("0")), digits) if part[0] in "0123456789" else (True, 0, part)
        for part in parts
    ]


def of_moves(moves: Iterable[Move]) -> dict[str, str]:
    """A move of each look, by the look: `a1`, `a1-b2`, `a1xb2` and `pass` are four of them."""
    looks: dict[str, str] = {}
    for move in listed(moves):
        looks.setdefault(look(move, move.text), move.text)
    return looks


def look(move: Move, text: str) -> str:
    """A text of the move with its sites, numbers and other choices standing for any."""
    chosen = sorted(filter(None, move.values), key=len, reverse=True)
    found, at = "", 0
    while at < len(text):
        number = _NUMBER.match(text, at)
        held = next((one for one in chosen if text.startswith(one, at)), number[0] if number else "")
        found += "·" if held else text[at]
        at += len(held) or 1
    return found


@lru_cache(maxsize=8)
def of_game(game: Game) -> tuple[str, ...]:
    """Moves of the looks that a game begins with, and of those that come about when it is played at random."""
    found: dict[str, str] = {}
    state, chance, seen = game.start(), Chance(1), 0
    try:
        for ply in range(PLIES):
            if state.is_over or len(found) >= ENOUGH or seen >= MANY:
                break
            if not state.is_chance:
                seen += len(state.moves)
                for form, text in of_moves(state.moves).items():
                    found.setdefault(form, text)
            state = state.play(state.draw(chance, ply))
    except GameError:  # examples are all that is wanted
        pass
    return tuple(found.values())[:ENOUGH]
