"""The types that checking has seen, as plain data by place, which outlives the check and can be sent elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gdl.check.checker import Checked
from gdl.check.context import Context
from gdl.lint.walk import uses
from gdl.model.model import Shape
from gdl.model.types import TRUTHS, Domain, Range, Size, Type


@dataclass(frozen=True)
class TypeAt:
    """A type. `sort` is `number`, `truth`, `player`, `site`, `board`, `direction`, `kind`, `piece`, `type` or `other`.

    `spelled` as authors write it, `said` as messages call it; `board` is the definition of the board that a site or
    direction belongs to; `size` is 0 for one, 1 for one or nothing, 2 for a set, 3 for a family of sets.
    """

    sort: str
    name: str
    size: int
    spelled: str
    said: str
    board: str = ""


THING = TypeAt("site", "site", int(Size.MANY), "pieces", "a kind of piece: the sites where it stands")

Place = tuple[int, int]
Types = Mapping[Place, tuple[TypeAt, ...]]
"""What the expressions of a text have come to: by their first character and the one behind their last."""


def types_of(checked: Checked) -> dict[Place, tuple[TypeAt, ...]]:
    """The types of all expressions of a ruleset's own text that were checked."""
    ctx = checked.context
    if ctx is None:
        return {}
    source = ctx.rules.trees[0].source
    done: dict[Type | None, TypeAt] = {None: _thing(ctx)}
    found: dict[Place, tuple[TypeAt, ...]] = {}
    for e, types in ctx.types.items():
        if e.span.source is source:
            for type_ in types:
                if type_ not in done:
                    done[type_] = type_at(ctx, type_)
            place = e.span.start, e.span.end
            found[place] = tuple(dict.fromkeys([*found.get(place, ()), *(done[type_] for type_ in types)]))
    return found


def _thing(ctx: Context) -> TypeAt:
    board = ctx.board
    name = ctx.shape_trees[board][0].name.text if board in ctx.shape_trees else ""
    return TypeAt("site", "site", int(Size.MANY), THING.spelled, THING.said, name)


def type_at(ctx: Context, type_: Type | None) -> TypeAt:
    """A type as plain data; None is a piece that is still a piece."""
    if type_ is None:
        return _thing(ctx)
    base = type_.base
    sort, name, board = "other", base.name, ""
    if isinstance(base, Range):
        sort = "number"
    elif base is TRUTHS:
        sort = "truth"
    elif isinstance(base, Shape):
        sort = "site" if base is ctx.board else "board"
        name = "site" if base is ctx.board else base.name
        board = ctx.shape_trees[base][0].name.text if base in ctx.shape_trees else ""
    elif base is ctx.player:
        sort = "player"
    elif base is ctx.kind_domain:
        sort = "kind"
    elif base is ctx.pieces:
        sort = "piece"
    elif isinstance(base, Domain):
        shape = next((s for s in ctx.shapes.values() if s.directions is base), None)
        sort = "direction" if shape is not None else "type"
        if shape is not None:
            name = "direction"
            board = ctx.shape_trees[shape][0].name.text if shape in ctx.shape_trees else ""
    spelled = {Size.ONE: name, Size.MAYBE: f"{name}?", Size.MANY: f"set of {name}"}.get(type_.size, "family of sets")
    return TypeAt(sort, name, int(type_.size), spelled, str(type_), board)


@dataclass(frozen=True)
class OptionFacts:
    """An option as it stands: its type as written, what it may be, and its value."""

    name: str
    type: str
    choices: tuple[str, ...]
    default: str
    value: str
    help: str


@dataclass(frozen=True)
class Facts:
    """What is known of a ruleset once it has been checked, as plain data: types, the names of sites, options."""

    types: Types
    sites: tuple[str, ...] = ()
    boards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    options: tuple[OptionFacts, ...] = ()
    subjects: Mapping[str, tuple[TypeAt, ...]] = field(default_factory=dict)
    """For each define with a subject, what it has been used for."""
    complete: bool = False


def facts_of(checked: Checked) -> Facts:
    """The facts of one check."""
    ctx = checked.context
    if ctx is None:
        return Facts({})
    options: tuple[OptionFacts, ...] = ()
    if checked.model is not None:
        options = tuple(
            OptionFacts(
                o.name, o.type_text, _choices(o.choices, o.low, o.high), _said(o.default), _said(o.value), o.help
            )
            for o in checked.model.options
        )
    sites = ctx.board.labels if ctx.board is not None else ()
    boards = {shape.name: shape.labels for shape in ctx.shapes.values() if shape is not ctx.board}
    return Facts(types_of(checked), sites, boards, options, _subjects(ctx), checked.model is not None)


def _subjects(ctx: Context) -> dict[str, tuple[TypeAt, ...]]:
    """Of what the defines with a subject have been asked, as their bodies have seen it."""
    found = {}
    for (has_subject, name), define in {**ctx.prelude.defines, **ctx.rules.defines}.items():
        if has_subject and define.subject is not None:
            seen = [ctx.types[use] for use in uses(define.value, define.body)
                    if use.text == define.subject.text and use in ctx.types]  # fmt: skip
            types = dict.fromkeys(type_ for types in seen for type_ in types)
            if types:
                found[name] = tuple(type_at(ctx, type_) for type_ in types)
    return found


def _choices(choices: tuple[str, ...], low: int | None, high: int | None) -> tuple[str, ...]:
    return choices or ((f"{low}..{high}",) if low is not None else ())


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "{" + ", ".join(map(str, value)) + "}"
    return "nothing" if value is None else str(value)
