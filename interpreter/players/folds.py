"""By which symmetries the solver takes positions for one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.errors import PlayerError
from interpreter.game.state import State
from interpreter.native.record import packing
from interpreter.players.symmetries.folding import Folding, Unfolded, folding
from interpreter.players.symmetries.images import Imaging
from interpreter.players.symmetries.proven import proven
from interpreter.players.symmetries.symmetry import Symmetry, identity

if TYPE_CHECKING:
    from interpreter.native.compiled import Compiled
    from interpreter.native.host.code_cache import Ready
    from interpreter.native.host.instance import Instance


@dataclass(frozen=True)
class Folds:
    """A group of symmetries, and what the compiled rules need to know of it."""

    group: tuple[Symmetry, ...] = ()
    tables: Folding | None = None
    is_counted: bool = True
    """Whether it is known how many positions there are without them: where the first position is its own image, what
    follows from it is, too."""

    @staticmethod
    def of(state: State, compiled: Compiled | Ready, forgotten: frozenset[str]) -> Folds:
        """The symmetries to solve a state with: those that leave it as it is, if it is a game's beginning and there are
        some; otherwise all."""
        fixed, group = _groups(state, forgotten)
        begins = state.ply == 0 and state == state.game.start()
        used = fixed if begins and len(fixed) > 1 else group
        return Folds.by(compiled, used, forgotten, set(used) <= set(fixed))

    @staticmethod
    def by(
        compiled: Compiled | Ready, group: Sequence[Symmetry], forgotten: frozenset[str], is_counted: bool = False
    ) -> Folds:
        """A group that is given."""
        runs = packing.runs(compiled.record, compiled.graph, forgotten)
        try:
            tables = folding(compiled.record, compiled.graph, runs, group)
        except Unfolded:
            tables = None
        if tables is None:
            return Folds()
        return Folds(tuple(group), tables, is_counted)

    def put(self, instance: Instance) -> None:
        """Tell the compiled rules; before they begin to solve."""
        if self.tables is None:
            return
        held, places = self.tables.bytes(), len(self.tables.places)
        at = instance.call("solve_fold", len(self.tables.symmetries), len(self.tables.parts), self.tables.entries,
                           places + -places % 8, len(self.tables.sorts))  # fmt: skip
        if at == 0:
            raise PlayerError("there is no memory for the symmetries of the rules")
        instance.write(at, held)


def _groups(state: State, forgotten: frozenset[str]) -> tuple[list[Symmetry], list[Symmetry]]:
    """The symmetries that leave a state as it is, and all that may be used: where the past matters, none."""
    model, machine = state.game.model, state.game.machine
    if model.repeats and packing.PAST not in forgotten:
        return [identity(model)], [identity(model)]
    group = [s for s in proven(model) if len(model.players) == 2 or not s.exchanges]
    stop, first = state._stop, machine.layout.first_past
    fixed = [
        s for s in group
        if Imaging(machine.graph, machine.layout, s).values(stop.values, stop.place)[:first] == stop.values[:first]
    ]  # fmt: skip
    return fixed, group
