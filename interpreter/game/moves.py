"""Moves: entries of a list of options, how they are written, and what a text stands for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from gdl.model.model import Choose, Roll, Shape
from gdl.model.nodes import Cond, Const, Expr, Given, Op, Table
from gdl.model.types import Range, Size
from gdl.suggest import closest
from gdl.visible import brief
from interpreter.backend import Broken, Endless, Entry, Stepper
from interpreter.game.errors import Ambiguous, MoveError, NotAMove, NotLegal, RuleError
from interpreter.graph.graph import Ask

MAX_LENGTH = 1_000
"""A text of more characters is compared with the moves, but not looked at closely."""


class Move:
    """One option: a decision by the player to move, or an outcome of chance. Equal if the same is chosen there."""

    __slots__ = ("_machine", "_text", "entry")

    def __init__(self, machine: Stepper, entry: Entry) -> None:
        self._machine, self.entry = machine, entry
        self._text: str | None = None

    @property
    def text(self) -> str:
        """The move in the ruleset's notation."""
        if self._text is None:
            self._text = written(self._machine, self.entry)
        return self._text

    @property
    def choose(self) -> Choose:
        """The decision or roll of which it is an option."""
        node = self._machine.graph.nodes[self.entry.ask]
        assert isinstance(node, Ask)
        return node.choose

    @property
    def chosen(self) -> tuple[int, ...]:
        """What is chosen, by its numbers, without what a roll hides."""
        choose, chosen = self.choose, self.entry.chosen
        return chosen[: len(chosen) - choose.hidden] if isinstance(choose, Roll) else chosen

    @property
    def values(self) -> tuple[str, ...]:
        """The labels of what is chosen, one for each name."""
        return tuple(
            str(value) if isinstance(variable.type.base, Range) else variable.type.values.labels[value]
            for variable, value in zip(self.choose.variables, self.chosen, strict=False)
        )

    @property
    def sites(self) -> tuple[str, ...]:
        """The labels of those chosen things that are sites."""
        pairs = zip(self.choose.variables, self.values, strict=False)
        return tuple(label for variable, label in pairs if isinstance(variable.type.base, Shape))

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two moves equal."""
        return self.entry.ask, self.chosen

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._machine is other._machine and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text}>"


def written(machine: Stepper, entry: Entry) -> str:
    """An entry in the ruleset's notation. Raises RuleError if the rules can't even write it."""
    try:
        return machine.text(entry)
    except (Broken, Endless) as problem:
        move = Move(machine, entry)
        names = [v.name for v in move.choose.variables]
        raise RuleError("\n".join([
            f"{(problem.span or move.choose.span).where}: {problem}, as a move is written",
            f"  the rule: {' '.join(move.choose.span.text.split())[:120]}",
            f"  the choice: {', '.join(map(' = '.join, zip(names, move.values, strict=False))) or '(the only one)'}",
        ])) from None  # fmt: skip


def find(text: str, moves: Sequence[Move], machine: Stepper, asks: str) -> Move:
    """The move that a text stands for: exactly, but for upper and lower case, or by its beginning. Raises MoveError."""
    wanted = " ".join(text.split())
    if not wanted:
        raise NotAMove("nothing was entered; write a move")
    texts = [m.text for m in moves]
    if len(wanted) > MAX_LENGTH and wanted not in texts:
        raise NotAMove(f"“{brief(wanted)}” is not a move of this game")
    folded = wanted.casefold()
    for same in (
        [i for i, t in enumerate(texts) if t == wanted],
        [i for i, t in enumerate(texts) if t.casefold() == folded],
        [i for i, t in enumerate(texts) if t.casefold().startswith(folded)],
    ):
        if len(same) == 1:
            return moves[same[0]]
        if len({texts[i] for i in same}) == 1 and same:
            node = machine.graph.nodes[moves[same[0]].entry.ask]
            where = node.choose.span.where if isinstance(node, Ask) else "the rules"
            message = f"{len(same)} options are written “{texts[same[0]]}” ({where}); choose one by its number"
            raise Ambiguous(message, [texts[i] for i in same])
        if same:
            matches = [texts[i] for i in same]
            raise Ambiguous(f"“{brief(wanted)}” could be {_few(matches)}; write more of it", matches)
    raise not_found(wanted, texts, machine, asks)


def not_found(wanted: str, texts: Sequence[str], machine: Stepper, asks: str) -> MoveError:
    """Why a text is no option: never a move, or not now."""
    near = closest(wanted, texts)
    hint = f"; did you mean {near}?" if near else ""
    if any(pattern.fullmatch(wanted) for pattern in _patterns(machine)):
        return NotLegal(f"{brief(wanted)} is not legal now{hint or f'; legal are {_few(texts)}'} (the rule: {asks})")
    return NotAMove(f"“{brief(wanted)}” is not a move of this game{hint or f'; legal now: {_few(texts)}'}")


def _few(texts: Sequence[str]) -> str:
    shown = ", ".join(texts[:6])
    return shown + (f" … ({len(texts)} in all)" if len(texts) > 6 else "")


@lru_cache(maxsize=8)
def _patterns(machine: Stepper) -> list[re.Pattern[str]]:
    """What the moves of each decision look like."""
    nodes = machine.graph.nodes
    texts = dict.fromkeys(node.choose.text for node in nodes if isinstance(node, Ask))
    return [re.compile(_pattern(text), re.IGNORECASE) for text in texts]


def _pattern(e: Expr) -> str:
    match e:
        case Const():
            return re.escape(str(e.value))
        case Op() if e.name == "text":
            return "".join(map(_pattern, e.operands))
        case Op() if e.name == "string":
            return r"-?\d+"
        case Cond():
            return f"(?:{_pattern(e.then)}|{_pattern(e.other)})"
        case Given():
            return f"(?:{_pattern(e.body)})?"
        case Table() if len(e.arguments) == 1 and e.arguments[0].type.size != Size.MANY:
            labels = dict.fromkeys(v for v in e.values if isinstance(v, str))
            return f"(?:{'|'.join(map(re.escape, labels))})"
    return ".*"
