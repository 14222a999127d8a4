"""What comments silence, which findings are precise, and what runs of `gdl lint` tell programs."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path
from textwrap import dedent

import pytest
from typer.testing import CliRunner

from cli.app import app
from gdl import lint, report
from gdl.colours import COLOURS
from gdl.lint.pages import HOME
from gdl.lint.rule import example
from gdl.syntax.formatter import format as formatted
from gdl.text.source import Source
from interpreter import Game
from interpreter.drawing import colours

UNUSED = "define edge = row(1) + row(3)"
UNKNOWN = "choose s in emty\nput stone of me on s"


def codes(text: str) -> list[str]:
    return [f.code for f in lint.lint([Source("a.gdl", dedent(text))])]


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["lint", *arguments])
    return result.exit_code, result.stdout, result.stderr


# ---- comments that silence -----------------------------------------------------------------------------


def test_an_error_cannot_be_silenced() -> None:
    text = example(turn="choose s in emty  # lint: ignore N201 – later\nput stone of me on s")
    assert codes(text) == ["N201", "W963"]


def test_a_comment_is_not_in_vain_while_errors_hide_what_it_is_about() -> None:
    wrong = example(turn="choose s in empty\nlet n = s  # lint: ignore N253 – to come\nput stone of me on emty")
    other = "define corner = {a1, a1}  # lint: ignore R656, T350 – drawn twice"
    assert "W952" not in codes(wrong)
    assert "W952" not in codes(example(other, turn=UNKNOWN))
    assert "W952" in codes(example(other))


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_comment_silences_all_lines_of_what_is_broken_into_lines(place: int) -> None:
    comments = ["# lint: ignore R656 – twice" if i == place else "" for i in range(3)]
    text = f"{comments[0]}\ndefine corner = {{a1, a3,  {comments[1]}\n    c1, c1}}  {comments[2]}"
    assert codes(example(text, end="win me if corner within mine\ndraw if no empty")) == []


# ---- false alarms --------------------------------------------------------------------------------------


def test_a_look_is_missed_only_beside_others() -> None:
    assert codes(example(looks="")) == []
    assert codes(example(looks='stone of White "W"')) == ["P551"]


STEPS = "define a.steps =\n  a.orthogonal when a in man of White\n  a.diagonal   when a in man of Black"
MEN = {
    "pieces": "pieces man, king of player",
    "setup": "put man of White on row(1)\nput king of Black on b3",
    "end": "win me if no theirs\nlose next if stuck",
    "looks": "",
}


@pytest.mark.parametrize(
    ("more", "target", "found"),
    [
        (STEPS, "a.steps", ["T350"]),
        (STEPS, "(a.steps otherwise a.compass)", []),
        (STEPS + "\ndefine a.far = a.compass through empty when a in king", "(a.steps + a.far)", []),
    ],
)
def test_a_table_may_leave_a_case_to_others(more: str, target: str, found: list[str]) -> None:
    assert codes(example(more, turn=f"choose a in mine, b in {target} - mine\nmove a to b", **MEN)) == found


def test_a_score_of_two_sites_that_are_there_is_a_number() -> None:
    mancala = """\
        game "Pits"

        players A, B
        type pit = ring(12)
        pit has beads: 0..48 = 4

        turn
          choose p in pit where p.beads > 0
          p.beads = 0

        end
          rank p by ({} when p = A otherwise [7]).beads if no q in pit where q.beads > 0
          lose next if stuck
        """
    assert codes(mancala.format("[3]")) == []
    assert codes(mancala.format("[33]")) == ["E703"]


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("choose s in empty, t in empty - s - row(3) where count(mine & row(2)) < 3 and count(theirs & row(3)) < 4",
         "`and count"),
        ("choose s in {a1, a2, a3, b1, b2, b3, c1, c2, c3, a1, a2, a3, b1, b2, b3, c1, c2, c3, a1, a2, a3, b1, b2}",
         "a1, a2,` (column 95)"),
        ("choose s in empty  # a comment that goes on and on, about this and that, and doesn't end where it should",
         "above"),
        ("# a comment with a line of its own that goes on and on, about this and that, and has no end where it should",
         "each with its own `#`"),
    ],
)  # fmt: skip
def test_it_is_said_where_a_long_line_breaks_best(line: str, where: str) -> None:
    found = lint.lint([Source("a.gdl", example(turn=f"{line}\nput stone of me on s"))], select=["W951"])
    assert [where in f.hint for f in found] == [True], found


# ---- runs ----------------------------------------------------------------------------------------------


def test_exit_status(tmp_path: Path) -> None:
    odd, broken = tmp_path / "odd.gdl", tmp_path / "broken.gdl"
    odd.write_text(example(UNUSED))
    broken.write_text(example(turn=UNKNOWN))
    assert run(str(odd))[0] == 0
    assert run(str(odd), "--strict")[0] == 1
    assert run(str(odd), "--strict", "--ignore", "N250")[0] == 0
    assert run(str(broken))[0] == 1
    status, shown, told = run(str(broken), "--ignore", "N201")
    assert (status, shown) == (1, "1 ruleset: nothing else found\n")
    assert "1 error not shown" in told


SCENARIOS = """\
game: tictactoe
scenarios:
  - name: a square that isn't there
    play: [a1, z9]
    then: {to move: X}
  - name: a word that isn't known
    playy: [a1]
    then: {to move: X}
  - name: a piece that isn't there
    position:
      pieces: {stonee of X: [a1]}
    then: {to move: O}
  - name: no such game
    game: nosuch
    then: {to move: X}
  - name: right
    play: [a1]
    then: {to move: O}
"""


def test_all_that_is_wrong_with_scenarios_is_said_at_its_line(tmp_path: Path) -> None:
    file, good = tmp_path / "scenarios.yaml", tmp_path / "more.yaml"
    file.write_text(SCENARIOS)
    good.write_text("game: tictactoe\nscenarios:\n- {name: one, play: [a1], then: {to move: O}}\n")
    status, shown, _ = run(str(file), "--format", "json")
    found = [(f["line"], f["message"]) for f in json.loads(shown)]
    assert status == 1
    assert [line for line, _ in found] == [4, 7, 10, 13]
    words = ["z9", "did you mean `play`", "did you mean `stone of X`", "no ruleset `nosuch`"]
    assert all(word in said for word, (_, said) in zip(words, found, strict=True))
    assert run(str(good))[:2] == (0, "1 file of scenarios: nothing found\n")
    assert run(str(good), "tictactoe")[1].endswith("1 ruleset and 1 file of scenarios: nothing found\n")


@pytest.mark.parametrize("text", ["", "- a\n", "scenarios: 3\n", "a: [\n", "game: 3\nscenarios: [x]\n"])
def test_what_holds_no_scenarios_is_said_to(tmp_path: Path, text: str) -> None:
    file = tmp_path / "scenarios.yaml"
    file.write_text(text)
    status, shown, _ = run(str(file))
    assert status == 1
    assert "error scenario: " in shown


def test_sarif_names_files_and_pages(tmp_path: Path) -> None:
    odd, latin = tmp_path / "my game #1%.gdl", tmp_path / "latin.gdl"
    odd.write_text(example(UNUSED))
    latin.write_bytes(example("# Café").encode("latin-1"))
    status, shown, _ = run(str(odd), str(latin), "--format", "sarif")
    (sarif,) = json.loads(shown)["runs"]
    assert status == 2  # a file could not be read
    places = [r["locations"][0]["physicalLocation"] for r in sarif["results"]]
    uris = [place["artifactLocation"]["uri"] for place in places]
    assert uris[0].endswith("/latin.gdl")
    assert uris[1].endswith("/my%20game%20%231%25.gdl")
    assert all(uri.startswith("file:///") for uri in uris)
    assert places[0]["region"]["startLine"] == example("# Café").split("\n").index("# Café") + 1
    driver = sarif["tool"]["driver"]
    assert {r["id"]: r["helpUri"] for r in driver["rules"]} == {
        code: f"{HOME}/docs/lint/{code}.md" for code in ("N250", "S108")
    }
    assert driver["informationUri"] == HOME
    assert driver["version"] == version("gdl-interpreter")
    assert str(Path.cwd()) not in json.dumps(driver)  # nothing of the author's disk


def test_sarif_escapes_relative_paths() -> None:
    found = lint.lint([Source("a folder/ä.gdl", example(UNUSED))])
    assert '"uri": "a%20folder/%C3%A4.gdl"' in report.as_sarif(found, report.About())


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\x85", "\xa0", "\u3000"])
def test_only_blanks_are_blank(character: str) -> None:
    """What merely looks like a blank or a line end isn't one, for the parser as for the formatter."""
    assert {"S104", "S108"} & set(codes(example() + character + "\n"))
    commented = example() + f"# a{character}b{character}\n"
    assert formatted(formatted(commented)) == formatted(commented)


# ---- colours and notation ------------------------------------------------------------------------------


def test_colours_of_the_language_are_those_that_can_be_drawn() -> None:
    assert set(colours.NAMES) == set(COLOURS)


@pytest.mark.parametrize(("colour", "found"), [("wite", ["P513"]), ("white", []), ("White", []), ("mint", ["P513"])])
def test_a_colour_must_be_known(colour: str, found: list[str]) -> None:
    assert codes(example(looks=f'stone of White "W" "○" {colour}\nstone of Black "B"')) == found


CORNERS = """\
game "Corners"
  notation "board; me; unmoved c3=C a1=A"

players White, Black
board grid(3, 3)
pieces stone of player
game has unmoved: set of site = {a1}

turn
  choose s in empty
  put stone of me on s
  unmoved += s

end
  win me if count(unmoved) = 3
  draw if no empty

looks
  stone of White "W"
  stone of Black "B"
"""


def test_a_variant_inherits_a_notation_only_with_what_it_names(tmp_path: Path) -> None:
    (tmp_path / "corners.gdl").write_text(CORNERS)
    small = tmp_path / "small.gdl"
    small.write_text('game "Small" extends "corners"\n\nreplace board grid(2, 2)\n')
    found = lint.lint([Source(str(small), small.read_text())])
    assert [(f.code, f.span.line, "`unmoved` is never `c3`" in f.message) for f in found] == [("W964", 1, True)]
    assert codes(CORNERS) == []


def test_what_has_no_text_in_a_notation_is_not_lost(tmp_path: Path) -> None:
    """`b2` has no letter among those of the corners; the line must be read back as the same position."""
    file = tmp_path / "corners.gdl"
    file.write_text(CORNERS)
    game = Game.of(str(file))
    state = game.start().play("b2")
    assert game.notation is not None
    line = game.notation.write(state)
    assert line == "3/1W1/3 Black a1,b2"
    assert game.position(line).position() == state.position()


@pytest.mark.parametrize(
    ("notation", "found"),
    [
        ("board; me; last", []),
        ("board; me w b; last a1=A", []),
        ("board; you", ["W964"]),
        ("board; me w", ["W964"]),
        ("board; me Red=r", ["W964"]),
        ("board last=~; me", ["W964"]),
    ],
)
def test_notation_must_fit_the_rules(notation: str, found: list[str]) -> None:
    text = example(
        "game has last: site?", game=f'game "X"\n  notation "{notation}"',
        turn="choose s in empty - last\nput stone of me on s\nlast = s",
    )  # fmt: skip
    assert codes(text) == found
