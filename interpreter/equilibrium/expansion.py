"""A game tree in sequence form: every line of play is looked at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.equilibrium.sequence_form import SequenceForm, Side, Way
from interpreter.equilibrium.situation import Situation, in_words
from interpreter.game.errors import RuleError
from interpreter.players.solving import UnsolvedError

HISTORY_BYTES = 64
"""What a line of play takes at most while it is solved: its entry three times, and its place in both players' rows."""
STEP = 1_000
"""Lines of play between two reports."""
NEAR = 1e-9


class LeakError(RuleError):
    """Rules that tell a player by the options what is hidden, or that forget what a player decided: where."""


def expand(
    beginning: Situation, players: Sequence[str], memory: int, report: Callable[[str], None] = lambda _: None
) -> SequenceForm:
    """Look at all that can follow; raises UnsolvedError, LeakError, RuleError."""
    return Expansion(beginning, players).run(memory, report)


class Expansion:
    """A tree that is being looked at, depth first, with what each player's sets were when they were found."""

    def __init__(self, beginning: Situation, players: Sequence[str]) -> None:
        self.beginning, self.players = beginning, two(players)
        first, second = self.players
        self.form = SequenceForm((Side(first), Side(second)))
        self._numbers: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._texts: tuple[list[tuple[str, ...]], list[tuple[str, ...]]] = ([], [])
        self._waiting: list[tuple[Situation, Way, float, int, int]] = [(beginning, (), 1.0, 0, 0)]
        """States, how they are reached, how likely chance makes that, and both players' sequences."""

    def run(self, memory: int, report: Callable[[str], None]) -> SequenceForm:
        """Look at everything."""
        form = self.form
        while self._waiting:
            state, way, likely, mine, theirs = self._waiting.pop()
            form.histories += 1
            form.longest = max(form.longest, len(way))
            if form.histories % STEP == 0:
                report(f"{form.histories:,} lines of play")
                if form.histories * HISTORY_BYTES > memory:
                    raise UnsolvedError(too_large(form.histories, memory))
            if state.is_over:
                form.add_end(mine, theirs, likely * self._worth(state, way))
            elif state.to_move is None:
                for k, (move, share) in reversed([*enumerate(state.chance)]):
                    self._waiting.append((state.play(move), (*way, k), likely * float(share), mine, theirs))
                form.options += len(state.chance)
            else:
                self._decide(state, way, likely, mine, theirs)
        return form

    def _decide(self, state: Situation, way: Way, likely: float, mine: int, theirs: int) -> None:
        me = self.players.index(str(state.to_move))
        moves = state.moves
        at = self._set(me, state, way, theirs if me else mine)
        for k, move in reversed([*enumerate(moves)]):
            own = (mine, at + k) if me else (at + k, theirs)
            self._waiting.append((state.play(move), (*way, k), likely, *own))
        self.form.options += len(moves)

    def _set(self, me: int, state: Situation, way: Way, parent: int) -> int:
        """The first sequence of the information set of a state; raises LeakError if it was another one before."""
        side, key = self.form.sides[me], state.information(self.players[me])
        texts = tuple(move.text for move in state.moves)
        number = self._numbers[me].get(key)
        if number is None:
            number = self._numbers[me][key] = side.add(key, way, len(texts), parent)
            self._texts[me].append(texts)
        elif self._texts[me][number] != texts or side.parents[number] != 8 * parent:
            before, here = in_words(self.beginning, side.ways[number]), in_words(self.beginning, way)
            raise LeakError(
                f"{side.label} knows the same {before} and {here}, but "
                + (f"may choose from {_row(self._texts[me][number])} there, and here from {_row(texts)}"
                   if self._texts[me][number] != texts else "has decided otherwise on the way")
            )  # fmt: skip
        return side.first(number)

    def _worth(self, state: Situation, way: Way) -> float:
        """What an end is worth to the first player; raises UnsolvedError where the second doesn't lose that much."""
        results = state.results or {}
        one, other = (results[player] for player in self.players)
        if abs(one + other) > NEAR:
            raise UnsolvedError(
                f"what one wins the other should lose, but {in_words(self.beginning, way)} {self.players[0]} gets "
                f"{one:g} and {self.players[1]} {other:g}"
            )
        return one


def two(players: Sequence[str]) -> tuple[str, str]:
    """The two players; raises UnsolvedError if there are more or less."""
    if len(players) != 2:
        raise UnsolvedError(f"where something is hidden, only games of two are solved; here are {len(players)}")
    return players[0], players[1]


def too_large(histories: int, memory: int) -> str:
    """What is said where there is no room."""
    return (
        f"{histories:,} lines of play fill {memory >> 20:,} MB, and there are more; "
        "`--sampling` learns from some of them, drawn by chance"
    )


def _row(texts: Sequence[str]) -> str:
    return f"`{', '.join(texts)}`"
