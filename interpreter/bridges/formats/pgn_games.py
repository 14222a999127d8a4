"""PGN for the games of a ruleset: moves in the rules' own ways to write them, positions by their `notation`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from interpreter.bridges.formats import pgn
from interpreter.bridges.formats.form import OF_THE_FILE, TWINS, Format
from interpreter.bridges.formats.opening import FormatError
from interpreter.bridges.formats.outside import Outside
from interpreter.game import notation
from interpreter.game.plies import Step
from interpreter.game.record_model import Record
from interpreter.game.shortest import short
from interpreter.game.state import State
from interpreter.game.variations import Branch


class Pgn(Format):
    """Games of chess and its family."""

    kind, endings, sides, aliases = "pgn", (".pgn",), pgn.SIDES, True
    ends: tuple[str, str, str] = ("1-0", "0-1", "1/2-1/2")
    """How it is written that the first or the second side has won, or that nobody has."""

    @staticmethod
    def read(pieces: Iterator[tuple[int, str]]) -> Iterator[Outside]:
        """The games of a file."""
        return pgn.read(pieces)

    @staticmethod
    def wanted(tags: Mapping[str, str]) -> str:
        """The tag `Variant`."""
        return tags.get("Variant", pgn.NO_VARIANT)

    def text(self, record: Record, told: Sequence[Branch]) -> str:
        """A game with its comments and variations."""
        said = {TWINS.get(name, name): value for name, value in (record.tags or {}).items() if name not in OF_THE_FILE}
        tags = {name: value for name, value in said.items() if re.fullmatch(r"\w+", name, re.ASCII)} | self.of_game()
        if record.start is not None:
            tags |= {"SetUp": "1", "FEN": self.fen(told[0].first)}
        won = self.won(record)
        result = self.ends[won] if won is not None else (record.tags or {}).get("Result", "*")
        return pgn.write(tags, told[0].comments.get("0", ""), self._numbered(told[0], 1, None),
                         result if result in (*pgn.RESULTS, *self.ends) else "*")  # fmt: skip

    def of_game(self) -> dict[str, str]:
        """The tags that say which game it is."""
        return {} if (name := self.name()) == pgn.NO_VARIANT else {"Variant": name}

    def fen(self, state: State) -> str:
        """A position in a line. Raises FormatError."""
        writer = notation.of(self.game)
        if writer is None or state.in_turn:
            raise FormatError(f"this game begins at a position, and {self.game.title} doesn't say how one is written")
        return writer.write(state)

    def written(self, line: Branch) -> Iterator[tuple[Step, str, str, list[Branch]]]:
        """A line's moves: the first step of each, its text, what is said of it, and what might have come instead."""
        for step in line.steps:
            said = line.comments.get(str(step.after.ply), "")
            yield step, short(step.before, step.move), said, line.instead(step)

    def second(self) -> int:
        """The side that plays the second move of a round."""
        return 1

    def _numbered(self, line: Branch, number: int, last: int | None) -> list[pgn.Written]:
        """A line's moves with their numbers; `number`, `last`: that of the move before it, and who made it."""
        found: list[pgn.Written] = []
        second = self.second()
        for step, text, said, others in self.written(line):
            before = number, last
            side = self.seated.index(str(step.before.mover))
            number += last == second and side != second
            last = side
            instead = [(branch.before, self._numbered(branch, *before)) for branch in others]
            found.append(pgn.Written(number, side == second, text, said, instead))
        return found
