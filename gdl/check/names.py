"""What a name on its own stands for: locals, what is declared, defines, and what a board calls by it."""

from __future__ import annotations

from gdl.check.blame import blamed
from gdl.check.hints import FOREIGN, elsewhere, off_board
from gdl.check.pieces import Things
from gdl.check.scope import Scope, Silent, Thing
from gdl.check.values import arity, base_set, get
from gdl.findings import Fault, fault
from gdl.model.build import (
    as_set,
    const,
    disjunction,
    everything,
    union,
)
from gdl.model.model import Shape, Variable
from gdl.model.nodes import Expr, Stuck, node
from gdl.model.types import TRUTH, Type
from gdl.suggest import did_you_mean
from gdl.syntax import tree as t
from gdl.syntax.source import Span
from gdl.syntax.vocabulary import BUILT_IN

MAX_TRAIL = 40
MAX_EXPANSIONS = 10_000


class Names(Things):
    """Names and defines."""

    me: Variable
    next: Variable
    expansions: dict[object, Expr | Thing]
    allow_stuck = False
    expanded = 0

    def value(self, e: t.Expression, scope: Scope) -> Expr | Thing:
        """The checked expression, in which a piece is still a piece."""
        raise NotImplementedError

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
            if not self.kinds_known:
                raise fault("N204", e.span, "it isn't known yet which kinds there are", "use numbers here")
            self.used.add(self.kind_nodes[name].name)
            return Thing(const(Type(self.kind_domain), self.kind_domain.index[name]))
        define = self.find_define(False, name)
        if define is not None:
            return self.expand(define, None, (), e.span, scope)
        if name == "piece":
            return Thing(None)
        if name in ("me", "next"):
            if not self.players_known:
                raise fault("N204", e.span, "it isn't known yet which players there are", "use numbers here")
            return get(self.me if name == "me" else self.next)
        if name == "stuck":
            if not self.allow_stuck:
                raise fault("E701", e.span, "`stuck` is known only in `end`: it is about the player who moves next")
            return node(Stuck, TRUTH)
        if name == "empty":
            return self.empty_sites(e.span)
        if name == "kind" and (self.kinds or not self.kinds_known):
            base = self.named_base(name, e.span)
            return None if base is None else base_set(base, e.span)
        shape = self.shape_decl(name)
        if name in ("site", "player") or name in self.rules.types or (shape is not None and not shape.parameters):
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
        elif (True, name) in self.rules.defines or (True, name) in self.prelude.defines or name in self.attributes:
            hint = f"it belongs to something: write `….{name}`"
        elif scope.inside and scope.shape is not None and self.is_direction(name, scope.shape):
            hint = f"a direction knows those above it: declare `{name}` first"
        else:
            shapes = self.shapes_in_order(scope)
            hint = FOREIGN.get(name, "") or off_board(name, shapes) or did_you_mean(name, self.visible(scope))
            hint = hint or elsewhere(name, self.prelude, next(iter(shapes), None))
        return fault("N201", e.span, f"nothing is called `{name}` here", hint)

    def is_direction(self, name: str, shape: Shape) -> bool:
        """Whether a shape's definition declares a direction of this name, be it above or below."""
        return any(isinstance(i, t.Direction) and i.name.text == name for i in self.shape_trees[shape][0].items)

    def visible(self, scope: Scope) -> set[str]:
        """Every name that could stand here."""
        names = scope.all_names() | set(BUILT_IN) | set(self.members) | set(self.rules.options)
        names |= set(self.game_variables) | set(self.kind_nodes) | set(self.rules.types)
        names |= {n for subject, n in [*self.rules.defines, *self.prelude.defines] if not subject}
        for shape in self.shapes_in_order(scope):
            names |= set(shape.labels) | set(shape.directions.labels)
            names |= {
                i.name.text for i in self.shape_trees[shape][0].items if isinstance(i, t.Define) and not i.subject
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
            forgotten = all(isinstance(s, t.Do) for s in define.body)
            head = define.span.text.split("\n")[0].rstrip()
            instead = f"a value is defined with `=`: `{head} =`" if forgotten else "use it on a line of its own"
            raise fault("T321", span, f"`{name}` is a row of statements, not a value", instead)
        if len(arguments) != len(define.parameters):
            wanted = ", ".join(p.text for p in define.parameters)
            raise fault("T320", span, f"`{name}` takes {arity(len(define.parameters))}, not {len(arguments)}",
                        f"write `{define.name.text}" + (f"({wanted})`" if wanted else "`"))  # fmt: skip
        if name in scope.trail or len(scope.trail) > MAX_TRAIL:
            ring = " → ".join([*scope.trail[scope.trail.index(name) if name in scope.trail else 0 :], name])
            raise fault("N204", span, f"`{name}` is defined in terms of itself ({ring})", "there is no recursion")
        key = (define, subject, arguments, shape)
        if key in self.expansions:
            return self.expansions[key]
        names: dict[str, Expr | Thing] = dict(zip((p.text for p in define.parameters), arguments, strict=True))
        if define.subject is not None:
            assert subject is not None
            names[define.subject.text] = subject
        hint = shape or (subject.type.base if subject is not None and isinstance(subject.type.base, Shape) else None)
        inner = Scope(names, None, hint, shape is not None, (*scope.trail, name))
        if shape is not None:
            inner = Scope(names, self.shape_trees[shape][1], shape, True, (*scope.trail, name))
        self.expanded += 1
        if self.expanded > MAX_EXPANSIONS:
            raise fault("R612", span, "the rules grow too large when every define is written out",
                        "define fewer values in terms of each other")  # fmt: skip
        try:
            result = self.define_value(define, inner)
        except Fault as stop:
            raise Fault(blamed(stop.finding, define, names, span, self.is_own(define))) from None
        if isinstance(result, Thing) and (result.kind is None or result.owner is not None):
            result = self.sites_of(result, span)  # only a bare kind stays a kind
        self.expansions[key] = result
        return result

    def is_own(self, define: t.Define) -> bool:
        """Whether a define is one of the author's, not one that ships."""
        return any(define.span.source is tree.source for tree in self.rules.trees)

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
