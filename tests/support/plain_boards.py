"""Small games written out plainly, to hold descriptions against: no ruleset and no interpreter is used here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

Cell = tuple[int, int]


def name(cell: Cell) -> str:
    return f"{'abcdefgh'[cell[0]]}{cell[1] + 1}"


@dataclass(frozen=True)
class Hexapawn:
    """Three pawns each on nine squares; White is 1 and goes up."""

    board: tuple[tuple[Cell, int], ...] = tuple(((c, r), 1 - r) for c in range(3) for r in (0, 2))
    turn: int = 1
    won: int = 0

    @property
    def moves(self) -> Mapping[str, tuple[Cell, Cell]]:
        return {} if self.won else {name(a) + name(b): (a, b) for a, b in self._all()}

    def _all(self) -> Iterator[tuple[Cell, Cell]]:
        at = dict(self.board)
        for (c, r), owner in at.items():
            if owner == self.turn:
                for x in (c - 1, c, c + 1):
                    there = (x, r + self.turn)
                    wanted = None if x == c else -self.turn
                    if 0 <= x < 3 and 0 <= there[1] < 3 and at.get(there) == wanted:
                        yield (c, r), there

    def play(self, move: str) -> Hexapawn:
        a, b = self.moves[move]
        at = dict(self.board)
        at[b] = at.pop(a)
        new = Hexapawn(tuple(at.items()), -self.turn)
        if b[1] in (0, 2) or not new.moves:
            return replace(new, won=self.turn)
        return new

    @property
    def result(self) -> float | None:
        return float(self.won) if self.won else None


@dataclass(frozen=True)
class FoxAndGeese:
    """Ten geese against a fox on 25 points with lines; the fox jumps on as it likes; geese lose with four left."""

    geese: frozenset[Cell] = frozenset((c, r) for c in range(5) for r in range(2))
    fox: Cell = (2, 3)
    turn: str = "geese"
    jumping: bool = False
    won: int = 0
    seen: tuple[tuple[frozenset[Cell], Cell, str], ...] = ()

    @staticmethod
    def steps(cell: Cell) -> Iterator[Cell]:
        for dc in (-1, 0, 1):
            for dr in (-1, 0, 1):
                if (dc or dr) and (not (dc and dr) or sum(cell) % 2 == 0):
                    yield dc, dr

    def there(self, cell: Cell, step: Cell, times: int = 1) -> Cell | None:
        for _ in range(times):
            if step not in self.steps(cell):
                return None
            cell = cell[0] + step[0], cell[1] + step[1]
            if not (0 <= cell[0] < 5 and 0 <= cell[1] < 5):
                return None
        return cell

    def is_free(self, cell: Cell | None) -> bool:
        return cell is not None and cell not in self.geese and cell != self.fox

    @property
    def moves(self) -> Mapping[str, tuple[frozenset[Cell], Cell, bool]]:
        """The geese, the fox, and whether it was a jump."""
        return {} if self.won else dict(self._all())

    def _all(self) -> Iterator[tuple[str, tuple[frozenset[Cell], Cell, bool]]]:
        yield from self._jumps()
        if self.jumping:
            yield "stop", (self.geese, self.fox, False)
            return
        for piece in [self.fox] if self.turn == "fox" else self.geese:
            for step in self.steps(piece):
                b = self.there(piece, step)
                if b is not None and self.is_free(b) and (step[1] >= 0 or self.turn == "fox"):
                    moved = (self.geese, b) if self.turn == "fox" else (self.geese - {piece} | {b}, self.fox)
                    yield f"{name(piece)}{name(b)}", (*moved, False)

    def _jumps(self) -> Iterator[tuple[str, tuple[frozenset[Cell], Cell, bool]]]:
        if self.turn == "fox":
            for step in self.steps(self.fox):
                over, b = self.there(self.fox, step), self.there(self.fox, step, 2)
                if over in self.geese and b is not None and self.is_free(b):
                    yield f"{name(self.fox)}{name(b)}", (self.geese - {over}, b, True)

    def play(self, move: str) -> FoxAndGeese:
        geese, fox, jumped = self.moves[move]
        going = replace(self, geese=geese, fox=fox, jumping=True)
        if jumped and any(True for _ in going._jumps()):
            return going
        position = geese, fox, "fox" if self.turn == "geese" else "geese"
        new = FoxAndGeese(geese, fox, position[2], seen=(*self.seen, position))
        if len(geese) == 4:
            return replace(new, won=-1)
        if not new.moves:
            return replace(new, won=-1 if new.turn == "geese" else 1)
        return replace(new, won=2) if new.seen.count(position) == 3 else new

    @property
    def result(self) -> float | None:
        """What the geese get; `won` is 2 for a draw by repetition."""
        return None if not self.won else 0.0 if self.won == 2 else float(self.won)
