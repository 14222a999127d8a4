"""Types as written: ranges, names of types, and boards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import permutations
from typing import NamedTuple

from gdl.check.borders import border_of, part_of
from gdl.check.chosen import refused
from gdl.check.declared import Declared
from gdl.check.hints import around, board_in_words, of_the_board
from gdl.check.parts import Check
from gdl.check.scope import ROOT, Scope, Silent
from gdl.check.values import arity, name_of
from gdl.model.nodes import Const
from gdl.model.shape import Shape
from gdl.model.types import TRUTH, TRUTHS, Base, Domain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.text.boards import EXAMPLES
from gdl.text.findings import Fault, fault
from gdl.text.fixes import Hint
from gdl.text.plurals import plural
from gdl.text.source import Span
from gdl.text.suggest import did_you_mean


class Collection(NamedTuple):
    """What messages say about a wrong collection type: the code, and the words after its number."""

    code: str
    of_each: str


HOLDS = {"bag": Collection("T344", " of each"), "pile": Collection("T345", "")}
"""The types of collections, which may hold several equal things."""
MOST = 1000
"""The most things in a pile, and of each element in a bag."""
MOST_ORDERED = 3
"""The most arguments whose other orders are tried."""


def held_in(check: Check, written: t.TypeName) -> Range | Domain:
    """The type of the things in a bag or a pile."""
    base, what = base_of(check, written.base), written.size
    if not isinstance(base, Range | Domain):
        hint = f"a {what} holds members of a type, players, sites or numbers"
        raise fault(HOLDS[what].code, written.base.span, f"there is no {what} of {base.name}", hint)
    return base


def how_many(check: Check, written: t.TypeName) -> int:
    """The most things in a pile, or of each element in a bag."""
    of, what = written.base.span.text, written.size
    code, of_each = HOLDS[what]
    if written.at_most is None:
        hint = f"write `{what}(4) of {of}`, for example: at most four{of_each}"
        raise fault(code, written.span, f"a {what} says how many{of_each} it can hold", hint)
    most = check.static_number(written.at_most, ROOT, f"how many{of_each} a {what} holds")
    if not 1 <= most <= MOST:
        hint = f"write `{what}(4) of {of}`, for example; for larger amounts use a number: `0..{most}`"
        raise fault(code, written.at_most.span, f"a {what} holds from 1 to {MOST:,}{of_each}, not {most:,}", hint)
    return most


def type_of(check: Check, name: t.TypeName, scope: Scope = ROOT) -> Type:
    """A type as written."""
    if name.size in HOLDS:
        raise fault(HOLDS[name.size].code, name.span, f"a {name.size} belongs to the game, a player or another thing",
                    f"write `game has pool: {name.span.text}`, or keep a set here")  # fmt: skip
    size = {"one": Size.ONE, "maybe": Size.MAYBE, "many": Size.MANY}[name.size]
    base = base_of(check, name.base, scope)
    if base is TRUTHS and size != Size.ONE:
        raise fault("T302", name.span, "a truth is `true` or `false`; it can't be missing, and there can't be several",
                    "write `truth`; for a third value, declare a type: `type answer = agreed, refused, unknown`")
    return Type(base, size)


def base_of(check: Check, e: t.Expression, scope: Scope = ROOT, also: Sequence[str] = ()) -> Base:
    """A base as written: a name, or a range. `also`: other names that a wrong name may mean, besides types."""
    declared = check.declared
    if isinstance(e, t.Name):
        if e.text == "truth":
            return TRUTH.base
        if e.text in ("bool", "boolean", "flag") and e.text not in declared.rules.types:
            raise fault("T303", e.span, f"`{e.text}` isn't a type", Hint("write `truth`", "truth"))
        if e.text in ("text", "string", "str") and e.text not in declared.rules.types:
            hint = "there are no texts: list the values, `type word = yes, no`, or keep a number `0..99`"
            raise fault("T303", e.span, f"`{e.text}` isn't a type", hint)
        if e.text in ("number", "int", "integer", "float") and e.text not in declared.rules.types:
            raise fault(
                "T303",
                e.span,
                f"`{e.text}` isn't a type",
                "write a range of numbers: `0..99`",
            )
        base = named_base(check, e.text, e.span)
        if base is not None:
            return base
        if declared.unsure(e.text):
            raise Silent
        if e.text in declared.members:
            what = declared.members[e.text][0].name
            raise fault("N202", e.span, f"`{e.text}` is one {what}, not a type", f"write `{what}`: each has its own")
        if declared.rules.options.get(e.text) is None:
            known = [*declared.rules.types, *also, "player", "site", "direction", "kind", "piece", "truth"]
            hint = "keep values for `game`, `player`, `site` or a type of your own: `site has …`" if also else (
                "a type is a range `0..9`, `truth`, or the name of a type")  # fmt: skip
            hint = of_the_board(e) or did_you_mean(e.text, known) or hint
            raise fault("N202", e.span, f"there is no type `{e.text}`", hint)
    if isinstance(e, t.Call) and shape_decl(declared, e.name.text) is not None:
        return shape_of(check, e, scope)
    if is_ways(e):
        return directions_of(check, e, scope)
    if part_of(e):
        return borders_of(check, e, scope)
    if isinstance(e, t.Binary) and e.operator == "of" and isinstance(e.left, t.Name) and (said := around(e.left)):
        raise fault("N201", e.left.span, f"nothing is called `{e.left.text}` here", said)
    value = check.static(e, scope, "a type's range")
    if value.type.size == Size.MANY and value.value == 0:
        raise refused(declared, e) or fault("T308", e.span, "this range is empty", "write the smaller number first")
    if value.type.size != Size.MANY:
        ends = (e.left.span.text, e.right.span.text) if isinstance(e, t.Binary) and e.operator == "-" else ("0", "9")
        raise fault("T303", e.span, f"this is {value.type}, not a type", f"write a range as `{'..'.join(ends)}`")
    if value.value != (1 << len(value.type.values)) - 1:
        raise fault("T303", e.span, "a type must be a whole range or a whole named type",
                    "write a range, `0..9`, or the name of a type")
    return value.type.base


def named_base(check: Check, name: str, span: Span, called: str = "") -> Base | None:
    """The base with this name, or None. `called`: the word for its elements in messages."""
    declared = check.declared
    if name in ("player", "kind", "piece"):
        if not (declared.players_known if name == "player" else declared.pieces.known):
            raise fault("N204", span, f"it isn't known yet which {plural(name)} there are", "use numbers here")
        return {"player": declared.player, "kind": declared.pieces.domain, "piece": declared.pieces.things}[name]
    if name == "site":
        return need_board(declared, span)
    if name == "direction":
        return directions_of(check, t.Name(span, name), ROOT)
    decl = declared.rules.types.get(name)
    if decl is not None:
        check.trace.uses(decl.name)
    if decl is None:
        shape = shape_decl(declared, name)
        return None if shape is None else shape_of(check, t.Name(span, name), ROOT, "", called)
    return check.memo.once(check.memo.bases, name, f"type {name}", span, lambda: _declared_base(check, decl, called))


def _declared_base(check: Check, decl: t.Enumeration | t.Alias | t.Shape, called: str) -> Base:
    if isinstance(decl, t.Enumeration):
        return Domain(decl.name.text, tuple(m.text for m in decl.members))
    if isinstance(decl, t.Alias):
        if isinstance(decl.value, t.Call | t.Name) and shape_decl(check.declared, name_of(decl.value)) is not None:
            return shape_of(check, decl.value, ROOT, decl.name.text, called)
        if part_of(decl.value):
            return borders_of(check, decl.value, ROOT, decl.name.text)
        return base_of(check, decl.value)
    return shape_of(check, t.Name(decl.name.span, decl.name.text), ROOT, "", called)


# ---- shapes


def shape_decl(declared: Declared, name: str) -> t.Shape | None:
    """The definition of a shape, of the ruleset or of the prelude."""
    decl = declared.rules.types.get(name)
    if decl is not None:
        return decl if isinstance(decl, t.Shape) else None
    found: t.Shape | None = declared.prelude.shape(name)
    return found


def shape_of(check: Check, e: t.Expression, scope: Scope, name: str = "", called: str = "") -> Shape:
    """The shape of an expression such as `grid(8, 8)` or `pit`."""
    declared = check.declared
    if not isinstance(e, t.Name | t.Call):
        hint: str = "write `grid(8, 8)`, for example, or the name of a type with sites"
        if sizes := re.fullmatch(r"(\w+)\s*\[([^\[\]]*)\]", e.span.text):
            sized = f"{sizes[1]}({sizes[2]})"
            hint = Hint(f"sizes stand in parentheses: `{sized}`", sized)
        raise fault("B401", e.span, "this isn't a board", hint)
    title = name_of(e)
    decl = shape_decl(declared, title)
    if decl is None:
        if isinstance(e, t.Name) and title in declared.rules.types:
            base = named_base(check, title, e.span, called)
            if isinstance(base, Shape):
                return base
            raise fault("B401", e.span, f"`{title}` isn't a board: it has no sites",
                        "write `grid(8, 8)`, for example, or give the type sites: `for c in 1..9 at c, 0`")
        if title in declared.rules.unread:
            raise Silent
        known = [*declared.rules.types, *declared.prelude.shape_names()]
        meant = board_in_words(e)
        if title == "board":
            meant = Hint("the board's own sites are called `site`", "site")
        where = e.span if meant or isinstance(e, t.Name) else e.name.span
        raise fault("B402", where, f"there is no board `{title}`", meant or did_you_mean(title, known)
                    or f"boards that ship: {', '.join(declared.prelude.shape_names())}")  # fmt: skip
    check.trace.uses(decl.name)
    arguments = e.arguments if isinstance(e, t.Call) else ()
    if len(arguments) != len(decl.parameters):
        is_own = title in declared.rules.types  # not the one that ships under this name
        wanted = f"{title}({', '.join(p.text for p in decl.parameters)})" if decl.parameters else title
        raise fault("B403", e.span, f"`{title}` takes {arity(len(decl.parameters))}, not {len(arguments)}",
                    (not is_own and board_in_words(e, sure=True)) or f"write `{wanted}`")  # fmt: skip
    values = tuple(_argument(check, a, scope) for a in arguments)
    made = check.memo.boards.made
    try:
        return check.memo.once(made, (decl, values), f"board {title}", e.span,
                               lambda: check.forms.make_shape(check, decl, values, name or title, called))  # fmt: skip
    except Fault as stop:
        found = stop.finding
        if all(found.span.source is not x.source for x in declared.rules.trees):
            raise _unfit(check, decl, e, values, stop) from None  # in a board that ships
        raise


def _unfit(
    check: Check, decl: t.Shape, e: t.Name | t.Call, values: tuple[int | Const, ...], stop: Fault
) -> Fault:
    """The fault for a board that ships and can't be made with these arguments."""
    found = stop.finding
    if not found.code.startswith("T") or not isinstance(e, t.Call):
        return fault(found.code, e.span, found.message, found.hint)
    name, wanted = e.name.text, ", then ".join(f"`{p.text}`" for p in decl.parameters)
    message = f"`{name}` takes {wanted}; it can't be made with these"
    if instead := _other_order(check, decl, e, values):
        return fault("B403", e.span, message, Hint(f"write `{instead}`", instead))
    return fault("B403", e.span, message, f"write `{EXAMPLES[name]}`, for example" if name in EXAMPLES else found.hint)


def _other_order(check: Check, decl: t.Shape, e: t.Call, values: tuple[int | Const, ...]) -> str:
    """The board with its arguments in another order, if exactly one order fits."""
    if not 1 < len(values) <= MOST_ORDERED:
        return ""
    found = []
    for order in permutations(range(len(values))):
        with suppress(Fault, Silent):
            check.forms.make_shape(check, decl, tuple(values[i] for i in order), e.name.text, "")
            found.append(order)
    if len(found) != 1:
        return ""
    return f"{e.name.text}({', '.join(e.arguments[i].span.text for i in found[0])})"


def _argument(check: Check, e: t.Expression, scope: Scope) -> int | Const:
    """An argument of a shape: a number, or a set for its coordinates."""
    value = check.static(e, scope, "a board's size")
    if value.type.size == Size.MANY and isinstance(value.type.base, Range | Domain):
        return value
    return check.static_number(e, scope, "a board's size")


def is_ways(e: t.Expression) -> bool:
    """Whether it is `direction of …`, the directions of a type with sites."""
    return isinstance(e, t.Binary) and e.operator == "of" and isinstance(e.left, t.Name) and e.left.text == "direction"


def directions_of(check: Check, e: t.Expression, scope: Scope) -> Domain:
    """The directions of the board (`direction`, `direction of site`), or of another one (`direction of pit`)."""
    shape = _behind(check, e, scope) if isinstance(e, t.Binary) else need_board(check.declared, e.span)
    if not shape.directions.labels:
        hint = "keep the site it leads to (`site?`), or declare directions: `direction N = [c, r + 1]`"
        raise fault("B416", e.span, f"the board `{shape.name}` has no directions", hint)
    return shape.directions


def borders_of(check: Check, e: t.Expression, scope: Scope, name: str = "") -> Shape:
    """The type of a board's edges or corners, `edges of site`."""
    assert isinstance(e, t.Binary)
    return border_of(check, _behind(check, e, scope), part_of(e), e.span, name)


def _behind(check: Check, e: t.Binary, scope: Scope) -> Shape:
    """The board after `of`: `site` is the one on which the pieces stand."""
    on_board = isinstance(e.right, t.Name) and e.right.text == "site"
    return need_board(check.declared, e.span) if on_board else shape_of(check, e.right, scope)


def is_borders(check: Check, e: t.Expression) -> bool:
    """Whether it is `edges of …` or `corners of …` with a board."""
    if not part_of(e) or not isinstance(e, t.Binary) or not isinstance(e.right, t.Name | t.Call):
        return False
    name = name_of(e.right)
    return name == "site" or name in check.declared.rules.types or shape_decl(check.declared, name) is not None


def need_board(declared: Declared, span: Span) -> Shape:
    """The board on which the pieces stand; raises Fault if there is none."""
    if declared.board is None:
        if declared.unsure("board"):
            raise Silent
        raise fault("B404", span, "this needs a board, and the ruleset has none", "add `board grid(8, 8)`, for example")
    return declared.board
