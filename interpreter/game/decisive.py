"""What decided a game: the line of the rules that ended it, and the sites that show its condition.

The last move is played once more, by rules that note which line ends the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gdl.model.build import const
from gdl.model.model import Model
from gdl.model.nodes import Const, Expr, Get, Op
from gdl.model.primitives import bits
from gdl.passes.substitution import substitute_parts
from gdl.text.source import Span
from interpreter.game.known_values import At, KnownValues
from interpreter.graph.backend import Broken, Endless, Entry, Stop, Stuck
from interpreter.graph.ends import numbered
from interpreter.graph.graph import OVER
from interpreter.graph.layout import RESULT
from interpreter.graph.witnesses import of_end
from interpreter.reference.machine import Machine
from interpreter.reference.writer import Writer

Number = Callable[..., int | None]
"""How many things a variable holds, by its name and whose it is, if all players know it."""


@dataclass(frozen=True)
class Decisive:
    """What ended the game: the line of the rules, and the labels of the sites that show it, in the board's order."""

    sites: tuple[str, ...]
    span: Span

    @property
    def rule(self) -> str:
        """The text of the line."""
        return " ".join(self.span.text.split("#")[0].split())


@dataclass(frozen=True)
class Said:
    """The text for a line that ends a game.

    `holds`: expressions that the text gives away without reading them. `is_secret`: it tells of a choice that others
    don't learn.
    """

    text: Expr
    span: Span
    holds: tuple[Expr, ...] = ()
    is_secret: bool = False


def decisive(model: Model, last: Entry | None, stop: Stop) -> Decisive | None:
    """What ended the game that stopped here after the entry `last` (None if that isn't known). None if it can't be
    found out."""
    machine = _machine(model)
    try:
        values = _ended(machine, last, stop)
        if values is None:
            return None
        end = numbered(model).ends[values[RESULT][1][0]]
        witnesses = of_end(model, end)
        sites = 0 if witnesses is None else _value(machine, witnesses, values)
    except (Broken, Endless, Stuck):  # the rules can't say: then nobody can
        return None
    labels = model.board.labels if model.board else ()
    return Decisive(tuple(labels[i] for i in bits(sites)), end.span)


def said(
    model: Model, last: Entry | None, stop: Stop, said_of: Sequence[Said | None], who: int | None, number: Number
) -> str:
    """Tell `who` why a game ended: the text for the line that ended it. `who` is a player's number, `NOBODY` for those
    who look on, None for those who see everything. Gives "" if the line has no text, or if the text depends on what
    they don't know. `number` says how many hidden things there are, where all players have counted them."""
    machine = _machine(model)
    try:
        values = _ended(machine, last, stop)
        found = None if values is None else said_of[values[RESULT][1][0]]
        if found is None or values is None:
            return ""
        text = found.text if who is None else _heard(machine, found, At([*values], {}, found.span, who=who), number)
        return "" if text is None else str(_value(machine, text, values))
    except (Broken, Endless, Stuck):
        return ""


def _heard(machine: Machine, found: Said, at: At, number: Number) -> Expr | None:
    """A text as a player may hear it; None if they don't know all that it reads or gives away, in the last state."""
    known = _known(machine)

    def counted(e: Expr) -> Expr:
        match e:
            case Op(name="count", operands=(Get(variable=variable, indices=indices) as those,)) if (
                not variable.local and not known.is_known(those, at)
            ):
                labels = [*map(_label, indices)]
                so_many = None if None in labels else number(variable.name, *labels)
                return e if so_many is None else const(e.type, so_many)
        return substitute_parts(e, counted)

    text, *holds = (counted(part) for part in (found.text, *found.holds))
    return text if not found.is_secret and all(known.is_known(part, at) for part in (text, *holds)) else None


def _label(e: Expr) -> str | None:
    """The name of a thing, if it is known beforehand."""
    values = e.type.values
    return values.labels[e.value - values.low] if isinstance(e, Const) and e.value >= values.low else None


@lru_cache(maxsize=4)
def _known(machine: Machine) -> KnownValues:
    return KnownValues(machine)


@lru_cache(maxsize=4)
def _machine(model: Model) -> Machine:
    machine = Machine(numbered(model).model)
    machine.walk.keep_locals_at_the_end()
    return machine


def _ended(machine: Machine, last: Entry | None, stop: Stop) -> tuple[Any, ...] | None:
    """The values of the numbered rules where they end."""
    if last is not None:
        return machine.play(Entry(last.ask, last.chosen, last.values)).values
    values = list(stop.values)  # a position, or read back from a file: what `end` says of it
    values[RESULT] = machine.layout.initial[RESULT]
    return tuple(values) if machine.after_turn(values) == OVER else None


def _value(machine: Machine, e: Expr, values: tuple[Any, ...]) -> Any:
    """The value of an expression in a state."""
    writer = Writer(machine.graph, machine.layout)
    with writer.region():
        writer.line(f"return {writer.code(e)}")
    writer.finish("it")
    return writer.compiled(machine.next_is_stuck)["it"](list(values))
