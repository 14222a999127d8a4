"""Hands, tricks and piles, card by card: what players hold that others don't see, what they have played, what lies on
the table; and sets of things that aren't on a board.

All of it follows from types: what is one of a deck, tiles that have pictures, dice, and in games that hide something
whatever is held in sets, or kept from somebody. What is kept in numbers elsewhere is told in words (`told`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

from gdl.model import statements as m
from gdl.model.nodes import Const, Get, Op
from gdl.model.shape import Shape
from gdl.model.suits import is_deck
from gdl.model.types import TRUTHS, Domain, Range, Size
from interpreter.drawing.beside_board import shown, words_of
from interpreter.drawing.cards import BACK, Card, faces, has_pictures
from interpreter.drawing.dice import DIE, dice
from interpreter.drawing.lines import shapes_in_pictures
from interpreter.game.unknown import UNKNOWN

if TYPE_CHECKING:
    from gdl.model.model import Model
    from gdl.model.state import Variable
    from gdl.model.types import Base
    from interpreter.game.views import View

FACES: Mapping[str, Card] = {label: Card(label, label, picture=f"die{label}", colour="ivory") for label in DIE.labels}
MOST = 60
"""A pile of more cards isn't laid out."""

Place = Literal["hand", "front", "middle", "table"]
"""Where cards lie: in somebody's hand; before somebody, for all to see; in the middle, where each plays one; on the
table, which is nobody's."""


@dataclass(frozen=True)
class Hand:
    """Cards with a name; one card with its back up stands for those of which nothing is known. `owner`: whose they
    are, `what`: what the rules call them; `count`: of cards that are unknown how many there are, if all can know it;
    `is_stack`: these lie on each other, as those that are nobody's, or a pile of somebody's; else they are held."""

    name: str
    cards: tuple[Card, ...]
    place: Place = "table"
    owner: str | None = None
    what: str = ""
    count: int | None = None
    is_stack: bool = False

    @property
    def is_known(self) -> bool:
        """Whether they are seen."""
        return self.cards != (BACK,)


def hands(view: View) -> list[Hand]:
    """All that is held and lies there: others' first, then what lies in the middle and on the table, the viewer's own
    last: it lies nearest. Of what each plays, the first comes first."""
    found = [hand for variable in laid(view.game.model) for hand in _of(view, variable) if hand.cards]
    players = _seats(view)
    first = _order_of_play(view)

    def place(hand: Hand) -> tuple[int, int]:
        if hand.place == "middle":
            return 1, first.index(hand.owner) if hand.owner in first else 0
        if hand.owner is None:
            return 2, 0
        return (3, 0) if is_own(view, hand) else (0, players.index(hand.owner))

    return sorted(found, key=place)


def is_own(view: View, hand: Hand) -> bool:
    """Whether a hand is the viewer's own, before them. Where nothing is hidden all see the same, and nobody's lies
    nearer."""
    return hand.owner is not None and hand.owner == view.sight and hand.place != "middle"


def _seats(view: View) -> Sequence[str]:
    """The players as they sit, those behind the viewer first."""
    players = view.game.players
    if view.sight not in players:
        return players
    at = players.index(view.sight) + 1
    return (*players[at:], *players[:at])


def _order_of_play(view: View) -> Sequence[str]:
    """The players in the order in which they have played if all play one after the other: who comes next has waited
    longest."""
    players = view.game.players
    at = players.index(view.mover) if view.mover in players else 0
    return (*players[at:], *players[:at])


@lru_cache(maxsize=16)
def laid(model: Model) -> tuple[Variable, ...]:
    """The variables whose values are laid out as cards."""
    boards = shapes_in_pictures(model)
    kinds = {v.type.base for v in model.variables if is_deck(v.type.base) or has_pictures(model, v.type.base)}
    kinds -= {model.player, *boards}
    kinds |= {thing(model, v) for v in shown(model) if model.hides and _is_kept(model, v)}
    rolled = dice(model)
    return tuple(
        v for v in shown(model)
        if (v in rolled and _stands(model, v)) or is_pegs(model, v)
        or (thing(model, v) in kinds and _fits(model, v) and _is_sure(model, v))
    )  # fmt: skip


def is_pegs(model: Model, variable: Variable) -> bool:
    """Whether it is a row of pegs, or several rows: things that looks tell apart, each in its place, on no board."""
    base, holders = variable.type.base, variable.holders
    if not isinstance(base, Domain) or isinstance(base, Shape) or base in (TRUTHS, model.player):
        return False
    if variable.collection or variable.type.size == Size.MANY or len(holders) not in (1, 2):
        return False
    if model.player in holders or any(isinstance(holder, Shape) for holder in holders):
        return False
    return bool(base.labels) and all(f"{base.name}.{label}" in model.looks for label in base.labels)


@lru_cache(maxsize=16)
def notes(model: Model) -> tuple[Variable, ...]:
    """What is told with each row of pegs: numbers of which each row has one, and of which a look says something."""
    rows = {v.holders[0] for v in laid(model) if len(v.holders) == 2 and is_pegs(model, v)}
    looks = model.variable_looks
    return tuple(
        v for v in shown(model) if v.holders in {(row,) for row in rows} and v in looks and looks[v].names(0)
        and isinstance(v.type.base, Range) and v.type.size == Size.ONE
    )  # fmt: skip


def is_lots(model: Model, variable: Variable) -> bool:
    """Whether it is several lots on the table, such as a pile for each column: each has a name, none is a player's."""
    holders = _holders(model, variable)
    if len(holders) != 1 or isinstance(holders[0], Shape) or holders[0] in (TRUTHS, model.player):
        return False
    return _is_many(model, variable)


def note_parts(model: Model, variable: Variable) -> tuple[str | int, ...]:
    """How a note is told in its row: what its look says after the row's name; -1 stands for the value."""
    parts = model.variable_looks[variable].parts
    first, *others = parts[parts.index(0) + 1 :]
    return (first.lstrip(" ,:") if isinstance(first, str) else first, *others)


def is_counted(model: Model, variable: Variable) -> bool:
    """Whether it says how many of each thing there are: a bag, or a number for each."""
    base, last = variable.type.base, variable.dimensions[-1:]
    if variable in dice(model):
        return last[:1] == (DIE,) and base != DIE
    if variable.collection or not last or last[0] is model.player or not isinstance(last[0], Domain):
        return variable.collection == "bag"
    return isinstance(base, Range) and base.low == 0 and base.high <= MOST and variable.type.size == Size.ONE


def thing(model: Model, variable: Variable) -> Base:
    """What it holds."""
    return variable.dimensions[-1] if is_counted(model, variable) else variable.type.base


def _holders(model: Model, variable: Variable) -> tuple[Domain | Range, ...]:
    """Whose it is: the last dimension of what is counted is what lies there."""
    return variable.dimensions[:-1] if is_counted(model, variable) else variable.holders


def _is_many(model: Model, variable: Variable) -> bool:
    """Whether it may hold several things."""
    return bool(variable.collection) or is_counted(model, variable) or variable.type.size == Size.MANY


def _fits(model: Model, variable: Variable) -> bool:
    """Whether there is a place for it: it is everybody's, in one lot or several, or each player has one, or a row of
    them."""
    holders = _holders(model, variable)
    is_row = len(holders) == 2 and not _is_many(model, variable)
    return (holders[:1] in ((), (model.player,)) and (len(holders) < 2 or is_row)) or is_lots(model, variable)


def _stands(model: Model, variable: Variable) -> bool:
    """Whether there is a place for dice: on no board, and in one row at most."""
    holders = [holder for holder in _holders(model, variable) if holder is not model.player]
    return len(holders) < 2 and not any(isinstance(holder, Shape) for holder in holders)


def _is_sure(model: Model, variable: Variable) -> bool:
    """Whether it holds what its type says: equal ranges of numbers may mean anything, but for those that are kept."""
    return _is_many(model, variable) or not isinstance(thing(model, variable), Range) or _is_kept(model, variable)


def _is_kept(model: Model, variable: Variable) -> bool:
    """Whether a variable is kept as cards are: by each player several things, or one that is hidden from somebody;
    by nobody several that are hidden."""
    base, holders = variable.type.base, variable.holders
    if (isinstance(base, Shape) and base in shapes_in_pictures(model)) or base is TRUTHS or base is model.player:
        return False
    holds = bool(variable.collection) or variable.type.size == Size.MANY
    if not holders:
        return holds and is_hidden(model, variable)
    return holders == (model.player,) and (holds or (is_hidden(model, variable) and not _is_amount(model, variable)))


def _is_amount(model: Model, variable: Variable) -> bool:
    """Whether it is a number that the rules add to or take from, as from coins: on a card there is another one then."""
    blocks = (model.setup, model.turn, model.end)
    assigned = (s for block in blocks for s in m.walk(block) if isinstance(s, m.Assign) and s.variable is variable)
    return any(
        isinstance(s.value, Op) and s.value.name in ("+", "-")
        and any(isinstance(part, Get) and part.variable is variable for part in s.value.operands)
        for s in assigned
    )  # fmt: skip


def is_hidden(model: Model, variable: Variable) -> bool:
    """Whether there may be somebody from whom it is hidden; options may leave nobody."""
    found = [hidden.players for hidden in model.hidden if hidden.what is variable]
    return any(not (isinstance(players, Const) and not players.value) for players in found)


def _of(view: View, variable: Variable) -> Iterator[Hand]:
    name, place = title_of(view.game.model, variable), place_of(view.game.model, variable)
    if len(variable.holders) == 2 and is_pegs(view.game.model, variable):
        for row in variable.holders[0].labels:
            yield Hand(_row_name(view, name, row), _cards(view, variable, row), place, None, variable.name)
        return
    if is_lots(view.game.model, variable):
        for row in variable.dimensions[0].labels:
            hand = Hand(f"{name} {words_of(row)}", _cards(view, variable, row), place, None, variable.name)
            yield hand if hand.is_known else _counted(view, variable, hand, (row,))
        return
    for owner in (None,) if place == "table" else view.game.players:
        whose = () if owner is None else (owner,)
        cards = _cards(view, variable, *whose)
        hand = Hand(f"{owner}: {name}" if owner else name, cards, place, owner, variable.name)
        yield hand if hand.is_known else _counted(view, variable, hand, whose)


def _counted(view: View, variable: Variable, hand: Hand, whose: tuple[str, ...]) -> Hand:
    """A hand that isn't seen, with the number of its cards, if all players know that; none are no hand."""
    if len(variable.holders) > len(whose):
        return hand
    count = view.number(variable.name, *whose)
    is_stack = count is not None and (hand.owner is None or variable.collection == "pile")
    return replace(hand, count=count, is_stack=is_stack, cards=hand.cards if count is None or count > 0 else ())


def _row_name(view: View, name: str, row: str) -> str:
    """`guess 3 (in their places: 1, elsewhere: 2)`."""
    model = view.game.model
    told = [
        "".join(str(view.value(v.name, row)) if part == -1 else str(part) for part in note_parts(model, v))
        for v in notes(model)
    ]
    return f"{name} {row} ({', '.join(told)})" if told else f"{name} {row}"


def title_of(model: Model, variable: Variable) -> str:
    """What players read above it: of what is nobody's the words with which its look begins, else its name."""
    look = model.variable_looks.get(variable)
    first = look.parts[0] if look is not None and look.parts else -1
    said = first.strip(" ,:") if isinstance(first, str) and place_of(model, variable) == "table" else ""
    return said or words_of(variable.name)


def place_of(model: Model, variable: Variable) -> Place:
    """Where its cards lie."""
    holders = _holders(model, variable)
    if not holders or holders[0] is not model.player:
        return "table"
    if is_hidden(model, variable):
        return "hand"
    return "middle" if len(holders) == 1 and not _is_many(model, variable) else "front"


def held_first(model: Model) -> str:
    """What each player has in the first place, as the rules call it; where that lies alone it needs no name."""
    return next((v.name for v in laid(model) if place_of(model, v) in ("hand", "front")), "")


def _cards(view: View, variable: Variable, *whose: str) -> tuple[Card, ...]:
    """The cards that somebody has, or that lie there: of a row each in its place, of a pile from the bottom,
    else by their order in the deck."""
    model = view.game.model
    if is_counted(model, variable):
        numbers = {label: view.value(variable.name, *whose, label) for label in variable.dimensions[-1].labels}
        if any(number is UNKNOWN for number in numbers.values()):
            return (BACK,)
        return _faces(view, variable, [label for label, number in numbers.items() for _ in range(number)])
    if variable.collection == "pile":
        things = [view.value(variable.name, *whose, place) for place in variable.dimensions[-1].labels]
        lying = [thing for thing in things if thing is not None]
        if all(thing is UNKNOWN for thing in lying):
            return (BACK,) if lying else ()
        return tuple(card for thing in lying for card in _faces(view, variable, thing)) if len(lying) <= MOST else ()
    rows = [*product(*(dimension.labels for dimension in variable.holders[len(whose) :]))]
    held = [(row, card) for row in rows for card in _in_place(view, variable, *whose, *row)]
    named = variable in dice(model)
    return tuple(replace(card, label=row[-1]) if named and row and card != BACK else card for row, card in held)


def _in_place(view: View, variable: Variable, *labels: str) -> tuple[Card, ...]:
    """What lies in one place of a row; nothing where all know that there is nothing."""
    value = view.value(variable.name, *labels)
    if value is UNKNOWN and variable.holders and len(labels) == len(variable.dimensions) > 1:
        return () if view.number(variable.name, *labels) == 0 else (BACK,)
    return _faces(view, variable, value)


def faces_of(model: Model, variable: Variable) -> Mapping[str, Card]:
    """What it may hold, as cards or dice."""
    base = thing(model, variable)
    if variable in dice(model):
        return FACES
    return faces(model, base) if isinstance(base, Domain | Range) else {}


def _faces(view: View, variable: Variable, value: Any) -> tuple[Card, ...]:
    if value is UNKNOWN:
        return (BACK,)
    held = value if isinstance(value, list) else [] if value is None else [value]
    known = faces_of(view.game.model, variable)
    return tuple(known[str(label)] for label in held if str(label) in known) if len(held) <= MOST else ()
