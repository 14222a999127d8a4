"""What tests of the full screen share: a game on it, and three ways to make its moves."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.events import Key
from textual.keys import _character_to_key
from textual.pilot import Pilot
from waiting import press, until

from cli.session.session import Session
from cli.terminal.full_screen.app import FullScreen
from cli.terminal.full_screen.board import BoardWidget
from cli.terminal.full_screen.game_screen import GameScreen
from cli.terminal.full_screen.moves_panel import MovesPanel
from cli.terminal.scene import steps
from interpreter import Game
from interpreter.game.choosing import LISTED


def started(game: Game, seed: int = 3, **seats: str) -> Session:
    """A game at the table: everybody is a person, but for those who are named."""
    return Session(game, game.name, seed, {player: seats.get(player, "human") for player in game.players})


def no_makers() -> Any:
    """For screens that make no games."""
    return None


@asynccontextmanager
async def opened(session: Session, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Pilot[None], GameScreen]]:
    """The game on a screen; a question may stand over it, as where a computer's first move ends the game."""
    app = FullScreen(no_makers(), list, session)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: any(isinstance(one, GameScreen) and one.is_mounted for one in app.screen_stack))
        await pilot.pause()
        screen = next(one for one in app.screen_stack if isinstance(one, GameScreen))
        yield pilot, screen
        await settled(pilot)


async def settled(pilot: Pilot[Any]) -> None:
    """Whatever has been opened is all there: an app that ends in the midst of that complains."""
    await until(pilot, lambda: not pilot.app.is_running or not pilot.app.screen_stack or pilot.app.screen.is_mounted)


class Person:
    """Who sits before a screen."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot

    @property
    def app(self) -> FullScreen:
        assert isinstance(self.pilot.app, FullScreen)
        return self.pilot.app

    async def press(self, *keys: str) -> None:
        """Keys that come one right after the other."""
        await press(self.pilot, *keys)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until it shows."""
        await until(self.pilot, holds)

    async def until_not(self, before: object, seen: Callable[[], object]) -> None:
        """Wait until something else is seen."""
        await self.until(lambda: seen() != before)


class Hand(Person):
    """Makes moves in one way only."""

    def __init__(self, pilot: Pilot[None], screen: GameScreen) -> None:
        super().__init__(pilot)
        self.screen = screen

    @property
    def board(self) -> BoardWidget:
        return self.screen.shown.board

    async def make(self, number: int) -> None:
        """Make the move of this number."""
        playing = self.screen.playing
        begun, whole = playing.at, playing.moves[number].text
        for pick in self.picks(number):
            before = playing.picks, playing.at
            await (self.from_list(pick, whole) if pick.startswith(LISTED) else self.site(pick))
            await self.until_not(before, lambda: (playing.picks, playing.at))
            if playing.at != begun:  # a short list has the whole move, not its first value
                return

    def picks(self, number: int) -> list[str]:
        """What has to be picked for it, one after the other."""
        playing, picks = self.screen.playing, list[str]()
        while not (choice := playing.chooser.choice(picks)).is_told:
            offered = [*choice.sites, *(LISTED + other for other in choice.others)]
            fits = [pick for pick in offered if number in playing.chooser.choice([*picks, pick]).fitting]
            picks.append(fits[0])
        return picks

    async def site(self, label: str) -> None:
        raise NotImplementedError

    async def from_list(self, pick: str, whole: str = "") -> None:
        raise NotImplementedError

    def row(self, pick: str, whole: str = "") -> int:
        """Where the list shows this, or the only move that it stands for, or else the whole move."""
        panel, playing = self.screen.query_one(MovesPanel), self.screen.playing
        wanted = pick.removeprefix(LISTED)
        prompts = (str(panel.get_option_at_index(at).prompt) for at in range(panel.option_count))
        listed = [prompt.partition("  ")[0] for prompt in prompts]  # another way to say it stands behind
        move = playing.chooser.choice([*playing.picks, pick]).move
        if wanted not in listed and move is not None:
            wanted = playing.moves[move].text
        wanted = wanted if wanted in listed else whole
        assert wanted in listed, f"{pick} isn't in the list"
        return listed.index(wanted)


class Keys(Hand):
    """Arrows, Tab, Enter."""

    async def site(self, label: str) -> None:
        await self.focus("board")
        target = self.board._drawn.site(label)
        assert target is not None
        await self.press(*path(self.board, target), "enter")

    async def from_list(self, pick: str, whole: str = "") -> None:
        await self.focus("moves")
        row = self.row(pick, whole)
        panel = self.screen.query_one(MovesPanel)
        if panel.highlighted is None:
            await self.press("down")
            await self.until(lambda: panel.highlighted is not None)
        assert panel.highlighted is not None
        await self.press(*["down"] * (row - panel.highlighted), *["up"] * (panel.highlighted - row), "enter")

    async def focus(self, name: str) -> None:
        for _ in range(6):
            focused = self.screen.focused
            if focused is not None and focused.id == name:
                return
            await self.press("tab")
            await self.until_not(focused, lambda: self.screen.focused)
        raise AssertionError(f"Tab doesn't lead to {name}")


def path(board: BoardWidget, target: tuple[str, str]) -> list[str]:
    """The arrows that lead from the cursor to a site, found by trying them all, as somebody does who looks."""
    layout, start = board.layout_shown, board.cursor
    assert layout is not None
    assert start is not None
    row = [(start, board._aim)]  # up and down keep to a column until somebody goes aside
    seen = {row[0]: list[str]()}
    for site, aim in row:
        if site == target:
            return seen[site, aim]
        for direction in ("left", "right", "up", "down"):
            held = None if direction in ("left", "right") else steps.aim_of(layout, site) if aim is None else aim
            found = steps.step(layout, site, direction, held)
            if found is not None and (found, held) not in seen:
                seen[found, held] = [*seen[site, aim], direction]
                row.append((found, held))
    raise AssertionError(f"no way by arrows from {start} to {target}")


class Mouse(Hand):
    """Clicks."""

    async def site(self, label: str) -> None:
        region = self.board.region_of(label)
        assert region is not None
        offset = (region.x + region.width // 2, region.y + region.height // 2)
        assert await self.pilot.click(self.board, offset=offset)
        await self.pilot.pause()

    async def from_list(self, pick: str, whole: str = "") -> None:
        row = self.row(pick, whole)
        panel = self.screen.query_one(MovesPanel)
        while not 0 <= row - panel.scroll_offset.y < panel.size.height:
            panel.scroll_relative(y=1 if row > panel.scroll_offset.y else -1, animate=False)
            await self.pilot.pause()
        assert await self.pilot.click(panel, offset=(4, row - panel.scroll_offset.y + 1))
        await self.pilot.pause()


class Typing(Hand):
    """Notation."""

    async def make(self, number: int) -> None:
        text = self.screen.playing.moves[number].text
        for character in text:
            self.pilot.app.post_message(Key(_character_to_key(character), character))
        before = self.screen.playing.at
        await self.press("enter")
        await self.until(lambda: self.screen.playing.at != before)
