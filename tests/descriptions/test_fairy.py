"""Fairy-Stockfish's files as rulesets: the same games as pyffish plays, and texts that a person would have written."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from gdl.lint import lint
from gdl.syntax.formatter import format as formatted
from gdl.text.source import Source
from interpreter import Game
from interpreter.bridges.descriptions.fairy import importing
from interpreter.bridges.descriptions.fairy.reading.keys import CUSTOM, KEYS, PIECES, table
from interpreter.bridges.descriptions.importers.form import Imported, Refused
from interpreter.drawing.decided import decided
from interpreter.lab.tools.perft import perft
from tests.support.command import run
from tests.support.fairy import Witness, compare_games, compare_tree, prove
from tests.support.ffish import quick
from tests.support.sample import daily

VARIANTS = [*importing.shipped()]
GAMES = 4
"""Random games of each variant in deep runs."""
UNSAID = {
    **dict.fromkeys(("makruk", "makpong", "ai-wok", "asean", "cambodian", "karouk"), "countingRule = none"),
    **dict.fromkeys(("xiangqi", "manchu"), "chasingRule = none"),
    "shatar": "shatarMateRule = false",
}
"""What that program does beyond our description of a variant (docs/descriptions.md, *What differs*), undone."""
EACH_DAY = ("kingofthehill", "makruk", "minishogi")


@cache
def imported(name: str) -> Imported:
    return importing.ruleset(importing.shipped()[name], {})


@cache
def game(name: str) -> Game:
    return Game.parse(imported(name).text, name=f"own_{name}.gdl")


def ruleset(text: str, name: str = "mine") -> str:
    own = importing.sections(text.encode(), "file.ini")
    return importing.ruleset(own[name], own).text


@pytest.mark.parametrize("name", daily(VARIANTS, 30, EACH_DAY))
def test_a_variant_is_clean_and_has_the_usual_layout(name: str) -> None:
    text = imported(name).text
    assert formatted(text) == text
    assert [finding.message for finding in lint([Source(f"own_{name}.gdl", text)])] == []


@pytest.mark.parametrize("name", daily(VARIANTS, 30, EACH_DAY))
def test_the_first_two_moves_are_those_of_pyffish(name: str) -> None:
    assert compare_tree(Witness(name), game(name).start(), [], 1 if name in ("amazons", "duck") else 2) > 0


@pytest.mark.parametrize("name", daily(VARIANTS, 60, ("kingofthehill",)))
def test_a_random_game_is_that_of_pyffish(name: str) -> None:
    compare_games(Witness(name), game(name), range(1))


@pytest.mark.deep
@pytest.mark.parametrize("name", VARIANTS)
def test_lines_and_games_are_those_of_ffish(name: str) -> None:
    """From the start and from fifty positions of random games, all lines of three moves; a hundred games."""
    with quick(name, UNSAID.get(name, "")) as witness:
        found = prove(witness, game(name), range(100), 50)
    print(name, dict(found))
    assert found["plies"] > 0


@pytest.mark.deep
@pytest.mark.parametrize("name", VARIANTS)
def test_three_moves_and_many_games_are_those_of_pyffish(name: str) -> None:
    witness = Witness(name)
    start = game(name).start()
    walled = {"amazons": 1, "duck": 1, "isolation": 2, "isolation7x7": 2}
    depth = walled.get(name, 3 if len(start.moves) < 35 else 2)
    assert compare_tree(witness, start, [], depth) > 0
    assert sum(compare_games(witness, game(name), range(GAMES)).values()) == GAMES


def test_a_king_does_not_castle_into_check() -> None:
    """It goes three squares; a rook sees the last of them, a pawn in its place sees none."""
    board = "r4kabnr/pb1pcpppp1/n1{}1pq3p/Pp7P/10/7AP1/1PPPPPPP2/RNBQCK1BN1 b Qkq - 0 9"
    for rook, castles in (("R", False), ("P", True)):
        texts = {move.text for move in game("gothic").position(board.format(rook)).moves}
        assert ("O-O-O" in texts) == castles


@pytest.mark.parametrize(
    ("board", "line", "castles"),
    [
        ("4k2r/7p/8/8/8/3k4/P6P/4K2R b Kk - 0 1", "d3-c4 h2-h3", True),  # another king has moved
        ("4k2r/7p/8/8/8/3k4/P6P/4K2R b Kk - 0 1", "e8-d8 h2-h3 d8-e8 h3-h4", False),
        ("r2kk3/7p/8/8/8/8/P6P/4K2R b Kq - 0 1", "", False),  # another king stands beside the rook
        ("4k2r/3k3p/8/8/8/8/4Q2P/4K2R w Kk - 0 1", "e1-d1 d7-d6 e2xe8 d6-e7 d1-d2 e7xe8 d2-d1", False),  # it was taken
    ],
)
def test_of_several_kings_only_the_first_castles(board: str, line: str, castles: bool) -> None:
    """As in ffish 0.7.10."""
    state = game("kinglet").position(board)
    for text in line.split():
        state = state.play(text)
    assert any(move.text.startswith("O-O") for move in state.moves) is castles


def test_a_lion_on_the_last_row_wins_as_soon_as_it_is_safe() -> None:
    """It came where it was attacked; what attacked it has gone elsewhere. As in ffish 0.7.10."""
    state = game("dobutsu").start()
    line = "c1-c2 b4xa3 b2xb3 a3-b2 C@a3 a4xa3 b3-b4+ b2-c1 b4xa4 a3-a2 c2xb2 C@b4"
    for move in line.split():
        state = state.play(move)
    assert not state.is_over
    assert not state.play("b1-c2").is_over
    assert state.play("b1xa2").results == {"White": -1, "Black": 1}


def test_what_isnt_read_yet_is_refused() -> None:
    with pytest.raises(Refused, match="isn't read yet beside leaps of kings, or walls"):
        ruleset("[mine:seirawan]\nwallingRule = duck\n")
    with pytest.raises(Refused, match="without `gating = true` it has no effect"):
        ruleset("[mine:seirawan]\ngating = false\n")


def test_a_piece_from_hand_comes_in_behind_another() -> None:
    """As the rules of Seirawan chess have it: behind a piece's first move; castling, behind the king or the rook. The
    counts are those of Fairy-Stockfish."""
    start = game("seirawan").start()
    assert [row.sequences for row in perft(start, 2)] == [28, 784]
    state = start
    for text in ("e2-e4", "e7-e5", "g1-f3", "g8-f6", "f1-c4", "f8-c5"):
        state = state.play(text)
    castling = {move.text for move in state.moves if move.text.startswith("O-O")}
    assert castling == {"O-O", "O-O/He1", "O-O/Ee1", "O-O/Hh1", "O-O/Eh1"}
    assert {m.text for m in state.moves if m.text.startswith("f3-g5")} == {"f3-g5"}  # the knight has moved before
    state = state.play("O-O/Hh1")
    assert [piece.label for site in ("e1", "f1", "g1", "h1") for piece in state.pieces(site)] == [
        "rook of White", "king of White", "archbishop of White",
    ]  # fmt: skip
    assert state.value("hand", "White", "archbishop") == 0
    state = state.play("d7-d6")
    assert not any("/" in move.text for move in state.moves if move.text[:2] in ("f1", "g1", "h1"))
    assert {m.text for m in state.moves if m.text.startswith("b1-c3")} == {"b1-c3", "b1-c3/E"}


@pytest.mark.parametrize(("wall", "may"), [("b6", False), ("h5", True)])
def test_no_pawn_takes_in_passing_where_a_wall_stands(wall: str, may: bool) -> None:
    """As in ffish 0.7.10."""
    state = game("duck").start()
    for text in ("c2-c4", "*h3", "a7-a6", "*h4", "c4-c5", "*h3", "b7-b5", f"*{wall}"):
        state = state.play(text)
    assert any(move.text.startswith("c5-b6") for move in state.moves) is may


def test_chess_is_the_ruleset_that_ships() -> None:
    """Declaration by declaration: the ground on which variants extend it."""
    assert imported("normal").text.splitlines() == [
        'game "Normal" extends "chess"  # lint: ignore O854 – the file changes nothing'
    ]


BASES = {
    "crazyhouse": "crazyhouse", "kingofthehill": "king_of_the_hill", "antichess": "antichess", "3check": "three_check",
    "atomic": "atomic",
}  # fmt: skip


@pytest.mark.parametrize(("name", "base"), BASES.items())
def test_the_nearest_ruleset_is_extended(name: str, base: str) -> None:
    assert imported(name).base == base


def test_a_few_lines_come_of_a_few_lines() -> None:
    text = ruleset("[mine:crazyhouse]\n\nflagPiece = k\nflagRegion = d4 e4 d5 e5\n")
    assert text.splitlines() == [
        'game "Mine" extends "crazyhouse"',
        "",
        "# mine, of file.ini",
        "",
        "# 3: flagPiece = k",
        "# 4: flagRegion = d4 e4 d5 e5",
        "end",
        "  win me if some king of me & {d4, e4, d5, e5}",
        "",
        "looks",
        '  {d4, e4, d5, e5} "#e3c15c"',
    ]


REFUSED = {
    "[mine:chess]\ntwoBoards = true": "file.ini:2: `twoBoards = true`: this can't be said in a ruleset yet",
    "[mine:chess]\ndropOnTop = true": "file.ini:2: `dropOnTop = true`: this can't be said in a ruleset yet",
    "[mine:chess]\npromotionPawnTypesBlack = n": "what differs by colour here isn't read yet",
    "[mine:chess]\nquenn = q": "file.ini:2: `quenn = q`: no such key is known (did you mean `queen`?)",
    "[mine:ches]": "file.ini:1: there is no variant `ches` to inherit from (did you mean `chess`?)",
    "[mine:other]\n[other:mine]": "`other` inherits from itself: mine → other → mine",
    "[mine:chess]\nmaxFile = 40": "file.ini:2: `maxFile = 40`: a file is from 1 to 12",
    "[mine:chess]\nmaxRank = 40": "file.ini:2: `maxRank = 40`: a rank is from 1 to 10",
    "[mine:chess]\nflagRegion = z9": "file.ini:2: `flagRegion = z9`: `z9` is on none of the boards",
    "[mine:chess]\nflagPiece = x": "file.ini:2: `flagPiece = x`: `x` is no piece's letter here",
    "[mine:chess]\ncustomPiece1 = x:mXyZ": "`X` is no move that is known",
    "[mine:chess]\ncustomPiece1 = x:m": "behind `m` a capital is missing",
    "[mine:chess]\nknight = n:N": "only a king and custom pieces have letters of their own",
    "[mine:chess]\nstartFen = 8/8/8 w": "it has 3 rows, the board 8",
    "[mine:chess]\nstartFen = 8/8/8/8/8/8/8/9 w": "row 1 has 9 squares, the board 8 columns",
    "[mine:chess]\nstartFen = 8/8/8/8/8/8/8/x7 w": "`x` is no piece's letter here",
    "[mine:chess]\ncastling = maybe": "this should be one of true, false",
    "[mine:chess]\nnMoveRule = many": "this should be a whole number",
    "[mine]\nmaxRank = 3": "file.ini:1: `mine`, which has `startFen` from elsewhere: it has 8 rows, the board 3",
    "pawn = p": "file.ini:1: this stands before the first variant",
    "[mine:chess]\nno sign": "file.ini:2: `no sign` should be `key = value`",
    "[mine:chess]\n[mine:chess]": "file.ini:2: there is a variant `mine` already, at file.ini:1",
    "[mine": "should be the name of a variant in brackets",
    "": "there is no variant",
}
"""Files with one fault, and what is said of it."""


@pytest.mark.parametrize("text", REFUSED)
def test_a_fault_is_told_with_its_line(text: str) -> None:
    with pytest.raises(Refused) as refused:
        ruleset(text)
    assert REFUSED[text] in str(refused.value)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-8"])
def test_marks_and_line_ends_make_no_difference(encoding: str) -> None:
    text = "[mine:chess]\r\n# größer\r\nnMoveRule = 70\r\n"
    own = importing.sections(text.encode(encoding), "file.ini")
    assert "replace define moves = 70" in importing.ruleset(own["mine"], own).text


@pytest.mark.parametrize("data", [b"\x00\x01\x02[a]", b"\xff\xfe\x00", b"[a]\n" + b"x" * 5000, b"#" * 2_000_000])
def test_what_is_no_such_file_is_told(data: bytes) -> None:
    with pytest.raises(Refused, match=r"^file\.ini"):
        importing.sections(data, "file.ini")


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(Refused) as refused:
        ruleset("[mine:chess]\ntwoBoards = true\nquenn = q\nflagPiece = x\n")
    assert len(refused.value.sentences) == 3


def test_at_least_four_fifths_of_the_keys_are_read() -> None:
    refused = [key.name for key in KEYS.values() if key.refused]
    assert len(refused) <= len([*KEYS, *PIECES, *CUSTOM]) / 5


def test_the_page_shows_the_table_of_keys() -> None:
    page = (Path(__file__).parents[2] / "docs" / "descriptions.md").read_text(encoding="utf-8")
    assert table() in page, "run python docs/descriptions.py"


def test_a_file_is_written_and_nothing_overwritten(tmp_path: Path) -> None:
    given, out = tmp_path / "some.ini", tmp_path / "new" / "hill.gdl"
    given.write_text("[hill:crazyhouse]\nflagPiece = k\nflagRegion = *5\n[other:chess]\ntwoBoards = true\n")
    assert run(["import", f"{given}:hill", "-o", str(out)]) == (0, f"{out}: 13 lines, extends crazyhouse\n", "")
    assert run(["lint", str(out)])[0] == 0
    status, _, told = run(["import", f"{given}:hill", "-o", str(out)])
    assert (status, "is there already" in told) == (2, True)
    status, _, told = run(["import", str(given)])
    assert (status, "its games are hill, other" in told) == (2, True)
    status, said, told = run(["import", str(given), "-o", str(tmp_path / "all")])
    assert (status, said.count("lines"), "some.ini:5" in told) == (1, 1, True)
    assert run(["import", f"{given}:hil"])[0] == run(["import", str(tmp_path / "none.ini")])[0] == 2


EXPORTED = {
    "crazyhouse": "[my-crazyhouse:crazyhouse]\n",
    "king_of_the_hill": "[king_of_the_hill:kingofthehill]\n",
    "mine": "[mine:crazyhouse]\nnMoveRule = 70\nflagPiece = k\nflagRegion = d4 e4 d5 e5\n",
}
"""Rulesets that can be said, and the sections that say them."""
MINE = """game "Mine" extends "crazyhouse"
replace define moves = 70
end
  win me if some king of me & {d4, e4, d5, e5}
"""


@pytest.mark.parametrize("name", EXPORTED)
def test_a_ruleset_is_said_as_a_section(name: str, tmp_path: Path) -> None:
    given = tmp_path / "mine.gdl"
    given.write_text(MINE)
    assert run(["export", str(given) if name == "mine" else name, "--fairy"]) == (0, EXPORTED[name], "")


def test_what_would_be_another_game_is_refused(tmp_path: Path) -> None:
    given = tmp_path / "mine.gdl"
    given.write_text('game "Mine" extends "chess"\nend\n  win me if stuck\n')  # it keeps that too few pieces draw
    status, said, told = run(["export", str(given), "--fairy"])
    assert (status, said) == (1, "")
    assert "would be another game, with `replace define dead = false`" in told
    status, said, told = run(["export", "go", "--fairy"])
    assert (status, said, "no variant of a game" in told) == (1, "", True)
    assert run(["export", "chess"])[0] == 2


def test_the_sections_are_those_of_pyffish() -> None:
    """What the shipped file calls its variants is what that program calls them."""
    pyffish = pytest.importorskip("pyffish")
    assert {*importing.shipped()} <= {*pyffish.variants()}


@pytest.mark.parametrize(("section", "moves", "said"), [
    ("checkmateValue = win", "f3 e5 g4 d8-h4", "checkmate"),
    ("checkCounting = true\nstartFen = rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 1+1 0 1", "d8-h4",
     "Black has given check"),
])  # fmt: skip
def test_why_a_game_ended_is_said(section: str, moves: str, said: str) -> None:
    state = Game.parse(ruleset(f"[mine:chess]\n{section}\n")).start()
    for move in moves.split():
        state = state.play(move)
    found = decided(state.view())
    assert found is not None
    assert found.why == said
