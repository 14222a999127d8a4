"""Games with hidden hands and bids against what is published, proven, or counted by OpenSpiel."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from playing import load

from interpreter import State

Strategy = dict[int, tuple[Fraction, ...]]
"""How likely each option is, in each information state."""


@dataclass
class Node:
    """A history: whose it is (None: chance, or the end), its options with the chances of rolls, what is paid."""

    who: str | None = None
    information: int = 0
    texts: tuple[str, ...] = ()
    children: list[Node] = field(default_factory=list)
    chances: tuple[Fraction, ...] = ()
    paid: dict[str, float] = field(default_factory=dict)


@cache
def tree(name: str, **options: Any) -> Node:
    """All histories of a game."""
    return grown(load(name, **options).beginning())


def grown(state: State) -> Node:
    if state.is_over:
        return Node(paid=dict(state.results or {}))
    texts = tuple(move.text for move in state.moves)
    children = [grown(state.play(move)) for move in state.moves]
    if state.is_chance:
        return Node(texts=texts, children=children, chances=tuple(share for _, share in state.chance))
    who = state.to_move
    assert who is not None
    return Node(who, state.information(who), texts, children)


def histories(node: Node) -> list[Node]:
    found = [node]
    for child in node.children:
        found += histories(child)
    return found


def counted(node: Node) -> tuple[int, int, dict[str, int]]:
    """How many histories are ended, how many wait for a decision, and how many information states each player has."""
    every = histories(node)
    known: defaultdict[str, set[int]] = defaultdict(set)
    for one in every:
        if one.who:
            known[one.who].add(one.information)
    ended = sum(bool(one.paid) for one in every)
    return ended, sum(one.who is not None for one in every), {who: len(keys) for who, keys in sorted(known.items())}


def uniform(node: Node) -> Strategy:
    return {
        one.information: (Fraction(1, len(one.children)),) * len(one.children) for one in histories(node) if one.who
    }


def expected(node: Node, strategy: Strategy, player: str) -> Fraction:
    if node.paid:
        return Fraction(node.paid[player])
    shares = strategy[node.information] if node.who else node.chances
    return sum((p * expected(n, strategy, player) for p, n in zip(shares, node.children, strict=True) if p), Fraction())


def best(node: Node, strategy: Strategy, player: str) -> Fraction:
    """What a player gets at most against the others' strategies."""
    alike: defaultdict[int, list[tuple[Fraction, Node]]] = defaultdict(list)

    def reach(one: Node, share: Fraction) -> None:
        if one.who == player:
            alike[one.information].append((share, one))
        shares = one.chances or (strategy[one.information] if one.who != player and one.who else ())
        for k, child in enumerate(one.children):
            reach(child, share * shares[k] if shares else share)

    @cache
    def choice(information: int) -> int:
        worth = [
            sum((share * value(one.children[k]) for share, one in alike[information] if share), Fraction())
            for k in range(len(alike[information][0][1].children))
        ]
        return worth.index(max(worth))

    @cache
    def valued(number: int) -> Fraction:
        one = numbered[number]
        if one.paid:
            return Fraction(one.paid[player])
        if one.who == player:
            return value(one.children[choice(one.information)])
        shares = strategy[one.information] if one.who else one.chances
        return sum((p * value(n) for p, n in zip(shares, one.children, strict=True) if p), Fraction())

    def value(one: Node) -> Fraction:
        return valued(id(one))

    numbered = {id(one): one for one in histories(node)}
    reach(node, Fraction(1))
    return value(node)


def nash_conv(node: Node, strategy: Strategy, players: tuple[str, ...]) -> Fraction:
    return sum((best(node, strategy, p) - expected(node, strategy, p) for p in players), Fraction())


# ---- Kuhn poker ------------------------------------------------------------------------------------------------------


def test_kuhn_poker_has_twelve_information_states() -> None:
    """H. W. Kuhn, "A simplified two-person poker" (1950)."""
    assert counted(tree("kuhn_poker")) == (30, 24, {"A": 6, "B": 6})


def test_what_the_uniform_strategy_of_kuhn_poker_gives_away() -> None:
    node = tree("kuhn_poker")
    assert nash_conv(node, uniform(node), ("A", "B")) == Fraction(11, 12)


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_the_equilibria_of_kuhn_poker(alpha: Fraction) -> None:
    """Kuhn's family: A bets with 1 as often as alpha says, and with 3 three times as often. Nobody can do better."""
    game = load("kuhn_poker")
    bets = {  # (who, card, bets and passes so far): how often to bet
        ("A", 1, ""): alpha, ("A", 2, ""): Fraction(0), ("A", 3, ""): 3 * alpha,
        ("A", 1, "pb"): Fraction(0), ("A", 2, "pb"): alpha + Fraction(1, 3), ("A", 3, "pb"): Fraction(1),
        ("B", 1, "p"): Fraction(1, 3), ("B", 2, "p"): Fraction(0), ("B", 3, "p"): Fraction(1),
        ("B", 1, "b"): Fraction(0), ("B", 2, "b"): Fraction(1, 3), ("B", 3, "b"): Fraction(1),
    }  # fmt: skip
    strategy: Strategy = {}

    def fill(state: State, so_far: str) -> None:
        if state.is_over:
            return
        if not state.is_chance:
            who = str(state.to_move)
            bet = bets[who, state.value("hand", who), so_far]
            assert [move.text for move in state.moves] == ["bet", "pass"]
            assert strategy.setdefault(state.information(who), (bet, 1 - bet)) == (bet, 1 - bet)
        for move in state.moves:
            fill(state.play(move), so_far if state.is_chance else so_far + move.text[0])

    fill(game.beginning(), "")
    node = tree("kuhn_poker")
    assert expected(node, strategy, "A") == Fraction(-1, 18)
    assert nash_conv(node, strategy, ("A", "B")) == 0


# ---- Leduc hold'em ---------------------------------------------------------------------------------------------------


def test_leduc_holdem_has_936_information_states() -> None:
    """Southey and others, "Bayes' Bluff" (2005)."""
    assert counted(tree("leduc_holdem")) == (5520, 3780, {"First": 468, "Second": 468})


def test_what_the_uniform_strategy_of_leduc_holdem_gives_away() -> None:
    """As the papers on regret have it, and OpenSpiel."""
    node = tree("leduc_holdem")
    assert float(nash_conv(node, uniform(node), ("First", "Second"))) == pytest.approx(4.7472, abs=5e-5)


# ---- as OpenSpiel counts ---------------------------------------------------------------------------------------------

BIDS = "turn_based_simultaneous_game(game=goofspiel("
SAME: dict[str, tuple[str, dict[str, Any]]] = {
    "kuhn_poker": ("kuhn_poker", {}),
    "kuhn_poker(players=3)": ("kuhn_poker", {"players": 3}),
    "leduc_poker": ("leduc_holdem", {}),
    "liars_dice(dice_sides=3)": ("liars_dice", {"faces": 3}),
    "liars_dice(dice_sides=4)": ("liars_dice", {"faces": 4}),
    "liars_dice(dice_sides=4,bidding_rule=reset-quantity)": ("liars_dice", {"faces": 4, "raise": "value"}),
    "liars_dice(dice_sides=2,numdice=2)": ("liars_dice", {"faces": 2, "dice": 2, "single": True}),
    BIDS + "num_cards=3))": ("goofspiel", {"cards": 3}),
    BIDS + "num_cards=3,players=3))": ("goofspiel", {"cards": 3, "players": 3}),
    BIDS + "num_cards=4,num_turns=2))": ("goofspiel", {"cards": 4, "turns": 2}),
    BIDS + "num_cards=4,points_order=descending,imp_info=True))":
        ("goofspiel", {"cards": 4, "prizes": "descending", "blind": True}),
    BIDS + "num_cards=4,points_order=ascending,imp_info=True,returns_type=total_points))":
        ("goofspiel_for_points", {"cards": 4, "prizes": "ascending", "blind": True, "total": True}),
    BIDS + "num_cards=4,imp_info=True))": ("goofspiel", {"cards": 4, "blind": True}),
    BIDS + "num_cards=5,points_order=descending,imp_info=True))":
        ("goofspiel", {"cards": 5, "prizes": "descending", "blind": True}),
}  # fmt: skip
"""Games of OpenSpiel, and the same here."""


def theirs(text: str) -> tuple[int, int, list[int], list[Fraction]]:
    """Their histories that are ended and that wait for a decision, information states, and results in sum."""
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game(text)
    known: list[set[str]] = [set() for _ in range(game.num_players())]
    ended = waiting = 0
    paid = [Fraction()] * game.num_players()
    open_ = [game.new_initial_state()]
    while open_:
        state = open_.pop()
        if state.is_terminal():
            ended += 1
            paid = [p + Fraction(r).limit_denominator(100) for p, r in zip(paid, state.returns(), strict=True)]
            continue
        if not state.is_chance_node():
            waiting += 1
            known[state.current_player()].add(state.information_state_string())
        open_ += [state.child(action) for action in state.legal_actions()]
    return ended, waiting, [len(keys) for keys in known], paid


@pytest.mark.parametrize("text", SAME)
def test_histories_and_information_states_are_those_of_openspiel(text: str) -> None:
    name, options = SAME[text]
    ended, waiting, known, paid = theirs(text)
    node = tree(name, **options)
    assert counted(node) == (ended, waiting, dict(zip(sorted(load(name, **options).players), known, strict=True)))
    if len(paid) == 2:
        ends = [one.paid for one in histories(node) if one.paid]
        assert [sum(Fraction(end[p]) for end in ends) for p in load(name, **options).players] == paid


@pytest.mark.parametrize(("cards", "forgetful"), [(4, 135), (5, 1626)])
def test_open_goofspiel_forgets_nothing(cards: int, forgetful: int) -> None:
    """OpenSpiel's information states of open bids are hands, prizes and winners, in whichever order cards were bid. So
    they are fewer than ours; ours are all that both have bid so far: one, then n² times as many, then (n - 1)² times …"""
    known, ways = 0, 1
    for left in range(cards, 1, -1):
        known += ways
        ways *= left**2
    assert counted(tree("goofspiel", cards=cards, prizes="descending"))[2] == {"A": known, "B": known}
    text = f"{BIDS}num_cards={cards},points_order=descending))"
    assert theirs(text)[2] == [forgetful, forgetful]


@pytest.mark.deep
def test_liars_dice_with_six_faces() -> None:
    """24,576 information states, as in the papers on regret."""
    assert counted(tree("liars_dice")) == (147420, 147456, {"A": 12288, "B": 12288})
