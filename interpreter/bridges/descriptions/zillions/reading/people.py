"""Players, the order of turns, and what stands where at first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.bridges.descriptions.zillions.reading.board import Board
from interpreter.bridges.descriptions.zillions.reading.naming import Names
from interpreter.bridges.descriptions.zillions.reading.nodes import List, Node, Word, is_number, words
from interpreter.bridges.descriptions.zillions.reading.sheet import Sheet, Trouble

MOST_PLAYERS = 26
MOST_TURNS = 200
MOST_BESIDE = 100_000


@dataclass
class People:
    """Who plays, by the file's names and the names here; turns as players here and types of moves."""

    players: dict[str, str] = field(default_factory=dict)
    neutral: list[str] = field(default_factory=list)
    order: list[tuple[str, str]] = field(default_factory=list)
    goes_on: int = 0


def read(sheet: Sheet, names: Names) -> People:
    """The players of a game; raises Trouble."""
    section = sheet.last("players")
    said = words(section.rest) if section is not None else []
    if section is None or not said:
        raise Trouble(sheet.line, "a game needs players: `(players White Black)`")
    order = sheet.last("turn-order")
    entries = order.rest if order is not None else section.rest
    found: list[tuple[str, str]] = []
    people = People()
    for entry in entries:
        if isinstance(entry, Word) and entry.text == "repeat":
            people.goes_on = len(found)
            continue
        player, kind = (entry.text, "") if isinstance(entry, Word) else (entry.head, " ".join(words(entry.rest)))
        if player not in said:
            raise Trouble(entry.line, f"`{player or entry}` is no player")
        if player.startswith("?"):
            raise Trouble(entry.line, f"`{player}`: players whose moves are drawn by lot aren't read yet")
        found.append((player, kind))
    movers = [*dict.fromkeys(player for player, _ in found)]
    if not movers or len(movers) > MOST_PLAYERS or len(found) > MOST_TURNS:
        raise Trouble(sheet.line, f"there are from 1 to {MOST_PLAYERS} players, in up to {MOST_TURNS} turns")
    people.players = {player: names.of("player", player) for player in movers}
    people.neutral = [player for player in said if player not in movers]
    people.order = [(people.players[player], kind) for player, kind in found]
    if people.goes_on >= len(found):
        people.goes_on = 0
    return people


Setup = dict[tuple[str, str], list[str]]
Hands = dict[tuple[str, str], int]


def setup(sheet: Sheet, board: Board, kinds: dict[str, str], everybody: list[str]) -> tuple[Setup, Hands]:
    """Where the kinds of each player stand, by the file's names of players and sites, and how many are beside it."""
    sites: Setup = {}
    beside: Hands = {}
    section = sheet.last("board-setup")
    for own in section.rest if section is not None else ():
        player = own.head if isinstance(own, List) else ""
        if not isinstance(own, List) or player not in everybody:
            raise Trouble(own.line, f"`{str(own)[:60]}` should begin with a player")
        for group in own.rest:
            _group(group, player, board, kinds, sites, beside)
    return sites, beside


def _group(group: Node, player: str, board: Board, kinds: dict[str, str], sites: Setup, beside: Hands) -> None:
    if not isinstance(group, List) or group.head not in kinds:
        said = group.head if isinstance(group, List) and group.head else str(group)[:60]
        raise Trouble(group.line, f"`{said}` is no piece")
    key = player, kinds[group.head]
    add: Callable[[str], None] = sites.setdefault(key, []).append
    items = [*group.rest]
    while items:
        item = items.pop(0)
        if isinstance(item, Word) and item.text == "off" and items and is_number(items[0]):
            beside[key] = beside.get(key, 0) + min(int(str(items.pop(0))), MOST_BESIDE)
        elif isinstance(item, Word) and item.text in board.sites:
            add(item.text)
        else:
            raise Trouble(item.line, f"there is no site `{str(item)[:60]}` on the board")
    if not sites[key]:
        del sites[key]
