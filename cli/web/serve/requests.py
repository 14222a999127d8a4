"""What those who sit at a table, or look on, may ask for."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from cli.session.mistakes import mistake
from cli.web.serve import recording
from cli.web.serve.course import Course, Refused
from cli.web.serve.guest import Guest
from cli.web.serve.match import Match
from cli.web.serve.messages import Message
from cli.web.serve.offers import Offer, moved_on
from cli.web.serve.table import Table
from interpreter import GameError, PlayerError, RuleError
from interpreter.drawing.refusals import why_not_there

log = logging.getLogger("gdl.serve")


async def hear(table: Table, guest: Guest, message: Message) -> None:
    """Do what a message asks for, and say how it went."""
    table.touch()
    course = table.course
    try:
        found = await _REQUESTS[message.do](course, guest, message)
    except (Refused, GameError) as error:
        said = mistake(course.match.game, error) if isinstance(error, RuleError) else str(error)
        guest.say({"is": "answer", "id": message.id, "error": course.untold.without(said)})
    except Exception as error:  # a mistake of ours must not end the others' games
        log.exception("%s failed: %s", message.do, type(error).__name__)
        guest.say({"is": "answer", "id": message.id, "error": "something went wrong on the server"})
    else:
        guest.say({"is": "answer", "id": message.id, **(found or {})})
    table.computers.wake()


async def _play(course: Course, guest: Guest, message: Message) -> None:
    async with course.lock:
        match = course.match
        name = f"{guest.seat} {message.id}"  # pages choose names for themselves: each seat has its own
        if name in match.heard:  # the answer was lost, and it was sent again
            await course.tell([guest])
            return
        if guest.seat is None:
            raise Refused("you are watching; only players with a seat can move")
        if await course.flag_falls():
            await course.tell()
        if match.is_over:
            raise Refused("the game is over")
        if match.asked != guest.seat:
            raise Refused("it isn't your turn")
        if (message.takebacks, message.ply) != (match.takebacks, len(match.told(guest.seat))):
            raise Refused("the game has gone on meanwhile")
        if course.error:
            raise Refused(course.error)
        step = await course.worker.do(lambda _: match.and_on(match.chosen(message.text)))
        await course.keep(step, name)
        await course.tell()


async def _undo(course: Course, guest: Guest, message: Message) -> None:
    async with course.lock:
        seat, match = _seat(guest), course.match
        if match.game.model.hides:
            raise Refused("moves can't be taken back in this game: what was seen can't be unseen")
        left = match.undone_by(seat)
        if match.fallen is not None:
            raise Refused(f"{match.fallen} lost on time, and time can't be taken back")
        if left is None:
            raise Refused("there is no choice of yours to take back")
        _offers_nothing_else(course, seat)
        others = set(match.people) - {seat}
        if others:
            course.offers.make(Offer(seat, "undo", others, left))
        else:
            await course.back_to(left)
        await course.tell()


async def _answer(course: Course, guest: Guest, message: Message) -> None:
    async with course.lock:
        seat = _seat(guest)
        if course.offers.made is None:
            raise Refused("nothing was asked, or not any more")
        is_refused = seat != course.offers.made.by and not message.yes
        if seat == course.offers.made.by:
            course.offers.drop(move=False)
        elif not message.yes:
            course.offers.make(None)
        else:
            course.offers.made.waiting.discard(seat)
            if not course.offers.made.waiting:
                await _agreed(course, course.offers.made)
        await course.tell()
        for other in course.guests if is_refused else ():
            if other.seat != seat:
                other.say({"is": "refusal", "by": seat})


async def _agreed(course: Course, offer: Offer) -> None:
    """All want what was offered."""
    if offer.what == "again":
        await _once_more(course)
    elif offer.what == "draw":
        await asyncio.wrap_future(course.store.drawn(course.match.kept.number))
        course.match.drawn = True
        course.offers.make(None)
        course.match.time()
    else:
        await course.back_to(offer.left)


async def _again(course: Course, guest: Guest, message: Message) -> None:
    async with course.lock:
        seat, match = _seat(guest), course.match
        if not match.is_over:
            raise Refused("the game isn't over")
        _offers_nothing_else(course, seat)
        others = set(match.people) - {seat}
        if others and course.offers.begun is None:
            course.offers.make(Offer(seat, "again", others))
        else:
            await _once_more(course)
        await course.tell()


async def _draw(course: Course, guest: Guest, message: Message) -> None:
    async with course.lock:
        seat, match = _seat(guest), course.match
        if match.is_over or await course.flag_falls():
            raise Refused("the game is over")
        if not match.may_draw:
            raise Refused("nobody can agree to a draw here: the rules know none, or a computer plays")
        _offers_nothing_else(course, seat)
        course.offers.make(Offer(seat, "draw", set(match.people) - {seat}))
        await course.tell()


def _offers_nothing_else(course: Course, seat: str) -> None:
    """Raises Refused where another one asks for something."""
    if course.offers.made is not None and course.offers.made.by != seat:
        raise Refused(f"{course.offers.made.by} asked to {course.offers.made.wish}; answer that first")


async def _once_more(course: Course) -> None:
    """Another game of the same people, one for each game: each is told the secret of their own new seat, and nobody
    another's."""
    seats = course.match.kept.seats
    offers = course.offers
    offers.begun = begun = offers.begun or await offers.begin(course.settings, seats)
    offers.make(None)
    new_seat = {old: new for new, old in moved_on(dict(zip(seats, seats, strict=True))).items()}
    for guest in course.guests:
        seatless = begun.host if guest.link.is_host else begun.watch
        token = seatless if guest.seat is None else begun.links[new_seat[guest.seat]]
        guest.say({"is": "again", "token": token})


async def _resign(course: Course, guest: Guest, message: Message) -> None:
    async with course.lock:
        seat = _seat(guest)
        if course.match.is_over:
            raise Refused("the game is over")
        await course.resigned(seat)
        await course.tell()


async def _view(course: Course, guest: Guest, message: Message) -> dict[str, Any]:
    def earlier(match: Match) -> dict[str, Any]:
        shown = match.at(match.ply_of(guest.seat, message.ply)).shown([guest.seat], may_move=False)
        return {**json.loads(shown[guest.seat]), "plies": len(match.told(guest.seat))}

    return {"view": await course.look(earlier)}


async def _record(course: Course, guest: Guest, message: Message) -> dict[str, Any]:
    source = course.settings.source
    return {"record": await course.look(lambda match: recording.record(match, source, guest.seat))}


async def _copy(course: Course, guest: Guest, message: Message) -> dict[str, Any]:
    """The game in a format of other programs."""
    return {"record": await course.look(lambda match: recording.written(match, message.text))}


async def _hint(course: Course, guest: Guest, message: Message) -> dict[str, Any]:
    seat = _seat(guest)
    if len(course.match.people) > 1:
        raise Refused("there are no hints in a game between people")
    if course.match.asked != seat:
        raise Refused("it isn't your turn")
    try:
        found = await course.thinkers.advise(course.question(seat, "", hint=True))
    except PlayerError as error:
        course.warn(f"no hints: {error}")
        raise Refused("the computer can't give hints here; the server tells its owner why") from None
    return {"hint": vars(found)}


async def _why(course: Course, guest: Guest, message: Message) -> dict[str, Any]:
    """Why the last of some labels can't be picked after the others."""
    async with course.lock:
        match = course.match
        if match.asked != _seat(guest):
            raise Refused("it isn't your turn")
        why = await course.worker.do(lambda _: why_not_there(match.state, message.picks))
        return {"why": course.untold.without(why)}


def _seat(guest: Guest) -> str:
    if guest.seat is None:
        raise Refused("you are watching; only players with a seat can do this")
    return guest.seat


_REQUESTS: dict[str, Callable[[Course, Guest, Message], Awaitable[dict[str, Any] | None]]] = {
    "play": _play, "undo": _undo, "answer": _answer, "resign": _resign, "again": _again, "draw": _draw, "view": _view,
    "record": _record, "hint": _hint, "why": _why, "copy": _copy,
}  # fmt: skip
