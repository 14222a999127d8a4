"""Further ways to write a move: `as "…" as "…"` behind a `choose`."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.model import printing
from gdl.syntax.formatter import format as formatted
from gdl.text.source import Source
from interpreter import Ambiguous, Game
from interpreter.game.rules import Backend

RULES = """game "Rooks"

players White, Black
board grid(3, 3)
pieces rook, man of player

setup
  put rook of White on a1
  put man of White on c1
  put man of Black on b3

turn
  choose a in mine, b in a.orthogonal & empty
      as "{a}-{b}"%s
  move a to b

end
  draw if repeats(piece, next) = 1
  lose next if stuck

looks
  rook of White "R"
  rook of Black "r"
  man of White  "M"
  man of Black  "m"
"""
OTHERS = """
      as "{a.kind}{b}"
      as "{b}" when a in man otherwise \"\""""


def findings(others: str) -> list[str]:
    return [f"{f.code} {f.message}" for f in check(Source("rooks", RULES % others)).findings]


def test_further_texts_are_read_and_never_written() -> None:
    state = Game.parse(RULES % OTHERS).start()
    assert {move.text: move.others for move in state.moves} == {
        "a1-a2": ("Ra2",), "a1-b1": ("Rb1",), "c1-b1": ("Mb1", "b1"), "c1-c2": ("Mc2", "c2"),
    }  # fmt: skip
    assert state.parse("Rb1").text == "a1-b1"
    assert state.parse("b1").text == "c1-b1"
    assert state.play("r a2").line == ["a1-a2"]


def test_a_text_that_several_moves_share_is_asked_back() -> None:
    state = Game.parse(RULES % '\n      as "go to row {b.r}"').start()
    with pytest.raises(Ambiguous, match="“go to row 1” could be a1-b1, c1-b1; write more of it"):
        state.parse("go to row 1")


def test_rules_that_differ_in_nothing_else_are_the_same_rules() -> None:
    plain, other = Game.parse(RULES % ""), Game.parse(RULES % OTHERS)
    assert plain.hash == other.hash
    assert [m.text for m in plain.start().moves] == [m.text for m in other.start().moves]


def test_they_are_laid_out_and_shown() -> None:
    assert formatted(RULES % OTHERS) == RULES % OTHERS
    on_one_line = RULES % ' as "{a.kind}{b}"'
    assert formatted(on_one_line) == on_one_line
    assert " as text(" in next(line for line in printing.model(Game.parse(RULES % OTHERS).model).splitlines()
                               if "choose" in line).partition(" as ")[2]  # fmt: skip


def test_faults_in_them_are_told() -> None:
    assert findings('\n      as "{c}"')[0].startswith("N")
    assert findings('\n      as "{a}" as') != []
    assert findings('\n      as "{a}"\n      as a.hue')[0].startswith("N")


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_both_backends_read_them(backend: Backend) -> None:
    state = Game.load("chess", backend=backend).start()
    assert [state.play("e4").parse(text).text for text in ("e5", "Nf6", "g8f6", "d7d5")] == [
        "e7-e5", "g8-f6", "g8-f6", "d7-d5",
    ]  # fmt: skip
