"""At 80×24 each game is played without scrolling: the board, or the part of it that is in use, is seen as a whole; what
belongs to no site is told as a whole; somebody new sees what is asked, and how a move is written."""

from __future__ import annotations

from random import Random

import pytest
from rich.cells import cell_len
from sample import daily
from screens import opened, started
from textual.containers import VerticalScroll
from textual.widgets import Static
from waiting import until

from cli.session.session import Session
from cli.terminal.full_screen import in_use
from cli.terminal.full_screen.game_screen import GameScreen
from gdl import library
from interpreter import Game

pytestmark = pytest.mark.asyncio
PLIES = 24
LARGE = ("hive", "battleship", "cant_stop")
"""No size of these boards fits beside the list of moves."""


@pytest.mark.parametrize("name", daily(library.names(), core=LARGE))
async def test_all_that_is_needed_is_seen(name: str) -> None:
    game = Game.load(name)
    async with opened(begun(game)) as (_, screen):
        assert board_is_seen(screen)
        facts = screen.query_one("#facts", VerticalScroll)
        assert not facts.display or facts.virtual_size.height <= facts.size.height
        shown = screen.query_one("#status", Static)
        status, room = str(shown.content), shown.content_size
        assert screen.shown.scene.asked() in " ".join(status.split("\n"))
        assert status.count("\n") < room.height
        assert all(cell_len(line) <= room.width for line in status.split("\n"))
        if example := screen.shown.scene.example():
            assert example in status or example in screen.shown.typed.placeholder


def begun(game: Game) -> Session:
    """A game in which some plies were made. Its first player is a person: of several from whom something is hidden,
    each would be asked first to take the seat."""
    random, others = Random(game.name), dict.fromkeys(game.players[1:], "random")
    session = started(game, seed=3, **others)
    for _ in range(PLIES):
        if session.is_over:
            return started(game, seed=3, **others)
        session.play(random.choice(session.state.moves))
    return session


def board_is_seen(screen: GameScreen) -> bool:
    """Whether the whole of the board is seen, or all of it that is in use."""
    board, layout = screen.shown.board, screen.shown.board.layout_shown
    if layout is None or not layout.cells or in_use.fits(layout, board.size):
        return True
    return board.size.region.translate(board.scroll_offset).contains_region(in_use.box(layout, board._used()))


async def test_the_columns_of_a_mountain_are_numbered() -> None:
    session = started(Game.load("cant_stop"), seed=2)
    async with opened(session) as (pilot, screen):
        for _ in range(2):  # with a line of what the game is about, and without it
            board = screen.shown.board
            layout = board.layout_shown
            assert layout is not None and in_use.fits(layout, board.size)
            (part,) = layout.parts
            under = [label.text for label in part.labels if label.row == part.height - 1]
            assert under == [str(number) for number in range(2, 13)]  # the sums of two dice, as on the game's board
            session.play(next(one for one in session.state.moves))
            screen.playing.settle()
            screen.shown.show()
            await pilot.pause()


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("fire_and_ice", "Fire ▲, Ice ● (people)"),
        ("sparks", "White ○, Black ● (people)"),
        ("chess", "White, Black (people)"),  # each has pieces of six looks
        ("hearts", "North, East, South, West (people)"),
    ],
)
async def test_what_tells_the_players_pieces_stands_beside_their_names(name: str, names: str) -> None:
    async with opened(started(Game.load(name))) as (_, screen):
        assert f": {names}" in str(screen.query_one("#title", Static).content)


async def test_cards_are_laid_anew_in_another_size() -> None:
    session = started(Game.load("hearts"), seed=3, East="random", South="random", West="random")
    async with opened(session, size=(160, 40)) as (pilot, screen):
        cards = screen.shown.cards
        lines = len(cards.laid.lines)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert len(cards.laid.lines) > lines
        assert all(one.column + one.width <= cards.content_size.width for one in cards.laid.lying)
        assert len(cards.laid.lines) <= cards.content_size.height


@pytest.mark.parametrize("name", ["hearts", "spades", "gin_rummy"])
@pytest.mark.parametrize("size", [(50, 14), (44, 10), (80, 24)])
async def test_ones_own_cards_are_seen_before_what_the_game_is_about(name: str, size: tuple[int, int]) -> None:
    async with opened(started(Game.load(name), seed=3, **others(name)), size=size) as (_, screen):
        cards = screen.shown.cards
        assert cards.data is not None
        own = [one.row - cards.above for one in cards.laid.lying if cards.data.hands[one.hand].owner == cards.data.own]
        assert own
        assert all(0 <= row < cards.content_size.height for row in own)


@pytest.mark.parametrize("size", [(50, 14), (44, 10)])
async def test_a_card_is_clicked_where_it_lies_though_others_have_no_room(size: tuple[int, int]) -> None:
    async with opened(started(Game.load("hearts"), seed=3, **others("hearts")), size=size) as (pilot, screen):
        cards, region = screen.shown.cards, screen.shown.cards.content_region
        last = cards.choices[-1]
        await pilot.click(offset=(region.x + last.column + 1, region.y + last.row - cards.above))
        await until(pilot, lambda: screen.playing.at > 0)
        assert screen.playing.session.steps[0].move.text.endswith(last.label)


def others(name: str) -> dict[str, str]:
    """Computers on all seats but the first."""
    return dict.fromkeys(Game.load(name).players[1:], "random")


async def test_who_leaves_out_what_stands_beside_has_a_larger_board() -> None:
    async with opened(begun(Game.load("battleship"))) as (pilot, screen):
        assert screen.has_class("crowded")
        await pilot.press("f7")
        await pilot.pause()
        assert not screen.has_class("crowded")
        assert not screen.query_one("#side").display
        await pilot.press("f7")
        await pilot.pause()
        assert screen.has_class("crowded")
