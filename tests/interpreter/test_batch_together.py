"""Batches in which all who decide at once do so in one step, beside single games: simultaneous nodes of the game's
tree, found by the states of the reference interpreter."""

from __future__ import annotations

import random

import numpy as np
import pytest
from playing import load
from sample import daily

from gdl import library
from interpreter.bridges.adapters.bounds import Bounds
from interpreter.bridges.adapters.nodes import CHANCE, Node, Tree
from interpreter.bridges.batch import Batch, NoSuchAction
from interpreter.errors import RuleError
from interpreter.game.game import Game
from interpreter.graph.chance import Chance

LANES, STEPS = 3, 40
MOST = Bounds(10_000, 10_000, True, -1.0, 1.0, None)

TOGETHER = [name for name in library.names() if "together" in library.read(name).text]


def tree_of(game: Game) -> Tree:
    """The game's tree, by states alone."""
    tree = Tree(game, MOST)
    vars(tree)["_walker"] = None
    return tree


class Lane:
    """A game as nodes; each who decides, and each roll, is a ply."""

    def __init__(self, tree: Tree, seed: int, number: int) -> None:
        self.tree, self.chance, self.plies = tree, Chance(seed, number), 0
        self.node = self._settled(tree.start(seed, number))

    def _settled(self, node: Node) -> Node:
        while node.player == CHANCE:
            state = node.state
            move = state.draw(self.chance, self.plies)
            node, self.plies = Node(self.tree, state.play(move)), self.plies + 1
        return node

    def asked(self) -> dict[int, list[int]]:
        """The actions of each who is asked."""
        node = self.node
        if node.is_over:
            return {}
        players = range(len(self.tree.players)) if node.joint is not None else [node.player]
        return {p: found for p in players if (found := node.legal(p))}

    def go_on(self, actions: dict[int, int]) -> None:
        self.plies += len(actions)
        node = self.node
        if node.joint is not None:
            self.node = self._settled(node.play_together(actions))
        else:
            ((_, action),) = actions.items()
            self.node = self._settled(node.play(action))

    def seen(self, player: int) -> np.ndarray:
        """What a player sees; who is asked for a second decision knows the first."""
        node, label = self.node, self.tree.game.players[player]
        state = node.joint.asked.get(label, node.state) if node.joint is not None else node.state
        return np.frombuffer(self.tree.tensors.tensor(state, label), np.float32)


def lockstep(game: Game, seed: int = 5, lanes: int = LANES, threads: int = 1) -> int:
    """Play; gives in how many steps several players decided at once."""
    batch, tree = Batch(game, lanes, seed, together=True, threads=threads), tree_of(game)
    dice, several = random.Random(1), 0
    played = [Lane(tree, seed, number) for number in range(lanes)]
    players = len(game.players)
    assert batch.masks.shape == (lanes, players, tree.decisions.size)
    for _ in range(STEPS):
        actions = np.full((lanes, players), -7)
        for number, lane in enumerate(played):
            asked = lane.asked()
            for player in range(players):
                assert np.flatnonzero(batch.masks[number, player]).tolist() == asked.get(player, [])
                assert batch.counts[number, player] == len(asked.get(player, []))
                if asked.get(player):
                    assert np.array_equal(batch.observations[number, player], lane.seen(player))
            whose = -1 if not asked else next(iter(asked)) if len(asked) == 1 else -2
            assert batch.players[number] == whose
            assert batch.done[number] == lane.node.is_over
            if len(asked) > 1:
                several += 1
            for player, legal in asked.items():
                actions[number, player] = dice.choice(legal)
        if all(lane.node.is_over for lane in played):
            break
        over = [lane.node.is_over for lane in played]
        batch.step(actions)
        for number, lane in enumerate(played):
            if not over[number]:
                lane.go_on({p: int(actions[number, p]) for p in lane.asked()})
                assert batch.rewards[number].tolist() == pytest.approx(lane.node.returns)
    return several


@pytest.mark.parametrize("name", daily(TOGETHER, core=("goofspiel", "rock_paper_scissors", "spades", "chess")))
def test_lanes_are_the_games_that_nodes_play(name: str) -> None:
    lockstep(load(name))


@pytest.mark.parametrize("name", ["goofspiel", "rock_paper_scissors"])
def test_several_decide_in_one_step(name: str) -> None:
    assert lockstep(load(name), lanes=5, threads=2) >= 5


WORDS = """
game "Two words each"
players A, B, C
player has first: 0..3
player has second: 0..3
player has points: 0..9
game has rounds: 0..3
turn
  together p in player
    choose secretly n in 0..3 where n != 1 or p != B as "first {n}"
    p.first = n
    if n > 0
      choose secretly k in 0..3 where k <= n as "second {k}"
      p.second = k
  for p in player
    p.points += p.second
    p.first = 0
    p.second = 0
  rounds += 1
end
  rank p by p.points if rounds = 3
"""
"""Who has chosen 0 is asked no second time, while the others are."""


@pytest.mark.parametrize("seed", range(4))
def test_parts_of_several_decisions(seed: int) -> None:
    assert lockstep(Game.parse(WORDS), seed) > 3


def test_drawn_games_are_those_of_random_games() -> None:
    """Each who is asked counts as a ply, in the order of the rules."""
    game = load("rock_paper_scissors")
    batch, one = Batch(game, 20, 3, together=True), Batch(game, 20, 3)
    while (one.players >= 0).any():
        one.step(one.draw())
    while (batch.players != -1).any():
        batch.step(batch.draw())
    assert [batch.state(n).key for n in range(20)] == [one.state(n).key for n in range(20)]


def test_new_games_begin_where_one_is_over() -> None:
    batch = Batch(load("rock_paper_scissors"), 8, 3, together=True, auto_reset=True)
    over = 0
    for _ in range(30):
        batch.step(batch.draw())
        over += int(batch.done.sum())
        assert (batch.players == -2).all()
        assert (batch.counts > 0).all()
    assert over > 8
    assert batch.numbers.max() >= 8


def test_a_lane_is_put_into_a_state() -> None:
    game = load("rock_paper_scissors")
    batch = Batch(game, 2, together=True)
    begin = batch.state(0)
    batch.step(batch.draw())
    batch.put(1, begin)
    assert batch.state(1).key == begin.key
    assert batch.players[1] == -2


def test_wrong_actions_are_named() -> None:
    game = load("rock_paper_scissors")
    batch = Batch(game, 2, together=True)
    before = batch.records.copy()
    with pytest.raises(NoSuchAction, match="2 × 2 whole numbers are needed, an action of each player in each lane"):
        batch.step(np.zeros(2, int))
    actions = batch.draw().astype(int)
    actions[1, 1] = 99
    with pytest.raises(NoSuchAction, match=f"not legal for {game.players[1]} in lane 1"):
        batch.step(actions)
    assert np.array_equal(batch.records, before)


BROKEN = WORDS.replace("points: 0..9", "points: 0..1")


def test_a_rule_that_breaks_is_told() -> None:
    game = Game.parse(BROKEN)
    batch, tree = Batch(game, 1, together=True), tree_of(game)
    first = tree.decisions.numbers(game.start().entries)[3]
    batch.step(np.array([[first] * 3]))
    second = [int(np.flatnonzero(mask)[-1]) for mask in batch.masks[0]]
    before = batch.masks.copy()
    with pytest.raises(RuleError, match=r"p\.points"):
        batch.step(np.array([second]))
    assert np.array_equal(batch.masks, before)
    batch.step(np.array([[int(np.flatnonzero(mask)[0]) for mask in batch.masks[0]]]))
    assert batch.state(0).value("rounds") == 1
