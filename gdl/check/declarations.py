"""The named things of a ruleset, each worked out when it is first needed.

The board, pieces and state are here. Players, options, and the rule of one name for one thing have their own files.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, cast

from gdl.check.declared import Pieces
from gdl.check.hints import nearest
from gdl.check.one_name import check_names, declare_members, twice
from gdl.check.options import fit, option_of
from gdl.check.parts import Check
from gdl.check.players import declare_players
from gdl.check.scope import ROOT
from gdl.check.values import check_range, describe, initial_value
from gdl.check.written_types import HOLDS, base_of, held_in, how_many, named_base, shape_of, type_of
from gdl.model.build import as_set
from gdl.model.model import Kind
from gdl.model.nodes import Const
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.types import Domain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.syntax.card_slips import how_a_bag_begins
from gdl.text.findings import Fault, error, fault

MAX_CHOICES = 100
"""The most options of a ruleset: `gdl lint` tries the values of each, and each try is a whole check."""


def declare(check: Check) -> None:
    """Work out everything that has a name, except defines."""
    declared = check.declared
    declare_members(check)
    before = check.findings.mark()
    check.findings.attempt(declare_players, check)
    if check.findings.mark() != before:
        declared.lost |= {"players"}
    check.findings.attempt(declare_board, check)
    if declared.rules.board is not None and declared.board is None:
        declared.lost |= {"board"}
    for number, name in enumerate(declared.rules.options):
        where = declared.rules.options[name].name.span
        check.findings.attempt(option_of, check, name, where)
        if number == MAX_CHOICES:
            message = f"{len(declared.rules.options):,} options; at most {MAX_CHOICES} can be tried and shown"
            check.findings.report(error("O812", where, message, "make values that nobody changes a `define`"))
    for name, setting in declared.rules.settings.items():
        if name not in declared.rules.options and not declared.rules.incomplete:
            hint = nearest(name, declared.rules.options, "the options are") or "the base has no options"
            check.findings.report(error("O801", setting.name.span, f"there is no option `{name}` to set", hint))
    check.findings.attempt(declare_pieces, check)
    for name, decl in declared.rules.types.items():
        if not isinstance(decl, t.Shape) or not decl.parameters:
            check.findings.attempt(named_base, check, name, decl.name.span)
    check.trace.used -= {item.name for item in declared.rules.types.values()}
    if declared.rules.board is not None:
        check.findings.attempt(mark_board, check)
    for has in declared.rules.has:
        if check.findings.attempt(declare_variable, check, has) is None:
            declared.lost |= {has.name.text}
    check_names(check)


def declare_board(check: Check) -> None:
    """The board, which may hold stacks."""
    declared = check.declared
    if declared.rules.board is None:
        if declared.rules.directions and not declared.unsure("board"):
            where = declared.rules.directions[0].span
            raise fault("B404", where, "this direction needs a board, and the ruleset has none",
                        "add `board grid(8, 8)`, for example, or indent it below a `type` with sites")  # fmt: skip
        return
    e = declared.rules.board.shape
    if isinstance(e, t.Call) and e.name.text == "stacks" and len(e.arguments) == 1:
        declared.stacks = True
        e = e.arguments[0]
    declared.board = shape_of(check, e, ROOT, called="site")
    if declared.rules.directions:
        _add_directions(check, declared.board)


def _add_directions(check: Check, board: Shape) -> None:
    """Add the ruleset's own directions after those of its board."""
    done, lost = check.forms.add_directions(check, board, check.declared.rules.directions)
    check.declared.board = done
    check.declared.lost |= lost
    boards, bases = check.memo.boards.made, check.memo.bases
    boards |= {key: done for key, shape in boards.items() if shape is board}
    bases |= {name: done for name, base in bases.items() if base is board}


def mark_board(check: Check) -> None:
    """Note that the type of the board is used."""
    declared = check.declared
    for shape, (decl, _) in check.memo.boards.trees.items():
        if shape is declared.board:
            check.trace.uses(decl.name)
    expression = declared.rules.board.shape if declared.rules.board else None
    if isinstance(expression, t.Name) and expression.text in declared.rules.types:
        check.trace.uses(declared.rules.types[expression.text].name)


def declare_pieces(check: Check) -> None:
    """The kinds of pieces, and all pieces there can be."""
    declared = check.declared
    for decl in declared.rules.pieces:
        if declared.rules.board is None:
            declared.lost |= {kind.name.text for kind in decl.kinds}
            if not declared.unsure("board"):
                hint = "add `board grid(8, 8)`, for example"
                check.findings.report(error("B404", decl.span, "pieces need a board, and the ruleset has none", hint))
            break
        keeper = None if decl.owner is None else check.findings.attempt(_keeper, check, decl.owner)
        for kind in decl.kinds:
            if not check.findings.attempt(_declare_kind, check, kind, decl.owner is not None, keeper):
                declared.lost |= {kind.name.text}
    kinds, parts = declared.pieces.kinds, declared.pieces.parts
    labels = tuple(_label(kinds[kind].name, number, owner, declared.player) for kind, owner, number in parts)
    domain = Domain("kind", tuple(kind.name for kind in kinds))
    declared.pieces = replace(declared.pieces, domain=domain, things=Domain("piece", labels), known=True)


def _label(kind: str, number: int | None, owner: int, player: Domain) -> str:
    """The name of a piece: `stone(3) of White`."""
    return kind + (f"({number})" if number is not None else "") + (f" of {player.labels[owner]}" if owner >= 0 else "")


def _keeper(check: Check, owner: t.Expression) -> int | None:
    """The one player who has all pieces of a kind; None if every player has some."""
    who = check.static(owner, ROOT, "whose pieces these are")
    if who.type.base is not check.declared.player:
        raise fault("P503", owner.span, f"pieces belong to players, not to `{owner.span.text}`",
                    "write `of player`, or name one of them: `of White`, for example")  # fmt: skip
    every = as_set(who)
    assert isinstance(every, Const)
    if every.value == (1 << len(check.declared.player)) - 1:
        return None
    if every.value.bit_count() != 1:
        hint = "declare them `of player`, and put only those that you need"
        raise fault("P503", owner.span, "pieces belong to one player, to all, or to nobody", hint)
    return int(every.value).bit_length() - 1


def _declare_kind(check: Check, kind: t.Kind, owned: bool, keeper: int | None) -> bool:
    """Declare a kind and its pieces. True if the kind is known then; so also for one that is declared twice, which is
    reported."""
    declared = check.declared
    name, pieces = kind.name.text, declared.pieces
    if name in pieces.nodes:
        message = f"the piece `{name}` is declared already"
        first = pieces.nodes[name].name.span
        check.findings.report(twice(declared.rules, kind.name.span, first, message, "keep one of the two"))
        return True
    number: tuple[str, int, int] | None = None
    if kind.number is not None:
        type_ = type_of(check, kind.number[1])
        if not isinstance(type_.base, Range) or type_.size != Size.ONE or len(type_.base) > 200:
            raise fault("P504", kind.number[1].span, "a piece's number needs a range of at most 200 numbers",
                        "write `stone(number: 1..6)`, for example")  # fmt: skip
        number = kind.number[0].text, type_.base.low, type_.base.high
    numbers: Iterable[int | None] = [None] if number is None else range(number[1], number[2] + 1)
    owners = [-1] if not owned else range(len(declared.player)) if keeper is None else [keeper]
    declared.pieces = Pieces(
        {**pieces.nodes, name: kind}, (*pieces.kinds, Kind(name, owned and keeper is None, number, keeper)),
        parts=(*pieces.parts, *((len(pieces.kinds), owner, n) for owner in owners for n in numbers)),
    )  # fmt: skip
    return True


def declare_variable(check: Check, has: t.Has) -> Variable:
    """A part of the state: `game has`, `player has`, `site has` …"""
    dimensions: list[Range | Domain] = []
    for name in ([has.subject] if has.subject else []) + list(has.parameters):
        base = base_of(check, name, also=("game",) if name is has.subject else ())
        if not isinstance(base, Range | Domain):
            raise fault("T304", name.span, f"values can't be kept for each {base.name}",
                        "keep values for `game`, `player`, `site` or a type of your own: `site has …`")
        dimensions.append(base)
    collection = cast(Literal["", "bag", "pile"], has.type.size if has.type.size in HOLDS else "")
    if collection:
        base, many = held_in(check, has.type), how_many(check, has.type)
        dimensions.append(base if collection == "bag" else Range(1, many))
    size = 1
    for dimension in dimensions:
        size *= len(dimension)
    if size > 100_000:
        raise fault("T305", has.span, f"this keeps {size:,} values, more than the limit of 100,000",
                    "keep it for fewer things; the pieces already say what is on the board")
    if collection:
        type_ = Type(Range(0, many)) if collection == "bag" else Type(base, Size.MAYBE)
    else:
        type_ = type_of(check, has.type)
    if isinstance(type_.base, Range):
        check_range(type_.base, has.type.span)
    value = initial_value(type_)
    if has.initial is not None and collection == "pile":
        raise fault("T345", has.initial.span, "a pile is empty at first", f"fill it in `setup`: `{has.name.text} = …`")
    if has.initial is not None:
        written = check.static(has.initial, ROOT, "what a variable starts with")
        fitted = fit(written, type_)
        if not isinstance(fitted, Const):
            holds = describe(type_)
            hint = "write the value at the start after the `=`"
            if collection:
                assert isinstance(type_.base, Range)
                holds = f"{type_.base.name} of each thing"
            if collection and written.type.is_number:
                hint = "begin with one of these numbers, or let the bag hold more: `bag(…)`"
            elif collection:
                who = has.subject.span.text if has.subject is not None else ""
                hint = how_a_bag_begins(who, has.name.text, has.initial.span.text)
            if isinstance(type_.base, Range) and isinstance(written.type.base, Range) and not collection:
                hint = f"begin with one of these numbers, or give `{has.name.text}` a larger range"
            raise fault("T306", has.initial.span, f"`{has.name.text}` holds {holds}, not this", hint)
        value = fitted.value
    variable = Variable(has.name.text, tuple(dimensions), type_, value, False, has.name.span, collection)
    state = check.declared.state
    same_name = variable.name
    same = state.attributes.get(same_name, ()) if has.subject else filter(None, (state.of_game.get(same_name),))
    first = next((v for v in same if not has.subject or v.subject is variable.subject), None)
    if first is not None:
        message, there = f"`{has.name.text}` is declared already", state.nodes[first].span
        raise Fault(twice(check.declared.rules, has.name.span, there, message, "keep one of the two"))
    check.declared.state = state.with_variable(variable, has)
    return variable
