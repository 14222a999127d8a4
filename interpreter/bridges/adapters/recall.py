"""All that a player has seen of a game, as rows of numbers: one for each decision and each outcome of chance."""

from __future__ import annotations

from typing import Any

from interpreter.bridges.adapters.nodes import CHANCE, Link, Node, Tree
from interpreter.bridges.spaces.tensors import TensorSpace


class Recall:
    """Rows in the order of a game: who it was (a player or chance), the action by its number if the player knows it,
    and, where rules hide something, what the player saw then. Decisions taken at once come one after the other,
    those of others once all have decided."""

    def __init__(self, tree: Tree, space: TensorSpace) -> None:
        self.tree, self.space = tree, space
        self._action = len(tree.players) + 1
        self._seen = self._action + tree.decisions.size + tree.outcomes.size
        self.shape = tree.bounds.decisions + tree.bounds.chances, self._seen + (space.size if tree.hides else 0)
        """How many rows there are at most, and how long each is."""

    @property
    def size(self) -> int:
        """How many numbers there are in all."""
        return self.shape[0] * self.shape[1]

    def fill(self, node: Node, player: int, into: Any) -> None:
        """Write what a player has seen on the way to a node into an array of noughts."""
        links, at = node.links, 0
        told = node.told(links)
        for i, link in enumerate(links):
            moves = link.moves if i < told else [(who, number) for who, number in link.moves if who == player]
            for who, number in moves:
                row = into[at]
                row[who if who != CHANCE else len(self.tree.players)] = 1
                if who == player or self._is_told(link, who, number, player):
                    row[self._action + number + (self.tree.decisions.size if who == CHANCE else 0)] = 1
                at += 1
            if self.tree.hides and moves:
                into[at - 1][self._seen :] = link.after.tensor(player)

    def _is_told(self, link: Link, who: int, number: int, player: int) -> bool:
        return not self.tree.hides or link.before.options(who)[number].is_told(player)
