"""The course of a game on the full screen: dice roll and computers move until a person is asked; what people play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from cli.languages.saying import heard, tr
from cli.session import draws
from cli.session.guide import Guide
from cli.session.mistakes import mistake
from cli.session.session import Next, Session
from cli.terminal.full_screen.thinker import Answer
from cli.terminal.full_screen.thinking import Thinking
from cli.terminal.scene import sayings
from cli.terminal.scene.commands import NAMES
from cli.terminal.scene.panels import Scene
from cli.terminal.scene.playing import Playing
from cli.terminal.scene.reading import MistypedError, read_move
from gdl.text.visible import brief
from interpreter.drawing import refusals
from interpreter.errors import GameError, RuleError

AT_ONCE = 100
"""Plies without a question, dice as a rule, that are played before the screen is shown and keys are heard again."""


class Face(Protocol):
    """Whoever shows the game and speaks to people."""

    said: tuple[str, str]
    """What is said above the line that is typed in, and in which style; it is seen when the game is shown next."""

    def say(self, words: str, style: str = "") -> None:
        """Say it now."""

    def tell(self, words: str, *, is_warning: bool = False) -> None:
        """Say something beside, for a while."""

    def show(self) -> None:
        """Show all as it stands."""

    def show_clocks(self) -> None:
        """Show what time is left."""

    def read(self, texts: Sequence[str]) -> None:
        """Show paragraphs of Markdown, until they were read."""

    def later(self, goes_on: Callable[[], None]) -> None:
        """Go on when all is shown, and keys were listened to."""


class Asks(Protocol):
    """Whoever puts questions to people."""

    def over(self) -> None:
        """Say how the game ended, and ask what next."""

    def hand_over(self) -> None:
        """Let somebody else have the screen, and go on then."""

    def branch(self, number: int) -> None:
        """Ask whether a move of an earlier position is to begin another line."""


class Course:
    """Goes on with a game as far as nobody has to be asked."""

    asks: Asks

    def __init__(self, playing: Playing, thinking: Thinking, face: Face, guide: Guide | None = None) -> None:
        self.playing, self.thinking, self.face, self.guide = playing, thinking, face, guide
        self.waiting = ""
        """What was typed and is not played yet."""
        self.ended = False
        """Whether it was said how the game ended."""

    @property
    def session(self) -> Session:
        """The game."""
        return self.playing.session

    def advance(self) -> None:
        """Let dice roll and computers move until a person is asked."""
        begun = len(self.session.steps)
        while not self.thinking.is_busy and self.playing.is_now:
            if len(self.session.steps) - begun >= AT_ONCE:
                self.face.later(self.advance)
                break
            try:
                if not self._step():
                    break
            except RuleError as error:
                self.face.say(mistake(self.session.game, error).splitlines()[0], "bold red")
                break
            except GameError as error:
                self.face.say(str(error).splitlines()[0], "bold red")
                break
        self._tell_news()
        self.face.show()

    def _step(self) -> bool:
        """One ply that needs nobody, or the question for one; whether to go on."""
        session, state, comes = self.session, self.session.state, self.session.next
        if comes in (Next.PERSON, Next.COMPUTER):
            session.time()
            comes = session.next
        if comes is Next.HAND_OVER:
            session.time()
            session.table.stop()
            self.waiting = ""
            self.asks.hand_over()
            return False
        if comes is Next.END:
            if not self.ended:
                self.ended = True
                self.face.said = ("", "")  # what came before is old now
                self.face.show()
                self.asks.over()
            return False
        if comes is Next.CHANCE:
            move = session.choose()
            self.playing.play(state.ways.index(move))
            if rolled := sayings.rolled(session):
                self.face.said = (rolled, "")
        elif comes is Next.COMPUTER:
            self.think(analysis=False)
        elif comes is Next.ONLY_MOVE:
            self.face.said = (f"{state.to_move}: {sayings.only(state)}", "")
            self.playing.play(0)
        else:
            if not self.waiting and (passed := session.meanwhile()):
                self.face.said = (passed, "")
            if self.guide is not None and (told := self.guide.asked(state)):
                self.face.read([f"## {state.to_move}: {heard('prompt', state.prompt)}", *told, tr("Enter goes on.")])
            return self._play_waiting()
        return True

    def tick(self) -> None:
        """Time goes by: the game may be over by that."""
        clocks = self.session.table.clocks
        if clocks is None or self.session.is_over:
            return
        if clocks.fallen is None:
            self.face.show_clocks()
            return
        self.thinking.drop()
        self.session.time()
        self.playing.settle()
        self.advance()

    def _tell_news(self) -> None:
        """Say what has gone wrong with the record."""
        news = self.session.recording.news
        while news:
            self.face.tell(news.pop(0), is_warning=True)

    # ---- computers

    def think(self, analysis: bool) -> None:
        """Ask for a move, or for what there is to think of the state looked at."""
        self.thinking.ask(self.playing, analysis)

    def answered(self, answer: Answer) -> bool:
        """Play what was found; whether the game goes on."""
        if answer.resigned:
            self.resign(answer.resigned)
            return True
        if answer.trouble:
            self.face.say(answer.trouble.splitlines()[0], "yellow")
            self.session.seats = dict(answer.seats) or self.session.seats
        if answer.number is not None:
            self.session.time()
            if self.session.is_over:
                return True
            if not answer.trouble:
                self.face.said = ("", "")
            self.playing.play(answer.number)
        return answer.number is not None or not answer.trouble

    # ---- people

    def enter(self, typed: str, only: int | None = None) -> None:
        """Moves were typed; `only`: the one that was left in the list, if there was but one."""
        playing, face = self.playing, self.face
        face.said = ("", "")
        if self.thinking.is_busy and not self.thinking.is_analysis:
            self.waiting = f"{self.waiting}, {typed}" if self.waiting else typed
            face.tell(tr("{move} is kept for your turn", move=brief(typed)))
        elif not playing.is_asked:
            face.say(Scene(playing).asked(), "yellow")
        elif playing.is_now:
            self.thinking.drop()
            if only is not None and not self._is_move(typed):
                self.take(only)
                return
            self.waiting = typed
            self.advance()
        else:
            try:
                move, _ = read_move(playing.state, typed, NAMES)
            except MistypedError as error:
                face.say(str(error), "yellow")
            else:
                self.take(playing.moves.index(move))

    def _is_move(self, typed: str) -> bool:
        try:
            read_move(self.playing.state, typed)
        except MistypedError:
            return False
        return True

    def _play_waiting(self) -> bool:
        """Play the next of several moves that were typed on one line; whether there was one."""
        typed, self.waiting = self.waiting.strip(" ,"), ""
        if not typed:
            return False
        state = self.session.state
        try:
            move, self.waiting = read_move(state, typed, NAMES)
        except MistypedError as error:
            self.face.say(str(error), "yellow")
            return False
        self.take(state.moves.index(move), advance=False)
        return True

    def pick(self, pick: str) -> None:
        """Something of a move was chosen."""
        playing = self.playing
        before = playing.picks
        if (move := playing.pick(pick)) is not None:
            self.take(playing.moves.index(move))
            return
        if playing.picks == before:
            tried = playing.chooser.in_order(before, pick)
            why = refusals.why_not_there(playing.state, tried) if playing.is_asked else ""
            said = tr("Nothing can be played at {site} now", site=pick.removeprefix("="))
            self.face.said = (f"{said}: {heard('refusal', why)}." if why else f"{said}.", "yellow")
        self.face.show()

    def take(self, number: int, advance: bool = True) -> None:
        """A person plays the move of this number of the state that is looked at."""
        playing = self.playing
        if not playing.is_now:
            self.asks.branch(number)
            return
        self.face.said = ("", "")
        self.session.time()
        if self.session.is_over:
            self.advance()
            return
        state = self.session.state
        playing.play(state.ways.index(state.moves[number]), asked=True)
        if self.session.state.turns != state.turns and (rest := sayings.unplayed(self.waiting)):
            self.face.tell(rest)
            self.waiting = ""
        if advance:
            self.advance()

    # ---- back, on, aside

    def resume(self) -> None:
        """Back in the game, computers go on."""
        if self.playing.is_now and not self.thinking.is_busy and not self.ended:
            self.advance()

    def undo(self) -> None:
        """Back to the last choice."""
        self.thinking.drop()
        self.waiting = ""
        reason = sayings.not_undone(self.session)
        if self.session.undo():
            self.playing.settle()
            self.ended = False
            self.face.say(tr("Taken back."))
        else:
            self.face.say(reason, "yellow")
        self.advance()

    def redo(self) -> None:
        """Play again what was taken back."""
        self.thinking.drop()
        if self.session.redo():
            self.playing.settle()
            self.face.say(tr("Played again."))
        else:
            self.face.say(tr(sayings.NOT_REDONE), "yellow")
        self.advance()

    def resign(self, player: str) -> None:
        """A player gives up."""
        self.thinking.drop()
        self.session.resign(player)
        self.playing.settle()
        self.advance()

    def agree(self) -> None:
        """All agree to a draw."""
        self.thinking.drop()
        draws.agree(self.session)
        self.playing.settle()
        self.advance()

    def begin_line(self, number: int) -> Session:
        """Play on from an earlier position, in a game of its own; the one before, which is closed."""
        self.thinking.drop()
        text = self.playing.moves[number].text
        former, self.playing.session = self.session, self.playing.branched()
        former.computers.close()
        self.playing.settle()
        self.thinking.follow(self.session)
        self.ended = False
        moves = self.session.state.moves
        self.take(next(at for at, move in enumerate(moves) if move.text == text))
        return former
