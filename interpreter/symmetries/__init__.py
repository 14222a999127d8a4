"""Symmetries of games, found from their rules: what a board turned, mirrored, or seen by another player leaves as it is."""

from interpreter.symmetries.apparent import apparent
from interpreter.symmetries.proven import proven
from interpreter.symmetries.symmetry import Symmetry

__all__ = ["Symmetry", "apparent", "proven"]
