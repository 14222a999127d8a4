"""Who can take a seat: people, and players by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.languages.saying import later, tr
from interpreter.errors import PlayerError
from interpreter.players.levels import LEVELS
from interpreter.players.specs import KINDS, LEVEL, RANDOM, Spec, by_name, opponent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter import Game

HUMAN = "human"
"""A person at the keyboard. All others are names of `interpreter.players.specs`."""


CHARACTERS = (
    later("a beginner"), later("has played a little"), later("plays now and then"), later("new in a club"),
    later("a club player"), later("a good club player"), later("almost its best"), later("its best"),
)  # fmt: skip
"""How strong each level is, the weakest first."""


def levels() -> list[str]:
    """The computer's levels, the weakest first."""
    return [f"{LEVEL}:{number}" for number in range(1, LEVELS + 1)]


def kinds() -> list[str]:
    """Examples of all kinds."""
    return [HUMAN, *(example for kind in KINDS.values() for example in kind.examples)]


def is_foreign(kind: str) -> bool:
    """Whether this player runs code from elsewhere: a Python file, or a program."""
    spec = Spec.of(kind)
    return spec.is_python or spec.is_program


def in_words(game: Game, seats: Mapping[str, str]) -> dict[str, str]:
    """The seats in words: `you`, `computer, level 5`; if there are several people, `people`."""
    people = sum(kind == HUMAN for kind in seats.values())
    me = tr("you") if people == 1 else tr("people")
    return {player: me if kind == HUMAN else computer(game, kind) for player, kind in seats.items()}


def computer(game: Game, kind: str) -> str:
    """A computer's player in words. The game's opponent has the words of the last level."""
    spec = Spec.of(kind)
    if is_foreign(kind):
        return tr("program {name}", name=by_name(kind))
    if kind == RANDOM:
        return tr("computer, at random")
    if spec.kind == LEVEL:
        level, _, clock = spec.argument.partition(":")
        if clock:
            return tr("computer, level {level}, clock {clock}", level=level, clock=clock)
        return tr("computer, level {level}", level=level)
    if _is_opponent(game, kind):
        return tr("computer, level {level}", level=LEVELS)
    return tr("computer, {name}", name=by_name(kind))


def _is_opponent(game: Game, kind: str) -> bool:
    try:
        return opponent(game) == kind
    except PlayerError:  # the rules name one that there isn't
        return False
