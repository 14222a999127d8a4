"""Whether what has been before decides anything but that a game which goes round is drawn."""

from __future__ import annotations

from gdl.model import model as m
from gdl.model.build import folded, integer
from gdl.model.nodes import Const, Expr, Op, Repeats, within
from gdl.passes.fold import substitute


def past_is_idle(model: m.Model) -> bool:
    """Whether `repeats` is asked for nothing but a draw once it has come to some number: then who can't force a win has
    a draw all the same, by going round for ever, and the past may be forgotten where only values are asked for."""
    asked = {e for block in (model.setup, model.turn, model.end) for e in m.deep(block) if isinstance(e, Repeats)}
    idle: set[Expr] = set()
    for s in m.walk(model.end):
        if isinstance(s, m.Branch) and not s.other and all(map(_draws, s.then)):
            idle |= {e for atom in _atoms(s.condition) if _never(atom) for e in within(atom) if isinstance(e, Repeats)}
            if any(_asks(atom) and not _never(atom) for atom in _atoms(s.condition)):
                return False
        elif any(isinstance(e, Repeats) for x in m.expressions(s) for e in within(x)):
            return False
    elsewhere = (e for block in (model.setup, model.turn) for e in m.deep(block))
    return asked <= idle and not any(isinstance(e, Repeats) for e in elsewhere)


def _draws(s: m.Statement) -> bool:
    return isinstance(s, m.Finish) and s.result == "draw"


def _atoms(e: Expr) -> list[Expr]:
    """What a condition is made of by `and` and `or`."""
    if isinstance(e, Op) and e.name in ("and", "or"):
        return [atom for operand in e.operands for atom in _atoms(operand)]
    return [e]


def _asks(e: Expr) -> bool:
    return any(isinstance(part, Repeats) for part in within(e))


def _never(e: Expr) -> bool:
    """Whether it doesn't hold as long as nothing has come again."""
    none: dict[Expr, Expr] = {part: integer(0) for part in within(e) if isinstance(part, Repeats)}
    known = folded(substitute(e, none)) if none else e
    return bool(none) and isinstance(known, Const) and not known.value
