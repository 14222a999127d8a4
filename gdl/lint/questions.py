"""R665 and on: questions whose answer is known beforehand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase

from gdl.check.subsets import size_tests
from gdl.lint.context import Context
from gdl.lint.first_range import advised
from gdl.lint.ranges import settled
from gdl.lint.rule import Rule, example
from gdl.lint.walk import every, mentions, walk, written
from gdl.model.build import TRUE, everything, negation, query
from gdl.model.cost import combinations, work
from gdl.model.nodes import Const, Expr, Var
from gdl.model.types import TRUTH, Domain, Range, Size
from gdl.syntax import tree as t
from gdl.syntax.alike import same
from gdl.syntax.vocabulary import COMPARISONS
from gdl.text.findings import Finding

_TRIED = 20_000  # combinations, times the steps for each, that are tried to see whether a condition may hold
_COMPARES = (*COMPARISONS, "in", "not in", "within")
_QUERIES = (t.Quantified, t.Comprehension, t.Choose, t.For, t.Each)
_WON = "win me if some line in lines({}) where line within mine\ndraw if no empty"


class AlwaysEmpty(Rule):
    """A set is always empty.

    It may name sites that the board doesn't have, or rows longer than the board. So `some` never holds,
    `no` always does, and nothing is `in` it. If this is so only with some options, the message names
    them.
    """

    code, name, severity = "R665", "always-empty", "warning"
    bad = example(end=_WON.format(4))
    good = example(end=_WON.format(3))

    def check(self, context: Context) -> Iterator[Finding]:
        came_to = _came_to(context)
        for node in _questions(context):
            for asked in _sets(node):
                values = came_to.get((asked.span.start, asked.span.end), [])
                empty = [ways for ways, value in values if value is not None and _is_empty(value)]
                hint = "check the set and the board"
                if empty and len(empty) == len(values) and context.is_sure(asked.span):
                    yield self.found(asked, "this set is always empty", hint)
                elif empty and all(value is not None and value.type.size == Size.FAMILY for _, value in values):
                    yield self.found(asked, f"this set is empty with {empty[0]}", "narrow the options")


class KnownBeforehand(Rule):
    """A comparison or a `where` always has the same result.

    The two sides can never be equal, or always are. Or the condition holds for every element, or for
    none. Often a number is too large or too small for the values on the other side. Or you wrote one
    name and meant another.
    """

    code, name, severity = "R666", "known-beforehand", "warning"
    bad = example(turn="choose s in empty where s.r < 4\nput stone of me on s")
    good = example(turn="choose s in empty where s.r < 3\nput stone of me on s")

    def check(self, context: Context) -> Iterator[Finding]:
        came_to = _came_to(context)
        seen = {(c.span.start, c.span.end) for c, _ in context.constant_conditions}
        asked = _asked(context)
        for node, hidden in _own(context):
            asking = node.query if isinstance(node, _QUERIES) else None
            where = asking.where if asking is not None else None
            question = where if where is not None else node
            key = question.span.start, question.span.end
            if asking is not None and _says_the_size(asking):
                continue  # it has made the parts that there are: of these it holds, and says something
            if key in seen or not context.is_sure(question.span):
                continue
            if where is not None and not any(mentions(name, where) for name in hidden):
                answers = asked.get(key, set())
            elif where is None and isinstance(node, t.Binary) and node.operator in _COMPARES:
                answers = _answers(context, node, hidden, came_to)
            else:
                continue
            if answers in ({True}, {False}):
                seen.add(key)
                said = "always holds" if True in answers else "can never hold"
                because = context.because(question)
                message = f"this {said}" + (f": {because}" if because else "")
                hint = advised(context, question, "check the comparison, or leave it out")
                yield self.found(question, message, hint)


class CoveredCase(Rule):
    """An earlier case covers this one.

    In `if … else if` and in `… when … otherwise …`, the first condition that holds decides. Whenever
    this condition holds, an earlier one holds, too. Put the narrower case first.
    """

    code, name, severity = "R668", "covered-case", "warning"
    bad = example(end="if count(mine) > 2\n  win me\nelse if count(mine) > 3\n  win next\nelse if no empty\n  draw")
    good = example(end="if count(mine) > 3\n  win next\nelse if count(mine) > 2\n  win me\nelse if no empty\n  draw")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.all_nodes:
            match node:
                case t.If(arms=arms):
                    conditions = [condition for condition, _ in arms]
                case t.Binary(operator="otherwise", left=left):
                    conditions = _conditions(left) + _conditions(node.right)
                case _:
                    continue
            for i, condition in enumerate(conditions):
                earlier = next((e for e in conditions[:i] if follows(condition, e)), None)
                if earlier is not None and not (isinstance(node, t.If) and same(condition, earlier)):  # said by R652
                    line = earlier.span.line
                    message = f"the condition in line {line} covers this case already"
                    yield self.found(condition, message, "put this above it, or delete it")


def _conditions(e: t.Expression) -> list[t.Expression]:
    """The conditions of the alternatives joined by `otherwise`."""
    match e:
        case t.Binary(operator="otherwise", left=left, right=right):
            return _conditions(left) + _conditions(right)
        case t.Binary(operator="when", right=condition):
            return [condition]
        case _:
            return []


class EqualsVanish(Rule):
    """Numbers are added up as a set, so equal numbers count once.

    A set holds each number once. If two stones both count 3, `sum({a.n for a in mine})` adds 3 only
    once. Leave out the braces to count each element: `sum(a.n for a in mine)`. In the same way, write
    `x + y` instead of `sum({x, y})`, and `sum(p.store for p in player)` instead of `sum(player.store)`.
    `count({…})` gives the number of *different* numbers; `count(mine)` gives the number of elements.
    """

    code, name, severity = "R669", "equals-vanish", "warning"
    bad = example(end="win me if sum({s.r for s in mine}) > 5\ndraw if no empty")
    good = example(end="win me if sum(s.r for s in mine) > 5\ndraw if no empty")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.nodes(t.Call):
            inner = node.arguments[0] if len(node.arguments) == 1 else None
            if node.name.text == "sum" and isinstance(inner, t.Dot) and _of_each(context, inner):
                name = _free_name(inner)
                plain = f"sum({name}.{inner.link.span.text} for {name} in {inner.subject.span.text})"
                said = f"`{inner.span.text}` is a set, so equal numbers count once"
                yield self.found(node, said, f"write `{plain}` to count each")
            if node.name.text == "sum" and isinstance(inner, t.Set) and _may_be_equal(inner):
                hint = "add them up one by one: " + " + ".join(item.span.text for item in inner.items)
                yield self.found(node, "in a set, equal numbers count once", hint)
            if node.name.text not in ("sum", "count") or not isinstance(inner, t.Comprehension) or inner.value is None:
                continue
            if node.name.text == "sum" or isinstance(inner.value, t.Binary | t.Integer):
                plain = inner.span.text.strip("{} ")
                said = f"without braces, each element counts: `{node.name.text}({plain})`"
                yield self.found(node, "in a set, equal numbers count once", said)


def _of_each(context: Context, e: t.Dot) -> bool:
    """Whether these are numbers of each of several things; a bag knows how often each is there."""
    if not context.models or e.power is not None or not isinstance(e.link, t.Name | t.Call):
        return False
    types = context.runs.checked[0].trace.types
    several = any(x is not None and x.size == Size.MANY for x in types.get(e.subject, ()))
    numbers = any(x is not None and x.size == Size.MANY and isinstance(x.base, Range) for x in types.get(e, ()))
    link = e.link.text if isinstance(e.link, t.Name) else e.link.name.text
    return several and numbers and not any(v.name == link and v.collection for v in context.models[0].variables)


def _free_name(e: t.Dot) -> str:
    """A letter that stands for nothing in the text, the first one of what is gone through if it is free."""
    words = set(re.findall(r"\w+", e.span.source.text))
    letters = (c for c in e.subject.span.text[:1] + ascii_lowercase if c.isalpha())
    return next((letter for letter in letters if letter not in words), "each")


def _may_be_equal(e: t.Set) -> bool:
    """Whether two members of a set that is written out may be equal, as far as one can see."""
    return sum(not isinstance(item, t.Integer) for item in e.items) > 0 and len(e.items) > 1


class CounterNeverStopped(Rule):
    """A number changes with every turn, and nothing checks the end of its range.

    When it leaves its range, the game stops with an error. There are three ways to prevent this: end
    the game at the last value, set the number back to its first value, or stop counting there.
    """

    code, name, severity = "R667", "counter-never-stopped", "warning"
    bad = example(
        "game has turns: 0..50",
        turn="choose s in empty where turns % 2 = 0 or s != b2\nput stone of me on s\nturns += 1",
    )
    good = example(
        "game has turns: 0..9",
        turn="choose s in empty\nput stone of me on s\nturns += 1",
        end=_WON.format(3).replace("no empty", "turns = 9"),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        items = [item for tree in context.chain for item in tree.items]
        assigned = list(every(t.Assign, items))
        compared = {name.text for node in every(t.Binary, items) if node.operator in _COMPARES
                    for side in (node.left, node.right) for name in _measured(side)}  # fmt: skip
        compared |= {name.text for node in every(t.Binary, items) if node.operator == "otherwise"
                     for name in every(t.Name, node)}  # fmt: skip
        numbers = {v.name for model in context.models for v in model.variables if isinstance(v.type.base, Range)}
        for section in context.declarations(t.Section):
            for node in section.body if section.name.text in ("turn", "end") else ():
                if not isinstance(node, t.Assign) or node.operator not in ("+=", "-="):
                    continue
                name = written(node)
                if name is None or name.text in compared or name.text not in numbers:
                    continue
                if any(
                    other is not node and (n := written(other)) is not None and n.text == name.text
                    for other in assigned
                ):
                    continue
                if isinstance(node.value, t.Integer) and node.value.value > 0:
                    message = f"`{name.text}` changes with every turn, and nothing checks the end of its range"
                    yield self.found(node, message, "compare it with the end of its range, for example in `end`")


def _measured(e: t.Expression) -> Iterator[t.Name]:
    """The names on a side of a comparison, other than within what may hide how large they are."""
    match e:
        case t.Name():
            yield e
        case t.Dot(link=t.Name() as name) | t.Dot(link=t.Call(name=name)) | t.Call(name=name, arguments=()):
            yield name
        case t.Binary(operator="+" | "-" | "*" | "/", left=left, right=right):
            yield from _measured(left)
            yield from _measured(right)
        case t.Call(arguments=arguments):
            for argument in arguments:
                yield from every(t.Name, argument)
        case _:
            pass


# ---- what checking has noted ---------------------------------------------------------------------------

_Values = dict[tuple[int, int], list[tuple[str, Const | None]]]
_ASKING = t.Unary | t.Binary | t.Quantified | t.Comprehension | t.Each | t.Choose | t.For | t.Together


def _came_to(context: Context) -> _Values:
    """For each expression of the file that is constant: what it was in each way of setting the options (in words)."""
    found: _Values = {}
    known: list[t.Expression] | None = None
    for checked in context.runs.checked:
        if checked.model is None:
            continue
        came_to = checked.trace.came_to
        if known is None:
            known = [e for e, v in came_to.items() if None not in v and e.span.source.name == context.source.name]
        ways = ", ".join(f"{o.name} = {o.value}" for o in checked.model.options) or "these options"
        for e in known:
            found.setdefault((e.span.start, e.span.end), []).extend((ways, value) for value in came_to.get(e, ()))
    return found


def _answers(context: Context, node: t.Binary, hidden: set[str], came_to: _Values) -> set[bool | None]:
    """What a comparison comes to. In a define that is given names, only ranges can say so of all its uses."""
    if node.operator in ("in", "not in") and _all_empty(came_to, node.right):
        return set()  # said by R665
    by_range = settled(context, node, hidden)
    if by_range is not None or any(mentions(name, node) for name in hidden):
        return {by_range}
    values = came_to.get((node.span.start, node.span.end), [])
    return {None if value is None else bool(value.value) for _, value in values}


def _asked(context: Context) -> dict[tuple[int, int], set[bool | None]]:
    """For each `where` whether it always holds, never does, or may."""
    found: dict[t.Expression, set[bool | None]] = {}
    known: list[t.Expression] | None = None
    for checked in context.runs.checked:
        if checked.model is None:
            continue
        asked = checked.trace.asked
        if known is None:
            known = [e for e in asked if e.span.source.name == context.source.name]
        for e in known:
            found.setdefault(e, set()).update(_answer(binders, where) for binders, where in asked.get(e, ()))
        known = [e for e in known if None not in found[e] and len(found[e]) < 2]
    return {(e.span.start, e.span.end): answers for e, answers in found.items()}


def _says_the_size(asked: t.Query) -> bool:
    """Whether its condition says how many elements a part of a set has."""
    parts = (binder.name.text for binder in asked.binders if binder.is_part)
    return any(True for name in parts for _ in size_tests(name, asked.where))


def _answer(binders: tuple[tuple[Var, Expr], ...], where: Expr) -> bool | None:
    """Whether a condition holds for all tuples of a query, or for none, whatever the position; None if neither."""
    if isinstance(where, Const):
        return bool(where.value)
    if not where.static:
        return None
    ranges = [(v, source if source.static else _whole(v)) for v, source in binders]
    if any(source is None for _, source in ranges):
        return None
    known = [(v, source) for v, source in ranges if source is not None]
    if combinations(known) * work(where)[0] > _TRIED:
        return None
    there, holds, fails = (query("some", TRUTH, known, c) for c in (TRUE, where, negation(where)))
    if not (isinstance(there, Const) and there.value and isinstance(holds, Const) and isinstance(fails, Const)):
        return None
    return True if not fails.value else None if holds.value else False


def _whole(variable: Var) -> Expr | None:
    base = variable.type.base
    return everything(base) if variable.type.size == Size.ONE and isinstance(base, Domain | Range) else None


def _own(context: Context) -> Iterator[tuple[t.Node, set[str]]]:
    """The file's expressions within sections and defines, each with the names that are given to its define."""
    for item in context.tree.items:
        if isinstance(item, t.Define):
            hidden = {p.text for p in item.parameters} | ({item.subject.text} if item.subject else set())
            yield from ((node, hidden) for node in walk(item))
        elif isinstance(item, t.Section):
            yield from ((node, set[str]()) for node in walk(item))


def _questions(context: Context) -> Iterator[_ASKING]:
    """What asks about sets, other than in defines that are given names."""
    for node, hidden in _own(context):
        if isinstance(node, _ASKING) and not any(mentions(name, node) for name in hidden):
            yield node


def _sets(node: _ASKING) -> Iterator[t.Expression]:
    """The sets that something asks about."""
    match node:
        case t.Unary(operator="some" | "no", operand=operand):
            yield from _parts(operand)
        case t.Binary(operator="in" | "not in", right=right):
            yield from _parts(right)
        case t.Quantified(query=q) | t.Comprehension(query=q) | t.Each(query=q):
            for binder in q.binders:
                yield from _parts(binder.source)
        case _:
            pass


def _parts(e: t.Expression) -> Iterator[t.Expression]:
    """A set; of an intersection its parts. `{}` is meant to be empty."""
    if isinstance(e, t.Binary) and e.operator == "&":
        yield from _parts(e.left)
        yield from _parts(e.right)
    elif not (isinstance(e, t.Set) and not e.items):
        yield e


def _is_empty(value: Const) -> bool:
    """Whether a value is nothing, or a set that holds nothing; one thing never is, the first of its type neither."""
    if value.type.size >= Size.MANY:
        return value.value in (0, ())
    return value.type.size == Size.MAYBE and value.value == value.type.nothing


def _all_empty(came_to: _Values, e: t.Expression) -> bool:
    values = came_to.get((e.span.start, e.span.end), [])
    return bool(values) and all(value is not None and _is_empty(value) for _, value in values)


# ---- what follows from what ----------------------------------------------------------------------------


def follows(a: t.Expression, b: t.Expression) -> bool:
    """Whether b holds whenever a does, as far as can be read off."""
    if same(a, b):
        return True
    match a, b:
        case t.Binary(operator="or", left=left, right=right), _:
            return follows(left, b) and follows(right, b)
        case _, t.Binary(operator="and", left=left, right=right):
            return follows(a, left) and follows(a, right)
        case t.Binary(operator="and", left=left, right=right), _ if follows(left, b) or follows(right, b):
            return True
        case _, t.Binary(operator="or", left=left, right=right):
            return follows(a, left) or follows(a, right)
        case t.Binary(operator=first, left=x, right=t.Integer(value=n)), t.Binary(
            operator=second, left=y, right=t.Integer(value=m)
        ) if same(x, y):
            return _narrower(first, n, second, m)
        case t.Binary(operator="=" | "in", left=x, right=few), t.Binary(operator="=" | "in", left=y, right=many) if (
            same(x, y)
        ):
            wanted, there = _members(few), _members(many)
            return bool(wanted) and all(any(same(w, o) for o in there) for w in wanted)
    return False


def _narrower(first: str, n: int, second: str, m: int) -> bool:
    """Whether `x first n` means that `x second m` holds."""
    equal = n if first == "=" else None
    low = {">": n + 1, ">=": n}.get(first, equal)
    high = {"<": n - 1, "<=": n}.get(first, equal)
    match second:
        case ">" | ">=":
            return low is not None and low >= (m + 1 if second == ">" else m)
        case "<" | "<=":
            return high is not None and high <= (m - 1 if second == "<" else m)
        case "!=":
            return (low is not None and low > m) or (high is not None and high < m)
    return False


def _members(e: t.Expression) -> list[t.Expression]:
    """The parts of a union, or of braces."""
    match e:
        case t.Binary(operator="+", left=left, right=right):
            return [*_members(left), *_members(right)]
        case t.Set(items=items):
            return [member for item in items for member in _members(item)]
        case _:
            return [e]
