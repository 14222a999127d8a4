"""Lists of positions, a line each: FEN, and EPD with its operations. A position is a game of which no move is told.

    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
    r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - bm a6; id "Ruy Lopez"; fmvn 3;

The words of a position are those of the rules' `notation`. EPD leaves out the two numbers at its end: the round is the
operation `fmvn`, the count before it `hmvc`. All other operations are kept as tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from gdl.model.types import Range
from gdl.notation import Field
from gdl.text.visible import brief
from interpreter.bridges.formats import pgn
from interpreter.bridges.formats.form import Format
from interpreter.bridges.formats.opening import FormatError
from interpreter.bridges.formats.outside import MOST_TEXT, Outside
from interpreter.errors import MoveError, PositionError, RuleError
from interpreter.game.game import Game
from interpreter.game.notation import Notation
from interpreter.game.record_model import Record
from interpreter.game.state import State
from interpreter.game.variations import Branch
from interpreter.graph.layout import ME, NEXT

ROUND, COUNT = "fmvn", "hmvc"
"""The operations that stand for the numbers at the end of a line."""
MOVES = ("am", "bm", "pm", "sm")
"""Operations whose operands are moves in the position …"""
LINES = ("pv",)
"""… and those whose operands are moves one after the other."""
_OPERATION = re.compile(r'\s*;?\s*([A-Za-z]\w{0,14})((?:\s+(?:"[^"]*"|[^\s;"]+))*)\s*(?:;|$)')
_OPERAND = re.compile(r'"[^"]*"|[^\s;"]+')
_OWN = re.compile(r"[a-z]\w{0,14}|D\d{1,2}", re.ASCII)
"""Tags that are operations: PGN's own begin with a capital, SGF's are two. `D1` counts moves to a depth."""


class Fen(Format):
    """Positions in the rules' notation."""

    kind, endings, sides, named_by, aliases, holds = "fen", (".fen",), pgn.SIDES, "pgn", True, "position"

    def __init__(self, game: Game, source: str) -> None:
        super().__init__(game, source)
        if game.notation is None:
            raise FormatError(f"{game.title} doesn't say how positions are written in a line; a ruleset says it as the "
                              "fact `notation`")  # fmt: skip
        self.notation: Notation = game.notation

    # ---- reading

    @staticmethod
    def read(pieces: Iterator[tuple[int, str]]) -> Iterator[Outside]:
        """The positions of a file: lines, but for empty ones and those that begin with `#`."""
        number, begun, kept = 0, 0, ""
        for line, text in pieces:
            begun, kept = begun if kept else line, (kept + text)[: MOST_TEXT + 1]
            if text.endswith("\n"):
                if told := _told(number + 1, begun, kept):
                    number += 1
                    yield told
                kept = ""
        if told := _told(number + 1, begun, kept):
            yield told

    @staticmethod
    def wanted(tags: Mapping[str, str]) -> str:
        """Lists of positions don't say of which game they are: chess is meant."""
        return pgn.NO_VARIANT

    def start(self, told: Outside) -> State | None:
        """The position of a line; its operations become tags."""
        words, operations = self._divided(told.tags["FEN"])
        state = self.notation.position(" ".join(words))
        told.tags = {"FEN": " ".join(words), **operations}
        return state

    def remarks(self, record: Record, told: Sequence[Branch]) -> list[str]:
        """What is wrong with operations that hold moves."""
        state = told[0].first
        return [found for name, value in _operations(record).items() if (found := _untrue(state, name, value))]

    def _divided(self, line: str) -> tuple[list[str], dict[str, str]]:
        """A line's words that tell the position, and its operations. Raises PositionError."""
        fields, kept = self.notation.fields, self._kept()
        words = line.partition(";")[0].split()
        most = len(kept)
        while most < len(fields) and words[most : most + 1] and re.fullmatch(r"\d{1,9}", words[most], re.ASCII):
            most += 1  # the numbers may be written as FEN does
        found = words[:most]
        rest = re.sub(r"^\s*" + r"\s+".join(map(re.escape, found)), "", line)
        operations = _parsed(rest)
        said = {name: _number(operations.pop(name)) for name in self._counters() if name in operations}
        if len(found) == len(kept) and said:
            found += [said.get(name, usual) for name, usual in self._usual.items()]
        return found, operations

    def _counters(self) -> list[str]:
        """The operations that stand for the numbers at the end."""
        return [ROUND if field.name == "turn" else COUNT for field in self.notation.fields[len(self._kept()) :]]

    @cached_property
    def _usual(self) -> dict[str, str]:
        """What the numbers at the end are when a game begins."""
        words = self.notation.write(self.game.start(seed=0)).split(" ")
        return dict(zip(self._counters(), words[len(self._kept()) :], strict=True))

    def _kept(self) -> Sequence[Field]:
        """The words of a line before the numbers at its end."""
        fields, last = self.notation.fields, len(self.notation.fields)
        if last and fields[last - 1].name == "turn":
            last -= 1
            before = fields[last - 1] if last else Field("", {})
            variable = self.notation.variables.get(before.name)
            if variable and isinstance(variable.type.base, Range) and not variable.dimensions and not before.texts:
                last -= 1
        return fields[:last]

    # ---- writing

    def text(self, record: Record, told: Sequence[Branch]) -> str:
        """The position in which a game ends."""
        return f"{' '.join(self.words(record, told))}\n"

    def words(self, record: Record, told: Sequence[Branch]) -> list[str]:
        """The words of the position in which a game ends, with the number of its round. Raises FormatError."""
        main = told[0]
        state = main.steps[-1].after if main.steps else main.first
        if state.in_turn:
            raise FormatError(f"it ends in the middle of a turn, and {self.kind.upper()} can't say so")
        words = self.notation.write(state).split(" ")
        given = (record.tags or {}).get("FEN", "").split()
        for i, field in enumerate(self.notation.fields):
            if field.name == "me" and state.is_over:
                mover = self.game.players[state._values[NEXT]]
                words[i] = field.texts.get(mover, mover)
            if field.name == "turn":
                first = int(given[i]) if given[i : i + 1] and re.fullmatch(r"\d{1,9}", given[i], re.ASCII) else 1
                begins = main.first._values[NEXT if main.first.is_over else ME]
                words[i] = str(first + (begins + state.turns) // len(self.game.players))
        return words

    def lost(self, record: Record) -> list[str]:
        """The operations of EPD, for which there is no room."""
        names = list(_operations(record))
        return [f"{self.kind.upper()} has no room for {', '.join(names)}"] if names else []


class Epd(Fen):
    """Positions with operations: the best move, a name, counts."""

    kind, endings = "epd", (".epd",)

    def text(self, record: Record, told: Sequence[Branch]) -> str:
        """The position in which a game ends, and what its tags say of it."""
        words = self.words(record, told)
        kept, operations = len(self._kept()), _operations(record)
        counts = zip(self._usual.items(), words[kept:], strict=True)
        said = {**operations, **{name: word for (name, usual), word in counts if word != usual}}
        if told[0].steps:  # what was said of the position at the beginning isn't true of this one
            said = {name: value for name, value in said.items() if name not in operations or name == "id"}
        return " ".join([*words[:kept], *(f"{name} {value}".rstrip() + ";" for name, value in said.items())]) + "\n"

    def lost(self, record: Record) -> list[str]:
        """Nothing."""
        return []


def _told(number: int, line: int, text: str) -> Outside | None:
    """A line of a list; None where it says nothing."""
    if not text.strip() or text.lstrip().startswith("#"):
        return None
    told = Outside(number, line)
    if len(text) > MOST_TEXT:
        told.refuse(line, f"a position should have at most {MOST_TEXT:,} characters")
    told.tags["FEN"] = text.strip()
    return told


def _parsed(text: str) -> dict[str, str]:
    """Operations, each with its operands as they were written. Raises PositionError."""
    found: dict[str, str] = {}
    at = 0
    while text[at:].strip(" \t;"):
        one = _OPERATION.match(text, at)
        if one is None:
            raise PositionError([f"`{brief(text[at:].strip())}`: operations look like `bm Nf3; id \"one\";`"])
        if one[1] in found:
            raise PositionError([f"the operation `{one[1]}` is there twice"])
        if not _OWN.fullmatch(one[1]):
            raise PositionError([f"`{brief(one[1])}` is no operation: these begin with a small letter"])
        found[one[1]] = " ".join(_OPERAND.findall(one[2]))
        at = one.end()
    return found


def _number(text: str) -> str:
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise PositionError([f"`{brief(text)}`: {COUNT} and {ROUND} are numbers"])
    return text


def _operations(record: Record) -> dict[str, str]:
    return {name: value for name, value in (record.tags or {}).items() if _OWN.fullmatch(name)}


def _untrue(state: State, name: str, value: str) -> str:
    """Why an operation's moves can't be; "" if they can, or it has none."""
    if name not in MOVES and name not in LINES:
        return ""
    for text in value.split():
        try:
            move = state.parse(text.rstrip("+#!?"))
            state = state.play(move) if name in LINES else state
        except (MoveError, RuleError) as error:
            return f"{name} {brief(text)}: {error}"
    return ""
