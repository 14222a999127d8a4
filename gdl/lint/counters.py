"""E77: counters that run over while `stuck` is being tried."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import After, Cond, Const, Expr, Get, Op, Stuck, within
from gdl.model.types import Range
from gdl.text.findings import Finding

_END = "win me if some line in lines(3) where line within mine\n{}"


class RunsOverWhenTried(Rule):
    """A counter may leave its range while the game checks for `stuck`.

    `stuck` tries the next player's turn, up to the first decision. If the counter leaves its range in
    this trial, the trial fails, and the player doesn't count as stuck. So `stuck` never holds when the
    counter is at its limit. Let the counter hold more numbers, as many as one turn adds: `0..cap + 1`.
    Or ask for its limit before `stuck`.
    """

    code, name, severity = "E770", "runs-over-when-tried", "warning"
    bad = example(
        "game has turns: 0..9",
        turn="turns += 1\nchoose s in empty - row(2)\nput stone of me on s",
        end=_END.format("lose next if stuck\ndraw if turns = 9"),
    )
    good = example(
        "game has turns: 0..10",
        turn="turns += 1\nchoose s in empty - row(2)\nput stone of me on s",
        end=_END.format("lose next if stuck\ndraw if turns = 9"),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        told = set()
        for model in context.models:
            for change in _tried(model.turn):
                counter, step, key = change.variable, _step(change), (change.span.start, change.span.end)
                if not step or not change.checked or change.span.source.name != context.source.name or key in told:
                    continue
                high = counter.type.base.high if isinstance(counter.type.base, Range) else 0
                stop = _stop(model, counter)
                if stop is not None and stop <= high < stop + step:
                    told.add(key)
                    message = (
                        f"`{counter}` may become {stop + step} here while the game checks for `stuck`, "
                        f"but it holds {counter.type.base.name}; then nobody counts as stuck"
                    )
                    hint = f"let it hold {step} more, or ask for its limit before `stuck`"
                    yield self.found(change.span, message, hint)


def _tried(block: m.Block) -> list[m.Assign]:
    """The changes that may be made, or looked ahead at, when a turn is tried up to its first decision.

    Those under a condition that reads what they change are left out: they stop in time, we trust.
    """
    found: list[m.Assign] = []
    _try(block, frozenset(), found)
    return found


def _try(block: m.Block, asked: frozenset[m.Variable], found: list[m.Assign]) -> bool:
    """Collect a block's changes; whether it may be left without a decision."""
    for statement in block:
        for e in m.expressions(statement):
            _ahead(e, asked, found)
        match statement:
            case m.Choose():
                return False
            case m.Assign() if statement.variable not in asked:
                found.append(statement)
            case m.Branch():
                inner = asked | _read(statement.condition)
                ways = [_try(block, inner, found) for block in (statement.then, statement.other)]
                if not any(ways):
                    return False
            case m.Either():
                for branch in statement.branches:
                    _try(branch, asked, found)
                if statement.otherwise is None or not _try(statement.otherwise, asked, found):
                    return False
            case m.Loop() | m.Most():
                _try(statement.body, asked, found)
            case m.Repeat():
                if not _try(statement.body, asked, found):
                    return False
            case _:
                pass
    return True


def _ahead(e: Expr, asked: frozenset[m.Variable], found: list[m.Assign]) -> None:
    """Collect the changes that an expression looks ahead at."""
    for part in within(e):
        if isinstance(part, After):
            _try(part.change, asked, found)


def _step(change: m.Assign) -> int:
    """How much a change adds to its variable, at most; 0 if it doesn't add, or asks how large the variable is."""
    waiting, step = [change.value], 0
    while waiting:
        e = waiting.pop()
        if isinstance(e, Cond) and change.variable in _read(e.condition):
            continue
        if isinstance(e, Op) and e.name == "+" and any(_is(part, change.variable) for part in e.operands):
            step = max([step, *(part.value for part in e.operands if isinstance(part, Const))])
        elif isinstance(e, Cond):
            waiting += [e.then, e.other]
    return step


def _stop(model: Model, counter: m.Variable) -> int | None:
    """The number at which the game ends, where `end` asks `stuck` before it asks for that."""
    asked = False
    for statement in model.end:
        conditions = [statement.condition] if isinstance(statement, m.Branch) else []
        finishes = any(isinstance(s, m.Finish | m.Rank) for s in m.walk((statement,)))
        stops = [stop for e in conditions if finishes for stop in _limits(e, counter)]
        if stops:
            return min(stops) if asked else None
        asked = asked or any(isinstance(e, Stuck) for e in m.deep((statement,)))
    return None


def _limits(e: Expr, counter: m.Variable) -> Iterator[int]:
    """The numbers from which a condition holds, whatever else is the case."""
    match e:
        case Op(name="or", operands=parts):
            for part in parts:
                yield from _limits(part, counter)
        case Op(name="=", operands=(left, Const(value=n)) | (Const(value=n), left)) if _is(left, counter):
            yield n
        case Op(name="<" | "<=" as name, operands=(Const(value=n), right)) if _is(right, counter):
            yield n + (name == "<")


def _is(e: Expr, counter: m.Variable) -> bool:
    return isinstance(e, Get) and e.variable is counter


def _read(e: Expr) -> frozenset[m.Variable]:
    return frozenset(part.variable for part in within(e) if isinstance(part, Get))
