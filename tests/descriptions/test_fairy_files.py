"""Files that nobody else has written: what they say is played as pyffish plays it, or refused with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.lint import lint
from gdl.text.source import Source
from interpreter import Game
from interpreter.bridges.descriptions.fairy import importing
from interpreter.bridges.descriptions.fairy.reading.settings import MOST_BASES
from interpreter.bridges.descriptions.importers.form import Refused
from tests.support.command import run
from tests.support.fairy import Witness, after, agree

KING = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1"
PLAYED = {
    "a pawn's region binds its quiet moves": ("3check", "mobilityRegionWhitePawn = c3 a*", "c2-c3 e7-e5 a2-a4"),
    "a king is never held to be idle": (
        "minishogi", "king = k:cfWW\nstartFen = 4k/5/r4/5/K4[-] w 0 1", ""),
    "who also goes there without taking doesn't take in passing": (
        "giveaway", "enPassantTypes = qb\nstartFen = 4k1nr/n5pp/8/4p1Q1/8/2P5/1RP5/8 b - - 0 1", "h7-h5"),
    "a pawn that is promoted by two steps isn't taken in passing": (
        "crazyhouse", "promotionRegionWhite = d*", "a2-a3 c7-c5 a3-a4 c5-c4 d2-d4=Q"),
    "a piece in hand must be dropped": (
        "crazyhouse", "mustDrop = true\nstartFen = 3qk3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", "e4xd5 d8xd5"),
    "a pawn may be taken in passing at once": (
        "chess", "startFen = rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1", "e4-d3"),
    "a promoted piece of the beginning comes to hand as a pawn": (
        "crazyhouse", "startFen = 4k3/8/8/8/3q4/3Q~4/8/4K3[] b - - 0 1", "d4xd3 e1-f2"),
    "limits that aren't named anew are inherited": (
        "grand", "promotionLimit = q:1 r:2\nstartFen = 5k4/10/P9/10/10/10/10/10/10/1A3K4 w - - 0 1", "a8-a9=Q"),
    "what isn't named anew is promoted as before": (
        "minishogi", "promotedPieceType = s:-\nstartFen = 4k/P4/1S3/5/K4[-] w 0 1", "a4-a5+"),
    "turns without progress are counted from the beginning": (
        "chess", f"nMoveRule = 3\nstartFen = {KING.format('RNBQKBNR')[:-3]}4 9", "g1-f3"),
}  # fmt: skip
"""What a section inherits from, its lines, and moves; both programs have the same moves before and after each."""


@pytest.mark.parametrize("what", PLAYED)
def test_a_section_is_played_as_by_pyffish(what: str) -> None:
    pyffish = pytest.importorskip("pyffish")
    base, lines, moves = PLAYED[what]
    name = f"own-{[*PLAYED].index(what)}"
    text = f"[{name}:{base}]\n{lines}\n"
    pyffish.load_variant_config(text)
    own = importing.sections(text.encode(), "file.ini")
    ruleset = importing.ruleset(own[name], own).text
    assert not [finding for finding in lint([Source("own.gdl", ruleset)]) if finding.severity == "error"]
    witness, state, played = Witness(name), Game.parse(ruleset, name="own.gdl").start(), list[str]()
    for move in moves.split():
        ours = agree(witness, state, played)
        played.append(ours[(move,)])
        state = after(state, (move,))
    assert state.is_over == (witness.end(played) is not None)
    if not state.is_over:
        agree(witness, state, played)


def test_turns_without_progress_end_the_game() -> None:
    """Six of them do here, and five have been played before the beginning."""
    own = importing.sections(f"[m:chess]\nnMoveRule = 3\nstartFen = {KING.format('RNBQKBNR')[:-3]}5 9\n".encode(), "f")
    state = Game.parse(importing.ruleset(own["m"], own).text, name="own.gdl").start()
    assert not state.is_over
    assert state.play("e2-e4").play("e7-e5").moves
    assert state.play("g1-f3").results == {"White": 0, "Black": 0}


COMMON = "king = -\ncommoner = k\ncastling = false\nextinctionValue = loss\n"
REFUSED = {
    "customPiece1 = a:W²": "`²` is no move that is known",
    f"customPiece1 = a:{'W' * 3000}": "more than 60 letters",
    "promotionLimit = q:²": "`²` should be a whole number",
    f"promotionLimit = q:{'9' * 3900}": "should be a whole number, at most 9,999",
    "nMoveRule = 999999": "should be a whole number, at most 9,999",
    "nMoveRule = ٣": "should be a whole number",
    "nMoveRule = 10 20": "should be a whole number",
    "castling = true false": "this should be one of true, false",
    "castlingKingsideFile = l": "the board has 8 columns",
    "connectN = 99": "no line of the board is so long",
    "connectN = 3\nconnectHorizontal = false\nconnectVertical = false\nconnectDiagonal = false": "no line of the board",
    "seirawanGating = true\ngating = true": "nobody ever has a piece in hand",
    f"enPassantTypes = x\ncustomPiece1 = x:NcfF\nstartFen = {KING.format('RNXQKBNR')}": "takes in several ways",
    f"startFen = {KING.format('RNBQKBNR').replace(' w ', ' x ')}": "`x` should be w or b",
    f"startFen = {KING.format('+RNBQKBNR')}": "`+R`: this piece isn't promoted to anything",
    f"startFen = {KING.format('RNBQKBNR[Qq]')}": "nobody can drop the pieces that are in hand",
    f"startFen = {KING.format('RNBQKBNR').replace('KQkq', 'XYZ')}": "`X` is no castling right",
    f"startFen = {KING.format('RNBQKBNR').replace('- 0 1', 'e9 0 1')}": "`e9` should be `-` or the square",
    f"startFen = {KING.format('RNBQKBNR').replace('- 0 1', 'd3 0 1')}": "`d3` should be `-` or the square",
    f"startFen = {KING.format('RNBQKBNR').replace('- 0 1', '- 0+3 0 1')}": "should be said as `3+3`",
    f"startFen = {KING.format('RNBQKBNR').replace('- 0 1', f'- {10**30}+3 0 1')}": "should be said as `3+3`",
    f"startFen = {KING.format('RNBQKBNR').replace('- 0 1', '- 100 1')}": "the game is over",
    f"startFen = {KING.format('RNBQKBNR').replace('- 0 1', '- zero 1')}": "`zero` should be a number of turns",
    f"startFen = {'9' * 3900}/8/8/8/8/8/8/8 w": "squares, the board 8 columns",
    "startFen = ²/8/8/8/8/8/8/8 w": "`²` is no piece's letter here",
    "startFen = 8/8/8/8/8/8/8/8 w - - 0 1": "nobody has a piece",
    "castlingRookPieces = kr": "castles with its own kind",
    f"{COMMON}extinctionPieceTypes = *\nextinctionPseudoRoyal = true": "a player's last piece must not be taken",
    f"{COMMON}extinctionPieceTypes = k\nwallingRule = duck\npass = true": "put its wall on a1",
    f"{COMMON}extinctionPieceTypes = k\nwallingRule = duck\nblastOnCapture = true": "walls beside blasts",
    "promotedPieceType = p:q\npromotionPieceTypes = -\npromotionLimit = q:1": "promoted by moving",
}
"""Lines of a variant of chess, and what is said of them."""


@pytest.mark.parametrize("lines", REFUSED)
def test_what_a_line_can_not_mean_is_told_briefly(lines: str) -> None:
    own = importing.sections(f"[m:chess]\n{lines}\n".encode(), "file.ini")
    with pytest.raises(Refused) as refused:
        importing.ruleset(own["m"], own)
    assert REFUSED[lines] in str(refused.value)
    assert str(refused.value).startswith("file.ini:")
    assert all(len(sentence) < 400 for sentence in refused.value.sentences)


@pytest.mark.parametrize("name", ['a"b', "a{b}\\c", "../../etc/passwd", "-", "😀"])
def test_any_name_becomes_a_title_and_a_file(name: str, tmp_path: Path) -> None:
    given, out = tmp_path / "some.ini", tmp_path / "all"
    given.write_text(f"[{name}:chess]\nnMoveRule = 10\n")
    status, said, told = run(["import", str(given), "-o", f"{out}/"])
    assert (status, told) == (0, "")
    (written,) = out.iterdir()
    assert said.startswith(f"{written}: ")
    assert not [finding for finding in lint([Source(written.name, written.read_text())]) if finding.severity == "error"]


@pytest.mark.parametrize("name", ["\u202emage", "a\u200b", "a" * 61])
def test_a_name_that_can_not_be_read_is_refused(name: str) -> None:
    with pytest.raises(Refused, match=r"^file\.ini:1: a variant's name has at most 60 characters"):
        importing.sections(f"[{name}:chess]\n".encode(), "file.ini")


def test_comments_stand_behind_values_and_lines_end_at_line_ends() -> None:
    own = importing.sections("[m:chess]\nnMoveRule = 70 ; often\n# one\x0ctwo\u2028three\n".encode(), "file.ini")
    assert own["m"].entries["nMoveRule"].value == "70"


def test_long_chains_and_many_errors_are_told_briefly(tmp_path: Path) -> None:
    chain = "".join(f"[v{n}:v{n + 1}]\n" for n in range(MOST_BASES)) + f"[v{MOST_BASES}:chess]\n"
    own = importing.sections(chain.encode(), "file.ini")
    with pytest.raises(Refused, match="inherits through more than 50 variants"):
        importing.ruleset(own["v0"], own)
    assert importing.ruleset(own["v3"], own).base == "chess"
    given = tmp_path / "some.ini"
    given.write_text("[m:chess]\n" + "".join(f"key{n} = 1\n" for n in range(300)))
    status, said, told = run(["import", str(given)])
    assert (status, said, told.count("\n")) == (1, "", 51)
    assert told.endswith("gdl: … and 250 more errors\n")
