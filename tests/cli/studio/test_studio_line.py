"""The studio's server: who may come in, what it answers, and that nothing which a page sends ends it."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra [studio] isn't installed")
pytest.importorskip("starlette", reason="the extra [studio] isn't installed")

from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from cli.studio import desk as desks
from cli.studio.files import Folder
from cli.studio.web import MESSAGE, MOST_PAGES, NONSENSE, UNKNOWN, application
from gdl import library
from interpreter.game import yaml_files as yamlio

SECRET = "k7Qm-2fZ_wJ4"
BASE = "http://127.0.0.1:8000"
LINE = "ws://127.0.0.1:8000/line"
GAME = """\
game "Row"
players White, Black
board grid(3, 1)
pieces stone of player
turn
  choose s in empty
  put stone of me on s
end
  win me if mine within {a1, b1, c1} and count(mine) = 2
"""
ENDLESS = """\
game "Endless"
players A, B
game has n: 0..1
turn
  choose k in 0..1
  n = k
end
  draw if n > 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    (tmp_path / "row.gdl").write_text(GAME, encoding="utf-8")
    return Folder(tmp_path)


@pytest.fixture
def client(folder: Folder) -> Iterator[TestClient]:
    with TestClient(application(folder, SECRET), base_url=BASE, headers={"origin": BASE}) as found:
        yield found


class Talk:
    """A page's side of a line."""

    def __init__(self, socket: Any, secret: str = SECRET) -> None:
        self.socket, self.number, self.told = socket, 0, list[dict[str, Any]]()
        socket.send_text(json.dumps({"token": secret}))

    def tell(self, method: str, params: Any) -> None:
        self.socket.send_text(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    def tell_question(self, method: str, params: Any) -> None:
        """Ask, and don't wait for the answer."""
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.socket.send_text(json.dumps(message))

    def answer(self, number: int) -> dict[str, Any]:
        """The answer to the question of this number."""
        while True:
            for heard in self.told:
                if heard.get("id") == number:
                    return heard
            self.told.append(json.loads(self.socket.receive_text()))

    def ask(self, method: str, params: Any) -> dict[str, Any]:
        self.tell_question(method, params)
        return self.answer(self.number)

    def result(self, method: str, params: Any) -> Any:
        return self.ask(method, params)["result"]

    def begin(self, **which: Any) -> dict[str, Any]:
        """Say who one is, and open a text."""
        self.result("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.tell("initialized", {})
        opened: dict[str, Any] = self.result("studio/open", which)
        self.write(opened["uri"], opened["text"], "didOpen")
        return opened

    def write(self, uri: str, text: str, how: str = "didChange", version: int = 1) -> None:
        place = {"uri": uri, "version": version}
        params = (
            {"textDocument": {**place, "languageId": "gdl", "text": text}} if how == "didOpen"
            else {"textDocument": place, "contentChanges": [{"text": text}]}
        )  # fmt: skip
        self.tell(f"textDocument/{how}", params)

    def findings(self, version: int) -> list[dict[str, Any]]:
        """What checking this version has found."""
        while True:
            for message in self.told:
                if message.get("params", {}).get("version") == version:
                    found: list[dict[str, Any]] = message["params"]["diagnostics"]
                    return found
            self.told.append(json.loads(self.socket.receive_text()))

    def is_cut_off(self, code: int) -> bool:
        """Whether the server hangs up, with this code."""
        with pytest.raises(WebSocketDisconnect) as ended:
            while True:
                self.socket.receive_text()
        return ended.value.code == code


# ---- who may come in


def test_the_page_may_load_nothing_from_elsewhere(client: TestClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert SECRET not in answer.text + client.get("/studio.js").text


def test_another_name_is_refused(client: TestClient) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:9", "null", ""])
def test_another_page_is_refused(client: TestClient, origin: str) -> None:
    with pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)), \
            client.websocket_connect(LINE, headers={"origin": origin}):  # fmt: skip
        pass


@pytest.mark.parametrize("secret", ["", "wrong", SECRET + "x", "ä"])
def test_who_does_not_know_the_secret_is_refused(client: TestClient, secret: str) -> None:
    with client.websocket_connect(LINE) as socket:
        assert Talk(socket, secret).is_cut_off(UNKNOWN)


@pytest.mark.parametrize("said", [
    "no JSON", "[]", "7", "[" * 100_000, '{"method": "studio/hello"}', '{"jsonrpc": "2.0", "method": "exit"}',
    '{"jsonrpc": "2.0", "id": 1, "method": "shutdown", "params": {}}',
    '{"jsonrpc": "2.0", "id": "a", "method": "studio/hello", "params": {}}',
    '{"jsonrpc": "2.0", "id": 1, "method": "workspace/executeCommand", "params": {}}',
    '{"jsonrpc": "2.0", "id": 1, "method": "gdl/board", "params": {"uri": "file:///etc/passwd.gdl"}}',
    '{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///etc/x.gdl"}}}',
    "x" * (MESSAGE + 1),
])  # fmt: skip
def test_what_no_page_says_ends_the_line_and_nothing_else(client: TestClient, said: str) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        socket.send_text(said)
        assert talk.is_cut_off(NONSENSE)
    with client.websocket_connect(LINE) as socket:
        assert Talk(socket).result("studio/hello", {})["offers"]


def test_bytes_end_the_line(client: TestClient) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        socket.send_bytes(b"\x00\xff" * 100)
        assert talk.is_cut_off(NONSENSE)


def test_pages_are_few_and_make_room_when_they_leave(client: TestClient) -> None:
    lines = [client.websocket_connect(LINE) for _ in range(MOST_PAGES)]
    talks = [Talk(line.__enter__()) for line in lines]
    assert all(talk.result("studio/hello", {}) for talk in talks)
    with client.websocket_connect(LINE) as socket:
        assert Talk(socket).is_cut_off(4006)
    for line in lines:
        line.__exit__(None, None, None)
    with client.websocket_connect(LINE) as socket:
        assert Talk(socket).result("studio/hello", {})


# ---- the text


def test_the_text_is_checked_coloured_and_saved(client: TestClient, folder: Folder) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        opened = talk.begin()
        assert opened["text"] == GAME and opened["name"] == "row.gdl"
        place = {"textDocument": {"uri": opened["uri"]}}
        assert talk.result("textDocument/semanticTokens/full", place)["data"]
        talk.write(opened["uri"], GAME.replace("players", "playerz"), version=2)
        assert any("playerz" in one["message"] for one in talk.findings(2))
        wish = {"name": "row.gdl", "text": GAME + "\n", "mark": opened["mark"]}
        assert talk.result("studio/save", wish)["mark"] == folder.mark("row.gdl")
        assert talk.result("studio/save", wish)["isChanged"]


@pytest.mark.parametrize("name", ["../out.gdl", "/tmp/out.gdl", "row.txt", 7, None])
def test_no_file_is_read_or_written_outside(client: TestClient, folder: Folder, name: Any) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        assert "refused" in talk.result("studio/save", {"name": name, "text": "x", "mark": None})
        if name is not None:
            assert "refused" in talk.result("studio/open", {"name": name})
    assert [path.name for path in folder.root.iterdir()] == ["row.gdl"]


def test_a_text_that_is_too_large_is_told(client: TestClient) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        opened = talk.begin()
        talk.write(opened["uri"], "# x\n" * 60_000, version=2)
        assert any(one["code"] == "S109" for one in talk.findings(2))


def test_a_file_that_changes_on_the_disk_is_told(client: TestClient, folder: Folder, monkeypatch: Any) -> None:
    monkeypatch.setattr(desks, "LOOK", 0.01)
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        talk.begin()
        (folder.root / "row.gdl").write_text("theirs\n", encoding="utf-8")
        while True:
            heard = json.loads(socket.receive_text())
            if heard.get("method") == "studio/disk":
                break
        assert heard["params"]["name"] == "row.gdl"


# ---- the board


HELD = """\
game "Hands"
players North, South
type card = ace, king, queen
player has hand: set of card
hidden p.hand from player - p
pieces stone of player
board grid(3, 1)
turn
  choose s in empty
  put stone of me on s
end
  draw if no empty
"""


def test_a_position_by_hand(client: TestClient, folder: Folder) -> None:
    """It is read, tried, played from, and stays while the rules change, as long as it fits; so it is kept as a test."""
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        uri = talk.begin(name="row.gdl")["uri"]

        def ask(**wish: Any) -> dict[str, Any]:
            texts = {name: json.dumps(wish[name]) for name in ("position", "tried") if name in wish}
            found: dict[str, Any] = talk.result("studio/board", {"uri": uri, "moves": [], **wish, **texts})
            return found

        now = ask(act="position", text="now", moves=["b1"], ply=1)["position"]
        assert now == {"to move": "Black", "pieces": {"stone of White": ["b1"]}}
        typed = ask(act="position", text="to move: Black\npieces: {stone of Black: c1}")["position"]
        assert typed == {"to move": "Black", "pieces": {"stone of Black": ["c1"]}}
        assert "there is no site `z1`" in ask(act="position", text="{pieces: {stone of Black: z1}}")["error"]
        tried = ask(act="try", tried=typed)["tried"]
        assert (tried["trouble"], tried["over"]) == ([], None)
        assert tried["sites"]["grid"] == {"c1": {"pieces": ["stone of Black"]}}
        over = ask(act="try", tried={"to move": "Black", "pieces": {"stone of White": ["a1", "b1"]}})["tried"]
        assert over["over"] == "White won"
        assert ask(act="try", tried={"pieces": {"king": ["a1"]}})["tried"]["trouble"] == ["there is no piece `king`"]

        played = ask(position=typed, act="play", text="b1")
        assert played["view"]["result"] == "Black won"
        talk.write(uri, GAME.replace("grid(3, 1)", "grid(5, 1)"), version=2)
        again = ask(position=typed, moves=["b1"])
        assert (again["unplaced"], again["fitting"], again["view"]["plies"]) == ("", 1, 1)
        case = {"uri": uri, "name": "By hand", "position": json.dumps(typed), "moves": ["b1"]}
        assert "refused" not in talk.result("studio/keep", case)
        (kept,) = yamlio.read(folder.root / "scenarios-row.yaml").data["scenarios"]
        assert (kept["position"], kept["play"]) == (typed, [{"Black": "b1"}])
        talk.write(uri, GAME.replace("grid(3, 1)", "grid(2, 1)").replace(", c1", ""), version=3)
        lost = ask(position=typed, moves=["b1"])
        assert "there is no site `c1`" in lost["unplaced"]
        assert (lost["error"], lost["view"]["plies"]) == (None, 0)


def test_who_edits_a_position_sees_everything(client: TestClient, folder: Folder) -> None:
    (folder.root / "hands.gdl").write_text(HELD, encoding="utf-8")
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        uri = talk.begin(name="hands.gdl")["uri"]
        data = json.dumps({"variables": {"hand": {"South": ["king"]}}})
        told = talk.result("studio/board", {"uri": uri, "act": "try", "tried": data})
        assert told["tried"]["trouble"] == []
        assert [hand["owner"] for hand in told["tried"]["hands"] if hand["known"]] == ["South"]


def test_moves_stay_as_far_as_they_fit_other_rules(client: TestClient) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        uri = talk.begin()["uri"]
        wish = {"uri": uri, "moves": []}
        first = talk.result("studio/board", {**wish, "act": "play", "text": "b1"})
        assert first["moves"] == ["b1"] and first["view"]["toMove"] == "Black"
        second = talk.result("studio/board", {**wish, "moves": ["b1"], "act": "play", "text": "c1"})
        talk.write(uri, GAME.replace("in empty", "in empty & {a1, b1}"), version=2)
        third = talk.result("studio/board", {**wish, "moves": second["moves"], "act": "show"})
        assert third["fitting"] == 1 and third["asked"] == 2 and "c1" in third["why"]
        assert third["moves"][:1] == ["b1"]


@pytest.mark.parametrize("wish", [
    {"options": 7}, {"moves": "a1"}, {"players": "two"}, {"seed": -1}, {"seats": {"White": 7}}, {"act": 7},
    {"position": {"pieces": {}}}, {"tried": "["}, {"position": 7},
])  # fmt: skip
def test_a_wish_of_another_form_is_refused(client: TestClient, wish: dict[str, Any]) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        assert "refused" in talk.result("studio/board", {"uri": talk.begin()["uri"], **wish})


def test_rules_with_errors_are_told_with_their_line(client: TestClient) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        uri = talk.begin()["uri"]
        talk.write(uri, GAME.replace("put stone", "put stoone"), version=2)
        told = talk.result("studio/board", {"uri": uri, "moves": []})
        assert told["unplayable"] and told["error"].startswith("line 7: ")


def test_a_move_that_is_not_legal_is_told(client: TestClient) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        told = talk.result("studio/board", {"uri": talk.begin()["uri"], "moves": [], "act": "play", "text": "z9"})
        assert "z9" in told["error"]


def test_rules_that_compute_for_too_long_are_stopped(client: TestClient, monkeypatch: Any) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        uri = talk.begin()["uri"]
        with monkeypatch.context() as impatient:
            impatient.setattr(desks, "PATIENCE", 0.0)
            told = talk.result("studio/board", {"uri": uri, "moves": []})
        assert told["tooLong"] and "were stopped" in told["error"]
        assert talk.result("studio/board", {"uri": uri, "moves": []})["error"] is None


def test_what_is_shared_needs_no_other_file(client: TestClient, folder: Folder) -> None:
    (folder.root / "wide.gdl").write_text(
        'game "Wide" extends "row.gdl"\nreplace end\n  win me if count(mine) = 2\n', encoding="utf-8"
    )
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        opened = talk.begin(name="row.gdl")
        assert talk.result("studio/share", {"uri": opened["uri"], "wants": "text"}) == {"text": GAME}
        page = talk.result("studio/share", {"uri": opened["uri"], "wants": "page"})["page"]
        assert page.startswith("<!doctype html>")
        assert "data-setting" in page
        assert "refused" in talk.result("studio/share", {"uri": opened["uri"], "wants": "all"})
        wide = talk.result("studio/open", {"name": "wide.gdl"})
        talk.write(wide["uri"], wide["text"], "didOpen")
        text = talk.result("studio/share", {"uri": wide["uri"], "wants": "text"})["text"]
        assert "extends" not in text
        assert "board grid(3, 1)" in text
        assert "win me if count(mine) = 2" in text


def test_a_variant_of_a_shipped_game_is_shared_as_it_is(client: TestClient, folder: Folder) -> None:
    text = 'game "Small" extends "tictactoe"\n'
    (folder.root / "small.gdl").write_text(text, encoding="utf-8")
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        opened = talk.begin(name="small.gdl")
        assert talk.result("studio/share", {"uri": opened["uri"], "wants": "text"}) == {"text": text}


def test_what_can_not_be_shared_is_said(client: TestClient, folder: Folder) -> None:
    (folder.root / "bad.gdl").write_text('game "Bad"\nturn\n', encoding="utf-8")
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        opened = talk.begin(name="bad.gdl")
        assert talk.result("studio/share", {"uri": opened["uri"], "wants": "text"})["text"] == opened["text"]
        assert "line 2" in talk.result("studio/share", {"uri": opened["uri"], "wants": "page"})["error"]


def test_a_text_that_is_given_opens_under_its_games_name(client: TestClient) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        talk.begin(name="row.gdl")
        opened = talk.result("studio/open", {"text": GAME})
        assert (opened["name"], opened["text"], opened["mark"]) == ("row2.gdl", GAME, None)
        assert talk.result("studio/open", {"text": "rubbish"})["name"] == "mygame.gdl"
# ---- what is found out in the background


def test_figures_are_those_of_the_rules_and_of_the_options(client: TestClient) -> None:
    game = GAME.replace("board grid(3, 1)", 'option wide: 2..9 = 3 "cells"\nboard grid(wide, 1)')
    game = game.replace("mine within {a1, b1, c1} and ", "")
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        uri = talk.begin()["uri"]
        talk.write(uri, game, version=2)
        for wide in (3, 5):  # White has two stones after three plies, whatever is played: 3 + 2 + 1 options, 5 + 4 + 3
            told = talk.result("studio/figures", {"uri": uri, "options": {"wide": wide}})
            values = {one["name"]: one["value"] for one in told["figures"]}
            assert told["games"] == 1000 and told["problem"] == ""
            assert values["won.White.random"] == 1 and values["drawn.random"] == 0
            assert values["turns.random"] == values["decisions.random"] == 3
            assert values["options"] == wide - 1


def test_lines_that_never_come_into_effect_are_told(client: TestClient) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        uri = talk.begin()["uri"]
        talk.write(uri, GAME + "  draw if no empty and count(mine) = 7\n", version=2)
        assert talk.result("studio/idle", {"uri": uri})["lines"] == [[9, "draw if no empty and count(mine) = 7"]]


def test_findings_of_play_come_with_a_game_that_shows_them(client: TestClient) -> None:
    broken = GAME.replace("turn\n", "game has n: 0..1\nturn\n  n += 1\n")
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        uri = talk.begin()["uri"]
        talk.write(uri, broken, version=2)
        found = talk.result("studio/judge", {"uri": uri})["findings"]
        witness = next(one["witness"] for one in found if one["witness"])
        told = talk.result("studio/board", {"uri": uri, **witness})
        assert len(witness["moves"]) == 1 and told["fitting"] == 0 and "`n`" in told["why"]  # the move breaks the rule


def test_work_that_is_given_up_is_told_so(client: TestClient) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        uri = talk.begin()["uri"]
        talk.tell_question("studio/judge", {"uri": uri})
        assert talk.result("studio/stop", {}) == {}
        assert talk.answer(talk.number - 1)["result"]["outdated"]
        assert talk.result("studio/figures", {"uri": uri})["games"] == 1000


def test_a_game_without_end_costs_a_message(client: TestClient) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        uri = talk.begin()["uri"]
        talk.write(uri, ENDLESS, version=2)
        assert "hasn't ended after" in talk.result("studio/figures", {"uri": uri})["problem"]


def test_a_test_is_kept_only_of_what_is_there_and_may_be_named(client: TestClient, folder: Folder) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        uri = talk.begin()["uri"]
        for wish in ({"name": ""}, {"name": "a\nb"}, {"name": 7}, {"name": "x", "moves": 7}, {"name": "x" * 201}):
            assert "refused" in talk.result("studio/keep", {"uri": uri, "moves": ["b1"], **wish})
        assert "z9" in talk.result("studio/keep", {"uri": uri, "moves": ["z9"], "name": "no"})["error"]
        assert "refused" in talk.result("studio/drop", {"uri": uri, "file": "../x.yaml", "index": 0, "name": "no"})
        assert [path.name for path in folder.root.iterdir()] == ["row.gdl"]


def test_a_file_of_tests_that_is_none_is_told_and_left_alone(client: TestClient, folder: Folder) -> None:
    (folder.root / "scenarios-row.yaml").write_text("game: [\n", encoding="utf-8")
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        uri = talk.begin()["uri"]
        assert "scenarios-row.yaml" in talk.result("studio/cases", {"uri": uri})["wrong"][0]
        assert "refused" in talk.result("studio/keep", {"uri": uri, "moves": ["b1"], "name": "one"})
    assert (folder.root / "scenarios-row.yaml").read_text(encoding="utf-8") == "game: [\n"


def test_a_text_is_held_against_the_saved_one(client: TestClient, folder: Folder) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        uri = talk.begin()["uri"]
        same = talk.result("studio/compare", {"uri": uri, "other": "saved"})
        assert same["lines"] == [] and not any(one["sure"] or one["by"]["value"] for one in same["figures"])
        wider = GAME.replace("grid(3, 1)", "grid(4, 1)").replace("mine within {a1, b1, c1} and ", "")
        talk.write(uri, wider, version=2)
        told = talk.result("studio/compare", {"uri": uri, "other": "saved"})
        changed = [line for line in told["lines"] if line[0] in "+-"]
        assert changed[:2] == ["-board grid(3, 1)", "+board grid(4, 1)"] and len(changed) == 4
        options = next(one for one in told["figures"] if one["name"] == "options")
        assert (options["before"], options["value"], options["sure"]) == (2, 3, True)  # 3, 2, 1 options; 4, 3, 2
        for other in ("base", "commit", "else", None):
            assert "refused" in talk.result("studio/compare", {"uri": uri, "other": other})


def test_a_text_is_held_against_that_of_the_last_commit(client: TestClient, folder: Folder) -> None:
    git = shutil.which("git")
    if git is None:
        pytest.skip("git isn't there")
    who = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    for words in (["init", "-q"], ["add", "row.gdl"], [*who, "commit", "-q", "-m", "first"]):
        subprocess.run([git, "-C", str(folder.root), *words], check=True, capture_output=True)
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        opened = talk.begin()
        text = GAME.replace('"Row"', '"Line"')
        talk.write(opened["uri"], text, version=2)
        talk.result("studio/save", {"name": "row.gdl", "text": text, "mark": opened["mark"]})
        told = talk.result("studio/compare", {"uri": opened["uri"], "other": "commit"})
        assert [line for line in told["lines"] if line[0] in "+-"] == ['-game "Row"', '+game "Line"']


def test_a_new_ruleset_is_a_copy_or_a_variant_of_one_that_ships(client: TestClient) -> None:
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        talk.begin()
        games = talk.result("studio/shipped", {})["games"]
        assert {"tictactoe", "chess"} <= {one["name"] for one in games}
        copy = talk.result("studio/open", {"new": True, "game": "nim", "sort": "copy"})
        assert copy["text"] == library.read("nim").text and copy["name"] == "my_nim.gdl" and copy["mark"] is None
        variant = talk.result("studio/open", {"new": True, "game": "nim", "sort": "variant"})
        talk.write(variant["uri"], variant["text"], "didOpen")
        assert talk.result("studio/board", {"uri": variant["uri"]})["info"]["title"] == "My Nim"
        assert talk.result("studio/base", {"uri": variant["uri"]})["texts"][0]["name"] == "nim.gdl"
        for wish in ({"own": "../row.gdl"}, {"own": "none.gdl"}, {"own": 7}):
            assert "refused" in talk.result("studio/open", {"new": True, **wish})
        for wish in ({"game": "../row", "sort": "copy"}, {"game": 7, "sort": "copy"}, {"game": "nim", "sort": "x"}):
            assert "refused" in talk.result("studio/open", {"new": True, **wish})


@pytest.mark.parametrize("name", ["deep/own", "nim"])
def test_a_variant_of_a_file_stands_beside_it(name: str, client: TestClient, folder: Folder) -> None:
    """Also if a game that ships has its name."""
    path = folder.root / f"{name}.gdl"
    path.parent.mkdir(exist_ok=True)
    path.write_text(library.read("nim").text.replace('"Nim"', '"My own row"'), encoding="utf-8")
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        talk.begin()
        variant = talk.result("studio/open", {"new": True, "own": f"{name}.gdl"})
        assert variant["name"] == str(Path(name).with_name(f"my_{path.stem}.gdl")) and variant["mark"] is None
        talk.write(variant["uri"], variant["text"], "didOpen")
        (base,) = talk.result("studio/base", {"uri": variant["uri"]})["texts"]
        assert base["text"] == path.read_text(encoding="utf-8")
        assert talk.result("studio/board", {"uri": variant["uri"]})["info"]["title"] == "My My own row"


def test_the_pages_of_studies_are_told_to_nobody_else(client: TestClient) -> None:
    assert client.get("/study/x").status_code == 404
    assert "sandbox" not in client.get("/").headers["content-security-policy"]


@pytest.mark.deep
def test_a_study_has_a_page_of_its_own(client: TestClient) -> None:
    pytest.importorskip("matplotlib", reason="the extra [study] isn't installed")
    with client.websocket_connect(LINE) as socket:
        talk = Talk(socket)
        address = talk.result("studio/study", {"uri": talk.begin()["uri"]})["address"]
        answer = client.get(address)
        assert "Row: a study" in answer.text and "sandbox allow-scripts" in answer.headers["content-security-policy"]
    assert client.get(address).status_code == 404
