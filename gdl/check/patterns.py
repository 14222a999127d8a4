"""`placements(S)`: all sets of sites with the form of S, moved, turned or mirrored. They are known before the game."""

from __future__ import annotations

from gdl.check.parts import Check
from gdl.check.scope import Scope
from gdl.check.values import get
from gdl.model.build import as_set, const
from gdl.model.nodes import Const, Expr, Table, node, within
from gdl.model.placing import MAX_PLACED, Ground, placements, spots_of, steps_for
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.types import Plain, Range, Size
from gdl.syntax import tree as t
from gdl.text.findings import fault, found
from gdl.text.source import Span

MAX_PATTERNS = 1_000
"""The most values of a name for which patterns are placed at once."""
_EXAMPLE = "write a set of sites of that form: `placements({a1, b1, b2})`"


def call_placements(check: Check, e: t.Call, scope: Scope) -> Expr:
    """All placements of a pattern on its board. If a name decides which pattern, the placements for each value of that
    name."""
    if len(e.arguments) != 1 or isinstance(e.arguments[0], t.Each):
        raise fault("T320", e.span, "`placements` takes one argument, the pattern", _EXAMPLE)
    pattern, is_whole = _pattern(check, e, scope)
    if isinstance(pattern, Const):
        return _family(check, pattern, is_whole, e.span)
    return _for_each(check, e, scope, pattern)


def _pattern(check: Check, e: t.Call, scope: Scope) -> tuple[Expr, bool]:
    """The pattern as a set, and whether all of it lies on the board."""
    before = check.trace.off_board
    value = check.expr(e.arguments[0], scope)
    if not isinstance(value.type.base, Shape):
        raise fault("T313", e.arguments[0].span, f"a pattern is a set of sites, not {value.type}", _EXAMPLE)
    return as_set(value), check.trace.off_board == before


def _for_each(check: Check, e: t.Call, scope: Scope, pattern: Expr) -> Expr:
    """A table of families: one for each value of the name in the pattern."""
    for decider, names in _deciders(check, scope, pattern).items():
        base = decider.type.values
        if len(base) > MAX_PATTERNS:
            raise fault("T332", e.span, f"this asks for the placements of {len(base):,} patterns; the limit is "
                        f"{MAX_PATTERNS:,}", "use a smaller set")  # fmt: skip
        each = (const(decider.type, i) for i in range(base.low, base.low + len(base)))
        patterns = [_pattern(check, e, scope.bind(dict.fromkeys(names, one))) for one in each]
        if all(isinstance(one, Const) for one, _ in patterns):
            rows = [_family(check, one, is_whole, e.span).value for one, is_whole in patterns if isinstance(one, Const)]
            rows += [] if isinstance(base, Range) else [()]
            return node(Table, pattern.type.of_size(Size.FAMILY), tuple(rows), (decider,))
    raise fault("T310", e.arguments[0].span, "a pattern must be known before the game starts",
                "make it from the board alone, or from one name: `choose p in me.left, S in placements(p.form)`")


def _deciders(check: Check, scope: Scope, pattern: Expr) -> dict[Expr, list[str]]:
    """The values on which a pattern depends, each with its names."""
    there = set(within(pattern))
    declared = check.declared
    kept = {name: v for name, v in declared.state.of_game.items() if not v.dimensions}
    kept |= {"me": declared.me, "next": declared.next} if declared.players_known else {}
    found: dict[Expr, list[str]] = {}
    for name in sorted({*scope.all_names(), *kept}):
        meaning = scope.find(name) or kept.get(name)
        value = get(meaning) if isinstance(meaning, Variable) else meaning
        if not isinstance(value, Expr) or isinstance(value, Const) or value not in there:
            continue
        if value.type.size == Size.ONE and not isinstance(value.type.base, Plain):
            found.setdefault(value, []).append(name)
    return found


def _family(check: Check, pattern: Const, is_whole: bool, span: Span) -> Const:
    """All placements of a pattern. If part of it lies off the board, there are none, and a finding says so."""
    type_ = pattern.type.of_size(Size.FAMILY)
    shape = pattern.type.base
    assert isinstance(shape, Shape)
    lying = _ground(check, shape, span)
    if not pattern.value or not is_whole:
        what = "part of this pattern lies off the board" if pattern.value else "this pattern has no sites"
        check.findings.report(found("B420", "warning", span, f"{what}, so it has no placements",
                                    "change it to fit, or make the board larger"))  # fmt: skip
        return const(type_, ())
    steps = steps_for(lying, pattern.value, len(shape))
    if steps > MAX_PLACED:
        size, ways = pattern.value.bit_count(), len(shape) * len(lying.turns)
        raise fault("T332", span, f"this pattern of {size:,} sites has up to {ways:,} placements, {steps:,} sites in "
                    f"all; the limit is {MAX_PLACED:,}", "make the pattern or the board smaller")  # fmt: skip
    value = const(type_, placements(lying, spots_of(lying, shape.places), pattern.value, shape.of is not None))
    check.memo.budget.value(value, span)
    return value


def _ground(check: Check, shape: Shape, span: Span) -> Ground:
    """The lattice of a board's sites. For edges or corners, that of their board."""
    board = shape.of or shape
    decl, _ = check.memo.boards.trees[board]
    has_places = all(i.place.items for i in decl.items if isinstance(i, t.Sites | t.Point))
    lying = board.ground if has_places else None
    if lying is None or not spots_of(lying, shape.places):
        why = "its sites lie in no regular pattern" if has_places else "its sites have no places (`at`)"
        raise fault("B419", span, f"on the board `{board.name}` patterns can't be turned or moved: {why}",
                    "list the sets yourself: `{{s, s.N, s.E} for s in site where some s.N and some s.E}`, for example")
    return lying
