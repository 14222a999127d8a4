"""A name that is misspelt where it is declared is told there, once."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.lint.fix import fixed
from gdl.text.findings import Finding
from gdl.text.source import Source

BASE = """\
game "Example"

players White, Black
board grid(5, 5)
pieces stone of player

option length: 3..5 = 3 "stones in a line"

define line_of(p) = some line in lines(length) where line within stone of p
define middle = {s in site where s.c in {2, 3, 4} and s.r in {2, 3, 4}}

turn
  choose s in empty where s in middle or no middle & empty
  put stone of me on s

end
  win me if line_of(me) as "{length} in a line"
  draw if no empty

looks
  stone of White "O" "●" yellow
  stone of Black "X" "●" black
"""


def found(text: str) -> list[Finding]:
    return lint.lint([Source("a.gdl", text)])


def test_the_base_is_clean() -> None:
    assert found(BASE) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("pieces stone", "pieces sotne"), ("define middle", "define midle"), ("option length", "option lenght"),
     ("players White", "players Wite")],
)  # fmt: skip
def test_it_is_told_once_where_it_is_declared_and_fixed_there(right: str, wrong: str) -> None:
    declared, used = wrong.split()[1], right.split()[1]
    text = BASE.replace(right, wrong)
    if used == "White":  # used twice
        text = text.replace("draw if no", "draw if no theirs & stone of White or no")
    (one,) = found(text)
    assert (one.span.text, one.span.line) == (declared, text[: text.index(wrong)].count("\n") + 1)
    assert one.message.startswith(f"`{declared}` is used nowhere, but `{used}` is, ")
    assert one.hint == f"did you mean `{used}`?"
    assert fixed(text, "a.gdl").text == text.replace(wrong, right)


def test_a_name_that_is_used_is_not_taken_for_misspelt() -> None:
    """Where both are in use, each use is wrong by itself."""
    text = BASE.replace("in middle or no middle", "in midle or no midle & middle")
    assert {f.span.text for f in found(text) if f.severity == "error"} == {"midle"}


def test_a_name_from_the_base_that_is_used_once_is_no_declaration() -> None:
    text = BASE.replace("define middle = {s in site where s.c in {2, 3, 4} and s.r in {2, 3, 4}}\n", "")
    text = text.replace("s in middle or no middle", "s in emty or no emty").replace(" & empty\n", "\n")
    assert {f.span.text for f in found(text) if f.severity == "error"} == {"emty"}


def test_a_slip_for_a_name_of_the_ruleset_comes_before_a_word_of_another_language() -> None:
    """`length` was told “write `count(S)`”, though `lenght` is an option."""
    (one,) = [f for f in found(BASE.replace("option length", "option lenghts")) if f.severity == "error"]
    assert "count" not in one.hint


@pytest.mark.parametrize(("wrong", "hint"), [
    ("gaem", "did you mean `game`?"), ("Game", "did you mean `game`?"), ("playr", "did you mean `player`?"),
    ("sitte", "did you mean `site`?"),
    ("everything", "keep values for `game`, `player`, `site` or a type of your own: `site has …`"),
])  # fmt: skip
def test_what_keeps_a_value_may_be_the_game(wrong: str, hint: str) -> None:
    (one, *_) = found(BASE.replace("define line_of", f"{wrong} has turns: 0..9\n\ndefine line_of"))
    assert (one.message, one.hint) == (f"there is no type `{wrong}`", hint)


def test_the_type_of_a_value_is_never_the_game() -> None:
    told = found(BASE.replace("define line_of", "game has turns: gaem\n\ndefine line_of"))
    (one,) = [finding for finding in told if finding.severity == "error"]
    assert one.hint == "a type is a range `0..9`, `truth`, or the name of a type"
