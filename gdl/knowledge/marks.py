"""What the marks of unseen things tell: that a player doesn't see something is seen."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.knowledge.outputs import OUTPUTS, Leak
from gdl.knowledge.possible import Holds, possible, simpler
from gdl.knowledge.secrets import Reader
from gdl.knowledge.standing import with_piece
from gdl.model import statements as m
from gdl.model.build import FALSE, TRUE, const
from gdl.model.model import Hidden, Model
from gdl.model.nodes import Content, Expr, Get, Op, Var, node
from gdl.model.operators import Logic, laws
from gdl.model.types import TRUTH, Domain, Plain, Range, Size, Type
from gdl.passes.substitution import substitute

MOST = 1_000
"""Values that something may have; of more it isn't asked which can be unseen."""


def name_of(hidden: Hidden) -> str:
    """What is hidden, by name."""
    return hidden.what if isinstance(hidden.what, str) else hidden.what.name


def in_vain(model: Model) -> list[Leak]:
    """What is declared to be hidden, but hides nothing."""
    somebody = Var(Type(model.player), "somebody")
    numbers = any(kind.number for kind in model.kinds)
    return [
        Leak("nothing", hidden.span, name_of(hidden))
        for hidden in model.hidden
        if (hidden.what == "number" and not numbers) or possible(unseen_by(hidden, somebody), ()) == Holds.NEVER
    ]


def told_by_marks(model: Model, reader: Reader, hidden: Hidden) -> Iterator[Leak]:
    """What a player learns from not seeing something: what that hangs on, or the very thing if it can be but one."""
    name = name_of(hidden)
    somebody = Var(Type(model.player), "somebody")
    unseen = unseen_by(hidden, somebody)
    if _is_told(model, hidden, unseen):
        yield Leak("sight", hidden.span, name, name)
        return
    own = set[Expr]()
    if isinstance(hidden.what, str):  # whoever sees their own pieces knows which aren't
        owner = node(Content, Type(model.player, Size.MAYBE), "owner", hidden.names[0])
        theirs = node(Op, TRUTH, "=", (somebody, owner))
        own = {theirs} if possible(unseen, (theirs,)) == Holds.NEVER else own
    for part in _conditions(unseen):
        if part not in own:
            for secret in reader.read(part):
                if secret.from_(somebody) >= OUTPUTS["sight"].least:
                    yield Leak("sight", hidden.span, secret.name, name)


def unseen_by(hidden: Hidden, somebody: Var) -> Expr:
    """The condition that somebody doesn't see what is hidden."""
    return simpler(node(Op, TRUTH, "member", (somebody, hidden.players)))


def _conditions(e: Expr) -> Iterator[Expr]:
    """The conditions that are joined in one."""
    if laws(e).logic is not Logic.NONE:
        for part in e.parts:
            yield from _conditions(part)
    else:
        yield e


def _is_told(model: Model, hidden: Hidden, unseen: Expr) -> bool:
    """Whether something can be unseen in one way only, though it might be another: then the mark says which."""
    if possible(unseen, ()) == Holds.NEVER:
        return False
    ways = [possible(simpler(way), ()) != Holds.NEVER for way in _ways(model, hidden, unseen)]
    return len(ways) > 1 and sum(ways) == 1 and (hidden.what != "piece" or not ways[0])


def _ways(model: Model, hidden: Hidden, unseen: Expr) -> Iterator[Expr]:
    """When it isn't seen, for each thing that it might be. Of a piece: that there is none, and that there is one."""
    match hidden.what:
        case "piece":
            yield with_piece(unseen, hidden.names[0], frozenset())
            yield unseen
        case "kind":
            for kind in range(len(model.kinds)):
                yield with_piece(unseen, hidden.names[0], frozenset((kind,)))
        case m.Variable() as variable if variable.type.size == Size.ONE:
            cell = node(Get, variable.type, variable, hidden.names)
            base = variable.type.base
            if isinstance(base, Plain):
                values: list[Expr] = [FALSE, TRUE]
            else:
                assert isinstance(base, Range | Domain)
                values = [const(variable.type, base.low + i) for i in range(len(base) if len(base) <= MOST else 0)]
            for value in values:
                yield substitute(unseen, {cell: value})
