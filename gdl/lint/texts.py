"""R67: how decisions are written – options of one decision that players could not tell apart."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.check.looks import letters_of
from gdl.lint.context import Context
from gdl.lint.effects import statements
from gdl.lint.rule import Rule, example
from gdl.lint.walk import mentions
from gdl.model import statements as m
from gdl.model.build import query
from gdl.model.nodes import Const, Expr, Op, Table
from gdl.model.types import TEXT, TRUTH, Domain, Range, Size
from gdl.syntax import tree as t
from gdl.syntax.alike import same
from gdl.text.findings import Finding
from gdl.text.fixes import Edit, Hint

_TWO = """\
either
  choose s in empty as "{{s}}"
  put stone of me on s
or
  choose s in row(1) as "{}"
  remove s"""


_TOSSES = """\
roll x in 0..1, y in 0..1 as "{}"
choose s in empty where x + y < 2 or s in row(1)
put stone of me on s"""


_WEIGHED = """\
roll x in 0..1 by {}
choose s in empty where x = 0 or s in row(1)
put stone of me on s"""


MAX_EARLIER = 100
"""Branches with so many others written in the same shape are compared with the first of them only."""


class PrintedAlike(Rule):
    """Two options of one decision may have the same text.

    The branches of an `either` are one decision. If two branches can begin with the same text, players
    can't say which they mean. Change one text with `as`.
    """

    code, name, severity = "R670", "printed-alike", "warning"
    bad = example(turn=_TWO.format("{s}"))
    good = example(turn=_TWO.format("x{s}"))

    def check(self, context: Context) -> Iterator[Finding]:
        for branches in (*(node.branches for node in context.nodes(t.Either)), _ways(context)):
            firsts = [body[0] for body in branches if body and isinstance(body[0], t.Choose | t.Say)]
            before: dict[object, list[t.Choose | t.Say]] = {}
            for decision in firsts:
                earlier = before.setdefault(_key(decision), [])
                other = next((o for o in earlier[:MAX_EARLIER] if _alike(o, decision, context)), None)
                earlier.append(decision)
                if other is not None and decision.span.source == context.source:
                    where = decision.word if isinstance(decision, t.Say) else decision.text or decision.query
                    here = other.span.source == context.source
                    place = f"line {other.span.line}" if here else other.span.where
                    message = f"these options may have the same text as those of {place}"
                    yield self.found(where, message, 'give them different texts: `as "…"`')


class NotInText(Rule):
    """The text of a decision doesn't mention everything that is chosen.

    Options that differ only in the missing name have the same text. Mention the name. If its value
    follows from the others, use `let` instead of choosing it. There are two exceptions. In
    `d in {N, S}, b in a.goals(d)`, d only says where b comes from, so `{b}` is enough. A name with at
    most one possible value, such as b in `b in a.N - mine` and n in `n in {count(a.adjacent)}`, can
    also be left out.
    """

    code, name, severity = "R671", "not-in-text", "warning"
    bad = example(
        turn='choose a in mine, b in empty as "{a}"\nmove a to b',
        setup="put stone of White on a1\nput stone of Black on a3",
        end="win me if some mine & row(2)\nlose next if stuck",
    )
    good = example(
        turn='choose a in mine, b in empty as "{a}-{b}"\nmove a to b',
        setup="put stone of White on a1\nput stone of Black on a3",
        end="win me if some mine & row(2)\nlose next if stuck",
    )

    def check(self, context: Context) -> Iterator[Finding]:
        one = _of_one(context)
        for node in context.nodes(t.Choose):
            if not isinstance(node.text, t.Text):
                continue  # words for each case: then the author has thought of it
            told: list[t.Node] = [node.text]  # what tells the options apart: the text, and where its names come from
            for binder in reversed(node.query.names):
                name = binder.name.text
                if isinstance(binder, t.Known):
                    told += [binder.value] if mentions(name, told) else []
                elif mentions(name, told):
                    told.append(binder.source)
                elif not _is_single(context, binder.source) and (node.span.start, name) not in one:
                    message = f"the text of this decision doesn't mention `{name}`"
                    yield self.found(node.text, message, f"put `{{{name}}}` into it")


class RolledAlike(Rule):
    """Several outcomes of a roll have the same text.

    The rules treat them as different, but a record or a scenario can't say which was rolled. Include
    everything that is rolled: `"{x + y} ({x}{y})"`.
    """

    code, name, severity = "R674", "rolled-alike", "warning"
    bad = example(turn=_TOSSES.format("{x + y}"))
    good = example(turn=_TOSSES.format("{x + y} ({x}{y})"))

    def check(self, context: Context) -> Iterator[Finding]:
        for node in statements(context, m.Roll):
            for roll in node:
                seen = [v for v, _ in roll.binders[: len(roll.binders) - roll.hidden]]
                outcomes = query("list", TEXT, list(roll.binders), roll.where, *seen, roll.text)
                rows = dict.fromkeys(outcomes.value) if isinstance(outcomes, Const) else ()
                texts = [row[-1] for row in rows]
                again = next((text for i, text in enumerate(texts) if text in texts[:i]), None)
                if again is not None:
                    message = f"{texts.count(again)} outcomes of this roll have the text “{again}”"
                    yield self.found(roll.span, message, "put everything that is rolled into the text")
                    break


class NothingToRoll(Rule):
    """A roll has no possible outcome.

    All its outcomes have the weight 0, or there are none. The game would stop here with an error. A
    weight says how often an outcome comes compared with the others; at least one must be above 0.
    """

    code, name, severity = "R677", "nothing-to-roll", "error"
    bad = example(turn=_WEIGHED.format("x * (1 - x)"))
    good = example(turn=_WEIGHED.format("x + 1"))

    def check(self, context: Context) -> Iterator[Finding]:
        for node in statements(context, m.Roll):
            for roll in node:
                found = query("some", TRUTH, list(roll.binders), roll.where)
                if isinstance(found, Const) and found.value is False:
                    what = "the weights of all outcomes are 0" if roll.hidden else "there is nothing to roll here"
                    yield self.found(roll.span, what, "give at least one outcome a weight above 0")
                    break


class EmptyText(Rule):
    """The text of a decision is empty.

    Players must be able to type it, and to see it in a record.
    """

    code, name, severity = "R672", "empty-text", "error"
    bad = example(turn='choose s in empty as ""\nput stone of me on s')
    good = example(turn='choose s in empty as "{s}"\nput stone of me on s')

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.all_nodes:
            text = node.word if isinstance(node, t.Say) else node.text if isinstance(node, t.Choose) else None
            if isinstance(text, t.Text) and not "".join(p if isinstance(p, str) else "x" for p in text.parts).strip():
                yield self.found(text, "the text of a decision can't be empty", "give it a text, or leave out `as`")


class BlankInText(Rule):
    """The text of a decision begins or ends with a space.

    Spaces separate the decisions of a turn. At the end of a text nobody sees them, and records are hard
    to compare.
    """

    code, name, severity = "R673", "blank-in-text", "warning"
    bad = example(turn='choose s in empty as " {s}"\nput stone of me on s')
    good = example(turn='choose s in empty as "{s}"\nput stone of me on s')

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.all_nodes:
            text = node.word if isinstance(node, t.Say) else node.text if isinstance(node, t.Choose) else None
            if isinstance(text, t.Text) and text.span.text[1:-1] != text.span.text[1:-1].strip() and text.parts:
                yield self.found(text, "this text begins or ends with a space",
                                 Hint("delete the space", f'"{text.span.text[1:-1].strip()}"'))  # fmt: skip


def _ways(context: Context) -> list[t.Block]:
    """The ways to play the turn, if the file adds some with `or`: the base's own, and then those."""
    sections = [item for tree in reversed(context.chain) for item in tree.items if isinstance(item, t.Section)]
    if not any(s.name.text == "or" for s in context.declarations(t.Section)):
        return []
    ways: list[t.Block] = []
    for section in sections:
        if section.name.text == "or":
            ways.append(section.body)
        elif section.name.text == "turn" and not isinstance(section, t.Behind) and (section.replace or not ways):
            only = section.body[0] if len(section.body) == 1 else None
            ways = list(only.branches) if isinstance(only, t.Either) else [section.body]
    return ways


def _key(decision: t.Choose | t.Say) -> object:
    """What decisions have in common that may be written alike: only those need be compared."""
    if isinstance(decision, t.Say):
        return tuple(part if isinstance(part, str) else None for part in decision.word.parts)
    return _shape(decision)


def _alike(a: t.Choose | t.Say, b: t.Choose | t.Say, context: Context) -> bool:
    """Whether options of both could be written alike, as far as the texts show."""
    if isinstance(a, t.Say) or isinstance(b, t.Say):
        return isinstance(a, t.Say) and isinstance(b, t.Say) and same(a.word, b.word)
    if any(isinstance(x.text, t.Binary) for x in (a, b)):  # depends on the position
        return False
    if _shape(a) != _shape(b):
        return False
    pairs = zip(_told(a), _told(b), strict=True)
    return not any(_are_apart(x, a.query, y, b.query, context) for x, y in pairs)


def _shape(choice: t.Choose) -> tuple[str, ...]:
    """The text's literal parts, with a mark for each name: what is left of it if the names are not known."""
    if choice.text is None:
        return tuple("-".join("\0" for _ in choice.query.binders))
    if not isinstance(choice.text, t.Text):
        return (choice.text.span.text,)
    names = {binder.name.text for binder in choice.query.binders}
    return tuple(
        char
        for part in choice.text.parts
        for char in (part if isinstance(part, str) else "\0" if part.span.text in names else f"{{{part.span.text}}}")
    )


def _told(choice: t.Choose) -> list[t.Binder]:
    """The names that stand in the text of a choice, in order."""
    binders = {binder.name.text: binder for binder in choice.query.binders}
    if choice.text is None:
        return list(choice.query.binders)
    parts = choice.text.parts if isinstance(choice.text, t.Text) else ()
    return [binders[part.span.text] for part in parts if not isinstance(part, str) and part.span.text in binders]


def _are_apart(a: t.Binder, of_a: t.Query, b: t.Binder, of_b: t.Query, context: Context) -> bool:
    """Whether two names are never written alike: they come from sets, or of types, that have nothing in common."""
    kinds = {kind.name.text for decl in context.all_declarations(t.Pieces) for kind in decl.kinds}
    places = [_within(a.source) | _asked_of(a, of_a), _within(b.source) | _asked_of(b, of_b)]
    pieces = {"mine", "theirs", "occupied", "piece", *kinds}
    for one, other in (places, places[::-1]):
        if "empty" in one and other & pieces:
            return True
        if "mine" in one and "theirs" in other:
            return True
    if all(place & kinds for place in places) and not places[0] & places[1] & kinds:
        return True
    texts = [_texts(binder, context) for binder in (a, b)]
    return all(texts) and not texts[0] & texts[1]


def _within(e: t.Expression) -> set[str]:
    """The names of sets in all of which the elements of this one are."""
    match e:
        case t.Name(text=name):
            return {name}
        case t.Binary(operator="of", left=t.Name(text=name), right=owner):
            mine = isinstance(owner, t.Name) and owner.text == "me"
            theirs = isinstance(owner, t.Name) and owner.text in ("opponent", "next")
            return {name, *(["mine"] if mine else ["theirs"] if theirs else [])}
        case t.Binary(operator="&", left=left, right=right):
            return _within(left) | _within(right)
        case t.Binary(operator="-", left=left):
            return _within(left)
        case t.Comprehension(value=None, query=query) if len(query.binders) == 1:
            (binder,) = query.binders
            return _within(binder.source) | _asked_of(binder, query)
    return set()


def _asked_of(binder: t.Binder, query: t.Query) -> set[str]:
    """The sets in which a name is by the condition of its query."""
    found: set[str] = set()
    waiting = [query.where] if query.where is not None else []
    while waiting:
        match waiting.pop():
            case t.Binary(operator="and", left=left, right=right):
                waiting += [left, right]
            case t.Binary(operator="in", left=t.Name(text=name), right=right) if name == binder.name.text:
                found |= _within(right)
    return found


def _texts(binder: t.Binder, context: Context) -> frozenset[str]:
    """How the elements of what a name ranges over may be written; empty if that isn't known."""
    found: frozenset[str] = frozenset()
    for checked in context.runs.checked:
        for type_ in checked.trace.types.get(binder.source, ()):
            if checked.declared is None or type_ is None or not isinstance(type_.base, Domain | Range):
                return frozenset()
            values = checked.trace.came_to.get(binder.source, {None})
            letters = letters_of(checked.declared, type_.base)
            if None in values or any(v is None or v.type.size != Size.MANY for v in values):
                found |= frozenset(letters)
            else:
                found |= {letters[i] for v in values if v for i in range(len(letters)) if v.value >> i & 1}
    return found


def _is_single(context: Context, source: t.Expression) -> bool:
    """Whether a name ranges over at most one value, which follows from the names before it: `{n + 1}`, `a.N - mine`."""
    if isinstance(source, t.Binary) and source.operator in ("-", "&"):  # a part of what may be one value
        parts = (source.left, source.right)[: 1 if source.operator == "-" else 2]
        if any(_is_single(context, part) for part in parts):
            return True
    types = [type_ for checked in context.runs.checked for type_ in checked.trace.types.get(source, ())]
    is_one = bool(types) and all(type_ is not None and type_.size < Size.MANY for type_ in types)
    return is_one or (isinstance(source, t.Set) and len(source.items) == 1)


def _of_one(context: Context) -> set[tuple[int, str]]:
    """Names that have one value at most, whoever decides (`c in me.start`), each with where its decision begins."""
    found: dict[tuple[int, str], bool] = {}
    for alike in statements(context, m.Choose):
        for choose in alike:
            for variable, source in choose.binders:
                key = choose.span.start, variable.name
                found[key] = found.get(key, True) and _holds_one(source)
    return {key for key, is_one in found.items() if is_one}


def _holds_one(source: Expr) -> bool:
    """Whether a set that is known, or known for each of a few things, has at most one element; or a part of it."""
    if isinstance(source, Op) and source.name == "both":
        return any(map(_holds_one, source.operands))
    if source.type.size != Size.MANY or not isinstance(source, Const | Table):
        return False
    waiting = [source.value if isinstance(source, Const) else source.values]
    while waiting:
        value = waiting.pop()
        if isinstance(value, tuple):
            waiting += value
        elif not isinstance(value, int) or value & (value - 1):  # more than one bit
            return False
    return True


class QuotesMissing(Rule):
    """The text of a decision stands without quotes.

    `as {a}-{b}` is the set `{a}` without what is in the set `{b}`: players read `a1`, whatever b is.
    Write `as "{a}-{b}"`: in quotes, braces are filled in.
    """

    code, name, severity = "R694", "quotes-missing", "warning"
    bad = example(turn="choose a in mine + empty, b in empty as {a}-{b}\nput stone of me on {a, b}")
    good = example(turn='choose a in mine + empty, b in empty as "{a}-{b}"\nput stone of me on {a, b}')

    def check(self, context: Context) -> Iterator[Finding]:
        chosen = [text for decision in context.nodes(t.Choose) for text in (decision.text, *decision.others)]
        for text in (*chosen, *(roll.text for roll in context.nodes(t.Roll))):
            if isinstance(text, t.Binary) and any(isinstance(side, t.Set) for side in (text.left, text.right)):
                better = f'"{text.span.text}"'
                hint = Hint(f"put the text in quotes: `{better}`", edits=[Edit(text.span, better)])
                yield self.found(text, "this is a set, not a text with braces to be filled in", hint)
