"""What is known to stand on a site isn't asked again, and rules mean what they meant.

Each game is played by a checker that works out nothing beforehand, too.
"""

import random

import pytest
import unfolded

from gdl.model import statements as m
from gdl.model.nodes import Content, Expr, Standing, within
from gdl.model.printing import Printer
from gdl.text.source import Source
from interpreter import Game

TEXT = """game "Kinds"

players White, Black
board grid(4, 4)
pieces man, king, wall, rook of player

define s.ahead(p) = s.N when p = White otherwise s.S
define a.goals =
  a.ahead(a.owner) & empty    when a in man
  a.compass - mine            when a in king
  a.{{E, W}}                    when a in (man + wall) - wall of me
  a.orthogonal through empty  when a not in man + king
  a.N.N                       when a in rook & (mine + wall)

setup
  for p in player
    put man of p  on {{s in site where s.r = (2 when p = White otherwise 3)}}
    put king of p on {{s in site where s.r = (1 when p = White otherwise 4) and s.c < 3}}
    put rook of p on {{s in site where s.r = (1 when p = White otherwise 4) and s.c = 4}}
    put wall of p on {{s in site where s.r = (1 when p = White otherwise 4) and s.c = 3}}

turn
  either
    choose {choose}
    move a to b
  otherwise
    choose "pass"

end
  win opponent if no mine
"""
SOURCES = ["mine", "theirs", "man", "king of me", "man + wall", "(rook + king) & mine", "mine - man", "piece",
           "wall of me + king of opponent", "man of me + man of opponent", "site"]  # fmt: skip
CONDITIONS = ["some b.N", "b in theirs or a in man", "a in rook + king", "a.owner = me", "not a in wall",
              "some c in mine where c in a.goals", "a.ahead(a.owner) != b", "a in mine and b in empty",
              "after remove b: a in piece and b in empty and (a in man or a.owner = me)"]  # fmt: skip


@pytest.mark.parametrize("seed", range(24))
def test_it_means_what_it_meant(seed: int) -> None:
    rng = random.Random(seed)
    wanted = " and ".join(rng.sample(CONDITIONS, rng.randint(1, 2)))
    text = TEXT.format(choose=f"a in {rng.choice(SOURCES)}, b in a.goals where {wanted}")
    slow, quick = unfolded.of(Source("kinds.gdl", text)).start(), Game.parse(text).start()
    for ply in range(6):
        moves = [str(move) for move in slow.moves]
        assert [str(move) for move in quick.moves] == moves
        if not moves:
            break
        slow, quick = (state.play(moves[ply * 5 % len(moves)]) for state in (slow, quick))


def decision(choose: str) -> m.Choose:
    (found, *_) = (s for s in m.walk(Game.parse(TEXT.format(choose=choose)).model.turn) if isinstance(s, m.Choose))
    return found


def asked_kinds(e: Expr) -> set[tuple[int, ...]]:
    """The kinds of pieces that an expression speaks of."""
    return {x.kinds for x in within(e) if isinstance(x, Standing)}


def test_other_kinds_are_left_out() -> None:
    """Of men alone it is asked what is ahead of them, and what is beside; not how kings and rooks move."""
    men, all_ = decision("a in man of me, b in a.goals"), decision("a in mine, b in a.goals")
    assert "fill" in Printer().expression(all_.binders[1][1])
    goals = men.binders[1][1]
    assert "fill" not in Printer().expression(goals)
    assert not any(isinstance(x, Content) for x in within(goals))
    assert (0,) not in asked_kinds(goals)


def test_a_condition_that_holds_for_all_is_left_out() -> None:
    assert decision("a in man of me, b in empty where a in man + rook and a.owner = me").where.parts == ()


def test_what_narrows_a_name_is_known_of_it() -> None:
    goals = decision("a in mine, b in a.goals where a in man").binders[1][1]
    assert "fill" not in Printer().expression(goals)


def test_changes_are_not_looked_through() -> None:
    """After a change something else may stand there."""
    where = decision("a in man of me, b in a.goals where after put king of me on a: a in man").where
    text = TEXT.format(choose="a in man of me, b in a.goals where after put king of me on a: a in man")
    assert where.parts or where.free
    assert [str(move) for move in Game.parse(text).start().moves] == ["pass"]
