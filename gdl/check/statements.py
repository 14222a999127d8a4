"""Statements: each form, checked and turned into statements of the model."""

from __future__ import annotations

from gdl.check.bags import copies
from gdl.check.block_calls import do
from gdl.check.changes import assign, let, new_name
from gdl.check.deciding import by, dealt, shifts_first, together
from gdl.check.decisions import allowed, asked, choose, known_behind
from gdl.check.declared import Declared
from gdl.check.endings import finish, rank, refuse_unnamed
from gdl.check.expressions import text_of
from gdl.check.flow import decides, free_of, introduced, rolls_first
from gdl.check.hiding import told
from gdl.check.known_names import find_define
from gdl.check.locals import local, planned_query, unnamed
from gdl.check.parts import Check, Findings
from gdl.check.piece_changes import move, put, remove
from gdl.check.pile_changes import (
    need_hand,
    need_one,
    pile_meant,
    shuffle,
)
from gdl.check.queries import bind, check_size, is_family
from gdl.check.scope import Poison, Scope, Section, Silent
from gdl.model import statements as m
from gdl.model.build import FALSE, TRUE, negation
from gdl.model.nodes import After, Expr, node
from gdl.model.types import TEXTS, Size
from gdl.syntax import tree as t
from gdl.text.findings import Fault, fault
from gdl.text.source import Span

MAX_ARMS = 30


def check_block(check: Check, statements: t.Block, scope: Scope) -> m.Block:
    """A row of statements. Each fault is reported, and the rest is still checked."""
    return row(check, statements, scope)[0]


def row(check: Check, statements: t.Block, scope: Scope, behind: tuple[t.Node, ...] = ()) -> tuple[m.Block, Scope]:
    """A row of statements, and the scope after them. `behind`: nodes after the row that know its names."""
    done: list[m.Statement] = []
    for i, statement in enumerate(statements, 1):
        check.memo.budget.made += 1
        try:
            more, scope = check_statement(check, statement, scope)
            done += more
            dead = isinstance(statement, t.Choose) and isinstance(done[-1], m.Choose) and done[-1].where is FALSE
            if isinstance(statement, t.Choose | t.Roll):
                more, scope = known_behind(check, statement.query, scope, (*statements[i:], *behind))
                done += more
            scope = scope.unreached() if dead else scope
        except (Fault, Silent) as stop:
            if isinstance(stop, Fault):
                check.findings.report(stop.finding)
            check.findings.failures += 1
            names = introduced(statement) or new_name(stop, statement)
            scope = scope.bind(dict.fromkeys(names, Poison()))
        if isinstance(statement, t.Do) or not scope.trail:
            check.memo.budget.block(statement.span)
    return tuple(done), scope


def check_statement(check: Check, s: t.Statement, scope: Scope) -> tuple[list[m.Statement], Scope]:
    """One statement, and the scope after it."""
    match s:
        case t.Choose() | t.Roll():
            return choose(check, s, scope)
        case t.Say():
            allowed(scope.section, s)
            where = TRUE if s.where is None else check.truth(s.where, scope)
            text = check.settled(text_of(check, s.word, scope))
            said = m.Choose(s.span, (), (), check.settled(where), text, secret=s.secret or scope.section.secret,
                            told=told(check, s, scope), asking=asked(check, s, scope))  # fmt: skip
            check.trace.notes.queries[said] = (), where
            return [said], scope
        case t.Let():
            return let(check, s, scope)
        case t.Assign():
            return assign(check, s, scope), scope
        case t.Do():
            return do(check, s, scope, check_block), scope
        case t.Put():
            return put(check, s, scope), scope
        case t.Move():
            return move(check, s, scope), scope
        case t.Remove():
            return remove(check, s, scope), scope
        case t.Finish():
            return [finish(check, s, scope)], scope
        case t.Rank():
            return [rank(check, s, scope)], scope
        case t.If():
            return [branch(check, s, scope)], scope
        case t.For():
            return [loop(check, s, scope)], scope
        case t.Deal():
            from_pile, to_pile = piles = [pile_meant(check, e, scope) for e in (s.origin, s.target)]
            for pile, e in zip(piles, (s.origin, s.target), strict=True):
                if pile is not None:
                    need_one(pile, e.span)
            if to_pile is None:
                need_hand(check, s.target, scope)
            if from_pile is None:
                allowed(scope.section, s)
            return [loop(check, dealt(s, from_pile is not None, to_pile is not None), scope)], scope
        case t.Shuffle():
            allowed(scope.section, s)
            return shuffle(check, s, scope), scope
        case t.By():
            return by(check, s, scope, check_block), scope
        case t.Together():
            return together(check, s, scope.section, lambda: loop(check, s, scope)), scope
        case t.Either():
            return [either(check, s, scope)], scope
        case t.Repeat():
            return [repeat(check, s, scope)], scope
        case t.While():
            return [as_long_as(check, s, scope)], scope
        case t.Most():
            return [most(check, s, scope)], scope
    raise AssertionError(s)


# ---- compound statements


def check_condition(check: Check, e: t.Expression, scope: Scope) -> tuple[Expr, Expr]:
    """A condition, as written and as it goes into the model. Its value is noted for lint."""
    written = check.truth(e, scope)
    value = check.settled(written)
    check.trace.condition(e, value)
    return written, value


def branch(check: Check, s: t.If, scope: Scope) -> m.Statement:
    """`if`."""
    if len(s.arms) > MAX_ARMS:
        raise fault("R614", s.span, f"this `if` has more than {MAX_ARMS} alternatives",
                    "use a `define` with a line for each case")
    refuse_unnamed(check, s, scope)
    conditions = [check_condition(check, c, scope) for c, _ in s.arms]
    blocks: list[m.Block] = []
    for (_, condition), (_, arm) in zip(conditions, s.arms, strict=True):
        blocks.append(check_block(check, arm, scope.unreached() if condition is FALSE else scope))
    other = check_block(check, s.otherwise, scope)
    for (written, condition), body in zip(reversed(conditions), reversed(blocks), strict=True):
        other = (m.Branch(s.span, condition, body, other),)
        check.trace.notes.values[other[0]] = written
    (branch,) = other
    return branch


def loop(check: Check, s: t.For | t.Together, scope: Scope) -> m.Loop:
    """`for`; the parts of a `together`."""
    binders, condition, _ = bind(check, s.query, scope)
    if any(is_family(source) for _, source in binders):
        raise fault("T331", s.query.span, "`for` goes through the elements of a set, not through a set of sets",
                    "go through one of its sets: `for s in row(1)`, for example")
    variables, names = [], {}
    for (v, _), binder in zip(binders, s.query.binders, strict=True):
        variables.append(local(check, binder.name, v.type))
        names[binder.name.text] = variables[-1]
    if isinstance(s, t.For):
        more = copies(check, binders)
        binders += more
        check_size(s.query, binders)
        variables += [unnamed(check.locals, v.name, v.type, s.span) for v, _ in more]
    done, where = planned_query(check.memo.folder, binders, condition)
    first, inner = known_behind(check, s.query, scope.bind(names), s.body)
    body = (*first, *check_block(check, s.body, inner))
    loop = m.Loop(s.span, tuple(variables), done, where, body)
    check.trace.notes.queries[loop] = tuple(binders), condition
    return loop


def either(check: Check, s: t.Either, scope: Scope) -> m.Statement:
    """`either`."""
    allowed(scope.section, s)
    failures = check.findings.failures
    kept = [b for b in s.branches if not _is_removed(check, b[0])]
    if not kept and s.otherwise is None:
        raise fault("R609", s.span, "all branches of this `either` are removed", "keep one of them")
    branches = [check_block(check, b, scope) for b in kept]
    otherwise = None if s.otherwise is None else check_block(check, s.otherwise, scope)
    if otherwise is not None and not kept:
        return m.Branch(s.span, TRUE, otherwise, ())
    for body, source in zip(branches, kept, strict=True):
        check_way(check.declared, body, source[0].span, "this branch of `either`", check.findings.failures == failures)
    return m.Either(s.span, tuple(branches), otherwise)


def _is_removed(check: Check, first: t.Statement) -> bool:
    """Whether a branch begins with a block that a variant has removed."""
    if not isinstance(first, t.Do):
        return False
    link = first.call.link if isinstance(first.call, t.Dot) else first.call
    name = link.name if isinstance(link, t.Call) else link
    if not isinstance(name, t.Name):
        return False
    define = find_define(check.declared, isinstance(first.call, t.Dot), name.text)
    if isinstance(define, t.Removal):
        check.trace.uses(define.name)
        return True
    return False


def check_way(declared: Declared, body: m.Block, where: Span, what: str, is_whole: bool) -> None:
    """Refuse a branch that may not come to a decision.

    `is_whole`: all its statements could be checked. If one could not, it may be the missing decision.
    """
    if not is_whole:
        return
    if not decides(body):
        asks = any(isinstance(s, m.Branch) and not s.other and decides(s.then) for s in body)
        hint = ("a decision under a condition may be left out: give the condition to it, `choose … where …`" if asks
                else "give each branch a `choose` that every way through it reaches")  # fmt: skip
        raise fault("R603", where, f"{what} may end without a decision", hint)
    if shifts_first(declared, body):
        raise fault("R615", where, f"in {what} somebody else may have to decide first, before a branch is chosen",
                    "let `me` decide first: `choose …`, and `by` after it")  # fmt: skip
    if rolls_first(body):
        raise fault("R604", where, f"{what} rolls before its first decision",
                    'begin it with a decision: `choose "roll"`')  # fmt: skip


def repeat(check: Check, s: t.Repeat, scope: Scope) -> m.Statement:
    """`repeat`. Its condition may use names that the block introduces."""
    failures = check.findings.failures
    done, inner = row(check, s.body, scope, (s.until,))
    written, until = check_condition(check, s.until, inner)
    check_round(check.findings, s, done, failures)
    repeat = m.Repeat(s.span, done, until)
    check.trace.notes.values[repeat] = written
    return repeat


def as_long_as(check: Check, s: t.While, scope: Scope) -> m.Statement:
    """`while`: a `repeat` with its question first."""
    failures = check.findings.failures
    written, condition = check_condition(check, s.condition, scope)
    done = check_block(check, s.body, scope)
    check_round(check.findings, s, done, failures)
    repeat = m.Repeat(s.span, done, negation(condition))
    loop = m.Branch(s.span, condition, (repeat,), ())
    check.trace.notes.values[repeat], check.trace.notes.values[loop] = negation(written), written
    return loop


def check_round(findings: Findings, s: t.Repeat | t.While, body: m.Block, failures: int) -> None:
    """Refuse an open loop that may go round for ever, or that never goes round. `failures`: how many there were before
    its body."""
    if findings.failures != failures:
        return
    word = "repeat" if isinstance(s, t.Repeat) else "while"
    hint = "use `for n in 1..k` for a loop without decisions"
    if not decides(body, chance=True):
        hint = _left_out(body) or hint
        raise fault("R605", s.span, f"a round of this `{word}` may pass without a decision or a roll", hint)
    if not any(isinstance(inner, m.Choose) for inner in m.walk(body)):  # a roll is a sort of choice
        raise fault("R605", s.span, f"no round of this `{word}` has a decision or a roll: each ends the game",
                    f"leave out `{word}`, or {hint}")  # fmt: skip


def _left_out(body: m.Block) -> str:
    """What to write if the decisions of a round stand in a loop or under a condition; empty if there are none."""
    for s in body:
        if isinstance(s, m.Loop) and decides(s.body, chance=True):
            return f"the `for`{_at(s)} may have no round: put its first decision or roll before it"
        if isinstance(s, m.Branch) and (decides(s.then, chance=True) or decides(s.other, chance=True)):
            return f"the condition{_at(s)} may leave out the only decision or roll: put one beside it"
    return ""


def _at(s: m.Statement) -> str:
    return f" at {s.span.where}" if s.span else ""


def most(check: Check, s: t.Most, scope: Scope) -> m.Statement:
    """`most`."""
    allowed(scope.section, s)
    values = []
    for e in s.values:
        value = check.expr(e, scope)
        if not value.type.is_number or value.type.size != Size.ONE:
            raise fault("T301", e.span, f"`most` compares numbers, not {value.type}",
                        "write a number: `most count(…)`, for example")
        values.append(check.settled(value))
    body = check_block(check, s.body, scope)
    roll = next((x for x in m.walk(body) if isinstance(x, m.Roll)), None)
    if roll is not None:
        raise fault("R606", roll.span, "there can be no roll within `most`: the best way must be known first",
                    "roll before it, or leave out the `most`")  # fmt: skip
    if any(isinstance(x, m.Assign) and x.variable is check.declared.me for x in m.walk(body)):
        raise fault("R615", s.span, "nobody else can decide within `most`: the best way must be known first",
                    "let them decide before or after it")
    return m.Most(s.span, tuple(values), body)


# ---- looking ahead


def after(check: Check, e: t.After, scope: Scope) -> Expr:
    """A value in the state that would follow a change."""
    changing = scope.within(Section("`after`", stuck=scope.section.stuck))
    change, inner = check_statement(check, e.change, changing)
    for s in m.walk(tuple(change)):
        if isinstance(s, m.Finish | m.Rank):
            raise fault("R608", e.span, "`after` can't look beyond a change that ends the game",
                        "look beyond a move only; let `end` end the game")
    written = check.expr(e.value, inner)
    if written.type.base is TEXTS:
        raise fault("T313", e.value.span, "`after` can't give a text",
                    "use `after` for the value, and write the text around it")  # fmt: skip
    value = check.settled(written)
    free = value.free | free_of(tuple(change))
    looked = node(After, value.type, tuple(change), value, free, m.may_break(tuple(change), check.declared.stacks))
    check.trace.notes.ahead[looked] = written
    return looked
