"""Games: a ruleset loaded with its options, ready to be played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from gdl.check.checker import ReadBase, check
from gdl.library import NotFound, base_of, read
from gdl.model.model import Model
from gdl.text.source import Source, Span
from interpreter.cancellation import CancelToken
from interpreter.errors import LoadError, RuleError
from interpreter.game import notation, position_reader, positions
from interpreter.game.moves import written
from interpreter.game.pieces import Piece
from interpreter.game.scores import Scores
from interpreter.game.state import State, moves_text
from interpreter.graph.backend import MAX_PLIES_IN_TURN, Broken, Endless, Entry, Stepper, Stop, Stuck, TooLong
from interpreter.graph.chance import SETUP, Chance
from interpreter.native.host.adaptive import AdaptiveMachine
from interpreter.reference.machine import Machine

if TYPE_CHECKING:
    from types import ModuleType

    from interpreter.game.knowledge import Observer
    from interpreter.game.views import View
    from interpreter.native.host.jobs import Native

Backend = Literal["auto", "reference", "native"]
BACKENDS: tuple[Backend, ...] = ("auto", "reference", "native")


@dataclass(frozen=True)
class Given:
    """What a game was made of: the texts of its ruleset and of all that this extends, options, a number of players."""

    sources: tuple[Source, ...]
    options: tuple[tuple[str, Any], ...]
    players: int | None


class Game:
    """A ruleset with its options and players settled.

    Games and states can be pickled: what travels is the rulesets' text, with the hash of the rules, and of a state its
    position and the moves that led there. In another process it plays as it does here. Each game that is unpickled is
    one of its own, for a thread of its own. Nothing in a ruleset is run as Python; but pickle itself may run what
    others have put in: unpickle only what comes from somebody you trust.
    """

    def __init__(self, model: Model, backend: Backend = "auto", given: Given | None = None) -> None:
        self.model, self.backend, self.given = model, backend, given
        self.not_compiled = ""
        """Why `native` is None, once that was asked for; empty if it isn't."""
        self.token: CancelToken | None = None
        """Calls off what takes too long, as CancelledError; to be set before anything is played."""

    @classmethod
    def load(
        cls, what: str | Path, /, players: int | None = None, backend: Backend = "auto", **options: Any
    ) -> Game:
        """Load a ruleset that ships (by name), a file (by path), or standard input (`-`).

        `options` are numbers, truths, or text in the language; `players` settles how many there are where the ruleset
        leaves that open. `backend` says what plays: the reference interpreter, the rules compiled to machine code
        ("native"), or whichever is quicker for what is asked ("auto"); they never differ in what they say.
        Raises LoadError, whose `findings` have codes and places; `Game.load("sparks", base=5)`.
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
        """The same with options of any name: those that come from outside may be called `players`, too."""
        try:
            source = what if isinstance(what, Source) else read(what)
        except NotFound as problem:
            raise LoadError(str(problem)) from None
        model, given = _made(source, options or {}, players)
        return cls(model, backend, given)._ready()

    def _ready(self) -> Game:
        """This game, if it can be played as was asked for."""
        if self.backend == "native" and self.native is None:
            raise LoadError(f"{self.name} can't be compiled: {self.not_compiled}")
        return self

    @cached_property
    def machine(self) -> Stepper:
        """What plays it, move by move."""
        machine: Machine
        if self.backend == "reference":
            machine = Machine(self.model)
        elif self.backend == "native" and self.native is not None:
            machine = _compiled().NativeMachine(self.model, self.native.ready)
        else:
            machine = AdaptiveMachine(self.model, self._taking_over)
        machine.token = self.token
        return machine

    def _taking_over(self, machine: Machine) -> Machine | None:
        """The compiled rules for single moves, in place of a machine of the reference interpreter."""
        return _compiled().NativeMachine(self.model, self.native.ready, machine) if self.native else None

    @cached_property
    def native(self) -> Native | None:
        """The rules as machine code, compiled when they are first asked for; None if that isn't wanted, or can't be
        (`not_compiled` says why)."""
        if self.backend == "reference":
            self.not_compiled = "the reference interpreter was asked for"
            return None
        found: Native | str = _compiled().jobs(self.model, self.token)
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
        """Designer, year and the like: names, each with its texts, in the ruleset's order."""
        return self.model.facts

    @property
    def players(self) -> tuple[str, ...]:
        """The players' labels, in turn order."""
        return self.model.players

    @property
    def options(self) -> dict[str, Any]:
        """The options' values by name: numbers, truths, labels, lists of labels; as given, or as by default."""
        return {option.name: option.value for option in self.model.options}

    @property
    def hash(self) -> str:
        """Names the checked rules, with their options."""
        return self.model.hash

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def _repr_svg_(self) -> str:
        """The beginning of its first game as a picture, which notebooks show."""
        return self.start()._repr_svg_()

    def __reduce__(self) -> tuple[Any, ...]:
        if self.given is None:
            raise TypeError("this game was made of a model alone; only games made of a ruleset's text can be pickled")
        return unpickled, (self.given, self.backend, self.hash)

    @cached_property
    def scores(self) -> Scores:
        """Counts the scores of a state."""
        return Scores(self.model, self.machine.graph, self.machine.layout)

    # ---- starting

    def start(self, seed: int = 0, number: int = 0) -> State:
        """The first state of game `number` of a seed, its set-up rolled; raises RuleError.

        Both are any whole numbers; the same two give the same set-up and the same dice on every machine.
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
        """The state before anything is rolled: what the set-up rolls is chance as any other, and for as long -1 turns
        have been completed. `start` is where that has been done. Raises RuleError."""
        stop = self.run(None, self.machine.start)
        return State(self, stop, stop.turns - 1, 0, None)

    @cached_property
    def observer(self) -> Observer:
        """Works out what the players come to know."""
        from interpreter.game.knowledge import Observer  # few games hide anything

        return Observer(self.model, self.machine)

    def position(self, data: Any) -> State:
        """The state of a position as plain data (see `State.position`), or as a line in the game's own notation.

        Data is a mapping with the parts that the manual names under Positions; what is left out has its default.
        Raises PositionError, whose `reasons` name everything that is wrong.
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
        """How positions are written in one line, if the rules say so; raises PositionError if they say it wrongly."""
        return notation.of(self)

    # ---- playing

    def follow(self, state: State, entry: Entry) -> State:
        """The state after an entry of a state's list; raises RuleError."""
        stop = self.run(state, lambda: self.machine.play(entry), entry)
        plies = 0 if stop.turns else state.plies + 1
        if plies > MAX_PLIES_IN_TURN:
            raise self._error(
                None, f"a turn has gone on for more than {MAX_PLIES_IN_TURN:,} decisions", state
            )
        came = (state, entry) if self.model.hides else None
        return State(self, stop, state.turns + stop.turns, plies, (state._trail, entry, state.ply + 1), came)

    def run(self, state: State | None, work: Callable[[], Stop], entry: Entry | None = None) -> Stop:
        """Do some work of the machine's; what the rules do wrong becomes a RuleError that says how it came to that:
        from which state, by which entry."""
        try:
            return work()
        except Stuck as stuck:
            me = self.players[stuck.values[0]]
            if stuck.first:
                message = f"{me} can't move, and `end` neither ends the game then nor skips the turn"
            else:
                message = f"{me} has no option here, in the middle of a turn"
            raise self._error(stuck.span, message, state, entry) from None
        except Broken as broken:
            raise self._error(broken.span, str(broken), state, entry) from None
        except TooLong as limit:
            compiled = "the compiled rules gave up, too" if self.native else f"not compiled: {self.not_compiled}"
            message = f"{limit} ({compiled})"
            raise self._error(limit.span, message, state, entry) from None
        except Endless as endless:
            raise self._error(endless.span, str(endless), state, entry) from None

    def _error(
        self, span: Span | None, message: str, state: State | None, entry: Entry | None = None
    ) -> RuleError:
        lines = [f"{span.where}: {message}" if span else message]
        if span:
            lines.append(f"  the rule: {' '.join(span.text.split())[:120]}")
        if state is not None:
            lines.append(f"  the moves so far: {self._line(state, entry) or '(none)'}")
            lines.append(state.described("before the last of them"))
        error = RuleError("\n".join(lines))
        error.span, error.reason = span, message
        return error

    def _line(self, state: State, entry: Entry | None) -> str:
        """The moves that led to a state, and from it, as far as they can be written."""
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
    return _made(given.sources[0], dict(given.options), given.players, lambda _, source: extended[source])[0]


def _made(
    source: Source, options: Mapping[str, Any], players: int | None, read_base: ReadBase = base_of
) -> tuple[Model, Given]:
    """A ruleset's model, and what it was made of; raises LoadError."""
    checked = check(source, options, players, read_base)
    if checked.model is None:
        errors = [f for f in checked.findings if f.severity == "error"]
        lines = [f"{f.span.where}: {f.code} {f.message}" + (f" ({f.hint})" if f.hint else "") for f in errors]
        raise LoadError(f"{source.name} can't be played:\n" + "\n".join(lines), errors)
    sources = tuple(tree.source for tree in checked.rules.trees)
    return checked.model, Given(sources, tuple((name, _plain(value)) for name, value in options.items()), players)


def _plain(value: Any) -> Any:
    """An option's value as it was given, as plain data that can be hashed."""
    if isinstance(value, list | tuple | set | frozenset):
        return tuple(map(str, value))
    return value if type(value) in (bool, int, str) else str(value)


def _compiled() -> ModuleType:
    """What compiles rules and runs them. Imported when it is first asked for: wasmtime takes longer to import than most
    commands take to do their work."""
    from interpreter.native.host import load

    return load
