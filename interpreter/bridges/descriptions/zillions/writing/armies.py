"""Pieces, what the game remembers of them, the set-up and how things look."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_letters, ascii_uppercase

from gdl.colours import COLOURS
from interpreter.bridges.descriptions.zillions.reading.nodes import List, lists, words
from interpreter.bridges.descriptions.zillions.writing import boards
from interpreter.bridges.descriptions.zillions.writing.draft import Draft
from interpreter.bridges.descriptions.zillions.writing.game import Game
from interpreter.bridges.descriptions.zillions.writing.turns import counted

_COLOURS = ("white", "black", "red", "blue", "green", "gold", "purple", "orange")
MOST_HELP = 90


def write(game: Game, draft: Draft) -> None:
    """The kinds of pieces, what is remembered, and what stands where at first."""
    draft.add(f"players {', '.join(game.movers)}", *game.sheet.all("players"))
    _pieces(game, draft)
    for name in dict.fromkeys(game.army.attributes.values()):
        first = [site for (_, kind), sites in game.setup.items() if game.army.at_first.get((name, kind))
                 for site in sites]  # fmt: skip
        value = f" = {boards.sites(game.board, first)}" if first else ""
        draft.add(f"game has {name}: set of site{value}", *_attributes(game, name))
    for name in ("last_from", "last_to"):
        if game.holds(name):
            draft.add(f"game has {name}: site?")
    lines = []
    for kind in counted(game):
        counts = [game.hands.get((player, kind), 0) for player in game.players]
        same = counts[0] if len({*counts}) == 1 else None
        draft.add(f"player has {kind}_left: 0..{max(counts)}{f' = {same}' if same else ''}")
        if same is None:
            lines += [f"{player}.{kind}_left = {count}"
                      for player, count in zip(game.movers, counts, strict=True) if count]  # fmt: skip
    for (player, kind), sites in game.setup.items():
        owner = game.players.get(player)
        thing = kind if owner is None else f"{kind} of {owner}"
        lines.append(f"put {thing} on {boards.sites(game.board, sites)}")
    if lines:
        draft.block("setup", lines, *game.sheet.all("board-setup"))


def _pieces(game: Game, draft: Draft) -> None:
    by_owner: dict[str, list[str]] = {}
    for kind in game.army.sections:
        by_owner.setdefault(_owner(kind, game), []).append(kind)
    told = []
    for kind, section in game.army.sections.items():
        text = " ".join(word for part in lists(section.rest, "help") for word in words(part.rest))
        text = text if len(text) <= MOST_HELP else f"{text[: MOST_HELP - 2]} …"
        told.append(f"# {section.line}: {kind}{f' – {text}' if text else ''}")
    for owner, kinds in by_owner.items():
        draft.add(f"pieces {', '.join(kinds)}{f' of {owner}' if owner else ''}", *told)
        told = []


def _owner(kind: str, game: Game) -> str:
    """Whose a kind is: `player` if more than one may have it, nothing if nobody."""
    if kind in game.neutral_kinds():
        return ""
    owners = {game.players[player] for player in game.owners(kind) if player in game.players}
    return next(iter(owners)) if len(owners) == 1 and len(game.movers) > 1 and not _is_made(kind, game) else "player"


def _is_made(kind: str, game: Game) -> bool:
    """Whether pieces of a kind come about in play."""
    return any(
        kind in move.path.kinds or (move.is_drop and move.kind == kind)
        or any(effect.kind == kind or (effect.owner and not effect.kind) for effect in move.path.effects)
        for move in game.army.moves
    )  # fmt: skip


def _attributes(game: Game, name: str) -> list[List]:
    said = {word for word, own in game.army.attributes.items() if own == name}
    return [part for section in game.army.sections.values() for part in lists(section.rest, "attribute")
            if {*words(part.rest)} & said][:1]  # fmt: skip


def looks(game: Game, draft: Draft) -> None:
    """A style for the board, and a letter and a colour for each piece."""
    lines = []
    if boards.is_plain(game.board):
        lines.append("board beige brown as checkered")
    elif game.board.size is None or not game.board.is_regular:
        lines.append("board beige as lines")
    shades = _shades(game)
    letters = _letters(game)
    for kind in game.army.sections:
        one = _owner(kind, game)
        for owner in game.movers if one == "player" else [one]:
            thing = f"{kind} of {owner}" if one == "player" else kind
            letter = f' "{letters[kind, owner]}"' if (kind, owner) in letters else ""
            lines.append(f"{thing}{letter} {shades.get(owner, 'grey')}")
    remembered = [*dict.fromkeys(game.army.attributes.values())]
    remembered += [name for name in ("last_from", "last_to") if game.holds(name)]
    remembered += [] if game.is_alternating else ["turn_number"]
    if remembered:
        lines.append(f"{', '.join(remembered)} as nothing")
    draft.block("looks", lines)


def _shades(game: Game) -> dict[str, str]:
    """A colour for each player: the one that the player is called by, if it is one."""
    called = {owner: owner.lower() for owner in game.movers if owner.lower() in COLOURS}
    free = [colour for colour in _COLOURS if colour not in called.values()]
    return called | {owner: free[i % len(free)] for i, owner in
                     enumerate(owner for owner in game.movers if owner not in called)}  # fmt: skip


def _letters(game: Game) -> dict[tuple[str, str], str]:
    """A letter for each piece: of a single kind the player's, else the kind's, small for the second player."""
    neutral = game.neutral_kinds()
    kinds = [kind for kind in game.army.sections if kind not in neutral]
    found: dict[tuple[str, str], str] = {}
    if len(kinds) == 1 and len({owner[0].upper() for owner in game.movers}) == len(game.movers):
        found = {(kinds[0], owner): owner[0].upper() for owner in game.movers}
        kinds = []
    for kind in [*kinds, *neutral]:
        owners = game.movers if _owner(kind, game) == "player" else [_owner(kind, game)]
        letter = _free_letter([*_noted(game, kind), *kind.upper(), *ascii_uppercase], found, len(owners) == 2)
        for i, owner in enumerate(owners):
            own = letter if not i else letter.lower() if len(owners) == 2 else _free_letter(ascii_letters, found, False)
            if own:
                found[kind, owner] = own
    return found


def _free_letter(wished: Iterable[str], found: dict[tuple[str, str], str], is_pair: bool) -> str:
    """The first of some letters that nothing has yet, nor, of a pair, its small form; nothing if all are taken."""
    taken = {*found.values()}
    return next((letter for letter in wished if letter.isascii() and letter.isalpha() and letter not in taken
                 and not (is_pair and letter.lower() in taken)), "")  # fmt: skip


def _noted(game: Game, kind: str) -> list[str]:
    """The letter that the file gives a kind."""
    said = [word for part in lists(game.army.sections[kind].rest, "notation") for word in words(part.rest)]
    return [word.upper() for word in said if len(word) == 1]
