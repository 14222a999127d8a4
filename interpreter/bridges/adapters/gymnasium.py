"""Any ruleset as an environment of Gymnasium, in which one agent plays against players of ours:
`env("chess", seat="White", opponents="level:3")`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from secrets import randbits
from typing import Any

from interpreter.bridges.adapters.bounds import LONGEST
from interpreter.bridges.adapters.nodes import lines_of, numbered
from interpreter.bridges.adapters.sources import needed
from interpreter.bridges.spaces.actions import ActionSpace
from interpreter.bridges.spaces.tensors import TensorSpace
from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.graph.chance import Chance
from interpreter.players.asking import ask, seat_of, tell
from interpreter.players.player import Player
from interpreter.players.specs import RANDOM, maker

needed(__name__, "gymnasium", "gymnasium", "numpy")

import gymnasium  # noqa: E402 - only once they are sure to be there
import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402

Observation = dict[str, Any]


def env(
    what: str | Path | Game, /, seat: str | None = None, opponents: str | Mapping[str, str] = RANDOM,
    players: int | None = None, max_game_length: int | None = None, render_mode: str | None = None, **options: Any,
) -> RulesetEnv:  # fmt: skip
    """A ruleset that ships (by name), a file (by path), or a game that was loaded, as an environment.

    `seat`: the agent's player, the first unless it is named. `opponents`: who plays the others, a player as
    `gdl match` names them, or one for each label; `random` for those that aren't named. After `max_game_length` of the
    agent's decisions (10,000, unless it is given) a game is truncated. Raises LoadError, PlayerError.
    """
    game = what if isinstance(what, Game) else Game.of(what, options, players)
    specs = dict.fromkeys(game.players, opponents) if isinstance(opponents, str) else dict(opponents)
    return RulesetEnv(game, seat or game.players[0], specs, max_game_length or LONGEST, render_mode)


class RulesetEnv(gymnasium.Env[Observation, np.int64]):
    """A ruleset for one agent. Others, and chance, play within `step`.

    An observation is the tensor of what the agent sees (float32 from -1 to 1, shape `(TensorSpace.size,)`) and a mask
    of the actions that are legal now (int8). The reward is the agent's result, at the end of the game. A seed and the
    number of games since it was given name all draws.
    """

    def __init__(
        self, game: Game, seat: str, opponents: Mapping[str, str], longest: int, render_mode: str | None = None
    ) -> None:
        unknown = [label for label in (seat, *opponents) if label not in game.players]
        if unknown:
            raise PlayerError(f"there is no player {unknown[0]} in {game.title}: there are {', '.join(game.players)}")
        self.metadata = {"name": f"gdl_{game.name}", "render_modes": ["ansi"]}
        self.game, self.seat, self.longest, self.render_mode = game, seat, longest, render_mode
        self.makers = {p: maker(opponents.get(p, RANDOM)) for p in game.players if p != seat}
        self.actions, self.tensors = ActionSpace(game), TensorSpace(game)
        count = max(self.actions.size, 1)
        self.action_space = spaces.Discrete(count)
        self.observation_space = spaces.Dict({
            "observation": spaces.Box(-1, 1, (self.tensors.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (count,), np.int8),
        })  # fmt: skip
        self._seed, self._number = randbits(64), -1
        self._others: dict[str, Player] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game: with a seed the first one of that seed, else the next one. It goes on to the agent's first
        decision; if the game ends before, `info["is_over"]` says so, and the first step tells the result."""
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._number = seed, -1
        self._number += 1
        self._chance, self._decisions = Chance(self._seed, self._number), 0
        self.close()
        seats = {p: seat_of(self.game, p, self._seed, self._number) for p in self.makers}
        self._others = {p: make(seats[p]) for p, make in self.makers.items()}
        self._go_on(self.game.start(self._seed, self._number))
        return self._observed(), self._told()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do what the agent has chosen; raises ValueError if that isn't legal. Gives the observation before its next
        decision, the reward, whether the game is over, whether it was broken off, and information."""
        state = self.game_state
        if not state.is_over:
            move = numbered(self.actions, state).get(int(action))
            if move is None:
                raise ValueError(f"{action} is not among the moves of {self.seat}: see the action mask")
            self._decisions += 1
            self._follow(state, state.play(move), move)
        results = self.game_state.results
        reward = 0.0 if results is None else float(results[self.seat])
        cut = results is None and self._decisions >= self.longest
        return self._observed(), reward, results is not None, cut, self._told()

    def _follow(self, before: State, after: State, move: Any) -> None:
        tell(self._others.values(), Step(before, move, after))
        self._go_on(after)

    def _go_on(self, state: State) -> None:
        """From a state to the agent's next decision, or the end."""
        while not state.is_over and state.to_move != self.seat:
            if state.is_chance:
                move = state.draw(self._chance, state.ply)
            else:
                move = ask(self._others[state.to_move or ""], state)
            after = state.play(move)
            tell(self._others.values(), Step(state, move, after))
            state = after
        self.game_state = state
        """The state as this program knows it."""

    def _observed(self) -> Observation:
        seen = np.frombuffer(self.tensors.tensor(self.game_state.view(self.seat)), np.float32)
        mask = np.zeros(int(self.action_space.n), np.int8)  # type: ignore[attr-defined] # it is Discrete
        if self.game_state.is_over:
            mask[0] = 1  # any action will do
        else:
            mask[self.actions.actions(self.game_state)] = 1
        return {"observation": seen, "action_mask": mask}

    def _told(self) -> dict[str, Any]:
        return {"is_over": self.game_state.is_over, "seat": self.seat}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which actions are legal now, as sb3-contrib's MaskablePPO asks for it."""
        return self._observed()["action_mask"].astype(bool)  # type: ignore[no-any-return]

    def render(self) -> str | None:
        """What the agent sees, as lines of text."""
        if self.render_mode != "ansi":
            return None
        return "\n".join(lines_of(self.game_state.view(self.seat).position()))

    def close(self) -> None:
        """Let the other players go."""
        for player in self._others.values():
            player.close()
        self._others = {}
