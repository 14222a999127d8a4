"""How moves are written, in the module itself: for pages, where no Python is at hand.

`written(record)` is asked of a record in which an option has just been described (`run` with a negative budget): the
decision and its values lie at `out`, and what its branch changes has been done. It writes the text's parts, a word
each – an even word is twice the number of a string, an odd one twice a number in digits, and one – and gives how
many; behind the text further ways to write it, each after `ANOTHER`; at last, for pages, what is asked, after `ASKED`.
The strings themselves stay outside, in a list that the host has (`Strings`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from gdl.model.build import const
from gdl.model.nodes import Cond, Const, Expr, Given, Op, Table, Var
from gdl.model.primitives import letter
from gdl.model.types import TEXT, Range
from interpreter.graph.abi import ENDING
from interpreter.graph.ends import End, numbered
from interpreter.graph.graph import Ask
from interpreter.graph.standing import standing
from interpreter.graph.witnesses import of_end, reads_locals
from interpreter.native.lower.facts import Facts
from interpreter.native.lower.functions import begin, ended
from interpreter.native.lower.located import within
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Unsupported
from interpreter.native.module.wasm import Function
from interpreter.native.plan.rewriting import by_numbers
from interpreter.native.plan.told_ends import remembered

ANOTHER = -1
"""Stands, as a string's number, before each further way in which the option may be written."""
ASKED = -2
"""Stands, as a string's number, before what who decides is asked."""
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


def write_texts(facts: Facts, strings: Strings, parts: int, asks: bool) -> Function:
    """The function `written(record)`; whether it writes what is asked, too."""
    w, out = begin(facts, "written"), facts.addresses.out
    end = w.emit.copy(0)
    w.emit.put(("i32.const", 0), ("i64.load", out))
    place = w.emit.kept()
    for number, n in enumerate(w.facts.graph.nodes):
        if isinstance(n, Ask):

            def write(n: Ask = n) -> None:
                to = _Parts(w, parts, end)
                _text(w, strings, to, w.known.special(n.choose.text))
                for other in n.choose.others:
                    to.string(ANOTHER)
                    _text(w, strings, to, w.known.special(other))
                if asks and n.choose.asking is not None:
                    to.string(ASKED)
                    _text(w, strings, to, w.known.special(n.choose.asking))

            w.emit.when(w.emit.op("eq", place, number), partial(_with_chosen, w, n, out, write))
    w.emit.put(("local.get", end.number))
    return ended(w)


def write_audience(facts: Facts) -> Function:
    """The function `audience(record)`, asked of such a record as `written` is: who is told by name what is chosen."""
    w, out = begin(facts, "audience"), facts.addresses.out
    found = w.emit.copy(0)
    w.emit.put(("i32.const", 0), ("i64.load", out))
    place = w.emit.kept()
    for number, n in enumerate(w.facts.graph.nodes):
        if isinstance(n, Ask) and n.choose.told is not None:

            def write(n: Ask = n, told: Expr = n.choose.told) -> None:
                _with_chosen(w, n, out, lambda: w.emit.set(found, w.words(w.known.special(told))[0]))

            w.emit.when(w.emit.op("eq", place, number), write)
    w.emit.put(("local.get", found.number))
    return ended(w)


def _with_chosen(w: Writer, n: Ask, out: int, write: Callable[[], None]) -> None:
    """What is written of an option that was described, where the names of its decision are known."""
    variables = frozenset(v for v, _ in n.choose.binders)
    with w.emit.block("block", variables, is_fence=True), within(n.choose.span):
        for i, (variable, _) in enumerate(n.choose.binders):
            w.emit.put(("i32.const", 0), ("i64.load", out + 16 + 8 * i))
            w.emit.bind(variable, w.emit.kept())
        write()


def write_decided(facts: Facts, strings: Strings, parts: int, why: Sequence[Expr | None]) -> Function:
    """The function `decided(record)`: writes the labels of the sites that witness why a game has ended, with commas,
    and behind `ANOTHER` why it has ended, if `why` has a text for that line; gives how many words that makes. What a
    turn has found out is forgotten by then, and isn't asked."""
    w = begin(facts, "decided")
    end = w.emit.copy(0)
    w.emit.put(w.known.base.get, ("i64.load", ENDING))
    number, to = w.emit.kept(), _Parts(w, parts, end)
    ends = numbered(w.facts.model).ends
    for i, (one, text) in enumerate(zip(ends, why or [None] * len(ends), strict=True), 1):

        def write(one: End = one, text: Expr | None = text) -> None:
            _sites(w, strings, to, one)
            if text is not None and not reads_locals(text):
                to.string(ANOTHER)
                _text(w, strings, to, w.known.special(remembered(text)))

        if one.is_live:
            w.emit.when(w.emit.op("eq", number, i), write)
    w.emit.put(("local.get", end.number))
    return ended(w)


def _sites(w: Writer, strings: Strings, to: _Parts, end: End) -> None:
    """Write the labels of the sites that witness an end, if there are such."""
    found = of_end(w.facts.model, end)
    if found is not None and w.facts.model.board is not None and not reads_locals(found):
        _joined(w, strings, to, [w.known.special(found), const(TEXT, w.facts.model.board.labels)])


def write_scores(facts: Facts, at: int) -> Function:
    """The function `scored(record)`: writes each player's declared score there; gives 0, or a status."""
    return _of_each(facts, "scored", facts.model.score, at)


def write_standings(facts: Facts, at: int) -> Function:
    """The function `standings(record)`: writes what each player is ranked by there; gives 0, or a status."""
    return _of_each(facts, "standings", standing(facts.model), at)


def _of_each(facts: Facts, name: str, wanted: tuple[Var, Expr] | None, at: int) -> Function:
    """A function that writes a number for each player there, if there is one; gives 0, or a status."""
    w = begin(facts, name)
    if wanted is not None:
        variable, number = wanted
        for player in range(w.facts.players):
            with w.emit.block("block", frozenset((variable,)), is_fence=True):
                w.emit.bind(variable, player)
                found = w.x(number)
                w.emit.put(("i32.const", at + 8 * player))
                w.emit.push(found)
                w.emit.put(("i64.store", 0))
    w.emit.put(("i64.const", 0))
    return ended(w)


class _Parts:
    """Writes the next part of the text."""

    def __init__(self, w: Writer, at: int, end: Any) -> None:
        self.w, self.at, self.end = w, at, end

    def string(self, number: Atom) -> None:
        """A string by its number."""
        self._word(self.w.emit.op("shl", number, 1))

    def digits(self, number: Atom) -> None:
        """A number in digits."""
        self._word(self.w.emit.op("or", self.w.emit.op("shl", number, 1), 1))

    def _word(self, word: Atom) -> None:
        w = self.w
        w.emit.wrapped(w.emit.op("shl", self.end, 3))
        w.emit.push(word)
        w.emit.put(("i64.store", self.at))
        w.emit.set(self.end, w.emit.op("add", self.end, 1))


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


def _text(w: Writer, strings: Strings, parts: _Parts, e: Expr) -> None:
    match e:
        case Const():
            parts.string(strings.number(e.value))
        case Op(name="text"):
            for operand in e.operands:
                _text(w, strings, parts, operand)
        case Op(name="same"):
            _text(w, strings, parts, e.operands[0])
        case Op(name="string"):
            parts.digits(w.atom(e.operands[0]))
        case Op(name="letter" | "capital"):
            _letter(w, strings, parts, e)
        case Op(name="joined"):
            _joined(w, strings, parts, e.operands)
        case Table():
            values = strings.table(e.values)
            parts.string(w.atom(by_numbers(e, values, len(strings.all))))
        case Cond():
            w.emit.when(
                w.atom(e.condition),
                lambda: _text(w, strings, parts, e.then),
                lambda: _text(w, strings, parts, e.other),
            )
        case Given():
            _given(w, strings, parts, e)
        case _:
            raise Unsupported(f"a move's text made by {type(e).__name__}",
                              "keep the value in a `let` before the choice, and write that")  # fmt: skip


def _given(w: Writer, strings: Strings, parts: _Parts, e: Given) -> None:
    """The text of what may be missing: none, if it is."""
    value = w.atom(e.value)
    there = w.values.there(value, isinstance(e.value.type.base, Range))
    if isinstance(there, int) and not there:
        return
    w.emit.push(there, "i32")
    with w.emit.block("if", frozenset((e.variable,)), is_fence=True):
        w.emit.bind(e.variable, value)
        _text(w, strings, parts, e.body)


def _letter(w: Writer, strings: Strings, parts: _Parts, e: Op) -> None:
    """A letter by its number: one of a row of strings, for every number that it may be."""
    (of,) = e.operands
    base = of.type.base
    if not isinstance(base, Range) or len(base) > MOST_LETTERS:
        raise Unsupported(f"`{e.name}` of {of.type}", "write letters of numbers, or of members of a type")
    texts = [letter(n) for n in range(base.low, base.high + 1)]
    first = strings.row(tuple(text.upper() for text in texts) if e.name == "capital" else tuple(texts))
    parts.string(w.emit.op("add", w.atom(of), first - base.low))


def _joined(w: Writer, strings: Strings, parts: _Parts, operands: Sequence[Expr]) -> None:
    """The labels of a set, with commas."""
    many, labels = operands
    assert isinstance(labels, Const)
    base = many.type.base
    by_position = [""] * w.facts.domains.size(base)
    for position, label in zip(w.facts.domains.positions(base), labels.value, strict=True):
        by_position[position] = label
    first, comma = strings.row(tuple(by_position)), strings.number(",")
    more = w.emit.copy(0, "i32")
    with w.sets.elements(w.words(many)) as (at, _):
        w.emit.when(more, lambda: parts.string(comma))
        w.emit.set(more, 1)
        parts.string(w.emit.op("add", at, first))
