"""`mcts`, `careful`: Monte-Carlo tree search, for any number of players, with or without chance."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.players.analysis import LONGEST_LINE, Analysis, Option, Prospect
from interpreter.players.game_clock import Clock, GameTime
from interpreter.players.player import Player, Seat
from interpreter.players.search import MEMORY_BYTES, engine, notation, put
from interpreter.players.turn_time import TurnTime

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance

LEAST_CHUNK = 1
"""Iterations asked for at first, as one may take longer than there is time …"""
PAUSE = 0.04
"""… and then so many that they take about so many seconds, so that Ctrl-C is heard."""
FOLLOWED = 64
"""So many plies are followed in the tree; after more of them there is nothing left of it anyway."""
LINE = 48


@dataclass(frozen=True)
class Budget:
    """How long to think: seconds about a turn, or iterations about each of its decisions if they are given."""

    seconds: float = 1.0
    iterations: int = 0
    clock: Clock | None = None
    """For whole games; `seconds` are then what an analysis takes."""

    def time(self) -> TurnTime:
        """What deals it out, for one player's game."""
        return TurnTime(self.seconds) if self.clock is None else GameTime(self.clock)


class MonteCarlo(Player):
    """Keeps its tree from move to move, as long as it is told of all that is played."""

    def __init__(self, seat: Seat, budget: Budget, memory: int = MEMORY_BYTES, *, careful: bool = False) -> None:
        super().__init__(seat)
        self.budget, self.memory, self.careful = budget, memory, careful
        self._engine = engine(seat.game, "mcts", "hints")
        self._instance: Instance | None = None
        self._time = budget.time()
        self._state: State | None = None
        """The state that the tree's root stands for, once it has followed …"""
        self._played: list[int] = []
        """… these options."""
        self.broken = 0
        """Iterations in which a rule was broken; they count for nothing."""

    def choose(self, state: State) -> Move:
        """The best option, as far as it can tell. A lone one costs no time."""
        if len(state.moves) == 1:
            return state.moves[0]
        if self._instance is None:  # compiling rules isn't thinking
            self._instance = self._engine.take(self.memory)
        began = time.perf_counter()
        seconds = 0.0 if self.budget.iterations else self._time.share(state, self.seat.chance)
        k = self._think(state, began + seconds).call("mcts_best")
        self._time.took(time.perf_counter() - began)
        return state.moves[k if k >= 0 else self.seat.chance.pick(len(state.moves), state.ply)]

    def analyse(self, state: State) -> Analysis:
        """What it thinks of a state that isn't over, which it looks at for as long as at a whole turn."""
        return self._found(state, self._think(state, time.perf_counter() + self.budget.seconds))

    def so_far(self) -> Analysis | None:
        """What it has found, while it thinks."""
        if self._instance is None or self._state is None:
            return None
        return self._found(self._state, self._instance)

    def _found(self, state: State, instance: Instance) -> Analysis:
        best = instance.call("mcts_best")
        visits, nodes, _, _, plies, *line = instance.report(5 + LINE)
        options = self._options(state, instance)
        if not options:
            return Analysis(Prospect(dict.fromkeys(self.seat.game.players, 0.0)), (), (), "nothing: rules are broken")
        chosen, prospect = options[best], options[best].prospect
        if state.is_chance:
            mean = {p: sum(o.prospect.expected[p] for o in options) / len(options) for p in self.seat.game.players}
            sure = all(o.prospect.is_sure for o in options)
            prospect = Prospect(mean, sure, max(o.prospect.plies for o in options) if sure else 0)
        me = state.mover or ""
        ranked = sorted(options, key=lambda o: (o is not chosen, -o.visits, -o.prospect.expected[me]))
        effort = f"{visits:,} iteration{'s' * (visits != 1)}, {nodes:,} positions"
        return Analysis(prospect, tuple(ranked), notation(state, line[:plies], LONGEST_LINE), effort)

    def played(self, step: Step) -> None:
        """Follow the game."""
        if self._state is None:
            return
        if step.before != self._state or len(self._played) == FOLLOWED:
            self._state = None
            return
        self._state = step.after
        self._played.append(step.before.ways.index(step.move))

    def close(self) -> None:
        """Leave the tree to others."""
        if self._instance is not None:
            self._engine.give_back(self._instance)
        self._instance = self._state = None

    def _think(self, state: State, until: float) -> Instance:
        """Search a state until then, or for as many iterations as the budget has."""
        instance = self._follow(state)
        key = self.seat.chance.bits(state.ply)
        key -= (key >> 63) << 64
        limit, start = self.budget.iterations, time.perf_counter()
        first, broken, chunk = self._visits(instance), 0, LEAST_CHUNK
        while True:
            done = self._visits(instance) - first + broken
            before = time.perf_counter()
            if limit:
                chunk = min(chunk, limit - done)
            elif done:
                chunk = min(chunk, int((until - before) * done / (before - start)) + 1)
            if chunk <= 0 or (done and not limit and before >= until):
                break
            made = instance.call("mcts", key, chunk)
            if made < 0:
                broken += 1
            elif made < chunk:
                break  # there is nothing left to find out
            elif time.perf_counter() - before < PAUSE / 2:
                chunk *= 2
            else:
                chunk = max(chunk // 2, 1)
            if self.pause is not None and not self.pause(self, self._part(done, start, until)):
                break
        self.broken += broken
        return instance

    def _part(self, done: int, start: float, until: float) -> float:
        """How much of the budget is spent."""
        if self.budget.iterations:
            return min(done / self.budget.iterations, 1.0)
        return min((time.perf_counter() - start) / max(until - start, 1e-6), 1.0)

    def _follow(self, state: State) -> Instance:
        """An instance with a tree that grows from this state: the one it has, if it may be kept."""
        if self._instance is None:
            self._instance = self._engine.take(self.memory)
        instance = self._instance
        known, self._state = self._state == state, state
        played, self._played = self._played, []
        if not known or any(instance.call("mcts_advance", k) < 0 for k in played):
            instance.call("mcts_start", put(instance, state), self.careful)
        return instance

    def _visits(self, instance: Instance) -> int:
        instance.call("mcts_best")
        return instance.report(1)[0]

    def _options(self, state: State, instance: Instance) -> list[Option]:
        """What is known of each option, in the order of the state's moves."""
        count, players = instance.call("mcts_options"), self.seat.game.players
        if count <= 0:
            return []
        size, at = 24 + 8 * len(players), instance.report(1)[0]
        visits = [instance.words(at + size * k, 1)[0] for k in range(count)]
        total, found = max(sum(visits), 1), []
        for k, move in enumerate(state.moves):
            flags, plies = instance.words(at + size * k + 8, 2)
            worth = instance.floats(at + size * k + 24, len(players))
            prospect = Prospect(dict(zip(players, worth, strict=True)), bool(flags & 1), plies + 1 if flags & 1 else 0)
            found.append(Option(move, visits[k], visits[k] / total, prospect))
        return found
