"""`deal` onto the table shows what nobody is to see; lint says how to deal face up, and that is right."""

from __future__ import annotations

from gdl.lint import lint
from gdl.text.source import Source

RULES = """game "Houses"
players Ann, Bob
type house = 1..9
game has houses: set of house = house
game has lying: set of house
player has owned: set of house
turn
  if no lying
    deal 3 from houses to lying
  choose h in lying
  lying -= h
  me.owned += h
end
  rank p by sum(p.owned) if no houses and no lying
"""


def test_dealing_onto_the_table() -> None:
    (found,) = lint([Source("a.gdl", RULES)])
    assert found.code == "H953"
    assert "to deal face up, use `roll x in houses`" in found.hint
    roll = "for n in 1..3\n      roll x in houses\n      houses -= x\n      lying += x"
    assert lint([Source("a.gdl", RULES.replace("deal 3 from houses to lying", roll))]) == []


def test_what_lies_on_top_of_a_pile_is_not_rolled() -> None:
    """The uppermost cards of a pile are turned up; chance has shuffled them before."""
    pile = RULES.replace("game has houses: set of house = house", "game has houses: pile(9) of house")
    shuffled = pile.replace("turn\n", "hidden houses from player\nsetup\n  houses = house\n  shuffle houses\nturn\n")
    (found,) = lint([Source("a.gdl", shuffled)])
    assert found.code == "H953"
    assert found.hint.startswith("if you mean it")
