"""What players read besides the board: what a turn did, how it ended, what stands where, what the rules remember."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from cli.session.turns import Turn
from interpreter import Game, State
from interpreter.drawing import beside_board
from interpreter.drawing.deeds import exchange, set_up
from interpreter.drawing.results import result
from interpreter.drawing.standing import by_owner, standing
from interpreter.game.plies import Step

TWO = 'game "Two"\nplayers A, B\nboard grid(4, 1)\npieces man of player\n'


pytestmark = pytest.mark.usefixtures("plain_terminal")


def play(*words: str, typed: str) -> str:
    done = CliRunner().invoke(app, ["play", *words, "--no-record"], input=typed, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def turn(state: State, *moves: str) -> Turn:
    steps = []
    for move in moves:
        steps.append(Step(state, state.parse(move), state.play(move)))
        state = steps[-1].after
    return Turn(1, steps[0].before.mover or "", tuple(steps))


# ---- what a turn did ---------------------------------------------------------------------------------


def test_a_dance_is_no_move_and_the_opening_roll_is_told() -> None:
    game = Game.load("backgammon")
    assert set_up(game, 7) == ("3-6",)
    said = play("backgammon", "--seed", "7", "--seat", "Black=random", typed="log\n")
    assert "rolled: 3-6\n1. Black: " in said
    assert "before the first turn: 3-6" in said
    closed = {str(point): {"Black": 2} for point in range(19, 25)}
    men = {**closed, "25": {"White": 1}, "B0": {"Black": 3}, "W0": {"White": 14}}
    state = game.position({"to move": "White", "variables": {"men": men}})
    danced = turn(state, "6-6")
    assert str(danced) == "1. White: 6-6, no move"


def test_pieces_that_vanish_are_counted() -> None:
    game = Game.load("go", size=5)
    state = game.start()
    for move in ("a2", "a1", "b2", "b1", "c3"):
        state = state.play(move)
    state = state.play("pass")
    taken = turn(state, "c1")
    assert str(taken) == "1. Black: c1 (takes 2)"
    assert taken.changed() == {"a1", "b1", "c1"}


def test_pieces_that_change_sides_are_counted_apart() -> None:
    state = Game.load("reversi").start()
    move = state.moves[0].text
    one = turn(state, move)
    assert str(one) == f"1. Black: {move} (flips 1)"
    assert len(one.changed()) == 2


def test_what_the_moves_say_isnt_said_again() -> None:
    state = Game.load("chess").start().play("e2-e4").play("d7-d5")
    assert str(turn(state, "e4xd5")) == "1. White: exd5"
    assert exchange(state.view(), state.play("e4xd5").view()).taken == 1
    state = Game.load("chess").position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    castled = turn(state, "O-O")
    assert str(castled) == "1. White: O-O"
    assert castled.changed() == {"e1", "f1", "g1", "h1"}  # though the move names none of them
    state = Game.load("chess").position("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1")
    assert str(turn(state, "d5-e6")) == "1. White: dxe6 (takes 1)"


def test_changed_sites_are_marked_in_play_and_replay(tmp_path: Path) -> None:
    file = str(tmp_path / "game.yaml")
    both = ("--seat", "Black=human", "--seat", "White=human", "--seed", "1")
    runner = CliRunner()
    done = runner.invoke(app, ["play", "reversi", *both, "--record", file], input="#1\n", catch_exceptions=False)
    for said in (done.stdout, runner.invoke(app, ["replay", file, "--turn", "1"]).stdout):
        assert re.search(r"\[X\|X\]|\[X\][^\[]*\[X\]", said)


# ---- how it ended ------------------------------------------------------------------------------------


def ended(text: str, *moves: str) -> str:
    state = Game.parse(TWO + text).start()
    for move in moves:
        state = state.play(move)
    assert state.is_over
    return result(state.view())


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("rank p by count(man of p) * (3 when p = B otherwise 2)", "B won, 6 to 4"),
        ("rank p by 7", "a draw, 7 to 7"),
        ("win A", "A won"),
    ],
)
def test_how_a_game_of_two_ended(end: str, said: str) -> None:
    rules = f"turn\n  choose s in empty\n  put man of me on s\nend\n  {end} if no empty\n"
    assert ended(rules, "a1", "b1", "c1", "d1") == said


def test_a_count_that_doesnt_decide_names_whose_it_is() -> None:
    rules = "score p by count(man of p)\nturn\n  choose s in empty\n  put man of me on s\nend\n"
    assert ended(f"{rules}  win B if count(empty) = 1\n", "a1", "b1", "c1") == "B won (A 2, B 1)"


# ---- what is remembered ------------------------------------------------------------------------------


def words(game: Game, *moves: str, inner: bool = False, symbols: bool = True) -> list[str]:
    state = game.start()
    for move in moves:
        state = state.play(move)
    return [beside_board.text(line) for line in beside_board.told(state.view(), symbols, inner)]


HELD = """\
game "Held"
players A, B
type cat = big, small
player has coins: 0..9
player has pets(cat): 0..9
game has quiet: 0..9
game has last_word: cat?
turn
  choose c in cat as "{c}"
  me.coins   += 2
  me.pets(c) += 1
  quiet      += 1
  last_word   = c
end
  draw if quiet = 9
"""


def test_without_looks_nothing_that_says_something_is_lost() -> None:
    game = Game.parse(HELD)
    assert words(game) == []
    told_all = ["coins: A 2, B 2", "pets: A big 1, B small 1", "quiet: 2", "last word: small"]
    assert words(game, "big", "small") == told_all


def test_looks_say_what_players_read() -> None:
    looks = 'looks\n  coins "{player} has {coins} coins"\n  pets "{player} keeps {pets}"\n  quiet as nothing\n'
    game = Game.parse(HELD + looks + '  last_word "the last was {last_word}"\n')
    assert words(game, "big") == ["A has 2 coins", "B has 0 coins", "A keeps big 1", "the last was big"]
    assert "quiet: 1" in words(game, "big", inner=True)
    assert "coins: A 2" in words(game, "big", inner=True)


def test_counters_are_shown_one_by_one() -> None:
    game = Game.parse(HELD + "looks\n  coins as counters\n")
    assert "A: ●●" in words(game, "big")
    assert words(game, "big", symbols=False)[0].isascii()


def test_scores_are_told_while_the_game_goes_on() -> None:
    state = Game.load("reversi").start()
    assert [beside_board.text(line) for line in beside_board.told(state.view())] == ["score: Black 2, White 2"]
    assert "score: Black 2, White 2" in play("reversi", typed="")


# ---- what stands where -------------------------------------------------------------------------------


def test_what_stands_where_in_words() -> None:
    view = Game.load("chess").start().view()
    assert "White's king: e1" in by_owner(view)
    assert standing(view, "e1") == ["e1: White's king"]
    assert len(standing(view)) == 32
    assert standing(view, "e4") == []
    said = play("chess", "--seat", "Black=random", typed="pieces e1\npieces e4\npieces zz\npieces\n")
    assert "e1: White's king" in said
    assert "Nothing stands on `e4`." in said
    assert "The board has no site `zz`." in said
    assert re.search(r"White's pawn: a2, b2, c2, d2, e2, f2, g2, h2", said)


def test_sites_that_are_not_seen_are_told_once() -> None:
    """In Stratego nothing stands yet, and Red sees nothing of Blue's four rows."""
    [line] = by_owner(Game.load("stratego").start().view("Red"))
    assert line == "not seen: " + ", ".join(f"{file}{rank}" for file in "abcdefghij" for rank in (7, 8, 9, 10))


def test_a_stack_is_told_from_below() -> None:
    view = Game.load("sparks").start().view()
    assert standing(view, "1a1") == ["1a1: Black's coal"]


def test_what_only_moves_isnt_taken() -> None:
    """In Sparks a ball drops where a coal was, and another comes to stand in its place."""
    state = Game.load("sparks").start(7)
    for move in ("1c1", "W2b2"):
        state = state.play(move)
    assert str(turn(state, "1c3", "R2b4", "B2b2")) == "1. Black: 1c3 R2b4 B2b2"


def test_the_winning_line_is_marked_at_the_end(tmp_path: Path) -> None:
    file = str(tmp_path / "game.yaml")
    both = ("--seat", "X=human", "--seat", "O=human")
    typed = "a1\na2\nc1\nb2\nb1\n"
    said = CliRunner().invoke(app, ["play", "tictactoe", *both, "--record", file], input=typed).stdout
    assert "*X|X|X*" in said.split("5. X: b1")[1]
    assert "*X|X|X*" in CliRunner().invoke(app, ["replay", file, "--turn", "5"]).stdout
