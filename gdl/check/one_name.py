"""One name, one meaning: members of types, and names that are declared twice or are built in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gdl.check.declared import Declared
from gdl.check.options import sources
from gdl.check.parts import Check
from gdl.check.ruleset import Ruleset
from gdl.check.tables import place
from gdl.check.written_types import named_base
from gdl.model.shape import Shape
from gdl.model.types import Domain, Range
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import BUILT_IN, CONTENT, FUNCTIONS, OF_DIRECTIONS
from gdl.text.findings import Finding, error
from gdl.text.source import Span


def check_names(check: Check) -> None:
    """Refuse a name that is declared twice, for things of different sorts, or that is built in."""
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
            check.findings.report(twice(declared.rules, where.span, first.span, message, "choose another name"))
        if isinstance(declared.board, Shape) and name in declared.board.index:
            check.findings.report(error("N203", where.span, f"`{name}` is a site of the board", "choose another name"))
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
        elif has and (what := _behind_a_site(declared, name)):
            message = f"`.{name}` is {what} of the board"
            check.findings.report(error("N203", define.name.span, message, "choose another name"))
        if has and (kept := declared.state.attributes.get(name)):
            there = declared.state.nodes[kept[0]].span
            message = f"`.{name}` is declared already"
            check.findings.report(twice(declared.rules, define.name.span, there, message, "choose another name"))
        for parameter in (*define.parameters, *([define.subject] if define.subject else [])):
            if what := meaning(check, parameter.text):
                message = f"`{parameter.text}` is in use already: it is {what}"
                check.findings.report(error("N206", parameter.span, message, "choose another name"))


def _behind_a_site(declared: Declared, name: str) -> str:
    """The built-in meaning of a name behind a site of the board; empty if there is none."""
    board = declared.board
    if not isinstance(board, Shape):
        return ""
    return "a coordinate" if name in board.coordinates else "a direction" if name in board.directions.labels else ""


def built_in_of(check: Check, base: Range | Domain | None) -> set[str]:
    """The built-in names behind elements of a type."""
    found = set(CONTENT) if base is check.declared.board else set()
    if isinstance(base, Shape):
        return {*found, *base.coordinates, *base.directions.labels}
    if any(base is shape.directions for shape in check.memo.boards.made.values()):
        return {"next", *OF_DIRECTIONS}
    return {"next"} if isinstance(base, Domain) else set()


def meaning(check: Check, name: str) -> str:
    """The meaning of a name everywhere in the ruleset, such as `an option`; empty if it has none."""
    declared, rules = check.declared, check.declared.rules
    if name in declared.members:
        base = declared.members[name][0]
        return "a player" if base is declared.player else f"one of `{base.name}`"
    known = (
        (rules.options, "an option"), (rules.types, "a type"), (declared.pieces.nodes, "a kind of piece"),
        (declared.state.of_game, "something that the game has"), (BUILT_IN, "a name that is there from the start"),
        ([d.name.text for d in rules.directions], "a direction"), (_common(rules.defines), "a define"),
        (_common(declared.prelude.defines), "a define that is there from the start"),
    )  # fmt: skip
    return next((what for names, what in known if name in names), "")


def _common(defines: Iterable[tuple[bool, str]]) -> list[str]:
    """The names of defines that stand alone, not behind a subject."""
    return [name for is_behind, name in defines if not is_behind]


def twice(rules: Ruleset, new: Span, first: Span, message: str, hint: str) -> Finding:
    """The finding about a second declaration. Between a variant and its base, the variant is at fault."""
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
                    found = twice(declared.rules, member.span, first.span, message, "choose another name")
                    check.findings.report(found)
                elif isinstance(base, Domain):
                    declare_member(declared, base, i, member)
                seen.add(member.text)


def declare_member(declared: Declared, base: Domain, number: int, name: t.Name) -> None:
    """Give a name to one thing of a type that lists its things."""
    declared.members = {**declared.members, name.text: (base, number, name)}


def _members(types: Iterable[t.Enumeration | t.Alias | t.Shape]) -> Iterator[t.Name]:
    """All members of enumerations, in the order in which they are written."""
    for decl in types:
        if isinstance(decl, t.Enumeration):
            yield from decl.members
