"""Statements: what a turn does, checked and turned into the model's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gdl import model as m
from gdl import tree as t
from gdl.build import TRUE, arithmetic, as_set, const, difference, empty, everything, fitting, op, union
from gdl.checking.shapes import Shapes
from gdl.checking.world import arity, check_range, describe, get, initial_value
from gdl.findings import Fault, fault
from gdl.fold import Folder
from gdl.nodes import After, Const, Expr, Get, Value, Var, node
from gdl.scope import Poison, Scope, Silent, Thing
from gdl.source import Span
from gdl.suggest import did_you_mean
from gdl.types import TEXT, TEXTS, TRUTH, Range, Size, Type

MAX_STATEMENTS = 20_000
MAX_ARMS = 30


@dataclass(frozen=True)
class Section:
    """What may stand in a section."""

    name: str
    choices: bool
    rolls: bool


class Restart(Exception):
    """A local needs a larger size than it was first given; its section is checked again."""


class Statements(Shapes):
    """Blocks of statements."""

    folder: Folder
    section: Section
    widened: dict[t.Let, Size]
    let_nodes: dict[m.Variable, t.Let]

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
                scope = scope.bind(dict.fromkeys(_introduced(statement), Poison()))
            self.made += len(done)
            if self.made > MAX_STATEMENTS:
                raise fault("R612", statement.span, "the rules grow too large when every define is written out",
                            "define fewer blocks in terms of each other")  # fmt: skip
        return tuple(done), scope

    failures = 0
    """Statements that could not be checked: whether they hold a decision is not known."""
    made = 0

    def statement(self, s: t.Statement, scope: Scope) -> tuple[list[m.Statement], Scope]:
        """One statement; gives the scope behind it, too."""
        match s:
            case t.Choose() | t.Roll():
                return self.choose(s, scope)
            case t.Say():
                self.allowed(s)
                where = TRUE if s.where is None else self.done(self.truth(s.where, scope))
                text = self.done(self.text(s.word, scope))
                return [m.Choose(s.span, (), (), where, text)], scope
            case t.Let():
                return self.let(s, scope)
            case t.Assign():
                return self.assign(s, scope), scope
            case t.Do():
                return self.do(s, scope), scope
            case t.Put():
                return [self.put(s, scope)], scope
            case t.Move():
                return [m.Move(s.span, self.site(s.origin, scope), self.site(s.target, scope))], scope
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

    def done(self, e: Expr) -> Expr:
        """An expression as it goes into the model: what is static worked out, queries planned."""
        return self.folder.fold(e)

    # ---- decisions

    def allowed(self, s: t.Statement) -> None:
        """Refuse decisions and chance where there can be none."""
        what = "roll" if isinstance(s, t.Roll) else "decision"
        if not (self.section.rolls if isinstance(s, t.Roll) else self.section.choices):
            raise fault("R601", s.span, f"there can be no {what} in {self.section.name}", "put it in `turn`")

    def choose(self, s: t.Choose | t.Roll, scope: Scope) -> tuple[list[m.Statement], Scope]:
        """A decision, or chance."""
        self.allowed(s)
        binders, where, inner = self.binders(s.query, scope)
        for (_, source), binder in zip(binders, s.query.binders, strict=True):
            if source.type.size == Size.FAMILY:
                raise fault(
                    "T331", binder.source.span, "a set of sites can't be chosen as one", "choose its sites"
                )
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
        done, where = self.planned(binders, where)
        kind = m.Roll if isinstance(s, t.Roll) else m.Choose
        return [kind(s.span, tuple(variables), done, where, self.done(text))], scope.bind(names)

    def planned(
        self, binders: list[tuple[Var, Expr]], where: Expr
    ) -> tuple[tuple[tuple[Var, Expr], ...], Expr]:
        """A query as it goes into the model."""
        return self.folder.plan(tuple(binders), where)

    def local(self, name: t.Name, type_: Type) -> m.Variable:
        """A new local of the turn."""
        variable = m.Variable(name.text, (), type_, initial_value(type_), True, name.span)
        self.variables.append(variable)
        self.variable_nodes[variable] = name
        return variable

    def let(self, s: t.Let, scope: Scope) -> tuple[list[m.Statement], Scope]:
        """A local with a value."""
        if scope.find(s.name.text) is not None:
            raise fault("N206", s.name.span, f"`{s.name.text}` is in use already here",
                        f"to change it, write `{s.name.text} = …` without `let`")  # fmt: skip
        self.note_binder(s.name, scope)
        type_ = None if s.type is None else self.type_of(s.type, scope)
        value = self.value_for(type_, s.value, scope)
        if s.type is not None and type_ is not None:
            if isinstance(type_.base, Range):
                check_range(type_.base, s.type.span)
        else:
            type_ = value.type
            if self.is_empty_set(value):
                raise fault(
                    "T334",
                    s.value.span,
                    "of what is this an empty set?",
                    f"write `let {s.name.text}: set of site = {{}}`",
                )
            if type_.size == Size.FAMILY or type_.base is TEXTS:
                raise fault("T334", s.value.span, f"a local can't hold {type_}")
            type_ = type_.of_size(max(type_.size, self.widened.get(s, Size.ONE)))
        variable = self.local(s.name, type_)
        self.let_nodes[variable] = s
        statements = self.store(variable, [], value, s.value, s.span)
        return statements, scope.bind({s.name.text: variable})

    # ---- changes

    def assign(self, s: t.Assign, scope: Scope) -> list[m.Statement]:
        """`=`, `+=`, `-=`."""
        variable, subjects = self.target(s.target, scope)
        value = self.value_for(variable.type, s.value, scope)
        before: list[m.Statement] = []
        if any(subject.type.size != Size.ONE for subject in subjects):
            value, before = self.kept(value, s.span)
        indices: list[Expr] = []
        loops: list[tuple[m.Variable, Var, Expr]] = []
        for given, dimension in zip(subjects, variable.dimensions, strict=True):
            fits = given.type.size == Size.ONE and isinstance(dimension, Range)
            subject = fitting(given, dimension) if fits and isinstance(dimension, Range) else given
            if subject.type.size == Size.ONE:
                indices.append(subject)
                continue
            element = Var(subject.type.of_size(Size.ONE), "each")
            each = self.hidden("each", element.type, s.span)
            loops.append((each, element, as_set(subject)))
            indices.append(get(each))
        inner: m.Block = tuple(self.change(variable, indices, s.operator, value, s))
        for each, element, subject in reversed(loops):
            binders, where = self.planned([(element, subject)], TRUE)
            inner = (m.Loop(s.span, (each,), binders, where, inner),)
        return [*before, *inner]

    def kept(self, value: Expr, span: Span) -> tuple[Expr, list[m.Statement]]:
        """A value held fixed while a change is made for several subjects."""
        if isinstance(value, Const | Get) or value.type.base is TEXTS or value.type.size == Size.FAMILY:
            return value, []
        if self.is_empty_set(value):
            return value, []
        variable = self.hidden("value", value.type, span)
        return get(variable), [m.Assign(span, variable, (), self.done(value), False)]

    def hidden(self, name: str, type_: Type, span: Span) -> m.Variable:
        """A local that the author didn't name."""
        variable = m.Variable(name, (), type_, initial_value(type_), True, span)
        self.variables.append(variable)
        return variable

    def change(
        self, variable: m.Variable, indices: list[Expr], operator: str, value: Expr, s: t.Assign
    ) -> list[m.Statement]:
        """One variable gets a new value."""
        if operator != "=":
            old = get(variable, *indices)
            if old.type.size == Size.MANY:
                if not self.is_empty_set(value):
                    self.same_base(old, value, s.value.span, f"both sides of `{operator}`")
                value = union(old, value) if operator == "+=" else difference(old, value)
            elif old.type.is_number and value.type.is_number:
                value = arithmetic(operator[0], old, value)
            else:
                raise fault(
                    "T335", s.span, f"`{operator}` changes numbers and sets; `{variable.name}` is {old.type}"
                )
        return self.store(variable, indices, value, s.value, s.span)

    def store(
        self, variable: m.Variable, indices: list[Expr], value: Expr, e: t.Expression, span: Span
    ) -> list[m.Statement]:
        """The statement that keeps a value in a variable; refuses what can never fit."""
        type_ = variable.type
        if variable in self.let_nodes and value.type.size > type_.size and value.type.size < Size.FAMILY:
            let = self.let_nodes[variable]
            if let.type is None and value.type.base not in (TEXTS, TRUTH.base):
                self.widened[let] = value.type.size
                raise Restart
        base, own = type_.base, value.type.base
        checked = False
        if self.is_empty_set(value) and type_.size != Size.ONE:
            value = empty(type_)
        elif isinstance(base, Range) and isinstance(own, Range):
            if own.high < base.low or own.low > base.high:
                what = str(own.low) if len(own) == 1 else f"{own.name}, never within it"
                raise fault("T336", e.span, f"`{variable.name}` holds {describe(type_)}; this is {what}")
            if type_.size == Size.MANY and not base.holds(own):
                raise fault("T336", e.span, f"`{variable.name}` holds {describe(type_)}; this may hold {own.name}",
                            f"write `… & ({base.name})` if the others are to be dropped")  # fmt: skip
            checked = not base.holds(own)
        elif own is not base:
            raise fault("T306", e.span, f"`{variable.name}` holds {describe(type_)}, not {value.type}")
        if value.type.size > type_.size:
            what = "may be missing" if value.type.size == Size.MAYBE else "is a set"
            hint = "`the(…)` gives its only element"
            if value.type.size == Size.MAYBE:
                hint = "write `… otherwise …` to say what then"
            elif isinstance(e, t.Set) and len(e.items) == 1:
                hint = "leave the braces away"
            raise fault("T337", e.span, f"`{variable.name}` holds {describe(type_)}, but this {what}", hint)
        if type_.size == Size.MANY:
            value = as_set(value, base)
        done = tuple(self.done(i) for i in indices)
        return [m.Assign(span, variable, done, self.done(value), checked)]

    def target(self, e: t.Expression, scope: Scope) -> tuple[m.Variable, list[Expr]]:
        """The variable on the left of an assignment, and its subject and arguments."""
        if isinstance(e, t.Name):
            local = scope.find(e.text)
            self.poisoned(local)
            if isinstance(local, m.Variable):
                self.assigned.add(local)
                return local, []
            if local is not None:
                raise fault(
                    "T338",
                    e.span,
                    f"`{e.text}` stands for a value and can't be changed",
                    "introduce it with `let`",
                )
            if e.text == "next":
                return self.next, []
            if e.text in self.game_variables and not self.game_variables[e.text].dimensions:
                return self._note(self.game_variables[e.text]), []
            if e.text in self.attributes:
                raise fault("T338", e.span, f"whose `{e.text}`?", f"write `….{e.text} = …`")
            self.name(e, scope)
            raise fault(
                "T338",
                e.span,
                f"`{e.text}` can't be changed",
                "only `next`, locals and what something `has` can",
            )
        if isinstance(e, t.Call) and e.name.text in self.game_variables:
            variable = self._note(self.game_variables[e.name.text])
            return variable, self._indices(variable, [], e, scope)
        if isinstance(e, t.Dot) and e.power is None and isinstance(e.link, t.Name | t.Call):
            subject = self.expr(e.subject, scope)
            name = e.link.text if isinstance(e.link, t.Name) else e.link.name.text
            for variable in self.attributes.get(name, ()):
                base = subject.type.base
                if variable.subject is base or (
                    isinstance(variable.subject, Range) and isinstance(base, Range)
                ):
                    return self._note(variable), self._indices(
                        variable, [subject], e.link, scope.hinted(base)
                    )
            self.link(subject, e.link, scope)
            raise fault(
                "T338",
                e.span,
                f"`{name}` can't be changed",
                "only what something `has` can; pieces are put, moved, removed",
            )
        raise fault(
            "T338", e.span, "this can't be changed", "only `next`, locals and what something `has` can"
        )

    def _note(self, variable: m.Variable) -> m.Variable:
        self.assigned.add(variable)
        return variable

    assigned: set[m.Variable]

    def _indices(
        self, variable: m.Variable, subjects: list[Expr], e: t.Expression, scope: Scope
    ) -> list[Expr]:
        arguments = e.arguments if isinstance(e, t.Call) else ()
        dimensions = variable.dimensions[len(subjects) :]
        if len(arguments) != len(dimensions):
            raise fault(
                "T320",
                e.span,
                f"`{variable.name}` takes {arity(len(dimensions))}, not {len(arguments)}",
            )
        return subjects + [self.index_value(a, d, scope) for a, d in zip(arguments, dimensions, strict=True)]

    def put(self, s: t.Put, scope: Scope) -> m.Statement:
        """`put K on S`."""
        value = self.value(s.piece, scope)
        piece = self.piece(value, s.piece.span) if isinstance(value, Thing) else value
        if piece.type.base is self.kind_domain:
            piece = self.piece(Thing(piece), s.piece.span)
        if piece.type.base is not self.pieces or piece.type.size == Size.MANY:
            raise fault(
                "P511",
                s.piece.span,
                f"a piece is put, not {piece.type}",
                "name a kind: `put stone of me on s`",
            )
        if s.under and not self.stacks:
            raise fault(
                "B414", s.span, "nothing can lie under a piece on this board", "write `board stacks(…)`"
            )
        self.note_put(value)
        return m.Put(s.span, self.done(piece), self.sites(s.sites, scope), s.under)

    def note_put(self, value: Expr | Thing) -> None:
        """For lint: which kinds ever come to stand on the board."""
        kinds = range(len(self.kinds))
        if isinstance(value, Thing) and isinstance(value.kind, Const):
            kinds = range(value.kind.value, value.kind.value + 1)
        self.put_kinds.update(kinds)

    put_kinds: set[int]

    def sites(self, e: t.Expression, scope: Scope) -> Expr:
        """A set of sites of the board."""
        value = self.expr(e, scope)
        board = self.need_board(e.span)
        if value.type.base is not board and not self.is_empty_set(value):
            raise fault("T339", e.span, f"sites of the board are wanted here, not {value.type}")
        return self.done(as_set(value, board))

    def site(self, e: t.Expression, scope: Scope) -> Expr:
        """One site of the board, or perhaps none."""
        value = self.expr(e, scope)
        board = self.need_board(e.span)
        if value.type.base is not board:
            raise fault("T339", e.span, f"a site of the board is wanted here, not {value.type}")
        if value.type.size == Size.MANY:
            raise fault(
                "T340",
                e.span,
                "`move` moves one thing to one place; this is a set",
                "`the(…)` gives its only element",
            )
        return self.done(value)

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

    def condition(self, e: t.Expression, scope: Scope) -> Expr:
        """A condition; what it comes to is noted for lint."""
        value = self.done(self.truth(e, scope))
        self.conditions.setdefault(e, set()).add(value.value if isinstance(value, Const) else None)
        return value

    conditions: dict[t.Expression, set[Value]]

    def branch(self, s: t.If, scope: Scope) -> m.Statement:
        """`if`."""
        if len(s.arms) > MAX_ARMS:
            raise fault("R614", s.span, f"more than {MAX_ARMS} alternatives in one `if`", "use a `define` of cases")
        conditions = [self.condition(c, scope) for c, _ in s.arms]
        blocks = [self.block(body, scope) for _, body in s.arms]
        other = self.block(s.otherwise, scope)
        for condition, body in zip(reversed(conditions), reversed(blocks), strict=True):
            other = (m.Branch(s.span, condition, body, other),)
        (branch,) = other
        return branch

    def loop(self, s: t.For, scope: Scope) -> m.Statement:
        """`for`."""
        binders, where, _ = self.binders(s.query, scope)
        if any(source.type.size == Size.FAMILY for _, source in binders):
            raise fault("T331", s.query.span, "`for` ranges over the elements of sets, not over sets of sets")
        variables, names = [], {}
        for (v, _), binder in zip(binders, s.query.binders, strict=True):
            variables.append(self.local(binder.name, v.type))
            names[binder.name.text] = variables[-1]
        done, where = self.planned(binders, where)
        return m.Loop(s.span, tuple(variables), done, where, self.block(s.body, scope.bind(names)))

    def either(self, s: t.Either, scope: Scope) -> m.Statement:
        """`either`."""
        self.allowed(s)
        failures = self.failures
        branches = [self.block(b, scope) for b in s.branches]
        otherwise = None if s.otherwise is None else self.block(s.otherwise, scope)
        for body, source in zip(branches, s.branches, strict=True):
            if self.failures == failures and not decides(body):
                raise fault("R603", source[0].span, "this branch of `either` may end without a decision",
                            "each branch begins with a `choose`, or comes to one on every way")  # fmt: skip
            if rolls_first(body):
                raise fault("R604", source[0].span, "this branch of `either` rolls before its first decision",
                            'begin it with a decision: `choose "roll"`')  # fmt: skip
        return m.Either(s.span, tuple(branches), otherwise)

    def repeat(self, s: t.Repeat, scope: Scope) -> m.Statement:
        """`repeat`. The condition may use what the block has introduced."""
        failures = self.failures
        done, inner = self.row(s.body, scope)
        until = self.condition(s.until, inner)
        if self.failures == failures and not decides(done, chance=True):
            raise fault("R605", s.span, "a round of this `repeat` may pass without a decision or a roll",
                        "use `for n in 1..k` for a loop without decisions")  # fmt: skip
        return m.Repeat(s.span, done, until)

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
        if any(isinstance(x, m.Roll) for x in m.walk(body)):
            raise fault(
                "R606", s.span, "there can be no roll within `most`: the best way must be known beforehand"
            )
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
            raise fault(
                "R607", s.span, "this is a value; it does nothing here", "a statement changes something"
            )
        name = link.text if isinstance(link, t.Name) else link.name.text
        define = self.find_define(subject is not None, name)
        if define is None or not define.is_block:
            if define is None and subject is None and scope.find(name) is None:
                blocks = [n for (has, n), d in self.rules.defines.items() if d.is_block]
                if self.known(t.Name(link.span, name), scope) is None:
                    if self.unsure(name):
                        raise Silent
                    raise fault(
                        "N201", link.span, f"nothing is called `{name}` here", did_you_mean(name, blocks)
                    )
            raise fault(
                "R607", s.span, f"`{name}` is a value; it does nothing here", "a statement changes something"
            )
        self.used.add(define.name)
        arguments = link.arguments if isinstance(link, t.Call) else ()
        if len(arguments) != len(define.parameters):
            wanted = ", ".join(p.text for p in define.parameters)
            raise fault("T320", s.span, f"`{name}` takes {arity(len(define.parameters))}, not {len(arguments)}",
                        f"write `{name}({wanted})`")  # fmt: skip
        title = f"{name}(…)"
        if title in scope.trail:
            raise fault(
                "N204", s.span, f"`{name}` calls itself", "there is no recursion; `repeat` goes round"
            )
        values = [self.argument(a, scope) for a in arguments]
        parameters: list[tuple[t.Name, Expr | Thing]] = list(zip(define.parameters, values, strict=True))
        if define.subject is not None:
            assert subject is not None
            parameters.insert(0, (define.subject, subject))
        before: list[m.Statement] = []
        names: dict[str, Expr | Thing | m.Variable] = {}
        for parameter, value in parameters:
            if isinstance(value, Thing) or self.fixed(value) or _only_in_first(parameter.text, define.body):
                names[parameter.text] = value
            else:
                variable = self.hidden(parameter.text, value.type, s.span)
                before.append(m.Assign(s.span, variable, (), self.done(value), False))
                names[parameter.text] = variable
        return [*before, *self.block(define.body, Scope(names, None, None, False, (*scope.trail, title)))]

    def fixed(self, value: Expr) -> bool:
        """Whether no statement can change a value: constants, bound names, `me`, and what follows from them."""
        if isinstance(value, Get):
            variable = value.variable
            return variable is self.me or (variable.local and variable not in self.assignable())
        if isinstance(value, Const | Var):
            return True
        parts = list(value.parts)
        return bool(parts) and value.static and all(self.fixed(p) for p in parts)

    def assignable(self) -> set[m.Variable]:
        """Locals that a `let` introduced, which may change."""
        return set(self.let_nodes)

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


def free_of(block: Sequence[m.Statement]) -> frozenset[Var]:
    """The bound variables that statements need from around them."""
    found: frozenset[Var] = frozenset()
    for s in m.walk(tuple(block)):
        match s:
            case m.Assign():
                parts = [*s.indices, s.value]
            case m.Put():
                parts = [s.piece, s.sites]
            case m.Move():
                parts = [s.origin, s.target]
            case m.Remove():
                parts = [s.sites]
            case m.Branch():
                parts = [s.condition]
            case m.Loop():
                bound = frozenset(v for v, _ in s.binders)
                parts = []
                for e in (*(source for _, source in s.binders), s.where):
                    found |= e.free - bound
            case _:
                parts = []
        found = found.union(*(p.free for p in parts))
    return found


def decides(block: m.Block, chance: bool = False) -> bool:
    """Whether every way through a block meets a decision (or a roll, if chance counts), or ends the game."""
    for s in block:
        match s:
            case m.Roll():
                if chance:
                    return True
            case m.Choose() | m.Finish() | m.Rank():
                return True
            case m.Branch():
                if decides(s.then, chance) and decides(s.other, chance):
                    return True
            case m.Either():
                if all(decides(b, chance) for b in s.branches) and (
                    s.otherwise is None or decides(s.otherwise, chance)
                ):
                    return True
            case m.Repeat() | m.Most():
                if decides(s.body, chance):
                    return True
    return False


def rolls_first(block: m.Block) -> bool:
    """Whether a way through a block rolls before it decides."""
    for s in block:
        match s:
            case m.Roll():
                return True
            case m.Choose():
                return False
            case m.Branch() | m.Loop() | m.Repeat() | m.Most() | m.Either():
                if any(rolls_first(b) for b in m.inner_blocks(s)):
                    return True
                if decides((s,)):
                    return False
    return False


def _introduced(s: t.Statement) -> list[str]:
    """The names that a statement introduces."""
    if isinstance(s, t.Let):
        return [s.name.text]
    if isinstance(s, t.Choose | t.Roll):
        return [b.name.text for b in s.query.binders]
    return []


def _only_in_first(name: str, body: t.Block) -> bool:
    """Whether a parameter is used in a block's first statement alone, before anything has changed."""
    first, *rest = body
    simple = isinstance(first, t.Choose | t.Roll | t.Assign | t.Put | t.Move | t.Remove | t.Let)
    return simple and not any(_mentions(s, name) for s in rest)


def _mentions(value: object, name: str) -> bool:
    if isinstance(value, t.Name):
        return value.text == name
    if isinstance(value, t.Node):
        return any(_mentions(v, name) for k, v in vars(value).items() if k != "span")
    return isinstance(value, tuple) and any(_mentions(v, name) for v in value)
