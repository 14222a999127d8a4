"""What of a state is learnt from, and where it lies in a record. `finding_features.py` finds it in rules.

A *feature* is that something has a value: a piece stands on a site, a cell holds a number, a variable an element, the
rules wait at a decision, the player to move has so many options. What a symmetry of the game takes to each other is
one feature, with one weight. If a symmetry exchanges the two players, states are seen with the eyes of whoever is to
move: there are two tables, one for each, that lead to the same weights. Of more than two players each has eyes of their
own. If symmetries show every player what the first one sees, all learn the same weights; else each has weights of
their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from interpreter.players.learning.patterns import Sites

NONE = 0xFFFFFFFF
"""The number of no feature."""
MOST_OPTIONS = 63
"""Numbers of options that are told apart."""

Atom = tuple[Any, ...]
"""Where something is said, of what, and what: `(slot, indices, value)`."""


@dataclass(frozen=True)
class Reading:
    """Bytes of a record, and the feature that each value means, for each of the eyes.

    For a set, `numbers` goes by positions; for a cell by what is stored. `codes` and `places` are those of the pieces
    of a set: their code in patterns, and the places of the sites there; empty where it isn't one.
    """

    offset: int
    size: int
    numbers: tuple[tuple[int, ...], ...]
    codes: tuple[int, ...] = ()
    places: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Features:
    """All that is learnt from. `size`: how many features; `contents`: how many a site can have in a pattern."""

    size: int
    sets: tuple[Reading, ...]
    cells: tuple[Reading, ...]
    patterns: tuple[tuple[int, Sites], ...]
    """For each its first weight, counted from the features' end on, and its sites."""
    pattern_weights: int
    contents: int
    sites: int
    mirrored: bool
    hidden: int
    turn_places: int
    """If values are of the ends of turns alone (`kernels/turns.py`), how many places of the rules stand in turns: those
    of the set-up come behind them."""
    long_turns: bool
    """Whether turns may go on and on (`kernels/long_turns.py`)."""
    digest: str
    """Tells whether weights were learnt for the same features, wherever these lie in a record."""
    named: Mapping[Atom, int] = field(default_factory=dict, compare=False, repr=False)
    """The number of each feature, by names that mean the same in rules which extend these (`inherited.py`)."""
    pieces: tuple[str, ...] = ()
    """What codes of pieces mean in patterns, in their order."""
    units: int = 0
    """How many hidden units were asked for; 0: as many as is usual."""

    @property
    def eyes(self) -> int:
        """How many eyes there are, each with tables of its own: two, or as many as players."""
        return len(self.cells[-1].numbers)

    @property
    def linear(self) -> int:
        """How many weights features and patterns have in the sum, with the constant one; a multiple of eight."""
        return self.size + self.pattern_weights + 1 + 7 & ~7

    @property
    def manner(self) -> Manner:
        """How values are learnt of them."""
        if self.turn_places:
            return Manner(True, self.hidden)
        return Manner(units=self.units, long_turns=self.long_turns)

    @property
    def weights(self) -> int:
        """How many weights there are in all."""
        return self.linear + self.hidden * (self.size + 2)

    def squares(self, weights_at: int) -> int:
        """Where it stands how much each weight has been moved: behind the weights, and what the units come to."""
        return weights_at + 4 * (self.weights + self.hidden)


@dataclass(frozen=True)
class Manner:
    """How values are learnt, as files say. `by_ends`: of the ends of turns alone; `units`: with so many hidden units, a
    multiple of eight; 0: as many as is usual; `long_turns`: of no state in the middle of a turn that may go on and on.
    """

    by_ends: bool = False
    units: int = 0
    long_turns: bool = False

    def told(self) -> dict[str, Any]:
        """What files say of it. Older ones don't say whether turns are long."""
        return {name: value for name, value in asdict(self).items() if name != "long_turns" or value}


PLAIN = Manner()
"""Values of all states."""
MANY_UNITS, MOST_UNITS, MANY_WEIGHTS = 80, 128, 100_000
"""Hidden units where values are of the ends of turns alone; the most that can be asked for; and the most weights that a
layer may have then."""
