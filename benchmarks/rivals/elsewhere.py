"""Players of another checkout of this project: `../yesterday::mcts:1s` plays as the code there plays.

It runs in a process of its own, on the rules that stand there, and by the same clock: that of the wall, or of the
processor. Moves are told by their places in the list of options, which both must find alike. This file is also what
that process runs: it imports nothing but what each version has.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.game.moves import Move
    from interpreter.game.plies import Step
    from interpreter.game.state import State
    from interpreter.players.player import Seat

MARK = "answer:"
THINKING = 600.0


class Elsewhere:
    """A player in another process. It has what a Player has."""

    pause = None
    blind = 0

    def __init__(self, seat: Seat, spec: str, folder: str) -> None:
        from interpreter.bridges.programs.process import Program
        from interpreter.errors import PlayerError

        if not Path(folder, "interpreter").is_dir():
            raise PlayerError(f"{folder}::{spec}: there is no checkout of this project")
        self.seat, self.name = seat, f"{folder}::{spec}"
        self._error = PlayerError
        self._program = Program(("env", f"PYTHONPATH={folder}", sys.executable, __file__))
        game = seat.game
        rules = self._ask(
            do="begin", game=game.name, options=dict(game.options), players=len(game.players), spec=spec,
            label=seat.label, seed=seat.seed, number=seat.number,
            processor=time.perf_counter is time.process_time,
        )  # fmt: skip
        if rules != game.hash:
            raise PlayerError(f"{self.name}: the rules of {game.title} are others there")

    def _ask(self, **question: Any) -> Any:
        self._program.say(json.dumps(question))
        heard = self._program.hear(lambda line: line.startswith(MARK), question["do"], THINKING)[-1]
        found = json.loads(heard.removeprefix(MARK))
        if "error" in found:
            self._program.end()
            raise self._error(f"{self.name}: {found['error']}")
        return found["found"]

    def choose(self, state: State) -> Move:
        """The move that it takes there."""
        number: int = self._ask(do="choose")
        return state.ways[number]

    def played(self, step: Step) -> None:
        """Tell it."""
        self._ask(do="play", way=step.before.ways.index(step.move))

    def ready(self) -> None:
        """It makes itself ready there."""

    def halt(self) -> None:
        """It isn't interrupted."""

    def close(self) -> None:
        """End it."""
        self._program.end()


def serve() -> None:
    """Answer questions, one a line."""
    from interpreter import Game
    from interpreter.game.plies import Step
    from interpreter.players import Seat, make

    for line in sys.stdin:
        asked = json.loads(line)
        try:
            found: Any = None
            if asked["do"] == "begin":
                if asked["processor"]:
                    time.perf_counter = time.process_time
                game = Game.of(asked["game"], asked["options"], asked["players"])
                state = game.start(asked["seed"], asked["number"])
                player = make(asked["spec"], Seat(game, asked["label"], asked["seed"], asked["number"]))
                found = game.hash
            elif asked["do"] == "play":
                move = state.ways[asked["way"]]
                step = Step(state, move, state.play(move))
                player.played(step)
                state = step.after
            else:
                found = state.ways.index(player.choose(state))
            answer = {"found": found}
        except Exception as problem:
            answer = {"error": f"{type(problem).__name__}: {problem}"}
        print(MARK + json.dumps(answer), flush=True)


if __name__ == "__main__":
    sys.path[0:1] = []  # this folder has nothing for that checkout
    serve()
