"""Stockfish, which weighs moves: for what makes positions of chess with moves that are known to be good."""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.bridges.programs.process import Program

MATE = 100_000
"""What a mate is worth, in hundredths of a pawn. Each move that it takes costs one of them."""
FOUND = re.compile(r"info depth (\d+) .*?multipv (\d+) score (cp|mate) (-?\d+) .*? pv (.+)")


@dataclass(frozen=True)
class Judged:
    """What a move is worth, in hundredths of a pawn, and the best line that begins with it, by UCI."""

    score: int
    line: tuple[str, ...]


class Judge:
    """Stockfish, in one thread: the same question has the same answer."""

    def __init__(self, moves: int) -> None:
        """`moves`: how many moves of a position it weighs."""
        self._program = Program(("stockfish",))
        self._program.say("uci")
        self._program.say(f"setoption name MultiPV value {moves}")

    def judged(self, fen: str, depth: int) -> list[Judged]:
        """The best moves by a search of `depth` plies, the best of all first."""
        self._program.say("ucinewgame")
        self._program.say(f"position fen {fen}")
        self._program.say(f"go depth {depth}")
        found: dict[int, Judged] = {}
        for line in self._program.hear(lambda line: line.startswith("bestmove"), "go", 120):
            match = FOUND.match(line)
            if match and int(match[1]) == depth:
                mate = MATE if int(match[4]) > 0 else -MATE
                score = int(match[4]) if match[3] == "cp" else mate - int(match[4])
                found[int(match[2])] = Judged(score, tuple(match[5].split()))
        return [found[number] for number in sorted(found)]

    def close(self) -> None:
        """End it."""
        self._program.end()
