"""Hints: what an author probably means by a name or a comparison that means nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from gdl.check.flow import nodes
from gdl.check.prelude import Prelude
from gdl.model.nodes import Expr
from gdl.model.shape import Shape
from gdl.model.types import Base, Domain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.syntax.foreign_words import CONNECTED, IN_A_LINE, PARITY, RANKS
from gdl.syntax.vocabulary import FUNCTIONS, OF_DIRECTIONS, PARTS, listed
from gdl.text.boards import board_meant
from gdl.text.fixes import Edit, Hint
from gdl.text.suggest import closest, misspelt

ONE_LINE = (
    "the lines of a table form a set, even a single line: begin one value beside the `=` of its define, or write "
    "`a when c otherwise b`"
)
"""The hint if a number is a set."""

# Names of other languages, and what is written instead.
FOREIGN = {
    **PARITY,
    **dict.fromkeys(("center", "centre", "middle"), "name the site, or say where it lies by its coordinates: `[0, 0]` "
                    "in the middle of a board of hexagons"),
    **dict.fromkeys(("list", "array", "map", "dict"), "there are no lists; keep one thing or a set"),
    "abs": "write `max({n, -n})`", "all": "say `A within B`, or `no x in A where not …`",
    "any": "to ask whether there is one, write `some S` or `some x in S where …`",
    **dict.fromkeys(("len", "length", "size"), Hint("write `count(S)` for how many there are", "count")),
    "range": "write a range with both ends: `1..3`",
    "print": "texts for players belong in `looks` and after `as`",
    "roll": "write chance as a statement: `roll n in 1..6`", "everyone": "write `player` for all players",
    **dict.fromkeys(("others", "opponents", "enemies"), "write `player - p` for all players but p"),
    "everybody": "write `player` for all players", "nobody": "write `{}` for no player; if nobody wins, write `draw`",
    "random": "write chance as a statement: `roll x in S`",
    "rand": "write chance as a statement: `roll x in S`", "dice": "write `roll n in 1..6` to roll a die",
    **dict.fromkeys(("column", "col"), "write `{s in site where s.c = 1}` for a column"),
    "none": "write `{}` for nothing, and `no S` to ask whether there is nothing",
    "None": "write `{}` for nothing, and `no S` to ask whether there is nothing",
    "null": "write `{}` for nothing, and `no S` to ask whether there is nothing",
    "nil": "write `{}` for nothing, and `no S` to ask whether there is nothing",
    "nothing": "write `{}` for nothing, and `no S` to ask whether there is nothing",
    **dict.fromkeys(("True", "yes"), Hint("write `true`", "true")),
    **dict.fromkeys(("False", "off"), Hint("write `false`", "false")),
    "I": Hint("write `me` for the player whose turn it is", "me"),
    **dict.fromkeys(("self", "current"), "write `me` for the player whose turn it is"),
    "enemy": "write `opponent` for the other player, and `theirs` for their pieces",
    "enemies": "write `theirs` for other players' pieces, and `player - me` for the other players",
    **dict.fromkeys(("friends", "own", "my"), "write `mine` for your own pieces, and `me.…` for what you have"),
    **dict.fromkeys(("squares", "cells", "sites", "square", "cell"),
                    Hint("write `site` for the sites of the board", "site")),
    **dict.fromkeys(("fields", "field", "spaces", "space", "places", "place", "spots", "spot", "positions", "position",
                     "hexes", "hex", "tile", "tiles"), "write `site` for the sites of the board"),
    "edges": "declare a type, `type edge = edges of site`, and write `edge` for all of them",
    **dict.fromkeys(("unoccupied", "vacant"), Hint("write `empty` for the sites without pieces", "empty")),
    "full": Hint("write `no empty`: then the board is full", "no empty"),
    "free": "write `empty` for the sites without pieces",
    **dict.fromkeys(("line", "inline", "in_a_row"), IN_A_LINE), **dict.fromkeys(("connected", "connects"), CONNECTED),
    **dict.fromkeys(("forward", "ahead"), "say where that is: `define s.forward = s.N when me = White otherwise s.S`"),
    **dict.fromkeys(("slide", "slides", "ray"), "`a.orthogonal through empty` goes straight up to what stops it, "
                    "which is included"),
    **dict.fromkeys(("stalemate", "moves"), "write `stuck` in `end` to ask whether `next` can't move"),
}  # fmt: skip
# What stands behind a dot in other languages or other words.
_LINKS = {
    **dict.fromkeys(("neighbors", "neighbours", "neighbor", "neighbour", "adjacents", "around"), "adjacent"),
    **dict.fromkeys(("diag", "diagonals"), "diagonal"), **dict.fromkeys(("ortho", "orthogonals"), "orthogonal"),
    **dict.fromkeys(("player", "colour", "color", "side"), "owner"), **dict.fromkeys(("type", "rank_of"), "kind"),
}
_TURNED = {"up": "N", "north": "N", "down": "S", "south": "S", "right": "E", "east": "E", "left": "W", "west": "W"}
_COMPASS = re.compile(r"[NESW]{1,3}")
_WAYS = re.compile(r"(north|south|east|west|up|down|left|right|forward|backward|back|ahead)+s?", re.IGNORECASE)
_COORDINATES = {"x", "y", "col", "file", "rank", "row", "column", "line", "layer", "height", "level", "nr", "number"}
_PLAIN = {"col", "column", "row"}  # of boards with `c` and `r`
_LABEL = re.compile(r"([a-z]+)(\d+)")
_SEVERAL = 8  # names that a hint lists at most


BORDERS = {"edge": "edges", "side": "edges", "sides": "edges", "border": "edges", "borders": "edges",
           "corner": "corners", "vertices": "corners", "nodes": "corners"}  # fmt: skip


def around(e: t.Name) -> str:
    """The hint for a name if the words around it explain it: the name of a point, the edges of a board."""
    before, behind = e.span.source.text[: e.span.start], e.span.source.text[e.span.end :]
    if re.search(r"\bpoint\s+\d+\s+as\s+$", before):
        return Hint(f'put a point\'s name in quotes: `"{e.text}"`', f'"{e.text}"')
    if e.text in BORDERS and re.match(r"\s+of\s+(?:site|board)\b", behind):
        return f"write `{BORDERS[e.text]} of site`"
    return ""


def of_the_board(e: t.Name) -> str:
    """The hint for `type corner = corners`."""
    part = e.text if e.text in PARTS else BORDERS.get(e.text)
    return f"write `{part} of site`" if part else ""


def off_board(name: str, shapes: Iterable[Shape]) -> str:
    """Which sites there are, if a name looks like that of a site: “columns a–h, rows 1–8”. An empty text otherwise."""
    if not _LABEL.fullmatch(name.lower()):
        return ""
    for shape in shapes:
        found = [m.groups() for label in shape.labels if (m := _LABEL.fullmatch(label))]
        if len(found) == len(shape):
            if name.lower() in shape.index:
                return Hint(f"did you mean `{name.lower()}`?", name.lower())
            letters = sorted({letter for letter, _ in found}, key=lambda x: (len(x), x))
            numbers = sorted({int(number) for _, number in found})
            return f"the board has the columns {letters[0]}–{letters[-1]} and the rows {numbers[0]}–{numbers[-1]}"
    return ""


def coordinate(name: str, base: Base) -> str:
    """If a name is the full name of a coordinate, such as `row` for `r`, that coordinate; else the coordinates that
    there are."""
    if not isinstance(base, Shape) or not base.coordinates:
        return ""
    if name.lower() in _COORDINATES:
        short = [c for c in base.coordinates if name.lower().startswith(c.lower())]
        if len(short) == 1:
            sure = name.lower() in _PLAIN and set(base.coordinates) >= {"c", "r"}
            return Hint(f"write `.{short[0]}`", short[0] if sure else None)
        return f"the coordinates of {_a_site(base)} are {listed(base.coordinates, 'and')}"
    return ""


def _a_site(shape: Shape) -> str:
    return f"a {shape.noun}" if shape.noun[:1] not in "aeiou" else f"an {shape.noun}"


def elsewhere(
    name: str, prelude: Prelude, shape: Shape | None, subject: bool = False, called: bool = False
) -> str:
    """The boards that ship and have this name: “`lines(k)` belongs to `grid` boards”. For the name of a direction: the
    directions of this board."""
    having, shown = [], name
    for board in prelude.shape_names():
        other = prelude.shape(board)
        for item in () if other is None else other.items:
            if isinstance(item, t.Define) and (item.subject is not None, item.name.text) == (subject, name):
                if bool(item.parameters) != called:
                    continue
                arguments = ", ".join(p.text for p in item.parameters)
                shown = f"{'s.' if subject else ''}{name}" + (f"({arguments})" if arguments else "")
                having.append(board)
            elif isinstance(item, t.Direction) and item.name.text == name and shape and shape.directions.labels:
                return f"the directions of this board are {listed(shape.directions.labels, 'and')}"
    if not having:
        return ""
    boards = f"{listed(having, 'and')} boards" if len(having) > 1 else f"a `{having[0]}` board"
    return f"`{shown}` belongs to {boards}; on others, `define` it"


def direction(name: str, shapes: Iterable[Shape]) -> str:
    """The directions of the boards, if a name looks like one of another board; an empty text otherwise."""
    known = [(shape.name, shape.directions.labels) for shape in shapes if shape.directions.labels]
    if not known or not _COMPASS.fullmatch(name):
        return ""
    return "; ".join(f"the directions of `{board}` are {listed(labels, 'and')}" for board, labels in known)


def link(name: str, base: Base, known: Iterable[str], called: bool) -> str:
    """The hint for a name behind a dot that belongs elsewhere, or has another name here."""
    directions = base.directions.labels if isinstance(base, Shape) else ()
    if name in directions and called:
        return f"write several steps as `.{name}^2`, for example"
    if (meant := _TURNED.get(name.lower(), "")) in directions:
        return Hint(f"write `.{meant}`", meant)
    if name.lower() in ("forward", "forwards", "ahead") and {"N", "S"} <= set(directions):
        return f"say where that is: `define s.{name} = s.N when me = … otherwise s.S`"
    if (_WAYS.fullmatch(name) or _COMPASS.fullmatch(name)) and directions:
        return f"the directions of this board are {listed(directions, 'and')}"
    if name in FUNCTIONS or name in ("length", "size", "len"):
        return f"a function comes first: `{name if name in FUNCTIONS else 'count'}(…)`"
    if name in ("slide", "slides", "ray"):
        return str(FOREIGN[name])
    if name in OF_DIRECTIONS:
        return f"only a direction has it: write `d.{name}`, d being a direction"
    if name in ("filter", "where", "select"):
        return "filter a set like this: `{x in S where …}`"
    meant = _LINKS.get(name.lower(), "")
    sure = name.lower() in ("player", "type")
    return Hint(f"did you mean `{meant}`?", meant if sure else None) if meant in set(known) and meant else ""


def as_function(name: str) -> str:
    """The hint for a function of other languages that stands behind a dot here."""
    meant = _LINKS.get(name.lower(), "")
    return f"write it after its subject: `s.{meant}`" if meant else ""


def board_in_words(e: t.Expression, *, sure: bool = False) -> str:
    """The board that is meant by other words or sizes, such as `8x8` or `grid(8)`. `sure`: guess nothing."""
    board, is_sure = board_meant(e.span.text)
    if is_sure:
        return Hint(f"write `{board}`", edits=[Edit(e.span, board)])
    return f"write `{board}`, for example" if board and not sure else ""


def rank_of_card(e: t.Expression) -> str:
    """The hint for a rank of cards, written as the letter that shows it."""
    name = e.span.text
    line = e.span.source.line(e.span.line)
    if name in RANKS and re.search(rf"\bcards\(.*\b{name}\b|\brank\b.*\b{name}\b", line):
        return f"ranks are numbers: write `{RANKS[name]}`, which is shown as {name}"
    return ""


def numbered_site(e: t.Expression, value: Expr, board: Base) -> str:
    """A number where a site is meant: sites with numbers for names are written by their coordinates."""
    if not isinstance(value.type.base, Range) or not isinstance(board, Shape) or len(board.coordinates) != 1:
        return ""
    ((_, numbers),) = board.coordinates.values()
    if any(label != str(number) for label, number in zip(board.labels, numbers, strict=True)):
        return ""  # `3` may be a name, `[3]` another site
    if value.type.size == Size.MANY and not isinstance(e, t.Set):
        return f"write a site by its number in square brackets: `[n]` for each n in `{e.span.text}`"
    sites = ", ".join(f"[{item.span.text}]" for item in (e.items if isinstance(e, t.Set) else (e,)))
    whole = f"{{{sites}}}" if isinstance(e, t.Set) else sites
    edits = [Edit(e.span, whole)]
    return Hint(f"write a site by its number in square brackets: `{whole}`", edits=edits)


def why_missing(e: t.Expression, types: Mapping[t.Expression, Iterable[Type | None]]) -> str:
    """The division in an expression that gives nothing because its divisor may be 0; empty if there is none."""
    for node in nodes(e):
        if isinstance(node, t.Binary) and node.operator in ("/", "%"):
            bases = [type_.base for type_ in types.get(node.right, ()) if type_]
            if any(isinstance(base, Range) and base.low <= 0 <= base.high for base in bases):
                return f"`{node.span.text}` is nothing where `{node.right.span.text}` is 0: "
    return ""


def nearest(name: str, names: Iterable[str], what: str) -> str:
    """The nearest of some names; if none is near, all of them, or the first few."""
    known = list(dict.fromkeys(names))
    if near := closest(name, known):
        others = [n for n in known if n != near][:_SEVERAL]
        said = f"did you mean `{near}`?" + (f" {what} also {listed(others, 'and')}" if others else "")
        return Hint(said, near if near == misspelt(name, known) else None)
    if not known:
        return ""
    return f"{what} {listed(known[:_SEVERAL], 'and')}" + (", …" if len(known) > _SEVERAL else "")


def compared(e: t.Binary, left: Type, right: Type, player: Domain, kinds: Domain, board: Shape | None) -> str:
    """What to write for a comparison of things of two sorts, such as a kind with a player."""
    sides = (e.left, left), (e.right, right)
    for i, ((side, type_), (other, its)) in enumerate((sides, sides[::-1])):
        if its.is_number and type_.size > Size.ONE and not isinstance(type_.base, Range) and e.operator in ("=", "!="):
            return _counted(e.operator, side, type_, other)
        new, kept = _instead(side, type_.base, other, its.base, (player, kinds, board)), other.span.text
        if new:
            whole = f" {e.operator} ".join((new, kept) if i == 0 else (kept, new))
            plain = all(isinstance(operand, t.Name | t.Dot) for operand, _ in sides)  # `a = 3` is a column, or a row
            return Hint(f"write `{whole}`", whole if plain and type_.size < Size.MANY else None)
    if isinstance(left.base, Shape) and isinstance(right.base, Shape):
        return _two_boards(left.base, right.base, board)
    return ""


def _counted(operator: str, side: t.Expression, type_: Type, other: t.Expression) -> str:
    """The hint if a set, or a value that may be missing, is compared with a number: their count is meant."""
    text, shape = side.span.text, type_.base
    if isinstance(shape, Shape) and any(label.isdigit() for label in shape.labels):  # a site may be meant
        return f"write `count({text})` for how many there are, and `[{other.span.text}]` for a site by its number"
    if isinstance(other, t.Integer) and other.value == 0:
        whole = f"{'no' if operator == '=' else 'some'} {text}"
    elif type_.size == Size.MANY:
        whole = f"count({text}) {operator} {other.span.text}"
    else:
        return f"write `some {text}` to ask whether there is one"
    return Hint(f"write `{whole}`", whole)


def _two_boards(one: Shape, other: Shape, board: Shape | None) -> str:
    """The hint if sites of two boards are compared: sites in square brackets may belong to either board."""
    for shape, wanted in ((one, other), (other, one)):
        known = wanted.name if wanted is not board else "site"
        if shape.coordinates and len(shape.coordinates) == len(wanted.coordinates):
            names = [f"[{', '.join(s.coordinates)}]" for s in (shape, wanted)]
            return (f"`{names[0]}` is a site of `{shape.name}` within its own defines and after its sites; "
                    f"for one of the other name its type: `{known}{names[1]}`")  # fmt: skip
    return ""


def _instead(
    side: t.Expression, base: Base, other: t.Expression, its_base: Base, known: tuple[Domain, Domain, Shape | None]
) -> str:
    """Another text for one side of a comparison, so that the two sides fit; or nothing."""
    player, kinds, board = known
    text = side.span.text
    holder, asked = (side.subject.span.text, side.link.span.text) if isinstance(side, t.Dot) else (text, "")
    names_a_kind = isinstance(other, t.Name) and other.text in kinds.index
    if its_base is player and asked == "kind":
        return f"{holder}.owner"
    if its_base is player and base is board:
        return "" if isinstance(side, t.Name) and side.text in kinds.index else f"{text}.owner"
    if asked == "owner" and names_a_kind:
        return f"{holder}.kind"
    if base is board and its_base is kinds:
        return f"{text}.kind"
    if isinstance(its_base, Range) and isinstance(base, Shape):
        named = other.link.span.text if isinstance(other, t.Dot) else ""
        numbers = [name for name, (type_, _) in base.coordinates.items() if isinstance(type_.base, Range)]
        return f"{text}.{named if named in numbers else numbers[0]}" if numbers else ""
    return ""


def of_lists(name: str, call: t.Expression) -> str:
    """What to write for `hand.add(c)`, as other languages change lists."""
    if not isinstance(call, t.Dot) or not isinstance(call.link, t.Call) or len(call.link.arguments) != 1:
        return ""
    many, one = call.subject.span.text, call.link.arguments[0].span.text
    if name in ("add", "append", "push", "insert"):
        return f"write `{many} += {one}`, or `put {one} on {many}` if that is a pile"
    return f"write `{many} -= {one}`" if name in ("remove", "discard", "delete", "erase") else ""
