"""Any ruleset as an environment of PettingZoo: `env("chess")`, in which agents act one after the other (AEC)."""

from __future__ import annotations

from operator import index
from pathlib import Path
from secrets import randbits
from typing import Any

from interpreter.bridges.adapters.bounds import LONGEST, Bounds
from interpreter.bridges.adapters.joint import goes_on
from interpreter.bridges.adapters.nodes import CHANCE, Node, Tree, lines_of
from interpreter.bridges.adapters.sources import needed
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.chance import Chance

needed(__name__, "pettingzoo", "pettingzoo", "gymnasium", "numpy")

import numpy as np  # noqa: E402 - only once they are sure to be there
from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # noqa: E402

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
    return OrderEnforcingWrapper(raw)


class RulesetEnv(AECEnv):  # type: ignore[misc] # PettingZoo says nothing of types
    """A ruleset as PettingZoo knows environments: agents are the players, by their names.

    An observation is the tensor of what the agent sees, and a mask of the moves it may make now. Chance is rolled by
    the environment; a seed and the number of games since it was given name the rolls. Rewards come at the end.
    """

    def __init__(self, game: Game, longest: int, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {"name": f"gdl_{game.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.game, self.longest, self.render_mode = game, longest, render_mode
        self._tree = tree = Tree(game, Bounds(longest, longest, True, -1.0, 1.0, None), joins=False)
        self.actions, self.tensors = tree.decisions, tree.tensors
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
        self._conceals = bool(game.model.hides and game.machine.graph.gathers)
        """Whether players must not see what others decide at the same time."""

    @property
    def game_state(self) -> State:
        """The state as this program knows it."""
        return self._node.state

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
        self.agent_selection = self.agents[0]
        self._go_on(self._tree.start(self._seed, self._number))

    def step(self, action: int | None) -> None:
        """Do what the agent whose turn it is has chosen; raises ValueError if that isn't among its moves."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        node = self._node
        if node.is_over:
            self._end()
        else:
            number = _number(action)
            if not node.allows(number):
                raise ValueError(f"{action} is not among the moves of {self.agent_selection}: see its action mask")
            self._go_on(node.play(number))
        self._accumulate_rewards()

    def _go_on(self, node: Node) -> None:
        """From a node to the next decision, or the end."""
        while node.player == CHANCE:
            node = node.rolled(self._chance)
        self._node = node
        if not (self._conceals and goes_on(node.state)):
            self._shown = node  # what is decided at once shows when all have decided
        if node.is_over and node.decisions:
            self._end()
        elif node.decisions >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        elif not node.is_over:
            self.agent_selection = self.possible_agents[node.player]

    def _end(self) -> None:
        """Tell the results. If dice or cards end a game before anybody has decided, that waits for one step: PettingZoo
        wants environments to begin with agents that live."""
        paid = dict(zip(self.possible_agents, self._node.returns, strict=True))
        self.rewards = {agent: paid[agent] for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and which moves it may make: none if others are to decide."""
        number, node = self._tree.players[agent], self._node
        seen = np.frombuffer(self._shown.tensor(number), np.float32)
        mask = np.zeros(max(self.actions.size, 1), np.int8)
        if node.player == number and not self.truncations.get(agent):
            mask[node.numbers] = 1
        elif node.is_over and agent == self.agent_selection and not self.terminations.get(agent):
            mask[0] = 1  # any action will do
        return {"observation": seen, "action_mask": mask}

    def render(self) -> str | None:
        """The whole position, hidden parts and all, as lines of text."""
        return "\n".join(lines_of(self.game_state.position())) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


def _number(action: Any) -> int:
    """A whole number as such, NumPy's as well; -1 for anything else."""
    try:
        return index(action)
    except TypeError:
        return -1
