"""A view as data for a page: the one place where what somebody sees becomes JSON.

`docs/page.md` has the table. What a view leaves out, a page is never sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cli.web.page.scenes import counter_name, member_name
from gdl.model.types import Domain
from interpreter.drawing import beside_board
from interpreter.drawing.changes import appearance, differing
from interpreter.drawing.decided import decided
from interpreter.drawing.elsewhere import seen_elsewhere
from interpreter.drawing.hands import hands, is_own
from interpreter.drawing.lessons import kinds
from interpreter.drawing.lines import shapes_in_pictures
from interpreter.drawing.offered import offered
from interpreter.drawing.results import result
from interpreter.drawing.site_symbols import contents, symbols_of
from interpreter.drawing.site_texts import Spot, is_board_of, lives_on
from interpreter.drawing.symbols import symbol
from interpreter.game import eyes

if TYPE_CHECKING:
    from gdl.model.model import Model
    from gdl.model.shape import Shape
    from gdl.model.state import Variable
    from interpreter import Move, State
    from interpreter.drawing.cards import Card
    from interpreter.game.views import View


FEW = 3
"""Of so many moves that name no site, such as a pass, it is found out whether they end the game."""


def for_spectators(state: State) -> View:
    """What those see who don't play: what every player sees."""
    return eyes.seen(state, eyes.ONLOOKER)


def seen(view: View, earlier: tuple[View, ...] = (), may_move: bool = False) -> dict[str, Any]:
    """What a page shows of a view. `earlier`: views from before this turn and the last one; what changed since the
    later one of them from which anything changed is marked."""
    return {**situation(view, changes(appearance(view), map(appearance, earlier))), **choices(view, may_move)}


def situation(view: View, changed: list[str]) -> dict[str, Any]:
    """That part of it which all are shown who see as much of the game."""
    return {
        "turn": view.turns + 1,
        "toMove": view.to_move,
        "mover": view.mover,
        "isChance": view.is_chance,
        "isOver": view.is_over,
        "inTurn": view.in_turn,
        "result": result(view) if view.is_over else None,
        "outcomes": view.outcomes,
        "decided": asdict(found) if view.is_over and (found := decided(view)) else None,
        "scores": view.scores,
        "lines": beside(view),
        "hands": held(view),
        "sites": sites(view),
        "changed": changed,
        "line": sorted(view.winning),
    }


def beside(view: View) -> list[str]:
    """What is told beside the board: scores, counters, variables."""
    return [beside_board.text(words) for words in beside_board.told(view, but=seen_elsewhere(view.game.model))]


def held(view: View) -> list[dict[str, Any]]:
    """Hands, what lies in the middle and on the table, card by card; a page shows them in this order."""
    return [
        {
            "name": hand.name,
            "what": beside_board.words_of(hand.what) if hand.owner else hand.name,
            "place": "own" if is_own(view, hand) else hand.place,
            "owner": hand.owner,
            "cards": [card_data(card) for card in hand.cards],
            "known": hand.is_known,
            **({} if hand.count is None else {"count": hand.count}),
            **({"stack": True} if hand.is_stack else {}),
        }
        for hand in hands(view)
    ]


def card_data(card: Card) -> dict[str, str]:
    """A card as pages show it; what it doesn't have is left out."""
    colour = {"ink": card.ink, "ground": card.ground} if card.colour else {}
    picture = symbol(card.picture, "", card.colour)[0] if card.picture and not card.sign else ""
    parts = {"label": card.label, "sign": card.sign, "suit": card.suit, "symbol": picture, **colour}
    return {"text": card.text, **{name: part for name, part in parts.items() if part}}


def choices(view: View, may_move: bool) -> dict[str, Any]:
    """The part for who is to move."""
    moves, numbers = view.moves if may_move else (), kinds(view.game)
    alone = [move for move in moves if not move.sites]
    ends = {move.text for move in alone if view.ends_with(move)} if len(alone) <= min(FEW, len(moves) - 1) else set()
    cards = hands(view) if moves else []
    taken = {hand.name: sorted(labels) for hand, labels in zip(cards, offered(view, cards), strict=True) if labels}
    return {
        "moves": [option(move, move.text in ends) for move in moves],
        **({"taken": taken} if taken else {}),
        "asks": view.prompt if may_move and not view.is_over else "",
        "kinds": sorted({numbers[move.choose.span] for move in moves}),
    }


def sites(view: View) -> dict[str, dict[str, Mapping[str, Any]]]:
    """What is on each site that isn't empty, by shape and label."""
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    lying = contents(view)
    for shape in shapes_in_pictures(view.game.model):
        here = found.setdefault(shape.name, {})
        for label, content in lying[shape.name].items():
            parts = {
                "pieces": things(view, shape, label), "values": content.text, "tint": content.tint,
                "says": content.says, "unseen": is_board_of(view.game.model, shape) and not view.is_seen(label),
            }  # fmt: skip
            if filled := {name: part for name, part in parts.items() if part}:
                here[label] = filled
    return found


def things(view: View, shape: Shape, label: str) -> list[str]:
    """What lies on a site, by the names that the page has for it: the order is that of `contents`."""
    model = view.game.model
    symbols = symbols_of(model)
    found = [piece.label for piece in view.pieces(label)] if is_board_of(model, shape) else []
    for variable in model.variables:
        if not lives_on(model, variable, shape):
            continue
        type_ = variable.type.base.name if isinstance(variable.type.base, Domain) else ""
        if members := symbols.counters.get(variable.name):
            found += counted(view, variable.name, label, members)
        elif type_ in symbols.members and not variable.parameters and is_shown(model, variable):
            value = str(view.value(variable.name, label))
            found += [member_name(type_, value)] if value in symbols.members[type_] else []
    return found


def is_shown(model: Model, variable: Variable) -> bool:
    """Whether looks don't hide a variable."""
    look = model.variable_looks.get(variable)
    return look is None or look.form != "hidden"


def counted(view: View, variable: str, site: str, members: Iterable[str]) -> list[str]:
    """The counters that lie on a site, as views name them."""
    found: list[str] = []
    for member in members:
        count = view.value(variable, site, *([member] if member else []))
        found += [counter_name(variable, member)] * (count if isinstance(count, int) else 0)
    return found


def changes(now: Mapping[str, Spot], earlier: Iterable[Mapping[str, Spot]]) -> list[str]:
    """Sites that don't look as before."""
    for before in earlier:
        if found := differing(before, now):
            return sorted(found)
    return []


def option(move: Move, ends: bool = False) -> dict[str, Any]:
    """A move, as choosing it needs it. `ends`: it ends the game, and names no site at which people point for it."""
    others = {"others": list(move.others)} if move.others else {}
    over = {"ends": True} if ends else {}
    loose = {"loose": [list(group) for group in move.loose]} if move.loose else {}
    return {"text": move.text, **others, **over, "values": list(move.values), "sites": list(move.sites), **loose}
