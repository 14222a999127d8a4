"""`mcts`, `careful`, `greedy`, `rave`: Monte-Carlo tree search, for any number of players, with or without chance."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.graph.backend import Halted
from interpreter.graph.chance import GAMMA, signed
from interpreter.players.analysis import LONGEST_LINE, Analysis, Option, Prospect, in_units, mean, outcomes
from interpreter.players.game_clock import Clock, GameTime
from interpreter.players.learnt import UNTAUGHT
from interpreter.players.merged import Row, best, merged
from interpreter.players.player import Player, Seat
from interpreter.players.taught import TaughtEngine, taught
from interpreter.players.turn_time import TurnTime
from interpreter.work.engine import MEMORY_BYTES, notation, put
from interpreter.work.helpers import together
from interpreter.work.slices import Slices

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance
    from interpreter.native.host.running import Word

FOLLOWED = 64
"""So many plies are followed in the tree; after more of them there is nothing left of it anyway."""
LINE = 48


class Manner(IntEnum):
    """How the games are played that tell what a position is worth, and what else is taken for a trial of an option; the
    numbers are those of `kernels/mcts.py`."""

    RANDOM = 0
    CAREFUL = 1
    GREEDY = 2
    RAVE = 3

    @property
    def player(self) -> str:
        """The kind of player that searches so."""
        return self.name.lower() if self else "mcts"


@dataclass(frozen=True)
class Budget:
    """How long to think: seconds about a turn, or iterations about each of its decisions if they are given; and by how
    many threads, among which iterations are shared."""

    seconds: float = 1.0
    iterations: int = 0
    threads: int = 1
    clock: Clock | None = None
    """For whole games; `seconds` are then what an analysis takes."""

    def time(self) -> TurnTime:
        """What deals it out, for one player's game."""
        return TurnTime(self.seconds) if self.clock is None else GameTime(self.clock)

    def part(self, thread: int) -> int:
        """How many of the iterations are this thread's."""
        return self.iterations // self.threads + (thread < self.iterations % self.threads)


@dataclass
class Tree:
    """What one thread searches: an instance of the compiled rules, in which its tree grows."""

    number: int
    engine: TaughtEngine
    instance: Instance | None = None
    state: State | None = None
    """The state that the tree's root stands for, once it has followed …"""
    played: list[int] = field(default_factory=list)
    """… these options."""
    goes_by_policy: bool = True
    """Whether the tree has grown by a policy, if there is one."""
    broken: int = 0
    """Iterations in which a rule was broken; they count for nothing."""
    halting: Word | None = None
    """The word by which a search is stopped, while there is one."""

    def told(self, step: Step) -> None:
        """Follow the game."""
        if self.state is None:
            return
        if step.before != self.state or len(self.played) == FOLLOWED:
            self.state = None
            return
        self.state = step.after
        ways, move = step.before.ways, step.move
        same = (k for k, way in enumerate(ways) if way is move)  # a throw has hundreds, which take long to compare
        k = next(same, -1)
        self.played.append(ways.index(move) if k < 0 else k)

    def close(self) -> None:
        """Leave the instance to others."""
        self.halting = None
        if self.instance is not None:
            self.engine.give_back(self.instance)
        self.instance = self.state = None

    def ready(self, memory: int) -> Instance:
        """The instance."""
        if self.instance is None:
            self.instance = self.engine.take(memory)
        return self.instance

    def follow(self, state: State, memory: int, manner: Manner, *, by_policy: bool = True) -> Instance:
        """The instance, with a tree that grows from this state: the one it has, if it may be kept."""
        instance = self.ready(memory)
        known, self.state = self.state == state and self.goes_by_policy == by_policy, state
        played, self.played, self.goes_by_policy = self.played, [], by_policy
        if not known or any(instance.call("mcts_advance", k) < 0 for k in played):
            if self.engine.policy is not None:
                instance.call("policy_ready", int(by_policy))  # others had the instance, who may have gone by none
            instance.call("mcts_start", put(instance, state), manner + 4 * self.number)
        return instance

    def search(self, key: int, until: float, limit: int, goes_on: Callable[[float], bool]) -> None:
        """Search until then, or so many iterations if they are given, as long as it goes on: that is told now and then
        what part of the budget is spent."""
        instance, start = self.instance, time.perf_counter()
        assert instance is not None
        first, broken, slices = self.visits(), 0, Slices()
        self.halting = instance.word(instance.call("halting"))
        while True:
            done = self.visits() - first + broken
            before, chunk = time.perf_counter(), slices.count
            if limit:
                chunk = min(chunk, limit - done)
            elif done:
                chunk = min(chunk, int((until - before) * done / (before - start)) + 1)
            if chunk <= 0 or (done and not limit and before >= until):
                break
            try:
                made = instance.call("mcts", key, chunk)
            except Halted:  # more work than anybody could wait for
                self.broken += broken + chunk
                return
            if made < 0:
                broken += 1
            elif made < chunk:
                break  # there is nothing left to find out, or it is halted
            slices.took(time.perf_counter() - before, chunk)
            part = done / limit if limit else (time.perf_counter() - start) / max(until - start, 1e-6)
            if not goes_on(min(part, 1.0)):
                break
        self.broken += broken

    def halt(self) -> None:
        """Stop the search, from another thread."""
        if (word := self.halting) is not None:
            word.value = 1

    def visits(self) -> int:
        """How often the root was visited."""
        return self.report(1)[0]

    def report(self, count: int) -> tuple[int, ...]:
        """The first words of what the search reports; see `kernels/hints.py`."""
        assert self.instance is not None
        self.instance.call("mcts_best")
        return self.instance.report(count)

    def rows(self, players: int) -> list[Row]:
        """What is known of each option, in the order of the state's moves."""
        instance = self.instance
        count = 0 if instance is None else instance.call("mcts_options")
        if instance is None or count <= 0:
            return []
        size, at, found = 24 + 8 * players, instance.report(1)[0], []
        for k in range(count):
            visits, flags, plies = instance.words(at + size * k, 3)
            worth = instance.floats(at + size * k + 24, players)
            found.append(Row(visits, bool(flags & 1), bool(flags & 2), plies, worth))
        return found


class MonteCarlo(Player):
    """Keeps its trees from move to move, as long as it is told of all that is played.

    Each thread grows a tree of its own from draws of its own; what they found is put together in the end. With
    iterations instead of seconds none is stopped by another, so that it doesn't matter how the threads are run.
    """

    def __init__(
        self, seat: Seat, budget: Budget, memory: int = MEMORY_BYTES, *, manner: Manner = Manner.RANDOM
    ) -> None:
        """Goes by the values of its seat in place of random games; other manners of games have no values."""
        super().__init__(seat)
        self.budget, self.memory, self.manner = budget, memory, manner
        self.goes_by_policy = True
        """Whether it goes by a policy, if there is one; this may change from decision to decision."""
        source = UNTAUGHT if manner else seat.weights
        own = taught(seat.game, "mcts", "hints", source=source, table=seat.table)
        self._trees = [Tree(number, own) for number in range(budget.threads)]
        self._time = budget.time()

    @property
    def has_policy(self) -> bool:
        """Whether there is a policy to go by."""
        return self._trees[0].engine.policy is not None

    @property
    def broken(self) -> int:
        """Iterations in which a rule was broken; they count for nothing."""
        return sum(tree.broken for tree in self._trees)

    def choose(self, state: State) -> Move:
        """The best option, as far as it can tell. A lone one costs no time."""
        if len(state.moves) == 1:
            return state.moves[0]
        self.ready()
        began = time.perf_counter()
        seconds = 0.0 if self.budget.iterations else self._time.share(state, self.seat.chance)
        self._think(state, began + seconds)
        k = best(self._rows(self._trees), self._me(state))
        self._time.took(time.perf_counter() - began)
        return state.moves[k if k >= 0 else self.seat.chance.pick(len(state.moves), state.ply)]

    def analyse(self, state: State) -> Analysis:
        """What it thinks of a state that isn't over, which it looks at for as long as at a whole turn."""
        self.ready()
        self._think(state, time.perf_counter() + self.budget.seconds)
        return self._found(state, self._trees)

    def so_far(self) -> Analysis | None:
        """What it has found, while it thinks: in the thread that asks, as the others are at work."""
        state = self._trees[0].state
        return None if self._trees[0].instance is None or state is None else self._found(state, self._trees[:1])

    def _found(self, state: State, trees: list[Tree]) -> Analysis:
        rows = self._rows(trees)
        ways = self._ways(state, rows)
        if not ways:
            return Analysis(Prospect(dict.fromkeys(self.seat.game.players, 0.0)), (), (), "nothing: rules are broken")
        visits, nodes = (sum(each) for each in zip(*(tree.report(2) for tree in trees), strict=True))
        k = best(rows, self._me(state))
        options, first, prospect = ways, ways[k].move, ways[k].prospect
        if state.is_chance:  # several ways, each as likely as the others, may be one outcome
            options, prospect = outcomes(ways), mean([way.prospect for way in ways])
        me = state.mover or ""
        ranked = sorted(options, key=lambda o: (o.move != first, -o.visits, -o.prospect.expected[me]))
        effort = f"{visits:,} iteration{'s' * (visits != 1)}, {nodes:,} positions"
        line = self._line(trees, k)
        return Analysis(prospect, tuple(ranked), notation(state, line, LONGEST_LINE), effort)

    def _line(self, trees: list[Tree], k: int) -> tuple[int, ...]:
        """How the game may go on after option `k`: the line of the most visited tree that begins with it."""
        found: tuple[int, tuple[int, ...]] = (-1, (k,))
        for tree in trees:
            visits, _, _, _, plies, *line = tree.report(5 + LINE)
            if plies and line[0] == k and visits > found[0]:
                found = visits, tuple(line[:plies])
        return found[1]

    def played(self, step: Step) -> None:
        """Follow the game."""
        for tree in self._trees:
            tree.told(step)

    def halt(self) -> None:
        """Stop all trees' searches."""
        for tree in self._trees:
            tree.halt()

    def close(self) -> None:
        """Leave the trees to others."""
        for tree in self._trees:
            tree.close()

    def ready(self) -> None:
        """Compile the rules: that isn't thinking."""
        for tree in self._trees:
            tree.ready(self._share)

    def _think(self, state: State, until: float) -> None:
        """Search a state until then, or for as many iterations as the budget has."""
        drawn, memory = self.seat.chance.bits(state.ply), self._share

        def search(tree: Tree, goes_on: Callable[[float], bool]) -> None:
            tree.follow(state, memory, self.manner, by_policy=self.goes_by_policy)
            key = drawn + tree.number * GAMMA
            limit = self.budget.part(tree.number)
            if limit or not self.budget.iterations:
                tree.search(signed(key), until, limit, goes_on)

        if len(self._trees) == 1:
            search(self._trees[0], self._goes_on)
        else:
            timed = not self.budget.iterations
            together(self._trees, search, self._goes_on, first_stops_all=timed)

    @property
    def _share(self) -> int:
        """Each tree's part of the memory."""
        return self.memory // len(self._trees)

    def _goes_on(self, part: float) -> bool:
        return self.pause is None or self.pause(self, part)

    def _rows(self, trees: list[Tree]) -> list[Row]:
        return merged([tree.rows(len(self.seat.game.players)) for tree in trees])

    def _me(self, state: State) -> int:
        """Whose option it is; of a roll nobody's, so anybody's."""
        return self.seat.game.players.index(state.mover) if state.mover else 0

    def _ways(self, state: State, rows: list[Row]) -> list[Option]:
        """What is known of each entry of the rules' list: of each option, or of each way that chance may take."""
        players, total = self.seat.game.players, max(sum(row.visits for row in rows), 1)
        paid = self.seat.game.model.most_paid
        return [
            Option(
                move, row.visits, row.visits / total,
                Prospect(dict(zip(players, in_units(row.worth, paid), strict=True)), row.is_settled,
                         row.distance + 1 if row.is_settled else 0, paid),
            )
            for move, row in zip(state.ways, rows, strict=False)
        ]  # fmt: skip
