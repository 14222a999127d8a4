"""Engines whose searches know what states are thought to be worth, or how good options look, if that was learnt."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.errors import PlayerError
from interpreter.game.rules import Rules
from interpreter.game.yaml_files import at_home
from interpreter.work.engine import Engine, shared

if TYPE_CHECKING:
    from gdl.model.model import Model
    from interpreter.native.compiled import Compiled
    from interpreter.native.host.code_cache import Ready
    from interpreter.native.host.instance import Instance
    from interpreter.players.learning.policy import Policy
    from interpreter.players.learning.weights import Weights

UNTAUGHT = "none"
"""In place of a file of weights, or of a policy: play without any."""
POLICY = ".policy"
"""How the name of a policy's file ends."""
FOLLOWS, HOLDS_POLICY = "mcts", "policy"
"""The job whose random games can follow a policy, and the one that holds it."""


class TaughtEngine(Engine):
    """An engine with weights, or else with a policy: those of the file `source`, those that are found for the rules
    (""), or none."""

    def __init__(self, game: Rules, jobs: tuple[str, ...], source: str = "") -> None:
        super().__init__(game, jobs)
        self.source = source

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

    def _made(self) -> Instance:
        instance = super()._made()
        if instance.has("weights_at") and self.weights is not None:  # who asks for nothing isn't told of damaged files
            from interpreter.players.learning.placing import place  # as above

            place(instance, self.weights)
        if self.policy is not None:
            from interpreter.players.learning import policy  # as above

            policy.place(instance, self.policy)
        return instance


def weights_of(model: Model, source: str = "") -> Weights | None:
    """What values were learnt with: those of the file `source`, those that are found for the rules (""), or none;
    raises PlayerError where that can't be used."""
    if source == UNTAUGHT or source.endswith(POLICY) or len(model.players) > 2 or model.unites:
        return None
    from interpreter.players.learning import weights  # a first board needs nothing of what learns

    try:
        return weights.read(at_home(source), model) if source else weights.of_rules(model)
    except weights.WeightsError as problem:
        raise PlayerError(str(problem)) from None


def policy_of(model: Model, source: str) -> Policy | None:
    """How good options look: by the file `source`, by what is found for the rules (""), or None; raises PlayerError
    where that can't be used."""
    if model.hides or (source and not source.endswith(POLICY)):
        return None
    from interpreter.players.learning import policy  # as above

    try:
        return policy.read(at_home(source), model) if source else policy.of_rules(model)
    except policy.PolicyError as problem:
        raise PlayerError(str(problem)) from None


def taught(game: Rules, *jobs: str, source: str = "") -> TaughtEngine:
    """The game compiled with these kernels, once for all who need it.

    `source`: a file with what values were learnt with; "" for that which is found for the rules, or UNTAUGHT.
    """
    return shared(game, ("taught", source, *jobs), lambda: TaughtEngine(game, jobs, source))
