"""`gdl engine` in XBoard's windows: what is said, whole games through python-chess's client, games that XBoard doesn't
know."""

from __future__ import annotations

import random
import sys
import threading

import chess
import chess.engine
import chess.variant
import pytest
from patience import HANGS

from interpreter import Game
from interpreter.bridges.formats import naming
from interpreter.bridges.protocols.betza import betza
from interpreter.bridges.protocols.clocks import Clocks
from interpreter.bridges.protocols.names import named
from interpreter.bridges.protocols.sfen import from_fen, to_fen
from interpreter.bridges.protocols.squares import squares
from interpreter.bridges.protocols.thinking import Limits, Search, Strength
from interpreter.bridges.protocols.window import Window, window
from interpreter.bridges.protocols.xboard import XBoard

COMMAND = [sys.executable, "-c", "from cli.main import main; main()", "engine"]


def shown(name: str) -> Window:
    found = window(Game.load(name))
    assert found is not None
    return found


class Talk:
    """A conversation in this process."""

    def __init__(self, name: str, level: int = 1) -> None:
        self.said: list[str] = []
        self.moved = threading.Event()
        self.engine = XBoard(Game.load(name), self._hear, Strength(level), {"crazyhouse": "crazyhouse"})
        self.ask("xboard", "protover 2", "new", "st 0.05")

    def _hear(self, line: str) -> None:
        self.said.append(line)
        if line.startswith(("move ", "Hint")):
            self.moved.set()

    def ask(self, *lines: str) -> list[str]:
        """What is answered until nothing more will be."""
        self.said = []
        for line in lines:
            self.engine.hear(line)
        self.engine.finish()
        return self.said


# ---- how pieces move


@pytest.mark.deep  # a thousand positions, as in the next but one
def test_pieces_of_chess_in_betzas_letters() -> None:
    """As XBoard's manual writes the pieces of chess; pawns, which go two steps only at first, can't be told."""
    assert betza(shown("chess")) == {"N&": "N", "B&": "F0", "R&": "W0", "Q&": "W0F0", "K&": "WF"}


@pytest.mark.parametrize(("name", "moves"), [
    ("breakthrough", {"M&": "fmWfF"}),  # one step ahead, captures on the slant alone
    ("dobutsu", {"L&": "WF", "G&": "W", "E&": "F", "H&": "WfF"}),  # the chick is promoted, which no letter says
    ("reversi", {}), ("lines_of_action", {}), ("draughts", {}), ("surakarta", {}),
])  # fmt: skip
def test_pieces_are_described_or_left_out(name: str, moves: dict[str, str]) -> None:
    assert betza(shown(name)) == moves


@pytest.mark.deep
def test_a_lame_knight_and_no_cannon() -> None:
    """In Xiangqi the horse can be blocked, the cannon hops as it captures; generals and others keep to their places."""
    assert betza(shown("xiangqi")) == {"N&": "nN", "R&": "W0"}


# ---- squares and positions


def test_rows_of_ten_are_counted_from_0() -> None:
    assert {"a1": "a0", "e10": "e9"}.items() <= shown("xiangqi").squares.names.items()
    assert {"9i": "a1", "1a": "i9"}.items() <= shown("shogi").squares.names.items()
    assert squares(Game.load("hive")) is None


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "breakthrough", "shogi", "xiangqi", "brandubh", "janggi"])
def test_positions_are_read_as_they_are_written(name: str) -> None:
    one, dice = shown(name), random.Random(name)
    state = one.game.start()
    for _ in range(12):
        state = state.play(dice.choice(state.moves))
        again = one.position(one.line(state))
        assert [again.pieces(site) for site in one.squares.names] == [state.pieces(site) for site in one.squares.names]
        assert again.mover == state.mover
        names = one.squares.names
        assert set(named(again, squares=names)) == set(named(state, squares=names))


def test_usi_positions() -> None:
    """From the description of USI: who begins is b, hands have numbers."""
    line = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124"
    fen = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L[Sbgnppp] b"
    assert to_fen(line) == fen
    assert from_fen(fen, 124) == line
    assert Game.load("shogi").position(fen).mover == "Gote"


# ---- what is said


def test_the_greeting_names_features_and_variants() -> None:
    said = Talk("chess").ask("protover 2")
    assert said[-1] == "feature done=1"
    assert 'variants="normal,crazyhouse"' in said[0] and "usermove=1" in said[1]
    assert 'variants="breakthrough"' in Talk("breakthrough").ask("protover 2")[0]


def test_a_game_that_xboard_does_not_know_is_set_up() -> None:
    said = Talk("breakthrough").ask("variant breakthrough")
    board = "8x8+0_fairy mmmmmmmm/mmmmmmmm/8/8/8/8/MMMMMMMM/MMMMMMMM w - - 0 1"
    assert said == [f"setup (..........M.....................m...........) {board}", "piece M& fmWfF"]
    talk = Talk("chess")
    assert talk.ask("variant crazyhouse") == []  # which it knows
    talk.ask("force", "usermove e2e4", "usermove d7d5", "usermove e4d5", "usermove d8d5")
    assert talk.ask("usermove P@e4") == []


def test_a_variant_of_a_known_game_goes_like_that() -> None:
    assert naming.window_parent(Game.load("king_of_the_hill")) == "normal"
    said = Talk("king_of_the_hill").ask("variant kingofthehill")
    assert [line.split()[2] for line in said] == ["8x8+0_normal"]  # and no pieces: XBoard knows how they move


def test_it_answers_moves_and_goes_back() -> None:
    talk = Talk("chess")
    (said,) = talk.ask("usermove e2e4")
    board = chess.Board()
    board.push_uci("e2e4")
    assert said.startswith("move ") and chess.Move.from_uci(said.split()[1]) in board.legal_moves
    assert talk.ask("remove") == [] and len(talk.engine._table.past) == 1
    assert talk.ask("undo") == ["Error (command not legal now): undo"]
    assert talk.ask("force", "e2e4", "go", "ping 7")[-1] == "pong 7"


def test_illegal_moves_change_nothing() -> None:
    talk = Talk("chess")
    assert talk.ask("usermove e2e5")[0].startswith("Illegal move (")
    assert talk.ask("force", "usermove e2e4", "usermove e7e5,e5e4")[0].endswith("): e7e5,e5e4")
    assert len(talk.engine._table.past) == 2


def test_the_end_is_told() -> None:
    talk = Talk("chess")
    for move in ("f2f3", "e7e5", "g2g4"):
        talk.ask("force", f"usermove {move}")
    talk.ask("playother")
    assert talk.ask("usermove d8h4") == ["0-1 {Black won}"]
    assert talk.ask("setboard 7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "go") == ["1/2-1/2 {Draw}"]


def test_positions_by_setboard_and_by_edit() -> None:
    talk = Talk("chess", level=8)
    talk.ask("force", "setboard 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    said = talk.ask("post", "sd 3", "st 20", "go")
    assert said[-2:] == ["move d1d8", "1-0 {White won}"] and any(line.split()[1] == "100001" for line in said[:-2])
    talk.ask("new", "force", "edit", "#", "Ka1", "Rd1", "c", "Kg8", "Pf7", "Pg7", "Ph7", "xh7", ".")
    assert talk.engine._table.window.line(talk.engine._table.state).startswith("6k1/5pp1/8/8/8/8/8/K2R4 w")
    assert talk.ask("setboard rubbish w")[0].startswith("tellusererror Illegal position")
    assert talk.ask("usermove a1a2")[0].startswith("Illegal move (nobody knows the position)")
    assert talk.ask("new", "nopost", "st 0.05", "usermove e2e4")[0].startswith("move ")


def test_a_turn_of_several_decisions_is_legs_with_commas() -> None:
    talk = Talk("amazons")
    said = talk.ask("force", "go")
    assert [line.endswith(",") for line in said] == [True, False]
    assert talk.engine._table.state.mover == "Black"


def test_analysis_goes_on_until_it_is_left() -> None:
    talk = Talk("chess", level=8)
    talk.engine.hear("analyze")
    talk.engine.hear("ping 1")
    talk.engine.hear("usermove e2e4")
    assert "pong 1" in talk.said and not talk.moved.is_set()
    talk.engine.hear("exit")
    assert not any(line.startswith("move") for line in talk.said)
    assert talk.ask("hint")[-1].startswith("Hint: ")


def test_a_draw_is_taken_by_who_expects_no_more() -> None:
    talk = Talk("chess", level=8)
    talk.ask("force", "setboard 7k/8/8/8/8/8/6q1/3K4 w - - 0 1", "sd 2", "st 5", "go")
    assert talk.ask("draw") == ["offer draw"]
    talk.ask("force", "setboard 7k/8/8/8/8/8/6Q1/3K4 w - - 0 1", "go")
    assert talk.ask("draw") == []


@pytest.mark.parametrize("line", ["dance", "option Level=99", "option", "level", "st x", "sd -1", "variant nogame",
    "time nan", "setboard", "usermove", "cores 0", "ping", "edit extra\n.", "level 40 1e9 x"])  # fmt: skip
def test_what_is_not_understood_does_no_harm(line: str) -> None:
    talk = Talk("tictactoe")
    talk.ask(*line.split("\n"))
    assert talk.ask("new", "st 0.05", "force", "go")[-1].startswith("move ")


# ---- time


def test_time_controls() -> None:
    clocks = Clocks()
    assert clocks.hear("level", "40 5:30 2") and not clocks.hear("dance", "")
    assert clocks.limits(0) == Limits(left=330, increment=2, turns=40)
    clocks.hear("time", "12345")
    assert clocks.limits(78) == Limits(left=123.45, increment=2, turns=1)
    clocks.hear("sd", "4")
    clocks.hear("st", "3")
    assert clocks.limits(0) == Limits(seconds=3, depth=4)


@pytest.mark.parametrize("name", ["tictactoe", "breakthrough", "chess"])  # one searches by depth, others by games
def test_of_time_and_depth_the_first_counts(name: str) -> None:
    talk = Talk(name, level=8)
    assert talk.ask("st 3600", "sd 1", "go")[-1].startswith("move ")
    assert talk.ask("new", "st 0.1", "sd 60", "force", "go")[-1].startswith("move ")


def test_a_search_that_decides_at_once_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ping after its move is answered, however early the search's thread is done."""

    def done_before_it_returns(search: Search) -> Search:
        search._thread.start()
        search._thread.join()
        return search

    monkeypatch.setattr(Search, "start", done_before_it_returns)
    talk = Talk("tictactoe")
    for line in ("go", "ping 7"):
        talk.engine.hear(line)
    assert talk.said[-2].startswith("move ")
    assert talk.said[-1] == "pong 7"


# ---- other programs


@pytest.mark.parametrize(("name", "board"), [
    ("chess", "Board"), pytest.param("crazyhouse", "CrazyhouseBoard", marks=pytest.mark.deep),
])  # fmt: skip
def test_a_whole_game_through_python_chess(name: str, board: str) -> None:
    other = chess.Board() if board == "Board" else getattr(chess.variant, board)()
    dice = random.Random(1)
    with chess.engine.SimpleEngine.popen_xboard([*COMMAND, name, "--protocol", "xboard", "--level", "2"],
                                                timeout=HANGS) as engine:  # fmt: skip
        while not other.is_game_over() and other.ply() < 30:
            if other.ply() % 2:
                other.push(dice.choice(list(other.legal_moves)))
            else:
                found = engine.play(other, chess.engine.Limit(time=0.05))
                if found.move is None:
                    break
                assert found.move in other.legal_moves
                other.push(found.move)
    assert other.ply() > 4
