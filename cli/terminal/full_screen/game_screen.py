"""The screen on which a game is played: its parts, and what becomes of keys and clicks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.widgets import Footer, Static

from cli.session.session import Session
from cli.terminal.full_screen import words
from cli.terminal.full_screen.advice import Advice
from cli.terminal.full_screen.board import BoardWidget
from cli.terminal.full_screen.commands import HELP, SHORT, command
from cli.terminal.full_screen.course import Course
from cli.terminal.full_screen.eval_bar import EvalBar
from cli.terminal.full_screen.filtering import begins, fitting
from cli.terminal.full_screen.host import host
from cli.terminal.full_screen.moves_panel import MovesPanel
from cli.terminal.full_screen.playing import Playing
from cli.terminal.full_screen.questions import Questions
from cli.terminal.full_screen.record_panel import RecordPanel
from cli.terminal.full_screen.thinking import Heard, Thinking
from cli.terminal.full_screen.typed import KEYS, Typed, tidy
from cli.terminal.scene import view as seen
from cli.terminal.scene.cards import laid_out
from gdl.text.visible import visible
from interpreter.drawing.hands import hands
from interpreter.drawing.site_texts import shapes_to_draw
from interpreter.players import Prospect

BOARD_KEYS = f"{KEYS}+-=0"
"""Those on the board."""
WIDE, NARROW, LOW = 120, 60, 18
"""Columns and rows from which there is more, or less, beside the board."""
NOTES, WARNINGS = 6, 15
"""Seconds for which what is told beside stays."""


class GameScreen(Screen[None]):
    """The board in the middle, the moves and the turns beside it, a line to type in below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "rules", "Rules", key_display="?"),
        Binding("escape", "back", "Back"),
        Binding("ctrl+z", "undo", "Undo"),
        Binding("ctrl+y", "redo", "Redo", show=False),
        Binding("f2", "again", "New game"),
        Binding("f3", "hint", "Hint"),
        Binding("f4", "eval", "Eval"),
        Binding("f5", "flip", "Flip", show=False),
        Binding("f6", "theme", "Colours", show=False),
        Binding("f7", "panel", "Panels", show=False),
        Binding("f8", "resign", "Resign", show=False),
        Binding("ctrl+s", "save", "Save", show=False),
        Binding("comma", "step(-1)", "Earlier", key_display=",", show=False),
        Binding("full_stop", "step(1)", "Later", key_display=".", show=False),
        Binding("ctrl+q,ctrl+c,ctrl+d,f10", "leave", "Leave", key_display="^q", priority=True),
    ]

    def __init__(self, session: Session, debug: bool = False) -> None:
        super().__init__()
        self.debug = debug
        self.playing = Playing(session)
        self.playing.settle()
        self.thinking = Thinking(self, session, self.show_status)
        self.course = Course(self.playing, self.thinking, self)
        self.advice = Advice(self.course, lambda page: self.read([page]), self.gauge)
        self.questions = Questions(self, self.course)
        self.said: tuple[str, str] = ("", "")

    # ---- what there is

    def compose(self) -> ComposeResult:
        """All parts."""
        game = self.playing.session.game
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield EvalBar(game.players, "eval")
            with Vertical(id="table"):
                yield BoardWidget(self.playing.view, id="board")
                yield Static(id="hands", markup=False)
            with Vertical(id="side"):
                with VerticalScroll(id="facts", can_focus=False):
                    yield Static(id="told", markup=False)
                yield MovesPanel(id="moves")
                yield RecordPanel("record")
        yield Static(id="status", markup=False)
        yield Typed("typed")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin."""
        self.dress()
        self.bar.display = False
        self.board.focus()
        self.call_after_refresh(self.course.advance)
        self.show()

    @property
    def board(self) -> BoardWidget:
        """The board."""
        return self.query_one(BoardWidget)

    @property
    def typed(self) -> Typed:
        """The line."""
        return self.query_one(Typed)

    @property
    def panel(self) -> MovesPanel:
        """The list."""
        return self.query_one(MovesPanel)

    @property
    def bar(self) -> EvalBar:
        """What each player may expect."""
        return self.query_one(EvalBar)

    # ---- showing

    def show(self) -> None:
        """All as it stands."""
        playing = self.playing
        self.query_one("#title", Static).update(words.title(playing.session))
        self.show_board()
        turns = playing.session.turns()
        shown = len(turns) if playing.is_now else sum(end <= playing.at for end in playing.turn_ends()) - 1
        self.query_one(RecordPanel).tell(turns, shown, playing.is_now, playing.session.eyes)
        self.show_moves()
        self.show_hands()
        self.show_facts()
        self.show_status()

    def show_board(self, targets: Sequence[str] | None = None) -> None:
        """The board; `targets`: what is marked instead of what may be picked next."""
        playing, choice = self.playing, self.playing.choice
        if targets is None:
            targets = (*choice.sites,) if playing.is_asked else ()
        picked = [pick for pick in playing.picks if not pick.startswith("=")]
        winning = playing.view.winning if playing.is_now else ()
        self.board.show(playing.view, changed=playing.changed, targets=targets, picked=picked, winning=winning)

    def show_moves(self) -> None:
        """The list, as far as it fits what was picked and typed."""
        playing, typed = self.playing, self.typed
        text = "" if typed.value.startswith("/") else typed.value
        found = fitting(playing.state, playing.moves, playing.listed, text) if playing.is_asked else []
        typed.completions = [one.other or one.text for one in found]
        others = playing.choice.others if playing.is_asked and not typed.value.strip() else ()
        self.panel.offer(others, found, f"Moves ({len(found):,})" if playing.is_asked else "Moves")

    def show_hands(self) -> None:
        """Cards, below the board; where there is none, in its place."""
        static, found = self.query_one("#hands", Static), hands(self.playing.view)
        static.display = bool(found)
        if found:
            boards = shapes_to_draw(self.playing.session.game.model)
            self.query_one("#table").set_class(not boards, "boardless")
            width = static.content_size.width or self.size.width - 30
            lines = laid_out(found, width, not self.board.is_ascii)
            rows = [Text.assemble(*((visible(part), style) for part, style in line)) for line in lines]
            static.update(Text("\n").join(rows))

    def show_facts(self) -> None:
        """What belongs to no site."""
        text = Text()
        session, state = self.playing.session, self.playing.state
        now = self.playing.is_now and state.in_turn and session.steps
        played = session.turns()[-1].moves(session.eyes) if now else ()
        for number, line in enumerate(seen.variables(self.playing.view, played, self.debug and not session.guards)):
            text.append("\n" * bool(number))
            text.append(Text.assemble(*((visible(part), style) for part, style in line)))
        self.query_one("#told", Static).update(text)
        self.query_one("#facts").display = bool(text.plain)

    def show_status(self) -> None:
        """Who is asked, or who thinks; what was said stays until something else happens."""
        said, style = self.said
        if thinking := self.thinking.line(self.playing.session):
            said, style = thinking, ""
        line, status = visible(said or words.asked(self.playing)), self.query_one("#status", Static)
        status.update(Text(words.with_place(line, self.board.pointed, status.content_size.width), style=style))

    @on(BoardWidget.CursorMoved)
    @on(BoardWidget.SiteHovered)
    def _moved(self) -> None:
        self.show_status()

    def say(self, words: str, style: str = "") -> None:
        """Say something in the line above the typed one; what is longer than the line is told beside, too."""
        self.said = (words, style)
        self.show_status()
        if cell_len(words) > self.query_one("#status").content_size.width:
            self.tell(words)

    def tell(self, words: str, *, is_warning: bool = False) -> None:
        """Say something beside, for a while."""
        severity: SeverityLevel = "warning" if is_warning else "information"
        self.notify(visible(words), severity=severity, timeout=WARNINGS if is_warning else NOTES, markup=False)

    def gauge(self, found: Prospect) -> None:
        """What players may expect is known better."""
        self.bar.tell(found)

    def over(self) -> None:
        """The game is over."""
        self.show()
        self.questions.over()

    def hand_over(self) -> None:
        """Somebody else must have the screen; nothing stays of what it was told."""
        self.questions.hand_over(self.forget)

    def forget(self) -> None:
        """Nothing stays on the screen of what was said and typed."""
        self.said = ("", "")
        self.typed.clear()
        self.bar.display = False
        self.app.clear_notifications()
        self.playing.settle()
        self.show()

    def branch(self, number: int) -> None:
        """A move of an earlier position was chosen."""
        self.questions.branch(number)

    @on(Heard)
    def _heard(self, event: Heard) -> None:
        answer = self.thinking.take(event)
        if answer is None:
            open_ = self.thinking.is_analysis or not self.playing.session.guards
            if self.thinking.is_busy and open_ and (analysis := self.thinking.thought.analysis):
                self.gauge(analysis.prospect)
        elif event.request.is_analysis:
            self.advice.heard(answer)
            self.course.advance()
        elif self.course.answered(answer):
            self.course.advance()
        else:
            self.show()

    # ---- choosing by board, list and line

    @on(BoardWidget.SitePicked)
    def _pointed(self, event: BoardWidget.SitePicked) -> None:
        event.stop()
        if self.playing.is_asked and not self.thinking.is_busy:
            self.said = ("", "")
            self.picked(event.label)

    @on(MovesPanel.Picked)
    def _listed(self, event: MovesPanel.Picked) -> None:
        self.picked(event.pick)

    @on(MovesPanel.Taken)
    def _taken(self, event: MovesPanel.Taken) -> None:
        self.typed.clear()
        if event.number < len(self.playing.moves) and not self.thinking.is_busy:
            self.course.take(event.number)

    @on(MovesPanel.Pointed)
    def _shown(self, event: MovesPanel.Pointed) -> None:
        moves = self.playing.moves
        if event.number is not None and event.number < len(moves):
            self.show_board(moves[event.number].sites)

    def picked(self, pick: str) -> None:
        """Something of a move was chosen."""
        before = self.playing.picks
        if (move := self.playing.pick(pick)) is not None:
            self.course.take(self.playing.moves.index(move))
            return
        if self.playing.picks == before:
            self.said = (f"Nothing can be played at {pick.removeprefix('=')} now.", "yellow")
        self.show()

    @on(Typed.Changed)
    def _filtered(self) -> None:
        self.show_moves()

    @on(Typed.Walk)
    def _walked(self, event: Typed.Walk) -> None:
        (self.panel.action_cursor_down if event.by > 0 else self.panel.action_cursor_up)()

    @on(Typed.Submitted)
    def _typed(self, event: Typed.Submitted) -> None:
        event.stop()
        panel, typed = self.panel, event.value.strip()
        walked, only = panel.highlighted, panel.only
        self.typed.clear()
        if walked is not None:
            panel.post_message(MovesPanel.OptionSelected(panel, panel.get_option_at_index(walked), walked))
        elif found := command(typed, self.playing.moves):
            name, argument = found
            getattr(self, f"action_{name}")(*argument)
        elif typed:
            self.course.enter(typed, only)

    def on_resize(self, event: events.Resize) -> None:
        """What doesn't fit beside the board is left out; it is back when there is room."""
        size = event.size
        self.set_class(size.width >= WIDE, "wide")
        self.set_class(size.width < NARROW, "narrow")
        self.set_class(size.height < LOW, "low")

    def on_key(self, event: events.Key) -> None:
        """Whatever is typed goes into the line."""
        character = event.character
        if not character or not event.is_printable:  # what the line has taken doesn't come here
            return
        if character not in BOARD_KEYS or self.typed.value or begins(self.playing.moves, character):
            self.typed.focus()
            self.typed.insert_text_at_cursor(character)
            event.stop()
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """So does what is pasted."""
        self.typed.focus()
        self.typed.insert_text_at_cursor(tidy(event.text))

    # ---- commands

    def action_back(self) -> None:
        """One thing less: what is typed, what was picked, what is thought about, a look at earlier turns."""
        if self.typed.value:
            self.typed.clear()
        elif self.playing.take_back_pick():
            self.show()
        elif self.thinking.is_busy:
            self.thinking.hurry()
        elif not self.playing.is_now:
            self.look_at(len(self.playing.session.steps))
        self.board.focus()

    def action_step(self, by: int) -> None:
        """Look at the turn before, or after."""
        if self.thinking.is_analysis:
            self.thinking.drop()
        if self.playing.step(by):
            self.looked()

    @on(RecordPanel.Walked)
    def _stepped(self, event: RecordPanel.Walked) -> None:
        if event.to is None:
            self.action_step(event.by)
        else:
            ends = self.playing.turn_ends()
            self.look_at(ends[min(event.to, len(ends) - 1)])

    def look_at(self, ply: int) -> None:
        """Look at the game after so many plies."""
        if self.playing.look_at(ply):
            self.looked()

    def looked(self) -> None:
        """Something else is looked at."""
        self.said = ("", "")
        self.show()
        self.course.resume()

    def action_undo(self) -> None:
        """Back to the last choice."""
        self.course.undo()

    def action_redo(self) -> None:
        """Play again what was taken back."""
        self.course.redo()

    def action_hint(self) -> None:
        """The best moves."""
        self.advice.hint()

    def action_eval(self) -> None:
        """What each player may expect: in words, and as a bar from now on."""
        self.bar.display = True
        self.advice.expectations()

    def action_flip(self) -> None:
        """Turn the board round."""
        self.board.flip()

    def dress(self) -> None:
        """The board goes with the colours of the rest."""
        self.board.colours = self.app.theme.removeprefix("gdl-")
        self.board.is_ascii = host(self).is_ascii

    def action_theme(self) -> None:
        """The next set of colours."""
        host(self).next_theme()
        self.dress()

    def action_panel(self) -> None:
        """With or without what stands beside the board."""
        side = self.query_one("#side")
        side.display = not side.display

    def action_rules(self) -> None:
        """The game's page, and the keys."""
        from interpreter.drawing.rules_page import rules_pages  # as below

        self.read([SHORT, *rules_pages(self.playing.view), HELP])

    def read(self, texts: Sequence[str]) -> None:
        """Show pages of Markdown, which is slow to import, and not wanted for the first board."""
        from cli.terminal.full_screen.page import Page

        self.app.push_screen(Page(texts))

    def action_save(self, where: str = "") -> None:
        """Write the record somewhere."""
        self.questions.save(where)

    def action_resign(self) -> None:
        """Give up, if that is meant."""
        self.questions.resign()

    def action_again(self) -> None:
        """Another game of this."""
        self.questions.again()

    def action_leave(self) -> None:
        """Leave; the game is recorded."""
        self.questions.leave()

    def on_unmount(self) -> None:
        """Nobody thinks any more."""
        self.thinking.close()
        self.playing.session.close()
