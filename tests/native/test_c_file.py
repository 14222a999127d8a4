"""Rulesets as C: they compile without a warning, and play, count and say what compiled rules do."""

from __future__ import annotations

import ctypes
import re
import sys
from pathlib import Path

import command
import pytest
from c_library import STRICT, Library, compiler, run
from playing import load
from sample import rulesets

from interpreter import Game, State
from interpreter.game import results
from interpreter.graph.chance import Chance
from interpreter.lab.tools.perft import perft
from interpreter.lab.tools.simulate import simulate

RANDOM, CHANCE, NOBODY, NO_OPTION = -1, -1, -2, -200
KINDS = ("", "win", "lose", "draw", "rank", "pay")
LONG = ("go", "crazyhouse")
"""Of these a game takes long to follow by the reference interpreter."""
FEW = 40


@pytest.mark.parametrize("name", rulesets(24))
def test_what_ships(name: str, tmp_path: Path) -> None:
    game = load(name)
    library = Library(game, tmp_path)
    assert library.text("title") == game.title and library.text("rules") == game.hash
    assert library.texts("players") == list(game.players)
    same_playouts(game, library, 20)
    same_counts(game, library)
    same_game(game, library, 7, 12 if name in LONG else FEW)


def same_playouts(game: Game, library: Library, count: int) -> None:
    """Random games: their sums are those of `gdl simulate`."""
    n = len(game.players)
    status, sums = library.numbers("playouts", 5 + 4 * n, 3, 2, count)
    *_, wanted = simulate(game, count, seed=3, first=2)
    assert status == 0
    assert sums[0] == wanted.games == count
    assert sums[1] / count == pytest.approx(wanted.decisions.mean)
    assert sums[3] / count == pytest.approx(wanted.turns.mean)
    for p, player in enumerate(game.players):
        means = wanted.results[player]
        ends = [round(means[outcome].mean * count) for outcome in ("win", "draw", "loss")]
        assert sums[5 + 4 * p : 8 + 4 * p] == ends, player
        if sums[8 + 4 * p]:
            assert sums[8 + 4 * p] / count == pytest.approx(means["utility"].mean)


def same_counts(game: Game, library: Library) -> None:
    """Sequences and positions from the start, two plies deep."""
    library.call("start", 0, 0)
    status, found = library.numbers("perft", 3, 2)
    *_, wanted = perft(game.start(), 2, "plies")
    assert status == 0 and found[:2] == [wanted.sequences, wanted.positions]


def same_game(game: Game, library: Library, seed: int, plies: int) -> None:
    """A random game ply by ply: movers, texts, pieces, the end; and back to the middle."""
    count, state = library.call("start", seed, 5), game.start(seed=seed, number=5)
    chance, middle = Chance(seed, 5), None
    sites, pieces = library.texts("sites"), library.texts("pieces")
    for ply in range(plies):
        same_state(library, state, count, sites, pieces)
        if state.is_over:
            break
        assert library.call("move", len(state.ways)) is None
        assert library.call("play", len(state.ways)) == NO_OPTION
        if ply == plies // 2 or len(state.ways) == 1:
            held = ctypes.create_string_buffer(library.call("size"))
            library.call("save", held)
            middle = held, state, count
        count, state = library.call("play", RANDOM), state.play(state.draw(chance, ply))
    if middle is not None:
        held, state, count = middle
        assert library.call("load", held, len(held)) == count
        same_state(library, state, count, sites, pieces)
        assert library.call("play", count - 1) == len(state.play(state.ways[-1]).ways)


def same_state(library: Library, state: State, count: int, sites: list[str], pieces: list[str]) -> None:
    """What is asked of a state, beside the reference interpreter's."""
    game = state.game
    assert count == library.call("options") == len(state.ways)
    mover = NOBODY if state.is_over else CHANCE if state.is_chance else game.players.index(state.mover or "")
    assert library.call("mover") == mover
    for number in {0, count // 2, count - 1} & {*range(count)}:
        assert library.call("move", number).decode() == state.ways[number].text
    if not state.in_turn:
        for i, site in enumerate(sites):
            found = [library.call("piece", i, k) for k in range(len(state.pieces(site)) + 1)]
            assert found == [pieces.index(piece.label) for piece in state.pieces(site)] + [-1]
    if state.is_over:
        same_result(library, state)


def same_result(library: Library, state: State) -> None:
    """Who has won, or what each got."""
    sort, value = state._stop.values[2]
    for p in range(len(state.game.players)):
        kind, points = library.numbers("result", 1, p)
        if sort in ("rank", "pay"):
            assert (KINDS[kind], points[0]) == (sort, value[p])
        else:
            model = state.game.model
            outcome = results.outcomes((sort, value), model.partners, model.unites)[p]
            assert kind == {"win": 1, "loss": 2, "draw": 3}[outcome]


NASTY = r"""
game "*/ #error ??/ %s \n ${x} Übel 囲碁"

players White, Black
board grid(2, 2)
pieces man of player

turn
  choose s in empty as "*/ {s} ??= %n ??/ \x41 #include 囲碁"
  put man of me on s

end
  draw if stuck
"""


@pytest.mark.parametrize("name", ['x"; int evil; --', "int", "7 wonders", "mygame", "P", "linux", "囲碁", "a" * 200])
def test_names_and_texts_stay_texts(name: str, tmp_path: Path) -> None:
    game = Game.parse(NASTY, name=name)
    library = Library(game, tmp_path)
    assert library.text("title") == game.title == r"*/ #error ??/ %s \n ${x} Übel 囲碁"
    same_game(game, library, 1, 5)


def test_what_is_asked_wrongly(tmp_path: Path) -> None:
    library = Library(load("tictactoe"), tmp_path)
    assert library.call("options") == 0 and library.call("move", 0) is None  # nothing was started
    assert library.call("start", 2**64 - 1, 2**64 - 1) == 9
    for number in (-2, 9, 2**63 - 1, -(2**63)):
        assert library.call("play", number) == NO_OPTION
        assert library.call("move", number) is None
    assert library.call("piece", 9, 0) == library.call("piece", 0, 1) == library.call("piece", -1, -1) == -1
    assert library.numbers("result", 1, 0)[0] == library.numbers("result", 1, 2)[0] == 0
    assert library.call("load", b"", 2**40) == NO_OPTION
    assert library.call("options") == 9


BROKEN = """
game "Broken"

players White, Black
board grid(3, 3)
pieces man of player
game has left: 0..2 = 2

turn
  choose s in empty
  put man of me on s
  left = left - 1

end
  draw if stuck
"""


def test_a_rule_that_breaks(tmp_path: Path) -> None:
    """The third ply takes a number out of its range."""
    library = Library(Game.parse(BROKEN, name="broken"), tmp_path)
    assert library.call("start", 0, 0) == 9
    assert [library.call("play", 0) for _ in range(4)] == [8, 7, -1, -1]
    assert library.call("mover") == NOBODY
    status, sums = library.numbers("playouts", 13, 0, 0, 5)
    assert status == -1 and sums[0] == 0


def test_the_examples_of_the_manual(tmp_path: Path) -> None:
    """docs/c.md: a program in C and one in Python, as they stand there."""
    page = (Path(__file__).parents[2] / "docs" / "c.md").read_text(encoding="utf-8")
    for name, text in re.findall(r"<!-- name: (\S+) -->\n```\w+\n(.*?)```", page, re.DOTALL):
        (tmp_path / name).write_text(text, encoding="utf-8")
    status, said, _ = command.run(["compile", "tictactoe", "--c", "-o", str(tmp_path / "tictactoe.c")])
    assert status == 0 and "its names begin with tictactoe_" in said
    run(*compiler(), *STRICT, "rounds.c", "tictactoe.c", "-o", "rounds", "-lm", cwd=tmp_path)
    *_, wanted = simulate(load("tictactoe"), 10_000)
    wins, draws = (round(10_000 * wanted.results["X"][outcome].mean) for outcome in ("win", "draw"))
    assert run(tmp_path / "rounds").splitlines()[-1] == f"10000 games: X wins {wins}, {draws} are drawn"
    run(*compiler(), *STRICT, "-shared", "-fPIC", "tictactoe.c", "-o", "tictactoe.so", "-lm", cwd=tmp_path)
    assert run(sys.executable, "rounds.py", cwd=tmp_path).splitlines() == [
        str([f"{column}{row}" for column in "abc" for row in (1, 2, 3)]), "336 ways to go on for three plies"
    ]  # fmt: skip
