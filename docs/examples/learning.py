"""Learns two games whose rules are text files, with OpenSpiel's own algorithms: `python docs/examples/learning.py`.

Tic-tac-toe by tabular Q-learning against a player who plays at random; Kuhn's poker, whose players don't see each
other's card, by counterfactual regret minimisation. `pip install 'gdl-interpreter[open-spiel]'` is all it needs.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, random_agent, tabular_qlearner

from interpreter.bridges.adapters.open_spiel import load_game


def learns_tictactoe(games: int) -> float:
    """Let X learn from so many games; tells which part of 500 games X wins then."""
    environment = rl_environment.Environment(load_game("tictactoe"), seed=1)
    actions = environment.action_spec()["num_actions"]
    np.random.seed(1)
    learner = tabular_qlearner.QLearner(0, actions, step_size=0.5)
    other = random_agent.RandomAgent(1, actions)
    for _ in range(games):
        play(environment, [learner, other])
    results = [play(environment, [learner, other], evaluates=True) for _ in range(500)]
    return sum(result > 0 for result in results) / len(results)


def play(environment: Any, agents: list[Any], evaluates: bool = False) -> float:
    """One game; tells what the first agent got."""
    step = environment.reset()
    while not step.last():
        agent = agents[step.observations["current_player"]]
        step = environment.step([agent.step(step, is_evaluation=evaluates).action])
    for agent in agents:
        agent.step(step, is_evaluation=evaluates)
    return float(step.rewards[0])


def learns_poker(rounds: int) -> tuple[float, float]:
    """Improve both players' strategies so many times; tells what the first player gets on average by the strategies
    that come of it, and by how much somebody could do better against them."""
    game = load_game("kuhn_poker")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    strategy = solver.average_policy()
    (value, _) = expected_game_score.policy_value(game.new_initial_state(), [strategy] * 2)
    return float(value), float(exploitability.exploitability(game, strategy))


if __name__ == "__main__":
    scale = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print(f"Tic-tac-toe: X wins {learns_tictactoe(100 * scale):.1%} of games against a random player")
    value, exploitable = learns_poker(3 * scale)
    print(f"Kuhn's poker: the first player gets {value:.4f} (known: {-1 / 18:.4f}), exploitable by {exploitable:.5f}")
