"""A proof that games end, where rules show one: each turn uses up something that never comes back.

What may be used up: sites where nothing has stood, if no piece ever leaves its site; a number that only grows or only
falls; members of a set that only grows or only shrinks. If each way through a turn uses up something, there are no more
turns than there is of it, and no more decisions than as many times those of a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import prod

from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import Const, Expr, Get, Op, Standing
from gdl.model.operators import holders, laws
from gdl.model.types import Domain, Range, Size

SITES = "sites"
Stock = m.Variable | str
"""What is used up: a variable, or free sites."""


def longest(model: Model) -> tuple[int, int] | None:
    """Decisions and rolls of a game at most; None if there is no such proof."""
    turn = _Turn(model)
    steps, before = _steps(model.turn), _steps(model.setup)
    if steps is None or before is None or not turn.uses_up(model.turn):
        return None
    turns = sum(map(turn.amount, turn.used))
    if any(isinstance(s, m.Finish | m.Rank) for s in reached(model.turn)):
        turns += 1  # the last one may end the game before it uses up anything
    return steps[0] * turns, steps[1] * turns + before[1]


def _steps(block: m.Block) -> tuple[int, int] | None:
    """Decisions and rolls on a way through a block, at most; None if loops may go on for as long as they like."""
    decisions = chances = 0
    for statement in block:
        inner = [_steps(b) for b in _inner(statement)]
        if None in inner:
            return None
        most = [max((pair[i] for pair in inner if pair), default=0) for i in (0, 1)]
        if isinstance(statement, m.Repeat) and any(most):
            return None
        times = 1
        if isinstance(statement, m.Loop):
            times = prod(len(variable.type.values) for variable in statement.variables)
        is_roll, is_choice = isinstance(statement, m.Roll), isinstance(statement, m.Choose)
        decisions += most[0] * times + (is_choice and not is_roll)
        chances += most[1] * times + is_roll
    return decisions, chances


def _inner(statement: m.Statement) -> list[m.Block]:
    """The blocks within a statement, but for those that are never reached."""
    if isinstance(statement, m.Branch) and isinstance(statement.condition, Const):
        return [statement.then if statement.condition.value else statement.other]
    return [block for block in m.inner_blocks(statement) if not _is_dead(block)]


def _is_dead(block: m.Block) -> bool:
    """Whether a branch can't be taken: it begins with a choice among nothing."""
    first = block[0] if block else None
    return isinstance(first, m.Choose) and isinstance(first.where, Const) and first.where.value is False


def reached(block: m.Block) -> Iterator[m.Statement]:
    """All statements, but those of branches that can't be taken."""
    for statement in block:
        yield statement
        for inner in _inner(statement):
            yield from reached(inner)


@dataclass(frozen=True)
class _Change:
    """What an assignment does to its variable: `sign` 1 if that can only grow, -1 if it can only fall. `by`: how much,
    or which elements; None if that can't be told."""

    sign: int
    by: Expr | None


class _Turn:
    """What turns use up."""

    def __init__(self, model: Model) -> None:
        self.model = model
        statements = [*reached(model.turn), *reached(model.end)]
        self.stocks: list[Stock] = [*_variables(statements)]
        if model.board is not None and not model.stacks and _only_puts(statements):
            self.stocks.append(SITES)
        self.used: set[Stock] = set()
        """What was found to be used up."""

    def amount(self, stock: Stock) -> int:
        """How much there is of it."""
        if isinstance(stock, str):
            return len(self.model.board or ())
        cells, base = prod(map(len, stock.dimensions)), stock.type.values
        return cells * (len(base) if stock.type.size == Size.MANY else len(base) - 1)

    def uses_up(self, block: m.Block, chosen: dict[m.Variable, Expr] | None = None) -> bool:
        """Whether each way through a block uses up something, or ends the game. `chosen`: what has been chosen since
        anything was changed, and from which set."""
        held = dict(chosen or {})
        for statement in block:
            if isinstance(statement, m.Choose):
                if len(statement.variables) == len(statement.binders):
                    held |= dict(zip(statement.variables, (source for _, source in statement.binders), strict=True))
                continue
            if isinstance(statement, m.Finish | m.Rank):
                return True
            stock = self._uses(statement, held)
            if stock is not None:
                self.used.add(stock)
                return True
            inner = _inner(statement)
            whole = isinstance(statement, m.Branch | m.Either | m.Most | m.Repeat)
            if whole and inner and all(self.uses_up(b, held) for b in inner):
                return True
            held.clear()
        return False

    def _uses(self, statement: m.Statement, held: dict[m.Variable, Expr]) -> Stock | None:
        """What a statement uses up for certain."""
        if isinstance(statement, m.Put) and SITES in self.stocks:
            site = _one(statement.sites)
            return SITES if site in held and self._is_free(held[site]) else None
        if not isinstance(statement, m.Assign) or statement.variable not in self.stocks:
            return None
        change = _change(statement)
        if change is None or change.by is None:
            return None
        if statement.variable.type.size != Size.MANY:
            base = change.by.type.base
            return statement.variable if isinstance(base, Range) and base.low > 0 else None
        member = _one(change.by)
        if member not in held:
            return None
        is_new = _lies_in(held[member], statement) if change.sign < 0 else _lies_beside(held[member], statement)
        return statement.variable if is_new else None

    def _is_free(self, sites: Expr) -> bool:
        """Whether all sites of a set are empty."""
        if not isinstance(sites, Op):
            return False
        if sites.name == "minus":
            first, taken = sites.operands
            every = tuple(range(len(self.model.kinds)))
            free = isinstance(taken, Standing) and taken.owner is None and taken.kinds == every
            return free or self._is_free(first)
        return sites.name == "both" and any(map(self._is_free, sites.operands))


def _one(sites: Expr) -> m.Variable | None:
    """The variable of which a set holds the value, and nothing else."""
    inner = sites.operands[0] if isinstance(sites, Op) and sites.name == "single" else sites
    return inner.variable if isinstance(inner, Get) and not inner.indices else None


def _is_own(e: Expr, statement: m.Assign) -> bool:
    """Whether an expression is what an assignment's variable holds."""
    return isinstance(e, Get) and e.variable is statement.variable and e.indices == statement.indices


def _lies_in(source: Expr, statement: m.Assign) -> bool:
    """Whether a set is what the variable holds, or a part of that."""
    if _is_own(source, statement):
        return True
    return any(_lies_in(e, statement) for e in holders(source))


def _lies_beside(source: Expr, statement: m.Assign) -> bool:
    """Whether a set has nothing of what the variable holds."""
    if isinstance(source, Op) and source.name == "minus" and _is_own(source.operands[1], statement):
        return True
    return any(_lies_beside(e, statement) for e in holders(source))


def _only_puts(statements: Iterable[m.Statement]) -> bool:
    """Whether pieces come, and never go."""
    return all(
        not isinstance(s, m.Move | m.Remove) and not (isinstance(s, m.Put) and s.piece.type.size != Size.ONE)
        for s in statements
    )


def _variables(statements: Iterable[m.Statement]) -> Iterator[m.Variable]:
    """The variables that only grow, or only fall."""
    signs: dict[m.Variable, set[int]] = {}
    for statement in statements:
        if isinstance(statement, m.Assign):
            change = _change(statement)
            signs.setdefault(statement.variable, set()).add(change.sign if change else 0)
    for variable, found in signs.items():
        if not variable.local and len(found) == 1 and 0 not in found and isinstance(variable.type.base, Range | Domain):
            yield variable


def _change(statement: m.Assign) -> _Change | None:
    """What an assignment does, if that goes in one direction."""
    value, variable = statement.value, statement.variable
    if not isinstance(value, Op) or len(value.operands) != 2:
        return None
    own, by = value.operands
    if not _is_own(own, statement):
        return None
    signs = laws(value).sign
    if variable.type.size == Size.MANY:
        if signs:
            return _Change(signs[1], by)
        return _Change(-1, None) if own in holders(value) else None
    base = by.type.base
    if variable.type.size != Size.ONE or not isinstance(base, Range) or base.low < 0:
        return None
    return _Change(signs[1], by) if signs else None
