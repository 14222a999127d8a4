"""A game tree in sequence form: every line of play is looked at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.players.equilibrium.sequence_form import SequenceForm, Side, Way
from interpreter.players.equilibrium.situation import Situation, line_of
from interpreter.players.equilibrium.wrong import leak, no_zero_sum, too_large, two

HISTORY_BYTES = 64
"""What a line of play takes at most while it is solved: its entry three times, and its place in both players' rows."""
STEP = 1_000
"""Lines of play between two reports."""
NEAR = 1e-9


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
                    raise too_large(form.histories, memory)
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
            before, here = line_of(self.beginning, side.ways[number]), line_of(self.beginning, way)
            raise leak(side.label, before, here, self._texts[me][number], texts)
        return side.first(number)

    def _worth(self, state: Situation, way: Way) -> float:
        """What an end is worth to the first player; raises UnsolvedError where the second doesn't lose that much."""
        results = state.results or {}
        one, other = (results[player] for player in self.players)
        if abs(one + other) > NEAR:
            raise no_zero_sum(line_of(self.beginning, way), self.players, (one, other))
        return one
