"""The keys of information states: both backends work out the same, ply by ply, in every game that hides something."""

from __future__ import annotations

import random
import re

import pytest
from sample import daily
from unseen_rules import FOG_OF_STACKS, STACKED

from gdl.library import FOLDER
from interpreter import Game
from interpreter.native.host.instance import Instance
from interpreter.work.engine import engine, put

GAMES, PLIES = 4, 120
HIDING = sorted(
    path.stem for path in FOLDER.rglob("*.gdl") if re.search(r"^hidden |^ +together ", path.read_text("utf-8"), re.M)
)


def keys(instance: Instance, players: int) -> list[int]:
    held = instance.read(instance.call("report"), 16 * players)
    words = [int.from_bytes(held[i : i + 8], "little") for i in range(0, len(held), 8)]
    return [one << 64 | other for one, other in zip(words[::2], words[1::2], strict=True)]


def played_alike(game: Game, seed: int) -> int:
    instance = engine(game, "known_keys").take()
    draw, state = random.Random(seed), game.beginning()
    options = instance.call("keys_start", put(instance, state))
    while True:
        assert options == len(state.ways)
        assert keys(instance, len(game.players)) == [state.information(p) for p in game.players], state.line
        if state.is_over or state.ply == PLIES:
            return state.ply
        k = draw.randrange(options)
        options = instance.call("keys_play", k)
        state = state.play(state.ways[k])


@pytest.mark.parametrize("name", daily(HIDING, 4))
def test_both_backends_know_the_same(name: str) -> None:
    game = Game.load(name, backend="reference")
    assert game.model.hides
    assert sum(played_alike(game, seed) for seed in range(GAMES)) > GAMES


GUESS = """game "Guess"
players A, B
board grid(3, 3)
pieces stone(number: 1..3) of player
type word = one, two
player has count: -2..2 = 0
player has said: word?
site  has mark: set of word
{hidden}
setup
  roll secretly s in {{a1, b1}}, n in 1..3
  put stone(1) of A on s
  roll k in 1..3 as "{{k - 2}}"
turn
  choose secretly s in empty
  put stone(2) of me on s
  s.mark += one
  me.count = -1 when me = A otherwise 1
  together p in player
    choose w in word
    p.said = w
  by opponent
    choose n in 0..2 where n != count(piece of me) as "{{n - 1}} for {{me}}"
end
  draw if count(piece) > 5
"""


@pytest.mark.parametrize("hidden", [
    "hidden s.piece from player - s.owner", "hidden s.owner from player - s.owner", "hidden s.kind from player",
    "hidden s.number from player - s.owner", "hidden p.count from player - p", "hidden p.said from p",
    "hidden s.mark from {p in player where s in piece of p}", "hidden turn from player - me", "",
])  # fmt: skip
def test_whatever_is_hidden(hidden: str) -> None:
    game = Game.parse(GUESS.format(hidden=hidden), backend="reference")
    assert sum(played_alike(game, seed) for seed in range(5)) > 20


@pytest.mark.parametrize("rules", [STACKED, FOG_OF_STACKS])
def test_whatever_is_hidden_on_stacks(rules: str) -> None:
    game = Game.parse(rules, backend="reference")
    assert sum(played_alike(game, seed) for seed in range(5)) > 20


def test_a_key_tells_what_is_seen_and_nothing_else() -> None:
    """Hands that are dealt otherwise are the same to who doesn't see them, and others to who does."""
    game = Game.parse(
        'game "Deal"\nplayers A, B\ntype card = ten, jack, queen\nplayer has hand: card?\n'
        "hidden p.hand from player - p\nsetup\n  for p in player\n    roll secretly c in card - player.hand\n"
        '    p.hand = c\nturn\n  choose "go"\nend\n  draw\n'
    )
    ends: dict[tuple[object, object], tuple[int, int]] = {}
    for first in game.beginning().moves:
        for second in game.beginning().play(first).moves:
            state = game.beginning().play(first).play(second)
            hands = state.value("hand", "A"), state.value("hand", "B")
            ends[hands] = state.information("A"), state.information("B")
    assert len(ends) == 6
    for (a, b), (known_a, known_b) in ends.items():
        for (c, d), (other_a, other_b) in ends.items():
            assert (known_a == other_a) == (a == c)
            assert (known_b == other_b) == (b == d)
