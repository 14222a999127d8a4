"""Moves: entries of a list of options, how they are written, and what a text stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, TypeVar

from gdl.model.nodes import Cond, Const, Expr, Given, Op, Table
from gdl.model.primitives import letter
from gdl.model.shape import Shape
from gdl.model.statements import Choose, Roll
from gdl.model.types import Base, Parts, Range, Size
from gdl.text.suggest import closest
from gdl.text.visible import brief
from interpreter.errors import Ambiguous, MoveError, NotAMove, NotLegal, RuleError
from interpreter.game.readings import SIGNS, noughts, readings
from interpreter.graph.backend import Broken, Endless, Entry, Stepper
from interpreter.graph.graph import Ask

T = TypeVar("T")
MAX_LENGTH = 1_000
"""A text of more characters is compared with the moves, but not looked at closely."""


ANYTHING = ".*"


class Move:
    """One option: a decision by the player to move, or an outcome of chance. Two moves are equal if their choices
    are equal."""

    __slots__ = ("_machine", "_others", "_text", "entry")

    def __init__(self, machine: Stepper, entry: Entry) -> None:
        self._machine, self.entry = machine, entry
        self._text: str | None = None
        self._others: tuple[str, ...] | None = None

    @property
    def text(self) -> str:
        """The move in the ruleset's notation."""
        if self._text is None:
            self._text = written(self._machine, self.entry)
        return self._text

    @property
    def others(self) -> tuple[str, ...]:
        """Further texts that people may type for it. Other moves may have the same texts."""
        if self._others is None:
            self._others = _told(self._machine, self.entry, self._machine.other_texts)
        return self._others

    @property
    def choose(self) -> Choose:
        """The decision or roll of which it is an option."""
        node = self._machine.graph.nodes[self.entry.ask]
        assert isinstance(node, Ask)
        return node.choose

    def is_told(self, player: int) -> bool:
        """Whether this player learns its text, if another player decides."""
        choose = self.choose
        if choose.secret and choose.told is not None:
            return bool(audience(self._machine, self.entry) >> player & 1)
        return not choose.secret

    @property
    def chosen(self) -> tuple[int, ...]:
        """The chosen values as numbers, without what a roll hides."""
        choose, chosen = self.choose, self.entry.chosen
        return chosen[: len(chosen) - choose.hidden] if isinstance(choose, Roll) else chosen

    @property
    def values(self) -> tuple[str, ...]:
        """The labels of the chosen values: one for each name; for a set, those of its elements."""
        return tuple(label for _, labels in self._chosen_labels() for label in labels)

    @property
    def sites(self) -> tuple[str, ...]:
        """The labels of those chosen things that are sites."""
        return tuple(label for base, labels in self._chosen_labels() if isinstance(base, Shape) for label in labels)

    @property
    def loose(self) -> tuple[tuple[str, ...], ...]:
        """For each chosen set of several sites their labels: they may be pointed at in any order."""
        return tuple(
            labels for variable, (base, labels) in zip(self.choose.variables, self._chosen_labels(), strict=False)
            if isinstance(variable.type.base, Parts) and isinstance(base, Shape) and len(labels) > 1
        )  # fmt: skip

    def _chosen_labels(self) -> Iterator[tuple[Base, tuple[str, ...]]]:
        """For each name what it ranges over, and the labels of what is chosen."""
        for variable, value in zip(self.choose.variables, self.chosen, strict=False):
            base = variable.type.base
            if isinstance(base, Parts):
                yield base.of, base.members(value)
            else:
                yield base, (str(value) if isinstance(base, Range) else variable.type.values.labels[value],)

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
    return _told(machine, entry, machine.text)


def audience(machine: Stepper, entry: Entry) -> int:
    """Who is told by name how an entry is written: a set of players. Raises RuleError as `written` does."""
    return _told(machine, entry, machine.audience)


def _told(machine: Stepper, entry: Entry, text: Callable[[Entry], T]) -> T:
    try:
        return text(entry)
    except (Broken, Endless) as problem:
        move = Move(machine, entry)
        pairs = zip(move.choose.variables, move._chosen_labels(), strict=False)
        said = [f"{variable.name} = {','.join(labels) or 'nothing'}" for variable, (_, labels) in pairs]
        raise RuleError("\n".join([
            f"{(problem.span or move.choose.span).where}: {problem}, as a move is written",
            f"  the rule: {' '.join(move.choose.span.text.split())[:120]}",
            f"  the choice: {', '.join(said) or '(the only one)'}",
        ])) from None  # fmt: skip


def find(text: str, moves: Sequence[Move], machine: Stepper, asks: str, strict: bool = False) -> Move:
    """The move that a text stands for: as the rules write it, as people write it (`readings`), or by its beginning.
    `strict`: only as the rules write it, or by its beginning, but for upper and lower case. Raises MoveError."""
    wanted = " ".join(text.split())
    if not wanted:
        raise NotAMove("nothing was entered; write a move")
    texts = [m.text for m in moves]
    if len(wanted) > MAX_LENGTH and wanted not in texts:
        raise NotAMove(f"“{brief(wanted)}” is not a move of this game")
    alike = partial(is_alike, machine)
    meant = _meant(wanted, texts, moves, None if strict else alike)
    if len(meant) == 1:
        return moves[meant[0]]
    matches = [texts[i] for i in meant]
    if len(set(matches)) == 1:
        node = machine.graph.nodes[moves[meant[0]].entry.ask]
        where = node.choose.span.where if isinstance(node, Ask) else "the rules"
        message = f"{len(matches)} options are written “{matches[0]}” ({where}); choose one by its number"
        raise Ambiguous(message, matches)
    if matches:
        raise Ambiguous(f"“{brief(wanted)}” could be {_few(matches)}; write more of it", matches)
    raise not_found(wanted, texts, machine, asks, strict)


def _meant(
    wanted: str, texts: Sequence[str], moves: Sequence[Move], alike: Callable[[str], bool] | None
) -> list[int]:
    """The moves, by their places, that a text may stand for; `alike` as in `readings`, None if those don't count."""
    folded = wanted.casefold()
    exact = [i for i, text in enumerate(texts) if text == wanted]
    if exact := exact or [i for i, text in enumerate(texts) if text.casefold() == folded]:
        return exact
    begun = [i for i, text in enumerate(texts) if text.casefold().startswith(folded)]
    other = readings(wanted, moves, alike) if alike else []
    if len(begun) == 1 and begun != other:
        # the beginning of one move alone stands for it: no other is meant without being asked
        return [*begun, *other] if len(other) == 1 else begun
    return other or begun


def not_found(wanted: str, texts: Sequence[str], machine: Stepper, asks: str, strict: bool = False) -> MoveError:
    """Why a text is no option: never a move, or not now."""
    near = closest(wanted, texts)
    hint = f"; did you mean {near}?" if near else ""
    is_like_one = any(p.fullmatch(wanted) for p in _patterns(machine))
    if is_like_one or wanted.casefold() in _chosen_labels(machine) or (not strict and is_alike(machine, wanted)):
        return NotLegal(f"{brief(wanted)} is not legal now{hint or f'; legal are {_few(texts)}'} (the rule: {asks})")
    return NotAMove(f"“{brief(wanted)}” is not a move of this game{hint or f'; legal now: {_few(texts)}'}")


def _few(texts: Sequence[str]) -> str:
    shown = ", ".join(texts[:6])
    return shown + (f" … ({len(texts)} in all)" if len(texts) > 6 else "")


@lru_cache(maxsize=8)
def _patterns(machine: Stepper) -> list[re.Pattern[str]]:
    """What the moves of each decision look like, as the rules write them."""
    texts = dict.fromkeys(node.choose.text for node in machine.graph.nodes if isinstance(node, Ask))
    return [re.compile(_pattern(text), re.IGNORECASE) for text in texts]


@lru_cache(maxsize=8)
def _chosen_labels(machine: Stepper) -> frozenset[str]:
    """The names of all things that players choose, in whatever decision; of a part of a set those of its elements."""
    asked = [node.choose for node in machine.graph.nodes if isinstance(node, Ask) and not node.is_roll]
    bases = {v.type.base for choose in asked for v, _ in choose.binders}
    whole = {base.of if isinstance(base, Parts) else base for base in bases}
    return frozenset(str(label).casefold() for base in whole for label in getattr(base, "labels", ()))


@lru_cache(maxsize=8)
def _loose_patterns(machine: Stepper) -> list[re.Pattern[str]]:
    """What they look like as people write them. A text that may be anything says nothing."""
    asked = [node.choose for node in machine.graph.nodes if isinstance(node, Ask)]
    patterns = [_pattern(text, loosely) for choose in asked for text in (choose.text, *choose.others)]
    return [re.compile(pattern) for pattern in dict.fromkeys(patterns) if ANYTHING not in pattern]


def written_like(machine: Stepper) -> list[str]:
    """Regular expressions for what moves look like as people write them, legal or not: for readers elsewhere, who take
    a text in another case only if it is like none of these."""
    return [pattern.pattern for pattern in _loose_patterns(machine)]


def is_alike(machine: Stepper, text: str) -> bool:
    """Whether a text is written like a move, legal or not, upper and lower case as they are. Signs alone, which may
    stand between two things, name nothing."""
    texts = {text, noughts(text)} if text.strip(f"{SIGNS} ") else set()
    return any(pattern.fullmatch(one) for pattern in _loose_patterns(machine) for one in texts)


def loosely(literal: str) -> str:
    """A pattern for what stands in a text, or for what people put there."""
    return rf"[\s{re.escape(SIGNS)}]*" if literal and not literal.strip(SIGNS) else re.escape(literal)


def _pattern(e: Expr, literal: Callable[[str], str] = re.escape) -> str:
    match e:
        case Const():
            return literal(str(e.value))
        case Op() if e.name == "text":
            return "".join(_pattern(part, literal) for part in e.operands)
        case Op() if e.name == "string":
            return r"-?\d+"
        case Op() if e.name in ("letter", "capital"):
            numbers = e.operands[0].type.values
            letters = map(letter, range(max(numbers.low, 1), numbers.low + len(numbers)))
            return f"(?:{'|'.join(text.upper() if e.name == 'capital' else text for text in letters)})"
        case Cond():
            return f"(?:{_pattern(e.then, literal)}|{_pattern(e.other, literal)})"
        case Given():
            return f"(?:{_pattern(e.body, literal)})?"
        case Table() if not any(argument.type.size == Size.MANY for argument in e.arguments):
            return f"(?:{'|'.join(map(literal, dict.fromkeys(_labels(e.values, e.arguments))))})"
    return ANYTHING


def _labels(values: tuple[Any, ...], arguments: tuple[Expr, ...]) -> Iterator[str]:
    """The texts in a table, but those for what is never nothing."""
    (first, *rest) = arguments
    always_there = first.type.size == Size.ONE and not isinstance(first.type.base, Range)
    for value in values[:-1] if always_there else values:
        if isinstance(value, tuple) and rest:
            yield from _labels(value, tuple(rest))
        elif isinstance(value, str):
            yield value
