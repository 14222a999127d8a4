"""A match with those who sit and look on: what they ask for, in turn, each told of all that happens."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from secrets import randbits
from typing import Any, TypeVar

from cli.session.mistakes import mistake
from cli.web.serve import recording
from cli.web.serve.guest import Guest, dumps, joined
from cli.web.serve.kept import secret
from cli.web.serve.match import Match, Next, nobodys_choice
from cli.web.serve.messages import Message
from cli.web.serve.offers import Offer, Offers, moved_on
from cli.web.serve.store import Store
from cli.web.serve.untold import Untold
from cli.web.serve.workers import Question, Settings, Thinkers, ThreadPool
from interpreter import GameError, PlayerError, RuleError
from interpreter.drawing.refusals import why_not_there
from interpreter.errors import ResignedError
from interpreter.players.specs import RANDOM

T = TypeVar("T")

LEAST = 0.2
"""Seconds that a computer's decision takes at least, so that people can follow it."""
log = logging.getLogger("gdl.serve")


class Refused(Exception):
    """What was asked for isn't done; str() says why, to people."""


@dataclass
class Table:
    """A match, its guests, and the thread of its rules."""

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
    used: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    """When somebody came, did something or left, by the loop's clock."""
    _held: int = 0
    """How many have come here, or are about to."""
    _warned: set[str] = field(default_factory=set)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _task: asyncio.Task[None] | None = None

    def _warn(self, text: str) -> None:
        """Tell who serves, once: it may name their files, which are nothing to guests."""
        if text not in self._warned:
            self._warned.add(text)
            log.warning("%s", text)

    # ---- guests

    async def welcome(self, guest: Guest, takebacks: int, ply: int) -> None:
        """Somebody sits down, or comes back and knows the first plies."""
        async with self._lock:
            self.guests.add(guest)
            self.used = asyncio.get_running_loop().time()
            match = self.match
            guest.known = max(0, min(ply, len(match.told(guest.seat)))) if takebacks == match.takebacks else 0
            guest.takebacks = match.takebacks
            await self._go_on()
            match.time()
            await self._tell([guest])
        self._wake()

    def farewell(self, guest: Guest) -> None:
        """Somebody is gone."""
        self.guests.discard(guest)
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
        return self._held == len(self.guests) and self._is_quiet

    @property
    def _is_quiet(self) -> bool:
        return not self._lock.locked() and (self._task is None or self._task.done())

    # ---- what guests ask for

    async def hear(self, guest: Guest, message: Message) -> None:
        """Do what a message asks for, and say how it went."""
        doings: dict[str, Callable[[Guest, Message], Awaitable[dict[str, Any] | None]]] = {
            "play": self._play, "undo": self._undo, "answer": self._answer, "resign": self._resign,
            "again": self._again, "draw": self._draw, "view": self._view, "record": self._record, "hint": self._hint,
            "why": self._why, "copy": self._copy,
        }  # fmt: skip
        self.used = asyncio.get_running_loop().time()
        try:
            found = await doings[message.do](guest, message)
        except (Refused, GameError) as error:
            said = mistake(self.match.game, error) if isinstance(error, RuleError) else str(error)
            guest.say({"is": "answer", "id": message.id, "error": self.untold.without(said)})
        except Exception as error:  # a mistake of ours must not end the others' games
            log.exception("%s failed: %s", message.do, type(error).__name__)
            guest.say({"is": "answer", "id": message.id, "error": "something went wrong on the server"})
        else:
            guest.say({"is": "answer", "id": message.id, **(found or {})})
        self._wake()

    async def _play(self, guest: Guest, message: Message) -> None:
        async with self._lock:
            match = self.match
            name = f"{guest.seat} {message.id}"  # pages choose names for themselves: each seat has its own
            if name in match.heard:  # the answer was lost, and it was sent again
                await self._tell([guest])
                return
            if guest.seat is None:
                raise Refused("you are watching; only players with a seat can move")
            if await self._flag_falls():
                await self._tell()
            if match.is_over:
                raise Refused("the game is over")
            if match.asked != guest.seat:
                raise Refused("it isn't your turn")
            if (message.takebacks, message.ply) != (match.takebacks, len(match.told(guest.seat))):
                raise Refused("the game has gone on meanwhile")
            if self.error:
                raise Refused(self.error)
            step = await self.worker.do(lambda _: match.and_on(match.chosen(message.text)))
            await self._keep(step, name)
            await self._tell()

    async def _undo(self, guest: Guest, message: Message) -> None:
        async with self._lock:
            seat, match = self._seat(guest), self.match
            if match.game.model.hides:
                raise Refused("moves can't be taken back in this game: what was seen can't be unseen")
            left = match.undone_by(seat)
            if match.fallen is not None:
                raise Refused(f"{match.fallen} lost on time, and time can't be taken back")
            if left is None:
                raise Refused("there is no choice of yours to take back")
            self._offers_nothing_else(seat)
            others = set(match.people) - {seat}
            if others:
                self.offers.made = Offer(seat, "undo", others, left)
            else:
                await self._back_to(left)
            await self._tell()

    async def _answer(self, guest: Guest, message: Message) -> None:
        async with self._lock:
            seat = self._seat(guest)
            if self.offers.made is None:
                raise Refused("nothing was asked, or not any more")
            if seat == self.offers.made.by or not message.yes:
                self.offers.made = None
            else:
                self.offers.made.waiting.discard(seat)
                if not self.offers.made.waiting:
                    await self._agreed(self.offers.made)
            await self._tell()

    async def _agreed(self, offer: Offer) -> None:
        """All want what was offered."""
        if offer.what == "again":
            await self._once_more()
        elif offer.what == "draw":
            await asyncio.wrap_future(self.store.drawn(self.match.kept.number))
            self.match.drawn, self.offers.made = True, None
            self.match.time()
        else:
            await self._back_to(offer.left)

    async def _again(self, guest: Guest, message: Message) -> None:
        async with self._lock:
            seat, match = self._seat(guest), self.match
            if not match.is_over:
                raise Refused("the game isn't over")
            self._offers_nothing_else(seat)
            others = set(match.people) - {seat}
            if others and self.offers.begun is None:
                self.offers.made = Offer(seat, "again", others)
            else:
                await self._once_more()
            await self._tell()

    async def _draw(self, guest: Guest, message: Message) -> None:
        async with self._lock:
            seat, match = self._seat(guest), self.match
            if match.is_over or await self._flag_falls():
                raise Refused("the game is over")
            if not match.may_draw:
                raise Refused("nobody can agree to a draw here: the rules know none, or a computer plays")
            self._offers_nothing_else(seat)
            self.offers.made = Offer(seat, "draw", set(match.people) - {seat})
            await self._tell()

    def _offers_nothing_else(self, seat: str) -> None:
        """Raises Refused where another one asks for something."""
        if self.offers.made is not None and self.offers.made.by != seat:
            raise Refused(f"{self.offers.made.by} asks to {self.offers.made.wish}; answer that first")

    async def _once_more(self) -> None:
        """Another game of the same people, one for each game: each is told the secret of their own new seat, and nobody
        another's."""
        seats = self.match.kept.seats
        self.offers.begun = begun = self.offers.begun or await self.offers.begin(self.settings, seats)
        self.offers.made = None
        new_seat = {old: new for new, old in moved_on(dict(zip(seats, seats, strict=True))).items()}
        for guest in self.guests:
            seatless = begun.host if guest.link.is_host else begun.watch
            token = seatless if guest.seat is None else begun.links[new_seat[guest.seat]]
            guest.say({"is": "again", "token": token})

    async def _resign(self, guest: Guest, message: Message) -> None:
        async with self._lock:
            seat = self._seat(guest)
            if self.match.is_over:
                raise Refused("the game is over")
            await asyncio.wrap_future(self.store.resigned(self.match.kept.number, seat))
            self.match.resigned, self.offers.made = seat, None
            self.match.time()
            await self._tell()

    async def _view(self, guest: Guest, message: Message) -> dict[str, Any]:
        def earlier(match: Match) -> dict[str, Any]:
            shown = match.at(match.ply_of(guest.seat, message.ply)).shown([guest.seat], may_move=False)
            return {**json.loads(shown[guest.seat]), "plies": len(match.told(guest.seat))}

        return {"view": await self.look(earlier)}

    async def look(self, at: Callable[[Match], T]) -> T:
        """What this finds out about the match as it stands, in the thread of its rules."""
        async with self._lock:
            match = self.match
            return await self.worker.do(lambda _: at(match))

    async def _record(self, guest: Guest, message: Message) -> dict[str, Any]:
        return {"record": await self.look(lambda match: recording.record(match, self.settings.source, guest.seat))}

    async def _copy(self, guest: Guest, message: Message) -> dict[str, Any]:
        """The game in a format of other programs."""
        return {"record": await self.look(lambda match: recording.written(match, message.text))}

    async def place(self, position: Mapping[str, Any], ply: int, takebacks: int) -> None:
        """Go on from this position, with the same people, links and clocks: the host wants it, who knows the game up to
        this ply. Raises Refused, PositionError, RuleError."""
        self.used = asyncio.get_running_loop().time()
        async with self._lock:
            if await self._flag_falls():
                await self._tell()
            match = self.match
            if match.is_over:
                raise Refused("the game is over")
            if (takebacks, ply) != (match.takebacks, len(match.plies)):
                raise Refused("the game has gone on meanwhile")
            placed = await self.worker.do(lambda _: match.placed(position, randbits(63), secret()))
            await asyncio.wrap_future(self.store.placed(placed.kept, match.times))
            if placed.clocks is not None:
                placed.clocks.stop()  # the turn that ran has no end, so nobody gains time by it
            self.match, self.offers.made, self.error = placed, None, ""
            await self._go_on()
            placed.time()
            await self._tell()
        self._wake()

    async def _hint(self, guest: Guest, message: Message) -> dict[str, Any]:
        seat = self._seat(guest)
        if len(self.match.people) > 1:
            raise Refused("there are no hints in a game between people")
        if self.match.asked != seat:
            raise Refused("it isn't your turn")
        try:
            found = await self.thinkers.advise(self._question(seat, "", hint=True))
        except PlayerError as error:
            self._warn(f"no hints: {error}")
            raise Refused("the computer can't give hints here; the server tells its owner why") from None
        return {"hint": vars(found)}

    async def _why(self, guest: Guest, message: Message) -> dict[str, Any]:
        """Why the last of some labels can't be picked after the others."""
        async with self._lock:
            match = self.match
            if match.asked != self._seat(guest):
                raise Refused("it isn't your turn")
            why = await self.worker.do(lambda _: why_not_there(match.state, message.picks))
            return {"why": self.untold.without(why)}

    def _seat(self, guest: Guest) -> str:
        if guest.seat is None:
            raise Refused("you are watching; only players with a seat can do this")
        return guest.seat

    # ---- time

    async def look_at_clocks(self) -> None:
        """End the game if somebody's time is over."""
        if self.is_late:
            async with self._lock:
                if await self._flag_falls():
                    await self._tell()

    @property
    def is_late(self) -> bool:
        """Whether somebody's time is over, and that isn't told yet."""
        clocks = self.match.clocks
        return clocks is not None and clocks.fallen is not None and not self.error

    async def _flag_falls(self) -> bool:
        """Whether somebody's time is over; then they have lost."""
        match = self.match
        player = match.clocks.fallen if match.clocks is not None else None
        if player is None or match.is_over or self.error:
            return False
        await asyncio.wrap_future(self.store.fallen(match.kept.number, player, match.times))
        match.fallen, self.offers.made = player, None
        match.time()
        return True

    # ---- going on

    async def _go_on(self) -> None:
        """Play what is nobody's choice, if that is what comes next."""
        match = self.match
        if not match.is_over and not self.error and await self.worker.do(lambda _: self._goes_on()):
            await self._keep(await self.worker.do(lambda _: match.and_on()))

    async def _keep(self, step: Next, name: str | None = None) -> None:
        """Make a step, once it is on disk; `name` is that of the message that asked for it."""
        match = self.match
        first, over = len(match.plies), step.state.is_over
        await asyncio.wrap_future(self.store.played(match.kept.number, first, step.plies, name, over, match.times))
        match.take(step)
        match.time()
        if name is not None:
            match.heard.add(name)
        self.error, self.offers.made = step.error, None

    def _goes_on(self) -> bool:
        try:
            return nobodys_choice(self.match.state)
        except RuleError as error:
            self.error = mistake(self.match.game, error)
            return False

    async def _back_to(self, left: int) -> None:
        number = self.match.kept.number
        earlier = self.match
        match = await self.worker.do(lambda _: earlier.back_to(left))
        await asyncio.wrap_future(self.store.taken_back(number, left))
        self.match, self.offers.made, self.error = match, None, ""
        match.time()

    def _wake(self) -> None:
        """Let computers think, if it is theirs to move."""
        asleep = self._task is None or self._task.done()
        if asleep and self._is_played and not self.error and (self.match.computer or self._stands_still()):
            self._task = asyncio.create_task(self._computers())

    @property
    def _is_played(self) -> bool:
        """Whether the game goes on: somebody is here, or a clock runs that nobody can hold by leaving."""
        clocks = self.match.clocks
        return bool(self.guests) or (clocks is not None and clocks.running is not None)

    def _stands_still(self) -> bool:
        """Whether a long row of plies that nobody chooses was cut."""
        return not self.match.is_over and nobodys_choice(self.match.state)

    async def _computers(self) -> None:
        """Computers move, until it is a person's turn."""
        try:
            while self._is_played and not self.error and (self.match.computer or self._stands_still()):
                await self._computer()
        except Exception as error:
            log.exception("a computer's move failed: %s", type(error).__name__)
            self.error = "something went wrong on the server"
        self.thinking = None
        async with self._lock:
            await self._tell()

    async def _computer(self) -> None:
        player = self.match.computer
        if player is None or self._stands_still():
            async with self._lock:
                await self._go_on()
                await self._tell()
            return
        if self.thinking != player:
            self.thinking = player
            for guest in self.guests:
                guest.say({"is": "thinking", "player": player})
        match, plies = self.match, len(self.match.plies)
        question = self._question(player, match.kept.seats[player])
        least = asyncio.create_task(asyncio.sleep(LEAST))
        try:
            option = await self.thinkers.choose(question)
        except ResignedError:
            async with self._lock:
                if self.match is match and len(match.plies) == plies and not match.is_over:
                    await asyncio.wrap_future(self.store.resigned(match.kept.number, player))
                    match.resigned, self.offers.made = player, None
                    match.time()
                self.thinking = None
                await self._tell()
            return
        except PlayerError as error:  # it can't play this game: somebody has to
            self._warn(f"{error}; {player} plays at random")
            question.kind = RANDOM
            option = await self.thinkers.choose(question)
        except RuleError as error:
            self.error = mistake(self.match.game, error)
            return
        await least
        async with self._lock:
            if await self._flag_falls():
                await self._tell()
            if self.match is not match or len(match.plies) != plies or match.is_over:
                return  # it was taken back meanwhile
            try:
                step = await self.worker.do(lambda _: match.and_on(match.by_option(option)))
            except RuleError as error:
                self.error = mistake(self.match.game, error)
                return
            await self._keep(step)
            self.thinking = self.match.computer
            await self._tell()

    def _question(self, player: str, kind: str, hint: bool = False) -> Question:
        match = self.match
        options = tuple(ply.option for ply in match.plies)
        return Question(self.settings, match.kept.seed, options, player, kind, hint, match.kept.start)

    # ---- telling

    async def _tell(self, guests: list[Guest] | None = None) -> None:
        """Show everybody the situation as they may see it."""
        match, told = self.match, list(self.guests) if guests is None else guests
        seats = {guest.seat for guest in told}
        can_move = not self.error

        def texts() -> dict[str | None, str]:
            extras = dumps(self._extras())
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
        clocks = self.match.clocks
        clock = clocks and {"left": {who: round(left, 1) for who, left in clocks.left.items()}, "runs": clocks.running}
        error = self.untold.without(self.error) or None
        kept = self.match.kept
        placed = {"changes": kept.changes, "before": kept.before or None} if kept.changes else None
        return {"thinking": self.thinking, "offer": offer, "error": error, "clock": clock, "placed": placed}
