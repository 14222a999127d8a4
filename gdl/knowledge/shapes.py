"""What shows of a block from outside: who decides in it, how often, and what is told of it in any case."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.model import statements as m
from gdl.model.nodes import Const

Shape = tuple[object, ...]


def decides(block: m.Block) -> bool:
    """Whether there are decisions or rolls in a block."""
    return any(isinstance(s, m.Choose) for s in m.walk(block))


def changed(block: m.Block) -> set[m.Variable]:
    """The variables that get other values somewhere in a block."""
    found = set[m.Variable]()
    for s in m.walk(block):
        if isinstance(s, m.Assign):
            found.add(s.variable)
        elif isinstance(s, m.Choose | m.Loop):
            found.update(s.variables)
    return found


def told(block: m.Block) -> list[object]:
    """The texts that all are told on the way through a block, where nothing is chosen in them."""
    asked = [s for s in m.walk(block) if isinstance(s, m.Choose) and not s.secret]
    return [s.text.value if isinstance(s.text, Const) else None for s in asked]


def shape(block: m.Block) -> Shape:
    """Who decides how often on the way through a block, as far as that shows: blocks of one shape look alike."""
    return tuple(part for s in block for part in _parts(s))


def _parts(s: m.Statement) -> Iterator[object]:
    match s:
        case m.Choose():
            yield "roll" if isinstance(s, m.Roll) else "choose", s.secret, s.told
        case m.Assign() if s.variable.name == "me" and not s.variable.local:
            yield "me", s.value
        case m.Branch():
            one, other = shape(s.then), shape(s.other)
            if one == other:
                yield from one
            else:
                yield "branch", s, one, other
        case m.Either() if s.branches:
            ways = {shape(branch) for branch in (*s.branches, *((s.otherwise,) if s.otherwise is not None else ()))}
            if len(ways) == 1:
                yield from ways.pop()
            else:
                yield "either", s
        case m.Loop() | m.Repeat() | m.Most() if decides(s.body):
            yield "loop", s
