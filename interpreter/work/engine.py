"""Searches inside the compiled rules: states go in, options and lines of options come out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from threading import Event, Lock, Thread, current_thread, main_thread
from typing import TYPE_CHECKING, Any, TypeVar, cast
from weakref import WeakKeyDictionary

from interpreter.errors import PlayerError
from interpreter.game.rules import Rules
from interpreter.game.state import State
from interpreter.native.module.emitter import Unsupported

if TYPE_CHECKING:
    from interpreter.native.compiled import Compiled
    from interpreter.native.host.code_cache import Ready
    from interpreter.native.host.instance import Instance
    from interpreter.native.host.quicker import Quicker

T = TypeVar("T")
E = TypeVar("E", bound="Engine")

MEMORY_BYTES = 512 * 1024 * 1024
"""What a search may take, if nothing else is said."""


class Engine:
    """A ruleset compiled with the kernels of a search, and the instances of it that nobody uses at the moment."""

    def __init__(
        self, game: Rules, jobs: tuple[str, ...], forgotten: frozenset[str] = frozenset()
    ) -> None:
        self.title, self.model, self.jobs = game.title, game.model, jobs
        self.token, self.forgotten = game.token, forgotten
        self._may_turn_to_c = game.turns_to_c and game.token is None
        self._quicker: Quicker | None = None
        self._idle: list[Instance] = []
        self._lock = Lock()

    @cached_property
    def compiled(self) -> Compiled | Ready:
        """The module; raises PlayerError, which says what can't be compiled."""
        try:  # here and below: with wasmtime, which takes long to import, and some players don't think
            from interpreter.native.host.code_cache import prepare
        except ImportError as problem:
            raise PlayerError(f"players that think need the Python package {problem.name}") from None
        try:
            return prepare(self.model, self.jobs, self.token, self.forgotten)
        except Unsupported as problem:
            raise PlayerError(f"{self.title} can't be compiled, as players that think need it: {problem}") from None

    def _made(self, code: Compiled | Ready | None = None) -> Instance:
        """A new instance, ready for work, of this code or of what is used now."""
        found: Instance = _host().Instance(code or self.compiled)
        return found

    def sample(self, instance: Instance, amount: int) -> Any:
        """An amount of work like that which is done here, and what it comes to: random games, for searches."""
        return _host().random_games(instance, amount)

    def _turn_to_c(self) -> None:
        """From now on let C do the work, if it is there and quicker."""
        if self._quicker is None:
            self._quicker = _host().Quicker(self.compiled, self.jobs, self._made, self.sample, self.forgotten)
        found = self._quicker.instead()
        if found is not None and found is not self.compiled:
            self.compiled = found
            self._idle.clear()

    def take(self, memory: int = MEMORY_BYTES) -> Instance:
        """An instance of one's own; give it back when it is done with."""
        with self._lock:
            if self._may_turn_to_c:
                self._turn_to_c()
            found = self._idle.pop() if self._idle else self._made()
        found.call("limit_memory", memory)
        return found

    def give_back(self, instance: Instance) -> None:
        """Somebody else may use this one now."""
        with self._lock:
            if instance.compiled is self.compiled:
                self._idle.append(instance)


def _host() -> Any:
    """What runs modules."""
    from interpreter.native.host import quicker  # with wasmtime, as above

    return quicker


def engine(game: Rules, *jobs: str, forgotten: frozenset[str] = frozenset()) -> Engine:
    """The game compiled with these kernels, once for all who need it. `forgotten`: what the solver leaves out."""
    return shared(game, (*jobs, *sorted(forgotten)), lambda: Engine(game, jobs, forgotten))


def shared(game: Rules, key: tuple[str, ...], make: Callable[[], E]) -> E:
    """An engine of this game, made once for each key, which belongs to one class of engines."""
    with _lock:
        engines = _engines.setdefault(game, {})
        if key not in engines:
            engines[key] = make()
        return cast(E, engines[key])


def use_engines(game: Rules, other: Rules) -> None:
    """Let a game use the engines of another one with the same rules: they serve any number of threads."""
    with _lock:
        _engines[game] = _engines.setdefault(other, {})


_lock = Lock()
_engines: WeakKeyDictionary[Rules, dict[tuple[str, ...], Engine]] = WeakKeyDictionary()


def put(instance: Instance, state: State) -> int:
    """Write a state where jobs can read it; gives the address."""
    stop, compiled = state._stop, instance.compiled
    instance.write(compiled.work, compiled.record.encode(stop.place, stop.values))
    return compiled.work


def notation(state: State, line: Sequence[int], longest: int) -> tuple[str, ...]:
    """A line of options as it is written; to the game's end, if a counter that a search left out ends it earlier."""
    found: list[str] = []
    for k in line[:longest]:
        if state.is_over:
            break
        move = state.ways[k]
        found.append(move.text)
        state = state.play(move)
    return tuple(found)


def patiently(work: Callable[[], T]) -> T:
    """Do what may take long, so that Ctrl-C is heard meanwhile. What it works on is then not to be used any more."""
    if current_thread() is not main_thread():
        return work()
    found: list[T] = []
    failed: list[BaseException] = []
    ready = Event()

    def run() -> None:
        try:
            found.append(work())
        except BaseException as problem:  # it is raised again where the result is awaited
            failed.append(problem)
        ready.set()

    Thread(target=run, daemon=True).start()
    ready.wait()
    if failed:
        raise failed[0]
    return found[0]
