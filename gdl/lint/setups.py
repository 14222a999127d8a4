"""R67: what a variant sets up in vain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product

from gdl.findings import Finding
from gdl.lint.context import Context
from gdl.lint.rule import Rule
from gdl.model import model as m
from gdl.model.build import const, folded
from gdl.model.nodes import Const, Expr, Get, node
from gdl.model.types import Range, Size
from gdl.passes.fold import substitute
from gdl.syntax import tree as t
from gdl.syntax.source import Span

_MOST = 1000
"""Rounds of a loop that are looked at."""


class Overwritten(Rule):
    """What a variant puts is overwritten by the base's set-up.

    The `setup` of a variant comes before that of the ruleset it extends. What is put on a square that the base fills
    afterwards is gone when the game begins. `after setup` comes behind it.
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
                yield self.found(put, message, "use `after setup`, which comes behind it")


def _covered(model: m.Model, section: t.Section) -> Iterator[tuple[Span, bool]]:
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
