"""What a person wishes to play, and how the command line makes a session of it, or says what is wrong with it."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import typer

from cli.languages.saying import tr
from cli.options.arguments import clear_errors
from cli.session.session import Session
from interpreter import Game


@dataclass(frozen=True)
class Wish:
    """A game with its options, seats and seed, as they stand on a command line."""

    game: str
    sets: tuple[str, ...] = ()
    players: int | None = None
    seats: tuple[str, ...] = ()
    seed: int | None = None


@dataclass(frozen=True)
class Makers:
    """What makes games and sessions of wishes; each says on standard error what is wrong, and raises `typer.Exit`."""

    game: Callable[[Wish], Game]
    new: Callable[[Wish], Session]
    resumed: Callable[[Path], Session]
    seats: Callable[[Game], dict[str, str]]
    """Who sits where if nobody says."""


class RefusedError(Exception):
    """It can't be; str() says why, as the command line would."""


@contextlib.contextmanager
def in_words() -> Iterator[None]:
    """What the command line would complain about becomes a RefusedError."""
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said), clear_errors():
            yield
    except typer.Exit:
        raise RefusedError(said.getvalue().strip().removeprefix("gdl: ") or tr("that can't be")) from None


def wish_of(session: Session) -> Wish:
    """The wish that would make such a session again, with other dice."""
    given = session.game.given
    sets = tuple(f"{name}={_written(value)}" for name, value in (given.options if given else ()))
    seats = tuple(f"{player}={kind}" for player, kind in session.seats.items())
    return Wish(session.source, sets, given.players if given else None, seats)


def _written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"{{{', '.join(map(str, value))}}}"
    return str(value)
