"""Engines whose searches know what states are thought to be worth, or how good options look, if that was learnt."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from functools import cached_property
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from interpreter.errors import PlayerError
from interpreter.game.rules import Rules
from interpreter.game.yaml_files import at_home
from interpreter.work.engine import Engine, shared

if TYPE_CHECKING:
    from gdl.model.model import Model
    from interpreter.native.compiled import Compiled
    from interpreter.native.host.code_cache import Ready
    from interpreter.native.host.instance import Instance
    from interpreter.players.endgame import Table
    from interpreter.players.learning.policy import Policy
    from interpreter.players.learning.weights import Weights

UNTAUGHT = "none"
"""In place of a file of weights, or of a policy: play without any."""
POLICY = ".policy"
"""How the name of a policy's file ends."""
FOLLOWS, HOLDS_POLICY = "mcts", "policy"
"""The job whose random games can follow a policy, and the one that holds it."""
KEPT = 16
"""Files that have come from elsewhere, of which a process keeps the last ones."""
_arrived: OrderedDict[str, bytes] = OrderedDict()
_usual: WeakKeyDictionary[Rules, str] = WeakKeyDictionary()
_lock = Lock()


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

    def _made(self) -> Instance:
        instance = super()._made()
        if instance.has("weights_at") and self.weights is not None:  # who asks for nothing isn't told of damaged files
            from interpreter.players.learning.placing import place  # as above

            place(instance, self.weights)
        if self.policy is not None:
            self.policy.place(instance)
        if self.table is not None:
            self.table.put(instance)
        return instance


def weights_of(model: Model, source: str = "") -> Weights | None:
    """What values were learnt with: those of the file `source`, those that are found for the rules (""), or none;
    raises PlayerError where that can't be used."""
    if source == UNTAUGHT or source.endswith(POLICY) or len(model.players) > 2 or model.unites:
        return None
    weights, _ = _files()
    found: Weights | None
    try:
        if (content := _arrived.get(source)) is not None:
            found = weights.decoded(Path(source), content, model)
        else:
            found = weights.read(at_home(source), model) if source else weights.of_rules(model)
        return found
    except weights.WeightsError as problem:
        raise PlayerError(str(problem)) from None


def policy_of(model: Model, source: str) -> Policy | None:
    """How good options look: by the file `source`, by what is found for the rules (""), or None; raises PlayerError
    where that can't be used."""
    if model.hides or (source and not source.endswith(POLICY)):
        return None
    _, policy = _files()
    found: Policy | None
    try:
        if (content := _arrived.get(source)) is not None:
            found = policy.decoded(Path(source), content, model)
        else:
            found = policy.read(at_home(source), model) if source else policy.of_rules(model)
        return found
    except policy.PolicyError as problem:
        raise PlayerError(str(problem)) from None


def _files() -> tuple[ModuleType, ModuleType]:
    """What reads files of values, and of policies."""
    from interpreter.players.learning import policy, weights  # a first board needs nothing of what learns

    return weights, policy


def file_of_learnt(model: Model, source: str) -> bytes | None:
    """The values, or else the policy, as a file that can travel; None if there is neither. Raises PlayerError."""
    found = weights_of(model, source) or policy_of(model, source)
    return None if found is None else found.encoded()


def taught(game: Rules, *jobs: str, source: str = "", table: Table | None = None) -> TaughtEngine:
    """The game compiled with these kernels, once for all who need it.

    `source`: a file with what values were learnt with; "" for that which is found for the rules, or UNTAUGHT.
    `table`: of solved positions.
    """
    source = source or _usual.get(game, "")
    of_table = () if table is None else (str(table.path),)
    return shared(game, ("taught", source, *jobs, *of_table), lambda: TaughtEngine(game, jobs, source, table))


def keep(content: bytes) -> str:
    """Keep a file of values, or of a policy, that has come from another machine; gives what names it here, in place of
    a file."""
    _, policy = _files()
    ending = POLICY if content.startswith(policy.FORM.magic) else ".weights"
    name = f"{hashlib.sha256(content).hexdigest()}{ending}"
    with _lock:
        _arrived[name] = content
        _arrived.move_to_end(name)
        while len(_arrived) > KEPT:
            _arrived.popitem(last=False)
    return name


def make_usual(game: Rules, source: str) -> None:
    """From now on, players of this game go by these values where they name none."""
    with _lock:
        _usual[game] = source
