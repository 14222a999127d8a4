"""Slips of the fingers that can happen anywhere in a ruleset are told with what to do."""

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
pieces king, man of player
option cap: 1..9 = 5 "turns without a capture"
game has turns: 0..99
define p.camp = row(1) when p = White otherwise row(5)
define quiet = no king of me & row(3)
turn
  choose a in mine, b in a.adjacent & empty where some king & row(1) or turns < 9 asking "Move a piece."
  move a to b
end
  win me if some king & row(5) and no theirs
  draw if turns = cap
"""


def found(old: str, new: str) -> list[Finding]:
    assert BASE.count(old) == 1, old
    return [f for f in lint.lint([Source("a.gdl", BASE.replace(old, new))]) if f.severity == "error"]


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("pieces king", "pieces pieces king", "`pieces` stands there twice"),
        ("when p = White", "when p p = White", "`p` stands there twice"),
        ("has turns:", "has turns turns:", "`turns` stands there twice"),
        ("move a to b", "move a a to b", "`a` stands there twice"),
        ("quiet = no", "quiet = No", "write `no`, without capitals"),
        ("1..9 = 5", "1..9 5", "`=` is missing before it: `9 = 5`"),
        ("row(1) when", "row(1).c from 3 when", "write `in`, if that is meant"),
        ("king of me & row(3)", "king of me row(3)",
         "something is missing between `me` and `row`: a sign such as `&`, `+` or `=`, or a word"),
        ("move a to b\n", "put king from me on b\n", "name the owner after the kind: `king of …`"),
        ("when p = White", "+ [, 3]", "something is missing between `[` and `,`: a name or another value"),
        ("p.camp =", "f(, p) =", "a name is missing before `,`"),
        ("game has turns:", "game has :", "a name is missing before `:`"),
        ("game has", "game with", "write `game has …`"),
        ("game has turns:", "camp turns:", "write `camp has turns: …`"),
        ("row(1) when", "row1) when", "no `(` is open here: add it, or leave `)` out"),
        ("a.adjacent & empty", "{a.adjacent & empty)", "`{` is open here: write `}` instead"),
        ("row(5) and", "({a1 & row(5)) and", "`{` is open here: write `}` before it"),
        ("some king & row(1) or", "some king & row(1) ro", "did you mean `or`?"),
        ("a.adjacent & empty", ".adjacent & empty",
         "something is missing between `in` and `.`: a name or another value"),
    ],
)  # fmt: skip
def test_it_is_told(old: str, new: str, hint: str) -> None:
    one, *_ = found(old, new)
    assert one.hint == hint
    assert one.span.line == BASE[: BASE.index(old)].count("\n") + 1


def test_a_line_that_ends_too_soon_takes_the_next_one_along() -> None:
    (one,) = found("turns < 9 asking", "turns !=\n    some a.c asking")
    assert one.hint == "this line goes on from the line above, because that ends with `!=`"


def test_what_stands_twice_is_left_out_by_fixing() -> None:
    doubled = BASE.replace("when p = White", "when when p = White").replace("quiet = no", "quiet = No")
    assert fixed(doubled, "a.gdl").text == BASE


def test_a_name_with_another_capital_comes_before_a_word_of_another_language() -> None:
    """`size` was told “write `count(S)`”, and `--fix` did that."""
    text = BASE.replace("option cap:", 'option Size: 2..9 = 5 "rows"\noption cap:').replace("(5, 5)", "(5, size)")
    (one,) = [f for f in lint.lint([Source("a.gdl", text)]) if f.code == "N201"]
    assert one.hint == "did you mean `Size`?"


@pytest.mark.parametrize(("word", "belongs"), [("or", "either"), ("else", "if"), ("until turns = 3", "repeat")])
def test_a_line_that_goes_with_one_that_is_not_above_it(word: str, belongs: str) -> None:
    (one, *_) = found("  move a to b", f"  if turns > 3\n      move a to b\n    {word}\n      move b to a")
    assert one.code == "S103"
    assert f"`{belongs}`" in one.hint


def test_a_misspelt_word_that_continues_a_line() -> None:
    (one, *_) = found(" asking", "\n    askin")
    assert one.hint == "did you mean `asking`?"


def test_a_text_without_its_word() -> None:
    text = BASE.replace('"Example"\n', '"Example"\n  "Bring your king to the other side."\n')
    (one, *_) = [f for f in lint.lint([Source("a.gdl", text)]) if f.severity == "error"]
    assert (one.span.line, one.hint) == (2, 'say what this text is about: `summary "…"`, for example')


@pytest.mark.parametrize(("word", "meant"), [("eles", "else"), ("othrwise", "otherwise")])
def test_a_misspelt_word_above_a_block_is_told_and_the_block_stays_indented(word: str, meant: str) -> None:
    """A name alone on its line could be a block's call; but what stands indented below it shows what was meant."""
    new = f"  if b in row(5)\n    turns += 1\n  {word}\n    turns = 0\n  move a to b\n"
    (finding,) = found("  move a to b\n", new)
    assert (finding.code, finding.hint) == ("S103", f"did you mean `{meant}`?")
    assert finding.message == f"`{word}` doesn't open a block"
    assert finding.fix is None


def test_what_stands_below_an_unknown_name_is_not_moved_by_itself() -> None:
    new = "  if b in row(5)\n    turns += 1\n  rest\n    turns = 0\n  move a to b\n"
    (finding,) = found("  move a to b\n", new)
    assert finding.code == "S103"
    assert finding.fix is None


def test_a_line_too_far_in_is_told_once_and_not_those_below_it() -> None:
    """The lines below are where they should be: to move each of them would spoil the block."""
    block = "  if b in row(5)\n      turns += 1\n    turns = 0\n    next = me\n  move a to b\n"
    (finding,) = found("  move a to b\n", block)
    assert (finding.span.line, finding.message) == (12, "this line stands further in than the lines below it")
    assert finding.fix is not None
    (edit,) = finding.fix.edits
    repaired = BASE.replace("  move a to b\n", block)
    repaired = repaired[: edit.span.start] + edit.text + repaired[edit.span.end :]
    assert repaired == BASE.replace("  move a to b\n", block.replace("      turns += 1", "    turns += 1"))


def test_a_line_too_far_out_is_told_as_ever() -> None:
    block = "  if b in row(5)\n      turns += 1\n      next = me\n    turns = 0\n  move a to b\n"
    (finding,) = found("  move a to b\n", block)
    assert (finding.span.line, finding.message) == (14, "the indentation of this line fits no block above it")


def test_an_indented_declaration_is_told_once() -> None:
    (finding,) = found("turn\n", "  turn\n")
    assert finding.message == "`turn` begins a declaration, but is indented"


def test_a_turn_that_seems_to_go_on_with_the_setup_is_told_once() -> None:
    (finding,) = found("turn\n", "setup\n  put king of White on c1\n  turn\n")
    assert (finding.code, finding.message) == ("S103", "`turn` begins a declaration, but is indented")


def test_a_set_in_the_place_of_a_word_is_not_changed() -> None:
    """`{1, 2} me if …` was told that `} = me` is meant."""
    (finding,) = found("  win me if", "  {1, 2} me if")
    assert "=` is missing" not in finding.hint


def test_a_direction_too_far_in_belongs_beside_the_others() -> None:
    """In the first column it would leave its board."""
    board = "type field\n  for c in 1..3, r in 1..3 at c, r\n  direction N = [c, r + 1]\n    direction S = [c, r - 1]\n"
    (finding,) = (f for f in found("board grid(5, 5)\n", board + "board field\n") if f.code == "S103")
    assert finding.hint == "begin it in the same column as the line above"


def test_what_the_rules_change_is_declared_and_not_defined() -> None:
    """`define` can't keep a value; where nothing changes it, it may be one."""
    move = "  move a to b\n"
    assert [f.hint for f in found(move, f"{move}  me.next.lost += 1\n")] == [
        "declare what each player keeps: `player has lost: …`"
    ]
    assert [f.hint for f in found(move, f"{move}  b.paint(me) = true\n")] == [
        "declare what each site keeps: `site has paint(…): …`"
    ]
    assert [f.hint for f in found(move, f"{move}  turns = me.lost\n")] == ["say what it is: `define x.lost = …`"]


@pytest.mark.parametrize(
    ("old", "new", "word", "meant"),
    [
        ("game has turns", "hidden turns form player\ngame has turns", "hidden", "from"),
        ("  draw if", "  rank p yb count(man of p) if turns = 3\n  draw if", "rank", "by"),
        ("  move a to b", "  deal 2 frm deck to me.hand\n  move a to b", "deal", "from"),
    ],
)
def test_a_word_that_needs_another_behind_it_tells_of_that(old: str, new: str, word: str, meant: str) -> None:
    """`deal` was told to begin no statement, and to be written as `deal 5 from …`."""
    (finding,) = (f for f in found(old, new) if f.code == "S104")
    assert (finding.span.text, finding.message) == (word, f"`{word}` begins a line only with `{meant}` behind it")
    assert finding.hint.endswith(f"did you mean `{meant}`?")


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        (' asking "Move a piece."', ' as "{a}" where a != b',
         "the condition stands before `as`: `choose … where … as …`"),
        (' asking "Move a piece."', "\n      where a != b", "a decision has one `where`: join conditions with `and`"),
    ],
)
def test_a_condition_of_a_decision_in_the_wrong_place(old: str, new: str, hint: str) -> None:
    (finding,) = (f for f in found(old, new) if f.code == "S104")
    assert finding.hint == hint
