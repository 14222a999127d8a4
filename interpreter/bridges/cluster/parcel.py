"""What travels: a game as its rulesets' text, a task or a result as plain data, and never a function's code.

A task may hold states, which hold their game: where it arrives they hold the game that is there. Functions and classes
travel by name, so what isn't part of this program, or of a module that both sides have, doesn't travel at all.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Callable
from typing import Any

from interpreter.errors import GameError
from interpreter.game.game import Game

_GAME = "the game"


def packed_game(game: Game) -> tuple[str, bytes]:
    """A game, and what names it: its rules, options and what plays it."""
    content = pickle.dumps(game)
    return hashlib.sha256(content).hexdigest()[:16], content


def unpacked_game(content: bytes) -> Game:
    """The game that was packed; raises LoadError."""
    game: Game = pickle.loads(content)  # noqa: S301 - who can reach a Dask worker can run anything there anyway
    return game


def packed(value: Any, game: Game) -> bytes:
    """Plain data of this game; raises GameError for what can't travel."""
    written = io.BytesIO()
    try:
        _Packer(written, game).dump(value)
    except (pickle.PicklingError, AttributeError, TypeError) as problem:
        raise GameError(f"this can't travel to a cluster: {problem}") from None
    return written.getvalue()


def unpacked(content: bytes, game: Game) -> Any:
    """The same, of the game that is here."""
    return _Unpacker(io.BytesIO(content), game).load()


def named(work: Callable[..., Any]) -> Callable[..., Any]:
    """The function itself, if others find it by its name; raises GameError."""
    if work.__module__ == "__main__" or "<" in work.__qualname__:
        raise GameError(f"`{work.__qualname__}` can't travel to a cluster: workers find functions of modules only")
    return work


class _Packer(pickle.Pickler):
    """Names the game instead of writing it out."""

    def __init__(self, file: io.BytesIO, game: Game) -> None:
        super().__init__(file)
        self._game = game

    def persistent_id(self, value: Any) -> str | None:
        """What stands for the game."""
        if isinstance(value, Game):
            if value is not self._game and value.hash != self._game.hash:
                raise pickle.PicklingError("a state of another game")
            return _GAME
        return None


class _Unpacker(pickle.Unpickler):
    """Puts the game that is here where one is named."""

    def __init__(self, file: io.BytesIO, game: Game) -> None:
        super().__init__(file)
        self._game = game

    def persistent_load(self, name: Any) -> Game:
        """The game that is here."""
        if name != _GAME:
            raise pickle.UnpicklingError(f"unknown reference {name!r}")
        return self._game
