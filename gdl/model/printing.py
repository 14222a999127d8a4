"""The model as text: for people who want to see what became of their rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gdl.model import nodes as n
from gdl.model import statements as m
from gdl.model.looks import BoardLook, Look
from gdl.model.model import Model
from gdl.model.types import Domain, Plain, Range, Size, Type


class Printer:
    """Prints expressions; bound variables are numbered in the order in which they are met."""

    def __init__(self) -> None:
        self._numbers: dict[n.Var, int] = {}

    def expression(self, e: n.Expr) -> str:
        """An expression on one line."""
        go = self.expression
        match e:
            case n.Const():
                return value(e.type, e.value)
            case n.Var():
                return f"{e.name}{self._numbers.setdefault(e, len(self._numbers) + 1)}"
            case n.Get():
                return e.variable.name + (f"[{', '.join(map(go, e.indices))}]" if e.indices else "")
            case n.Standing():
                owner = f" of {go(e.owner)}" if e.owner else ""
                return f"pieces({', '.join(map(str, e.kinds))}{owner})"
            case n.Content():
                return f"{go(e.site)}.{e.what}"
            case n.Height():
                return f"{go(e.site)}.height"
            case n.Layer():
                return f"{go(e.site)}.{'top' if e.from_top else 'bottom'}({go(e.number)})"
            case n.Table():
                return f"table{size(e.values)}[{', '.join(map(go, e.arguments))}]"
            case n.Image():
                return f"image({go(e.of)})"
            case n.Op():
                return f"{e.name}({', '.join(map(go, e.operands))})"
            case n.Cond():
                return f"({go(e.then)} if {go(e.condition)} else {go(e.other)})"
            case n.Given():
                return f"given {go(e.variable)} = {go(e.value)}: {go(e.body)}"
            case n.Query():
                body = f": {', '.join(map(go, e.body))}" if e.body else ""
                return f"{e.how}({self.query(e.binders, e.where)}{body})"
            case n.Fill():
                return f"fill({go(e.start)}, {go(e.variable)} -> {go(e.step)}, through {go(e.area)})"
            case n.Distance():
                way = f"{go(e.variable)} -> {go(e.step)}, through {go(e.area)}"
                return f"distance({go(e.origin)}, {way}, to {go(e.goal)})"
            case n.After():
                return f"after({'; '.join(' '.join(self.block(e.change)).split())}: {go(e.value)})"
            case n.Repeats():
                limit = f", within {go(e.within)}" if e.within is not None else ""
                return f"repeats({', '.join(map(self.compared, e.row))}{limit})"
        return type(e).__name__.lower()

    def compared(self, part: m.Variable | n.Expr | str) -> str:
        """What a `repeats` compares."""
        return self.expression(part) if isinstance(part, n.Expr) else getattr(part, "name", str(part))

    def query(self, binders: tuple[tuple[n.Var, n.Expr], ...], where: n.Expr) -> str:
        """Binders and a condition."""
        text = ", ".join(f"{self.expression(v)} in {self.expression(s)}" for v, s in binders)
        return text + (
            "" if isinstance(where, n.Const) and where.value is True else f" where {self.expression(where)}"
        )

    def block(self, block: m.Block) -> Iterator[str]:
        """Statements, a line each, blocks indented."""
        go = self.expression
        for s in block:
            match s:
                case m.Choose():
                    word = ("roll" if isinstance(s, m.Roll) else "choose") + (" secretly" if s.secret else "")
                    names = ", ".join(v.name for v in s.variables)
                    unseen = f" ({s.hidden} unseen)" if isinstance(s, m.Roll) and s.hidden else ""
                    texts = "".join(f" as {go(text)}" for text in (s.text, *s.others))
                    asks = f" asking {go(s.asking)}" if s.asking is not None else ""
                    to = f" telling {go(s.told)}" if s.told is not None else ""
                    yield f"{word} {names} <- {self.query(s.binders, s.where)}{to}{texts}{unseen}{asks}"
                case m.Assign():
                    at = f"[{', '.join(map(go, s.indices))}]" if s.indices else ""
                    yield f"{s.variable.name}{at} {':=' if s.checked else '='} {go(s.value)}"
                case m.Put():
                    yield f"put {go(s.piece)} {'under' if s.under else 'on'} {go(s.sites)}"
                case m.Move():
                    yield f"move {self._part(s.count)}{go(s.origin)} to {go(s.target)}"
                case m.Remove():
                    yield f"remove {self._part(s.count, s.under)}{go(s.sites)}"
                case m.Finish():
                    yield f"{s.result} {go(s.who)}{self._why(s)}"
                case m.Rank():
                    yield f"{'pay' if s.pays else 'rank'} {go(s.player)} by {go(s.score)}{self._why(s)}"
                case m.Count():
                    yield f"count {s.number}"
                case m.Branch():
                    yield f"if {go(s.condition)}"
                    yield from self._inner(s.then)
                    if s.other:
                        yield "else"
                        yield from self._inner(s.other)
                case m.Loop():
                    word = "together" if s.together else "for"
                    yield f"{word} {', '.join(v.name for v in s.variables)} <- {self.query(s.binders, s.where)}"
                    yield from self._inner(s.body)
                case m.Repeat():
                    yield "repeat"
                    yield from self._inner(s.body)
                    yield f"until {go(s.until)}"
                case m.Most():
                    yield f"most {', '.join(map(go, s.values))}"
                    yield from self._inner(s.body)
                case m.Either():
                    for i, branch in enumerate(s.branches):
                        yield "or" if i else "either"
                        yield from self._inner(branch)
                    if s.otherwise is not None:
                        yield "otherwise"
                        yield from self._inner(s.otherwise)
                case _:  # a new statement: by its class, until it has words of its own
                    yield f"{type(s).__name__.lower()} {', '.join(map(go, m.expressions(s)))}"

    def _why(self, end: m.Finish | m.Rank) -> str:
        return "" if end.why is None else f" as {self.expression(end.why)}"

    def _part(self, count: n.Expr | None, under: bool = False) -> str:
        return "" if count is None else f"{self.expression(count)} {'under' if under else 'of'} "

    def _inner(self, block: m.Block) -> Iterator[str]:
        return ("  " + line for line in self.block(block))


def value(type_: Type, v: Any) -> str:
    """A value with its labels."""
    base = type_.base
    if isinstance(base, Plain):
        return repr(v).lower() if isinstance(v, bool) else repr(v)
    if type_.size == Size.FAMILY:
        return f"{len(v)} sets"
    if type_.size == Size.MANY:
        whole = (1 << len(base)) - 1
        if v == whole and v:
            return f"all {base.name}"
        return "{" + ", ".join(label for i, label in enumerate(base.labels) if v >> i & 1) + "}"
    if isinstance(base, Range):
        return "nothing" if v is None else str(v)
    return "nothing" if v < 0 else base.labels[v]


def size(values: Any) -> str:
    """The size of a table, level by level."""
    text = ""
    while isinstance(values, tuple) and values:
        text += f"{'×' if text else ' '}{len(values)}"
        values = values[0]
    return text


def looks(rules: Model) -> Iterator[str]:
    """How things are drawn, a line each."""
    if rules.board_look != BoardLook():
        board = rules.board_look
        yield f"look board{_drawn(Look('', '', ' '.join(board.colours), board.style))}"
    yield from (f"look {name}{_drawn(look)}" for name, look in rules.looks.items())
    for mark in rules.site_looks:
        sites = value(Type(mark.shape, Size.MANY), sum(1 << site for site in mark.sites))
        picture = "edge" if mark.edge else mark.picture
        yield f"look {sites}{_drawn(Look(mark.letter, mark.symbol, mark.colour, picture))}"
    for variable, look in rules.variable_looks.items():
        said = f' "{look.text}"' if look.form == "text" else f" {look.form}"
        yield f"look {variable.name}{said}{_drawn(look.look) if look.look else ''}"
    yield from (f"look {variable.name} {colour}" for variable, colour in rules.set_colours.items())
    yield from (f"look {rules.players[player]} turned {degrees}" for player, degrees in rules.turned.items())


def _drawn(look: Look) -> str:
    texts = "".join(f' "{text}"' for text in (look.letter, look.symbol) if text)
    colour = f" {look.colour}" if look.colour else ""
    return texts + colour + (f" as {look.picture}" if look.picture else "")


def model(rules: Model) -> str:
    """A model in full."""
    printer = Printer()
    lines = [f"game {rules.title!r}  rules {rules.hash}", f"players {', '.join(rules.players)}"]
    lines += [f"option {o.name} = {o.value}" for o in rules.options]
    lines += [f"shape {s.name}: {len(s)} sites, {len(s.directions)} directions" for s in rules.shapes]
    if rules.board:
        lines.append(f"board {'stacks of ' if rules.stacks else ''}{rules.board.name}")
    lines += [f"piece {label}" for label in rules.pieces.labels]
    for v in rules.variables:
        dimensions = ", ".join(d.name for d in v.dimensions if isinstance(d, Domain | Range))
        lines.append(
            f"{'local' if v.local else 'state'} {v.name}{f'[{dimensions}]' if dimensions else ''}: {v.type.spelled}"
        )
    for h in rules.hidden:
        names = ", ".join(v.name for v in h.names)
        what = h.what if isinstance(h.what, str) else h.what.name
        lines.append(f"hidden {what}{f'[{names}]' if names else ''} from {printer.expression(h.players)}")
    lines += looks(rules)
    if rules.score is not None:
        unit = f" {rules.score_unit!r}" if rules.score_unit else ""
        lines.append(f"score {printer.expression(rules.score[0])} by {printer.expression(rules.score[1])}{unit}")
    for name, block in (("setup", rules.setup), ("turn", rules.turn), ("end", rules.end)):
        lines += [name, *("  " + line for line in printer.block(block))]
    return "\n".join(lines) + "\n"
