"""The computers of a match: they move when it is their turn, and what is nobody's choice goes on."""

from __future__ import annotations

import asyncio
import logging

from cli.session.mistakes import mistake
from cli.web.serve.course import Course
from interpreter import PlayerError, RuleError
from interpreter.errors import ResignedError
from interpreter.players.specs import RANDOM

LEAST = 0.2
"""Seconds that a computer's decision takes at least, so that people can follow it."""
log = logging.getLogger("gdl.serve")


class Computers:
    """The computers of a match."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Let computers think, if it is theirs to move."""
        if self.are_idle and self._have_work:
            self._task = asyncio.create_task(self._play())

    @property
    def are_idle(self) -> bool:
        """Whether none thinks, nor moves."""
        return self._task is None or self._task.done()

    @property
    def _have_work(self) -> bool:
        course = self.course
        return self._is_played and not course.error and (course.match.computer is not None or course.stands_still)

    @property
    def _is_played(self) -> bool:
        """Whether the game goes on: somebody is here, or a clock runs that nobody can hold by leaving."""
        clocks = self.course.match.clocks
        return bool(self.course.guests) or (clocks is not None and clocks.running is not None)

    async def _play(self) -> None:
        """Computers move, until it is a person's turn."""
        try:
            while self._have_work:
                await self._move()
        except Exception as error:
            log.exception("a computer's move failed: %s", type(error).__name__)
            self.course.error = "something went wrong on the server"
        self.course.thinking = None
        async with self.course.lock:
            await self.course.tell()

    async def _move(self) -> None:
        """One move of a computer, or what is nobody's choice."""
        course = self.course
        player = course.match.computer
        if player is None or course.stands_still:
            async with course.lock:
                await course.go_on()
                await course.tell()
            return
        if course.thinking != player:
            course.thinking = player
            for guest in course.guests:
                guest.say({"is": "thinking", "player": player})
        match, plies = course.match, len(course.match.plies)
        question = course.question(player, match.kept.seats[player])
        least = asyncio.create_task(asyncio.sleep(LEAST))
        try:
            option = await course.thinkers.choose(question)
        except ResignedError:
            async with course.lock:
                if course.match is match and len(match.plies) == plies and not match.is_over:
                    await course.resigned(player)
                course.thinking = None
                await course.tell()
            return
        except PlayerError as error:  # it can't play this game: somebody has to
            course.warn(f"{error}; so the moves of {player} are random")
            question.kind = RANDOM
            option = await course.thinkers.choose(question)
        except RuleError as error:
            course.error = mistake(course.match.game, error)
            return
        await least
        async with course.lock:
            if await course.flag_falls():
                await course.tell()
            if course.match is not match or len(match.plies) != plies or match.is_over:
                return  # it was taken back meanwhile
            try:
                step = await course.worker.do(lambda _: match.and_on(match.by_option(option)))
            except RuleError as error:
                course.error = mistake(course.match.game, error)
                return
            await course.keep(step)
            course.thinking = course.match.computer
            await course.tell()
