"""Games that go on from elsewhere: a text that somebody opens where games begin, as plies and a position to keep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cli.web.serve.kept import Ply
from interpreter import Game, GameError
from interpreter.bridges.formats import texts
from interpreter.game import records

LONGEST = 64_000
"""Characters of a text that is opened: a thread plays it, while others wait."""
MOST_PLIES = 1_000


class NotOpened(GameError):
    """A text that no game can go on from; str() says why."""


@dataclass(frozen=True)
class Opened:
    """What was played already, and where it began, if not as the rules say."""

    plies: tuple[Ply, ...] = ()
    start: Mapping[str, Any] | None = None


def opened(game: Game, text: str) -> Opened:
    """The game of a text by these rules, to be played on. Raises GameError."""
    if not text.strip():
        return Opened()
    if game.model.hides:
        raise NotOpened("where players hide something, a game can't begin elsewhere: who opens it would know too much")
    if len(text) > LONGEST:
        raise NotOpened(f"a game that is opened here has at most {LONGEST:,} characters")
    record, _ = texts.read(game, text, most=MOST_PLIES)
    if sum(map(len, record.turns)) > MOST_PLIES:
        raise NotOpened(f"a game that is opened here has at most {MOST_PLIES:,} moves")
    state = records.start(game, record)
    start = record.start
    if start is None and state != game.start(seed=0):
        start = state.position()  # what was dealt then is dealt
    plies = []
    for turn in record.turns:
        for said in turn:
            if state.is_over:
                raise NotOpened(f"`{said[:40]}`: the game is over before")
            move = state.parse(said)
            option = next(i for i, way in enumerate(state.ways) if way == move)
            plies.append(Ply(option, move.text))
            state = state.play(move)
    if state.is_over:
        raise NotOpened("the game is over there already")
    return Opened(tuple(plies), start)
