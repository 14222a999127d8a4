"""`x(i) += n` with cells in locals: each cell gets the amount or nothing, and a number outside its range is an error.

What is expected is reckoned here, in Python.
"""

from __future__ import annotations

import pytest

from gdl.model.statements import Assign
from interpreter import Game, GameError
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.compile import compile_model
from interpreter.native.lower import changes, sums_in_cells
from interpreter.native.lower.writer import Writer

RULES = """
game "Sums"
players Red, Green, Blue
type line = 1..2
type column = 0..1
type amount = {amounts}
player has purse: {low}..{high} = {start}
line has cell(column): {low}..{high} = {start}
game has tick: 0..{longest}

turn
  either
    choose p in player, n in amount as "{{p}} {{n}}"
    {change}
  or
    choose l in line, c in column, n in amount as "{{l}} {{c}} {{n}}"
    l.cell(c) {sign}= n

end
  tick += 1
  draw if tick = {longest}
"""


def rules(sign: str = "+", low: int = -9, high: int = 9, start: int = 0, amounts: str = "0..2", change: str = "",
          longest: int = 6) -> str:  # fmt: skip
    return RULES.format(sign=sign, low=low, high=high, start=start, amounts=amounts, longest=longest,
                        change=change or f"p.purse {sign}= n")  # fmt: skip


def sums(text: str, moves: list[str]) -> dict[str, int]:
    """What the purses and cells hold after some moves by compiled rules: `Red`, …, `2 1`, …"""
    state = Game.parse(text, backend="native").start()
    for move in moves:
        state = state.play(move)
    said = state.position()["variables"]
    held = {f"{line} {column}": n for line, cells in said.get("cell", {}).items() for column, n in cells.items()}
    return {**said.get("purse", {}), **held}


@pytest.mark.parametrize(("sign", "way"), [("+", 1), ("-", -1)])
@pytest.mark.parametrize(("low", "high", "start"), [(-9, 9, 0), (3, 40, 20), (-60, -2, -30), (0, 1000, 500)])
def test_only_the_cell_meant_changes(sign: str, way: int, low: int, high: int, start: int) -> None:
    text = rules(sign, low, high, start)
    played = both_backends(Game.parse(text), seed=3, plies=6, games=10, longest=6)
    assert (played.plies, played.over, played.failure) == (6, True, None)
    found = sums(text, ["Green 1", "Blue 2", "Green 2", "2 0 2", "1 1 0"])
    assert found == {"Green": start + 3 * way, "Blue": start + 2 * way, "2 0": start + 2 * way}


@pytest.mark.parametrize(("sign", "low", "high", "last"), [("+", -9, 3, 3), ("-", -3, 9, -3)])
@pytest.mark.parametrize("cell", ["Red", "Green", "Blue", "1 0", "2 1"])
def test_a_number_outside_its_range_is_an_error(sign: str, low: int, high: int, last: int, cell: str) -> None:
    text = rules(sign, low, high, longest=4)
    assert sums(text, [f"{cell} 1"] * 3) == {cell: last}
    with pytest.raises(GameError, match=f"would become {last + 1 if sign == '+' else last - 1}, but it holds"):
        sums(text, [f"{cell} 1"] * 4)


@pytest.mark.parametrize(
    ("change", "players", "is_done"),
    [
        ("p.purse += n", 3, True),
        ("p.purse -= n", 3, True),
        ("p.purse = p.purse + n", 3, True),
        ("p.purse = p.next.purse + n", 3, False),  # another cell
        ("p.purse = n - p.purse", 3, False),
        ("me.purse += n", 3, False),  # who moves is known: a plain sum
        ("p.purse += n", 5, False),  # too many for locals
    ],
)
def test_when_it_is_done(change: str, players: int, is_done: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[bool] = []

    def watched(w: Writer, s: Assign) -> bool:
        done.append(sums_in_cells.added_in_locals(w, s))
        return done[-1]

    monkeypatch.setattr(changes, "added_in_locals", watched)
    names = ("Red", "Green", "Blue", "Grey", "Gold")[:players]
    text = rules(change=change).replace("players Red, Green, Blue", f"players {', '.join(names)}")
    text = text.replace("l.cell(c) += n", "tick = tick")
    assert "players " + ", ".join(names) in text
    compile_model(Game.parse(text).model)
    assert any(done) == is_done
