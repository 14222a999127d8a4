"""Variants that add lines to a table of their base, or replace some: `define a.steps += …`."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.check.checker import check
from gdl.lint import lint
from gdl.syntax.formatter import format as formatted
from gdl.text.source import Source
from interpreter import Game

BASE = """\
game "Base"

players White, Black
board grid(5, 5)
pieces man, king of player

define a.steps =
  a.N         when a in man
  a.compass   when (a in king)
define far = a5
define bad = no man of me
define hop(a, b)
  move a to b

setup
  put man of White  on b2
  put king of White on d2
  put king of Black on e5

turn
  choose a in mine, b in a.steps - mine - far
  hop(a, b)

end
  win me if no theirs
  lose me if bad
  lose next if stuck

looks
  man of White  "M"
  king of White "K"
  man of Black  "m"
  king of Black "k"
"""
KING = {"d2-c1", "d2-c2", "d2-c3", "d2-d1", "d2-d3", "d2-e1", "d2-e2", "d2-e3"}


def written(folder: Path, *variants: str) -> Path:
    """The base and variants, each of which extends the one before; gives the last."""
    (folder / "v0.gdl").write_text(BASE)
    for i, text in enumerate(variants, 1):
        (folder / f"v{i}.gdl").write_text(f'game "Variant" extends "v{i - 1}"\n\n{text}')
    return folder / f"v{len(variants)}.gdl"


def found(path: Path) -> list[tuple[str, int, str, str]]:
    return [(f.code, f.span.line, f.message, f.hint) for f in check(Source(str(path), path.read_text())).findings]


def moves(path: Path) -> set[str]:
    answers = {tuple(m.text for m in Game.load(path, backend=b).start().moves) for b in ("reference", "native")}
    assert len(answers) == 1
    return set(*answers)


def test_the_base_alone(tmp_path: Path) -> None:
    assert moves(written(tmp_path)) == {"b2-b3"} | KING


def test_a_line_is_added(tmp_path: Path) -> None:
    assert moves(written(tmp_path, "define a.steps += a.E when a in man\n")) == {"b2-b3", "b2-c2"} | KING
    two = "define a.steps +=\n  a.E when a in man\n  a.E.E when a in man & row(2)\n"
    assert moves(written(tmp_path, two)) == {"b2-b3", "b2-c2"} | KING - {"d2-d2"}


def test_lines_are_replaced_by_their_conditions_whatever_their_parentheses(tmp_path: Path) -> None:
    text = "replace define a.steps +=\n  a.{E, W}  when (a   in man)\n  a.N when a in king\n"
    assert moves(written(tmp_path, text)) == {"b2-a2", "b2-c2", "d2-d3"}


def test_several_lines_in_the_place_of_one(tmp_path: Path) -> None:
    text = "replace define a.steps +=\n  a.E when a in king\n  a.W when a in king\n"
    assert moves(written(tmp_path, text)) == {"b2-b3", "d2-c2", "d2-e2"}


def test_a_line_is_removed(tmp_path: Path) -> None:
    assert moves(written(tmp_path, "replace define a.steps += {} when a in king\n")) == {"b2-b3"}


def test_all_lines_are_removed(tmp_path: Path) -> None:
    text = "replace define a.steps +=\n  {} when a in king\n  {} when a in man\n"
    assert moves(written(tmp_path, text)) == set()


def test_a_single_value_becomes_a_table(tmp_path: Path) -> None:
    assert moves(written(tmp_path, "define far += {b3, d3}\n")) == KING - {"d2-d3"}
    assert "b2-b3" not in moves(written(tmp_path, "replace define far += b3\n"))


def test_a_condition_is_joined_by_or(tmp_path: Path) -> None:
    path = written(tmp_path, "define bad += no man & row(2)\n")
    assert Game.load(path).start().play("b2-b3").outcomes == {"White": "loss", "Black": "win"}


def test_several_levels(tmp_path: Path) -> None:
    first = "define a.steps += a.E when a in man\n"
    second = "define a.steps += a.S when a in man\nreplace define a.steps += {} when a in king\n"
    assert moves(written(tmp_path, first, second)) == {"b2-b3", "b2-c2", "b2-b1"}
    third = "replace define a.steps += a.W when a in man\n"
    assert moves(written(tmp_path, first, second, third)) == {"b2-a2"}
    again = "replace define a.steps = a.N when a in king\n"
    assert moves(written(tmp_path, first, again)) == {"d2-d3"}


def test_a_define_of_the_prelude(tmp_path: Path) -> None:
    assert moves(written(tmp_path, "define mine += man of Black\n")) == moves(written(tmp_path))


def test_hash_and_lint_and_layout(tmp_path: Path) -> None:
    text = "define a.steps += a.E when a in man\n"
    path = written(tmp_path, text)
    assert lint([Source(str(path), path.read_text())]) == []
    assert Game.load(path).hash != Game.load(tmp_path / "v0.gdl").hash
    table = 'game "V" extends "v0"\n\ndefine a.steps +=\n  a.E   when a in man\n  a.NE  when a in king\ndefine x = 3\n'
    assert formatted(table) == table


@pytest.mark.parametrize(
    ("text", "code", "line", "said", "hint"),
    [
        ("define a.stepps += a.E", "O803", 3, "no `a.stepps` to add lines to", "did you mean `a.steps` (v0.gdl:7)?"),
        ("define s.steps += s.E", "O809", 3, "the table uses the names `a.steps` (v0.gdl:7)", "`define a.steps += …`"),
        ("define hop(a, b) += a.E", "O809", 3, "has statements", "`replace define hop(a, b)`"),
        ("define a.steps += a.N when a in man", "O809", 3, "has this line already (v0.gdl:8)", "leave it out"),
        ("replace define a.steps += a.N when a in men", "O810", 3, "no line for `a in men`",
         "there are lines for `a in man`, `a in king`"),
        ("replace define a.steps += a.N", "O810", 3, "no line without a `when`", "`a in man`"),
        ("replace define a.steps = a.E\ndefine a.steps += a.N", "N203", 4, "declared already", "add the lines there"),
        ("define a.steps += a.E\nreplace define a.steps = a.N", "N203", 4, "declared already", "keep one"),
        ("define a.steps += a.c when a in man", "T311", 3, "the lines of a table must have one type", ""),
    ],
)  # fmt: skip
def test_what_is_wrong(tmp_path: Path, text: str, code: str, line: int, said: str, hint: str) -> None:
    ((c, at, message, helped),) = found(written(tmp_path, text + "\n"))
    assert (c, at) == (code, line)
    assert said in message
    assert hint in helped
