"""What random games come to in sums: some games' rows go in, whole numbers come out, which merge exactly."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gdl.model.model import Model
from interpreter.graph.chance import mix
from interpreter.graph.layout import Layout
from interpreter.lab.study.rows import MOVER, NUMBER, OPTIONS, PLY, TURN, Ground, Problem, Rows, kinds, owners
from interpreter.lab.tools.confidence import Pairs

Integers = NDArray[np.int64]
BLOCKS = 20
"""Parts of the games, for the jackknife."""
NO_PAIRS = Pairs()
STAGES = 4
"""Of a turn: at its beginning, and after one ply, two, and more."""
WIDEST = 4096
"""Numbers of options that are told apart."""


@dataclass
class SiteSums:
    """What happened on the sites of a shape: in how many transitions (or games) a site was concerned."""

    moves: Integers
    captures: Integers
    endings: Integers
    touched: Integers
    """Games in which the site changed at all."""
    share: Pairs
    """The number of sites that changed, by games."""

    def __add__(self, other: SiteSums) -> SiteSums:
        return SiteSums(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


@dataclass
class TraceSums:
    """What is found out ply by ply."""

    games: int = 0
    rows: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    """Turns of a game."""
    decisions: Counter[int] = field(default_factory=Counter)
    options: Counter[int] = field(default_factory=Counter)
    """How many decisions had so many options."""
    branching: Pairs = NO_PAIRS
    """Decisions of a game, and their options in all …"""
    seats: tuple[Pairs, ...] = ()
    """… for each seat."""
    spread: Integers = field(default_factory=lambda: np.zeros((BLOCKS, 3), dtype=np.int64))
    """For each block of games: decisions, options, their squares."""
    standing: Integers = field(default_factory=lambda: np.zeros((BLOCKS, 4), dtype=np.int64))
    """For each block of games: decisions of winners, and their options; of losers, and theirs."""
    forced: Pairs = NO_PAIRS
    turns: Pairs = NO_PAIRS
    """Turns of a game, and its decisions."""
    course: Integers = field(default_factory=lambda: np.zeros((0, 3), dtype=np.int64))
    """For the first decision of a game, the second …: how many games came to it, the options, their squares."""
    captures: Pairs = NO_PAIRS
    """Decisions of a game, and those that took something …"""
    taken: Pairs = NO_PAIRS
    """… and how much they took."""
    repeated: Pairs = NO_PAIRS
    """States of a game, and those that had been there before in it."""
    returning: int = 0
    """Games with such states."""
    states: list[tuple[NDArray[np.uint64], Integers]] = field(default_factory=list)
    """Different states, and how often each was seen."""
    tree: list[tuple[float, float]] = field(default_factory=list)
    """For each game, the logarithms of Knuth's estimates of the leaves and of the nodes of the game tree."""
    sites: dict[str, SiteSums] = field(default_factory=dict)
    material: Integers = field(default_factory=lambda: np.zeros((0, 0, 0), dtype=np.int64))
    """For each block of games the sums of products of: for each seat and stage of a turn whether it is that (1 or 0),
    the first seat's pieces of each kind more than the second's, its result."""
    problems: list[Problem] = field(default_factory=list)

    def __add__(self, other: TraceSums) -> TraceSums:
        return TraceSums(**{f.name: _merged(getattr(self, f.name), getattr(other, f.name)) for f in fields(self)})

    def counted_states(self) -> tuple[NDArray[np.uint64], Integers]:
        """All different states, and how often each was seen."""
        if not self.states:
            return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int64)
        hashes, which = np.unique(np.concatenate([h for h, _ in self.states]), return_inverse=True)
        counts = np.zeros(len(hashes), dtype=np.int64)
        np.add.at(counts, which, np.concatenate([c for _, c in self.states]))
        self.states = [(hashes, counts)]
        return hashes, counts


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
    game, decides, ends = rows.game, rows.is_decision, rows.is_end
    games, players = len(rows.utilities), len(model.players)
    options, mover = rows.column(OPTIONS), rows.column(MOVER)
    asked, of = options[decides], game[decides]
    found.games, found.rows = games, len(rows.head)
    turns = rows.column(TURN)[ends]
    decisions = np.bincount(of, minlength=games)
    found.lengths, found.decisions = Counter(turns.tolist()), Counter(decisions.tolist())
    found.options = Counter(np.minimum(asked, WIDEST).tolist())
    found.branching = _pairs(decisions, _by_game(of, asked, games))
    found.forced = _pairs(decisions, _by_game(of, asked == 1, games))
    found.turns = _pairs(turns, decisions)
    found.seats = tuple(
        _pairs(np.bincount(of[mine], minlength=games), _by_game(of[mine], asked[mine], games))
        for mine in (mover[decides] == seat for seat in range(players))
    )
    number = rows.column(NUMBER)[decides]
    found.spread = _in_blocks(number, asked)
    if players > 1:
        worth = rows.utilities[of, mover[decides]]
        found.standing = np.hstack([_in_blocks(number[c], asked[c])[:, :2] for c in (worth > 0, worth < 0)])
    found.course = _table(np.arange(len(of)) - (np.cumsum(decisions) - decisions)[of], asked, int(decisions.max()))
    _states(found, rows, game, games)
    found.tree = _tree(options, rows.column(PLY), ends)
    _boards(found, model, layout, rows, game, decisions)
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


def _states(found: TraceSums, rows: Rows, game: Integers, games: int) -> None:
    """Which states there were, and which of them were there again."""
    hashes, counts = np.unique(rows.hashes, return_counts=True)
    found.states = [(hashes, counts.astype(np.int64))]
    _, which = np.unique(rows.hashes, return_inverse=True)
    pairs = np.unique(game * np.int64(len(hashes)) + which.reshape(-1))
    different = np.bincount(pairs // len(hashes), minlength=games)
    states = np.bincount(game, minlength=games)
    found.repeated = _pairs(states, states - different)
    found.returning = int((states > different).sum())


def _tree(options: Integers, ply: Integers, ends: NDArray[np.bool_]) -> list[tuple[float, float]]:
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


def _boards(
    found: TraceSums, model: Model, layout: Layout, rows: Rows, game: Integers, decisions: Integers
) -> None:
    games = len(rows.utilities)
    within = game[1:] == game[:-1]
    deciding = rows.is_decision[:-1] & within
    last = deciding & rows.is_end[1:]
    for ground in rows.grounds:
        changed = ground.changed
        captures = np.zeros(len(ground.shape), dtype=np.int64)
        if ground.codes is not None:
            captures = _captured(found, model, layout, rows, ground, deciding, game, decisions)
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


def _captured(
    found: TraceSums, model: Model, layout: Layout, rows: Rows, ground: Ground, deciding: NDArray[np.bool_],
    game: Integers, decisions: Integers,
) -> Integers:  # fmt: skip
    """A decision takes as many pieces as the others (of one player: nobody) have fewer on the board after it. Gives how
    often a piece that stood there was taken."""
    assert ground.codes is not None
    games, players, mover = len(rows.utilities), len(model.players), rows.column(MOVER)[:-1]
    owner = owners(model, layout)[ground.codes]
    sites = np.zeros(len(ground.shape), dtype=np.int64)
    took = np.zeros(len(rows.head) - 1, dtype=np.int64)
    for victim in range(players) if players > 1 else (-1,):
        theirs = owner == victim if players > 1 else ground.codes > 0
        count = theirs.sum(axis=1)
        fewer = np.where(deciding & (mover != victim), count[:-1] - count[1:], 0)
        taking = fewer > 0
        took += np.maximum(fewer, 0)
        sites += (theirs[:-1] & ~theirs[1:])[taking].sum(axis=0)
    of = game[:-1]
    found.captures = _pairs(decisions, _by_game(of, took > 0, games))
    found.taken = _pairs(decisions, _by_game(of, took, games))
    return sites


def _material(model: Model, layout: Layout, rows: Rows, codes: NDArray[np.int16]) -> Integers:
    """Of each game one state, drawn by its number: whose turn it is and how far that has come, how many more pieces of
    each kind the first player has, and the result."""
    owner, kind = owners(model, layout)[codes], kinds(model, layout)[codes]
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
    _, counts = sums.counted_states()
    return chao(counts) if len(counts) else math.inf
