"""The screen on which a game is played: what becomes of keys, clicks, and what the thinker says."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from cli.languages.saying import later
from cli.session.guide import Guide
from cli.session.session import Session
from cli.terminal.full_screen.actions import Actions
from cli.terminal.full_screen.advice import Advice
from cli.terminal.full_screen.board import BoardWidget
from cli.terminal.full_screen.card_table import CardTable
from cli.terminal.full_screen.course import Course
from cli.terminal.full_screen.moves_panel import MovesPanel
from cli.terminal.full_screen.questions import Questions
from cli.terminal.full_screen.record_panel import RecordPanel
from cli.terminal.full_screen.room import LOW, NARROW
from cli.terminal.full_screen.shown import Shown
from cli.terminal.full_screen.thinking import Heard, Thinking
from cli.terminal.full_screen.typed import KEYS, Typed, tidy
from cli.terminal.scene.commands import BY_NAME, COMMANDS, Called, called
from cli.terminal.scene.filtering import begins
from cli.terminal.scene.panels import Scene
from cli.terminal.scene.playing import Playing
from interpreter.game.choosing import LISTED
from interpreter.players import Prospect

BOARD_KEYS = f"{KEYS}+-=*"
"""Those on the board."""
TICK = 0.2
"""Seconds between two looks at the players' clocks."""
FOOTER = {
    "rules": (later("Rules"), "?"), "back": (later("Back"), None), "undo": (later("Undo"), None),
    "new": (later("New game"), None), "hint": (later("Hint"), None), "eval": (later("Eval"), None),
    "quit": (later("Leave"), "^q"),
}  # fmt: skip
"""Commands at the foot of the screen: what they are called there, and a key that isn't called by its own name."""


def _binding(name: str) -> Binding:
    label, key = FOOTER.get(name, (name, None))
    return Binding(
        BY_NAME[name].keys, f"do('{name}')", label, show=name in FOOTER, key_display=key, priority=name == "quit"
    )  # fmt: skip


class GameScreen(Screen[None]):
    """The board in the middle, the moves and the turns beside it, a line to type in below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(_binding(name) for name in FOOTER),
        *(_binding(command.name) for command in COMMANDS if command.keys and command.name not in FOOTER),
    ]

    def __init__(self, session: Session, debug: bool = False, guide: Guide | None = None) -> None:
        super().__init__()
        self.playing = Playing(session)
        self.playing.settle()
        self.thinking = Thinking(self, session, self._moved)
        self.shown = Shown(self, Scene(self.playing, debug), lambda: self.thinking.line(self.playing.session))
        self.course = Course(self.playing, self.thinking, self.shown, guide)
        self.course.asks = questions = Questions(self, self.course, self.shown.forget)
        self.advice = Advice(self.course, lambda page: self.shown.read([page]), self._expected)
        self.actions = Actions(self, self.shown, self.course, self.advice, questions)

    def compose(self) -> ComposeResult:
        """All parts."""
        yield from self.shown.compose()

    def on_mount(self) -> None:
        """Begin."""
        self.shown.dress()
        self.shown.bar.display = False
        self.call_after_refresh(self.course.advance)
        self.shown.show()
        self.shown.focus()
        if self.playing.session.table.clocks is not None:
            self.set_interval(TICK, self.course.tick)

    def on_unmount(self) -> None:
        """Nobody thinks any more."""
        self.thinking.close()
        self.playing.session.close()

    def action_do(self, name: str) -> None:
        """Do what a key stands for."""
        self.actions.do(Called(name, ""))

    def _expected(self, prospect: Prospect) -> None:
        self.shown.bar.tell(prospect, self.playing.at)

    @on(Heard)
    def _heard(self, event: Heard) -> None:
        answer = self.thinking.take(event)
        if answer is None:
            open_ = self.thinking.is_analysis or not self.playing.session.guards
            if self.thinking.is_busy and open_ and (analysis := self.thinking.thought.analysis):
                self._expected(analysis.prospect)
        elif event.request.is_analysis:
            self.advice.heard(answer)
            self.course.advance()
        elif self.course.answered(answer):
            self.course.advance()
        else:
            self.shown.show()

    # ---- choosing by board, list and line

    @on(BoardWidget.CursorMoved)
    @on(BoardWidget.SiteHovered)
    def _moved(self) -> None:
        self.shown.show_status()

    @on(BoardWidget.SitePicked)
    def _pointed(self, event: BoardWidget.SitePicked) -> None:
        event.stop()
        if self.playing.is_asked and not self.thinking.is_busy:
            self.shown.said = ("", "")
            self.course.pick(event.label)

    @on(CardTable.Picked)
    def _dealt(self, event: CardTable.Picked) -> None:
        event.stop()
        playing = self.playing
        if playing.is_asked and not self.thinking.is_busy:
            self.shown.said = ("", "")
            if playing.choice.is_told and playing.choice.move is not None:  # the only move there is
                self.course.take(playing.choice.move)
            else:
                self.course.pick(LISTED + event.label)

    @on(MovesPanel.Picked)
    def _listed(self, event: MovesPanel.Picked) -> None:
        self.course.pick(event.pick)

    @on(MovesPanel.Taken)
    def _taken(self, event: MovesPanel.Taken) -> None:
        self.shown.typed.clear()
        if event.number < len(self.playing.moves) and not self.thinking.is_busy:
            self.course.take(event.number)

    @on(MovesPanel.Pointed)
    def _shown(self, event: MovesPanel.Pointed) -> None:
        moves = self.playing.moves
        if event.number is not None and event.number < len(moves):
            self.shown.show_board(moves[event.number].sites)

    @on(RecordPanel.Walked)
    def _stepped(self, event: RecordPanel.Walked) -> None:
        if event.to is None:
            self.actions.step(event.by)
        else:
            ends = self.playing.turn_ends()
            self.actions.look_at(ends[min(event.to, len(ends) - 1)])

    @on(Typed.Changed)
    def _filtered(self) -> None:
        self.shown.show_moves()

    @on(Typed.Walk)
    def _walked(self, event: Typed.Walk) -> None:
        moves = self.shown.moves
        (moves.action_cursor_down if event.by > 0 else moves.action_cursor_up)()

    @on(Typed.Submitted)
    def _typed(self, event: Typed.Submitted) -> None:
        event.stop()
        listed, typed = self.shown.moves, event.value.strip()
        walked, only = listed.highlighted, listed.only
        self.shown.typed.clear()
        if walked is not None:
            listed.post_message(MovesPanel.OptionSelected(listed, listed.get_option_at_index(walked), walked))
        elif found := called(typed, self.playing.moves, self.actions.by_name):
            self.actions.do(found)
        elif typed:
            self.course.enter(typed, only)

    def on_resize(self, event: events.Resize) -> None:
        """What doesn't fit beside the board is left out; it is back when there is room."""
        size = event.size
        self.set_class(size.width < NARROW, "narrow")
        self.set_class(size.height < LOW, "low")
        self.shown.make_room()
        self.shown.show_status()

    def on_key(self, event: events.Key) -> None:
        """Whatever is typed goes into the line."""
        character, typed = event.character, self.shown.typed
        if not character or not event.is_printable:  # what the line has taken doesn't come here
            return
        if character not in BOARD_KEYS or typed.value or begins(self.playing.moves, character):
            typed.focus()
            typed.insert_text_at_cursor(character)
            event.stop()
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """So does what is pasted."""
        self.shown.typed.focus()
        self.shown.typed.insert_text_at_cursor(tidy(event.text))
