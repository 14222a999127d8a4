"""Games nobody plays are put away and make room for others; they come back when somebody opens their links."""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from patience import HANGS
from starlette.websockets import WebSocketDisconnect

from cli.web.serve import guest
from cli.web.serve.limits import Limits
from tests.support.serving import ORIGIN, House, house

WISHES: dict[str, Any] = {"options": {}, "players": None, "seats": {}}


def until(done: Callable[[], bool]) -> None:
    """Wait until the server has noticed something."""
    ends = time.monotonic() + HANGS
    while not done():
        assert time.monotonic() < ends
        time.sleep(0.01)


def left(h: House) -> None:
    """Wait until nobody sits anywhere."""
    until(lambda: all(table.is_left for table in h.hall.tables.values()))


def refusal(h: House, token: str) -> str:
    with h.knock() as socket:
        socket.send_text(json.dumps({"do": "sit", "token": token, "takebacks": -1, "ply": 0}))
        message = json.loads(socket.receive_text())
    return str(message.get("why", ""))


def test_games_that_all_have_left_make_room_at_once() -> None:
    with house(limits=Limits(games=3, new_games=100)) as h:
        first = h.begin()
        with h.sit(first["X"]) as x:
            x.play("b2")
        for _ in range(10):
            links = h.begin()
            with h.sit(links["X"]) as x:
                x.play("a1")
            left(h)
            assert len(h.hall.tables) <= 3
        with h.sit(first["O"]) as o:
            assert [ply["text"] for ply in o.log] == ["b2"]


def test_games_that_are_played_keep_their_places() -> None:
    with house(limits=Limits(games=2)) as h:
        one, two, three = h.begin(), h.begin(), h.begin()
        with h.sit(one["X"]) as x:
            with h.sit(two["X"]):
                answer = h.client.post("/games", json=WISHES, headers=ORIGIN)
                assert answer.status_code == 422
                assert "2 games are being played here" in answer.json()["error"]
                assert "2 games are being played here" in refusal(h, three["X"])
                with h.sit(one["O"]) as o:  # another page of a game that is there
                    x.play("a1")
                    o.until("state")
            until(lambda: any(table.is_left for table in h.hall.tables.values()))
            with h.sit(three["X"]) as other:
                other.play("c3")
            x.ask("record")
            assert len(h.hall.tables) == 2


def test_a_page_at_which_nobody_does_anything_gives_way() -> None:
    with house(limits=Limits(games=1, unused=0.0)) as h:
        one, two = h.begin(), h.begin()
        with h.sit(one["X"]) as x:
            x.play("a1")
            with h.sit(two["X"]) as other:
                other.play("b1")
            with pytest.raises(WebSocketDisconnect) as closed:
                while True:
                    x.hear()
            assert closed.value.code == guest.ASLEEP
        left(h)
        with h.sit(one["O"]) as o:
            assert [ply["text"] for ply in o.log] == ["a1"]
            o.play("b2")


def test_who_leaves_is_told_nothing_any_more() -> None:
    with house() as h:
        links = h.begin()
        with h.sit(links["O"]) as o:
            with h.sit(links["X"]) as x:
                x.play("a1")
                o.until("state")
            (table,) = h.hall.tables.values()
            until(lambda: len(table.course.guests) == 1)
            assert {one.seat for one in table.course.guests} == {"O"}
            assert "error" not in o.play("b2")


def test_who_only_asks_does_something_too() -> None:
    """A page at which somebody looks through the game isn't asleep."""
    with house(limits=Limits(games=1, unused=60.0)) as h:
        one, two = h.begin(), h.begin()
        with h.sit(one["X"]) as x:
            (table,) = h.hall.tables.values()
            table.used = -1e9
            x.ask("view", ply=0)
            assert "1 games are being played here" in refusal(h, two["X"])
            table.used = -1e9
            with h.sit(two["X"]) as other:
                assert other.view["plies"] == 0


def test_a_server_that_ends_begins_no_more_work() -> None:
    with house() as h:
        crews = [*h.hall.workers, h.hall.thinkers]
    for crew in crews:
        for pool, _ in crew._all:
            with pytest.raises(RuntimeError, match="after shutdown"):
                pool.submit(int)


def test_there_is_room_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with house(path=path, limits=Limits(games=3)) as h:
        kept = [h.begin() for _ in range(3)]
        with h.sit(kept[0]["X"]) as x:
            x.play("a1")
    with house(path=path, limits=Limits(games=3)) as h:
        with h.sit(h.begin()["X"]) as x:
            x.play("b2")
        with h.sit(kept[0]["O"]) as o:
            assert [ply["text"] for ply in o.log] == ["a1"]


def test_two_who_open_a_link_at_once_sit_at_one_table() -> None:
    with house(limits=Limits(games=1)) as h:
        links = h.begin()
        with h.knock() as x, h.knock() as o:
            for line, seat in ((x, "X"), (o, "O")):
                line.send_text(json.dumps({"do": "sit", "token": links[seat], "takebacks": -1, "ply": 0}))
            for line in (x, o):
                while json.loads(line.receive_text())["is"] != "state":
                    pass
            (table,) = h.hall.tables.values()
            assert {one.seat for one in table.course.guests} == {"X", "O"}
            assert not table.is_left
        left(h)


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
def test_nobody_else_can_read_what_is_kept(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        with house(path=tmp_path / "new" / "games.sqlite") as h, h.sit(h.begin()["X"]) as x:
            x.play("a1")
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "new").iterdir()}
    finally:
        os.umask(old)
    assert set(modes.values()) == {0o600}
    assert "games.sqlite-wal" in modes
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
