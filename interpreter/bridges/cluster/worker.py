"""What a worker of a cluster does: one task after another, each rules compiled once a process."""

from __future__ import annotations

import pickle
from collections import OrderedDict
from threading import Lock, local
from typing import Any

from interpreter.bridges.cluster.parcel import packed, unpacked, unpacked_game
from interpreter.bridges.cluster.program import fingerprint
from interpreter.errors import GameError
from interpreter.game.game import Game
from interpreter.graph.backend import TooManyError
from interpreter.work.chunks import twin

KEPT = 16
"""Games that a process, and each of its threads, keeps."""

_lock = Lock()
_shared: OrderedDict[str, Game] = OrderedDict()
_own = local()


class OtherProgramError(GameError):
    """A worker runs another version of this program."""


def do(program: str, name: str, content: bytes, call: bytes) -> bytes:
    """Do a task: the program that asks, the game's name and the game, and the packed function with its task.

    Gives the packed result, or the error of ours that the function raised.
    """
    if program != fingerprint():
        raise OtherProgramError(f"its files have the hash {fingerprint()}, those of who asks {program}")
    game = _game(name, content)
    work, task = unpacked(call, game)
    try:
        result: tuple[str, Any] = ("done", work(game, task))
    except (GameError, TooManyError) as problem:
        result = ("failed", problem)
    try:
        return packed(result, game)
    except GameError:
        return pickle.dumps(("failed", GameError(f"what `{work.__name__}` gives can't travel: {type(result[1])}")))


def _game(name: str, content: bytes) -> Game:
    """This thread's game of this name; the rules are compiled by who comes first."""
    own: OrderedDict[str, Game] = _own.__dict__.setdefault("games", OrderedDict())
    found = own.get(name)
    if found is None:
        with _lock:
            first = _shared.get(name) or unpacked_game(content)
            first.turns_to_c = first.backend == "auto"
            assert first.native is not None or first.not_compiled
            _keep(_shared, name, first)
        found = twin(first)
    _keep(own, name, found)
    return found


def _keep(games: OrderedDict[str, Game], name: str, game: Game) -> None:
    games[name] = game
    games.move_to_end(name)
    while len(games) > KEPT:
        games.popitem(last=False)
