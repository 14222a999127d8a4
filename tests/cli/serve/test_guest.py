"""Whoever reads slowly: what waits for them is bounded, and then they are cut off."""

from __future__ import annotations

import asyncio

from patience import HANGS

from cli.web.serve.guest import TOO_SLOW, Guest
from cli.web.serve.kept import Link
from cli.web.serve.limits import Limits

NEVER = 3_600.0


class Reader:
    """A line to somebody who takes each message after so many seconds."""

    def __init__(self, pace: float) -> None:
        self.pace = pace
        self.taken: list[str] = []
        self.codes: list[int] = []

    async def send_text(self, data: str) -> None:
        await asyncio.sleep(self.pace)
        self.taken.append(data)

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        self.codes.append(code)


def told(pace: float, messages: int, limits: Limits) -> tuple[Reader, Guest]:
    """Somebody of this pace who is told so many things at once."""

    async def run() -> tuple[Reader, Guest]:
        reader = Reader(pace)
        guest = Guest(reader, limits, Link())
        writing = asyncio.create_task(guest.run())
        await asyncio.sleep(0)
        for number in range(messages):
            guest.say(str(number))
        if not guest.is_gone and pace < limits.patience:
            guest.leave(1000)
        await asyncio.wait_for(writing, HANGS)
        return reader, guest

    return asyncio.run(run())


def test_who_lets_too_much_wait_is_cut_off() -> None:
    reader, guest = told(NEVER, 1_000, Limits(waiting=4, patience=0.1))
    assert (reader.taken, reader.codes, guest.is_gone) == ([], [TOO_SLOW], True)


def test_what_waits_is_not_sent_any_more() -> None:
    reader, _ = told(0.02, 1_000, Limits(waiting=4, patience=HANGS))
    assert len(reader.taken) <= 1
    assert reader.codes == [TOO_SLOW]


def test_who_takes_one_message_too_slowly_is_cut_off() -> None:
    reader, guest = told(NEVER, 1, Limits(patience=0.05))
    assert (reader.taken, reader.codes, guest.is_gone) == ([], [TOO_SLOW], True)


def test_who_reads_in_time_is_told_everything() -> None:
    reader, _ = told(0.005, 20, Limits(waiting=30, patience=HANGS))
    assert reader.taken == [str(number) for number in range(20)]
    assert reader.codes == [1000]
