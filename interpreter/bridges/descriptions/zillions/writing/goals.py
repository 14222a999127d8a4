"""What a goal asks of a player, as a condition."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.bridges.descriptions.zillions.reading.nodes import List, Node, Word, is_number
from interpreter.bridges.descriptions.zillions.reading.sheet import Trouble, refused
from interpreter.bridges.descriptions.zillions.writing.boards import is_plain
from interpreter.bridges.descriptions.zillions.writing.game import Game

_LOSSES = ("pieces-remaining", "captured", "total-piece-count")


@dataclass
class Goals:
    """The goals of a game."""

    game: Game

    def either(self, nodes: list[Node], player: str) -> str:
        """Whether one of these holds for a player; raises Trouble."""
        rows = [node for node in nodes if isinstance(node, List) and node.head == "relative-config"]
        others = [node for node in nodes if node not in rows]
        parts = [self.one(node, player) for node in others]
        if rows:
            parts = [*self._rows(rows, player), *parts]
        return " or ".join(parts if len(parts) == 1 else [f"({part})" if " where " in part else part for part in parts])

    def one(self, node: Node, player: str) -> str:
        """One goal; raises Trouble."""
        name = node.text if isinstance(node, Word) else node.head
        rest = [] if isinstance(node, Word) else [*node.rest]
        if name in ("and", "or", "not", "captured") and not rest:
            raise Trouble(node.line, f"`{name}` needs something behind it")
        if name == "and":
            return " and ".join(f"({self.one(part, player)})" if isinstance(part, List) and part.head == "or" else
                                self.one(part, player) for part in rest)  # fmt: skip
        if name == "or":
            return self.either(rest, player)
        if name == "not":
            return f"not ({self.either(rest, player)})"
        if name in ("pieces-remaining", "total-piece-count"):
            return self._count(name, rest, player, node.line)
        if name == "captured":
            return " or ".join(f"no {self._kind(word)} of {player}" for word in rest)
        if name == "absolute-config":
            return self._absolute(rest, player, node.line)
        if name == "relative-config":
            return self.either([node], player)
        raise refused(name or str(node)[:40], node.line)

    def asks_for_losses(self, nodes: list[Node]) -> bool:
        """Whether goals are about pieces that are gone."""
        return any(word in str(node) for node in nodes for word in _LOSSES)

    def counts_up(self, nodes: list[Node]) -> bool:
        """Whether a count could be reached by more pieces, too."""
        drops = any(group.is_drop or any(effect.sort == "put" for effect in group.effects)
                    for group in self.game.groups)  # fmt: skip
        return drops and any(
            "pieces-remaining" in str(node) and "pieces-remaining 0" not in str(node) for node in nodes
        )

    def _kind(self, node: Node) -> str:
        if str(node) not in self.game.army.kinds:
            raise Trouble(node.line, f"`{str(node)[:60]}` is no piece")
        return self.game.army.kinds[str(node)]

    def _count(self, name: str, rest: list[Node], player: str, line: int) -> str:
        if not rest or not is_number(rest[0]):
            raise Trouble(line, f"`{name}` needs a number")
        kinds = [self._kind(node) for node in rest[1:]] or ["piece"]
        own = "" if name == "total-piece-count" else f" of {player}"
        number = int(str(rest[0]))
        pieces = " + ".join(f"{kind}{own}" for kind in kinds)
        return f"no {pieces}" if number == 0 else f"count({pieces}) = {number}"

    def _absolute(self, rest: list[Node], player: str, line: int) -> str:
        places = rest[-1] if rest else None
        if not isinstance(places, List):
            raise Trouble(line, "`absolute-config` needs pieces and sites: `(absolute-config King (e8))`")
        kinds: list[str] = []
        anybody = False
        for node in [item for part in rest[:-1] for item in (part.items if isinstance(part, List) else [part])]:
            if str(node) == "any-owner":
                anybody = True
            else:
                kinds.append(self._kind(node))
        if not kinds or not places.items:
            raise Trouble(line, "`absolute-config` needs pieces and sites: `(absolute-config King (e8))`")
        pieces = " + ".join(kind if anybody or kind in self.game.neutral_kinds() else f"{kind} of {player}"
                            for kind in kinds)  # fmt: skip
        single = [self.game.board.sites[str(node)] for node in places.items if str(node) in self.game.board.sites]
        zones = [str(node) for node in places.items if str(node) not in self.game.board.sites]
        parts = [f"{single[0]} in {pieces}"] if len(single) == 1 else []
        if len(single) > 1:
            parts.append(f"{{{', '.join(single)}}} within {pieces}")
        for zone in zones:
            if zone not in self.game.board.zones:
                raise Trouble(places.line, f"there is no site or zone `{zone}`")
            name, is_own = self.game.zones[zone]
            tight = f"({pieces})" if len(kinds) > 1 else pieces
            parts.append(f"some {tight} & {f'{player}.{name}' if is_own else name}")
        return " and ".join(parts)

    def _rows(self, nodes: list[List], player: str) -> list[str]:
        """Patterns of pieces: rows of one kind in several directions together, others one by one."""
        alike: dict[tuple[str, int], list[str]] = {}
        found: list[str] = []
        for node in nodes:
            kinds, ways = self._pattern(node)
            if len({*kinds}) == 1 and len({*ways}) == 1:
                alike.setdefault((kinds[0], len(kinds)), []).append(ways[0])
                continue
            text, at = [], "s"
            for kind, way in zip(kinds[1:], ways, strict=True):
                at = f"{at}.{way}"
                text.append(f"{at} in {kind} of {player}")
            found.append(f"some s in {kinds[0]} of {player} where {' and '.join(text)}")
        return [*(self._row(kind, count, ways, player) for (kind, count), ways in alike.items()), *found]

    def _pattern(self, node: List) -> tuple[list[str], list[str]]:
        kinds: list[str] = []
        ways: list[str] = []
        for item in node.rest:
            word = str(item)
            if isinstance(item, Word) and word in self.game.board.directions and len(kinds) == len(ways) + 1:
                ways.append(self.game.board.directions[word].name)
            elif len(kinds) == len(ways):
                kinds.append(self._kind(item))
            else:
                raise Trouble(item.line, f"`{word[:60]}` in `relative-config` should be a direction")
        if len(kinds) != len(ways) + 1 or len(kinds) < 2:
            raise Trouble(node.line, "`relative-config` needs pieces with directions between them: `Man n Man`")
        for turned in self.game.board.symmetry.values():
            if any(ways[i] != self.game.board.directions[there].name for i, way in enumerate(ways)
                   for here, there in turned.items() if self.game.board.directions[here].name == way
                   ) and len({*ways}) > 1:  # fmt: skip
                raise Trouble(node.line, "`relative-config` with directions that differ by player can't be said yet")
        return kinds, ways

    def _row(self, kind: str, count: int, ways: list[str], player: str) -> str:
        board = self.game.board
        lines = {frozenset((way, board.opposite(way) or _ACROSS.get(way, way))) for way in ways}
        if is_plain(board) and lines == {frozenset(pair) for pair in _LINES} and board.size and 1 not in board.size:
            return f"some line in lines({count}) where line within {kind} of {player}"
        text = self.game.words().ways(ways)
        own = f"{kind} of {player}"
        if count == 2:
            return f"some s in {own}, d in {text} where s.d in {own}"
        return f"some s in {own}, d in {text} where count(s.run(d, {own})) >= {count}"


_LINES = (("N", "S"), ("E", "W"), ("NE", "SW"), ("NW", "SE"))
_ACROSS = {a: b for pair in _LINES for a, b in (pair, pair[::-1])}
"""The opposite directions of a board of squares, which files needn't name."""
