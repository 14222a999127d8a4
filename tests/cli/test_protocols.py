"""`gdl engine`: chess programs' moves beside python-chess; whole games through its client; what isn't UCI."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import chess
import chess.engine
import chess.variant
import pytest
from command import run as here
from patience import HANGS

from interpreter import Game
from interpreter.bridges.protocols.gtp import GoEngine
from interpreter.bridges.protocols.names import named
from interpreter.bridges.protocols.thinking import Strength
from interpreter.bridges.protocols.uci import UCI, USI, Dialect, Engine

COMMAND = [sys.executable, "-c", "from cli.main import main; main()", "engine", "chess"]


class Talk:
    """A conversation in this process."""

    def __init__(self, game: str, dialect: Dialect = UCI, **strength: int) -> None:
        self.said: list[str] = []
        self.decided = threading.Event()
        self.engine = Engine(Game.load(game), self._hear, dialect, Strength(**strength), {"threecheck": "three_check"})

    def _hear(self, line: str) -> None:
        self.said.append(line)
        if line.startswith("bestmove"):
            self.decided.set()

    def ask(self, *lines: str) -> list[str]:
        """What is answered, until nothing more will be."""
        self.said = []
        for line in lines:
            self.engine.hear(line)
        self.engine.finish()
        return self.said


@pytest.mark.parametrize(("name", "board"), [("chess", "Board"), ("crazyhouse", "CrazyhouseBoard"),
    ("atomic", "AtomicBoard"), ("antichess", "AntichessBoard")])  # fmt: skip
def test_moves_are_called_as_python_chess_calls_them(name: str, board: str) -> None:
    dice, game = random.Random(name), Game.load(name)
    for _ in range(3):
        state = game.start()
        other = chess.Board() if board == "Board" else getattr(chess.variant, board)()
        for _ in range(60):
            if state.is_over:
                break
            moves = named(state)
            assert set(moves) == {move.uci() for move in other.legal_moves}, other.fen()
            text = dice.choice(sorted(moves))
            state = state.play(moves[text])
            other.push_uci(text)


def test_promotions_and_castling() -> None:
    for line in ("1n2k2r/P6P/8/8/8/8/p6p/R3K3 w Qk - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9"):
        found = set(named(Game.load("chess").position(line)))
        assert found == {move.uci() for move in chess.Board(line).legal_moves}
        assert {"a7b8n", "e1c1"} <= found or {"e8g8", "e8c8"} <= found


def test_shogi_is_called_as_usi_has_it() -> None:
    """Thirty moves at first, as everywhere; a drop has a star."""
    game = Game.load("shogi")
    state = game.start()
    assert len(named(state, USI.drop)) == 30
    for text in ("7g7f", "3c3d", "8h2b+", "3a2b"):
        state = state.play(named(state, USI.drop)[text])
    assert "B*5e" in named(state, USI.drop)


def test_a_whole_game_through_another_programs_client() -> None:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=HANGS) as engine:
        assert engine.id["name"] == "gdl Chess"
        board, dice = chess.Board(), random.Random(1)
        while not board.is_game_over() and board.ply() < 30:
            if board.ply() % 2:
                board.push(dice.choice(list(board.legal_moves)))
            else:
                found = engine.play(board, chess.engine.Limit(nodes=300))
                assert found.move in board.legal_moves
                board.push(found.move)
        board = chess.Board("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
        rows = engine.analyse(board, chess.engine.Limit(depth=3), multipv=3)
        assert rows[0]["pv"][0].uci() == "d1d8"
        assert rows[0]["score"].white().mate() == 1
        assert len({row["pv"][0] for row in rows}) == 3


def test_what_is_endless_is_stopped() -> None:
    talk = Talk("breakthrough")
    talk.engine.hear("go infinite")
    talk.engine.hear("isready")
    assert not talk.decided.is_set()
    talk.engine.hear("stop")
    assert talk.decided.wait(HANGS)
    assert sum(line.startswith("bestmove ") for line in talk.said) == 1


@pytest.mark.parametrize("game", ["breakthrough", "go"])
@pytest.mark.parametrize("level", [3, 8])
def test_who_is_ready_has_compiled_the_rules(game: str, level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the first search can't be stopped meanwhile, and its clock runs. Breakthrough is searched by depth, Go
    by random games."""
    talk = Talk(game, level=level)
    assert talk.ask("isready") == ["readyok"]

    def too_late(*_: object) -> None:
        raise AssertionError("rules are compiled while somebody waits for a move")

    for module in ("code_cache", "jobs", "machine"):
        monkeypatch.setattr(f"interpreter.native.host.{module}.prepare", too_late)
    monkeypatch.setattr("interpreter.native.host.load.jobs", too_late)
    found = talk.ask("position startpos", "go nodes 10")
    assert found[-1].startswith("bestmove ")


def test_pondering_ends_by_the_clock_when_it_was_right() -> None:
    talk = Talk("tictactoe")
    talk.engine.hear("position startpos moves a1")
    talk.engine.hear("go ponder wtime 1000 btime 1000")
    assert not talk.decided.is_set()
    talk.engine.hear("ponderhit")
    assert talk.decided.wait(HANGS)
    talk.engine.finish()
    assert sum(line.startswith("bestmove ") for line in talk.said) == 1


def test_mates_are_told_in_moves_of_who_moves() -> None:
    mate = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"
    assert any(" score mate 1 " in line for line in Talk("chess").ask(f"position fen {mate}", "go depth 4"))
    lost = "7k/8/5KQ1/8/8/8/8/8 b - - 0 1"  # stalemate
    assert Talk("chess").ask(f"position fen {lost}", "go depth 4")[-1] == "bestmove 0000"


def test_levels_and_variants_are_options() -> None:
    talk = Talk("chess")
    said = talk.ask("setoption name Level value 2", "setoption name UCI_Variant value threecheck", "d")
    assert talk.engine.game.name == "three_check" and talk.engine.strength.level == 2
    assert any(line.startswith("Moves: ") for line in said)


@pytest.mark.parametrize(("line", "said"), [
    ("position startpos moves e2e5", "`e2e5` is no move after 0 plies"),
    ("position fen rubbish", "info string"),
    ("position", "a position is `startpos`"),
    ("position sideways 3", "a position is `startpos`"),
    ("setoption name Level value 99", "Level is a number from 1 to 8, not `99`"),
    ("setoption name MultiPV value -1", "MultiPV is a number"),
    ("setoption name UCI_Variant value nothing", "there is no variant `nothing`"),
    ("setoption", "there is no option ``"),
    ("setoption name Colour value blue", "there is no option `Colour`"),
    ("go depth 99999999999999999999999 nodes x", ""),
    ("hello there", "nothing is known of `hello there`"),
    ("\ud83d\ude00 \x00", "nothing is known"),
    ("", ""),
    ("stop", ""),
    ("ponderhit", ""),
])  # fmt: skip
def test_what_isnt_understood_is_told_and_does_no_harm(line: str, said: str) -> None:
    talk = Talk("chess")
    found = talk.ask("setoption name Level value 1", line, "isready")
    assert said in " ".join(found)
    found = talk.ask("position startpos moves e2e4", "go nodes 50")
    assert found[-1].removeprefix("bestmove ") in {move.uci() for move in _after("e2e4").legal_moves}


def _after(*moves: str) -> chess.Board:
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return board


def test_nothing_is_played_where_the_position_isnt_known() -> None:
    found = Talk("chess").ask("position startpos moves e2e4 e2e4", "go nodes 50")
    assert found[-1] == "bestmove 0000" and "nothing is known of the position" in found[-2]


def spoken(text: bytes, *words: str) -> Iterator[str]:
    done = subprocess.run([*COMMAND[:-1], *words], input=text, capture_output=True, timeout=HANGS, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr
    yield from done.stdout.decode().splitlines()


def test_a_real_process_hears_bytes_of_all_kinds() -> None:
    lines = list(spoken(b"uci\n\xff\xfe\x00garbage\n" + b"x" * 2_000_000 + b"\nisready\ngo nodes 20\n", "tictactoe"))
    assert "uciok" in lines and "readyok" in lines and lines[-1].startswith("bestmove ")


@pytest.mark.parametrize(("words", "said"), [
    (["engine", "backgammon"], "these protocols know no chance"),
    (["engine", "hearts"], "don't see everything"),
    (["engine", "nogame"], "there is no ruleset `nogame`"),
    (["engine", "chess", "--protocol", "smtp"], "there is no protocol `smtp`: say uci, usi, ucci, xboard, gtp"),
    (["engine", "chess", "--level", "9"], "there is no level `9`"),
])  # fmt: skip
def test_what_cant_be_played_is_said(words: list[str], said: str) -> None:
    status, out, err = here(words)
    assert status in (1, 2)
    assert said in out + err


# ---- GTP


class GoTalk:
    """A conversation with the engine of games of stones."""

    def __init__(self, name: str, **options: object) -> None:
        self.said: list[str] = []

        def load(more: Mapping[str, object]) -> Game:
            return Game.load(name, **dict(more))

        self.engine = GoEngine(load(options), self.said.append, load, Strength(level=2))

    def ask(self, line: str) -> str:
        self.said.clear()
        self.engine.hear(line)
        return self.said[0] if self.said else ""


def test_the_dialogue_of_the_drafts_examples() -> None:
    """Answers as GTP's draft has them: `=` or `?`, the number, the answer, an empty line."""
    talk = GoTalk("go")
    assert talk.ask("1 protocol_version") == "=1 2\n"
    assert talk.ask("17 known_command genmove") == "=17 true\n"
    assert talk.ask("known_command dance") == "= false\n"
    assert talk.ask("4 dance") == "?4 unknown command\n"
    assert talk.ask("boardsize 5") == "=\n" and talk.ask("clear_board") == "=\n" and talk.ask("komi 5.5") == "=\n"
    assert talk.engine.game.options["komi"] == 11 and talk.engine.game.options["size"] == 5
    assert talk.ask("play black c3") == "=\n"
    assert talk.ask("play white C3") == "? illegal move\n"
    assert talk.ask("play black d4") == "=\n"  # White was passed over
    assert talk.ask("undo") == "=\n" and talk.engine._now.line == ["c3"]
    assert talk.ask("boardsize 99").startswith("? unacceptable size")
    assert talk.ask("komi much") == "? komi not a float\n"
    assert talk.ask("undo") == "=\n" and talk.ask("undo") == "? cannot undo\n"
    assert talk.ask("# only a comment") == ""


def test_colours_take_turns_where_nobody_can_pass() -> None:
    talk = GoTalk("hex", size=5)
    assert talk.ask("play black a1") == "=\n"
    assert talk.ask("play black b1").startswith("? illegal move: it is the turn of Blue")


def test_handicaps_stand_where_gtp_puts_them() -> None:
    """The table in GTP's draft: two stones in the corners, five with one in the middle."""
    talk = GoTalk("go", size=19)
    assert talk.ask("fixed_handicap 2") == "= D4 Q16\n"
    assert talk.ask("fixed_handicap 2") == "? board not empty\n"
    assert talk.engine._now.mover == "White"
    talk.ask("clear_board")
    assert talk.ask("fixed_handicap 5") == "= D4 Q16 Q4 D16 K10\n"
    talk = GoTalk("go", size=9)
    assert talk.ask("place_free_handicap 4") == "= C3 G7 G3 C7\n"
    talk.ask("clear_board")
    assert talk.ask("fixed_handicap 10") == "? invalid number of stones\n"
    assert talk.ask("set_free_handicap A1 A1") == "? bad vertex list\n"
    assert talk.ask("set_free_handicap A1 B2 C3") == "=\n"
    assert talk.ask("final_status_list alive") == "= A1 B2 C3\n" and talk.ask("final_status_list dead") == "=\n"
    assert talk.ask("final_status_list ill") == "? invalid status\n"
    assert talk.ask("genmove w").startswith("= ")


def test_a_file_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]FF[4]SZ[5]KM[0];B[cc];W[aa];B[ee])", encoding="utf-8")
    talk = GoTalk("go", size=9)
    assert talk.ask(f"loadsgf {file}") == "=\n"
    assert talk.engine._now.line == ["c3", "a5", "e1"] and talk.engine.game.options["size"] == 5
    assert talk.ask(f"loadsgf {file} 2") == "=\n" and talk.engine._now.line == ["c3"]
    assert talk.ask("loadsgf /no/such/file") == "? cannot load file\n"
    assert talk.ask("loadsgf") == "? missing filename\n"


@pytest.mark.parametrize(("command", "rate"), [("lz-analyze 10", r"\d+"), ("kata-analyze b 10", r"[01]\.\d{4}")])
def test_an_analysis_goes_on_until_something_else_is_said(command: str, rate: str) -> None:
    talk = GoTalk("tictactoe")
    talk.engine.strength = Strength()
    assert talk.ask(f"7 {command}") == "=7"
    assert talk.engine._analysis is not None  # it runs
    talk.engine._analysis.finish()
    lines = talk.said[1:]
    told = rf"info move [A-C][1-3] visits \d+ winrate {rate} order 0 pv "
    assert lines and all(re.match(told, line) for line in lines)
    assert talk.ask("name") == "" and talk.said[1] == "= gdl Tic-tac-toe\n"


def test_a_board_of_one_size_takes_that_size() -> None:
    talk = GoTalk("tictactoe")
    assert talk.ask("boardsize 3") == "=\n"
    assert talk.ask("boardsize 4").startswith("? unacceptable size: the rules have no option `size`")


def test_there_is_no_column_i() -> None:
    talk = GoTalk("go", size=9)
    assert talk.ask("play black J9") == "=\n"
    assert [piece.owner for piece in talk.engine._now.pieces("i9")] == ["Black"]
    assert "A B C D E F G H J" in talk.ask("showboard") and " 9 . . . . . . . . X" in talk.ask("showboard")


def test_a_game_is_counted_as_go_programs_say_it() -> None:
    talk = GoTalk("go", size=5, komi=11)
    for line in ("play b C3", "play w pass", "play b pass"):
        assert talk.ask(line) == "=\n"
    assert talk.ask("final_score") == "= B+19.5\n"  # 25 points, less 5.5
    assert talk.ask("genmove w").startswith("? illegal move: the game is over")


@pytest.mark.parametrize("name", ["go", "hex", "tictactoe"])
def test_moves_are_generated_till_the_end(name: str) -> None:
    talk, turn = GoTalk(name, **({} if name == "tictactoe" else {"size": 3 if name == "hex" else 2})), 0
    while not talk.engine._now.is_over and turn < 200:
        assert talk.ask(f"genmove {'bw'[turn % 2]}").startswith("= ")
        turn += 1
    assert talk.engine._now.is_over


@pytest.mark.parametrize("line", ["play", "play green a1", "play b", "genmove", "boardsize", "boardsize x", "komi",
    "komi nan", "komi 1e999", "time_left", "time_left b x 0", "time_settings 1 2", "7", "\x00\x07",
    "undo 3 x"])  # fmt: skip
def test_what_gtp_doesnt_know_is_refused(line: str) -> None:
    talk = GoTalk("go", size=5)
    assert talk.ask(line).startswith("?") or not line.strip("\x00\x07")
    assert talk.ask("play b a1") == "=\n"


def test_gtp_is_known_by_its_first_line() -> None:
    lines = "\n".join(spoken(b"list_commands\nboardsize 3\ngenmove b\nquit\n", "go", "--level", "1"))
    assert "known_command" in lines and lines.count("=") == 4


GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")


@pytest.mark.skipif(GNUGO is None, reason="GNU Go isn't installed")
def test_a_game_with_gnu_go() -> None:
    """GNU Go takes every move of ours, and we take every one of its, until both pass or 80 moves are played."""
    assert GNUGO is not None
    ours = GoTalk("go", size=7)
    with subprocess.Popen([GNUGO, "--mode", "gtp", "--boardsize", "7", "--level", "1", "--positional-superko"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None

        def ask(line: str) -> str:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            said = ""
            while row := process.stdout.readline().strip():
                said += row
            return said

        for turn in range(80):
            if ours.engine._now.is_over:
                break
            if turn % 2:
                move = ask("genmove white").removeprefix("= ")
                assert ours.ask(f"play white {move}") == "=\n", move
            else:
                move = ours.ask("genmove black").removeprefix("= ").strip()
                assert ask(f"play black {move}") == "=", move
        ask("quit")
