"""Which sites of a board without directions are neighbours, for drawings: those that `s.adjacent` gives."""

from __future__ import annotations

from gdl.check.known_names import find_define
from gdl.check.names import shape_attribute
from gdl.check.parts import Check
from gdl.check.scope import Scope, Silent
from gdl.model.cost import work
from gdl.model.evaluate import tabulate
from gdl.model.nodes import Var
from gdl.model.shape import Shape
from gdl.model.types import Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import Fault

ADJACENT = "adjacent"
"""The name of neighbours on every board that ships."""
MOST_STEPS = 2_000_000
"""If a define takes more steps than this for all sites, it is worked out only in play."""


def link(check: Check, shape: Shape) -> None:
    """Note which sites are adjacent, if the board has no directions and the rules say it before the game."""
    define = shape_attribute(check.memo.boards, ADJACENT, shape) or find_define(check.declared, True, ADJACENT)
    if shape.steps or define is None or define.subject is None or define.parameters or define.is_block:
        return
    site = Var(Type(shape), "s")
    here = t.Name(define.subject.span, define.subject.text)
    asked = t.Dot(define.name.span, here, t.Name(define.name.span, ADJACENT))
    mark = check.findings.mark()
    try:
        value = check.expr(asked, Scope({here.text: site}, None, shape, True))
    except (Fault, Silent):  # it isn't about this board; where it is used that is told
        return
    finally:
        check.findings.back(mark)
    if value.type.base is not shape or value.type.size == Size.FAMILY or not value.static:
        return
    if len(shape) * work(value)[0] > MOST_STEPS:
        return
    for number, found in enumerate(tabulate(value, (site,))[:-1]):
        sites = range(len(shape))
        several = value.type.size == Size.MANY
        shape.links[number] = tuple(s for s in sites if s != number and (found >> s & 1 if several else found == s))
