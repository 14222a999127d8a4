"""Calls of defined blocks: each is written out in its place."""

from __future__ import annotations

from functools import partial

from gdl.check.blame import blamed
from gdl.check.deciding import CheckBlock
from gdl.check.flow import only_in_first
from gdl.check.hints import of_lists
from gdl.check.known_names import find_define
from gdl.check.locals import unnamed
from gdl.check.missing import place_of
from gdl.check.names import find_name, is_own
from gdl.check.parts import Check
from gdl.check.scope import Place, Scope, Silent, Thing
from gdl.check.values import arity
from gdl.model import statements as m
from gdl.model.nodes import Const, Expr, Get, Var
from gdl.syntax import tree as t
from gdl.syntax.foreign_words import FIRST_WORDS
from gdl.syntax.statement_slips import statement_meant
from gdl.text.findings import fault
from gdl.text.suggest import did_you_mean


def do(check: Check, s: t.Do, scope: Scope, check_block: CheckBlock) -> list[m.Statement]:
    """The statements of a called block, in the place of the call."""
    declared = check.declared
    call = s.call
    subject: Expr | None = None
    link = call
    if isinstance(call, t.Dot):
        subject, link = check.expr(call.subject, scope), call.link
    if not isinstance(link, t.Name | t.Call) or (isinstance(call, t.Dot) and call.power is not None):
        raise fault("R607", s.span, "this is a value; it does nothing here",
                    "use a statement, which changes something")
    name = link.text if isinstance(link, t.Name) else link.name.text
    define = find_define(declared, subject is not None, name)
    if define is None or not define.is_block:
        if define is None and subject is None and scope.find(name) is None:
            blocks = [n for (has, n), d in declared.rules.defines.items() if d.is_block]
            if find_name(check, t.Name(link.span, name), scope) is None:
                if declared.unsure(name):
                    raise Silent
                raise fault("N201", link.span, f"nothing is called `{name}` here",
                            FIRST_WORDS.get(name) or did_you_mean(name, blocks) or statement_meant(name))  # fmt: skip
        raise fault("R607", s.span, f"`{name}` is a value; it does nothing here",
                    of_lists(name, call) or "use a statement, which changes something")
    check.trace.uses(define.name)
    if isinstance(define, t.Removal):
        return []
    arguments = link.arguments if isinstance(link, t.Call) else ()
    if len(arguments) != len(define.parameters):
        wanted = ", ".join(p.text for p in define.parameters)
        raise fault("T320", s.span, f"`{name}` takes {arity(len(define.parameters))}, not {len(arguments)}",
                    f"write `{name}({wanted})`")  # fmt: skip
    if define in scope.trail:
        raise fault("N204", s.span, f"`{name}` calls itself", "the language has no recursion; use `repeat`")
    values = [check.value(a, scope) for a in arguments]
    parameters: list[tuple[t.Name, Expr | Thing]] = list(zip(define.parameters, values, strict=True))
    if define.subject is not None:
        assert subject is not None
        parameters.insert(0, (define.subject, subject))
    before: list[m.Statement] = []
    names: dict[str, Expr | Thing | m.Variable] = {}
    written = dict(zip(define.parameters, arguments, strict=True))
    if define.subject is not None and isinstance(call, t.Dot):
        written[define.subject] = call.subject
    places = {name.text: place_of(e, scope.place.given_for) for name, e in written.items()}
    for parameter, value in parameters:
        if isinstance(value, Thing) or _fixed(check, value) or only_in_first(parameter.text, define.body):
            names[parameter.text] = value
        else:
            variable = unnamed(check.locals, parameter.text, value.type, s.span)
            before.append(m.Assign(s.span, variable, (), check.settled(value), False))
            check.trace.notes.values[before[-1]] = value
            names[parameter.text] = variable
    known = check.findings.mark()
    place = Place(scope.section, places, scope.place.unreached)
    body = check_block(check, define.body, Scope(names, None, None, False, (*scope.trail, define), place))
    given = {parameter.text: value for parameter, value in parameters}
    own = is_own(declared.rules, define)
    blame = partial(blamed, define=define, given=given, call=s.span, own=own)
    for finding in check.findings.since(known):
        check.findings.report(blame(finding))
    check.trace.notes.blame(body, blame)
    return [*before, *body]


def _fixed(check: Check, value: Expr) -> bool:
    """Whether no statement can change a value: constants, bound names, `me`, and what follows from them."""
    declared = check.declared
    if isinstance(value, Get):
        variable = value.variable
        stays = variable.local and variable not in check.locals.lets
        return stays or (variable is declared.me and not declared.shifts)
    if isinstance(value, Const | Var):
        return True
    parts = list(value.parts)
    return bool(parts) and value.static and all(_fixed(check, p) for p in parts)
