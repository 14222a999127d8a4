"""A match's course with those who sit and look on, and its computers; put away when nobody needs it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from cli.web.serve.computers import Computers
from cli.web.serve.course import Course
from cli.web.serve.guest import Guest


class Table:
    """Those who sit at a match, look on, or are about to come. `used` is when somebody came, did something or left, by
    the loop's clock."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.computers = Computers(course)
        self._held = 0
        self._away = course.away
        self.touch()

    async def welcome(self, guest: Guest, takebacks: int, ply: int) -> None:
        """Somebody sits down, or comes back and knows the first plies."""
        course = self.course
        async with course.lock:
            course.guests.add(guest)
            self.touch()
            match = course.match
            guest.known = max(0, min(ply, len(match.told(guest.seat)))) if takebacks == match.takebacks else 0
            guest.takebacks = match.takebacks
            await course.go_on()
            match.time()
            await course.tell([guest])
        self.tell_away(newcomer=guest)
        self.computers.wake()

    def farewell(self, guest: Guest) -> None:
        """Somebody is gone."""
        self.course.guests.discard(guest)
        self.tell_away()
        self.touch()

    def tell_away(self, newcomer: Guest | None = None) -> None:
        """Tell everybody which people have no page open, if that has changed. The newcomer has been told."""
        if self.course.away == self._away:
            return
        self._away = self.course.away
        for guest in self.course.guests - {newcomer}:
            guest.say({"is": "away", "players": self._away})

    def touch(self) -> None:
        """Somebody came, did something or left."""
        self.used = asyncio.get_running_loop().time()

    def hold(self) -> None:
        """Somebody is about to come: the table isn't put away until it is released as often as it was held."""
        self._held += 1

    def release(self) -> None:
        """Whoever held it is gone."""
        self._held -= 1

    @property
    def is_left(self) -> bool:
        """Whether nobody is here, nor about to come, nor thinks."""
        return self._held == 0 and self._is_quiet

    @property
    def is_still(self) -> bool:
        """Whether nothing happens here, though somebody sits."""
        return self._held == len(self.course.guests) and self._is_quiet

    @property
    def _is_quiet(self) -> bool:
        return not self.course.lock.locked() and self.computers.are_idle

    async def place(self, position: Mapping[str, Any], ply: int, takebacks: int) -> None:
        """Go on from this position (`Course.place`)."""
        self.touch()
        async with self.course.lock:
            await self.course.place(position, ply, takebacks)
        self.computers.wake()

    async def look_at_clocks(self) -> None:
        """End the game if somebody's time is over."""
        if self.course.is_late:
            async with self.course.lock:
                if await self.course.flag_falls():
                    await self.course.tell()
