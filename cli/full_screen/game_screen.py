"""The screen on which a game is played."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from cli.full_screen.board import BoardWidget
from cli.full_screen.commands import COMMANDS, HELP, SHORT
from cli.full_screen.dialogues import Ask, Question
from cli.full_screen.eval_bar import EvalBar
from cli.full_screen.moves_panel import MovesPanel
from cli.full_screen.playing import Playing
from cli.full_screen.record_panel import RecordPanel
from cli.full_screen.thinker import Answer, Request, Thinker, Thought
from cli.full_screen.typed import KEYS, Typed, tidy
from cli.screen import analysis as thoughts
from cli.screen import view as seen
from cli.table import prompt
from cli.table.session import Session
from gdl.visible import brief, visible
from interpreter.drawing import results
from interpreter.game.errors import GameError
from interpreter.game.move_texts import first_of
from interpreter.game.yaml_files import at_home

if TYPE_CHECKING:
    from textual.timer import Timer


BOARD_KEYS = f"{KEYS}+-=0"
"""Those on the board."""
WIDE, NARROW, LOW = 120, 60, 18
"""Columns and rows from which there is more, or less, beside the board."""


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

    class Heard(Message):
        """The thinker has something to say."""

        def __init__(self, request: Request, said: Thought | Answer) -> None:
            super().__init__()
            self.request, self.said = request, said

    def __init__(self, session: Session, debug: bool = False) -> None:
        super().__init__()
        self.debug = debug
        self.playing = Playing(session)
        self.playing.settle()
        self.thinker = Thinker(session)
        self.request: Request | None = None
        self.since = 0.0
        self.thought = Thought(None, None)
        self.ticking: Timer | None = None
        self.waiting = ""
        """What was typed and is not played yet."""
        self.ended = False
        self.watches = False
        """Whether the bar beside the board is kept up to date."""
        self.said: tuple[str, str] = ("", "")

    # ---- what there is

    def compose(self) -> ComposeResult:
        """All parts."""
        game = self.playing.session.game
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield EvalBar(game.players, "eval")
            yield BoardWidget(self.playing.view, id="board")
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
        self.query_one(EvalBar).display = False
        self.board.focus()
        self.call_after_refresh(self.advance)
        self.show()

    @property
    def board(self) -> BoardWidget:
        """The board."""
        return self.query_one(BoardWidget)

    @property
    def typed(self) -> Typed:
        """The line."""
        return self.query_one(Typed)

    # ---- showing

    def show(self) -> None:
        """All as it stands."""
        playing = self.playing
        session, choice = playing.session, playing.choice
        self.query_one("#title", Static).update(self.title_line())
        targets = (*choice.sites,) if playing.is_asked else ()
        picked = [pick for pick in playing.picks if not pick.startswith("=")]
        winning = playing.view.winning if playing.is_now else ()
        self.board.show(playing.view, changed=playing.changed, targets=targets, picked=picked, winning=winning)
        turns = session.turns()
        shown = sum(end <= playing.at for end in playing.turn_ends()) - 1
        if playing.is_now:
            shown = len(turns)
        self.query_one(RecordPanel).tell(turns, shown, playing.is_now)
        self.show_moves()
        self.show_facts()
        self.show_status()

    def title_line(self) -> str:
        """What is played, by whom."""
        session = self.playing.session
        seats = ", ".join(f"{player} ({kind})" for player, kind in session.seats.items())
        return visible(f" {session.game.title}: {seats}; seed {session.seed}")

    def show_moves(self) -> None:
        """The list, as far as it fits what was picked and typed."""
        playing = self.playing
        moves = playing.moves
        fitting = [(number, moves[number].text) for number in playing.listed]
        typed = self.typed.value.strip().lower()
        self.typed.completions = [text for _, text in fitting]
        if typed and not typed.startswith("/"):
            begun = [pair for pair in fitting if pair[1].lower().startswith(typed)]
            fitting = begun or [pair for pair in fitting if typed in pair[1].lower()]
        others = playing.choice.others if playing.is_asked and not typed else ()
        panel = self.query_one(MovesPanel)
        panel.offer(others, fitting, f"Moves ({len(fitting):,})" if playing.is_asked else "Moves")

    def show_facts(self) -> None:
        """What belongs to no site."""
        text = Text()
        session = self.playing.session
        state = self.playing.state
        played = session.turns()[-1].moves if self.playing.is_now and state.in_turn and session.steps else ()
        for number, line in enumerate(seen.variables(self.playing.view, played, self.debug)):
            text.append("\n" * bool(number))
            text.append(Text.assemble(*((visible(part), style) for part, style in line)))
        self.query_one("#told", Static).update(text)
        self.query_one("#facts").display = bool(text.plain)

    def show_status(self) -> None:
        """Who is asked, or who thinks; what was said stays until something else happens."""
        words, style = self.said
        if self.request is not None:
            words, style = self.thinking_line(), ""
        self.query_one("#status", Static).update(Text(visible(words or self.asked()), style=style or ""))

    def asked(self) -> str:
        """Whose turn it is, in a line."""
        playing = self.playing
        session, state = playing.session, playing.state
        if not playing.is_now:
            return "An earlier position: . and , step, Esc goes back to the game, a move from here begins another line"
        if session.resigned:
            return f"{session.resigned} resigned"
        if state.is_over:
            return f"The game is over: {results.result(state.view())}"
        if not playing.is_asked:
            return f"{state.to_move or 'Chance'} is to move"
        picks = " ".join(pick.removeprefix("=") for pick in playing.picks)
        if picks:
            return f"{state.to_move}: {picks} …  (Esc takes it back)"
        return f"{state.to_move}: {'go on' if state.in_turn else 'your move'}"

    def thinking_line(self) -> str:
        """How far the computer has come, and what it likes so far."""
        assert self.request is not None
        session, took = self.playing.session, time.monotonic() - self.since
        who = "The computer" if self.request.is_analysis else visible(session.state.to_move or "")
        part, analysis = self.thought.part, self.thought.analysis
        filled = 0 if part is None else round(part * 12)
        bar = "" if part is None else f" [{'■' * filled}{'·' * (12 - filled)}]"
        best = ""
        if analysis and analysis.options:
            best = "  " + ", ".join(f"{o.move.text} {100 * o.share:.0f} %" for o in analysis.options[:3])
        return f"{who} is thinking{bar} {took:.1f} s{best}  (Esc: now)"

    def say(self, words: str, style: str = "") -> None:
        """Say something in the line above the typed one."""
        self.said = (words, style)
        self.show_status()

    # ---- the course of the game

    def advance(self) -> None:
        """Let dice roll and computers move until a person is asked."""
        playing = self.playing
        while self.request is None and playing.is_now:
            session, state = playing.session, playing.session.state
            try:
                if session.is_over:
                    self.over()
                    break
                if state.is_chance:
                    move = session.choose()
                    playing.play(state.ways.index(move))
                    self.said = (f"rolled: {move.text}", "")
                elif not session.is_human(state.to_move):
                    self.think(analysis=False)
                elif len(state.moves) == 1:
                    move = state.moves[0]
                    self.said = (f"{state.to_move}: {move.text}  (the only move)", "")
                    playing.play(0)
                elif not self.play_waiting():
                    break
            except GameError as error:
                self.say(str(error).splitlines()[0], "bold red")
                break
        self.tell_news()
        self.show()

    def tell_news(self) -> None:
        """Say what has gone wrong with the record."""
        news = self.playing.session.news
        while news:
            self.notify(visible(news.pop(0)), severity="warning", timeout=15, markup=False)

    def play_waiting(self) -> bool:
        """Play the next of several moves that were typed on one line; whether there was one."""
        typed, self.waiting = self.waiting.strip(" ,"), ""
        if not typed:
            return False
        state = self.playing.session.state
        try:
            move, self.waiting = prompt.read_move(state, typed)
        except prompt.MistypedError as error:
            self.say(str(error), "yellow")
            return False
        self.take(state.moves.index(move), advance=False)
        return True

    def take(self, number: int, advance: bool = True) -> None:
        """A person plays the move of this number of the state that is looked at."""
        playing = self.playing
        if not playing.is_now:
            self.branch(number)
            return
        self.said = ("", "")
        turns = playing.session.state.turns
        state = playing.session.state
        playing.play(state.ways.index(state.moves[number]), asked=True)
        if playing.session.state.turns != turns and self.waiting.strip(" ,"):
            said = f"The turn is complete; {brief(self.waiting.strip(' ,'))} was not played."
            self.notify(said, severity="warning", markup=False)
            self.waiting = ""
        if advance:
            self.advance()

    def think(self, analysis: bool) -> None:
        """Ask the thinker for a move, or for what it thinks of the state looked at."""
        playing = self.playing
        plies = tuple(playing.numbers[: playing.at])
        self.thought, self.since = Thought(None, None), time.monotonic()
        self.request = Request(plies, analysis, self.heard)
        self.thinker.ask(self.request)
        if self.ticking is None:
            self.ticking = self.set_interval(0.1, self.show_status)
        self.show_status()

    def heard(self, request: Request, said: Thought | Answer) -> None:
        """Called by the thinker, in its thread."""
        self.post_message(self.Heard(request, said))

    @on(Heard)
    def _heard(self, event: Heard) -> None:
        if event.request is not self.request:
            return
        if isinstance(event.said, Thought):
            self.thought = event.said
            if event.said.analysis:
                self.query_one(EvalBar).tell(event.said.analysis.prospect)
            return
        request, answer, self.request = self.request, event.said, None
        if self.ticking is not None:
            self.ticking.stop()
            self.ticking = None
        if answer.trouble:
            self.say(answer.trouble.splitlines()[0], "yellow")
            self.playing.session.seats = dict(answer.seats) or self.playing.session.seats
        if request.is_analysis:
            self.thought_of(answer)
        elif answer.number is not None:
            if not answer.trouble:
                self.said = ("", "")
            self.playing.play(answer.number)
        elif answer.trouble:
            self.show()
            return
        self.advance()

    def drop(self) -> None:
        """Nobody waits for what is being thought about."""
        if self.request is not None:
            self.request.is_dropped = True
            self.request = None
        if self.ticking is not None:
            self.ticking.stop()
            self.ticking = None

    wanted: Callable[[Answer], None] | None = None

    def thought_of(self, answer: Answer) -> None:
        """What was asked about a state has been found."""
        wanted, self.wanted = self.wanted, None
        if answer.analysis is not None:
            self.query_one(EvalBar).tell(answer.analysis.prospect)
            if wanted:
                wanted(answer)

    def over(self) -> None:
        """Say how it ended, once, and ask what next."""
        if self.ended:
            return
        self.ended = True
        session = self.playing.session
        said = f"{session.resigned} resigned" if session.resigned else results.result(session.state.view())
        where = f"\n{session.path}" if session.path is not None and session.is_kept else ""
        answers = [("again", "Again"), ("look", "Look at it"), ("games", "Other games"), ("leave", "Leave")]

        def answered(answer: str | None) -> None:
            {"again": self.again, "games": self.games, "leave": self.leave}.get(answer or "", self.board.focus)()

        self.show()
        self.app.push_screen(Question(f"The game is over: {said}.{where}", answers, "dialogue low-down"), answered)

    # ---- choosing by board, list and line

    @on(BoardWidget.SitePicked)
    def _pointed(self, event: BoardWidget.SitePicked) -> None:
        event.stop()
        if type(event) is not BoardWidget.SitePicked:  # the cursor has moved, or the mouse
            return
        if not self.playing.is_asked or self.request is not None:
            return
        self.said = ("", "")
        self.picked(event.label)

    @on(MovesPanel.Picked)
    def _listed(self, event: MovesPanel.Picked) -> None:
        self.picked(event.pick)

    @on(MovesPanel.Taken)
    def _taken(self, event: MovesPanel.Taken) -> None:
        self.typed.clear()
        if event.number < len(self.playing.moves) and self.request is None:
            self.take(event.number)

    @on(MovesPanel.Pointed)
    def _shown(self, event: MovesPanel.Pointed) -> None:
        moves = self.playing.moves
        if event.number is not None and event.number < len(moves):
            self.board.show(self.playing.view, changed=self.playing.changed, targets=moves[event.number].sites)

    def picked(self, pick: str) -> None:
        """Something of a move was chosen."""
        before = self.playing.picks
        if (move := self.playing.pick(pick)) is not None:
            self.take(self.playing.moves.index(move))
            return
        if self.playing.picks == before:
            self.said = (f"Nothing can be played at {pick.removeprefix('=')} now.", "yellow")
        self.show()

    @on(Typed.Changed)
    def _filtered(self) -> None:
        self.show_moves()

    @on(Typed.Walk)
    def _walked(self, event: Typed.Walk) -> None:
        panel = self.query_one(MovesPanel)
        (panel.action_cursor_down if event.by > 0 else panel.action_cursor_up)()

    @on(Typed.Submitted)
    def _typed(self, event: Typed.Submitted) -> None:
        event.stop()
        panel, typed = self.query_one(MovesPanel), event.value.strip()
        walked, only = panel.highlighted, panel.only
        self.typed.clear()
        if walked is not None:
            panel.post_message(MovesPanel.OptionSelected(panel, panel.get_option_at_index(walked), walked))
        elif typed and not self.command(typed):
            self.enter(typed, only)

    def enter(self, typed: str, only: int | None = None) -> None:
        """Moves were typed; `only`: the one that was left in the list, if there was but one."""
        playing = self.playing
        self.said = ("", "")
        if self.request is not None and not self.request.is_analysis:
            self.waiting = f"{self.waiting}, {typed}" if self.waiting else typed
            self.notify(f"{brief(typed)} is kept for your turn", markup=False)
        elif not playing.is_asked:
            self.say("Nobody is asked here.", "yellow")
        elif playing.is_now:
            self.drop()
            try:
                prompt.read_move(playing.state, typed)
            except prompt.MistypedError:
                if only is not None:
                    self.take(only)
                    return
            self.waiting = typed
            self.advance()
        else:
            try:
                move, _ = prompt.read_move(playing.state, typed)
            except prompt.MistypedError as error:
                self.say(str(error), "yellow")
            else:
                self.take(playing.moves.index(move))

    def command(self, typed: str) -> bool:
        """Do what a typed command says; whether it is one."""
        word, _, argument = typed.partition(" ")
        texts = [move.text for move in self.playing.moves]
        if first_of(typed, texts)[0]:
            return False
        name = COMMANDS.get(word.removeprefix("/").lower())
        if name is None:
            return False
        getattr(self, f"action_{name}")(*([argument] if name == "save" else []))
        return True

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
        begins = any(move.text.startswith(character) for move in self.playing.moves)
        if character not in BOARD_KEYS or begins or self.typed.value:
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
        elif self.request is not None:
            self.request.stop.set()
        elif not self.playing.is_now:
            self.look_at(len(self.playing.session.steps))
        self.board.focus()

    def action_step(self, by: int) -> None:
        """Look at the turn before, or after."""
        if self.request is not None and self.request.is_analysis:
            self.drop()
        if self.playing.step(by):
            self.said = ("", "")
            self.show()
            self.resume()

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
            self.said = ("", "")
            self.show()
            self.resume()

    def resume(self) -> None:
        """Back in the game, computers go on."""
        if self.playing.is_now and self.request is None and not self.ended:
            self.advance()

    def action_undo(self) -> None:
        """Back to the last choice."""
        self.drop()
        self.waiting = ""
        if self.playing.session.undo():
            self.playing.settle()
            self.ended = False
            self.say("taken back")
            self.advance()
        else:
            self.say("There is nothing to take back.", "yellow")
            self.advance()

    def action_redo(self) -> None:
        """Play again what was taken back."""
        self.drop()
        if self.playing.session.redo():
            self.playing.settle()
        else:
            self.say("There is nothing to play again.", "yellow")
        self.advance()

    def action_hint(self) -> None:
        """The best moves."""

        def told(answer: Answer) -> None:
            self.read([self.best(answer)])

        self.ask_analysis(told)

    def best(self, answer: Answer) -> str:
        """What a search found, as a page."""
        assert answer.analysis is not None
        me = self.playing.state.to_move or ""
        lines = ["".join(part for part, _ in line) for line in thoughts.best_moves(answer.analysis, me)]
        grounds = thoughts.grounds(answer.analysis)
        return "\n".join(["## The best moves, as far as it can tell", "```", *lines, "", *grounds, "```"])

    def action_eval(self) -> None:
        """What each player may expect: in words, and as a bar from now on."""
        bar = self.query_one(EvalBar)
        bar.display = True

        def told(answer: Answer) -> None:
            assert answer.analysis is not None
            expected = ["".join(part for part, _ in line).strip() for line in thoughts.expectations(answer.analysis)]
            self.say(f"{';  '.join(expected)}   ({thoughts.SCALE})")

        self.ask_analysis(told)

    def ask_analysis(self, wanted: Callable[[Answer], None]) -> None:
        """Ask what there is to think of the state looked at."""
        if self.request is not None:
            self.say("One after the other: somebody is thinking.", "yellow")
        elif self.playing.state.is_over:
            self.say("The game is over.", "yellow")
        else:
            self.wanted = wanted
            self.think(analysis=True)

    def action_flip(self) -> None:
        """Turn the board round."""
        self.board.flip()

    def dress(self) -> None:
        """The board goes with the colours of the rest."""
        self.board.colours = self.app.theme.removeprefix("gdl-")
        self.board.is_ascii = self.app.is_ascii  # type: ignore[attr-defined]

    def action_theme(self) -> None:
        """The next set of colours."""
        self.app.next_theme()  # type: ignore[attr-defined]
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
        from cli.full_screen.page import Page

        self.app.push_screen(Page(texts))

    def action_save(self, where: str = "") -> None:
        """Write the record somewhere."""
        if where.strip():
            self.save(where)
            return
        name = f"{self.playing.session.game.name}.yaml"
        self.app.push_screen(Ask("Save the record as:", name), lambda said: self.save(said) if said else None)

    def save(self, where: str) -> None:
        """Write the record there."""
        session = self.playing.session
        try:
            path = at_home(where.strip())
            session.save(path)
            self.say(f"Saved; `{session.resuming(path)}` goes on from here.")
        except GameError as error:
            self.say(str(error).splitlines()[0], "yellow")

    def action_resign(self) -> None:
        """Give up, if that is meant."""
        session = self.playing.session
        player = session.state.to_move
        if session.is_over or not session.is_human(player) or player is None:
            self.say("Nobody is asked here.", "yellow")
            return

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self.drop()
                session.resign(player)
                self.playing.settle()
                self.advance()

        self.app.push_screen(Question(f"{player} gives up?", [("no", "No"), ("yes", "Give up")]), answered)

    def branch(self, number: int) -> None:
        """Play on from an earlier position, if that is meant."""
        move = self.playing.moves[number]
        text = f"Play {move.text} here? The game as it was is kept; this begins another line."

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self.drop()
                session = self.playing.branched()
                former, self.playing.session = self.playing.session, session
                former.close()
                if former.is_kept:
                    self.notify(visible(f"The line before is kept in {former.path}"), markup=False, timeout=10)
                self.app.last = session  # type: ignore[attr-defined]
                self.playing.settle()
                self.thinker.close()
                self.thinker = Thinker(session)
                self.ended = False
                self.take(session.state.moves.index(next(m for m in session.state.moves if m.text == move.text)))
            else:
                self.playing.picks = ()
                self.show()

        self.app.push_screen(Question(text, [("yes", "Play it"), ("no", "No")]), answered)

    def action_again(self) -> None:
        """Another game of this."""
        self.again()

    def again(self) -> None:
        """The dialogue before a game of this."""
        self.drop()
        self.app.again(self.playing.session)  # type: ignore[attr-defined]

    def games(self) -> None:
        """All games."""
        self.drop()
        self.app.games()  # type: ignore[attr-defined]

    def action_leave(self) -> None:
        """Leave; the game is recorded."""
        self.leave()

    def leave(self) -> None:
        """Leave."""
        self.drop()
        self.app.exit()

    def on_unmount(self) -> None:
        """Nobody thinks any more."""
        self.drop()
        self.thinker.close()
        self.playing.session.close()
