"""What random games come to in sums: some games' rows go in, whole numbers come out, which merge exactly."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from gdl.model.model import Model
from interpreter.graph.chance import mix
from interpreter.graph.layout import Layout
from interpreter.lab.study.rows import (
    MOVER,
    NUMBER,
    OPTIONS,
    TURN,
    Ground,
    Problem,
    Rows,
    kinds_and_owners,
)
from interpreter.lab.tools.confidence import Pairs

Integers = NDArray[np.int64]
BLOCKS = 20
"""Parts of the games, for the jackknife."""
NO_PAIRS = Pairs()
STAGES = 4
"""Of a turn: at its beginning, and after one ply, two, and more."""
WIDEST = 4096
"""Numbers of options that are told apart."""


class Added:
    """Sums of some games and those of others come to the sums of all, field by field."""

    def __add__(self, other: Self) -> Self:
        return type(self)(**{name: _merged(held, vars(other)[name]) for name, held in vars(self).items()})


@dataclass
class SiteSums(Added):
    """What happened on the sites of a shape: in how many transitions (or games) a site was concerned."""

    moves: Integers
    captures: Integers
    endings: Integers
    touched: Integers
    """Games in which the site changed at all."""
    share: Pairs
    """The number of sites that changed, by games."""


@dataclass
class ChoiceSums(Added):
    """How many options decisions have."""

    options: Counter[int] = field(default_factory=Counter)
    """How many decisions had so many options."""
    branching: Pairs = NO_PAIRS
    """Decisions of a game, and their options in all …"""
    seats: tuple[Pairs, ...] = ()
    """… for each seat."""
    forced: Pairs = NO_PAIRS
    """Decisions of a game, and those with one option."""
    spread: Integers = field(default_factory=lambda: np.zeros((BLOCKS, 3), dtype=np.int64))
    """For each block of games: decisions, options, their squares."""
    standing: Integers = field(default_factory=lambda: np.zeros((BLOCKS, 4), dtype=np.int64))
    """For each block of games: decisions of winners, and their options; of losers, and theirs."""
    course: Integers = field(default_factory=lambda: np.zeros((0, 3), dtype=np.int64))
    """For the first decision of a game, the second …: how many games came to it, the options, their squares."""


@dataclass
class StateSums(Added):
    """Which states games go through."""

    seen: list[tuple[NDArray[np.uint64], Integers]] = field(default_factory=list)
    """Different states, and how often each was seen."""
    repeated: Pairs = NO_PAIRS
    """States of a game, and those that had been there before in it."""
    tree: list[tuple[float, float]] = field(default_factory=list)
    """For each game, the logarithms of Knuth's estimates of the leaves and of the nodes of the game tree."""

    def counted(self) -> tuple[NDArray[np.uint64], Integers]:
        """All different states, and how often each was seen."""
        if not self.seen:
            return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int64)
        hashes, which = np.unique(np.concatenate([h for h, _ in self.seen]), return_inverse=True)
        counts = np.zeros(len(hashes), dtype=np.int64)
        np.add.at(counts, which, np.concatenate([c for _, c in self.seen]))
        self.seen = [(hashes, counts)]
        return hashes, counts


@dataclass
class BoardSums(Added):
    """What happens on the board."""

    captures: Pairs = NO_PAIRS
    """Decisions of a game, and those that took something …"""
    taken: Pairs = NO_PAIRS
    """… and how much they took."""
    sites: dict[str, SiteSums] = field(default_factory=dict)
    material: Integers = field(default_factory=lambda: np.zeros((0, 0, 0), dtype=np.int64))
    """For each block of games the sums of products of: for each seat and stage of a turn whether it is that (1 or 0),
    the first seat's pieces of each kind more than the second's, its result."""


@dataclass
class TraceSums(Added):
    """What is found out ply by ply."""

    games: int = 0
    rows: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    """Turns of a game."""
    decisions: Counter[int] = field(default_factory=Counter)
    turns: Pairs = NO_PAIRS
    """Turns of a game, and its decisions."""
    choices: ChoiceSums = field(default_factory=ChoiceSums)
    states: StateSums = field(default_factory=StateSums)
    board: BoardSums = field(default_factory=BoardSums)
    problems: list[Problem] = field(default_factory=list)


def _merged(a: Any, b: Any) -> Any:
    if isinstance(a, Counter):
        return Counter(dict(a)) + b if b else a
    if isinstance(a, dict):
        return {key: a[key] + b[key] if key in a and key in b else a.get(key, b.get(key)) for key in {**a, **b}}
    if isinstance(a, tuple):
        return tuple(x + y for x, y in zip(a, b, strict=True)) if a and b else a or b
    if isinstance(a, np.ndarray):
        return _added(a, b)
    return a + b


def _added(a: Integers, b: Integers) -> Integers:
    """The sum of two tables, of which one may have more rows."""
    long, short = (a, b) if len(a) >= len(b) else (b, a)
    if not short.size:
        return long
    found = long.copy()
    found[: len(short)] += short
    return found


def summed(model: Model, layout: Layout, rows: Rows) -> TraceSums:
    """What these games come to."""
    found = TraceSums(problems=list(rows.problems))
    if not len(rows.utilities):
        return found
    games, ends = len(rows.utilities), rows.is_end
    found.games, found.rows = games, len(rows.head)
    turns = rows.column(TURN)[ends]
    decisions = np.bincount(rows.game[rows.is_decision], minlength=games)
    found.lengths, found.decisions = Counter(turns.tolist()), Counter(decisions.tolist())
    found.turns = _pairs(turns, decisions)
    found.choices = _choices(rows, decisions, len(model.players))
    found.states = _states(rows, games)
    found.states.tree = _tree(rows.column(OPTIONS), ends)
    found.board = _board(model, layout, rows, decisions)
    return found


def _choices(rows: Rows, decisions: Integers, players: int) -> ChoiceSums:
    """The options of decisions; `decisions`: how many each game has."""
    decides, games = rows.is_decision, len(rows.utilities)
    asked, of = rows.column(OPTIONS)[decides], rows.game[decides]
    mover, number = rows.column(MOVER)[decides], rows.column(NUMBER)[decides]
    found = ChoiceSums(
        options=Counter(np.minimum(asked, WIDEST).tolist()),
        branching=_pairs(decisions, _by_game(of, asked, games)),
        forced=_pairs(decisions, _by_game(of, asked == 1, games)),
        seats=tuple(
            _pairs(np.bincount(of[mine], minlength=games), _by_game(of[mine], asked[mine], games))
            for mine in (mover == seat for seat in range(players))
        ),
        spread=_in_blocks(number, asked),
        course=_table(np.arange(len(of)) - (np.cumsum(decisions) - decisions)[of], asked, int(decisions.max())),
    )
    if players > 1:
        worth = rows.utilities[of, mover]
        found.standing = np.hstack([_in_blocks(number[c], asked[c])[:, :2] for c in (worth > 0, worth < 0)])
    return found


def _pairs(x: NDArray[Any], y: NDArray[Any]) -> Pairs:
    """The sums of two rows of whole numbers."""
    x, y = x.astype(np.int64), y.astype(np.int64)
    return Pairs(len(x), int(x.sum()), int(y.sum()), int((x * x).sum()), int((y * y).sum()), int((x * y).sum()))


def _by_game(game: Integers, values: NDArray[Any], games: int) -> Integers:
    return np.bincount(game, weights=values, minlength=games).astype(np.int64)


def _in_blocks(number: Integers, asked: Integers) -> Integers:
    """For each block of games, by their numbers: decisions, options, their squares."""
    return _table(number % BLOCKS, asked, BLOCKS)


def _table(row: Integers, asked: Integers, size: int) -> Integers:
    """Decisions, options and their squares, by rows."""
    columns = [np.bincount(row, weights=w, minlength=size) for w in (np.ones(len(asked)), asked, asked * asked)]
    return np.stack(columns, axis=1).astype(np.int64)


def _states(rows: Rows, games: int) -> StateSums:
    """Which states there were, and which of them were there again."""
    hashes, which, counts = np.unique(rows.hashes, return_inverse=True, return_counts=True)
    pairs = np.unique(rows.game * np.int64(len(hashes)) + which.reshape(-1))
    different = np.bincount(pairs // len(hashes), minlength=games)
    states = np.bincount(rows.game, minlength=games)
    return StateSums(seen=[(hashes, counts.astype(np.int64))], repeated=_pairs(states, states - different))


def _tree(options: Integers, ends: NDArray[np.bool_]) -> list[tuple[float, float]]:
    """Knuth's estimates: the numbers of options multiplied along the game are an estimate of the leaves, all their
    partial products together of the nodes."""
    logs = np.log(np.maximum(options, 1))
    found = []
    for part in np.split(logs, np.flatnonzero(ends)[:-1] + 1):
        sums = np.cumsum(part)[:-1]
        leaves = float(sums[-1]) if len(sums) else 0.0
        above = np.concatenate([[0.0], sums])
        top = float(above.max())
        found.append((leaves, top + float(np.log(np.exp(above - top).sum()))))
    return found


# ---- the board


def _board(model: Model, layout: Layout, rows: Rows, decisions: Integers) -> BoardSums:
    found = BoardSums()
    games, game = len(rows.utilities), rows.game
    within = game[1:] == game[:-1]
    deciding = rows.is_decision[:-1] & within
    last = deciding & rows.is_end[1:]
    for ground in rows.grounds:
        changed = ground.changed
        captures = np.zeros(len(ground.shape), dtype=np.int64)
        if ground.codes is not None:
            captures, took = _captured(model, layout, rows, ground, deciding)
            found.captures = _pairs(decisions, _by_game(game[:-1], took > 0, games))
            found.taken = _pairs(decisions, _by_game(game[:-1], took, games))
        starts = np.concatenate([[0], np.flatnonzero(rows.is_end)[:-1] + 1])
        kept = np.concatenate([changed & within[:, None], np.zeros((1, changed.shape[1]), dtype=bool)])
        touched = np.logical_or.reduceat(kept, starts, axis=0)
        number = touched.sum(axis=1)
        found.sites[ground.shape.name] = SiteSums(
            changed[deciding].sum(axis=0).astype(np.int64), captures, changed[last].sum(axis=0).astype(np.int64),
            touched.sum(axis=0).astype(np.int64), _pairs(np.full(games, len(ground.shape)), number),
        )  # fmt: skip
        if ground.codes is not None and len(model.players) == 2:
            found.material = _material(model, layout, rows, ground.codes)
    return found


def _captured(
    model: Model, layout: Layout, rows: Rows, ground: Ground, deciding: NDArray[np.bool_]
) -> tuple[Integers, Integers]:
    """A decision takes as many pieces as the others (of one player: nobody) have fewer on the board after it. Gives how
    often a piece that stood on each site was taken, and how many each row's decision took."""
    assert ground.codes is not None
    players, mover = len(model.players), rows.column(MOVER)[:-1]
    owner = kinds_and_owners(model, layout)[1][ground.codes]
    sites = np.zeros(len(ground.shape), dtype=np.int64)
    took = np.zeros(len(rows.head) - 1, dtype=np.int64)
    for victim in range(players) if players > 1 else (-1,):
        theirs = owner == victim if players > 1 else ground.codes > 0
        count = theirs.sum(axis=1)
        fewer = np.where(deciding & (mover != victim), count[:-1] - count[1:], 0)
        taking = fewer > 0
        took += np.maximum(fewer, 0)
        sites += (theirs[:-1] & ~theirs[1:])[taking].sum(axis=0)
    return sites, took


def _material(model: Model, layout: Layout, rows: Rows, codes: NDArray[np.int16]) -> Integers:
    """Of each game one state, drawn by its number: whose turn it is and how far that has come, how many more pieces of
    each kind the first player has, and the result."""
    kind, owner = (found[codes] for found in kinds_and_owners(model, layout))
    ends = np.flatnonzero(rows.is_end)
    starts = np.concatenate([[0], ends[:-1] + 1])
    numbers = rows.column(NUMBER)[ends]
    drawn = np.array([mix(int(n) + 1) % max(int(e) - int(s), 1) for n, s, e in zip(numbers, starts, ends, strict=True)])
    at = starts + drawn
    stage = np.minimum(at - _first_of_turn(rows)[at], STAGES - 1) + STAGES * rows.column(MOVER)[at]
    columns = [(stage == one).astype(np.int64) for one in range(2 * STAGES)]
    for k in range(len(model.kinds)):
        mine, theirs = ((owner[at] == seat) & (kind[at] == k) for seat in (0, 1))
        columns.append(mine.sum(axis=1) - theirs.sum(axis=1))
    columns.append(rows.utilities[:, 0])
    table = np.stack(columns, axis=1).astype(np.int64)
    found = np.zeros((BLOCKS, table.shape[1], table.shape[1]), dtype=np.int64)
    np.add.at(found, numbers % BLOCKS, table[:, :, None] * table[:, None, :])
    return found


def _first_of_turn(rows: Rows) -> Integers:
    """For each row the one with which its turn begins."""
    turn, game = rows.column(TURN), rows.game
    begins = np.concatenate([[True], (turn[1:] != turn[:-1]) | (game[1:] != game[:-1])])
    return np.maximum.accumulate(np.where(begins, np.arange(len(turn)), 0))


def chao(counts: NDArray[np.int64]) -> float:
    """How many different things there are at least, by those seen once and twice (Chao 1984). What is seen in one game
    hangs together, so no interval of things that are drawn one by one would hold."""
    seen, once, twice = len(counts), int((counts == 1).sum()), int((counts == 2).sum())
    return seen + once * (once - 1) / (2 * (twice + 1))


def likely_states(sums: TraceSums) -> float:
    """The estimate alone; where nothing was seen there may be any number."""
    _, counts = sums.states.counted()
    return chao(counts) if len(counts) else math.inf
