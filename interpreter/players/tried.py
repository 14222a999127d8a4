"""Opponents that a short trial has found on this machine, for rulesets that nobody has measured.

A host that lets people play asks for the trial (`interpreter.lab.opponent_trial`), or for what was kept of an earlier
one, and notes the opponent. Nobody else does: in programs and in `gdl match` the rules alone say who the opponent is.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from contextlib import suppress

from gdl import cache
from interpreter.game.game import Game
from interpreter.players import learnt
from interpreter.players.learnt import make_usual
from interpreter.players.measured import can_play

TIME = "1s"
"""The time that such an opponent has for a turn."""
CHAMPION = "mcts"
CHALLENGERS = ("careful", "greedy", "rave", "alphabeta")
"""Who meets `mcts` in a trial."""
VERSION = 2
"""Goes up when players have changed so much that earlier results say little."""
KEPT = 500
"""So many results are kept; the oldest go first."""
_noted: dict[str, str] = {}


def tried(game: Game) -> str | None:
    """The opponent that was noted in this process for these rules."""
    return _noted.get(game.hash)


def note(game: Game, kind: str) -> None:
    """From now on, this kind is the opponent if the rules name none and nobody has measured one."""
    _noted[game.hash] = f"{kind}:{TIME}"


def kept(game: Game) -> str | None:
    """The kind that an earlier trial has found for these rules. A broken file is as good as none."""
    with suppress(ValueError, AttributeError):
        held = json.loads(cache.kept(_file(game)) or b"null")
        kind, values = held.get("kind"), b64decode(held.get("values", ""), validate=True)
        if kind in (CHAMPION, *CHALLENGERS) and can_play(kind, game, has_changed=False):
            go_by(game, values)
            return str(kind)
    return None


def go_by(game: Game, values: bytes) -> None:
    """From now on, players of this game go by these values, a file's content, unless they name others; b"": none."""
    if values:
        make_usual(game, learnt.keep(values))


def keep(game: Game, kind: str, values: bytes = b"") -> None:
    """Keep the result of a trial for the next time; `values`: what players are to go by, a file's content."""
    held = {"kind": kind, "values": b64encode(values).decode()}
    cache.keep(_file(game), json.dumps(held).encode(), KEPT)


def forget(game: Game) -> None:
    """Something was learnt for these rules: the next time there is a new trial."""
    _noted.pop(game.hash, None)
    if cache.kept(_file(game)):
        cache.keep(_file(game), b"", KEPT)


def _file(game: Game) -> str:
    return f"{game.hash[:40]}-{VERSION}.opponent"
