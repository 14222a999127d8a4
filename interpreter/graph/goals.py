"""Where the rules want a player's pieces: sites that a condition for winning names together with them, as Halma's camp.

It is a hint for players, read off the form of the rules, and no rule goes by it.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.model import statements as m
from gdl.model.arithmetic import arithmetic
from gdl.model.build import count, integer, intersection, table
from gdl.model.model import Model
from gdl.model.nodes import Const, Expr, Op, Standing, Var, node
from gdl.model.shape import Shape
from gdl.model.types import Size, Type
from gdl.passes.specialise import Specialiser
from interpreter.graph.ends import numbered
from interpreter.graph.sight import owner_of, slots

Slot = tuple[int, int]
"""A kind of pieces, and whose they are; -1: nobody's."""


def goals(model: Model, player: int) -> dict[Slot, int]:
    """For each set of a player's pieces the sites where the rules want them, as bits; only sets for which there are
    some, and not all sites of the board."""
    if model.board is None:
        return {}
    found: dict[Slot, int] = {}
    known = Specialiser({model.me: player})
    theirs = [slot for slot in slots(model) if owner_of(model, slot) == player]
    for condition in _conditions(model, player, known):
        for standing, sites in _meetings(condition):
            for slot in theirs:
                if _is_among(slot, standing):
                    found[slot] = found.get(slot, 0) | sites
    everywhere = (1 << len(model.board)) - 1
    return {slot: sites for slot, sites in found.items() if 0 < sites < everywhere}


def goals_of_all(model: Model) -> list[dict[Slot, int]]:
    """The goals of each player; an empty list if nobody has any."""
    found = [goals(model, player) for player in range(len(model.players))]
    return found if any(found) else []


def nearness(model: Model) -> tuple[Var, Expr] | None:
    """A player, and how near their own pieces are to their goals, as a number: each counts one for every step that it
    is nearer than the farthest site. None if nobody has goals for pieces of their own."""
    wanted, board = goals_of_all(model), model.board
    player = node(Var, Type(model.player), "p")
    total: Expr = integer(0)
    if board is None:
        return None
    for kind in sorted({kind for sites_of in wanted for kind, owner in sites_of if owner >= 0}):
        rows = [steps(board, sites_of[kind, p]) if (kind, p) in sites_of else [] for p, sites_of in enumerate(wanted)]
        pieces = node(Standing, Type(board, Size.MANY), (kind,), player)
        for far in range(max(map(max, filter(None, rows)))):
            near = [sum(1 << site for site in range(len(row)) if row[site] <= far) for row in rows]
            total = arithmetic("+", total, count(intersection(pieces, table(near, pieces.type, player))))
    return None if isinstance(total, Const) else (player, total)


def _conditions(model: Model, player: int, known: Specialiser) -> Iterator[Expr]:
    """Under what a player wins, as far as the form of the rules tells."""
    for end in numbered(model).ends:
        if not end.is_live or end.condition is None or not isinstance(end.statement, m.Finish) or end.result != "win":
            continue
        who = known(end.statement.who)
        if isinstance(who, Const) and isinstance(who.value, int) and who.value >> player & 1:  # a set of players
            yield known(end.condition)


def _meetings(e: Expr) -> Iterator[tuple[Standing, int]]:
    """Sets of pieces, and the fixed sets of sites that they are to meet, or to be within; not under a `not`."""
    if isinstance(e, Op):
        if e.name == "not":
            return
        if e.name in ("both", "within"):
            pieces = [part for part in e.operands if isinstance(part, Standing)]
            fixed = [part.value for part in e.operands if isinstance(part, Const) and isinstance(part.value, int)]
            if len(pieces) == len(fixed) == 1:
                yield pieces[0], fixed[0]
    for part in e.parts:
        yield from _meetings(part)


def _is_among(slot: Slot, standing: Standing) -> bool:
    """Whether pieces of a set are among those of an expression."""
    kind, owner = slot
    if kind not in standing.kinds:
        return False
    whose = standing.owner
    if whose is None:
        return True
    if owner < 0 or not isinstance(whose, Const) or not isinstance(whose.value, int):
        return False
    return bool(whose.value >> owner & 1) if whose.type.size is Size.MANY else whose.value == owner


def steps(shape: Shape, goal: int) -> list[int]:
    """How many steps over the board each site is from the innermost sites of a goal: from outside up to its edge, and
    one more for being outside; within as many as it is deeper there. So pieces make room for those behind them."""
    everywhere = (1 << len(shape.labels)) - 1
    outside, inside = _far(shape, goal), _far(shape, everywhere ^ goal)
    deep = max(inside)
    return [out + deep - within for out, within in zip(outside, inside, strict=True)]


def _far(shape: Shape, sites: int) -> list[int]:
    """How many steps each site is from the nearest of these; from where none leads there, one more than any other."""
    todo = [site for site in range(len(shape.labels)) if sites >> site & 1]
    far = dict.fromkeys(todo, 0)
    for site in todo:
        for beside in shape.neighbours[site]:
            if beside not in far:
                far[beside] = far[site] + 1
                todo.append(beside)
    return [far.get(site, max(far.values()) + 1) for site in range(len(shape.labels))]
