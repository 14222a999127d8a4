"""The types that checking has seen, as plain data by place, which outlives the check and can be sent elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gdl.check.checker import Checked
from gdl.check.declared import Declared
from gdl.check.memo import Boards
from gdl.lint.walk import uses
from gdl.model.shape import Shape
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
    declared, boards = checked.declared, checked.boards
    if declared is None:
        return {}
    source = checked.rules.trees[0].source
    done: dict[Type | None, TypeAt] = {None: _thing(declared, boards)}
    found: dict[Place, tuple[TypeAt, ...]] = {}
    for e, types in checked.trace.types.items():
        if e.span.source is source:
            for type_ in types:
                if type_ not in done:
                    done[type_] = type_at(declared, boards, type_)
            place = e.span.start, e.span.end
            found[place] = tuple(dict.fromkeys([*found.get(place, ()), *(done[type_] for type_ in types)]))
    return found


def _thing(declared: Declared, boards: Boards) -> TypeAt:
    board = declared.board
    name = boards.trees[board][0].name.text if board in boards.trees else ""
    return TypeAt("site", "site", int(Size.MANY), THING.spelled, THING.said, name)


def type_at(declared: Declared, boards: Boards, type_: Type | None) -> TypeAt:
    """A type as plain data; None is a piece that is still a piece."""
    if type_ is None:
        return _thing(declared, boards)
    base = type_.base
    sort, name, board = "other", base.name, ""
    if isinstance(base, Range):
        sort = "number"
    elif base is TRUTHS:
        sort = "truth"
    elif isinstance(base, Shape):
        sort = "site" if base is declared.board else "board"
        name = "site" if base is declared.board else base.name
        board = boards.trees[base][0].name.text if base in boards.trees else ""
    elif base is declared.player:
        sort = "player"
    elif base is declared.pieces.domain:
        sort = "kind"
    elif base is declared.pieces.things:
        sort = "piece"
    elif isinstance(base, Domain):
        shape = next((s for s in boards.made.values() if s.directions is base), None)
        sort = "direction" if shape is not None else "type"
        if shape is not None:
            name = "direction"
            board = boards.trees[shape][0].name.text if shape in boards.trees else ""
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
    declared = checked.declared
    if declared is None:
        return Facts({})
    options: tuple[OptionFacts, ...] = ()
    if checked.model is not None:
        options = tuple(
            OptionFacts(
                o.name, o.type_text, _choices(o.choices, o.low, o.high), _said(o.default), _said(o.value), o.help
            )
            for o in checked.model.options
        )
    sites = declared.board.labels if declared.board is not None else ()
    boards = {shape.name: shape.labels for shape in checked.boards.made.values() if shape is not declared.board}
    return Facts(types_of(checked), sites, boards, options, _subjects(checked, declared), checked.model is not None)


def _subjects(checked: Checked, declared: Declared) -> dict[str, tuple[TypeAt, ...]]:
    """Of what the defines with a subject have been asked, as their bodies have seen it."""
    found = {}
    seen_as = checked.trace.types
    for (has_subject, name), define in {**declared.prelude.defines, **checked.rules.defines}.items():
        if has_subject and define.subject is not None:
            seen = [seen_as[use] for use in uses(define.value, define.body)
                    if use.text == define.subject.text and use in seen_as]  # fmt: skip
            types = dict.fromkeys(type_ for types in seen for type_ in types)
            if types:
                found[name] = tuple(type_at(declared, checked.boards, type_) for type_ in types)
    return found


def _choices(choices: tuple[str, ...], low: int | None, high: int | None) -> tuple[str, ...]:
    return choices or ((f"{low}..{high}",) if low is not None else ())


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "{" + ", ".join(map(str, value)) + "}"
    return "nothing" if value is None else str(value)
