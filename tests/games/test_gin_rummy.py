"""Gin rummy beside plain Python: legal decisions, what can be left over by trying all melds, payments."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from playing import load

from interpreter import State

RANKS = "A23456789TJQK"
PLAYERS = "North", "South"
Cards = frozenset[str]


def points(cards: Cards) -> int:
    return sum(min(RANKS.index(card[0]) + 1, 10) for card in cards)


def is_meld(cards: tuple[str, ...]) -> bool:
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    if len(set(ranks)) == 1:
        return len(cards) in (3, 4)
    follow = ranks == [*range(ranks[0], ranks[0] + len(ranks))]
    return follow and len({card[1] for card in cards}) == 1 and len(cards) in (3, 4, 5)


def melds(hand: Cards) -> list[Cards]:
    return [frozenset(some) for n in (3, 4, 5) for some in combinations(sorted(hand), n) if is_meld(some)]


def least(hand: Cards) -> int:
    """The fewest points that can be left over, of all ways to lay melds down."""
    found = points(hand)
    possible = melds(hand)
    for i, one in enumerate(possible):
        rest = hand - one
        found = min(found, points(rest))
        for j, two in enumerate(possible[i + 1 :], i + 1):
            if two <= rest:
                found = min(found, points(rest - two))
                for three in possible[j + 1 :]:
                    if three <= rest - two:
                        found = min(found, points(rest - two - three))
    return found


def test_there_are_185_melds() -> None:
    deck = [r + s for r in RANKS for s in "cdhs"]
    suits = [[r + s for r in RANKS] for s in "cdhs"]
    ranks = [[r + s for s in "cdhs"] for r in RANKS]
    found = {m for some in (*suits, *ranks) for m in melds(frozenset(some))}
    assert len(found) == 185
    assert len(deck) == 52


class Table:
    """What is known of the rules, in plain Python; cards of the stock are those that the game drew."""

    def __init__(self, state: State) -> None:
        self.hands = {p: self.hand(state, p) for p in PLAYERS}
        self.discard = [str(state.value("discard", 1))]
        self.offers, self.me, self.stage = 0, "North", "take"
        self.taken = ""
        self.stock = 31
        self.turns = 1
        self.laid: list[Cards] = []
        self.knocker = ""
        self.paid: dict[str, int] | None = None

    @staticmethod
    def hand(state: State, player: str) -> Cards:
        return frozenset(map(str, state.value("hand", player)))

    @property
    def other(self) -> str:
        return PLAYERS[self.me == "North"]

    def options(self) -> set[str]:
        hand = self.hands[self.me]
        if self.stage == "take":
            return {"take", "pass"} if self.offers < 2 else {"draw"} if self.offers == 2 else {"take", "draw"}
        if self.stage == "discard":
            free = hand - {self.taken}
            return set(free) | {f"knock {card}" for card in free if least(hand - {card}) <= 10}
        if self.stage == "lay":
            found = {self.said(m) for m in melds(hand) if least(hand - m) <= 10}
            return found | ({"done"} if points(hand) <= 10 else set())
        added = {
            f"{card} to {i}" for card in hand for i, meld in enumerate(self.laid, 1)
            if self.hands[self.knocker] and fits(card, meld)
        }  # fmt: skip
        return {self.said(m) for m in melds(hand)} | added | {"done"}

    @staticmethod
    def said(meld: Cards) -> str:
        """As the game writes it: by suits, each from two to the ace."""
        return "+".join(sorted(meld, key=lambda card: ("23456789TJQKA".index(card[0]), card[1])))

    def drawn(self, state: State) -> None:
        """A card came from the stock."""
        self.hands[self.me] = self.hand(state, self.me)

    def play(self, text: str) -> None:
        if self.stage == "take":
            if text == "pass":
                self.offers += 1
                self.end_turn()
                return
            if text == "take":
                self.taken = self.discard.pop()
                self.hands[self.me] |= {self.taken}
            else:
                self.stock -= 1
            self.offers, self.stage = 3, "discard"
        elif self.stage == "discard":
            card = text.removeprefix("knock ")
            self.hands[self.me] -= {card}
            self.discard.append(card)
            if text != card:
                self.knocker, self.stage = self.me, "lay"
                self.settle()
            else:
                self.end_turn()
        elif text == "done":
            if self.stage == "lay":
                self.pass_on()
            else:
                self.pay()
        elif " to " in text:
            card, number = text.split(" to ")
            self.laid[int(number) - 1] |= {card}
            self.hands[self.me] -= {card}
        else:
            meld = frozenset(text.split("+"))
            self.hands[self.me] -= meld
            if self.stage == "lay":
                self.laid.append(meld)
                self.settle()

    def settle(self) -> None:
        """Who can't lay down more isn't asked."""
        hand = self.hands[self.me]
        if len(self.laid) == 3 or not any(least(hand - m) <= 10 for m in melds(hand)):
            self.pass_on()

    def pass_on(self) -> None:
        self.stage, self.me = "answer", self.other

    def end_turn(self) -> None:
        self.stage, self.taken, self.me = "take", "", self.other
        if self.stock <= 2 or self.turns == 100:
            self.paid = dict.fromkeys(PLAYERS, 0)
        self.turns += 1

    def pay(self) -> None:
        knocked, other = points(self.hands[self.knocker]), points(self.hands[self.me])
        if not self.hands[self.knocker]:
            gain = other + 25
        elif other > knocked:
            gain = other - knocked
        else:
            gain = other - knocked - 25
        self.paid = {self.knocker: gain, self.me: -gain}


def fits(card: str, meld: Cards) -> bool:
    ranks, suits = {RANKS.index(c[0]) for c in meld}, {c[1] for c in meld}
    rank = RANKS.index(card[0])
    if len(ranks) == 1:
        return rank in ranks
    return {card[1]} == suits and rank in (min(ranks) - 1, max(ranks) + 1)


def beside(seed: int) -> str:
    """A game at random, mostly with a mind for melds, so that hands are knocked."""
    state, dice = load("gin_rummy").start(seed), random.Random(seed)
    table = Table(state)
    while not state.is_over:
        if state.is_chance:
            state = state.play(dice.choice(state.chance)[0])
            table.drawn(state)
            continue
        assert state.to_move == table.me
        options = {move.text for move in state.moves}
        assert options == table.options(), (table.stage, sorted(options ^ table.options()))
        text = choice(table, sorted(options), dice)
        state = state.play(text)
        table.play(text)
        assert (table.paid is not None) == state.is_over
    assert table.paid is not None
    scores = {p: float(state.results[p]) for p in PLAYERS} if table.knocker else dict.fromkeys(PLAYERS, 0.0)
    assert scores == {p: float(n) for p, n in table.paid.items()}
    return table.knocker or "nobody"


def choice(table: Table, options: list[str], dice: random.Random) -> str:
    """The card without which least is left over; knock soon; else anything."""
    knocks = [text for text in options if text.startswith("knock")]
    if knocks and dice.random() < 0.7:
        return dice.choice(knocks)
    if table.stage == "discard" and dice.random() < 0.9:
        hand = table.hands[table.me]
        return min((o for o in options if o not in knocks), key=lambda card: (least(hand - {card}), card))
    return dice.choice(options)


@pytest.mark.parametrize("games", [6, pytest.param(150, marks=pytest.mark.deep)])
def test_beside_plain_python(games: int) -> None:
    ends: dict[str, Any] = {}
    for seed in range(games):
        who = beside(seed)
        ends[who] = ends.get(who, 0) + 1
    assert {"North", "South"} <= ends.keys()
