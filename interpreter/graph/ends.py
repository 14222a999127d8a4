"""The lines of the rules that end the game, numbered, and rules that say by which of them a game has ended.

In those rules each such line ranks all players alike, by its own number. Nothing else changes, so the games are the
same, and their results say which line it was.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from gdl.model import statements as m
from gdl.model.build import integer, present
from gdl.model.model import Model
from gdl.model.nodes import Const, Expr, Var, node
from gdl.model.types import Type
from gdl.text.source import Span


@dataclass(frozen=True)
class End:
    """A statement that ends the game, and the innermost condition under which it stands. `is_live`: whether it can take
    effect at all with these options. `span`: the line, its condition included."""

    statement: m.Finish | m.Rank
    condition: Expr | None
    is_live: bool
    span: Span

    @property
    def result(self) -> str:
        """"win", "lose", "draw", or "rank", which may pay, too."""
        return self.statement.result if isinstance(self.statement, m.Finish) else "rank"

    @property
    def who(self) -> Expr | None:
        """Who wins or loses; None for a draw and for a ranking."""
        return self.statement.who if self.result in ("win", "lose") and isinstance(self.statement, m.Finish) else None


@dataclass(frozen=True)
class Numbered:
    """Rules whose result is the number of the end that took effect: its place among `ends`."""

    model: Model
    ends: tuple[End, ...]


@lru_cache(maxsize=8)
def numbered(model: Model) -> Numbered:
    """The rules, changed so."""
    ends: list[End] = []
    player = node(Var, Type(model.player), "p", 0)

    def changed(block: m.Block, live: bool, inside: m.Branch | None = None) -> m.Block:
        return tuple(one(s, live, inside) for s in block)

    def one(s: m.Statement, live: bool, inside: m.Branch | None) -> m.Statement:
        match s:
            case m.Finish() | m.Rank():
                guarded = inside is not None and inside.then == (s,)
                condition = inside.condition if inside is not None else None
                ends.append(End(s, condition, live, inside.span if inside is not None and guarded else s.span))
                rank = m.Rank(s.span, player, integer(len(ends) - 1))
                if isinstance(s, m.Rank) or s.result == "draw":
                    return rank
                return m.Branch(s.span, present(s.who), (rank,), ())
            case m.Branch():
                known = s.condition.value if isinstance(s.condition, Const) else None
                then = changed(s.then, live and known is not False, s)
                return replace(s, then=then, other=changed(s.other, live and known is not True))
            case m.Loop() | m.Repeat() | m.Most():
                return replace(s, body=changed(s.body, live))
            case m.Either():
                otherwise = None if s.otherwise is None else changed(s.otherwise, live)
                return replace(s, branches=tuple(changed(b, live) for b in s.branches), otherwise=otherwise)
        return s

    turn, end = changed(model.turn, True), changed(model.end, True)
    return Numbered(replace(model, turn=turn, end=end, hash=f"{model.hash}, ends numbered"), tuple(ends))
