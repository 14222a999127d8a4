"""Work is shared by visitor and by game, so that one visitor's many games slow nobody else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import pairwise

import pytest
from patience import HANGS

from cli.web.serve import web, workers
from cli.web.serve.turns import ASKER, Asker, Served, Turns, visitor
from cli.web.serve.workers import Games, Question, ThreadPool
from tests.support.serving import Person, house


def taken(things: Turns[str]) -> list[str]:
    found = []
    while things:
        found.append(things.take())
    return found


def test_visitors_take_turns_whatever_they_ask_for() -> None:
    waiting: Turns[str] = Turns()
    for game in range(1, 23):
        waiting.put(Asker("many", game), f"many {game}")
    waiting.put(Asker("one", 99), "one")
    assert taken(waiting) == ["many 1", "one", *(f"many {game}" for game in range(2, 23))]


def test_games_of_a_visitor_take_turns_and_each_keeps_its_order() -> None:
    waiting: Turns[str] = Turns()
    for thing in ("a1", "a2", "a3", "b1"):
        waiting.put(Asker("x", 1 if thing[0] == "a" else 2), thing)
    assert taken(waiting) == ["a1", "b1", "a2", "a3"]


def test_who_asks_seldom_comes_before_who_was_just_served() -> None:
    waiting: Turns[str] = Turns()
    for game in range(1, 4):
        waiting.put(Asker("many", game), f"many {game}")
    assert waiting.take() == "many 1"
    for number in range(2):
        waiting.put(Asker("seldom", 9), f"seldom {number}")
        assert waiting.take() == f"seldom {number}"
        assert waiting.take() == f"many {number + 2}"
        waiting.put(Asker("many", number), "more")


def test_nobody_is_left_out_for_ever() -> None:
    waiting: Turns[int] = Turns()
    for who in range(50):
        waiting.put(Asker(f"v{who % 7}", who), who)
    served = []
    for _ in range(500):  # whoever is served asks again at once
        who = waiting.take()
        served.append(who)
        waiting.put(Asker(f"v{who % 7}", who), who)
    for visitor_ in range(7):
        times = [at for at, who in enumerate(served) if who % 7 == visitor_]
        assert max(b - a for a, b in pairwise(times)) == 7
    assert set(served) == set(range(50))


def test_what_is_remembered_of_visitors_is_bounded() -> None:
    served = Served()
    for number in range(Served.MOST + 5):
        served.note(str(number))
    assert served.when("0") == 0
    assert served.when("7") > 0
    assert served.when("9") < served.when("10")


@pytest.mark.parametrize(("address", "who"), [
    ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
    ("::ffff:192.0.2.7", "192.0.2.7"), ("fe80::1%eth0", "fe80::/64"), ("testclient", "testclient"), ("", ""),
])  # fmt: skip
def test_a_visitor_is_an_address_or_a_network_of_one_house(address: str, who: str) -> None:
    assert visitor(address) == who


def test_a_crew_works_for_visitors_in_turn() -> None:
    async def scene() -> list[str]:
        pool, first, done = ThreadPool("test"), threading.Event(), list[str]()

        def work(name: str) -> None:
            assert first.wait(HANGS)
            done.append(name)

        async def ask(who: str, game: int) -> None:
            ASKER.set(Asker(who, game))
            await pool.do(lambda _: work(f"{who} {game}"))

        asked = [asyncio.create_task(ask("many", game)) for game in range(1, 6)]
        asked += [asyncio.create_task(ask("one", 9)), asyncio.create_task(ask("two", 9))]
        await asyncio.sleep(0)  # all are asked before the first is done
        assert pool.is_busy
        first.set()
        await asyncio.gather(*asked)
        assert not pool.is_busy
        pool.close()
        return done

    assert asyncio.run(scene()) == ["many 1", "one 9", "two 9", "many 2", "many 3", "many 4", "many 5"]


def test_who_leaves_takes_nobodys_turn_and_errors_go_to_who_asked() -> None:
    async def scene() -> list[str]:
        pool, first, done = ThreadPool("test"), threading.Event(), list[str]()

        def fail(_: Games) -> None:
            raise ValueError("mine")

        running = asyncio.create_task(pool.do(lambda _: first.wait(HANGS)))
        left = asyncio.create_task(pool.do(lambda _: done.append("left")))
        failing = asyncio.create_task(pool.do(fail))
        last = asyncio.create_task(pool.do(lambda _: done.append("last")))
        await asyncio.sleep(0)
        left.cancel()
        first.set()
        await asyncio.wait([running, left, failing, last])
        assert isinstance(failing.exception(), ValueError)
        pool.close()
        return done

    assert asyncio.run(scene()) == ["last"]


def test_another_visitor_is_answered_after_one_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the server itself: somebody has six games against the computer, somebody else one."""
    gate, thoughts, asked = threading.Semaphore(0), list[str](), threading.Event()

    def choose(games: Games, question: Question, threads: int) -> int:
        asked.set()
        assert gate.acquire(timeout=HANGS)
        thoughts.append("one" if question.player == "X" else "many")
        return 0

    monkeypatch.setattr(web, "_visitor", lambda connection: connection.headers.get("x-visitor", "nobody"))
    monkeypatch.setattr(workers, "_choose", choose)
    with house() as h, ExitStack() as stack:
        def sit(token: str, who: str) -> Person:
            person = Person(stack.enter_context(h.knock(**{"x-visitor": who})))
            person.send(do="sit", token=token, takebacks=-1, ply=0)
            person.until("state")
            return person

        many = [sit(h.begin({"O": "random"})["X"], "many") for _ in range(6)]
        other = sit(h.begin({"X": "random"})["O"], "one")  # the computer begins there …
        assert asked.wait(HANGS)
        gate.release()  # … and is through
        other.until("state")
        assert other.log
        played(many)
        other.play(other.moves()[0])
        for _ in range(len(many) + 1):
            gate.release()
        for person in (*many, other):
            while len(person.log) < 2:
                person.until("state")
    assert thoughts[0] == "one"
    assert thoughts.index("one", 1) <= 2  # after the thought that was under way, at most
    assert thoughts.count("many") == 6


def played(people: Sequence[Person]) -> None:
    for person in people:
        person.play(person.moves()[0])
