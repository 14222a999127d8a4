"""A game's rules: the model, and what plays it on either backend."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol

from gdl.model.model import Model
from gdl.text.source import Source, Span
from interpreter.cancellation import CancelToken
from interpreter.errors import RuleError
from interpreter.game.moves import written
from interpreter.game.pieces import Piece
from interpreter.game.scores import Scores
from interpreter.graph.backend import Broken, Endless, Entry, Stepper, Stop, Stuck, TooLong
from interpreter.native.host.adaptive import AdaptiveMachine
from interpreter.reference.machine import Machine

if TYPE_CHECKING:
    from types import ModuleType

    from interpreter.game.knowledge import Observer
    from interpreter.native.host.jobs import Native

Backend = Literal["auto", "reference", "native", "c"]
MOVES_SHOWN = 60
"""Moves that an error about a state shows at most."""


@dataclass(frozen=True)
class Given:
    """What a game was made of: the texts of its ruleset and its bases, options, a number of players."""

    sources: tuple[Source, ...]
    options: tuple[tuple[str, Any], ...]
    players: int | None


class Story(Protocol):
    """The state in which a rule broke, as its error shows it."""

    @property
    def line(self) -> list[str]:
        """The moves so far."""

    def described(self, when: str) -> str:
        """The position as lines for a message."""


class Rules(ABC):
    """A model and what plays it: all of a game that its states need."""

    def __init__(self, model: Model, backend: Backend = "auto", given: Given | None = None) -> None:
        self.model, self.backend, self.given = model, backend, given
        self.not_compiled = ""
        """Why `native` is None, after you have asked for it; otherwise empty."""
        self.token: CancelToken | None = None
        """Stops long work with a CancelledError. Set it before you play anything."""
        self.turns_to_c = False
        """Whether long work may go over to what the machine's C compiler makes, where that is quicker; results are the
        same. Set it before you play anything."""

    @cached_property
    def machine(self) -> Stepper:
        """What plays the rules, move by move."""
        machine: Machine
        if self.backend == "reference":
            machine = Machine(self.model)
        elif self.backend in ("native", "c") and self.native is not None:
            machine = _compiled().NativeMachine(self.model, self.native.ready)
        else:
            machine = AdaptiveMachine(self.model, self._taking_over)
        machine.token = self.token
        return machine

    def _taking_over(self, machine: Machine) -> Machine | None:
        """The compiled rules for single moves, instead of the reference interpreter's machine."""
        return _compiled().NativeMachine(self.model, self.native.ready, machine) if self.native else None

    @cached_property
    def native(self) -> Native | None:
        """The rules as machine code, compiled when you first ask; None if they aren't wanted or can't be compiled
        (`not_compiled` says why)."""
        if self.backend == "reference":
            self.not_compiled = "the reference interpreter was asked for"
            return None
        found: Native | str = _compiled().jobs(self.model, self.token, self.backend == "c", self.turns_to_c)
        if isinstance(found, str):
            self.not_compiled = found
            return None
        return found

    @property
    def name(self) -> str:
        """The ruleset's name, without folder and ending."""
        return self.model.name

    @property
    def title(self) -> str:
        """The game's name."""
        return self.model.title

    @property
    def facts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Facts such as designer and year: names with their texts, in the ruleset's order."""
        return self.model.facts

    @property
    def summary(self) -> str:
        """What the game is about, in one to three sentences; "" if the rules don't say."""
        return " ".join(dict(self.facts).get("summary", ()))

    @property
    def players(self) -> tuple[str, ...]:
        """The players' labels, in turn order."""
        return self.model.players

    @property
    def options(self) -> dict[str, Any]:
        """The options' values by name, given or default: numbers, truths, labels, lists of labels."""
        return {option.name: option.value for option in self.model.options}

    @property
    def hash(self) -> str:
        """A hash of the checked rules with their options."""
        return self.model.hash

    @cached_property
    def scores(self) -> Scores:
        """Counts the scores of a state."""
        return Scores(self.model, self.machine.graph, self.machine.layout)

    @cached_property
    def observer(self) -> Observer:
        """Works out what the players know."""
        from interpreter.game.knowledge import Observer  # few games hide anything

        return Observer(self.model, self.machine)

    def run(self, state: Story | None, work: Callable[[], Stop], entry: Entry | None = None) -> Stop:
        """Do some work of the machine. If a rule breaks, raises a RuleError with the state and the entry."""
        try:
            return work()
        except Stuck as stuck:
            me = self.players[stuck.values[0]]
            if stuck.first:
                message = f"{me} can't move, and `end` neither ends the game nor skips the turn"
            else:
                message = f"there is no option for {me} here, in the middle of a turn"
            raise self.error(stuck.span, message, state, entry) from None
        except Broken as broken:
            raise self.error(broken.span, str(broken), state, entry) from None
        except TooLong as limit:
            compiled = "the compiled rules gave up, too" if self.native else f"not compiled: {self.not_compiled}"
            message = f"{limit} ({compiled})"
            raise self.error(limit.span, message, state, entry) from None
        except Endless as endless:
            raise self.error(endless.span, str(endless), state, entry) from None

    def error(
        self, span: Span | None, message: str, state: Story | None, entry: Entry | None = None
    ) -> RuleError:
        """The error for a broken rule: with the rule, the moves so far and the position."""
        lines = [f"{span.where}: {message}" if span else message]
        if span:
            lines.append(f"  the rule: {' '.join(span.text.split())[:120]}")
        if state is not None:
            lines.append(f"  the moves so far: {self._line(state, entry) or '(none)'}")
            lines.append(state.described("before the last of them"))
        error = RuleError("\n".join(lines))
        error.span, error.reason = span, message
        return error

    def _line(self, state: Story, entry: Entry | None) -> str:
        """The moves to a state, and the next one, as far as they can be written."""
        try:
            return moves_text([*state.line, *([written(self.machine, entry)] if entry else [])])
        except RuleError as problem:
            return f"can't be written ({str(problem).splitlines()[0]})"

    def piece(self, index: int) -> Piece:
        """A piece of the model by its number."""
        return self._pieces[index]

    @cached_property
    def _pieces(self) -> list[Piece]:
        model, found = self.model, []
        for label, (kind, owner, number) in zip(model.pieces.labels, model.piece_parts, strict=True):
            look = model.looks.get(label)
            found.append(Piece(
                model.kinds[kind].name, self.players[owner] if owner >= 0 else None, number, label,
                look.letter if look and look.letter else label,
            ))  # fmt: skip
        return found

    @abstractmethod
    def start(self, seed: int = 0, number: int = 0) -> Any:
        """The first state of game `number` of a seed."""

    @abstractmethod
    def data_of(self, state: Any) -> dict[str, Any]:
        """The position of a state as plain data."""

    @abstractmethod
    def data_of_view(self, view: Any) -> dict[str, Any]:
        """The position as a viewer sees it, as plain data."""

    @abstractmethod
    def line_of(self, state: Any) -> str:
        """The position of a state in the game's own notation; "" if its rules declare none."""


def _compiled() -> ModuleType:
    """The module that compiles rules. It is imported only when it is needed, since wasmtime takes longer to import than
    most commands take to do their work."""
    from interpreter.native.host import load

    return load


def moves_text(texts: Sequence[str]) -> str:
    """A row of moves, the last `MOVES_SHOWN` of them."""
    return ("… " if len(texts) > MOVES_SHOWN else "") + ", ".join(texts[-MOVES_SHOWN:])
