"""Values that a variable can't hold: the messages, and what to do."""

from __future__ import annotations

import re

from gdl.check.flow import nodes
from gdl.check.hints import why_missing
from gdl.check.outgrown import Outgrown
from gdl.check.parts import Check
from gdl.check.ruleset import Ruleset
from gdl.check.scope import Scope
from gdl.check.united import table_behind
from gdl.check.values import describe
from gdl.model import statements as m
from gdl.model.nodes import Expr
from gdl.model.types import Range, Size
from gdl.syntax import tree as t
from gdl.text.findings import Fault, Finding, error, fault
from gdl.text.fixes import Edit, Hint
from gdl.text.source import Span

LONGEST = 30
"""Characters of a value that a hint repeats."""


def out_of_range(check: Check, variable: m.Variable, value: Expr, e: t.Expression) -> Fault | None:
    """The fault if a variable of numbers can hold none of these numbers, or a set of numbers not all of them."""
    base, own, held = variable.type.base, value.type.base, describe(variable.type)
    assert isinstance(base, Range)
    assert isinstance(own, Range)
    is_one = len(base) == 1 and _holds_one_number(check, variable)
    if is_one:
        held = f"nothing but {base.low}, its first value"
    apart = own.high < base.low or own.low > base.high
    if apart or (is_one and not base.holds(own)):
        what = str(own.low) if len(own) == 1 else f"{own.name}, always outside it" if apart else own.name
        return fault("T336", e.span, f"`{variable.name}` holds {held}; this is {what}",
                     meant_as_change(e) or _wider(check, variable, base.join(own), e.span))  # fmt: skip
    if variable.type.size == Size.MANY and not base.holds(own):
        return fault("T336", e.span, f"`{variable.name}` holds {held}; this may hold {own.name}",
                     f"write `… & ({base.name})` if the others are to be dropped")  # fmt: skip
    return None


def too_many(check: Check, variable: m.Variable, value: Expr, e: t.Expression, scope: Scope) -> Fault:
    """The fault if a value may be missing, or is a set, and the variable can't hold that."""
    what = "may be missing" if value.type.size == Size.MAYBE else "is a set"
    hint = "`the(…)` gives its only element"
    if value.type.size == Size.MAYBE:
        hint = why_missing(e, check.trace.types) + "write `… otherwise …` to say what to use then"
        if isinstance(e, t.Name | t.Dot) and len(e.span.text) <= LONGEST:
            hint += f", or ask first whether it is there: `if some {e.span.text}`"
        if known := _named_in_query(check, e, scope):
            now = f"let {known.name.text} = {known.value.span.text}"
            hint = (f"write `{known.name.text} in {known.value.span.text}` instead of `{now}`: "
                    "then it is chosen among what there is")  # fmt: skip
        elif isinstance(e, t.Binary) and e.operator == "when":
            asked = e.right.span.text if len(e.right.span.text) <= LONGEST else "…"
            hint = f"to change it only then, write `… if {asked}`; {hint}"
        elif isinstance(e, t.Binary) and e.operator == "otherwise":
            hint = f"nothing says that `{e.right.span.text}` is there: end with a value that surely is"
    elif isinstance(e, t.Set) and len(e.items) == 1:
        hint = "leave out the braces"
    elif table := table_behind(check.declared, e):
        hint = f"begin the last line of `{table.name.text}` with `otherwise`: then the first line that holds counts"
    if _ends_in_nothing(e):
        hint = "leave out `otherwise {}`: without it there is nothing, too"
        if variable.type.size == Size.ONE:
            hint = f"`{{}}` is nothing, and `{variable.name}` always holds something: replace `{{}}` by a value"
    return fault("T337", e.span, f"`{variable.name}` holds {describe(variable.type)}, but this {what}", hint)


_WHOLE = {"empty", "mine", "theirs", "occupied", "piece", "site"}


def not_there(rules: Ruleset, span: Span) -> Finding:
    """The finding for a move from or to a site that may be missing."""
    asked = next((e for e in nodes(rules.trees[0].items) if isinstance(e, t.Binary) and e.operator == "="
                  and e.left.span.text == span.text and e.right.span.text in _WHOLE), None)  # fmt: skip
    hint = f"ask first whether it is there: `where some {span.text}` or `if some {span.text}`"
    if asked is not None:  # `a.N = empty` holds too where there is neither
        hint = f"`{asked.span.text}` asks whether there is only one; write `{span.text} in {asked.right.span.text}`"
    return error("T342", span, f"`{span.text}` may be missing, and then nothing moves", hint)


def _holds_one_number(check: Check, variable: m.Variable) -> bool:
    """Whether a local has no other range than the single number of its `let`."""
    let = check.locals.lets.get(variable)
    return let is not None and let.type is None and isinstance(let.value, t.Integer)


def _named_in_query(check: Check, e: t.Expression, scope: Scope) -> t.Known | None:
    """The `let` of a query, if an expression is its name."""
    found = scope.find(e.text) if isinstance(e, t.Name) else None
    if not isinstance(found, m.Variable):
        return None
    known = (one for tree in check.declared.rules.trees for one in nodes(tree.items) if isinstance(one, t.Known))
    return next((one for one in known if one.name.span == found.span), None)


def _ends_in_nothing(e: t.Expression) -> bool:
    """Whether the last alternative, behind `otherwise`, is `{}`."""
    last = e
    while isinstance(last, t.Binary) and last.operator == "otherwise":
        last = last.right
    return last is not e and isinstance(last, t.Set) and not last.items


def meant_as_change(e: t.Expression) -> str:
    """The hint for `x =- 1`, which means `x -= 1`."""
    text, start = e.span.source.text, e.span.start
    before = text[text.rfind("\n", 0, start) + 1 : start]
    swapped = re.fullmatch(r"\s*([\w.()]+)\s*=", before)
    if swapped is None or not re.match(r"-\s", e.span.text):
        return ""
    edit = Edit(Span(e.span.source, start - 1, start + 1), "-=")
    return Hint(f"to take away, write `{swapped[1]} -= {e.span.text[1:].strip()}`", edits=[edit])


def _wider(check: Check, variable: m.Variable, base: Range, value: Span) -> str:
    """The declaration of a number with a range that also holds this value."""
    let = check.locals.lets.get(variable)
    advice = f"give `{variable.name}` a larger range where you introduce it: `{{}}`"
    if let is not None:
        said = let.value.span.text.replace("{", "{{").replace("}", "}}")
        advice = f"give it a range: `let {variable.name}: {{}} = {said}`, for example"
    check.trace.outgrown[value] = Outgrown(variable.span if let is None else let.span, base, advice)
    return advice.format(base.name)
