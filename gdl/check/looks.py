"""Looks: how pieces and members of types are written and drawn, the marks on boards, the texts for players."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gdl.check.declared import Declared, Looks, Pieces
from gdl.check.flow import nodes
from gdl.check.look_words import colour_of, nothing_said, one_colour, picture_of, style_of
from gdl.check.parts import Check
from gdl.check.pieces import piece_named
from gdl.check.scope import ROOT, Thing
from gdl.colours import COLOURS
from gdl.model import statements as m
from gdl.model.looks import BoardLook, Look, SiteLook, VariableLook, is_drawn_set
from gdl.model.nodes import Const, Expr
from gdl.model.shape import Shape
from gdl.model.types import Domain, Range, Size
from gdl.pictures import COUNTERS, EDGE, NOTHING, STYLES, TURNED
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import listed
from gdl.text.comments import comment
from gdl.text.findings import Fault, fault
from gdl.text.fixes import Hint
from gdl.text.suggest import did_you_mean
from gdl.text.whose import whose

_FULL_CIRCLE = 360
_TEXTS = 2
ALMOST = re.compile(r"#(?=.*[0-9a-fA-F])[0-9a-zA-Z]{3,}")
"""A text that is meant for a colour. A shorter one, such as #1, is a symbol."""


def letters_of(declared: Declared, base: Domain | Range) -> tuple[str, ...]:
    """The elements of a type as moves write them: by their looks, or else by their names."""
    if isinstance(base, Range):
        return base.labels
    if base is declared.pieces.things:
        return tuple(_letter(declared.looks, x) or x for x in base.labels)
    if base is declared.pieces.domain:
        return tuple(_kind_letter(declared, i) for i in range(len(base)))
    if not any(key.startswith(f"{base.name}.") for key in declared.looks.things):
        return base.labels
    return tuple(_letter(declared.looks, f"{base.name}.{x}") or x for x in base.labels)


def _letter(looks: Looks, key: str) -> str:
    return looks.things[key].letter if key in looks.things else ""


def _kind_letter(declared: Declared, kind: int) -> str:
    """The text of a kind in moves: the look of its pieces if they have one look, or the capital if only capitals
    differ."""
    own = [x for x, (k, _, _) in zip(declared.pieces.things.labels, declared.pieces.parts, strict=True) if k == kind]
    written = {_letter(declared.looks, x) for x in own}
    found = written if len(written) == 1 else {letter.upper() for letter in written}
    return found.pop() if len(found) == 1 and "" not in found else declared.pieces.domain.labels[kind]


# ---- looks


def declare_look(check: Check, look: t.Look) -> None:
    """Declare one thing of a line of `looks`."""
    declared = check.declared
    what = _meant(check, look)
    if what is None:
        return
    if not (look.said or look.shades or look.degrees or look.drawn):
        raise nothing_said(look)
    if len(look.said) > _TEXTS:
        hint = "a letter for moves and plain screens, and a symbol; a colour in quotes has six digits: `\"#d9a722\"`"
        raise fault("P515", look.said[_TEXTS].span, "a look has two texts at most", hint)
    for text in look.said:
        if ALMOST.fullmatch(text.span.text[1:-1]):
            hint = 'write a colour without a name as `"#d9a722"`, with six digits'
            raise fault("P513", text.span, f"`{text.span.text[1:-1]}` isn't a known colour", hint)
    match what:
        case t.Word():
            _board(check, look)
        case [*variables]:
            for variable in variables:
                _variable(check, look, variable)
        case Thing():
            _thing(check, look, _piece_keys(declared.pieces, what), "a piece")
        case Const(type=type_) if isinstance(type_.base, Shape) and _is_drawn(declared, type_.base):
            _sites(check, look, what)
        case Const(type=type_):
            assert isinstance(type_.base, Domain)
            if type_.base is declared.player and _turned(declared.looks, look, what.value):
                return
            keys = [f"{type_.base.name}.{type_.base.labels[i]}" for i in _elements(what)]
            _thing(check, look, keys, "a member of a type")


def _meant(check: Check, look: t.Look) -> t.Word | Sequence[m.Variable] | Thing | Const | None:
    """The thing that a look is for; None if it belongs to players who aren't in this game."""
    declared = check.declared
    e = look.thing
    if isinstance(e, t.Word):
        declared.looks.unplayed.add(look)
        return e
    if variables := _variables(declared, e):
        declared.looks.unplayed.add(look)
        return variables
    if any(_is_absent(declared, name) for name in players_named(e)):
        if not look.said:
            declared.looks.unplayed.add(look)
        return None
    value = _named(check, e)
    if isinstance(value, Thing) and isinstance(value.kind, Const):
        return value
    if isinstance(value, Expr) and isinstance(value.type.base, Shape) and value.type.size <= Size.MANY:
        if _is_drawn(declared, value.type.base):
            declared.looks.unplayed.add(look)
        return check.static(e, ROOT, "a mark on the board")
    if isinstance(value, Const) and isinstance(value.type.base, Domain) and value.type.size == Size.ONE:
        return value
    message = "only pieces, members of types, sites, variables and `board` can have a look"
    raise fault("P512", e.span, message, 'write `stone of White "W"`, for example')


def _named(check: Check, e: t.Expression) -> Expr | Thing:
    """The meaning of a name or an expression. If there is none, the name may be misspelt."""
    declared = check.declared
    if isinstance(e, t.Dot) and isinstance(e.link, t.Name) and e.link.text in declared.state.attributes:
        hint = Hint(f"write `{e.link.text}` alone", e.link.text)
        raise fault("P512", e.span, f"`{e.link.text}` looks the same for all things that have it", hint)
    try:
        return piece_named(check, e, ROOT)
    except Fault as stop:
        found = stop.finding
        if found.code == "N201":
            names = (*declared.pieces.nodes, *declared.members, *declared.state.attributes, *declared.state.of_game)
            if near := did_you_mean(found.span.text, names):
                raise fault("N201", found.span, found.message, near) from None
        raise


def players_named(e: t.Expression) -> Iterator[t.Name]:
    """The names of the owners in an expression: of `stone of A`, `A.home`, `A.home + B.home`."""
    match e:
        case t.Name():
            yield e
        case t.Binary():
            yield from (*players_named(e.left), *players_named(e.right))
        case t.Dot():
            yield from players_named(e.subject)


def _is_absent(declared: Declared, name: t.Name) -> bool:
    """Whether this is a player who isn't in this game."""
    return name.text not in declared.members and name.text in declared.absent


def _is_drawn(declared: Declared, shape: Shape) -> bool:
    """Whether the sites of this shape are drawn. If not, they are values like the members of a type."""
    return shape is declared.board or any(variable.subject is shape for variable in declared.state.variables)


def _elements(found: Const) -> tuple[int, ...]:
    """The elements of a set, or the one element."""
    if found.type.size == Size.MANY:
        return tuple(i for i in range(len(found.type.values)) if found.value >> i & 1)
    return (found.value,) if found.value >= 0 else ()


def _variables(declared: Declared, e: t.Expression) -> Sequence[m.Variable]:
    """All variables with this name; none if it means something else."""
    if not isinstance(e, t.Name) or e.text in declared.members or e.text in declared.pieces.nodes:
        return ()
    own = declared.state.of_game.get(e.text)
    return [*([own] if own is not None else []), *declared.state.attributes.get(e.text, ())]


# ---- pieces, members of types


def _thing(check: Check, look: t.Look, keys: Sequence[str], what: str) -> None:
    """A line with a letter gives the whole look. A line without one changes only what it says."""
    declared = check.declared
    _only_players(look)
    colour, picture = one_colour(check, look, what), picture_of(look, what)
    if not look.letter or all(_letter(declared.looks, key) == look.letter for key in keys):
        declared.looks.unplayed.add(look)  # moves are written as before
    for key in keys:
        before = Look("") if look.said else declared.looks.things.get(key, Look(""))
        declared.looks.things[key] = Look(
            look.letter or before.letter, look.symbol or before.symbol, colour or before.colour,
            picture or before.picture,
        )  # fmt: skip


def _piece_keys(pieces: Pieces, thing: Thing) -> list[str]:
    assert isinstance(thing.kind, Const)
    kind, owner = thing.kind.value, thing.owner
    number = thing.number.value if isinstance(thing.number, Const) else None
    return [
        label
        for label, (k, p, n) in zip(pieces.things.labels, pieces.parts, strict=True)
        if k == kind
        and (owner is None or (isinstance(owner, Const) and owner.value == p))
        and number in (None, n)
    ]  # fmt: skip


def _turned(looks: Looks, look: t.Look, player: int) -> bool:
    """Turn the board for a player. True if the line says nothing else."""
    turned = next((word for word in look.shades if word.text == TURNED), None)
    if turned is None:
        return False
    if look.degrees is None or look.degrees.value >= _FULL_CIRCLE:
        where, hint = (look.degrees or turned).span, "write `turned 180`, for example: degrees, clockwise"
        raise fault("P515", where, "the board is turned by 0 to 359 degrees", hint)
    looks.turned[player] = look.degrees.value
    if len(look.shades) > 1 or look.said or look.drawn:
        return False
    looks.unplayed.add(look)
    return True


def _only_players(look: t.Look) -> None:
    """Refuse to turn anything but the board for a player."""
    turned = next((word for word in look.shades if word.text == TURNED), None)
    if turned is None and look.degrees is not None:
        hint = 'put a letter in quotes: `"1"`, and degrees after `turned`'
        raise fault("P515", look.degrees.span, "a number isn't part of a look", hint)


# ---- sites


def _sites(check: Check, look: t.Look, sites: Const) -> None:
    """Declare marks on a board."""
    shape = sites.type.base
    assert isinstance(shape, Shape)
    _not_turned(look)
    colour = one_colour(check, look, "a mark")
    edge = look.drawn is not None and not look.drawn.quoted and look.drawn.text == EDGE
    if edge and (look.said or not look.shades):
        raise fault("P515", look.span, "an edge has only a colour", "write `row(1) red as edge`, for example")
    picture = "" if edge else picture_of(look, "a site", (EDGE,))
    check.declared.looks.sites.append(SiteLook(
        shape, _elements(sites), look.letter, look.symbol, colour, edge, picture,
        _name(check.declared.player, look, shape),
    ))  # fmt: skip


def _name(player: Domain, look: t.Look, shape: Shape) -> str:
    """The ruleset's own word for some sites, such as `throne` or `A.home`; else the comment beside their look."""
    match look.thing:
        case t.Name(text=text) if text not in shape.index:
            return text
        case t.Dot(subject=t.Name(text=owner), link=t.Name(text=text)):
            return f"{whose(owner)} {text}" if owner in player.labels else text
        case _:
            return comment(look.span.source, look.span.line)


def _board(check: Check, look: t.Look) -> None:
    """Declare how the board is drawn."""
    _not_turned(look)
    if "board" in check.declared.lost:  # which has been said
        return
    if not check.memo.boards.made:
        raise fault("P515", look.thing.span, "this game has no board to draw", "leave out the line")
    if look.said:
        name = look.letter.lower()
        hint = Hint(f"write colours without quotes: `{name}`", name) if name in COLOURS else _board_hint()
        raise fault("P515", look.said[0].span, "a board has a style and colours, but no letter", hint)
    styles = [word for word in look.shades if word.text in STYLES]
    if styles and look.drawn is None:
        hint = f"write `as {styles[0].text}` at the end of the line"
        raise fault("P513", styles[0].span, f"`{styles[0].text}` is no colour, but a style", hint)
    colours = tuple(filter(None, (colour_of(check, word, look) for word in look.shades)))
    if len(look.shades) > len(("light", "dark")):
        raise fault("P515", look.shades[-1].span, "a board has two colours at most", _board_hint())
    style = ""
    if look.drawn is not None:
        style = style_of(look.drawn)
    before = check.declared.looks.board
    check.declared.looks.board = BoardLook(style or before.style, colours or before.colours)


def _board_hint() -> str:
    return "write `board beige brown as checkered`, for example"


# ---- what is remembered


def _variable(check: Check, look: t.Look, variable: m.Variable) -> None:
    """Declare how players see a variable."""
    declared = check.declared
    _not_turned(look)
    drawn = look.drawn
    word = drawn.text if drawn is not None and not drawn.quoted else ""
    on_sites = isinstance(variable.subject, Shape)
    if word == NOTHING:
        if look.said or look.shades:
            raise fault("P515", look.span, "`as nothing` goes without a text and a colour", "write `as nothing` alone")
        declared.looks.variables[variable] = VariableLook("hidden")
        return
    if drawn is not None and not (isinstance(variable.type.base, Range) and variable.type.size == Size.ONE):
        message = f"`{variable.name}` isn't a number, so counters can't show it"
        raise fault("P515", drawn.span, message, _text_hint(variable))
    if look.shades and drawn is None and is_drawn_set(variable, declared.player):
        declared.looks.set_colours[variable] = one_colour(check, look, "a set")
        if not look.said:
            return
    counter = None
    if drawn is not None:
        picture = "" if word == COUNTERS else picture_of(look, "a variable", (COUNTERS, NOTHING))
        letters = (look.letter, look.symbol) if on_sites else ("", "")
        counter = Look(*letters, one_colour(check, look, "a counter"), picture)
    if counter is not None and (on_sites or not look.said):
        said = counter if any(vars(counter).values()) else None
        declared.looks.variables[variable] = VariableLook("counters", look=said)
    elif len(look.said) != 1 or (look.shades and counter is None and variable not in declared.looks.set_colours):
        message = f"players see `{variable.name}` as a text, as counters or not at all"
        raise fault("P515", look.span, message, f"{_text_hint(variable)}, or `as {COUNTERS}`, or `as {NOTHING}`")
    else:
        text = look.said[0]
        parts = tuple(part if isinstance(part, str) else _value(declared, part, variable) for part in text.parts)
        declared.looks.variables[variable] = VariableLook("text", text.span.text[1:-1], parts, counter)


def _text_hint(variable: m.Variable) -> str:
    return f'write a text for players, `{variable.name} "{variable.name}: {{{variable.name}}}"`'


def _value(declared: Declared, e: t.Expression, variable: m.Variable) -> int:
    """The meaning of a name in braces: -1 for the value, or the number of the owner whose value it is."""
    node = declared.state.nodes[variable]
    has = next(has for has in declared.rules.has if has.name is node)
    owners = [name.text for name in (has.subject, *has.parameters) if name is not None]
    known = [variable.name, *owners]
    if isinstance(e, t.Name) and e.text in known:
        return known.index(e.text) - 1
    stands = listed([f"{{{name}}}" for name in known], "and")
    hint = did_you_mean(e.text, known) if isinstance(e, t.Name) else ""
    if isinstance(e, t.Dot | t.Call) and any(isinstance(x, t.Name) and x.text == variable.name for x in nodes(e)):
        is_hidden = any(name == variable.name for _, name in declared.rules.hidden)
        hint = "keep it in a variable of its own, and give that a text"
        if is_hidden:
            hint = Hint(f"write `{{{variable.name}}}`: of what isn't seen it tells how many, if all can count",
                        variable.name)  # fmt: skip
    raise fault("P517", e.span, f"this text can use only {stands}",
                hint or "give another variable its own text")  # fmt: skip


def _not_turned(look: t.Look) -> None:
    turned = next((word for word in look.shades if word.text == TURNED), None)
    if turned is not None or look.degrees is not None:
        where = turned if turned is not None else look.degrees
        assert where is not None
        hint = "write `Black turned 180`, for example, on its own line"
        raise fault("P515", where.span, "a board is turned before a player", hint)
