"""A board as XBoard draws it: which letter and which picture each piece has, positions as its lines, and back.

XBoard knows its own variants. Of any other game it must be told the size of the board, the pieces and where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from interpreter.bridges.protocols.squares import Squares, squares
from interpreter.errors import GameError, PositionError
from interpreter.game import positions
from interpreter.game.game import Game
from interpreter.game.state import State

SHAPES = "PNBRQFEACWMOHIJGDVLSU"
"""XBoard's shapes in its own order, each by the letter that it usually has; the king stands behind all of them."""
KING = "K"
SIDES = "wb"
GAP = "*"
"""A square that isn't on the board."""
PLAIN = re.compile(r"[A-Za-z]")
TOKEN = re.compile(r"\d+|\+?[A-Za-z]~?|.")


@dataclass(frozen=True)
class Window:
    """What XBoard is told of a game's board; see `window`. `letters`: for each piece's label its letter, a capital one
    for who begins, with a + before it where the rules write one."""

    game: Game
    squares: Squares
    letters: Mapping[str, str]

    @cached_property
    def shapes(self) -> str:
        """XBoard's table of pieces: at the place of each shape the letter of ours that has it, or a point."""
        ours = list(dict.fromkeys(letter.upper() for letter in self.letters.values() if letter[0] != "+"))
        table = [letter if letter in ours else "." for letter in SHAPES]
        left = [letter for letter in ours if letter not in SHAPES and letter != KING]
        for i in reversed(range(len(table))):
            if table[i] == "." and left:
                table[i] = left.pop(0)
        row = "".join(table) + (KING if KING in ours else ".")
        return row + row.lower()

    @property
    def drops(self) -> int:
        """How many kinds of pieces may be held in hand: the size of XBoard's holdings; 0 if none are."""
        line = self.game.line_of(self.game.start())
        return len({letter.upper() for letter in self.letters.values()}) if "[" in line else 0

    def line(self, state: State) -> str:
        """A position as XBoard reads it: the rules' own line if they say one, else the board and who moves."""
        if line := self.game.line_of(state):
            return line
        side = SIDES[self.game.players.index(state.mover)] if state.mover is not None else SIDES[0]
        return f"{'/'.join(self._row(state, row) for row in self.squares.rows)} {side} - - 0 1"

    def _row(self, state: State, row: tuple[str, ...]) -> str:
        texts = []
        for label in row:
            pieces = state.pieces(label) if label else ()
            texts.append(self.letters[pieces[-1].label] if pieces else "\0" if label else GAP)
        return re.sub("\0+", lambda gap: str(len(gap[0])), "".join(texts))

    def position(self, line: str) -> State:
        """What XBoard's line describes; raises PositionError. What it doesn't tell, such as what was played before, is
        as it is at the start."""
        if self.game.notation is None:
            return self._read(line)
        try:
            return self.game.position(line)
        except PositionError as problem:
            first = problem
        try:  # other programs have other words behind the board and the side
            return self.game.position(" ".join(line.split()[:2])) if len(line.split()) > 1 else self._read(line)
        except PositionError:
            raise first from None

    def _read(self, line: str) -> State:
        board, _, rest = line.partition(" ")
        side = (rest.split() or [SIDES[0]])[0]
        if side not in SIDES:
            raise PositionError([f"behind the board stands who moves, `w` or `b`, not `{side[:40]}`"])
        rows = board.partition("[")[0].split("/")
        if len(rows) != self.squares.height:
            raise PositionError([f"the board has {self.squares.height} rows, and here are {len(rows)}"])
        on: dict[str, str] = {}
        for labels, text in zip(self.squares.rows, rows, strict=True):
            on |= dict(self._placed(labels, text))
        return self.placed(on, SIDES.index(side))

    def _placed(self, labels: tuple[str, ...], text: str) -> Iterator[tuple[str, str]]:
        pieces = {letter: label for label, letter in self.letters.items()}
        at = 0
        for word in TOKEN.findall(text[: 4 * len(labels)]):
            if word.isdecimal():
                at += int(word[:3])
                continue
            if word != GAP:
                piece = pieces.get(word.rstrip("~"))
                if piece is None or at >= len(labels) or not labels[at]:
                    raise PositionError([f"in the row `{text[:80]}` is no place for `{word}`"])
                yield labels[at], piece
            at += 1
        if at != len(labels):
            raise PositionError([f"the row `{text[:80]}` has {at} squares, and should have {len(labels)}"])

    @cached_property
    def _begun(self) -> dict[str, Any]:
        """The position at the start, but for what has been seen."""
        return {k: v for k, v in positions.written(self.game.start()).items() if k not in ("seen", "next")}

    def placed(self, on: Mapping[str, str], side: int, over: bool | None = None) -> State:
        """The position in which these pieces stand on these sites, and this player moves; raises PositionError. `over`:
        False if the rules aren't to be asked whether the game has ended."""
        pieces = {piece: [site for site, one in on.items() if one == piece] for piece in dict.fromkeys(on.values())}
        data = {**self._begun, "pieces": pieces, "to move": self.game.players[side]}
        if over is not None:
            data["over"] = over
        try:
            return self.game.position(data)
        except PositionError:
            raise
        except GameError as problem:
            raise PositionError([str(problem)]) from None


def window(game: Game) -> Window | None:
    """How XBoard can draw a game; None if it can't: without rows and columns, with stacks, or with pieces of nobody, or
    more pieces than there are letters."""
    found = squares(game)
    if found is None or game.model.stacks:
        return None
    letters = _letters(game)
    return Window(game, found, letters) if letters is not None else None


def _letters(game: Game) -> dict[str, str] | None:
    """A letter for each piece: that of the rules if both players' are one letter, else the first of its kind's name
    that is free."""
    pieces = [game.piece(i) for i in range(len(game.model.pieces.labels))]
    first = game.players[0]
    by_kind: dict[tuple[str, int | None], str] = {}
    written = {(piece.kind, piece.number, piece.text.upper()) for piece in pieces}
    texts = {text for *_, text in written}
    if 2 * len(written) == len(pieces) and len(texts) == len(written) and all(map(_is_letter, texts)):
        by_kind = {(kind, number): text for kind, number, text in written}
    for piece in pieces:
        if piece.owner is None:
            return None
        kind = (piece.kind, piece.number)
        if kind not in by_kind:
            free = (c for c in (piece.kind + SHAPES + KING).upper() if c.isalpha() and c.isascii())
            letter = next((c for c in free if c not in by_kind.values()), None)
            if letter is None:
                return None
            by_kind[kind] = letter
    return {
        piece.label: (by_kind[piece.kind, piece.number] if piece.owner == first
                      else by_kind[piece.kind, piece.number].lower())
        for piece in pieces
    }  # fmt: skip


def _is_letter(text: str) -> bool:
    return PLAIN.fullmatch(text.removeprefix("+")) is not None and text.isascii()
