"""A game of another program, played by the rules: what comes of it is a record of ours."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from gdl.text.visible import brief
from interpreter.bridges.formats.form import Format, winner
from interpreter.bridges.formats.opening import FormatError
from interpreter.bridges.formats.outside import Line, Outside, joined
from interpreter.errors import GameError, MoveError, PositionError
from interpreter.game import positions, records
from interpreter.game.plies import Step
from interpreter.game.record_model import Record, Variation
from interpreter.game.state import State
from interpreter.game.variations import Branch

MOST_REMARKS = 3
"""Variations of one game that are told of one by one."""


class Unplayable(FormatError):
    """A game that doesn't go by these rules; str() says at which line and move, and why."""


@dataclass
class Played:
    """A game by the rules: its record, its lines, and what else is to be said of it."""

    record: Record
    lines: list[Branch]
    remarks: list[str]


def played(form: Format, told: Outside) -> Played:
    """A game by the rules. Raises Unplayable, or FormatError."""
    game = form.game
    try:
        given = form.start(told)
    except PositionError as error:
        where = "the position" if form.holds == "position" else "the position at its beginning"
        raise Unplayable(f"line {told.line}: {where} can't be read: {'; '.join(error.reasons)}") from None
    first = game.start(seed=0)
    given = None if given == first else given
    made = records.new(game, form.source, 0, 0, dict.fromkeys(game.players, "human"),
                       positions.written(given) if given is not None else None)  # fmt: skip
    wanted = {(line.of, line.after) for line in told.lines[1:]}
    main = _Line(form, first if given is None else given)
    branches = dict(main.play(told.lines[0], {after for of, after in wanted if of == 0}))
    if main.trouble:
        raise Unplayable(main.trouble)
    made.turns = main.turns
    made.tags, made.comments = told.tags or None, main.comments or None
    lines = [main.branch]
    remarks = _vary(form, made, told, branches, wanted, lines)
    remarks += _end(form, made, main.state)
    return Played(made, lines, remarks + [f"line {told.line}: {said}" for said in form.remarks(made, lines)])


class _Line:
    """A line of play, as far as it goes by the rules."""

    def __init__(self, form: Format, state: State, number: int = 0) -> None:
        self.form, self.state = form, state
        self.turns: list[list[str]] = []
        self.comments: dict[str, str] = {}
        self.steps: list[Step] = []
        self.branch = Branch(number, state, self.steps, self.comments)
        self.trouble = ""
        """Why it doesn't go on, with its line and move."""

    def play(self, line: Line, wanted: Container[int]) -> Iterator[tuple[int, State]]:
        """Play the line; gives the states after so many of its moves that are wanted, but the last."""
        self._say(line.comment)
        first = self.state.ply + 1
        for number, said in enumerate(line.moves):
            before = self.state
            where = f"line {said.line}, move {first + number} `{brief(said.text)}`: "
            try:
                if self.state.is_over:
                    raise Unplayable(f"{where}the game is over already, by the rules")
                for move in self.form.moves(self.state, said):
                    if self.state.in_turn and self.turns:
                        self.turns[-1].append(move.text)
                    else:
                        self.turns.append([move.text])
                    self.steps.append(Step(self.state, move, self.state.play(move)))
                    self.state = self.steps[-1].after
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
    form: Format, made: Record, told: Outside, branches: dict[int, State], wanted: Container[tuple[int, int]],
    lines: list[Branch],
) -> list[str]:  # fmt: skip
    """Write the variations into the record, and to the lines; what is to be said of those that break the rules."""
    found, places = list[Variation](), {0: 0}
    known = {(0, after): state for after, state in branches.items()}
    remarks, lost = list[str](), told.dropped
    for number, line in enumerate(told.lines[1:], 1):
        state = known.get((line.of, line.after))
        if state is None or not line.moves:
            lost += 1
            continue
        played = _Line(form, state, len(found) + 1)
        after = {place for place in range(len(line.moves)) if (number, place) in wanted}
        known |= {(number, place): kept for place, kept in played.play(line, after)}
        if played.trouble:
            remarks.append(f"a variation ends early: {played.trouble}")
        moves = [text for turn in played.turns for text in turn]
        if not moves:
            lost += 1
            continue
        of = places[line.of] or None
        found.append(Variation(of=of, after=state.ply, moves=moves, comments=played.comments or None))
        places[number] = len(found)
        lines[of or 0].leaving.append(played.branch)
        lines.append(played.branch)
    made.variations = found or None
    if len(remarks) > MOST_REMARKS:
        remarks = [*remarks[:MOST_REMARKS], f"{len(remarks) - MOST_REMARKS:,} variations more end early"]
    return [*remarks, f"{lost:,} variation{'s' * (lost != 1)} left out"] if lost else remarks


def _end(form: Format, made: Record, state: State) -> list[str]:
    """Write the end into the record, as far as it can tell it; what is to be said of that."""
    tags, seated = made.tags or {}, form.seated
    claim, how = form.end(tags)
    if state.is_over:
        made.result = dict(state.outcomes or {})
        found = winner(made.result, seated)
        if claim is not None and found is not None and claim != found:
            told = "it is drawn" if found == 2 else f"{seated[found]} won"
            return [f"the file says {brief(tags[form.result])}, but by the rules {told}"]
    elif claim == 2:
        made.drawn = True
    elif claim in (0, 1) and how == "time":
        made.fallen = seated[1 - claim]
    elif claim in (0, 1) and how == "resigned":
        made.resigned = seated[1 - claim]
    return []
