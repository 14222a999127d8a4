"""Where a game stands, in the terms of game trees: whose node it is, which numbers may be played, what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from gdl.model.model import Loop, Statement
from gdl.model.nodes import Op
from interpreter.bridges.adapters.bounds import Bounds
from interpreter.bridges.adapters.joint import Joint
from interpreter.bridges.adapters.lengths import reached
from interpreter.bridges.spaces.actions import ActionSpace
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.graph.backend import Entry

if TYPE_CHECKING:
    from fractions import Fraction

CHANCE, TOGETHER, OVER = -1, -2, -4
"""Whose node it is, if not a player's; the numbers are those of OpenSpiel."""


class Tree:
    """A game's tree: its numbers and its bounds."""

    def __init__(self, game: Game, bounds: Bounds) -> None:
        self.game, self.bounds = game, bounds
        self.players = {label: i for i, label in enumerate(game.players)}
        self.decisions = ActionSpace(game)
        self.outcomes = ActionSpace(game, rolls=True)
        self.hides = game.model.hides
        """Whether there is anything that players don't see."""
        self.simultaneous = any(map(_asks_several, reached(game.model.turn)))
        """Whether players ever decide at once."""

    def root(self) -> Node:
        """Where every game begins."""
        return Node(self, self.game.beginning())


@dataclass(frozen=True)
class Link:
    """A step: the node before it, who decided on what, by number, and the node behind it."""

    before: Node
    moves: tuple[tuple[int, int], ...]
    after: Node


class Node:
    """A node. It never changes; playing gives the next one."""

    __slots__ = (
        "_following", "_options", "_texts", "chances", "decisions", "is_over", "joint", "last", "player", "state",
        "tree",
    )  # fmt: skip

    def __init__(
        self, tree: Tree, state: State, decisions: int = 0, chances: int = 0, joint: Joint | None = None,
        last: tuple[Node, tuple[tuple[int, int], ...]] | None = None,
    ) -> None:  # fmt: skip
        self.tree, self.state, self.decisions, self.chances, self.last = tree, state, decisions, chances, last
        has_ended = state.is_over
        if joint is None and not has_ended and state.together:
            joint = Joint.begun(state)
        self.joint = joint
        """What players decide together, if they do; `state` is what was before that."""
        self.is_over = has_ended or self.is_broken_off
        """Whether the game has ended, or is broken off."""
        self.player = self._decider()
        """The player whose node it is, by number; or chance, or all together, or nobody."""
        self._following: dict[int, Entry] | None = None
        self._options: dict[int, dict[int, Move]] | None = None
        self._texts: dict[int, dict[int, str]] | None = None

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def _decider(self) -> int:
        if self.is_over:
            return OVER
        if self.joint is not None:
            asked = list(self.joint.asked)
            return self.tree.players[asked[0]] if len(asked) == 1 else TOGETHER
        return CHANCE if self.state.is_chance else self.tree.players[self.state.mover or ""]

    @property
    def is_broken_off(self) -> bool:
        """Whether the game has gone on for too long."""
        most = self.tree.bounds
        return not most.sure and not self.state.is_over and (
            self.decisions >= most.decisions or self.chances >= most.chances > 0
        )  # fmt: skip

    @property
    def following(self) -> dict[int, Entry]:
        """What whose node it is may play, or chance may bring, by number; nothing while players decide together."""
        if self._following is None:
            space = self.tree.outcomes if self.player == CHANCE else self.tree.decisions
            self._following = {} if self.is_over or self.joint is not None else choices(space, self.state)
        return self._following

    def legal(self, player: int) -> list[int]:
        """The numbers of what a player may play here, from the least up."""
        return sorted(self.following if player == self.player and self.joint is None else self.options(player))

    def options(self, player: int) -> dict[int, Move]:
        """What a player may play here, by number, in ascending order."""
        return self._by_player.get(player, {})

    @property
    def _by_player(self) -> dict[int, dict[int, Move]]:
        """For each player who is asked, or chance, the moves by their numbers."""
        if self._options is None:
            self._options = self._found()
        return self._options

    def _found(self) -> dict[int, dict[int, Move]]:
        tree = self.tree
        if self.is_over:
            return {}
        if self.joint is not None:
            return {tree.players[p]: numbered(tree.decisions, s) for p, s in self.joint.asked.items()}
        space = tree.outcomes if self.state.is_chance else tree.decisions
        return {self.player: numbered(space, self.state)}

    def text(self, player: int, number: int) -> str:
        """How a move is written; those that are written alike get their number, too."""
        if self._texts is None:
            self._texts = self._written()
        return self._texts[player].get(number) or f"no move here ({number})"

    def _written(self) -> dict[int, dict[int, str]]:
        found: dict[int, dict[int, str]] = {p: {} for p in (*self.tree.players.values(), CHANCE)}
        for player, moves in self._by_player.items():
            texts = [move.text for move in moves.values()]
            for number, text in zip(moves, texts, strict=True):
                alone = text and texts.count(text) == 1
                found[player][number] = text if alone else f"{text} [{number}]".strip()
        return found

    @property
    def chance(self) -> list[tuple[int, Fraction]]:
        """At chance: each outcome's number with its probability."""
        state = self.state
        return sorted((self.tree.outcomes.number(move, state), share) for move, share in state.chance)

    def play(self, number: int) -> Node:
        """What follows a move of whose node it is."""
        player = self.player
        if self.joint is not None:
            return self.play_together({player: number})
        state, last = self.state.after(self.following[number]), (self, ((player, number),))
        if player == CHANCE:
            return Node(self.tree, state, self.decisions, self.chances + 1, last=last)
        return Node(self.tree, state, self.decisions + 1, self.chances, last=last)

    def play_together(self, numbers: dict[int, int]) -> Node:
        """What follows when each of those asked has decided."""
        assert self.joint is not None
        moves = {label: self.options(p)[numbers[p]] for label, p in self.tree.players.items() if self.options(p)}
        joint = self.joint.played(moves)
        last = self, tuple((p, numbers[p]) for p in self._by_player)
        if joint.asked:
            return Node(self.tree, self.state, self.decisions + 1, self.chances, joint, last)
        return Node(self.tree, joint.end, self.decisions + 1, self.chances, last=last)

    @property
    def links(self) -> list[Link]:
        """The steps on the way here."""
        found: list[Link] = []
        node = self
        while node.last is not None:
            before, moves = node.last
            found.append(Link(before, moves, node))
            node = before
        return found[::-1]

    @property
    def is_within(self) -> bool:
        """Whether some have decided what others still have to decide at once."""
        return self.joint is not None and len(self.joint.decided) > 0

    def told(self, links: Sequence[Link]) -> int:
        """How many of the steps on the way here have been told to others: all but those of a block that goes on."""
        count = len(links)
        while count and links[count - 1].after.is_within:
            count -= 1
        return count

    @property
    def shown(self) -> str:
        """The node in lines of text, for people."""
        lines = lines_of(self.state.position())
        if self.joint is not None:
            lines += [f"{p} has decided on {', '.join(m.text for m in ms)}" for p, ms in self.joint.decided.items()]
        return "\n".join([*lines, *(["broken off"] if self.is_broken_off else [])])

    @property
    def returns(self) -> list[float]:
        """What each player has got: the result at the end, nothing before, nor if the game was broken off."""
        results = self.state.results
        return [0.0] * len(self.tree.players) if results is None else [float(results[p]) for p in self.tree.players]


def choices(space: ActionSpace, state: State) -> dict[int, Entry]:
    """The entries of a state by their numbers; of several that are one outcome, the first."""
    entries = state.entries if not space.rolls else [move.entry for move in state.moves]
    return dict(zip(space.numbers(entries), entries, strict=True))


def numbered(space: ActionSpace, state: State) -> dict[int, Move]:
    """The moves of a state by their numbers, in ascending order."""
    return dict(sorted(zip(space.actions(state), state.moves, strict=True), key=itemgetter(0)))


def lines_of(position: Mapping[str, Any]) -> list[str]:
    """A position as lines of text."""
    return [f"{part}: {value}" for part, value in position.items() if part != "seen"]


def _asks_several(statement: Statement) -> bool:
    """Whether a statement lets several players decide at once: not what one player does unheard."""
    if not isinstance(statement, Loop) or not statement.together:
        return False
    (_, players), *_ = statement.binders
    return not (isinstance(players, Op) and players.name == "single") and len(statement.variables[0].type.values) > 1


def replayed(tree: Tree, history: Sequence[int]) -> Node:
    """The node that a history leads to; where players decide together it has a number for each."""
    node, at, players = tree.root(), 0, len(tree.players)
    while at < len(history):
        if node.player == TOGETHER:
            node = node.play_together(dict(enumerate(history[at : at + players])))
            at += players
        else:
            node = node.play(history[at])
            at += 1
    return node
