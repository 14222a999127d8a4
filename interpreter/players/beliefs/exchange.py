"""Other histories made of one: a hidden choice drawn anew, or two hidden values of one type exchanged, and the rest
replayed – each ply as it was where that still fits, else drawn anew among what may fit.

As a step of a Markov chain (Metropolis and others 1953, Hastings 1970) it leaves the distribution of histories as it
is; as a step of a search it is taken whenever the replay comes at least as far.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import Any

from interpreter.game.moves import Move
from interpreter.players.beliefs.draws import Draws
from interpreter.players.beliefs.evidence import Candidates, Evidence, Node

Key = tuple[Any, ...]


@dataclass(frozen=True)
class Change:
    """What is to be taken at some plies in place of what was taken, and the logarithm of how likely this was to be
    proposed."""

    taken: dict[int, Key]
    proposed: float


@dataclass(frozen=True)
class Replay:
    """How far a replay came, and the logarithm of how likely it was to go like this."""

    node: Node
    drawn: float
    is_whole: bool


def walk(evidence: Evidence, node: Node, steps: int, draws: Draws) -> Node:
    """Where a Markov chain is after so many steps from a whole history. Raises SpentError."""
    for _ in range(steps):
        change = _changed(node, draws)
        if change is None:
            return node
        found = _replayed(evidence, node, change, draws)
        if found.is_whole and _accepted(evidence, node, change, found, draws):
            node = found.node
    return node


def farther(evidence: Evidence, node: Node, draws: Draws) -> Node:
    """A history that comes at least as far as this one; perhaps itself. Raises SpentError."""
    change = _changed(node, draws) or Change({}, 0.0)
    found = _replayed(evidence, node, change, draws)
    return found.node if found.is_whole or found.node.seen >= node.seen else node


# ---- what is changed


def _changed(node: Node, draws: Draws) -> Change | None:
    """A change, drawn at random; None where nothing is hidden."""
    path = node.path
    loose = [i for i, ply in enumerate(path) if ply.is_loose]
    if not loose:
        return None
    pairs = _pairs(path, loose)
    if pairs and draws.pick(2):
        i, j = pairs[draws.pick(len(pairs))]
        return Change({i: _with(path[i], path[j]), j: _with(path[j], path[i])}, log(_odds(pairs)) - log(len(pairs)))
    i = loose[draws.pick(len(loose))]
    return Change({i: ()}, log(1 - _odds(pairs)) - log(len(loose)))


def _odds(pairs: list[tuple[int, int]]) -> float:
    return 0.5 if pairs else 0.0


def _pairs(path: list[Node], loose: list[int]) -> list[tuple[int, int]]:
    """The plies whose values may be exchanged: of one type, and not the same."""
    kinds: dict[tuple[Any, ...], list[int]] = {}
    for i in loose:
        move = path[i].move
        assert move is not None
        kinds.setdefault(tuple(id(v.type.base) for v in move.choose.variables), []).append(i)
    return [
        (i, j) for alike in kinds.values() for n, i in enumerate(alike) for j in alike[n + 1 :]
        if path[i].key[1] != path[j].key[1]
    ]  # fmt: skip


def _with(ply: Node, other: Node) -> Key:
    """What is taken in a ply if it has the values of another."""
    return ply.key[0], other.key[1]


# ---- replaying


def _replayed(evidence: Evidence, node: Node, change: Change, draws: Draws) -> Replay:
    """The history with a change, as far as it fits."""
    path = node.path
    i = min(change.taken, default=len(path))
    here, drawn = path[i].before if i < len(path) else node, 0.0
    assert here is not None
    while not evidence.is_met(here):
        among = evidence.candidates(here)
        wanted = path[i].key if i < len(path) else None
        if i in change.taken:
            wanted = change.taken[i] or _other(among, wanted, draws)
            drawn -= 0.0 if change.taken[i] else log(max(len(among.moves) - 1, 1))
        found, chance = _taken(evidence, here, among, wanted, i in change.taken, draws)
        if found is None:
            return Replay(here, drawn, False)
        here, drawn, i = found, drawn + chance, i + 1
    return Replay(here, drawn, True)


def _other(among: Candidates, old: Key | None, draws: Draws) -> Key | None:
    """Any other candidate's key."""
    others = [move for move in among.moves if _key(move) != old]
    return _key(others[draws.pick(len(others))]) if others else None


def _taken(
    evidence: Evidence, node: Node, among: Candidates, wanted: Key | None, is_changed: bool, draws: Draws
) -> tuple[Node | None, float]:
    """A ply more: what is wanted, if it fits; else anything that does. With the logarithm of how likely it was to be
    drawn."""
    kept = _move(among, wanted)
    found = evidence.played(node, kept, among) if kept else None
    if found is not None or is_changed:
        return found, 0.0
    fitting = list(evidence.fitting(node, among))
    if not fitting:
        return None, 0.0
    return fitting[draws.pick(len(fitting))], -log(len(fitting))


def _move(among: Candidates, wanted: Key | None) -> Move | None:
    """The candidate that takes this."""
    return next((move for move in among.moves if _key(move) == wanted), None) if wanted else None


def _key(move: Move) -> Key:
    return move.entry.ask, move.entry.chosen


# ---- whether it is taken


def _accepted(evidence: Evidence, node: Node, change: Change, found: Replay, draws: Draws) -> bool:
    """Whether the chain goes there: as likely as makes it right."""
    back = _way_back(evidence, node, change, found.node)
    if back is None:
        return False
    odds = found.node.likelihood - node.likelihood + back - change.proposed - found.drawn
    return odds >= 0 or draws.unit() < exp(odds)


def _way_back(evidence: Evidence, node: Node, change: Change, found: Node) -> float | None:
    """The logarithm of how likely the same change back would be proposed and replayed; None if it couldn't be."""
    old, new = node.path, found.path
    loose = [i for i, ply in enumerate(new) if ply.is_loose]
    pairs = _pairs(new, loose)
    is_exchange = len(change.taken) == 2
    if is_exchange:
        i, j = change.taken
        if j >= len(new) or (i, j) not in pairs:
            return None
        proposed = log(_odds(pairs)) - log(len(pairs))
    else:
        proposed = log(1 - _odds(pairs)) - log(len(loose))
    for i in range(min(change.taken), len(old)):
        there = new[i].key if i < len(new) else None
        if old[i].key == there or (is_exchange and i in change.taken):
            continue
        before = old[i].before
        assert before is not None
        among = evidence.candidates(before)
        if i in change.taken:
            proposed -= log(max(len(among.moves) - 1, 1))
            continue
        fitting = [found.key for found in evidence.fitting(before, among)]
        if there in fitting:
            return None
        proposed -= log(len(fitting))
    return proposed
