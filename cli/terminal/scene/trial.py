"""The computer in a ruleset that nobody has measured: found by a short trial when somebody at a terminal waits for a
game. The result is kept, so this happens once."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from cli.languages.saying import tr
from cli.options.echo import say
from cli.terminal.scene.progress import spinner
from interpreter import Game
from interpreter.errors import GameError
from interpreter.players.specs import opponent, recall
from interpreter.players.tried import CHAMPION, go_by, keep, note

if TYPE_CHECKING:
    from interpreter.lab.opponent_trial import Trial


def settle(game: Game, plain: bool = False) -> str:
    """Find the game's opponent, if nobody knows it. Gives sentences about a trial that was just made, else "".

    Who reads a pipe gets no trial: `mcts` plays there. `plain`: nothing may move on the terminal. Raises PlayerError.
    """
    if not recall(game) or not sys.stderr.isatty():
        return ""
    from interpreter.lab.opponent_trial import trial  # a ruleset is tried once

    begins = tr("Nobody has measured opponents for this game yet. The computer tries some (Ctrl-C stops that)")
    if plain:
        say(f"{begins} …", err=True)
    try:
        with spinner(begins, quiet=plain):
            found = trial(game)
    except KeyboardInterrupt:
        return tr("The trial was stopped. The computer plays {opponent}.", opponent=opponent(game))
    except GameError:  # the game that begins now says what is wrong
        return ""
    note(game, found.kind)
    go_by(game, found.values)
    keep(game, found.kind, found.values)
    return in_words(found, opponent(game))


def in_words(found: Trial, spec: str) -> str:
    """What came of a trial, by which this player is the opponent."""
    begins = tr("Nobody has measured opponents for this game yet.")
    plays = tr("It plays {opponent}.", opponent=spec)
    if found.is_aimed:
        aims = tr("Nobody wins it by chance, so the computer goes by how near pieces are to where the rules want them.")
        return f"{begins} {aims} {plays}"
    if not found.challenges:
        return f"{begins} {tr('The game is too long for the computer to try some.')} {plays}"
    tried = tr("The computer tried {n} kinds of players in {seconds} s:", n=len(found.challenges) + 1,
               seconds=max(round(found.seconds), 1))  # fmt: skip
    best = next((one for one in found.challenges if one.kind == found.kind), None)
    if best is not None:
        came = tr("{kind} got {points} of {games} points against {champion}.", kind=best.kind,
                  points=f"{best.points:g}", games=best.games, champion=CHAMPION)  # fmt: skip
    else:
        came = tr("none was clearly better than {champion}.", champion=CHAMPION)
    return f"{begins} {tried} {came} {plays}"
