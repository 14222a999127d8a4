"""P5: players and pieces."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.lint.walk import every, uses, walk
from gdl.syntax import tree as t
from gdl.text.findings import Finding

_NUMBERED = "pieces stone(number: 1..6) of player"
_PUT_ANY = "choose s in empty, n in 1..6 where no stone(n) of me\nput stone(n) of me on s"
_BALL = {
    "pieces": "pieces stone of player\npieces ball",
    "looks": 'stone of White "W"\nstone of Black "B"\nball "O"',
}


class NoPlayers(Rule):
    """The ruleset doesn't say who plays.

    Name the players in the order of their turns, `players White, Black`, or say how many may play:
    `players 2..6`.
    """

    code, name = "P501", "no-players"
    bad = example(players="", looks="")


class NumberOfPlayers(Rule):
    """The number of players isn't possible.

    Write the smaller number first. The message says how many there may be at most.
    """

    code, name = "P502", "number-of-players"
    bad = example(players="players 4..2", looks='stone of A "A"\nstone of B "B"')
    good = example(players="players 2..2", looks='stone of A "A"\nstone of B "B"')


class WrongOwner(Rule):
    """Pieces are said to belong to something that is no player.

    `pieces stone of player` gives each player stones, `pieces king of White` is for White alone. Pieces
    that belong to nobody are declared without `of`.
    """

    code, name = "P503", "wrong-owner"
    bad = example(pieces="pieces stone of site")


class WrongNumber(Rule):
    """A piece's number isn't of a small range.

    Pieces of a kind may bear a number: `pieces stone(number: 1..6)`. There can be at most 200 different
    ones.
    """

    code, name = "P504", "wrong-number"
    bad = example(pieces=_NUMBERED.replace("1..6", "1..6000"), turn=_PUT_ANY)
    good = example(pieces=_NUMBERED, turn=_PUT_ANY)


class AnyPiece(Rule):
    """`piece` is used where one kind must be meant.

    `piece` is any piece, whatever its kind. To put one on the board, say of which kind.
    """

    code, name = "P505", "any-piece"
    bad = example(turn="choose s in empty\nput piece of me on s")
    good = example(turn="choose s in empty\nput stone of me on s")


class WhosePiece(Rule):
    """It isn't said whose piece this is.

    Pieces declared with `of player` have an owner: `stone of me`, `stone of opponent`.
    """

    code, name = "P506", "whose-piece"
    bad = example(turn="choose s in empty\nput stone on s")
    good = example(turn="choose s in empty\nput stone of me on s")


class NobodysPiece(Rule):
    """A piece is said to belong to a player who has none of its kind.

    Pieces declared without `of player` have no owner, and those declared with `of White` belong to White
    alone. Leave the `of …` away, or declare them with `of player`.
    """

    code, name = "P507", "nobodys-piece"
    bad = example(turn="choose s in empty, t in empty - s\nput stone of me on s\nput ball of me on t", **_BALL)
    good = example(turn="choose s in empty, t in empty - s\nput stone of me on s\nput ball on t", **_BALL)


class WhichNumber(Rule):
    """It isn't said which number the piece bears.

    Pieces declared with a number need one when they are put on the board: `stone(3) of me`.
    """

    code, name = "P508", "which-number"
    bad = example(pieces=_NUMBERED, turn="choose s in empty\nput stone of me on s")
    good = example(pieces=_NUMBERED, turn=_PUT_ANY)


class NoNumber(Rule):
    """A piece that bears no number is given one.

    Declare it with a number, `pieces stone(number: 1..6)`, or leave the number away.
    """

    code, name = "P509", "no-number"
    bad = example(turn="choose s in empty\nput stone(1) of me on s")
    good = example(turn="choose s in empty\nput stone of me on s")


class PartialPiece(Rule):
    """A piece is put together from a kind and an owner, but pieces bear numbers here.

    What the number should be isn't known. The piece on s as a whole is `s.piece`.
    """

    code, name = "P510", "partial-piece"
    bad = example(
        pieces=_NUMBERED,
        turn="choose a in stone, s in empty\nput a.kind of me on s",
        setup="put stone(1) of White on a1",
    )
    good = example(
        pieces=_NUMBERED,
        turn="choose a in stone, s in empty\nput a.piece on s",
        setup="put stone(1) of White on a1",
    )


class NotAPiece(Rule):
    """A piece is wanted, and this is none.

    `put` puts a piece on sites: a kind, with its owner and number if it has them.
    """

    code, name = "P511", "not-a-piece"
    bad = example(turn="choose s in empty\nput me on s")
    good = example(turn="choose s in empty\nput stone of me on s")


# ---- what this file finds itself ------------------------------------------------------------------------


class NeverEnters(Rule):
    """A kind of piece never enters play.

    No `put` mentions it, neither directly nor as a value handed on, so there can never be one on the
    board. Perhaps the set-up forgets it; otherwise delete it.
    """

    code, name, severity = "P550", "never-enters", "warning"
    bad = example(**_BALL)
    good = example(**_BALL, setup="put ball on b2")

    def check(self, context: Context) -> Iterator[Finding]:
        if not context.models:  # who knows what a faulty statement was to put
            return
        items = [item for tree in context.chain for item in tree.items]
        defines: dict[str, list[t.Define]] = {}  # several of a name, where a variant replaces one
        for item in items:
            if isinstance(item, t.Define):
                defines.setdefault(item.name.text, []).append(item)
        put: set[str] = set()
        for item in items:
            for node in walk(item):
                put |= {name.text for name in uses(*_handed_on(node, defines.keys()))}
        waiting = list(put)
        while waiting:  # a define that is handed on stands for what it says
            for define in defines.get(waiting.pop(), ()):
                more = {name.text for name in uses(*_given(define.value))} - put
                put |= more
                waiting += more
        binders = [b.source for b in every(t.Binder, items)]
        links = {node.link for node in every(t.Dot, binders)}
        if any(name.text in ("kind", "piece") and name not in links for name in uses(binders)):
            return  # of all kinds one is chosen
        for pieces in context.declarations(t.Pieces):
            for kind in pieces.kinds:
                if kind.name.text not in put:
                    yield self.found(
                        kind.name,
                        f"no `{kind.name.text}` ever enters play",
                        "`put` one somewhere, or delete it",
                    )


def _handed_on(node: t.Node, defines: Collection[str]) -> tuple[t.Node, ...]:
    """Where a kind is put, or named to be put elsewhere: arguments of defines, locals, variables, what is chosen."""
    match node:
        case t.Put(piece=piece):
            return (piece,)
        case t.Call(name=name, arguments=parts) if name.text in defines:
            return parts
        case t.Choose(query=query) | t.Roll(query=query) | t.For(query=query) | t.Together(query=query):
            sources = [item.value if isinstance(item, t.Known) else item.source for item in query.names]
            return tuple(part for source in sources for part in _things(source, defines))
        case t.Has(initial=value) | t.Option(default=value) if value is not None:
            return (value,)
        case t.Let(value=value) | t.Assign(value=value):
            return (value,)
        case _:
            return ()


def _given(value: t.Expression | tuple[t.Expression, ...] | None) -> Iterator[t.Node]:
    """What a value may come to, without the conditions that decide."""
    match value:
        case tuple():
            for line in value:
                yield from _given(line)
        case t.Binary(operator="when", left=left):
            yield from _given(left)
        case t.Binary(operator="otherwise" | "+" | "-", left=left, right=right):
            yield from _given(left)
            if value.operator != "-":
                yield from _given(right)
        case None:
            pass
        case _:
            yield value


def _things(source: t.Expression, defines: Collection[str]) -> Iterator[t.Node]:
    """What is gone over that may be kinds: `king of me`, and a kind's bare name, are the sites where kings stand."""
    for part in _given(source):
        match part:
            case t.Name(text=name) if name in defines:
                yield part
            case _:
                yield from every(t.Set, part)
