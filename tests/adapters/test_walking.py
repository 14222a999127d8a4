"""Nodes that are found by records of the compiled rules are those that are found by states of the reference
interpreter: the same players, options, chances, payments and observations."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from sample import rulesets

from interpreter import Game, RuleError

pytest.importorskip("numpy", reason="pip install 'gdl-interpreter[batch]'")

from interpreter.bridges.adapters import nodes
from interpreter.bridges.adapters.bounds import Bounds
from interpreter.bridges.adapters.nodes import CHANCE, Node, Tree
from interpreter.graph.chance import Chance

GAMES, PLIES = 2, 40
MOST = Bounds(10_000, 10_000, True, -1.0, 1.0, None)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records are there from the first step."""
    monkeypatch.setattr(nodes, "PATIENCE", 0)


def by_states(game: Game) -> Tree:
    """A tree that has no records."""
    tree = Tree(game, MOST)
    vars(tree)["_walker"] = None
    return tree


def by_records(game: Game) -> Tree:
    tree = Tree(game, MOST)
    if tree.walker is None:
        pytest.skip(game.not_compiled or "players decide at once")
    return tree


def of_random_game(first: Node, second: Node, seed: int) -> Iterator[tuple[Node, Node]]:
    """The nodes of a random game by both ways."""
    dice = random.Random(seed)
    for _ in range(PLIES):
        yield first, second
        if first.is_over:
            break
        number = dice.choice(first.numbers)
        first, second = first.play(number), second.play(number)


@pytest.mark.parametrize("name", rulesets())
def test_nodes_are_the_same(name: str) -> None:
    game = Game.load(name)
    plain, quick = by_states(game), by_records(game)
    for seed in range(GAMES):
        for one, other in of_random_game(plain.root(), quick.root(), seed):
            assert (one.player, one.is_over, one.returns) == (other.player, other.is_over, other.returns)
            assert [*one.numbers] == list(dict.fromkeys(other.numbers))
            assert one.chance == other.chance
            for viewer in range(len(game.players)):
                assert one.tensor(viewer) == other.tensor(viewer)
        assert one.state == other.state
        assert (one.state.line, one.shown) == (other.state.line, other.shown)


@pytest.mark.parametrize("name", rulesets())
def test_games_of_a_seed_are_the_same(name: str) -> None:
    """Set-up and dice are those of `Game.start` and of random games."""
    game = Game.load(name)
    quick, dice = by_records(game), random.Random(1)
    for number in range(GAMES):
        state, node, chance = game.start(7, number), quick.start(7, number), Chance(7, number)
        for _ in range(PLIES):
            assert node.is_over == state.is_over
            if state.is_over:
                break
            if node.player == CHANCE:
                state, node = state.play(state.draw(chance, state.ply)), node.rolled(chance)
            else:
                k = dice.randrange(len(state.moves))
                state, node = state.play(state.moves[k]), node.play(node.numbers[k])
        assert node.state == state


def test_records_take_over_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "PATIENCE", 3)
    node = Tree(Game.load("tictactoe"), MOST).root()
    found = []
    for _ in range(5):
        node = node.play(node.numbers[0])
        found.append(node._state is None)
    assert found == [False, False, False, True, True]


def test_who_looks_at_states_is_given_states() -> None:
    """The next node's state is found with it; behind that, nobody has looked."""
    node = by_records(Game.load("tictactoe")).root()
    node = node.play(0)
    assert node._state is None
    assert node.state.to_move == "O"
    node = node.play(1)
    assert node._state is not None
    assert node.play(2)._state is None


def test_a_number_that_is_no_option_is_refused_as_before() -> None:
    node = by_records(Game.load("tictactoe")).root().play(0)
    with pytest.raises(KeyError):
        node.play(0)


BROKEN = """
game "Broken"
players A, B
game has n: 0..2
turn
  choose "more"
  n = n + 1
end
  win me if n = 2 and next = B and me = B
"""


def test_a_rule_that_breaks_is_told_as_before() -> None:
    node = by_records(Game.parse(BROKEN)).root().play(0).play(0)
    with pytest.raises(RuleError, match="n = n"):
        node.play(0)


def test_a_game_that_is_broken_off_pays_nothing() -> None:
    tree = Tree(Game.load("chess"), Bounds(2, 0, False, -1.0, 1.0, 0.0))
    node = tree.root()
    for _ in range(2):
        assert not node.is_over
        node = node.play(node.numbers[0])
    assert (node.is_over, node.is_broken_off, node.returns) == (True, True, [0.0, 0.0])
    assert node.shown.endswith("broken off")
