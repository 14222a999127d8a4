"""How games end: `win`, `lose`, `draw`, `rank`; and scores."""

from __future__ import annotations

from gdl.check.decisions import told_to_people
from gdl.check.flow import nodes
from gdl.check.names import find_name
from gdl.check.parts import Check
from gdl.check.pieces import one_of_the_players
from gdl.check.queries import note_binder
from gdl.check.scope import Scope, Section
from gdl.check.united import one_number_of
from gdl.check.values import is_empty_set
from gdl.model import statements as m
from gdl.model.build import as_set, everything
from gdl.model.nodes import Expr, Get, Repeats, Stuck, Var, within
from gdl.model.types import Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import Fault, fault
from gdl.text.fixes import Edit, Hint


def finish(check: Check, s: t.Finish, scope: Scope) -> m.Statement:
    """`win`, `lose`, `draw`."""
    ending(scope.section, s)
    why = reason(check, s, scope)
    if s.who is None:
        return m.Finish(s.span, "draw", everything(check.declared.player), why)
    try:
        who = check.expr(s.who, scope)
    except Fault as stop:
        if stop.finding.span != s.who.span:
            raise
        raise one_of_the_players(check, stop) from None
    if who.type.base is not check.declared.player and not is_empty_set(who):
        hint = f"write `{s.result} me`, for example"
        if who.type.is_number and s.result == "win":
            hint = "if the player with the greatest number wins, write `rank p by …`: a number for each player p"
        raise fault("E702", s.who.span, f"a player wins or loses, not {who.type}", hint)
    return m.Finish(s.span, s.result, check.settled(as_set(who, check.declared.player)), why)


def refuse_unnamed(check: Check, s: t.If, scope: Scope) -> None:
    """Refuse `win p if p.score = 3` if nothing introduces `p`; the hint writes the set of those players."""
    condition, body = s.arms[0]
    match body:
        case (t.Finish(who=t.Name(text=name) as who) as end,) if len(s.arms) == 1 and not s.otherwise:
            asked = any(isinstance(e, t.Name) and e.text == name for e in nodes(condition))
            if asked and find_name(check, who, scope) is None and not check.declared.unsure(name):
                better = f"{end.result} {{{name} in player where {condition.span.text}}}"
                hint = Hint(f"write `{better}`", edits=[Edit(s.span, better)])
                raise fault("N201", who.span, f"nothing is called `{name}` here", hint)


def rank(check: Check, s: t.Rank, scope: Scope) -> m.Statement:
    """`rank p by score`."""
    ending(scope.section, s)
    return m.Rank(s.span, *counted_score(check, s, scope), s.pays, reason(check, s, scope))


def reason(check: Check, s: t.Finish | t.Rank, scope: Scope) -> Expr | None:
    """Why the game ended, as a text made from the last position."""
    if s.why is None:
        return None
    why = told_to_people(check, s.why, scope)
    if any(isinstance(e, Repeats) or (isinstance(e, Get) and e.variable.local) for e in within(why)):
        raise fault("E705", s.why.span, "this text must follow from the position at the end: it can't use `repeats`, "
                    "or what the turn has found", "ask the board and the variables, or say it in plain words")
    return check.settled(why)


def counted_score(check: Check, s: t.Rank | t.Score, scope: Scope) -> tuple[Var, Expr]:
    """A player, and a number for each."""
    if s.name.text == "player":
        hint = "name each player: `rank p by count(piece of p)`, for example"
        raise fault("N206", s.name.span, "`player` means all players", hint)
    note_binder(check, s.name, scope)
    p = Var(Type(check.declared.player), s.name.text)
    score = check.expr(s.score, scope.bind({s.name.text: p}))
    if not score.type.is_number:
        what = "players are ranked by a number, not by" if isinstance(s, t.Rank) else "a score is a number, not"
        hint = one_number_of(check.declared, s.score, score.type) or "write `count(stone of p)`, for example"
        raise fault("E703", s.score.span, f"{what} {score.type}", hint)
    if score.type.size == Size.MAYBE:
        raise fault("E703", s.score.span, "this score may be missing", "write `… otherwise 0`")
    return p, check.settled(score)


def declared_score(check: Check, s: t.Score, scope: Scope) -> tuple[Var, Expr]:
    """`score p by number`, which may be asked at any time."""
    p, score = counted_score(check, s, scope)
    todo = [score]
    while todo:
        e = todo.pop()
        if isinstance(e, Repeats | Stuck):
            raise fault("E703", s.score.span, "a score must follow from the position, not from the past or the future",
                        "keep what it needs in a variable")  # fmt: skip
        todo += e.parts
    return p, score


def ending(section: Section, s: t.Statement) -> None:
    """The game can't end while it is set up."""
    if section.name == "setup":
        raise fault("R602", s.span, "the game can't end in `setup`", "put it in `end`")
