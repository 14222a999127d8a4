"""`after change: value`: what would be after a change, beside what is once it has been made; on both backends."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends

GAME = """game "Ahead"
players A, B
board grid(3, 3)
pieces stone of player
player has before: {type}
player has behind: {type}
game has left: 0..9 = 9

define s.freedom = count(s.group(mine).adjacent & empty)

turn
  choose s in empty
  me.before = after put stone of me on s: {value}
  put stone of me on s
  me.behind = {value}

end
  draw if no empty
"""
VALUES = {
    "a number": ("0..9", "s.freedom"),
    "one that counts": ("0..20", "count(mine) + 2 * count(theirs)"),
    "a set": ("set of site", "s.group(mine)"),
    "a site or nothing": ("site?", "the({x in mine where x.N in mine})"),
    "a truth": ("truth", "some line in lines(3) where line within mine"),
    "a player": ("player", "A when count(mine) > 2 otherwise B"),
    "in a query": ("set of site", "{x in empty where (after put stone of me on x: x.freedom) > 3}"),
}


@pytest.mark.parametrize("name", VALUES)
def test_it_is_what_is_then(name: str) -> None:
    kind, value = VALUES[name]
    type_ = kind if kind[0].isdigit() else {"player": "player", "truth": "truth"}.get(kind, kind)
    game = Game.parse(GAME.format(type=type_, value=f"({value})"))
    for seed in range(4):
        state = game.start()
        while not state.is_over:
            state = state.play(state.moves[(seed * 7 + state.ply * 5) % len(state.moves)])
            for player in ("A", "B"):
                assert state.value("before", player) == state.value("behind", player)
    both_backends(game, 3, plies=30)


@pytest.mark.parametrize(("wrong", "said"), [
    ('me.before = after put stone of me on s: "{s}"', "T313 `after` can't give a text"),
    ("me.before = 1 if after put stone of me on s: s.freedom", "T309 a condition is true or false, not a number"),
    ("me.before = after put stone of me on s: lines(3)", "T313"),
])  # fmt: skip
def test_faults(wrong: str, said: str) -> None:
    line = "me.before = after put stone of me on s: s.freedom"
    text = GAME.format(type="0..9", value="s.freedom").replace(line, wrong)
    found = [f"{f.code} {f.message}" for f in check(Source("ahead.gdl", text)).findings]
    assert any(f.startswith(said) for f in found), found
