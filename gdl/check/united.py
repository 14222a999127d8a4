"""Defines of several lines, whose values are joined: what to do if one number was meant."""

from __future__ import annotations

from gdl.check.declared import Declared
from gdl.check.known_names import find_define
from gdl.check.values import name_of
from gdl.model.types import Range, Size, Type
from gdl.syntax import tree as t


def table_behind(declared: Declared, e: t.Expression) -> t.Define | None:
    """The define that an expression calls, if its lines are joined."""
    link = e.link if isinstance(e, t.Dot) else e
    if not isinstance(link, t.Name | t.Call):
        return None
    define = find_define(declared, isinstance(e, t.Dot), name_of(link))
    return define if define is not None and isinstance(define.value, tuple) else None


def one_number_of(declared: Declared, e: t.Expression, type_: Type) -> str:
    """The hint if an expression should be one number and is such a set; empty if it is no such set."""
    if type_.size != Size.MANY or not isinstance(type_.base, Range):
        return ""
    table = table_behind(declared, e)
    if table is None:
        return "say which number: `count(…)` is how many there are, `max(…)` the greatest, `sum(…)` all together"
    name = table.name.text
    if isinstance(table.value, tuple) and len(table.value) == 1:
        return f"what stands below the `=` of `{name}` is a table, which gives a set: begin its value beside the `=`"
    return (f"the lines of `{name}` form a set: to add them up, join them with `+`, in one line or in brackets; "
            "to take the first that holds, begin the last with `otherwise`")  # fmt: skip
