"""Engines whose searches know what states are thought to be worth, or how good options look, if that was learnt."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.game.rules import Rules
from interpreter.players.learnt import policy_of, usual, weights_of
from interpreter.work.engine import Engine, shared

if TYPE_CHECKING:
    from interpreter.native.compiled import Compiled
    from interpreter.native.host.code_cache import Ready
    from interpreter.native.host.instance import Instance
    from interpreter.players.endgame import Table
    from interpreter.players.learning.policy import Policy
    from interpreter.players.learning.weights import Weights

FOLLOWS, HOLDS_POLICY = "mcts", "policy"
"""The job whose random games can follow a policy, and the one that holds it."""


class TaughtEngine(Engine):
    """An engine with weights, or else with a policy: those of the file `source`, those that are found for the rules
    (""), or none. With a table of solved positions, which its searches look up, it leaves out of them what the table
    leaves out."""

    def __init__(self, game: Rules, jobs: tuple[str, ...], source: str = "", table: Table | None = None) -> None:
        if table is None:
            super().__init__(game, jobs)
        else:
            super().__init__(game, ("endgame", *jobs), table.forgotten)  # first, for it gives the others what looks up
        self.source, self.table = source, table

    @cached_property
    def weights(self) -> Weights | None:
        """What values were learnt with; raises PlayerError where that can't be used."""
        return weights_of(self.model, self.source)

    @cached_property
    def policy(self) -> Policy | None:
        """How good options look, for searches that would go by random games; raises PlayerError as `weights` does."""
        return policy_of(self.model, self.source) if FOLLOWS in self.jobs and self.weights is None else None

    @cached_property
    def compiled(self) -> Compiled | Ready:
        """The module, with room for a policy if there is one."""
        if self.policy is not None:
            self.jobs += (HOLDS_POLICY,)
        return super().compiled

    def _made(self, code: Compiled | Ready | None = None) -> Instance:
        instance = super()._made(code)
        if instance.has("weights_at") and self.weights is not None:  # who asks for nothing isn't told of damaged files
            from interpreter.players.learning.placing import place  # as above

            place(instance, self.weights)
        if self.policy is not None:
            self.policy.place(instance)
        if self.table is not None:
            self.table.put(instance)
        return instance


def taught(game: Rules, *jobs: str, source: str = "", table: Table | None = None) -> TaughtEngine:
    """The game compiled with these kernels, once for all who need it.

    `source`: a file with what values were learnt with; "" for that which is found for the rules, or UNTAUGHT.
    `table`: of solved positions.
    """
    source = source or usual(game)
    of_table = () if table is None else (str(table.path),)
    return shared(game, ("taught", source, *jobs, *of_table), lambda: TaughtEngine(game, jobs, source, table))
