"""How often a proof of a win is found before the usual search, and whether that search sees the win, too.

    python benchmarks/proofs.py                                        # all rows of the table in docs/players.md
    python benchmarks/proofs.py gomoku alphabeta:500n 15000            # so many positions for a proof at each decision

The player plays against itself without proofs, from openings drawn at random; at each of its decisions a proof is
looked for besides. `seen by both` and `by the search alone` count decisions at which the search has proved that the
move it takes wins. The times are those of one run: what they say is their ratio.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass

from interpreter import Game, State
from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.graph.abi import SURE
from interpreter.graph.chance import Chance
from interpreter.players.alphabeta import AlphaBeta
from interpreter.players.mcts import MonteCarlo
from interpreter.players.player import Seat
from interpreter.players.proving import Proof
from interpreter.players.specs import make

ROWS = (
    ("gomoku", "alphabeta:500n", 15_000), ("hex", "alphabeta:500n", 10_000), ("sparks", "alphabeta:1000n", 4_000),
    ("connect_four", "mcts:3000", 14_400), ("sparks", "mcts:1000", 8_000), ("gomoku", "mcts:2000", 16_000),
    ("hex", "mcts:2000", 16_000), ("breakthrough", "mcts:1000", 8_000),
    ("breakthrough", "alphabeta:10000n", 1_000), ("chess", "alphabeta:10000n", 1_000),
)  # fmt: skip
LONGEST = 300


@dataclass
class Compared:
    """What was found at all decisions, and the seconds that both have taken."""

    seen: Counter[str]
    proving: float = 0.0
    searching: float = 0.0


def is_won(player: AlphaBeta | MonteCarlo, state: State, move: Move) -> bool:
    """Whether the search has proved that the move it takes wins."""
    if isinstance(player, AlphaBeta):
        return player.found.value > SURE
    row = player._rows(player._trees)[state.moves.index(move)]
    return row.is_settled and row.worth[player.seat.game.players.index(state.mover or "")] >= 1


def compare(name: str, spec: str, positions: int, games: int, opening: int) -> Compared:
    """Play, and look for proofs besides."""
    game, found = Game.load(name), Compared(Counter())
    for number in range(games):
        state, chance = game.start(number), Chance(11, number)
        for ply in range(opening):
            state = state if state.is_over else state.play(state.draw(chance, ply))
        player = make(spec, Seat(game, game.players[0], seed=5, number=number))
        assert isinstance(player, AlphaBeta | MonteCarlo)
        player._proof, proof = None, Proof()
        player.ready()
        for _ in range(LONGEST):
            if state.is_over:
                break
            move = state.moves[0] if len(state.moves) == 1 else _decided(player, state, proof, positions, found)
            after = state.play(move)
            player.played(Step(state, move, after))
            state = after
        player.close()
    return found


def _decided(player: AlphaBeta | MonteCarlo, state: State, proof: Proof, positions: int, found: Compared) -> Move:
    instance = player._ready() if isinstance(player, AlphaBeta) else player._trees[0].ready(player.memory)
    began = time.perf_counter()
    proof.search(instance, state, positions)
    found.proving += time.perf_counter() - began
    began = time.perf_counter()
    move = player.choose(state)
    found.searching += time.perf_counter() - began
    proved, seen = proof.won is not None, is_won(player, state, move)
    found.seen.update(decisions=1, both=proved and seen, proof=proved and not seen, search=seen and not proved)
    return move


def main() -> None:
    """Print a row for each."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("row", nargs="*", metavar="GAME PLAYER POSITIONS")
    arguments.add_argument("--games", type=int, default=5)
    arguments.add_argument("--opening", type=int, default=6, help="plies drawn at random")
    asked = arguments.parse_args()
    if len(asked.row) not in (0, 3):
        arguments.error("say a game, a player and a number of positions, or nothing")
    rows = [(asked.row[0], asked.row[1], int(asked.row[2]))] if asked.row else ROWS
    for name, spec, positions in rows:
        found = compare(name, spec, positions, asked.games, asked.opening)
        seen, share = found.seen, found.proving / max(found.proving + found.searching, 1e-9)
        print(f"{name} {spec}, {positions:,} positions ({share:.0%} of the time): of {seen['decisions']} decisions won "
              f"by both {seen['both']}, by the proof alone {seen['proof']}, by the search alone {seen['search']}",
              flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
