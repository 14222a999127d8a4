"""Engines whose searches know what states are thought to be worth, if that was learnt."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from interpreter.errors import PlayerError
from interpreter.game.rules import Rules
from interpreter.game.yaml_files import at_home
from interpreter.work.engine import Engine, shared

if TYPE_CHECKING:
    from gdl.model.model import Model
    from interpreter.native.host.instance import Instance
    from interpreter.players.endgame import Table
    from interpreter.players.learning.weights import Weights

UNTAUGHT = "none"
"""In place of a file of weights: play without any."""
KEPT = 16
"""Files that have come from elsewhere, of which a process keeps the last ones."""
_arrived: OrderedDict[str, bytes] = OrderedDict()
_usual: WeakKeyDictionary[Rules, str] = WeakKeyDictionary()
_lock = Lock()


class TaughtEngine(Engine):
    """An engine with weights: those of the file `source`, those that are found for the rules (""), or none. With a
    table of solved positions, which its searches look up, it leaves out of them what the table leaves out."""

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

    def _made(self) -> Instance:
        instance = super()._made()
        if instance.has("weights_at") and self.weights is not None:  # who asks for nothing isn't told of damaged files
            from interpreter.players.learning.placing import place  # as above

            place(instance, self.weights)
        if self.table is not None:
            self.table.put(instance)
        return instance


def weights_of(model: Model, source: str = "") -> Weights | None:
    """What values were learnt with: those of the file `source`, those that are found for the rules (""), or none;
    raises PlayerError where that can't be used."""
    if source == UNTAUGHT or len(model.players) > 2 or model.unites:
        return None
    from interpreter.players.learning import weights  # a first board needs nothing of what learns

    try:
        if (content := _arrived.get(source)) is not None:
            return weights.decoded(Path(source), content, model)
        return weights.read(at_home(source), model) if source else weights.of_rules(model)
    except weights.WeightsError as problem:
        raise PlayerError(str(problem)) from None


def taught(game: Rules, *jobs: str, source: str = "", table: Table | None = None) -> TaughtEngine:
    """The game compiled with these kernels, once for all who need it.

    `source`: a file with what values were learnt with; "" for that which is found for the rules, or UNTAUGHT.
    `table`: of solved positions.
    """
    source = source or _usual.get(game, "")
    of_table = () if table is None else (str(table.path),)
    return shared(game, ("taught", source, *jobs, *of_table), lambda: TaughtEngine(game, jobs, source, table))


def keep(content: bytes) -> str:
    """Keep a file of values that has come from another machine; gives what names it here, in place of a file."""
    name = f"{hashlib.sha256(content).hexdigest()}.weights"
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
