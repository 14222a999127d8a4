"""`k(n)`, where k holds a kind: a piece of that kind with that number."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game

RULES = """game "Kinds"
players White, Black
board grid(4, 4)
pieces man(n: 0..3), king(n: 2..5) of player
pieces queen(n: 0..7) of White
pieces gem(n: 1..2)
pieces rock
setup
  put man(1) of White on {a1, c1}
  put queen(7) of White on b1
  put king(3) of Black on a4
  put gem(1) on d4
  put rock on d3
turn
  WAY
end
  draw if stuck
"""


def pieces(way: str, moves: list[str], backend: str = "reference") -> dict[str, list[str]]:
    state = Game.parse(RULES.replace("WAY", way), backend=backend).start()
    for move in moves:
        state = state.play(move)
    return state.position()["pieces"]


PUT = 'choose a in man + king + queen, m in 0..7 as "{a} {m}"\n  let k = a.kind\n  put k(m) of a.owner on a'


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_a_piece_of_the_kind_with_the_number_is_put(backend) -> None:
    assert pieces(PUT, ["a1 3", "a4 5", "b1 0"], backend) == {
        "man(3) of White": ["a1"], "man(1) of White": ["c1"], "king(5) of Black": ["a4"], "queen(0) of White": ["b1"],
        "gem(1)": ["d4"], "rock": ["d3"]}  # fmt: skip


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_nothing_is_put_where_the_kind_has_no_such_number_or_owner(backend) -> None:
    start = pieces(PUT, [], backend)
    assert pieces(PUT, ["a1 4", "a4 1", "a4 7"], backend) == start  # men bear up to 3, kings from 2 to 5
    theirs = PUT.replace("of a.owner", "of Black")
    assert pieces(theirs, ["b1 3"], backend) == start  # Black has no queens


def test_pieces_without_owner() -> None:
    way = 'choose s in gem + rock, m in 0..7 as "{s} {m}"\n  let k = s.kind\n  put k(m) on s'
    assert pieces(way, ["d4 2", "d3 1"])["gem(2)"] == ["d4"]
    assert pieces(way, ["d4 2", "d3 1"])["rock"] == ["d3"]


def test_it_is_also_the_sites_where_such_a_piece_stands() -> None:
    way = 'choose k in {man, king}, s in k(1) + k(3) of Black as "{k} {s}"\n  remove s'
    game = Game.parse(RULES.replace("WAY", way))
    assert [move.text for move in game.start().moves] == ["man a1", "man c1", "king a4"]


@pytest.mark.parametrize(("way", "code", "hint"), [
    ("put k of me on a", "P510", "`k(1)`"),
    ("put k(N) of me on a", "T301", "`k(1)`"),
    ("put k(1, 2) of me on a", "T320", "`k(1)`"),
    ("put k(1) of player on a", "P506", "`put k of p on …`"),
])  # fmt: skip
def test_what_is_wrong_with_it_is_told(way, code, hint) -> None:
    text = RULES.replace("WAY", f"choose a in mine\n  let k = a.kind\n  {way}")
    (found,) = (f for f in check(Source("a.gdl", text)).findings if f.severity == "error")
    assert (found.code, hint in found.hint) == (code, True), f"{found.message} ({found.hint})"


def test_without_numbers_it_is_told_to_leave_them_out() -> None:
    text = RULES.replace("(n: 0..3)", "").replace("(n: 2..5)", "").replace("(n: 0..7)", "").replace("(n: 1..2)", "")
    text = text.replace("(1) ", " ").replace("(3) ", " ").replace("(7) ", " ")
    text = text.replace("WAY", "choose a in mine\n  let k = a.kind\n  put k(1) of me on a")
    (found,) = (f for f in check(Source("a.gdl", text)).findings if f.severity == "error")
    assert (found.code, found.hint) == ("P509", "write `k` alone")
