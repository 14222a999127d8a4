"""Rules that break in play: a number gets less than it may be."""

from __future__ import annotations

BREAKING = """game "Broken"
players A, B
board grid(3, 3)
pieces disc of player
game has left: 0..3 = 3
turn
  choose s in empty
  put disc of me on s
  left -= 1
end
  draw if no empty
"""
