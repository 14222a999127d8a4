"""What is as it should be isn't complained of: other options, players who play together, safeguards."""

import pytest
from typer.testing import CliRunner

from cli.app import app
from gdl.lint import lint
from gdl.text.source import Source
from interpreter.lab.lint import searching
from interpreter.lab.lint.evidence import SEED
from interpreter.lab.lint.judge import BRIEF, Effort, judge

ARMIES = """game "Armies"

type army = foot, horse
option white: army = foot "White's pieces"
option black: army = foot "Black's pieces"

players White, Black
board grid(5, 5)
pieces pawn, rider of player

define s.knight  = {t in site where (t.c - s.c) * (t.c - s.c) + (t.r - s.r) * (t.r - s.r) = 5}
define a.targets =
  a.{N, S, E, W}  when a in pawn
  a.knight        when a in rider

setup
  put pawn of White on row(1) if white = foot
  put rider of White on row(1) if white = horse
  put pawn of Black on row(5) if black = foot
  put rider of Black on row(5) if black = horse

turn
  choose a in mine, b in a.targets - mine
  move a to b

end
  win me if no theirs
  draw if repeats(piece, next) = 2
  lose next if stuck

looks
  pawn of White "P"
  pawn of Black "p"
  rider of White "R"
  rider of Black "r"
"""

TOGETHER = """game "Together"

players A, B
board grid(3, 3)
pieces stone of player
game has turns: 0..9

turn
  choose s in empty
  put stone of me on s
  turns += 1

end
  {end}

looks
  stone of A "A"
  stone of B "B"
"""
SHARED = "win player if some line in lines(3) where line within mine\n  lose player if turns = 9"
PAID = "pay p by 1 if some line in lines(3) where line within mine\n  pay p by -1 if turns = 9"


def played(text):
    judged = judge(Source("fair.gdl", text), effort=Effort(games=200, iterations=20))
    return {one.finding.code for one in judged.findings}


def test_what_another_option_brings_into_play():
    assert not played(ARMIES) & {"G101", "G103", "G105", "G503"}


@pytest.mark.parametrize("end", [SHARED, PAID], ids=["shared", "paid"])
def test_players_who_play_together(end):
    assert not played(TOGETHER.format(end=end)) & {"G202", "G204", "G206", "G404"}


def test_nobody_is_told_to_write_draw_who_means_another_end():
    assert not lint([Source("fair.gdl", TOGETHER.format(end=SHARED))])
    assert not lint([Source("fair.gdl", TOGETHER.format(end=PAID))])


def test_alone_to_win_is_to_win():
    text = TOGETHER.format(end=SHARED).replace("players A, B", "players A").replace('  stone of B "B"\n', "")
    assert "E753" not in {f.code for f in lint([Source("alone.gdl", text)])}


def test_safeguards_are_told_if_they_are_asked_for(tmp_path):
    path = tmp_path / "safe.gdl"
    path.write_text(TOGETHER.format(end="win me if turns = 8\n  draw if no empty\n  draw if stuck"), encoding="utf-8")

    def said(*words):
        return CliRunner().invoke(app, ["lint", str(path), "--play", "--games", "50", *words]).output

    assert "`stuck` never holds" not in said()
    assert "`stuck` never holds" not in said("--select", "G")
    assert "G106: `stuck` never holds" in said("--select", "G106")


def test_a_table_that_names_everything_may_have_a_last_line(tmp_path):
    path = tmp_path / "table.gdl"
    path.write_text(
        'game "Table"\ntype size = small, large\nplayers A, B\nplayer has score: 0..40\n'
        "define k.worth =\n  small: 1\n  large: 2\n"
        'turn\n  choose k in size where me.score < 30 asking "How many?"\n  me.score += k.worth otherwise 0\n'
        "end\n  win me if me.score >= 12\n",
        encoding="utf-8",
    )
    told = CliRunner().invoke(app, ["lint", str(path), "--play", "--games", "50"]).output
    assert "G104: `me.score < 30` always holds" in told
    assert "`large` always holds" not in told


WALK = """game "Walk"

players A, B
board grid(5, 1)
pieces man of player

setup
  put man of A on a1
  put man of B on d1

turn
  ROLL
  choose a in mine, b in a.orthogonal - mine as "{a}-{b}"
  move a to b

end
  win me if no theirs
  lose next if stuck
"""


@pytest.mark.parametrize(("first", "is_loop"), [("let n = 1", True), ("roll n in 1..2", False)])
def test_what_comes_again_after_a_roll_is_no_loop(first, is_loop):
    assert ("G302" in played(WALK.replace("ROLL", first))) == is_loop


BEADS = """game "Beads"

players White, Black
type jewel = ruby, opal
game has sack: bag(4) of jewel = 2
player has pouch: bag(4) of jewel
game has heap: pile(8) of jewel
game has told: 0..9

turn
  either
    choose j in sack as "take {j}"
    sack -= j
    me.pouch += j
  or
    choose j in me.pouch as "lay {j}"
    me.pouch -= j
    put j on heap
    told = 1 + index(j)
  or
    choose "sweep" where some heap
    let j = heap.top(1)
    sack += j
    remove 1 of heap

end
  win me if me.pouch(ruby) = 2 and me.pouch(opal) = 1
  lose next if stuck
"""


def test_what_comes_again_is_named_with_its_variables():
    """There are no pieces; and no rule asks for `told`. With the advice, positions don't come again."""
    source = Source("beads.gdl", BEADS)
    (one,) = judge(source, {"G302"}, BRIEF).findings
    advice = "draw if repeats(next, sack, pouch, heap) = 2"
    assert one.finding.hint == f"to stop that, write `{advice}`"
    secret = Source("beads.gdl", BEADS.replace("game has told", "hidden heap from player\n\ngame has told"))
    (one,) = judge(secret, {"G302"}, BRIEF).findings
    assert "`draw if repeats(next, sack, pouch) = 2`" in one.finding.hint
    ended = BEADS.replace("  lose next", f"  {advice}\n  lose next")
    assert not judge(Source("beads.gdl", ended), {"G302", "G301"}, BRIEF).findings


def test_a_game_shows_what_comes_again():
    source = Source("walk.gdl", WALK.replace("  ROLL\n", ""))
    judged = judge(source, {"G302"}, BRIEF)
    (one,) = judged.findings
    assert one.witness is not None
    state = judged.evidence.game.start(SEED, one.witness.number)
    positions = [state.position()]
    for choice in one.witness.choices:
        state = state.play(state.ways[choice])
        positions.append(state.position())
    assert positions[-1] in positions[:-1]


ORDERS = """game "Orders"

players A, B
board grid(3, 3)
pieces man of player
player has order: 0..2

setup
  put man of A on row(1)
  put man of B on row(3)

turn
WHO
  remove a1 if A.order = 1
  remove a3 if B.order = 1

end
  win A if A.order = 2
  win B if B.order = 2
  draw if no a1 & man and no a3 & man
"""
AT_ONCE = "  together p in player\n    choose n in 1..2\n    p.order = n"
IN_TURN = "  choose n in 1..2\n  me.order = n"


def test_nobody_moves_where_all_decide_together():
    assert "G403" not in played(ORDERS.replace("WHO", AT_ONCE))
    assert "G403" in played(ORDERS.replace("WHO", IN_TURN))


BONUS = """game "Bonus"
players A, B

player has points: 0..400
player has rolls: 0..40

turn
  roll n in 1..10
  choose "go on"
  me.points += n
  me.rolls  += 1
  me.points += 5 if {condition} and me.points < 390

end
  rank p by p.points if A.rolls = 30 and B.rolls = 30
"""


@pytest.mark.parametrize(
    ("condition", "severity"), [("me.points >= 290", "note"), ("me.points = me.rolls + 290", "warning")]
)
def test_who_plays_well_may_reach_what_chance_doesnt(condition, severity):
    """Thirty rolls of 1 to 10 may make 290, and hardly ever do."""
    judged = judge(Source("fair.gdl", BONUS.format(condition=condition)), effort=Effort(games=200, iterations=20))
    said = [one.finding.severity for one in judged.findings if one.finding.code == "G103"]
    assert said == [severity]


RIDERS = """game "Riders"

players Red, Blue
board grid(5, 5)
pieces rider, trail of player
player has way: direction = N

define p.ahead = the((rider of p).(p.way))

setup
  put rider of Red on a3
  put rider of Blue on e3

turn
  together p in player
    choose d in orthogonal
    p.way = d
  let red  = Red.ahead
  let blue = Blue.ahead
  let red_lost  = no red or red in occupied
  let blue_lost = no blue or blue in occupied
  draw if red_lost and blue_lost
  lose Red if red_lost
  lose Blue if blue_lost
  draw if red = blue
  for p in player
    let from = the(rider of p)
    let there = p.ahead
    if some from and some there
      move from to there
      put trail of p on from

end
  draw if no empty
"""


def test_those_who_decide_at_once_are_asked_in_the_same_order_in_the_mirror():
    """Two riders who leave trails and decide at once: both sides are alike, and nobody has just moved."""
    assert not lint([Source("riders.gdl", RIDERS)])
    assert not {"G701", "G404"} & played(RIDERS)


def test_what_is_said_of_a_condition_is_not_said_of_its_opposite_again():
    rules = WALK.replace("  ROLL\n", "").replace("players A, B", "players A, B\ngame has late: truth")
    rules = rules.replace("b in a.orthogonal - mine", "b in a.orthogonal - mine where not late")
    assert {"G103", "G104"} & played(rules.replace("  move a", "  late = false\n  move a")) == {"G103"}


def test_a_question_whether_something_is_there_that_a_move_needs_is_no_finding():
    rules = WALK.replace("  ROLL\n", "").replace("b in a.orthogonal - mine", "d in {E, W} where some a.d")
    rules = rules.replace('as "{a}-{b}"', 'as "{a}{d}"')
    assert "G104" not in played(rules.replace("move a to b", "let b = the(a.d)\n  move a to b if some b"))


PARTS = """game "Parts"
players A, B
type suit = C, D, H, S
type card = cards(1..13, suit)
game has deck: set of card = card
player has hand: set of card
hidden deck from player
hidden p.hand from player - p
setup
  for p in player
    deal 13 from deck to p.hand
turn
  choose few within me.hand where count(few) in 1..4 and count(few.rank) = 1 and count(deck) = 26 as "{few}"
  me.hand -= few
end
  win me if no me.hand
"""


def test_what_says_which_parts_there_are_is_not_said_to_hold_always():
    """Other parts aren't even made. Without that condition there would be too many, and the rules would be refused."""
    judged = judge(Source("fair.gdl", PARTS), effort=Effort(games=200, iterations=20))
    told = [one.finding.span.text.strip() for one in judged.findings if one.finding.code == "G104"]
    assert told == ["count(deck) = 26"]


ROCKS = """game "Rocks"

players White, Black
board grid(4, 4)
pieces stone of player
pieces rock

setup
  put stone of White on row(1)
  put stone of Black on row(4)
  put rock on {b2, c3}

define s.steps = s.compass - mine - rock

turn
  choose a in mine, b in a.steps where b not in rock and no b & rock
  move a to b

end
  win me if no theirs
  draw if repeats(piece, next) = 2
  lose next if stuck
"""

OWN_ROCKS = (
    ROCKS.replace("pieces rock", "pieces rock of player")
    .replace("put rock on", "put rock of White on")
    .replace("a in mine", "a in stone of me")
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (ROCKS, []),
        (ROCKS.replace("- mine - rock\n\nturn", "- mine - rock when s in stone + rock\n\nturn"), ["warning"]),
        (OWN_ROCKS, ["note"]),
    ],
    ids=["an obstacle", "one that should move", "a player's"],
)
def test_obstacles_need_not_move(text: str, found: list[str]) -> None:
    findings = judge(Source("rocks.gdl", text), {"G501"}, BRIEF).findings
    assert [one.finding.severity for one in findings] == found


STACKS = """game "Stacks"
players White, Black
board grid(4, 4)
pieces stack(height: 1..3) of player
pieces neutral
game has turns: 0..30

define s.needed = 2 when s in neutral otherwise s.height otherwise 0

setup
  put stack(1) of White on a1
  put stack(1) of Black on d4
  put neutral on b3

turn
  either
    choose s in site, n in 1..3 where n > s.needed and n <= count(s.compass & mine) + 1 as "{s}={n}"
    put stack(n) of me on s
  or
    choose a in mine, b in theirs as "swap {a} and {b}"
    put stack(1) of me on b
    put stack(1) of opponent on a
  turns += 1

end
  rank p by count(stack of p) if turns = 20 or stuck
"""


@pytest.mark.parametrize(("text", "found"), [
    (STACKS, []),
    (STACKS.replace("  turns += 1", "  move a1 to a2 if a1 in mine and a2 in empty\n  turns += 1"), ["neutral"]),
])  # fmt: skip
def test_where_pieces_are_only_put_none_has_to_move(text: str, found: list[str]) -> None:
    """A stack that replaces another one counted as a move of its kind, and the neutral one was told never to move."""
    findings = judge(Source("stacks.gdl", text), {"G501"}, BRIEF).findings
    assert [one.finding.span.text for one in findings] == found


def test_one_move_is_no_several() -> None:
    """In the second turn Black, and nobody else, may not use the second row."""
    text = STACKS.replace("where n > s.needed", "where n > s.needed and not (turns = 1 and me = Black and s in row(2))")
    findings = judge(Source("stacks.gdl", text), {"G701"}, BRIEF).findings
    assert [one.finding.message.count("after 1 move,") for one in findings] == [1]


def test_nobody_moves_first_where_all_decide_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "FOR_SEARCH", 1e13)  # hidden decisions leave few games otherwise
    text = """game "Advantage"

players A, B
game has rounds: 0..3
player has sum: 0..50

turn
  together p in player
    choose n in 1..3
    p.sum += n
  roll d in 1..6
  A.sum += d
  rounds += 1

end
  rank p by p.sum + (16 when p = B otherwise 0) if rounds = 3
"""
    (one,) = judge(Source("advantage.gdl", text), {"G203"}, BRIEF).findings
    assert one.finding.message.startswith("B won ") and "swap" not in one.finding.hint


ENERGY = """game "Energy"

players A, B
board grid(3, 3)
pieces stone of player
player has energy: 0..4 = 3

turn
  choose s in empty where me.energy > 0
  put stone of me on s
  me.energy -= 1

end
  lose next if stuck

looks
  stone of A "A"
  stone of B "B"
"""


def test_what_makes_players_stuck_is_not_said_to_hold_always():
    """It holds in each turn, as who has no energy has lost by then; without it the energy would fall below 0."""
    assert not {"G103", "G104"} & played(ENERGY)
    tired = ENERGY.replace("energy > 0", "energy > 0 and not me.tired")
    tired = tired.replace("0..4 = 3", "0..4 = 3\nplayer has tired: truth")
    assert not {"G103", "G104"} & played(tired.replace("  me.energy", "  me.tired = true if s = b2\n  me.energy"))


def test_what_nobody_needs_is_told_where_players_may_be_stuck():
    told = played(ENERGY.replace("where me.energy > 0", "where me.energy > 0 and count(mine) < 9 - me.energy"))
    assert "G104" in told
