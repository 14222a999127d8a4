"""Blackjack from an infinite deck, against a small program of its own that knows nothing of the rules here."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from playing import load
from sample import daily

from interpreter import State

CARDS = range(1, 11)
ACE = 1


def name(card: int) -> str:
    return "A" if card == ACE else str(card)


def likely(card: int) -> float:
    return 4 / 13 if card == 10 else 1 / 13


# ---- the small program: hands are hard totals, and whether there is an ace among them --------------------------------


def best(total: int, ace: bool) -> int:
    return total + 10 if ace and total <= 11 else total


@cache
def dealt(total: int, ace: bool) -> dict[int, float]:
    """With what the dealer stops, standing on every 17; 0 is too much."""
    now = best(total, ace)
    if now >= 17:
        return {now if now <= 21 else 0: 1.0}
    found: dict[int, float] = {}
    for card in CARDS:
        for end, share in dealt(total + card, ace or card == ACE).items():
            found[end] = found.get(end, 0) + likely(card) * share
    return found


@cache
def stops(up: int) -> dict[int, float]:
    """The same with this card up, when the dealer has looked and has no Blackjack."""
    holes = [hole for hole in CARDS if {up, hole} != {1, 10}]
    whole = sum(likely(hole) for hole in holes)
    found: dict[int, float] = {}
    for hole in holes:
        for end, share in dealt(up + hole, ACE in (up, hole)).items():
            found[end] = found.get(end, 0) + likely(hole) / whole * share
    return found


@cache
def standing(total: int, ace: bool, up: int) -> float:
    mine = best(total, ace)
    if mine > 21:
        return -10
    return sum(share * (10 if mine > end else 0 if mine == end else -10) for end, share in stops(up).items())


@cache
def playing(total: int, ace: bool, up: int, fresh: bool) -> tuple[float, str]:
    """What the best of standing, drawing and doubling brings, and which it is."""
    mine = best(total, ace)
    if mine >= 21:
        return standing(total, ace, up), "stand"
    drawn = [(likely(card), total + card, ace or card == ACE) for card in CARDS]
    ways = {
        "stand": standing(total, ace, up),
        "hit": sum(share * playing(t, a, up, False)[0] for share, t, a in drawn),
    }
    if fresh:
        ways["double"] = 2 * sum(share * standing(t, a, up) for share, t, a in drawn)
    way = max(ways, key=lambda w: ways[w])
    return ways[way], way


def splitting(card: int, up: int) -> float:
    """What both hands of a split pair bring."""
    one = 0.0
    for second in CARDS:
        total, ace = card + second, ACE in (card, second)
        one += likely(second) * (standing(total, ace, up) if card == ACE else playing(total, ace, up, True)[0])
    return 2 * one


def whole(up: int) -> float:
    """The expected result of a deal with this card up, without splitting."""
    found, peeked = 0.0, {1: likely(10), 10: likely(1)}.get(up, 0.0)
    for x in CARDS:
        for y in CARDS:
            if {x, y} == {1, 10}:
                found += likely(x) * likely(y) * (1 - peeked) * 15
            else:
                mine = playing(x + y, ACE in (x, y), up, True)[0]
                found += likely(x) * likely(y) * (peeked * -10 + (1 - peeked) * mine)
    return found


# ---- the same strategy by the rules ----------------------------------------------------------------------------------


def chosen(state: State) -> str:
    """What the small program would do here, with what a player sees."""
    hand = "second" if state.value("cards", "second") and "second" in done(state) else "first"
    total, ace, cards = (state.value(what, hand) for what in ("total", "ace", "cards"))
    return playing(total, ace, state.value("start", "dealer"), cards == 2)[1]


def done(state: State) -> tuple[str, ...]:
    """Which hands have begun: the second one has, as soon as it has its second card."""
    return ("first", "second") if state.value("cards", "second") > 1 else ("first",)


def seen(state: State) -> Any:
    """All that matters from here on: cards are counted up to three."""
    hands = [
        (*(state.value(what, hand) for what in ("start", "total", "ace", "bet")), min(state.value("cards", hand), 3))
        for hand in ("dealer", "first", "second")
    ]
    return tuple(hands), state.value("hole"), state.value("turned"), state.is_chance, state.asks


def worth(state: State, known: dict[Any, float]) -> float:
    if state.is_over:
        return (state.results or {})["You"]
    key = seen(state)
    if key not in known:
        if state.is_chance:
            known[key] = sum(float(share) * worth(state.play(move), known) for move, share in state.chance)
        else:
            known[key] = worth(state.play(chosen(state)), known)
    return known[key]


def test_the_small_program_plays_basic_strategy() -> None:
    """Thorp's table, where an infinite deck doesn't differ: dealer stands on soft 17."""
    for total, ace, up, way in [
        (16, False, 10, "hit"), (16, False, 6, "stand"), (12, False, 3, "hit"), (12, False, 4, "stand"),
        (11, False, 10, "double"), (10, False, 10, "hit"), (10, False, 9, "double"), (9, False, 3, "double"),
        (9, False, 2, "hit"), (8, False, 6, "hit"), (8, True, 9, "hit"), (8, True, 6, "double"),
        (8, True, 7, "stand"), (7, True, 3, "double"), (17, False, 1, "stand"), (9, True, 6, "stand"),
    ]:  # fmt: skip
        assert playing(total, ace, up, True)[1] == way, (total, ace, up)


def test_the_dealer_breaks_as_published() -> None:
    """An infinite deck, standing on all 17, before looking: the published 28.16 % in all."""
    too_much = sum(
        likely(up) * likely(hole) * dealt(up + hole, ACE in (up, hole)).get(0, 0) for up in CARDS for hole in CARDS
    )
    assert too_much == pytest.approx(0.2816, abs=5e-5)


@pytest.mark.parametrize("up", daily([6, *(pytest.param(up, marks=pytest.mark.deep) for up in (1, 2, 10))], 4))
def test_basic_strategy_without_splitting_brings_what_it_must(up: int) -> None:
    state = load("blackjack", infinite=True, splitting=False).beginning()
    known: dict[Any, float] = {}
    found = sum(likely(card) * worth(state.play(name(card)).play(name(up)), known) for card in CARDS)
    assert found == pytest.approx(whole(up), abs=1e-9)


@pytest.mark.parametrize(("pair", "up"), daily([(ACE, 5), pytest.param(8, 10, marks=pytest.mark.deep)], 4))
def test_a_split_pair_brings_what_it_must(pair: int, up: int) -> None:
    """From behind the split on, for each card that the dealer may have under the one that is seen."""
    state = load("blackjack", infinite=True).beginning()
    for card in (pair, up, pair):
        state = state.play(name(card))
    holes = [hole for hole in CARDS if {up, hole} != {1, 10}]
    whole_ = sum(likely(hole) for hole in holes)
    known: dict[Any, float] = {}
    found = 0.0
    for hole in holes:
        found += likely(hole) / whole_ * worth(state.play(name(hole)).play("split"), known)
    assert found == pytest.approx(splitting(pair, up), abs=1e-9)
