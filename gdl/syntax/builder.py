"""From Lark's trees to the syntax tree of `gdl.syntax.tree`: a method, or a row of a table, for each rule of the
grammar."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lark import Token, Transformer, v_args
from lark.tree import Meta

from gdl.colours import COLOUR
from gdl.syntax import tree as t
from gdl.syntax.table_lines import parted
from gdl.syntax.text_parts import parts_of_text
from gdl.text.source import Source, Span

Children = list[Any]


@v_args(meta=True)
class Builder(Transformer[Token, Any]):
    """Builds the nodes of one piece of `source` that begins at `offset`."""

    def __init__(self, source: Source, offset: int, parse_value: Callable[[str, int], t.Expression]) -> None:
        super().__init__(visit_tokens=True)
        self.source, self.offset, self.parse_value = source, offset, parse_value

    # ---- places and names

    def span(self, meta: Meta) -> Span:
        """The place of a rule's match, without the end of the line that may belong to it."""
        start, end = meta.start_pos + self.offset, meta.end_pos + self.offset
        lines = self.source.text[start:end].split("\n")
        if len(lines) > 1:
            while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
                end -= len(lines.pop()) + 1
            code = re.match(r'(?:"[^"]*"|[^"#])*', lines[-1])
            assert code is not None
            end -= len(lines[-1]) - len(code.group().rstrip())
        return Span(self.source, start, end)

    def token_span(self, token: Token) -> Span:
        """The place of a token."""
        start = (token.start_pos or 0) + self.offset
        return Span(self.source, start, start + len(token))

    def NAME(self, token: Token) -> t.Name:  # noqa: N802 - Lark calls it by the terminal's name
        return t.Name(self.token_span(token), str(token))

    DIRECTION = NAME  # the type of directions

    def GAME(self, token: Token) -> None:  # noqa: N802
        """The subject `game` is no subject."""
        return

    def STRING(self, token: Token) -> t.Text:  # noqa: N802
        """Text between quotes; what is in braces is parsed as an expression."""
        span = self.token_span(token)
        return t.Text(span, tuple(
            self.parse_value(*part) if isinstance(part, tuple) else part for part in parts_of_text(span)
        ))  # fmt: skip

    @staticmethod
    def plain(text: t.Text | None) -> str:
        """The characters of a text that is shown as it is (titles, help)."""
        return "" if text is None else text.span.text[1:-1]

    # ---- declarations

    def start(self, meta: Meta, children: Children) -> t.Node:
        return next(child for child in reversed(children) if isinstance(child, t.Node))

    def game(self, meta: Meta, children: Children) -> t.Game:
        title, base, *facts = children
        return t.Game(self.span(meta), title, base, tuple(facts))

    def fact(self, meta: Meta, children: Children) -> tuple[t.Name, tuple[str, ...]]:
        name, *values = children
        return name, tuple(self.plain(v) if isinstance(v, t.Text) else str(v) for v in values)

    def players(self, meta: Meta, children: Children) -> t.Players:
        if len(children) == 1:
            return t.Players(self.span(meta), children[0])
        low, high, names = children
        return t.Players(self.span(meta), names or (), low, high)

    def names(self, meta: Meta, children: Children) -> tuple[t.Name, ...]:
        return tuple(children)

    def option(self, meta: Meta, children: Children) -> t.Option:
        name, kind, default, text = children
        return t.Option(self.span(meta), name, self.as_type(kind), default, self.plain(text))

    def board(self, meta: Meta, children: Children) -> t.Board:
        return t.Board(self.span(meta), children[0])

    def pieces(self, meta: Meta, children: Children) -> t.Pieces:
        *kinds, owner = children
        return t.Pieces(self.span(meta), tuple(kinds), owner)

    def kind(self, meta: Meta, children: Children) -> t.Kind:
        name, number, kind = children
        return t.Kind(self.span(meta), name, None if number is None else (number, self.as_type(kind)))

    def remove_pieces(self, meta: Meta, children: Children) -> t.RemovePieces:
        return t.RemovePieces(self.span(meta), children[0])

    def has(self, meta: Meta, children: Children) -> t.Has:
        subject, name, parameters, kind, initial = children
        return t.Has(self.span(meta), subject, name, parameters or (), self.as_type(kind), initial)

    def enumeration(self, meta: Meta, children: Children) -> t.Enumeration:
        return t.Enumeration(self.span(meta), children[0], tuple(children[1:]))

    def shape(self, meta: Meta, children: Children) -> t.Shape:
        name, parameters, *items = children
        return t.Shape(self.span(meta), name, parameters or (), tuple(items))

    def sites(self, meta: Meta, children: Children) -> t.Sites:
        query, label, place = children
        span = self.span(meta)
        return t.Sites(span, query, label, place or t.Place(span, ()))

    def site(self, meta: Meta, children: Children) -> t.Point:
        return t.Point(self.span(meta), int(children[0]), *children[1:])

    def place(self, meta: Meta, children: Children) -> t.Place:
        return t.Place(self.span(meta), tuple(c for c in children if c is not None))

    def pattern(self, meta: Meta, children: Children) -> tuple[Any, ...]:
        subject, name, parameters = children
        return subject, name, parameters or ()

    def define_value(self, meta: Meta, children: Children) -> t.Define:
        subject, name, parameters = children[0]
        return t.Define(self.span(meta), subject, name, parameters, children[1])

    def define_table(self, meta: Meta, children: Children) -> t.Define:
        subject, name, parameters = children[0]
        return t.Define(self.span(meta), subject, name, parameters, parted(children[1:]))

    def define_block(self, meta: Meta, children: Children) -> t.Define:
        subject, name, parameters = children[0]
        return t.Define(self.span(meta), subject, name, parameters, None, children[1])

    def lines(self, meta: Meta, children: Children) -> t.Lines:
        subject, name, parameters = children[0]
        return t.Lines(self.span(meta), subject, name, parameters, parted(children[1:]))

    def removal(self, meta: Meta, children: Children) -> t.Removal:
        subject, name, parameters = children[0]
        return t.Removal(self.span(meta), subject, name, parameters, None)

    def section(self, meta: Meta, children: Children) -> t.Section:
        return t.Section(self.span(meta), t.Name(self.token_span(children[0]), str(children[0])), children[1])

    def behind(self, meta: Meta, children: Children) -> t.Behind:
        return t.Behind(self.span(meta), t.Name(self.token_span(children[0]), str(children[0])), children[1])

    def alternative(self, meta: Meta, children: Children) -> t.Section:
        span = self.span(meta)
        return t.Section(span, t.Name(Span(self.source, span.start, span.start + len("or")), "or"), children[0])

    def looks(self, meta: Meta, children: Children) -> t.Looks:
        return t.Looks(self.span(meta), tuple(look for line in children for look in line))

    def look(self, meta: Meta, children: Children) -> tuple[t.Look, ...]:
        """A line of `looks`: a look for each thing that it names."""
        things, *said, shading, drawn = children
        shades, number = shading or ((), None)
        while said and re.fullmatch(COLOUR, self.plain(said[-1])):
            shades = (self.word(said.pop()), *shades)
        letter, symbol, *_ = [*map(self.plain, said), "", ""]
        return tuple(
            t.Look(self.span(meta), thing, letter, symbol, tuple(said), shades, number,
                   None if drawn is None else self.word(drawn))
            for thing in things
        )  # fmt: skip

    def looked(self, meta: Meta, children: Children) -> tuple[t.Node, ...]:
        return tuple(children)

    def whole_board(self, meta: Meta, children: Children) -> t.Word:
        return t.Word(self.span(meta), "board")

    def shades(self, meta: Meta, children: Children) -> tuple[tuple[t.Word, ...], t.Integer | None]:
        *words, degrees = children
        number = None if degrees is None else t.Integer(self.token_span(degrees), int(str(degrees)[:30]))
        return tuple(map(self.word, words)), number

    def word(self, node: t.Name | t.Text) -> t.Word:
        """A word that stands for no thing of the rules; or a text in its place."""
        if isinstance(node, t.Name):
            return t.Word(node.span, node.text)
        return t.Word(node.span, self.plain(node), quoted=True)

    def replace(self, meta: Meta, children: Children) -> t.Declaration:
        (item,) = children
        made: t.Declaration = replace(item, span=self.span(meta), replace=True)
        return made

    # ---- types

    def as_type(self, node: Any) -> t.TypeName:
        """A type given by an expression is of size one."""
        return node if isinstance(node, t.TypeName) else t.TypeName(node.span, node, "one")

    def maybe_type(self, meta: Meta, children: Children) -> t.TypeName:
        return t.TypeName(self.span(meta), children[0], "maybe")

    def set_type(self, meta: Meta, children: Children) -> t.TypeName:
        return t.TypeName(self.span(meta), children[0], "many")

    def collection_type(self, meta: Meta, children: Children) -> t.TypeName:
        what, most, base = children
        return t.TypeName(self.span(meta), base, str(what), most)

    # ---- statements

    def block(self, meta: Meta, children: Children) -> t.Block:
        return tuple(children)

    def guarded(self, meta: Meta, children: Children) -> t.If:
        statement, condition = children
        return t.If(self.span(meta), ((condition, (statement,)),), ())

    def told(self, meta: Meta, children: Children) -> t.Statement:
        statement, why = children
        match statement:
            case t.If(arms=((condition, (t.Finish() | t.Rank() as end,)),)):
                return replace(statement, arms=((condition, (replace(end, why=why),)),))
            case t.Finish() | t.Rank():
                return replace(statement, why=why)
        raise AssertionError(statement)

    def win(self, meta: Meta, children: Children) -> t.Finish:
        return t.Finish(self.span(meta), "win", children[0])

    def lose(self, meta: Meta, children: Children) -> t.Finish:
        return t.Finish(self.span(meta), "lose", children[0])

    def draw(self, meta: Meta, children: Children) -> t.Finish:
        return t.Finish(self.span(meta), "draw", None)

    def score(self, meta: Meta, children: Children) -> t.Score:
        _, name, number, unit = children
        return t.Score(self.span(meta), name, number, "" if unit is None else self.plain(unit))

    def rank(self, meta: Meta, children: Children) -> t.Rank:
        _, name, score = children
        return t.Rank(self.span(meta), name, score)

    def pay(self, meta: Meta, children: Children) -> t.Rank:
        _, name, amount = children
        return t.Rank(self.span(meta), name, amount, True)

    def deal(self, meta: Meta, children: Children) -> t.Deal:
        _, number, _, origin, target = children
        return t.Deal(self.span(meta), number, origin, target)

    def shuffle(self, meta: Meta, children: Children) -> t.Shuffle:
        return t.Shuffle(self.span(meta), children[1])

    def hides(self, meta: Meta, children: Children) -> t.Hides:
        _, what, _, players = children
        if isinstance(what, Token):  # a section
            return t.Hides(self.span(meta), None, t.Name(self.token_span(what), str(what)), (), players)
        subject, name, parameters = what
        return t.Hides(self.span(meta), subject, name, parameters, players)

    def assign(self, meta: Meta, children: Children) -> t.Assign:
        if len(children) == 2:
            return t.Assign(self.span(meta), children[0], "=", children[1])
        return t.Assign(self.span(meta), children[0], str(children[1]), children[2])

    def do(self, meta: Meta, children: Children) -> t.Do:
        return t.Do(self.span(meta), children[0])

    def put(self, meta: Meta, children: Children) -> t.Put:
        return t.Put(self.span(meta), children[0], children[-1], len(children) == 3)

    def remove(self, meta: Meta, children: Children) -> t.Remove:
        if len(children) == 1:
            return t.Remove(self.span(meta), children[0])
        number, _, sites = children
        part = Span(number.span.source, number.span.start, sites.span.end)
        return t.Remove(self.span(meta), t.Binary(part, "under", number, sites))

    def choose(self, meta: Meta, children: Children) -> t.Choose:
        secretly, query, _, told, *texts, _, asking = children
        written, *others = texts or (None,)
        return t.Choose(self.span(meta), query, written, tuple(others), secretly is not None, asking, told)

    def say(self, meta: Meta, children: Children) -> t.Say:
        secretly, word, where, _, told, _, asking = children
        return t.Say(self.span(meta), word, where, secretly is not None, asking, told)

    def roll(self, meta: Meta, children: Children) -> t.Roll:
        secretly, query, weight, _, told, text = children
        return t.Roll(self.span(meta), query, text, weight, secretly is not None, told)

    def let(self, meta: Meta, children: Children) -> t.Let:
        name, kind, value = children
        return t.Let(self.span(meta), name, None if kind is None else self.as_type(kind), value)

    def if_(self, meta: Meta, children: Children) -> t.If:
        condition, body, *arms, otherwise = children
        return t.If(self.span(meta), ((condition, body), *arms), otherwise or ())

    def elif_(self, meta: Meta, children: Children) -> tuple[t.Expression, t.Block]:
        condition, body = children
        return condition, body

    def either(self, meta: Meta, children: Children) -> t.Either:
        *branches, otherwise = children
        return t.Either(self.span(meta), tuple(branches), otherwise)

    def most(self, meta: Meta, children: Children) -> t.Most:
        *values, body = children
        return t.Most(self.span(meta), tuple(values), body)

    def together(self, meta: Meta, children: Children) -> t.Together:
        _, query, body = children
        return t.Together(self.span(meta), query, body)

    # ---- queries

    def part(self, meta: Meta, children: Children) -> t.Binder:
        name, source = children
        return t.Binder(self.span(meta), name, source, is_part=True)

    def query(self, meta: Meta, children: Children) -> t.Query:
        *names, where = children
        return t.Query(self.span(meta), tuple(names), where)

    def some_where(self, meta: Meta, children: Children) -> t.Quantified:
        return t.Quantified(self.span(meta), "some", self.query(meta, children))

    def no_where(self, meta: Meta, children: Children) -> t.Quantified:
        return t.Quantified(self.span(meta), "no", self.query(meta, children))

    # ---- expressions

    def name(self, meta: Meta, children: Children) -> t.Name:
        (name,) = children
        assert isinstance(name, t.Name)
        return name

    def call(self, meta: Meta, children: Children) -> t.Call:
        name, arguments = children
        return t.Call(self.span(meta), name, arguments if isinstance(arguments, tuple) else (arguments,))

    def int(self, meta: Meta, children: Children) -> t.Integer:
        return t.Integer(self.span(meta), int(str(children[0])[:30]))

    def truth(self, meta: Meta, children: Children) -> t.Truth:
        return t.Truth(self.span(meta), children[0] == "true")

    def text(self, meta: Meta, children: Children) -> t.Text:
        (text,) = children
        assert isinstance(text, t.Text)
        return text

    def parenthesis(self, meta: Meta, children: Children) -> t.Expression:
        (value,) = children
        return value  # type: ignore[no-any-return]

    def items(self, meta: Meta, children: Children) -> tuple[t.Expression, ...]:
        return tuple(children)

    def arguments(self, meta: Meta, children: Children) -> tuple[t.Expression, ...]:
        return tuple(child for child in children if child is not None)

    def element(self, meta: Meta, children: Children) -> t.Element:
        return t.Element(self.span(meta), children[0])

    def element_of(self, meta: Meta, children: Children) -> t.Element:
        name, element = children
        return t.Element(self.span(meta), element.items, name)

    def set(self, meta: Meta, children: Children) -> t.Set:
        return t.Set(self.span(meta), children[0] or ())

    def filter(self, meta: Meta, children: Children) -> t.Comprehension:
        return t.Comprehension(self.span(meta), None, children[0])

    def times(self, meta: Meta, children: Children) -> t.Binary:
        left, operator, right = children
        return t.Binary(self.span(meta), str(operator), left, right)

    compare = times


def _whole(kind: type[t.Node]) -> Callable[[Builder, Meta, Children], t.Node]:
    def build(self: Builder, meta: Meta, children: Children) -> t.Node:
        return kind(self.span(meta), *children)

    return build


def _binary(operator: str) -> Callable[[Builder, Meta, Children], t.Binary]:
    def build(self: Builder, meta: Meta, children: Children) -> t.Binary:
        return t.Binary(self.span(meta), operator, *children)

    return build


def _unary(operator: str) -> Callable[[Builder, Meta, Children], t.Unary]:
    def build(self: Builder, meta: Meta, children: Children) -> t.Unary:
        return t.Unary(self.span(meta), operator, *children)

    return build


for _rule, _kind in {
    "set_option": t.SetOption, "rename": t.Rename, "alias": t.Alias, "direction": t.Direction, "case": t.Case,
    "last": t.Otherwise, "move": t.Move, "for_": t.For, "repeat": t.Repeat, "while_": t.While, "by": t.By,
    "binder": t.Binder, "known": t.Known, "after": t.After, "each": t.Each, "recent": t.Recent,
    "comprehension": t.Comprehension, "dot": t.Dot, "power": t.Dot,
}.items():  # rules of which the node holds all that they match, in the same order  # fmt: skip
    setattr(Builder, _rule, v_args(meta=True)(_whole(_kind)))
for _rule, _operator in {
    "otherwise": "otherwise", "when": "when", "or_": "or", "and_": "and", "equal": "=", "in_": "in",
    "not_in": "not in", "within": "within", "range": "..", "plus": "+", "minus": "-", "both": "&",
    "through": "through", "of": "of",
}.items():  # fmt: skip
    setattr(Builder, _rule, v_args(meta=True)(_binary(_operator)))
for _rule, _operator in {"not_": "not", "negative": "-", "some": "some", "no": "no"}.items():
    setattr(Builder, _rule, v_args(meta=True)(_unary(_operator)))
