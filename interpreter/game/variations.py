"""Lines of moves beside the game of a record, and the game as it goes with one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.game import records
from interpreter.game.plies import Step, texts_by_turns
from interpreter.game.records import RecordError

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.record_model import Record
    from interpreter.game.state import State


@dataclass
class Branch:
    """A line of play by the rules: the game (number 0), or a variation."""

    number: int
    first: State
    """The state in which it leaves the line before it."""
    steps: Sequence[Step]
    comments: dict[str, str]
    leaving: list[Branch] = field(default_factory=list)
    """The variations that leave it, in their order."""

    @property
    def before(self) -> str:
        """The comment before its first move."""
        return self.comments.get(str(self.first.ply), "")

    def instead(self, step: Step) -> list[Branch]:
        """The variations that replace one of its steps."""
        return [branch for branch in self.leaving if branch.first is step.before]


def of(game: Game, record: Record) -> list[Branch]:
    """The game and its variations, in the record's order. Raises ReplayError."""
    found = [Branch(0, records.start(game, record), list(records.replay(game, record)), record.comments or {})]
    for number, one in enumerate(record.variations or [], 1):
        parent = found[one.of or 0]
        state = parent.steps[one.after - parent.first.ply].before
        branch = Branch(number, state, list(played(number, state, one.moves)), one.comments or {})
        parent.leaving.append(branch)
        found.append(branch)
    return found


def played(number: int, state: State, moves: Iterable[str]) -> Iterator[Step]:
    """The steps of a line from a state on. `number`: the variation, or 0 for the game. Raises ReplayError."""
    return records.played(state, moves, f"variation {number}, " if number else "")


def along(game: Game, record: Record, number: int) -> Record:
    """The game as it would have gone with a variation (by its number, from 1), with the variations that leave it.
    Raises RecordError or ReplayError."""
    told = record.variations or []
    if not 1 <= number <= len(told):
        have = f"{len(told)} variation{'s' * (len(told) != 1)}" if told else "no variations"
        raise RecordError(f"the record has {have}, and no number {number}")
    branches = of(game, record)
    path, at = [number], number
    while at:
        at = told[at - 1].of or 0
        path.append(at)
    steps: list[Step] = []
    comments: dict[str, str] = {}
    for branch in (branches[at] for at in reversed(path)):
        after = branch.first.ply - branches[0].first.ply
        steps = [*steps[:after], *branch.steps]
        comments = {key: said for key, said in comments.items() if int(key) <= after} | branch.comments
    last = steps[-1].after
    kept = record.model_copy(update=dict.fromkeys(("times", "resigned", "fallen", "drawn", "variations")))
    return kept.model_copy(update={
        "turns": texts_by_turns(steps), "comments": comments or None,
        "result": dict(last.outcomes) if last.outcomes is not None else None,
    })  # fmt: skip
