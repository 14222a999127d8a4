"""Can't Stop, played at random beside a few lines of plain Python."""

from __future__ import annotations

from itertools import product

import pytest
from playing import load

from interpreter import State
from interpreter.graph.chance import Chance

LENGTHS = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}
SPLITS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


class Plain:
    """Heights are kept as on paper: for each player and column a number, 0 below the mountain."""

    def __init__(self, players: int, camps: str) -> None:
        self.camps, self.me = camps, 0
        self.height = [dict.fromkeys(LENGTHS, 0) for _ in range(players)]
        self.runners: dict[int, int] = {}
        self.dice: list[int] | None = None
        self.asked = False

    def won(self, column: int) -> bool:
        return any(own[column] == LENGTHS[column] for own in self.height)

    def taken(self, column: int, k: int) -> bool:
        return any(own[column] == k for p, own in enumerate(self.height) if p != self.me)

    def climbed(self, runners: dict[int, int], column: int) -> dict[int, int] | None:
        """The runners after one step in this column, if there is one."""
        if self.won(column) or (column not in runners and len(runners) == 3):
            return None
        k = runners.get(column, self.height[self.me][column]) + 1
        while self.camps == "skipped" and self.taken(column, k):
            k += 1
        return {**runners, column: k} if k <= LENGTHS[column] else None

    def climbs(self) -> dict[str, dict[int, int]]:
        assert self.dice
        found = {}
        for pairs in SPLITS:
            x, y = sorted(sum(self.dice[i] for i in pair) for pair in pairs)
            one, other = self.climbed(self.runners, x), self.climbed(self.runners, y)
            both = self.climbed(one, y) if one else None
            if both:
                found[f"{x} and {y}"] = both
                continue
            found |= {str(n): after for n, after in ((x, one), (y, other)) if after}
        return found

    def moves(self) -> list[str]:
        if self.asked:
            blocked = self.camps == "unsafe" and any(self.taken(*at) for at in self.runners.items())
            return ["roll"] if blocked else ["roll", "stop"]
        return sorted(self.climbs())

    def roll(self, text: str) -> None:
        self.dice, self.asked = [int(face) for face in text], False
        if not self.climbs():
            self.turn_over()

    def turn_over(self) -> None:
        self.runners, self.dice, self.asked = {}, None, False
        self.me = (self.me + 1) % len(self.height)

    def play(self, text: str) -> int | None:
        """Who has won, if somebody has."""
        if not self.asked:
            self.runners, self.asked = self.climbs()[text], True
            return None
        self.dice, self.asked = None, False
        if text == "roll":
            return None
        mover = self.me
        self.height[mover] |= self.runners
        for column, k in self.runners.items():
            for p, own in enumerate(self.height):
                if k == LENGTHS[column] and p != mover:
                    own[column] = 0
        self.turn_over()
        tops = sum(self.height[mover][n] == LENGTHS[n] for n in LENGTHS)
        return mover if tops >= 3 else None

    def tents(self) -> set[tuple[str, int]]:
        return {(f"{n}/{k}", p) for p, own in enumerate(self.height) for n, k in own.items() if k}


def tents(state: State) -> set[tuple[str, int]]:
    written = state.position()["variables"].get("tents", {})
    return {(site, "ABCD".index(p)) for site, whose in written.items() if whose for p, n in whose.items() if n}


def beside(players: int, camps: str, seed: int) -> int:
    """How many decisions a random game takes, each compared with plain Python."""
    state = load("cant_stop", players, camps=camps).start(seed=seed)
    other, chance, ended, plies = Plain(players, camps), Chance(seed), None, 0
    while not state.is_over:
        assert ended is None
        if other.dice is None:
            outcome = state.moves[chance.pick(len(state.moves), plies)].text
            state = state.play(outcome)
            other.roll(outcome)
        else:
            options = other.moves()
            assert options == sorted(m.text for m in state.moves)
            text = options[chance.pick(len(options), plies)]
            ended, state = other.play(text), state.play(text)
            if text == "stop":
                assert tents(state) == other.tents()
        plies += 1
    assert ended is not None
    assert [p for p, result in state.outcomes.items() if result == "win"] == ["ABCD"[ended]]
    return plies


@pytest.mark.parametrize("camps", ["shared", "skipped", "unsafe"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("games", [2, pytest.param(100, marks=pytest.mark.deep)])
def test_beside_plain_python(players: int, camps: str, games: int) -> None:
    assert sum(beside(players, camps, seed) for seed in range(games)) > 20 * games


def test_four_dice_fall_as_often_as_counted() -> None:
    """All 1,296 ways, sorted."""
    counts: dict[str, int] = {}
    for dice in product("123456", repeat=4):
        text = "".join(sorted(dice))
        counts[text] = counts.get(text, 0) + 1
    assert {move.text: p * 1296 for move, p in load("cant_stop").start().chance} == counts
