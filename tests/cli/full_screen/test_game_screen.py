"""The screen of a game: looking back, branching, taking back, thinking, what is typed and pasted, sizes, records."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from patience import HANGS
from screens import Hand, Keys, Mouse, Person, Typing, opened, started
from textual.events import Paste
from textual.widgets import Button, Static
from waiting import until

from cli.languages import saying
from cli.terminal.full_screen.dialogues import Ask, Question
from cli.terminal.full_screen.eval_bar import EvalBar, scale
from cli.terminal.full_screen.game_screen import GameScreen
from cli.terminal.full_screen.moves_panel import MovesPanel
from cli.terminal.full_screen.page import Page
from cli.terminal.full_screen.record_panel import RecordPanel
from cli.terminal.full_screen.typed import LONGEST, tidy
from interpreter import Game
from interpreter.game import records
from interpreter.players import Prospect

pytestmark = pytest.mark.asyncio


def status(screen: GameScreen) -> str:
    return str(screen.query_one("#status", Static).content)


async def texts(hand: Hand, *moves: str) -> None:
    """Type these moves."""
    for text in moves:
        await hand.press(*text, "enter")
        await hand.until(lambda: not hand.screen.shown.typed.value)


async def test_half_a_move_is_taken_back() -> None:
    async with opened(started(Game.load("breakthrough"))) as (pilot, screen):
        hand = Mouse(pilot, screen)
        await hand.site("b2")
        await hand.until(lambda: screen.playing.picks == ("b2",))
        assert set(screen.playing.choice.sites) == {"a3", "b3", "c3"}
        await hand.press("escape")
        await hand.until(lambda: screen.playing.picks == ())
        assert not screen.playing.session.steps


async def test_a_piece_with_one_way_to_go_does_not_go_by_itself() -> None:
    async with opened(started(Game.load("breakthrough"))) as (pilot, screen):
        hand = Mouse(pilot, screen)
        await hand.site("a3")  # by b2 and a2
        await hand.site("a2")
        await hand.until(lambda: len(screen.playing.session.steps) == 1)


@pytest.mark.parametrize("hand", [Keys, Mouse])
async def test_one_pick_draws_a_line_between_two_squares(hand: type[Hand]) -> None:
    session = started(Game.load("dots_and_boxes"))
    async with opened(session) as (pilot, screen):
        maker = hand(pilot, screen)
        for number, edge in enumerate(("b2-b3", "a1-S", "b2-c2")):
            await maker.site(edge)
            await maker.until_not(number, lambda: len(session.steps))
        assert [step.move.text for step in session.steps] == ["b2-b3", "a1-S", "b2-c2"]


async def test_a_wall_is_put_up_by_its_middle_and_its_way() -> None:
    session = started(Game.load("quoridor"))
    async with opened(session) as (pilot, screen):
        hand = Mouse(pilot, screen)
        await hand.site("c4-NE")
        await hand.until(lambda: list(screen.playing.choice.others) == ["h", "v"])
        await hand.from_list("=v")
        await hand.until(lambda: len(session.steps) == 1)
        assert session.steps[0].move.text == "c4v"


async def test_the_whole_board_is_seen_from_the_beginning_where_the_summary_leaves_no_room() -> None:
    async with opened(started(Game.load("quoridor"))) as (_, screen):
        assert not screen.query_one("#summary").display
        layout = screen.shown.board.layout_shown
        assert layout is not None and layout.height <= screen.shown.board.size.height
    async with opened(started(Game.load("quoridor")), (80, 40)) as (_, screen):
        assert screen.query_one("#summary").display


async def test_steps_back_and_branches() -> None:
    session = started(Game.load("tictactoe"))
    async with opened(session) as (pilot, screen):
        hand = Typing(pilot, screen)
        await texts(hand, "a1", "b2", "c3")
        await hand.until(lambda: screen.playing.at == 3)
        await hand.press("escape", "comma", "comma")
        await hand.until(lambda: screen.playing.at == 1)
        await hand.until(lambda: "earlier position" in status(screen))
        await hand.until(lambda: screen.query_one(RecordPanel).highlighted == 1)
        await hand.press("full_stop")
        await hand.until(lambda: screen.playing.at == 2)
        await texts(hand, "a3")
        await hand.until(lambda: isinstance(pilot.app.screen, Question) and bool(pilot.app.screen.query(Button)))
        await hand.press("enter")
        await hand.until(lambda: screen.playing.at == 3)
        assert [step.move.text for step in screen.playing.session.steps] == ["a1", "b2", "a3"]
        assert screen.playing.session is not session
        assert [step.move.text for step in session.steps] == ["a1", "b2", "c3"]  # the former line is as it was
        assert hand.app.last is screen.playing.session


async def test_the_record_has_focus_and_is_walked() -> None:
    async with opened(started(Game.load("tictactoe"))) as (pilot, screen):
        hand = Keys(pilot, screen)
        await texts(hand, "a1", "b2", "c3")
        await hand.focus("record")
        await hand.press("left")
        await hand.until(lambda: screen.playing.at == 2)
        await hand.press("left")
        await hand.until(lambda: screen.playing.at == 1)
        await hand.press("right", "right")
        await hand.until(lambda: screen.playing.is_now)


async def test_undo_and_redo() -> None:
    async with opened(started(Game.load("tictactoe"))) as (pilot, screen):
        hand = Typing(pilot, screen)
        await texts(hand, "a1", "b2", "/undo")
        await hand.until(lambda: screen.playing.at == 1)
        await hand.until(lambda: "Taken back." in status(screen))
        said = status(screen)  # the example belongs to what is asked
        assert said.index("such as") < said.index("Taken back.")
        await hand.press("ctrl+y")
        await hand.until(lambda: screen.playing.at == 2)
        await hand.until(lambda: "Played again." in status(screen))
        await hand.press("ctrl+z", "ctrl+z", "ctrl+z")
        await hand.until(lambda: "nothing to take back" in status(screen))


async def test_what_begins_with_a_nought_is_typed_though_no_move_does() -> None:
    """`0-0` where castling isn't legal: no key of the board's is among its letters, and Enter picks nothing there."""
    async with opened(started(Game.load("chess"))) as (pilot, screen):
        await pilot.press("0", "minus", "0", "enter")
        await until(pilot, lambda: "`0-0` is not legal now" in status(screen))
        assert screen.shown.board.zoom == 0 and screen.playing.picks == ()


async def test_several_moves_on_one_line_and_the_rest_that_is_none() -> None:
    async with opened(started(Game.load("tictactoe"))) as (pilot, screen):
        hand = Typing(pilot, screen)
        await hand.press(*"a1", "space", *"zz", "enter")
        await hand.until(lambda: screen.playing.at == 1)


async def test_what_is_left_alone_in_the_list_is_played() -> None:
    async with opened(started(Game.load("breakthrough"))) as (pilot, screen):
        hand = Typing(pilot, screen)
        await hand.press(*"a2-a")
        await hand.until(lambda: screen.query_one(MovesPanel).only is not None)
        await hand.press("enter")
        await hand.until(lambda: screen.playing.at == 1)
        assert screen.playing.session.steps[0].move.text == "a2-a3"


async def test_tab_completes() -> None:
    async with opened(started(Game.load("breakthrough"))) as (pilot, screen):
        hand = Typing(pilot, screen)
        await hand.press(*"a2-a")
        await hand.until(lambda: screen.shown.typed.value == "a2-a")
        await hand.press("tab")
        await hand.until(lambda: screen.shown.typed.value == "a2-a3")


async def test_wrong_words_are_said_to_be_so() -> None:
    async with opened(started(Game.load("tictactoe"))) as (pilot, screen):
        hand = Typing(pilot, screen)
        await texts(hand, "z9")
        await hand.until(lambda: "`z9` is not a move" in status(screen))


async def test_a_megabyte_is_pasted_and_control_characters() -> None:
    async with opened(started(Game.load("tictactoe"))) as (pilot, screen):
        hand = Typing(pilot, screen)
        pilot.app.post_message(Paste("\x1b[2J\x00a" * 250_000))
        await hand.until(lambda: bool(screen.shown.typed.value))
        assert len(screen.shown.typed.value) <= LONGEST
        assert screen.shown.typed.value.isprintable()
        pilot.app.post_message(Paste("b" * 1_000_000))
        await pilot.pause()
        assert len(screen.shown.typed.value) <= LONGEST
        await hand.press("enter")
        await hand.until(lambda: "is not a move" in status(screen))
        assert tidy("a1\r\nb2\x07") == "a1 b2"


async def test_any_size_will_do() -> None:
    async with opened(started(Game.load("chess")), size=(80, 24)) as (pilot, screen):
        for size in ((200, 50), (20, 5), (1, 1), (5, 40), (300, 3), (40, 12), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await texts(Typing(pilot, screen), "e2-e4")
        await Typing(pilot, screen).until(lambda: screen.playing.at == 1)


async def test_the_computer_answers_and_can_be_hurried() -> None:
    session = started(Game.load("tictactoe"), O="mcts:900s")
    async with opened(session) as (pilot, screen):
        hand = Typing(pilot, screen)
        await texts(hand, "a1")
        await hand.until(lambda: screen.thinking.request is not None)
        await hand.press(*"c3", "enter")  # for later
        await hand.until(lambda: screen.thinking.thought.analysis is not None or screen.thinking.request is None)
        await hand.press("escape")
        await hand.until(lambda: len(session.steps) >= 2)


async def test_leaving_while_the_computer_thinks() -> None:
    session = started(Game.load("tictactoe"), O="mcts:900s")
    async with asyncio.timeout(HANGS), opened(session) as (pilot, screen):
        hand = Typing(pilot, screen)
        await texts(hand, "a1")
        await hand.until(lambda: screen.thinking.request is not None)
        await hand.press("ctrl+q")


@pytest.mark.parametrize("leaves", ["ctrl+q", "ctrl+c", "f10"])
@pytest.mark.parametrize("lies_over", ["f1", "ctrl+s"])
async def test_leaving_from_what_lies_over_the_game(lies_over: str, leaves: str) -> None:
    """A page to read, and a line to type in: the footer below says `^q Leave` there, too."""
    async with opened(started(Game.load("tictactoe"))) as (pilot, _):
        await pilot.press(lies_over)
        await until(pilot, lambda: isinstance(pilot.app.screen, Page | Ask))
        await pilot.press(leaves)
        assert pilot.app._exit


DICE = """game "Dice alone"
players A, B
game has n: 0..6
turn
  roll k in 1..6
  either
    choose "ten" where k > 6
  otherwise
    n = k

end
  win me if n = 0
"""


async def test_dice_that_roll_for_ever_can_be_left() -> None:
    """Nobody is ever asked anything: the screen is shown meanwhile, and keys are heard."""
    async with asyncio.timeout(HANGS), opened(started(Game.parse(DICE))) as (pilot, screen):
        await until(pilot, lambda: len(screen.playing.session.steps) > 250)
        await pilot.press("ctrl+q")
        assert pilot.app._exit


async def test_who_never_has_a_choice_is_asked_at_last() -> None:
    rules = 'game "On and on"\nplayers A, B\ngame has n: 0..2\nturn\n  choose "on"\n  n = 1 - n\nend\n  draw if n = 2\n'
    async with asyncio.timeout(HANGS), opened(started(Game.parse(rules))) as (pilot, screen):
        await until(pilot, lambda: screen.playing.is_asked and not screen.thinking.is_busy)
        assert len(screen.playing.session.steps) > 100
        before = len(screen.playing.session.steps)
        await pilot.press(*"on", "enter")
        await until(pilot, lambda: len(screen.playing.session.steps) > before)


async def test_a_hint_and_what_may_be_expected() -> None:
    async with opened(started(Game.load("tictactoe"))) as (pilot, screen):
        hand = Typing(pilot, screen)
        await hand.press("f3")
        await hand.until(lambda: isinstance(pilot.app.screen, Page))
        await hand.press("escape", "f4")
        shown = screen.shown
        await hand.until(lambda: shown.bar.display and bool(shown.said[0]) and not screen.thinking.is_busy)
        assert any(player in status(screen) for player in screen.playing.session.game.players)


async def test_rules_and_keys() -> None:
    async with opened(started(Game.load("tictactoe"))) as (pilot, _):
        hand = Person(pilot)
        await hand.press("question_mark")
        await hand.until(lambda: isinstance(pilot.app.screen, Page))
        page = pilot.app.screen
        assert isinstance(page, Page)
        first, *pages = page.texts
        assert "Keys" in first
        assert "three" in " ".join(pages)


async def test_giving_up_is_asked_and_ends_the_game() -> None:
    session = started(Game.load("tictactoe"))
    async with opened(session) as (pilot, screen):
        hand = Typing(pilot, screen)
        await hand.press("f8")
        await hand.until(lambda: isinstance(pilot.app.screen, Question) and bool(pilot.app.screen.query(Button)))
        await hand.press("right", "enter")
        await hand.until(lambda: session.resigned == "X")
        answers = ["look", "again", "games", "leave"]
        await hand.until(lambda: [button.id for button in pilot.app.screen.query(Button)] == answers)
        end = pilot.app.screen
        assert isinstance(end, Question) and "resigned" in end.words


async def test_a_record_that_cannot_be_written_is_told_and_play_goes_on() -> None:
    session = started(Game.load("tictactoe"))
    session.recording.path = Path("/dev/null/x/game.yaml")  # missing folders are made elsewhere
    async with opened(session) as (pilot, screen):
        await texts(Typing(pilot, screen), "a1", "b2")
        await Typing(pilot, screen).until(lambda: len(session.steps) == 2)
        await Typing(pilot, screen).until(lambda: not session.recording.news)  # it was said
        assert not session.recording.is_kept


async def test_somebody_else_writes_the_same_record(tmp_path: Path) -> None:
    session = started(Game.load("tictactoe"))
    session.recording.path = tmp_path / "game.yaml"
    session.recording.begin()
    async with opened(session) as (pilot, screen):
        hand = Typing(pilot, screen)
        await texts(hand, "a1")
        await hand.until(lambda: len(session.steps) == 1)
        session.recording.path.write_text("somebody else's\n")
        await texts(hand, "b2")
        await hand.until(lambda: len(session.steps) == 2)
        assert (tmp_path / "game.yaml").read_text() == "somebody else's\n"
        assert session.recording.path is not None
        assert records.read(session.recording.path).plies == ["a1", "b2"]


async def test_the_site_pointed_at_is_named() -> None:
    async with opened(started(Game.load("fire_and_ice"))) as (pilot, screen):
        hand = Keys(pilot, screen)
        label = screen.shown.board.pointed
        assert label
        await hand.until(lambda: status(screen).endswith(f" {label}"))
        await hand.press("right")
        await hand.until(lambda: screen.shown.board.pointed != label)
        await hand.until(lambda: status(screen).endswith(f" {screen.shown.board.pointed}"))


async def test_what_is_too_long_for_two_lines_is_told_beside() -> None:
    async with opened(started(Game.load("chess"))) as (pilot, screen):
        hand = Typing(pilot, screen)
        await texts(hand, "z" * 60)
        await hand.until(lambda: "is not a move" in status(screen))
        assert not [*pilot.app._notifications]
        screen.shown.say("long " * 40)
        await hand.until(lambda: bool([*pilot.app._notifications]))


async def test_lines_of_the_status_fit_a_narrow_terminal() -> None:
    async with opened(started(Game.load("tictactoe"))) as (pilot, screen):
        hand = Typing(pilot, screen)
        await texts(hand, "a1", "b2")
        await hand.press("escape", "comma")
        await hand.until(lambda: screen.playing.at == 1)
        await hand.until(lambda: screen.query_one(RecordPanel).border_title == "Turns (1 of 2)")
        await hand.until(lambda: 0 < len(status(screen)) <= 78)


async def test_the_bar_of_what_may_be_expected_has_a_scale() -> None:
    assert scale(21) == {0: "100", 5: "75", 10: "50", 15: "25", 20: "0"}
    assert scale(4) == {}


async def test_the_scale_stands_on_the_bar() -> None:
    session = started(Game.load("tictactoe"))
    async with opened(session) as (pilot, screen):
        bar = screen.query_one(EvalBar)
        bar.display = True
        bar.tell(Prospect(dict.fromkeys(session.game.players, 0.0)), 0)
        await until(pilot, lambda: bar.size.height > 0)
        rows = bar.render().plain.splitlines()
        assert rows[0].startswith("100") and rows[len(rows) // 2].startswith("50") and rows[-1].startswith("0")


async def test_the_bar_says_where_it_is_old_and_ends_with_the_result() -> None:
    session = started(Game.load("tictactoe"))
    async with opened(session) as (pilot, screen):
        bar = screen.query_one(EvalBar)
        bar.display = True
        bar.tell(Prospect({"X": -0.5, "O": 0.5}), 0)
        screen.course.enter("a1")
        assert not bar.is_old  # a search before a move tells of the move, too
        screen.course.enter("b1")
        assert bar.is_old
        await until(pilot, lambda: bar.size.height > 0)
        assert bar.render().plain.startswith("?")
        for text in ("a2", "b2", "a3"):
            screen.course.enter(text)
        assert not bar.is_old
        assert set(bar.render().plain) - set("0123456789\n") == {"█"}  # all of it is X's, who won


async def test_when_a_game_is_over_nothing_older_is_said() -> None:
    session = started(Game.load("tictactoe"))
    async with opened(session) as (pilot, screen):
        for text in ("a1", "b1", "a2", "b2"):
            screen.course.enter(text)
        screen.shown.said = ("taken back", "")
        screen.course.enter("a3")
        await until(pilot, lambda: isinstance(pilot.app.screen, Question) and pilot.app.screen.query(Button))
        assert screen.shown.said == ("", "")


async def test_at_the_end_all_answers_have_room_in_german_and_nothing_lies_over_them() -> None:
    saying.speak("de")
    try:
        async with opened(started(Game.load("tictactoe"), O="random")) as (pilot, screen):
            screen.shown.tell("news that stay for a while")
            await until(pilot, lambda: len(pilot.app._notifications) == 1)
            screen.course.resign("X")
            await until(pilot, lambda: isinstance(pilot.app.screen, Question) and pilot.app.screen.query(Button))
            question = pilot.app.screen
            await until(pilot, lambda: question.query(Button).last().region.width > 0)
            assert [str(one.label) for one in question.query(Button)][-1] == "Verlassen"
            box = question.query_one(".buttons").region
            assert all(one.region in box for one in question.query(Button))
            assert not len(pilot.app._notifications)
    finally:
        saying.speak("en")
