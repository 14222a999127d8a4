"""Questions to people: the sentences of the open decisions, or plain ones made from what is chosen."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import takewhile

from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import Cond, Const, Expr, Get, Op, Standing, within
from gdl.model.types import TRUTHS, Parts, Range, Size
from gdl.text.plurals import plural
from interpreter.errors import RuleError
from interpreter.graph.backend import Broken, Endless, Entry, Stepper
from interpreter.graph.graph import Ask

TOKENS = re.compile(r'#[^\n]*|("[^"\n]*"|\w+|[^#])')
Counting = Callable[[int, Parts, str], str]
"""Words for a part of a set, as `1 to 3 sites`: of the place among what is chosen, the type, and the noun."""
SAID = ("as", "asking", "telling")
"""The words before the text of a choice, its question, and the players who are told."""


def prompt(machine: Stepper, entries: Sequence[Entry]) -> str:
    """The question for these entries: each of the rules' own sentences once, in order.

    If no decision has one, a plain sentence for each. Raises RuleError if the rules can't write theirs.
    """
    opened: dict[int, list[Entry]] = {}
    for entry in entries:
        opened.setdefault(entry.ask, []).append(entry)
    said = [text for first, *_ in opened.values() if (text := _said(machine, first))]
    if said:
        return " ".join(dict.fromkeys(said))
    put = plainly if len(opened) == 1 else among_others
    plain = list(dict.fromkeys(put(machine.model, _choose(machine, ask), _open(of)) for ask, of in opened.items()))
    return " ".join([*plain[:1], *map(_instead, plain[1:])])


def _instead(plain: str) -> str:
    """A plain sentence after another one: `Or choose “pass”.`"""
    return f"Or c{plain[1:]}" if plain.startswith("Choose ") else plain


def _choose(machine: Stepper, ask: int) -> m.Choose:
    node = machine.graph.nodes[ask]
    assert isinstance(node, Ask)
    return node.choose


def _said(machine: Stepper, entry: Entry) -> str | None:
    """The rules' own question."""
    try:
        return machine.asking(entry)
    except (Broken, Endless) as problem:
        span = _choose(machine, entry.ask).span
        rule = " ".join(span.text.split())[:120]
        where = (problem.span or span).where
        raise RuleError(f"{where}: {problem}, as it is said what is asked\n  the rule: {rule}") from None


def as_written(choose: m.Choose) -> str:
    """The choice as the rules write it: without comments, and without its text, question and `telling`."""
    said = takewhile(lambda token: token not in SAID, TOKENS.findall(choose.span.text))
    return " ".join("".join(said).split())


def sentences(choose: m.Choose) -> list[str]:
    """All questions that the rules may ask here, each once. A value that is known only in play is `…`."""
    return list(dict.fromkeys(filter(None, _texts(choose.asking))))


def _texts(e: Expr | None) -> Iterator[str]:
    match e:
        case Const():
            yield e.value
        case Cond(then=then, other=other):
            yield from _texts(then)
            yield from _texts(other)
        case Op(name="text", operands=parts):
            yield "".join(str(part.value) if isinstance(part, Const) else "…" for part in parts)


def _open(entries: Sequence[Entry]) -> Counting:
    """Counts what the open entries of a decision choose."""
    return lambda at, parts, noun: in_words({len(parts.elements(entry.chosen[at])) for entry in entries}, noun)


def _all(at: int, parts: Parts, noun: str) -> str:
    """Counts what can ever be chosen."""
    return in_words({len(parts.elements(number)) for number in range(len(parts))}, noun)


def plainly(model: Model, choose: m.Choose, counting: Counting = _all) -> str:
    """A plain sentence for a decision that has none: `Choose a piece of yours, then a site.`"""
    if not choose.binders:
        return f"Choose “{choose.text.value}”." if isinstance(choose.text, Const) else "Choose this, or not."
    things = (_thing(model, choose, at, counting) for at in range(len(choose.binders)))
    return f"Choose {', then '.join(things)}."


def among_others(model: Model, choose: m.Choose, counting: Counting = _all) -> str:
    """The same, if other decisions are open too, as in an `either`. It begins with the words with which all these moves
    begin: `For “wall …”, choose a site.`"""
    plain, head = plainly(model, choose, counting), begins(choose)
    return f"For “{head} …”, c{plain[1:]}" if head else plain


def begins(choose: m.Choose) -> str:
    """The words with which all moves of a decision begin; "" if there are none, or if the moves are nothing else."""
    text = choose.text
    begun = text.operands[0] if choose.binders and isinstance(text, Op) and text.name == "text" else None
    head = str(begun.value).strip() if isinstance(begun, Const) else ""
    return head if any(map(str.isalpha, head)) else ""


def _thing(model: Model, choose: m.Choose, at: int, counting: Counting) -> str:
    """A chosen thing in a word or two."""
    variable, source = choose.binders[at]
    base = variable.type.base
    if base is model.board:
        return _piece(source) or "a site"
    if base is TRUTHS:
        return "yes or no"
    if isinstance(base, Range):
        return f"a {_of_numbers(model, base, source)}"
    if isinstance(base, Parts):
        noun = _of_numbers(model, base.of, choose.where) if isinstance(base.of, Range) else base.of.noun
        return counting(at, base, noun)
    return _named(base.name)


DIE = Range(1, 6)


def _of_numbers(model: Model, base: Range, source: Expr) -> str:
    """The word for numbers to choose from: cards, if they are several hidden things and no dice."""
    hidden = {one.what for one in model.hidden}
    asked = [part.variable for part in within(source) if isinstance(part, Get) and part.variable in hidden]
    several = any(v.held == base and (v.collection or v.type.size == Size.MANY) for v in asked)
    return "card" if several and base != DIE else "number"


def in_words(sizes: Collection[int], noun: str) -> str:
    """How many things can be chosen, if parts have these sizes: `2 cards`, `1 to 3 numbers`, `nothing, or up to 3
    stones`."""
    low, high = min(sizes, default=0), max(sizes, default=0)
    things = numbered(noun, high)
    if low == 0:
        return f"nothing, or up to {high:,} {things}" if high else "nothing"
    return f"{high:,} {things}" if low == high else f"{low:,} to {high:,} {things}"


def numbered(noun: str, number: int) -> str:
    """The word for this number of things, without the number: `site`, `sites`."""
    noun = noun.replace("_", " ")
    return noun if number == 1 else plural(noun)


def _named(name: str) -> str:
    """One element of a type, by the type's name."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name.replace('_', ' ')}"


def _piece(source: Expr) -> str:
    """The pieces on the sites of a set, if it is a set of pieces: the player's own, or others'."""
    if isinstance(source, Op) and source.name in ("both", "minus"):
        return _piece(source.operands[0])
    if not isinstance(source, Standing):
        return ""
    mine = isinstance(source.owner, Get) and not source.owner.variable.local and source.owner.variable.name == "me"
    return "a piece of yours" if mine else "a piece"
