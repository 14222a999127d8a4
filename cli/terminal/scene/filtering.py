"""Which of the legal moves a text means while it is typed: what the list beside the board shows."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from cli.terminal.scene import reading
from interpreter import Move, MoveError, State
from interpreter.game.readings import loose, noughts
from interpreter.game.shortest import listed

LONGEST = 80
"""Characters of a text that may mean a move; what is longer is none, and isn't looked at closely."""

FOLDS: tuple[Callable[[str], str], ...] = (str, noughts, str.casefold, lambda text: loose(text.casefold()))
"""From the strictest to the loosest way to compare; the first in which a text begins any move counts."""


@dataclass(frozen=True)
class Fitting:
    """A move by its number, its text in lists, and the way of writing it that was begun, if that is another."""

    number: int
    text: str
    other: str = ""


def fitting(state: State, moves: Sequence[Move], numbers: Sequence[int], typed: str) -> list[Fitting]:
    """Those of the moves (by their numbers, in this order) that a text means, begins, or else occurs in.

    Case counts if there is any move so; ways in which the ruleset lets people write moves count like its own.
    """

    def of(numbers: Iterable[int]) -> list[Fitting]:
        return [Fitting(number, listed(state, moves[number])) for number in numbers]

    typed = " ".join(typed.split())
    if not typed:
        return of(numbers)
    if len(typed) > LONGEST:
        return []
    for fold in FOLDS:
        if found := [*_begun(state, moves, numbers, fold(typed), fold)]:
            return found
    if (meant := _meant(state, typed)) is not None:
        return of(number for number in numbers if moves[number] == meant)
    folded = typed.casefold()
    return of(number for number in numbers if folded in moves[number].text.casefold())


def begins(moves: Sequence[Move], character: str) -> bool:
    """Whether some move, in some way, is written with this character first."""
    first = (character, noughts(character))
    return any(text.startswith(first) for move in moves for text in (move.text, *move.others))


def _begun(
    state: State, moves: Sequence[Move], numbers: Sequence[int], wanted: str, fold: Callable[[str], str]
) -> Iterator[Fitting]:
    for number in numbers:
        move = moves[number]
        text = listed(state, move)
        if fold(text).startswith(wanted):
            yield Fitting(number, text)
        elif fold(move.text).startswith(wanted):
            yield Fitting(number, text, move.text)
        elif others := [other for other in move.others if fold(other).startswith(wanted)]:
            yield Fitting(number, text, min(others, key=len))


def _meant(state: State, typed: str) -> Move | None:
    """The move that would be played, if Enter were pressed now."""
    with contextlib.suppress(reading.MistypedError, MoveError):
        return reading.read_move(state, typed)[0]
    return None
