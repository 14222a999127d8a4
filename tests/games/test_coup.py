"""Coup beside a table in plain Python: options, cards, coins and results of whole random games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator

import pytest
from playing import load

CARDS = ["duke", "assassin", "captain", "ambassador", "contessa"]
DRAW = "a card is drawn"

Asked = tuple[str, set[str]]
Table = Generator[Asked, str, str]
"""Who is asked, and the answers there are; or DRAW and the cards left. It gets the answer, and ends with the winner."""


class Coup:
    """Rules as a host at a table would go through them, with lists of cards and recursion by question."""

    def __init__(self, names: str) -> None:
        self.names = list(names)
        self.coins = dict.fromkeys(names, 2)
        if len(names) == 2:
            self.coins["A"] = 1
        self.hands: dict[str, list[str]] = {name: [] for name in names}
        self.lost: dict[str, list[str]] = {name: [] for name in names}
        self.court = CARDS * 3

    def living(self) -> list[str]:
        return [name for name in self.names if self.hands[name]]

    def behind(self, name: str) -> list[str]:
        """The others who are in, in the order of turns."""
        at = self.names.index(name)
        return [other for other in self.names[at + 1 :] + self.names[:at] if self.hands[other]]

    def draw(self, name: str) -> Generator[Asked, str, None]:
        card = yield DRAW, set(self.court)
        self.court.remove(card)
        self.hands[name].append(card)

    def lose(self, name: str) -> Generator[Asked, str, None]:
        if self.hands[name]:
            answer = yield name, {f"turn up {card}" for card in self.hands[name]}
            card = answer.removeprefix("turn up ")
            self.hands[name].remove(card)
            self.lost[name].append(card)

    def believed(self, name: str, card: str) -> Generator[Asked, str, bool]:
        for other in self.behind(name):
            if (yield other, {"doubt", "believe"}) == "doubt":
                if card not in self.hands[name]:
                    yield from self.lose(name)
                    return False
                self.hands[name].remove(card)
                self.court.append(card)
                yield from self.draw(name)
                yield from self.lose(other)
                return True
        return True

    def stopped(self, doer: str, who: list[str], cards: list[str]) -> Generator[Asked, str, bool]:
        for other in self.behind(doer):
            if other in who:
                answer = yield other, {"let it be", *(f"block with {card}" for card in cards)}
                if answer != "let it be":
                    return (yield from self.believed(other, answer.removeprefix("block with ")))
        return False

    def turn(self, me: str) -> Generator[Asked, str, None]:
        others, coins = self.behind(me), self.coins[me]
        answers = {f"coup {other}" for other in others if coins > 6}
        if coins < 10:
            answers |= {"income", "foreign aid", "tax", "exchange", *(f"steal from {other}" for other in others)}
            answers |= {f"assassinate {other}" for other in others if coins > 2}
        answer = yield me, answers
        deed, other = answer.rstrip("ABCDEF").strip(), answer[-1]
        if deed == "income":
            self.coins[me] += 1
        elif deed == "foreign aid":
            if not (yield from self.stopped(me, others, ["duke"])):
                self.coins[me] += 2
        elif deed == "tax":
            if (yield from self.believed(me, "duke")):
                self.coins[me] += 3
        elif deed == "coup":
            self.coins[me] -= 7
            yield from self.lose(other)
        elif deed == "assassinate":
            if (yield from self.believed(me, "assassin")):
                self.coins[me] -= 3
                if not (yield from self.stopped(me, [other], ["contessa"])):
                    yield from self.lose(other)
        elif deed == "steal from":
            if (yield from self.believed(me, "captain")) and not (
                yield from self.stopped(me, [other], ["captain", "ambassador"])
            ):
                taken = min(2, self.coins[other])
                self.coins[other] -= taken
                self.coins[me] += taken
        elif (yield from self.believed(me, "ambassador")):
            for _ in range(2):
                yield from self.draw(me)
            for _ in range(2):
                card = (yield me, {f"return {card}" for card in self.hands[me]}).removeprefix("return ")
                self.hands[me].remove(card)
                self.court.append(card)

    def game(self) -> Table:
        for name in self.names:
            for _ in range(2):
                yield from self.draw(name)
        me = self.names[0]
        while len(self.living()) > 1:
            yield from self.turn(me)
            me = self.behind(me)[0] if len(self.living()) > 1 else me
        return self.living()[0]


def compare(names: str, seed: int) -> None:
    dice = random.Random(f"{names}{seed}")
    game = load("coup", players=len(names))
    state, plain = game.start(seed), Coup(names)
    table = plain.game()
    question = next(table)
    for name in names:  # the deal is done in `setup`
        for card in CARDS:
            for _ in range(int(state.value("hand", name, card))):
                assert question[0] == DRAW
                question = table.send(card)
    while True:
        asked, answers = question
        assert {move.text for move in state.moves} == answers
        assert state.is_chance == (asked == DRAW)
        assert state.is_chance or state.to_move == asked
        answer = dice.choice(sorted(answers))
        state = state.play(state.parse(answer))
        try:
            question = table.send(answer)
        except StopIteration as stop:
            assert state.results is not None
            assert [name for name, utility in state.results.items() if utility > 0] == [stop.value]
            return
        for name in names:
            assert Counter(plain.hands[name]) == {c: n for c in CARDS if (n := int(state.value("hand", name, c)))}
            assert Counter(plain.lost[name]) == {c: n for c in CARDS if (n := int(state.value("lost", name, c)))}
            assert plain.coins[name] == int(state.value("coins", name)) or state.in_turn
        assert Counter(plain.court) == {c: n for c in CARDS if (n := int(state.value("court", c)))}


@pytest.mark.parametrize("names", ["AB", "ABC", "ABCDE", "ABCDEF"])
def test_beside_a_table(names: str) -> None:
    for seed in range(12):
        compare(names, seed)
