"""The meaning of a name on its own: a local, a declaration, a define, or a name of a board."""

from __future__ import annotations

from gdl.check.blame import blamed
from gdl.check.cases import leaves_none_out
from gdl.check.collections import contents
from gdl.check.known_names import find_define, shapes_in_order
from gdl.check.memo import Boards
from gdl.check.options import option_of
from gdl.check.parts import Check, both_families, no_family, same_base
from gdl.check.pieces import bare_kind, empty_sites, no_kind, sites_of
from gdl.check.ruleset import Ruleset
from gdl.check.scope import Place, Scope, Silent, Thing, refuse_poison
from gdl.check.unknown_names import unknown
from gdl.check.values import arity, base_set, get
from gdl.check.written_types import named_base, shape_decl
from gdl.model.build import as_set, const, disjunction, empty, everything, union
from gdl.model.nodes import Expr, Stuck, node
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.types import TRUTH, Size, Type
from gdl.syntax import tree as t
from gdl.syntax.table_lines import as_value, has_cases
from gdl.text.findings import Fault, fault
from gdl.text.source import Span

MAX_TRAIL = 400


def named(check: Check, e: t.Name, scope: Scope) -> Expr | Thing:
    """The meaning of a name: locals first, then the ruleset, the prelude, the board."""
    found = find_name(check, e, scope)
    if found is None:
        raise unknown(check, e, scope)
    return found


def find_name(check: Check, e: t.Name, scope: Scope) -> Expr | Thing | None:
    """The meaning of a name, or None."""
    local = scope.find(e.text)
    if local is not None:
        refuse_poison(local)
        if isinstance(local, Variable):
            note_read(check, local)
            return get(local)
        assert isinstance(local, Expr | Thing)
        return local
    if scope.inside and scope.shape is not None:
        found = of_shape(check, e.text, scope.shape, e.span, (), scope)
        if found is not None:
            return found
    found = declared(check, e, scope)
    if found is not None:
        return found
    for shape in shapes_in_order(check, scope):
        found = of_shape(check, e.text, shape, e.span, (), scope)
        if found is not None:
            return found
    for shape in shapes_in_order(check, scope):
        if e.text in shape.index:
            return const(Type(shape), shape.index[e.text])
    if e.text in check.declared.absent:
        return empty(Type(check.declared.player, Size.MAYBE))
    return None


def declared(check: Check, e: t.Name, scope: Scope) -> Expr | Thing | None:
    """The thing that the ruleset or the prelude declares under this name."""
    declared = check.declared
    name = e.text
    if name in declared.members:
        domain, index, where = declared.members[name]
        check.trace.uses(where)
        return const(Type(domain), index)
    if name in declared.rules.options:
        check.trace.uses(declared.rules.options[name].name)
        return option_of(check, name, e.span)
    if name in declared.state.of_game:
        variable = declared.state.of_game[name]
        check.trace.uses(declared.state.nodes[variable])
        if variable.collection and not variable.holders:
            return contents(check, variable, ())
        if variable.dimensions:
            raise fault(
                "T320",
                e.span,
                f"`{name}` needs {arity(len(variable.dimensions))}",
                f"write `{name}(…)`",
            )
        return get(variable)
    if is_removed(declared.rules, e):
        return no_kind(declared.pieces)
    if name in declared.pieces.nodes:
        if not declared.pieces.known:
            raise fault("N204", e.span, "the kinds of pieces aren't known yet", "use numbers here")
        check.trace.uses(declared.pieces.nodes[name].name)
        return Thing(const(Type(declared.pieces.domain), declared.pieces.domain.index[name]))
    define = find_define(declared, False, name)
    if define is not None:
        return expand(check, define, None, (), e.span, scope)
    if name == "piece":
        return Thing(None)
    if name in ("me", "next"):
        if not declared.players_known:
            raise fault("N204", e.span, "the players aren't known yet", "use numbers here")
        return get(declared.me if name == "me" else declared.next)
    if name == "stuck":
        if not scope.section.stuck:
            raise fault("E701", e.span, "`stuck` works only in `end`: it is about the player who moves next",
                        "here, ask why a player can't move: `no empty`, for example")
        return node(Stuck, TRUTH)
    if name == "empty":
        if declared.board is None and declared.rules.has and not declared.unsure("board"):
            raise fault("B404", e.span, "`empty` is the sites where nothing stands, and the ruleset has no board",
                        "write `no S` to ask whether there is nothing in a set or pile, `{}` for nothing")  # fmt: skip
        return empty_sites(declared, e.span)
    if name == "kind" and (declared.pieces.kinds or not declared.pieces.known):
        base = named_base(check, name, e.span)
        return None if base is None else base_set(base, e.span)
    shape = shape_decl(declared, name)
    is_type = name in ("site", "player", "direction") or name in declared.rules.types
    if is_type or (shape is not None and not shape.parameters):
        base = named_base(check, name, e.span)
        return None if base is None else base_set(base, e.span)
    return None


def is_removed(rules: Ruleset, e: t.Name) -> bool:
    """Whether a name is a kind that a variant has removed, in a text that still uses it."""
    removed = rules.removed.get(e.text)
    return removed is not None and e.span.source in removed.known_to


def note_read(check: Check, variable: Variable) -> None:
    """Note that a local is used."""
    if variable in check.locals.nodes:
        check.trace.uses(check.locals.nodes[variable])


# ---- names within a shape


def of_shape(
    check: Check, name: str, shape: Shape, span: Span, arguments: tuple[Expr | Thing, ...], scope: Scope
) -> Expr | Thing | None:
    """A direction, or a define without a subject, of a shape."""
    if name in shape.directions.index and not arguments:
        return const(Type(shape.directions), shape.directions.index[name])
    decl, parameters = check.memo.boards.trees[shape]
    for item in decl.items:
        if isinstance(item, t.Define) and item.subject is None and item.name.text == name:
            return expand(check, item, None, arguments, span, scope, shape)
    if name == decl.name.text and scope.shape is shape:
        return everything(shape)
    if parameters.find(name) is not None and scope.inside:
        found = parameters.find(name)
        assert isinstance(found, Expr)
        return found
    return None


def shape_attribute(boards: Boards, name: str, shape: Shape) -> t.Define | None:
    """A define with a subject, of a shape."""
    for item in boards.trees[shape][0].items:
        if isinstance(item, t.Define) and item.subject is not None and item.name.text == name:
            return item
    return None


# ---- defines


def expand(
    check: Check,
    define: t.Define,
    subject: Expr | None,
    arguments: tuple[Expr | Thing, ...],
    span: Span,
    scope: Scope,
    shape: Shape | None = None,
) -> Expr | Thing:
    """The value of a define for this subject and these arguments."""
    name = called(define)
    check.trace.uses(define.name)
    if define.is_block:
        forgotten = all(isinstance(s, t.Do) for s in define.body)
        head = define.span.text.split("\n")[0].rstrip()
        instead = f"define a value with `=`: `{head} =`" if forgotten else "use it on a line of its own"
        raise fault("T321", span, f"`{name}` is a block of statements, not a value", instead)
    if len(arguments) != len(define.parameters):
        wanted = ", ".join(p.text for p in define.parameters)
        raise fault("T320", span, f"`{name}` takes {arity(len(define.parameters))}, not {len(arguments)}",
                    f"write `{define.name.text}" + (f"({wanted})`" if wanted else "`"))  # fmt: skip
    if define in scope.trail:
        ring = " → ".join(called(d) for d in (*scope.trail[scope.trail.index(define) :], define))
        raise fault("N204", span, f"`{name}` is defined in terms of itself ({ring})",
                    "a definition can't use itself: write it with other names")  # fmt: skip
    if len(scope.trail) >= MAX_TRAIL:
        message = f"{MAX_TRAIL} defines in a chain is the limit, and `{name}` is one more"
        raise fault("R612", span, message, "join several defines into one")
    key = (define, subject, arguments, shape, scope.section.spelled)
    if key in check.memo.expansions:
        check.trace.off_board += key in check.memo.off_board
        return check.memo.expansions[key]
    names: dict[str, Expr | Thing] = dict(zip((p.text for p in define.parameters), arguments, strict=True))
    if define.subject is not None:
        assert subject is not None
        names[define.subject.text] = subject
    hint = shape or (subject.type.base if subject is not None and isinstance(subject.type.base, Shape) else None)
    place, trail = Place(scope.section), (*scope.trail, define)
    inner = Scope(names, None, hint, shape is not None, trail, place)
    if shape is not None:
        inner = Scope(names, check.memo.boards.trees[shape][1], shape, True, trail, place)
    check.memo.budget.expansion(span)
    off_board = check.trace.off_board
    try:
        result = define_value(check, define, inner)
    except Fault as stop:
        if stop.finding.code == "T343" and _is_partly_unread(check.declared.rules, define):
            raise Silent from None
        raise Fault(blamed(stop.finding, define, names, span, is_own(check.declared.rules, define))) from None
    if isinstance(result, Thing) and (result.kind is None or result.owner is not None):
        result = sites_of(check.declared, result, span)  # only a bare kind stays a kind, one that is worked out as well
    check.memo.expansions[key] = result
    if check.trace.off_board > off_board:
        check.memo.off_board.add(key)
    return result


def called(define: t.Define) -> str:
    """How a define is used: `a.goals`, `middle`."""
    return f"{define.subject.text}.{define.name.text}" if define.subject else define.name.text


def _is_partly_unread(rules: Ruleset, define: t.Define) -> bool:
    """Whether a part of a define couldn't be read, so that its lines aren't what the author wrote."""
    span = define.span
    return any(f.code[0] == "S" and f.span.source is span.source and span.start <= f.span.start <= span.end
               for f in rules.findings)  # fmt: skip


def is_own(rules: Ruleset, define: t.Define) -> bool:
    """Whether a define is one of the author's, not one that ships."""
    return any(define.span.source is tree.source for tree in rules.trees)


def _lines(check: Check, written: tuple[t.Expression, ...], inner: Scope) -> list[Expr]:
    """The lines of a table. If one of them is a kind, names of kinds in the others are kinds too."""
    values = [check.value(line, inner) for line in written]
    kinds = any(isinstance(v, Expr) and v.type.base is check.declared.pieces.domain for v in values)
    lines: list[Expr] = []
    for value, line in zip(values, written, strict=True):
        kind = bare_kind(value) if kinds else None
        whole = sites_of(check.declared, value, line.span) if isinstance(value, Thing) else value
        lines.append(whole if kind is None else kind)
    if not all(line.type.size == Size.FAMILY for line in lines):
        for value, line in zip(lines, written, strict=True):
            no_family(value, line)
    return lines


def define_value(check: Check, define: t.Define, inner: Scope) -> Expr | Thing:
    """The value of a define's body. A body of several lines is a table: a union of its lines, or cases."""
    assert define.value is not None
    if not isinstance(define.value, tuple):
        return check.value(define.value, inner)
    if has_cases(define.value):
        return check.value(as_value(define, define.value, leaves_none_out(check, define, inner)), inner)
    lines = _lines(check, define.value, inner)
    if all(line.type == TRUTH for line in lines):
        return disjunction(lines)
    are_families = lines[0].type.size == Size.FAMILY
    whole = lines[0] if are_families else as_set(lines[0])
    for line, e in zip(lines[1:], define.value[1:], strict=True):
        same_base(whole, line, e.span, "the lines of a table")
        whole = both_families(whole, line, e.span) if are_families else union(whole, line)
    return whole
