"""All that was played for a study, before figures are worked out of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from interpreter.game.game import Game
from interpreter.players.solving import Solution
from interpreter.study.openings import Looked
from interpreter.study.plan import Plan
from interpreter.study.random_games import RandomSums, Traced
from interpreter.study.rows import Problem
from interpreter.study.searched_games import Searched
from interpreter.study.sums import TraceSums

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
    def first_seat(self) -> int:
        """The seat that decides first, in the first game."""
        return self.game.players.index(self.game.start(self.plan.seed).mover or self.game.players[0])

    def even(self, strength: int) -> list[Searched]:
        """The games between players of this strength that came to an end."""
        return [s for s in self.searched if s.utilities and set(s.task.strengths) == {strength}]

    @property
    def strong(self) -> list[Searched]:
        """The games between the strongest."""
        return self.even(self.plan.strengths[-1]) if self.plan.strengths else []
