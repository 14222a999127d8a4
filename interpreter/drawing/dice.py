"""Which numbers are dice: those from 1 to 6 that are rolled, each as likely, and kept as they fell; and what is made of
such dice by keeping, choosing or moving them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from gdl.model import statements as m
from gdl.model.build import TRUE
from gdl.model.nodes import Const, Expr, Get, within
from gdl.model.types import Parts, Range

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from gdl.model.model import Model
    from gdl.model.state import Variable

DIE = Range(1, 6)
FIRST_FACE = ord("⚀") - 1
ALL = (1 << len(DIE)) - 1
"""All of its numbers as a set."""


@lru_cache(maxsize=16)
def dice(model: Model) -> frozenset[Variable]:
    """The variables that hold what was rolled, or say how many dice show each number."""
    statements = [s for block in (model.setup, model.turn, model.end) for s in m.walk(block)]
    found = {
        variable
        for s in statements if isinstance(s, m.Roll)
        for variable, (_, source) in zip(s.variables, s.binders, strict=True)
        if variable.type.base == DIE and isinstance(source, Const) and source.value == ALL and s.where == TRUE
    }  # fmt: skip
    while more := {variable for s in statements for variable in _handed_on(s, found)} - found:
        found |= more
    return frozenset(variable for variable in found if not variable.local)


def is_throw(choose: m.Choose) -> bool:
    """Whether a roll throws dice alone, for all to see."""
    return not choose.secret and bool(_shown(choose)) and all(v.type.base == DIE for v in _shown(choose))


def _shown(choose: m.Choose) -> tuple[Variable, ...]:
    """The names of a roll that are told: the last ones may only weigh it."""
    return choose.variables[: len(choose.variables) - choose.hidden] if isinstance(choose, m.Roll) else ()


def faces(choose: m.Choose, text: str) -> str:
    """Thrown dice as signs; "" if a throw isn't written as their numbers alone."""
    numbers = re.sub(r"[\s,;+-]+", "", text)
    is_plain = is_throw(choose) and len(numbers) == len(_shown(choose)) and set(numbers) <= set("123456")
    return "".join(chr(FIRST_FACE + int(number)) for number in numbers) if is_plain else ""


def _handed_on(s: m.Statement, dice: Set[Variable]) -> Iterator[Variable]:
    """The variables that hold dice after a statement if these do: what is kept, counted, chosen or gone through."""
    if isinstance(s, m.Choose | m.Loop):
        for variable, (_, source) in zip(s.variables, s.binders, strict=True):
            base = variable.type.base
            of, by = (base.of, s.where) if isinstance(base, Parts) else (base, source)  # `where` says which parts
            if of == DIE and _reads(by, dice):
                yield variable
    elif isinstance(s, m.Assign):
        keeps = isinstance(s.value, Get) and s.value.variable in dice and s.variable.type.base == DIE
        at = s.indices[-1] if s.indices else None
        one = isinstance(at, Get) and at.variable in dice
        several = s.variable.collection == "bag" and _reads(s.value, dice)
        base = s.variable.type.base
        counts = (one or several) and s.variable.dimensions[-1] == DIE and isinstance(base, Range) and base.low == 0
        if keeps or counts:
            yield s.variable


def _reads(e: Expr, dice: Set[Variable]) -> bool:
    return any(isinstance(part, Get) and part.variable in dice for part in within(e))
