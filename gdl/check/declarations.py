"""The named things of a ruleset, each worked out when it is first needed: players, options, pieces, state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gdl.check.context import Context
from gdl.check.hints import nearest
from gdl.check.scope import ROOT, Silent
from gdl.check.tables import place
from gdl.check.values import check_range, counted, describe, initial_value
from gdl.check.written_types import base_of, named_base, shape_of, type_of
from gdl.model.build import NO_SET, as_set, const, empty
from gdl.model.model import Kind, Shape, Variable
from gdl.model.nodes import Const, Expr
from gdl.model.types import Domain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import BUILT_IN, CONTENT, FUNCTIONS, OF_DIRECTIONS
from gdl.text.findings import Fault, Finding, error, fault
from gdl.text.mends import Edit, Mend, mend
from gdl.text.source import Source, Span

MAX_PLAYERS = 26
MAX_CHOICES = 100
"""Options of a ruleset: `gdl lint` tries the values of each, and each try is a check of the whole."""


def declare(ctx: Context) -> None:
    """Work out everything that has a name, except defines."""
    declare_members(ctx)
    before = len(ctx.findings)
    ctx.attempt(declare_players, ctx)
    ctx.lost_players = len(ctx.findings) > before
    ctx.attempt(declare_board, ctx)
    ctx.lost_board = ctx.rules.board is not None and ctx.board is None
    for number, name in enumerate(ctx.rules.options):
        where = ctx.rules.options[name].name.span
        ctx.attempt(option_of, ctx, name, where)
        if number == MAX_CHOICES:
            message = f"{len(ctx.rules.options):,} options; at most {MAX_CHOICES} can be tried and shown"
            ctx.report(error("O812", where, message, "make values that nobody chooses a `define`"))
    for name, setting in ctx.rules.settings.items():
        if name not in ctx.rules.options and not ctx.rules.incomplete:
            hint = nearest(name, ctx.rules.options, "the options are") or "the base has no options"
            ctx.report(error("O801", setting.name.span, f"there is no option `{name}` to set", hint))
    ctx.attempt(declare_pieces, ctx)
    for name, decl in ctx.rules.types.items():
        if not isinstance(decl, t.Shape) or not decl.parameters:
            ctx.attempt(named_base, ctx, name, decl.name.span)
    ctx.used -= {item.name for item in ctx.rules.types.values()}
    if ctx.rules.board is not None:
        ctx.attempt(mark_board, ctx)
    for has in ctx.rules.has:
        before = len(ctx.variables)
        ctx.attempt(declare_variable, ctx, has)
        if len(ctx.variables) == before:
            ctx.lost.add(has.name.text)
    check_names(ctx)


# ---- names


def check_names(ctx: Context) -> None:
    """One name, one meaning: refuse what is declared twice, as things of different sorts, or built in."""
    introduced = [(name, where) for name, (_, _, where) in ctx.members.items()]
    introduced += [(name, o.name) for name, o in ctx.rules.options.items()]
    introduced += [(name, item.name) for name, item in ctx.rules.types.items()]
    introduced += [(name, kind.name) for name, kind in ctx.kind_nodes.items()]
    introduced += [(name, ctx.variable_nodes[v]) for name, v in ctx.game_variables.items()]
    introduced += [(name, d.name) for (has, name), d in ctx.rules.defines.items() if not has]
    introduced += [(d.name.text, d.name) for d in ctx.rules.directions]
    seen: dict[str, t.Name] = {}
    for name, where in introduced:
        first = seen.setdefault(name, where)
        if first is not where:
            ctx.report(_twice(ctx, where.span, first.span, f"`{name}` is declared already", "choose another name"))
        if name in BUILT_IN or (name in FUNCTIONS and not FUNCTIONS[name].yields):
            ctx.report(error("N203", where.span, f"`{name}` is built in", "choose another name"))
    for name, variables in ctx.attributes.items():
        for variable in variables:
            if name in built_in_of(ctx, variable.subject):
                span = ctx.variable_nodes[variable].span
                message = f"`.{name}` means something already there"
                ctx.report(error("N203", span, message, "choose another name"))
    for (has, name), define in ctx.rules.defines.items():
        if has and name in CONTENT:
            ctx.report(error("N203", define.name.span, f"`.{name}` is built in", "choose another name"))
        for parameter in (*define.parameters, *([define.subject] if define.subject else [])):
            if means(ctx, parameter.text):
                message = f"`{parameter.text}` is in use already here"
                ctx.report(error("N206", parameter.span, message, "choose another name"))


def built_in_of(ctx: Context, base: Range | Domain | None) -> set[str]:
    """What stands behind a dot for the elements of a type without being declared."""
    found = set(CONTENT) if base is ctx.board else set()
    if isinstance(base, Shape):
        return {*found, *base.coordinates, *base.directions.labels}
    if any(base is shape.directions for shape in ctx.shapes.values()):
        return {"next", *OF_DIRECTIONS}
    return {"next"} if isinstance(base, Domain) else set()


def means(ctx: Context, name: str) -> bool:
    """Whether a name has a meaning everywhere in the ruleset."""
    declared = name in ctx.members or name in ctx.rules.options or name in ctx.rules.types
    declared = declared or name in ctx.kind_nodes or name in ctx.game_variables
    declared = declared or any(name == d.name.text for d in ctx.rules.directions)
    defined = (False, name) in ctx.rules.defines or (False, name) in ctx.prelude.defines
    return declared or defined or name in BUILT_IN


def _twice(ctx: Context, new: Span, first: Span, message: str, hint: str) -> Finding:
    """Something is there already. Where a variant and what it extends have it both, the variant is at fault."""
    if new.source is first.source:
        return error("N203", new, f"{message} ({first.where})", hint)
    for source in sources(ctx):  # the variant's first
        if source is first.source:
            new, first = first, new
        if source is new.source:
            break
    return error("N203", new, f"{message} ({place(first)})", "what this ruleset extends has it: call yours otherwise")


def declare_members(ctx: Context) -> None:
    """The members of enumerations."""
    for name, decl in ctx.rules.types.items():
        if isinstance(decl, t.Enumeration):
            base = ctx.attempt(named_base, ctx, name, decl.name.span)
            seen: set[str] = set()
            for i, member in enumerate(decl.members):
                if member.text in seen or member.text in ctx.members:
                    first = next(m for m in _members(ctx.rules.types.values()) if m.text == member.text)
                    message = f"`{member.text}` is a member already"
                    ctx.report(_twice(ctx, member.span, first.span, message, "choose another name"))
                elif base is not None:
                    ctx.members[member.text] = (base, i, member)
                seen.add(member.text)


# ---- players and options


def declare_players(ctx: Context) -> None:
    """The players, and the two variables that every ruleset has: `me` and `next`."""
    names: Sequence[t.Name] = ()
    try:
        names = _names_of_players(ctx)
    finally:
        ctx.player = Domain("player", tuple(name.text for name in names) or ("A",))
        ctx.players_known = True
        ctx.me = Variable("me", (), Type(ctx.player), 0, False, None)
        ctx.next = Variable("next", (), Type(ctx.player), 0, False, None)
        for i, name in enumerate(names):
            ctx.members[name.text] = (ctx.player, i, name)


def _names_of_players(ctx: Context) -> Sequence[t.Name]:
    """The players: named, or as many as were asked for."""
    decl = ctx.rules.players
    if decl is None:
        where = ctx.rules.game.span if ctx.rules.game else Span(ctx.rules.trees[0].source, 0, 1)
        ctx.lost |= {"White", "Black", "A", "B"}
        if ctx.unsure("players"):
            raise Silent
        raise fault("P501", where, "the ruleset names no players", "add `players White, Black`, say")
    if decl.names:
        labels = tuple(name.text for name in decl.names)
        if len(labels) > MAX_PLAYERS:
            raise fault("P502", decl.span, f"{len(labels)} players: at most {MAX_PLAYERS} can play", "name fewer")
        for i, name in enumerate(decl.names):
            if name.text in labels[:i]:
                ctx.report(error("N203", name.span, f"two players are called `{name.text}`", "rename one"))
        if ctx.given_players is not None and ctx.given_players != len(labels):
            message = f"this game is for {counted(len(labels), 'player')}, not {ctx.given_players}"
            ctx.report(error("O805", decl.span, message, "let as many play as are named, or change `players`"))
        return decl.names
    assert decl.low is not None
    assert decl.high is not None
    ctx.lost |= {chr(65 + i) for i in range(MAX_PLAYERS)}
    low = ctx.static_number(decl.low, ROOT, "the number of players")
    high = ctx.static_number(decl.high, ROOT, "the number of players")
    if not 1 <= low <= high <= MAX_PLAYERS:
        raise fault(
            "P502",
            decl.span,
            f"{low}..{high} players: at least 1, at most {MAX_PLAYERS}, the lower number first",
            f"write `players {high}..{low}`" if 1 <= high < low <= MAX_PLAYERS else "write `players 2..4`, say",
            _turned_round(decl) if 1 <= high < low <= MAX_PLAYERS else None,
        )
    chosen = low if ctx.given_players is None else ctx.given_players
    if not low <= chosen <= high:
        ctx.report(error("O805", decl.span, f"this game is for {low} to {high} players, not {chosen}",
                         "let as many play as the rules say, or change `players`"))
        chosen = low
    ctx.lost -= {chr(65 + i) for i in range(MAX_PLAYERS)}
    ctx.absent = {chr(65 + i) for i in range(chosen, high)}
    return [t.Name(decl.span, chr(65 + i)) for i in range(chosen)]


def option_of(ctx: Context, name: str, span: Span) -> Const:
    """The value of an option: as asked for, as set by a variant, or its default."""
    if name in ctx.options:
        return ctx.options[name]
    decl = ctx.rules.options[name]
    what = f"option {name}"
    ctx.busy(what, span)
    ctx.under_way.append(what)
    try:
        ctx.options[name] = _option(ctx, decl)
    except (Fault, Silent):
        ctx.failed.add(what)
        raise
    finally:
        ctx.under_way.pop()
    return ctx.options[name]


def _option(ctx: Context, decl: t.Option) -> Const:
    type_ = type_of(ctx, decl.type)
    name = decl.name.text
    if name in ctx.given_options:
        written: t.Expression = ctx.given_options[name]
    elif name in ctx.rules.settings:
        written = ctx.rules.settings[name].value
    elif decl.default is not None:
        written = decl.default
    else:
        return const(type_, initial_value(type_))
    value = ctx.static(written, ROOT, f"the option `{name}`")
    return option_value(ctx, value, type_, name, written.span)


def option_value(ctx: Context, value: Const, type_: Type, name: str, span: Span) -> Const:
    """A value for an option, checked against its type."""
    fitted = fit(ctx, value, type_)
    if not isinstance(fitted, Const):
        raise fault(
            "O806",
            span,
            f"the option `{name}` takes {describe(type_)}, not {span.text.strip() or 'this'}",
            _option_hint(ctx, name, span),
        )
    return fitted


def _option_hint(ctx: Context, name: str, span: Span) -> str:
    """What to do about a value that an option can't have: its type may be the author's own, or another's."""
    if span.source not in sources(ctx):
        return ""
    own = ctx.rules.options[name].name.span.source is span.source
    return "change the value, or the type behind the `:`" if own else "choose another value"


def sources(ctx: Context) -> list[Source]:
    """The texts of the ruleset and of what it extends."""
    return [tree.source for tree in ctx.rules.trees]


def fit(ctx: Context, value: Expr, type_: Type) -> Expr | None:
    """A value as one of the type (a member of its range), or None if it is not."""
    base, own = type_.base, value.type.base
    if isinstance(base, Range) and isinstance(own, Range):
        if type_.size == Size.MANY:
            return as_set(value, base) if base.holds(own) else None
        if value.type.size <= type_.size and (not isinstance(value, Const) or value.value is None
                                              or base.low <= value.value <= base.high):  # fmt: skip
            return const(type_, value.value) if isinstance(value, Const) else value
        return None
    if value.type == NO_SET:
        return None if type_.size == Size.ONE else empty(type_)
    if own is not base:
        return None
    if type_.size == Size.MANY:
        return as_set(value, base)
    if value.type.size > type_.size:
        return None
    return const(type_, value.value) if isinstance(value, Const) else value


# ---- board, pieces, state


def declare_board(ctx: Context) -> None:
    """The board, which may hold stacks."""
    if ctx.rules.board is None:
        if ctx.rules.directions and not ctx.unsure("board"):
            raise fault("B404", ctx.rules.directions[0].span, "this direction needs a board, and the ruleset has none",
                        "add `board grid(8, 8)`, say, or indent it below a `type` with sites")  # fmt: skip
        return
    e = ctx.rules.board.shape
    if isinstance(e, t.Call) and e.name.text == "stacks" and len(e.arguments) == 1:
        ctx.stacks = True
        e = e.arguments[0]
    ctx.board = shape_of(ctx, e, ROOT, called="site")
    if ctx.rules.directions:
        _add_directions(ctx, ctx.board)


def _add_directions(ctx: Context, board: Shape) -> None:
    """The ruleset's own directions come behind those of its board."""
    ctx.board = ctx.forms.add_directions(ctx, board, ctx.rules.directions)
    ctx.shapes = {key: ctx.board if shape is board else shape for key, shape in ctx.shapes.items()}
    ctx.bases = {name: ctx.board if base is board else base for name, base in ctx.bases.items()}


def mark_board(ctx: Context) -> None:
    """The type that the board is made of counts as used."""
    for shape, (decl, _) in ctx.shape_trees.items():
        if shape is ctx.board:
            ctx.used.add(decl.name)
    expression = ctx.rules.board.shape if ctx.rules.board else None
    if isinstance(expression, t.Name) and expression.text in ctx.rules.types:
        ctx.used.add(ctx.rules.types[expression.text].name)


def declare_pieces(ctx: Context) -> None:
    """The kinds of pieces, and all pieces there can be."""
    labels: list[str] = []
    names: list[str] = []
    _declare_kinds(ctx, names, labels)
    ctx.kind_domain, ctx.pieces = Domain("kind", tuple(names)), Domain("piece", tuple(labels))
    ctx.kinds_known = True


def _declare_kinds(ctx: Context, names: list[str], labels: list[str]) -> None:
    """All kinds, their names, and the labels of all pieces."""
    for decl in ctx.rules.pieces:
        if ctx.rules.board is None:
            ctx.lost |= {kind.name.text for kind in decl.kinds}
            if not ctx.unsure("board"):
                hint = "add `board grid(8, 8)`, say"
                ctx.report(error("B404", decl.span, "pieces need a board, and the ruleset has none", hint))
            return
        keeper = None if decl.owner is None else ctx.attempt(_keeper, ctx, decl.owner)
        for kind in decl.kinds:
            try:
                _declare_kind(ctx, kind, decl.owner is not None, keeper, names, labels)
            except (Fault, Silent) as stop:
                ctx.lost.add(kind.name.text)
                if isinstance(stop, Fault):
                    ctx.report(stop.finding)


def _turned_round(decl: t.Players) -> Mend:
    """The two numbers exchanged."""
    assert decl.low is not None
    assert decl.high is not None
    low, high = decl.low.span, decl.high.span
    return mend(Edit(low, high.text), Edit(high, low.text), title=f"write `{high.text}..{low.text}`")


def _keeper(ctx: Context, owner: t.Expression) -> int | None:
    """The one player who has all pieces of a kind; None if each has some."""
    who = ctx.static(owner, ROOT, "whose pieces these are")
    if who.type.base is not ctx.player:
        raise fault("P503", owner.span, f"pieces belong to players, not to `{owner.span.text}`",
                    "write `of player`, or name one of them: `of White`, say")  # fmt: skip
    every = as_set(who)
    assert isinstance(every, Const)
    if every.value == (1 << len(ctx.player)) - 1:
        return None
    if every.value.bit_count() != 1:
        hint = "declare them `of player`, and put none of the others"
        raise fault("P503", owner.span, "pieces belong to one player, to all, or to nobody", hint)
    return int(every.value).bit_length() - 1


def _declare_kind(
    ctx: Context, kind: t.Kind, owned: bool, keeper: int | None, names: list[str], labels: list[str]
) -> None:
    name = kind.name.text
    if name in names:
        first = ctx.kind_nodes[name].name.span
        message = f"the piece `{name}` is declared already"
        ctx.report(_twice(ctx, kind.name.span, first, message, "keep one of the two"))
        return
    number: tuple[str, int, int] | None = None
    if kind.number is not None:
        type_ = type_of(ctx, kind.number[1])
        if not isinstance(type_.base, Range) or type_.size != Size.ONE or len(type_.base) > 200:
            raise fault("P504", kind.number[1].span, f"a piece's number is of a range of at most 200, not {type_}",
                        "write `stone(number: 1..6)`, say")  # fmt: skip
        number = kind.number[0].text, type_.base.low, type_.base.high
    ctx.kind_nodes[name] = kind
    ctx.piece_base.append(len(labels))
    names.append(name)
    ctx.kinds.append(Kind(name, owned and keeper is None, number, keeper))
    numbers: Iterable[int | None] = [None] if number is None else range(number[1], number[2] + 1)
    owners = [-1] if not owned else range(len(ctx.player)) if keeper is None else [keeper]
    for owner in owners:
        for n in numbers:
            ctx.piece_parts.append((len(names) - 1, owner, n))
            labels.append(name + (f"({n})" if n is not None else "")
                          + (f" of {ctx.player.labels[owner]}" if owned else ""))  # fmt: skip


def declare_variable(ctx: Context, has: t.Has) -> None:
    """A part of the state: `game has`, `player has`, `site has` …"""
    dimensions: list[Range | Domain] = []
    for name in ([has.subject] if has.subject else []) + list(has.parameters):
        base = base_of(ctx, name)
        if not isinstance(base, Range | Domain):
            raise fault("T304", name.span, f"nothing can be kept for each {base.name}",
                        "things are kept for `game`, `player`, `site` or a type of your own: `site has …`")
        dimensions.append(base)
    size = 1
    for dimension in dimensions:
        size *= len(dimension)
    if size > 100_000:
        raise fault("T305", has.span, f"this keeps {size:,} values, more than the limit of 100,000",
                    "keep it for fewer things; what stands on the board is kept by the pieces")
    type_ = type_of(ctx, has.type)
    if isinstance(type_.base, Range):
        check_range(type_.base, has.type.span)
    value = initial_value(type_)
    if has.initial is not None:
        written = ctx.static(has.initial, ROOT, "what a variable starts with")
        fitted = fit(ctx, written, type_)
        if not isinstance(fitted, Const):
            raise fault("T306", has.initial.span, f"`{has.name.text}` holds {describe(type_)}, not this",
                        "write behind the `=` what it holds at the start")
        value = fitted.value
    variable = Variable(has.name.text, tuple(dimensions), type_, value, False, has.name.span)
    same = ctx.attributes.get(has.name.text, [])
    if (has.subject is None and has.name.text in ctx.game_variables) or any(
        v.subject is variable.subject for v in same if has.subject
    ):
        first = next(v for v in ctx.variables if v.name == has.name.text and v.subject is variable.subject)
        message, there = f"`{has.name.text}` is declared already", ctx.variable_nodes[first].span
        raise Fault(_twice(ctx, has.name.span, there, message, "keep one of the two"))
    ctx.variables.append(variable)
    ctx.variable_nodes[variable] = has.name
    if has.subject is None:
        ctx.game_variables[has.name.text] = variable
    else:
        ctx.attributes.setdefault(has.name.text, []).append(variable)


def _members(types: Iterable[t.Enumeration | t.Alias | t.Shape]) -> Iterator[t.Name]:
    """All members of enumerations, in the order in which they are written."""
    for decl in types:
        if isinstance(decl, t.Enumeration):
            yield from decl.members
