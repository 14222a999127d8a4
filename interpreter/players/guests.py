"""Players of the user's own, from a Python file: what goes wrong in their code is said as theirs, with its line."""

from __future__ import annotations

import runpy
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from interpreter.errors import PlayerError, RuleError
from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.players.information import InformationState
from interpreter.players.player import Maker, Player, Seat


def from_file(path: Path, name: str) -> Maker:
    """A class of the user's own: the one with this name, or the only player in the file; raises PlayerError."""
    try:
        with _blamed(path):
            found = runpy.run_path(str(path), run_name=path.stem)
    except OSError as problem:
        raise PlayerError(f"{path}: {problem.strerror or problem}") from None
    players: dict[str, type[Player]] = {
        key: value for key, value in found.items()
        if isinstance(value, type) and issubclass(value, Player) and value.__module__ == path.stem
    }  # fmt: skip
    chosen = players.get(name) if name else next(iter(players.values()), None)
    if chosen is None or (not name and len(players) > 1):
        there = ", ".join(players) or "none"
        raise PlayerError(f"{path}: say which player, as in {path.name}:NAME; its classes that are a Player: {there}")
    return lambda seat: Guest(seat, chosen, path)


class Guest(Player):
    """Hands everything on to a player of the user's own."""

    def __init__(self, seat: Seat, made: type[Player], path: Path) -> None:
        super().__init__(seat)
        self.path, self.name = path, made.__name__
        with _blamed(path):
            self.player = made(seat)

    def choose(self, state: State) -> Move:
        """What the user's player chooses; raises PlayerError if that is no move, or if it fails."""
        with _blamed(self.path):
            move = self.player.choose(state)
        if move not in state.moves:
            raise PlayerError(f"{self.path}: {self.name} chose {move!r}, which is not one of the state's moves")
        return move

    def decide(self, known: InformationState) -> Move:
        """The same where players don't see everything."""
        with _blamed(self.path):
            move = self.player.decide(known)
        if move not in known.moves:
            raise PlayerError(f"{self.path}: {self.name} chose {move!r}, which is not one of the moves")
        return move

    def played(self, step: Step) -> None:
        """Tell the user's player."""
        with _blamed(self.path):
            self.player.played(step)

    def close(self) -> None:
        """Tell the user's player."""
        with _blamed(self.path):
            self.player.close()


@contextmanager
def _blamed(path: Path) -> Iterator[None]:
    """Whatever happens meanwhile is the fault of this file, but for what can't be read, and rules that are broken."""
    try:
        yield
    except (RuleError, PlayerError):
        raise
    except (Exception, SystemExit) as problem:
        lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == str(path)]
        if isinstance(problem, OSError) and not lines:  # the file itself
            raise
        where = f"{path}:{lines[-1]}" if lines else str(path)
        said = next(iter(str(problem).splitlines()), "")
        raise PlayerError(f"{where}: {type(problem).__name__}{': ' + said if said else ''}") from problem
