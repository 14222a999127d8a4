"""Rules that give away what is hidden, and rules that don't: what is found without playing.

Each ruleset of `tests/leaks` says in comments where what is to be found: `# expect H950`. Codes of H97 are found by
playing, at no certain line: `tests/interpreter/test_leaks_in_play.py`. What ends in `_leaky` leaks, the rest is fair.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sample import daily

from gdl.check.checker import check
from gdl.knowledge.possible import Holds, possible
from gdl.lint import lint
from gdl.model.build import conjunction, const, difference, disjunction, equal, everything, member, negation
from gdl.model.nodes import Var
from gdl.model.types import Domain, Type
from gdl.text.findings import Finding
from gdl.text.source import Source

FOLDER = Path(__file__).parents[1] / "leaks"
RULESETS = sorted(FOLDER.glob("*.gdl"))

HEAD = """game "Cards"

players White, Black
type card = 1..6
game has deck: set of card = card
game has shown: set of card
player has hand: set of card
player has pile: set of card
hidden deck   from player
hidden p.hand from player - p
hidden p.pile from player - p

setup
  for p in player
    deal 2 from deck to p.hand

turn
"""
END = "\nend\n  pay p by count(p.pile) if no White.hand\n"


def expected(text: str, family: str) -> set[tuple[int, str]]:
    """The lines with the codes that are to be found there."""
    return {
        (number, code)
        for number, line in enumerate(text.split("\n"), 1)
        for expects in re.findall(r"# expect (.*)", line)
        for code in expects.split()
        if code.startswith(family)
    }


def told(turn: str, more: str = "") -> list[Finding]:
    """What a turn with cards gives away."""
    lines = "\n".join("  " + line for line in turn.strip().split("\n"))
    return lint([Source("cards.gdl", HEAD.replace("\nsetup", f"{more}\n\nsetup") + lines + END)], ["H"])


def codes(turn: str, more: str = "") -> list[str]:
    """The codes of that."""
    return [f.code for f in told(turn, more)]


@pytest.mark.parametrize("path", daily(RULESETS, 3), ids=lambda path: path.stem)
def test_what_is_given_away_is_found_and_nothing_else(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    source = Source(path.name, text)
    found = {(f.span.line, f.code) for f in lint([source], ["H95", "R617"])}
    assert found == expected(text, "H95") | expected(text, "R617")


PLAY = "me.hand -= {c}\nme.pile += {c}"


def test_a_hand_of_ones_own_may_be_asked_in_every_way() -> None:
    assert codes(f"choose secretly c in me.hand where no d in me.hand where d < c\n{PLAY}") == []
    assert codes(f"choose secretly c in card where some p in player where p = me and c in p.hand\n{PLAY}") == []


def test_the_hand_of_another_may_not() -> None:
    for asked in ("c in opponent.hand", "c in player.hand - me.hand", "some p in player where c in p.hand"):
        found = told(f"choose secretly c in card where {asked}\n{PLAY}")
        assert [f.code for f in found] == ["H950"], asked
        assert "`hand`" in found[0].message


def test_how_many_there_are_may_have_been_counted() -> None:
    assert codes(f"choose secretly c in me.hand where some opponent.hand\n{PLAY}") == []


def test_what_another_does_by_turns_is_read_as_theirs() -> None:
    good = f"choose secretly c in me.hand\n{PLAY}\nby opponent\n  choose secretly d in me.hand\n  me.hand -= {{d}}"
    assert codes(good) == []
    assert codes(good.replace("d in me.hand", "d in opponent.hand")) == ["H950"]
    assert codes(good.replace("d in me.hand", "d in me.hand where d > c")) == ["H950"]


def test_a_secret_choice_is_known_to_who_made_it() -> None:
    assert codes(f"choose secretly c in me.hand\nchoose secretly d in me.hand where d >= c\n{PLAY}") == []


def test_a_secret_roll_is_known_to_nobody() -> None:
    found = told(f"roll secretly c in card\nchoose secretly d in me.hand where d > c\n{PLAY}")
    assert [(f.code, f.span.text) for f in found] == [("H950", "c")]


def test_a_branch_that_hangs_on_a_hidden_card_tells_it_by_who_decides() -> None:
    turn = f'choose secretly c in me.hand\n{PLAY}\nif c = 6\n  by opponent\n    choose "a six"'
    assert codes(turn) == ["H954"]


def test_branches_that_look_alike_tell_nothing() -> None:
    choose = "choose secretly c in me.hand\n  me.hand -= {c}"
    turn = f"if 6 in me.hand\n  {choose}\nelse\n  {choose}"
    assert codes(turn) == []


def test_who_comes_next_tells() -> None:
    assert codes(f"choose secretly c in me.hand\n{PLAY}\nnext = me if c = 6") == ["H954"]


def test_something_open_that_takes_a_hidden_value_is_noted_and_silenced() -> None:
    turn = f"choose secretly c in me.hand\n{PLAY}\nshown += {{c}}"
    found = told(turn)
    assert [(f.code, f.severity) for f in found] == [("H953", "note")]
    assert "`shown`" in found[0].message
    assert "hide `shown`, too" in found[0].hint
    assert codes(turn + "  # lint: ignore H953 – it is called") == []


def test_a_card_that_is_played_openly_is_told_on_purpose() -> None:
    assert codes("choose c in me.hand\nme.hand -= {c}\nshown += {c}") == []
    assert codes(f"choose c in me.hand\n{PLAY}") == ["H952"]


def test_dealing_tells_those_who_get_the_card() -> None:
    assert codes(f"choose secretly c in me.hand\n{PLAY}\ndeal 1 from deck to me.hand") == []


def test_a_roll_that_goes_into_a_hand_is_to_be_secret() -> None:
    assert codes(f"roll k in deck\ndeck -= {{k}}\nme.hand += {{k}}\nchoose secretly c in me.hand\n{PLAY}") == ["H952"]


def test_a_score_that_counts_what_is_hidden_tells_it() -> None:
    turn = f"choose secretly c in me.hand\n{PLAY}"
    assert codes(turn, "score p by count(p.pile & {6})") == ["H955"]


def test_games_without_hidden_parts_give_nothing_away() -> None:
    assert lint([Source("x.gdl", (FOLDER / "together.gdl").read_text(encoding="utf-8"))], ["H"]) == []


def test_conditions_on_players_are_decided_by_trying_all() -> None:
    players = Domain("player", ("A", "B", "C"))
    p, q = Var(Type(players), "p"), Var(Type(players), "q")
    others = difference(everything(players), everything(players))
    assert possible(member(p, others), ()) == Holds.NEVER
    but_q = difference(everything(players), _one(q))
    assert possible(member(p, but_q), ()) == Holds.SURELY
    assert possible(member(p, but_q), (equal(p, q),)) == Holds.NEVER
    assert possible(conjunction((member(p, but_q), negation(equal(p, q)))), ()) == Holds.SURELY


def test_what_is_false_early_isnt_tried_with_all_that_is_left() -> None:
    """Of 80 × 80 values only some 4,000 are tried; a part of the condition that is false already ends a try."""
    things = Type(Domain("thing", tuple(f"t{i}" for i in range(80))))
    a, b = Var(things, "a"), Var(things, "b")
    first, second = const(things, 0), const(things, 79)
    is_second = equal(b, second)
    both = conjunction((equal(a, second), is_second))
    assert possible(both, (disjunction((equal(b, first), negation(is_second))),)) == Holds.NEVER
    assert possible(both, (disjunction((equal(b, first), is_second)),)) == Holds.SURELY


def _one(e: Var) -> object:
    from gdl.model.build import as_set

    return as_set(e)


def test_every_ruleset_that_can_be_checked_has_a_model() -> None:
    for path in RULESETS:
        done = check(Source(path.name, path.read_text(encoding="utf-8")))
        assert (done.model is None) == ("R617" in path.read_text(encoding="utf-8"))


def test_who_sees_something_hangs_on_what_they_know() -> None:
    turn = f"choose secretly c in me.hand\n{PLAY}\nme.mark = not me.mark"
    own = "player has mark: truth\nhidden p.mark from {q in player where 6 in q.hand}"
    assert codes(turn, own) == []
    assert codes(turn, own.replace("q.hand", "q.next.hand")) == ["H956"]


@pytest.mark.parametrize("whom", ["player - s.owner", "{p in player where s not in piece of p}"])
def test_who_sees_their_own_pieces_alone_learns_nothing_of_others(whom: str) -> None:
    text = (FOLDER / "stratego.gdl").read_text(encoding="utf-8")
    assert "H956" not in {f.code for f in lint([Source("x.gdl", text.replace("player - s.owner", whom))], ["H"])}


THREE = """game "Three in the fog"

players A, B, C
board grid(3, 3)
pieces man of player

hidden s.piece from player - {A} when s in man of A otherwise {}

setup
  put man of A on a1
  put man of B on c3
  put man of C on a3

turn
  choose a in mine, b in a.orthogonal - theirs
  move a to b

end
  lose next if stuck
"""


def test_where_theirs_is_of_several_players_an_empty_site_is_nobodys() -> None:
    """Of three, two others own what is theirs: it is asked who owns the piece on b, and that may be nobody."""
    assert {f.code for f in lint([Source("x.gdl", THREE)], ["H"])} == {"H952", "H956"}


SPY = """game "The spy"

players A, B, C
board grid(3, 3)
pieces man of player

hidden s.piece from player - {A} when s in man of A or s in empty otherwise {}

setup
  put man of A on a1
  put man of B on c3
  put man of C on a3

turn
  if me = A
    SPY
  else
    OTHERS

end
  lose next if stuck
"""
STEP = 'choose a in mine, b in a.orthogonal as "{a}{b}"\n    move a to b'
PLACE = 'choose s in a1.adjacent as "{s}"\n    put man of me on s'


TAKE = 'choose a in mine as "{a}"\n    remove a'
CLEAR = 'choose s in a1.adjacent as "{s}"\n    remove mine & {s, a1}'


@pytest.mark.parametrize("deed", [STEP, PLACE, TAKE, CLEAR])
def test_pieces_are_told_of_only_where_those_of_their_owner_are_hidden(deed: str) -> None:
    """B and C never see A's pieces. All see the others': what B and C do openly is no secret."""
    secret = deed.replace("choose", "choose secretly")
    assert lines("H952", SPY.replace("SPY", secret).replace("OTHERS", deed)) == []
    assert lines("H952", SPY.replace("SPY", deed).replace("OTHERS", deed)) == [16]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [("mine", []), ("theirs", [19]), ("man", [19]), ("man of A", [19]), ("man of B", []), ("man of {B, C}", []),
     ("man of {A, C}", [19])],
)
def test_whose_pieces_are_chosen_is_read_from_where_they_are_chosen(chosen: str, expected: list[int]) -> None:
    """H952 goes by whose pieces are moved, not by who moves them: A's are the hidden ones."""
    secret = STEP.replace("choose", "choose secretly")
    others = STEP.replace("mine", chosen)
    assert lines("H952", SPY.replace("SPY", secret).replace("OTHERS", others)) == expected


def test_what_stood_on_a_site_is_forgotten_when_something_else_comes_there() -> None:
    """B's man goes to b, then is changed for one of A's: what moves on from there is hidden."""
    secret = STEP.replace("choose", "choose secretly")
    change = 'move a to b\n    CHANGE\n    choose c in b.orthogonal as "{c}"\n    move b to c'
    open_ = f'choose a in mine, b in mine & a.orthogonal as "{{a}}{{b}}"\n    {change}'
    text = SPY.replace("SPY", secret).replace("OTHERS", open_)
    assert 22 in lines("H952", text.replace("CHANGE", "put man of A on b"))


def lines(code: str, text: str) -> list[int]:
    """The lines where something is found."""
    return [f.span.line for f in lint([Source("x.gdl", text)], [code])]


def test_a_declaration_that_hides_nothing_is_found() -> None:
    text = (FOLDER / "castles.gdl").read_text(encoding="utf-8")
    assert [f.code for f in lint([Source("x.gdl", text + "\nhidden s.number from player\n")], ["H957"])] == ["H957"]
    nobody = text.replace("{p in player where s not in p.sight}", "player - player")
    assert [f.code for f in lint([Source("x.gdl", nobody)], ["H957"])] == ["H957"]
    never = text.replace("{p in player where s not in p.sight}", "player - player when s in site otherwise {}")
    (found,) = lint([Source("x.gdl", never)], ["H957"])
    assert found.message.endswith("from nobody")  # whatever the condition


@pytest.mark.parametrize(
    ("whom", "said"),
    [
        ("from Black", ""),
        ("from Black when s in row(3)", " (only when `s in row(3)`)"),
        ("from Black when s in row(3) otherwise {}", " (only when `s in row(3)`)"),
        ("from {} when s in row(1) otherwise Black", " (unless `s in row(1)`)"),
        ("from {p in player where p = Black and s in row(3)}", " (only where `p = Black and s in row(3)`)"),
        ("from Black when s in row(3) otherwise White", ""),  # it is always hidden, from one or the other
    ],
)
def test_what_is_hidden_on_a_condition_is_said_with_it(whom: str, said: str) -> None:
    text = f"""game "Men"

players White, Black
board grid(3, 3)
pieces man of player

hidden s.piece {whom}

setup
  put man of White on row(1)
  put man of Black on row(3)

turn
  choose secretly a in mine, b in a.orthogonal & empty
  move a to b

end
  lose next if stuck
"""
    (found,) = lint([Source("men.gdl", text)], ["H950"])
    assert found.message == (
        f"the options here tell whether there is a piece, which is hidden from the player who decides{said}"
    )


ZONE = """game "Scouts"
players White, Black
board grid(5, 5)
pieces man of player
define zone = row(3)
define p.half = site - (row(4) + row(5)) when p = White otherwise site - (row(1) + row(2))
hidden s.piece from HIDDEN
setup
  put man of White on row(1)
  put man of Black on row(5)
turn
  choose secretly a in mine, b in WAYS
  move a to b
end
  win me if no theirs
  lose next if stuck
"""
IN_ZONE = "player - s.owner when s in zone otherwise {}"
BEYOND = "{p in player where s not in p.half} - s.owner"


@pytest.mark.parametrize(
    ("hidden", "ways", "tells"),
    [
        (IN_ZONE, "a.adjacent & empty - zone", False),  # what is left out isn't asked for
        (IN_ZONE, "a.adjacent & (empty - zone)", False),
        (IN_ZONE, "empty & a.adjacent - mine - zone", False),
        (IN_ZONE, "a.adjacent & empty - row(1)", True),
        (IN_ZONE, "empty - (site - zone)", True),
        (IN_ZONE, "site - zone - (site - theirs).N", True),  # asks of sites in the zone whether men stand there
        (BEYOND, "empty - (site - me.half)", False),
        (BEYOND, "empty - me.half", True),
    ],
)
def test_of_sites_that_are_left_out_nothing_is_told(hidden: str, ways: str, tells: bool) -> None:
    text = ZONE.replace("HIDDEN", hidden).replace("WAYS", ways)
    found = [f.code for f in lint([Source("a.gdl", text)]) if f.code == "H950" or f.severity == "error"]
    assert found == (["H950"] if tells else [])
