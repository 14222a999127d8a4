"""Moves as people write them: what python-chess writes is taken as the same move, and what players are used to."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from counting import load

from cli.terminal.scene.reading import read_move
from interpreter import Ambiguous, NotAMove, NotLegal, State
from interpreter.game.move_texts import pick
from interpreter.game.readings import loose, readings

VARIANTS = {
    "chess": "Board",
    "king_of_the_hill": "KingOfTheHillBoard",
    "three_check": "ThreeCheckBoard",
    "atomic": "AtomicBoard",
    "antichess": "AntichessBoard",
    "crazyhouse": "CrazyhouseBoard",
}


def boards(kind: str, number: int) -> Iterator[tuple[State, Any]]:
    """So many positions of random games, ours beside those of python-chess."""
    chess = pytest.importorskip("chess", reason="python-chess isn't installed: pip install chess")
    pytest.importorskip("chess.variant")
    game, dice = load(kind), random.Random(kind)
    while True:
        board = chess.Board() if kind == "chess" else getattr(chess.variant, VARIANTS[kind])()
        state = game.start()
        while not state.is_over and (legal := list(board.legal_moves)):
            yield state, board
            number -= 1
            if not number:
                return
            move = dice.choice(legal)
            state = state.play(board.uci(move) if dice.random() < 0.5 else board.san(move))
            board.push(move)


def same_move(state: State, board: Any) -> None:
    """Every legal move, in SAN and in UCI, leads to the same pieces on the same squares."""
    for move in board.legal_moves:
        san, uci = board.san(move), board.uci(move)
        board.push(move)
        after = board.board_fen().replace("~", "")
        board.pop()
        for text in (san, uci, san.rstrip("+#"), f"{san}!?", san.replace("O", "0")):
            found = state.play(text).notation.split()[0].partition("[")[0].replace("~", "")
            assert found == after, (board.fen(), text, state.parse(text))


@pytest.mark.parametrize("kind", VARIANTS)
def test_what_python_chess_writes_is_the_same_move(kind: str) -> None:
    for state, board in boards(kind, 4):
        same_move(state, board)


@pytest.mark.deep
@pytest.mark.parametrize("kind", VARIANTS)
def test_what_python_chess_writes_is_the_same_move_for_long(kind: str) -> None:
    for state, board in boards(kind, 150):
        same_move(state, board)


# ---- as players of other games write


def written(state: State, text: str) -> list[str]:
    """The moves, as the rules write them, that a line stands for."""
    found = []
    while text:
        move, text = pick(state, text)
        assert read_move(state, move.text)[0] == move
        found.append(move.text)
        state = state.play(move)
    return found


# Draughts by the numbers of the squares, which begin on Black's side (English) or at the top (international).
@pytest.mark.parametrize(
    ("name", "text", "meant"),
    [
        ("draughts", "11-15 22-17 15-19 24x15 10x19", "c3-d4 f6-g5 d4-c5 b6xd4 e3xc5"),
        ("draughts", "11-15 22-18 15x22 25x18", "c3-d4 f6-e5 d4xf6 g7xe5"),
        ("international", "32-28 19-23 28x19 14x23", "d4-e5 g7-f6 e5xg7 h8xf6"),
        ("brazilian_draughts", "22-18", "c3-d4"),
        ("russian_draughts", "c3d4 f6-g5 d4-e5 d6:f4", "c3-d4 f6-g5 d4-e5 d6xf4"),
        ("go", "D4 d5 PASS", "d4 d5 pass"),
        ("dobutsu", "Cb3 Lxb3 Gc2", "b2xb3 b4xb3 c1-c2"),
        ("amazons", "d1d7 g7 A7B7", "d1-d7 xg7 a7-b7"),
        ("hex", "F6 Swap", "f6 swap"),
    ],
)
def test_what_players_write(name: str, text: str, meant: str) -> None:
    assert " ".join(written(load(name).start(), text)) == meant


@pytest.mark.parametrize("text", ["c3xe5xc7", "11x18x27", "c3-e5-c7", "c3xe5 e5c7"])
def test_several_jumps_in_one(text: str) -> None:
    men = {"man of Black": ["c3"], "man of White": ["d4", "d6", "h8"]}
    assert written(load("draughts").position({"pieces": men}), text) == ["c3xe5", "e5xc7"]


def backgammon(mover: str, left: dict[int, int]) -> State:
    """The beginning, after a throw."""
    game = load("backgammon")
    start = game.start().position()
    return game.position({**start, "to move": mover, "variables": {**start["variables"], "left": left}})


@pytest.mark.parametrize(
    ("mover", "left", "text", "meant"),
    [
        ("White", {4: 1, 6: 1}, "24/18/14", "24/18 18/14"),
        ("White", {4: 1, 6: 1}, "24/18*/14*", "24/18 18/14"),
        ("White", {2: 4}, "13/11(2) 6/4(2)", "13/11 13/11 6/4 6/4"),
        ("Black", {2: 4}, "13/11(2) 6/4(2)", "12/14 12/14 19/21 19/21"),  # Black counts from the other side
        ("Black", {2: 4}, "12/14, 12/14", "12/14 12/14"),
    ],
)
def test_backgammon(mover: str, left: dict[int, int], text: str, meant: str) -> None:
    state = backgammon(mover, left)
    assert " ".join(written(state, text)) == meant
    typed, texts = text, []
    while typed:
        move, typed = read_move(state, typed)
        texts.append(move.text)
        state = state.play(move)
    assert " ".join(texts) == meant


def test_men_on_the_bar() -> None:
    game = load("backgammon")
    men = {25: {"White": 1}, 6: {"White": 14}, 19: {"Black": 15}}
    state = game.position({"to move": "White", "variables": {"men": men, "left": {2: 1}}})
    assert state.parse("bar/23").text == state.parse("25/23").text == "25/23"
    with pytest.raises(NotLegal):
        state.parse("bar/22")


# ---- nothing is guessed


KNIGHTS = {"king of White": ["e1"], "king of Black": ["e8"], "knight of White": ["b1", "f3"]}
CORNER = {"king of White": ["h1"], "king of Black": ["h8"], "bishop of White": ["d2"], "pawn of White": ["b2"],
          "rook of Black": ["c3"]}  # fmt: skip


def chess(pieces: dict[str, list[str]]) -> State:
    return load("chess").position({"pieces": pieces})


def test_a_text_of_several_moves_is_asked_back() -> None:
    state = chess(KNIGHTS)
    with pytest.raises(Ambiguous, match="could be b1-d2, f3-d2"):
        state.parse("Nd2")
    assert state.parse("Nbd2").text == "b1-d2"
    assert state.parse("nfd2").text == "f3-d2"


def test_a_pawn_is_no_bishop() -> None:
    state = chess(CORNER)
    assert state.parse("bxc3").text == "b2xc3"
    assert state.parse("Bxc3").text == "d2xc3"
    without = chess({**CORNER, "pawn of White": ["a2"]})
    with pytest.raises(NotLegal):
        without.parse("bxc3")
    assert without.parse("BXC3").text == "d2xc3"


def test_the_rules_own_writing_comes_first() -> None:
    state = chess({"king of White": ["e1"], "king of Black": ["e8"], "knight of White": ["b1"],
                   "bishop of White": ["c1", "c5"]})  # fmt: skip
    assert state.parse("b1a3").text == "b1-a3"
    assert state.parse("B1a3").text == "c1-a3"


def test_strictly_read_only_the_rules_own_writing_counts() -> None:
    state = load("chess").start()
    assert state.parse("E2-E4", strict=True).text == "e2-e4"
    for text in ("e4", "e2e4", "e2-e4!"):
        assert state.parse(text).text == "e2-e4"
        with pytest.raises((NotLegal, NotAMove)):
            state.parse(text, strict=True)


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("a1-b2", "a1xb2", True),
        ("a1 b2", "a1b2", True),
        ("a1–b2", "a1-b2", True),
        ("13/11", "13 - 11", True),
        ("0-0", "O-O", True),
        ("Nxd5", "Nd5", True),
        ("e7-e8=Q", "e7e8Q", True),
        ("1-12", "11-2", False),
        ("1-12", "112", False),
        ("-2", "2", False),
        ("xa1", "a1", False),
        ("a1-", "a1", False),
        ("O-O", "OO", False),
        ("a10", "a1O", False),
    ],
)
def test_what_is_alike(a: str, b: str, same: bool) -> None:
    assert (loose(a) == loose(b)) == same


@pytest.mark.parametrize(
    ("typed", "card"),
    [("10c", "TC"), ("10♣", "TC"), ("10 ♣", "TC"), ("10C", "TC"), ("tc", "TC"), ("q♠", "QS"), ("Q♤", "QS"),
     ("9♦", "9D"), ("a♡", "AH")],
)  # fmt: skip
def test_a_card_may_be_typed_as_its_face_shows_it(typed: str, card: str) -> None:
    moves = [Written(one) for one in ("TC", "QS", "9D", "AH", "TS", "QH")]
    assert [moves[i].text for i in readings(typed, moves, lambda text: False)] == [card]


@pytest.mark.parametrize("text", ["10-14", "a10", "10c4", "c10", "b10c"])
def test_what_only_looks_like_a_card_stays(text: str) -> None:
    assert "T" not in loose(text)


@dataclass(frozen=True)
class Written:
    text: str
    others: tuple[str, ...] = ()
