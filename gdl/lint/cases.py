"""T35: tables of cases that leave one out."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.lint.walk import every, uses
from gdl.syntax import tree as t
from gdl.text.findings import Finding

_ROYAL = {
    "pieces": "pieces man, king of player",
    "setup": "put man of White on row(1)\nput king of Black on b3",
    "turn": "choose a in mine, b in a.steps - mine\nmove a to b",
    "end": "win me if no theirs\nlose next if stuck",
    "looks": 'man of White "M"\nking of White "K"\nman of Black "m"\nking of Black "k"',
}
_STEPS = "define a.steps =\n  a.orthogonal when a in man of White\n  a.diagonal   when a in man of Black"


class MissingCase(Rule):
    """A table has a line for each case but one.

    Each line of the table is for a kind of piece, a player or a member of a type. A case without a line
    gets nothing: here the king has no steps. Add a line. If the case should get nothing, say so:
    `{} when a in king`. You see no warning if another define or the turn deals with the case, or if
    every use of the table has an `otherwise`.
    """

    code, name, severity = "T350", "missing-case", "warning"
    bad = example(_STEPS, **_ROYAL)
    good = example(_STEPS + "\n  a.compass    when a in king", **_ROYAL)

    def check(self, context: Context) -> Iterator[Finding]:
        if not context.models:
            return
        families = list(_families(context))
        for define in context.nodes(t.Define):
            if not isinstance(define.value, tuple) or isinstance(define, t.Lines) or _with_otherwise(context, define):
                continue
            for family in families:
                missing = _missing(define.value, family)
                if missing and not missing <= _dealt_with(context, define):
                    names = ", ".join(f"`{name}`" for name in sorted(missing))
                    yield self.found(define.name, f"this table has no line for {names}", "add one")


def _dealt_with(context: Context, table: t.Define) -> set[str]:
    """The names that rules speak of elsewhere: other defines and boards, the turn and the end."""
    items = [item for tree in context.chain for item in tree.items if item is not table]
    rules = [i for i in items if isinstance(i, t.Define) or (isinstance(i, t.Section) and i.name.text != "setup")]
    return {name.text for name in uses(*rules)}


def _with_otherwise(context: Context, table: t.Define) -> bool:
    """Whether wherever the table is used it is said what holds if it gives nothing."""
    provided: set[t.Name] = set()
    for tree in context.chain:
        for node in every(t.Binary, tree.items):
            if node.operator == "otherwise":
                provided |= set(uses(node.left))
    used = context.used.get(table.name.text, ())
    return bool(used) and all(name in provided for name in used)


def _families(context: Context) -> Iterator[frozenset[str]]:
    """Sets of names of which a table has a line for each, or for none: kinds, players, members of a type."""
    yield frozenset(kind.name.text for decl in context.runs.checked[0].rules.pieces for kind in decl.kinds)
    for players in context.all_declarations(t.Players):
        yield frozenset(name.text for name in players.names)
    for enumeration in context.all_declarations(t.Enumeration):
        yield frozenset(name.text for name in enumeration.members)


def _missing(table: tuple[t.Expression, ...], family: frozenset[str]) -> frozenset[str]:
    """The names of a family that no line is for; none if any line is for something else."""
    covered: frozenset[str] = frozenset()
    subjects: set[str] = set()
    for line in table:
        found = _of_line(line, family)
        if found is None:
            return frozenset()
        subjects.add(found[0])
        covered |= found[1]
    return family - covered if len(subjects) == 1 else frozenset()


def _of_line(line: t.Expression, family: frozenset[str]) -> tuple[str, frozenset[str]] | None:
    match line:
        case t.Binary(operator="when", right=condition):
            return _cases(condition, family)
        case t.Case(arguments=(argument,)) if names := _names(argument, family):
            return "", names
        case _:
            return None


def _cases(condition: t.Expression, family: frozenset[str]) -> tuple[str, frozenset[str]] | None:
    """What a condition asks about, and for which names of the family it may hold; None if it asks something else."""
    match condition:
        case t.Binary(operator="and", left=left, right=right):
            return _cases(left, family) or _cases(right, family)
        case t.Binary(operator="or", left=left, right=right):
            one, other = _cases(left, family), _cases(right, family)
            return (one[0], one[1] | other[1]) if one and other and one[0] == other[0] else None
        case t.Binary(operator="=" | "in" | "not in" as operator, left=left, right=right):
            names = _names(right, family)
            if not names:
                return None
            return left.span.text, family - names if operator == "not in" else names
        case _:
            return None


def _names(e: t.Expression, family: frozenset[str]) -> frozenset[str]:
    """The names of the family of which an expression is made; none if there is anything else in it."""
    match e:
        case t.Name(text=text):
            return frozenset((text,)) & family
        case t.Binary(operator="+", left=left, right=right):
            one, other = _names(left, family), _names(right, family)
            return one | other if one and other else frozenset()
        case t.Binary(operator="of", left=left):
            return _names(left, family)
        case t.Set(items=items):
            parts = [_names(item, family) for item in items]
            return frozenset().union(*parts) if all(parts) else frozenset()
        case _:
            return frozenset()
