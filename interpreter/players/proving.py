"""Wins in sight, proved before a player searches as usual, and played to their end."""

from __future__ import annotations

import struct
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.graph.backend import Halted
from interpreter.graph.graph import Ask, Graph
from interpreter.work.engine import put
from interpreter.work.slices import Slices

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance

NODE = struct.Struct("<IIIHHIHBB")
"""As `kernels/proving.py` lays them out: proof, disproof, children, how many, plies, parent, option, whose turn."""
PROVED, REFUTED = 1, 2
SHARE = 0.05
"""The part of the work that looks for a win that can be proved."""
GAME = 16
"""So many positions are less work than a random game, or the values of a position's options."""
PER_SECOND = 500_000
"""So many positions are looked at in a second at most."""
MOST_OPTIONS = 1_000
"""Room for the options of the last position."""
MOST_KEPT = 20_000
"""Positions of a proof that are kept."""


def can_prove(game: Game) -> bool:
    """Whether wins can be proved: for two players who play against each other without chance, for no payments."""
    model = game.model
    if len(game.players) != 2 or model.pays or model.unites or model.is_common or model.hides:
        return False
    return not any(isinstance(node, Ask) and node.is_roll for node in Graph(model).nodes)


@dataclass
class Won:
    """A position of a proof: for each option that it goes into where that leads. Where the winner is to move there is
    one."""

    after: dict[int, Won] = field(default_factory=dict)


@dataclass
class Proof:
    """The win that was proved last, and where the game stands in it."""

    state: State | None = None
    won: Won | None = None
    positions: int = 0
    """How many positions the last search has looked at."""

    def told(self, step: Step) -> None:
        """Follow the game."""
        if self.won is None or self.state is None:
            return
        known = self.won.after.get(step.before.ways.index(step.move)) if step.before == self.state else None
        self.state, self.won = (step.after, known) if known is not None else (None, None)

    def move(self, state: State) -> Move | None:
        """The move that goes on with it; None if there is none."""
        if self.won is None or self.state != state or len(self.won.after) != 1:
            return None
        return state.moves[next(iter(self.won.after))]

    def soon(self, instance: Instance, state: State, work: int, seconds: float) -> Move | None:
        """A move that surely wins, if that is proved with a small share of the work, in positions, or of the time."""
        until = time.perf_counter() + seconds * SHARE
        most = int((work or seconds * PER_SECOND) * SHARE)
        self.search(instance, state, most, until if seconds else None)
        return self.move(state)

    def search(self, instance: Instance, state: State, positions: int, until: float | None = None) -> int:
        """Look for a win in so many positions: PROVED, REFUTED – there is none –, or 0."""
        self.state, self.won, self.positions = None, None, 0
        if instance.call("prove_begin", put(instance, state), positions + MOST_OPTIONS) < 0:
            return 0
        status, slices = 0, Slices()
        try:
            while status == 0 and self.positions < positions and (until is None or time.perf_counter() < until):
                began, wanted = time.perf_counter(), min(slices.count, positions - self.positions)
                status = instance.call("prove", wanted)
                looked, _, _, _, tree, count = instance.report(6)
                self.positions += looked
                slices.took(time.perf_counter() - began, wanted)
            if status == PROVED:
                self.state, self.won = state, _read(instance.read(tree, NODE.size * count), tree)
            instance.call("prove_end")
        except Halted:  # more work than anybody could wait for
            return 0
        return max(status, 0)


def _read(held: bytes, base: int) -> Won:
    """The proof in a tree that was searched: of the winner's moves that to the nearest end."""
    root = Won()
    waiting, kept = [(0, root)], 0
    while waiting and kept < MOST_KEPT:
        at, won = waiting.pop()
        kept += 1
        _, _, first, count, plies, _, _, ours, _ = NODE.unpack_from(held, at)
        if not first:
            continue  # an end, or in a table
        for number in range(count):
            child = 8 * first - base + NODE.size * number
            proof, _, _, _, more, _, _, _, _ = NODE.unpack_from(held, child)
            if proof == 0 and (not ours or more + 1 == plies):
                won.after[number] = Won()
                waiting.append((child, won.after[number]))
                if ours:
                    break
    return root
