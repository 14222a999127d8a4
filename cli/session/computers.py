"""The computer's players at a table, and the analyst that gives hints."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from cli.session.watching import PART, is_timed
from interpreter import Game, Move, State
from interpreter.game.plies import Step
from interpreter.players import Analysis, Player, make
from interpreter.players.asking import analyses, analysis, ask, seat_of, tell
from interpreter.players.player import Pause
from interpreter.players.specs import opponent, with_threads

ANALYST = "mcts:1s"
"""The player that gives hints if the rules name no opponent."""


@dataclass
class Computers:
    """Makes players for seats, asks them, and tells them what is played."""

    game: Game
    seed: int
    number: int = 0
    threads: int = 1
    """The threads in which players think, if their names don't say a number."""
    hurry: bool = False
    """Whether players that think for a time take less of it, since people only watch."""
    pause: Pause | None = None
    """A function that hears how far a player has come, and may stop it."""
    players: dict[str, Player] = field(default_factory=dict)
    analyst: Player | None = None

    def seat(self, player: str, kind: str) -> None:
        """Give a seat to a player of this kind; raises PlayerError."""
        self.players[player] = self._made(player, kind)

    def choose(self, state: State) -> Move:
        """The move of the player to move; raises PlayerError."""
        return ask(self.players[state.to_move or ""], state)

    def analyse(self, state: State, viewer: str | None = None) -> Analysis:
        """A strong player's judgement of the state; raises PlayerError.

        If something is hidden, it uses only what `viewer` knows (by default, the player to move).
        """
        if self.analyst is None:
            self.analyst = self._made(self.game.players[0], opponent(self.game))
        if not analyses(self.analyst):
            self.analyst = self._made(self.game.players[0], ANALYST)
        return analysis(self.analyst, state, viewer)

    def tell(self, step: Step) -> None:
        """Tell all players about a ply."""
        tell(self._all(), step)

    def close(self) -> None:
        """Close all players."""
        for player in self._all():
            player.close()

    def _all(self) -> tuple[Player, ...]:
        return (*self.players.values(), *([self.analyst] if self.analyst else []))

    def _made(self, player: str, kind: str) -> Player:
        made = make(with_threads(kind, self.threads), seat_of(self.game, player, self.seed, self.number))
        made.pause = partial(self._ask_pause, is_timed(kind))
        return made

    def _ask_pause(self, timed: bool, player: Player, part: float | None) -> bool:
        if self.hurry and timed and part is not None and part >= PART:
            return False
        return self.pause is None or self.pause(player, part)
