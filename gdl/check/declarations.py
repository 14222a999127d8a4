"""The named things of a ruleset, each worked out when it is first needed: players, options, pieces, state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, cast

from gdl.check.declared import Declared, Pieces
from gdl.check.hints import nearest
from gdl.check.parts import Check
from gdl.check.ruleset import Ruleset
from gdl.check.scope import ROOT, Silent
from gdl.check.tables import place
from gdl.check.values import check_range, counted, describe, initial_value
from gdl.check.written_types import HOLDS, base_of, held_in, how_many, named_base, shape_of, type_of
from gdl.model.build import NO_SET, as_set, const, empty, surely
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


def declare(check: Check) -> None:
    """Work out everything that has a name, except defines."""
    declared = check.declared
    declare_members(check)
    before = check.findings.mark()
    check.findings.attempt(declare_players, check)
    if check.findings.mark() != before:
        declared.lost |= {"players"}
    check.findings.attempt(declare_board, check)
    if declared.rules.board is not None and declared.board is None:
        declared.lost |= {"board"}
    for number, name in enumerate(declared.rules.options):
        where = declared.rules.options[name].name.span
        check.findings.attempt(option_of, check, name, where)
        if number == MAX_CHOICES:
            message = f"{len(declared.rules.options):,} options; at most {MAX_CHOICES} can be tried and shown"
            check.findings.report(error("O812", where, message, "make values that nobody changes a `define`"))
    for name, setting in declared.rules.settings.items():
        if name not in declared.rules.options and not declared.rules.incomplete:
            hint = nearest(name, declared.rules.options, "the options are") or "the base has no options"
            check.findings.report(error("O801", setting.name.span, f"there is no option `{name}` to set", hint))
    check.findings.attempt(declare_pieces, check)
    for name, decl in declared.rules.types.items():
        if not isinstance(decl, t.Shape) or not decl.parameters:
            check.findings.attempt(named_base, check, name, decl.name.span)
    check.trace.used -= {item.name for item in declared.rules.types.values()}
    if declared.rules.board is not None:
        check.findings.attempt(mark_board, check)
    for has in declared.rules.has:
        if check.findings.attempt(declare_variable, check, has) is None:
            declared.lost |= {has.name.text}
    check_names(check)


# ---- names


def check_names(check: Check) -> None:
    """One name, one meaning: refuse what is declared twice, as things of different sorts, or built in."""
    declared = check.declared
    introduced = [(name, where) for name, (_, _, where) in declared.members.items()]
    introduced += [(name, o.name) for name, o in declared.rules.options.items()]
    introduced += [(name, item.name) for name, item in declared.rules.types.items()]
    introduced += [(name, kind.name) for name, kind in declared.pieces.nodes.items()]
    introduced += [(name, declared.state.nodes[v]) for name, v in declared.state.of_game.items()]
    introduced += [(name, d.name) for (has, name), d in declared.rules.defines.items() if not has]
    introduced += [(d.name.text, d.name) for d in declared.rules.directions]
    seen: dict[str, t.Name] = {}
    for name, where in introduced:
        first = seen.setdefault(name, where)
        if first is not where:
            message = f"`{name}` is declared already"
            check.findings.report(_twice(declared.rules, where.span, first.span, message, "choose another name"))
        if name in BUILT_IN or (name in FUNCTIONS and not FUNCTIONS[name].yields):
            check.findings.report(error("N203", where.span, f"`{name}` is built in", "choose another name"))
    for name, variables in declared.state.attributes.items():
        for variable in variables:
            if name in built_in_of(check, variable.subject):
                span = declared.state.nodes[variable].span
                message = f"`.{name}` means something already there"
                check.findings.report(error("N203", span, message, "choose another name"))
    for (has, name), define in declared.rules.defines.items():
        if has and name in CONTENT:
            check.findings.report(error("N203", define.name.span, f"`.{name}` is built in", "choose another name"))
        for parameter in (*define.parameters, *([define.subject] if define.subject else [])):
            if what := meaning(check, parameter.text):
                message = f"`{parameter.text}` is in use already: it is {what}"
                check.findings.report(error("N206", parameter.span, message, "choose another name"))


def built_in_of(check: Check, base: Range | Domain | None) -> set[str]:
    """What stands behind a dot for the elements of a type without being declared."""
    found = set(CONTENT) if base is check.declared.board else set()
    if isinstance(base, Shape):
        return {*found, *base.coordinates, *base.directions.labels}
    if any(base is shape.directions for shape in check.memo.boards.made.values()):
        return {"next", *OF_DIRECTIONS}
    return {"next"} if isinstance(base, Domain) else set()


def meaning(check: Check, name: str) -> str:
    """What a name means everywhere in the ruleset, as `an option`; empty if it means nothing."""
    declared, rules = check.declared, check.declared.rules
    if name in declared.members:
        base = declared.members[name][0]
        return "a player" if base is declared.player else f"one of `{base.name}`"
    known = (
        (rules.options, "an option"), (rules.types, "a type"), (declared.pieces.nodes, "a kind of piece"),
        (declared.state.of_game, "something that the game has"), (BUILT_IN, "a name that is there from the start"),
        ([d.name.text for d in rules.directions], "a direction"),
    )  # fmt: skip
    found = next((what for names, what in known if name in names), "")
    defined = (False, name) in rules.defines or (False, name) in declared.prelude.defines
    return found or ("a define" if defined else "")


def _twice(rules: Ruleset, new: Span, first: Span, message: str, hint: str) -> Finding:
    """Something is there already. Where a variant and what it extends have it both, the variant is at fault."""
    if new.source is first.source:
        return error("N203", new, f"{message} ({first.where})", hint)
    for source in sources(rules):  # the variant's first
        if source is first.source:
            new, first = first, new
        if source is new.source:
            break
    return error("N203", new, f"{message} ({place(first)})", "the base has it: choose another name for yours")


def declare_members(check: Check) -> None:
    """The members of enumerations."""
    declared = check.declared
    for name, decl in declared.rules.types.items():
        if isinstance(decl, t.Enumeration):
            base = check.findings.attempt(named_base, check, name, decl.name.span)
            seen: set[str] = set()
            for i, member in enumerate(decl.members):
                if member.text in seen or member.text in declared.members:
                    first = next(m for m in _members(declared.rules.types.values()) if m.text == member.text)
                    message = f"`{member.text}` is a member already"
                    found = _twice(declared.rules, member.span, first.span, message, "choose another name")
                    check.findings.report(found)
                elif isinstance(base, Domain):
                    _member(declared, base, i, member)
                seen.add(member.text)


def _member(declared: Declared, base: Domain, number: int, name: t.Name) -> None:
    declared.members = {**declared.members, name.text: (base, number, name)}


# ---- players and options


def declare_players(check: Check) -> None:
    """The players, and the two variables that every ruleset has: `me` and `next`."""
    declared = check.declared
    names: Sequence[t.Name] = ()
    try:
        names = _names_of_players(check)
    finally:
        declared.player = Domain("player", tuple(name.text for name in names) or ("A",))
        declared.me = Variable("me", (), Type(declared.player), 0, False, None)
        declared.next = Variable("next", (), Type(declared.player), 0, False, None)
        for i, name in enumerate(names):
            _member(declared, declared.player, i, name)


def _names_of_players(check: Check) -> Sequence[t.Name]:
    """The players: named, or as many as were asked for."""
    declared = check.declared
    decl = declared.rules.players
    if decl is None:
        where = declared.head
        declared.lost |= {"White", "Black", "A", "B"}
        if declared.unsure("players"):
            raise Silent
        raise fault("P501", where, "the ruleset names no players", "add `players White, Black`, for example")
    if decl.names:
        labels = tuple(name.text for name in decl.names)
        if len(labels) > MAX_PLAYERS:
            raise fault("P502", decl.span, f"{len(labels)} players: at most {MAX_PLAYERS} can play", "name fewer")
        for i, name in enumerate(decl.names):
            if name.text in labels[:i]:
                check.findings.report(error("N203", name.span, f"two players are called `{name.text}`", "rename one"))
        if declared.given_players is not None and declared.given_players != len(labels):
            message = f"this game is for {counted(len(labels), 'player')}, not {declared.given_players}"
            hint = "use the number of players that the ruleset names, or change `players`"
            check.findings.report(error("O805", decl.span, message, hint))
        return decl.names
    assert decl.low is not None
    assert decl.high is not None
    declared.lost |= {chr(65 + i) for i in range(MAX_PLAYERS)}
    low = check.static_number(decl.low, ROOT, "the number of players")
    high = check.static_number(decl.high, ROOT, "the number of players")
    if not 1 <= low <= high <= MAX_PLAYERS:
        raise fault(
            "P502",
            decl.span,
            f"{low}..{high} players: use 1 to {MAX_PLAYERS}, with the lower number first",
            f"write `players {high}..{low}`" if 1 <= high < low <= MAX_PLAYERS else "write `players 2..4`, for example",
            _turned_round(decl) if 1 <= high < low <= MAX_PLAYERS else None,
        )
    chosen = low if declared.given_players is None else declared.given_players
    if not low <= chosen <= high:
        check.findings.report(error("O805", decl.span, f"this game is for {low} to {high} players, not {chosen}",
                         "use a number that the rules allow, or change `players`"))
        chosen = low
    declared.lost -= {chr(65 + i) for i in range(MAX_PLAYERS)}
    declared.absent = frozenset(chr(65 + i) for i in range(chosen, high))
    return [t.Name(decl.span, chr(65 + i)) for i in range(chosen)]


def option_of(check: Check, name: str, span: Span) -> Const:
    """The value of an option: as asked for, as set by a variant, or its default."""
    decl = check.declared.rules.options[name]
    return check.memo.once(check.memo.options, name, f"option {name}", span, lambda: _option(check, decl))


def _option(check: Check, decl: t.Option) -> Const:
    declared = check.declared
    type_ = type_of(check, decl.type)
    name = decl.name.text
    if name in declared.given_options:
        written: t.Expression = declared.given_options[name]
    elif name in declared.rules.settings:
        written = declared.rules.settings[name].value
    elif decl.default is not None:
        written = decl.default
    else:
        return const(type_, initial_value(type_))
    value = check.static(written, ROOT, f"the option `{name}`")
    if name in declared.given_options:
        value = _by_label(value, type_)
    return option_value(declared.rules, value, type_, name, written.span)


def _by_label(value: Const, type_: Type) -> Const:
    """From outside, a number stands for the site that is called so: `2` for `[2]`."""
    base, label = type_.base, str(value.value)
    if not isinstance(base, Shape) or not value.type.is_number or type_.size == Size.MANY or label not in base.labels:
        return value
    return Const(Type(base), base.labels.index(label))


def option_value(rules: Ruleset, value: Const, type_: Type, name: str, span: Span) -> Const:
    """A value for an option, checked against its type."""
    fitted = fit(value, type_)
    if not isinstance(fitted, Const):
        raise fault(
            "O806",
            span,
            f"the option `{name}` takes {describe(type_)}, not {span.text.strip() or 'this'}",
            _option_hint(rules, name, span),
        )
    return fitted


def _option_hint(rules: Ruleset, name: str, span: Span) -> str:
    """What to do about a value that an option can't have: its type may be the author's own, or another's."""
    if span.source not in sources(rules):
        return ""
    own = rules.options[name].name.span.source is span.source
    return "change the value, or the type after the `:`" if own else "choose another value"


def sources(rules: Ruleset) -> list[Source]:
    """The texts of the ruleset and of what it extends."""
    return [tree.source for tree in rules.trees]


def fit(value: Expr, type_: Type) -> Expr | None:
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
    if type_.size == Size.ONE:
        value = surely(value)
    if value.type.size > type_.size:
        return None
    return const(type_, value.value) if isinstance(value, Const) else value


# ---- board, pieces, state


def declare_board(check: Check) -> None:
    """The board, which may hold stacks."""
    declared = check.declared
    if declared.rules.board is None:
        if declared.rules.directions and not declared.unsure("board"):
            where = declared.rules.directions[0].span
            raise fault("B404", where, "this direction needs a board, and the ruleset has none",
                        "add `board grid(8, 8)`, for example, or indent it below a `type` with sites")  # fmt: skip
        return
    e = declared.rules.board.shape
    if isinstance(e, t.Call) and e.name.text == "stacks" and len(e.arguments) == 1:
        declared.stacks = True
        e = e.arguments[0]
    declared.board = shape_of(check, e, ROOT, called="site")
    if declared.rules.directions:
        _add_directions(check, declared.board)


def _add_directions(check: Check, board: Shape) -> None:
    """The ruleset's own directions come behind those of its board."""
    done, lost = check.forms.add_directions(check, board, check.declared.rules.directions)
    check.declared.board = done
    check.declared.lost |= lost
    boards, bases = check.memo.boards.made, check.memo.bases
    boards |= {key: done for key, shape in boards.items() if shape is board}
    bases |= {name: done for name, base in bases.items() if base is board}


def mark_board(check: Check) -> None:
    """The type that the board is made of counts as used."""
    declared = check.declared
    for shape, (decl, _) in check.memo.boards.trees.items():
        if shape is declared.board:
            check.trace.uses(decl.name)
    expression = declared.rules.board.shape if declared.rules.board else None
    if isinstance(expression, t.Name) and expression.text in declared.rules.types:
        check.trace.uses(declared.rules.types[expression.text].name)


def declare_pieces(check: Check) -> None:
    """The kinds of pieces, and all pieces there can be."""
    declared = check.declared
    for decl in declared.rules.pieces:
        if declared.rules.board is None:
            declared.lost |= {kind.name.text for kind in decl.kinds}
            if not declared.unsure("board"):
                hint = "add `board grid(8, 8)`, for example"
                check.findings.report(error("B404", decl.span, "pieces need a board, and the ruleset has none", hint))
            break
        keeper = None if decl.owner is None else check.findings.attempt(_keeper, check, decl.owner)
        for kind in decl.kinds:
            if not check.findings.attempt(_declare_kind, check, kind, decl.owner is not None, keeper):
                declared.lost |= {kind.name.text}
    kinds, parts = declared.pieces.kinds, declared.pieces.parts
    labels = tuple(_label(kinds[kind].name, number, owner, declared.player) for kind, owner, number in parts)
    domain = Domain("kind", tuple(kind.name for kind in kinds))
    declared.pieces = replace(declared.pieces, domain=domain, things=Domain("piece", labels), known=True)


def _label(kind: str, number: int | None, owner: int, player: Domain) -> str:
    """What a piece is called: `stone(3) of White`."""
    return kind + (f"({number})" if number is not None else "") + (f" of {player.labels[owner]}" if owner >= 0 else "")


def _turned_round(decl: t.Players) -> Mend:
    """The two numbers exchanged."""
    assert decl.low is not None
    assert decl.high is not None
    low, high = decl.low.span, decl.high.span
    return mend(Edit(low, high.text), Edit(high, low.text), title=f"write `{high.text}..{low.text}`")


def _keeper(check: Check, owner: t.Expression) -> int | None:
    """The one player who has all pieces of a kind; None if each has some."""
    who = check.static(owner, ROOT, "whose pieces these are")
    if who.type.base is not check.declared.player:
        raise fault("P503", owner.span, f"pieces belong to players, not to `{owner.span.text}`",
                    "write `of player`, or name one of them: `of White`, for example")  # fmt: skip
    every = as_set(who)
    assert isinstance(every, Const)
    if every.value == (1 << len(check.declared.player)) - 1:
        return None
    if every.value.bit_count() != 1:
        hint = "declare them `of player`, and put only those that you need"
        raise fault("P503", owner.span, "pieces belong to one player, to all, or to nobody", hint)
    return int(every.value).bit_length() - 1


def _declare_kind(check: Check, kind: t.Kind, owned: bool, keeper: int | None) -> bool:
    """A kind and its pieces. Gives true, also for one that there is already, which is reported."""
    declared = check.declared
    name, pieces = kind.name.text, declared.pieces
    if name in pieces.nodes:
        message = f"the piece `{name}` is declared already"
        first = pieces.nodes[name].name.span
        check.findings.report(_twice(declared.rules, kind.name.span, first, message, "keep one of the two"))
        return True
    number: tuple[str, int, int] | None = None
    if kind.number is not None:
        type_ = type_of(check, kind.number[1])
        if not isinstance(type_.base, Range) or type_.size != Size.ONE or len(type_.base) > 200:
            raise fault("P504", kind.number[1].span, "a piece's number needs a range of at most 200 numbers",
                        "write `stone(number: 1..6)`, for example")  # fmt: skip
        number = kind.number[0].text, type_.base.low, type_.base.high
    numbers: Iterable[int | None] = [None] if number is None else range(number[1], number[2] + 1)
    owners = [-1] if not owned else range(len(declared.player)) if keeper is None else [keeper]
    declared.pieces = Pieces(
        {**pieces.nodes, name: kind}, (*pieces.kinds, Kind(name, owned and keeper is None, number, keeper)),
        parts=(*pieces.parts, *((len(pieces.kinds), owner, n) for owner in owners for n in numbers)),
    )  # fmt: skip
    return True


def declare_variable(check: Check, has: t.Has) -> Variable:
    """A part of the state: `game has`, `player has`, `site has` …"""
    dimensions: list[Range | Domain] = []
    for name in ([has.subject] if has.subject else []) + list(has.parameters):
        base = base_of(check, name)
        if not isinstance(base, Range | Domain):
            raise fault("T304", name.span, f"values can't be kept for each {base.name}",
                        "keep values for `game`, `player`, `site` or a type of your own: `site has …`")
        dimensions.append(base)
    collection = cast(Literal["", "bag", "pile"], has.type.size if has.type.size in HOLDS else "")
    if collection:
        base, many = held_in(check, has.type), how_many(check, has.type)
        dimensions.append(base if collection == "bag" else Range(1, many))
    size = 1
    for dimension in dimensions:
        size *= len(dimension)
    if size > 100_000:
        raise fault("T305", has.span, f"this keeps {size:,} values, more than the limit of 100,000",
                    "keep it for fewer things; the pieces already say what is on the board")
    if collection:
        type_ = Type(Range(0, many)) if collection == "bag" else Type(base, Size.MAYBE)
    else:
        type_ = type_of(check, has.type)
    if isinstance(type_.base, Range):
        check_range(type_.base, has.type.span)
    value = initial_value(type_)
    if has.initial is not None and collection == "pile":
        raise fault("T345", has.initial.span, "a pile is empty at first", f"fill it in `setup`: `{has.name.text} = …`")
    if has.initial is not None:
        written = check.static(has.initial, ROOT, "what a variable starts with")
        fitted = fit(written, type_)
        if not isinstance(fitted, Const):
            holds = f"so many of each, {describe(type_)}" if collection else describe(type_)
            raise fault("T306", has.initial.span, f"`{has.name.text}` holds {holds}, not this",
                        "write the value at the start after the `=`")
        value = fitted.value
    variable = Variable(has.name.text, tuple(dimensions), type_, value, False, has.name.span, collection)
    state = check.declared.state
    same_name = variable.name
    same = state.attributes.get(same_name, ()) if has.subject else filter(None, (state.of_game.get(same_name),))
    first = next((v for v in same if not has.subject or v.subject is variable.subject), None)
    if first is not None:
        message, there = f"`{has.name.text}` is declared already", state.nodes[first].span
        raise Fault(_twice(check.declared.rules, has.name.span, there, message, "keep one of the two"))
    check.declared.state = state.with_variable(variable, has)
    return variable


def _members(types: Iterable[t.Enumeration | t.Alias | t.Shape]) -> Iterator[t.Name]:
    """All members of enumerations, in the order in which they are written."""
    for decl in types:
        if isinstance(decl, t.Enumeration):
            yield from decl.members
