"""Histories that one player can't tell from the one that was played, drawn by how likely they are."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.bridges.adapters.nodes import Node, Tree
from interpreter.graph.chance import Chance
from interpreter.players.beliefs.draws import Draws
from interpreter.players.beliefs.evidence import Node as Ply
from interpreter.players.beliefs.evidence import learnt
from interpreter.players.beliefs.sampler import Beliefs


class Resampler:
    """Draws histories for one information state after the other; those of the last one are kept."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._key: tuple[str, object] | None = None
        self._histories: list[list[int]] = []

    def history(self, node: Node, player: int, unit: Callable[[], float]) -> list[int]:
        """The numbers of a history, by draws `unit()` from 0 to 1, that the player of this number can't tell from the
        one that led to `node`. It is one of 200 that were sampled as `players.beliefs` does: exactly right only as
        their number grows. Raises UnknownError if none is found, ValueError where players decide at once.
        """
        tree, state = self.tree, node.state
        if tree.simultaneous:
            raise ValueError(f"in {tree.game.title} players decide at once; histories are drawn where they take turns")
        if not tree.hides:
            return [number for link in node.links for _, number in link.moves]
        label = tree.game.players[player]
        key = label, state.information(label)
        if key != self._key:
            beliefs = Beliefs(tree.game, label, Draws(Chance(int(unit() * (1 << 53)))))
            found = beliefs.histories(learnt(state, label), state.to_move == label)
            numbers = {id(last): self._numbers(last) for last in found}
            self._key, self._histories = key, [numbers[id(last)] for last in found]
        return self._histories[int(unit() * len(self._histories))]

    def _numbers(self, last: Ply) -> list[int]:
        """The numbers of the actions and outcomes on the way to a ply."""
        found, state = list[int](), self.tree.game.beginning()
        for ply in last.path:
            assert ply.move is not None
            space = self.tree.outcomes if state.is_chance else self.tree.decisions
            found.append(space.number(ply.move, state))
            state = ply.state
        return found
