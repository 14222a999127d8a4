"""A name behind a dot that means nothing there: what is wrong, and what may have been meant."""

from __future__ import annotations

import re

from gdl.check.directions import with_directions
from gdl.check.hints import coordinate, elsewhere, link
from gdl.check.known_names import is_direction
from gdl.check.parts import Check
from gdl.check.scope import Scope, Silent
from gdl.check.values import name_of
from gdl.model.nodes import Expr
from gdl.model.shape import Shape
from gdl.model.types import Base, Range, Type
from gdl.syntax import tree as t
from gdl.syntax.foreign_words import PARITY
from gdl.syntax.vocabulary import CONTENT, OF_BORDERS, OF_DIRECTIONS, STACK, listed
from gdl.text.findings import fault
from gdl.text.suggest import did_you_mean

_SEVERAL = 4


def no_link(check: Check, subject: Expr, e: t.Name | t.Call, scope: Scope) -> Exception:
    """What to raise for such a name: a fault with a hint. It is silence if a reported error may explain it."""
    base, name = subject.type.base, name_of(e)
    unknown_pieces = name in CONTENT and base is check.declared.board and not check.declared.pieces.known
    if check.declared.unsure(name) or unknown_pieces:
        return Silent()
    hint = next((hint for find in _HINTS if (hint := find(check, base, name, e)) is not None), "")
    if scope.find(name) is not None and isinstance(e, t.Name):
        hint = f"`{name}` is a name of its own: write it alone, without the dot"
    where = (e if isinstance(e, t.Name) else e.name).span
    return fault("N205", where, f"{Type(base)} has no `{name}`", hint)


def _below(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    if not isinstance(base, Shape) or name in base.directions.index or not is_direction(check, name, base):
        return None
    return f"a direction can use those above it only: declare `{name}` first"


def _of_something_else(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    state = check.declared.state
    if name in state.of_game:
        if base in state.of_game[name].dimensions:
            return f"the game keeps one for each: write `{name}(x)`, x being the {base.name}"
        return f"`{name}` belongs to the game: write `{name}` alone"
    if other := state.attributes.get(name):
        return f"`{name}` belongs to {' and '.join(v.subject.name for v in other if v.subject)}"
    return None


def _stands_alone(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    if name in check.declared.pieces.nodes:
        return f"a kind is the set of sites where it stands: `… & {name}`, or `x in {name}`"
    define = check.declared.rules.defines.get((False, name))
    if define is None:
        return None
    arguments = ", ".join(p.text for p in define.parameters)
    if arguments:
        return f"the define has no subject: write `{name}({arguments})`"
    return f"the define has no subject: write `{name}` alone; what is in two sets is `A & B`"


def _one_of_a_type(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    """The hint for a type or a member of a type instead of the name of what has such values: `hand.hearts`."""
    type_, _, _ = check.declared.members.get(name, (None, 0, None))
    holders = {n: variable.type.base for n, variables in check.declared.state.attributes.items()
               for variable in variables if variable.subject is base}  # fmt: skip
    if isinstance(base, Shape):
        holders |= {n: kept.base for n, (kept, _) in base.coordinates.items()}
    for holder, held in holders.items():
        if held is type_:
            return f"`{name}` is a {type_.name}: write `{{x in … where x.{holder} = {name}}}`"
        if name in check.declared.rules.types and held.name == name:
            return f"`{name}` is a type; what {Type(base)} has of it is `.{holder}`"
    return None


def _of_a_site(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    declared = check.declared
    if name in STACK and base is declared.board and not declared.stacks:
        return "this needs a board with stacks: write `board stacks(…)`"
    if name in CONTENT and isinstance(base, Shape) and declared.pieces.known and not declared.pieces.kinds:
        return f"`{name}` is about what stands on a site, and there are no pieces: add `pieces …`"
    if name in (*CONTENT, *(STACK if declared.stacks else ())) and base is not declared.board:
        return f"only a site has a {name}: write `s.{name}`, s being the site"
    return None


def _of_kind(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    if not isinstance(e, t.Call) or name not in CONTENT or base is not check.declared.board:
        return None
    if name != "kind":
        return f"`{name}` takes no arguments: write `s.{name}` alone"
    return f"give the kind a name first: `let k = s.kind`, then `k({', '.join(a.span.text for a in e.arguments)})`"


def _whose(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    if name not in ("me", "next", "opponent", *check.declared.player.labels):
        return None
    kind = re.search(r"(\w+)\.$", e.span.source.text[: e.span.start])
    if kind is None or kind[1] not in (*check.declared.pieces.nodes, "piece"):
        return None
    return f"`of` says whose they are: `{kind[1]} of {name}`"


def _number(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    names = dict.fromkeys(f"s.{kind.number[0]}" for kind in check.declared.pieces.kinds if kind.number)
    if name != "number" or base is not check.declared.board or not names:
        return None
    return f"the number of a piece has the name that `pieces` gives it: {listed(list(names), 'or')}"


def _parity(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    return PARITY.get(name) if isinstance(base, Range) else None


def _called_otherwise(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    names, is_call = _links_of(check, base), isinstance(e, t.Call)
    shape = base if isinstance(base, Shape) else None
    hint = link(name, base, names, is_call) or coordinate(name, base) or did_you_mean(name, names)
    hint = hint or elsewhere(name, check.declared.prelude, shape, subject=True, called=is_call)
    return hint or _changes(base, name, e) or _what_there_is(check, base) or f"say what it is: `define x.{name} = …`"


def _changes(base: Base, name: str, e: t.Expression) -> str:
    """The hint for something that the rules change: a define can't change."""
    whose = str(Type(base)).partition(" ")[2]
    changed = re.compile(rf"^[ \t]*[\w.()]+\.{re.escape(name)}(\([^)\n]*\))?[ \t]*[-+]?=", re.MULTILINE)
    if not whose.isidentifier() or not changed.search(e.span.source.text):
        return ""
    given = f"({', '.join('…' for _ in e.arguments)})" if isinstance(e, t.Call) else ""
    return f"declare what each {whose} keeps: `{whose} has {name}{given}: …`"


def _what_there_is(check: Check, base: Base) -> str:
    """The names that the ruleset gives to properties of such a thing."""
    own = [f"`{name}`" for name, several in check.declared.state.attributes.items()
           if any(variable.subject is base for variable in several)]  # fmt: skip
    if base is check.declared.board:
        own += [f"`{kind.number[0]}`" for kind in check.declared.pieces.kinds if kind.number]
    own = list(dict.fromkeys(own))
    return f"it has {', '.join(own[:_SEVERAL])}" + (", …" if len(own) > _SEVERAL else "") if own else ""


def _of_nobody(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    is_player = base is check.declared.player
    return "write `stuck` alone: it is about the player who comes next" if name == "stuck" and is_player else None


_HINTS = (
    _of_nobody, _below, _of_something_else, _stands_alone, _one_of_a_type, _of_a_site, _of_kind, _whose, _number,
    _parity, _called_otherwise,
)  # fmt: skip
"""The guesses about such a name. The first that applies gives the hint."""


def _links_of(check: Check, base: Base) -> set[str]:
    """The names that may stand behind a dot."""
    declared = check.declared
    names = {n for has_subject, n in [*declared.rules.defines, *declared.prelude.defines] if has_subject}
    names |= {n for n, vs in declared.state.attributes.items() if any(v.subject is base for v in vs)}
    if isinstance(base, Shape):
        names |= set(base.coordinates) | set(base.directions.labels)
        names |= {i.name.text for i in check.memo.boards.trees[base][0].items if isinstance(i, t.Define)}
    names |= set(OF_BORDERS) if isinstance(base, Shape) and base.of else set()
    names |= set(OF_DIRECTIONS) if with_directions(check.memo.boards, base) else set()
    if base is declared.board:
        names |= {*CONTENT, *(k.number[0] for k in declared.pieces.kinds if k.number)}
        names |= set(STACK if declared.stacks else ())
    return names
