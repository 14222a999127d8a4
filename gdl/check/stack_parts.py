"""Parts of stacks: how many pieces are moved or removed, and from which stack."""

from __future__ import annotations

from dataclasses import dataclass

from gdl.check.missing import Needed
from gdl.check.parts import Check
from gdl.check.scope import Scope, Thing
from gdl.model.build import const, otherwise
from gdl.model.model import MAX_HEIGHT
from gdl.model.nodes import Expr
from gdl.model.types import Range, Size
from gdl.syntax import tree as t
from gdl.text.findings import error, fault


@dataclass(frozen=True)
class PartOfStack:
    """How many pieces are meant, if a number is given (`2 of a`), and where they stand.

    `needed`: the number, if it may be missing. A statement may test first that it is there.
    """

    where: t.Expression
    count: Expr | None = None
    needed: tuple[Needed, ...] = ()


def part_of_stack(check: Check, e: t.Expression, scope: Scope) -> PartOfStack:
    """The meaning of `2 of a`, of `2 under a`, or of `a` alone."""
    if not isinstance(e, t.Binary) or e.operator not in ("of", "under"):
        return PartOfStack(e)
    count = check.value(e.left, scope)
    if isinstance(count, Thing) or not count.type.is_number:
        if e.operator == "of":
            return PartOfStack(e)
        what = "a piece" if isinstance(count, Thing) else str(count.type)
        raise fault("T301", e.left.span, f"`under` needs a number of pieces before it, not {what}",
                    "write `remove 1 under s` for the lowest piece")  # fmt: skip
    if not check.declared.stacks:
        check.value(e.right, scope)  # first tell what is wrong with this part itself
        raise fault("B414", e.span, "a site of this board holds one piece at most, so there are no parts to take",
                    "write `board stacks(…)`")  # fmt: skip
    assert isinstance(count.type.base, Range)
    base = count.type.base
    if base.high < 0 or base.low > MAX_HEIGHT:
        what = str(base.low) if len(base) == 1 else base.name
        raise fault("T336", e.left.span, f"a stack has 0 to {MAX_HEIGHT} pieces; this is {what}",
                    "take fewer pieces")
    if count.type.size != Size.MAYBE:
        return PartOfStack(e.right, check.settled(count))
    refusal = error("T337", e.left.span, "this number of pieces may be missing",
                    "write `(… otherwise …)` to say what to use then")  # fmt: skip
    there = otherwise(count, const(count.type.of_size(Size.ONE), base.low))
    return PartOfStack(e.right, check.settled(there), (Needed(count, lambda: refusal),))
