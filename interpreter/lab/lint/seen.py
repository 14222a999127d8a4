"""What is seen, ply by ply, in games that are played to be judged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gdl.text.source import Span

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.plies import Step
    from interpreter.game.state import State

TEXTS = 400
"""Decisions whose options are compared by their texts."""


@dataclass(frozen=True)
class Ending:
    """How a game ended: by which line of the rules, after whose move, how for each player, and after how many turns."""

    span: Span
    mover: int
    outcomes: tuple[str, ...]
    turns: int

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won."""
        return tuple(p for p, outcome in enumerate(self.outcomes) if outcome == "win")


def ending(before: State, after: State) -> Ending | None:
    """How a game ended that is over after this move; None if that can't be told."""
    line, mover = after.decisive, before.mover
    if line is None or mover is None:
        return None
    outcomes = tuple((after.outcomes or {}).values())
    return Ending(line.span, before.game.players.index(mover), outcomes, after.turns)


@dataclass
class KindSeen:
    """What happened to the pieces of a kind: plies in which one stood on the board, moved, came, went."""

    stood: int = 0
    moved: int = 0
    came: int = 0
    taken: int = 0


@dataclass
class Seen:
    """Call it with each step of a game; `begin` before each game."""

    plies: int = 0
    decisions: dict[Span, Counter[int]] = field(default_factory=dict)
    """For each decision in the text, how often there were how many options, of those at hand."""
    alike: dict[Span, tuple[str, State]] = field(default_factory=dict)
    """For each decision in the text: different moves with one text, and where."""
    kinds: dict[int, KindSeen] = field(default_factory=dict)
    repeated: int = 0
    """Games in which a state came again that equals an earlier one in everything, and nothing was rolled between: so
    players can bring it about."""
    came_again: tuple[int, int] | None = None
    """The first such game, counted from 0, and after how many plies its state came again."""
    endings: list[Ending] = field(default_factory=list)
    """How games ended."""
    _game: int = -1
    _ply: int = -1
    _compared: int = 0
    _states: set[object] = field(default_factory=set)
    listed: int = 0
    """Options of all decisions together."""
    _repeats: bool = False

    def begin(self) -> None:
        """Another game begins."""
        self._states, self._repeats = set(), False
        self._game, self._ply = self._game + 1, -1

    def __call__(self, step: Step) -> None:
        """Take a step in."""
        before = step.before
        self.plies += 1
        self._ply += 1
        if before.is_chance:
            self._states.clear()
        else:
            self._decision(before)
        self._pieces(step)
        if step.after.is_over and (end := ending(before, step.after)) is not None:
            self.endings.append(end)
        if not before.in_turn:
            key = (before._stop.place, before._stop.values)
            if key in self._states and not self._repeats:
                self._repeats = True
                self.repeated += 1
                self.came_again = self.came_again or (self._game, self._ply)
            self._states.add(key)

    def _decision(self, state: State) -> None:
        asked: dict[Span, int] = {}
        for move in state.ways:
            span = move.choose.span
            asked[span] = asked.get(span, 0) + 1
        whole = len(state.ways)
        self.listed += whole
        for span in asked:
            self.decisions.setdefault(span, Counter())[whole] += 1
        if self._compared < TEXTS:
            self._compared += 1
            texts: dict[str, Span] = {}
            for move in state.moves:
                text = move.text
                if text in texts:
                    self.alike.setdefault(move.choose.span, (text, state))
                texts[text] = move.choose.span

    def _pieces(self, step: Step) -> None:
        game = step.before.game
        model, layout = game.model, game.machine.layout
        before, after = step.before._stop.values, step.after._stop.values
        players = len(model.players)
        for k, kind in enumerate(model.kinds):
            seen = self.kinds.setdefault(k, KindSeen())
            for p in range(players if kind.owned else 1):
                old, new = before[layout.kind_slot[k] + p], after[layout.kind_slot[k] + p]
                seen.stood += bool(old)
                if old == new:
                    continue
                left, came = old & ~new, new & ~old
                seen.moved += bool(left and came)
                seen.came += bool(came) and not left
                seen.taken += left.bit_count() > came.bit_count()


def kinds_at_start(game: Game) -> set[str]:
    """The kinds of pieces that stand on the board at the start; raises RuleError."""
    layout, values, players = game.machine.layout, game.start()._stop.values, len(game.players)
    return {
        kind.name for k, kind in enumerate(game.model.kinds)
        if any(values[layout.kind_slot[k] + p] for p in range(players if kind.owned else 1))
    }  # fmt: skip
