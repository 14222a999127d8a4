"""`Batch`: games of one ruleset in lanes, all of which take an action in one call."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from interpreter.bridges.batch.lanes import BatchError, Lanes, NoSuchAction
from interpreter.bridges.spaces.actions import ActionSpace
from interpreter.bridges.spaces.tensors import TensorSpace
from interpreter.errors import RuleError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.backend import Halted, Stop
from interpreter.graph.chance import Chance
from interpreter.graph.graph import OVER
from interpreter.native.compiled import Compiled
from interpreter.native.host.code_cache import Ready, prepare
from interpreter.native.module.emitter import Unsupported

Observe = Literal["mover", "all", "none"]
MOST_LANES = 1 << 20


class Batch:
    """Games of one ruleset, each in a lane of its own.

    Lane `i` plays game `i` of the seed, and with `auto_reset` the games `i + lanes`, `i + 2 · lanes`, …: their dice,
    and what is rolled in their set-up, are those of `game.start(seed, number)` and `Chance(seed, number)`.

    What the arrays hold is overwritten by `step` and `reset`: copy what is to be kept. With one thread they are the
    very memory of the compiled rules; with several they are put together when they are asked for.
    """

    def __init__(
        self, game: Game, lanes: int, seed: int = 0, *, auto_reset: bool = False, observe: Observe = "mover",
        plies_limit: int | None = None, threads: int = 1, together: bool = False,
    ) -> None:  # fmt: skip
        """`observe`: whose observations are written: of who decides ("mover"), of all players, or of nobody (which is
        quicker). `plies_limit`: decisions and rolls after which a game is cut off. `together`: whether all who decide
        at once do so in one step; else they are asked one after the other. Masks, counts and actions then have a row
        for each player, and observations are of all players, if any are written. Raises BatchError."""
        if together and observe == "mover":
            observe = "all"
        self.game, self.seed, self.auto_reset, self.observe = game, seed, auto_reset, observe
        self.together, self._jobs = together, "together" if together else "batch"
        if not 1 <= lanes <= MOST_LANES:
            raise BatchError(f"a batch has 1 to {MOST_LANES:,} lanes, not {lanes:,}")
        if not 1 <= threads <= 256:
            raise BatchError(f"a batch has 1 to 256 threads, not {threads:,}")
        if plies_limit is not None and plies_limit < 1:
            raise BatchError(f"a game has at least one ply, so that plies_limit can't be {plies_limit:,}")
        if observe not in ("mover", "all", "none"):
            raise BatchError(f'observations are of the "mover", of "all" players or of "none", not of {observe!r}')
        self.actions = ActionSpace(game)
        """The numbers of actions."""
        self.tensors = TensorSpace(game)
        """What observations show."""
        ready = _ready(game, together)
        ends = np.linspace(0, lanes, min(threads, lanes) + 1).astype(int)
        self._parts = [
            Lanes(
                ready, self.actions, self.tensors, range(first, end), seed, observe, lanes, plies_limit or 0,
                auto_reset, together=together,
            )
            for first, end in pairwise(ends)
        ]
        self._firsts = ends[:-1]
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self._joined: dict[str, NDArray[Any]] = {}
        self._all("begin")

    def __len__(self) -> int:
        return sum(part.count for part in self._parts)

    # ---- what is there

    @property
    def masks(self) -> NDArray[np.bool_]:
        """(lanes, actions), or of all players (lanes, players, actions): which actions are legal; none where the game
        is over, or a player isn't asked."""
        return self._array("masks")

    @property
    def counts(self) -> NDArray[np.int32]:
        """(lanes,) or (lanes, players): how many actions are legal."""
        return self._array("counts")

    @property
    def players(self) -> NDArray[np.int32]:
        """(lanes,): who decides, by the order of `game.players`; -1 where the game is over, -2 where several decide at
        once."""
        return self._array("players")

    @property
    def rewards(self) -> NDArray[np.float32]:
        """(lanes, players): what the last step brought: the utilities at the end of a game, else 0."""
        return self._array("rewards")

    @property
    def done(self) -> NDArray[np.bool_]:
        """(lanes,): whether a game has ended, or been cut off, with the last step or before it."""
        return self._array("done")

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """(lanes,): whether it was cut off after `plies_limit` plies; its rewards are 0 then."""
        return self._array("truncated")

    @property
    def observations(self) -> NDArray[np.float32]:
        """(lanes, numbers), or of all players (lanes, players, numbers): see `interpreter.bridges.spaces.tensors`."""
        held = self._array("observations")
        return held[:, 0] if self.observe == "mover" else held

    @property
    def numbers(self) -> NDArray[np.int64]:
        """(lanes,): the numbers of the games."""
        return self._array("numbers")

    @property
    def records(self) -> NDArray[np.uint8]:
        """(lanes, bytes): the states as the compiled rules hold them; see `column`."""
        return self._array("records")

    def _array(self, name: str) -> NDArray[Any]:
        if self._pool is None:
            return getattr(self._parts[0], name)  # type: ignore[no-any-return]
        if name not in self._joined:
            self._joined[name] = np.concatenate([getattr(part, name) for part in self._parts])
        return self._joined[name]

    # ---- playing

    def step(self, actions: ArrayLike) -> None:
        """Take an action in each lane, or with `together` an action of each player, (lanes, players). What stands in
        lanes whose game is over doesn't matter, nor of players who aren't asked. Chance is drawn at once.

        Raises NoSuchAction, and no game goes on; or RuleError where the rules can't go on: that lane stays as it was.
        """
        chosen = np.asarray(actions)
        shape = (len(self), len(self.game.players)) if self.together else (len(self),)
        if chosen.shape != shape or chosen.dtype.kind not in "iu":
            each = "of each player in each lane" if self.together else "for each lane"
            raise NoSuchAction(f"{' × '.join(map(str, shape))} whole numbers are needed, an action {each}", -1)
        self._check(chosen)
        for part, first in zip(self._parts, self._firsts, strict=True):
            part.actions[:] = chosen[first : first + part.count]
        self._all("step", chosen)

    def _check(self, chosen: NDArray[Any]) -> None:
        for part, first in zip(self._parts, self._firsts, strict=True):
            mine, asked = chosen[first : first + part.count], part.counts > 0
            known = (mine >= 0) & (mine < self.actions.size)
            legal = np.take_along_axis(part.masks, np.where(known, mine, 0)[..., None], -1)[..., 0] & known
            wrong = np.argwhere(asked & ~legal)
            if len(wrong):
                lane, *player = wrong[0].tolist()
                action = int(mine[tuple(wrong[0])])
                whose = f" for {self.game.players[player[0]]}" if player else ""
                raise NoSuchAction(
                    f"action {action} ({self.actions.described(action)}) is not legal{whose} in lane {first + lane}",
                    int(first + lane),
                )

    def draw(self) -> NDArray[np.int32]:
        """An action for each lane as random games take them, each legal one as likely as the others; 0 where the game
        is over. Stepped with these, lane `i` plays the game that `Chance(seed, number)` draws. With `together` an
        action of each player: each who is asked counts as a ply, in their order."""
        self._run(lambda part: part.call(f"{self._jobs}_draw"))
        self._joined.pop("actions", None)
        return np.concatenate([part.actions for part in self._parts])

    def reset(self, numbers: ArrayLike | None = None) -> None:
        """Begin anew in all lanes: games 0, 1, 2, … of the seed, or those of these numbers."""
        chosen = np.arange(len(self)) if numbers is None else np.asarray(numbers)
        if chosen.shape != (len(self),) or chosen.dtype.kind not in "iu":
            raise BatchError(f"{len(self):,} whole numbers are needed, a game's number for each lane")
        for part, first in zip(self._parts, self._firsts, strict=True):
            part.numbers[:] = chosen[first : first + part.count]
        self._all("begin")

    def _all(self, job: str, actions: NDArray[Any] | None = None) -> None:
        self._joined.clear()
        failed = self._run(lambda part: part.call(f"{self._jobs}_{job}"))
        for part, first, count in zip(self._parts, self._firsts, failed, strict=True):
            if count:
                lane = int(np.flatnonzero(part.statuses)[0])
                self._explain(int(first) + lane, int(part.statuses[lane]), actions)

    def _run(self, work: Callable[[Lanes], int]) -> list[int]:
        try:
            if self._pool is None:
                return [work(self._parts[0])]
            return list(self._pool.map(work, self._parts))
        except Halted as problem:
            raise BatchError(f"the compiled rules came to a halt ({problem})") from None

    def _explain(self, lane: int, status: int, actions: NDArray[Any] | None) -> None:
        """Say what is wrong: the reference interpreter does it again, and raises RuleError if a rule is broken."""
        where = f"lane {lane} (game {self.numbers[lane]} of seed {self.seed})"
        try:
            if actions is None:
                if self.game.start(self.seed, int(self.numbers[lane])).is_over:
                    raise BatchError(f"{where} is over before anybody has moved; a batch can't hold such games")
            else:
                state = self._again(lane, actions[lane])
                chance = Chance(self.seed, int(self.numbers[lane]))
                ply = self._plies(lane) + 1
                while state.is_chance:
                    state, ply = state.play(state.draw(chance, ply)), ply + 1
        except RuleError as problem:
            problem.add_note(f"in {where} of the batch")
            raise
        raise BatchError(f"{where} can't go on: the compiled rules have no room for its state (status {status})")

    def _again(self, lane: int, actions: NDArray[Any]) -> State:
        """The state that a lane's actions lead to."""
        state = self.state(lane)
        if not self.together:
            return state.play(self.actions.move(int(actions), state))
        part, at = self._find(lane)
        left = dict(zip(self.game.players, part.taken(at), strict=True))
        for i in np.flatnonzero(part.counts[at]):
            left[self.game.players[i]].append(int(actions[i]))
        while state.to_move is not None and left[state.to_move]:
            state = state.play(self.actions.move(left[state.to_move].pop(0), state))
        return state

    # ---- states

    def state(self, lane: int) -> State:
        """The state of a lane, as the rest of this library has it; without the moves that led there. Where all decide
        at once, that is the state before any of them has."""
        part, at = self._find(lane)
        machine = self.game.machine
        values = list(machine.layout.initial)
        record = part.instance.compiled.record
        place = record.decode(part.record(at), values)
        if place == OVER:
            return State(self.game, Stop(OVER, tuple(values), (), 0, None), 0, 0, None)
        return State(self.game, self.game.run(None, lambda: machine.resume(values, place)), 0, 0, None)

    def put(self, lane: int, state: State) -> None:
        """Put a state in a lane: the game goes on from there. Raises BatchError where it has no room in a record."""
        part, at = self._find(lane)
        if state.game.hash != self.game.hash:
            raise BatchError("the state is one of another game")
        native = self.game.native
        assert native is not None
        part.put(at, native.encoded(state._stop))
        self._joined.clear()
        if part.instance.call(f"{self._jobs}_show", at, 1):
            self._explain(lane, int(part.statuses[at]), None)

    def _plies(self, lane: int) -> int:
        part, at = self._find(lane)
        return int(part.records[at, 8:16].view(np.int64)[0])

    def _find(self, lane: int) -> tuple[Lanes, int]:
        if not 0 <= lane < len(self):
            raise BatchError(f"there are lanes 0 to {len(self) - 1}, and no lane {lane}")
        number = int(np.searchsorted(self._firsts, lane, "right")) - 1
        return self._parts[number], lane - int(self._firsts[number])

    def __repr__(self) -> str:
        return f"<Batch of {len(self):,} games of {self.game.name}>"


def _ready(game: Game, together: bool) -> Compiled | Ready:
    """The rules compiled for batches; raises BatchError."""
    if game.native is None:
        raise BatchError(f"batches need compiled rules, and {game.name} isn't compiled: {game.not_compiled}")
    try:
        return prepare(game.model, ("batch_together" if together else "batch",))
    except Unsupported as reason:
        raise BatchError(f"batches of {game.name} can't be compiled: {reason}") from None
