"""What best play comes to is an amount where a game pays."""

from __future__ import annotations

from gdl.text.source import Source
from interpreter.lab.lint.judge import BRIEF, judge

GREEDY = """game "Greedy"
players A, B
game has left: 0..6 = 6
player has got: 0..20

turn
  choose n in 1..2 where n <= left as "{n}"
  me.got += n * left
  left   -= n

end
  pay p by p.got - p.next.got if left = 0
"""


def test_a_player_who_is_paid_is_not_said_to_win() -> None:
    """A takes 2 of 6, 12, B 2 of 4, 8, A 2 of 2, 4: 16 to 8; B can't do better."""
    (found,) = judge(Source("greedy.gdl", GREEDY), {"G206"}, BRIEF).findings
    assert found.finding.message.startswith("8 are paid to A with best play")
