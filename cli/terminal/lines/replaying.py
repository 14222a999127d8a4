"""A recorded game shown turn by turn, and the variations that leave it: told where they begin, entered if asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cli.languages.saying import tr
from cli.session.turns import turn_of
from cli.terminal.scene import view
from cli.terminal.scene.console import Screen
from interpreter.game import variations
from interpreter.game.eyes import Eyes, is_masked, seen
from interpreter.game.plies import Step
from interpreter.game.record_model import Record, Variation
from interpreter.game.state import State

MOST_MOVES = 8
"""Moves of a variation that are told where it begins."""


class Left(Exception):
    """Whoever looks on wants to see no more."""


@dataclass
class Replaying:
    """What is shown of a record, and how. `only`: the one turn that is shown; `quiet`: nothing is. `pauses`: whether
    somebody is asked to go on."""

    screen: Screen
    record: Record
    eyes: Eyes
    only: int | None = None
    quiet: bool = False
    pauses: bool = False

    def turns(self, first: State, steps: Iterable[Step], of: int = 0, within: list[Step] | None = None) -> State:
        """Show a line of play from a state on; gives its last one. `of`: which variation it is; `within`: what was
        played of the turn before it. Raises Left, or the ReplayError of the steps."""
        last, group = first, within or []
        asked = bool(of)  # whoever enters a variation sees its first turn at once
        if not of and (self.only == 0 or not self.skips):
            self._head(first)
        self._tell(of, last)
        for step in steps:
            group = [*group, step] if step.before.in_turn else [step]
            last = step.after
            if last.in_turn:
                continue
            if self.only == last.turns or not self.skips:
                if not asked:
                    self._ask(of, group[0].before)
                asked = False
                self._show(group, last)
                self._tell(of, last)
        return last

    @property
    def skips(self) -> bool:
        """Whether most turns are passed by."""
        return self.quiet or self.only is not None

    # ---- what is shown

    def _head(self, state: State) -> None:
        record, masked = self.record, is_masked(state.game, self.eyes)
        seats = ", ".join(f"{player} ({record.seats.get(player, '?')})" for player in record.players)
        seed = "" if masked else "; " + tr("seed {seed}", seed=record.seed)
        self.screen.write(f"{record.title or record.game}: {seats}{seed}", "bold")
        if masked:
            self.screen.write(tr("As {player} saw it; ? stands for what was hidden.", player=self.eyes), "dim")
        self._board(state, ())

    def _show(self, group: list[Step], state: State) -> None:
        turn = turn_of(group, state.turns)
        self.screen.write(turn.told(self.eyes), "bold")
        self._board(state, turn.changed(self.eyes))

    def _board(self, state: State, marks: Iterable[str]) -> None:
        shown = seen(state, self.eyes)
        self.screen.write()
        view.show(self.screen, shown, shown.winning or tuple(marks))
        self.screen.write()

    # ---- variations

    def _tell(self, of: int, state: State) -> None:
        """Tell which variations leave the line here, before the next turn."""
        if self.quiet or self.only not in (None, state.turns):
            return
        for number, one in self._leaving(of, state):
            moves = " ".join(one.moves[:MOST_MOVES]) + (" …" if len(one.moves) > MOST_MOVES else "")
            said = (one.comments or {}).get(str(one.after))
            told = tr("Variation {number}: {moves}", number=number, moves=moves)
            self.screen.write(f"{told} – {said}" if said else told, "dim")

    def _leaving(self, of: int, state: State) -> Iterator[tuple[int, Variation]]:
        """The variations that leave a line between this state and the end of the next turn."""
        if is_masked(state.game, self.eyes):
            return
        found = [(n, v) for n, v in enumerate(self.record.variations or [], 1) if (v.of or 0) == of]
        end = state.ply + 1
        if any(one.after >= end for _, one in found):
            for step in self._on(of, state):
                end = step.after.ply
                if not step.after.in_turn:
                    break
        yield from ((number, one) for number, one in found if state.ply <= one.after < end)

    def _on(self, of: int, state: State) -> Iterator[Step]:
        """How a line goes on from one of its states."""
        if of:
            one = (self.record.variations or [])[of - 1]
            return variations.played(of, state, one.moves[state.ply - one.after :])
        return variations.played(0, state, self.record.plies[state.ply :])

    def _ask(self, of: int, state: State) -> None:
        """Wait for a word, before the turn that follows a state is shown. Raises Left."""
        while self.pauses:
            here = dict(self._leaving(of, state))
            ways = "".join(f", {number}: {tr('variation {number}', number=number)}" for number in here)
            try:
                word = input(tr("— Enter: next turn{ways}, q: leave — ", ways=ways)).strip().lower()
            except (EOFError, KeyboardInterrupt):
                raise Left from None
            if word.startswith("q"):
                raise Left
            if not word.isdecimal() or int(word) not in here:
                return
            self._enter(of, state, int(word), here[int(word)])

    def _enter(self, of: int, state: State, number: int, one: Variation) -> None:
        before: list[Step] = []
        for step in self._on(of, state):
            if state.ply == one.after:
                break
            before, state = [*before, step], step.after
        self.turns(state, variations.played(number, state, one.moves), number, before)
        self.screen.write(tr("Variation {number} ends here; back to where it began.", number=number), "dim")
