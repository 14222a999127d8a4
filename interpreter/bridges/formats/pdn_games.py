"""PDN for the games of a ruleset that says how they are written:

    pdn "20,W,10,10,N2,0", "K=king", "2-0"     # the tag GameType, kinds of pieces with a letter, how a win is written

A move of PDN is a whole turn of the rules: it names the first and the last square, and those between where two turns
would be written alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gdl.model.shape import Shape
from interpreter.bridges.formats import pdn
from interpreter.bridges.formats.opening import FormatError
from interpreter.bridges.formats.outside import Outside, Said
from interpreter.bridges.formats.pgn_games import Pgn
from interpreter.bridges.formats.whole_turns import along, named_in
from interpreter.errors import MoveError, PositionError
from interpreter.game import positions
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.pieces import Piece
from interpreter.game.plies import Step, by_turns
from interpreter.game.state import State
from interpreter.game.variations import Branch


class Pdn(Pgn):
    """Games of draughts and its family."""

    kind, endings, sides, aliases = "pdn", (".pdn",), pdn.SIDES, False

    def __init__(self, game: Game, source: str) -> None:
        super().__init__(game, source)
        form = pdn.form(self.said)
        board = game.model.board
        if form is None or not isinstance(board, Shape) or not {"c", "r"} <= board.coordinates.keys():
            raise FormatError(f"{game.title} doesn't say how PDN writes it; a ruleset says it as the fact `pdn`")
        columns, rows = board.coordinates["c"][1], board.coordinates["r"][1]
        self.form = form
        self.at = {
            label: (c - min(columns), r - min(rows)) for label, c, r in zip(board.labels, columns, rows, strict=True)
        }
        self.squares = pdn.Squares.of(form, self.at)
        self.letters = pdn.letters(self.said)
        if "2-0" in self.said:
            self.ends = pdn.POINTS

    # ---- reading

    @staticmethod
    def read(pieces: Iterator[tuple[int, str]]) -> Iterator[Outside]:
        """The games of a file."""
        return pdn.read(pieces)

    @staticmethod
    def wanted(tags: Mapping[str, str]) -> str:
        """The number in the tag `GameType`."""
        return tags.get("GameType", pdn.ENGLISH).partition(",")[0].strip()

    def start(self, told: Outside) -> State | None:
        """The position of the tag `FEN`."""
        form = self.form.told(told.tags.get("GameType", ""))
        if form.size != self.form.size:
            said, here = ("×".join(map(str, size)) for size in (form.size, self.form.size))
            raise PositionError([f"`GameType` says that the board has {said} squares, and here it has {here}"])
        self.squares = pdn.Squares.of(form, self.at)
        if (line := told.tags.get("FEN")) is None:
            return None
        try:
            first, pieces = pdn.set_up(line, self.squares)
        except ValueError as error:
            raise PositionError([str(error)]) from None
        data = positions.written(self.game.start(seed=0))
        data.pop("seen", None)
        placed: dict[str, list[str]] = {}
        for whose, letter, site in pieces:
            placed.setdefault(self._piece(whose, letter).label, []).append(site)
        return self.game.position({**data, "pieces": placed, "to move": self.seated[pdn.LETTERS.index(first)]})

    def _pieces(self) -> list[tuple[str, str, Piece]]:
        """Every piece with the letters of its player and its kind."""
        kinds = {kind: letter for letter, kind in self.letters.items()}
        found = [self.game.piece(i) for i in range(len(self.game.model.pieces.labels))]
        return [(pdn.LETTERS[self.seated.index(piece.owner)], kinds.get(piece.kind, ""), piece)
                for piece in found if piece.owner in self.seated]  # fmt: skip

    def _piece(self, whose: str, letter: str) -> Piece:
        found = [piece for side, kind, piece in self._pieces() if (side, kind) == (whose, letter)]
        if len(found) != 1:
            raise PositionError([f"there is no piece `{letter}`" if letter else "a letter is missing before a square"])
        return found[0]

    def moves(self, state: State, said: Said) -> list[Move]:
        """The moves of the turn that a text stands for."""
        path = self.squares.path(said.text.rstrip("*"))
        return [state.parse(said.text)] if path is None else along(state, path, said.text)

    def end(self, tags: Mapping[str, str]) -> tuple[int | None, str]:
        """As PGN says it, or in points."""
        said = tags.get(self.result, "").strip()
        return super().end({**tags, self.result: dict(zip(pdn.POINTS, Pgn.ends, strict=True)).get(said, said)})

    # ---- writing

    def of_game(self) -> dict[str, str]:
        """The tag `GameType`."""
        return {"GameType": self.form.text}

    def second(self) -> int:
        """The side that doesn't begin."""
        return 1 - pdn.LETTERS.index(self.form.first)

    def fen(self, state: State) -> str:
        """A position as PDN has it. Raises FormatError."""
        known = {piece.label: (side, letter) for side, letter, piece in self._pieces()}
        pieces = [(piece.label, site) for site in self.at for piece in state.pieces(site)]
        placed = [(*known[label], site) for label, site in pieces if label in known]
        if state.in_turn or state.mover is None or any(site not in self.squares.names for *_, site in placed):
            raise FormatError("PDN can't hold the position at its beginning")
        return pdn.position(pdn.LETTERS[self.seated.index(state.mover)], placed, self.squares)

    def written(self, line: Branch) -> Iterator[tuple[Step, str, str, list[Branch]]]:
        """A line's turns."""
        for turn in by_turns(line.steps):
            said = " ".join(filter(None, (line.comments.get(str(step.after.ply)) for step in turn)))
            others = [_whole(branch, turn[:place]) for place, step in enumerate(turn) for branch in line.instead(step)]
            yield turn[0], self._text(turn), said, others

    def _text(self, turn: Sequence[Step]) -> str:
        """The shortest text that stands for this turn alone."""
        named = [named_in(self.game, step.move.text) for step in turn]
        if not all(len(sites) > 1 for sites in named):
            if len(turn) > 1:
                raise FormatError(f"PDN can't hold a turn of several moves like `{turn[0].move.text}`")
            return turn[0].move.text
        path = [named[0][0], *(site for sites in named for site in sites[1:])]
        takes = any(sign in turn[0].move.text for sign in "x×:")
        if any(site not in self.squares.names for site in path):
            raise FormatError(f"PDN has no number for a square of `{turn[0].move.text}`")
        try:
            state = turn[0].before
            for move in along(state, [path[0], path[-1]], ""):
                state = state.play(move)
            alone = state == turn[-1].after
        except MoveError:
            alone = False
        return self.squares.text([path[0], path[-1]] if alone else path, takes)


def _whole(branch: Branch, before: Sequence[Step]) -> Branch:
    """A variation that begins within a turn, from the turn's beginning."""
    if not before:
        return branch
    return replace(branch, first=before[0].before, steps=[*before, *branch.steps])
