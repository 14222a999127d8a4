"""Anything at all is sent to a server: nothing is told to whom it isn't meant for, nothing is lost, others play on."""

from __future__ import annotations

import json
import logging
import socket
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra [serve] isn't installed")
pytest.importorskip("httpx", reason="httpx isn't installed")

from nonsense import mutated, spoilt, wishes, written
from patience import HANGS
from serve_process import Server, play, serving
from serving import ORIGIN, House, Person, house
from starlette.websockets import WebSocketDisconnect

from cli.web.serve.limits import Limits

SECRETS = """game "Secrets"
players Ann, Ben
type word = quince, medlar, sorb, service
type number = 1..99
player has thought: word?
player has written: number?
hidden p.thought from player - p
hidden p.written from player - p

turn
  choose secretly w in word as "think of {w}"
  me.thought = w
  choose secretly n in 1..9 as "write {n + 70}"
  me.written = n + 70

end
  win me if repeats(next, thought, written) = 2
  draw if some Ann.thought and some Ben.thought and Ann.written = Ben.written
"""
HERS = ("think of medlar", "write 77")
TOLD = "medlar"
"""What Ann alone knows."""
LIMITS = Limits(new_games=10**6, messages=10**6, burst=10**6, per_address=10**6, games=10**6)
"""Floods are another test's."""
PATHS = ("/", "/play", "/style.css", "/game", "/games", "/host", "/open", "/seat", "/../x", "/%2e%2e/%00", "//", "/x/")


def messages(links: dict[str, str]) -> list[dict[str, Any]]:
    """One of each kind, with the secrets of seats where there are any."""
    some = [{"do": "sit", "token": token, "takebacks": -1, "ply": 0} for token in links.values()]
    plain = [{"do": do, "id": "m"} for do in ("undo", "resign", "again", "draw", "record", "hint")]
    return [*some, *plain, {"do": "answer", "id": "m", "yes": True}, {"do": "view", "id": "m", "ply": 1},
            {"do": "play", "id": "m", "text": "think of sorb", "ply": 1, "takebacks": 0},
            {"do": "copy", "id": "m", "text": "pgn"}, {"do": "why", "id": "m", "picks": ["medlar"]}]  # fmt: skip


class Stranger:
    """Somebody who has the links of another game, and that for people who look on; hears all that is said."""

    def __init__(self, h: House, draw: Random, links: dict[str, str], forbidden: tuple[str, ...]) -> None:
        self.h, self.draw, self.links, self.forbidden = h, draw, links, forbidden
        self.shapes = messages(links)

    def note(self, said: str, *more: str) -> None:
        """Nothing of the other game, of the machine or of the program is in what is said."""
        for word in (*self.forbidden, *more):
            assert word not in said, (word, said[max(0, said.index(word) - 300) :][:600])

    def talk(self, rounds: int) -> None:
        """A connection, sometimes with a seat, and what is said there until it ends."""
        name = self.draw.choice([*self.links, "watch", ""])
        told = [TOLD] if name == "watch" else []  # in a game of one's own one may think of the same
        with self.h.knock() as line:
            try:
                if name:
                    sit = {"do": "sit", "token": self.links[name], "takebacks": -1, "ply": 0}
                    line.send_text(json.dumps(sit))
                for _ in range(rounds):
                    data = written(self.draw, mutated(self.draw, self.draw.choice(self.shapes)))
                    if self.draw.random() < 0.1:
                        line.send_bytes(data)
                    else:
                        line.send_text(data.decode("utf-8", "replace"))
                line.send_text("the end")  # which is nonsense, so the server closes
                while True:
                    said = line.receive_text()
                    self.note(said, *([] if '"is":"info"' in said else told))  # all may read the rules
            except WebSocketDisconnect:
                pass

    def ask(self) -> None:
        """A request."""
        draw, path = self.draw, self.draw.choice(PATHS)
        body = written(draw, draw.choice([
            wishes(draw, ("Ann", "Ben")), mutated(draw, draw.choice(self.shapes)),
            {"token": draw.choice(list(self.links.values())), "do": draw.choice(["position", "try", "place", "x"]),
             "from": draw.choice(["now", "start", 7, "x"]), "ply": draw.choice([0, -1, 10**12]), "takebacks": 0,
             "position": draw.choice([{}, [], "x", {"to move": "Ann"}, {"variables": {"thought": {"Ann": 5}}}])},
        ]))  # fmt: skip
        headers = {**ORIGIN, "content-type": draw.choice(["application/json"] * 6 + ["text/plain", "", "\x7f"])}
        if draw.random() < 0.1:
            headers["origin"] = draw.choice(["null", "http://evil.example", "http://[", ""])
        answer = self.h.client.request(draw.choice(["POST"] * 6 + ["GET", "PUT", "OPTIONS", "X"]), path,
                                       content=body, headers=headers)  # fmt: skip
        assert answer.status_code < 500, (answer.status_code, body[:200])
        if "json" in answer.headers.get("content-type", ""):
            self.note(answer.text)


def seen(person: Person) -> tuple[Any, ...]:
    """What somebody sees, and what has happened."""
    return person.view["plies"], person.moves(), person.log, person.view["isOver"]


def fuzzed(seed: int, rounds: int, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A game goes on while a stranger sends anything; who sits there sees the same, and plays on."""
    rules = tmp_path / "hidden_folder_xyzzy" / "secrets.gdl"
    rules.parent.mkdir()
    rules.write_text(SECRETS, encoding="utf-8")
    caplog.set_level(logging.ERROR)
    with house(str(rules), tmp_path / "games.sqlite", LIMITS) as h:
        ours, theirs = h.hosted(), h.hosted()
        with h.sit(ours["Ann"]) as ann, h.sit(ours["Ben"]) as ben:
            for text in HERS:
                assert "error" not in ann.play(text)
            for _ in HERS:
                ben.until("state")
            before = seen(ann), seen(ben)
            links = {"watch": ours["watch"], **{f"other {seat}": token for seat, token in theirs.items() if token}}
            hidden = (ours["Ann"], ours["Ben"], "xyzzy", "Traceback", "cli/", str(tmp_path))
            stranger = Stranger(h, Random(seed), links, hidden)
            for _ in range(rounds):
                stranger.talk(6)
                stranger.ask()
            assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
            with h.sit(ours["Ann"]) as anew, h.sit(ours["Ben"]) as too:
                assert (seen(anew), seen(too)) == before
            assert "error" not in ben.play("think of sorb")
            assert "error" not in ben.play("write 77")
            ann.until("state")
            while not ann.view["isOver"]:
                ann.hear()
            assert ann.view["result"].startswith("a draw")


def test_anything_at_all_is_sent(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    fuzzed(48, 25, tmp_path, caplog)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(8))
def test_much_of_anything_is_sent(seed: int, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    fuzzed(seed, 400, tmp_path, caplog)


def knocked(server: Server, data: bytes, draw: Random) -> bytes:
    """What a plain connection hears that sends these bytes, in parts, and then says no more."""
    host, port = server.origin.removeprefix("http://").split(":")
    held = b""
    with socket.create_connection((host, int(port)), timeout=HANGS) as line:
        try:
            at = draw.randrange(len(data) + 1)
            for part in (data[:at], data[at:]):
                line.sendall(part)
            line.shutdown(socket.SHUT_WR)
            while len(held) < 10**6 and (part := line.recv(65_536)):
                held += part
        except OSError:
            pass  # the server has hung up
    return held


def bytes_fuzzed(seed: int, rounds: int, tmp_path: Path) -> None:
    """Raw bytes: requests, handshakes and frames that are spoilt; the process lives, says nothing of a mistake, and a
    game at it goes on."""
    draw = Random(seed)
    with serving("tictactoe", tmp_path / "games.sqlite", "--per-address", "1000") as server:
        links = server.begin()
        line, state = server.sit(links["X"])
        host = server.origin.removeprefix("http://").encode()
        own = b"Host: " + host + b"\r\nOrigin: http://" + host + b"\r\n"
        body = json.dumps({"options": {}, "players": None, "seats": {}}).encode()
        sent = own + b"Content-Type: application/json\r\n"
        shake = b"GET /seat HTTP/1.1\r\n" + own + b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
        shake += b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        good = [
            b"GET / HTTP/1.1\r\n" + own + b"\r\n",
            b"POST /games HTTP/1.1\r\n" + sent + b"Content-Length: %d\r\n\r\n" % len(body) + body,
            b"POST /host HTTP/1.1\r\n" + sent + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n0\r\n\r\n",
            shake + b"\x81\x85\x00\x00\x00\x00hello", shake + b"\x82\xfe\xff\xff\x00\x00\x00\x00" + bytes(500),
            shake + b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff" + bytes(20), shake + b"\xf1\x80\x00\x00\x00\x00",
            shake + b"\x01\x82\x00\x00\x00\x00{\"" * 20,
        ]  # fmt: skip
        broken = [b"POST /host HTTP/1.1\r\n" + own + kind + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"
                  for kind in (b"", b"Content-Type: application/json\r\n")]  # fmt: skip
        for data in (*broken, *(spoilt(draw, draw.choice(good)) for _ in range(rounds))):
            heard = knocked(server, data, draw)
            assert b"Traceback" not in heard
            assert heard[9:12] != b"500", heard[:300]
            assert links["X"].encode() not in heard
        assert server.process.poll() is None
        state = play(line, state, "a1", "x")
        assert state["view"]["plies"] == 1
        server.process.terminate()
        errors = server.process.communicate(timeout=HANGS)[1]
        assert "Traceback" not in errors
        assert links["X"] not in errors


def test_spoilt_bytes_are_sent(tmp_path: Path) -> None:
    bytes_fuzzed(48, 40, tmp_path)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(6))
def test_many_spoilt_bytes_are_sent(seed: int, tmp_path: Path) -> None:
    bytes_fuzzed(seed, 1_500, tmp_path)
