"""R689: sites that are taken to be filled, and `empty`, which doesn't know."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.model import statements as m
from gdl.model.nodes import After, Const, Expr, Op, Standing, Var
from gdl.text.findings import Finding
from gdl.text.source import Span


class EmptyMeansTheBoard(Rule):
    """A condition counts a site as filled (`mine + s`), but `empty` still contains it.

    `mine + s` puts nothing on s. So `empty` still means the board as it is. Leave the site out with
    `empty - s`. Or look ahead with `after put stone of me on s: …`. After the colon, `mine` and `empty`
    mean the board after the change.
    """

    code, name, severity = "R689", "empty-means-the-board", "warning"
    _TURN = "choose s in empty where {}\nput stone of me on s"
    bad = example(turn=_TURN.format("no l in lines(3) where no empty and l within mine + s"))
    good = example(turn=_TURN.format("no l in lines(3) where no (empty - s) and l within mine + s"))

    def check(self, context: Context) -> Iterator[Finding]:
        found: dict[tuple[Span, str], None] = {}
        for model in context.models:
            for block in (model.setup, model.turn, model.end):
                for s in m.walk(block):
                    if isinstance(s, m.Choose | m.Loop):
                        found |= dict.fromkeys((s.span, name) for name in _mixed(s, len(model.kinds)))
        for span, name in found:
            if span.source.name == context.source.name:
                head = Span(span.source, span.start, span.start + max(len(span.text.split("\n")[0].rstrip()), 1))
                yield self.found(head, f"this treats `{name}` as filled, but `{name}` is still in `empty` there",
                                 f"write `empty - {name}`, or look ahead with `after put … on {name}: …`")  # fmt: skip


def _mixed(s: m.Choose | m.Loop, kinds: int) -> Iterator[str]:
    """The names of empty sites that a condition takes to be filled, and takes for empty all the same."""
    for name, source in s.binders:
        if not any(_is_empty(e, kinds) for e in _parts(source, name)):
            continue
        asked = [e for other, of in s.binders if other is not name for e in _parts(of, name)]
        asked += _parts(s.where, name)
        if any(_fills(e, name) for e in asked) and any(_is_empty(e, kinds) for e in asked):
            yield name.name


def _parts(e: Expr, name: Var) -> Iterator[Expr]:
    """An expression and those in it, but what is looked ahead at, and sets from which the name is taken away."""
    waiting = [e]
    while waiting:
        one = waiting.pop()
        yield one
        match one:
            case After():
                continue
            case Op(name="minus", operands=(_, less)) if name in less.free:
                waiting.append(less)
            case _:
                waiting += one.parts


def _is_empty(e: Expr, kinds: int) -> bool:
    """Whether it is the set of sites without a piece of any kind."""
    match e:
        case Op(name="minus", operands=(Const(), Standing(owner=None, kinds=all_of_them))):
            return len(all_of_them) == kinds
    return False


def _fills(e: Expr, name: Var) -> bool:
    """Whether it is a set of pieces to which a site is added."""
    match e:
        case Op(name="union", operands=parts):
            return any(isinstance(p, Standing) for p in parts) and any(_is_alone(p, name) for p in parts)
    return False


def _is_alone(e: Expr, name: Var) -> bool:
    return isinstance(e, Op) and e.name == "single" and e.operands == (name,)
