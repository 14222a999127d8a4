"""Makes tactics.txt: twenty positions of chess in which exactly one move wins, with a tactic of three moves.

    python benchmarks/positions/tactics.py > benchmarks/positions/tactics.txt      # some minutes, needs stockfish

In games that Stockfish plays against itself – each move drawn by seed 1 among its five best, 5 plies deep, as far as
they are nearly as good – a position of each game at most, after 12 to 70 plies: Stockfish, 14 plies deep, says that one
move is worth three pawns or more, or mates in three, and every other one a pawn at most. The gain isn't seen at once:
along the best line the mover has won no more than a pawn after the answers to the first two moves, and two pawns or
more after the answer to the third. Lines: FEN; the move by UCI.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from judge import MATE, Judge, Judged

from interpreter import Game, State
from interpreter.bridges.protocols.names import named
from interpreter.graph.chance import Chance

WANTED = 20
FIRST, LAST = 12, 70
PLAYING, GUESSING, JUDGING = 5, 9, 14
CHOICE, NEARLY = 5, 60
"""Moves among which one is drawn, and hundredths of a pawn that they may be worse than the best."""
WINS, DOES_NOT, ABOUT = 300, 100, 100
WORTH = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}
MOVES = 3


def balance(state: State, player: str) -> int:
    """How many pawns a player's pieces are worth more than the other's."""
    board = state.game.model.board
    assert board is not None
    pieces = [piece for site in board.labels for piece in state.pieces(site)]
    return sum(WORTH.get(piece.kind, 0) * (1 if piece.owner == player else -1) for piece in pieces)


def is_tactic(state: State, best: Judged, others: Judged) -> bool:
    """Whether the best move wins, no other does, and the gain is seen after three moves, not before."""
    if best.score < WINS or others.score > DOES_NOT:
        return False
    if best.score > MATE // 2:
        return best.score == MATE - MOVES
    me = state.to_move or ""
    gains, before = [], balance(state, me)
    for name in best.line[: 2 * MOVES]:
        state = state.play(named(state)[name])
        gains.append(balance(state, me) - before)
    return len(gains) == 2 * MOVES and max(gains[1], gains[3]) <= 1 and gains[5] >= 2


def may_be(found: Sequence[Judged], slack: int) -> bool:
    """Whether one move seems to win, and no other, give or take so much."""
    return len(found) > 1 and found[0].score >= WINS - slack and found[1].score <= DOES_NOT + slack


def games(game: Game, judge: Judge) -> Iterator[tuple[int, State]]:
    """Positions of games in which one move may win, with their game's number."""
    assert game.notation is not None
    for number in range(10_000):
        state, chance = game.start(), Chance(1, number)
        for ply in range(LAST):
            if state.is_over:
                break
            found = judge.judged(game.notation.write(state), PLAYING)
            if ply >= FIRST and may_be(found, 2 * ABOUT):
                yield number, state
            good = [one.line[0] for one in found if one.score >= found[0].score - NEARLY]
            state = state.play(named(state)[good[chance.pick(len(good), ply)]])


def main() -> None:
    """Print the positions."""
    game, player, judge, last, found = Game.load("chess"), Judge(CHOICE), Judge(2), -1, 0
    assert game.notation is not None
    for number, state in games(game, player):
        fen = game.notation.write(state)
        if number == last or not may_be(judge.judged(fen, GUESSING), ABOUT):
            continue
        best, other = judge.judged(fen, JUDGING)
        if is_tactic(state, best, other):
            last, found = number, found + 1
            print(f"{fen}; {best.line[0]}", flush=True)
            if found == WANTED:
                break
    player.close()
    judge.close()


if __name__ == "__main__":
    main()
