"""R67: `remove` where sites hold stacks."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.model.types import Size, Type
from gdl.syntax import tree as t
from gdl.syntax.alike import same
from gdl.text.findings import Finding

_STACKS = "board stacks(grid(3, 3))"
_SETUP = "put stone of White on row(1)\nput stone of Black on row(3)"
_TURN = "choose a in mine, b in a.adjacent & {}\n{}\nmove a to b"
_END = "win me if no theirs\nlose next if stuck"


class OneOfEachStack(Rule):
    """One piece is removed from each stack; you probably meant the whole stacks.

    `remove S` takes the top piece of each site of S. But `move a to b` moves the whole stack. Write
    `remove s.height of s` to remove a stack, and `for s in S` for several. To remove one piece from
    each stack, write `remove 1 of S`. S may have no empty sites then.
    """

    code, name, severity = "R679", "one-of-each-stack", "warning"
    bad = example(board=_STACKS, setup=_SETUP, turn=_TURN.format("theirs", "remove b"), end=_END)
    good = example(board=_STACKS, setup=_SETUP, turn=_TURN.format("theirs", "remove b.height of b"), end=_END)

    def check(self, context: Context) -> Iterator[Finding]:
        model = next(iter(context.models), None)
        if model is None or not model.stacks:
            return
        types = context.runs.checked[0].trace.types
        for block in context.blocks:
            for i, statement in enumerate(block):
                remove = _only(statement)
                if not isinstance(remove, t.Remove) or _is_part(remove.sites):
                    continue
                said = remove.sites.span.text
                if _is_many(types.get(remove.sites, ())) and not _puts_back(remove.sites, block[i + 1 :]):
                    message = "this removes only the top piece of each stack"
                    hint = (
                        f"whole stacks: `for s in {said}`, below it `remove s.height of s`; else `remove 1 of ({said})`"
                    )
                    yield self.found(remove, message, hint)
                elif any(_comes_on(after, remove.sites) for after in block[i + 1 :]):
                    message = f"this removes only the top piece; the rest of the stack stays on {said}"
                    hint = f"the whole stack: `remove {said}.height of {said}`; one piece: `remove 1 of {said}`"
                    yield self.found(remove, message, hint)


def _only(statement: t.Statement) -> t.Statement:
    """A statement without its condition."""
    match statement:
        case t.If(arms=((_, (inner,)),), otherwise=()):
            return inner
        case _:
            return statement


def _is_part(e: t.Expression) -> bool:
    return isinstance(e, t.Binary) and e.operator in ("of", "under")


def _is_many(types: dict[Type | None, None] | tuple[()]) -> bool:
    return any(type_ is not None and type_.size == Size.MANY for type_ in types)


def _puts_back(sites: t.Expression, rest: t.Block) -> bool:
    """Whether something else is put there at once: the top pieces are exchanged."""
    return any(isinstance(s, t.Put) and same(s.sites, sites) for s in rest)


def _comes_on(statement: t.Statement, site: t.Expression) -> bool:
    """Whether a stack, or a part of one, is moved to a site."""
    return isinstance(inner := _only(statement), t.Move) and same(inner.target, site)
