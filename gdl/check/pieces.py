"""Pieces: the sites where they stand, and the things that are put there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gdl.check.declared import Declared, Pieces
from gdl.check.hints import nearest
from gdl.check.parts import Check
from gdl.check.scope import Scope, Thing
from gdl.check.written_types import need_board
from gdl.model.arithmetic import arithmetic
from gdl.model.build import (
    TRUE,
    as_set,
    cond,
    cond_as,
    conjunction,
    const,
    convert_size,
    empty,
    equal,
    everything,
    fitting,
    given,
    integer,
    member,
    op,
    query,
    table,
    union,
)
from gdl.model.nodes import Const, Content, Expr, Op, Standing, Var, node
from gdl.model.types import TEXTS, TRUTH, TRUTHS, Range, Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import Fault, fault
from gdl.text.fixes import Edit, Hint
from gdl.text.source import Span


def empty_sites(declared: Declared, span: Span) -> Expr:
    """The sites where nothing stands."""
    board = need_board(declared, span)
    occupied = standing(declared, None, None)
    return op("minus", Type(board, Size.MANY), everything(board), occupied)


def standing(declared: Declared, kinds: tuple[int, ...] | None, owner: Expr | None) -> Expr:
    """The sites of some kinds (None: all), of one owner or several (None: any)."""
    assert declared.board is not None
    every = tuple(range(len(declared.pieces.kinds)))
    kinds = every if kinds is None else kinds
    type_ = Type(declared.board, Size.MANY)
    kept: Expr = const(type_, 0)
    if owner is not None:
        if owner.type.size == Size.MAYBE:
            return given(owner, lambda p: standing(declared, kinds, p))
        if isinstance(owner, Op) and owner.name == "single":
            (owner,) = owner.operands
        for keeper in range(len(declared.player)):
            own = tuple(k for k in kinds if declared.pieces.kinds[k].keeper == keeper)
            if own:
                is_theirs = member(const(Type(declared.player), keeper), owner)
                kept = union(kept, when(is_theirs, node(Standing, type_, own, None)))
        kinds = tuple(k for k in kinds if declared.pieces.kinds[k].owned)
    return union(node(Standing, type_, kinds, owner), kept) if kinds else kept


def no_kind(pieces: Pieces) -> Thing:
    """A kind that a variant has removed: it stands nowhere, can't be put anywhere, and equals nothing."""
    return Thing(empty(Type(pieces.domain, Size.MAYBE)))


def is_no_kind(thing: Thing) -> bool:
    """Whether it is a kind that a variant has removed."""
    return isinstance(thing.kind, Const) and thing.kind.value == -1


def bare_kind(value: Expr | Thing) -> Expr | None:
    """The kind, if a value is the name of a kind, or a choice among such names, without an owner."""
    return value.kind if isinstance(value, Thing) and value.owner is None and value.number is None else None


def sites_of(declared: Declared, thing: Thing, span: Span) -> Expr:
    """The sites where such a piece stands."""
    need_board(declared, span)
    if thing.sites is not None:
        return thing.sites
    if is_no_kind(thing):
        return const(Type(need_board(declared, span), Size.MANY), 0)
    if thing.kind is None or isinstance(thing.kind, Const):
        kinds = None if thing.kind is None else (thing.kind.value,)
        where = standing(declared, kinds, thing.owner)
    else:
        where = as_set(empty(Type(need_board(declared, span), Size.MANY)))
        for i in range(len(declared.pieces.kinds)):
            is_owned = declared.pieces.kinds[i].owned or declared.pieces.kinds[i].keeper is not None
            here = standing(declared, (i,), thing.owner if is_owned else None)
            is_kind = equal(thing.kind, const(Type(declared.pieces.domain), i))
            where = union(where, when(is_kind, here))
    if thing.number is None:
        return where
    site, number = Var(Type(need_board(declared, span)), "s"), thing.number
    same = equal(node(Content, number_type(declared.pieces), "number", site), number)
    return query("union", where.type, [(site, where)], same, site)


def when(condition: Expr, value: Expr) -> Expr:
    """The value, or nothing if the condition fails."""
    if value.type.size == Size.FAMILY:
        return value if condition is TRUE else const(value.type, ())
    if value.type == TRUTH:
        return conjunction((condition, value))
    if value.type.size == Size.MANY:
        return cond(condition, value, const(value.type, 0))
    if value.type.base is TEXTS:
        return cond(condition, value, const(value.type, ""))
    type_ = value.type.of_size(Size.MAYBE)
    return cond_as(condition, value, empty(type_), type_)


def number_type(pieces: Pieces) -> Type:
    """The type of `s.number`: all numbers of pieces; it may be missing."""
    ranges = [Range(k.number[1], k.number[2]) for k in pieces.kinds if k.number]
    whole = ranges[0]
    for one in ranges[1:]:
        whole = whole.join(one)
    return Type(whole, Size.MAYBE)


def piece_of(declared: Declared, thing: Thing, span: Span) -> Expr:
    """The piece itself, as a value of the type `piece`; it may be missing."""
    if thing.kind is None:
        raise fault("P505", span, "`piece` is any kind of piece; say which kind", "name a kind")
    if is_no_kind(thing):
        return empty(Type(declared.pieces.things, Size.MAYBE))
    if not isinstance(thing.kind, Const):
        return _dynamic_piece(declared, thing, span)
    kind = declared.pieces.kinds[thing.kind.value]
    if kind.owned and thing.owner is None:
        raise fault("P506", span, f"whose `{kind.name}`?", f"write `{kind.name} of me`, for example")
    if kind.keeper is not None and thing.owner is not None:
        return _kept_piece(declared, thing, kind.keeper, span)
    if not kind.owned and thing.owner is not None:
        raise fault("P507", span, f"a `{kind.name}` belongs to nobody", owned_by_all(declared, kind.name))
    if kind.number and thing.number is None:
        raise fault("P508", span, f"a `{kind.name}` has a number; which one?", f"write `{kind.name}(1)`, for example")
    if not kind.number and thing.number is not None:
        raise fault("P509", span, f"`{kind.name}` has no number", "leave out the number, or declare it: "
                    f"`pieces {kind.name}(number: 1..6)`, for example")  # fmt: skip
    if thing.owner is not None and thing.owner.type.size == Size.MANY:
        raise fault("P506", span, "a piece has one owner, not several",
                    f"write `for p in player`, and below it `put {kind.name} of p on …`")  # fmt: skip
    base = declared.pieces.first(thing.kind.value)
    low, many = (kind.number[1], kind.number[2] - kind.number[1] + 1) if kind.number else (0, 1)
    owner = thing.owner or integer(0)
    numbers: Expr = integer(0)
    if thing.number is not None:
        assert kind.number is not None
        if thing.number.type.base is TRUTHS or not thing.number.type.is_number:
            raise fault("T301", span, f"a piece's number is a number, not {thing.number.type}",
                        "write `stone(1)`, for example")
        numbers = arithmetic("-", fitting(thing.number, Range(low, kind.number[2])), integer(low))

    def code(p: Expr, n: Expr) -> Expr:
        is_player = p.type.base is declared.player
        players = convert_size(p, Type(Range(0, len(declared.player) - 1))) if is_player else p
        total = arithmetic("+", integer(base), arithmetic("+", arithmetic("*", players, integer(many)), n))
        return convert_size(total, Type(declared.pieces.things, total.type.size))

    return given(owner, lambda p: given(numbers, lambda n: code(p, n)))


def _kept_piece(declared: Declared, thing: Thing, keeper: int, span: Span) -> Expr:
    """A piece of a kind that only one player has; missing if another player should have it."""
    assert thing.owner is not None
    if thing.owner.type.size == Size.MANY:
        raise fault("P506", span, "a piece has one owner, not several", "name one player: `of me`, for example")
    refuse_strangers(declared, thing, span)
    piece = piece_of(declared, Thing(thing.kind, None, thing.number), span)
    return when(equal(thing.owner, const(Type(declared.player), keeper)), piece)


def owned_by_all(declared: Declared, kind: str) -> Hint:
    """The hint for an owner of a piece that has none. The fix is sure only if the piece has an owner wherever it is
    named."""
    said = "leave out the `of …`, or declare it `of player`"
    node = declared.pieces.nodes[kind]
    text = re.sub(r'"[^"\n]*"|#[^\n]*', lambda hidden: " " * len(hidden.group()), node.span.source.text)
    line = re.search(rf"^pieces\s+{kind}(\s*\([^)]*\))?[ \t]*$", text, re.MULTILINE)
    if line is None or len(declared.rules.trees) > 1:  # others are declared with it, or other files name it
        return Hint(said)
    rest = text[: line.start()] + text[line.end() :]
    uses = re.finditer(rf"(?<![\w.]){kind}\b(?:\s*\([^()]*\))?(\s+of\b)?", rest)
    end = line.start() + len(line.group().rstrip())
    edits = [Edit(Span(node.span.source, end, end), " of player")] if all(use[1] for use in uses) else []
    return Hint(f"declare it like this: `{line.group().strip()} of player`" if edits else said, edits=edits)


def refuse_strangers(declared: Declared, thing: Thing, span: Span) -> None:
    """Refuse a player's piece if that player has none of its kind."""
    if is_no_kind(thing):
        return
    if not (isinstance(thing.kind, Const) and isinstance(thing.owner, Const) and thing.owner.type.size == Size.ONE):
        return
    kind, owner = declared.pieces.kinds[thing.kind.value], thing.owner.value
    if kind.keeper not in (None, owner):
        keeper, other = declared.player.labels[kind.keeper], declared.player.labels[owner]
        raise fault("P507", span, f"{other} has no `{kind.name}`; only {keeper} has", f"write `{kind.name}` alone")


def _dynamic_piece(declared: Declared, thing: Thing, span: Span) -> Expr:
    """A piece whose kind is known only in play; missing if that kind has no such number or no such owner."""
    assert thing.kind is not None
    if thing.number is None and any(k.number for k in declared.pieces.kinds):
        raise fault("P510", span, "these pieces have numbers, so a piece from a variable must be whole",
                    "write `s.piece` for the piece on s, or `k(1)` for one of the kind that k holds")  # fmt: skip
    if thing.number is not None and not thing.number.type.is_number:
        raise fault("T301", span, f"a piece's number is a number, not {thing.number.type}",
                    "write `k(1)`, for example")  # fmt: skip
    if thing.owner is not None and thing.owner.type.size == Size.MANY:
        raise fault("P506", span, "a piece has one owner, not several",
                    "write `for p in player`, and below it `put k of p on …`")  # fmt: skip
    if thing.number is None:
        return given(thing.kind, lambda k: _sort_of_piece(declared, thing, [(i, None) for i in _kinds(declared)], k))
    kind, number, every = thing.kind, thing.number, number_type(declared.pieces).base
    assert isinstance(every, Range)
    sorts = [(i, n) for i in _kinds(declared) for n in range(every.low, every.high + 1)]

    def place(k: Expr, n: Expr) -> Expr:
        """Where the kind and the number stand among all of them."""
        before = arithmetic("*", convert_size(k, Type(Range(0, len(declared.pieces.kinds) - 1))), integer(len(every)))
        return arithmetic("+", before, arithmetic("-", fitting(n, every), integer(every.low)))

    return given(kind, lambda k: given(number, lambda n: _sort_of_piece(declared, thing, sorts, place(k, n))))


def _kinds(declared: Declared) -> range:
    return range(len(declared.pieces.kinds))


def _sort_of_piece(declared: Declared, thing: Thing, sorts: Sequence[tuple[int, int | None]], at: Expr) -> Expr:
    """The owner's piece of one of these kinds and numbers. `at`: which of them."""
    type_ = Type(declared.pieces.things, Size.MAYBE)

    def piece(kind: int, number: int | None, owner: int | None) -> int:
        its = declared.pieces.kinds[kind]
        low, high = its.number[1:] if its.number else (0, 0)
        bears = number is None or (its.number is not None and low <= number <= high)
        belongs = owner is not None if its.owned else owner in (None, its.keeper)
        if not bears or not belongs:
            return -1
        before = owner or 0 if its.owned else 0
        return declared.pieces.first(kind) + before * (high - low + 1) + (low if number is None else number) - low

    def owned(p: Expr) -> Expr:
        rows = [table([piece(*sort, q) for sort in sorts], type_, at) for q in range(len(declared.player))]
        whole = rows[0]
        for i, row in enumerate(rows[1:], 1):
            whole = cond_as(equal(p, const(Type(declared.player), i)), row, whole, type_)
        return whole

    if thing.owner is None:
        return table([piece(*sort, None) for sort in sorts], type_, at)
    return given(thing.owner, owned)


def piece_named(check: Check, e: t.Expression, scope: Scope) -> Expr | Thing:
    """A piece. If the name is unknown, the fault lists the pieces that there are."""
    try:
        return check.value(e, scope)
    except Fault as stop:
        if isinstance(e, t.Binary) and e.operator == "of" and stop.finding.span == e.right.span:
            raise one_of_the_players(check, stop) from None
        found = stop.finding
        if found.code == "N201" and not found.hint and check.declared.pieces.kinds:
            nodes = check.declared.pieces.nodes
            found = replace(found, hint=nearest(found.span.text, nodes, "the kinds of pieces are"))
        raise Fault(found) from None


def one_of_the_players(check: Check, stop: Fault) -> Fault:
    """The same fault; if a player should stand in the place of the unknown name, with the players."""
    found, players = stop.finding, check.declared.player
    if found.code == "N201" and not found.hint and check.declared.players_known:
        found = replace(found, hint=nearest(found.span.text, players.labels, "the players are"))
    return Fault(found)
