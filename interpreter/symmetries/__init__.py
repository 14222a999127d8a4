"""Symmetries of games, found from their rules: what boards turned, mirrored, seen by another player leave as it is."""

from interpreter.symmetries.apparent import apparent
from interpreter.symmetries.proven import proven
from interpreter.symmetries.symmetry import Symmetry

__all__ = ["Symmetry", "apparent", "proven"]
