"""A game of another program, played by the rules: what comes of it is a record of ours."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from gdl.model.model import Shape
from gdl.text.visible import brief
from interpreter.bridges.formats import naming, pgn, sgf
from interpreter.bridges.formats.opening import FormatError
from interpreter.bridges.formats.outside import Line, Outside, Said, joined
from interpreter.errors import GameError, MoveError, PositionError
from interpreter.game import notation, positions, records
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.record_model import Record, Variation
from interpreter.game.state import State

SIDES = {"pgn": pgn.SIDES, "sgf": ("Black", "White")}
MOST_REMARKS = 3
"""Variations of one game that are told of one by one."""
PASSES = ("", "tt", "pass", "--", "Z0")


class Unplayable(FormatError):
    """A game that doesn't go by these rules; str() says at which line and move, and why."""


def players(game: Game, kind: str) -> list[str]:
    """The players in a format's order: by name if they are called so, else in the order of the rules."""
    sides = SIDES[kind]
    if len(game.players) != len(sides):
        raise FormatError(f"{game.title} is played by {len(game.players)}; {kind.upper()} knows games of two")
    return list(sides if set(sides) == set(game.players) else game.players)


def record(game: Game, source: str, told: Outside, kind: str) -> tuple[Record, list[str]]:
    """The record of a game, and what else is to be said of it. Raises Unplayable, or FormatError."""
    if told.trouble:
        raise Unplayable(told.trouble)
    seated = players(game, kind)
    at = {point: label for label, point in points(game, naming.from_row_one(source)).items()}
    try:
        state, given = _start(game, told, seated, at)
    except PositionError as error:
        raise Unplayable(f"line {told.line}: the position at its beginning can't be read: {error}") from None
    made = records.new(game, source, 0, 0, dict.fromkeys(game.players, "human"),
                       positions.written(state) if given else None)  # fmt: skip
    wanted = {(line.of, line.after) for line in told.lines[1:]}
    main = _Played(state)
    branches = dict(main.play(told.lines[0], seated, at, {after for of, after in wanted if of == 0}))
    if main.trouble:
        raise Unplayable(main.trouble)
    made.turns = main.turns
    made.tags, made.comments = told.tags or None, main.comments or None
    remarks = _vary(made, told, branches, wanted, seated, at)
    return made, remarks + _end(made, main.state, seated, kind)


class _Played:
    """A line of play, as far as it goes by the rules."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.turns: list[list[str]] = []
        self.comments: dict[str, str] = {}
        self.trouble = ""
        """Why it doesn't go on, with its line and move."""

    def play(
        self, line: Line, seated: Sequence[str], at: Mapping[str, str], wanted: Container[int]
    ) -> Iterator[tuple[int, State]]:
        """Play the line; gives the states after so many of its moves that are wanted, but the last."""
        self._say(line.comment)
        first = self.state.ply + 1
        for number, said in enumerate(line.moves):
            before = self.state
            where = f"line {said.line}, move {first + number} `{brief(said.text)}`: "
            try:
                if self.state.is_over:
                    raise Unplayable(f"{where}the game is over already, by the rules")
                for move in _moves(self.state, said, seated, at):
                    if self.state.in_turn and self.turns:
                        self.turns[-1].append(move.text)
                    else:
                        self.turns.append([move.text])
                    self.state = self.state.play(move)
            except (MoveError, GameError) as error:
                self.trouble = str(error) if isinstance(error, Unplayable) else f"{where}{error}"
                return
            if number in wanted:
                yield number, before
            self._say(said.comment)

    def _say(self, comment: str) -> None:
        if comment:
            key = str(self.state.ply)
            self.comments[key] = joined(self.comments.get(key, ""), comment)


def _vary(
    made: Record, told: Outside, branches: dict[int, State], wanted: Container[tuple[int, int]],
    seated: Sequence[str], at: Mapping[str, str],
) -> list[str]:  # fmt: skip
    """Write the variations into the record; what is to be said of those that don't go by the rules."""
    found, places = list[Variation](), {0: 0}
    known = {(0, after): state for after, state in branches.items()}
    remarks, lost = list[str](), told.dropped
    for number, line in enumerate(told.lines[1:], 1):
        state = known.get((line.of, line.after))
        if state is None or not line.moves:
            lost += 1
            continue
        played = _Played(state)
        after = {place for place in range(len(line.moves)) if (number, place) in wanted}
        known |= {(number, place): kept for place, kept in played.play(line, seated, at, after)}
        if played.trouble:
            remarks.append(f"a variation ends early: {played.trouble}")
        moves = [text for turn in played.turns for text in turn]
        if not moves:
            lost += 1
            continue
        of = places[line.of] or None
        found.append(Variation(of=of, after=state.ply, moves=moves, comments=played.comments or None))
        places[number] = len(found)
    made.variations = found or None
    if len(remarks) > MOST_REMARKS:
        remarks = [*remarks[:MOST_REMARKS], f"{len(remarks) - MOST_REMARKS:,} variations more end early"]
    return [*remarks, f"{lost:,} variation{'s' * (lost != 1)} left out"] if lost else remarks


def _start(game: Game, told: Outside, seated: Sequence[str], at: Mapping[str, str]) -> tuple[State, bool]:
    """Where the game begins, and whether that is elsewhere than the rules say."""
    if (line := told.tags.get("FEN")) is not None:
        reader = notation.of(game)
        if reader is None:
            raise PositionError([f"{game.title} doesn't say how positions are written in a line"])
        return reader.position(line), True
    state = game.start(seed=0)
    if not told.stones and "PL" not in told.tags:
        return state, False
    data = positions.written(state)
    data.pop("seen", None)
    on = {site: label for label, sites in data.get("pieces", {}).items() for site in sites}
    for side, where in told.stones:
        for point in where:
            if (site := at.get(point)) is None:
                raise PositionError([f"there is no point `{brief(point)}`"])
            on.pop(site, None)
            if side is not None:
                on[site] = stone(game, seated[side])
    data["pieces"] = {label: [s for s, on_it in on.items() if on_it == label] for label in dict.fromkeys(on.values())}
    first = told.moves[0].by if told.moves else None
    says = {"B": 0, "W": 1}.get(told.tags.get("PL", "").strip()[:1].upper(), first)
    if says is not None:
        data["to move"] = seated[says]
    return game.position(data), True


def stone(game: Game, player: str) -> str:
    """The one piece that a player has; raises PositionError where there are several."""
    pieces = [game.piece(i) for i in range(len(game.model.pieces.labels))]
    own = [piece.label for piece in pieces if piece.owner == player]
    if len(own) != 1:
        raise PositionError([f"{player} has {len(own)} kinds of pieces, and a stone doesn't say which"])
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


def _moves(state: State, said: Said, seated: Sequence[str], at: Mapping[str, str]) -> list[Move]:
    """The move, and before it a pass that the file leaves out; none for a pass that the rules make by themselves."""
    if said.by is None:
        return [state.parse(said.text)]
    passes = said.text in PASSES and said.text not in at
    if state.mover != seated[said.by]:
        if passes:
            return []
        skipped = passing(state)
        then = state.play(skipped) if skipped is not None else state
        if skipped is None or then.mover != seated[said.by]:
            raise Unplayable(f"line {said.line}, `{brief(said.text)}`: {seated[said.by]} moves, "
                             f"and it is {state.mover}'s turn")  # fmt: skip
        return [skipped, *_moves(then, said, seated, at)]
    if passes and (move := passing(state)) is not None:
        return [move]
    return [state.parse(at.get(said.text, said.text))]


def _end(made: Record, state: State, seated: Sequence[str], kind: str) -> list[str]:
    """Write the end into the record, as far as it can tell it; what is to be said of that."""
    tags = made.tags or {}
    says = tags.get("Result" if kind == "pgn" else "RE", "")
    if state.is_over:
        made.result = dict(state.outcomes or {})
        found = winner(made.result, seated)
        claim = _claimed(says)
        if claim is not None and found is not None and claim != found:
            told = "it is drawn" if found == 2 else f"{seated[found]} wins"
            return [f"the file says {brief(says)}, but by the rules {told}"]
        return []
    claim, how = _claimed(says), tags.get("Termination", "normal").casefold()
    if claim == 2:
        made.drawn = True
    elif claim in (0, 1) and ("time" in how if kind == "pgn" else says[1:].upper().startswith("+T")):
        made.fallen = seated[1 - claim]
    elif claim in (0, 1) and (how == "normal" if kind == "pgn" else says[1:].upper().startswith("+R")):
        made.resigned = seated[1 - claim]
    return []


def _claimed(says: str) -> int | None:
    """Who has won, as the file says: 0 or 1, 2 for a draw; None if it doesn't say."""
    known = {"1-0": 0, "0-1": 1, "1/2-1/2": 2, "0": 2, "draw": 2, "b+": 0, "w+": 1}
    small = says.strip().casefold()
    return known.get(small, known.get(small[:2]))


def winner(result: dict[str, str], seated: Sequence[str]) -> int | None:
    """Who has won: 0 or 1, 2 for a draw; None if both did, or neither."""
    ends = [result.get(player, "") for player in seated]
    return {("win", "loss"): 0, ("loss", "win"): 1, ("draw", "draw"): 2}.get((ends[0], ends[1]))
