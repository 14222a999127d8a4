"""What the rules give away: hidden things on their way to whatever players observe.

Everything that is observed is an output (`outputs.py`): the options of a decision, how they are written and may be
typed, who decides, open values, scores, the marks of what is unseen. Rules are gone through once for all of them: what
each output hangs on – what it reads, and the conditions around it – is compared with what those who observe it know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from gdl.knowledge.asking import Asking, kept
from gdl.knowledge.marks import told_by_marks
from gdl.knowledge.observed import Observed
from gdl.knowledge.outputs import Leak
from gdl.knowledge.possible import Facts, is_in, values_of
from gdl.knowledge.secrets import NONE, Reader, Secret, Secrets, settled
from gdl.knowledge.shapes import changed, decides, shape, told
from gdl.knowledge.stored import Stored
from gdl.knowledge.way import Way
from gdl.model import statements as m
from gdl.model.build import conjuncts, equal, everything, negation, table
from gdl.model.model import Model
from gdl.model.nodes import Const, Expr, Get, Op, Var, node, within
from gdl.model.types import TRUTH, Size, Type
from gdl.passes.substitution import substitute
from gdl.text.source import Span

ROUNDS = 2
"""Times that a turn is gone through: what is secret of a local, or where it is kept, may be known only behind where it
is used."""


class Flow:
    """Goes through a model's rules and finds what they give away."""

    def __init__(self, model: Model, counting: bool = False, uncertain: Iterable[m.Variable] = ()) -> None:
        """`counting`: open variables are judged that count; then how much there is counts as hidden, too. `uncertain`:
        locals of which not everybody knows what they hold."""
        self.model = model
        self.player = Type(model.player)
        self.begins = Var(self.player, "me")
        self.reader = Reader(model, self.begins, weakens=not counting)
        for variable in uncertain:
            self._label(variable, frozenset((Secret(variable.name, everything(model.player), ()),)))
        self.asking = Asking(model, self.reader)
        self.unknown: dict[tuple[m.Statement, str], Var] = {}
        """Who decides behind each `by`, and who comes next behind what changes that."""
        self.shown: set[m.Variable] = set()
        """Locals that have been told by something open: what hangs on them is known."""
        self.forks: set[m.Statement] = set()
        """Statements that go on in one way or another by something that is surely hidden from somebody."""
        self.observed = Observed(self.player)
        self.stored = Stored(model, self.asking)

    def leaks(self) -> list[Leak]:
        """All that is found."""
        if not self.model.hides:
            return []
        begins = self._begins()
        self._first(self.model.turn, begins)
        for _ in range(ROUNDS):
            self.observed.begin()
            self._block(self.model.setup, Way(self.begins, Var(self.player, "next")))
            way = self._begins()
            self._block(self.model.turn, way)
            self._block(self.model.end, way)
            if self.model.score is not None:
                self._score(self.model.score[1], begins)
            for hidden in self.model.hidden:
                self.observed.add(told_by_marks(self.model, self.reader, hidden))
        return self.observed.leaks()

    def _begins(self) -> Way:
        """The way into a turn: whoever it is whose turn it is, the player behind them comes next."""
        n = len(self.model.player)
        return Way(self.begins, table(((i + 1) % n for i in range(n)), self.player, self.begins))

    def _first(self, block: m.Block, way: Way) -> bool:
        """Note what the first decisions of a turn hang on: so does it who is stuck. Whether one has come."""
        for s in block:
            match s:
                case m.Choose():
                    read, _ = self.asking.query(s, way)
                    whole = all(isinstance(source, Get) for _, source in s.binders) and not conjuncts(s.where)
                    self.reader.asked_first |= {replace(x, weak=x.weak or whole) for x in read}
                    return True
                case m.Branch():
                    self.reader.asked_first |= self.asking.read(way, s.condition)
                case m.Loop() if decides(s.body):
                    self.reader.asked_first |= self.asking.query(s, way)[0]
            come = [self._first(inner, way) for inner in m.inner_blocks(s)]
            if any(come):
                return True
        return False

    # ---- statements

    def _block(self, block: m.Block, way: Way) -> None:
        for s in block:
            self._statement(s, way)

    def _statement(self, s: m.Statement, way: Way) -> None:
        self.stored.note(s, way)
        match s:
            case m.Choose():
                self._choose(s, way)
            case m.Assign():
                self._assign(s, way)
            case m.OnBoard():
                self._pieces(s, way)
                way.changed((s,))
            case m.Branch():
                self._branch(s, way)
            case m.Loop():
                self._loop(s, way)
            case m.Repeat():
                self._changes(s, s.body, way)
                inner = way.inner((), s.span, NONE)
                self._block(s.body, inner)
                way.alone = inner.alone
                self._fork(s, self.asking.read(inner, s.until), inner)
                if decides(s.body) and not self._is_shown(s.until):
                    self.observed.order(s.span, self.asking.read(inner, s.until), way)
            case m.Either():
                for branch in (*s.branches, *((s.otherwise,) if s.otherwise is not None else ())):
                    self._block(branch, way.inner((), s.span, NONE))
            case m.Most():
                self.observed.output("options", s.span, self.asking.read(way, *s.values), way)
                self._block(s.body, way.inner((), s.span, NONE))
        for block in m.inner_blocks(s):
            self._changes(s, block, way)

    def _choose(self, s: m.Choose, way: Way) -> None:
        read, facts = self.asking.query(s, way)
        is_roll = isinstance(s, m.Roll)
        text = self.asking.read(way, s.text, facts=facts)
        if not is_roll:
            self.observed.output("options", s.span, read, way)
            self.observed.output("text", s.span, text, way, to="decider")
            self.observed.output("typed", s.span, self.asking.read(way, *s.others, facts=facts), way)
            if s.asking is not None:
                self.observed.output("text", s.span, self.asking.read(way, s.asking), way, to="decider")
        if not s.secret:
            self.observed.output("text", s.span, text, way, to="all" if is_roll else "others")
        told = self._audience(s, way)
        if told is not None:
            self.observed.output("text", s.span, text, way, to="told", told=told)
            whether = self.asking.read(way, is_in(self.observed.somebody, told), facts=facts)
            self.observed.output("text", s.span, whether, way, to="told")
        names = {x for x in within(s.text) if isinstance(x, Var)}
        for (name, _), variable in zip(s.binders, s.variables, strict=True):
            way.forget({variable})
            if s.secret:
                players = everything(self.model.player) if is_roll else self._others(way)
                if told is not None:
                    players = node(Op, players.type, "minus", (players, substitute(told, kept(s))))
                self._label(variable, frozenset((Secret(variable.name, players, way.facts),)))
            elif name not in names:
                self._label(variable, self.asking.of_one(s, way, facts))
            else:
                self._told(s, variable, read, way)
        way.facts = (*way.facts, *settled(self.asking.settle(way, facts), kept(s)))
        way.alone = way.part and s.secret

    def _audience(self, s: m.Choose, way: Way) -> Expr | None:
        """Who is told by name what is chosen, as players that are known on the way."""
        if s.told is None:
            return None
        (told,) = self.asking.settle(way, (s.told,))
        return substitute(told, {node(Get, v.type, v, ()): value for v, value in way.values.items()})

    def _others(self, way: Way) -> Expr:
        every = everything(self.model.player)
        return node(Op, every.type, "minus", (every, node(Op, every.type, "single", (way.me,))))

    def _told(self, s: m.Choose, variable: m.Variable, read: Secrets, way: Way) -> None:
        """A choice that all are told: whether it is of what is kept hidden, before or behind."""
        where = self.stored.of(variable)
        if where.open:
            return
        if where.hidden:
            read = frozenset((Secret(variable.name, self._others(way), ()),))
        self.observed.output("told", s.span, read, way, where.hidden, "all" if isinstance(s, m.Roll) else "others")

    def _assign(self, s: m.Assign, way: Way) -> None:
        (value,) = self.asking.settle(way, (s.value,))
        if s.variable is self.model.me:
            self._decides(s, value, way)
            return
        read = self.asking.read(way, s.value, *s.indices)
        variable: Expr = node(Get, s.variable.type, s.variable, s.indices)
        way.forget({s.variable})
        if s.variable is self.model.next:
            for span, secrets in self._where(s, NONE if self._is_shown(s.value) else read, way):
                self.observed.order(span, secrets, way)
            of = values_of(value)
            way.next = value if of is not None and all(isinstance(x, Var) for x in of) else self._somebody(s)
            variable = way.next
        elif s.variable.local:
            self._label(s.variable, read | way.hangs_on)
            if value.type == self.player:
                way.values[s.variable] = value
        elif self.reader.is_open(s.variable):
            self._opened(s, s.variable.name, read, way)
            self.shown.update(x.variable for x in (s.value, *s.indices) if isinstance(x, Get) and x.variable.local)
        if variable is not value and not s.indices and value.type.size == Size.ONE and values_of(value) is not None:
            way.facts = (*way.facts, *_equal(variable, value))

    def _decides(self, s: m.Assign, value: Expr, way: Way) -> None:
        """Another player decides from here on."""
        known = value.variable if isinstance(value, Get) else None
        old = way.values.get(known) if known is not None else None
        if old is not None:
            way.me = old
            return
        self.observed.order(s.span, self.asking.read(way, s.value), way)
        way.me = self.unknown.setdefault((s, "me"), Var(self.player, "me"))
        if value.type.size == Size.ONE:
            way.facts = (*way.facts, node(Op, TRUTH, "=", (way.me, value)))

    def _somebody(self, s: m.Statement) -> Var:
        return self.unknown.setdefault((s, "next"), Var(self.player, "next"))

    def _pieces(self, s: m.Statement, way: Way) -> None:
        if self.reader.hides("piece"):
            return
        read = self.asking.read(way, *m.expressions(s))
        if isinstance(s, m.Put) and self.reader.hides("number"):
            read = self.asking.read(way, s.sites)
        self._opened(s, "the board", read, way)

    def _opens(self, block: m.Block) -> bool:
        """Whether something that all see may change in a block."""
        return any(isinstance(s, m.Assign) and self.reader.is_open(s.variable) for s in m.walk(block))

    def _is_shown(self, e: Expr) -> bool:
        """Whether all that a condition hangs on has been told."""
        return bool(_locals(e)) and not self.reader.labelled(e, self.shown)

    def _opened(self, s: m.Statement, by: str, read: Secrets, way: Way) -> None:
        """Something open gets a value."""
        for span, secrets in self._where(s, read, way):
            self.observed.output("open", span, frozenset(secret for secret in secrets if not secret.weak), way, by)

    @staticmethod
    def _where(s: m.Statement, read: Secrets, way: Way) -> Iterator[tuple[Span, Secrets]]:
        """All on which it hangs what a statement does, by where it is asked: on the way, or by itself."""
        yield from way.asked
        names = {secret.name for secret in way.hangs_on}
        yield s.span, frozenset(secret for secret in read if secret.name not in names)

    def _branch(self, s: m.Branch, way: Way) -> None:
        read = self.asking.read(way, s.condition)
        self._fork(s, read, way)
        if self._opens(s.then) or self._opens(s.other):
            self.shown |= _locals(s.condition)
        if (decides(s.then) or decides(s.other)) and not self._is_shown(s.condition):
            if shape(s.then) != shape(s.other):
                self.observed.order(s.span, read, way)
            else:
                self.observed.output("options", s.span, read, way)
                if told(s.then) != told(s.other):
                    self.observed.output("text", s.span, read, way, to="others")
        (condition,) = self.asking.settle(way, (s.condition,))
        self._block(s.then, way.inner(conjuncts(condition), s.span, read))
        self._block(s.other, way.inner((negation(condition),), s.span, read))

    def _loop(self, s: m.Loop, way: Way) -> None:
        read, facts = self.asking.query(s, way)
        self._fork(s, read, way)
        if decides(s.body):
            self.observed.order(s.span, read, way)
        self._changes(s, s.body, way)
        if self._opens(s.body):
            self.shown = self.shown.union(*(_locals(source) for _, source in s.binders))
        way.forget(set(s.variables))
        for variable in s.variables:
            self._label(variable, self.asking.of_one(s, way, facts))
        inner = way.inner(settled(self.asking.settle(way, facts), kept(s)), s.span, read)
        inner.part, inner.alone = way.part or s.together, way.alone and not s.together
        self._block(s.body, inner)

    def _fork(self, s: m.Statement, read: Secrets, way: Way) -> None:
        if any(self.observed.hides(secret, way) for secret in read):
            self.forks.add(s)

    def _score(self, score: Expr, way: Way) -> None:
        span = self.model.hidden[0].span if self.model.hidden else self.model.turn[0].span
        self.observed.output("score", span, self.reader.read(score), way)

    # ---- what is known of variables

    def _label(self, variable: m.Variable, secrets: Secrets) -> None:
        self.reader.labels[variable] = self.reader.labels.get(variable, NONE) | secrets

    def _changes(self, s: m.Statement, block: m.Block, way: Way) -> None:
        """Behind a block, and within one that is done again, what it may have changed isn't known any more."""
        variables = changed(block)
        if self.model.next in variables:
            way.next = self._somebody(s)
        way.forget(variables)
        way.changed(m.walk(block))


def _equal(variable: Expr, value: Expr) -> Facts:
    """The fact that a variable holds a value, where that says something."""
    if value in within(variable) or variable in within(value):
        return ()
    if variable.type != TRUTH:
        return (equal(variable, value),)
    return (variable if value.value else negation(variable),) if isinstance(value, Const) else ()


def _locals(e: Expr) -> set[m.Variable]:
    """The locals that a condition asks, if it asks nothing else."""
    asked = {x.variable for x in within(e) if isinstance(x, Get) and x.variable.name not in ("me", "next")}
    more = any(x.reads for x in within(e) if not isinstance(x, Get))
    return set() if more or not all(variable.local for variable in asked) else asked
