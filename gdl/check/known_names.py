"""Which names there are: the defines, the directions of a board, all that may stand in a place."""

from __future__ import annotations

from gdl.check.declared import Declared
from gdl.check.parts import Check
from gdl.check.scope import Scope
from gdl.model.shape import Shape
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import BUILT_IN


def find_define(declared: Declared, has_subject: bool, name: str) -> t.Define | None:
    """A define of the ruleset, else of the prelude."""
    return declared.rules.defines.get((has_subject, name)) or declared.prelude.defines.get((has_subject, name))


def is_direction(check: Check, name: str, shape: Shape) -> bool:
    """Whether a shape's definition declares a direction of this name, be it above or below."""
    items = [*check.memo.boards.trees[shape][0].items, *check.declared.rules.directions]
    return any(isinstance(i, t.Direction) and i.name.text == name for i in items)


def shapes_in_order(check: Check, scope: Scope) -> list[Shape]:
    """Shapes whose names are visible: first the one that is meant, then the board, then the others."""
    found = [s for s in (scope.shape, check.declared.board) if s is not None]
    return list(dict.fromkeys([*found, *check.memo.boards.made.values()]))


def visible(check: Check, scope: Scope) -> set[str]:
    """All names that may stand in a place."""
    declared = check.declared
    names = scope.all_names() | set(BUILT_IN) | set(declared.members) | set(declared.rules.options)
    names |= set(declared.state.of_game) | set(declared.pieces.nodes) | set(declared.rules.types)
    names |= {n for subject, n in [*declared.rules.defines, *declared.prelude.defines] if not subject}
    for shape in shapes_in_order(check, scope):
        names |= set(shape.labels) | set(shape.directions.labels)
        names |= {
            i.name.text for i in check.memo.boards.trees[shape][0].items if isinstance(i, t.Define) and not i.subject
        }
    return names
