"""What symmetries make of features."""

from __future__ import annotations

from typing import Any

from interpreter.native.compiled import Plan
from interpreter.native.record.record import HEIGHTS
from interpreter.players.learning.features import Atom
from interpreter.players.learning.patterns import Sites
from interpreter.players.symmetries import Symmetry
from interpreter.players.symmetries.images import Imaging


class FeatureImages:
    """What a symmetry makes of each atom."""

    def __init__(self, plan: Plan, symmetry: Symmetry) -> None:
        model, layout = plan.model, plan.layout
        self._imaging = Imaging(plan.graph, layout, symmetry)
        self.sites: Sites = ()
        if model.board:
            self.sites = self._imaging.permutation(model.board) or tuple(range(len(model.board)))
        self._bases: dict[Any, tuple[tuple[Any, ...], Any]] = {"place": ((), None)}
        for slot in layout.piece_slots if model.board else ():
            self._bases[slot] = ((), model.board)
        for name in (layout.numbers, HEIGHTS):
            self._bases[name] = ((model.board,), None)
        for variable, slot in layout.slot.items():
            self._bases[slot] = (variable.dimensions, variable.type.base)

    def slot(self, slot: Any) -> Any:
        """The slot that its image goes to."""
        return self._imaging.slot(slot) if isinstance(slot, int) else slot

    def atom(self, atom: Atom) -> Atom:
        """The atom that is there in the image of a state if this one is there in the state."""
        slot, of, value = atom
        dimensions, base = self._bases[slot]
        of = tuple(self._image(d, i) for d, i in zip(dimensions, of, strict=True))
        return self.slot(slot), of, self._image(base, value)

    def _image(self, base: Any, index: int) -> int:
        permutation = self._imaging.permutation(base)
        return permutation[index] if permutation and 0 <= index < len(permutation) else index
