"""Makes hanging.txt: twenty positions of chess in which a queen hangs, with the moves that take it.

    python benchmarks/positions/hanging.py > benchmarks/positions/hanging.txt      # a minute, needs stockfish

Games at random by our rules (seed 1, a position of each at most, after 8 to 40 plies): the first position in which the
queen of who doesn't move can be taken, and Stockfish, 8 plies deep, says that a move which takes it is better than
any that doesn't, by five pawns or more. Lines: FEN; moves by UCI.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from judge import MATE, Judge

from interpreter import Game, State
from interpreter.bridges.protocols.names import named
from interpreter.graph.chance import Chance

WANTED, DEPTH, MARGIN = 20, 8, 500
FIRST, LAST = 8, 40
MOVES = 250
"""All moves are weighed."""


def takers(state: State) -> list[str]:
    """The moves that take a queen, by UCI."""
    return [name for name in named(state) if takes_queen(state, name[2:4])]


def takes_queen(state: State, site: str) -> bool:
    """Whether a queen of the other side stands there."""
    return any(piece.kind == "queen" and piece.owner != state.to_move for piece in state.pieces(site))


def candidates(game: Game) -> Iterator[tuple[int, State]]:
    """Positions of random games in which a queen can be taken, with their game's number."""
    for number in range(10_000):
        state, chance = game.start(), Chance(1, number)
        for ply in range(LAST):
            if state.is_over:
                break
            if ply >= FIRST and takers(state):
                yield number, state
            state = state.play(state.draw(chance, ply))


def main() -> None:
    """Print the positions."""
    game, judge, last, found = Game.load("chess"), Judge(MOVES), -1, 0
    assert game.notation is not None
    for number, state in candidates(game):
        if number == last:
            continue
        fen, taking = game.notation.write(state), takers(state)
        scores = {one.line[0]: one.score for one in judge.judged(fen, DEPTH)}
        best = max((scores[move] for move in taking if move in scores), default=-MATE)
        others = max((score for move, score in scores.items() if move not in taking), default=-MATE)
        if best >= others + MARGIN and best < MATE // 2:
            last, found = number, found + 1
            print(f"{fen}; {' '.join(taking)}", flush=True)
            if found == WANTED:
                break
    judge.close()


if __name__ == "__main__":
    main()
