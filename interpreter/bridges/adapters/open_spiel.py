"""Any ruleset as a game of OpenSpiel: `load_game("chess")`, or `pyspiel.load_game("gdl(rules=chess)")`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from interpreter.bridges.adapters.bounds import bounds
from interpreter.bridges.adapters.nodes import Node, Tree, replayed
from interpreter.bridges.adapters.resampling import Resampler
from interpreter.bridges.adapters.sources import loaded, needed, options_of, words_of
from interpreter.game.game import Game

needed(__name__, "open-spiel", "pyspiel", "numpy")

import pyspiel  # noqa: E402 - only once it is sure to be there

from interpreter.bridges.adapters.observers import Observer, recalls  # noqa: E402 - numpy, as well

NAME = "gdl"
DEFAULTS = {"rules": "tictactoe", "players": 0, "options": "", "max_game_length": 0}
"""The parameters of the game `gdl`: a shipped ruleset's name, or a file's path; how many players there are (0 where
the ruleset settles that); options; after how many decisions a game is broken off (0: after 10,000)."""
MOST_PLAYERS = 1_000


def load_game(
    what: str | Path | Game, /, players: int | None = None, max_game_length: int | None = None, **options: Any
) -> pyspiel.Game:
    """A ruleset that ships (by name), a file (by path), or a game that was loaded, as a game of OpenSpiel.

    Raises LoadError. What OpenSpiel is asked for afterwards, it says in its own words.
    """
    if isinstance(what, Game):
        players, options = _settled(what, players, options)
    return RulesetGame({
        "rules": words_of(what), "players": players or 0, "options": options_of(options),
        "max_game_length": max_game_length or 0,
    })  # fmt: skip


def _settled(game: Game, players: int | None, options: dict[str, Any]) -> tuple[int | None, dict[str, Any]]:
    """The players and options of a game, and those given beside it."""
    given = dict(game.given.options) if game.given else {}
    return players or (game.given.players if game.given else None), {**given, **options}


class RulesetGame(pyspiel.Game):  # type: ignore[misc] # pyspiel says nothing of types
    """A ruleset as OpenSpiel knows games."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self._tree = tree = _tree_of(given)
        most = tree.bounds
        info = pyspiel.GameInfo(
            num_distinct_actions=max(tree.decisions.size, 1), max_chance_outcomes=tree.outcomes.size,
            num_players=len(tree.players), min_utility=most.low, max_utility=most.high, utility_sum=most.sum,
            max_game_length=max(most.decisions, 1),
        )  # fmt: skip
        super().__init__(_type_of(tree), info, given)

    @property
    def tree(self) -> Tree:
        """The game's tree. A game that was unpickled has nothing but its parameters."""
        if "_tree" not in vars(self):
            self._tree = _tree_of(self.get_parameters())
        return self._tree

    @property
    def resampler(self) -> Resampler:
        """What draws histories that a player can't tell from another."""
        if "_resampler" not in vars(self):
            self._resampler = Resampler(self.tree)
        return self._resampler

    @property
    def game(self) -> Game:
        """The game as this program knows it."""
        return self.tree.game

    def new_initial_state(self, *given: Any) -> RulesetState:
        """The beginning of a game, before anything is rolled."""
        if given:
            raise ValueError("games begin as their rules say; OpenSpiel can't begin one from a position")
        return RulesetState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance comes in one game, at most."""
        return self.tree.bounds.chances

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What players see of a state, or, with perfect recall, all that they have seen."""
        return Observer(self.tree, iig_obs_type, params)


class RulesetState(pyspiel.State):  # type: ignore[misc]
    """A state of a ruleset as OpenSpiel knows them."""

    def __init__(self, game: RulesetGame) -> None:
        super().__init__(game)
        self._kept = _Kept(game.tree.root())

    @property
    def node(self) -> Node:
        """The node of the game's tree; `node.state` is the state as this program knows it."""
        if self._kept.node is None:  # it was read back
            self._kept = _Kept(replayed(self.get_game().tree, self.history()))
        assert self._kept.node is not None
        return self._kept.node

    def current_player(self) -> int:
        """Who decides: a player, chance, all at once, or nobody."""
        node = self._kept.node  # asked several times at each node
        return node.player if node is not None else self.node.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each outcome of chance with its probability."""
        return [(number, float(share)) for number, share in self.node.chance]

    def _apply_action(self, action: int) -> None:
        self._kept = _Kept(self.node.play(action))

    def _apply_actions(self, actions: list[int]) -> None:
        self._kept = _Kept(self.node.play_together(dict(enumerate(actions))))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.text(player, action)

    def string_to_action(self, *given: Any) -> int:
        """The number of a move by its text, of the player on turn or, as OpenSpiel's own doesn't, of any who is asked:
        `string_to_action(player, text)`. Raises ValueError."""
        player, text = given if len(given) > 1 else (self.current_player(), given[0])
        texts = {self.node.text(player, action): action for action in self.node.options(player)}
        if text not in texts:
            raise ValueError(f"“{text}” is not among the moves here: {', '.join(texts)}")
        return texts[text]

    def is_terminal(self) -> bool:
        """Whether the game is over, or was broken off."""
        return self.node.is_over

    def returns(self) -> list[float]:
        """What each player has got."""
        return self.node.returns

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> RulesetState:
        """A state that this player can't tell from this one, as `python.algorithms.ismcts` asks for it."""
        game = self.get_game()
        state = game.new_initial_state()
        for number in game.resampler.history(self.node, player_id, probability_sampler):
            state.apply_action(number)
        return state  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self.node.shown


def _tree_of(given: Mapping[str, Any]) -> Tree:
    game = loaded(given["rules"], given["options"], given["players"])
    return Tree(game, bounds(game, given["max_game_length"] or None))


class _Kept:
    """A node as an attribute of a state: never copied, since it never changes, and never written into a file: the
    history says it, too."""

    def __init__(self, node: Node | None = None) -> None:
        self.node = node

    def __deepcopy__(self, memo: object) -> _Kept:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _Kept, ()


def _type_of(tree: Tree | None) -> pyspiel.GameType:
    """What kind of game it is; without a tree, what kinds there may be."""
    kinds = pyspiel.GameType
    simultaneous, chance = tree is not None and tree.simultaneous, tree is None or tree.outcomes.size > 0
    hides = tree is None or tree.hides
    total = None if tree is None else tree.bounds.sum
    constant = kinds.Utility.ZERO_SUM if total == 0 else kinds.Utility.CONSTANT_SUM
    identical = tree is not None and tree.game.model.is_common
    other = kinds.Utility.IDENTICAL if identical else kinds.Utility.GENERAL_SUM
    return kinds(
        short_name=NAME,
        long_name=tree.game.title if tree else "A ruleset of gdl",
        dynamics=kinds.Dynamics.SIMULTANEOUS if simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hides else kinds.Information.PERFECT_INFORMATION,
        utility=other if identical or total is None else constant,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=len(tree.game.players) if tree else MOST_PLAYERS,
        min_num_players=len(tree.game.players) if tree else 1,
        provides_information_state_string=True,
        provides_information_state_tensor=tree is None or recalls(tree),
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=DEFAULTS,
    )


pyspiel.register_game(_type_of(None), RulesetGame)
