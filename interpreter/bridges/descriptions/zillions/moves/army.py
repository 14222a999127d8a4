"""The pieces of a game, and all their moves as paths."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.bridges.descriptions.zillions.moves.asking import Asking
from interpreter.bridges.descriptions.zillions.moves.folding import folded
from interpreter.bridges.descriptions.zillions.moves.walk import Path, Walk
from interpreter.bridges.descriptions.zillions.reading.board import Board
from interpreter.bridges.descriptions.zillions.reading.naming import Names
from interpreter.bridges.descriptions.zillions.reading.nodes import List, Word, lists, words
from interpreter.bridges.descriptions.zillions.reading.sheet import Sheet, Trouble, named, refused

MOST_KINDS = 200
_PARTS = ("name", "image", "help", "description", "notation", "attribute", "moves", "drops", "open")


@dataclass(frozen=True)
class Move:
    """A path of a kind and player, its type of moves, and where it comes from."""

    kind: str
    player: str
    type: str
    is_drop: bool
    path: Path
    label: str
    line: int


@dataclass
class Army:
    """The kinds of a game by their names here."""

    sections: dict[str, List] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    """The names here by the file's."""
    attributes: dict[str, str] = field(default_factory=dict)
    at_first: dict[tuple[str, str], bool] = field(default_factory=dict)
    """What an attribute is at first, by the name of the attribute and the kind."""
    moves: list[Move] = field(default_factory=list)
    types: dict[str, None] = field(default_factory=dict)


def read(sheet: Sheet, names: Names) -> Army:
    """The kinds of a game, their moves not yet followed."""
    army = Army()
    for section in sheet.all("piece"):
        said = named(section)
        if not said:
            sheet.troubles.append(Trouble(section.line, "a piece needs a name: `(piece (name …) …)`"))
            continue
        army.kinds[said] = names.of("piece", said, said.lower() if len(said) > 1 else f"{said.lower()}_piece")
        army.sections[army.kinds[said]] = section
        for part in section.rest:
            if isinstance(part, Word) or part.head not in _PARTS:
                word = str(part) if isinstance(part, Word) else part.head
                sheet.troubles.append(refused(word, part.line))
        for attribute in lists(section.rest, "attribute"):
            name, value = (*words(attribute.rest), "", "")[:2]
            army.attributes[name] = names.of("attribute", name)
            army.at_first[army.attributes[name], army.kinds[said]] = value == "true"
    if len(army.kinds) > MOST_KINDS:
        sheet.troubles.append(Trouble(sheet.line, f"there are more than {MOST_KINDS} pieces"))
    return army


def follow(sheet: Sheet, army: Army, board: Board, players: dict[str, str], movers: list[str],
           owners: dict[str, set[str]]) -> None:  # fmt: skip
    """Follow the moves of all kinds that a player may have, by the file's names of players."""
    for kind, section in army.sections.items():
        for player in movers:
            if kind not in owners.get(player, {kind}):
                continue
            asking = Asking(board, player, kind, army.kinds, players, army.attributes)
            for part in lists(section.rest, "moves", "drops"):
                _follow(sheet, army, part, asking, players[player])


def _follow(sheet: Sheet, army: Army, part: List, asking: Asking, player: str) -> None:
    kind_of_move = ""
    is_drop = part.head == "drops"
    asking.is_drop = is_drop
    for item in part.rest:
        if isinstance(item, List) and item.head == "move-type":
            kind_of_move = " ".join(words(item.rest))
            army.types[kind_of_move] = None
            continue
        try:
            if isinstance(item, Word):
                raise Trouble(item.line, f"`{item}` should stand in brackets, as a move")
            paths = Walk(asking, is_drop).follow(item.items)
        except Trouble as trouble:
            if not any((known.line, known.what) == (trouble.line, trouble.what) for known in sheet.troubles):
                sheet.troubles.append(trouble)
            continue
        for path in paths:
            move = Move(asking.kind, player, kind_of_move, is_drop, folded(path), item.label, item.line)
            army.moves.append(move)
