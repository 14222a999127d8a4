"""Values of small games in plain Python, from the reference interpreter's states alone: every state that can be
reached, its past and its counters included, each worth what follows from those after it. Nothing is left out or cut."""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter

from interpreter import State

SWEEPS = 3_000
SETTLED = 1e-11


class TooLargeError(Exception):
    """More states than were allowed."""


@dataclass(frozen=True)
class Truth:
    """`values`: for each state what each player gets; `others`: the same if whoever has a choice among what is best for
    them takes the last, not the first. `plies`: to the end, where somebody wins for certain, as soon as can be.
    `is_fair`: one or two players, the one gets what the other loses. `goes_round`: a state may come again."""

    states: list[State]
    values: list[tuple[float, ...]]
    others: list[tuple[float, ...]]
    plies: list[int | None]
    is_fair: bool
    rolls: bool
    goes_round: bool
    is_settled: bool
    """Whether nothing changes any more; else values are still coming nearer."""


def truth(start: State, most: int) -> Truth:
    """All values; raises TooLargeError, RuleError."""
    states, number, after = [start], {start: 0}, list[list[int]]()
    for state in states:
        after.append([])
        for way in state.ways:
            child = state.play(way)
            if child not in number:
                number[child] = len(states)
                states.append(child)
                if len(states) > most:
                    raise TooLargeError
            after[-1].append(number[child])
    players = start.game.players
    ends = {i: tuple((s.results or {})[p] for p in players) for i, s in enumerate(states) if s.is_over}
    movers = [players.index(s.mover) if s.mover is not None and not s.is_chance else -1 for s in states]
    is_fair = len(players) == 1 or (len(players) == 2 and all(sum(worth) == 0 for worth in ends.values()))
    values, settled = _values(after, movers, ends, len(players), 1)
    others, _ = _values(after, movers, ends, len(players), -1)
    rolls = any(s.is_chance for s in states)
    plies = _plies(after, movers, values, ends) if not rolls else [None] * len(states)
    return Truth(states, values, others, plies, is_fair, rolls, _goes_round(after), settled)


def _values(
    after: list[list[int]], movers: list[int], ends: dict[int, tuple[float, ...]], players: int, step: int
) -> tuple[list[tuple[float, ...]], bool]:
    """Game after game of one ply more, each broken off with nothing for anybody, until nothing changes."""
    values = [ends.get(i, (0.0,) * players) for i in range(len(after))]
    for _ in range(SWEEPS):
        new = list(values)
        for i, children in enumerate(after):
            if not children:
                continue
            known = [values[k] for k in children]
            if movers[i] < 0:
                new[i] = tuple(sum(each) / len(known) for each in zip(*known, strict=True))
            else:
                new[i] = max(known[::step], key=itemgetter(movers[i]))
        change = max(abs(a - b) for old, now in zip(values, new, strict=True) for a, b in zip(old, now, strict=True))
        values = new
        if change <= SETTLED:
            return values, True
    return values, False


def _plies(
    after: list[list[int]], movers: list[int], values: list[tuple[float, ...]], ends: dict[int, tuple[float, ...]]
) -> list[int | None]:
    """To the end where somebody wins, as soon as the winner can and as late as the others can; of one who plays alone
    and loses, as late as can be."""
    plies: list[int | None] = [0 if i in ends else None for i in range(len(after))]
    for count in range(1, len(after) + 1):
        found = []
        for i, children in enumerate(after):
            if plies[i] is not None or not children or not any(values[i]):
                continue
            alike = [k for k in children if values[k] == values[i]]
            if values[i][movers[i]] > 0:
                if any(plies[k] is not None for k in alike):
                    found.append(i)
            elif all(plies[k] is not None for k in children):
                found.append(i)
        if not found:
            break
        for i in found:
            plies[i] = count
    return plies


def _goes_round(after: list[list[int]]) -> bool:
    left = [len(children) for children in after]
    before: list[list[int]] = [[] for _ in after]
    for i, children in enumerate(after):
        for k in children:
            before[k].append(i)
    todo = [i for i, count in enumerate(left) if not count]
    for k in todo:
        for i in before[k]:
            left[i] -= 1
            if not left[i]:
                todo.append(i)
    return len(todo) < len(after)
