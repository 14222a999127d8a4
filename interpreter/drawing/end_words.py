"""Why a game ended, in a sentence: the condition that came true, as words for players.

The sentence is a text of the rules like that of a move: the compiled rules write it, too, and so pages know it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from types import MappingProxyType
from typing import TYPE_CHECKING

from gdl.model import statements as m
from gdl.model.build import as_set, cond, const, given, integer, op, table, union_over
from gdl.model.model import Model
from gdl.model.nodes import Const, Expr, Get, Op, Query, node
from gdl.model.shape import Shape
from gdl.model.texts import fitted
from gdl.model.types import TEXT, Domain, Range, Size
from gdl.passes.fold import Folder
from gdl.syntax import tree
from gdl.text.whose import fitting
from interpreter.drawing.end_clauses import clause, names, of_those
from interpreter.game.decisive import Said
from interpreter.game.traced import traced
from interpreter.graph.ends import End, numbered
from interpreter.graph.witnesses import is_forgotten, reads_locals

if TYPE_CHECKING:
    from gdl.check.checker import Checked
    from gdl.text.source import Span
    from interpreter.game.rules import Given as Made
    from interpreter.game.views import View

FIRST_SIGN = 0xE000
"""Signs that no text has stand for values until the text is made."""
EDGE = "\x1f"
"""Stands behind each of several labels, so that commas between them are told from those within them."""
NOTHING = const(TEXT, "")
AND = const(TEXT, ", and ")
OR = const(TEXT, ", or ")
ANYBODY = "anybody"
NO_NAMES: Mapping[str, str] = MappingProxyType({})
DEEPEST = 3
"""So far definitions within definitions are put into words."""


@dataclass(frozen=True)
class Reasons:
    """A game's rules, and for each line that ends the game what is to be said of it; None where it has no words."""

    model: Model
    said_of: tuple[Said | None, ...]

    @property
    def texts(self) -> tuple[Expr | None, ...]:
        """What is said as texts alone, for those who see all."""
        return tuple(None if said is None else said.text for said in self.said_of)


@lru_cache(maxsize=4)
def reasons(model: Model, made: Made | None) -> Reasons | None:
    """What is to be said of the ends of a game; None if that can't be known."""
    checked = None if made is None else traced(model, made)
    if checked is None or checked.model is None:
        return None
    rules = _Rules(checked, checked.model)
    return Reasons(checked.model, tuple(map(rules.said_of, numbered(checked.model).ends)))


def reason(view: View) -> str:
    """Why a finished game ended, as a sentence that has neither capital nor full stop yet; "" if there are no words for
    it, or they hang on what the viewer doesn't see."""
    found = reasons(view.game.model, view.game.given) if view.is_over else None
    return "" if found is None else sentence(view.said_at_end(found.model, found.said_of))


def sentence(said: str) -> str:
    """A text of an end as people read it."""
    return said.replace(f"{EDGE},", ", ").replace(EDGE, "").strip().removesuffix(".")


class _Rules:
    """Rules with the places of their expressions."""

    def __init__(self, checked: Checked, model: Model) -> None:
        self.model = model
        self.here: dict[Span, list[Expr]] = {}
        for e, spans in (checked.trace.origins or {}).items():
            for span in spans:
                self.here.setdefault(span, []).append(e)
        self.came_to = {e.span: values for e, values in checked.trace.came_to.items()}
        self.defines = checked.rules.defines
        whole = [one for part in checked.rules.trees for one in _nodes(part.items)]
        self.offers = [one for one in whole if isinstance(one, tree.Either)]
        self.branches = [one for one in whole if isinstance(one, tree.If)]
        self.finishes = {one.span: one for one in whole if isinstance(one, tree.Finish)}

    def said_of(self, end: End) -> Said | None:
        """What is to be said of an end: what the rules say of it, or else what made it come."""
        if end.statement.why is not None:
            return Said(end.statement.why, end.span)
        found = _Values(self, end)
        condition, word = self.condition(end), self.word(end)
        said = found.said(condition, True) if condition is not None else found.of_those_named()
        if word is not None:
            said = found.made(f"{found.me()} chose “{''.join(map(str, word.word.parts))}”")
        holds = tuple(part for part in (end.condition, end.who) if part is not None)
        return None if said is NOTHING else Said(said, end.span, holds, word is not None and self.is_secret(word))

    def is_secret(self, word: tree.Say) -> bool:
        """Whether others aren't told that a word was chosen."""
        asked = (s for block in (self.model.turn, self.model.end) for s in m.walk(block) if isinstance(s, m.Choose))
        return any(s.secret and s.span == word.span for s in asked)

    def finish(self, end: End) -> tree.Finish | None:
        """Where a game is won or lost, as it is written."""
        return self.finishes.get(end.statement.span)

    def define(self, e: tree.Expression) -> tuple[tree.Define, tuple[tree.Expression, ...]] | None:
        """The definition that a name means, and what it is given."""
        subject, link = ((e.subject,), e.link) if isinstance(e, tree.Dot) else ((), e)
        name, arguments = (link.name, link.arguments) if isinstance(link, tree.Call) else (link, ())
        found = self.defines.get((bool(subject), name.text)) if isinstance(name, tree.Name) else None
        return None if found is None else (found, (*subject, *arguments))

    def condition(self, end: End) -> tree.Expression | None:
        """The innermost condition under which the end stands, as it is written; None if there is none, or if a choice
        stands nearer."""
        found = self.around(end)
        return found[0] if found and not isinstance(found[0], tree.Say) else None

    def word(self, end: End) -> tree.Say | None:
        """The word whose choice ends the game without a further condition; None if there is none."""
        found = self.around(end)
        return found[0] if found and isinstance(found[0], tree.Say) else None

    def around(self, end: End) -> list[tree.Expression | tree.Say]:
        """The conditions under which the end stands, and the words that are chosen before it; the innermost first."""
        at = end.statement.span
        arms = [arm for one in self.branches if one.span.source is at.source for arm in one.arms]
        offers = [body for one in self.offers if one.span.source is at.source for body in one.branches]
        said = [(body[0], body) for body in offers if body and isinstance(body[0], tree.Say)]
        found = [(body[-1].span.end - body[0].span.start, one) for one, body in (*arms, *said) if _holds(body, at)]
        return [one for _, one in sorted(found, key=lambda each: each[0])]

    def expression(self, e: tree.Node) -> Expr | None:
        """What a part of the text came to; None if that isn't known, or differs from place to place."""
        if isinstance(e, tree.Integer):
            return integer(e.value)
        found = self.here.get(e.span, [])
        if not found:
            known = self.came_to.get(e.span, set())
            found = [one for one in known if one is not None] if len(known) == 1 else []
        return Folder().fold(found[0]) if len({*map(Folder().fold, found)}) == 1 else None


def _alternatives(e: tree.Expression) -> Iterator[tree.Expression]:
    """The parts of `a or b or c`."""
    match e:
        case tree.Binary(operator="or", left=left, right=right):
            yield from _alternatives(left)
            yield from _alternatives(right)
        case _:
            yield e


def _holds(body: tuple[tree.Statement, ...], at: Span) -> bool:
    return bool(body) and body[0].span.start <= at.start and at.end <= body[-1].span.end


def _nodes(value: object) -> Iterator[tree.Node]:
    """All nodes of a part of a tree."""
    if isinstance(value, tree.Node):
        yield value
        value = [part for name, part in vars(value).items() if name != "span"]
    for part in value if isinstance(value, list | tuple) else ():
        yield from _nodes(part)


def _written(e: Expr) -> Expr | None:
    """A value as people read it; None if it is none that one reads."""
    base = e.type.base
    if base is TEXT.base:
        return e
    if e.type.size == Size.FAMILY or not isinstance(base, Range | Domain):
        return None
    if e.type.size == Size.MANY:
        return op("joined", TEXT, e, const(TEXT, tuple(f"{label}{EDGE}" for label in base.labels)))
    return given(e, lambda n: op("string", TEXT, n)) if isinstance(base, Range) else table(base.labels, TEXT, e)


class _Values:
    """What the rules say where they end in one line: values as expressions, which signs stand for in texts."""

    def __init__(
        self, rules: _Rules, end: End, outer: _Values | None = None, given: Mapping[str, str] = NO_NAMES
    ) -> None:
        self.rules, self.end, self.model, self.given = rules, end, rules.model, given
        self.signs: list[Expr] = [] if outer is None else outer.signs
        self.depth: int = 0 if outer is None else outer.depth + 1

    # ---- texts

    def said(self, e: tree.Expression, is_whole: bool) -> Expr:
        """The text of a condition that holds; NOTHING if it has none. `is_whole`: one that is "" at times will do."""
        match e:
            case tree.Binary(operator="or"):
                return self.one_of([*_alternatives(e)], is_whole)
            case tree.Binary(operator="and", left=left, right=right):
                parts = [self.said(part, False) for part in (left, right) if self.counts(part)]
                told = [part for part in parts if part is not NOTHING]
                return op("text", TEXT, told[0], AND, told[1]) if len(told) > 1 else (*told, NOTHING)[0]
        return self.made(clause(e, self))

    def one_of(self, parts: Sequence[tree.Expression], is_whole: bool) -> Expr:
        """What is said of the first part that holds; what looks at other positions comes last, for it may be lost: then
        one of these holds, if all others have words and hold not."""
        known = [(part, self.rules.expression(part)) for part in parts]
        said = {part: self.said(part, is_whole) for part in parts}
        if any(holds is None or (said[part] is NOTHING and not is_whole) for part, holds in known):
            return NOTHING
        lost = [said[part] for part, holds in known if holds is not None and is_forgotten(holds)]
        is_told = NOTHING not in said.values() and not any(map(reads_locals, lost))
        told = reduce(lambda one, other: op("text", TEXT, one, OR, other), lost) if is_told and lost else NOTHING

        def rank(one: tuple[tree.Expression, Expr | None]) -> tuple[bool, bool]:
            return said[one[0]] is not NOTHING, one[1] is not None and not is_forgotten(one[1])

        for part, holds in sorted(known, key=rank):  # of those that hold the last one is told
            told = cond(holds, said[part], told) if holds is not None else NOTHING
        return told

    def counts(self, e: tree.Expression) -> bool:
        """Whether a condition says something about the game: an option says nothing."""
        return not isinstance(self.rules.expression(e), Const)

    def of_those_named(self) -> Expr:
        """What is said of who wins or loses, where that alone is a condition: `win {p in player where p.five}`."""
        statement, found = self.end.statement, self.rules.finish(self.end)
        match found and found.who:
            case tree.Comprehension(value=None, query=tree.Query(names=(tree.Binder(name=name),), where=where)):
                those = self.sign(Folder().fold(statement.who)) if isinstance(statement, m.Finish) else ""
                return self.made(of_those(where, name.text, those, self)) if where is not None else NOTHING
        return NOTHING

    def made(self, said: str) -> Expr:
        """A text with signs as an expression."""
        parts = [part for part in re.split(f"([{chr(FIRST_SIGN)}-\uf8ff])", fitting(said)) if part]
        texts = [self.signs[ord(part) - FIRST_SIGN] if FIRST_SIGN <= ord(part[0]) <= 0xF8FF else const(TEXT, part)
                 for part in parts]  # fmt: skip
        return NOTHING if not texts else texts[0] if len(texts) == 1 else op("text", TEXT, *fitted(texts))

    def sign(self, e: Expr | None) -> str:
        """The sign for a value; what it says, if that is known; "" if it can't be written."""
        text = None if e is None else _written(e)
        if text is None or isinstance(text, Const):
            return "" if text is None else str(text.value).replace(EDGE, "")
        self.signs.append(text)
        return chr(FIRST_SIGN + len(self.signs) - 1)

    def meant(self, e: tree.Expression) -> str:
        """What a name of a definition means, where that can be said; else ""."""
        named, known = self.rules.define(e), names(e, self)
        if named is None or self.depth == DEEPEST:
            return ""
        define, arguments = named
        if isinstance(define.value, tuple) or define.value is None:
            return ""
        names_of = [one.text for one in (define.subject, *define.parameters) if one is not None]
        called = [getattr(argument, "text", "") for argument in arguments]
        given = {name: known[one] for name, one in zip(names_of, called, strict=False) if one in known}
        said = _Values(self.rules, self.end, self, given).said(define.value, False)
        return "" if said is NOTHING else self.sign(said)

    # ---- values

    def value(self, e: tree.Expression) -> str:
        """What an expression comes to."""
        return self.given.get(getattr(e, "text", "")) or self.sign(self.rules.expression(e))

    def number(self, e: tree.Expression) -> int | None:
        """A number that is known beforehand."""
        found = self.rules.expression(e)
        is_number = isinstance(found, Const) and isinstance(found.type.base, Range) and found.type.size == Size.ONE
        return int(found.value) if is_number and isinstance(found, Const) else None

    def is_of(self, e: tree.Expression, what: str) -> bool:
        """Whether an expression is of a sort."""
        found = self.rules.expression(e)
        if what == "kind":
            return found is None and getattr(e, "text", "") in {kind.name for kind in self.model.kinds}
        if found is None:
            return False
        if what == "number":
            return isinstance(found.type.base, Range)
        if what == "place":
            return isinstance(found.type.base, Shape)
        base = {"player": self.model.player, "site": self.model.board}.get(what)
        return found.type.size < Size.MANY if what == "one" else base is not None and found.type.base is base

    def those(self, e: tree.Quantified) -> str:
        """What the one name of a query stands for, where its condition holds."""
        found = self.rules.expression(e)
        if isinstance(found, Op) and found.name == "some":
            return self.sign(found.operands[0])
        if not isinstance(found, Query) or found.how != "some" or len(found.binders) != 1:
            return ""
        ((variable, source),) = found.binders
        return self.sign(Folder().fold(union_over([(variable, source)], found.where, as_set(variable))))

    def me(self) -> str:
        """Who has moved."""
        return self.sign(self.get(self.model.me))

    def stuck(self) -> str:
        """Who had no legal move: nobody had one where first the one passes, and then the other has none, either."""
        asked = sum(isinstance(one, tree.Name) and one.text == "stuck" for one in self.rules.around(self.end))
        return ANYBODY if asked > 1 and len(self.model.players) == asked else self.next()

    def next(self) -> str:
        """Who would be next."""
        return self.sign(self.get(self.model.next))

    def get(self, variable: m.Variable) -> Expr:
        """What a variable holds."""
        return node(Get, variable.type, variable, ())

    def other(self) -> str:
        """The other one of two."""
        players = self.model.players
        return self.sign(None if len(players) != 2 else table(reversed(players), TEXT, self.get(self.model.me)))
