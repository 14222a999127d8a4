"""Limit hold'em beside a dealer in plain Python, and hands beside an evaluator that agrees with published counts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

import pytest
from playing import load

from interpreter import Game, State

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]


def five(cards: Sequence[str]) -> tuple[int, ...]:
    """What five cards are worth: the kind of hand, then its ranks by how often they come, higher ones first."""
    numbers = sorted((RANKS.index(card[0]) + 2 for card in cards), reverse=True)
    if numbers == [14, 5, 4, 3, 2]:
        numbers = [5, 4, 3, 2, 1]
    times = Counter(numbers)
    numbers.sort(key=lambda n: (times[n], n), reverse=True)
    shape = sorted(times.values(), reverse=True)
    is_flush = len({card[1] for card in cards}) == 1
    is_straight = shape == [1] * 5 and numbers[0] - numbers[4] == 4
    if is_flush or is_straight:
        return (8 if is_flush and is_straight else 5 if is_flush else 4), *numbers
    kinds = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [], [], [3, 2], [4, 1]]
    return kinds.index(shape), *numbers


def best(cards: Sequence[str]) -> tuple[int, ...]:
    return max(five(chosen) for chosen in combinations(cards, 5))


@pytest.mark.deep
def test_the_evaluator_counts_as_published() -> None:
    """Hands of five cards, from the high card to the straight flush."""
    kinds = Counter(five(cards)[0] for cards in combinations(DECK, 5))
    published = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]
    assert [kinds[n] for n in range(9)] == published
    assert sum(published) == comb(52, 5)


def at_showdown(game: Game, hands: Sequence[Sequence[str]], table: Sequence[str]) -> State:
    names = game.players
    return game.position({
        "to move": names[-1],
        "variables": {
            "hand": dict(zip(names, map(list, hands), strict=True)),
            "stake": dict.fromkeys(names, 7),
            "open": list(table),
            "street": 3,
            "bets": 0,
            "acted": list(names[:-1]),
        },
    }).play("check")  # fmt: skip


def paid(hands: Sequence[Sequence[str]], table: Sequence[str], stake: int) -> list[int]:
    """What each player gets, who all have staked the same; odd chips go to the first winners behind the dealer."""
    worth = [best([*hand, *table]) for hand in hands]
    winners = [i for i, value in enumerate(worth) if value == max(worth)]
    order = winners if len(hands) > 2 else sorted(winners, reverse=True)
    pot = stake * len(hands)
    gains = [-stake] * len(hands)
    for place, i in enumerate(order):
        gains[i] += pot // len(winners) + (place < pot % len(winners))
    return gains


def gains(state: State) -> list[int]:
    over = state.position()["over"]
    return [int(over["pay"][name]) for name in state.game.players]


SPECIAL = [
    ("2c 3d", "Ac Kd", "4h 5s Ah 9c Kc"),  # the ace stands before the two
    ("2c 3c", "6c Kd", "4c 5c Ac 9d Kh"),  # … in one suit, too; but a flush to the ace it isn't
    ("9c 9d", "Ac Ad", "9h 9s Ah As 2c"),  # fours
    ("2c 2d", "Kc Qd", "Ah As Ad Ac 3c"),  # beside four aces the king counts
    ("8c 8d", "7c 7d", "8h 7h 7s 2c 2d"),
    ("Kc Kd", "Qc Qd", "Kh Qh Ac Ad As"),  # two times three of a kind
    ("2c 3d", "4c 5d", "Th Jh Qh Kh Ah"),  # the table plays
    ("Ac 2d", "Ad 3c", "Kh Kd Qs Qc Jh"),  # two pairs and the ace, three pairs or not
    ("Jc 2d", "Td 3c", "Jh Ts 9c 9d 4h"),
    ("2h 3h", "Ah 4c", "5h 7h 9h Jc 4d"),
    ("Qc 2d", "Qd 3c", "Qh 9s 8c 7d 5h"),
]


@pytest.mark.parametrize(("one", "other", "table"), SPECIAL)
def test_special_hands(one: str, other: str, table: str) -> None:
    hands = [one.split(), other.split()]
    for dealt in (hands, hands[::-1]):
        state = at_showdown(load("limit_holdem"), dealt, table.split())
        assert gains(state) == paid(dealt, table.split(), 7)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_any_hands(players: int) -> None:
    """Half of them from a deck of few cards, so that much comes more than once."""
    game, dice = load("limit_holdem", players=players), random.Random(players)
    for n in range(60):
        deck = DECK if n % 2 else [card for card in DECK if card[0] in "A2345"] + ["9c", "9d"]
        dealt = dice.sample(deck, 5 + 2 * players)
        table, hands = dealt[:5], [dealt[5 + 2 * i : 7 + 2 * i] for i in range(players)]
        assert gains(at_showdown(game, hands, table)) == paid(hands, table, 7), (hands, table)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (5, 4), (6, 5)])
def test_bets(players: int, seed: int) -> None:
    """Who may do what, and what the pot is."""
    game = load("limit_holdem", players=players)
    for number in range(25):
        dice = random.Random(f"{seed} {number}")
        state = game.start(seed, number=number)
        names = list(game.players)
        stakes, folded = dict.fromkeys(names, 0), set[str]()
        stakes["A"], stakes["B"] = 1, 2
        who, street, bets, waiting = names[2 % players], 0, 1, set(names)

        def after(name: str, names: list[str] = names, folded: set[str] = folded) -> str:
            return next(n for n in (names * 2)[names.index(name) + 1 :] if n not in folded)

        while not state.is_over:
            if state.is_chance:
                state = state.play(dice.choice(state.moves))
                continue
            top = max(stakes.values())
            expected = {"fold", "call"} if stakes[who] < top else {"check"}
            expected |= {"raise" if bets else "bet"} if bets < 4 else set()
            assert (state.to_move, {m.text for m in state.moves}) == (who, expected)
            does = dice.choice(sorted(expected) + ["call"] * ("call" in expected))
            state = state.play(does)
            if does == "fold":
                folded.add(who)
            else:
                stakes[who] = top + (0 if does in ("call", "check") else 2 if street < 2 else 4)
            waiting = set(names) - folded - {who} if does in ("bet", "raise") else waiting - {who}
            bets += does in ("bet", "raise")
            if len(names) - len(folded) == 1:
                assert state.is_over
                assert gains(state) == [sum(stakes.values()) * (p not in folded) - stakes[p] for p in names]
            elif waiting:
                who = after(who)
            else:
                street, bets, waiting = street + 1, 0, set(names) - folded
                first = "B" if players == 2 else "A"
                who = first if first not in folded else after(first)
                assert state.is_over == (street == 4)
        assert sum(gains(state)) == 0
