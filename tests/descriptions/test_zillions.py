"""Rules files of Zillions as rulesets: the same games as other programs play, clean texts, and faults."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gdl.lint import lint
from gdl.syntax.formatter import format as formatted
from gdl.text.source import Source
from interpreter import Game
from interpreter.bridges.descriptions import table
from interpreter.bridges.descriptions.zillions.moves import walk
from interpreter.bridges.descriptions.zillions.reading import board, keywords, macros, nodes, sheet
from tests.support import beside
from tests.support.beside import OfRuleset, Other
from tests.support.plain_boards import FoxAndGeese, Hexapawn
from tests.support.sample import daily

HERE = Path(__file__).parent
PLIES = 60
"""How far random games go every day; in deep runs they go to their ends."""
GAMES = 100
"""Random games of each file in deep runs."""


@cache
def texts(name: str) -> dict[str, str]:
    """The rulesets of a file by their names."""
    path = HERE / f"{name}.zrf"
    return {game: make().text for game, make in table.games(path.read_bytes(), path.name).items()}


@cache
def ours(name: str, game: str = "") -> Game:
    found = texts(name)
    return Game.parse(found[game] if game else next(iter(found.values())), name=f"{name}.gdl")


@dataclass(frozen=True)
class OfChess:
    """python-chess, without castling."""

    board: Any

    @property
    def moves(self) -> dict[str, Any]:
        return {} if self.result is not None else {move.uci(): move for move in self.board.legal_moves}

    def play(self, move: str) -> OfChess:
        board = self.board.copy()
        board.push(self.moves[move])
        return OfChess(board)

    @property
    def result(self) -> float | None:
        if self.board.is_checkmate():
            return -1.0 if self.board.turn else 1.0
        drawn = self.board.is_stalemate() or self.board.is_repetition(3)
        return 0.0 if drawn else None


@dataclass(frozen=True)
class OfSpiel:
    """A game of OpenSpiel."""

    state: Any

    @property
    def moves(self) -> dict[str, int]:
        if self.state.is_terminal():
            return {}
        return {self.state.action_to_string(action): action for action in self.state.legal_actions()}

    def play(self, move: str) -> OfSpiel:
        return OfSpiel(self.state.child(self.moves[move]))

    @property
    def result(self) -> float | None:
        return self.state.returns()[0] if self.state.is_terminal() else None


def chess() -> Other:
    module = pytest.importorskip("chess")
    return OfChess(module.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"))


def spiel(name: str) -> Other:
    return OfSpiel(pytest.importorskip("pyspiel").load_game(name).new_initial_state())


def shipped(name: str, called: Callable[[str], str] = str, **options: Any) -> Other:
    return OfRuleset(Game.load(name, **options).start(), called)


def uci(text: str) -> str:
    """A move of chess as two squares and a small letter."""
    return re.sub(r"[-x=]", "", text[:5]) + text[5:].replace("=", "").lower()


def squares(text: str) -> str:
    return re.sub(r"[-x]", "", text)


BESIDE: dict[str, tuple[Callable[[], Other], Callable[[str], str], int]] = {
    "tic_tac_toe": (lambda: shipped("tictactoe"), str, 3),
    "four_in_a_row": (lambda: shipped("connect_four"), lambda text: text[0], 3),
    "breakthrough": (lambda: shipped("breakthrough"), str, 2),
    "reversi": (lambda: shipped("reversi"), str, 4),
    "checkers": (lambda: shipped("draughts", limit=1000, threefold=True), str, 4),
    "chess": (chess, uci, 2),
    "hexapawn": (Hexapawn, squares, 9),
    "gomoku": (lambda: shipped("gomoku"), str, 1),
    "clobber": (lambda: spiel("clobber(rows=5,columns=6)"), squares, 2),
    "peg_solitaire": (lambda: shipped("peg_solitaire", lambda text: text.replace("-", "x")), str, 4),
    "fox_and_geese": (FoxAndGeese, squares, 3),
}
"""Each file, the program that it is held against, what our moves are called there, and how deep the trees are."""


@pytest.mark.parametrize("name", daily(BESIDE, 3, ("checkers", "fox_and_geese", "hexapawn", "reversi")))
def test_a_file_is_the_game_that_another_program_plays(name: str) -> None:
    other, called, depth = BESIDE[name]
    assert beside.tree(ours(name).start(), other(), called, depth - 1) > 0
    assert beside.game(ours(name).start(), other(), called, 0, PLIES) > 2


@pytest.mark.deep
@pytest.mark.parametrize("name", BESIDE)
def test_many_games_are_those_of_the_other_program(name: str) -> None:
    other, called, depth = BESIDE[name]
    assert beside.tree(ours(name).start(), other(), called, depth) > 0
    assert all(beside.game(ours(name).start(), other(), called, seed) > 2 for seed in range(GAMES))


@pytest.mark.parametrize("path", sorted(HERE.glob("*.zrf")), ids=lambda path: path.stem)
def test_a_ruleset_is_clean_and_has_the_usual_layout(path: Path) -> None:
    for game, text in texts(path.stem).items():
        assert formatted(text) == text
        assert [finding.message for finding in lint([Source(f"{game}.gdl", text)])] == []


def test_the_page_shows_the_table_of_words_and_the_limits() -> None:
    page = (HERE.parents[1] / "docs" / "descriptions.md").read_text(encoding="utf-8")
    assert keywords.table() in page, "run python docs/descriptions.py"
    stated = re.findall(r"\| ([\d,]+) <!-- (\w+)\.(MOST_\w+) -->", page)
    modules = {"nodes": nodes, "macros": macros, "sheet": sheet, "board": board, "walk": walk}
    assert len(stated) >= len(modules)
    for number, module, limit in stated:
        assert number == f"{getattr(modules[module], limit):,}"


REFERENCE = """
    absolute-config add add-copy add-copy-partial add-partial adjacent-to-enemy? and any-owner attacked?
    attribute back board board-setup capture capture-sound captured cascade change-owner change-sound
    change-type checkmated click-sound count-condition create default defended? description dimensions
    directions draw-condition draw-sound drop-sound drops dummy else empty? enemy? engine false flag? flip
    forced friend? from game go goal-position? grid help history if image in-zone? kill-positions last-from
    last-from? last-to last-to? links loss-condition loss-sound mark marked? moves move-priorities move-sound
    move-type music name neutral? not not-adjacent-to-enemy? not-attacked? not-defended? not-empty? not-enemy?
    not-flag? not-friend? not-goal-position? not-in-zone? not-last-from? not-last-to? not-marked? not-neutral?
    not-on-board? not-piece? not-position? not-position-flag? notation off on-board? open opening-sound opponent
    opposite option or piece piece? pieces-remaining players position-flag? position? positions relative-config
    release-sound repeat repetition set-attribute set-flag set-position-flag solution stalemated start-rectangle
    strategy symmetry title to total-piece-count translate true turn-order unlink variant verify while
    win-condition win-sound zone define include version
"""
"""The words of the language as its public reference of May 2, 2003 lists them."""


def test_every_word_of_the_language_is_read_or_refused() -> None:
    known = keywords.KEYWORDS
    assert [word for word in REFERENCE.split() if word not in known] == []
    assert all(bool(word.here) != bool(word.refused) for word in known.values())
    refused = [word for word in REFERENCE.split() if known[word].refused]
    assert len(refused) <= len(REFERENCE.split()) / 5
