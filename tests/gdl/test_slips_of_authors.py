"""Slips made while whole games were written: where each is told, what is advised, and what a fix makes of it."""

from __future__ import annotations

import pytest

from gdl.lint import lint
from gdl.text.findings import Finding
from gdl.text.fixes import applied
from gdl.text.source import Source

RULES = """game "Slips"

players White, Black
board grid(5, 5)
pieces man, king of player
type act = go, stay
type place
  point 1 at 0, 0
  point 2 as "inn" at 1, 0
place has beds: 0..4 = 3
player has pool(act): 0..9
game has open: truth

define k.worth =
  man: 1
  king: 3
define x.side =
  1 when x in row(1)
  otherwise 0

define take(s)
  remove s
  me.pool(go) += 1 if me.pool(go) < 9

setup
  put man of White on row(1)
  put king of Black on row(5)
  [2].beds = 2

turn
  let done = false
  repeat
    either
      choose a in mine, b in (a.{N, S} & empty) + (a.adjacent & theirs) where a.side < 2
      take(a.N)
      move a to b
      me.pool(stay) = b.kind.worth otherwise 0
    or
      choose "stop" where open
    done = true
  until done
  open = not open

end
  win me if no theirs and some d in compass where some mine.(d.turned(1)) & row(5)
  draw if repeats(piece, next) = 2
  lose next if stuck
"""


def errors(text: str) -> list[Finding]:
    return [f for f in lint([Source("a.gdl", text)], most=0) if f.severity == "error"]


@pytest.mark.parametrize(
    ("right", "slip", "code", "marked", "advice"),
    [
        ("      take(a.N)\n", "     take(a.N)\n", "S103", "take(a.N)", "the same column as the line above"),
        ("no theirs and some d", "no theirs & some d", "S104", "d", "join conditions with `and`"),
        ("take(a.N)", "take a.N", "S104", "take", "`take(a.N)`"),
        ("me.pool(go) += 1 if me.pool(go) < 9", "me.pool(go)++", "S104", "++", "`me.pool(go) += 1`"),
        ("d.turned(1)", "d.turn(1)", "S105", "turn", "did you mean `turned`?"),
        ("repeats(piece, next)", "repeat(piece, next)", "S105", "repeat", "did you mean `repeats`?"),
        ("  king: 3", "  king -> 3", "S104", "->", "`king: …`"),
        ("  man: 1", "  man = 1", "T343", "man = 1", "`man: 1`"),
        ("  otherwise 0\n\ndefine take", "  else 0\n\ndefine take", "S104", "0", "write `otherwise`"),
        ("in row(1)\n  otherwise", "in row(1) and\n  otherwise", "S104", "0", "because that ends with `and`"),
        ("lose next if stuck", "lose next if is stuck", "S104", "stuck", "leave out `is`"),
        ("& empty)", "minus empty)", "S104", "minus", "write `-`"),
        ('choose "stop" where', "choose stop where", "S104", "where", '`choose "stop"`'),
        ('choose "stop" where open', "choose s where s in row(1)", "S104", "where", "`choose s in …`"),
        ("    done = true\n", "    break\n", "N201", "break", "where its `until` holds"),
        ("type act = go", "type act: go", "S104", ":", "write `=`"),
        ("board grid(5, 5)", "board grid[5, 5]", "B401", "grid[5, 5]", "`grid(5, 5)`"),
        ("x in row(1)", "x in {1, 2}", "T311", "side", "a.gdl:18 says `1 when x in {1, 2}`"),
        ("game has open: truth", "game has open: bag of 3 act", "S104", "3", "`bag(3) of act`"),
        ("0..4 = 3", "0..4 = 5", "T306", "5", "a larger range"),
        ("point 2 as", "point 1 as", "B412", 'point 1 as "inn" at 1, 0', "a number of its own"),
    ],
)
def test_a_slip_is_told_with_what_to_write(right: str, slip: str, code: str, marked: str, advice: str) -> None:
    assert errors(RULES) == []
    assert RULES.count(right) == 1
    first = errors(RULES.replace(right, slip))[0]
    assert (first.code, first.span.text.strip()) == (code, marked)
    assert advice in first.hint


@pytest.mark.parametrize(
    ("right", "slip"),
    [
        ("      take(a.N)\n", "     take(a.N)\n"),
        ("no theirs and some d", "no theirs & some d"),
        ("d.turned(1)", "d.turn(1)"),
        ("repeats(piece, next)", "repeat(piece, next)"),
        ("  king: 3", "  king -> 3"),
        ("  otherwise 0\n\ndefine take", "  else 0\n\ndefine take"),
        ('choose "stop" where', "choose stop where"),
        ("type act = go", "type act: go"),
        ("board grid(5, 5)", "board grid[5, 5]"),
    ],
)
def test_the_fix_makes_it_right(right: str, slip: str) -> None:
    text = RULES.replace(right, slip)
    (found,) = errors(text)
    assert found.fix is not None
    assert applied(text, found.fix.edits) == RULES


def test_a_piece_that_never_is_is_told() -> None:
    """A number that no piece of the kind has; nothing would be put, and nobody would know why."""
    text = RULES.replace("pieces man", "pieces stone(size: 1..4) of player\npieces man")
    for number, told in ((4, []), (5, ["R661"]), (0, ["R661"])):
        put = text.replace("  [2].beds", f"  put stone({number}) of White on c3\n  [2].beds")
        codes = [f.code for f in lint([Source("a.gdl", put)], most=0) if f.code == "R661"]
        assert codes == told
