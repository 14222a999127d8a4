"""SGF for the games of a ruleset: points as two letters, stones that are put down at first, passes.

    sgf 2, "from row 1"             # its number in SGF's list of games; the point aa is in row 1, not in the top row
    sgf 6, "dice", "opening=false"  # moves with dice, see `sgf_dice`; files are read with this option
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from gdl.model.shape import Shape
from gdl.text.visible import brief
from interpreter.bridges.formats import sgf, sgf_dice
from interpreter.bridges.formats.form import OF_THE_FILE, TWINS, Format
from interpreter.bridges.formats.opening import FormatError
from interpreter.bridges.formats.outside import Outside, Said
from interpreter.errors import MoveError, PositionError
from interpreter.game import positions
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.plies import Step, by_turns
from interpreter.game.record_model import Record
from interpreter.game.state import State
from interpreter.game.variations import Branch

FROM_ROW_ONE = "from row 1"
DICE = "dice"
_SIGNS = re.compile(r"(?<=[0-9])[-x](?=[a-z])")
PASSES = ("", "tt", "pass", "--", "Z0")


class Sgf(Format):
    """Games on a board through coordinates."""

    kind, endings, sides, result, rolls = "sgf", (".sgf",), ("Black", "White"), "RE", True

    def __init__(self, game: Game, source: str) -> None:
        super().__init__(game, source)
        self.dice = DICE in self.said
        self.points = points(game, FROM_ROW_ONE in self.said)
        """The two letters of each site."""
        self.at = {point: site for site, point in self.points.items()}

    # ---- reading

    @staticmethod
    def read(pieces: Iterator[tuple[int, str]]) -> Iterator[Outside]:
        """The games of a file."""
        return sgf.read(pieces)

    @staticmethod
    def wanted(tags: Mapping[str, str]) -> str:
        """The property `GM`."""
        return tags.get("GM", sgf.GO)

    def options(self, tags: Mapping[str, str]) -> dict[str, int]:
        """What the ruleset's fact says, and the size of the board that `SZ` says, if the rules have such options."""
        pairs = (part.partition("=") for part in self.said)
        said = {name: value == "true" for name, _, value in pairs if name in self.game.options}
        return {**said, **self._size(tags)}

    def _size(self, tags: Mapping[str, str]) -> dict[str, int]:
        said = tags.get("SZ", "19" if tags.get("GM", sgf.GO) == sgf.GO else "").partition(":")
        if "size" not in self.game.options or not said[0].strip().isdecimal() or len(said[0]) > 3:
            return {}
        return {"size": int(said[0])} if said[2] in ("", said[0]) else {}

    def start(self, told: Outside) -> State | None:
        """The position that is put on the board first."""
        if "size" in self.game.options and "SZ" in told.tags and not self._size(told.tags):
            raise PositionError([f"`SZ[{brief(told.tags['SZ'])}]` is no size of a board that is as wide as it is high"])
        if "FEN" in told.tags:
            return super().start(told)
        begins = told.moves[0].by if self.dice and told.moves else None
        elsewhere = begins is not None and self.game.start(seed=0).mover != self.seated[begins]
        if not told.stones and "PL" not in told.tags and not elsewhere:
            return None
        data = positions.written(self.game.start(seed=0))
        data.pop("seen", None)
        on = {site: label for label, sites in data.get("pieces", {}).items() for site in sites}
        for side, where in told.stones:
            for point in where:
                if (site := self.at.get(point)) is None:
                    raise PositionError([f"there is no point `{brief(point)}`"])
                on.pop(site, None)
                if side is not None:
                    on[site] = stone(self.game, self.seated[side])
        data["pieces"] = {
            label: [s for s, on_it in on.items() if on_it == label] for label in dict.fromkeys(on.values())
        }
        first = told.moves[0].by if told.moves else None
        says = {"B": 0, "W": 1}.get(told.tags.get("PL", "").strip()[:1].upper(), first)
        if says is not None:
            data["to move"] = self.seated[says]
        return self.game.position(data)

    def moves(self, state: State, said: Said) -> list[Move]:
        """The move, and before it a pass that the file leaves out; none for a pass that the rules make themselves."""
        if said.by is None:
            return [state.parse(said.text)]
        if self.dice and state.mover == self.seated[said.by]:
            return sgf_dice.read(state, said.text)
        passes = said.text in PASSES and said.text not in self.at
        if state.mover != self.seated[said.by]:
            if passes:
                return []
            skipped = passing(state)
            then = state.play(skipped) if skipped is not None else state
            if skipped is None or then.mover != self.seated[said.by]:
                raise FormatError(f"this is a move by {self.seated[said.by]}, but the turn of {state.mover}")
            return [skipped, *self.moves(then, said)]
        if passes and (move := passing(state)) is not None:
            return [move]
        first, second = self.at.get(said.text[:2], ""), self.at.get(said.text[2:], "")
        return [state.parse(first + second if first and second else self.at.get(said.text, said.text))]

    def end(self, tags: Mapping[str, str]) -> tuple[int | None, str]:
        """`B+R`: White resigned; `B+T`: White lost on time; `0`: a draw."""
        said = tags.get(self.result, "").strip().upper()
        claim = 2 if said in ("0", "DRAW") else {"B+": 0, "W+": 1}.get(said[:2])
        how = re.fullmatch(r"[BW]\+\d*([RT])\w*", said)  # a game for so many points may be resigned, too
        return claim, {"R": "resigned", "T": "time"}[how[1]] if how else ""

    # ---- writing

    def text(self, record: Record, told: Sequence[Branch]) -> str:
        """A game with its comments and variations."""
        if not self.said:
            raise FormatError(f"{self.game.title} doesn't say its number in SGF; a ruleset says it as the fact `sgf`")
        turned = {pgn_name: name for name, pgn_name in TWINS.items()}
        known = {turned.get(n, n): value for n, value in (record.tags or {}).items() if n not in OF_THE_FILE}
        tags = self.of_game() | {name: value for name, value in known.items() if re.fullmatch(r"[A-Z]{1,2}", name)}
        if ends := self._ends(record):
            tags["RE"] = ends
        if not self.dice and (dice := next((s for line in told for s in line.steps if s.before.is_chance), None)):
            raise FormatError(f"SGF can't hold what chance decides (`{dice.move.text}`)")
        stones: list[tuple[int | None, list[str]]] = []
        if record.start is not None:
            state = told[0].first
            stones = [] if self.dice else self._stones(state)
            tags["PL"] = sgf.SIDES[self.seated.index(str(state.mover))] if not state.is_over else "B"
        return sgf.write(tags, told[0].comments.get("0", ""), stones, self._nodes(told[0]))

    def of_game(self) -> dict[str, str]:
        """The properties that say which game it is."""
        size = {"SZ": str(self.game.options["size"])} if "size" in self.game.options else {}
        return {"GM": next(iter(self.said), ""), **size}

    def _ends(self, record: Record) -> str:
        won = self.won(record)
        if won is None:
            return (record.tags or {}).get("RE", "")
        return ("B+", "W+", "0")[won] + ("R" if record.resigned else "T" if record.fallen else "")

    def _nodes(self, line: Branch) -> list[sgf.Written]:
        turns = by_turns(line.steps) if self.dice else [[step] for step in line.steps]
        return [
            sgf.Written(
                self.seated.index(str(turn[0].before.mover)),
                sgf_dice.written(turn) if self.dice else self._point(turn[0]),
                " ".join(filter(None, (line.comments.get(str(step.after.ply)) for step in turn))),
                [(branch.before, self._nodes(branch)) for step in turn[:1] for branch in line.instead(step)],
            )
            for turn in turns
        ]

    def _point(self, step: Step) -> str:
        state, move = step.before, step.move
        if not move.sites and passing(state) == move and move.text.casefold() == "pass":
            return ""
        if (point := self.points.get(move.text)) is not None:
            return point
        bare = _SIGNS.sub("", move.text)  # `c1c3`, as SGF writes a man's move
        with suppress(MoveError):
            if state.parse(bare) == move:
                return bare
        return move.text

    def _stones(self, state: State) -> list[tuple[int | None, list[str]]]:
        first = self.game.start(seed=0)
        try:
            labels = [stone(self.game, player) for player in self.seated]
        except PositionError as error:
            raise FormatError(f"SGF can't hold the position at its beginning: {error}") from None
        found: list[tuple[int | None, list[str]]] = []
        for side, label in enumerate(labels):
            on = [point for site, point in self.points.items() if [p.label for p in state.pieces(site)] == [label]]
            found += [(side, on)] if on else []
        gone = [point for site, point in self.points.items() if first.pieces(site) and not state.pieces(site)]
        return [*found, (None, gone)] if gone else found


def stone(game: Game, player: str) -> str:
    """The one piece that a player has; raises PositionError where there are several."""
    pieces = [game.piece(i) for i in range(len(game.model.pieces.labels))]
    own = [piece.label for piece in pieces if piece.owner == player]
    if len(own) != 1:
        raise PositionError([f"there are {len(own)} kinds of pieces for {player}, and a stone doesn't say which"])
    return own[0]


def points(game: Game, from_row_one: bool) -> dict[str, str]:
    """SGF's two letters of each site: columns from the left, rows from the top, or from row 1 if the ruleset says so;
    none on boards without both."""
    board = game.model.board
    if not isinstance(board, Shape) or not {"c", "r"} <= board.coordinates.keys():
        return {}
    columns, rows = board.coordinates["c"][1], board.coordinates["r"][1]
    left, top = min(columns), max(rows)
    if max(columns) - left >= len(sgf.POINTS) or top - min(rows) >= len(sgf.POINTS):
        return {}
    found = zip(board.labels, columns, rows, strict=True)
    down = {r: r - min(rows) if from_row_one else top - r for r in rows}
    return {label: sgf.POINTS[c - left] + sgf.POINTS[down[r]] for label, c, r in found}


def passing(state: State) -> Move | None:
    """The one legal move that names no site, if there is just one."""
    found = [move for move in state.moves if not move.sites]
    return found[0] if len(found) == 1 else None
