"""Statements: what a turn does, checked and turned into the model's."""

from __future__ import annotations

from functools import partial

from gdl.check.bags import copies
from gdl.check.blame import blamed
from gdl.check.changes import (
    assign,
    let,
    new_name,
    put,
    site,
    sites,
)
from gdl.check.deciding import by, dealt, shifts_first, together
from gdl.check.decisions import allowed, asked, choose, known_behind
from gdl.check.declared import Declared
from gdl.check.endings import finish, rank, refuse_unnamed
from gdl.check.expressions import text_of
from gdl.check.flow import decides, free_of, introduced, only_in_first, rolls_first
from gdl.check.hiding import told
from gdl.check.hints import of_lists
from gdl.check.locals import local, planned_query, unnamed
from gdl.check.missing import Needed, place_of
from gdl.check.names import find_define, find_name, is_own
from gdl.check.parts import Check, Findings
from gdl.check.pile_changes import (
    move_pile,
    need_hand,
    need_one,
    part_of_pile,
    pile_meant,
    put_on_pile,
    refuse_one_of_pile,
    remove_from_pile,
    shuffle,
)
from gdl.check.queries import bind, check_size, is_family
from gdl.check.scope import Place, Poison, Scope, Section, Silent, Thing
from gdl.check.stack_parts import part_of_stack
from gdl.check.unfit import not_there
from gdl.check.values import arity
from gdl.model import statements as m
from gdl.model.build import FALSE, TRUE, negation
from gdl.model.nodes import After, Const, Expr, Get, Var, node
from gdl.model.types import TEXTS, Size
from gdl.syntax import tree as t
from gdl.syntax.foreign_words import FIRST_WORDS
from gdl.syntax.statement_slips import statement_meant
from gdl.text.findings import Fault, fault
from gdl.text.source import Span
from gdl.text.suggest import did_you_mean

MAX_ARMS = 30


def check_block(check: Check, statements: t.Block, scope: Scope) -> m.Block:
    """A row of statements; each fault is reported, and the rest is checked all the same."""
    return row(check, statements, scope)[0]


def row(check: Check, statements: t.Block, scope: Scope, behind: tuple[t.Node, ...] = ()) -> tuple[m.Block, Scope]:
    """A row of statements, and the scope behind them. `behind`: what else knows the names of the row."""
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
    """One statement; gives the scope behind it, too."""
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
            return do(check, s, scope), scope
        case t.Put():
            pile = pile_meant(check, s.sites, scope)
            return [put(check, s, scope)] if pile is None else put_on_pile(check, s, pile, scope), scope
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


def move(check: Check, s: t.Move, scope: Scope) -> list[m.Statement]:
    """`move a to b`, `move k of a to b`."""
    number, pile, under = part_of_pile(check, s.origin, scope)
    if pile is not None and not under:
        return move_pile(check, number, pile, s, scope)
    if pile_meant(check, s.target, scope) is not None and check.declared.board is None:
        thing, where = s.origin.span.text, s.target.span.text
        raise fault("T345", s.origin.span, f"`{thing}` is no pile; what lies on a pile is moved to another one",
                    f"write `put {thing} on {where}` for one thing")  # fmt: skip
    part = part_of_stack(check, s.origin, scope)
    ends = [(site(check, e, scope), place_of(e, scope.place.given_for)) for e in (part.where, s.target)]
    origin, target = (check.settled(e) for e, _ in ends)
    move = m.Move(s.span, origin, target, part.count)
    missing = [end for end in ends if end[0].type.size == Size.MAYBE]
    rules = check.declared.rules
    needed = *part.needed, *(Needed(e, partial(not_there, rules, place)) for e, place in missing)
    if needed:
        check.trace.notes.needed[move] = needed
    return [move]


def remove(check: Check, s: t.Remove, scope: Scope) -> list[m.Statement]:
    """`remove S`, `remove k of S`, `remove k under S`."""
    number, pile, from_below = part_of_pile(check, s.sites, scope)
    if pile is not None:
        return remove_from_pile(check, number, pile, from_below, s)
    refuse_one_of_pile(check, s.sites, scope)
    part = part_of_stack(check, s.sites, scope)
    under = isinstance(s.sites, t.Binary) and s.sites.operator == "under"
    remove = m.Remove(s.span, sites(check, part.where, scope), part.count, under)
    if part.needed:
        check.trace.notes.needed[remove] = part.needed
    return [remove]


# ---- compound statements


def check_condition(check: Check, e: t.Expression, scope: Scope) -> tuple[Expr, Expr]:
    """A condition, as written and as it goes into the model; what it comes to is noted for lint."""
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
    """Refuse a branch that need not come to a decision. `is_whole`: all its statements could be checked; if one could
    not, it may be the decision that seems to be missing."""
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
    """`repeat`. The condition may use what the block has introduced."""
    failures = check.findings.failures
    done, inner = row(check, s.body, scope, (s.until,))
    written, until = check_condition(check, s.until, inner)
    check_round(check.findings, s, done, failures)
    repeat = m.Repeat(s.span, done, until)
    check.trace.notes.values[repeat] = written
    return repeat


def as_long_as(check: Check, s: t.While, scope: Scope) -> m.Statement:
    """`while`: a `repeat` that asks first."""
    failures = check.findings.failures
    written, condition = check_condition(check, s.condition, scope)
    done = check_block(check, s.body, scope)
    check_round(check.findings, s, done, failures)
    repeat = m.Repeat(s.span, done, negation(condition))
    loop = m.Branch(s.span, condition, (repeat,), ())
    check.trace.notes.values[repeat], check.trace.notes.values[loop] = negation(written), written
    return loop


def check_round(findings: Findings, s: t.Repeat | t.While, body: m.Block, failures: int) -> None:
    """Refuse an open loop that might go round for ever, or never goes round. `failures`: how many there were before
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
    """What to write where the decisions of a round stand in a loop or under a condition; empty if there are none."""
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


# ---- blocks that have a name


def do(check: Check, s: t.Do, scope: Scope) -> list[m.Statement]:
    """A call of a defined block, written out in its place."""
    declared = check.declared
    call = s.call
    subject: Expr | None = None
    link = call
    if isinstance(call, t.Dot):
        subject, link = check.expr(call.subject, scope), call.link
    if not isinstance(link, t.Name | t.Call) or (isinstance(call, t.Dot) and call.power is not None):
        raise fault("R607", s.span, "this is a value; it does nothing here",
                    "use a statement, which changes something")
    name = link.text if isinstance(link, t.Name) else link.name.text
    define = find_define(declared, subject is not None, name)
    if define is None or not define.is_block:
        if define is None and subject is None and scope.find(name) is None:
            blocks = [n for (has, n), d in declared.rules.defines.items() if d.is_block]
            if find_name(check, t.Name(link.span, name), scope) is None:
                if declared.unsure(name):
                    raise Silent
                raise fault("N201", link.span, f"nothing is called `{name}` here",
                            FIRST_WORDS.get(name) or did_you_mean(name, blocks) or statement_meant(name))  # fmt: skip
        raise fault("R607", s.span, f"`{name}` is a value; it does nothing here",
                    of_lists(name, call) or "use a statement, which changes something")
    check.trace.uses(define.name)
    if isinstance(define, t.Removal):
        return []
    arguments = link.arguments if isinstance(link, t.Call) else ()
    if len(arguments) != len(define.parameters):
        wanted = ", ".join(p.text for p in define.parameters)
        raise fault("T320", s.span, f"`{name}` takes {arity(len(define.parameters))}, not {len(arguments)}",
                    f"write `{name}({wanted})`")  # fmt: skip
    if define in scope.trail:
        raise fault("N204", s.span, f"`{name}` calls itself", "the language has no recursion; use `repeat`")
    values = [check.value(a, scope) for a in arguments]
    parameters: list[tuple[t.Name, Expr | Thing]] = list(zip(define.parameters, values, strict=True))
    if define.subject is not None:
        assert subject is not None
        parameters.insert(0, (define.subject, subject))
    before: list[m.Statement] = []
    names: dict[str, Expr | Thing | m.Variable] = {}
    written = dict(zip(define.parameters, arguments, strict=True))
    if define.subject is not None and isinstance(call, t.Dot):
        written[define.subject] = call.subject
    places = {name.text: place_of(e, scope.place.given_for) for name, e in written.items()}
    for parameter, value in parameters:
        if isinstance(value, Thing) or fixed(check, value) or only_in_first(parameter.text, define.body):
            names[parameter.text] = value
        else:
            variable = unnamed(check.locals, parameter.text, value.type, s.span)
            before.append(m.Assign(s.span, variable, (), check.settled(value), False))
            check.trace.notes.values[before[-1]] = value
            names[parameter.text] = variable
    known = check.findings.mark()
    place = Place(scope.section, places, scope.place.unreached)
    body = check_block(check, define.body, Scope(names, None, None, False, (*scope.trail, define), place))
    given = {parameter.text: value for parameter, value in parameters}
    own = is_own(declared.rules, define)
    blame = partial(blamed, define=define, given=given, call=s.span, own=own)
    for finding in check.findings.since(known):
        check.findings.report(blame(finding))
    check.trace.notes.blame(body, blame)
    return [*before, *body]


def fixed(check: Check, value: Expr) -> bool:
    """Whether no statement can change a value: constants, bound names, `me`, and what follows from them."""
    declared = check.declared
    if isinstance(value, Get):
        variable = value.variable
        stays = variable.local and variable not in check.locals.lets
        return stays or (variable is declared.me and not declared.shifts)
    if isinstance(value, Const | Var):
        return True
    parts = list(value.parts)
    return bool(parts) and value.static and all(fixed(check, p) for p in parts)


# ---- looking ahead


def after(check: Check, e: t.After, scope: Scope) -> Expr:
    """A condition, or another value, in the state that would follow a change."""
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
