"""How moves are written, in the module itself: for pages, where no Python is at hand.

`written(record)` is asked of a record in which an option has just been described (`run` with a negative budget): the
decision and its values lie at `out`, and what its branch changes has been done. It writes the text's parts, a word
each – an even word is twice the number of a string, an odd one twice a number in digits, and one – and gives how
many; behind the text further ways to write it, each after `ANOTHER`. The strings themselves stay outside, in a list
that the host has (`Strings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gdl.model import model as m
from gdl.model.build import const
from gdl.model.nodes import Cond, Const, Expr, Given, Op, Table, node
from gdl.model.primitives import letter
from gdl.model.types import TEXT, Range, Type
from interpreter.graph.abi import KIND, WHO
from interpreter.graph.ends import numbered
from interpreter.graph.graph import Ask
from interpreter.graph.witnesses import of_end, reads_locals
from interpreter.native.lower.context import Context
from interpreter.native.lower.located import within
from interpreter.native.lower.reading import load_all
from interpreter.native.module.emitter import Atom, Unsupported
from interpreter.native.module.wasm import Function
from interpreter.native.record.record import RESULTS

ANOTHER = -1
"""Stands, as a string's number, before each further way in which the option may be written."""
MOST_LETTERS = 10_000
"""Numbers that may stand in `letter(n)`: each has a string of its own."""


class Strings:
    """The strings that texts are made of, each once, by their numbers; 0 is the empty one."""

    def __init__(self) -> None:
        self.all: list[str] = [""]
        self._known: dict[str, int] = {"": 0}
        self._rows: dict[tuple[str, ...], int] = {}
        self._tables: dict[int, tuple[Any, Any]] = {}

    def number(self, text: str) -> int:
        """The number of a string."""
        if text not in self._known:
            self._known[text] = len(self.all)
            self.all.append(text)
        return self._known[text]

    def row(self, texts: tuple[str, ...]) -> int:
        """The number of the first of some strings that stand in a row."""
        if texts not in self._rows:
            self._rows[texts] = len(self.all)
            self.all += texts
        return self._rows[texts]

    def table(self, values: Any) -> Any:
        """A table of texts as one of their numbers: the same object for the same table."""
        if id(values) not in self._tables:
            self._tables[id(values)] = values, self._numbers(values)
        return self._tables[id(values)][1]

    def _numbers(self, values: Any) -> Any:
        return self.number(values) if isinstance(values, str) else tuple(map(self._numbers, values))


def write_texts(ctx: Context, strings: Strings, out: int, parts: int) -> Function:
    """The function `written(record)`, in a context of its own; `out`: where options are described."""
    begin(ctx, "written")
    end = ctx.copy(0)
    ctx.put(("i32.const", 0), ("i64.load", out))
    place = ctx.kept()
    for number, n in enumerate(ctx.graph.nodes):
        if isinstance(n, Ask):

            def write(n: Ask = n) -> None:
                variables = frozenset(v for v, _ in n.choose.binders)
                with ctx.block("block", variables), within(n.choose.span):
                    ctx.scopes[-1].sort = "fence"
                    for i, (variable, _) in enumerate(n.choose.binders):
                        ctx.put(("i32.const", 0), ("i64.load", out + 16 + 8 * i))
                        ctx.scopes[-1].values[variable] = ctx.kept()
                    to = _Parts(ctx, parts, end)
                    _text(ctx, strings, to, ctx.special(n.choose.text))
                    for other in n.choose.others:
                        to.string(ANOTHER)
                        _text(ctx, strings, to, ctx.special(other))

            ctx.when(ctx.op("eq", place, number), write)
    ctx.put(("local.get", end.number))
    return ended(ctx)


def write_decided(ctx: Context, strings: Strings, parts: int) -> Function:
    """The function `decided(record)`: writes the labels of the sites that witness why a game has ended, with commas;
    gives how many words that makes. What a turn has found out is forgotten by then, and isn't asked."""
    begin(ctx, "decided")
    end, result = ctx.copy(0), []
    for offset in (KIND, WHO):
        ctx.put(("local.get", ctx.base.number), ("i64.load", offset))
        result.append(ctx.kept())
    labels = const(TEXT, ctx.model.board.labels) if ctx.model.board else None
    for one in numbered(ctx.model).ends:
        found = of_end(ctx.model, one)
        if found is None or labels is None or reads_locals(found) or not isinstance(one.statement, m.Finish):
            continue
        kind, who = RESULTS.index(one.statement.result) + 1, one.statement.who

        def write(who: Expr = who, found: Expr = found) -> None:
            with ctx.block("block"):
                ctx.scopes[-1].sort = "fence"
                same = ctx.op("eq", ctx.words(ctx.special(who))[0], result[1])
                ctx.when(same, lambda: _joined(ctx, strings, _Parts(ctx, parts, end), [ctx.special(found), labels]))

        ctx.when(ctx.truth("and", ctx.op("eq", end, 0), ctx.op("eq", result[0], kind)), write)
    ctx.put(("local.get", end.number))
    return ended(ctx)


def write_scores(ctx: Context, at: int) -> Function:
    """The function `scored(record)`: writes each player's declared score there; gives 0, or a status."""
    begin(ctx, "scored")
    if ctx.model.score is not None:
        variable, score = ctx.model.score
        for player in range(ctx.players):
            with ctx.block("block", frozenset((variable,))):
                ctx.scopes[-1].sort = "fence"
                ctx.scopes[-1].values[variable] = player
                number = ctx.x(score)
                ctx.put(("i32.const", at + 8 * player))
                ctx.push(number)
                ctx.put(("i64.store", 0))
    ctx.put(("i64.const", 0))
    return ended(ctx)


def begin(ctx: Context, name: str) -> None:
    """A function of a record, whose parts it has in locals; nothing is known of whose turn it is."""
    ctx.function.name, ctx.function.export = name, False
    ctx.remembers = ctx.specialised = False
    ctx.wrapped(ctx.ptr)
    ctx.put(("local.set", ctx.base.number))
    load_all(ctx)


def ended(ctx: Context) -> Function:
    """The function whose instructions have been written."""
    assert len(ctx.scopes) == 1
    ctx.function.code = ctx.scopes[0].code
    return ctx.function


class _Parts:
    """Writes the next part of the text."""

    def __init__(self, ctx: Context, at: int, end: Any) -> None:
        self.ctx, self.at, self.end = ctx, at, end

    def string(self, number: Atom) -> None:
        """A string by its number."""
        self._word(self.ctx.op("shl", number, 1))

    def digits(self, number: Atom) -> None:
        """A number in digits."""
        self._word(self.ctx.op("or", self.ctx.op("shl", number, 1), 1))

    def _word(self, word: Atom) -> None:
        ctx = self.ctx
        ctx.wrapped(ctx.op("shl", self.end, 3))
        ctx.push(word)
        ctx.put(("i64.store", self.at))
        ctx.set(self.end, ctx.op("add", self.end, 1))


def longest(e: Expr) -> int:
    """The most parts that a text may have."""
    match e:
        case Op(name="text"):
            return sum(map(longest, e.operands))
        case Op(name="joined"):
            return 2 * len(e.operands[0].type.values)
        case Op(name="same"):
            return longest(e.operands[0])
        case Cond():
            return max(longest(e.then), longest(e.other))
        case Given():
            return longest(e.body)
    return 1


def _text(ctx: Context, strings: Strings, parts: _Parts, e: Expr) -> None:
    match e:
        case Const():
            parts.string(strings.number(e.value))
        case Op(name="text"):
            for operand in e.operands:
                _text(ctx, strings, parts, operand)
        case Op(name="same"):
            _text(ctx, strings, parts, e.operands[0])
        case Op(name="string"):
            parts.digits(ctx.atom(e.operands[0]))
        case Op(name="letter" | "capital"):
            _letter(ctx, strings, parts, e)
        case Op(name="joined"):
            _joined(ctx, strings, parts, e.operands)
        case Table():
            values = strings.table(e.values)
            number = Type(Range(0, len(strings.all) - 1))
            parts.string(ctx.atom(node(Table, number, values, e.arguments)))
        case Cond():
            ctx.when(
                ctx.atom(e.condition),
                lambda: _text(ctx, strings, parts, e.then),
                lambda: _text(ctx, strings, parts, e.other),
            )
        case Given():
            _given(ctx, strings, parts, e)
        case _:
            raise Unsupported(f"a move's text made by {type(e).__name__}")


def _given(ctx: Context, strings: Strings, parts: _Parts, e: Given) -> None:
    """The text of what may be missing: none, if it is."""
    value = ctx.atom(e.value)
    there = ctx.there(value, isinstance(e.value.type.base, Range))
    if isinstance(there, int) and not there:
        return
    ctx.push(there, "i32")
    with ctx.block("if", frozenset((e.variable,))):
        ctx.scopes[-1].sort = "fence"
        ctx.scopes[-1].values[e.variable] = value
        _text(ctx, strings, parts, e.body)


def _letter(ctx: Context, strings: Strings, parts: _Parts, e: Op) -> None:
    """A letter by its number: one of a row of strings, for every number that it may be."""
    (of,) = e.operands
    base = of.type.base
    if not isinstance(base, Range) or len(base) > MOST_LETTERS:
        raise Unsupported(f"`{e.name}` of {of.type}")
    texts = [letter(n) for n in range(base.low, base.high + 1)]
    first = strings.row(tuple(text.upper() for text in texts) if e.name == "capital" else tuple(texts))
    parts.string(ctx.op("add", ctx.atom(of), first - base.low))


def _joined(ctx: Context, strings: Strings, parts: _Parts, operands: Sequence[Expr]) -> None:
    """The labels of a set, with commas."""
    many, labels = operands
    assert isinstance(labels, Const)
    base = many.type.base
    by_position = [""] * ctx.domains.size(base)
    for position, label in zip(ctx.domains.positions(base), labels.value, strict=True):
        by_position[position] = label
    first, comma = strings.row(tuple(by_position)), strings.number(",")
    more = ctx.copy(0, "i32")
    with ctx.elements(ctx.words(many)) as (at, _):
        ctx.when(more, lambda: parts.string(comma))
        ctx.set(more, 1)
        parts.string(ctx.op("add", at, first))
