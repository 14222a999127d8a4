"""The course of a match: what becomes of it, kept on disk first, and told to everybody as they may see it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from secrets import randbits
from typing import Any, TypeVar

from cli.session.mistakes import mistake
from cli.web.serve.guest import Guest, dumps, joined
from cli.web.serve.kept import secret
from cli.web.serve.match import Match, Next, nobodys_choice
from cli.web.serve.offers import Offers
from cli.web.serve.store import Store
from cli.web.serve.untold import Untold
from cli.web.serve.workers import Question, Settings, Thinkers, ThreadPool
from interpreter import RuleError

T = TypeVar("T")

log = logging.getLogger("gdl.serve")


class Refused(Exception):
    """What was asked for isn't done; str() says why, to people."""


@dataclass
class Course:
    """A match, the guests who see it, and the thread of its rules. Hold `lock` to change the match."""

    match: Match
    settings: Settings
    worker: ThreadPool
    thinkers: Thinkers
    store: Store
    untold: Untold
    offers: Offers
    guests: set[Guest] = field(default_factory=set)
    error: str = ""
    thinking: str | None = None
    """The player for whom a computer thinks now."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _warned: set[str] = field(default_factory=set)

    async def look(self, at: Callable[[Match], T]) -> T:
        """What this finds out about the match as it stands, in the thread of its rules."""
        async with self.lock:
            match = self.match
            return await self.worker.do(lambda _: at(match))

    async def place(self, position: Mapping[str, Any], ply: int, takebacks: int) -> None:
        """Go on from this position, with the same people, links and clocks: the host wants it, who knows the game up to
        this ply. Raises Refused, PositionError, RuleError."""
        if await self.flag_falls():
            await self.tell()
        match = self.match
        if match.is_over:
            raise Refused("the game is over")
        if (takebacks, ply) != (match.takebacks, len(match.plies)):
            raise Refused("the game has gone on meanwhile")
        placed = await self.worker.do(lambda _: match.placed(position, randbits(63), secret()))
        await asyncio.wrap_future(self.store.placed(placed.kept, match.times))
        if placed.clocks is not None:
            placed.clocks.stop()  # the turn that ran has no end, so nobody gains time by it
        self.match, self.error = placed, ""
        self.offers.make(None)
        await self.go_on()
        placed.time()
        await self.tell()

    async def keep(self, step: Next, name: str | None = None) -> None:
        """Make a step, once it is on disk; `name` is that of the message that asked for it."""
        match = self.match
        first, over = len(match.plies), step.state.is_over
        await asyncio.wrap_future(self.store.played(match.kept.number, first, step.plies, name, over, match.times))
        match.take(step)
        match.time()
        if name is not None:
            match.heard.add(name)
        self.error = step.error
        self.offers.drop(move=True)

    async def go_on(self) -> None:
        """Play what is nobody's choice, if that is what comes next."""
        match = self.match
        if not match.is_over and not self.error and await self.worker.do(lambda _: self._goes_on()):
            await self.keep(await self.worker.do(lambda _: match.and_on()))

    def _goes_on(self) -> bool:
        try:
            return nobodys_choice(self.match.state)
        except RuleError as error:
            self.error = mistake(self.match.game, error)
            return False

    @property
    def stands_still(self) -> bool:
        """Whether a long row of plies that nobody chooses was cut."""
        return not self.match.is_over and nobodys_choice(self.match.state)

    async def back_to(self, left: int) -> None:
        """Take back all but so many plies; the lock is held."""
        earlier = self.match
        match = await self.worker.do(lambda _: earlier.back_to(left))
        await asyncio.wrap_future(self.store.taken_back(earlier.kept.number, left))
        self.match, self.error = match, ""
        self.offers.make(None)
        match.time()

    async def resigned(self, player: str) -> None:
        """This player gives up; the lock is held."""
        await asyncio.wrap_future(self.store.resigned(self.match.kept.number, player))
        self.match.resigned = player
        self.offers.make(None)
        self.match.time()

    @property
    def away(self) -> list[str]:
        """The people who have no page open."""
        here = {guest.seat for guest in self.guests}
        return [player for player in self.match.people if player not in here]

    def question(self, player: str, kind: str, hint: bool = False) -> Question:
        """What a search is asked: a player of this kind is to move."""
        match = self.match
        options = tuple(ply.option for ply in match.plies)
        return Question(self.settings, match.kept.seed, options, player, kind, hint, match.kept.start)

    # ---- time

    @property
    def is_late(self) -> bool:
        """Whether somebody's time is over, and that isn't told yet."""
        clocks = self.match.clocks
        return clocks is not None and clocks.fallen is not None and not self.error

    async def flag_falls(self) -> bool:
        """Whether somebody's time is over; then they have lost."""
        match = self.match
        player = match.clocks.fallen if match.clocks is not None else None
        if player is None or match.is_over or self.error:
            return False
        await asyncio.wrap_future(self.store.fallen(match.kept.number, player, match.times))
        match.fallen = player
        self.offers.make(None)
        match.time()
        return True

    # ---- telling

    async def tell(self, guests: list[Guest] | None = None) -> None:
        """Show everybody the situation as they may see it."""
        match, told = self.match, list(self.guests) if guests is None else guests
        seats = {guest.seat for guest in told}
        can_move, away = not self.error, self.away

        def texts() -> dict[str | None, str]:
            extras = dumps({**self._extras(), "away": away})
            return {seat: joined(view, extras) for seat, view in match.shown(seats, can_move).items()}

        try:
            views = await self.worker.do(lambda _: texts())
        except RuleError as error:
            self.error = mistake(self.match.game, error)
            can_move = False
            views = await self.worker.do(lambda _: texts())
        for guest in told:
            first = guest.known if guest.takebacks == match.takebacks else 0
            log = match.told(guest.seat)
            guest.known, guest.takebacks = len(log), match.takebacks
            plies = dumps(log[first:])
            guest.say(
                f'{{"is":"state","takebacks":{match.takebacks},"from":{first},"log":{plies},"view":{views[guest.seat]}}}'
            )

    def _extras(self) -> dict[str, Any]:
        offer = None
        if self.offers.made is not None:
            made = self.offers.made
            offer = {"by": made.by, "what": made.what, "waiting": sorted(made.waiting)}
        dropped = self.offers.dropped and vars(self.offers.dropped)
        clocks = self.match.clocks
        clock = clocks and {"left": {who: round(left, 1) for who, left in clocks.left.items()}, "runs": clocks.running}
        error = self.untold.without(self.error) or None
        kept = self.match.kept
        placed = {"changes": kept.changes, "before": kept.before or None} if kept.changes else None
        return {
            "thinking": self.thinking, "offer": offer, "dropped": dropped, "error": error, "clock": clock,
            "placed": placed,
        }  # fmt: skip

    def warn(self, text: str) -> None:
        """Tell who serves, once: it may name their files, which are nothing to guests."""
        if text not in self._warned:
            self._warned.add(text)
            log.warning("%s", text)
