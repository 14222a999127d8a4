"""The processes beside the server: what nobody waits for is dropped, wherever it is; what takes too long is ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from patience import HANGS

from cli.editors.jobs import Check, CheckReply
from cli.editors.workers import TooLong, Worker
from gdl.check.checker import check
from gdl.index.chain import Texts
from gdl.library import paths
from gdl.text.source import Source

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def worker() -> AsyncIterator[Worker]:
    made = Worker("test", "endless", behind=False)
    yield made
    made.end()


async def asked(worker: Worker, job: Any) -> Any:
    return await asyncio.wait_for(worker.ask(job, HANGS), HANGS)


async def test_a_job_that_nobody_waits_for_is_interrupted(worker: Worker) -> None:
    assert await asked(worker, 1) == 1
    process = worker._process
    for number in range(20):
        endless = asyncio.ensure_future(worker.ask("loop", HANGS))
        await asyncio.sleep(0.01 * (number % 4))
        endless.cancel()
        assert await asked(worker, number) == number
    assert worker._process is process  # to begin it anew takes long


async def test_what_computes_too_long_is_ended(worker: Worker) -> None:
    with pytest.raises(TooLong):
        await worker.ask("loop", 0.3)
    assert await asked(worker, "again") == "again"


async def test_what_only_waits_is_not_taken_for_one_that_computes(worker: Worker) -> None:
    """As a process is that gets no turn on a busy machine."""
    await asked(worker, 1)  # what it loads at first is work
    assert await worker.ask("sleep", 1.0) == "sleep"


async def test_checks_that_are_cut_short_leave_nothing_behind() -> None:
    """Whatever a check is at when it is interrupted: the next one finds what a fresh one finds."""
    chance, text = Random(5), paths()["kalah"].read_text(encoding="utf-8")
    broken = text.replace("in last", "in lst").replace("sum(", "smu(")
    worker = Worker("checks", behind=False)
    try:
        for _ in range(40):
            task = asyncio.ensure_future(worker.ask(Check(Source("a.gdl", text), Texts({}, frozenset())), HANGS))
            await asyncio.sleep(chance.random() * 0.15)
            task.cancel()
        for one in (broken, text):
            reply = await asked(worker, Check(Source("a.gdl", one), Texts({}, frozenset())))
            assert isinstance(reply, CheckReply)
            fresh = check(Source("a.gdl", one))
            assert reply.facts.complete == (fresh.model is not None)
            assert {(f.code, f.at.start) for f in reply.findings} == {(f.code, f.span.start) for f in fresh.findings}
    finally:
        worker.end()
