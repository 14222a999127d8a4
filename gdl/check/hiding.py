"""`hidden …`: what of the state players don't see, and who doesn't."""

from __future__ import annotations

from gdl.check.context import SECTIONS, Context
from gdl.check.hints import nearest
from gdl.check.queries import note_binder
from gdl.check.scope import ROOT, Scope, Silent
from gdl.check.values import arity, get, is_empty_set
from gdl.model.build import as_set, difference, empty, everything
from gdl.model.cost import work
from gdl.model.model import LAYERS, Hidden, Variable
from gdl.model.nodes import Expr, Repeats, Stuck, Var, within
from gdl.model.types import Domain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import listed
from gdl.text.findings import fault
from gdl.text.mends import Hint

MAX_SIGHT = 20_000_000
"""Steps in all to see who sees what; it is asked after each decision."""


def declare_all_hidden(ctx: Context) -> None:
    """Every declaration of a ruleset; what is wrong with one is reported."""
    ctx.section = SECTIONS["end"]
    for (_, name), item in ctx.rules.hidden.items():
        if name in SECTIONS:
            ctx.secret_turn = bool(ctx.attempt(declare_secret_turn, ctx, item))
        elif done := ctx.attempt(declare_hidden, ctx, item):
            ctx.hidden.append(done)


def declare_hidden(ctx: Context, item: t.Hides) -> Hidden:
    """A declaration, checked; raises Fault."""
    what, dimensions = _what(ctx, item)
    given = [*([item.subject] if item.subject else []), *item.parameters]
    if len(given) != len(dimensions):
        wanted = len(dimensions) - (item.subject is not None)
        raise fault("H902", item.name.span, f"`{item.name.text}` takes {arity(wanted)}, not {len(item.parameters)}",
                    "give a name to each thing that it is kept for, as where it is introduced")  # fmt: skip
    scope, names = ROOT, list[Var]()
    for name, base in zip(given, dimensions, strict=True):
        note_binder(ctx, name, scope)
        names.append(Var(Type(base), name.text))
        scope = scope.bind({name.text: names[-1]})
    players = _players(ctx, item, scope)
    cells = 1
    for base in dimensions:
        cells *= len(base)
    if work(players)[0] * cells * len(ctx.player) > MAX_SIGHT:
        raise fault("H904", item.players.span, "to see who sees what may take more steps than anybody would wait for",
                    "range over smaller sets, or keep what is seen in a variable")  # fmt: skip
    return Hidden(what, tuple(names), ctx.folder.fold(players), item.span)


def declare_secret_turn(ctx: Context, item: t.Hides) -> bool:
    """`hidden turn from player - me`: whether who decides alone knows the texts of the turn's decisions."""
    if item.name.text != "turn":
        raise fault("H901", item.name.span, f"nobody decides in `{item.name.text}`: there is nothing to hide",
                    "what is rolled there is hidden by `roll secretly`")  # fmt: skip
    others = difference(everything(ctx.player), get(ctx.me))
    if ctx.folder.fold(_players(ctx, item, ROOT)) is not ctx.folder.fold(others):
        raise fault("H903", item.players.span, "who decides knows what they decide, and nobody else is to know",
                    "write `hidden turn from player - me`")  # fmt: skip
    return True


def _what(ctx: Context, item: t.Hides) -> tuple[Variable | str, tuple[Range | Domain, ...]]:
    """What is hidden, and for each of what it is kept."""
    name = item.name.text
    if item.subject is None:
        if name in ctx.game_variables:
            ctx.used.add(ctx.variable_nodes[ctx.game_variables[name]])
            return ctx.game_variables[name], ctx.game_variables[name].dimensions
    elif name in LAYERS and ctx.board is not None and ctx.kinds:
        return name, (ctx.board,)
    elif name in ctx.attributes:
        found = ctx.attributes[name]
        if len(found) > 1:
            whose = " and ".join(v.subject.name for v in found if v.subject is not None)
            raise fault("H901", item.name.span, f"`{name}` is kept for {whose}; which is hidden?",
                        "give the two different names")  # fmt: skip
        ctx.used.add(ctx.variable_nodes[found[0]])
        return found[0], found[0].dimensions
    if ctx.unsure(name):
        raise Silent
    known = ctx.game_variables if item.subject is None else {**ctx.attributes, **dict.fromkeys(LAYERS)}
    other = ctx.attributes if item.subject is None else ctx.game_variables
    hint = nearest(name, known, "there are")
    if name in other:
        hint = f"write `hidden p.{name} from …`" if item.subject is None else f"write `hidden {name} from …`"
    what = "hidden is what `game has`, what something `has`, or of pieces " + listed(LAYERS)
    raise fault("H901", item.name.span, f"there is no `{name}` to hide", hint or what)


def _players(ctx: Context, item: t.Hides, scope: Scope) -> Expr:
    """From whom: a set of players."""
    if isinstance(item.players, t.Name) and item.players.text in ("all", "everyone", "everybody", "players"):
        raise fault("H903", item.players.span, f"nothing is called `{item.players.text}` here",
                    Hint("from all players is `from player`", "player"))  # fmt: skip
    who = ctx.expr(item.players, scope)
    if is_empty_set(who):
        return empty(Type(ctx.player, Size.MANY))
    if who.type.base is not ctx.player or who.type.size == Size.FAMILY:
        raise fault("H903", item.players.span, f"things are hidden from players, not from {who.type}",
                    "write a player or a set of them: `from player`, `from player - p`")  # fmt: skip
    if any(isinstance(e, Repeats | Stuck) for e in within(who)):
        raise fault("H903", item.players.span, "who sees what follows from what is there, not from the past or future",
                    "keep what it needs in a variable")  # fmt: skip
    return as_set(who)
