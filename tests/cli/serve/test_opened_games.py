"""Games that begin elsewhere: opened where games begin, played on, copied, kept over a restart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")

from serving import ORIGIN, House, house

from interpreter import Game
from interpreter.game import records


def begin(h: House, text: str, **seats: str) -> dict[str, Any]:
    wishes = {"options": {}, "players": None, "seats": seats, "text": text}
    found: dict[str, Any] = h.client.post("/games", json=wishes, headers=ORIGIN).json()
    return found


def test_a_game_goes_on_and_is_copied() -> None:
    with house("chess") as h:
        links = begin(h, "1. e4 {best} e5 (1... c5) 2. Nf3 *")["links"]
        with h.sit(links["Black"]) as black, h.sit(links["White"]) as white:
            assert [ply.get("said", ply["text"]) for ply in black.log] == ["e4", "e5", "Nf3"]
            assert "error" in white.play("d2-d4") and "error" not in black.play("Nc6")
            copied = black.ask("copy", text="pgn")["record"]
            assert copied.split("\n\n")[1].strip() == "1. e4 e5 2. Nf3 Nc6 *"
            placed = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"
            assert black.ask("copy", text="fen")["record"] == f"{placed} w KQkq - 2 3\n"
            assert "has no games in" in black.ask("copy", text="pdn")["error"]
            assert "no choice of yours" in white.ask("undo")["error"]


def test_positions_outlive_a_restart_and_computers_know_them(tmp_path: Path) -> None:
    fen = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
    with house("chess", path=tmp_path / "games.sqlite") as h:
        links = begin(h, fen)["links"]
        against = begin(h, fen, White="level:3")["links"]
        with h.sit(against["Black"]) as black:
            while not black.log:
                black.until("state")
            assert black.log[0]["text"].startswith(("a1", "h1"))
    with house("chess", path=tmp_path / "games.sqlite") as h, h.sit(links["White"]) as white:
        assert white.log == [] and len(white.moves()) == 16
        assert "error" not in white.play("Ra8")
        record = records.parsed(white.ask("record")["record"])
        assert record.start is not None and record.result == {"White": "win", "Black": "loss"}
        assert white.ask("copy", text="pgn")["record"].split("\n\n")[1].strip() == "1. Ra8 1-0"


@pytest.mark.parametrize(("text", "said"), [
    ("1. e4 e5\n2. Ke3", "game 1, line 2, move 3 `Ke3`"), ("8/8/8 w", "line 1"), ("rubbish", "no game and no position"),
    ("1. f3 e5 2. g4 Qh4#", "over there already"), ("x" * 64_001, "64,000 characters"),
    ("(;GM[1];B[dd])", "game 1, line 1"), (json.dumps({"gdl record": 1}), "rules"),
    ("1. Nf3 Nf6 2. Ng1 Ng8 " * 300, "1,000 moves"),
])  # fmt: skip
def test_what_cannot_be_opened_is_told_and_nothing_begins(text: str, said: str) -> None:
    with house("chess") as h:
        found = begin(h, text)
        assert said in found["error"] and "links" not in found


def test_who_opens_a_game_may_not_know_what_players_hide() -> None:
    with house("battleship") as h:
        assert h.client.get("/game").json()["hides"] is True
        assert "hide something" in begin(h, "pieces: {}")["error"]
        with h.sit(begin(h, "")["watch"]) as onlooker:
            assert "hide something" in onlooker.ask("copy", text="pgn")["error"]


def test_a_text_must_be_one() -> None:
    with house() as h:
        wishes = {"options": {}, "players": None, "seats": {}, "text": 5}
        assert h.client.post("/games", json=wishes, headers=ORIGIN).status_code == 400


def test_dice_that_were_rolled_stay_rolled() -> None:
    game = Game.load("backgammon")
    state = game.start(seed=5)
    made = records.new(game, "backgammon", 5)
    for _ in range(12):
        move = state.moves[0]
        if state.in_turn and made.turns:
            made.turns[-1].append(move.text)
        else:
            made.turns.append([move.text])
        state = state.play(move)
    with house("backgammon") as h:
        links = begin(h, records.text(made))["links"]
        with h.sit(next(iter(links.values()))) as one:
            log = one.log
    assert [ply["text"] for ply in log][:12] == [text for turn in made.turns for text in turn]
