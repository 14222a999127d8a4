"""R68: names mixed up, of sites, players and pieces; signs mixed up."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.check.unfit import meant_as_change
from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.lint.walk import every, mentions, target_name, uses, walk
from gdl.syntax import tree as t
from gdl.syntax.alike import same
from gdl.text.findings import Finding
from gdl.text.source import Span

_START = "put stone of White on row(1)\nput stone of Black on row(3)"
_END = "win me if no theirs\nlose next if stuck"


class RemovesWhatCame(Rule):
    """A piece moves to a site and is removed there.

    Statements happen one after another. After `move a to b`, `remove b` removes the piece that moved.
    The move already took what stood on b. To capture on another site, name that site. To remove the
    moving piece, write `remove a` alone.
    """

    code, name, severity = "R682", "removes-what-came", "warning"
    _TURN = "choose a in mine, d in {{N, S}} where a.d in theirs and a.d^2 in empty\nmove a to a.d^2\nremove {}"
    bad = example(setup=_START.replace("row(3)", "row(2)"), turn=_TURN.format("a.d^2"), end=_END)
    good = example(setup=_START.replace("row(3)", "row(2)"), turn=_TURN.format("a.d"), end=_END)

    def check(self, context: Context) -> Iterator[Finding]:
        if any(model.stacks for model in context.models[:1]):
            return  # there the top piece goes, and what was below it stays
        for block in context.blocks:
            for i, first in enumerate(block):
                site = first.target if isinstance(first, t.Move) else first.sites if isinstance(first, t.Put) else None
                again = _removed(site, block[i + 1 :]) if site is not None else None
                if again is not None:
                    message = f"this removes the piece that came here in line {first.span.line}"
                    yield self.found(
                        again, message, "check the site; the piece that stood there before is gone anyway"
                    )


def _removed(site: t.Expression, rest: t.Block) -> t.Remove | None:
    """Where a site is cleared, with nothing between but changes of what it isn't named by."""
    names = {name.text for name in uses(site)}
    for statement in rest:
        if isinstance(statement, t.Remove):
            return statement if same(statement.sites, site) else None
        changed = target_name(statement.target) if isinstance(statement, t.Assign) else None
        if changed is None or changed.text in names or any(mentions(n, statement) for n in ("piece", "mine", "theirs")):
            return None
    return None


class SamePlayerInLoop(Rule):
    """A loop over the players puts one player's pieces on everybody's sites.

    In `for p in player`, the name p is each player in turn. Here the sites are those of p, but all
    pieces are White's. So White also gets pieces on Black's sites.
    """

    code, name, severity = "R683", "same-player-in-loop", "warning"
    _HOME = "define p.home = row(1) when p = White otherwise row(3)"
    _SETUP = "for p in player\n  put stone of {} on p.home"
    _TURN = "choose a in mine, b in a.adjacent & empty\nmove a to b"
    bad = example(_HOME, setup=_SETUP.format("White"), turn=_TURN, end=_END)
    good = example(_HOME, setup=_SETUP.format("p"), turn=_TURN, end=_END)

    def check(self, context: Context) -> Iterator[Finding]:
        players = {label for model in context.models[:1] for label in model.players} | {"me"}
        for loop in context.nodes(t.For):
            names = [
                b.name.text for b in loop.query.binders if isinstance(b.source, t.Name) and b.source.text == "player"
            ]
            for put in every(t.Put, loop.body) if names else ():
                match put.piece:
                    case t.Binary(operator="of", right=t.Name(text=owner)) if owner in players:
                        hanging = next((name for name in names if mentions(name, put.sites)), None)
                        if hanging is not None and not mentions(hanging, put.piece):
                            message = f"this puts pieces of {owner} on the sites of every `{hanging}`"
                            yield self.found(put, message, f"`of {hanging}`, if each player should get their own")
                    case _:
                        pass


class AnothersWay(Rule):
    """A piece is chosen, but its goals are those of all pieces.

    In `choose a in mine, b in mine.goals`, any piece may go where any other could. Write `a.goals` for
    the goals of a. If each piece may really go to the goals of all, give that set a name:
    `define reach = mine.goals`.
    """

    code, name, severity = "R684", "anothers-way", "warning"
    _GOALS = "define a.goals = a.orthogonal & empty"
    _TURN = "choose a in mine, b in {}.goals\nmove a to b"
    bad = example(_GOALS, setup=_START, turn=_TURN.format("mine"), end=_END)
    good = example(_GOALS, setup=_START, turn=_TURN.format("a"), end=_END)

    def check(self, context: Context) -> Iterator[Finding]:
        defined = {d.name.text for d in context.all_declarations(t.Define) if d.subject is not None}
        for choose in context.nodes(t.Choose):
            query = choose.query
            for i, chosen in enumerate(query.names):
                rest = query.names[i + 1 :]
                if not isinstance(chosen, t.Binder) or mentions(chosen.name.text, *rest, query.where or ()):
                    continue
                for dot in every(t.Dot, *rest):
                    link = dot.link.name if isinstance(dot.link, t.Call) else dot.link
                    if isinstance(link, t.Name) and link.text in defined and same(dot.subject, chosen.source):
                        name = chosen.name.text
                        message = (
                            f"this asks all pieces of `{chosen.source.span.text}`, not the `{name}` that is chosen"
                        )
                        yield self.found(dot, message, f"`{name}.{dot.link.span.text}` asks the chosen one")


class SignsSwapped(Rule):
    """`x =- 1` makes x minus one; it takes nothing away.

    To take 1 away, write `x -= 1`. If x is to be −1, write `x = -1`.
    """

    code, name, severity = "R697", "signs-swapped", "warning"
    _SCORE = "player has points: -9..9 = 0"
    _TURN = "choose s in empty\nput stone of me on s\nme.points {} 1 if s = b2 and me.points > -9"
    _OVER = "win me if me.points > 0\ndraw if no empty"
    bad = example(_SCORE, turn=_TURN.format("=-"), end=_OVER)
    good = example(_SCORE, turn=_TURN.format("-="), end=_OVER)

    def check(self, context: Context) -> Iterator[Finding]:
        for change in context.nodes(t.Assign):
            if change.operator == "=" and (hint := meant_as_change(change.value)):
                where = Span(context.source, change.value.span.start - 1, change.value.span.end)
                given = change.value.span.text.replace(" ", "")
                yield self.found(where, f"this sets `{change.target.span.text}` to {given}", hint)


class RepeatsNothing(Rule):
    """`repeats` compares only whose turn it is.

    Each round, the same player's turn comes again. So the game ends after a few turns in any position.
    Name what makes up a position: `repeats(piece, next)`, and other values that the game keeps.
    """

    code, name, severity = "R685", "repeats-nothing", "warning"
    _TURN = "choose a in mine, b in a.adjacent & empty\nmove a to b"
    _OVER = "lose next if stuck\ndraw if repeats({}) = 2"
    bad = example(setup=_START, turn=_TURN, end=_OVER.format("next"))
    good = example(setup=_START, turn=_TURN, end=_OVER.format("piece, next"))

    def check(self, context: Context) -> Iterator[Finding]:
        for call in context.nodes(t.Call):
            asked = [e for e in call.arguments if not isinstance(e, t.Recent)]
            if call.name.text == "repeats" and asked and all(_is_turn(e) for e in asked):
                message = "this compares only whose turn it is, and that repeats every round"
                yield self.found(call, message, "also name what makes up a position: `repeats(piece, next)`")


def _is_turn(e: t.Node) -> bool:
    return isinstance(e, t.Name) and e.text in ("next", "me") and not any(isinstance(n, t.Dot) for n in walk(e))
