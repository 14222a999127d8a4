"""Playing beside the server, in a process of its own: figures for the code lens, pictures for a preview."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gdl.check.checker import check
from gdl.index.chain import Texts
from gdl.text.source import Source
from interpreter import Game, GameError, RuleError
from interpreter.drawing.svg import picture
from interpreter.lab.tools.simulate import EndlessError, Summary, simulate

GAMES = 1_000
FEW_GAMES = 20
PLIES = 20_000
"""A game that goes on for longer is said to have no end in sight."""


@dataclass(frozen=True)
class Play:
    """Play some random games of a ruleset."""

    source: Source
    texts: Texts


@dataclass(frozen=True)
class PlayReply:
    """The figures in a line, and the same by themselves."""

    line: str
    figures: Mapping[str, Any]


@dataclass(frozen=True)
class Draw:
    """Draw a position: that of the start, or one as data or in the game's notation."""

    source: Source
    texts: Texts
    options: Mapping[str, Any] = field(default_factory=dict)
    players: int | None = None
    position: Any = None
    moves: tuple[str, ...] = ()
    seed: int = 0


@dataclass(frozen=True)
class DrawReply:
    """The picture; or why there is none."""

    svg: str
    error: str = ""
    moves: tuple[str, ...] = ()
    to_move: str = ""


def run(job: Any, superseded: Callable[[], bool]) -> Any:
    """The reply to a job."""
    match job:
        case Play():
            return _play(job)
        case Draw():
            return _draw(job)
    raise TypeError(job)


def _game(source: Source, texts: Texts, options: Mapping[str, Any] | None = None, players: int | None = None) -> Game:
    checked = check(source, options, players, read_base=texts.read_base)
    if checked.model is None:
        errors = [f for f in checked.findings if f.severity == "error"]
        raise GameError(errors[0].message if errors else "the rules can't be played")
    return Game(checked.model)


def _play(job: Play) -> PlayReply:
    try:
        game = _game(job.source, job.texts)
        start = game.start()
    except (GameError, RuleError) as problem:
        return PlayReply(f"can't be played: {_first_line(problem)}", {"error": _first_line(problem)})
    moves = len(start.moves)
    said = [f"{moves:,} move{'s' if moves != 1 else ''} at the start"]
    figures: dict[str, Any] = {"moves": moves}
    try:
        if summary := _simulated(game):
            wins = [round(summary.results[player]["win"].total) for player in game.players]
            said.append(_results(wins, summary.games))
            figures |= {"games": summary.games, "wins": dict(zip(game.players, wins, strict=True))}
    except EndlessError:
        said.append(f"no end in sight: a random game goes on for over {PLIES:,} moves and rolls")
        figures["endless"] = True
    except (GameError, RuleError) as problem:
        said.append(f"breaks a rule in play: {_first_line(problem)}")
        figures["error"] = _first_line(problem)
    return PlayReply(" · ".join(said), figures)


def _simulated(game: Game) -> Summary | None:
    """What some random games come to: fewer where the rules aren't compiled."""
    last = None
    for summary in simulate(game, GAMES if game.native is not None else FEW_GAMES, limit=PLIES):
        last = summary
    return last


def _results(wins: list[int], games: int) -> str:
    """Who won how often, in hundredths: 51/49 in 1,000 games."""
    shares = [round(100 * n / games) for n in wins]
    drawn = games - sum(wins)
    text = "/".join(map(str, shares))
    return f"{text}{f', {round(100 * drawn / games)} % drawn' if drawn * 200 >= games else ''} in {games:,} games"


def _draw(job: Draw) -> DrawReply:
    try:
        game = _game(job.source, job.texts, job.options, job.players)
        state = game.start(seed=job.seed) if job.position is None else game.position(job.position)
        for text in job.moves:
            state = state.play(text)
        moves = () if state.is_over else tuple(move.text for move in state.moves)
        return DrawReply(picture(state.view()), "", moves, str(state.to_move or ""))
    except (GameError, RuleError) as problem:
        return DrawReply("", str(problem))


def _first_line(problem: Exception) -> str:
    return str(problem).split("\n")[0]
