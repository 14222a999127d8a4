"""Rules as people write them who know English, or another language: each is told what to write in its place, and
where the fix is sure, it leaves no error."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.text.findings import Finding
from gdl.text.fixes import applied
from gdl.text.source import Source

RULES = """game "Slips"
players White, Black
board grid(5, 5)
pieces man, king of player
player has store: 0..9
game has target: site?
setup
  put man of White on row(1)
  put man of Black on row(5)
turn
  choose a in mine, b in a.adjacent - mine
  move a to b
end
  win me if some mine & row(5)
  lose next if stuck
"""
CHOICE = "choose a in mine, b in a.adjacent - mine"
MOVE = "  move a to b\n"
WIN = "win me if some mine & row(5)"


def errors(text: str) -> list[Finding]:
    return [f for f in lint.lint([Source("slips.gdl", text)]) if f.severity == "error"]


ASKED = {
    "b in theirs and\n    me.store += 1": "the line above ends with `and`",
    "theirs on b": "write `b in theirs`",
    "king at b": "write `b in king`",
    "b has king": "write `b in king`",
    "b is empty": "write `b in empty`",
    "b empty": "write `b in empty`",
    "b is not mine": "write `b not in mine`",
    "b not mine": "write `b not in mine`",
    "empty b": "write `b in empty`",
    "a and b in row(2)": "write `a in row(2) and b in row(2)`",
    "b in row(2) or row(3)": "write `b in row(2) + row(3)`",
    "b not in row(2) or row(3)": "write `b not in row(2) + row(3)`",
    "b in row(2) and theirs": "write `b in row(2) & theirs`",
    "a in row(1) or b in row(2) or row(3)": "write `a in row(1) or b in row(2) + row(3)`",
    "me.store = 1 or 2": "write `me.store in {1, 2}`",
    "me.store != 1 and 2": "write `me.store not in {1, 2}`",
    "me.store = 3 or more": "write `>= 3`",
    "me.store at least 3": "write `me.store >= …`",
    "me.store is less than 3": "write `me.store < …`",
    "count(mine) more than 3": "write `count(mine) > …`",
    "me.store between 1 and 2": "write `me.store in 1..2`",
    "any x in mine where x.r = 2": "write `some x in S where …`",
    "exists x in mine where x.r = 2": "write `some x in S where …`",
    "some x in mine, x.r = 2": "a condition begins with `where`",
    "some man of White in row(5)": "write `some man of White & row(5)`",
    "count(mine where mine.r = 2) > 2": "name what is counted: `count({x in mine where …})`",
}


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_asked(asked: str) -> None:
    text = RULES.replace(MOVE, f"{MOVE}  if {asked}\n    me.store += 1 if me.store < 9\n")
    told_and_mended(text, ASKED[asked])


STATEMENTS = {
    "me.store += 1 where b in theirs": "the condition of a statement begins with `if`",
    "me.store += 1 when b in theirs": "to change it only then, write `… if b in theirs`",
    "me.store += 1 if b in theirs else me.store -= 1": "`else` in another",
    "unless b in theirs\n    me.store = 1": "write `if not …`",
    "if b in theirs\n    me.store = 1\n  otherwise\n    me.store = 2": "an `if` goes on with `else`",
    "if b in theirs\n    me.store = 1\n  else if\n    me.store = 2": "say the condition behind `else if`",
}


@pytest.mark.parametrize("said", STATEMENTS)
def test_statements_with_conditions(said: str) -> None:
    told_and_mended(RULES.replace(MOVE, f"{MOVE}  {said}\n"), STATEMENTS[said])


CHOICES = {
    f"{CHOICE}, where b in empty": "leave out the comma before `where`",
    "choose a in mine where a in row(1) and choose b in a.adjacent": "one decision names all that is chosen",
    "choose a in mine where b in a.adjacent": "write `, b in a.adjacent` before `where`",
    f"{CHOICE} where a in row(1) if me = White": "join conditions with `and`",
    "choose a in mine, b in me = White ? a.N : a.S": "write a value with a condition as `a when c otherwise b`",
}


@pytest.mark.parametrize("said", CHOICES)
def test_choices_with_conditions(said: str) -> None:
    told_and_mended(RULES.replace(CHOICE, said), CHOICES[said])


ENDS = {
    "win me where some mine & row(5)": "the condition of a statement begins with `if`",
    "win me, if some mine & row(5)": "leave out the comma",
    "win me if some mine & row(5) else lose me": "give each result a line of its own",
    "lose next if next is stuck": "write `stuck` alone",
    "lose next if they are stuck": "write `stuck` alone",
    "lose next if next.stuck": "write `stuck` alone",
    "lose next if not can move": "write `stuck` alone",
}


@pytest.mark.parametrize("said", ENDS)
def test_ends_with_conditions(said: str) -> None:
    told_and_mended(RULES.replace(WIN, said), ENDS[said])

DECLARED = {
    "pieces man of player, king of player": "a line of `pieces` says once whose they are",
    "pieces 5 man, king of player": "how many there are at first is said in `setup`",
    "pieces man(5), king of player": "how many there are at first is said in `setup`",
    "pieces man, king of each player": "leave out `each`",
}


@pytest.mark.parametrize("said", DECLARED)
def test_declarations_of_pieces(said: str) -> None:
    told_and_mended(RULES.replace("pieces man, king of player", said), DECLARED[said])


ADDED = {
    "player has a hand: 0..9": "leave out `a`",
    "option size: 3..5 = 4": "end the line with a sentence about it, in quotes",
    'option size 3..5 = 4 "squares"': "write a `:` behind the name",
    "define s.ahead\n  s.N when me = White\n  s.S when me = Black": "write `=` behind the name of the define",
}


@pytest.mark.parametrize("said", ADDED)
def test_further_declarations(said: str) -> None:
    told_and_mended(RULES.replace("\nsetup", f"\n{said}\nsetup"), ADDED[said])


DONE = {
    "put man on row(1) for White": "name the owner after the kind: `put … of White on …`",
    "man of White on row(1)": "write `put man …`",
    "put White's man on row(1)": "write `man of White`",
    "put men of White on row(1)": "did you mean `man`?",
    "put man of White on column(1)": "write `{s in site where s.c = 1}` for a column",
    "put man of White on {s in row(1) where White}": "ask who it is: `me = White`",
    "put man of White on row(1) and remove a1": "write `remove a1` below it",
    "remove all mine": "leave out `all`",
    "let x 3\n  put man of White on row(x - 2)": "write `let x = …`",
}


@pytest.mark.parametrize("said", DONE)
def test_statements_in_plain_words(said: str) -> None:
    told_and_mended(RULES.replace("  put man of White on row(1)\n", f"  {said}\n"), DONE[said])


@pytest.mark.parametrize("changed", ["b.kind = king", "b.owner = me", "b.piece = king of me"])
def test_a_piece_is_not_changed_but_put(changed: str) -> None:
    told_and_mended(RULES.replace(MOVE, f"{MOVE}  {changed}\n"), "write `put … on b`")


@pytest.mark.parametrize(("said", "advice"), [
    (f'{WIN} because "it is there"', 'write why it ends as `as "…"`'),
    (f'{WIN} "it is there"', 'write why it ends as `as "…"`'), (f"{WIN} as it is there", "put the text in quotes"),
])  # fmt: skip
def test_reasons(said: str, advice: str) -> None:
    told_and_mended(RULES.replace(WIN, said), advice)


def told_and_mended(text: str, advice: str) -> None:
    first, *_ = errors(text)
    assert advice in first.hint
    if first.fix is not None:
        assert errors(applied(text, first.fix.edits)) == []


@pytest.mark.parametrize(("asked", "meant"), [
    ("b = empty", "b in empty"), ("theirs != b", "b not in theirs"), ("a.owner = player", "a.owner in player"),
    ("target = occupied", "target in occupied"), ("b.N = man", "b.N in man"),
    ("man of next != b", "b not in man of next"),
])  # fmt: skip
def test_one_thing_is_compared_with_many(asked: str, meant: str) -> None:
    text = RULES.replace(MOVE, f"{MOVE}  target = a if {asked}\n")
    hints = {f.hint for f in lint.lint([Source("slips.gdl", text)]) if f.code == "R692"}
    assert hints == {f"write `{meant}`"}


@pytest.mark.parametrize("asked", [
    "mine = {a}", "a = king of me", "mine = theirs", "a.piece = man of me", "a.kind = man", "man = a.adjacent",
    "a = rook",
])  # fmt: skip
def test_what_may_be_equal_is_no_slip(asked: str) -> None:
    """Each player has one king, the game one rook; `a.kind` is compared with the kind itself."""
    text = RULES.replace(MOVE, f"{MOVE}  target = a if {asked}\n").replace("pieces man", "pieces rook\npieces man")
    text = text.replace("turn\n", "  put king of White on c1\n  put king of Black on c5\n  put rook on c3\nturn\n")
    assert "R692" not in {f.code for f in lint.lint([Source("slips.gdl", text)])}


@pytest.mark.parametrize(("put", "is_told"), [
    ("put king of me on a", True), ("remove king of me\n  put king of me on a", False),
    ("put king of me on a if no king of me", False),
])  # fmt: skip
def test_pieces_that_come_in_play(put: str, is_told: bool) -> None:
    """One more in each turn, or always the same one."""
    text = RULES.replace(MOVE, f"{MOVE}  target = a if a = king of next\n  {put}\n")
    assert ("R692" in {f.code for f in lint.lint([Source("slips.gdl", text)])}) is is_told


@pytest.mark.parametrize(("where", "changed", "is_told"), [
    ("going", "going = n < 3", True), ("n > 1 and going", "going = false", True),
    ("going", "target = a", False), ("n > 1", "going = false", False), ("going or n = 1", "going = false", False),
])  # fmt: skip
def test_a_loop_asks_before_its_first_round(where: str, changed: str, is_told: bool) -> None:
    loop = f"  let going = true\n  for n in 1..5 where {where}\n    {changed}\n    me.store = n\n"
    found = {f.code for f in lint.lint([Source("slips.gdl", RULES.replace(MOVE, MOVE + loop))])}
    assert ("R693" in found) is is_told


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("line_of(p) = man of p", "write `define line_of(p) = …`"),
        ("p.rich = p.store > 3", "write `define p.rich = …`"),
        ("turns = 3", "write `define turns = …`, or `game has turns: 0..9 = 3` if it changes"),
    ],
)
def test_a_definition_without_define_is_told_what_is_missing(line: str, hint: str) -> None:
    """In the first column, and indented below a declaration that opens no block."""
    (finding,) = errors(RULES.replace("setup\n", f"{line}\nsetup\n"))
    assert (finding.code, finding.hint) == ("S101", hint)
    (finding,) = errors(RULES.replace("setup\n", f"define few = 3\n  {line}\nsetup\n"))
    assert (finding.code, finding.hint) == ("S103", f"begin it in the first column; {hint}")


def test_a_statement_that_is_indented_too_far_is_no_definition() -> None:
    (finding,) = errors(RULES.replace(MOVE, f"{MOVE}    target = b\n"))
    assert finding.hint == "begin it in the same column as the line above"
