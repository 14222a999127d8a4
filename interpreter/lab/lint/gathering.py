"""Plays a ruleset to find out what `interpreter.lab.lint.evidence` holds.

How much is played follows from the rules alone: from what a random game takes, in instructions. A budget of time may
end it at any moment, then what was seen by then is kept, and what wasn't is named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gdl.check.checker import check
from gdl.lint.runs import Way, playable
from gdl.model.cost import sure_rounds
from gdl.text.source import Source
from interpreter.cancellation import CancelledError, CancelToken
from interpreter.errors import GameError
from interpreter.game.game import Game
from interpreter.graph.backend import Halted
from interpreter.lab.lint import needed, searching, watching
from interpreter.lab.lint.alike import search
from interpreter.lab.lint.evidence import LIMIT, SEED, Evidence, OptionPlayed
from interpreter.lab.lint.games import Played, listed_game, random_game
from interpreter.lab.lint.mirrors import begins_alike, unlike
from interpreter.lab.lint.seen import kinds_at_start
from interpreter.lab.lint.spending import FOR_LOOKING, FOR_RANDOM, TOO_COSTLY, Spending
from interpreter.lab.tools.metered import instructions_of_a_game
from interpreter.lab.tools.summary import Summary
from interpreter.lab.tools.tally import settled, take_in
from interpreter.native.compile import compile_model
from interpreter.native.module.emitter import Unsupported
from interpreter.native.record.past import SURELY_KEPT

GAMES = 1000
"""Random games, at most."""
FOR_A_CALL = 2e8
"""Instructions of the random games of one call, if they aren't those of one game."""
LOOKED_AT = 2_000
"""Plies of random games that are looked at one by one, at most."""
LISTED = 1_000_000
"""Options of all of their decisions together, at most: some seconds' work."""
REPLAYED = 3
"""Random games that compiled rules couldn't play, and the reference interpreter plays to say why."""
WAYS = 12
"""Combinations of options that are tried besides the ruleset as it stands."""
FEW_GAMES = 50
REFERENCE_GAMES = 20
"""Games of a ruleset that can't be compiled …"""
REFERENCE_PLIES = 2_000
"""… and the plies of each."""


@dataclass
class _Gathering:
    """A ruleset that is being played, phase by phase."""

    found: Evidence
    spending: Spending
    totals: list[int] = field(default_factory=list)
    """What the random games came to in sums, if the compiled rules have played them all."""

    @property
    def token(self) -> CancelToken:
        return self.spending.token

    def all(self) -> None:
        """Everything; what there was no time for is named."""
        phases: list[tuple[str, Callable[[], None]]] = [
            ("random games", self.play_at_random),
            ("random games move by move", self.look),
            ("positions that look alike", self.look_alike),
            ("what comes into effect", lambda: watching.watch(self.found, self.spending)),
            ("best play", lambda: watching.solve_it(self.found, self.spending)),
            ("what comes into effect with other options", lambda: watching.watch_others(self.found, self.spending)),
            ("what `stuck` asks", lambda: needed.try_without(self.found, self.spending)),
            ("games of search", lambda: searching.play(self.found, self.spending)),
            ("other options", self.try_options),
            ("mirror images", self.compare_mirrored),
        ]
        for name, phase in phases:
            try:
                self.token.check()
                phase()
            except CancelledError:
                self.found.cut.append(name)
            except Halted:  # where the compiled rules give up, there is nothing to be seen
                if self.token.cancelled:
                    self.found.cut.append(name)

    # ---- random games

    def play_at_random(self) -> None:
        """Random games in bulk. Of those that the compiled rules can't play to their end the reference interpreter
        plays a few, to learn why."""
        found, native = self.found, self.found.game.native
        if native is None:
            wanted, found.games = found.games, 0
            for number in range(wanted):
                self.take_in(random_game(found.game, SEED, number, found.limit))
                found.games += 1
            return
        wanted, found.games, replayed = found.games, 0, 0
        at_once = max(min(int(FOR_A_CALL / self.spending.cost), wanted), 1)
        for first in range(0, wanted, at_once):
            self.token.check()
            batch = native.random_games(SEED, first, min(at_once, wanted - first), found.limit, None)
            found.games += min(at_once, wanted - first)
            sums = settled(batch.totals, found.game.model)
            take_in(found.random, sums, found.game.model.partners)
            self.totals = [a + b for a, b in zip(self.totals or [0] * len(sums), sums, strict=True)]
            for left in batch.unplayed:
                if left.reached is not None:
                    found.unfinished.append(left.number)
                elif replayed < REPLAYED and not self.never_begins:
                    replayed += 1
                    self.take_in(random_game(found.game, SEED, left.number, found.limit))
        self.spending.plies = found.random.decisions.mean if found.random.games else found.limit
        found.a_ply = self.spending.a_ply

    def take_in(self, one: Played) -> None:
        """A random game of the reference interpreter."""
        found = self.found
        if one.problem is not None:
            found.broken.append(one)
        elif not one.is_over:
            found.unfinished.append(one.number)
        else:
            outcomes = dict(zip(found.game.players, one.outcomes, strict=True))
            for player, means in found.random.results.items():
                for key in ("win", "draw", "loss"):
                    means[key].add(outcomes[player] == key)
            found.random.turns.add(one.turns)
            found.random.decisions.add(one.decisions)

    @property
    def never_begins(self) -> bool:
        """Whether a rule is broken before the first move: then it will be in the next game, too."""
        return any(not one.choices for one in self.found.broken)

    def look(self) -> None:
        """Random games, ply by ply."""
        found, plies = self.found, 0
        most = max(min(LOOKED_AT, int(FOR_LOOKING / self.spending.a_ply)), 1)
        for number in range(found.games):
            if plies >= most or found.many_options or self.never_begins:
                break
            found.seen.begin()
            one = listed_game(found.game, SEED, number, max(most - plies, 1), found.seen, self.has_listed_enough)
            found.many_options = self.has_listed_enough()
            found.looked_at.append(one)
            if one.problem is not None:
                found.broken.append(one)
            plies += len(one.choices) + 1

    def has_listed_enough(self) -> bool:
        """Whether so many options were listed in random games that more would take too long."""
        return self.found.seen.listed >= LISTED

    def look_alike(self) -> None:
        """Whether what looks alike to a player is alike."""
        if self.found.game.model.hides:
            try:
                self.found.alike = search(self.found.game, SEED, lambda: not self.token.cancelled)[0]
            except GameError:
                return
            self.token.check()

    # ---- other options, other sides

    def try_options(self) -> None:
        """Other options: whether they can be played, and whether they change anything."""
        found = self.found
        if not found.compiled or found.broken:
            return
        assert found.game.native is not None
        usual = found.game.native.random_games(SEED, 0, FEW_GAMES, found.limit, None).totals
        for options, players in self._ways():
            self.token.check()
            try:
                game = self.spending.lent(Game.of(found.source, options, players))
                found.with_options |= kinds_at_start(game)
            except GameError:
                continue
            if game.native is None:
                continue
            batch = game.native.random_games(SEED, 0, FEW_GAMES, found.limit, None)
            broken = next((left.number for left in batch.unplayed if left.reached is None), None)
            unfinished = sum(left.reached is not None for left in batch.unplayed)
            problem = None if broken is None else random_game(game, SEED, broken, found.limit).problem
            changed = {k: v for k, v in options.items() if v != found.game.options.get(k)}
            same = bool(changed) and batch.totals == usual and not batch.unplayed
            if same:  # hardly ever the same, unless no move of any game differs
                same = game.native.random_games(SEED, 0, found.games, found.limit, None).totals == self.totals
            found.options.append(OptionPlayed(changed, players, problem, unfinished, FEW_GAMES, same))

    def _ways(self) -> list[Way]:
        ways = playable(self.found.checked)
        return ways[:: -(-len(ways) // WAYS) or 1]

    def compare_mirrored(self) -> None:
        """Whether what looks alike from two sides plays alike."""
        found = self.found
        if found.broken:
            return
        try:
            found.begins_alike = begins_alike(found.game, SEED)
            found.unlike = list(unlike(found.game, SEED))
        except GameError:
            return


def gather(
    source: Source, games: int = GAMES, budget: float | None = None, threads: int = 1, iterations: int = 0,
    token: CancelToken | None = None,
) -> Evidence | None:  # fmt: skip
    """Play a ruleset; None if it has errors. `budget`: seconds after which all is ended, or `token` ends it."""
    checked = check(source, origins=True)
    if checked.model is None:
        return None
    if token is None and budget is not None:
        token = CancelToken(budget)
    spending = Spending(games, threads, iterations, token or CancelToken(), token is not None)
    game = spending.lent(Game(checked.model))
    found = Evidence(source, checked, game, Summary(game.players), 0)
    found.limit = min(LIMIT, SURELY_KEPT) if checked.model.repeats else LIMIT
    work = _Gathering(found, spending)
    with spending.token.watching():
        try:
            compiled = compile_model(checked.model)
            spending.token.check()
            surely = 2.0 * sure_rounds(checked.model.turn)  # a round takes more than two instructions
            cost = surely if surely > TOO_COSTLY else instructions_of_a_game(compiled, spending.token, TOO_COSTLY)
        except Unsupported:  # G803 says why
            found.compiled, found.limit, cost = False, REFERENCE_PLIES, FOR_RANDOM / REFERENCE_GAMES
            found.games = min(games, REFERENCE_GAMES)
        except CancelledError:
            found.cut = ["everything"]
            return found
        else:
            found.games = max(min(games, int(FOR_RANDOM / max(cost, 1.0))), 1)
        if cost > TOO_COSTLY:
            found.costly = TOO_COSTLY
        spending.cost = cost
        if not found.costly:
            work.all()
    found.game = Game(checked.model)  # one that isn't stopped, for those who look at what was found
    return found
