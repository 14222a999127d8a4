"""`gdl serve` as a process: restarts, signals, ports, floods, slow and dropping clients."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")
pytest.importorskip("websockets", reason="the extra [serve] isn't installed")

import contextlib

from command import run as here
from patience import HANGS
from serve_process import SERVE, Server, play, serving, until
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cli.commands.serve import _usual


def test_a_game_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    with serving("sparks", data) as server:
        links = server.begin()
        line, state = server.sit(links["White"])
        text = state["view"]["moves"][0]["text"]
        state = play(line, state, text, "first")
        told = state["view"]["plies"]
        server.process.kill()  # no chance to say goodbye
    with serving("sparks", data) as server:
        line, again = server.sit(links["White"], 0, told)
        assert (again["from"], again["log"], again["view"]["plies"]) == (told, [], told)
        assert again["view"]["sites"] == state["view"]["sites"]
        # the answer may have been lost: the same message again does nothing
        line.send(json.dumps({"do": "play", "id": "first", "text": text, "ply": 0, "takebacks": 0}))
        assert "error" not in until(line, "answer")
        assert again["view"]["plies"] == told


def test_every_ply_that_was_told_is_there_after_a_kill(tmp_path: Path) -> None:
    data, random = tmp_path / "games.sqlite", Random(2)
    with serving("tictactoe", data) as server:
        games = [server.begin() for _ in range(5)]
        told = []
        for number, links in enumerate(games):
            line, state = server.sit(links["X"])
            state = play(line, state, random.choice(state["view"]["moves"])["text"], f"m{number}")
            told.append(state["log"][-1]["text"])
        server.process.kill()
    with serving("tictactoe", data) as server:
        for links, text in zip(games, told, strict=True):
            assert [ply["text"] for ply in server.sit(links["O"])[1]["log"]] == [text]


@pytest.mark.skipif(os.name != "posix", reason="Windows knows these signals by other ways")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_when_it_is_asked_to(tmp_path: Path, number: signal.Signals) -> None:
    with serving("tictactoe", tmp_path / "games.sqlite") as server:
        line, _ = server.sit(server.begin()["X"])
        server.process.send_signal(number)
        assert server.process.wait(HANGS) == 0
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                line.recv(timeout=HANGS)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012  # pages come back by themselves
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""


@pytest.mark.skipif(os.name != "posix", reason="Windows knows these signals by other ways")
def test_it_stops_while_a_computer_thinks(tmp_path: Path) -> None:
    with serving("tictactoe", tmp_path / "games.sqlite", "--seat", "O=mcts:900s") as server:
        line, state = server.sit(server.begin()["X"])
        line.send(json.dumps({"do": "play", "id": "x", "text": "a1", "ply": 0, "takebacks": state["takebacks"]}))
        until(line, "thinking")
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(HANGS) == 0


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*SERVE, *words], capture_output=True, text=True, timeout=HANGS, check=False)


def test_what_stands_in_the_way_is_said(tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    with serving("tictactoe", data) as server:
        port = server.base.rstrip("/").rpartition(":")[2]
        taken = run("tictactoe", "--port", port, "--data", str(tmp_path / "other.sqlite"))
        assert (taken.returncode, f"port {port}" in taken.stderr, "taken" in taken.stderr) == (2, True, True)
        shared = run("tictactoe", "--port", "0", "--data", str(data))
        assert shared.returncode == 2
        assert "in use" in shared.stderr
    strange = tmp_path / "strange.sqlite"
    strange.write_bytes(b"something else, long enough to have been a header of a hundred bytes" * 9)
    for words, why in [
        (("tictactoe", "--data", str(strange)), "not a file of games"),
        (("tictactoe", "--data", str(tmp_path)), str(tmp_path)),
        (("tictactoe", "--host", "nowhere.invalid"), "nowhere.invalid"),
        (("tictactoe", "--seat", "Z=random"), "players are X, O"),
        (("tictactoe", "--seat", "X"), "PLAYER=KIND"),
        (("tictactoe", "--seat", "X=nobody"), "no player"),
        (("tictactoe", "--set", "m=99"), "m"),
        (("nosuchgame",), "nosuchgame"),
        (("-",), "after a restart"),
    ]:
        status, _, said = here(["serve", *words, "--port", "0"])
        assert (status != 0, why in said) == (True, True), said


def test_a_file_of_another_ruleset_keeps_its_games(tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    with serving("tictactoe", data) as server:
        links = server.begin()
    with serving("nim", data) as server:
        line = server.knock()
        line.send(json.dumps({"do": "sit", "token": links["X"], "takebacks": -1, "ply": 0}))
        assert "another ruleset" in json.loads(line.recv(timeout=HANGS))["why"]
    with serving("tictactoe", data) as server:
        assert server.sit(links["X"])[1]["view"]["moves"]


def test_rules_that_have_changed_since(tmp_path: Path) -> None:
    rules = tmp_path / "mine.gdl"
    text = (
        'game "Mine"\nplayers A, B\nboard grid(3, 1)\npieces stone of player\n'
        "turn\n  choose s in empty\n  put stone of me on s\nend\n  {}\n"
    )
    rules.write_text(text.format("draw if no empty"), encoding="utf-8")
    data = tmp_path / "games.sqlite"
    with serving(str(rules), data) as server:
        links = server.begin()
    rules.write_text(text.format("win me if no empty"), encoding="utf-8")
    with serving(str(rules), data) as server:
        line = server.knock()
        line.send(json.dumps({"do": "sit", "token": links["A"], "takebacks": -1, "ply": 0}))
        assert "changed" in json.loads(line.recv(timeout=HANGS))["why"]
        assert server.sit(server.begin()["A"])[1]["view"]["moves"]


def test_floods_and_nonsense_hurt_nobody_else(tmp_path: Path) -> None:
    with serving("tictactoe", tmp_path / "games.sqlite", "--per-address", "40") as server:
        links = server.begin()
        line, state = server.sit(links["X"])
        for _ in range(3):  # far more messages than anybody may send
            flood, _ = server.sit(links["watch"])
            with pytest.raises(ConnectionClosed):
                for number in range(2_000):
                    flood.send(json.dumps({"do": "view", "id": str(number), "ply": 0}))
                while True:
                    flood.recv(timeout=HANGS)
        long, _ = server.sit(links["watch"])  # one message that is too long
        with pytest.raises(ConnectionClosed):
            long.send("x" * 1_000_000)
            long.recv(timeout=HANGS)
        held = []
        with pytest.raises(InvalidStatus):  # more connections than an address may have
            while len(held) < 60:
                held += [server.knock()]
        for one in held:
            one.close()
        assert "error" not in play(line, state, "a1", "x")


def raw(server: Server, request: bytes) -> bytes:
    host, port = server.origin.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=HANGS) as line:
        line.sendall(request)
        held = b""
        while part := line.recv(4096):
            held += part
        return held


def test_raw_nonsense_is_answered_with_an_error(tmp_path: Path) -> None:
    with serving("tictactoe", tmp_path / "games.sqlite") as server:
        host = server.origin.removeprefix("http://").encode()
        for path in (
            b"/../../etc/passwd",
            b"/%2e%2e/%2e%2e/etc/passwd",
            b"//..//..//x",
            b"/\xff\xfe",
            b"/" + b"a" * 9000,
        ):
            found = raw(server, b"GET " + path + b" HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")
            assert b"root:" not in found
            assert found[:12] in (b"HTTP/1.1 404", b"HTTP/1.1 400"), found[:80]
        assert raw(server, b"\x00\x01\x02 nonsense\r\n\r\n")[:12] in (b"HTTP/1.1 400", b"")
        assert b" 421 " in raw(server, b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        assert raw(server, b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n")[9:12] in (b"400", b"421")
        head = b"GET / HTTP/1.1\r\nHost: " + host + b"\r\n" + b"X: " + b"y" * 200_000 + b"\r\n\r\n"
        with contextlib.suppress(ConnectionError):
            assert raw(server, head)[9:12] in (b"400", b"431", b"")
        assert b" 200 " in raw(server, b"GET / HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")


def test_who_doesnt_read_is_cut_off_and_holds_nobody_up(tmp_path: Path) -> None:
    """A client that never reads: what waits for it is bounded, and the others play on."""
    with serving("go", tmp_path / "games.sqlite") as server:
        links = server.begin()
        slow = server.knock(max_queue=(1, 1))  # its own buffers are small, so that the server feels it
        slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.send(json.dumps({"do": "sit", "token": links["watch"], "takebacks": -1, "ply": 0}))
        black, state = server.sit(links["Black"])
        white, other = server.sit(links["White"])
        random = Random(1)

        def some(shown: dict[str, Any]) -> str:
            return random.choice([move["text"] for move in shown["view"]["moves"] if move["text"] != "pass"])

        began = time.monotonic()
        for number in range(60):
            if number % 2 == 0:
                state = play(black, state, some(state), f"b{number}")
                other = until(white, "state")
            else:
                other = play(white, other, some(other), f"w{number}")
                state = until(black, "state")
        assert time.monotonic() - began < HANGS


def test_tokens_are_in_no_log(tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    with serving("tictactoe", data, "--debug") as server:
        links = server.begin()
        line, state = server.sit(links["X"])
        play(line, state, "a1", "x")
        line.send("nonsense")
        server.process.terminate()
        out, err = server.process.communicate(timeout=HANGS)
    held = out.encode() + err.encode() + b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for token in links.values():
        assert token.encode() not in held  # not even in the file of games, which has hashes


def test_a_ruleset_with_the_longest_name_has_a_file_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """255 bytes are a file's name at most; SQLite puts up to eight more behind that of its file while it writes."""
    monkeypatch.setenv("GDL_DATA", str(tmp_path))
    names = {_usual(f"/rules/{'n' * length}{last}.gdl") for length in (240, 250) for last in "ab"}
    assert len(names) == 4  # each has its own
    for path in (*names, _usual(f"/rules/{'ü' * 120}.gdl")):
        path.parent.mkdir(exist_ok=True)
        Path(f"{path}-journal").touch()
    assert _usual("chess").name == "chess.sqlite"


def test_the_file_is_the_owners_alone(tmp_path: Path) -> None:
    data = tmp_path / "new" / "games.sqlite"
    with serving("tictactoe", data):
        if os.name == "posix":
            assert data.stat().st_mode & 0o077 == 0


def test_without_the_extra_a_sentence_says_what_to_do(tmp_path: Path) -> None:
    hidden = tmp_path / "sitecustomize.py"
    hidden.write_text(
        "import importlib.util, sys\nfound = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *more: None if name == 'uvicorn' else found(name, *more)\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    ran = subprocess.run([*SERVE, "tictactoe"], capture_output=True, text=True, timeout=HANGS, check=False,
                         env={**os.environ, "PYTHONPATH": path})  # fmt: skip
    assert ran.returncode == 2
    assert "pip install 'gdl-interpreter[serve]'" in ran.stderr


def test_nobody_can_ask_too_much_of_http(tmp_path: Path) -> None:
    with serving("tictactoe", tmp_path / "games.sqlite") as server:
        statuses = []
        for _ in range(200):
            try:
                server.begin()
                statuses.append(200)
            except urllib.error.HTTPError as error:
                statuses.append(error.code)
                break
        assert statuses[-1] == 429
