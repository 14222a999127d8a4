"""OpenSpiel's Monte-Carlo tree search in C++, for the games that it has, too: moves are matched by their texts."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.errors import PlayerError
from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.players.player import Player, Seat

SIMULATIONS = 1_000_000_000
MEMORY_MB = 512
UCT = 2.0
LEAST = 0.05
"""Seconds for a move, at least."""


@dataclass(frozen=True)
class Twin:
    """A game there: its name, and how a move of ours is written there."""

    name: str
    told: Callable[[str], str] = lambda text: text
    tell: Callable[[str], str] = lambda text: text
    """What is left of how it is written there, for comparison."""


def _column(text: str) -> str:
    return str("abcdefg".index(text))


def _downwards(text: str) -> str:
    """Their first player begins at the top."""
    return "".join(str(9 - int(sign)) if sign.isdigit() else sign for sign in text if sign not in "-x")


def _plainly(text: str) -> str:
    return text.replace("x", "-")


TWINS: Mapping[str, Twin] = {
    "connect_four": Twin("connect_four", _column, lambda text: text[-1]),
    "breakthrough": Twin("breakthrough", _downwards, lambda text: text.rstrip("*")),
    "reversi": Twin("othello"),
    "lines_of_action": Twin("lines_of_action", _plainly, _plainly),
}


def missing() -> str:
    """Why it can't play here; "" if it can."""
    return "" if importlib.util.find_spec("pyspiel") else "pyspiel isn't installed (pip install open_spiel)"


class OpenSpiel(Player):
    """Its search, for so many seconds a move, with a random game at each leaf."""

    def __init__(self, seat: Seat, seconds: float) -> None:
        super().__init__(seat)
        if missing():
            raise PlayerError(f"openspiel: {missing()}")
        if seconds < LEAST:
            raise PlayerError(f"openspiel: its search falls over if there is no time for one game; give it {LEAST:g} s")
        import pyspiel

        self._twin = TWINS[seat.game.name]
        game = pyspiel.load_game(self._twin.name)
        self._seed = seat.seed + 1000 * seat.number
        evaluator = pyspiel.RandomRolloutEvaluator(1, self._seed)
        self._bot = pyspiel.MCTSBot(
            game, evaluator, UCT, SIMULATIONS, MEMORY_MB, True, self._seed, False, max_wall_clock_time=seconds
        )
        self._state = game.new_initial_state()
        self._kept = game, evaluator  # the search has no hold on them of its own

    def _actions(self) -> dict[str, Any]:
        """What can be played there, as we write it there."""
        actions = self._state.legal_actions()
        return {self._twin.tell(str(self._state.action_to_string(action))): action for action in actions}

    def played(self, step: Step) -> None:
        """Play it there; a turn without a choice that only one of us writes down is made up for."""
        actions, text = self._actions(), self._twin.told(step.move.text)
        if text not in actions and list(actions) == ["pass"]:
            self._state.apply_action(actions["pass"])
            actions = self._actions()
        if text in actions:
            self._state.apply_action(actions[text])
        elif text != "pass":
            raise PlayerError(f"openspiel: {step.move.text} is not legal in its {self._twin.name}")

    def choose(self, state: State) -> Move:
        """What its search takes."""
        actions = self._actions()
        if list(actions) == ["pass"] and all(move.text != "pass" for move in state.moves):
            self._state.apply_action(actions["pass"])
            actions = self._actions()
        wish = self._bot.step(self._state)
        legal = {self._twin.told(move.text): move for move in state.moves}
        for text, action in actions.items():
            if action == wish and text in legal:
                return legal[text]
        raise PlayerError(f"openspiel wants {self._state.action_to_string(wish)}, which is not legal here")
