"""Games that are played to be judged: at random or by search, each with its number, and what is seen on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from interpreter.errors import PlayerError, RuleError
from interpreter.game.game import Game
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.graph.chance import Chance
from interpreter.native.host.thread_pool import in_order
from interpreter.players import asking
from interpreter.players.asking import ask, seat_of
from interpreter.players.player import Maker, Player
from interpreter.players.specs import maker

RANDOM = "random"


@dataclass(frozen=True)
class Played:
    """A game: which options were taken (their numbers among the state's `ways`), and how it ended.

    `outcomes`, `utilities`: for each seat; empty if it didn't end. `problem`: the broken rule's message, if one is.
    """

    number: int
    players: tuple[str, ...]
    choices: tuple[int, ...]
    turns: int
    decisions: int
    outcomes: tuple[str, ...] = ()
    utilities: tuple[float, ...] = ()
    problem: RuleError | None = None

    @property
    def is_over(self) -> bool:
        """Whether it came to its end."""
        return bool(self.outcomes)


def random_game(game: Game, seed: int, number: int, limit: int) -> Played:
    """The random game of this seed and number, as `gdl simulate` plays it, up to so many plies."""
    chance = Chance(seed, number)
    return _played(game, seed, number, limit, (RANDOM,) * len(game.players), lambda step: None,
                   lambda state: state.draw(chance, state.ply))  # fmt: skip


def listed_game(
    game: Game, seed: int, number: int, limit: int, see: Callable[[Step], None] = lambda _: None,
    enough: Callable[[], bool] = lambda: False,
) -> Played:  # fmt: skip
    """A random game whose moves are drawn from the list of options: another one than that of `gdl simulate` where the
    rules look ahead, but sooner played where the list is wanted anyway. It is broken off where that is `enough`."""
    chance = Chance(seed, number)
    return _played(game, seed, number, limit, (RANDOM,) * len(game.players), see,
                   lambda state: state.ways[chance.pick(len(state.ways), state.ply)], enough)  # fmt: skip


def searched_game(game: Game, specs: Sequence[str], seed: int, number: int, limit: int) -> Played:
    """A game of players that think (see `interpreter.players.specs`), one for each seat."""
    makers: list[Maker] = [maker(spec) for spec in specs]
    players: list[Player] = []
    dice = Chance(seed, number, 0)
    try:
        for label, make in zip(game.players, makers, strict=True):
            players.append(make(seat_of(game, label, seed, number)))

        def choose(state: State) -> object:
            if state.is_chance:
                return state.ways[dice.pick(len(state.ways), state.ply)]
            return ask(players[game.players.index(state.to_move or "")], state)

        def tell(step: Step) -> None:
            asking.tell(players, step)

        return _played(game, seed, number, limit, tuple(specs), tell, choose)
    finally:
        for player in players:
            player.close()


def searched_games(
    game: Game, specs: Sequence[Sequence[str]], seed: int, limit: int, threads: int
) -> Iterator[Played]:
    """One game for each row of players, in order."""

    def play(table: Game, task: tuple[int, Sequence[str]]) -> Played:
        return searched_game(table, task[1], seed, task[0], limit)

    def table() -> Game:
        own = Game(game.model, game.backend)
        own.token = game.token
        return own

    yield from in_order(table, threads, play, iter(enumerate(specs)))


def again(game: Game, seed: int, played: Played, see: Callable[[Step], None] = lambda _: None) -> State:
    """Play a game once more, perhaps by rules that are watched; gives where it ended."""
    state = game.start(seed, played.number)
    for choice in played.choices:
        step = Step(state, state.ways[choice], state.play(state.ways[choice]))
        see(step)
        state = step.after
    return state


def _played(
    game: Game, seed: int, number: int, limit: int, players: tuple[str, ...], see: Callable[[Step], None],
    choose: Callable[[State], object], enough: Callable[[], bool] = lambda: False,
) -> Played:  # fmt: skip
    choices: list[int] = []
    turns = decisions = 0
    try:
        state = game.start(seed, number)
        while not state.is_over and len(choices) < limit and not enough():
            move = choose(state)
            ways = state.ways
            choices.append(next(i for i, way in enumerate(ways) if way == move))
            decisions += not state.is_chance
            step = Step(state, move, state.play(move))  # type: ignore[arg-type]
            see(step)
            state, turns = step.after, step.after.turns
    except PlayerError:
        raise
    except RuleError as problem:
        return Played(number, players, tuple(choices), turns, decisions, problem=problem)
    outcomes, utilities = state.outcomes or {}, state.results or {}
    ended = tuple(outcomes.values()), tuple(utilities.values())
    return Played(number, players, tuple(choices), turns, decisions, *ended)
