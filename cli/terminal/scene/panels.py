"""What there is to see of a game, as data: each panel says what it shows, and hosts decide where and how."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from cli.languages.saying import heard, tr
from cli.session.turns import Row, rows_of
from cli.terminal.scene import phrases, sayings, view
from cli.terminal.scene.filtering import Fitting, fitting
from cli.terminal.scene.lines import Line
from cli.terminal.scene.playing import Playing
from interpreter import State
from interpreter.drawing import hands
from interpreter.drawing.borders import ways
from interpreter.drawing.elsewhere import seen_elsewhere
from interpreter.drawing.hands import Hand
from interpreter.drawing.offered import offered
from interpreter.drawing.site_texts import shapes_to_draw
from interpreter.game.choosing import LISTED
from interpreter.game.eyes import Eyes
from interpreter.game.views import View

MANY = 24
"""More cards than these take rows from the board."""


@dataclass(frozen=True, slots=True)
class BoardData:
    """The board, and sites by what is to be told of them."""

    view: View
    changed: frozenset[str] = frozenset()
    """By the turn before, and this one so far."""
    winning: Collection[str] = ()
    """They have decided the game."""
    targets: Sequence[str] = ()
    """They may be picked next."""
    picked: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class MovesData:
    """Moves to choose from, and values that may be picked first: with the number of the only move that one stands for,
    if the list is short."""

    is_asked: bool
    moves: Sequence[Fitting] = ()
    values: Sequence[tuple[str, int | None]] = ()

    @property
    def title(self) -> str:
        """How many there are."""
        return f"{tr('Moves')} ({len(self.moves):,})" if self.is_asked else tr("Moves")


@dataclass(frozen=True, slots=True)
class TurnsData:
    """The turns so far, in lines; `at` of them have been played in what is looked at."""

    rows: Sequence[Row]
    at: int
    all: int
    is_now: bool

    @property
    def title(self) -> str:
        """Which turn is looked at, if it isn't the last."""
        return tr("Turns") if self.is_now else tr("Turns ({n} of {all})", n=self.at, all=self.all)


@dataclass(frozen=True, slots=True)
class HandsData:
    """Cards of players; `is_alone`: there is no board above them. `own`: whose eyes these are; `can`: for each hand the
    cards that can be chosen now; `picked`: those that were, of a move that isn't whole yet; `held`: what needs no name
    where it lies alone."""

    hands: Sequence[Hand]
    is_alone: bool
    own: str | None = None
    can: Sequence[Collection[str]] = ()
    picked: Collection[str] = ()
    held: str = ""


class Scene:
    """The panels of a game. `inner`: with what is of use to those who write rules, where nothing is hidden."""

    def __init__(self, playing: Playing, inner: bool = False) -> None:
        self.playing = playing
        self.inner = inner
        self._example: tuple[State | None, str] = (None, "")
        """The last one, and the state that it was looked for in."""

    def board(self, targets: Sequence[str] | None = None) -> BoardData:
        """The board; `targets`: what is marked instead of what may be picked next."""
        playing = self.playing
        if targets is None:
            targets = (*playing.choice.sites,) if playing.is_asked else ()
        picked = [pick for pick in playing.picks if not pick.startswith("=")]
        winning = playing.view.winning if playing.is_now else ()
        return BoardData(playing.view, playing.changed, winning, targets, picked)

    def beside(self, eyes: Eyes, symbols: bool = True) -> list[Line]:
        """What belongs to no site, and what was played in this turn as far as these eyes are told of it."""
        playing = self.playing
        model = playing.view.game.model
        draws_edges = model.board is not None and ways(model.board, "edges") is not None  # squares: see `between.py`
        but = () if self.shows_inner else seen_elsewhere(model, draws_edges, draws_lines=False)
        return [*view.variables(playing.view, self.played(eyes), self.shows_inner, symbols, but)]

    def played(self, eyes: Eyes) -> tuple[str, ...]:
        """The moves of the turn that goes on."""
        playing, session = self.playing, self.playing.session
        goes_on = playing.is_now and playing.state.in_turn and session.steps
        return session.turns()[-1].moves(eyes) if goes_on else ()

    @property
    def shows_inner(self) -> bool:
        """Whether what is of use to those who write rules may be seen."""
        return self.inner and not self.playing.session.guards

    def hands(self, is_low: bool = False) -> HandsData:
        """Cards. `is_low`: the screen has few rows; then of many cards beside a board only those of who moves."""
        playing, view_ = self.playing, self.playing.view
        lying = hands.hands(view_)
        picked = {pick.removeprefix(LISTED) for pick in playing.picks}
        can: list[Collection[str]] = []
        if playing.is_asked:
            choice = playing.choice
            alone = playing.moves[choice.move].values if choice.is_told and choice.move is not None else ()
            listed = {*choice.others, *choice.firsts, *alone}
            can = [labels & listed for labels in offered(view_, lying)]
        is_alone, mover = not shapes_to_draw(view_.game.model), view_.mover
        if is_low and not is_alone and mover is not None and sum(len(hand.cards) for hand in lying) > MANY:
            kept = [i for i, hand in enumerate(lying) if hand.owner in (None, mover)]
            lying, can = [lying[i] for i in kept], [can[i] for i in kept if can]
        return HandsData(lying, is_alone, view_.sight, can, picked, hands.held_first(view_.game.model))

    def moves(self, typed: str = "") -> MovesData:
        """The moves that fit what was picked and typed."""
        playing = self.playing
        if not playing.is_asked:
            return MovesData(is_asked=False)
        found = fitting(playing.state, playing.moves, playing.listed, "" if typed.startswith("/") else typed)
        values = [] if typed.strip() else [(value, self._only(value)) for value in playing.choice.others]
        return MovesData(True, found, [(value, number) for value, number in values if not self._is_said(value, number)])

    def _is_said(self, value: str, number: int | None) -> bool:
        """Whether moves say enough: of `B`, `coup B` and `steal from B` a short list has no need of `B`."""
        if number is None:
            return len(self.playing.choice.fitting) <= phrases.FEW
        return value in self.playing.moves[number].text.split()

    def _only(self, value: str) -> int | None:
        """The number of the only move that a value of a short list stands for; None if there are several."""
        playing = self.playing
        if len(playing.choice.fitting) > phrases.FEW:
            return None
        return playing.chooser.choice([*playing.picks, LISTED + value]).move

    def turns(self) -> TurnsData:
        """The record of turns."""
        playing, session = self.playing, self.playing.session
        turns = session.turns()
        at = len(turns) if playing.is_now else sum(end <= playing.at for end in playing.turn_ends()) - 1
        return TurnsData(rows_of(turns, session.eyes), at, len(turns), playing.is_now)

    def asked(self) -> str:
        """Whose turn it is, and how far they have come."""
        playing, session, state = self.playing, self.playing.session, self.playing.state
        if not playing.is_now:
            if session.guards:
                return tr("An earlier position (, and . step); Esc: back")
            return tr("An earlier position (, and . step); Esc: back; a move begins another line")
        if session.is_over:
            ended, why = sayings.ended(session, playing.view), sayings.why(session, playing.view)
            return f"{ended}. {why}" if why else ended
        if not playing.is_asked:
            return tr("{player} to move", player=state.to_move or tr("Chance"))
        if picks := " ".join(pick.removeprefix("=") for pick in playing.picks):
            return f"{state.to_move}: {picks} …  {tr('(Esc takes it back)')}"
        return f"{state.to_move}: {heard('prompt', playing.view.prompt)}"

    def example(self) -> str:
        """A legal move, where nothing has been picked of one; "" if nobody is asked."""
        playing = self.playing
        if not playing.is_now or not playing.is_asked or playing.picks:
            return ""
        if self._example[0] is not playing.state:
            self._example = playing.state, phrases.examples(playing.state)[0]
        return self._example[1]
