"""R68: what is noted once and never taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import After, Const, Expr, Get, Op, within
from gdl.model.types import TRUTH, Range
from gdl.text.findings import Finding
from gdl.text.source import Span

_MOVING = {"setup": "put stone of White on row(1)\nput stone of Black on row(3)"}
_TAKES = "choose a in mine, b in a.adjacent - mine\n{}\nmove a to b\nnext = me if taken"
_END = "win me if no theirs\nlose next if stuck"
_PASSING = 'either\n  choose s in empty\n  put stone of me on s\n{}or\n  choose "pass"\n  passes += 1'


class NeverTakenBack(Rule):
    """A turn sets a value for its own use and never clears it.

    The turn sets the value and asks for it later in the same turn. But the value stays for all turns
    that follow. Set it each time (`taken = b in theirs`), clear it at the start of a turn, or make it a
    local: `let taken = b in theirs`.
    """

    code, name, severity = "R687", "never-taken-back", "warning"
    bad = example("game has taken: truth", **_MOVING, turn=_TAKES.format("taken = true if b in theirs"), end=_END)
    good = example("game has taken: truth", **_MOVING, turn=_TAKES.format("taken = b in theirs"), end=_END)

    def check(self, context: Context) -> Iterator[Finding]:
        model = next(iter(context.models), None)
        if model is None:
            return
        for variable, events in _events(model).items():
            first = events[0]
            is_flag = variable.type == TRUTH and not variable.dimensions and variable.initial is False
            if not is_flag or variable.local or not isinstance(first, _Set) or first.span.source != context.source:
                continue
            sets = [event for event in events if isinstance(event, _Set)]
            is_lasting = all(isinstance(event.value, Const) and event.value.value is True for event in sets)
            if is_lasting and first.is_conditional and any(isinstance(e, _Read) and not e.ends for e in events):
                message = f"`{variable}` never becomes false again, and is used only after this, in the same turn"
                yield self.found(first.span, message, "set it anew in each turn, or make it a local with `let`")


class PassesAddUp(Rule):
    """What players say, such as a pass, is counted in the whole game, not in a row.

    A player's other moves don't reset the counter. If it counts passes, the game ends when all have
    passed at some time. Write `passes = 0` in the other branches to end it when all pass one after
    another. A counter that shall only grow is right as it is. The note comes only if a player says a word
    and nothing else happens: no piece moves, nothing is rolled or chosen.
    """

    code, name, severity = "R688", "passes-add-up", "note"
    _OVER = "win me if some line in lines(3) where line within mine\ndraw if passes = 2 or no empty"
    bad = example("game has passes: 0..2", turn=_PASSING.format(""), end=_OVER)
    good = example("game has passes: 0..2", turn=_PASSING.format("  passes = 0\n"), end=_OVER)

    def check(self, context: Context) -> Iterator[Finding]:
        model = next(iter(context.models), None)
        if model is None:
            return
        for variable, events in _events(model).items():
            sets = [event for event in events if isinstance(event, _Set)]
            reads = [event for event in events if isinstance(event, _Read)]
            is_counted = variable.dimensions in ((), (model.player,)) and not variable.local
            if not is_counted or not sets or not reads or sets[0].span.source != context.source:
                continue
            if all(s.is_said and _adds(s, variable) for s in sets) and all(_asks_for_more(r, variable) for r in reads):
                message = f"nothing resets `{variable}` when a player does something else, so it counts the whole game"
                hint = "if only those in a row should count, reset it in the other branches"
                yield self.found(sets[0].span, message, hint)


@dataclass(frozen=True)
class _Set:
    """A change: whether it is conditional, and whether it follows a word that is said instead of a move."""

    span: Span
    value: Expr
    is_conditional: bool
    is_said: bool


@dataclass(frozen=True)
class _Read:
    """A look: by what, and whether it is a condition on which nothing but the end of the game hangs."""

    by: Expr
    ends: bool


@dataclass
class _Walk:
    """What happens to each variable, in the order of the text."""

    events: dict[m.Variable, list[_Set | _Read]] = field(default_factory=dict)

    def block(self, block: m.Block, conditional: bool, said: bool) -> None:
        for s in block:
            ends = isinstance(s, m.Branch) and all(_only_ends(inner) for inner in (s.then, s.other))
            if not isinstance(s, m.Repeat):
                self.read(s, ends)
            match s:
                case m.Assign():
                    self.events.setdefault(s.variable, []).append(_Set(s.span, s.value, conditional, said))
                case m.Either():
                    several = len(s.branches) > 1 and any(not _says(branch) for branch in s.branches)
                    for branch in s.branches:
                        self.block(branch, True, said or (several and _only_says(branch)))
                    self.block(s.otherwise or (), True, said)
                case m.Branch():
                    self.block(s.then, True, said)
                    self.block(s.other, True, said)
                case _:
                    for inner in m.inner_blocks(s):
                        self.block(inner, conditional, said)
            if isinstance(s, m.Repeat):
                self.read(s, False)

    def read(self, s: m.Statement, ends: bool) -> None:
        for e in m.expressions(s):
            for part in within(e):
                if isinstance(part, Get):
                    self.events.setdefault(part.variable, []).append(_Read(e, ends))
                elif isinstance(part, After):
                    for v in (*m.variables_of(part.change), *_variables(part.value)):
                        self.events.setdefault(v, []).append(_Read(e, False))


def _events(model: Model) -> dict[m.Variable, list[_Set | _Read]]:
    """What the turn and the end do with each variable, in order; the set-up sets it only."""
    walk = _Walk()
    walk.block(model.turn, False, False)
    walk.block(model.end, False, False)
    set_up = {s.variable for s in m.walk(model.setup) if isinstance(s, m.Assign)}
    return {v: events for v, events in walk.events.items() if v not in set_up}


def _variables(e: Expr) -> Iterator[m.Variable]:
    return (part.variable for part in within(e) if isinstance(part, Get))


def _only_ends(block: m.Block) -> bool:
    """Whether a block does nothing but end the game."""
    return all(isinstance(s, m.Finish | m.Rank | m.Branch) for s in m.walk(block))


def _says(block: m.Block) -> bool:
    """Whether a branch begins with a decision that is said, not pointed at."""
    first = next((s for s in block if isinstance(s, m.Choose)), None)
    return first is not None and not first.binders


def _only_says(block: m.Block) -> bool:
    """Whether a player only says a word in this branch, as who passes does: nothing but variables changes."""
    others = [s for s in m.walk(block) if not isinstance(s, m.Assign | m.Branch)]
    return _says(block) and len(others) == 1


def _adds(change: _Set, variable: m.Variable) -> bool:
    """Whether a change notes one more."""
    match change.value:
        case Const(value=True):
            return True
        case Op(name="+", operands=operands) if isinstance(variable.type.base, Range):
            return any(isinstance(part, Get) and part.variable is variable for part in operands)
        case _:
            return False


def _asks_for_more(read: _Read, variable: m.Variable) -> bool:
    """Whether a look is for the end of the game, and for more than one time that it has been said; or adds one."""
    gets = [part for part in within(read.by) if isinstance(part, Get) and part.variable is variable]
    match read.by:
        case Op(name="+", operands=(Get(variable=v), Const())) if v is variable and variable.type != TRUTH:
            return True
        case _ if not read.ends:
            return False
        case _ if variable.type == TRUTH:
            return len(gets) > 1 or any(e.free for e in gets)
        case _:
            return any(_is_several(part, variable) for part in within(read.by))


def _is_several(e: Expr, variable: m.Variable) -> bool:
    """Whether a number is compared with 2 or more."""
    match e:
        case Op(name="=" | "<=", operands=operands) if any(
            isinstance(p, Get) and p.variable is variable for p in operands
        ):
            return any(isinstance(part, Const) and part.value > 1 for part in operands)
        case _:
            return False
