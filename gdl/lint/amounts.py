"""E75: what players get at the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from gdl.lint.context import Context
from gdl.lint.effects import statements
from gdl.lint.rule import Rule, example
from gdl.lint.walk import uses
from gdl.model import statements as m
from gdl.model.nodes import Cond, Const, Expr, Get, Op, Table, Var, within
from gdl.model.types import Domain
from gdl.syntax import tree as t
from gdl.text.findings import Finding

_GUESS = {"board": "", "pieces": "", "turn": "choose n in 1..3\nme.bid = n", "looks": ""}
_PAY = "if no p in player where p.bid = 0\n  pay p by {}"
_BIDS = "player has bid: 0..3"


class DoesntAddUp(Rule):
    """The players who lose don't lose what the others win.

    Lint can work out all amounts here. If some players lose and others win, the sum should be 0.
    Perhaps you changed one amount and not the other, or forgot to multiply by the number of players. If
    all win or all lose, the sum doesn't matter.
    """

    code, name, severity = "E756", "doesnt-add-up", "warning"
    bad = example(_BIDS, **_GUESS, end=_PAY.format("2 when p = me otherwise -1"))
    good = example(_BIDS, **_GUESS, end=_PAY.format("1 when p = me otherwise -1"))

    def check(self, context: Context) -> Iterator[Finding]:
        told = set()
        for model in context.models:
            for block in (model.turn, model.end):
                for pay in m.walk(block):
                    key = pay.span.start, pay.span.end
                    if not isinstance(pay, m.Rank) or not pay.pays or key in told:
                        continue
                    said = _difference(pay, len(model.players))
                    if said and pay.span.source == context.source:
                        told.add(key)
                        yield self.found(pay.span, said, "make the sum 0: what some lose, the others get")


def _difference(pay: m.Rank, players: int) -> str:
    """What is wrong with the amounts, in words; "" if nothing is, or nobody knows."""
    match pay.score:
        case Table() as table:
            for amounts in _rows(table, pay.player, players):
                if min(amounts) < 0 < max(amounts) and sum(amounts) != 0:
                    named = ", ".join(str(amount) for amount in amounts)
                    return f"what {players} players get here doesn't add up to 0: {named}"
        case Cond(condition=Op(name="=", operands=sides), then=one, other=others) if (
            players == 2 and pay.player in sides
        ):
            lost, won = (one, others) if isinstance(one, Op) else (others, one)
            match lost, won:
                case Op(name="neg", operands=(Get() as a,)), Get() as b if a.variable is b.variable and a is not b:
                    if pay.player not in a.free | b.free:
                        return f"one player loses their own `{a.variable}` here, and the other gets another's"
    return ""


def _rows(table: Table, player: Var, players: int) -> Iterator[list[int]]:
    """The amounts of all players, for each value of whatever else they hang on."""
    bases = [argument.type.base for argument in table.arguments]
    if player not in table.arguments or not all(isinstance(base, Domain) for base in bases):
        return
    if any(e is not player and player in e.free for e in table.arguments):
        return
    sizes = [len(base.labels) for base in bases if isinstance(base, Domain)]
    others = [range(1 if e is player else size) for e, size in zip(table.arguments, sizes, strict=True)]
    for values in product(*others):
        row: list[int] = []
        for p in range(players):
            value: Any = table.values
            for argument, index in zip(table.arguments, values, strict=True):
                value = value[p if argument is player else index]
            row.append(value)
        if all(isinstance(value, int) and not isinstance(value, bool) for value in row):
            yield row


class AllAlike(Rule):
    """All players have the same score, because it doesn't depend on the player.

    `rank p by e` works out e for each player p. But `mine` and `me` always mean the player who has
    moved. Write `stone of p` and `p.points`.
    """

    code, name, severity = "E757", "all-alike", "warning"
    bad = example(end="rank p by count(mine) if no empty")
    good = example(end="rank p by count(stone of p) if no empty")

    def check(self, context: Context) -> Iterator[Finding]:
        if not context.models or len(context.models[0].players) == 1:
            return
        hint = "write `… of p` or `p.…` for what belongs to the ranked player"
        for same in statements(context, m.Rank):
            if not same[0].pays and all(_is_alike(s.score, s.player) for s in same):
                yield self.found(same[0].span, "all players get the same number here", hint)
        for score in context.declarations(t.Score):
            told = {name.text for name in uses(score.score)}
            known = [model.score for model in context.models if model.score is not None]
            if known and all(_is_alike(e, p) for p, e in known) and told & {"me", "mine", "theirs", "opponent", "next"}:
                yield self.found(score, "all players show the same number", hint)


def _is_alike(e: Expr, player: Var) -> bool:
    """Whether a number reads the position, and not of the player."""
    return not isinstance(e, Const) and player not in e.free and any(part.reads for part in within(e))
