"""How many things lie hidden, where everybody can count them: rules with a counter beside each hidden collection.

The hand is hidden, but all have seen that thirteen cards were dealt and two were played. `counted` writes such counting
into the rules: each change of something hidden also changes a number, which is open. Then the checks for leaks judge
these numbers as any other open variable. A number that hangs on something hidden is left out. So what the counters
hold follows from what all players have observed, and from nothing else.

Rules are judged as if they asked counters wherever they ask how much there is: `no stock` tells nothing new of a stock
that all can count. All counters are taken to be known at first, and those are left out that hang on more than these.
What is left follows, change by change, from the decisions that all have read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gdl.knowledge.counting import Writer
from gdl.knowledge.flow import Flow
from gdl.knowledge.numbers import NUMBER, Counters, Numbers
from gdl.knowledge.shown import fleeting
from gdl.knowledge.unseen import unseen
from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.types import TRUTHS, Domain, Range, Size, Type
from gdl.passes.substitution import substitute_in

NUMBER_OF = "the number of "
"""With this begin the names of counters; no author can write such names."""


@dataclass(frozen=True)
class Counted:
    """The rules with counters, and the counter of each hidden variable that has one."""

    model: Model
    counters: Counters


def counted(model: Model) -> Counted | None:
    """The rules with a counter for all that is hidden and that everybody can count; None if there is no such thing."""
    left = {h.what: _counter(h.what) for h in model.hidden if isinstance(h.what, m.Variable) and _holds(h.what)}
    kept = _locals(model) if left else {}
    while left:
        numbers = Numbers({**left, **kept})
        rules = Writer(numbers).rules(model)
        told = _told(_asking(rules, numbers))
        secret = [variable for variable, counter in left.items() if counter.name in told]
        if not secret:
            return Counted(rules, left)
        left = {variable: counter for variable, counter in left.items() if variable not in secret}
    return None


def _told(model: Model) -> set[str]:
    """The names of open variables that tell something hidden. A local that gets its value where not everybody knows
    whether it does is as hidden as what decides that; so is an open variable that tells something hidden but changes
    before anybody sees it."""
    hidden: set[m.Variable] = set()
    unread = fleeting(model)
    while True:
        flow = Flow(model, counting=True, uncertain=hidden)
        told = {leak.by for leak in flow.leaks() if leak.sort == "open"}
        changes = {*unseen(model, flow.forks)}
        more = {variable for variable in changes if variable.local}
        more |= {v for v in model.variables if v.name in told and v in unread and not _is_counter(v)}
        if more <= hidden:
            return told | {variable.name for variable in changes}
        hidden |= more


def _asking(model: Model, numbers: Numbers) -> Model:
    """The same rules, which ask counters wherever they ask how much there is."""
    setup, turn, end = (substitute_in(block, numbers) for block in (model.setup, model.turn, model.end))
    return replace(model, setup=setup, turn=turn, end=end)


def _holds(variable: m.Variable) -> bool:
    """Whether it is a bag, a pile, a set, or something that may be missing."""
    if variable.collection:
        return True
    return variable.type.size in (Size.MAYBE, Size.MANY) and isinstance(variable.type.base, Range | Domain)


def _locals(model: Model) -> Counters:
    """A counter for each local that gets several things, or one that may be missing: what they are may be hidden."""
    assigned = (s.variable for block in (model.setup, model.turn, model.end) for s in m.walk(block)
                if isinstance(s, m.Assign) and s.variable.local)  # fmt: skip
    return {variable: _counter(variable) for variable in dict.fromkeys(assigned)
            if _holds(variable) and not variable.dimensions and variable.type.base is not TRUTHS}  # fmt: skip


def _is_counter(variable: m.Variable) -> bool:
    return variable.name.startswith(NUMBER_OF)


def _counter(variable: m.Variable) -> m.Variable:
    first, type_ = variable.initial, NUMBER
    if variable.collection == "bag":
        first *= len(variable.held)
    elif variable.collection == "pile":
        places = variable.dimensions[-1]
        assert isinstance(places, Range)
        first, type_ = 0, Type(Range(0, places.high))
    elif variable.type.size == Size.MANY:
        first = first.bit_count()
    else:
        first = int(first != variable.type.nothing)
    dimensions = variable.holders if variable.collection else variable.dimensions
    return m.Variable(f"{NUMBER_OF}{variable.name}", dimensions, type_, first, variable.local, variable.span)
