"""Who sits where, as it is said on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from cli.interrupts import AT_END
from cli.options.plain import stop
from cli.session.seats import HUMAN
from gdl.text.suggest import did_you_mean
from interpreter import Game, PlayerError
from interpreter.players.game_clock import clock as game_clock
from interpreter.players.levels import LEVELS, number
from interpreter.players.specs import LEVEL, SEARCHING, Spec, informed, maker, names, on_clock, opponent, recall

LevelOption = Annotated[
    str | None,
    typer.Option(
        "--level", metavar=f"1..{LEVELS}", show_default=False,
        help=f"How well the computer plays: 1 (a beginner) to {LEVELS} (the game's opponent).",
    ),
]  # fmt: skip
ClockOption = Annotated[
    str | None,
    typer.Option(
        "--clock", metavar="TIME[+TIME]", show_default=False,
        help="Each player's time for the whole game, and the time added after each of their turns: 5m+3s. "
        "A player whose time is over loses; each player's first decision is free.",
    ),
]  # fmt: skip
TableOption = Annotated[
    Path | None,
    typer.Option(
        "--db", metavar="FILE", show_default=False,
        help="A table from `gdl solve --db`: mcts, careful, greedy, rave and alphabeta play by it if it holds the "
        "position.",
    ),
]  # fmt: skip


@dataclass(frozen=True)
class Computer:
    """What is said of the computer, wherever nobody else is named: a level, a clock, or both; or nothing."""

    level: str | None = None
    clock: str | None = None
    threads: int = 1
    """In how many those think who can, if they don't say so themselves."""
    table: Path | None = None
    """Solved positions for those who look ahead."""

    def checked(self) -> Computer:
        """The same. Ends the program where it can't be."""
        for name, text, reads in (("level", self.level, number), ("clock", self.clock, game_clock)):
            try:
                if text is not None:
                    reads(text)
            except PlayerError as error:
                stop(f"--{name}: {error}")
        return self

    @property
    def is_given(self) -> bool:
        """Whether anything is said."""
        return self.level is not None or self.clock is not None or self.table is not None

    def spec(self, game: Game) -> str:
        """The player; raises PlayerError."""
        recall(game)
        if self.level is not None:
            return f"{LEVEL}:{number(self.level)}" + (f":{self.clock}" if self.clock is not None else "")
        named = opponent(game)
        if self.clock is not None:
            kind = Spec.of(named).kind
            named = on_clock(kind if kind in SEARCHING else SEARCHING[0], self.clock)
        return self.informed(named)

    def informed(self, spec: str) -> str:
        """A player with the table that was given, if it looks ahead."""
        return spec if self.table is None else informed(spec, str(self.table))


def admitted(specs: Sequence[str]) -> None:
    """Let the programs among these players be started, which somebody has just typed; raises PlayerError."""
    for spec in specs:
        if Spec.of(spec).is_program:
            from interpreter.bridges import programs  # few games have a program at the board

            programs.admit(spec)
            if programs.end_all not in AT_END:
                AT_END.append(programs.end_all)


def seats_given(game: Game, given: Sequence[str]) -> dict[str, str]:
    """The kind of player for each seat that is named: `White=mcts:1s`. Ends the program where that can't be."""
    taken: dict[str, str] = {}
    for text in given:
        player, equals, kind = text.partition("=")
        if not equals:
            stop(f"--seat {text}: should be PLAYER=KIND, as in --seat {game.players[0]}=human")
        if player not in game.players:
            hint = did_you_mean(player, game.players)
            stop(f"--seat {text}: the players are {', '.join(game.players)}{'; ' + hint if hint else ''}")
        if player in taken:
            stop(f"--seat {player} is given twice")
        try:
            admitted([kind])
            kind == HUMAN or maker(kind)
        except PlayerError as error:
            stop(f"--seat {text}: {error}" + f", or {HUMAN}" * str(error).endswith(names()))
        taken[player] = kind
    return taken
