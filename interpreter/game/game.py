"""Games: a ruleset loaded with its options, ready to be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.library import NotFound, read
from gdl.model.model import Model
from gdl.text.source import Source
from interpreter.errors import LoadError
from interpreter.game import notation, position_reader, positions
from interpreter.game.loading import kept_or_made, made
from interpreter.game.rules import Backend, Given, Rules
from interpreter.game.state import State
from interpreter.graph.chance import SETUP, Chance

if TYPE_CHECKING:
    from interpreter.game.views import View

__all__ = ["Backend", "Game", "Given"]


class Game(Rules):
    """A ruleset with its options and players settled.

    You can pickle games and states. A pickle holds the rulesets' text and the hash of the rules; for a state also its
    position and the moves before it. In another process it plays as it does here. Each unpickled game is independent
    and may have a thread of its own. Nothing in a ruleset is run as Python. But pickle itself may run foreign code:
    unpickle only data from somebody you trust.
    """

    @classmethod
    def load(
        cls, what: str | Path, /, players: int | None = None, backend: Backend = "auto", **options: Any
    ) -> Game:
        """Load a ruleset that ships (by name), a file (by path), or standard input (`-`).

        `options` are numbers, truths, or text in the language, as in `Game.load("sparks", base=5)`. `players` sets the
        number of players if the ruleset leaves it open. `backend` chooses what plays: the reference interpreter
        ("reference"), the rules compiled to machine code ("native"), the rules compiled by the machine's C compiler
        ("c"), or the quickest for each task ("auto"). All give the same results. Raises LoadError, whose `findings`
        have codes and places.
        """
        return cls.of(what, options, players, backend)

    @classmethod
    def parse(
        cls, text: str, /, name: str = "<text>", players: int | None = None, backend: Backend = "auto",
        **options: Any,
    ) -> Game:  # fmt: skip
        """Load a ruleset from its text; raises LoadError."""
        return cls.of(Source(name, text), options, players, backend)

    @classmethod
    def of(
        cls, what: str | Path | Source, options: Mapping[str, Any] | None = None, players: int | None = None,
        backend: Backend = "auto",
    ) -> Game:  # fmt: skip
        """The same with options in a mapping, so that an option may be called `players`, too."""
        try:
            source = what if isinstance(what, Source) else read(what)
        except NotFound as problem:
            raise LoadError(str(problem)) from None
        load = made if source is what else kept_or_made  # texts that a program hands over come and go
        model, given = load(source, options or {}, players)
        return cls(model, backend, given)._ready()

    def _ready(self) -> Game:
        """This game, if it can be played as was asked for."""
        if self.backend in ("native", "c") and self.native is None:
            raise LoadError(f"{self.name} can't be compiled: {self.not_compiled}")
        return self

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.given is None:
            raise TypeError("this game was made of a model alone; only games made of a ruleset's text can be pickled")
        return unpickled, (self.given, self.backend, self.hash)

    def start(self, seed: int = 0, number: int = 0) -> State:
        """The first state of game `number` of a seed, after the rolls of the set-up; raises RuleError.

        Both are whole numbers. The same two numbers give the same set-up and the same dice on every machine.
        """
        chance = Chance(seed, number, SETUP)
        if self.model.hides:
            return self._dealt(chance)
        stop = self.run(None, self.machine.start)
        turns, count = stop.turns, 0
        while turns == 0 and stop.entries:
            entry = self.machine.draw(stop, chance.bits(count))
            stop = self.run(None, lambda e=entry: self.machine.play(e))  # type: ignore[misc]
            turns, count = turns + stop.turns, count + 1
        return State(self, stop, 0, 0, None)

    def _dealt(self, chance: Chance) -> State:
        """The first state; what players have learnt while the game was set up, they know."""
        state, count = self.beginning(), 0
        while state.turns < 0 and not state.is_over:
            state, count = state.play(state.draw(chance, count)), count + 1
        first = State(self, state._stop, 0, 0, None)
        first._known = state.knowledge
        return first

    def beginning(self) -> State:
        """The state before the set-up. Its rolls are chance like any other, and `turns` is -1 until they are done.
        `start` gives the state after them. Raises RuleError."""
        stop = self.run(None, self.machine.start)
        return State(self, stop, stop.turns - 1, 0, None)

    def position(self, data: Any) -> State:
        """The state of a position as plain data (see `State.position`), or as a line in the game's own notation.

        Data is a mapping with the parts that the manual names under Positions. A missing part has its default. Raises
        PositionError, whose `reasons` name all mistakes.
        """
        if isinstance(data, str) and self.notation is not None:
            return self.notation.position(data)
        return position_reader.from_data(self, data)

    def data_of(self, state: State) -> dict[str, Any]:
        """The position of a state as plain data, which `position` reads back."""
        return position_reader.to_data(state)

    def data_of_view(self, view: View) -> dict[str, Any]:
        """The position as a viewer sees it, as plain data."""
        return positions.seen(view)

    @cached_property
    def notation(self) -> notation.Notation | None:
        """The notation for positions in one line, or None if the rules declare none; raises PositionError if it is
        wrong."""
        return notation.of(self)

    def bases(self) -> Iterator[Game]:
        """The rulesets that it extends, the nearest first, with their own options and players."""
        sources = self.given.sources if self.given is not None else ()
        for behind in range(1, len(sources)):
            given = Given(sources[behind:], (), None)
            yield Game(_again(given), self.backend, given)

    def line_of(self, state: State) -> str:
        """The position of a state in the game's own notation; "" if its rules declare none, and in mid-turn."""
        return self.notation.write(state) if self.notation else ""


def unpickled(given: Given, backend: Backend, hash_: str) -> Game:
    """The game that was pickled; raises LoadError if this program takes its rules for others."""
    model = _again(given)
    if model.hash != hash_:
        raise LoadError(
            f"{model.name} was pickled by another version of this program: its rules had the hash {hash_}, "
            f"and have {model.hash} here"
        )
    return Game(model, backend, given)._ready()


@lru_cache(maxsize=16)  # games and states of the same rules may come one by one
def _again(given: Given) -> Model:
    """The model of these texts. It never changes, so that any number of games may share it."""
    extended = dict(pairwise(given.sources))
    return made(given.sources[0], dict(given.options), given.players, lambda _, source: extended[source])[0]
