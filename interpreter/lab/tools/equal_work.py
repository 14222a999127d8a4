"""Players that get the same work for a decision: instructions are counted, so this follows from the rules alone, and
not from a machine or its load."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property

from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.backend import Halted
from interpreter.native.compile import compile_model
from interpreter.native.compiled import Plan
from interpreter.native.engine import code
from interpreter.native.host.code_cache import Ready
from interpreter.native.host.instance import Instance
from interpreter.native.module.emitter import Unsupported
from interpreter.players.alphabeta import CHOOSING, LEAST_BITS, SAMPLES
from interpreter.players.learnt import UNTAUGHT
from interpreter.players.mcts import Manner
from interpreter.players.taught import TaughtEngine
from interpreter.work.engine import put

ITERATIONS, POSITIONS = 4, 50
"""How much is counted in each state; of iterations the first one alone may be dear, as it makes the root's children."""
DEPTHS = 2


class CountedEngine(TaughtEngine):
    """The game compiled with these kernels, in code that counts its instructions."""

    @cached_property
    def compiled(self) -> Ready:
        """The module; raises PlayerError, which says what can't be compiled."""
        try:
            made = compile_model(self.model, self.jobs)
        except Unsupported as problem:
            raise PlayerError(f"{self.title} can't be compiled, as players that think need it: {problem}") from None
        return Ready(Plan(self.model), made.start, made.work, made.out, code(made.binary, metered=True), metered=True)


def costs(game: Game, kinds: Sequence[str], states: Sequence[State]) -> dict[str, float]:
    """The instructions that each kind takes in these states for an iteration, or `alphabeta` for a position. Kinds that
    take more than anybody could wait for are left out. Raises PlayerError."""
    found, manners = dict[str, float](), {one.player: one for one in Manner}
    for kind in kinds:
        with suppress(Halted):
            if kind in manners:
                taken = _of_iterations(_instance(game, "mcts", manners[kind]), manners[kind], states)
            else:
                taken = _of_positions(_instance(game, kind), states)
            found[kind] = sum(taken) / len(taken)
    return found


def _instance(game: Game, job: str, manner: Manner = Manner.RANDOM) -> Instance:
    return CountedEngine(game, (job, "hints") if job == "mcts" else (job,), UNTAUGHT if manner else "").take()


def _of_iterations(instance: Instance, manner: Manner, states: Sequence[State]) -> list[float]:
    found = []
    for state in states:
        instance.call("mcts_start", put(instance, state), int(manner))
        made = instance.call("mcts", state.ply, ITERATIONS)
        found.append(instance.spent / max(made, 1))
    return found


def _of_positions(instance: Instance, states: Sequence[State]) -> list[float]:
    found = []
    instance.call("alphabeta_start", LEAST_BITS, SAMPLES)
    for state in states:
        spent = positions = 0
        if instance.call("alphabeta_begin", put(instance, state), CHOOSING) > 0:
            for depth in range(1, DEPTHS + 1):
                instance.call("alphabeta", depth, POSITIONS)
                spent += instance.spent
                positions += instance.report(5)[4]
        found.append(spent / max(positions, 1))
    return found
