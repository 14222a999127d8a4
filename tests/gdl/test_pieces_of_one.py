"""Kinds of pieces that one player alone has."""

from __future__ import annotations

from typing import Any

import pytest

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game, PositionError
from interpreter.lab.tools.native_lockstep import both_backends

HUNT = """\
game "Hunt"

option hunted: player = Fox "who is hunted"

players Geese, Fox, Owl
board {board}
pieces wall
pieces goose{number} of player
pieces fox of {owner}
player has caught(kind): 0..9

setup
  for p in player
    put fox of p on c3
  put goose{one} of Geese on row(1)
  put wall on a3

turn
  {turn}

end
  win me if no theirs or count(fox.adjacent & goose) > 3
  lose next if stuck
  draw if repeats(piece, next) = 1
"""
WALK = 'choose a in mine, b in a.adjacent - mine as "{a.piece} {a}{mark(b)}{b}"\n  move a to b'


def hunt(turn: str = WALK, owner: str = "Fox", board: str = "grid(3, 3)", numbered: bool = False) -> str:
    number, one = ("(n: 1..3)", "(2)") if numbered else ("", "")
    return HUNT.format(turn=turn, owner=owner, board=board, number=number, one=one)


def values(*expressions: str, owner: str = "Fox", me: str = "Geese", numbered: bool = False) -> list[str]:
    """What expressions come to, for a player."""
    ways = "\n  or\n".join(f"    choose k in 1..1 as {e}" for e in expressions)
    game = Game.parse(hunt(f"either\n{ways}", owner, numbered=numbered), backend="reference")
    fields: dict[str, Any] = {"to move": me, "pieces": game.start().position()["pieces"]}
    return [move.text or "nothing" for move in game.position(fields).moves]


def test_there_are_no_others() -> None:
    game = Game.parse(hunt())
    assert [x for x in game.model.pieces.labels if "fox" in x] == ["fox of Fox"]
    assert [(k.name, k.owned, k.keeper) for k in game.model.kinds] == [
        ("wall", False, None), ("goose", True, None), ("fox", False, 1)
    ]  # fmt: skip
    assert {p.label: p.owner for p in game.start().pieces("c3")} == {"fox of Fox": "Fox"}
    with pytest.raises(PositionError, match="there is no piece `fox of Owl`"):
        game.position({"pieces": {"fox of Owl": ["c3"]}})


@pytest.mark.parametrize("numbered", [False, True])
def test_values(numbered: bool) -> None:
    got = values("fox", "fox of Fox", "fox of me", "fox of {Geese, Fox}", "c3.owner", "c3.kind", "mine", "theirs",
                 "piece of Fox", "piece of player", "count(fox of player)", numbered=numbered)  # fmt: skip
    assert got == ["c3", "c3", "nothing", "c3", "Fox", "fox", "a1,b1,c1", "c3", "c3", "a1,b1,c1,c3", "1"]
    assert values("fox of me", "fox of next", "mine", me="Fox", numbered=numbered) == ["c3", "nothing", "c3"]


@pytest.mark.parametrize("owner", ["Fox", "{Fox}", "hunted", "(player - {Geese, Owl})"])
def test_ways_to_say_whose(owner: str) -> None:
    assert values("fox of Fox", "c3.owner", owner=owner) == ["c3", "Fox"]


@pytest.mark.parametrize("owner", ["player", "{Geese, Owl, Fox}"])
def test_all_have_some(owner: str) -> None:
    assert len([x for x in Game.parse(hunt(owner=owner)).model.pieces.labels if "fox" in x]) == 3


def test_what_is_put() -> None:
    for thing, owner in (("fox", "Fox"), ("fox of Fox", "Fox"), ("fox of me", None), ("(fox of Fox)", "Fox")):
        state = Game.parse(hunt(f'choose s in {{b2}} as "{{s}}"\n  put {thing} on s')).start().play("b2")
        assert [p.owner for p in state.pieces("b2")] == ([owner] if owner else [])
    chosen = 'choose k in {fox, goose} as "{k}"\n  put k of %s on b2\n  me.caught(k) += 1'
    for kind, whose, label in (("fox", "me", None), ("fox", "next", "fox of Fox"), ("goose", "me", "goose of Geese")):
        state = Game.parse(hunt(chosen % whose)).start().play(kind)
        assert [p.label for p in state.pieces("b2")] == ([label] if label else [])
        assert state.value("caught", "Geese", kind) == 1


@pytest.mark.parametrize(
    ("turn", "owner", "code", "said"),
    [
        ("choose s in fox of Geese", "Fox", "P507", "Geese has no `fox`; only Fox has"),
        ("choose s in empty\n  put fox of Owl on s", "Fox", "P507", "Owl has no `fox`; only Fox has"),
        ("choose s in empty\n  put fox of player on s", "Fox", "P506", "a piece has one owner, not several"),
        (WALK, "{Fox, Owl}", "P503", "pieces belong to one player, to all, or to nobody"),
        (WALK, "site", "P503", "pieces belong to players, not to `site`"),
        (WALK, "Foxx", "N201", "nothing is called `Foxx` here"),
        (WALK, "me", "T310", "whose pieces these are must be known before the game starts"),
    ],
)
def test_mistakes(turn: str, owner: str, code: str, said: str) -> None:
    found = check(Source("hunt.gdl", hunt(turn, owner))).findings
    assert [(f.code, f.message) for f in found] == [(code, said)]


@pytest.mark.parametrize("numbered", [False, True])
@pytest.mark.parametrize("board", ["grid(3, 3)", "stacks(grid(3, 3))"])
def test_both_backends(board: str, numbered: bool) -> None:
    turns = [WALK, 'choose a in fox of me + goose of me, b in a.adjacent as "{a.owner}{a}{b}"\n  move a to b\n'
             "  put (fox of p) on a if no fox\n".replace("(fox of p)", "fox of a.owner")]  # fmt: skip
    for turn in turns:
        game = Game.parse(hunt(turn, board=board, numbered=numbered))
        for seed in range(3):
            both_backends(game, seed, plies=40, games=3, longest=100)
