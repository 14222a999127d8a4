"""Rulesets as environments of Gymnasium: its own check of environments, and what an agent sees and gets."""

from __future__ import annotations

from typing import Any

import pytest
from sample import rulesets

from interpreter import Game
from interpreter.errors import PlayerError

pytest.importorskip("gymnasium", reason="pip install 'gdl-interpreter[gymnasium]'")

import gymnasium
from gymnasium.utils.env_checker import check_env

from interpreter.bridges.adapters.gymnasium import RulesetEnv, env

# Gymnasium would like environments to be made by `gymnasium.make`.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


class Legal(gymnasium.ActionWrapper[Any, Any, Any]):
    """Takes the next legal action in the place of one that isn't legal: the check knows of no masks."""

    def action(self, action: Any) -> int:
        mask = self.unwrapped.action_masks()
        return next(a % mask.size for a in range(int(action), int(action) + mask.size) if mask[a % mask.size])


@pytest.mark.parametrize("name", rulesets())
def test_passes_the_check_of_environments(name: str) -> None:
    check_env(Legal(env(name, max_game_length=40)), skip_render_check=True, skip_close_check=True)


def played(made: RulesetEnv, seed: int | None = None) -> tuple[list[str], float, bool]:
    """A game in which the agent draws among its legal actions: its moves, its reward, whether it was truncated."""
    seen, _ = made.reset(seed=seed)
    made.action_space.seed(seed or 0)
    while True:
        assert made.game_state.is_over or made.game_state.to_move == made.seat
        seen, reward, over, cut, _ = made.step(made.action_space.sample(seen["action_mask"]))
        assert over or reward == 0
        if over or cut:
            return made.game_state.line, reward, cut


@pytest.mark.parametrize("seat", ["X", "O"])
def test_the_reward_is_the_agents_result(seat: str) -> None:
    """Perfect play never loses Tic-tac-toe, whoever begins."""
    made = env("tictactoe", seat=seat, opponents="alphabeta:9")
    rewards = [played(made, seed)[1] for seed in range(12)]
    assert set(rewards) <= {-1.0, 0.0}
    assert -1.0 in rewards
    made.close()


@pytest.mark.parametrize("name", ["backgammon", "hearts", "goofspiel"])
def test_a_seed_names_the_game(name: str) -> None:
    one, other = env(name, max_game_length=30), env(name, max_game_length=30)
    assert played(one, 5) == played(other, 5)
    assert played(one) == played(other)  # the second of that seed
    assert played(one, 5) != played(one)


def test_each_player_may_be_somebody_else() -> None:
    made = env("hearts", seat="South", opponents={"West": "level:1"})
    made.reset(seed=1)
    assert made.seat == "South"
    assert {p: type(player).__name__ for p, player in made._others.items()} == {
        p: "Leveled" if p == "West" else "Uniform" for p in made.game.players if p != "South"
    }


def test_a_game_that_takes_too_long_is_truncated() -> None:
    line, reward, cut = played(env("chess", max_game_length=3), 1)
    assert (len(line), reward, cut) == (6, 0.0, True)


def test_the_agent_sees_its_own_cards_alone() -> None:
    """Three deals of Kuhn poker, in all of which Alice has the same card, look alike to her."""
    made = env("kuhn_poker", render_mode="ansi")
    seen: dict[str, set[bytes]] = {}
    for seed in range(40):
        observation, _ = made.reset(seed=seed)
        own = str(made.game_state.value("hand", made.seat))
        seen.setdefault(own, set()).add(observation["observation"].tobytes())
        hidden = str(made.game_state.value("hand", made.game.players[1]))
        assert hidden not in str(made.render())
    assert len(seen) == 3
    assert all(len(looks) == 1 for looks in seen.values())


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(PlayerError, match="there is no player Red in Tic-tac-toe: there are X, O"):
        env("tictactoe", seat="Red")
    with pytest.raises(PlayerError, match="there is no player `rnadom`"):
        env("tictactoe", opponents="rnadom")
    made = env(Game.load("tictactoe"))
    made.reset(seed=1)
    with pytest.raises(ValueError, match="9 is not among the moves of X: see the action mask"):
        made.step(9)  # type: ignore[arg-type]
