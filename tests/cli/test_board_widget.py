"""The board widget as people use it: keys, mouse, sizes, colours, and what it draws anew."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.pilot import Pilot
from waiting import press, until

from cli.terminal.full_screen.board import BoardWidget
from interpreter import Game, State

Use = Callable[[Pilot[None], BoardWidget], Awaitable[None]]


class Around(App[None]):
    """An application that holds nothing but a board, and keeps what it says."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state
        self.said: list[tuple[str, str]] = []

    def compose(self) -> ComposeResult:
        yield BoardWidget(self.state.view(), id="board")

    def on_board_widget_site_picked(self, event: BoardWidget.SitePicked) -> None:
        self.said.append(("picked", event.label))

    def on_board_widget_site_hovered(self, event: BoardWidget.SiteHovered) -> None:
        self.said.append(("hovered", event.label))

    def on_board_widget_cursor_moved(self, event: BoardWidget.CursorMoved) -> None:
        self.said.append(("moved", event.label))


def used(state: State, use: Use, size: tuple[int, int] = (80, 24)) -> Around:
    """The application after somebody has used it."""

    async def run() -> Around:
        application = Around(state)
        async with application.run_test(size=size) as pilot:
            board = application.query_one(BoardWidget)
            board.focus()
            await until(pilot, lambda: board.has_focus and board.layout_shown is not None)
            await pilot.pause()
            await use(pilot, board)
            await pilot.pause()
        return application

    return asyncio.run(run())


def around(pilot: Pilot[None]) -> Around:
    assert isinstance(pilot.app, Around)
    return pilot.app


def has_size(board: BoardWidget, size: tuple[int, int]) -> bool:
    return board.size == size


def seen(board: BoardWidget) -> list[str]:
    """What is on the screen."""
    return ["".join(segment.text for segment in board.render_line(y)) for y in range(board.size.height)]


def start(name: str, **options: Any) -> State:
    return Game.load(name, **options).start(3)


def test_keys_move_the_cursor_and_pick() -> None:
    async def use(pilot: Pilot[None], board: BoardWidget) -> None:
        board.cursor = ("grid", "e2")
        await press(pilot, "enter", "up", "up", "space", "left", "right", "right")
        await until(pilot, lambda: board.cursor == ("grid", "f4"))
        await until(pilot, lambda: around(pilot).said[-1] == ("moved", "f4"))

    said = used(start("chess"), use).said
    assert [label for how, label in said if how == "picked"] == ["e2", "e4"]
    assert [label for how, label in said if how == "moved"][-5:] == ["e3", "e4", "d4", "e4", "f4"]


def test_up_and_down_hold_their_column_on_hexagons() -> None:
    async def use(pilot: Pilot[None], board: BoardWidget) -> None:
        board.cursor = ("star", "i9")
        await press(pilot, *["up"] * 16)
        await until(pilot, lambda: board.cursor == ("star", "e17"))
        await press(pilot, *["down"] * 16)
        await until(pilot, lambda: board.cursor == ("star", "m1"))

    used(start("chinese_checkers"), use)


@pytest.mark.parametrize("name", ["chess", "hex", "sparks", "backgammon", "spectral_reapers"])
@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
def test_a_click_picks_what_is_there(name: str, size: tuple[int, int]) -> None:
    async def use(pilot: Pilot[None], board: BoardWidget) -> None:
        assert board.layout_shown is not None
        sites = list(board.layout_shown.cells)[::7]
        for shape, label in sites:
            region = board.region_of(label, shape)
            assert region is not None
            await pilot.click(board, offset=middle(region))
        await until(pilot, lambda: picked(pilot.app) == [label for _, label in sites])

    used(start(name), use, size)


def picked(application: Any) -> list[str]:
    return [label for how, label in application.said if how == "picked"]


def middle(region: Region) -> tuple[int, int]:
    return region.x + region.width // 2, region.y + region.height // 2


def test_the_mouse_over_a_site_is_told_once() -> None:
    async def use(pilot: Pilot[None], board: BoardWidget) -> None:
        region = board.region_of("e4")
        assert region is not None
        for x in range(region.x, region.right):
            await pilot.hover(board, offset=(x, region.y))
        await pilot.hover(board, offset=(0, 0))
        await until(pilot, lambda: around(pilot).said[-1:] == [("hovered", "")])

    said = used(start("chess"), use).said
    assert [label for how, label in said if how == "hovered"] == ["e4", ""]


def test_no_size_breaks_it() -> None:
    """Tiny and back: the cursor stays in sight, and the board comes back as it was."""

    async def use(pilot: Pilot[None], board: BoardWidget) -> None:
        board.cursor = ("grid", "s1")
        await pilot.pause()
        before = seen(board)
        for size in ((20, 6), (3, 2), (1, 1), (200, 60), (40, 12)):
            await pilot.resize_terminal(*size)
            await until(pilot, partial(has_size, board, size))
            await until(pilot, lambda: all(len(line) == board.size.width for line in seen(board)))
        await until(pilot, lambda: in_sight(board, "s1"))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: seen(board) == before)

    used(start("go", size=19), use)


def in_sight(board: BoardWidget, label: str) -> bool:
    region = board.region_of(label)
    assert region is not None
    return Region(0, 0, *board.size).contains_region(region)


def test_larger_and_smaller() -> None:
    async def use(pilot: Pilot[None], board: BoardWidget) -> None:
        def width() -> int:
            assert board.layout_shown is not None
            return board.layout_shown.width

        fitted = width()
        await press(pilot, *["plus"] * 5)
        await until(pilot, lambda: width() > 80 > fitted)
        await press(pilot, *["left"] * 20, *["up"] * 20)
        await until(pilot, lambda: board.cursor == ("grid", "a8") and board.scroll_offset.x <= 4)
        await press(pilot, *["right"] * 20)
        await until(pilot, lambda: board.cursor == ("grid", "h8") and in_sight(board, "h8"))
        await press(pilot, *["minus"] * 6)
        await until(pilot, lambda: width() < fitted)
        await press(pilot, "asterisk")
        await until(pilot, lambda: width() == fitted)
        await press(pilot, *["plus"] * 30)
        await until(pilot, lambda: width() > 80)
        await press(pilot, *["minus"] * 60)
        await until(pilot, lambda: width() < fitted)
        await press(pilot, "asterisk")
        await until(pilot, lambda: width() == fitted)

    used(start("chess"), use)


def test_only_what_is_marked_otherwise_is_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(pilot: Pilot[None], board: BoardWidget) -> None:
        board.cursor = ("grid", "k10")
        await pilot.pause()
        drawn: list[tuple[Region, ...]] = []
        monkeypatch.setattr(board, "refresh", lambda *regions, **_: drawn.append(regions))
        board.cursor = ("grid", "k11")
        assert [len(regions) for regions in drawn] == [1, 1]
        assert all(region.area < 20 for regions in drawn for region in regions)

    used(start("go", size=19), use)


def test_all_marks_are_seen_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def use(pilot: Pilot[None], board: BoardWidget) -> None:
        board.cursor = ("grid", "a2")
        board.picked, board.changed, board.winning = ["b2"], ["c2"], ["d2"]
        board.targets = ["e2", "e4"]
        signs = ("┏ P ┓", "{P}", "[P]", "*P*", "(P)")
        await until(pilot, lambda: any(" 2 " in row and all(sign in row for sign in signs) for row in seen(board)))
        assert "•" in "".join(seen(board))
        board.is_ascii = True
        await until(pilot, lambda: "".join(seen(board)).isascii())
        assert "+ P +" in "".join(seen(board))
        board.zoom = -1
        await until(pilot, lambda: ">P<" in "".join(seen(board)))
        board.cursor = ("grid", "b2")
        await until(pilot, lambda: ">P}" in "".join(seen(board)))

    used(start("chess"), use)


def test_colours_can_be_chosen_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "truecolor")

    async def use(pilot: Pilot[None], board: BoardWidget) -> None:
        grounds = set()

        def ground() -> tuple[Any, ...]:
            return tuple(segment.style for y in range(24) for segment in board.render_line(y))

        for colours in ("dark", "light", "contrast"):
            board.colours = colours
            await pilot.pause()
            await until(pilot, lambda: ground() not in grounds)
            grounds.add(ground())

    used(start("chess"), use)


def test_the_board_is_turned() -> None:
    async def use(pilot: Pilot[None], board: BoardWidget) -> None:
        before = board.region_of("a1")
        board.flip()
        await until(pilot, lambda: board.region_of("h8") == before)
        assert board.cursor is not None
        board.flip()
        await until(pilot, lambda: board.region_of("a1") == before)

    used(start("chess"), use)


def test_another_game_may_come() -> None:
    async def use(pilot: Pilot[None], board: BoardWidget) -> None:
        board.show(start("hex").view(), changed=["a1"], targets=["nowhere"])
        await until(pilot, lambda: board.cursor is not None and board.cursor[0] == "rhombus")
        board.show(start("pig").view())
        await until(pilot, lambda: board.cursor is None)
        await press(pilot, "up", "enter")
        await until(pilot, lambda: "".join(seen(board)).strip() == "")

    used(start("chess"), use)
