"""Random games of the five against the same games written in C: do results and lengths agree?

    python benchmarks/published.py --games 2000 --seed 1 sparks fire_and_ice

For each figure: what was published, what was found here, and z, how many standard errors lie between them. Of
many such numbers one in twenty is beyond 2 by chance; one beyond 4 means that the rules differ.

The published figures come from hand-written C programs, one for each game, medians of six runs of millions
of games (some hundred thousand for Spectral Reapers), given with four digits. Every decision is drawn
uniformly from its options, forced ones counted:

- Sparks: a coal to take, then each (ball, place).
- Sparklies: a square to control, one to activate, then (square, colour); at most 243 in a turn.
- Big Balls: every ball's move and "roll" together, then the die, then a stone's move. The die counts as a
  decision there, so plies are counted here. At most 500 turns.
- Fire & Ice: (from, to).
- Spectral Reapers: the first distribution, a pit, each bead's colour, the colour captured; at most 2000
  turns.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from interpreter import Game, State
from interpreter.graph.chance import Chance
from interpreter.lab.tools.simulate import Mean


@dataclass(frozen=True)
class Published:
    """What is known of a game: frequencies of its ends in per cent, and decisions a game."""

    game: str
    players: int | None
    decisions: float
    ends: Mapping[str, float]
    end: Callable[[State], str]
    """Names the end that a game came to, as in `ends`."""
    share: float = 1.0
    """Games to play, as a part of what was asked for: long games are played less often."""


def winner(state: State) -> str:
    """Who won, or "tie"."""
    won = [player for player, what in (state.outcomes or {}).items() if what == "win"]
    return won[0] if won else "tie"


def on_top(site: str, otherwise: Mapping[str, str]) -> Callable[[State], str]:
    """Names a game's end by the owner of what stands on a site; without one, by the kind of result."""

    def end(state: State) -> str:
        owner = state.pieces(site)[-1].owner if state.pieces(site) else None
        if owner:
            return f"{site}: {owner}"
        return otherwise["tie" if winner(state) == "tie" else "win"]

    return end


PUBLISHED = [
    Published(
        "sparks", None, 39.94,
        {"4d4: White": 49.69, "4d4: Black": 49.62, "pinned": 0.69},
        on_top("4d4", {"win": "pinned", "tie": "tie"}),
    ),
    Published("sparklies", None, 253.6, {"Black": 54.10, "White": 45.90}, winner, 0.2),
    Published(
        "big_balls", None, 83.99,
        {"a7: Black": 32.59, "a7: White": 32.07, "no move": 35.22, "draw": 0.14},
        on_top("a7", {"win": "no move", "tie": "draw"}),
    ),
    Published("fire_and_ice", None, 41.40, {"Fire": 53.52, "Ice": 46.48}, winner),
    Published("spectral_reapers", 2, 950, {"tie": 7.3}, winner, 0.1),
    Published("spectral_reapers", 3, 1449, {"tie": 12.8}, winner, 0.06),
    Published("spectral_reapers", 4, 2166, {"tie": 14.9}, winner, 0.04),
]  # fmt: skip


def play(game: Game, seed: int, number: int) -> tuple[State, int]:
    """A random game's end, and how many plies it took."""
    chance, state, plies = Chance(seed, number), game.start(seed=seed, number=number), 0
    while not state.is_over:
        moves = state.moves
        state = state.play(moves[chance.pick(len(moves), plies)])
        plies += 1
    return state, plies


def compare(known: Published, games: int, seed: int) -> None:
    """Play, and print a line for each figure."""
    game = Game.load(known.game, players=known.players)
    ends: Counter[str] = Counter()
    plies = Mean()
    for number in range(games):
        state, length = play(game, seed, number)
        ends[known.end(state)] += 1
        plies.add(length)
    title = game.title + (f" for {known.players}" if known.players else "")
    print(f"{title}, {games} games")
    line("decisions a game", known.decisions, plies.mean, plies.error)
    for end, percent in known.ends.items():
        error = math.sqrt(percent * (100 - percent) / games)
        line(f"{end} (%)", percent, 100 * ends[end] / games, error)
    if len(known.ends) > 1 and (strange := set(ends) - set(known.ends)):
        print("  ends that the published figures don't have:", {end: ends[end] for end in strange})


def line(what: str, published: float, found: float, error: float | None) -> None:
    """Print one comparison."""
    z = (found - published) / error if error else math.nan
    print(f"  {what:20} published {published:8.2f}   found {found:8.2f}   z {z:+6.2f}{' !' * (abs(z) > 4)}")


def main() -> None:
    """Read the command line, compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help="games to play (all, if none is named)")
    parser.add_argument("--games", type=int, default=1000, help="how many; long games are played less often")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for known in PUBLISHED:
        if not given.names or known.game in given.names:
            compare(known, max(20, round(given.games * known.share)), given.seed)


if __name__ == "__main__":
    main()
