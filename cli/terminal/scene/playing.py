"""A game as people play it: the session, the ply that is looked at, what was picked of a move so far."""

from __future__ import annotations

from functools import cached_property

from cli.session.session import Session
from cli.session.turns import turns_of
from cli.terminal.scene import phrases
from interpreter import Move, State
from interpreter.drawing.site_texts import shapes_to_draw
from interpreter.game import eyes as looks
from interpreter.game.choosing import Choice, Chooser
from interpreter.game.eyes import Eyes
from interpreter.game.plies import by_turns
from interpreter.game.views import View


class Playing:
    """What a host shows, without the host."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.numbers: list[int] = []
        """Of the plies, among the ways of their states."""
        self.picks: tuple[str, ...] = ()
        self._at: int | None = None
        self._chooser: tuple[State, bool, Chooser] | None = None

    # ---- what is looked at

    @property
    def at(self) -> int:
        """So many plies have been played in what is looked at."""
        return len(self.session.steps) if self._at is None else self._at

    @property
    def is_now(self) -> bool:
        """Whether it is the game as it stands."""
        return self._at is None

    @property
    def state(self) -> State:
        """The state that is looked at."""
        return self.session.state if self._at is None else self.session.steps[self._at].before

    @property
    def view(self) -> View:
        """As whoever is asked sees it; while the computer thinks, as the only person does."""
        return looks.seen(self.state, self.viewer)

    @property
    def viewer(self) -> Eyes:
        """Whose eyes the screen is for."""
        if self.session.guards:
            return self.session.eyes
        people = self.session.people
        if len(people) == 1:
            return people[0]
        return self.state.mover if self.session.is_human(self.state.mover) else None

    def look_at(self, ply: int) -> bool:
        """Look at the game after so many plies; whether that is another than was looked at."""
        ply = max(0, min(ply, len(self.session.steps)))
        if ply == self.at:
            return False
        self._at = None if ply == len(self.session.steps) else ply
        self.picks = ()
        return True

    def turn_ends(self) -> list[int]:
        """The numbers of plies after which turns are complete, and that of the last ply."""
        ends = [0]
        for turn in by_turns(self.session.steps):
            ends.append(ends[-1] + len(turn))
        return ends

    def step(self, by: int) -> bool:
        """Look at the turn before, or after."""
        ends, at = self.turn_ends(), self.at
        if by < 0:
            return self.look_at(max((end for end in ends if end < at), default=0))
        return self.look_at(min((end for end in ends if end > at), default=at))

    @property
    def changed(self) -> frozenset[str]:
        """Sites that the turn before changed, and this one so far."""
        turns = turns_of(self.session.steps[: self.at])
        recent = turns[-2:] if self.state.in_turn else turns[-1:]
        return frozenset(site for turn in recent for site in turn.changed(self.viewer))

    # ---- choosing

    @property
    def is_asked(self) -> bool:
        """Whether a person may choose in what is looked at."""
        state = self.state
        if self.is_now and self.session.is_over:
            return False
        if self.session.guards and not (self.is_now and state.to_move == self.viewer):
            return False  # nor is there another line from an earlier position: who knows more plays another game
        return self.session.is_human(state.to_move)

    @property
    def chooser(self) -> Chooser:
        """The legal moves, to be chosen piece by piece."""
        key = (self.state, self.is_asked)
        if self._chooser is None or self._chooser[0] is not key[0] or self._chooser[1] != key[1]:
            self._chooser = (*key, Chooser(self.moves, self.labels))
        return self._chooser[2]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that a person may choose; none while somebody else is to move."""
        return self.view.moves if self.is_asked else ()

    @property
    def listed(self) -> list[int]:
        """The numbers of the moves that fit what was picked, as people look for them."""
        moves = self.moves
        return sorted(self.choice.fitting, key=lambda number: phrases.natural(moves[number].text))

    @property
    def choice(self) -> Choice:
        """How far the picks go."""
        return self.chooser.choice(self.picks)

    @cached_property
    def labels(self) -> frozenset[str]:
        """Sites that can be pointed at."""
        return frozenset(label for shape in shapes_to_draw(self.session.game.model) for label in shape.labels)

    def pick(self, pick: str) -> Move | None:
        """Pick one more; the move, if that tells which."""
        self.picks = self.chooser.pick(self.picks, pick)
        choice = self.choice
        return self.moves[choice.move] if choice.is_told and choice.move is not None and self.picks else None

    def take_back_pick(self) -> bool:
        """Take the last pick back, if there is one."""
        had, self.picks = bool(self.picks), self.picks[:-1]
        return had

    # ---- playing

    def play(self, number: int, asked: bool = False) -> None:
        """Play a way of the state as it stands."""
        self.session.play(self.session.state.ways[number], asked)
        self.settle()

    def settle(self) -> None:
        """Look at the game as it stands, whatever has become of it."""
        steps = self.session.steps
        known = next((n for n, (k, step) in enumerate(zip(self._known, steps, strict=False)) if k is not step.after),
                     min(len(self._known), len(steps)))  # fmt: skip
        self.numbers[known:] = [step.before.ways.index(step.move) for step in steps[known:]]
        self._known[known:] = [step.after for step in steps[known:]]
        self.picks, self._at = (), None

    @cached_property
    def _known(self) -> list[State]:
        """The states behind the numbers."""
        return []

    def branched(self) -> Session:
        """A session that goes on from the state looked at, with a record of its own."""
        old = self.session
        stored = old.recording.stored or old.recording.path is not None
        session = Session(old.game, old.source, old.seed, old.seats, old.position, number=old.number,
                         threads=old.computers.threads, stored=stored)  # fmt: skip
        steps = old.steps[: self.at]
        session.asked = {number for number in old.asked if number < self.at}
        for step in steps:
            session.add(step)
        old.table.stop()  # nobody gets time back
        session.table.clock, session.table.clocks = old.table.clock, old.table.clocks
        return session
