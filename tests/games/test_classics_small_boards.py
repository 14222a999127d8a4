"""Onitama, Santorini and Surakarta, played at random beside a few lines of plain Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playing import load

from interpreter import State
from interpreter.graph.chance import Chance

Site = tuple[int, int]
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def named(site: Site) -> str:
    return "abcdef"[site[0] - 1] + str(site[1])


def sites(size: int) -> list[Site]:
    return [(c, r) for c in range(1, size + 1) for r in range(1, size + 1)]


class Onitama:
    """Moves are drawn as on the printed cards: o is where the piece stands, x where it goes."""

    CARDS: Mapping[str, str] = {
        "tiger": "..x.. ..... ..o.. ..x..", "dragon": "x...x ..o.. .x.x.", "frog": ".x... x.o.. ...x.",
        "rabbit": "...x. ..o.x .x...", "crab": "..x.. x.o.x", "elephant": ".x.x. .xox.", "goose": ".x... .xox. ...x.",
        "rooster": "...x. .xox. .x...", "monkey": ".x.x. ..o.. .x.x.", "mantis": ".x.x. ..o.. ..x..",
        "horse": "..x.. .xo.. ..x..", "ox": "..x.. ..ox. ..x..", "crane": "..x.. ..o.. .x.x.", "boar": "..x.. .xox.",
        "eel": ".x... ..ox. .x...", "cobra": "...x. .xo.. ...x.",
    }  # fmt: skip
    BLUE = ("tiger", "rabbit", "crab", "goose", "monkey", "ox", "crane", "eel")

    def __init__(self, state: State) -> None:
        variables = state.position()["variables"]
        self.hands = [set(variables["hand"][p]) for p in ("Red", "Blue")]
        self.spare: str = variables.get("spare", "tiger")  # the first card isn't written
        self.me = int(self.spare in self.BLUE)
        self.men = {(c, r): (p, c == 3) for c in range(1, 6) for p, r in ((0, 1), (1, 5))}
        self.seen: dict[Any, int] = {}
        self.remember()

    def remember(self) -> int:
        now = (frozenset(self.men.items()), self.me, *map(frozenset, self.hands))
        self.seen[now] = self.seen.get(now, 0) + 1
        return self.seen[now]

    def offsets(self, card: str) -> Iterator[Site]:
        rows = self.CARDS[card].split()
        home = next(i for i, row in enumerate(rows) if "o" in row)
        forward = -1 if self.me else 1
        for i, row in enumerate(rows):
            yield from ((forward * (j - 2), forward * (home - i)) for j, sign in enumerate(row) if sign == "x")

    def moves(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for card in self.hands[self.me]:
            for a, (owner, _) in self.men.items():
                for x, y in self.offsets(card) if owner == self.me else ():
                    b = a[0] + x, a[1] + y
                    if b in sites(5) and self.men.get(b, (1 - self.me,))[0] != self.me:
                        found[f"{card} {named(a)}{'x' if b in self.men else '-'}{named(b)}"] = (card, a, b)
        return found or {f"{card} passes": (card, None, None) for card in self.hands[self.me]}

    def play(self, move: Any) -> str | None:
        card, a, b = move
        won = False
        if a:
            master = self.men[a][1]
            won = self.men.get(b, (0, False))[1] or (master and b == (3, 1 if self.me else 5))
            self.men[b] = self.men.pop(a)
        self.hands[self.me] ^= {card, self.spare}
        self.spare, mover, self.me = card, self.me, 1 - self.me
        if won:
            return ("Red", "Blue")[mover]
        return "draw" if self.remember() == 3 else None


class Santorini:
    def __init__(self, _: State) -> None:
        self.level = dict.fromkeys(sites(5), 0)
        self.men: dict[Site, int] = {}
        self.me, self.worker = 0, (0, 0)

    def near(self, a: Site) -> list[Site]:
        around = ((a[0] + x, a[1] + y) for x, y in AROUND)
        return [b for b in around if self.level.get(b, 4) < 4 and b not in self.men]

    def climbs(self, player: int) -> dict[str, Any]:
        return {f"{named(a)}-{named(b)}": (a, b) for a, owner in self.men.items() if owner == player
                for b in self.near(a) if self.level[b] <= self.level[a] + 1}  # fmt: skip

    def moves(self) -> dict[str, Any]:
        if len(self.men) < 4:
            return {named(s): (None, s) for s in sites(5) if s not in self.men}
        if self.worker[0]:
            return {f"+{named(s)}": (None, s) for s in self.near(self.worker)}
        return self.climbs(self.me)

    def play(self, move: Any) -> str | None:
        a, b = move
        if a:
            self.men[b] = self.men.pop(a)
            self.worker = b
            return ("White", "Blue")[self.me] if self.level[a] == 2 and self.level[b] == 3 else None
        if len(self.men) < 4:
            self.men[b] = self.me
            self.me = len(self.men) // 2 % 2
            return None
        self.level[b] += 1
        self.me, self.worker = 1 - self.me, (0, 0)
        return None if self.climbs(self.me) else ("White", "Blue")[1 - self.me]


class Surakarta:
    """The stone runs along a line, and each loop that it meets at the end takes it on to another line."""

    def __init__(self, _: State) -> None:
        self.men = {(c, r): int(r > 3) for c in range(1, 7) for r in (1, 2, 5, 6)}
        self.me, self.quiet = 0, 0

    def runs(self, a: Site, way: Site) -> Site | None:
        """The stone that it meets behind a loop, if it sets out this way."""
        at, loops = a, 0
        while True:
            b = at[0] + way[0], at[1] + way[1]
            if b not in sites(6):
                line = at[0] if way[0] == 0 else at[1]
                if line in (1, 6):
                    return None
                left_or_below = line <= 3
                inner = line if left_or_below else 7 - line
                # out at one side, in at the nearer neighbouring side, as far from the corner as before
                if way[0] == 0:
                    row = 7 - inner if way[1] > 0 else inner
                    b, way = ((1, row), (1, 0)) if left_or_below else ((6, row), (-1, 0))
                else:
                    column = 7 - inner if way[0] > 0 else inner
                    b, way = ((column, 1), (0, 1)) if left_or_below else ((column, 6), (0, -1))
                loops += 1
            if b in self.men and b != a:
                return b if loops and self.men[b] != self.me else None
            if loops > 4:
                return None
            at = b

    def moves(self) -> dict[str, Any]:
        found = {}
        for a in [s for s, owner in self.men.items() if owner == self.me]:
            for x, y in AROUND:
                b = a[0] + x, a[1] + y
                if b in sites(6) and b not in self.men:
                    found[f"{named(a)}-{named(b)}"] = (a, b)
                prey = self.runs(a, (x, y)) if not x or not y else None
                if prey:
                    found[f"{named(a)}x{named(prey)}"] = (a, prey)
        return found

    def play(self, move: Any) -> str | None:
        a, b = move
        self.quiet = 0 if b in self.men else self.quiet + 1
        self.men[b] = self.men.pop(a)
        mover, self.me = self.me, 1 - self.me
        left = [list(self.men.values()).count(p) for p in (0, 1)]
        if not left[self.me]:
            return ("White", "Black")[mover]
        if self.quiet == 100:
            return "draw" if left[0] == left[1] else ("White", "Black")[left[1] > left[0]]
        return None if self.moves() else ("White", "Black")[mover]


def beside(name: str, plain: Any, seed: int) -> int:
    """How many decisions a random game takes, each with the options and the end that plain Python knows."""
    state = load(name).start(seed=seed)
    other, chance, ended, plies = plain(state), Chance(seed), None, 0
    while not state.is_over:
        options = other.moves()
        assert ended is None
        assert sorted(options) == sorted(m.text for m in state.moves)
        text = sorted(options)[chance.pick(len(options), plies)]
        ended, state, plies = other.play(options[text]), state.play(text), plies + 1
    winners = [p for p, result in state.outcomes.items() if result == "win"]
    assert ended == (winners[0] if winners else "draw")
    return plies


@pytest.mark.parametrize(("name", "plain"), [("onitama", Onitama), ("santorini", Santorini), ("surakarta", Surakarta)])
@pytest.mark.parametrize("games", [6, pytest.param(300, marks=pytest.mark.deep)])
def test_beside_plain_python(name: str, plain: Any, games: int) -> None:
    assert sum(beside(name, plain, seed) for seed in range(games)) > 10 * games
