"""What OpenSpiel's observers tell: a player's view of a state, or all that the player has seen on the way to it."""

from __future__ import annotations

from typing import Any

import numpy as np

from interpreter.adapters.nodes import Node, Tree, lines_of
from interpreter.adapters.recall import Recall
from interpreter.spaces.tensors import TensorSpace

MOST_RECALLED = 100_000
"""Numbers of a tensor of all that was seen; where there would be more, there is none."""


def recalls(tree: Tree) -> bool:
    """Whether there is a tensor of all that was seen."""
    return tree.bounds.sure and Recall(tree, TensorSpace(tree.game)).size <= MOST_RECALLED


class Observer:
    """An observer as OpenSpiel wants it: `tensor`, its parts by name in `dict`, and a text."""

    def __init__(self, tree: Tree, type_: Any, params: Any) -> None:
        if params:
            raise ValueError(f"these observers have no parameters, but {params} was given")
        if type_ is not None and "SINGLE_PLAYER" not in str(type_.private_info):
            raise ValueError("these observers tell what one player sees: private_info=SINGLE_PLAYER")
        self.tree, self.space = tree, TensorSpace(tree.game)
        self.perfect_recall = type_ is not None and type_.perfect_recall
        self.recall = Recall(tree, self.space) if self.perfect_recall and recalls(tree) else None
        shapes: dict[str, tuple[int, ...]] = {"player": (len(tree.players),)}
        if self.recall:
            shapes["seen"] = self.recall.shape
        elif not self.perfect_recall:
            shapes = {"planes": (len(self.space.planes), self.space.sites), "facts": (len(self.space.facts),)}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player sees, or has seen, into the tensor."""
        if not self.perfect_recall:
            self.tensor[:] = self.space.tensor(state.node.state.view(self.tree.game.players[player]))
            return
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if self.recall:
            self.recall.fill(state.node, player, self.dict["seen"])

    def string_from(self, state: Any, player: int) -> str:
        """The same as a text."""
        viewer, node = self.tree.game.players[player], state.node
        if not self.perfect_recall:
            return "\n".join([f"{viewer} sees", *lines_of(node.state.view(viewer).position())])
        if not self.tree.hides:
            return f"{viewer}: {', '.join(str(number) for link in node.links for _, number in link.moves)}"
        return told(node, viewer)


def told(node: Node, viewer: str) -> str:
    """What a player has observed, as a text: first in words, then as the key of the information state."""
    state, last = node.state, ""
    if node.joint is not None and viewer in node.joint.asked:
        state = node.joint.asked[viewer]
    elif node.joint is not None and viewer in node.joint.taken:
        state, move = node.joint.taken[viewer]
        last = f", then {move.text}"
    seen = [f"{o.who or 'chance'} {'?' if o.text is None else o.text}" for o in state.observations(viewer)]
    return f"{viewer}: {', '.join(seen)}{last} #{state.information(viewer):032x}"
