"""What `regret.py` knows of a player: for each part the place of the word that says where it lies."""

from __future__ import annotations

SIDE = 128
"""Bytes of a player's words."""
SETS, SEQUENCES = 0, 8
PARENTS, FIRSTS = 16, 24
"""For each set: the sequence that leads to it, and its first sequence, one for each option; four bytes each."""
ROWS, COLUMNS, WEIGHTS = 32, 40, 48
"""The matrix, row by row: where each row begins; the other's sequences, and what that comes to."""
STRATEGY, REGRETS, AVERAGE, PLAN, GAINS = 56, 64, 72, 80, 88
"""For each sequence: how likely its option is taken now; what is regretted; the sum of plans, the later the more; the
plan; and what is to be had."""
SIZES = 96
"""For each sequence what is to be had if all amounts counted alike, won or lost: rounding is measured by it."""
JUDGED, JUDGED_PLAN = 104, 112
"""The strategy that is judged, and its plan."""
