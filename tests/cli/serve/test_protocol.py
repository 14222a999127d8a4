"""What two people see and may do over the server, and everything that it refuses."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("starlette", reason="the extra [serve] isn't installed")
pytest.importorskip("httpx", reason="httpx isn't installed")

from patience import HANGS
from piece_values import by_pieces, kept
from serving import ORIGIN, House, Person, house
from starlette.websockets import WebSocketDisconnect

from cli.web.serve import guest, match
from cli.web.serve.limits import Limits
from interpreter import Game
from interpreter.game import records


@contextmanager
def played(*moves: str) -> Iterator[tuple[House, dict[str, str], Person, Person]]:
    """X and O at a game of which both have seen these moves; and its links."""
    with house() as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o:
            for number, text in enumerate(moves):
                mover, other = (x, o) if number % 2 == 0 else (o, x)
                assert "error" not in mover.play(text)
                other.until("state")
            yield h, links, x, o


def test_a_whole_game_of_two() -> None:
    with house() as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o, h.sit(links["watch"]) as watch:
            assert (x.info["mine"], o.info["mine"], watch.info["mine"]) == (["X"], ["O"], [])
            assert len(x.view["moves"]) == 9
            assert o.view["moves"] == watch.view["moves"] == []
            for number, text in enumerate(["a1", "a2", "b1", "b2", "c1"]):
                mover, other = (x, o) if number % 2 == 0 else (o, x)
                assert "error" not in mover.play(text)
                other.until("state")
                watch.until("state")
            for person in (x, o, watch):
                assert person.view["isOver"]
                assert person.view["result"].startswith("X won")
                assert [ply["text"] for ply in person.log] == ["a1", "a2", "b1", "b2", "c1"]
                assert person.view["sites"]["grid"]["b1"]["pieces"] == ["stone of X"] or person.view["sites"]
            assert o.play("c3")["error"] == "the game is over"
            record = x.ask("record")["record"]
    assert json.loads(record)["result"] == {"X": "win", "O": "loss"}


def test_only_who_is_to_move_may_move() -> None:
    with house() as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o, h.sit(links["watch"]) as watch:
            assert o.play("a1")["error"] == "it isn't your turn"
            assert "you are watching" in watch.play("a1")["error"]
            assert "you are watching" in watch.ask("resign")["error"]
            assert "you are watching" in watch.ask("undo")["error"]
            assert "not a move" in x.play("z9")["error"]
            assert "error" not in x.play("a1")
            assert x.play("a2")["error"] == "it isn't your turn"
            o.until("state")
            assert "not legal" in o.play("a1")["error"]
            assert [ply["text"] for ply in o.log] == ["a1"]


def test_a_move_that_is_sent_again_is_not_played_again() -> None:
    with house() as h:
        links = h.begin()
        with h.sit(links["X"]) as x:
            assert "error" not in x.play("a1", id="one", ply=0)
            assert "error" not in x.play("a1", id="one", ply=0)
            assert [ply["text"] for ply in x.log] == ["a1"]
            # another message for a situation that has passed
            assert x.play("a2", id="two", ply=0)["error"] == "it isn't your turn"
        with h.sit(links["O"]) as o:
            assert o.play("b2", ply=0)["error"] == "the game has gone on meanwhile"
            assert o.play("b2", takebacks=3)["error"] == "the game has gone on meanwhile"
            assert "error" not in o.play("b2")


def test_who_comes_back_is_told_only_what_is_new() -> None:
    with played("a1", "b2") as (h, links, _, _):
        with h.knock() as socket:
            socket.send_text(json.dumps({"do": "sit", "token": links["X"], "takebacks": 0, "ply": 1}))
            assert json.loads(socket.receive_text())["is"] == "info"
            state = json.loads(socket.receive_text())
        assert (state["from"], [ply["text"] for ply in state["log"]]) == (1, ["b2"])


@pytest.mark.parametrize("takebacks, ply", [(0, 99), (7, 1), (-1, -5)])
def test_who_comes_back_with_nonsense_is_told_all_that_fits(takebacks: int, ply: int) -> None:
    with house() as h:
        links = h.begin()
        with h.sit(links["X"]) as x:
            x.play("a1")
        with h.sit(links["X"], takebacks, ply) as x:
            assert x.view["plies"] == 1


def test_taking_back_needs_the_other() -> None:
    with played() as (_, _, x, _):
        assert "no choice of yours" in x.ask("undo")["error"]
    with played("a1", "b2") as (_, _, x, o):
        x.ask("undo")
        o.until("state")
        assert o.view["offer"] == {"by": "X", "what": "undo", "waiting": ["O"]}
        assert "answer that first" in o.ask("undo")["error"]
        o.ask("answer", yes=False)
        assert (o.view["offer"], len(o.log)) == (None, 2)
        assert "nothing was asked" in o.ask("answer", yes=True)["error"]
        x.until("state")
        x.ask("undo")
        o.until("state")
        o.ask("answer", yes=True)
        assert (o.log, o.view["plies"], o.view["offer"]) == ([], 0, None)
        while x.view["plies"] or x.view["offer"]:
            x.until("state")
        assert (len(x.moves()), x.takebacks) == (9, 1)
        assert "error" not in x.play("c3")


def test_an_offer_ends_with_the_next_move_or_its_maker() -> None:
    with played("a1") as (_, _, x, o):
        x.ask("undo")
        o.until("state")
        o.play("b2")
        assert o.view["offer"] is None
        o.ask("undo")
        o.ask("answer", yes=False)
        assert (o.view["offer"], len(o.log)) == (None, 2)
        assert "error" in x.ask("answer", yes=True)


def test_resigning() -> None:
    with played() as (_, _, x, o):
        o.ask("resign")
        x.until("state")
        assert (x.view["result"], x.view["moves"], x.view["isOver"]) == ("O resigned", [], True)
        assert x.view["outcomes"] == {"X": "win", "O": "loss"}
        assert x.play("a1")["error"] == "the game is over"
        assert json.loads(x.ask("record")["record"])["resigned"] == "O"


def test_earlier_situations() -> None:
    with played("a1", "b2") as (_, _, _, o):
        view = o.ask("view", ply=1)["view"]
        assert (view["ply"], view["plies"], view["moves"]) == (1, 2, [])
        assert list(view["sites"]["grid"]) == ["a1"]
        assert o.ask("view", ply=-7)["view"]["ply"] == 0
        assert o.ask("view", ply=99)["view"]["ply"] == 2


def test_computers_answer(tmp_path: Path) -> None:
    with house("pig", seats={"B": "random"}) as h:
        links = h.begin()
        assert set(links) == {"A", "watch"}
        with h.sit(links["A"]) as a:
            chosen = False  # a one at the first throw leaves nothing to choose
            while not chosen or len({ply["player"] for ply in a.log}) < 2:
                if a.view["moves"]:
                    chosen = True
                    a.play("hold" if "hold" in a.moves() else a.moves()[0])
                else:
                    a.hear()
            assert a.ask("undo").get("error") is None  # nobody else has to agree
            assert a.takebacks == 1


def test_levels_can_be_chosen_and_answer() -> None:
    with house("connect_four") as h:
        for level in ("level:1", "level:5"):
            with h.sit(h.begin({"Yellow": level})["Red"]) as red:
                assert red.play("d").get("error") is None
                while len(red.log) < 2:
                    red.hear()
                assert red.log[1]["player"] == "Yellow"


def test_hints_are_for_those_who_play_computers() -> None:
    with house() as h:
        with h.sit(h.begin()["X"]) as x:
            assert "no hints" in x.ask("hint")["error"]
        with h.sit(h.begin({"O": "random"})["X"]) as x:
            assert x.ask("hint")["hint"]["text"] in x.moves()


def test_who_serves_is_told_of_damaged_weights_once_and_guests_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("GDL_DATA", str(tmp_path))
    kept(by_pieces(Game.load("tictactoe"), {}), Game.load("tictactoe")).open("ab").write(b"more")
    with house() as h, h.sit(h.begin({"O": "mcts:200ms"})["X"]) as x:
        for number in (1, 3):
            x.play(x.moves()[0])
            while len(x.log) <= number:
                x.hear()
        assert "can't give hints" in x.ask("hint")["error"]
    move, hint = [record.message for record in caplog.records if "damaged" in record.message]
    assert move.startswith(str(tmp_path))
    assert move.endswith("; so the moves of O are random")
    assert hint.startswith(f"no hints: {tmp_path}")


def test_dice_to_come_are_not_in_the_record() -> None:
    with house("pig") as h:
        links = h.begin()
        with h.sit(links["A"]) as a:
            assert json.loads(a.ask("record")["record"])["seed"] == 0
            a.ask("resign")
            assert json.loads(a.ask("record")["record"])["seed"] != 0


@pytest.mark.parametrize("name", ["sparks", "backgammon", "go", "spectral_reapers", "pig", "lasca"])
def test_what_is_played_here_is_what_the_rules_say(name: str, tmp_path: Path) -> None:
    """Random games over the server have records that replay, whoever restarts the server meanwhile."""
    path, random = tmp_path / "games.sqlite", Random(name)
    with house(name, path) as h:
        links = h.begin(h.hall.seats)
        play_some(h, links, random, 25)
    with house(name, path) as h:
        record = play_some(h, links, random, 25)
    file = tmp_path / "record.json"
    file.write_text(record, encoding="utf-8")
    game, found = Game.load(name), records.read(file)
    *_, last = records.replay(game, found)
    assert len(found.plies) >= 20 or last.after.is_over


def play_some(h: House, links: dict[str, str], random: Random, moves: int) -> str:
    seats = [seat for seat in links if seat != "watch"]
    for _ in range(moves):
        with h.sit(links[seats[0]]) as one:
            view = one.view
            if view["isOver"]:
                return one.ask("record")["record"]
            mover = view["toMove"]
            if mover == seats[0]:
                assert "error" not in one.play(random.choice(one.moves()))
                continue
        with h.sit(links[mover]) as other:
            assert "error" not in other.play(random.choice(other.moves()))
    with h.sit(links[seats[0]]) as one:
        return one.ask("record")["record"]


# ---- what is refused


@pytest.mark.parametrize("raw", [
    "", "nonsense", "[]", "{}", "null", "3", '{"do": "dance"}', '{"do": 3}', '{"do": "sit"}',
    '{"do": "play", "id": "x"}',
    '{"do": "play", "id": "x", "text": "a1", "ply": "0", "takebacks": 0}',
    '{"do": "play", "id": "x", "text": 5, "ply": 0, "takebacks": 0}',
    '{"do": "play", "id": "x", "text": "a1", "ply": 0, "takebacks": 0, "seat": "X"}',
    '{"do": "play", "id": "x", "text": "a1", "ply": true, "takebacks": 0}',
    '{"do": "play", "id": "x", "text": "a1", "ply": 1e99, "takebacks": 0}',
    '{"do": "undo", "id": "x\\u0000"}', '{"do": "undo", "id": "' + "x" * 65 + '"}', "[" * 4000,
    '{"do": "answer", "id": "x", "yes": 1}',
    '{"do": "sit", "token": "x", "takebacks": 0, "ply": 0}',
])  # fmt: skip
def test_nonsense_ends_the_connection_and_nothing_else(raw: str) -> None:
    with house() as h:
        links = h.begin()
        with h.sit(links["O"]) as o:
            with h.sit(links["X"]) as x:
                x.socket.send_text(raw)
                with pytest.raises(WebSocketDisconnect) as closed:
                    x.hear()
                assert closed.value.code == guest.NONSENSE
            assert o.ask("view", ply=0)["view"]["ply"] == 0


def test_bytes_are_nonsense() -> None:
    with house() as h, h.sit(h.begin()["X"]) as x:
        x.socket.send_bytes(b"\xff\x00")
        with pytest.raises(WebSocketDisconnect):
            x.hear()


@pytest.mark.parametrize("token", ["", "x", "A" * 24, "../../etc/passwd", "' OR 1=1 --", "é" * 30])
def test_links_that_lead_nowhere(token: str) -> None:
    with house() as h, h.knock() as socket:
        h.begin()
        socket.send_text(json.dumps({"do": "sit", "token": token, "takebacks": -1, "ply": 0}))
        assert json.loads(socket.receive_text())["is"] == "refused"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == guest.UNKNOWN


@pytest.mark.parametrize("headers", [
    {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": ""}, {"origin": "http://localhost.evil.example"},
    {"origin": "file://"}, {"origin": "http://localhost:81"},
    {"origin": "http://evil.example", "host": "evil.example"},  # its own name leads here
    {"origin": "http://evil.example:80", "host": "evil.example:80"},
])  # fmt: skip
def test_pages_of_others_get_no_socket_and_no_game(headers: dict[str, str]) -> None:
    with house() as h:
        h.begin()
        with pytest.raises(WebSocketDisconnect), h.knock(**headers):
            pass
        wishes = {"options": {}, "players": None, "seats": {}}
        answer = h.client.post("/games", json=wishes, headers=headers)
        assert answer.status_code in (403, 421)


def test_only_own_names_are_answered() -> None:
    with house() as h:
        assert h.client.get("/", headers={"host": "evil.example"}).status_code == 421
        for name in ("localhost", "localhost:8000", "127.0.0.1:8000", "192.168.1.7", "[::1]:8000"):
            assert h.client.get("/", headers={"host": name}).status_code == 200, name
        for name in ("", "@", "localhost@evil.example", "[", "127.0.0.1.evil.example", "2130706433.x"):
            assert h.client.get("/", headers={"host": name}).status_code in (400, 421), name


@pytest.mark.parametrize("path", [
    "/../pyproject.toml", "/..%2f..%2fetc/passwd", "/%2e%2e/style.css", "//etc/passwd", "/play/../../x", "/face.js",
    "/style.css/x", "/games", "/.git/config", "/play.js%00.html", "/\\..\\x", "/cli/serve/web.py",
])  # fmt: skip
def test_no_path_leads_to_a_file(path: str) -> None:
    with house() as h:
        answer = h.client.get(path)
        assert answer.status_code in (404, 405)
        assert "gdl" not in answer.text


def test_every_answer_keeps_the_page_to_itself() -> None:
    with house() as h:
        for path in ("/", "/play", "/play.js", "/lobby.js", "/style.css", "/game", "/nowhere"):
            headers = h.client.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("data", [
    None, [], {}, {"options": {}}, {"options": [], "players": None, "seats": {}},
    {"options": {"m": [1]}, "players": None, "seats": {}}, {"options": {"m": "x" * 300}, "players": None, "seats": {}},
    {"options": {}, "players": "2", "seats": {}}, {"options": {}, "players": True, "seats": {}},
    {"options": {}, "players": None, "seats": {"X": 5}}, {"options": {"m": 1.5}, "players": None, "seats": {}},
    {"options": {"m": "count(1..999999999)"}, "players": None, "seats": {}},
    {"options": {"m": 10**30}, "players": None, "seats": {}},
    {"options": {}, "players": None, "seats": {}, "more": 1},
])  # fmt: skip
def test_wishes_that_no_page_has(data: object) -> None:
    with house() as h:
        assert h.client.post("/games", json=data, headers=ORIGIN).status_code == 400


@pytest.mark.parametrize("wishes, why", [
    ({"options": {"m": 99}}, "m"), ({"options": {"nothing": 1}}, "nothing"), ({"seats": {"Z": "human"}}, "no player Z"),
    ({"seats": {"X": "mcts:3600s"}}, "can't be"), ({"seats": {"X": "level:9"}}, "can't be"),
    ({"seats": {"X": "/tmp/evil.py:Player"}}, "can't be"),
    ({"players": 7}, ""), ({"options": {"k": 2, "m": 1, "n": 1}}, None),
])  # fmt: skip
def test_wishes_that_the_rules_refuse(wishes: dict[str, object], why: str | None) -> None:
    with house() as h:
        answer = h.client.post("/games", json={"options": {}, "players": None, "seats": {}, **wishes}, headers=ORIGIN)
        if why is None:
            assert answer.status_code in (200, 422)
        else:
            assert answer.status_code == 422
            assert why in answer.json()["error"]


def test_requests_that_are_too_long_or_of_another_kind() -> None:
    with house() as h:
        long = json.dumps({"options": {str(i): "x" * 90 for i in range(2_000)}, "players": None, "seats": {}})
        json_type = {**ORIGIN, "content-type": "application/json"}
        assert h.client.post("/games", content=long, headers=json_type).status_code == 400
        assert (
            h.client.post("/games", content="{}", headers={**ORIGIN, "content-type": "text/plain"}).status_code == 400
        )
        assert h.client.post("/games", content="[" * 9000, headers=json_type).status_code == 400
        assert h.client.post("/games", content=b"\xff\xfe", headers=json_type).status_code == 400


# ---- how much


def test_floods_end_the_connection() -> None:
    with house(limits=Limits(messages=1, burst=10)) as h, h.sit(h.begin()["X"]) as x:
        for number in range(20):
            x.send(do="undo", id=str(number))
        with pytest.raises(WebSocketDisconnect) as closed:
            for _ in range(60):
                x.hear()
        assert closed.value.code == guest.TOO_MUCH


def test_so_many_connections_and_no_more() -> None:
    with house(limits=Limits(per_address=2)) as h:
        links = h.begin()
        with h.sit(links["X"]), h.sit(links["O"]), pytest.raises(WebSocketDisconnect), h.knock():
            pass
        with h.sit(links["X"]):  # there is room again
            pass
    with house(limits=Limits(per_game=2)) as h:
        links = h.begin()
        with h.sit(links["X"]), h.sit(links["O"]), h.knock() as socket:
            socket.send_text(json.dumps({"do": "sit", "token": links["watch"], "takebacks": -1, "ply": 0}))
            assert "too many" in json.loads(socket.receive_text())["why"]


def test_so_many_new_games_a_minute_and_no_more() -> None:
    with house(limits=Limits(new_games=3)) as h:
        found = [
            h.client.post("/games", json={"options": {}, "players": None, "seats": {}}, headers=ORIGIN)
            for _ in range(5)
        ]
        assert [answer.status_code for answer in found] == [200, 200, 200, 429, 429]


def test_who_says_nothing_must_go() -> None:
    with house(limits=Limits(patience=0.2)) as h, h.knock() as socket:
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == guest.NONSENSE
    with house(limits=Limits(idle=0.3)) as h, h.sit(h.begin()["X"]) as x:
        with pytest.raises(WebSocketDisconnect) as closed:
            x.hear()
        assert closed.value.code == guest.ASLEEP


def test_games_that_nobody_uses_are_put_away_and_come_back() -> None:
    with house(limits=Limits(unused=0.0)) as h:
        links = h.begin()
        with h.sit(links["X"]) as x:
            x.play("a1")
            h.client.portal.call(h.hall.put_away)
            assert len(h.hall.tables) == 1
        ends = time.monotonic() + HANGS
        while h.hall.tables:  # as soon as it has been noticed that nobody is there any more
            assert time.monotonic() < ends
            h.client.portal.call(h.hall.put_away)
        with h.sit(links["O"]) as o:
            assert [ply["text"] for ply in o.log] == ["a1"]


# ---- rules that fail


def test_rules_that_fail_are_told_and_the_server_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "broken.gdl"
    path.write_text(
        'game "Broken"\n\nplayers A, B\ngame has left: 0..9 = 0\n\n'
        'turn\n  choose n in 1..3 as "{n}"\n  left += n * 3\n\n'
        "end\n  win me if left = 7\n",
        encoding="utf-8",
    )
    with house(str(path)) as h:
        links = h.begin()
        with h.sit(links["A"]) as a, h.sit(links["B"]) as b:
            assert "error" not in a.play("2")
            b.until("state")
            assert "left" in b.play("3")["error"]
            assert b.view["plies"] == 1
            assert "error" not in b.ask("view", ply=0)


def test_a_turn_without_end_ends_that_game_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "MOST_PLIES", 1_000)
    path = tmp_path / "endless.gdl"
    path.write_text(
        'game "Endless"\n\nplayers A, B\ngame has left: 0..1 = 0\n\nturn\n  choose n in 1..2 as "{n}"\n'
        '  repeat\n    choose "on"\n  until left = 1\n\nend\n  win me if left = 1\n',
        encoding="utf-8",
    )
    with house(str(path)) as h:
        links = h.begin()
        with h.sit(links["A"]) as a:
            assert "error" not in a.play("2")
            while not a.view["error"]:
                a.until("state")
            assert "on and on" in a.view["error"]
            assert a.view["plies"] <= 1_200
        with h.sit(h.begin()["A"]) as other:
            assert other.moves() == ["1", "2"]
