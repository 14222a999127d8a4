"""Yahtzee, played at random beside a few lines of plain Python."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from playing import load

from interpreter.graph.chance import Chance
from interpreter.lab.tools.native_lockstep import both_backends

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
LOWER = ["three_alike", "four_alike", "full_house", "small_straight", "large_straight", "yahtzee", "chance"]
DICE = "abcde"


def runs(faces: set[int], length: int) -> bool:
    return any(set(range(n, n + length)) <= faces for n in range(1, 8 - length))


def worth(box: str, faces: list[int], joker: bool) -> int:
    """As the sheet has it. `joker`: a yahtzee that stands for what is asked."""
    most = sorted(Counter(faces).values())
    match box:
        case "three_alike":
            return sum(faces) if most[-1] >= 3 else 0
        case "four_alike":
            return sum(faces) if most[-1] >= 4 else 0
        case "full_house":
            return 25 if most == [2, 3] or joker else 0
        case "small_straight":
            return 30 if runs(set(faces), 4) or joker else 0
        case "large_straight":
            return 40 if runs(set(faces), 5) or joker else 0
        case "yahtzee":
            return 50 if most == [5] else 0
        case "chance":
            return sum(faces)
    number = UPPER.index(box) + 1
    return number * faces.count(number)


class Card:
    """A player's sheet."""

    def __init__(self) -> None:
        self.filled: dict[str, int] = {}
        self.extra = 0

    def joker(self, faces: list[int]) -> bool:
        return len(set(faces)) == 1 and "yahtzee" in self.filled

    def boxes(self, faces: list[int]) -> list[str]:
        still = [box for box in UPPER + LOWER if box not in self.filled]
        if not self.joker(faces):
            return still
        own = UPPER[faces[0] - 1]
        if own in still:
            return [own]
        return [box for box in still if box in LOWER] or still

    def fill(self, box: str, faces: list[int]) -> None:
        if self.filled.get("yahtzee") == 50 and len(set(faces)) == 1:
            self.extra += 100
        self.filled[box] = worth(box, faces, self.joker(faces))

    @property
    def total(self) -> int:
        upper = sum(self.filled.get(box, 0) for box in UPPER)
        return sum(self.filled.values()) + self.extra + (35 if upper >= 63 else 0)


def again(faces: list[int]) -> set[str]:
    """Which dice may be rolled again: each different choice of faces once, by the last dice that show them."""
    found = {"keep all"}
    seen = set()
    for size in range(1, 6):
        for chosen in combinations(range(5), size):
            if all(faces[t] != faces[s] or t in chosen for s in chosen for t in range(s + 1, 5)):
                found.add("roll " + "+".join(DICE[i] for i in chosen))
                seen.add(tuple(sorted(faces[i] for i in chosen)))
    assert len(seen) == len(found) - 1
    return found


@pytest.mark.parametrize(("players", "games", "lucky"), [
    (2, 4, False), (3, 2, True), pytest.param(2, 200, False, marks=pytest.mark.deep),
    pytest.param(2, 100, True, marks=pytest.mark.deep),
])  # fmt: skip
def test_beside_plain_python(players: int, games: int, lucky: bool) -> None:
    """`lucky`: dice that mostly show the same number, since yahtzees are rare."""
    game = load("yahtzee", players=players)
    jokers = 0
    for seed in range(games):
        state, chance, faces = game.start(), Chance(seed + 1000 * players), [1] * 5
        cards, me = [Card() for _ in range(players)], 0
        while not state.is_over:
            n = chance.pick(1 << 30, state.ply)
            if state.is_chance:
                die, _, _ = state.moves[0].text.partition(":")
                number = 1 + (seed + state.turns // (3 * players)) % 6 if lucky and n % 16 else 1 + n // 16 % 6
                faces[DICE.index(die)] = number
                state = state.play(f"{die}: {number}")
                continue
            texts = [move.text for move in state.moves]
            if "keep all" in texts:
                assert set(texts) == again(faces)
                state = state.play("keep all" if lucky and len(set(faces)) == 1 else texts[n % len(texts)])
                continue
            card = cards[me]
            jokers += card.joker(faces)
            assert texts == [f"{box}, {worth(box, faces, card.joker(faces))}" for box in card.boxes(faces)]
            text = max(texts, key=lambda text: "yahtzee, 50" in text) if lucky else texts[n % len(texts)]
            card.fill(text.partition(",")[0], list(faces))
            state = state.play(text)
            assert list(state.scores.values()) == [one.total for one in cards]
            me = (me + 1) % players
        best = max(card.total for card in cards)
        assert [p for p in game.players if state.outcomes[p] != "loss"] == [
            p for p, card in zip(game.players, cards, strict=True) if card.total == best
        ]
    assert jokers > 0 or not lucky


def test_both_backends() -> None:
    both_backends(load("yahtzee"), 5, plies=80)
