"""What other programs write, and what nobody should: told with line and game, and the rest goes on."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from interpreter.bridges.formats import converting
from interpreter.bridges.formats.opening import FormatError
from interpreter.bridges.formats.outside import MOST_PLIES, Outside
from interpreter.game import records
from interpreter.game.record_model import MOST_DEPTH, MOST_VARIATIONS
from interpreter.game.records import RecordError


def read(tmp_path: Path, text: str | bytes, kind: str = "pgn") -> list[Outside]:
    path = tmp_path / f"file.{kind}"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return list(converting.games(path, kind))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_encodings_and_ends_of_lines(tmp_path: Path, encoding: str, end: str) -> None:
    text = '[White "Müller"]\n\n1. e4 {für\nmich} e5 *\n\n[White "B"]\n\n1. d4 *\n'.replace("\n", end)
    one, two = read(tmp_path, text.encode(encoding))
    assert (one.tags["White"], one.moves[0].comment, two.line) == ("Müller", "für mich", 6)


@pytest.mark.parametrize("content", [bytes(range(256)) * 50, "1. e4 *".encode("utf-16-le"), b"\x7fELF\0\0"])
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(FormatError, match="isn't a text"):
        read(tmp_path, content)


@pytest.mark.parametrize(("kind", "text", "dropped"), [
    ("pgn", "1. e4 " + "(c5 " * 10**6 + ")" * 10**6 + " e5 *", 10**6 - MOST_DEPTH),
    ("pgn", "1. e4 c5" + " (1... e5)" * 10**5 + " *", 10**5 - MOST_VARIATIONS),
    ("sgf", "(;GM[1];B[aa](;W[bb])" + "(" * 10**6 + ")" * 10**6 + ")", 0),
    ("sgf", "(" * 10**6 + ";GM[1];B[aa]" + ")" * 10**6, 0),
    ("sgf", "(;GM[1]" + "(;B[aa])" * 10**5 + ")", 10**5 - MOST_VARIATIONS - 1),
    ("sgf", "(;GM[1]" + "(;B[aa](;W[bb])" * 10**5 + ")" * 10**5 + ")", None),
], ids=["deep", "many", "deep sgf", "deep game", "many sgf", "deep twins"])  # fmt: skip
def test_a_million_brackets(tmp_path: Path, kind: str, text: str, dropped: int | None) -> None:
    path = tmp_path / f"deep.{kind}"
    path.write_text(text, encoding="utf-8")
    tracemalloc.start()
    (game,) = converting.games(path, kind)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert not game.trouble
    assert game.dropped == dropped if dropped is not None else game.dropped >= 1
    assert len(game.lines) <= MOST_VARIATIONS + 1 and max(line.depth for line in game.lines) <= MOST_DEPTH
    assert peak < 5_000_000


def test_what_ends_too_early_is_told(tmp_path: Path) -> None:
    assert "line 1: a comment { begins here" in read(tmp_path, "1. e4 {never")[0].trouble
    assert "2 brackets are still open" in read(tmp_path, "1. e4 (d4 (c4 ")[0].trouble
    assert "middle of this game" in read(tmp_path, "(;GM[1];B[aa", "sgf")[0].trouble
    assert read(tmp_path, "") == []


def test_one_long_line_and_a_game_without_end(tmp_path: Path) -> None:
    (game,) = read(tmp_path, "1. Nf3 Nf6 2. Ng1 Ng8 " * MOST_PLIES)
    assert f"more than {MOST_PLIES:,} moves" in game.trouble and len(game.moves) == MOST_PLIES
    (long,) = read(tmp_path, "x" * 10**6 + " *")
    assert len(long.moves[0].text) <= 10_000


def test_the_rest_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.pgn").write_text(
        '[White "Anna"]\n\n1. e4! {best} e5 (1... c5 (1... e6)) 1-0\n\n1. e4 e5 2. Ke3 *\n\n'
        '[Variant "Nonsense"]\n\n1. e4 *\n\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n', encoding="utf-8")  # fmt: skip
    done = CliRunner().invoke(app, ["convert", "a.pgn", "b.pgn"])
    assert done.exit_code == 1
    assert "game 1" not in done.output
    assert "(1... c5) e5" not in (one := Path("b.pgn").read_text(encoding="utf-8"))
    assert "1... e5 (1... c5 (1... e6))" in one
    assert "game 2: line 5, move 3 `Ke3`: Ke3 is not legal now" in done.output
    assert "game 3: line 7: no ruleset that ships calls itself `Nonsense`" in done.output
    assert Path("b.pgn").read_text(encoding="utf-8").count("[White ") == 2
    again = CliRunner().invoke(app, ["convert", "a.pgn", "b.pgn"])
    assert again.exit_code == 2 and "is there already; --force overwrites it" in again.output
    assert CliRunner().invoke(app, ["convert", "a.pgn", "games"]).exit_code == 1
    shown = CliRunner().invoke(app, ["replay", "games/000004.yaml", "--check"])
    assert shown.exit_code == 0 and "It ends as recorded, after 4 turns" in shown.output
    assert "resigned after 2 turns" in CliRunner().invoke(app, ["replay", "a.pgn", "--check"]).output
    assert "holds 4 games, and no number 5" in CliRunner().invoke(app, ["replay", "a.pgn", "--number", "5"]).output


def test_resumed_from_a_file_that_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.pgn").write_text("1. e4 e5 *\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["play", "--resume", "a.pgn", "--plain"], input="Nf3\nquit\n")
    assert done.exit_code == 0, done.output
    assert Path("a.pgn").read_text(encoding="utf-8") == "1. e4 e5 *\n"
    assert "g1-f3" in Path("a.yaml").read_text(encoding="utf-8")


def test_a_tag_that_lies(tmp_path: Path) -> None:
    told = read(tmp_path, '[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0')[0]
    *_, remarks = converting.record(told, converting.Wish("pgn", "gdl"))
    assert remarks == ["the file says 1-0, but by the rules Black won"]
    assert "the moves end with 0-1" in read(tmp_path, '[Result "1-0"]\n\n1. e4 0-1')[0].trouble


def test_variations_are_told_and_entered(tmp_path: Path) -> None:
    file = tmp_path / "a.pgn"
    file.write_text("1. e4 e5 ({Or} 1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6 3. Kh1) 2. Nf3 Nc6 1-0\n", encoding="utf-8")
    shown = CliRunner().invoke(app, ["replay", str(file)]).output
    assert "a variation ends early: line 1, move 5 `Kh1`" in shown
    assert shown.index("1. White: e4") < shown.index("Variation 1: c7-c5 g1-f3 d7-d6 – Or") < shown.index("2. Black")
    assert "Variation 2" not in shown  # it leaves the first one
    nested = CliRunner().invoke(app, ["replay", str(file), "--variation", "2"]).output
    assert [line for line in nested.splitlines() if line[:1].isdigit() and ": " in line] == [
        "1. White: e4", "2. Black: c5", "3. White: Nc3", "4. Black: Nc6"]  # fmt: skip
    assert "has 2 variations, and no number 3" in CliRunner().invoke(
        app, ["replay", str(file), "--variation", "3"]).output  # fmt: skip


@pytest.mark.parametrize(("old", "new", "told"), [
    ("of: 1", "of: 2", "leaves variation 2, which doesn't stand before it"),
    ("after: 2", "after: 9", "what it leaves has no move after 9 moves"),
    ("after: 1", "after: -1", "`after` should be at least 0"),
    ("[c7-c5, g1-f3]", "[]", "at least 1 item"),
])  # fmt: skip
def test_variations_by_hand_that_lead_nowhere(tmp_path: Path, old: str, new: str, told: str) -> None:
    file, record = tmp_path / "a.pgn", tmp_path / "a.yaml"
    file.write_text("1. e4 e5 (1... c5 2. Nf3 (2. Nc3)) *\n", encoding="utf-8")
    assert CliRunner().invoke(app, ["convert", str(file), str(record)]).exit_code == 0
    text = record.read_text(encoding="utf-8")
    assert old in text
    record.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(RecordError, match=told):
        records.read(record)


@pytest.mark.parametrize(("kind", "text", "told"), [
    ("sgf", "(;GM[1]SZ[99999999];B[aa])", "`SZ[99999999]` is no size of a board"),
    ("sgf", "(;GM[1]SZ[-5];B[aa])", "`SZ[-5]` is no size of a board"),
    ("sgf", "(;GM[1]SZ[19:13];B[aa])", "`SZ[19:13]` is no size of a board"),
    ("pdn", '[GameType "20,W,99,99,N2,0"]\n\n1. 32-28 *\n', "the board has 99×99 squares, and here it has 10×10"),
    ("pdn", '[GameType "20,W,0,0"]\n\n1. 32-28 *\n', "the board has 0×0 squares, and here it has 10×10"),
])  # fmt: skip
def test_a_board_of_another_size_is_told(tmp_path: Path, kind: str, text: str, told: str) -> None:
    file = tmp_path / f"a.{kind}"
    file.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(app, ["convert", str(file), str(tmp_path / "a.yaml")])
    assert done.exit_code == 1
    assert told in done.output


def test_points_on_points_are_counted(tmp_path: Path) -> None:
    """Each property names 2,704 points in eight letters."""
    (game,) = read(tmp_path, "(;GM[1]SZ[19]" + "AB[aa:ZZ]" * 50_000 + ";B[aa])", "sgf")
    assert "more stones are put on the board than it can have" in game.trouble
    assert game.put < 2 * MOST_PLIES
    (game,) = read(tmp_path, "(;GM[1]SZ[19]" + "AB[aa]" * (MOST_PLIES - 1) + ";B[aa])", "sgf")
    assert not game.trouble


@pytest.mark.parametrize("encoding", ["idna", "punycode", "utf-7", "zip", "undefined", "utf-32", "cp037"])
def test_encodings_that_can_not_be_meant(tmp_path: Path, encoding: str) -> None:
    (game,) = read(tmp_path, f"(;GM[1]CA[{encoding}]SZ[9]C[für];B[aa])", "sgf")
    assert (game.trouble, game.lines[0].comment, len(game.moves)) == ("", "für", 1)


def test_a_long_move_is_told_briefly(tmp_path: Path) -> None:
    file = tmp_path / "a.pdn"
    file.write_text('[GameType "21"]\n\n1. 11x' + "15x11x" * 1500 + "15 *\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["replay", str(file)])
    assert done.exit_code == 2
    assert "is not legal now" in done.output and len(done.output) < 400
