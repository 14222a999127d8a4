"""What is known of a game when it has been played to be judged: all that the rules of this folder look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gdl.check.checker import Checked
from gdl.text.source import Source, Span
from interpreter.errors import RuleError
from interpreter.game.game import Game
from interpreter.lab.coverage.counting import Counts
from interpreter.lab.lint.alike import Alike
from interpreter.lab.lint.games import Played
from interpreter.lab.lint.mirrors import Unlike
from interpreter.lab.lint.seen import Seen
from interpreter.lab.tools.summary import Summary

SEED = 0
LIMIT = 20_000
"""Plies after which a random game is taken to have no end."""


@dataclass(frozen=True)
class OptionPlayed:
    """A combination of options that was played, and what came of it; `same`: exactly the games of the defaults."""

    options: Mapping[str, object]
    players: int | None
    problem: RuleError | None
    unfinished: int
    games: int
    same: bool


@dataclass
class Evidence:
    """What was seen of one ruleset."""

    source: Source
    checked: Checked
    game: Game
    random: Summary
    games: int
    """Random games that were begun."""
    unfinished: list[int] = field(default_factory=list)
    """Random games that hadn't ended after LIMIT plies, by their numbers."""
    broken: list[Played] = field(default_factory=list)
    """Games, random or searched, in which a rule was broken."""
    looked_at: list[Played] = field(default_factory=list)
    """Random games, one by one."""
    searched: list[Played] = field(default_factory=list)
    """Games of search against search."""
    against_random: list[tuple[Played, int]] = field(default_factory=list)
    """Games of search against random play, and the seat of the search."""
    seen: Seen = field(default_factory=Seen)
    seen_in_search: Seen = field(default_factory=Seen)
    counts: Counts = field(default_factory=Counts)
    """How often what can be watched of the ruleset's own text came into effect."""
    needed: set[Span] = field(default_factory=set)
    """Conditions that always came out the same, but can't be left out: `stuck` asks them, too."""
    positions: int = 0
    """The number of all positions, if all of them were looked at; else 0."""
    options: list[OptionPlayed] = field(default_factory=list)
    with_options: set[str] = field(default_factory=set)
    """Kinds of pieces that stand on the board at the start, with one or other of these options."""
    limit: int = LIMIT
    """Plies after which a random game is taken to have no end."""
    values: Mapping[str, float] = field(default_factory=dict)
    """What each player gets with best play, if the game is small enough to be solved."""
    begins_alike: bool = True
    """Whether two players begin alike; otherwise one may be meant to have the better chances."""
    unlike: list[Unlike] = field(default_factory=list)
    """Where it differs from its mirror images."""
    alike: list[Alike] = field(default_factory=list)
    """Situations that look alike to a player and aren't."""
    watched: int = 0
    """Games of search in which was counted what comes into effect."""
    cut: list[str] = field(default_factory=list)
    """What wasn't played, or not to its end, as the time was over."""
    many_options: bool = False
    """Whether few random games were looked at one by one, because their decisions have so many options."""
    costly: int = 0
    """More instructions than this are needed for a game, if that is why nothing was played; else 0."""
    a_ply: float = 0.0
    """Instructions of a decision of a random game, on the average; 0 if they weren't counted."""
    compiled: bool = True
    """Whether the rules are compiled."""

    @property
    def cut_short(self) -> bool:
        """Whether the time was over before all was played."""
        return bool(self.cut)

    @property
    def is_exhaustive(self) -> bool:
        """Whether every position there is was looked at."""
        return self.positions > 0

    @property
    def over(self) -> str:
        """Over what a finding speaks."""
        return self._over(len(self.searched))

    @property
    def over_watched(self) -> str:
        """The same, where it was counted what of the text comes into effect."""
        return self._over(self.watched)

    def _over(self, searched: int) -> str:
        if self.is_exhaustive:
            return f"in all {self.positions:,} positions of the game"
        return f"in {self.games:,} random games" + (f" and {searched} of search" if searched else "")
