"""`while c` and a block: a `repeat` that asks first."""

from __future__ import annotations

import pytest

from gdl.syntax.formatter import format as tidy
from interpreter import Game, LoadError
from interpreter.lab.tools.native_lockstep import both_backends

RULES = """game "Jumps"

players White, Black
board grid(5, 5)
pieces man of player

define a.jumps = {d in orthogonal where a.d in theirs and a.d^2 in empty}

setup
  put man of White on row(1) + row(2)
  put man of Black on row(5) + {c3}

turn
  choose a in mine, b in a.compass & empty as "{a}-{b}"
  move a to b
  let here = b
{loop}

end
  win me if no theirs
  lose next if stuck
  draw if repeats(piece, next) = 1
"""
BODY = """    choose d in here.jumps, t in here.d^2 as "{d}"
    remove here.d
    move here to t
    here = t
"""
WHILE = "  while some here.jumps\n" + BODY.rstrip("\n")
BY_HAND = (
    "  if some here.jumps\n    repeat\n" + "".join("  " + line + "\n" for line in BODY.splitlines()) +
    "    until no here.jumps"
)  # fmt: skip


def game(loop: str) -> Game:
    return Game.parse(RULES.replace("{loop}", loop))


def test_it_is_a_repeat_that_asks_first() -> None:
    ours, by_hand = game(WHILE).start(), game(BY_HAND).start()
    for ply in range(60):
        assert [m.text for m in ours.moves] == [m.text for m in by_hand.moves]
        if ours.is_over:
            break
        at = ply * 7 % len(ours.moves)
        ours, by_hand = ours.play(ours.moves[at]), by_hand.play(by_hand.moves[at])
        assert ours.position() == by_hand.position()


def test_no_round_is_gone_where_the_condition_doesnt_hold() -> None:
    state = game(WHILE).start().play("a2-a3")
    assert state.to_move == "Black"


def test_rounds_are_gone_as_long_as_it_holds() -> None:
    game_ = game(WHILE)
    state = game_.position({"to move": "White", "pieces": {"man of White": ["a1"], "man of Black": ["b2", "d2", "e4"]}})
    state = state.play("a1-a2")
    assert [m.text for m in state.moves] == ["E"]
    state = state.play("E")
    assert [m.text for m in state.moves] == ["E"]
    assert state.play("E").to_move == "Black"


def test_both_backends_play_it_alike() -> None:
    both_backends(game(WHILE), seed=2, plies=40, games=4, longest=100)


def test_a_round_must_hold_a_decision() -> None:
    with pytest.raises(LoadError, match=r"R605.*while"):
        game("  while some here.jumps\n    remove here")


@pytest.mark.parametrize("loop", ["repeat\n    lose player\n  until true", "while some mine\n    lose me"])
def test_a_loop_that_only_ends_the_game_is_none(loop: str) -> None:
    """No round of it leads to another; in `end`, where nothing can be decided, there is no other kind."""
    with pytest.raises(LoadError, match=rf"R605.*{loop.split()[0]}"):
        Game.parse(RULES.replace("{loop}\n", "").replace("  win me if no theirs", f"  {loop}"))


ROUNDS = """game "Rounds"

players White, Black
game has total: 0..99

turn
  repeat
    {loop}
  until total > 4

end
  win me
"""


@pytest.mark.parametrize("loop", [
    'for n in 1..3\n      choose k in 0..1 as "{k}"\n      total += k',
    'for p in player\n      by p\n        choose k in 0..1 as "{k}"\n        total += k',
    'for p in player, n in 1..2\n      roll k in 0..1\n      total += k',
])  # fmt: skip
def test_a_for_that_surely_runs_may_hold_the_decision(loop: str) -> None:
    both_backends(Game.parse(ROUNDS.replace("{loop}", loop)), seed=2, plies=40, games=4, longest=100)


@pytest.mark.parametrize("source", ["1..total", "{p in player where total > 1}", "(player - White) & me"])
def test_a_for_that_may_not_run_holds_none(source: str) -> None:
    loop = f'for n in {source}\n      choose k in 0..1 as "{{k}}"\n      total += k'
    with pytest.raises(LoadError, match=r"R605.*repeat"):
        Game.parse(ROUNDS.replace("{loop}", loop))


def test_layout_comes_to_rest() -> None:
    rules = RULES.replace("{loop}", WHILE)
    assert tidy(rules) == rules
