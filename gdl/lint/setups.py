"""R67: what is set up in vain, because something else is put there afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.model import statements as m
from gdl.model.build import const, folded
from gdl.model.model import Model
from gdl.model.nodes import Const, Expr, Get, node
from gdl.model.types import Range, Size
from gdl.passes.substitution import substitute
from gdl.syntax import tree as t
from gdl.text.findings import Finding
from gdl.text.source import Span

_MOST = 1000
"""Rounds of a loop that are looked at."""


class Overwritten(Rule):
    """The base's set-up overwrites what a variant puts.

    The `setup` of a variant comes before that of its base. So the base puts its own piece on the same
    square, and yours is gone. Use `after setup`, which comes after it.
    """

    code, name, severity = "R675", "overwritten-by-base", "warning"
    bad = 'game "Example" extends "chess"\n\nsetup\n  put queen of White on e1\n'
    good = 'game "Example" extends "chess"\n\nafter setup\n  put queen of White on e1\n'

    def check(self, context: Context) -> Iterator[Finding]:
        own = [s for s in context.declarations(t.Section) if s.name.text == "setup" and not isinstance(s, t.Behind)]
        if not own or own[0].replace or len(context.chain) == 1 or not context.models:
            return
        covered = [dict(_covered(model, own[0])) for model in context.models]
        for put in covered[0]:
            if all(puts.get(put) for puts in covered):
                message = "what is put here is overwritten by the base's set-up"
                yield self.found(put, message, "use `after setup`, which comes after it")


class PutOver(Rule):
    """A piece is put where the set-up has put another.

    A site holds one piece, so the first is gone before the game begins. Often two rows overlap by
    mistake, or a square is named twice. You see no warning if a region is filled first and then a
    smaller part of it.
    """

    code, name, severity = "R678", "put-over-another", "warning"
    bad = example(setup="put stone of White on {a1, b1}\nput stone of Black on {b1, c1}")
    good = example(setup="put stone of White on {a1, b1}\nput stone of Black on {b3, c1}")

    def check(self, context: Context) -> Iterator[Finding]:
        told = set()
        for model in context.models:
            changed = [option for option in model.options if option.value != option.default]
            if len(changed) > 1 or any(option.value != option.low for option in changed):
                continue  # rows meet on small boards, if anywhere
            for span, earlier, where in _over(model):
                if span in told or not span.source == earlier.source == context.source:
                    continue
                told.add(span)
                message = f"what line {earlier.line} has put on {where} is replaced here"
                if span == earlier:
                    message = f"this puts pieces over each other, on {where}"
                message += "".join(f" (with {option.name} = {option.value})" for option in changed)
                yield self.found(span, message, "a site holds only one piece; check the sites")


def _over(model: Model) -> Iterator[tuple[Span, Span, str]]:
    """Where the set-up puts pieces over others; where these were put; and on which sites, in words."""
    if model.board is None or model.stacks:
        return
    puts: list[tuple[Span, Expr, int]] = []
    for span, piece, mask in _puts(model.setup, {}):
        if piece is None:  # nobody knows what stands there now
            puts = [(s, other, sites & ~mask) for s, other, sites in puts] if mask else []
            continue
        for earlier, other, sites in puts:
            both = sites & mask
            is_part = mask & ~sites == 0 and mask != sites  # of what was filled before
            if other is not piece and both and not is_part:
                labels = [label for i, label in enumerate(model.board.labels) if both >> i & 1]
                yield span, earlier, labels[0] if len(labels) == 1 else f"{labels[0]} and {len(labels) - 1} more"
        puts.append((span, piece, mask))


def _puts(block: m.Block, known: dict[Expr, Expr]) -> Iterator[tuple[Span, Expr | None, int]]:
    """What is put where, in order, as far as it is known: a piece and its sites; no piece where other things happen
    to these sites (none: who knows to which)."""
    for s in block:
        match s:
            case m.Put() | m.Remove():
                sites = _known(s.sites, known)
                piece = _known(s.piece, known) if isinstance(s, m.Put) else None
                if sites is None:
                    yield s.span, None, 0
                else:
                    yield s.span, piece, sites.value
            case m.Move():
                yield s.span, None, 0
            case m.Loop(where=Const(value=True)):
                for values in _tuples(s.binders):
                    yield from _puts(s.body, known | dict(zip(map(_read, s.variables), values, strict=True)))
            case _:
                if any(isinstance(inner, m.Put | m.Remove | m.Move) for inner in m.walk((s,))):
                    yield s.span, None, 0


def _known(e: Expr, known: dict[Expr, Expr]) -> Const | None:
    """What an expression is, of what loops go over."""
    value = folded(substitute(e, known)) if known else e
    return value if isinstance(value, Const) else None


def _covered(model: Model, section: t.Section) -> Iterator[tuple[Span, bool]]:
    """Of each `put` of a section whose sites are known: whether other sections put something on all of them later."""
    whole = section.span

    def is_own(s: m.Statement) -> bool:
        return s.span.source is whole.source and whole.start <= s.span.start < whole.end

    if model.stacks:
        return
    later = 0
    for s in model.setup:
        if not is_own(s):
            later |= _filled(s)
    for s in model.setup:
        if isinstance(s, m.Put) and is_own(s) and isinstance(s.sites, Const) and s.sites.value:
            yield s.span, not s.sites.value & ~later


def _filled(s: m.Statement) -> int:
    """The sites, as a mask, that a statement surely fills or empties."""
    match s:
        case m.Put(sites=Const(value=value)) | m.Remove(sites=Const(value=value)):
            return int(value)
        case m.Loop(variables=variables, binders=binders, where=Const(value=True), body=body):
            mask = 0
            for values in _tuples(binders):
                known = dict(zip(map(_read, variables), values, strict=True))
                for inner in body:
                    if isinstance(inner, m.Put | m.Remove):
                        sites = folded(substitute(inner.sites, known))
                        mask |= sites.value if isinstance(sites, Const) else 0
            return mask
        case _:
            return 0


def _read(variable: m.Variable) -> Expr:
    return node(Get, variable.type, variable, ())


def _tuples(binders: Iterable[tuple[object, Expr]]) -> Iterator[tuple[Const, ...]]:
    """All that the names of a loop stand for, if that is known and not too much."""
    sources = []
    for _, source in binders:
        if not isinstance(source, Const) or source.type.size != Size.MANY:
            return
        one = source.type.of_size(Size.ONE)
        low = one.base.low if isinstance(one.base, Range) else 0
        sources.append([const(one, low + i) for i in range(int(source.value).bit_length()) if source.value >> i & 1])
    yield from islice(product(*sources), _MOST)
