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
from interpreter.bridges.descriptions.importers.form import Refused
from interpreter.bridges.descriptions.zillions.moves import walk
from interpreter.bridges.descriptions.zillions.reading import board, keywords, macros, nodes, sheet
from tests.support import beside
from tests.support.beside import OfRuleset, Other
from tests.support.command import run
from tests.support.plain_boards import FoxAndGeese, Hexapawn
from tests.support.sample import daily

HERE = Path(__file__).parent
PLIES = 60
"""How far random games go every day; in deep runs they go to their ends."""
GAMES = 20
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


def small(moves: str = "(n (verify empty?) add)", more: str = "", board: str = "", setup: str = "(W (Man a1))") -> str:
    """A game on nine squares with one fault, or none; the moves stand on line 6."""
    return f"""(game (title "Small") (players W B)
      (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (9 0)) ("3/2/1" (0 9)))
                   (directions (n 0 -1) (e 1 0) (s 0 1) (w -1 0))) {board})
      (piece (name Man) (image W "w.bmp")
        (moves
          {moves}))
      (board-setup {setup} (B (Man c3)))
      (loss-condition (W B) stalemated) {more})"""


FAULTS = {
    small("(n (verify attacked?) add)"): "f.zrf:6: `attacked?`: in the middle of a move this would need",
    small("(n (verify emty?) add)"): "f.zrf:6: `emty?`: no such word is known (did you mean `empty?`?)",
    small("(n add-copy)"): "f.zrf:6: `add-copy`: this isn't read yet",
    small("(n (add Queen))"): "f.zrf:6: `Queen` is no piece",
    small("(n back add)"): "f.zrf:6: `back` needs a `mark` before it",
    small("(n flip add)"): "f.zrf:6: `flip` can be said only where it is known whose piece stands there",
    small("(n (while empty? n e) add)"): "f.zrf:6: a `while` loop can be said only if it takes one step",
    small("((while (piece? Man d9) n) add)"): "f.zrf:6: `d9` is no command, direction or site",
    small("(n (verify (in-zone? goal)) add)"): "f.zrf:6: there is no zone `goal`",
    small("n"): "f.zrf:6: `n` should stand in brackets, as a move",
    small("(n " + "(if friend? n else e) " * 12 + "add)"): "f.zrf:6: this move can go more than 200 ways",
    small(setup="(W (Man z9))"): "f.zrf:7: there is no site `z9` on the board",
    small(setup="(W (King a1))"): "f.zrf:7: `King` is no piece",
    small(more="(include \"other.zrf\")"): "f.zrf:8: `include`: only the file that you name is read",
    small(more="(engine \"x.dll\")"): "f.zrf:8: `engine`: a program of another maker",
    small(more='(option "recycle captures" true)'): "taken pieces that come to hand again",
    small(more='(option "sing" true)'): "no such option is known",
    small(more="(win-condition (W B) (captured Queen))"): "f.zrf:8: `Queen` is no piece",
    small(more="(win-condition (W B) (absolute-config Man (nowhere)))"): "there is no site or zone `nowhere`",
    small(more="(win-condition (Red) stalemated)"): "f.zrf:8: `Red` is no player",
    small(more="(win-condition (W B) (absolute-config Man ()))"): "f.zrf:8: `absolute-config` needs pieces and sites",
    small(more="(win-condition (W B) (and))"): "f.zrf:8: `and` needs something behind it",
    small(more="(win-condition (W B) (or))"): "f.zrf:8: `or` needs something behind it",
    small(more="(win-condition (W B) (captured))"): "f.zrf:8: `captured` needs something behind it",
    small(more="(win-condition (W B) (pieces-remaining ²))"): "f.zrf:8: `pieces-remaining` needs a number",
    small(setup="(W (Man off ²))"): "f.zrf:7: there is no site `off` on the board",
    small(f"({'x' * 3000} add)"): f"f.zrf:6: `{'x' * 60}` is no command",
    small(more="(turn-order W ?Dice)"): "`?Dice` is no player",
    small(board="(links n (a1 q9))"): "f.zrf:3: there is no site `q9`",
    small(board="(fence a1)"): "f.zrf:3: `fence`: no such word is known",
    "(game": "f.zrf:1: this bracket isn't closed",
    "(game))": "f.zrf:1: this bracket closes nothing",
    '(game (title "x))': "f.zrf:1: this text in quotes doesn't end",
    "(game)": "f.zrf:1: a game needs a board",
    "(variant)": "f.zrf:1: a variant needs a game before it",
    "game": "f.zrf:1: `game` should stand in brackets",
    "": "f.zrf: there is no game",
    "(" * 100: "f.zrf:1: more than 60 brackets stand within each other",
    "(define a (b))\n(define b (a))\n(game (a))": "the macro `a` leads to itself: a → b → a",
    "(define a $1)\n(game (a))": "`a` is used here without what stands for `$1`",
    "(game (board (grid (dimensions (\"" + "/".join(map(str, range(100))) + "\" (1 0)) (\""
    + "/".join(f"x{i}" for i in range(100)) + "\" (0 1))))))": "a board has from 1 to 4,096 sites, not 10,000",
}  # fmt: skip
"""Files with one fault, and what is said of it."""


@pytest.mark.parametrize("text", FAULTS, ids=range(len(FAULTS)))
def test_a_fault_is_told_with_its_line(text: str) -> None:
    with pytest.raises(Refused) as refused:
        [make() for make in table.games(text.encode(), "f.zrf").values()]
    assert FAULTS[text] in str(refused.value)


def test_a_site_may_be_named_twice() -> None:
    (make,) = table.games(small(board="(kill-positions b2 b2)").encode(), "f.zrf").values()
    assert Game.parse(make().text, name="small.gdl").start().moves


def test_macros_that_explode_are_stopped() -> None:
    doubling = "".join(f"(define m{i} (m{i + 1} ($1 $1)))\n" for i in range(40)) + "(define m40 $1)\n(game (m0 x))"
    with pytest.raises(Refused, match="written out, the macros have more than 1,000,000 words"):
        table.games(doubling.encode(), "f.zrf")


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(Refused) as refused:
        ruleset_of(small("(n (verify attacked?) add) (n add-copy)", more="(include x)"))
    assert len(refused.value.sentences) == 3


def ruleset_of(text: str) -> str:
    (make,) = table.games(text.encode(), "f.zrf").values()
    return make().text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_marks_and_line_ends_make_no_difference(encoding: str) -> None:
    text = small(more='(history "größer")').replace("\n", "\r\n") + "\x1a"
    (make,) = table.games(text.encode(encoding), "f.zrf").values()
    assert make().text == ruleset_of(small())


@pytest.mark.parametrize("data", [b"\x00\x01(game", b"\xff\xfe\x00", b"(" * 2_000_000], ids=["binary", "half", "large"])
def test_what_is_no_text_is_told(data: bytes) -> None:
    with pytest.raises(Refused, match=r"^f\.zrf"):
        table.games(data, "f.zrf")


def test_the_text_tells_the_kind_where_the_ending_does_not() -> None:
    assert [*table.games(small().encode(), "some.txt")] == ["small"]
    assert [*table.games(b"[mine:chess]\n", "some.txt")] == ["mine"]
    with pytest.raises(Refused, match=r"should end in \.ini \(Fairy-Stockfish\) or \.zrf \(Zillions of Games\)"):
        table.games(b"hello", "some.txt")


def test_the_command_writes_all_games_of_a_file(tmp_path: Path) -> None:
    given, out = HERE / "tic_tac_toe.zrf", tmp_path / "new"
    status, said, told = run(["import", str(given), "-o", str(out)])
    assert (status, said.count("lines"), told) == (0, 2, "")
    assert {path.name for path in out.iterdir()} == {"misere.gdl", "noughts_and_crosses.gdl"}
    status, _, told = run(["import", str(given)])
    assert (status, "its games are noughts_and_crosses, misere" in told) == (2, True)
    bad = tmp_path / "bad.zrf"
    bad.write_text(small("(n add-copy)"), encoding="utf-8")
    assert run(["import", str(bad)]) == (1, "", "gdl: bad.zrf:6: `add-copy`: this isn't read yet\n")


def test_moves_by_number_of_the_turn_and_pieces_beside_the_board() -> None:
    """After one turn of W, players move twice each; drops and steps take turns, and one man can be dropped."""
    text = small("(move-type go) (n (verify empty?) add) (e (verify empty?) add)", setup="(W (Man a1 off 1))")
    order = "(turn-order (W drop) repeat (B go) (B go) (W go) (W go))"
    text = text.replace("(piece (name Man)", f"{order} (piece (name Man)")
    text = text.replace("(moves", "(drops (move-type drop) ((verify empty?) add))\n(moves")
    state = Game.parse(ruleset_of(text.replace("(n (verify empty?) add)", "(s (verify empty?) add)"))).start()
    assert (state.to_move, len(state.moves)) == ("W_player", 7)
    movers = []
    for move in ("b3", "c3-c2", "c2-c1", "a1-b1"):
        movers.append(state.to_move)
        state = state.play(move)
    assert [*movers, state.to_move] == ["W_player", "B", "B", "W_player", "W_player"]


def test_a_man_that_is_crowned_stops_and_a_king_goes_on() -> None:
    game = ours("checkers")
    pieces = {"man of Black": ["b6"], "man of White": ["c7", "e7", "h2"]}
    crowned = game.position({"to move": "Black", "pieces": pieces}).play("b6xd8")
    assert (crowned.to_move, crowned.position()["pieces"]["king of Black"]) == ("White", ["d8"])
    pieces = {"king of Black": ["b6"], "man of White": ["c7", "e7", "h2"]}
    going = game.position({"to move": "Black", "pieces": pieces}).play("b6xd8")
    assert (going.to_move, [move.text for move in going.moves]) == ("Black", ["d8xf6"])
