"""Hanabi beside a program of its own (`tests/support/hanabi.py`): moves, chances, what each player sees, results."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hanabi import COLOURS, Hanabi, Held
from playing import load
from sample import daily

from interpreter import State
from interpreter.game.views import UNKNOWN
from interpreter.lab.tools.native_lockstep import both_backends

SETTINGS: list[tuple[int, dict[str, Any]]] = [
    *((players, {}) for players in range(2, 6)),
    *((players, {"lenient": True}) for players in range(2, 6)),
    (2, {"colours": 2, "held": 2, "clues": 3, "fuses": 1}),
    (2, {"colours": 1, "held": 2, "clues": 3, "fuses": 1}),
    (3, {"colours": 3, "highest": 3, "held": 3, "clues": 4, "lenient": True}),
    (5, {"colours": 1, "highest": 2, "held": 1, "clues": 2}),
    (5, {"colours": 1, "highest": 1, "held": 2, "clues": 1}),  # more players than cards
]
GAMES = 17
NAMES = {"held": "size"}


@pytest.mark.parametrize(("players", "options"), daily(SETTINGS, 4), ids=str)
def test_games_go_as_on_a_table(players: int, options: dict[str, Any]) -> None:
    """221 games in all, by people who see a little more than they should, so that some come far."""
    game = load("hanabi", players, **options)
    for number in range(GAMES):
        random = Random(f"{players} {options} {number}")
        table, state = Hanabi(players, random, **{NAMES.get(k, k): v for k, v in options.items()}), game.beginning()
        plays_well, ply = random.random(), 0
        while not table.is_over:
            assert not state.is_over
            if ply % 7 == number % 7:
                compare(table, state)
            ply += 1
            if table.drawing is not None:
                state = drawn(table, state)
                continue
            legal = table.legal()
            assert (state.to_move, [move.text for move in state.moves]) == (table.me, legal)
            text = chosen(table, legal, random, plays_well)
            table.take(text)
            state = state.play(text)
        compare(table, state)
        worth = table.result()
        assert state.results == dict.fromkeys(table.names, worth)
        assert set((state.outcomes or {}).values()) == {"win" if worth > 0 else "loss" if worth < 0 else "draw"}


def drawn(table: Hanabi, state: State) -> State:
    """The state when the top card is drawn, each as likely as there are such cards in the deck."""
    left = table.chances()
    wanted = {f"{number}{colour}": Fraction(n, len(table.deck)) for (number, colour), n in left.items()}
    assert {move.text: share for move, share in state.chance} == wanted
    number, colour = table.draw()
    return state.play(f"{number}{colour}")


def chosen(table: Hanabi, legal: list[str], random: Random, plays_well: float) -> str:
    """Mostly a card that fits, if one does; and seldom one that doesn't."""
    hand = table.hands[table.me]
    fits = [f"play {place + 1}" for place, held in enumerate(hand)
            if held and table.fireworks[held.card[1]] == held.card[0] - 1]  # fmt: skip
    if fits and random.random() < plays_well:
        return random.choice(fits)
    careful = [text for text in legal if not text.startswith("play")]
    return random.choice(careful if careful and random.random() < plays_well else legal)


def compare(table: Hanabi, state: State) -> None:
    """What lies on the table, and what each player sees of it."""
    assert state.value("tokens") == table.blue
    assert state.value("lives") == table.red
    assert state.value("left") == len(table.deck)
    assert {c: state.value("lit", c) for c in table.colours} == table.fireworks
    for name in table.names:
        view = state.view(name)
        for owner, hand in table.hands.items():
            for place, held in enumerate(hand, 1):
                shown = card_of(held) if owner != name else UNKNOWN
                assert view.value("hand", owner, place) == shown
        for number in table.numbers:
            for colour in table.colours:
                card = f"{number}{colour}"
                assert view.value("deck", card) is UNKNOWN
                assert view.value("gone", card) == table.pile[number, colour]
        for place, held in enumerate(table.hands[name], 1):
            known = held or Held((0, ""))
            said = [view.value(what, name, place) for what in ("hue", "worth", "no_hue", "no_worth")]
            others = [colour for colour in COLOURS if colour in known.not_colours]
            assert said == [known.colour, known.number, others, sorted(known.not_numbers)]


def card_of(held: Held | None) -> str | None:
    return None if held is None else f"{held.card[0]}{held.card[1]}"


@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, {"colours": 3})], ids=str)
def test_both_backends_play_alike(players: int, options: dict[str, Any]) -> None:
    both_backends(load("hanabi", players, **options), seed=5, plies=60, games=3, longest=300)


def test_it_is_played_together() -> None:
    model = load("hanabi").model
    assert model.is_common
    assert load("hanabi", lenient=True).model.is_common
