"""Decisions and rolls: the options, the texts of moves, the questions."""

from __future__ import annotations

from dataclasses import replace

from gdl.check.bag_parts import held_part
from gdl.check.bags import copies
from gdl.check.dice import Weights, dice, so_often, weighted
from gdl.check.expressions import printed
from gdl.check.flow import mentions
from gdl.check.hiding import told
from gdl.check.locals import local, planned_query, unnamed
from gdl.check.parts import Check
from gdl.check.queries import bind, check_size, known_value, set_behind
from gdl.check.scope import Scope, Section
from gdl.check.values import get
from gdl.model import statements as m
from gdl.model.build import const, op
from gdl.model.nodes import Expr
from gdl.model.types import TEXT
from gdl.syntax import tree as t
from gdl.text.findings import fault


def allowed(section: Section, s: t.Statement) -> None:
    """Refuse decisions and chance in sections that can't have them."""
    rolls = isinstance(s, t.Roll | t.Deal | t.Shuffle)
    what = "roll" if rolls else "decision"
    if not (section.rolls if rolls else section.choices):
        raise fault("R601", s.span, f"there can be no {what} in {section.name}", "put it in `turn`")


def choose(check: Check, s: t.Choose | t.Roll, scope: Scope) -> tuple[list[m.Statement], Scope]:
    """A decision, or chance."""
    allowed(scope.section, s)
    weights: list[Weights | None] = []

    def source_of(check: Check, e: t.Expression, scope: Scope) -> Expr:
        thrown = dice(check, e, scope) if isinstance(s, t.Roll) else None
        binder = s.query.binders[len(weights)]
        if thrown and binder.is_part:
            raise fault("T331", e.span, "several dice make one number, which has no parts",
                        f"write `roll {binder.name.text} in {e.span.text}`")  # fmt: skip
        weights.append(thrown[1] if thrown else None)
        return thrown[0] if thrown else set_behind(check, e, scope)

    binders, condition, inner = bind(check, s.query, scope, source_of, by_number=True)
    values = [value for b in s.query.binders if isinstance(value := inner.find(b.name.text), Expr)]
    if s.text is not None:
        text = written(check, s.text, inner)
    else:
        parts: list[Expr] = []
        for chosen_value in values:
            parts += [*([const(TEXT, "-")] if parts else []), printed(check.declared, chosen_value)]
        text = op("text", TEXT, *parts) if len(parts) > 1 else parts[0]
    variables: list[m.Variable] = []
    names: dict[str, m.Variable | Expr] = {}
    for (v, _), value, binder in zip(binders, values, s.query.binders, strict=True):
        variables.append(local(check, binder.name, v.type))
        names[binder.name.text] = variables[-1] if value is v else held_part(check, value, v, get(variables[-1]))
    ways = [so_often(v, often) for (v, _), often in zip(binders, weights, strict=True) if often]
    if isinstance(s, t.Roll):
        ways += copies(check, binders)
        ways += [] if s.weight is None else [weighted(check, s.weight, inner)]
    binders += ways
    check_size(s.query, binders)
    variables += [unnamed(check.locals, v.name, v.type, s.span) for v, _ in ways]
    done, where = planned_query(check.memo.folder, binders, condition)
    others = () if isinstance(s, t.Roll) else s.others
    parts_of = s.span, tuple(variables), done, where, check.settled(text)
    further = tuple(check.settled(written(check, other, inner)) for other in others)
    secret, to = s.secret or scope.section.secret, told(check, s, inner)
    if isinstance(s, t.Roll):
        chosen: m.Choose = m.Roll(*parts_of, secret=secret, told=to, hidden=len(ways))
    else:
        chosen = m.Choose(*parts_of, further, secret, to, asked(check, s, scope))
    check.trace.notes.queries[chosen] = tuple(binders), condition
    return [chosen], scope.bind(names)


def written(check: Check, e: t.Expression, scope: Scope) -> Expr:
    """The text of a move."""
    return printed(check.declared, check.expr(e, scope), scope.section.spelled)


def told_to_people(check: Check, e: t.Expression, scope: Scope) -> Expr:
    """A sentence for people: a question, or the reason why a game ended."""
    return written(check, e, scope.within(replace(scope.section, spelled=True)))


def asked(check: Check, s: t.Choose | t.Say, scope: Scope) -> Expr | None:
    """The question to the player who decides. It can use only what is known before the choice."""
    return None if s.asking is None else check.settled(told_to_people(check, s.asking, scope))


def known_behind(
    check: Check, q: t.Query, scope: Scope, behind: tuple[t.Node, ...]
) -> tuple[list[m.Statement], Scope]:
    """The `let` names of a query after the query: those that are used there become locals, set at once."""
    done: list[m.Statement] = []
    for known in q.known:
        name, value = known.name.text, known_value(check, known, scope)
        if not mentions(name, behind):
            scope = scope.bind({name: value})
            continue
        variable = local(check, known.name, value.type)
        done.append(m.Assign(known.span, variable, (), check.settled(value), False))
        check.trace.notes.values[done[-1]] = value
        scope = scope.bind({name: variable})
    return done, scope
