"""The range that a finding advises holds what all lines give the variable."""

from __future__ import annotations

from gdl import lint
from gdl.lint.rule import example
from gdl.text.source import Source


def hints(text: str) -> list[str]:
    return [f.hint for f in lint.lint([Source("a.gdl", text)]) if f.code == "T336"]


def test_one_range_for_all_lines() -> None:
    text = example(
        "game has turns: 0..3\nplayer has gold: 0..2",
        turn="choose s in empty\nput stone of me on s\nturns = 10\nme.gold = -3\nturns = 12\nme.gold = 5",
        end="win me if turns = 3 or me.gold = 1\ndraw if no empty",
    )
    turns, gold = (
        f"give `{name}` a larger range where you introduce it: `{base}`"
        for name, base in (("turns", "0..12"), ("gold", "-3..5"))
    )
    assert hints(text) == [turns, gold, turns, gold]


def test_one_range_for_a_local() -> None:
    """Each `let` by itself, even if both have one name."""
    one = "if a1 in mine\n  let k = 3\n  k = 5\n  k = 9\n  next = me if k = 9"
    other = "else\n  let k = 1\n  k = 2\n  next = me if k = 2"
    text = example(turn=f"choose s in empty\nput stone of me on s\n{one}\n{other}", end="draw if no empty")
    bases = ("3..9 = 3", "3..9 = 3", "1..2 = 1")
    assert hints(text) == [f"give it a range: `let k: {base}`, for example" for base in bases]
