"""Play: states, moves and results of any ruleset. Knows nothing of screens."""

from interpreter.game.errors import (
    Ambiguous,
    GameError,
    LoadError,
    MoveError,
    NotAMove,
    NotLegal,
    PlayerError,
    PositionError,
    RuleError,
)
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.pieces import Piece
from interpreter.game.state import State

__all__ = [
    "Ambiguous",
    "Game",
    "GameError",
    "LoadError",
    "Move",
    "MoveError",
    "NotAMove",
    "NotLegal",
    "Piece",
    "PlayerError",
    "PositionError",
    "RuleError",
    "State",
]
