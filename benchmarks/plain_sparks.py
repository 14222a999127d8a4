"""Sparks as one would write it in plain Python, without thought of speed: a yardstick for the interpreter.

Sites are tuples (layer, row, column); the board is a dict from site to "W", "B" or "R". `play` plays one uniformly
random game by the same decisions as the ruleset: the coal, then each ball with its site.
"""

from __future__ import annotations

import random

Site = tuple[int, int, int]


class Sparks:
    """A game in progress."""

    def __init__(self, size: int = 4) -> None:
        self.size = size
        self.sites = [(h, r, c) for h in range(size) for r in range(size - h) for c in range(size - h)]
        self.balls: dict[Site, str] = {
            (0, r, c): "B" if (r + c) % 2 == 0 else "W" for r in range(size) for c in range(size)
        }
        self.player = "W"

    def supports(self, site: Site) -> list[Site]:
        """The balls that rest on a ball."""
        h, r, c = site
        above = [(h + 1, r - i, c - j) for i in (0, 1) for j in (0, 1)]
        return [s for s in above if s in self.balls]

    def places(self) -> list[Site]:
        """The empty sites whose four supports are filled."""
        found = []
        for h, r, c in self.sites:
            if (h, r, c) not in self.balls and (
                h == 0 or all((h - 1, r + i, c + j) in self.balls for i in (0, 1) for j in (0, 1))
            ):
                found.append((h, r, c))
        return found

    def takeable(self) -> list[Site]:
        """The player's coals that hold at most one ball."""
        return [s for s, ball in self.balls.items() if ball == self.player and len(self.supports(s)) <= 1]

    def put(self, ball: str, site: Site) -> bool:
        """Put a ball down; whether that wins."""
        self.balls[site] = ball
        return site[0] == self.size - 1 and ball != "R"

    def turn(self, rng: random.Random) -> str | None:
        """One turn of random decisions; the winner, if there is one."""
        other = "B" if self.player == "W" else "W"
        coals = self.takeable()
        if not coals:
            return other
        site = rng.choice(coals)
        ball = self.balls.pop(site)
        falling, gap, first = self.supports(site), site, ""
        while falling:
            self.balls[gap] = self.balls.pop(falling[0])
            first = first or self.balls[gap]
            gap = falling[0]
            falling = self.supports(gap)
        if not first:
            self.balls[site] = "R"
        hand = [ball] if first in ("", "R") else [ball, "R"]
        while hand:
            options = []
            for b in hand:
                for place in self.places():
                    if len(hand) == 2 and b == "R":
                        self.balls[place] = "R"
                        room = bool(self.places())
                        del self.balls[place]
                        if not room:
                            continue
                    options.append((b, place))
            b, place = rng.choice(options)
            hand.remove(b)
            if self.put(b, place):
                return self.player
        self.player = other
        return None


def play(rng: random.Random) -> str:
    """One random game; the winner."""
    game = Sparks()
    while (winner := game.turn(rng)) is None:
        pass
    return winner
