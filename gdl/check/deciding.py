"""Who decides: `by`, `together`; and dealt cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from gdl.check.declared import Declared
from gdl.check.flow import decides
from gdl.check.locals import unnamed
from gdl.check.missing import Needed
from gdl.check.parts import Check
from gdl.check.piles import ON_TOP
from gdl.check.scope import Scope, Section
from gdl.check.values import get
from gdl.model import statements as m
from gdl.model.build import const, otherwise, surely
from gdl.model.nodes import After, Expr, Get
from gdl.model.types import Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import Finding, error, fault
from gdl.text.source import Span

CheckBlock = Callable[[Check, t.Block, Scope], m.Block]


def by(check: Check, s: t.By, scope: Scope, check_block: CheckBlock) -> list[m.Statement]:
    """`by player` and a block: another player decides there."""
    _in_turn(scope.section, s.span, "by")
    player = check.declared.player
    who = surely(check.expr(s.who, scope))
    if who.type.base is not player or who.type.size > Size.MAYBE:
        hint = "name one: `by opponent`; for all of them, write `for p in player` and `by p`"
        raise fault("R615", s.who.span, f"one player decides here, not {who.type}", hint)
    decider = who if who.type.size == Size.ONE else otherwise(who, const(Type(player), 0))  # never meant: see below
    statements = _for_a_while(check, s.span, check.settled(decider), lambda: check_block(check, s.body, scope))
    if decider is not who:
        check.trace.notes.needed[statements[1]] = (Needed(who, partial(_nobody, s.who)),)
    return statements


def _nobody(who: t.Expression) -> Finding:
    """The finding for a `by` whose player may be missing."""
    text = who.span.text
    return error("R615", who.span, f"one player decides here, and `{text}` may be nobody",
                 f"ask first whether there is one: `if some {text}`, and below it `by {text}`")  # fmt: skip


def _in_turn(section: Section, span: Span, word: str) -> None:
    if not section.choices:
        raise fault("R601", span, f"there can be no `{word}` in {section.name}: nobody decides there",
                    "put it in `turn`")  # fmt: skip


def _for_a_while(check: Check, span: Span, who: Expr, body: Callable[[], m.Block]) -> list[m.Statement]:
    me, before = check.declared.me, unnamed(check.locals, "me", Type(check.declared.player), span)
    return [m.Assign(span, before, (), get(me), False), m.Assign(span, me, (), who, False), *body(),
            m.Assign(span, me, (), get(before), False)]  # fmt: skip


def together(check: Check, s: t.Together, section: Section, make: Callable[[], m.Loop]) -> list[m.Statement]:
    """`together p in S` and a block: each player's part. `make` checks the block as a loop."""
    declared = check.declared
    _in_turn(section, s.span, "together")
    known = set(check.locals.variables)
    before = unnamed(check.locals, "me", Type(declared.player), s.span)
    loop = make()
    (variable,) = loop.variables
    if variable.type.base is not declared.player:
        raise fault("R615", s.query.span, f"players decide together, not {variable.type.of_size(Size.MANY)}",
                    "write `together p in player`, for example")  # fmt: skip
    begin = m.Assign(s.span, declared.me, (), get(variable), False)
    if check.findings.failures == 0:
        _check_parts(declared, loop, known)
    loop = m.Loop(loop.span, loop.variables, loop.binders, loop.where, (begin, *loop.body), together=True)
    me = declared.me
    return [m.Assign(s.span, before, (), get(me), False), loop, m.Assign(s.span, me, (), get(before), False)]


def _check_parts(declared: Declared, loop: m.Loop, outside: set[m.Variable]) -> None:
    """Refuse what a player's part can't do, and parts in which players could learn of one another's choices."""
    written: set[m.Variable] = set()
    own = {get(loop.variables[0]), get(declared.me)}
    for s in m.walk(loop.body):
        what = _too_much(declared, s)
        if what:
            raise fault("R616", s.span, f"within `together` {what}",
                        "keep the choices in variables, and do the rest after the block")  # fmt: skip
        if isinstance(s, m.Assign) and (not s.variable.local or s.variable in outside):
            if not s.indices or s.indices[0] not in own:
                raise fault("R617", s.span, f"the parts of several players change the same `{s.variable.name}`",
                            f"keep it for each player: `{loop.variables[0].name}.{s.variable.name} = …`")  # fmt: skip
            written.add(s.variable)
    for s in m.walk(loop.body):
        for e in _reads(m.expressions(s)):
            if e.variable in written and (not e.indices or e.indices[0] not in own):
                message = f"this part sees `{e.variable.name}` of others, who may have decided already"
                raise fault("R617", s.span, message, "look at it after the block, when all have decided")


def _too_much(declared: Declared, s: m.Statement) -> str:
    match s:
        case m.Roll():
            return "there can be no roll"
        case m.Choose() if s.told is not None:
            return "`telling` doesn't work: all see the choices at the end"
        case m.OnBoard():
            return "no pieces are moved: others would see it"
        case m.Finish() | m.Rank():
            return "the game can't end: others are still deciding"
        case m.Loop(together=True):
            return "there can be no other `together`"
        case m.Assign() if s.variable in (declared.me, declared.next):
            return "nobody else decides" if s.variable is declared.me else "nobody can say who is next"
    return ""


def _reads(expressions: Iterable[Expr]) -> Iterable[Get]:
    todo, seen = list(expressions), set[Expr]()
    while todo:
        e = todo.pop()
        if e in seen:
            continue
        seen.add(e)
        if isinstance(e, Get):
            yield e
        if isinstance(e, After):
            todo += [x for s in m.walk(e.change) for x in m.expressions(s)]
        todo += e.parts


def shifts_first(declared: Declared, block: m.Block) -> bool:
    """Whether another player may become the decider before the first decision of a block."""
    for s in block:
        if isinstance(s, m.Assign) and s.variable is declared.me:
            return True
        if isinstance(s, m.Choose):
            return False
        if any(shifts_first(declared, inner) for inner in m.inner_blocks(s)):
            return True
        if decides((s,)):
            return False
    return False


def dealt(s: t.Deal, from_pile: bool, to_pile: bool) -> t.For:
    """`deal k from S to T` as a loop: one thing at a time, by `roll` or from the top of a pile."""
    time, card = t.Name(s.span, "a time"), t.Name(s.span, "what is dealt")  # no author can have these names
    one = t.Set(s.span, (card,))
    drawn: tuple[t.Statement, t.Statement]
    if from_pile:
        first = t.Integer(s.span, 1)
        on_top = t.Dot(s.origin.span, s.origin, t.Call(s.span, t.Name(s.span, ON_TOP), (first,)), None)
        drawn = t.Let(s.span, card, None, on_top), t.Remove(s.span, t.Binary(s.span, "of", first, s.origin))
    else:
        draw = t.Roll(s.span, t.Query(s.span, (t.Binder(s.span, card, s.origin),), None), None, None, True)
        drawn = draw, t.Assign(s.span, s.origin, "-=", one)
    body = (*drawn, t.Put(s.span, card, s.target, False) if to_pile else t.Assign(s.span, s.target, "+=", one))
    numbers = t.Binary(s.span, "..", t.Integer(s.span, 1), s.number)
    return t.For(s.span, t.Query(s.span, (t.Binder(s.span, time, numbers),), None), body)
