"""What a player has observed, as something that histories must fit; and histories, ply by ply.

A history is followed by the same rules as any game. At each ply those options are candidates whose text is the one that
the player was told; whether one fits shows when it is played: what the player observes then must be what it did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log
from time import thread_time
from typing import Any

from interpreter.errors import GameError, RuleError
from interpreter.game.game import Game
from interpreter.game.knowledge import Knowledge, joined
from interpreter.game.moves import Move
from interpreter.game.state import State


class UnknownError(GameError):
    """No state was found that fits what a player knows; the message says how much was tried."""


class SpentError(Exception):
    """As much was played as was allowed."""


@dataclass(frozen=True)
class Learnt:
    """An information state that a player has come to: its key, and the decision or roll that led there: whose it was
    (None: chance's), and its text, if the player was told. `openly`: if a `together` has ended there, the texts of all
    that wasn't secret in it."""

    key: int
    who: str | None = None
    text: str | None = None
    openly: tuple[str, ...] = ()


def learnt(state: State, player: str) -> tuple[Learnt, ...]:
    """The information states that a player has come through, from the beginning on. Raises KeyError."""
    players = state.game.players
    me = players.index(player) if player in players else -1
    if me < 0:
        raise KeyError(player)
    way: list[Knowledge] = []
    at: Knowledge | None = state.knowledge
    while at is not None:
        way.append(at)
        at = at.came[0] if at.came else None
    found, openly = [Learnt(joined(way[-1].keys[me]))], list[str]()
    for before, after in pairwise(reversed(way)):
        assert after.came is not None
        event = after.came[1]
        if event.gathered and not event.secret:
            openly.append(event.text)
        if before.keys[me] != after.keys[me]:
            who = None if event.who is None else players[event.who]
            text = event.text if event.is_known_to(me) else None
            found.append(Learnt(joined(after.keys[me]), who, text, () if event.inside else tuple(openly)))
        if not event.inside:
            openly.clear()
    return tuple(found)


@dataclass
class Effort:
    """How many plies may be played, and for how long. What others do on the machine costs neither."""

    plies: int
    until: float = inf
    """By the clock of the thread (`time.thread_time`), which stands still while it waits for a processor."""
    spent: int = 0

    def spend(self) -> None:
        """Take one of them; raises SpentError."""
        if self.spent >= self.plies or (self.until < inf and thread_time() > self.until):
            raise SpentError
        self.spent += 1


@dataclass(eq=False)
class Node:
    """A ply of a history, and the state after it: histories share what they have in common."""

    state: State
    seen: int
    """How many information states the player has come to, all of them as they were."""
    before: Node | None = None
    move: Move | None = None
    likelihood: float = 0.0
    """The logarithm of how likely the history was, by the rules alone; one's own decisions are what they are."""
    candidates: int = 1
    is_loose: bool = False
    """Whether others or chance took it, and the player wasn't told what it was."""

    @property
    def path(self) -> list[Node]:
        """The history from its first ply on."""
        found: list[Node] = []
        node: Node = self
        while node.before is not None:
            found.append(node)
            node = node.before
        return found[::-1]

    @property
    def key(self) -> tuple[Any, ...]:
        """What was taken in this ply, whatever the state was."""
        assert self.move is not None
        return self.move.entry.ask, self.move.entry.chosen


@dataclass(frozen=True)
class Candidates:
    """The options of a node that may fit, which of all equally likely ones they are, and whose decision it is."""

    moves: list[Move]
    ways: int
    is_own: bool

    @property
    def share(self) -> float:
        """How likely one of them is, by the rules alone."""
        return 1.0 if self.is_own else len(self.moves) / self.ways


class Evidence:
    """A player's observations, and whether the player is to decide now."""

    def __init__(self, game: Game, player: str, observed: Sequence[Learnt], is_asked: bool, effort: Effort) -> None:
        self.game, self.player, self.observed, self.is_asked = game, player, tuple(observed), is_asked
        self.effort = effort

    def beginning(self) -> Node | None:
        """The history without plies; None if not even that fits."""
        return self._fitting(self.game.beginning(), 0)

    def is_met(self, node: Node) -> bool:
        """Whether a history is as long as what was observed. Where all decide at once, what others decide then is not
        believed, but left to whoever thinks about it."""
        state = node.state
        if node.seen < len(self.observed) or state.is_over:
            return node.seen >= len(self.observed) and not self.is_asked
        return not self.is_asked or state.to_move == self.player or (state.together and state.to_move is not None)

    def candidates(self, node: Node) -> Candidates:
        """The options of a history's last state that may fit."""
        state = node.state
        who, ways = state.to_move, list(state.ways)
        found, is_own = ways, who == self.player
        if node.seen < len(self.observed) and not state.together:
            told = self.observed[node.seen]
            if told.who != who:
                found = []
            elif told.text is not None:
                found = [way for way in ways if way.text == told.text]
        return Candidates(found, len(ways), is_own)

    def played(self, node: Node, move: Move, among: Candidates) -> Node | None:
        """A history with one ply more, if that fits."""
        self.effort.spend()
        try:
            found = self._fitting(node.state.play(move), node.seen)
        except RuleError:
            return None
        if found is not None:
            found.before, found.move, found.candidates = node, move, len(among.moves)
            found.likelihood = node.likelihood - (0.0 if among.is_own else log(among.ways))
            found.is_loose = not among.is_own and len(among.moves) > 1
        return found

    def fitting(self, node: Node, among: Candidates) -> Iterator[Node]:
        """All that fit."""
        for move in among.moves:
            found = self.played(node, move, among)
            if found is not None:
                yield found

    def _fitting(self, state: State, seen: int) -> Node | None:
        """A state, if what the player knows in it is what it knew then."""
        key = state.information(self.player)
        if seen and key == self.observed[seen - 1].key:
            return Node(state, seen)
        return Node(state, seen + 1) if seen < len(self.observed) and key == self.observed[seen].key else None
