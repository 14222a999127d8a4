"""Statements: what a turn does, checked and turned into the model's."""

from __future__ import annotations

from gdl.check.blame import blamed
from gdl.check.changes import (
    assign,
    let,
    local,
    part_of_stack,
    planned_query,
    put,
    settled,
    site,
    sites,
    unnamed,
)
from gdl.check.context import Context, Section
from gdl.check.deciding import by, dealt, shifts_first, together
from gdl.check.dice import Weights, dice, so_often, weighted
from gdl.check.expressions import printed, text_of
from gdl.check.flow import decides, free_of, introduced, mentions, only_in_first, rolls_first
from gdl.check.missing import place_of
from gdl.check.names import find_define, find_name, is_own
from gdl.check.queries import bind, check_size, known_value, note_binder, set_behind
from gdl.check.scope import ROOT, Poison, Scope, Silent, Thing
from gdl.check.values import arity, is_empty_set
from gdl.model import model as m
from gdl.model.build import FALSE, TRUE, as_set, const, everything, negation, op
from gdl.model.nodes import After, Const, Expr, Get, Repeats, Stuck, Var, node
from gdl.model.types import TEXT, TEXTS, TRUTH, Size, Type
from gdl.syntax import tree as t
from gdl.syntax.hints import FIRST_WORDS
from gdl.text.findings import Fault, fault
from gdl.text.source import Span
from gdl.text.suggest import did_you_mean

MAX_STATEMENTS = 20_000
MAX_ARMS = 30


def check_block(ctx: Context, statements: t.Block, scope: Scope) -> m.Block:
    """A row of statements; each fault is reported, and the rest is checked all the same."""
    return row(ctx, statements, scope)[0]


def row(ctx: Context, statements: t.Block, scope: Scope, behind: tuple[t.Node, ...] = ()) -> tuple[m.Block, Scope]:
    """A row of statements, and the scope behind them. `behind`: what else knows the names of the row."""
    done: list[m.Statement] = []
    unreached = 0
    for i, statement in enumerate(statements, 1):
        try:
            more, scope = check_statement(ctx, statement, scope)
            done += more
            dead = isinstance(statement, t.Choose) and isinstance(done[-1], m.Choose) and done[-1].where is FALSE
            ctx.unreached += dead
            unreached += dead
            if isinstance(statement, t.Choose | t.Roll):
                more, scope = known_behind(ctx, statement.query, scope, (*statements[i:], *behind))
                done += more
        except (Fault, Silent) as stop:
            if isinstance(stop, Fault):
                ctx.report(stop.finding)
            ctx.failures += 1
            scope = scope.bind(dict.fromkeys(introduced(statement), Poison()))
        ctx.made += len(done)
        if ctx.made > MAX_STATEMENTS:
            raise fault("R612", statement.span, "the rules grow too large when every define is written out",
                        "define fewer blocks in terms of each other")  # fmt: skip
    ctx.unreached -= unreached
    return tuple(done), scope


def check_statement(ctx: Context, s: t.Statement, scope: Scope) -> tuple[list[m.Statement], Scope]:
    """One statement; gives the scope behind it, too."""
    match s:
        case t.Choose() | t.Roll():
            return choose(ctx, s, scope)
        case t.Say():
            allowed(ctx, s)
            where = TRUE if s.where is None else ctx.truth(s.where, scope)
            text = settled(ctx, text_of(ctx, s.word, scope))
            said = m.Choose(s.span, (), (), settled(ctx, where), text, secret=is_secret(ctx, s))
            ctx.notes.queries[said] = (), where
            return [said], scope
        case t.Let():
            return let(ctx, s, scope)
        case t.Assign():
            return assign(ctx, s, scope), scope
        case t.Do():
            return do(ctx, s, scope), scope
        case t.Put():
            return [put(ctx, s, scope)], scope
        case t.Move():
            return [move(ctx, s, scope)], scope
        case t.Remove():
            return [remove(ctx, s, scope)], scope
        case t.Finish():
            return [finish(ctx, s, scope)], scope
        case t.Rank():
            return [rank(ctx, s, scope)], scope
        case t.If():
            return [branch(ctx, s, scope)], scope
        case t.For():
            return [loop(ctx, s, scope)], scope
        case t.Deal():
            allowed(ctx, s)
            return [loop(ctx, dealt(s), scope)], scope
        case t.By():
            return by(ctx, s, scope, check_block), scope
        case t.Together():
            return together(ctx, s, lambda: loop(ctx, s, scope)), scope
        case t.Either():
            return [either(ctx, s, scope)], scope
        case t.Repeat():
            return [repeat(ctx, s, scope)], scope
        case t.While():
            return [as_long_as(ctx, s, scope)], scope
        case t.Most():
            return [most(ctx, s, scope)], scope


def move(ctx: Context, s: t.Move, scope: Scope) -> m.Statement:
    """`move a to b`, `move k of a to b`."""
    count, start = part_of_stack(ctx, s.origin, scope)
    ends = [(site(ctx, e, scope), place_of(e, ctx.given_for)) for e in (start, s.target)]
    origin, target = (settled(ctx, e) for e, _ in ends)
    move = m.Move(s.span, origin, target, count)
    if any(e.type.size == Size.MAYBE for e, _ in ends):
        ctx.notes.moves[move] = tuple(ends)
    return move


def remove(ctx: Context, s: t.Remove, scope: Scope) -> m.Statement:
    """`remove S`, `remove k of S`, `remove k under S`."""
    count, where = part_of_stack(ctx, s.sites, scope)
    under = isinstance(s.sites, t.Binary) and s.sites.operator == "under"
    return m.Remove(s.span, sites(ctx, where, scope), count, under)


# ---- decisions


def allowed(ctx: Context, s: t.Statement) -> None:
    """Refuse decisions and chance where there can be none."""
    rolls = isinstance(s, t.Roll | t.Deal)
    what = "roll" if rolls else "decision"
    if not (ctx.section.rolls if rolls else ctx.section.choices):
        raise fault("R601", s.span, f"there can be no {what} in {ctx.section.name}", "put it in `turn`")


def choose(ctx: Context, s: t.Choose | t.Roll, scope: Scope) -> tuple[list[m.Statement], Scope]:
    """A decision, or chance."""
    allowed(ctx, s)
    weights: list[Weights | None] = []

    def source_of(ctx: Context, e: t.Expression, scope: Scope) -> Expr:
        thrown = dice(ctx, e, scope) if isinstance(s, t.Roll) else None
        weights.append(thrown[1] if thrown else None)
        return thrown[0] if thrown else set_behind(ctx, e, scope)

    binders, condition, inner = bind(ctx, s.query, scope, source_of)
    for (_, source), binder in zip(binders, s.query.binders, strict=True):
        if source.type.size == Size.FAMILY:
            raise fault("T331", binder.source.span, "a set of sites can't be chosen as one", "choose its sites")
    if s.text is not None:
        text = written(ctx, s.text, inner)
    else:
        parts: list[Expr] = []
        for v, _ in binders:
            parts += ([const(TEXT, "-")] if parts else []) + [printed(ctx, v)]
        text = op("text", TEXT, *parts) if len(parts) > 1 else parts[0]
    variables: list[m.Variable] = []
    names: dict[str, m.Variable] = {}
    for (v, _), binder in zip(binders, s.query.binders, strict=True):
        variables.append(local(ctx, binder.name, v.type))
        names[binder.name.text] = variables[-1]
    ways = [so_often(v, often) for (v, _), often in zip(binders, weights, strict=True) if often]
    if isinstance(s, t.Roll) and s.weight is not None:
        ways.append(weighted(ctx, s.weight, inner))
    binders += ways
    check_size(s.query, binders)
    variables += [unnamed(ctx, v.name, v.type, s.span) for v, _ in ways]
    done, where = planned_query(ctx, binders, condition)
    others = () if isinstance(s, t.Roll) else s.others
    parts_of = s.span, tuple(variables), done, where, settled(ctx, text)
    further = tuple(settled(ctx, written(ctx, other, inner)) for other in others)
    if isinstance(s, t.Roll):
        chosen: m.Choose = m.Roll(*parts_of, secret=is_secret(ctx, s), hidden=len(ways))
    else:
        chosen = m.Choose(*parts_of, further, is_secret(ctx, s))
    ctx.notes.queries[chosen] = tuple(binders), condition
    return [chosen], scope.bind(names)


def is_secret(ctx: Context, s: t.Choose | t.Roll | t.Say) -> bool:
    """Whether what is chosen, or rolled, isn't told to others."""
    return s.secret or (ctx.secret_turn and ctx.section.name == "turn")


def written(ctx: Context, e: t.Expression, scope: Scope) -> Expr:
    """How a move is written, as a text."""
    text = ctx.expr(e, scope)
    return text if text.type.base is TEXTS else printed(ctx, text)


def known_behind(
    ctx: Context, q: t.Query, scope: Scope, behind: tuple[t.Node, ...]
) -> tuple[list[m.Statement], Scope]:
    """The names of a query's values behind it: locals, which are set at once, for those that are mentioned there."""
    done: list[m.Statement] = []
    for known in q.known:
        name, value = known.name.text, known_value(ctx, known, scope)
        if not mentions(name, behind):
            scope = scope.bind({name: value})
            continue
        variable = local(ctx, known.name, value.type)
        done.append(m.Assign(known.span, variable, (), settled(ctx, value), False))
        ctx.notes.values[done[-1]] = value
        scope = scope.bind({name: variable})
    return done, scope


# ---- ends


def finish(ctx: Context, s: t.Finish, scope: Scope) -> m.Statement:
    """`win`, `lose`, `draw`."""
    ending(ctx, s)
    if s.who is None:
        return m.Finish(s.span, "draw", everything(ctx.player))
    who = ctx.expr(s.who, scope)
    if who.type.base is not ctx.player and not is_empty_set(who):
        raise fault("E702", s.who.span, f"a player wins or loses, not {who.type}", "write `win me`, say")
    return m.Finish(s.span, s.result, settled(ctx, as_set(who, ctx.player)))


def rank(ctx: Context, s: t.Rank, scope: Scope) -> m.Statement:
    """`rank p by score`."""
    ending(ctx, s)
    return m.Rank(s.span, *counted_score(ctx, s, scope), s.pays)


def counted_score(ctx: Context, s: t.Rank | t.Score, scope: Scope) -> tuple[Var, Expr]:
    """A player, and a number for each."""
    if s.name.text == "player":
        hint = "give each of them a name: `rank p by count(piece of p)`, say"
        raise fault("N206", s.name.span, "`player` stands for all players", hint)
    note_binder(ctx, s.name, scope)
    p = Var(Type(ctx.player), s.name.text)
    score = ctx.expr(s.score, scope.bind({s.name.text: p}))
    if not score.type.is_number:
        what = "players are ranked by a number, not by" if isinstance(s, t.Rank) else "a score is a number, not"
        raise fault("E703", s.score.span, f"{what} {score.type}", "write `count(stone of p)`, say")
    if score.type.size == Size.MAYBE:
        raise fault("E703", s.score.span, "this score may be missing", "write `… otherwise 0`")
    return p, settled(ctx, score)


def declared_score(ctx: Context, s: t.Score) -> tuple[Var, Expr]:
    """`score p by number`, which may be asked at any time."""
    p, score = counted_score(ctx, s, ROOT)
    todo = [score]
    while todo:
        e = todo.pop()
        if isinstance(e, Repeats | Stuck):
            raise fault("E703", s.score.span, "a score is counted from what is there, not from the past or the future",
                        "keep what it needs in a variable")  # fmt: skip
        todo += e.parts
    return p, score


def ending(ctx: Context, s: t.Statement) -> None:
    """The game can't end while it is set up."""
    if ctx.section.name == "setup":
        raise fault("R602", s.span, "the game can't end while it is set up", "put it in `end`")


# ---- compound statements


def check_condition(ctx: Context, e: t.Expression, scope: Scope) -> tuple[Expr, Expr]:
    """A condition, as written and as it goes into the model; what it comes to is noted for lint."""
    written = ctx.truth(e, scope)
    value = settled(ctx, written)
    ctx.conditions.setdefault(e, set()).add(value.value if isinstance(value, Const) else None)
    return written, value


def branch(ctx: Context, s: t.If, scope: Scope) -> m.Statement:
    """`if`."""
    if len(s.arms) > MAX_ARMS:
        raise fault("R614", s.span, f"more than {MAX_ARMS} alternatives in one `if`", "use a `define` of cases")
    conditions = [check_condition(ctx, c, scope) for c, _ in s.arms]
    blocks: list[m.Block] = []
    for (_, condition), (_, arm) in zip(conditions, s.arms, strict=True):
        ctx.unreached += condition is FALSE
        blocks.append(check_block(ctx, arm, scope))
        ctx.unreached -= condition is FALSE
    other = check_block(ctx, s.otherwise, scope)
    for (written, condition), body in zip(reversed(conditions), reversed(blocks), strict=True):
        other = (m.Branch(s.span, condition, body, other),)
        ctx.notes.values[other[0]] = written
    (branch,) = other
    return branch


def loop(ctx: Context, s: t.For | t.Together, scope: Scope) -> m.Loop:
    """`for`; the parts of a `together`."""
    binders, condition, _ = bind(ctx, s.query, scope)
    if any(source.type.size == Size.FAMILY for _, source in binders):
        raise fault("T331", s.query.span, "`for` ranges over the elements of sets, not over sets of sets",
                    "go over one of its sets: `for s in row(1)`, say")
    variables, names = [], {}
    for (v, _), binder in zip(binders, s.query.binders, strict=True):
        variables.append(local(ctx, binder.name, v.type))
        names[binder.name.text] = variables[-1]
    done, where = planned_query(ctx, binders, condition)
    first, inner = known_behind(ctx, s.query, scope.bind(names), s.body)
    body = (*first, *check_block(ctx, s.body, inner))
    loop = m.Loop(s.span, tuple(variables), done, where, body)
    ctx.notes.queries[loop] = tuple(binders), condition
    return loop


def either(ctx: Context, s: t.Either, scope: Scope) -> m.Statement:
    """`either`."""
    allowed(ctx, s)
    failures = ctx.failures
    kept = [b for b in s.branches if not _is_removed(ctx, b[0])]
    if not kept and s.otherwise is None:
        raise fault("R609", s.span, "all branches of this `either` are removed", "keep one of them")
    branches = [check_block(ctx, b, scope) for b in kept]
    otherwise = None if s.otherwise is None else check_block(ctx, s.otherwise, scope)
    if otherwise is not None and not kept:
        return m.Branch(s.span, TRUE, otherwise, ())
    for body, source in zip(branches, kept, strict=True):
        check_way(ctx, body, source[0].span, "this branch of `either`", ctx.failures == failures)
    return m.Either(s.span, tuple(branches), otherwise)


def _is_removed(ctx: Context, first: t.Statement) -> bool:
    """Whether a branch begins with a block that a variant has removed."""
    if not isinstance(first, t.Do):
        return False
    link = first.call.link if isinstance(first.call, t.Dot) else first.call
    name = link.name if isinstance(link, t.Call) else link
    if not isinstance(name, t.Name):
        return False
    define = find_define(ctx, isinstance(first.call, t.Dot), name.text)
    if isinstance(define, t.Removal):
        ctx.used.add(define.name)
        return True
    return False


def check_way(ctx: Context, body: m.Block, where: Span, what: str, is_whole: bool) -> None:
    """Refuse a branch that need not come to a decision. `is_whole`: all its statements could be checked."""
    if is_whole and not decides(body):
        raise fault("R603", where, f"{what} may end without a decision",
                    "each branch begins with a `choose`, or comes to one on every way")  # fmt: skip
    if shifts_first(ctx, body):
        raise fault("R615", where, f"in {what} somebody else may have to decide first: who chooses among the branches?",
                    "let `me` decide first: `choose …`, and `by` behind it")  # fmt: skip
    if rolls_first(body):
        raise fault("R604", where, f"{what} rolls before its first decision",
                    'begin it with a decision: `choose "roll"`')  # fmt: skip


def repeat(ctx: Context, s: t.Repeat, scope: Scope) -> m.Statement:
    """`repeat`. The condition may use what the block has introduced."""
    failures = ctx.failures
    done, inner = row(ctx, s.body, scope, (s.until,))
    written, until = check_condition(ctx, s.until, inner)
    check_round(ctx, s, done, failures)
    repeat = m.Repeat(s.span, done, until)
    ctx.notes.values[repeat] = written
    return repeat


def as_long_as(ctx: Context, s: t.While, scope: Scope) -> m.Statement:
    """`while`: a `repeat` that asks first."""
    failures = ctx.failures
    written, condition = check_condition(ctx, s.condition, scope)
    done = check_block(ctx, s.body, scope)
    check_round(ctx, s, done, failures)
    repeat = m.Repeat(s.span, done, negation(condition))
    loop = m.Branch(s.span, condition, (repeat,), ())
    ctx.notes.values[repeat], ctx.notes.values[loop] = negation(written), written
    return loop


def check_round(ctx: Context, s: t.Repeat | t.While, body: m.Block, failures: int) -> None:
    """Refuse an open loop that might go round for ever, or never goes round. `failures`: how many there were before
    its body."""
    if ctx.failures != failures:
        return
    word = "repeat" if isinstance(s, t.Repeat) else "while"
    hint = "use `for n in 1..k` for a loop without decisions"
    if not decides(body, chance=True):
        raise fault("R605", s.span, f"a round of this `{word}` may pass without a decision or a roll", hint)
    if not any(isinstance(inner, m.Choose) for inner in m.walk(body)):  # a roll is a sort of choice
        raise fault("R605", s.span, f"no round of this `{word}` holds a decision or a roll: each ends the game",
                    f"leave out `{word}`, or {hint}")  # fmt: skip


def most(ctx: Context, s: t.Most, scope: Scope) -> m.Statement:
    """`most`."""
    allowed(ctx, s)
    values = []
    for e in s.values:
        value = ctx.expr(e, scope)
        if not value.type.is_number or value.type.size != Size.ONE:
            raise fault("T301", e.span, f"`most` compares numbers, not {value.type}",
                        "write a number: `most count(…)`, say")
        values.append(settled(ctx, value))
    body = check_block(ctx, s.body, scope)
    roll = next((x for x in m.walk(body) if isinstance(x, m.Roll)), None)
    if roll is not None:
        raise fault("R606", roll.span, "there can be no roll within `most`: the best way must be known beforehand",
                    "roll before it, or leave the `most` away")  # fmt: skip
    if any(isinstance(x, m.Assign) and x.variable is ctx.me for x in m.walk(body)):
        raise fault("R615", s.span, "within `most` nobody else decides: the best way must be known beforehand",
                    "let them decide before it, or behind it")
    return m.Most(s.span, tuple(values), body)


# ---- blocks that have a name


def do(ctx: Context, s: t.Do, scope: Scope) -> list[m.Statement]:
    """A call of a defined block, written out in its place."""
    call = s.call
    subject: Expr | None = None
    link = call
    if isinstance(call, t.Dot):
        subject, link = ctx.expr(call.subject, scope), call.link
    if not isinstance(link, t.Name | t.Call) or (isinstance(call, t.Dot) and call.power is not None):
        raise fault("R607", s.span, "this is a value; it does nothing here", "a statement changes something")
    name = link.text if isinstance(link, t.Name) else link.name.text
    define = find_define(ctx, subject is not None, name)
    if define is None or not define.is_block:
        if define is None and subject is None and scope.find(name) is None:
            blocks = [n for (has, n), d in ctx.rules.defines.items() if d.is_block]
            if find_name(ctx, t.Name(link.span, name), scope) is None:
                if ctx.unsure(name):
                    raise Silent
                raise fault("N201", link.span, f"nothing is called `{name}` here",
                            FIRST_WORDS.get(name) or did_you_mean(name, blocks))  # fmt: skip
        raise fault("R607", s.span, f"`{name}` is a value; it does nothing here", "a statement changes something")
    ctx.used.add(define.name)
    if isinstance(define, t.Removal):
        return []
    arguments = link.arguments if isinstance(link, t.Call) else ()
    if len(arguments) != len(define.parameters):
        wanted = ", ".join(p.text for p in define.parameters)
        raise fault("T320", s.span, f"`{name}` takes {arity(len(define.parameters))}, not {len(arguments)}",
                    f"write `{name}({wanted})`")  # fmt: skip
    if define in scope.trail:
        raise fault("N204", s.span, f"`{name}` calls itself", "there is no recursion; `repeat` goes round")
    values = [ctx.value(a, scope) for a in arguments]
    parameters: list[tuple[t.Name, Expr | Thing]] = list(zip(define.parameters, values, strict=True))
    if define.subject is not None:
        assert subject is not None
        parameters.insert(0, (define.subject, subject))
    before: list[m.Statement] = []
    names: dict[str, Expr | Thing | m.Variable] = {}
    written = dict(zip(define.parameters, arguments, strict=True))
    if define.subject is not None and isinstance(call, t.Dot):
        written[define.subject] = call.subject
    places = {name.text: place_of(e, ctx.given_for) for name, e in written.items()}
    for parameter, value in parameters:
        if isinstance(value, Thing) or fixed(ctx, value) or only_in_first(parameter.text, define.body):
            names[parameter.text] = value
        else:
            variable = unnamed(ctx, parameter.text, value.type, s.span)
            before.append(m.Assign(s.span, variable, (), settled(ctx, value), False))
            ctx.notes.values[before[-1]] = value
            names[parameter.text] = variable
    known = len(ctx.findings)
    outer, ctx.given_for = ctx.given_for, places
    try:
        body = check_block(ctx, define.body, Scope(names, None, None, False, (*scope.trail, define)))
    finally:
        ctx.given_for = outer
    given = {parameter.text: value for parameter, value in parameters}
    found, ctx.findings[known:] = ctx.findings[known:], []
    for finding in found:
        ctx.report(blamed(finding, define, given, s.span, is_own(ctx, define)))
    return [*before, *body]


def fixed(ctx: Context, value: Expr) -> bool:
    """Whether no statement can change a value: constants, bound names, `me`, and what follows from them."""
    if isinstance(value, Get):
        variable = value.variable
        return (variable is ctx.me and not ctx.shifts) or (variable.local and variable not in ctx.let_nodes)
    if isinstance(value, Const | Var):
        return True
    parts = list(value.parts)
    return bool(parts) and value.static and all(fixed(ctx, p) for p in parts)


# ---- looking ahead


def after(ctx: Context, e: t.After, scope: Scope) -> Expr:
    """A condition in the state that would follow a change."""
    section, ctx.section = ctx.section, Section("`after`", False, False)
    try:
        change, inner = check_statement(ctx, e.change, scope)
    finally:
        ctx.section = section
    for s in m.walk(tuple(change)):
        if isinstance(s, m.Finish | m.Rank):
            raise fault("R608", e.span, "a change that ends the game can't be looked beyond",
                        "look beyond a move alone; what ends the game is said in `end`")
    written = ctx.truth(e.condition, inner)
    condition = settled(ctx, written)
    free = condition.free | free_of(tuple(change))
    looked = node(After, TRUTH, tuple(change), condition, free, m.may_break(tuple(change), ctx.stacks))
    ctx.notes.ahead[looked] = written
    return looked
