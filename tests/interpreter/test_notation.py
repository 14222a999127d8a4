"""Positions in a line, in a form that rules declare: FEN for chess, whatever else for other games."""

from __future__ import annotations

from random import Random

import pytest
from playing import load
from sample import daily
from typer.testing import CliRunner

from cli.app import app
from cli.options.positions import position_text
from gdl import library
from interpreter import Game, PositionError

PARTLY = {"kriegspiel"}
"""Games whose lines leave something out: what the umpire has said, which nobody writes in a FEN."""
DECLARED = [name for name in library.names() if "notation" in dict(load(name).facts) and name not in PARTLY]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
MADE = """
game "Made"
  notation "{form}"
players Red, Blue
board grid(4, 3)
pieces man of player
pieces rock
type colour = warm, cold
player has score: 0..9
game has mood: colour?
game has marks: set of site
game has loud: truth
setup
  put man of Red on row(1)
turn
  choose s in empty
  put man of me on s
end
  draw if no empty
looks
  man of Red  "R"
  man of Blue "B"
  rock        "#"
"""
FORM = "board marks=*; me r b; score; mood warm=w cold=c; marks; loud"


@pytest.mark.parametrize("name", daily(DECLARED, 3, ()))
def test_lines_lead_back(name: str) -> None:
    """Every position of random games between two turns, but for what was before it and the number of the turn."""
    game, seen = Game.load(name), 0
    for number in range(3):
        state, random = game.start(seed=1, number=number), Random(number)
        while not state.is_over and state.turns < 80:
            state = state.play(random.choice(state.moves))
            if not state.in_turn and not state.is_over:
                back = game.position(state.notation)
                assert back.key == state.key, state.notation
                assert back.notation.split()[:-1] == state.notation.split()[:-1]
                seen += 1
    assert seen > 50


def test_chess_speaks_fen() -> None:
    game = Game.load("chess")
    assert game.start().notation == f"{START} w KQkq - 0 1"
    assert game.start().play("e2-e4").play("g8-f6").notation == (
        "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
    )
    assert game.position(f"{START} w").notation == game.start().notation  # what is missing is as at the start
    mate = game.position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert mate.outcomes == {"White": "loss", "Black": "win"}
    hands = "4k3/8/8/8/8/8/8/4K3[Qnn] w - - 0 1"
    assert Game.load("crazyhouse").position(hands).notation == hands
    assert Game.load("three_check").start().notation == f"{START} w KQkq - 3+3 0 1"


def test_any_form_can_be_declared() -> None:
    game = Game.parse(MADE.format(form=FORM))
    line = "1#R1/2B*1/R*RRR b 3+0 c a1,c2 true"
    state = game.position(line)
    assert state.notation == line
    data = state.position()
    assert data["to move"] == "Blue"
    assert data["pieces"] == {"man of Red": ["a1", "b1", "c1", "c3", "d1"], "man of Blue": ["c2"], "rock": ["b3"]}
    assert data["variables"] == {"score": {"Red": 3}, "mood": "cold", "marks": ["a1", "c2"], "loud": True}
    assert game.start().notation == "4/4/RRRR r 0+0 - - false"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "a line is missing: board me"), ("8/8 w", "the board has 8 rows"), (f"{START} x", "no player"),
        (f"{START[:-1]}RR w", "has 9 sites, and should have 8"), (f"{START[:-1]} w", "has 7 sites"),
        (f"{START[:-1]}Z w", "no piece `Z`; there are P, p"), (f"{START} w KX", "castling` is made of K, Q, k, q"),
        (f"{START} w KQ z9", "z9"), (f"{START} w KQ - x", "x"), (f"{START} w KQ - 0 1 1", "7 words, but only 6"),
        (f"{START}[Q] w", "nothing is held"), ("99999999999999999999/8 w", "rows"), ("\x00 \x1b[2J w", "rows"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_explained(line: str, said: str) -> None:
    with pytest.raises(PositionError) as problem:
        Game.load("chess").position(line)
    assert said in str(problem.value)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("bord; me", "no variable `bord`"), ("board; me r", "texts for 2 values"),
        ("board hands=[]", "no variable `hands`"), ("board;; me", "no variable ``"),
        ("mood a b c", "texts for 2 values"), ("board score=*", "`score` is not a set of sites"),
        ("board marks=[]", "`marks` is not a number for each player and kind"),
    ],
)  # fmt: skip
def test_forms_that_make_no_sense(form: str, said: str) -> None:
    game = Game.parse(MADE.format(form=form))
    assert said in position_text(game.start())
    with pytest.raises(PositionError) as problem:
        game.position("4/4/4 r")
    assert "the fact `notation` of Made" in str(problem.value)
    assert said in str(problem.value)


def test_games_without_rows_or_a_notation() -> None:
    with pytest.raises(PositionError, match="mapping"):
        Game.load("hex").position("8/8 w")
    for base in ("sparks", "lasca", "pig"):
        with pytest.raises(PositionError, match="needs a board of rows"):
            Game.parse(f'game "Lines" extends "{base}"\n  notation "board"\n').position("8/8")


def test_at_the_command_line() -> None:
    run = lambda *words: CliRunner().invoke(app, [*words])  # noqa: E731
    shown = run("show", "chess", "--position", f"{START} b - - 7 1")
    assert "Black to move" in shown.output
    assert "quiet" not in shown.output.split("Options")[1]  # the looks of chess keep it from players
    counted = run("perft", "chess", "--position", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", "--turns", "2")
    assert "191" in counted.output
    assert run("show", "chess", "--position").output.startswith(f"# {START} w KQkq - 0 1\n")
    assert run("show", "chess", "--position", "8/8 w").exit_code == 2
    assert "there is no file" in run("show", "chess", "--position", "missing/file.yaml").output
