"""What is changed by itself comes to what the author can only have meant, and where more can be meant, nothing is.

Each case is a slip, the ruleset as it was meant, and near misses: other slips with the same code in which the change
would be a guess. The changed ruleset and the one that was meant must have the same model, that is, play alike.
"""

from __future__ import annotations

import pytest
from test_fixes import _messages
from test_messages import found

from gdl.check.checker import check
from gdl.lint import RULES, found_in, lint
from gdl.lint.rule import example
from gdl.model.printing import model
from gdl.text.findings import Finding
from gdl.text.fixes import applied
from gdl.text.source import Source

PUT = "choose s in empty\nput stone of me on s"
MOVE = {"setup": "put stone of White on row(1)\nput stone of Black on row(3)", "end": "lose next if stuck"}
HOLD = "game has kept: 0..9\nplayer has store: 0..9\ngame has last: site?\ngame has flag: truth"
COLOURS = "type colour = red, green"


def turn(body: str, **parts: str) -> str:
    return example(HOLD, turn=body, **parts)


def moving(body: str) -> str:
    return example(HOLD, turn=body, **MOVE)


def end(body: str) -> str:
    return example(HOLD, end=body + "\ndraw if no empty")


def many(players: str) -> str:
    return example(players=f"players {players}", pieces="pieces disc of player", turn=PUT.replace("stone", "disc"))


def ball(uses: str, owner: str = "") -> str:
    return example(
        turn=f"choose s in empty, t in empty - s\nput stone of me on s\n{uses}",
        pieces=f"pieces stone of player\npieces ball{owner}", looks='stone "S"',
    )  # fmt: skip


MEANT = {
    "B402": [(example(board="board gird(3, 3)"), example()), (example(board="board 3x3"), example()),
             (example(board="board rect(3, 3)"), example()), (example(board="board square(3)"), example())],
    "B403": [(example(board="board grid(3x3)"), example()), (example(board="board grid(3)"), example())],
    "B406": [(end("win me if mine within [a1, c1]"), end("win me if mine within {a1, c1}"))],
    "N201": [
        (end("win me if some mien & row(3)"), end("win me if some mine & row(3)")),
        (end("win me if A1 in mine"), end("win me if a1 in mine")),
        (end("win me if some stones & row(3)"), end("win me if some stone & row(3)")),
        (turn("choose s in unoccupied\nput stone of me on s"), turn(PUT)),
        (turn(PUT + "\nflag = True"), turn(PUT + "\nflag = true")),
    ],
    "N202": [(example("game has way: Direction\n" + HOLD), example("game has way: direction\n" + HOLD))],
    "N205": [
        (end("win me if some mine.adjacant & row(3)"), end("win me if some mine.adjacent & row(3)")),
        (end("win me if some s in mine where s.row = 3"), end("win me if some s in mine where s.r = 3")),
    ],
    "P502": [(many("4..2"), many("2..4"))],
    "P507": [
        (ball("put ball of me on t"), ball("put ball of me on t", " of player")),
        (ball("put ball of opponent on t if no ball of me"),
         ball("put ball of opponent on t if no ball of me", " of player")),
    ],
    "R659": [(turn(PUT + "\nnext = me.next"), turn(PUT))],
    "R694": [(turn("choose a in empty, b in empty as {a}-{b}\nput stone of me on {a, b}"),
              turn('choose a in empty, b in empty as "{a}-{b}"\nput stone of me on {a, b}'))],
    "R673": [(turn(PUT.replace("empty", 'empty as " {s}"')), turn(PUT.replace("empty", 'empty as "{s}"')))],
    "R697": [(turn(f"{PUT}\nkept =- 1"), turn(f"{PUT}\nkept -= 1"))],
    "S101": [
        (example("def middle = b2"), example("define middle = b2")), (example("peices ball"), example("pieces ball")),
        (example("// words"), example("# words")),
    ],
    "S102": [(example().replace("  put", "\tput").replace("  choose", "\tchoose"), example())],
    "S103": [(" " + example(), example())],
    "S104": [
        (example(board="board grid 3x3"), example()), (example(board="board 3 by 3"), example()),
        (example(board="board of size 3"), example()), (example(board="board rect 3 3"), example()),
        (example(board="board = grid(3, 3)"), example()), (example(board="board width 3 height 3  # small"), example()),
        (end("win me if count(mine) == 3"), end("win me if count(mine) = 3")),
        (end("me wins if count(mine) = 3"), end("win me if count(mine) = 3")),
        (end("win me when count(mine) = 3"), end("win me if count(mine) = 3")),
        (end("if count(mine) = 3:\n  win me"), end("if count(mine) = 3\n  win me")),
        (end("win me if count(mine) <> 3"), end("win me if count(mine) != 3")),
        (turn(PUT + "\nkept++"), turn(PUT + "\nkept += 1")), (turn(PUT + "\nkept + 2"), turn(PUT + "\nkept += 2")),
        (turn(PUT + "\nkept := 4"), turn(PUT + "\nkept = 4")),
        (turn(PUT + "\nkept = 7 mod 4"), turn(PUT + "\nkept = 7 % 4")), (turn(PUT + "  // words"), None),
        (turn(PUT + "\n// words\nkept = 1"), turn(PUT + "\nkept = 1")),
        (turn("choose s in empty if s.r > 1\nput stone of me on s"),
         turn("choose s in empty where s.r > 1\nput stone of me on s")),
        (turn('choose "s" in empty\nput stone of me on s'), turn(PUT)),
        (turn("choose s in row(1) or empty\nput stone of me on s"), None),
        (turn(PUT.replace("empty", "mine or empty")), turn(PUT.replace("empty", "mine + empty"))),
        (turn("choose s in (a1, c3)\nput stone of me on s"), turn("choose s in {a1, c3}\nput stone of me on s")),
        (turn("roll n in 1 to 6\n" + PUT), turn("roll n in 1..6\n" + PUT)),
        (turn(PUT + "\nfor each t in mine\n  remove t"), turn(PUT + "\nfor t in mine\n  remove t")),
        (moving("choose a in mine, b in empty\nmove a b"), moving("choose a in mine, b in empty\nmove a to b")),
        (moving("choose a in mine, b in empty\nmove a -> b"), moving("choose a in mine, b in empty\nmove a to b")),
        (example("define middle: b2"), example("define middle = b2")),
        (example(board="board square grid(3, 3)"), example()),
        (moving("choose a in mine, b in a.N\nmove a to b capture"), moving("choose a in mine, b in a.N\nmove a to b")),
        (turn(PUT + "\nnext = me.next.next()"), turn(PUT + "\nnext = me.next.next")),
        (turn('choose s in empty has "x{s}"\nput stone of me on s'),
         turn('choose s in empty as "x{s}"\nput stone of me on s')),
        (example(looks='stone "S" as star.svg'), example(looks='stone "S" as star')),
    ],
    "P513": [(example(looks='stone White "W"'), example(looks='stone of White "W"')),
             (example(looks='stone of White "W" wite'), example(looks='stone of White "W" white'))],
    "P516": [(example(looks='stone "S" as "star.svg"'), example(looks='stone "S" as star')),
             (example(looks='stone "S" as "star"'), example(looks='stone "S" as star'))],
    "S105": [(example("define point = {a1}", end="win me if point within mine\ndraw if no empty"),
              example("define spot = {a1}", end="win me if spot within mine\ndraw if no empty"))],
    "S108": [(example(board="board grid(3×3)"), example()),
             (end("win me if count(mine) ≥ 3"), end("win me if count(mine) >= 3")),
             (turn("choose s in empty as '{s}'\nput stone of me on s"),
              turn('choose s in empty as "{s}"\nput stone of me on s'))],
    "T301": [(end("win me if mine > 2"), end("win me if count(mine) > 2")),
             (moving("choose a in mine, b in a.N*2 & empty\nmove a to b"),
              moving("choose a in mine, b in a.N^2 & empty\nmove a to b"))],
    "T303": [(example("game has done: bool"), example("game has done: truth"))],
    "T311": [
        (end("win me if theirs = 0"), end("win me if no theirs")),
        (end("win me if theirs != 0"), end("win me if some theirs")),
        (end("win me if mine & row(1) = 3"), end("win me if count(mine & row(1)) = 3")),
        (end("win me if last = 0"), end("win me if no last")),
        (end("win me if b2 = me"), end("win me if b2.owner = me")),
        (end("win me if b2.kind = me"), end("win me if b2.owner = me")),
        (moving("choose a in mine, b in a + N\nmove a to b"), moving("choose a in mine, b in a.N\nmove a to b")),
    ],
    "T313": [(end("win me if some (count(mine) > 2)"), end("win me if (count(mine) > 2)")),
             (end("win me if no flag"), end("win me if not flag"))],
    "T330": [(moving("choose a in mine, b in N of a\nmove a to b"), moving("choose a in mine, b in a.N\nmove a to b"))],
    "T339": [(turn("put stone of me on 3\nchoose s in {[2]}\nput stone of me on s", board="board ring(8)",
                   end="draw if no empty"),
              turn("put stone of me on [3]\nchoose s in {[2]}\nput stone of me on s", board="board ring(8)",
                   end="draw if no empty"))],
}  # fmt: skip
"""Slips, and what was meant. None: nothing is changed, since more than one thing can be meant."""

OF_WORDS = {
    "P512", "P514", "P515", "P517", "O804", "O807", "O853", "W952", "W955", "W956", "W957", "W958", "W960",
    "W961", "W962", "W963",
}  # fmt: skip
"""Codes whose changes are of looks, comments, variants' heads, or ways of saying the same: see `test_fixes`."""

GUESSES = [
    ("T311", end("win me if b2 = 0")),  # a column, a row, or none
    ("T311", end("win me if theirs = me")),
    ("T311", example(board="board ring(8)", end="win me if theirs = 0\ndraw if no empty")),  # the site 0?
    ("T335", turn(PUT + "\nlast += s")), ("T335", turn(PUT + "\nkept += {1, 2}")),
    ("T335", turn(PUT + "\nkept += mine")), ("T335", turn(PUT + "\nflag += 1")),
    ("T328", end("win me if mine in row(1)")),  # all of them, or one
    ("S104", end("win me if some s in mine")),
    ("T302", example("game has done: truth?")),
    ("T308", turn("roll n in 6..1\n" + PUT)),
    ("T338", turn(PUT + "\nstore = 3")),  # whose?
    ("P507", ball("put ball of me on t if no ball")), ("P507", ball("put ball of me on t\nremove ball")),
    ("P503", example(COLOURS, pieces="pieces stone of colour", turn="choose s in empty\nput stone of red on s")),
    ("P509", turn("choose s in empty\nput stone(1) of me on s")),
    ("R655", turn(PUT + "\nlast = a1\nlast = s")),
    ("R669", end("win me if sum({s.r for s in mine}) > 5")),
    ("R669", end("win me if sum(mine.r) > 5")),
    ("E753", example(end="win me if some mine & row(3)\nwin player if no empty")),  # together they win
    ("N201", end("win me if some goal2 & mine").replace("game has kept", "define goal1 = a1\ngame has kept")),
    ("N201", end("win me if some power & mine").replace("game has kept", "define tower = a1\ngame has kept")),
    ("N201", end("win me if some men & row(3)").replace("pieces stone", "pieces man, stone")),
    ("N201", end("win me if some enemies")), ("N201", end("win me if my = 3")), ("N201", end("win me if some free")),
    ("N205", moving("choose a in mine, b in a.neighbours\nmove a to b")),  # beside, or across corners
    ("N205", end("win me if some s in mine where s.n = 3")),
    ("B406", end("win me if mine within [a1, 3]")),
    ("S101", example("let middle = b2")), ("S101", example("var middle = b2")),
    ("S104", turn(PUT + "\nkept = 7 // 2")),  # divided, or a comment
    ("S104", turn("choose s in empty if kept > 1\nput stone of me on s")),  # what is chosen, or whether
    ("S104", turn(PUT + "\nremove s where kept > 1")),
    ("S104", turn("choose s in (1, 2)\nput stone of me on s")), ("S104", turn("roll n in 1 or 6\n" + PUT)),
    ("S104", moving("choose a in mine, b in empty\nmove a onto b")),
    ("S104", moving("choose a in mine, b in empty\nmove 1 a b")),
    ("S104", end("player wins if count(mine) = 3")), ("S104", end("nobody wins if count(mine) = 3")),
    ("S104", end("win me if flag xor kept = 1")),
    ("S104", moving("choose a in mine, b in empty\ncapture b")),
    ("P513", example(looks='stone white "W"')),  # the colour
    ("S108", turn("roll n in 1–6\n" + PUT)),
    ("S105", example("define point = {a1}\ntype track\n  point 1 at 0, 0", end="win me if point within mine")),
    ("O804", 'game "B" extends "chess"\n\ndefine a.goals = {}\n'),  # by chance called so, too
]  # fmt: skip


def of_code(text: str, code: str) -> list[Finding]:
    return [f for f in lint([Source("a.gdl", text)]) if f.code == code]


def plays(text: str) -> str:
    checked = check(Source("a.gdl", text))
    assert checked.model is not None, checked.findings
    return model(checked.model)


@pytest.mark.parametrize(("code", "slip", "meant"), [(code, *case) for code in MEANT for case in MEANT[code]])
def test_the_changed_ruleset_plays_as_the_one_that_was_meant(code: str, slip: str, meant: str | None) -> None:
    finding, *_ = of_code(slip, code)
    if meant is None:
        assert finding.fix is None
        return
    assert finding.fix is not None, finding
    assert plays(applied(slip, finding.fix.edits)) == plays(meant)


@pytest.mark.parametrize(("code", "text"), GUESSES)
def test_a_guess_is_never_made(code: str, text: str) -> None:
    findings = of_code(text, code)
    assert findings, lint([Source("a.gdl", text)])
    assert [f.fix for f in findings] == [None] * len(findings)
    assert all(f.hint for f in findings)  # but said


def test_each_code_with_a_change_has_its_case() -> None:
    known = [f for rule in RULES.values() if not rule.plays for f in found_in(rule, rule.bad)]
    known += [f for part in _messages() for _, f in found(part + "\n")]
    assert {f.code for f in known if f.fix} <= MEANT.keys() | OF_WORDS
