"""What random games come to in sums: some games' rows go in, whole numbers come out, which merge exactly."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gdl.model.model import Model
from interpreter.game.chance import mix
from interpreter.graph.layout import Layout
from interpreter.study.intervals import Pairs
from interpreter.study.rows import MOVER, NUMBER, OPTIONS, PLY, TURN, Ground, Problem, Rows, kinds, owners

Integers = NDArray[np.int64]
BINS = 20
"""Parts of a game's course."""
BLOCKS = 20
"""Parts of the games, for the jackknife of regressions."""
NO_PAIRS = Pairs()
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
    """… for each seat …"""
    standing: dict[str, Pairs] = field(default_factory=dict)
    """… and of winners and losers in the games that had both."""
    forced: Pairs = NO_PAIRS
    turns: Pairs = NO_PAIRS
    """Turns of a game, and its decisions."""
    course: Integers = field(default_factory=lambda: np.zeros((BINS, 3), dtype=np.int64))
    """For each part of the games' course: decisions, options, their squares."""
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
    """For each block of games the sums of products of: 1, the first seat's pieces of each kind more than the second's,
    its result."""
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
        return a + b if a.size and b.size else a if a.size else b
    return a + b


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
    found.branching = Pairs.of(decisions, _by_game(of, asked, games))
    found.forced = Pairs.of(decisions, _by_game(of, asked == 1, games))
    found.turns = Pairs.of(turns, decisions)
    found.seats, found.standing = _mobility(rows, of, asked, mover[decides], games, players)
    found.course = _course(rows, decides, asked)
    _states(found, rows, game, games)
    found.tree = _tree(options, rows.column(PLY), ends)
    _boards(found, model, layout, rows, game, decisions)
    return found


def _by_game(game: Integers, values: NDArray[Any], games: int) -> Integers:
    return np.bincount(game, weights=values, minlength=games).astype(np.int64)


def _mobility(
    rows: Rows, of: Integers, asked: Integers, mover: Integers, games: int, players: int
) -> tuple[tuple[Pairs, ...], dict[str, Pairs]]:
    """Options of each seat's decisions, and of those who won and those who lost."""
    seats = []
    for seat in range(players):
        mine = mover == seat
        seats.append(Pairs.of(np.bincount(of[mine], minlength=games), _by_game(of[mine], asked[mine], games)))
    standing = {}
    if players > 1:
        worth = rows.utilities[of, mover]
        for name, chosen in (("winners", worth > 0), ("losers", worth < 0)):
            counts = np.bincount(of[chosen], minlength=games)
            standing[name] = Pairs.of(counts, _by_game(of[chosen], asked[chosen], games))
    return tuple(seats), standing


def _course(rows: Rows, decides: NDArray[np.bool_], asked: Integers) -> Integers:
    ply, ends = rows.column(PLY), rows.is_end
    plies = ply[ends][rows.game]
    part = (ply[decides] * BINS // np.maximum(plies[decides], 1)).astype(np.int64)
    columns = [np.bincount(part, weights=w, minlength=BINS) for w in (np.ones(len(asked)), asked, asked * asked)]
    return np.stack(columns, axis=1).astype(np.int64)


def _states(found: TraceSums, rows: Rows, game: Integers, games: int) -> None:
    """Which states there were, and which of them were there again."""
    hashes, counts = np.unique(rows.hashes, return_counts=True)
    found.states = [(hashes, counts.astype(np.int64))]
    _, which = np.unique(rows.hashes, return_inverse=True)
    pairs = np.unique(game * np.int64(len(hashes)) + which.reshape(-1))
    different = np.bincount(pairs // len(hashes), minlength=games)
    states = np.bincount(game, minlength=games)
    found.repeated = Pairs.of(states, states - different)
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
            touched.sum(axis=0).astype(np.int64), Pairs.of(np.full(games, len(ground.shape)), number),
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
    found.captures = Pairs.of(decisions, _by_game(of, took > 0, games))
    found.taken = Pairs.of(decisions, _by_game(of, took, games))
    return sites


def _material(model: Model, layout: Layout, rows: Rows, codes: NDArray[np.int16]) -> Integers:
    """Of each game one state, drawn by its number: how many more pieces of each kind the first player has, and the
    result."""
    owner, kind = owners(model, layout)[codes], kinds(model, layout)[codes]
    ends = np.flatnonzero(rows.is_end)
    starts = np.concatenate([[0], ends[:-1] + 1])
    numbers = rows.column(NUMBER)[ends]
    drawn = np.array([mix(int(n) + 1) % max(int(e) - int(s), 1) for n, s, e in zip(numbers, starts, ends, strict=True)])
    at = starts + drawn
    columns = [np.ones(len(at), dtype=np.int64)]
    for k in range(len(model.kinds)):
        mine, theirs = ((owner[at] == seat) & (kind[at] == k) for seat in (0, 1))
        columns.append(mine.sum(axis=1) - theirs.sum(axis=1))
    columns.append(rows.utilities[:, 0])
    table = np.stack(columns, axis=1).astype(np.int64)
    found = np.zeros((BLOCKS, table.shape[1], table.shape[1]), dtype=np.int64)
    np.add.at(found, numbers % BLOCKS, table[:, :, None] * table[:, None, :])
    return found
