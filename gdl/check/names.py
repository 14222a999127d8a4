"""What a name on its own stands for: locals, what is declared, defines, and what a board calls by it."""

from __future__ import annotations

from gdl.check.blame import blamed
from gdl.check.context import Context, no_family
from gdl.check.declarations import option_of
from gdl.check.hints import FOREIGN, direction, elsewhere, off_board
from gdl.check.pieces import bare_kind, empty_sites, no_kind, sites_of
from gdl.check.scope import Scope, Silent, Thing
from gdl.check.values import arity, base_set, get
from gdl.check.written_types import named_base, shape_decl
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
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import BUILT_IN, FUNCTIONS
from gdl.text.findings import Fault, fault
from gdl.text.mends import Hint
from gdl.text.source import Span
from gdl.text.suggest import did_you_mean

_EXAMPLES = {"repeats": "repeats(piece, next)", "count": "count(mine)", "the": "the(king of me)"}
"""How functions are used that stand alone in a text."""
MAX_TRAIL = 100
MAX_EXPANSIONS = 10_000


# ---- names


def named(ctx: Context, e: t.Name, scope: Scope) -> Expr | Thing:
    """What a name stands for: locals first, then the ruleset, the prelude, the board."""
    found = find_name(ctx, e, scope)
    if found is None:
        raise unknown(ctx, e, scope)
    return found


def find_name(ctx: Context, e: t.Name, scope: Scope) -> Expr | Thing | None:
    """What a name stands for, or None."""
    local = scope.find(e.text)
    if local is not None:
        ctx.poisoned(local)
        if isinstance(local, Variable):
            note_read(ctx, local)
            return get(local)
        assert isinstance(local, Expr | Thing)
        return local
    if scope.inside and scope.shape is not None:
        found = of_shape(ctx, e.text, scope.shape, e.span, (), scope)
        if found is not None:
            return found
    found = declared(ctx, e, scope)
    if found is not None:
        return found
    for shape in shapes_in_order(ctx, scope):
        found = of_shape(ctx, e.text, shape, e.span, (), scope)
        if found is not None:
            return found
    for shape in shapes_in_order(ctx, scope):
        if e.text in shape.index:
            return const(Type(shape), shape.index[e.text])
    return None


def shapes_in_order(ctx: Context, scope: Scope) -> list[Shape]:
    """Shapes whose names are visible: the one meant first, the board, then the others."""
    found = [s for s in (scope.shape, ctx.board) if s is not None]
    return list(dict.fromkeys([*found, *ctx.shapes.values()]))


def declared(ctx: Context, e: t.Name, scope: Scope) -> Expr | Thing | None:
    """What the ruleset or the prelude calls by this name."""
    name = e.text
    if name in ctx.members:
        domain, index, where = ctx.members[name]
        ctx.used.add(where)
        return const(Type(domain), index)
    if name in ctx.rules.options:
        ctx.used.add(ctx.rules.options[name].name)
        return option_of(ctx, name, e.span)
    if name in ctx.game_variables:
        variable = ctx.game_variables[name]
        ctx.used.add(ctx.variable_nodes[variable])
        if variable.dimensions:
            raise fault(
                "T320",
                e.span,
                f"`{name}` needs {arity(len(variable.dimensions))}",
                f"write `{name}(…)`",
            )
        return get(variable)
    if is_removed(ctx, e):
        return no_kind(ctx)
    if name in ctx.kind_nodes:
        if not ctx.kinds_known:
            raise fault("N204", e.span, "it isn't known yet which kinds there are", "use numbers here")
        ctx.used.add(ctx.kind_nodes[name].name)
        return Thing(const(Type(ctx.kind_domain), ctx.kind_domain.index[name]))
    define = find_define(ctx, False, name)
    if define is not None:
        return expand(ctx, define, None, (), e.span, scope)
    if name == "piece":
        return Thing(None)
    if name in ("me", "next"):
        if not ctx.players_known:
            raise fault("N204", e.span, "it isn't known yet which players there are", "use numbers here")
        return get(ctx.me if name == "me" else ctx.next)
    if name == "stuck":
        if not ctx.allow_stuck:
            raise fault("E701", e.span, "`stuck` is known only in `end`: it is about the player who moves next",
                        "elsewhere ask for what keeps a player from moving: `no empty`, say")
        return node(Stuck, TRUTH)
    if name == "empty":
        return empty_sites(ctx, e.span)
    if name == "kind" and (ctx.kinds or not ctx.kinds_known):
        base = named_base(ctx, name, e.span)
        return None if base is None else base_set(base, e.span)
    shape = shape_decl(ctx, name)
    is_type = name in ("site", "player", "direction") or name in ctx.rules.types
    if is_type or (shape is not None and not shape.parameters):
        base = named_base(ctx, name, e.span)
        return None if base is None else base_set(base, e.span)
    return None


def is_removed(ctx: Context, e: t.Name) -> bool:
    """Whether a name stands for a kind that a variant has removed, in a text that knows it."""
    removed = ctx.rules.removed.get(e.text)
    return removed is not None and e.span.source in removed.known_to


def find_define(ctx: Context, has_subject: bool, name: str) -> t.Define | None:
    """A define of the ruleset, else of the prelude."""
    return ctx.rules.defines.get((has_subject, name)) or ctx.prelude.defines.get((has_subject, name))


def note_read(ctx: Context, variable: Variable) -> None:
    """A local is used."""
    if variable in ctx.variable_nodes:
        ctx.used.add(ctx.variable_nodes[variable])


def unknown(ctx: Context, e: t.Name, scope: Scope) -> Exception:
    """There is nothing of this name."""
    name = e.text
    if ctx.unsure(name):
        return Silent()
    if name in ctx.rules.removed:
        where = ctx.rules.removed[name].name.span.where
        return fault("N201", e.span, f"there is no `{name}` here: it is removed ({where})", "leave it away")
    old = [i for tree in ctx.rules.trees for i in tree.items if isinstance(i, t.Rename) and i.old.text == name]
    if old:
        return fault("N201", e.span, f"`{name}` is called `{old[0].new.text}` here ({old[0].span.where})",
                     Hint(f"write `{old[0].new.text}`", old[0].new.text))  # fmt: skip
    hint: str
    if name[:1].isdigit() and name.lstrip("0123456789").isalpha() and len(name.lstrip("0123456789")) == 1:
        hint = f"if you mean a product, write `{name[:-1]} * {name[-1]}`"
    elif (True, name) in ctx.rules.defines or (True, name) in ctx.prelude.defines or name in ctx.attributes:
        hint = f"it belongs to something: write `….{name}`"
    elif name in FUNCTIONS:
        hint = f"say of what: `{_EXAMPLES.get(name, f'{name}(…)')}`"
    elif scope.inside and scope.shape is not None and is_direction(ctx, name, scope.shape):
        hint = f"a direction knows those above it: declare `{name}` first"
    else:
        shapes = shapes_in_order(ctx, scope)
        hint = FOREIGN.get(name, "") or off_board(name, shapes) or direction(name, shapes)
        hint = hint or did_you_mean(name, visible(ctx, scope))
        hint = hint or elsewhere(name, ctx.prelude, next(iter(shapes), None))
    return fault("N201", e.span, f"nothing is called `{name}` here", hint)


def is_direction(ctx: Context, name: str, shape: Shape) -> bool:
    """Whether a shape's definition declares a direction of this name, be it above or below."""
    items = [*ctx.shape_trees[shape][0].items, *ctx.rules.directions]
    return any(isinstance(i, t.Direction) and i.name.text == name for i in items)


def visible(ctx: Context, scope: Scope) -> set[str]:
    """Every name that could stand here."""
    names = scope.all_names() | set(BUILT_IN) | set(ctx.members) | set(ctx.rules.options)
    names |= set(ctx.game_variables) | set(ctx.kind_nodes) | set(ctx.rules.types)
    names |= {n for subject, n in [*ctx.rules.defines, *ctx.prelude.defines] if not subject}
    for shape in shapes_in_order(ctx, scope):
        names |= set(shape.labels) | set(shape.directions.labels)
        names |= {
            i.name.text for i in ctx.shape_trees[shape][0].items if isinstance(i, t.Define) and not i.subject
        }
    return names


# ---- names within a shape


def of_shape(
    ctx: Context, name: str, shape: Shape, span: Span, arguments: tuple[Expr | Thing, ...], scope: Scope
) -> Expr | Thing | None:
    """A direction, or a define without a subject, of a shape."""
    if name in shape.directions.index and not arguments:
        return const(Type(shape.directions), shape.directions.index[name])
    decl, parameters = ctx.shape_trees[shape]
    for item in decl.items:
        if isinstance(item, t.Define) and item.subject is None and item.name.text == name:
            return expand(ctx, item, None, arguments, span, scope, shape)
    if name == decl.name.text and scope.shape is shape:
        return everything(shape)
    if parameters.find(name) is not None and scope.inside:
        found = parameters.find(name)
        assert isinstance(found, Expr)
        return found
    return None


def shape_attribute(ctx: Context, name: str, shape: Shape) -> t.Define | None:
    """A define with a subject, of a shape."""
    for item in ctx.shape_trees[shape][0].items:
        if isinstance(item, t.Define) and item.subject is not None and item.name.text == name:
            return item
    return None


# ---- defines


def expand(
    ctx: Context,
    define: t.Define,
    subject: Expr | None,
    arguments: tuple[Expr | Thing, ...],
    span: Span,
    scope: Scope,
    shape: Shape | None = None,
) -> Expr | Thing:
    """The value of a define for this subject and these arguments."""
    name = called(define)
    ctx.used.add(define.name)
    if define.is_block:
        forgotten = all(isinstance(s, t.Do) for s in define.body)
        head = define.span.text.split("\n")[0].rstrip()
        instead = f"a value is defined with `=`: `{head} =`" if forgotten else "use it on a line of its own"
        raise fault("T321", span, f"`{name}` is a row of statements, not a value", instead)
    if len(arguments) != len(define.parameters):
        wanted = ", ".join(p.text for p in define.parameters)
        raise fault("T320", span, f"`{name}` takes {arity(len(define.parameters))}, not {len(arguments)}",
                    f"write `{define.name.text}" + (f"({wanted})`" if wanted else "`"))  # fmt: skip
    if define in scope.trail:
        ring = " → ".join(called(d) for d in (*scope.trail[scope.trail.index(define) :], define))
        raise fault("N204", span, f"`{name}` is defined in terms of itself ({ring})", "there is no recursion")
    if len(scope.trail) >= MAX_TRAIL:
        message = f"{MAX_TRAIL} defines lead to each other in a chain, the limit, and `{name}` is one more"
        raise fault("R612", span, message, "say in one define what several say")
    key = (define, subject, arguments, shape)
    if key in ctx.expansions:
        return ctx.expansions[key]
    names: dict[str, Expr | Thing] = dict(zip((p.text for p in define.parameters), arguments, strict=True))
    if define.subject is not None:
        assert subject is not None
        names[define.subject.text] = subject
    hint = shape or (subject.type.base if subject is not None and isinstance(subject.type.base, Shape) else None)
    inner = Scope(names, None, hint, shape is not None, (*scope.trail, define))
    if shape is not None:
        inner = Scope(names, ctx.shape_trees[shape][1], shape, True, (*scope.trail, define))
    ctx.expanded += 1
    if ctx.expanded > MAX_EXPANSIONS:
        raise fault("R612", span, "the rules grow too large when every define is written out",
                    "define fewer values in terms of each other")  # fmt: skip
    try:
        result = define_value(ctx, define, inner)
    except Fault as stop:
        raise Fault(blamed(stop.finding, define, names, span, is_own(ctx, define))) from None
    if isinstance(result, Thing) and (result.kind is None or result.owner is not None):
        result = sites_of(ctx, result, span)  # only a bare kind stays a kind, one that is worked out as well
    ctx.expansions[key] = result
    return result


def called(define: t.Define) -> str:
    """How a define is used: `a.goals`, `middle`."""
    return f"{define.subject.text}.{define.name.text}" if define.subject else define.name.text


def is_own(ctx: Context, define: t.Define) -> bool:
    """Whether a define is one of the author's, not one that ships."""
    return any(define.span.source is tree.source for tree in ctx.rules.trees)


def _lines(ctx: Context, written: tuple[t.Expression, ...], inner: Scope) -> list[Expr]:
    """The lines of a table; where one is a kind, names of kinds in the others are kinds, too."""
    values = [ctx.value(line, inner) for line in written]
    kinds = any(isinstance(v, Expr) and v.type.base is ctx.kind_domain for v in values)
    lines: list[Expr] = []
    for value, line in zip(values, written, strict=True):
        kind = bare_kind(value) if kinds else None
        whole = sites_of(ctx, value, line.span) if isinstance(value, Thing) else value
        lines.append(no_family(ctx, whole, line) if kind is None else kind)
    return lines


def define_value(ctx: Context, define: t.Define, inner: Scope) -> Expr | Thing:
    """The body of a define: a value, or a table whose lines are united."""
    assert define.value is not None
    if not isinstance(define.value, tuple):
        return ctx.value(define.value, inner)
    lines = _lines(ctx, define.value, inner)
    if all(line.type == TRUTH for line in lines):
        return disjunction(lines)
    whole = as_set(lines[0])
    for line, e in zip(lines[1:], define.value[1:], strict=True):
        ctx.same_base(whole, line, e.span, "the lines of a table")
        whole = union(whole, line)
    return whole
