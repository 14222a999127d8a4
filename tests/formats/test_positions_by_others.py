"""FEN and EPD held against python-chess, which reads what we write and writes what we read; and `--position` with them.

Counts: https://www.chessprogramming.org/Perft_Results.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import chess
import chess.pgn
import chess.variant
import pytest

from interpreter import Game
from interpreter.bridges.formats import converting, ending
from interpreter.bridges.formats.converting import Wish
from tests.support.command import run

BOARDS: dict[str, Callable[[], chess.Board]] = {
    "chess": chess.Board, "crazyhouse": chess.variant.CrazyhouseBoard, "three_check": chess.variant.ThreeCheckBoard,
    "atomic": chess.variant.AtomicBoard, "antichess": chess.variant.AntichessBoard,
}  # fmt: skip
PERFT = """
# well-known positions
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - D1 14; D2 191; D3 2812;
r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - D1 6; D2 264; id "position 4";
"""


def drawn(make: Callable[[], chess.Board], count: int) -> list[chess.Board]:
    """Positions of random games, over or not."""
    draw, found = random.Random(repr(make)), list[chess.Board]()
    while len(found) < count:
        board = make()
        for _ in range(draw.randrange(8, 90)):
            if board.is_game_over(claim_draw=True):
                break
            board.push(draw.choice(list(board.legal_moves)))
        if not board.is_variant_end():  # how python-chess tells of a king that is gone is its own
            found.append(board)
    return found


def by_hand(fen: str) -> tuple[str, list[str]]:
    """A line without what is in hand, and that: python-chess has an order of its own for it."""
    before, bracket, rest = fen.partition("[")
    held, _, behind = rest.partition("]")
    return before + bracket + behind, sorted(held)


def convert(given: Path, out: Path, *words: str, status: int = 0) -> tuple[list[str], str]:
    """The lines that come of a file, and what is said."""
    code, _, said = run(["convert", str(given), str(out), "--force", *words])
    assert code == status, said
    return out.read_text(encoding="utf-8").splitlines(), said


@pytest.mark.parametrize("name", BOARDS)
def test_fen_to_epd_and_back(name: str, tmp_path: Path) -> None:
    boards = drawn(BOARDS[name], 12)
    fens = [board.fen() for board in boards]
    file = tmp_path / "one.fen"
    file.write_text("\n".join(fens) + "\n", encoding="utf-8")
    lines, _ = convert(file, tmp_path / "two.epd", "--game", name)
    for line, board in zip(lines, boards, strict=True):
        other, counts = BOARDS[name](), {}
        if name == "three_check":  # python-chess knows no EPD of this one: its words are read by hand
            words, _, rest = line.partition("; ")
            assert " ".join(words.split()[:5]) == " ".join(board.fen().split()[:5]), rest
            continue
        counts = other.set_epd(line)
        assert other.epd() == board.epd()
        assert (counts.get("hmvc", 0), counts.get("fmvn", 1)) == (board.halfmove_clock, board.fullmove_number)
    again, _ = convert(tmp_path / "two.epd", tmp_path / "three.fen", "--game", name)
    assert [by_hand(fen) for fen in again] == [by_hand(fen) for fen in fens]


def test_operations_of_python_chess_are_kept(tmp_path: Path) -> None:
    draw, file = random.Random(3), tmp_path / "one.epd"
    boards = [board for board in drawn(chess.Board, 12) if any(board.legal_moves)]
    moves = [draw.choice(list(board.legal_moves)) for board in boards]
    said = [{"bm": [move], "id": f"number; {i}", "ce": i - 30, "hmvc": board.halfmove_clock}
            for i, (board, move) in enumerate(zip(boards, moves, strict=True))]  # fmt: skip
    given = [board.epd(**operations) for board, operations in zip(boards, said, strict=True)]
    file.write_text("\n".join(given) + "\n", encoding="utf-8")
    lines, told = convert(file, tmp_path / "two.epd")
    assert "bm" not in told
    for line, board, wanted in zip(lines, boards, said, strict=True):
        other = chess.Board()
        found = other.set_epd(line)
        assert other.epd() == board.epd() and {"hmvc": 0, **found} == wanted
    _, told = convert(file, tmp_path / "three.fen")
    assert "position 1: FEN has no room for bm, id, ce" in told
    convert(file, tmp_path / "four.pgn")
    with (tmp_path / "four.pgn").open(encoding="utf-8") as opened:
        for board in boards:
            game = chess.pgn.read_game(opened)
            assert game is not None and game.board().epd() == board.epd() and game.headers["bm"]
    again, _ = convert(tmp_path / "four.pgn", tmp_path / "five.epd")
    assert [line.split(" ce ")[0] for line in again] == [line.split(" ce ")[0] for line in lines]


def test_where_games_end(tmp_path: Path) -> None:
    file, boards = tmp_path / "games.pgn", drawn(chess.Board, 6)
    file.write_text("\n\n".join(str(chess.pgn.Game.from_board(board)) for board in boards), encoding="utf-8")
    lines, _ = convert(file, tmp_path / "ends.fen")
    assert lines == [board.fen() for board in boards]
    game = Game.load("chess")
    state = ending.of_file(game, file, 3)
    assert state is not None and len(state.moves) == (0 if state.is_over else boards[2].legal_moves.count())


def test_counts_of_well_known_positions(tmp_path: Path) -> None:
    file = tmp_path / "known.epd"
    file.write_text(PERFT, encoding="utf-8")
    for number, told in enumerate(converting.games(file, "epd"), 1):
        made, *_ = converting.record(told, Wish("epd", "gdl"))
        wanted = [int(value) for name, value in (made.tags or {}).items() if name.startswith("D")]
        code, out, _ = run(["perft", "chess", "--turns", str(len(wanted)), "--position", f"{file}:{number}", "--json"])
        assert code == 0 and [depth["sequences"] for depth in json.loads(out)["depths"]] == wanted


@pytest.mark.parametrize("command", [["show", "chess", "--json"], ["solve", "chess", "--json", "--memory", "64"]])
def test_one_rule_for_all_commands(command: list[str], tmp_path: Path) -> None:
    mate = "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8; id \"back rank\";"
    (tmp_path / "mates.epd").write_text(f"# mates\n\n{mate}\n", encoding="utf-8")
    played = '[SetUp "1"]\n[FEN "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"]\n\n1. Ra8# 1-0\n'
    (tmp_path / "game.pgn").write_text(played, encoding="utf-8")
    if command[0] == "show":
        for where in (mate, str(tmp_path / "mates.epd"), f"{tmp_path / 'mates.epd'}:1"):
            code, out, _ = run([*command, "--position", where])
            assert code == 0 and json.loads(out)["notation"] == "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
    code, out, said = run([*command, "--position", f"{tmp_path / 'game.pgn'}:1"])
    assert (code == 0 and json.loads(out).get("over", True)) or "over" in said


@pytest.mark.parametrize(("line", "said"), [
    ("8/8/8 w - -", "the board has 8 rows"),
    ("4k3/8/8/8/8/8/8/4K3 w - - bm Qa9; id", "bm Qa9"),
    ("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; 77;", "operations look like"),
    ("4k3/8/8/8/8/8/8/4K3 w - - Zq 1;", "`Zq` is no operation"),
    ("4k3/8/8/8/8/8/8/4K3 w - - hmvc many;", "hmvc and fmvn are numbers"),
    ("4k3/8/8/8/8/8/8/4K3 w - - id \"a\"; id \"b\";", "`id` is there twice"),
    ("4k3/8/8/8/8/8/8/4K3 w - - id \"never ends;", "operations look like"),
    ("x" * 20_000, "at most 10,000 characters"),
    ("\0\x01 w", "can't be read"),
])  # fmt: skip
def test_bad_lines_are_told_and_the_others_go_on(line: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "some.epd"
    file.write_bytes(f"4k3/8/8/8/8/8/8/4K2R w K -\n{line}\n4k3/8/8/8/8/8/8/4K2R b - -".encode())
    status = 2 if "\0" in line else 0 if "Qa9" in line else 1
    code, _, told = run(["convert", str(file), str(tmp_path / "out.epd")])
    assert code == status and ("isn't a text" if "\0" in line else said) in told
    if status < 2:
        found = (tmp_path / "out.epd").read_text(encoding="utf-8").splitlines()
        assert found[0] == "4k3/8/8/8/8/8/8/4K2R w K -" and found[-1] == "4k3/8/8/8/8/8/8/4K2R b - -"
        assert "line 2" in told


def test_rules_without_a_line_and_numbers_that_are_not_there(tmp_path: Path) -> None:
    file = tmp_path / "some.epd"
    file.write_text("8/8 w\n", encoding="utf-8")
    code, _, said = run(["convert", str(file), str(tmp_path / "o.fen"), "--game", "go"])
    assert code == 1 and "doesn't say how positions are written" in said
    assert "holds 1 game, and no number 7" in run(["show", "chess", "--position", f"{file}:7"])[2]
    assert "position 1: line 1" in run(["show", "chess", "--position", str(file)])[2]
    assert "another.epd" in run(["show", "chess", "--position", str(tmp_path / "another.epd")])[2]
