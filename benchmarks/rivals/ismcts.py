"""OpenSpiel's information-set Monte-Carlo tree search, for games that it has, too.

Its C++ search can't draw states that fit in these games (`ResampleFromInfostate` isn't implemented), so its Python
search plays, with states that are drawn here: its own moves and chance as they were, others' moves anew until its
information states are as they were. What that takes doesn't count as its time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

WORLDS = 100
"""States that it is given for a decision."""
UCT = 2.0


@dataclass(frozen=True)
class HiddenTwin:
    """A game there, and the number there of a move of ours, by its text."""

    name: str
    action: Callable[[str], int]
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of ours."""


HIDDEN_TWINS: Mapping[str, HiddenTwin] = {
    "goofspiel": HiddenTwin(
        "turn_based_simultaneous_game(game=goofspiel(num_cards=6,points_order=random,returns_type=win_loss))",
        lambda text: int(text) - 1, {"cards": 6},
    ),
    "phantom_tictactoe": HiddenTwin(
        "phantom_ttt(obstype=reveal-numturns)", lambda text: "abc".index(text[0]) + 3 * (3 - int(text[1]))
    ),
}  # fmt: skip


class Follower:
    """A game there that follows one of ours, and its search for one of the players."""

    def __init__(self, twin: HiddenTwin, seed: int, seconds: float, iterations: int) -> None:
        import pyspiel
        from open_spiel.python.algorithms import ismcts
        from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

        self.game, self.twin, self.random = pyspiel.load_game(twin.name), twin, Random(seed)
        self.state = self.game.new_initial_state()
        self.seconds, self.iterations, self.done = seconds, iterations, 0
        self.bot = ismcts.ISMCTSBot(
            self.game, RandomRolloutEvaluator(1), UCT, 1, allow_inconsistent_action_sets=False,
            final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )  # fmt: skip
        self.bot.set_resampler(lambda state, player: self.random.choice(self.worlds))
        self.worlds: list[Any] = []
        self.seen: list[tuple[int, str]] = []
        """Its information states, and how many moves had been played."""

    def play(self, text: str) -> None:
        """Follow a move or a roll of ours; the last ones may be played there without being asked."""
        if not self.state.is_terminal():
            self.state.apply_action(self.twin.action(text))

    def choose(self, texts: list[str]) -> str:
        """The move that it takes, of ours by their texts."""
        me = self.state.current_player()
        self.seen.append((len(self.state.history()), self.state.information_state_string(me)))
        self.worlds = [self._world(me) for _ in range(WORLDS)]
        action = self._searched()
        return next(text for text in texts if self.twin.action(text) == action)

    def _searched(self) -> int:
        """Its search, in rounds of one simulation, until time or simulations are over."""
        bot, state = self.bot, self.state
        bot.reset()
        bot._root_node = bot.create_new_node(state)
        until, done = time.perf_counter() + self.seconds, 0
        while done < self.iterations if self.iterations else time.perf_counter() < until:
            bot.run_simulation(self.random.choice(self.worlds).clone())
            done += 1
        self.done += done
        policy = bot.get_final_policy(state, bot._root_node)
        return int(max(policy, key=lambda pair: pair[1])[0])

    def _world(self, me: int) -> Any:
        """A state that fits what it has seen."""
        while True:
            state, seen = self.game.new_initial_state(), dict(self.seen)
            for ply, true in enumerate(self.state.history()):
                mine = state.current_player() in (me, -1)
                if ply in seen and (state.current_player() != me or state.information_state_string(me) != seen[ply]):
                    break
                if mine and true not in state.legal_actions():
                    break
                state.apply_action(true if mine else self.random.choice(state.legal_actions()))
                if state.is_terminal():
                    break
            fits = len(state.history()) == len(self.state.history()) and state.current_player() == me
            if fits and state.information_state_string(me) == self.seen[-1][1]:
                return state
