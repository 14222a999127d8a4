"""W9: style, and comments that silence findings."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from gdl.lint.context import Context
from gdl.lint.ignores import Ignore
from gdl.lint.rule import RULES, Rule, example
from gdl.lint.walk import every
from gdl.notation import FACT, WrongNotation, declared, fields
from gdl.syntax import tree as t
from gdl.syntax.formatter import WIDTH
from gdl.syntax.rows import TOKEN
from gdl.syntax.vocabulary import FACTS, GOING_ON
from gdl.syntax.written import PRODUCT, SUM, UNARY, stands_alone, written
from gdl.text.findings import Finding
from gdl.text.fixes import Edit, Fix, Hint, deleted, fix
from gdl.text.source import Span
from gdl.text.suggest import closest, did_you_mean

_OPPONENTS = ("mcts", "careful", "greedy", "rave", "alphabeta", "random")
_OPPONENT = re.compile(
    r"random|(mcts|careful|greedy|rave|alphabeta)(:(?P<time>\d+(\.\d+)?)(?P<unit>m?s))?"
    r"|(mcts|careful|greedy|rave):(?P<iterations>\d+)|alphabeta:((?P<positions>\d+)n|(?P<depth>\d+))",
    re.ASCII,
)
_AMOUNT, _TIMES, _DEPTH = 1_000_000_000, {"s": 3600, "ms": 3_600_000}, 100


class EmptyTitle(Rule):
    """The game has no title.

    Players see the text after `game` in lists and above the board.
    """

    code, name, severity = "W950", "empty-title", "warning"
    bad = example(game='game ""')

    def check(self, context: Context) -> Iterator[Finding]:
        for game in context.declarations(t.Game):
            if not game.title.span.text[1:-1].strip():
                yield self.found(game.title, "the title is empty", "write the game's name")


class LongLine(Rule):
    """A line is longer than 100 characters.

    Readers would have to scroll. Break it before `where`, `as`, `at`, `and` or `through`, or within
    brackets. Or give a part of it a name with `define`. `gdl fmt` indents the new line, but doesn't
    break lines itself.
    """

    code, name, severity = "W951", "long-line", "warning"
    bad = example(
        "define cross = {a2, b2, c2} + {b1, b2, b3}  # the site in the middle and the four sites that lie beside it",
        turn="choose s in empty & cross\nput stone of me on s",
    )
    good = example(
        "# the site in the middle and the four sites beside it\ndefine cross = {a2, b2, c2} + {b1, b2, b3}",
        turn="choose s in empty & cross\nput stone of me on s",
    )

    def check(self, context: Context) -> Iterator[Finding]:
        for match in re.finditer(rf"^[^\n]{{{WIDTH}}}([^\n]+)$", context.source.text, re.MULTILINE):
            line = match.group()
            place = Span(context.source, *match.span(1))
            if where := _where(line):
                yield self.found(place, f"this line has {len(line)} characters; up to {WIDTH} are easy to read", where)


def _where(line: str) -> str:
    """Where a long line is best broken: before the last word in reach that continues the line above, or behind a comma
    or an operator. An empty text where nothing can be done about it: a path in quotes.
    """
    best = behind = ""
    for token in TOKEN.finditer(line):
        word, at = token.group(), token.start()
        if word.startswith("#"):
            if line[:at].strip():
                return "put the comment on its own line above"
            return "break it: a comment may take several lines, each with its own `#`"
        if at > WIDTH - 4:
            break
        if word in GOING_ON and at > len(line) - len(line.lstrip()):
            best = f"break it before `{line[at : at + 20].strip()}…` (column {at + 1})"
        if word in (",", "+", "or"):
            behind = f"break it after `{line[max(at - 19, 0) : at + len(word)].strip()}` (column {token.end() + 1})"
    if best or behind:
        return best or behind
    if any(len(text) > WIDTH / 2 for text in re.findall(r'"[^"]*"', line)):
        return ""
    return "give a part of it a name with `define`"


class ComparedWithTruth(Rule):
    """A condition is compared with `true` or `false`.

    A condition is already true or false. Write `x` instead of `x = true`, and `not x` instead of
    `x = false`.
    """

    code, name, severity = "W955", "compared-with-truth", "warning"
    bad = example(
        "game has over: truth",
        turn="choose s in empty\nput stone of me on s\nover = s = b2",
        end="win me if over = true",
    )
    good = example(
        "game has over: truth",
        turn="choose s in empty\nput stone of me on s\nover = s = b2",
        end="win me if over",
    )

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.nodes(t.Binary):
            if node.operator in ("=", "!="):
                for side, other in ((node.left, node.right), (node.right, node.left)):
                    if isinstance(side, t.Truth):
                        positive = side.value == (node.operator == "=")
                        better = written(other) if positive else f"not {written(other)}"
                        yield self.found(node, f"this compares with `{side.span.text}`", _better(better))
                        break


class DoubleNegation(Rule):
    """A negation has a shorter form.

    Write `some S` instead of `not no S`, `no S` instead of `not some S`, `a not in S` instead of
    `not a in S`, and `a != b` instead of `not a = b`.
    """

    code, name, severity = "W956", "negation", "warning"
    bad = example(end="win me if not no mine & row(3)\ndraw if no empty")
    good = example(end="win me if some mine & row(3)\ndraw if no empty")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.nodes(t.Unary):
            inner = node.operand
            better = ""
            if node.operator != "not":
                continue
            if isinstance(inner, t.Unary) and inner.operator in ("some", "no"):
                better = f"{'no' if inner.operator == 'some' else 'some'} {written(inner.operand, SUM)}"
            elif isinstance(inner, t.Unary) and inner.operator == "not":
                better = written(inner.operand)
            elif isinstance(inner, t.Binary) and inner.operator in ("in", "=", "!="):
                word = {"in": "not in", "=": "!=", "!=": "="}[inner.operator]
                better = f"{written(inner.left, SUM)} {word} {written(inner.right, SUM)}"
            if better:
                yield self.found(node, "this negation has a shorter form", _better(better))


class CountedForNothing(Rule):
    """Elements are counted only to ask whether there are any.

    Write `some S` instead of `count(S) > 0`, and `no S` instead of `count(S) = 0`. That is shorter, and
    faster in play.
    """

    code, name, severity = "W957", "counted-for-nothing", "warning"
    bad = example(end="win me if count(mine & row(3)) > 0\ndraw if no empty")
    good = example(end="win me if some mine & row(3)\ndraw if no empty")

    def check(self, context: Context) -> Iterator[Finding]:
        words = {
            (">", 0): "some",
            (">=", 1): "some",
            ("!=", 0): "some",
            ("=", 0): "no",
            ("<", 1): "no",
            ("<=", 0): "no",
        }
        for node in context.nodes(t.Binary):
            call, number = node.left, node.right
            if not (isinstance(call, t.Call) and call.name.text == "count" and isinstance(number, t.Integer)):
                continue
            word = words.get((node.operator, number.value))
            if word and len(call.arguments) == 1 and not isinstance(call.arguments[0], t.Each | t.Integer):
                yield self.found(
                    node,
                    "this counts only to ask whether there are any",
                    _better(f"{word} {written(call.arguments[0], SUM)}"),
                )


class ElseIf(Rule):
    """An `else` holds only another `if`.

    Write `else if`. It means the same and needs less indentation.
    """

    code, name, severity = "W958", "else-if", "warning"
    bad = example(end="if no empty\n  draw\nelse\n  if count(mine) = 4\n    win me")
    good = example(end="if no empty\n  draw\nelse if count(mine) = 4\n  win me")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.nodes(t.If):
            if len(node.otherwise) == 1 and isinstance(node.otherwise[0], t.If):
                inner = node.otherwise[0]
                if inner.span.text.startswith("if"):  # not a guard behind a statement
                    where = Span(inner.span.source, inner.span.start, inner.span.start + 2)
                    hint = Hint("join them: `else if …`", edits=_joined(inner))
                    yield self.found(where, "this `if` is alone in its `else`", hint)


class Order(Rule):
    """The parts of the ruleset aren't in the usual order.

    Readers expect the name of the game first. Then come players, board and pieces, then `setup`, `turn`
    and `end`. `looks` comes last.
    """

    code, name, severity = "W959", "order", "warning"
    bad = example(game="", players='players White, Black\n\ngame "Example"')

    def check(self, context: Context) -> Iterator[Finding]:
        latest, word = 0, ""
        for item in context.tree.items:
            rank, what = _rank(item)
            if 0 < rank < latest:
                start = item.span.start
                where = Span(item.span.source, start, start + len(what))
                yield self.found(where, f"`{what}` usually stands above `{word}`", "move it up")
            elif rank:
                latest, word = rank, what


class NearlyAFact(Rule):
    """The name of a fact about the game may be misspelt.

    Facts can have any name. Pages give a fixed place to these: designer, year, publisher, source, link,
    licence, notes, minutes, summary. Programs read these: opponent, notation, pgn, sgf, pdn, uci, usi, ucci, xboard.
    """

    code, name, severity = "W960", "nearly-a-fact", "warning"
    bad = example(game='game "Example"\n  desinger "Ann"')
    good = example(game='game "Example"\n  designer "Ann"')

    def check(self, context: Context) -> Iterator[Finding]:
        for game in context.declarations(t.Game):
            for name, _ in game.facts:
                if name.text not in FACTS and (near := did_you_mean(name.text, FACTS)):
                    yield self.found(name, f"`{name.text}` isn't a usual fact about a game", near)


class UnknownOpponent(Rule):
    """The fact `opponent` names an unknown player.

    It names the computer player for seats that you don't name in `gdl play`: `mcts`, `careful`, `greedy`,
    `rave`, `alphabeta` or `random`. You can add a limit: `careful:1s` (a time), `mcts:5000` (iterations),
    `alphabeta:4` (a depth), `alphabeta:50000n` (positions).
    """

    code, name, severity = "W962", "unknown-opponent", "warning"
    bad = example(game='game "Example"\n  opponent "carful:1s"')
    good = example(game='game "Example"\n  opponent "careful:1s"')

    def check(self, context: Context) -> Iterator[Finding]:
        for game in context.declarations(t.Game):
            for name, values in game.facts:
                if name.text == "opponent" and not (len(values) == 1 and self.is_there(values[0])):
                    yield self.found(name, f"there is no opponent `{', '.join(values)}`", self.meant(name, values))

    def meant(self, fact: t.Name, values: tuple[str, ...]) -> Hint:
        """Which player is probably meant; if only its name is misspelt, that is sure."""
        word, colon, amount = values[0].partition(":") if values else ("", "", "")
        near = did_you_mean(word, _OPPONENTS)
        if not near:
            return Hint("write one as in `mcts:1s`")
        source, start = fact.span.source, fact.span.source.text.find('"', fact.span.end) + 1
        sure = near.instead and len(values) == 1 and self.is_there(f"{near.instead}{colon}{amount}")
        return Hint(near, edits=[Edit(Span(source, start, start + len(word)), near.instead or "")] if sure else ())

    def is_there(self, named: str) -> bool:
        """Whether `gdl play` takes it: a known name, and an amount within what makes sense."""
        found = _OPPONENT.fullmatch(named)
        if not found:
            return False
        longest = _TIMES.get(found["unit"], 0)
        amounts = ((found["iterations"], _AMOUNT), (found["positions"], _AMOUNT), (found["time"], longest),
                   (found["depth"], _DEPTH))  # fmt: skip
        return all(0 < float(amount) <= limit for amount, limit in amounts if amount)


class BrokenNotation(Rule):
    """The fact `notation` doesn't fit the rules.

    It says how to write a position in one line, and what each word of this line means. It can name
    variables of the game, their values, a board of rows and columns, and a letter for each piece.
    Everything that it names must exist: here the variable `last` can't be `d1`, because the board has
    no such site. A variant uses the notation of its base. If the board is another one, the variant may
    need its own notation.
    """

    code, name, severity = "W964", "broken-notation", "warning"
    bad = example('game has last: site?', game='game "Example"\n  notation "board; me; last d1=x"',
                  turn="choose s in empty - last\nput stone of me on s\nlast = s")  # fmt: skip
    good = example('game has last: site?', game='game "Example"\n  notation "board; me; last"',
                   turn="choose s in empty - last\nput stone of me on s\nlast = s")  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        own = [name for game in context.declarations(t.Game) for name, _ in game.facts if name.text == FACT]
        where = [*own, *(game.title for game in context.declarations(t.Game))]
        for model in context.models:
            form = declared(model)
            try:
                if form:
                    fields(model, form)
            except WrongNotation as wrong:
                changed = [f"{o.name} = {o.value}" for o in model.options if o.value != o.default]
                ways = f" (with {', '.join(changed)})" if changed else ""
                what = "this notation" if own else "the notation of what this extends"
                hint = "see “The head” in the manual" if own else "write a fact `notation` of its own below `game`"
                yield self.found(where[0], f"{what} doesn't fit: {wrong}{ways}", hint)
                return


class FilterIsIntersection(Rule):
    """A filter on a set has a shorter form.

    Write `S & T` instead of `{x in S where x in T}`, and `S - T` instead of
    `{x in S where x not in T}`.
    """

    code, name, severity = "W961", "filter-is-intersection", "warning"
    bad = example(turn="choose s in {t in row(1) where t in empty}\nput stone of me on s")
    good = example(turn="choose s in row(1) & empty\nput stone of me on s")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.nodes(t.Comprehension):
            where, binders = node.query.where, node.query.binders
            if node.value is not None or len(node.query.names) != 1 or not isinstance(where, t.Binary):
                continue
            name = binders[0].name.text
            if where.operator not in ("in", "not in") or not (
                isinstance(where.left, t.Name) and where.left.text == name
            ):
                continue
            if not any(use.text == name for use in every(t.Name, where.right)):
                both = where.operator == "in"
                first = written(binders[0].source, PRODUCT if both else SUM)
                better = f"{first} {'&' if both else '-'} {written(where.right, UNARY if both else PRODUCT)}"
                better = better if stands_alone(node) else f"({better})"
                yield self.found(node, "this filter has a shorter form", _better(better))


def check_ignores(ignores: list[Ignore], chosen: Collection[str], broken: Collection[str]) -> Iterator[Finding]:
    """What is wrong with comments that silence findings.

    Nothing is said of codes that weren't looked for, and in `broken` files not of those that may come back.
    """
    for ignore in ignores:
        if not ignore.codes:
            yield RULES["W953"]().found(
                ignore.comment.span,
                "this doesn't say which finding it silences",
                "write its code: `# lint: ignore N250 – the reason`",
            )
            continue
        for code, span in ignore.codes:
            if code not in RULES:
                near = closest(code, RULES)
                hint = f"did you mean `{near}`?" if near else "`gdl explain` lists the codes there are"
                yield RULES["W953"]().found(span, f"no finding has the code `{code}`", hint)
            elif RULES[code].severity == "error":
                message = f"{code} is an error, and errors can't be silenced: the game can't be played with it"
                yield RULES["W963"]().found(span, message, "fix the error, and delete this comment",
                                           _without_code(ignore, span))  # fmt: skip
            elif code in chosen and code not in ignore.silenced and span.source.name not in broken:
                yield RULES["W952"]().found(span, f"there is no {code} here to silence",
                                          "delete this comment" if len(ignore.codes) == 1 else "leave it out",
                                          _without_code(ignore, span))  # fmt: skip
        if not ignore.reason:
            yield RULES["W954"]().found(
                ignore.comment.span, "this doesn't say why", "write the reason after the code: `– for variants`"
            )


def _without_code(ignore: Ignore, span: Span) -> Fix:
    """The comment without one of its codes; if it has no other, nothing is left of it."""
    if len(ignore.codes) == 1:
        return fix(*deleted(ignore.comment.span), title="delete this comment")
    places = [place for _, place in ignore.codes]
    at = places.index(span)
    start, end = (span.start, places[1].start) if at == 0 else (places[at - 1].end, span.end)
    return fix(Edit(Span(span.source, start, end), ""), title=f"leave {span.text} away")


def _better(text: str) -> Hint:
    """A shorter way to say it."""
    return Hint(f"write `{text}`", text)


def _joined(inner: t.If) -> list[Edit]:
    """`else` and the `if` below it in one line, and what belongs to that further out; none if it is unsure."""
    source, text = inner.span.source, inner.span.source.text
    head = re.search(r"\n([ \t]*)else[ \t]*\n[ \t]*\Z", text[: inner.span.start])
    if head is None:
        return []
    inwards = inner.span.column - 1 - len(head[1])
    lines = inner.span.text.split("\n")
    whole = "\n".join([lines[0], *(line[min(inwards, len(line) - len(line.lstrip())) :] for line in lines[1:])])
    return [Edit(Span(source, head.end(1), inner.span.end), f"else {whole}")]


def _rank(item: t.Declaration) -> tuple[int, str]:
    """The place of a declaration in the usual order, or 0 if it may stand anywhere; and its word."""
    match item:
        case t.Game():
            return 1, "game"
        case t.Section() if not item.replace:
            return {"setup": 3, "turn": 4, "or": 4, "end": 5}[item.name.text], item.name.text
        case t.Players():
            return 2, "players"
        case t.Looks():
            return 6, "looks"
        case _:
            return 0, ""
