"""Symmetries of games, found from their rules: what boards turned, mirrored, seen by another player leave as it is."""

from interpreter.players.symmetries.apparent import apparent
from interpreter.players.symmetries.proven import proven
from interpreter.players.symmetries.symmetry import Symmetry

__all__ = ["Symmetry", "apparent", "proven"]
