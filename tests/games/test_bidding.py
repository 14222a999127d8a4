"""Oh Hell and Spades beside tables in plain Python: bids, cards that may be played, tricks, points, results."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playing import load

from interpreter import State

RANKS = "23456789TJQKA"


def strength(card: str, led: str, trump: str) -> tuple[int, int]:
    return (2 if card[1] == trump else 1 if card[1] == led else 0, RANKS.index(card[0]))


class Tricks:
    """A deal: who plays which card, and who takes the trick. Hands are what was dealt."""

    def __init__(self, state: State, trump: str) -> None:
        self.players = list(state.game.players)
        self.hands = {p: set(map(str, state.value("hand", p))) for p in self.players}
        self.trump = trump
        self.bids: dict[str, int] = {}
        self.taken = dict.fromkeys(self.players, 0)
        self.trick: list[tuple[str, str]] = []

    def follow(self, player: str) -> set[str]:
        hand = self.hands[player]
        led = self.trick[0][1][1] if self.trick else ""
        return {c for c in hand if c[1] == led} or hand

    def play(self, player: str, card: str) -> str | None:
        """Who took the trick, if it is complete."""
        self.hands[player].remove(card)
        self.trick.append((player, card))
        if len(self.trick) < len(self.players):
            return None
        led = self.trick[0][1][1]
        taker = max(self.trick, key=lambda one: strength(one[1], led, self.trump))[0]
        self.taken[taker] += 1
        self.trick = []
        return taker

    def after(self, player: str, steps: int = 1) -> str:
        return self.players[(self.players.index(player) + steps) % len(self.players)]


def chance_done(state: State, dice: random.Random) -> State:
    while state.is_chance and not state.is_over:
        state = state.play(dice.choice(state.moves))
    return state


def points_of_oh_hell(bid: int, taken: int, consolation: bool) -> int:
    return 10 + taken if bid == taken else taken if consolation else 0


@pytest.mark.parametrize(("players", "options"), [
    (3, {}), (4, {"course": "up", "largest": 4, "hook": False}), (5, {"course": "valley", "largest": 3}),
    (7, {"largest": 10, "consolation": True}),
])  # fmt: skip
def test_oh_hell(players: int, options: dict[str, Any]) -> None:
    game = load("oh_hell", players=players, **options)
    dice = random.Random(f"{players}")
    largest = min(options.get("largest", 7), 51 // players)
    sizes = {"down": list(range(largest, 0, -1)), "up": list(range(1, largest + 1)),
             "valley": [*range(largest, 0, -1), *range(2, largest + 1)]}[options.get("course", "down")]  # fmt: skip
    points = dict.fromkeys(game.players, 0)
    state, dealer = game.start(players), game.players[-1]
    for size in sizes:
        state = chance_done(state, dice)
        table = Tricks(state, str(state.value("turned"))[1])
        assert {len(hand) for hand in table.hands.values()} == {size}
        who = table.after(dealer)
        for _ in range(players):
            bids = set(range(size + 1))
            if who == dealer and options.get("hook", True):
                bids -= {size - sum(table.bids.values())}
            assert state.to_move == who
            assert {m.text for m in state.moves} == {f"bid {n}" for n in bids}
            table.bids[who] = dice.choice(sorted(bids))
            state = state.play(state.parse(f"bid {table.bids[who]}"))
            who = table.after(who)
        for _ in range(size * players):
            assert state.to_move == who
            options_now = table.follow(who)
            assert {m.text for m in state.moves} == options_now
            card = dice.choice(sorted(options_now))
            state = state.play(state.parse(card))
            who = table.play(who, card) or table.after(who)
        for p in game.players:
            points[p] += points_of_oh_hell(table.bids[p], table.taken[p], bool(options.get("consolation")))
        dealer = table.after(dealer)
        state = chance_done(state, dice)
        assert {p: state.value("points", p) for p in game.players} == points
    assert state.results is not None
    best = max(points.values())
    assert {p for p, u in state.results.items() if u == max(state.results.values())} == {
        p for p, n in points.items() if n == best
    }


SIDES = (("North", "South"), ("East", "West"))


@pytest.mark.parametrize(("seed", "options"), [
    (1, {}), (2, {}), (3, {"goal": 1000, "bottom": 1000, "bags": 2}), (4, {"blind": False, "nil": 50}),
])  # fmt: skip
def test_spades(seed: int, options: dict[str, Any]) -> None:
    game = load("spades", **options)
    dice = random.Random(seed)
    nil, bags = options.get("nil", 100), options.get("bags", 10)
    goal, bottom = options.get("goal", 500), options.get("bottom", 200)
    points, extra = [0, 0], [0, 0]
    state, dealer = game.start(seed), "West"
    for _ in range(100):
        state = chance_done(state, dice)
        table, dark = Tricks(state, "s"), set[str]()
        who = table.after(dealer)
        for _ in range(4):
            own = next(i for i, side in enumerate(SIDES) if who in side)
            if options.get("blind", True) and points[1 - own] - points[own] >= 100:
                assert (state.to_move, {m.text for m in state.moves}) == (who, {"nil in the dark", "look"})
                word = dice.choice(["nil in the dark", "look", "look"])
                state = state.play(state.parse(word))
                if word != "look":
                    dark.add(who)
            if who in dark:
                table.bids[who] = 0
            else:
                assert state.to_move == who
                assert {m.text for m in state.moves} == {"nil", *(f"bid {n}" for n in range(1, 14))}
                table.bids[who] = dice.choice([0, 1, 2, 2, 3, 3, 4, 5])
                state = state.play(state.parse(f"bid {table.bids[who]}" if table.bids[who] else "nil"))
            who = table.after(who)
        broken = False
        for _ in range(52):
            allowed = table.follow(who)
            if not table.trick and not broken:
                allowed = {c for c in allowed if c[1] != "s"} or allowed
            assert state.to_move == who
            assert {m.text for m in state.moves} == allowed
            card = dice.choice(sorted(allowed))
            broken = broken or card[1] == "s"
            state = state.play(state.parse(card))
            who = table.play(who, card) or table.after(who)
        for i, side in enumerate(SIDES):
            contract, tricks = sum(table.bids[p] for p in side), sum(table.taken[p] for p in side)
            for p in side:
                if table.bids[p] == 0:
                    points[i] += (1 if table.taken[p] == 0 else -1) * nil * (2 if p in dark else 1)
            points[i] += 10 * contract + tricks - contract if tricks >= contract else -10 * contract
            for _ in range(max(tricks - contract, 0)):
                extra[i] += 1
                if extra[i] == bags:
                    extra[i] = 0
                    points[i] -= 10 * bags
        dealer = table.after(dealer)
        assert [state.value("points", side) for side in ("north_south", "east_west")] == points
        assert [state.value("extra", side) for side in ("north_south", "east_west")] == extra
        if points[0] != points[1] and (max(points) >= goal or min(points) <= -bottom):
            break
        assert not state.is_over
    assert state.results is not None
    won = SIDES[points.index(max(points))]
    assert {p for p, u in state.results.items() if u > 0} == set(won)
