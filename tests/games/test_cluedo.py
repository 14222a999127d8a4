"""Cluedo: whole games beside plain Python that deals, asks and answers by the rule sheet; nobody else learns a card."""

from __future__ import annotations

import random

import pytest

from interpreter import Game, State
from interpreter.lab.tools.native_lockstep import both_backends

PEOPLE = ["Green", "Mustard", "Peacock", "Plum", "Scarlet", "White"]
TOOLS = ["candlestick", "dagger", "pipe", "revolver", "rope", "spanner"]
ROOMS = ["ballroom", "billiards", "conservatory", "dining", "hall", "kitchen", "library", "lounge", "study"]
TRIPLES = [f"{who} {how} {place}" for who in PEOPLE for how in TOOLS for place in ROOMS]


def hands(state: State, players: list[str]) -> dict[str, set[str]]:
    return {p: set(map(str, state.value("hand", p))) for p in players}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_beside_plain_python(players: int) -> None:
    game = Game.load("cluedo", players=players)
    for seed in range(6):
        one_game(game, random.Random(seed))


def one_game(game: Game, chance: random.Random) -> None:
    players = list(game.players)
    state = game.start(seed=chance.randrange(10**6))
    held, answer = hands(state, players), set(map(str, state.value("truths")))
    assert [len(answer & {*some}) for some in (PEOPLE, TOOLS, ROOMS)] == [1, 1, 1]
    many = [len(held[p]) for p in players]
    assert sum(many) == 18
    assert max(many) - min(many) <= 1
    assert set().union(answer, *held.values()) == {*PEOPLE, *TOOLS, *ROOMS}
    out, me = set[str](), players[0]
    for _ in range(200):
        assert state.to_move == me
        assert [move.text for move in state.moves] == [f"{word} {t}" for word in ("ask", "accuse") for t in TRIPLES]
        word, cards = chance.choice(["ask", "ask", "accuse"]), chance.choice(TRIPLES).split()
        if chance.random() < 0.05:
            word, cards = "accuse", [c for c in (*PEOPLE, *TOOLS, *ROOMS) if c in answer]
        state = state.play(f"{word} {' '.join(cards)}")
        if word == "accuse":
            if {*cards} == answer:
                assert winners(state) == {me}
                return
            out.add(me)
            if len(out) == len(players) - 1:
                assert winners(state) == {*players} - out
                return
        else:
            state = answered(state, me, {*cards}, held, players, chance)
        assert not state.is_over
        at = players.index(me)
        me = next(p for p in (*players[at + 1 :], *players[: at + 1]) if p not in out)


def answered(
    state: State, me: str, cards: set[str], held: dict[str, set[str]], players: list[str], chance: random.Random
) -> State:
    at = players.index(me)
    order = [*players[at + 1 :], *players[:at]]
    who = next((p for p in order if held[p] & cards), None)
    if who is None:
        return state
    assert state.to_move == who
    options = [move.text for move in state.moves]
    assert {*options} == held[who] & cards
    card = chance.choice(options)
    after = state.play(card)
    assert card in set(map(str, after.value("seen", me)))
    other = [option for option in options if option != card]
    for p in players:  # who is told the card sees another position for another card, nobody else does
        if other and p not in (me, who):
            ours, theirs = after.view(p), state.play(other[0]).view(p)
            assert (ours.position(), ours.observations) == (theirs.position(), theirs.observations)
    return after


def winners(state: State) -> set[str]:
    assert state.results is not None
    return {p for p, u in state.results.items() if u > 0}


def test_both_backends_play_alike() -> None:
    both_backends(Game.load("cluedo", players=4), seed=1, plies=30, games=3, longest=60)
