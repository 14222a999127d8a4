"""Looks: how pieces and members of types are written and drawn."""

from __future__ import annotations

from gdl.check.context import Context
from gdl.check.pieces import piece_named
from gdl.check.scope import ROOT, Thing
from gdl.colours import COLOURS
from gdl.findings import Fault, error
from gdl.model import model as m
from gdl.model.nodes import Const
from gdl.model.types import Domain, Range, Size
from gdl.suggest import did_you_mean
from gdl.syntax import tree as t
from gdl.syntax.source import Span


def letters_of(ctx: Context, base: Domain | Range) -> tuple[str, ...]:
    """How the elements of a type are written in moves: by their look, if they have one."""
    if isinstance(base, Range):
        return base.labels
    if base not in ctx.letter_cache:
        if base is ctx.pieces:
            letters = tuple(ctx.looks[x].letter if x in ctx.looks else x for x in base.labels)
        elif base is ctx.kind_domain:
            letters = tuple(_kind_letter(ctx, i) for i in range(len(base)))
        else:
            keys = [f"{base.name}.{x}" for x in base.labels]
            letters = tuple(
                ctx.looks[k].letter if k in ctx.looks else x
                for k, x in zip(keys, base.labels, strict=True)
            )
        ctx.letter_cache[base] = letters
    return ctx.letter_cache[base]


# ---- looks


def declare_look(ctx: Context, look: t.Look) -> None:
    """How a piece or a member of a type is written and drawn."""
    owner = look.thing.right if isinstance(look.thing, t.Binary) else look.thing
    if isinstance(owner, t.Name) and owner.text in ctx.absent:
        return
    if look.colour and look.colour.lower() not in COLOURS:
        end = look.span.start + len(look.span.text.rstrip())
        place = Span(look.span.source, end - len(look.colour), end)
        hint = did_you_mean(look.colour.lower(), COLOURS) or f"there are {', '.join(COLOURS)}"
        ctx.report(error("P513", place, f"`{look.colour}` is no colour that is known", hint))
    for key in _look_keys(ctx, look.thing):
        ctx.looks[key] = m.Look(look.letter, look.symbol, look.colour)
        ctx.look_nodes[key] = look


def _look_keys(ctx: Context, e: t.Expression) -> list[str]:
    value = piece_named(ctx, e, ROOT)
    if isinstance(value, Thing) and isinstance(value.kind, Const):
        kind, owner = value.kind.value, value.owner
        number = value.number.value if isinstance(value.number, Const) else None
        return [
            label
            for label, (k, p, n) in zip(ctx.pieces.labels, ctx.piece_parts, strict=True)
            if k == kind
            and (owner is None or (isinstance(owner, Const) and owner.value == p))
            and number in (None, n)
        ]
    if isinstance(value, Const) and isinstance(value.type.base, Domain) and value.type.size == Size.ONE:
        return [f"{value.type.base.name}.{value.type.base.labels[value.value]}"]
    raise Fault(
        error(
            "P512",
            e.span,
            "only a piece, or a member of a type, has a look",
            'write `stone of White "W"`, say',
        )
    )


def _kind_letter(ctx: Context, kind: int) -> str:
    """A kind is written by its look if all its pieces are written alike, but for upper and lower case."""
    own = [x for x, (k, _, _) in zip(ctx.pieces.labels, ctx.piece_parts, strict=True) if k == kind]
    found = {ctx.looks[x].letter.upper() for x in own if x in ctx.looks}
    return (
        found.pop()
        if len(found) == 1 and all(x in ctx.looks for x in own)
        else ctx.kind_domain.labels[kind]
    )
