"""Makes connect_four.txt: a hundred hard positions of Connect Four, 12 to 20 discs, with what each column is worth.

    python benchmarks/positions/connect_four.py > benchmarks/positions/connect_four.txt      # some minutes, needs cc

Columns are drawn at random (seed 1) as long as nobody has four in a row. A position is hard if at least five columns
are open, at most two of them keep what it is worth, who moves can't win at once, and who doesn't move can't either. The
values are those of connect_four.c, which knows nothing of our rules. Lines: the columns played, a sign for each column.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path

COLUMNS, ROWS, WANTED = "abcdefg", 6, 100
FEWEST, MOST = 12, 20
SIGNS = "+=-"


class Solver:
    """The program, compiled for as long as it is used."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        program = Path(self._folder.name) / "connect_four"
        source = Path(__file__).with_suffix(".c")
        subprocess.run(["cc", "-O2", "-march=native", "-o", str(program), str(source)], check=True)
        self._process = subprocess.Popen([str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def values(self, line: str) -> str:
        """A sign for each column: + wins, = draws, - loses, . is full."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()


def discs(line: str) -> list[set[tuple[int, int]]]:
    """Where each side's discs are, the first's before the second's."""
    sides: list[set[tuple[int, int]]] = [set(), set()]
    for k, column in enumerate(line):
        sides[k % 2].add((COLUMNS.index(column), line[:k].count(column)))
    return sides


def has_four(own: set[tuple[int, int]]) -> bool:
    """Whether four of these are in a row."""
    return any(
        all((c + k * dc, r + k * dr) in own for k in range(4))
        for c, r in own for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
    )  # fmt: skip


def wins_at_once(line: str, side: int) -> bool:
    """Whether this side has four by one disc more."""
    own = discs(line)[side]
    return any(
        has_four(own | {(c, line.count(column))}) for c, column in enumerate(COLUMNS) if line.count(column) < ROWS
    )


def is_quiet(line: str) -> bool:
    """Whether nobody has four, or can have four at once."""
    return not any(map(has_four, discs(line))) and not wins_at_once(line, 0) and not wins_at_once(line, 1)


def drawn(chance: random.Random) -> str:
    """A position at random, quiet or not."""
    line = ""
    for _ in range(chance.randint(FEWEST, MOST)):
        line += chance.choice([column for column in COLUMNS if line.count(column) < ROWS])
    return line


def is_hard(values: str) -> bool:
    """Whether few of many columns keep the value, and others don't."""
    best = next(sign for sign in SIGNS if sign in values)
    return best != "-" and values.count(best) <= 2 and len(values) - values.count(".") >= 5


def main() -> None:
    """Print the positions."""
    chance, solver, found = random.Random(1), Solver(), 0
    while found < WANTED:
        line = drawn(chance)
        if is_quiet(line) and is_hard(values := solver.values(line)):
            found += 1
            print(line, values, flush=True)
            print(f"\r{found}", end="", file=sys.stderr)
    solver.close()


if __name__ == "__main__":
    main()
