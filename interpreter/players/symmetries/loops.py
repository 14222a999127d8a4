"""Whether it matters in which order a loop goes through its tuples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gdl.model import nodes as n
from gdl.model import statements as m
from gdl.model.operators import laws

BOARD = "board"


def order_matters(loop: m.Loop, moves: Callable[[object], bool]) -> bool:
    """Whether it may. It doesn't if nothing that the body does is read in it, and what it does to one thing for one
    tuple is the same as for another, or is done to other things, or adds up. `moves`: of which types' elements the
    order is in doubt."""
    names = {v for v in loop.variables if moves(v.type.base)}
    own = {v for s in (loop, *m.walk(loop.body)) if isinstance(s, m.Loop) for v in s.variables}
    written: set[object] = set()
    done: list[m.Statement] = []
    for s in m.walk(loop.body):
        if isinstance(s, m.Assign):
            written.add(s.variable)
            done.append(s)
        elif isinstance(s, m.Put | m.Remove):
            written.add(BOARD)
            done.append(s)
        elif not isinstance(s, m.Branch | m.Loop | m.Count):
            return True
    read = set(_read(loop.body))
    if written & own or read & written:
        return True
    return not _alike(done, names, own)


def _alike(done: list[m.Statement], names: set[m.Variable], own: set[m.Variable]) -> bool:
    """Whether all that is done to the same thing comes to the same in any order."""
    board = [s for s in done if isinstance(s, m.Put | m.Remove)]
    if board and not _same_on_board(board, own):
        return False
    assigned: dict[m.Variable, list[m.Assign]] = {}
    for s in done:
        if isinstance(s, m.Assign):
            assigned.setdefault(s.variable, []).append(s)
    return all(
        all(map(_adds, all_)) or (len(all_) == 1 and (_apart(all_[0], names) or not _depends(all_[0].value, own)))
        for all_ in assigned.values()
    )


def _same_on_board(done: Sequence[m.Statement], own: set[m.Variable]) -> bool:
    if all(isinstance(s, m.Remove) and s.count is None for s in done):
        return True
    pieces = {s.piece for s in done if isinstance(s, m.Put)}
    return all(isinstance(s, m.Put) for s in done) and len(pieces) == 1 and not any(_depends(p, own) for p in pieces)


def _apart(s: m.Assign, names: set[m.Variable]) -> bool:
    """Whether each tuple has a place of its own: the indices name all that is bound."""
    plain = {i.variable for i in s.indices if isinstance(i, n.Get) and not i.indices}
    return bool(names) and names <= plain


def _adds(s: m.Assign) -> bool:
    """Whether it adds something to a number, or takes it away."""
    e = s.value
    if not isinstance(e, n.Op) or not e.type.is_number:
        return False
    return any(sign == 1 and _is_itself(s, o) for sign, o in zip(laws(e).sign, e.operands, strict=False))


def _is_itself(s: m.Assign, e: n.Expr) -> bool:
    return isinstance(e, n.Get) and e.variable is s.variable and e.indices == s.indices


def _depends(e: n.Expr, names: set[m.Variable]) -> bool:
    return any(isinstance(part, n.Get) and part.variable in names for part in n.within(e))


def _read(block: m.Block) -> Iterator[object]:
    """What statements read of the state, but for a number that is added to."""
    for s in m.walk(block):
        parts = list(m.expressions(s))
        if isinstance(s, m.Assign) and _adds(s):
            assert isinstance(s.value, n.Op)
            own = next(o for o in s.value.operands if _is_itself(s, o))
            rest = list(s.value.operands)
            rest.remove(own)
            parts = [*s.indices, *rest]
        for e in n.within(*parts):
            if isinstance(e, n.Get):
                yield e.variable
            elif isinstance(e, n.Standing | n.Content | n.Height | n.Layer):
                yield BOARD
            elif e.reads:  # a change that is looked ahead at, the past, the next turn: anything
                yield BOARD
                yield from (s.variable for s in m.walk(block) if isinstance(s, m.Assign))


