"""R68, E75: ends of the game that come too late."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.context import Context
from gdl.lint.questions import follows
from gdl.lint.rule import Rule, example
from gdl.lint.statements import surely_ends
from gdl.lint.walk import mentions
from gdl.syntax import tree as t
from gdl.text.findings import Finding

_LINE = "win me if some line in lines(3) where line within mine"
_MOVING = {"setup": "put stone of White on row(1)\nput stone of Black on row(3)",
           "turn": "choose a in mine, b in a.adjacent & empty\nmove a to b"}  # fmt: skip


class DecidedBefore(Rule):
    """An end of the game never happens, because a line above always comes first.

    The first `end` line whose condition holds decides. Whenever this condition holds, an earlier one
    holds, too. Put the narrower case first: mate before stalemate, wins before draws.
    """

    code, name, severity = "R686", "decided-before", "warning"
    bad = example(**_MOVING, end="draw if stuck\nwin me if stuck and count(mine) = 3")
    good = example(**_MOVING, end="win me if stuck and count(mine) = 3\ndraw if stuck")

    def check(self, context: Context) -> Iterator[Finding]:
        told = set()
        for earlier, condition, _, guard in _ends(context):
            if surely_ends(earlier) and follows(condition, guard) and condition not in told:
                told.add(condition)
                message = f"whenever this condition holds, line {guard.span.line} has ended the game already"
                yield self.found(condition, message, "put this above it, or delete it")


class DrawHidesWin(Rule):
    """The last move may fill the board and win, but the game is drawn.

    The first `end` line whose condition holds decides. Here the full board comes before the win. Put
    wins before draws.
    """

    code, name, severity = "E758", "draw-hides-win", "warning"
    bad = example(end=f"draw if no empty\n{_LINE}")
    good = example(end=f"{_LINE}\ndraw if no empty")

    def check(self, context: Context) -> Iterator[Finding]:
        told = set()
        for earlier, condition, later, guard in _ends(context):
            is_draw = isinstance(earlier, t.Finish) and earlier.result == "draw" and guard not in told
            is_win = isinstance(later, t.Finish) and later.result == "win" and not mentions("stuck", condition)
            if is_draw and is_win and _is_full(guard) and not follows(condition, guard):
                told.add(guard)
                message = f"if the last move fills the board and wins by line {condition.span.line}, the game is drawn"
                yield self.found(earlier, message, "put wins before draws: move this line below")


def _ends(context: Context) -> Iterator[tuple[t.Statement, t.Expression, t.Statement, t.Expression]]:
    """Ends of the game with a condition, each with those above it that have one, and nothing else between them: the
    earlier one, the later one's condition and itself, the earlier one's condition."""
    for block in context.blocks:
        above: list[tuple[t.Expression, t.Statement]] = []
        for statement in block:
            match statement:
                case t.If(arms=((condition, (t.Finish() | t.Rank() as end,)),), otherwise=()):
                    yield from ((earlier, condition, end, guard) for guard, earlier in above)
                    above.append((condition, end))
                case t.Finish() | t.Rank():
                    pass
                case _:
                    above = []


def _is_full(e: t.Expression) -> bool:
    """Whether a condition holds on a full board."""
    match e:
        case t.Unary(operator="no", operand=t.Name(text="empty")):
            return True
        case t.Binary(operator="or", left=left, right=right):
            return _is_full(left) or _is_full(right)
        case _:
            return False
