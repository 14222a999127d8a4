"""What is what on the screen: which colour is whose, what letters and signs mean, whose sites are marked, how moves are
written. It is read off the rules' looks, so that there is one for every game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gdl.model.types import TRUTHS, Domain, Range
from gdl.text.whose import whose
from interpreter.drawing import examples
from interpreter.drawing.beside_board import names_of, words_of
from interpreter.drawing.colours import player_colours
from interpreter.drawing.counters import is_text
from interpreter.drawing.drawn_sets import is_drawn_on
from interpreter.drawing.owners import look_of_pieces
from interpreter.drawing.site_texts import figures, lives_on, shapes_to_draw, short
from interpreter.drawing.worded import words_for_rules

if TYPE_CHECKING:
    from gdl.model.model import Model
    from interpreter.game.views import View

FEW = 6
"""So many sites are named one by one."""


@dataclass(frozen=True)
class Sign:
    """Something that is seen: its letter and its symbol (each "" if it has none), its colour, and what it means."""

    letter: str
    symbol: str
    colour: str
    means: str

    @property
    def signs(self) -> tuple[str, ...]:
        """Symbol and letter, once if they are the same."""
        return tuple(dict.fromkeys(filter(None, (self.symbol, self.letter))))


@dataclass(frozen=True)
class Legend:
    """All of it. `moves` are examples of how moves are written."""

    players: tuple[Sign, ...]
    pieces: tuple[Sign, ...]
    values: tuple[Sign, ...]
    sites: tuple[Sign, ...]
    moves: tuple[str, ...]

    @property
    def groups(self) -> Iterator[tuple[str, tuple[Sign, ...]]]:
        """Headings, and the signs below each, where there are any."""
        named = ("Players", self.players), ("Pieces", self.pieces), ("On the board", (*self.values, *self.sites))
        return (group for group in named if group[1])


def legend(view: View) -> Legend:
    """The legend of a game."""
    model = view.game.model
    owners = {owner for _, owner, _ in model.piece_parts}  # their pieces tell of their colours
    values, coloured = (*_together([*_values(model)]), *_written(view)), player_colours(model).items()
    players = [_player(model, p, colour) for p, colour in coloured
               if model.players.index(p) not in owners and p.lower() != colour]  # fmt: skip
    shown = {(value.letter, value.colour) for value in values}  # as whose counters they are
    named = tuple(player for player in players if (player.letter, player.colour) not in shown)
    return Legend(named, (*_pieces(model),), values, (*_sites(model),), examples.of_game(view.game))


def _player(model: Model, player: str, colour: str) -> Sign:
    own = model.looks.get(f"{model.player.name}.{player}")
    return Sign(own.letter if own else "", own.symbol if own else "", colour, player)


def player_signs(model: Model) -> dict[str, Sign]:
    """What tells each player on the board: the look of all their pieces, if these look alike and rules say how."""
    found: dict[str, Sign] = {}
    for player in model.players:
        look = look_of_pieces(model, player)
        if look is not None and look.letter:
            found[player] = Sign(look.letter, look.symbol or look.letter, look.colour, player)
    return found


def _pieces(model: Model) -> Iterator[Sign]:
    """Pieces, those that differ in their number alone together."""
    drawn, seen = figures(model), set[tuple[int, int, str]]()
    for label, (kind, owner, number) in zip(model.pieces.labels, model.piece_parts, strict=True):
        figure, look = drawn[label], model.looks.get(label)
        of_number = "" if number is None else str(number)
        letter = look.letter if look and look.letter else figure.letter.removesuffix(of_number)
        if (kind, owner, letter) in seen:
            continue
        seen.add((kind, owner, letter))
        name = words_of(model.kinds[kind].name)
        means = f"{whose(model.players[owner])} {name}" if owner >= 0 else name
        own_letters = sum((k, o) == (kind, owner) for k, o, _ in model.piece_parts) > 1 and number is not None
        if own_letters and figure.letter != letter:
            means += ", its number behind it"
        elif number is not None:
            means += f" {number}"
        symbol = look.symbol if look else ""
        yield Sign(letter, symbol, figure.colour, means)


def _values(model: Model) -> Iterator[Sign]:
    """Members of types that are seen on sites, as the values of a variable or as whose counters they are."""
    told: set[str] = set()
    for shape in shapes_to_draw(model):
        for variable in model.variables:
            look = model.variable_looks.get(variable)
            if not lives_on(model, variable, shape) or (look and look.form == "hidden"):
                continue
            for domain in (*variable.parameters, variable.type.base):
                if not isinstance(domain, Domain) or domain.name in told:
                    continue
                told.add(domain.name)
                for label in domain.labels:
                    if one := model.looks.get(f"{domain.name}.{label}"):
                        means = words_of(label)
                        if domain is model.player:
                            means = f"{whose(label)} {words_of(variable.name)}"
                        yield Sign(one.letter, one.symbol, one.colour, means)


def _written(view: View) -> Iterator[Sign]:
    """What is written on sites without looks of its own: numbers, a letter for yes, names that are cut short or made of
    letters."""
    model = view.game.model
    told: set[str] = set()
    for shape in shapes_to_draw(model):
        for variable in model.variables:
            if not lives_on(model, variable, shape) or not is_text(model, variable):
                continue
            name, base = words_of(variable.name), variable.type.base
            if not variable.parameters and isinstance(base, Range):
                yield Sign("", "", "", f"numbers: {name}")
            if not variable.parameters and base is TRUTHS:
                yield Sign(variable.name[:1], "", "", name)
            is_set = is_drawn_on(model, variable, shape)
            for domain in variable.dimensions if is_set else (*variable.parameters, base):
                if isinstance(domain, Domain) and domain.name not in told:
                    told.add(domain.name)
                    yield from _names(view, domain)


def _names(view: View, domain: Domain) -> Iterator[Sign]:
    """Members that are written by their names, cut short where that is enough to tell them apart."""
    looks = view.game.model.looks
    bare = [label for label in domain.labels if not ((look := looks.get(f"{domain.name}.{label}")) and look.letter)]
    yield from (Sign(cut, "", "", words_of(label)) for label in bare if (cut := short(domain.labels)[label]) != label)
    if bare:
        yield from (Sign("", "", "", meaning) for meaning in words_for_rules().letters(view, domain))


def _together(signs: Sequence[Sign]) -> tuple[Sign, ...]:
    """What differs in nothing that is seen as one."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for sign in signs:
        found.setdefault((sign.letter, sign.symbol, sign.colour), []).append(sign.means)
    return tuple(Sign(*seen, ", ".join(means)) for seen, means in found.items())


def _sites(model: Model) -> Iterator[Sign]:
    """Marked sites: whose they are if their colour is a player's, and which."""
    colours = player_colours(model)
    found: dict[tuple[str, str, str, str], list[str]] = {}
    for look in model.site_looks:
        labels = [look.shape.labels[site] for site in look.sites]
        # a sign has a colour of its own; a ground or an edge has that of its owner
        owners = [player for player, colour in colours.items() if colour == look.colour and not look.letter]
        # a board's own grounds tell nothing, and would be half of the board
        is_plain = not owners and not look.letter and not look.edge
        if not labels or (is_plain and 3 * len(labels) > len(look.shape.labels)):
            continue
        what = "edge" if look.edge else "field" if len(labels) == 1 else "fields"
        if look.name and not look.edge:
            means = words_of(look.name)
        else:
            means = f"{whose(names_of(owners))} {what}" if owners else f"marked {what}"
        found.setdefault((look.letter, look.symbol, look.colour, means), []).append(_some(labels))
    for (letter, symbol, colour, means), where in found.items():
        yield Sign(letter, symbol, colour, f"{means}: {', '.join(where)}")


def _some(labels: Sequence[str]) -> str:
    if len(labels) <= FEW:
        return ", ".join(labels)
    return f"{labels[0]} to {labels[-1]} ({len(labels)})"


# ---- as text


def markdown(found: Legend) -> str:
    """The legend as a part of a page."""
    lines = ["## Legend", ""]
    for heading, signs in found.groups:
        lines += [f"**{heading}**", "", *(f"* {line(sign)}" for sign in signs), ""]
    if found.moves:
        lines += [f"**Moves** are written like {', '.join(f'`{move}`' for move in found.moves)}.", ""]
    return "\n".join(lines)


def line(sign: Sign) -> str:
    """A sign and what it means: `● R` (red): Red's stone."""
    shown = " or ".join(f"`{one}`" for one in sign.signs)
    colour = "" if sign.colour.startswith("#") else sign.colour  # numbers are no word for a colour
    said = " ".join(filter(None, (shown, f"({colour})" if shown and colour else colour)))
    return f"{said}: {sign.means}" if said else sign.means


def plain_lines(found: Legend) -> Iterable[str]:
    """The legend line by line, without marks of any markup."""
    for heading, signs in found.groups:
        yield heading
        yield from (f"  {line(sign).replace('`', '')}" for sign in signs)
    if found.moves:
        yield f"Moves are written like {', '.join(found.moves)}"
