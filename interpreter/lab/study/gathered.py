"""All that was played for a study, before figures are worked out of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from gdl.model.statements import Choose, walk
from interpreter.game.game import Game
from interpreter.lab.study.openings import Looked
from interpreter.lab.study.plan import Plan
from interpreter.lab.study.random_games import RandomSums, Traced
from interpreter.lab.study.rows import Problem
from interpreter.lab.study.searched_games import Searched
from interpreter.lab.study.sums import TraceSums
from interpreter.players.solving import Solution

STARTS = 64
"""Games whose beginnings are looked at, to see whether the same seat always decides first."""
TOLD = 4
"""Problems of each sort of games that are told."""


@dataclass
class Gathered:
    """All that was played."""

    game: Game
    plan: Plan
    random: RandomSums = field(default_factory=RandomSums)
    traced: Traced = field(default_factory=lambda: Traced(TraceSums()))
    searched: list[Searched] = field(default_factory=list)
    first_moves: dict[int, RandomSums] = field(default_factory=dict)
    """Random games from behind each first move."""
    looked_at: list[Looked] = field(default_factory=list)
    """What search says about them."""
    solution: Solution | None = None
    """What perfect play comes to from the start, where all states could be looked at …"""
    unsolved: str = ""
    """… else why not."""
    exact_moves: dict[int, Solution] = field(default_factory=dict)
    """The same behind each first move; all of them, or none."""
    is_complete: bool = False

    @property
    def problems(self) -> list[Problem]:
        """What went wrong, each game once, and no more than say what sort of problem it is."""
        found = {problem.number: problem for problem in (*self.sums.problems[::-1], *self.random.problems[::-1])}
        random = [found[number] for number in sorted(found)]
        return random[:TOLD] + [game.problem for game in self.searched if game.problem][:TOLD]

    @property
    def sums(self) -> TraceSums:
        """What was seen ply by ply."""
        return self.traced.sums

    @cached_property
    def begins_by_chance(self) -> bool:
        """Whether the set-up rolls, so that games begin differently."""
        return any(isinstance(s, Choose) for s in walk(self.game.model.setup))

    @cached_property
    def nobody_against(self) -> str:
        """Why nobody plays against anybody; empty if somebody does."""
        if len(self.game.players) == 1:
            return "there is one player only"
        return "all play together" if self.game.model.is_common else ""

    @cached_property
    def first_seat(self) -> int:
        """The seat that decides first, in the first game."""
        return self._first_of(0)

    @cached_property
    def nobody_is_first(self) -> str:
        """Why no seat is the first; empty if one is."""
        if self.game.start(self.plan.seed).together:
            return "players decide at once"
        if self.begins_by_chance and any(self._first_of(k) != self.first_seat for k in range(1, STARTS)):
            return "who decides first differs from game to game"
        return ""

    def _first_of(self, number: int) -> int:
        start = self.game.start(self.plan.seed, number)
        return self.game.players.index(start.mover or self.game.players[0])

    def even(self, strength: int) -> list[Searched]:
        """The games between players of this strength that came to an end."""
        return [s for s in self.searched if s.utilities and set(s.task.strengths) == {strength}]

    @property
    def strong(self) -> list[Searched]:
        """The games between the strongest."""
        return self.even(self.plan.strengths[-1]) if self.plan.strengths else []
