"""A game of a rules file as the text of a ruleset."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from gdl.syntax.formatter import format as formatted
from interpreter.bridges.descriptions.importers.form import Games, Imported, Importer
from interpreter.bridges.descriptions.zillions.moves import army as armies_read
from interpreter.bridges.descriptions.zillions.moves.groups import groups
from interpreter.bridges.descriptions.zillions.moves.terms import In, Named, parts
from interpreter.bridges.descriptions.zillions.reading import board as boards_read
from interpreter.bridges.descriptions.zillions.reading import people, sheet
from interpreter.bridges.descriptions.zillions.reading.keywords import KEYWORDS, OPTIONS_REFUSED, OPTIONS_SHOWN, SHOWN
from interpreter.bridges.descriptions.zillions.reading.naming import Names
from interpreter.bridges.descriptions.zillions.reading.nodes import List, read, words
from interpreter.bridges.descriptions.zillions.reading.sheet import SECTIONS, Sheet, Trouble, refused
from interpreter.bridges.descriptions.zillions.writing import armies, boards, endings, turns
from interpreter.bridges.descriptions.zillions.writing.draft import Draft
from interpreter.bridges.descriptions.zillions.writing.game import Game, Turn

MOST_SUMMARY = 3
"""Sentences of a description that the head keeps."""
_OPTIONS = ("pass turn", "pass partial", "maximal captures")


class Zillions(Importer):
    """Rules files of Zillions of Games: a game for each game and variant."""

    title, endings = "Zillions of Games", (".zrf",)

    def knows(self, text: str) -> bool:
        """Whether a line begins as those of rules files do."""
        return re.search(r"^[ \t]*\((game|variant|define|version)\b", text, re.M) is not None

    def games(self, text: str, name: str) -> Games:
        """The games and variants of a text; raises Refused."""
        found = sheet.sheets(read(text, name), name)
        return {game: partial(ruleset, own) for game, own in found.items()}


def ruleset(own: Sheet) -> Imported:
    """A game as a ruleset; raises Refused."""
    own.troubles.clear()
    _check_sections(own)
    game = _read(own)
    own.check()
    assert game is not None
    draft = Draft()
    _try(own, lambda: _write(game, draft))
    own.check()
    return Imported(formatted(draft.text()))


def _try(own: Sheet, do: Callable[[], object]) -> None:
    """Do something; what can't be said is kept with the other faults."""
    try:
        do()
    except Trouble as trouble:
        own.troubles.append(trouble)


def _check_sections(own: Sheet) -> None:
    """Refuse sections and options that the rules would need."""
    for section in own.sections:
        word = KEYWORDS.get(section.head)
        if section.head not in SECTIONS and (word is None or word.here != SHOWN):
            own.troubles.append(refused(section.head or str(section)[:40], section.line))
    for option in own.all("option"):
        name = str(option.items[1].text).lower() if len(option.items) > 1 and not isinstance(
            option.items[1], List) else ""  # fmt: skip
        value = str(option.items[2]) if len(option.items) > 2 else ""
        if name in OPTIONS_REFUSED and value != "false":
            own.troubles.append(Trouble(option.line, f"`{option}`: {OPTIONS_REFUSED[name]}"))
        elif name in _OPTIONS and value not in ("true", "false", *(["forced"] if name == "pass turn" else [])):
            own.troubles.append(Trouble(option.line, f"`{option}`: this isn't read yet"))
        elif name not in (*_OPTIONS, *OPTIONS_SHOWN, *OPTIONS_REFUSED):
            own.troubles.append(Trouble(option.line, f"`{option}`: no such option is known"))


def _read(own: Sheet) -> Game | None:
    """What the sections of a game say; None if too much is wrong to go on."""
    names = Names()
    section = own.last("board")
    if section is None:
        own.troubles.append(Trouble(own.line, "a game needs a board: `(board (grid …))`"))
        return None
    try:
        board = boards_read.read(section, names)
        own_people = people.read(own, names)
        army = armies_read.read(own, names)
        everybody = [*own_people.players, *own_people.neutral]
        setup, hands = people.setup(own, board, army.kinds, everybody)
    except Trouble as trouble:
        own.troubles.append(trouble)
        return None
    game = Game(own, names, board, army, own_people.players, own_people.neutral,
                [Turn(*turn) for turn in own_people.order], own_people.goes_on, setup, hands)  # fmt: skip
    _refuse_mixed(game)
    _zones(game)
    armies_read.follow(own, army, board, game.players, [*game.players], {})
    army.moves = [move for move in army.moves if not move.is_drop or _has_some(move, game)]
    if not army.moves and not own.troubles:
        own.troubles.append(Trouble(own.line, "no piece can move or be dropped: `(Man off 9)` says how many are there"))
    if not own.troubles:
        _try(own, lambda: _set_groups(game))
    return game


def _set_groups(game: Game) -> None:
    game.royal = endings.royal(game)
    game.groups = groups(game.army, game.board, game.names)
    for group in game.groups:
        if game.royal and (group.goal is not None and not group.is_drop):
            _refuse_taking(group.lines[0], game, [*parts((group.conditions, group.effects))])


def _refuse_taking(line: int, game: Game, told: list[object]) -> None:
    """Refuse moves that could take what must not be attacked elsewhere than where they go."""
    known = {part.area.name for part in told if isinstance(part, In) and isinstance(part.area, Named)}
    if not known & ({*game.army.sections} - {*game.royal}):
        raise Trouble(line, "`checkmated` with moves that take elsewhere than where they go can't be said yet")


def _has_some(move: armies_read.Move, game: Game) -> bool:
    """Whether the player has such pieces beside the board."""
    return any(game.players.get(player) == move.player and kind == move.kind for player, kind in game.hands)


def _refuse_mixed(game: Game) -> None:
    for kind, section in game.army.sections.items():
        owners = game.owners(kind)
        if owners & {*game.neutral} and owners & {*game.players}:
            what = f"`{kind}` belongs to players who move and to others: call the others' pieces otherwise"
            game.sheet.troubles.append(Trouble(section.line, what))


def _zones(game: Game) -> None:
    """Names for the zones; one that is the same for all movers is a plain set."""
    for zone, own in game.board.zones.items():
        name = game.names.of("zone", zone)
        values = {own.get(player, own.get("", ())) for player in game.players}
        game.zones[zone] = name, len(values) > 1


def _write(game: Game, draft: Draft) -> None:
    section = game.sheet.last("board")
    assert section is not None
    _head(game, draft)
    boards.write(game.board, section, game.names, draft)
    armies.write(game, draft)
    turns.order(game, draft)
    turns.tables(game, draft)
    turns.write(game, draft)
    turns.blocks(game, draft)
    endings.write(game, draft)
    armies.looks(game, draft)
    said = draft.text()
    for zone, (name, is_own) in game.zones.items():
        if re.search(rf"\b{name}\b", re.sub(r"#.*", "", said)):
            _zone(game, zone, name, is_own, draft)


def _zone(game: Game, zone: str, name: str, is_own: bool, draft: Draft) -> None:
    own = game.board.zones[zone]
    sources = [part for part in game.sheet.last("board").rest  # type: ignore[union-attr]
               if isinstance(part, List) and part.head == "zone" and sheet.named(part) == zone]  # fmt: skip
    texts = {here: boards.sites(game.board, own.get(player, own.get("", ()))) for player, here in game.players.items()}
    if not is_own:
        draft.add(f"define {name} = {next(iter(texts.values()))}", *sources)
        return
    *first, last = texts.items()
    cases = " otherwise ".join(f"{text} when p = {player}" for player, text in first)
    draft.add(f"define p.{name} = {cases} otherwise {last[1]}", *sources)


def _head(game: Game, draft: Draft) -> None:
    sentences = []
    for section in game.sheet.all("description"):
        text = " ".join(words(section.rest)).replace('"', "'")
        sentences = re.findall(r"[^.!?]+(?:[.!?]+(?=\s|$)|$)", text)[:MOST_SUMMARY]
    summary = "".join(f'\n  summary "{sentence.strip()[:300]}"' for sentence in sentences if sentence.strip())
    source = f"# {game.sheet.file}:{game.sheet.line}"
    draft.add(f'game "{game.sheet.title}"{summary}\n\n{source}')
