"""Goofspiel (six cards) and Phantom Tic-tac-toe against OpenSpiel's information-set search, seats changed round.

    python benchmarks/against_ismcts.py --think 200ms --games 40        # both at equal time
    python benchmarks/against_ismcts.py --iterations 1000 --games 40    # both with as many simulations
"""

from __future__ import annotations

import argparse

from hidden import interval
from rivals.ismcts import HIDDEN_TWINS, Follower
from rivals.table import seconds_of

from interpreter import Game
from interpreter.graph.chance import Chance
from interpreter.players import make
from interpreter.players.asking import ask, seat_of


def played(name: str, number: int, spec: str, seconds: float, iterations: int) -> tuple[float, int]:
    """What one game comes to for us, and how many simulations the other has made."""
    twin = HIDDEN_TWINS[name]
    game = Game.of(name, twin.options)
    ours = game.players[number % 2]
    player, dice = make(spec, seat_of(game, ours, 1, number)), Chance(1, number // 2)
    other, state = Follower(twin, number, seconds, iterations), game.start(1, number // 2)
    while not state.is_over:
        if state.is_chance:
            move = state.draw(dice, state.ply)
        elif state.to_move == ours:
            move = ask(player, state)
        else:
            move = state.parse(other.choose([move.text for move in state.moves]))
        other.play(move.text)
        state = state.play(move)
    player.close()
    return (state.results or {})[ours], other.done


def main() -> None:
    """Play the matches."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("names", nargs="*", metavar="GAME", help="which of the two; by default both")
    arguments.add_argument("--games", type=int, default=40)
    arguments.add_argument("--think", default="200ms", help="time for a decision")
    arguments.add_argument("--iterations", type=int, default=0, help="simulations for a decision, in place of time")
    asked = arguments.parse_args()
    spec = f"mcts:{asked.iterations or asked.think}"
    for name in asked.names or HIDDEN_TWINS:
        found = [played(name, i, spec, seconds_of(asked.think), asked.iterations) for i in range(asked.games)]
        mean, off = interval([result for result, _ in found])
        made = sum(done for _, done in found)
        print(f"{name:<20} {spec} : OpenSpiel's IS-MCTS  {mean:+.3f} ± {off:.3f} in {len(found)} games; "
              f"{made / len(found):,.0f} simulations of theirs a game", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
