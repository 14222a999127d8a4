"""What OpenSpiel's observers tell: what somebody sees of a state, or all that they have seen on the way to it.

Somebody is a player; or, by the kind of observer that is asked for, who only looks on (public information alone), who
sees everything (all players' private information), or a player without what everybody sees.
"""

from __future__ import annotations

from math import prod
from typing import Any, Literal

import numpy as np

from interpreter.bridges.adapters.nodes import Node, Tree, lines_of
from interpreter.bridges.adapters.recall import Recall
from interpreter.game.state import State
from interpreter.game.views import View

MOST_RECALLED = 100_000
"""Numbers of a tensor of all that was seen; where there would be more, there is none."""
SHOWN = ("pieces", "stacks", "unseen", "variables")
"""Parts of a position that follow from what has been observed."""
Eyes = Literal["player", "public", "private", "all"]


def recalls(tree: Tree) -> bool:
    """Whether there is a tensor of all that was seen."""
    return tree.bounds.sure and Recall(tree, tree.tensors).size <= MOST_RECALLED


class Observer:
    """An observer as OpenSpiel wants it: `tensor`, its parts by name in `dict`, and a text."""

    def __init__(self, tree: Tree, type_: Any, params: Any) -> None:
        if params:
            raise ValueError(f"these observers have no parameters, but {params} was given")
        self.tree, self.space, self.eyes = tree, tree.tensors, eyes_of(type_)
        self.perfect_recall = type_ is not None and type_.perfect_recall
        if self.perfect_recall and self.eyes != "player":
            raise ValueError("there are observers with perfect recall for what one player sees, and for nothing else")
        self.recall = Recall(tree, self.space) if self.perfect_recall and recalls(tree) else None
        shapes: dict[str, tuple[int, ...]] = {"player": (len(tree.players),)}
        if self.recall:
            shapes["seen"] = self.recall.shape
        elif not self.perfect_recall:
            shapes = {"planes": (len(self.space.planes), self.space.sites), "facts": (len(self.space.facts),)}
        shapes = {name: shape for name, shape in shapes.items() if prod(shape)}
        self.tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at : at + prod(shape)].reshape(shape)
            at += prod(shape)

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player sees, or has seen, into the tensor."""
        node: Node = state.node
        if not self.perfect_recall:
            if self.eyes == "player":
                self.tensor[:] = node.tensor(player)
            else:
                self.tensor[:] = self._seen(node.state, player)
            return
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if self.recall:
            self.recall.fill(node, player, self.dict["seen"])

    def _seen(self, state: State, player: int) -> Any:
        """The tensor. Public is what those of all players agree on, private what there is besides."""
        if self.eyes == "all":
            return self.space.tensor(self._view(state, player))
        every = np.array([self.space.tensor(state.view(label)) for label in self.tree.players], np.float32)
        public = np.where((every == every[0]).all(axis=0), every[0], 0)
        return public if self.eyes == "public" else every[player] - public

    def string_from(self, state: Any, player: int) -> str:
        """The same as a text."""
        viewer, node = self.tree.game.players[player], state.node
        if self.perfect_recall:
            return known(node, viewer)
        lines = lines_of(self._view(node.state, player).position())
        if self.eyes == "private":
            told = lines_of(node.state.public_view().position())
            lines = [line for line in lines if line not in told]
        return "\n".join([f"seen by {viewer}", *lines] if self.eyes in ("player", "private") else lines)

    def _view(self, state: State, player: int) -> View:
        """The state as this observer sees it."""
        if self.eyes == "public":
            return state.public_view()
        return state.view(None if self.eyes == "all" else self.tree.game.players[player])


def eyes_of(type_: Any) -> Eyes:
    """With whose eyes an observer of a type of OpenSpiel sees; raises ValueError."""
    if type_ is None:
        return "player"
    private = str(type_.private_info).rpartition(".")[2]
    found: dict[tuple[bool, str], Eyes] = {
        (True, "SINGLE_PLAYER"): "player", (True, "NONE"): "public",
        (True, "ALL_PLAYERS"): "all", (False, "SINGLE_PLAYER"): "private",
    }  # fmt: skip
    if (type_.public_info, private) not in found:
        raise ValueError("there is no observer that sees nothing public, and what no one player or every player knows")
    return found[type_.public_info, private]


def known(node: Node, viewer: str) -> str:
    """All that a player has observed, as a text: in words and, where rules hide something, by its key, with what the
    player sees now."""
    if not node.tree.hides:
        return f"{viewer}: {', '.join(str(number) for link in node.links for _, number in link.moves)}"
    state, last = node.state, ""
    if node.joint is not None and viewer in node.joint.asked:
        state = node.joint.asked[viewer]
    elif node.joint is not None and viewer in node.joint.taken:
        state, move = node.joint.taken[viewer]
        last = f", then {move.text}"
    seen = [f"{o.who or 'chance'} {'?' if o.text is None else o.text}" for o in state.observations(viewer)]
    position = node.state.view(viewer).position()
    lines = [line for part in SHOWN if part in position for line in lines_of({part: position[part]})]
    return "\n".join([f"{viewer}: {', '.join(seen)}{last} #{state.information(viewer):032x}", *lines])
