"""What a name on its own stands for, and calls: defines, kinds of pieces, built-in functions."""

from __future__ import annotations

from collections.abc import Callable

from gdl import tree as t
from gdl.build import (
    arithmetic,
    as_set,
    cond,
    cond_as,
    conjunction,
    const,
    convert_size,
    disjunction,
    empty,
    equal,
    everything,
    fitting,
    given,
    integer,
    lift,
    op,
    query,
    table,
    union,
)
from gdl.checking.world import BUILT_IN, FUNCTIONS, World, arity, base_set, get
from gdl.findings import fault
from gdl.model import Shape, Variable
from gdl.nodes import Const, Content, Expr, Op, Standing, Stuck, Var, node
from gdl.scope import Scope, Silent, Thing
from gdl.source import Span
from gdl.suggest import closest
from gdl.types import TEXTS, TRUTH, TRUTHS, Range, Size, Type

MAX_TRAIL = 40
MAX_EXPANSIONS = 10_000


class Names(World):
    """Names and calls."""

    me: Variable
    next: Variable
    expansions: dict[object, Expr | Thing]
    allow_stuck = False
    expanded = 0

    def value(self, e: t.Expression, scope: Scope) -> Expr | Thing:
        """The checked expression, in which a piece is still a piece."""
        raise NotImplementedError

    def argument(self, e: t.Expression, scope: Scope) -> Expr | Thing:
        """An argument of a call."""
        return self.value(e, scope)

    # ---- names

    def name(self, e: t.Name, scope: Scope) -> Expr | Thing:
        """What a name stands for: locals first, then the ruleset, the prelude, the board."""
        found = self.known(e, scope)
        if found is None:
            raise self.unknown(e, scope)
        return found

    def known(self, e: t.Name, scope: Scope) -> Expr | Thing | None:
        """What a name stands for, or None."""
        local = scope.find(e.text)
        if local is not None:
            self.poisoned(local)
            if isinstance(local, Variable):
                self.note_read(local)
                return get(local)
            assert isinstance(local, Expr | Thing)
            return local
        if scope.inside and scope.shape is not None:
            found = self.of_shape(e.text, scope.shape, e.span, (), scope)
            if found is not None:
                return found
        found = self.declared(e, scope)
        if found is not None:
            return found
        for shape in self.shapes_in_order(scope):
            found = self.of_shape(e.text, shape, e.span, (), scope)
            if found is not None:
                return found
        for shape in self.shapes_in_order(scope):
            if e.text in shape.index:
                return const(Type(shape), shape.index[e.text])
        return None

    def shapes_in_order(self, scope: Scope) -> list[Shape]:
        """Shapes whose names are visible: the one meant first, the board, then the others."""
        found = [s for s in (scope.shape, self.board) if s is not None]
        return list(dict.fromkeys([*found, *self.shapes.values()]))

    def declared(self, e: t.Name, scope: Scope) -> Expr | Thing | None:
        """What the ruleset or the prelude calls by this name."""
        name = e.text
        if name in self.members:
            domain, index, where = self.members[name]
            self.used.add(where)
            return const(Type(domain), index)
        if name in self.rules.options:
            self.used.add(self.rules.options[name].name)
            return self.option(name, e.span)
        if name in self.game_variables:
            variable = self.game_variables[name]
            self.used.add(self.variable_nodes[variable])
            if variable.dimensions:
                raise fault(
                    "T320",
                    e.span,
                    f"`{name}` needs {arity(len(variable.dimensions))}",
                    f"write `{name}(…)`",
                )
            return get(variable)
        if name in self.kind_nodes:
            self.used.add(self.kind_nodes[name].name)
            return Thing(const(Type(self.kind_domain), self.kind_domain.index[name]))
        define = self.find_define(False, name)
        if define is not None:
            return self.expand(define, None, (), e.span, scope)
        if name == "piece":
            return Thing(None)
        if name == "me":
            return get(self.me)
        if name == "next":
            return get(self.next)
        if name == "stuck":
            if not self.allow_stuck:
                raise fault(
                    "E701", e.span, "`stuck` is known only in `end`: it is about the player who moves next"
                )
            return node(Stuck, TRUTH)
        if name == "empty":
            return self.empty_sites(e.span)
        if name == "kind" and self.kinds:
            return everything(self.kind_domain)
        shape = self.shape_decl(name)
        if (
            name in ("site", "player")
            or name in self.rules.types
            or (shape is not None and not shape.parameters)
        ):
            base = self.named_base(name, e.span)
            return None if base is None else base_set(base, e.span)
        return None

    def find_define(self, has_subject: bool, name: str) -> t.Define | None:
        """A define of the ruleset, else of the prelude."""
        return self.rules.defines.get((has_subject, name)) or self.prelude.defines.get((has_subject, name))

    def note_read(self, variable: Variable) -> None:
        """A local is used."""
        if variable in self.variable_nodes:
            self.used.add(self.variable_nodes[variable])

    def unknown(self, e: t.Name, scope: Scope) -> Exception:
        """There is nothing of this name."""
        name = e.text
        if self.unsure(name):
            return Silent()
        if name[:1].isdigit() and name.lstrip("0123456789").isalpha() and len(name.lstrip("0123456789")) == 1:
            hint = f"if you mean a product, write `{name[:-1]} * {name[-1]}`"
        elif (
            (True, name) in self.rules.defines
            or (True, name) in self.prelude.defines
            or name in self.attributes
        ):
            hint = f"it belongs to something: write `….{name}`"
        else:
            near = closest(name, self.visible(scope))
            hint = f"did you mean `{near}`?" if near else ""
        return fault("N201", e.span, f"nothing is called `{name}` here", hint)

    def visible(self, scope: Scope) -> set[str]:
        """Every name that could stand here."""
        names = scope.all_names() | set(BUILT_IN) | set(self.members) | set(self.rules.options)
        names |= set(self.game_variables) | set(self.kind_nodes) | set(self.rules.types)
        names |= {n for subject, n in [*self.rules.defines, *self.prelude.defines] if not subject}
        for shape in self.shapes_in_order(scope):
            names |= set(shape.labels) | set(shape.directions.labels)
            names |= {
                i.name.text
                for i in self.shape_trees[shape][0].items
                if isinstance(i, t.Define) and not i.subject
            }
        return names

    # ---- names within a shape

    def of_shape(
        self, name: str, shape: Shape, span: Span, arguments: tuple[Expr | Thing, ...], scope: Scope
    ) -> Expr | Thing | None:
        """A direction, or a define without a subject, of a shape."""
        if name in shape.directions.index and not arguments:
            return const(Type(shape.directions), shape.directions.index[name])
        decl, parameters = self.shape_trees[shape]
        for item in decl.items:
            if isinstance(item, t.Define) and item.subject is None and item.name.text == name:
                return self.expand(item, None, arguments, span, scope, shape)
        if name == decl.name.text and scope.shape is shape:
            return everything(shape)
        if parameters.find(name) is not None and scope.inside:
            found = parameters.find(name)
            assert isinstance(found, Expr)
            return found
        return None

    def shape_attribute(self, name: str, shape: Shape) -> t.Define | None:
        """A define with a subject, of a shape."""
        for item in self.shape_trees[shape][0].items:
            if isinstance(item, t.Define) and item.subject is not None and item.name.text == name:
                return item
        return None

    # ---- defines

    def expand(
        self,
        define: t.Define,
        subject: Expr | None,
        arguments: tuple[Expr | Thing, ...],
        span: Span,
        scope: Scope,
        shape: Shape | None = None,
    ) -> Expr | Thing:
        """The value of a define for this subject and these arguments."""
        name = f"{define.subject.text}.{define.name.text}" if define.subject else define.name.text
        self.used.add(define.name)
        if define.is_block:
            raise fault(
                "T321", span, f"`{name}` is a row of statements, not a value", "use it on a line of its own"
            )
        if len(arguments) != len(define.parameters):
            wanted = ", ".join(p.text for p in define.parameters)
            raise fault("T320", span, f"`{name}` takes {arity(len(define.parameters))}, not {len(arguments)}",
                        f"write `{define.name.text}" + (f"({wanted})`" if wanted else "`"))  # fmt: skip
        if name in scope.trail or len(scope.trail) > MAX_TRAIL:
            ring = " → ".join([*scope.trail[scope.trail.index(name) if name in scope.trail else 0 :], name])
            raise fault(
                "N204", span, f"`{name}` is defined in terms of itself ({ring})", "there is no recursion"
            )
        key = (define, subject, arguments, shape)
        if key in self.expansions:
            return self.expansions[key]
        names: dict[str, Expr | Thing] = dict(
            zip((p.text for p in define.parameters), arguments, strict=True)
        )
        if define.subject is not None:
            assert subject is not None
            names[define.subject.text] = subject
        hint = shape or (
            subject.type.base if subject is not None and isinstance(subject.type.base, Shape) else None
        )
        inner = Scope(names, None, hint, shape is not None, (*scope.trail, name))
        if shape is not None:
            inner = Scope(names, self.shape_trees[shape][1], shape, True, (*scope.trail, name))
        self.expanded += 1
        if self.expanded > MAX_EXPANSIONS:
            raise fault("R612", span, "the rules grow too large when every define is written out",
                        "define fewer values in terms of each other")  # fmt: skip
        result = self.define_value(define, inner)
        if isinstance(result, Thing) and (result.kind is None or result.owner is not None):
            result = self.sites_of(result, span)  # only a bare kind stays a kind
        self.expansions[key] = result
        return result

    def define_value(self, define: t.Define, inner: Scope) -> Expr | Thing:
        """The body of a define: a value, or a table whose lines are united."""
        assert define.value is not None
        if not isinstance(define.value, tuple):
            return self.value(define.value, inner)
        lines = [self.expr(line, inner) for line in define.value]
        if all(line.type == TRUTH for line in lines):
            return disjunction(lines)
        whole = as_set(lines[0])
        for line, e in zip(lines[1:], define.value[1:], strict=True):
            self.same_base(whole, line, e.span, "the lines of a table")
            whole = union(whole, line)
        return whole

    def same_base(self, a: Expr, b: Expr, span: Span, what: str) -> None:
        """Refuse to bring together what is not of one sort."""
        if a.type.base is b.type.base or (isinstance(a.type.base, Range) and isinstance(b.type.base, Range)):
            return
        raise fault("T311", span, f"{what} must be of one sort, not {a.type} and {b.type}")

    # ---- pieces

    def empty_sites(self, span: Span) -> Expr:
        """The sites where nothing stands."""
        board = self.need_board(span)
        occupied = self.standing(None, None)
        return op("minus", Type(board, Size.MANY), everything(board), occupied)

    def standing(self, kinds: tuple[int, ...] | None, owner: Expr | None) -> Expr:
        """The sites of some kinds (None: all), of one owner or several (None: any)."""
        assert self.board is not None
        every = tuple(range(len(self.kinds)))
        kinds = every if kinds is None else kinds
        if owner is not None:
            kinds = tuple(k for k in kinds if self.kinds[k].owned)
            if owner.type.size == Size.MAYBE:
                return given(owner, lambda p: self.standing(kinds, p))
            if isinstance(owner, Op) and owner.name == "single":
                (owner,) = owner.operands
        type_ = Type(self.board, Size.MANY)
        return node(Standing, type_, kinds, owner) if kinds else const(type_, 0)

    def sites_of(self, thing: Thing, span: Span) -> Expr:
        """The sites where such a piece stands."""
        self.need_board(span)
        if thing.kind is None or isinstance(thing.kind, Const):
            kinds = None if thing.kind is None else (thing.kind.value,)
            where = self.standing(kinds, thing.owner)
        else:
            where = as_set(empty(Type(self.need_board(span), Size.MANY)))
            for i in range(len(self.kinds)):
                here = self.standing((i,), thing.owner if self.kinds[i].owned else None)
                is_kind = equal(thing.kind, const(Type(self.kind_domain), i))
                where = union(where, self.when(is_kind, here))
        if thing.number is None:
            return where
        site, number = Var(Type(self.need_board(span)), "s"), thing.number
        same = equal(node(Content, self.number_type(), "number", site), number)
        return query("union", where.type, [(site, where)], same, site)

    def when(self, condition: Expr, value: Expr) -> Expr:
        """The value, or nothing if the condition fails."""
        if value.type == TRUTH:
            return conjunction((condition, value))
        if value.type.size == Size.MANY:
            return cond(condition, value, const(value.type, 0))
        if value.type.base is TEXTS:
            return cond(condition, value, const(value.type, ""))
        type_ = value.type.of_size(Size.MAYBE)
        return cond_as(condition, value, empty(type_), type_)

    def number_type(self) -> Type:
        """The type of `s.number`: all numbers that pieces bear, or nothing."""
        ranges = [Range(k.number[1], k.number[2]) for k in self.kinds if k.number]
        whole = ranges[0]
        for one in ranges[1:]:
            whole = whole.join(one)
        return Type(whole, Size.MAYBE)

    def piece(self, thing: Thing, span: Span) -> Expr:
        """The piece itself, as a value of the type `piece`; perhaps nothing."""
        from gdl.nodes import Const

        if thing.kind is None:
            raise fault("P505", span, "`piece` is any kind of piece; say which", "name a kind")
        if not isinstance(thing.kind, Const):
            return self._dynamic_piece(thing, span)
        kind = self.kinds[thing.kind.value]
        if kind.owned and thing.owner is None:
            raise fault("P506", span, f"whose `{kind.name}`?", f"write `{kind.name} of me`, say")
        if not kind.owned and thing.owner is not None:
            raise fault("P507", span, f"a `{kind.name}` belongs to nobody", "leave the `of …` away")
        if kind.number and thing.number is None:
            raise fault(
                "P508", span, f"a `{kind.name}` bears a number; which?", f"write `{kind.name}(1)`, say"
            )
        if not kind.number and thing.number is not None:
            raise fault("P509", span, f"a `{kind.name}` bears no number")
        if thing.owner is not None and thing.owner.type.size == Size.MANY:
            raise fault("P506", span, "a piece has one owner, not several")
        base = self.piece_base[thing.kind.value]
        low, many = (kind.number[1], kind.number[2] - kind.number[1] + 1) if kind.number else (0, 1)
        owner = thing.owner or integer(0)
        numbers: Expr = integer(0)
        if thing.number is not None:
            assert kind.number is not None
            if thing.number.type.base is TRUTHS or not thing.number.type.is_number:
                raise fault("T301", span, f"a piece's number is a number, not {thing.number.type}")
            numbers = arithmetic("-", fitting(thing.number, Range(low, kind.number[2])), integer(low))

        def code(p: Expr, n: Expr) -> Expr:
            players = (
                convert_size(p, Type(Range(0, len(self.player.labels) - 1)))
                if p.type.base is self.player
                else p
            )
            total = arithmetic(
                "+", integer(base), arithmetic("+", arithmetic("*", players, integer(many)), n)
            )
            return convert_size(total, Type(self.pieces, total.type.size))

        return given(owner, lambda p: given(numbers, lambda n: code(p, n)))

    def _dynamic_piece(self, thing: Thing, span: Span) -> Expr:
        """A piece whose kind is known only in play: neither numbered, nor partly without owners."""
        assert thing.kind is not None
        if any(k.number for k in self.kinds):
            raise fault("P510", span, "where pieces bear numbers, a piece taken from a variable must be whole",
                        "write `s.piece` for the piece on s")  # fmt: skip
        type_ = Type(self.pieces, Size.MAYBE)

        def code(k: Expr) -> Expr:
            if thing.owner is None:
                rows = [-1 if kind.owned else self.piece_base[i] for i, kind in enumerate(self.kinds)]
                return table(rows, type_, k)
            starts = [self.piece_base[i] if kind.owned else -1 for i, kind in enumerate(self.kinds)]

            def owned(p: Expr) -> Expr:
                rows = [
                    table([s + i if s >= 0 else -1 for s in starts], type_, k)
                    for i in range(len(self.player))
                ]
                whole = rows[0]
                for i, row in enumerate(rows[1:], 1):
                    whole = cond_as(equal(p, const(Type(self.player), i)), row, whole, type_)
                return whole

            return given(thing.owner, owned)

        return given(thing.kind, code)

    # ---- calls

    def call(self, e: t.Call, scope: Scope) -> Expr | Thing:
        """A call: of something local to a shape, a define, a kind, a variable, or built in."""
        name = e.name.text
        shapes = self.shapes_in_order(scope)
        if scope.inside and scope.shape is not None and self._has_call(name, scope.shape):
            return self._shape_call(e, scope.shape, scope)
        define = self.find_define(False, name)
        if define is not None:
            return self.expand(define, None, self.arguments(e, scope), e.span, scope)
        if name in self.kind_nodes or name == "piece":
            return self._numbered(e, scope)
        if name in self.game_variables:
            variable = self.game_variables[name]
            self.used.add(self.variable_nodes[variable])
            return self.indexed(variable, [], e, scope)
        built_in: Callable[[t.Call, Scope], Expr] | None = getattr(self, f"call_{name}", None)
        if built_in is not None:
            return built_in(e, scope)
        for shape in shapes:
            if self._has_call(name, shape):
                return self._shape_call(e, shape, scope)
        if self.shape_decl(name) is not None:
            raise fault("B415", e.span, "a board with a size needs a name before its sites can be listed",
                        f"write `type spot = {e.span.text}`, say, and use `spot` here")  # fmt: skip
        if self.known(e.name, scope) is not None:
            raise fault("T322", e.span, f"`{name}` takes no arguments", f"write `{name}` alone")
        if self.unsure(name):
            raise Silent
        functions = list(FUNCTIONS)
        functions += [n for subject, n in [*self.rules.defines, *self.prelude.defines] if not subject]
        for shape in shapes:
            functions += [i.name.text for i in self.shape_trees[shape][0].items if isinstance(i, t.Define)]
        near = closest(name, [*functions, *self.kind_nodes])
        raise fault("N201", e.name.span, f"nothing called `{name}` takes arguments here",
                    f"did you mean `{near}`?" if near else "")  # fmt: skip

    def _has_call(self, name: str, shape: Shape) -> bool:
        return any(
            isinstance(i, t.Define) and i.subject is None and i.name.text == name and i.parameters
            for i in self.shape_trees[shape][0].items
        )

    def _shape_call(self, e: t.Call, shape: Shape, scope: Scope) -> Expr | Thing:
        found = self.of_shape(e.name.text, shape, e.span, self.arguments(e, scope), scope)
        assert found is not None
        return found

    def arguments(self, e: t.Call, scope: Scope) -> tuple[Expr | Thing, ...]:
        """The arguments' values, in which a piece is a piece."""
        return tuple(self.argument(a, scope) for a in e.arguments)

    def _numbered(self, e: t.Call, scope: Scope) -> Thing:
        """`stone(n)`."""
        thing = self.name(e.name, scope)
        assert isinstance(thing, Thing)
        if len(e.arguments) != 1:
            raise fault("T320", e.span, f"`{e.name.text}` takes one argument, the piece's number")
        if not any(k.number for k in self.kinds):
            raise fault("P509", e.span, f"a `{e.name.text}` bears no number")
        return Thing(thing.kind, thing.owner, self.expr(e.arguments[0], scope))

    def indexed(self, variable: Variable, subjects: list[Expr], e: t.Expression, scope: Scope) -> Expr:
        """What a variable holds for some subject and arguments; nothing for what lies outside its dimensions."""
        arguments = list(e.arguments) if isinstance(e, t.Call) else []
        dimensions = variable.dimensions[len(subjects) :]
        if len(arguments) != len(dimensions):
            wanted = ", ".join(d.name for d in dimensions)
            raise fault("T320", e.span, f"`{variable.name}` takes {arity(len(dimensions))}, not {len(arguments)}",
                        f"write `{variable.name}({wanted})`" if wanted else f"write `{variable.name}`")  # fmt: skip
        values = subjects + [
            self.index_value(a, d, scope) for a, d in zip(arguments, dimensions, strict=True)
        ]
        return self.read(variable, values)

    def index_value(self, e: t.Expression, dimension: object, scope: Scope) -> Expr:
        """An argument that picks a value of a variable."""
        value = self.thing_or_expr(e, scope)
        base = value.type.base
        if base is not dimension and not (isinstance(base, Range) and isinstance(dimension, Range)):
            raise fault(
                "T312", e.span, f"a {getattr(dimension, 'name', '?')} is wanted here, not {value.type}"
            )
        return value

    def thing_or_expr(self, e: t.Expression, scope: Scope) -> Expr:
        """An expression, in which a kind is the kind itself, not its sites."""
        value = self.value(e, scope)
        if not isinstance(value, Thing):
            return value
        if value.kind is None:
            return self.sites_of(value, e.span)
        return value.kind if value.owner is None and value.number is None else self.piece(value, e.span)

    def value_for(self, type_: Type | None, e: t.Expression, scope: Scope) -> Expr:
        """What a variable of a type is to hold: a piece only where pieces or kinds are kept, else its sites."""
        if type_ is not None and type_.base in (self.kind_domain, self.pieces):
            value = self.thing_or_expr(e, scope)
            wanted = type_.base is self.pieces and value.type.base is self.kind_domain
            return self.piece(Thing(value), e.span) if wanted else value
        return self.expr(e, scope)

    def read(self, variable: Variable, values: list[Expr]) -> Expr:
        """What a variable holds, lifted over its indices."""

        def go(done: list[Expr], left: list[Expr]) -> Expr:
            if not left:
                return get(variable, *done)
            dimension = variable.dimensions[len(done)]
            first = left[0]
            if isinstance(dimension, Range):
                many = first.type.size == Size.MANY
                first = as_set(first, dimension) if many else fitting(first, dimension)
            return lift(first, lambda one: go([*done, one], left[1:]))

        return go([], values)
