"""Statements: what a turn does, checked and turned into the model's."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gdl.check.blame import blamed
from gdl.check.changes import Changes, Section
from gdl.check.flow import decides, free_of, introduced, only_in_first, rolls_first
from gdl.check.missing import Notes, place_of
from gdl.check.scope import Poison, Scope, Silent, Thing
from gdl.check.values import arity
from gdl.findings import Fault, fault
from gdl.model import model as m
from gdl.model.build import TRUE, as_set, const, everything, op
from gdl.model.nodes import After, Const, Expr, Get, Value, Var, node
from gdl.model.types import TEXT, TEXTS, TRUTH, Size, Type
from gdl.suggest import did_you_mean
from gdl.syntax import tree as t
from gdl.syntax.hints import FIRST_WORDS
from gdl.syntax.source import Span

MAX_STATEMENTS = 20_000
MAX_ARMS = 30


class Statements(Changes):
    """Blocks of statements."""

    conditions: dict[t.Expression, set[Value]]
    failures = 0
    """Statements that could not be checked: whether they hold a decision is not known."""
    made = 0
    notes: Notes
    given_for: Mapping[str, Span] = MappingProxyType({})
    """For each parameter of the block that is being written out, where its argument stands."""

    def block(self, statements: t.Block, scope: Scope) -> m.Block:
        """A row of statements; each fault is reported, and the rest is checked all the same."""
        return self.row(statements, scope)[0]

    def row(self, statements: t.Block, scope: Scope) -> tuple[m.Block, Scope]:
        """A row of statements, and the scope behind them."""
        done: list[m.Statement] = []
        for statement in statements:
            try:
                more, scope = self.statement(statement, scope)
                done += more
            except (Fault, Silent) as stop:
                if isinstance(stop, Fault):
                    self.report(stop.finding)
                self.failures += 1
                scope = scope.bind(dict.fromkeys(introduced(statement), Poison()))
            self.made += len(done)
            if self.made > MAX_STATEMENTS:
                raise fault("R612", statement.span, "the rules grow too large when every define is written out",
                            "define fewer blocks in terms of each other")  # fmt: skip
        return tuple(done), scope

    def statement(self, s: t.Statement, scope: Scope) -> tuple[list[m.Statement], Scope]:
        """One statement; gives the scope behind it, too."""
        match s:
            case t.Choose() | t.Roll():
                return self.choose(s, scope)
            case t.Say():
                self.allowed(s)
                where = TRUE if s.where is None else self.truth(s.where, scope)
                said = m.Choose(s.span, (), (), self.done(where), self.done(self.text(s.word, scope)))
                self.notes.queries[said] = (), where
                return [said], scope
            case t.Let():
                return self.let(s, scope)
            case t.Assign():
                return self.assign(s, scope), scope
            case t.Do():
                return self.do(s, scope), scope
            case t.Put():
                return [self.put(s, scope)], scope
            case t.Move():
                return [self.move(s, scope)], scope
            case t.Remove():
                return [m.Remove(s.span, self.sites(s.sites, scope))], scope
            case t.Finish():
                return [self.finish(s, scope)], scope
            case t.Rank():
                return [self.rank(s, scope)], scope
            case t.If():
                return [self.branch(s, scope)], scope
            case t.For():
                return [self.loop(s, scope)], scope
            case t.Either():
                return [self.either(s, scope)], scope
            case t.Repeat():
                return [self.repeat(s, scope)], scope
            case t.Most():
                return [self.most(s, scope)], scope

    def move(self, s: t.Move, scope: Scope) -> m.Statement:
        """`move a to b`."""
        ends = [(self.site(e, scope), place_of(e, self.given_for)) for e in (s.origin, s.target)]
        origin, target = (self.done(e) for e, _ in ends)
        move = m.Move(s.span, origin, target)
        if any(e.type.size == Size.MAYBE for e, _ in ends):
            self.notes.moves[move] = tuple(ends)
        return move

    # ---- decisions

    def allowed(self, s: t.Statement) -> None:
        """Refuse decisions and chance where there can be none."""
        what = "roll" if isinstance(s, t.Roll) else "decision"
        if not (self.section.rolls if isinstance(s, t.Roll) else self.section.choices):
            raise fault("R601", s.span, f"there can be no {what} in {self.section.name}", "put it in `turn`")

    def choose(self, s: t.Choose | t.Roll, scope: Scope) -> tuple[list[m.Statement], Scope]:
        """A decision, or chance."""
        self.allowed(s)
        binders, condition, inner = self.binders(s.query, scope)
        for (_, source), binder in zip(binders, s.query.binders, strict=True):
            if source.type.size == Size.FAMILY:
                raise fault("T331", binder.source.span, "a set of sites can't be chosen as one", "choose its sites")
        if s.text is not None:
            text = self.expr(s.text, inner)
            if text.type.base is not TEXTS:
                text = self.printed(text)
        else:
            parts: list[Expr] = []
            for v, _ in binders:
                parts += ([const(TEXT, "-")] if parts else []) + [self.printed(v)]
            text = op("text", TEXT, *parts) if len(parts) > 1 else parts[0]
        variables: list[m.Variable] = []
        names: dict[str, m.Variable] = {}
        for (v, _), binder in zip(binders, s.query.binders, strict=True):
            variables.append(self.local(binder.name, v.type))
            names[binder.name.text] = variables[-1]
        done, where = self.planned(binders, condition)
        kind = m.Roll if isinstance(s, t.Roll) else m.Choose
        chosen = kind(s.span, tuple(variables), done, where, self.done(text))
        self.notes.queries[chosen] = tuple(binders), condition
        return [chosen], scope.bind(names)

    # ---- ends

    def finish(self, s: t.Finish, scope: Scope) -> m.Statement:
        """`win`, `lose`, `draw`."""
        self.ending(s)
        if s.who is None:
            return m.Finish(s.span, "draw", everything(self.player))
        who = self.expr(s.who, scope)
        if who.type.base is not self.player and not self.is_empty_set(who):
            raise fault("E702", s.who.span, f"a player wins or loses, not {who.type}", "write `win me`, say")
        return m.Finish(s.span, s.result, self.done(as_set(who, self.player)))

    def rank(self, s: t.Rank, scope: Scope) -> m.Statement:
        """`rank p by score`."""
        self.ending(s)
        self.note_binder(s.name, scope)
        p = Var(Type(self.player), s.name.text)
        score = self.expr(s.score, scope.bind({s.name.text: p}))
        if not score.type.is_number:
            raise fault("E703", s.score.span, f"players are ranked by a number, not by {score.type}")
        if score.type.size == Size.MAYBE:
            raise fault("E703", s.score.span, "this score may be missing", "write `… otherwise 0`")
        return m.Rank(s.span, p, self.done(score))

    def ending(self, s: t.Statement) -> None:
        """The game can't end while it is set up."""
        if self.section.name == "setup":
            raise fault("R602", s.span, "the game can't end while it is set up", "put it in `end`")

    # ---- compound statements

    def condition(self, e: t.Expression, scope: Scope) -> tuple[Expr, Expr]:
        """A condition, as written and as it goes into the model; what it comes to is noted for lint."""
        written = self.truth(e, scope)
        value = self.done(written)
        self.conditions.setdefault(e, set()).add(value.value if isinstance(value, Const) else None)
        return written, value

    def branch(self, s: t.If, scope: Scope) -> m.Statement:
        """`if`."""
        if len(s.arms) > MAX_ARMS:
            raise fault("R614", s.span, f"more than {MAX_ARMS} alternatives in one `if`", "use a `define` of cases")
        conditions = [self.condition(c, scope) for c, _ in s.arms]
        blocks = [self.block(body, scope) for _, body in s.arms]
        other = self.block(s.otherwise, scope)
        for (written, condition), body in zip(reversed(conditions), reversed(blocks), strict=True):
            other = (m.Branch(s.span, condition, body, other),)
            self.notes.values[other[0]] = written
        (branch,) = other
        return branch

    def loop(self, s: t.For, scope: Scope) -> m.Statement:
        """`for`."""
        binders, condition, _ = self.binders(s.query, scope)
        if any(source.type.size == Size.FAMILY for _, source in binders):
            raise fault("T331", s.query.span, "`for` ranges over the elements of sets, not over sets of sets")
        variables, names = [], {}
        for (v, _), binder in zip(binders, s.query.binders, strict=True):
            variables.append(self.local(binder.name, v.type))
            names[binder.name.text] = variables[-1]
        done, where = self.planned(binders, condition)
        loop = m.Loop(s.span, tuple(variables), done, where, self.block(s.body, scope.bind(names)))
        self.notes.queries[loop] = tuple(binders), condition
        return loop

    def either(self, s: t.Either, scope: Scope) -> m.Statement:
        """`either`."""
        self.allowed(s)
        failures = self.failures
        branches = [self.block(b, scope) for b in s.branches]
        otherwise = None if s.otherwise is None else self.block(s.otherwise, scope)
        for body, source in zip(branches, s.branches, strict=True):
            self.check_way(body, source[0].span, "this branch of `either`", self.failures == failures)
        return m.Either(s.span, tuple(branches), otherwise)

    def check_way(self, body: m.Block, where: Span, what: str, is_whole: bool) -> None:
        """Refuse a branch that need not come to a decision. `is_whole`: all its statements could be checked."""
        if is_whole and not decides(body):
            raise fault("R603", where, f"{what} may end without a decision",
                        "each branch begins with a `choose`, or comes to one on every way")  # fmt: skip
        if rolls_first(body):
            raise fault("R604", where, f"{what} rolls before its first decision",
                        'begin it with a decision: `choose "roll"`')  # fmt: skip

    def repeat(self, s: t.Repeat, scope: Scope) -> m.Statement:
        """`repeat`. The condition may use what the block has introduced."""
        failures = self.failures
        done, inner = self.row(s.body, scope)
        written, until = self.condition(s.until, inner)
        if self.failures == failures and not decides(done, chance=True):
            raise fault("R605", s.span, "a round of this `repeat` may pass without a decision or a roll",
                        "use `for n in 1..k` for a loop without decisions")  # fmt: skip
        repeat = m.Repeat(s.span, done, until)
        self.notes.values[repeat] = written
        return repeat

    def most(self, s: t.Most, scope: Scope) -> m.Statement:
        """`most`."""
        self.allowed(s)
        values = []
        for e in s.values:
            value = self.expr(e, scope)
            if not value.type.is_number or value.type.size != Size.ONE:
                raise fault("T301", e.span, f"`most` compares numbers, not {value.type}")
            values.append(self.done(value))
        body = self.block(s.body, scope)
        roll = next((x for x in m.walk(body) if isinstance(x, m.Roll)), None)
        if roll is not None:
            raise fault("R606", roll.span, "there can be no roll within `most`: the best way must be known beforehand",
                        "roll before it, or leave the `most` away")  # fmt: skip
        return m.Most(s.span, tuple(values), body)

    # ---- blocks that have a name

    def do(self, s: t.Do, scope: Scope) -> list[m.Statement]:
        """A call of a defined block, written out in its place."""
        call = s.call
        subject: Expr | None = None
        link = call
        if isinstance(call, t.Dot):
            subject, link = self.expr(call.subject, scope), call.link
        if not isinstance(link, t.Name | t.Call) or (isinstance(call, t.Dot) and call.power is not None):
            raise fault("R607", s.span, "this is a value; it does nothing here", "a statement changes something")
        name = link.text if isinstance(link, t.Name) else link.name.text
        define = self.find_define(subject is not None, name)
        if define is None or not define.is_block:
            if define is None and subject is None and scope.find(name) is None:
                blocks = [n for (has, n), d in self.rules.defines.items() if d.is_block]
                if self.known(t.Name(link.span, name), scope) is None:
                    if self.unsure(name):
                        raise Silent
                    raise fault("N201", link.span, f"nothing is called `{name}` here",
                                FIRST_WORDS.get(name) or did_you_mean(name, blocks))  # fmt: skip
            raise fault("R607", s.span, f"`{name}` is a value; it does nothing here", "a statement changes something")
        self.used.add(define.name)
        arguments = link.arguments if isinstance(link, t.Call) else ()
        if len(arguments) != len(define.parameters):
            wanted = ", ".join(p.text for p in define.parameters)
            raise fault("T320", s.span, f"`{name}` takes {arity(len(define.parameters))}, not {len(arguments)}",
                        f"write `{name}({wanted})`")  # fmt: skip
        title = f"{name}(…)"
        if title in scope.trail:
            raise fault("N204", s.span, f"`{name}` calls itself", "there is no recursion; `repeat` goes round")
        values = [self.value(a, scope) for a in arguments]
        parameters: list[tuple[t.Name, Expr | Thing]] = list(zip(define.parameters, values, strict=True))
        if define.subject is not None:
            assert subject is not None
            parameters.insert(0, (define.subject, subject))
        before: list[m.Statement] = []
        names: dict[str, Expr | Thing | m.Variable] = {}
        written = dict(zip(define.parameters, arguments, strict=True))
        if define.subject is not None and isinstance(call, t.Dot):
            written[define.subject] = call.subject
        places = {name.text: place_of(e, self.given_for) for name, e in written.items()}
        for parameter, value in parameters:
            if isinstance(value, Thing) or self.fixed(value) or only_in_first(parameter.text, define.body):
                names[parameter.text] = value
            else:
                variable = self.hidden(parameter.text, value.type, s.span)
                before.append(m.Assign(s.span, variable, (), self.done(value), False))
                self.notes.values[before[-1]] = value
                names[parameter.text] = variable
        known = len(self.findings)
        outer, self.given_for = self.given_for, places
        try:
            body = self.block(define.body, Scope(names, None, None, False, (*scope.trail, title)))
        finally:
            self.given_for = outer
        given = {parameter.text: value for parameter, value in parameters}
        found, self.findings[known:] = self.findings[known:], []
        for finding in found:
            self.report(blamed(finding, define, given, s.span, self.is_own(define)))
        return [*before, *body]

    def fixed(self, value: Expr) -> bool:
        """Whether no statement can change a value: constants, bound names, `me`, and what follows from them."""
        if isinstance(value, Get):
            variable = value.variable
            return variable is self.me or (variable.local and variable not in self.let_nodes)
        if isinstance(value, Const | Var):
            return True
        parts = list(value.parts)
        return bool(parts) and value.static and all(self.fixed(p) for p in parts)

    # ---- looking ahead

    def after(self, e: t.After, scope: Scope) -> Expr:
        """A condition in the state that would follow a change."""
        section, self.section = self.section, Section("`after`", False, False)
        try:
            change, inner = self.statement(e.change, scope)
        finally:
            self.section = section
        for s in m.walk(tuple(change)):
            if isinstance(s, m.Finish | m.Rank):
                raise fault("R608", e.span, "a change that ends the game can't be looked beyond")
        condition = self.done(self.truth(e.condition, inner))
        free = condition.free | free_of(tuple(change))
        return node(After, TRUTH, tuple(change), condition, free)
