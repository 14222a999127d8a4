"""Any ruleset as an environment of PettingZoo: `env("chess")`, in which agents act one after the other (AEC)."""

from __future__ import annotations

from pathlib import Path
from secrets import randbits
from typing import Any

from interpreter.bridges.adapters.bounds import LONGEST
from interpreter.bridges.adapters.joint import goes_on
from interpreter.bridges.adapters.nodes import choices, lines_of
from interpreter.bridges.adapters.sources import needed
from interpreter.bridges.spaces.actions import ActionSpace
from interpreter.bridges.spaces.tensors import TensorSpace
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.chance import Chance

needed("pettingzoo", "pettingzoo", "gymnasium", "numpy")

import numpy as np  # noqa: E402 - only once they are sure to be there
from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper  # noqa: E402

Observation = dict[str, Any]


def env(
    what: str | Path | Game, /, players: int | None = None, max_game_length: int | None = None,
    render_mode: str | None = None, **options: Any,
) -> AECEnv:  # fmt: skip
    """A ruleset that ships (by name), a file (by path), or a game that was loaded, as an environment.

    After `max_game_length` decisions (10,000, unless it is given) a game is broken off: truncated, nobody has a reward.
    Raises LoadError.
    """
    game = what if isinstance(what, Game) else Game.of(what, options, players)
    raw = RulesetEnv(game, max_game_length or LONGEST, render_mode)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw))


class RulesetEnv(AECEnv):  # type: ignore[misc] # PettingZoo says nothing of types
    """A ruleset as PettingZoo knows environments: agents are the players, by their names.

    An observation is the tensor of what the agent sees, and a mask of the moves it may make now. Chance is rolled by
    the environment; a seed and the number of games since it was given name the rolls. Rewards come at the end.
    """

    def __init__(self, game: Game, longest: int, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {"name": f"gdl_{game.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.game, self.longest, self.render_mode = game, longest, render_mode
        self.actions, self.tensors = ActionSpace(game), TensorSpace(game)
        self.possible_agents = list(game.players)
        self.action_spaces = {p: spaces.Discrete(max(self.actions.size, 1)) for p in self.possible_agents}
        self.observation_spaces = {
            p: spaces.Dict({
                "observation": spaces.Box(-1, 1, (self.tensors.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (max(self.actions.size, 1),), np.int8),
            })
            for p in self.possible_agents
        }  # fmt: skip
        self._seed, self._number = randbits(64), -1
        self._decisions = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may see; the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do; the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: with a seed the first one of that seed, else the next one."""
        if seed is not None:
            self._seed, self._number = seed, -1
        self._number += 1
        self._chance = Chance(self._seed, self._number)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = 0
        self.agent_selection = self.agents[0]
        self._go_on(self.game.start(self._seed, self._number))

    def step(self, action: int | None) -> None:
        """Do what the agent whose turn it is has chosen; raises ValueError if that isn't among its moves."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        if self.game_state.is_over:
            self._end()
        else:
            entry = None if action is None else self._open.get(int(action))
            if entry is None:
                raise ValueError(f"{action} is not among the moves of {self.agent_selection}: see its action mask")
            self._decisions += 1
            self._go_on(self.game_state.after(entry))
        self._accumulate_rewards()

    def _go_on(self, state: State) -> None:
        """From a state to the next decision, or the end."""
        while state.is_chance:
            state = state.play(state.draw(self._chance, state.ply))
        self.game_state = state
        """The state as this program knows it."""
        self._open = {} if state.is_over else choices(self.actions, state)
        """What may be decided now, by number."""
        if not (self.game.model.hides and goes_on(state)):
            self._shown = state  # what is decided at once shows when all have decided
        if state.is_over and self._decisions:
            self._end()
        elif self._decisions >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = state.to_move or self.agent_selection

    def _end(self) -> None:
        """Tell the results. If dice or cards end a game before anybody has decided, that waits for one step: PettingZoo
        wants environments to begin with agents that live."""
        results = self.game_state.results or {}
        self.rewards = {agent: float(results[agent]) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and which moves it may make: none if others are to decide."""
        seen = np.frombuffer(self.tensors.tensor(self._shown.view(agent)), np.float32)
        mask = np.zeros(self.action_space(agent).n, np.int8)  # type: ignore[attr-defined] # it is Discrete
        if self.game_state.to_move == agent and not self.truncations.get(agent):
            mask[[*self._open]] = 1
        elif self.game_state.is_over and agent == self.agent_selection and not self.terminations.get(agent):
            mask[0] = 1  # any action will do
        return {"observation": seen, "action_mask": mask}

    def render(self) -> str | None:
        """The whole position, hidden parts and all, as lines of text."""
        return "\n".join(lines_of(self.game_state.position())) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
