"""Players: what chooses moves in place of a person. See `player` for the interface, `specs` for their names."""

from interpreter.players.analysis import Analysis, Option, Prospect
from interpreter.players.player import Player, Seat, Uniform
from interpreter.players.specs import make, maker

__all__ = ["Analysis", "Option", "Player", "Prospect", "Seat", "Uniform", "make", "maker"]
