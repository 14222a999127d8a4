"""`hidden …`: the parts of the state that some players don't see."""

from __future__ import annotations

from gdl.check.hints import nearest
from gdl.check.parts import Check
from gdl.check.queries import note_binder
from gdl.check.scope import ROOT, SECTIONS, Scope, Silent
from gdl.check.values import arity, get, is_empty_set
from gdl.model.build import as_set, difference, empty, everything
from gdl.model.cost import work
from gdl.model.model import LAYERS, Hidden
from gdl.model.nodes import Expr, Repeats, Stuck, Var, within
from gdl.model.state import Variable
from gdl.model.types import Domain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.syntax.foreign_words import HIDDEN_PIECES
from gdl.syntax.vocabulary import listed
from gdl.text.findings import fault
from gdl.text.fixes import Hint

MAX_SIGHT = 20_000_000
"""The most steps for all that players see; they are spent after each decision."""


def declare_all_hidden(check: Check) -> tuple[tuple[Hidden, ...], bool]:
    """All `hidden` declarations, and whether the turn's texts are secret. Reports what is wrong."""
    hidden: list[Hidden] = []
    secret = False
    for (_, name), item in check.declared.rules.hidden.items():
        if name in SECTIONS:
            secret = bool(check.findings.attempt(declare_secret_turn, check, item))
        elif done := check.findings.attempt(declare_hidden, check, item):
            hidden.append(done)
    return tuple(hidden), secret


def declare_hidden(check: Check, item: t.Hides) -> Hidden:
    """One checked declaration; raises Fault."""
    what, dimensions = _what(check, item)
    given = [*([item.subject] if item.subject else []), *item.parameters]
    whole = isinstance(what, Variable) and bool(what.collection) and len(given) == len(dimensions) - 1
    if not whole and len(given) != len(dimensions):
        wanted = len(dimensions) - (item.subject is not None)
        raise fault("H902", item.name.span, f"`{item.name.text}` takes {arity(wanted)}, not {len(item.parameters)}",
                    "use one name for each thing that it is kept for")  # fmt: skip
    scope, names = ROOT, list[Var]()
    for name, base in zip(given, dimensions, strict=not whole):
        note_binder(check, name, scope)
        names.append(Var(Type(base), name.text))
        scope = scope.bind({name.text: names[-1]})
    names += [Var(Type(dimensions[-1]), "held")] if whole else []
    players = _players(check, item, scope)
    cells = 1
    for base in dimensions:
        cells *= len(base)
    if work(players)[0] * cells * len(check.declared.player) > MAX_SIGHT:
        raise fault("H904", item.players.span, "it may take too long to work out who sees what",
                    "range over smaller sets, or keep what is seen in a variable")  # fmt: skip
    return Hidden(what, tuple(names), check.memo.folder.fold(players), item.span)


def declare_secret_turn(check: Check, item: t.Hides) -> bool:
    """`hidden turn from player - me`: whether only the player who decides knows the texts of the turn's decisions."""
    if item.name.text != "turn":
        raise fault("H901", item.name.span, f"nobody decides in `{item.name.text}`: there is nothing to hide",
                    "`roll secretly` hides a roll")  # fmt: skip
    others = difference(everything(check.declared.player), get(check.declared.me))
    if check.memo.folder.fold(_players(check, item, ROOT)) is not check.memo.folder.fold(others):
        raise fault("H903", item.players.span, "the player who decides knows the decision, and nobody else may",
                    "write `hidden turn from player - me`")  # fmt: skip
    return True


def _what(check: Check, item: t.Hides) -> tuple[Variable | str, tuple[Range | Domain, ...]]:
    """The variable or the part of pieces that is hidden, and its dimensions."""
    declared = check.declared
    name = item.name.text
    if item.subject is None:
        if name in declared.state.of_game:
            check.trace.uses(declared.state.nodes[declared.state.of_game[name]])
            return declared.state.of_game[name], declared.state.of_game[name].dimensions
    elif name in LAYERS and declared.board is not None and declared.pieces.kinds:
        return name, (declared.board,)
    elif name in declared.state.attributes:
        found = declared.state.attributes[name]
        if len(found) > 1:
            whose = " and ".join(v.subject.name for v in found if v.subject is not None)
            raise fault("H901", item.name.span, f"`{name}` is kept for {whose}; which one is hidden?",
                        "give the two different names")  # fmt: skip
        check.trace.uses(declared.state.nodes[found[0]])
        return found[0], found[0].dimensions
    of_pieces = LAYERS if item.subject is not None and declared.pieces.kinds else ()
    if declared.unsure(name) or (name in LAYERS and not of_pieces and declared.rules.unread):
        raise Silent
    known = {**declared.state.attributes, **dict.fromkeys(of_pieces)} if item.subject else declared.state.of_game
    other = declared.state.attributes if item.subject is None else declared.state.of_game
    hint = nearest(name, known, "there are")
    if name in other:
        hint = f"write `hidden p.{name} from …`" if item.subject is None else f"write `hidden {name} from …`"
    if item.subject is None and any(kind.name == name for kind in declared.pieces.kinds):
        hint = HIDDEN_PIECES
    what = "you can hide what the `game has`, what something `has`, or of pieces " + listed(LAYERS)
    raise fault("H901", item.name.span, f"there is no `{name}` to hide", hint or what)


def _players(check: Check, item: t.Hides, scope: Scope) -> Expr:
    """The set of players from whom it is hidden."""
    if isinstance(item.players, t.Name) and item.players.text in ("all", "everyone", "everybody", "players"):
        raise fault("H903", item.players.span, f"nothing is called `{item.players.text}` here",
                    Hint("write `from player` for all players", "player"))  # fmt: skip
    return _some_players(check, item.players, scope, "H903", "`from` takes players, not",
                         "write a player or a set of them: `from player`, `from player - p`")  # fmt: skip


def told(check: Check, s: t.Choose | t.Say | t.Roll, scope: Scope) -> Expr | None:
    """`telling asker`: the other players who learn a secret choice or roll."""
    if s.told is None:
        return None
    if not (s.secret or scope.section.secret):
        raise fault("H905", s.told.span, "all players see this choice, so `telling` has no effect",
                    "`secretly` hides it from the others: `choose secretly … telling …`")  # fmt: skip
    hint = "name a player or a set of them: `telling asker`, `telling player - p`"
    who = check.settled(_some_players(check, s.told, scope, "H905", "`telling` takes players, not", hint))
    fold = check.memo.folder.fold
    if not isinstance(s, t.Roll) and fold(who) is fold(as_set(get(check.declared.me))):
        raise fault("H905", s.told.span, "the player who decides knows it anyway",
                    "name another player who may know it")
    return who


def _some_players(check: Check, e: t.Expression, scope: Scope, code: str, message: str, hint: str) -> Expr:
    """A set of players that depends on the position."""
    who = check.expr(e, scope)
    if is_empty_set(who):
        return empty(Type(check.declared.player, Size.MANY))
    if who.type.base is not check.declared.player or who.type.size == Size.FAMILY:
        raise fault(code, e.span, f"{message} {who.type}", hint)
    if any(isinstance(part, Repeats | Stuck) for part in within(who)):
        raise fault(code, e.span, "who sees it must follow from the current position, not from the past or future",
                    "keep what it needs in a variable")  # fmt: skip
    return as_set(who)
