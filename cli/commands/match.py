"""`gdl match`: players against each other."""

from __future__ import annotations

from collections import Counter
from math import isfinite
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.interrupts import told_to_end
from cli.options.arguments import (
    CompiledOption,
    GameArgument,
    JobsOption,
    JsonOption,
    SeedOption,
    ThreadsOption,
    clear_errors,
    counted,
    stop,
)
from cli.options.clusters import ClusterOption, cut_short, hiring, nothing_yet
from cli.options.echo import say, say_json
from cli.options.groups import Rules, spliced
from cli.options.seating import TableOption, admitted
from cli.reports.endless import WAY_OUT
from cli.terminal.scene.console import room
from cli.terminal.scene.progress import bar
from cli.terminal.scene.tables import aligned, share, utility
from interpreter.errors import PlayerError
from interpreter.lab.matches import TRIED, TRIED_PLIES, UTILITY, Match, Standing
from interpreter.lab.tools.simulate import OUTCOMES, PLIES_LIMIT
from interpreter.players.specs import KINDS, SEARCHING, Spec, by_name, informed, on_clock, with_threads
from interpreter.work.chunks import WorkersLostError


@spliced()
def match(
    game: GameArgument,
    who: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER…",
            show_default=False,
            help="random, mcts:1s (seconds), mcts:5000 (iterations), mcts:1s/2 (threads), careful:1s, greedy:1s, "
            "rave:1s, alphabeta:4 (depth), alphabeta:1s, alphabeta:50000n (positions), level:3 (1 to 8), mcts:5m+3s "
            "(a clock for the game), FILE.py:CLASS (runs the code of that file), uci:stockfish, xboard:fairymax, "
            "\"gtp:gnugo --mode gtp\" (runs that program; also usi and ucci).",
        ),
    ],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 20,
    clock: Annotated[
        str | None,
        typer.Option("--clock", metavar="TIME[+TIME]", show_default=False,
                     help="Time for a whole game, and what is added after each turn, for those players that are named "
                     "without a time: mcts, careful, greedy, rave, alphabeta."),
    ] = None,
    db: TableOption = None,
    opening: Annotated[
        int, typer.Option("--opening", metavar="N", min=0, help="Draw the first N plies, alike on all seats.")
    ] = 0,
    seed: SeedOption = 0,
    *,
    rules: Rules,
    backend: CompiledOption = "auto",
    jobs: JobsOption = 1,
    threads: ThreadsOption = 1,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let players play against each other, and count who wins.

    They change seats from game to game. A round, in which each player sits on each seat once, has the same dice. If
    all win or lose together, each player plays by itself, on all seats. The same seed gives the same games for
    players that count iterations, with any number of threads and on other machines (--cluster). A FILE.py
    must lie in the same place on each of them.

    \b
    gdl match sparks mcts:1s random --games 100
    gdl match breakthrough level:4 level:5
    gdl match breakthrough mcts careful --clock 1m+1s
    gdl match breakthrough mcts:5000 alphabeta:4 --games 40 --opening 4 --jobs 2
    """
    with clear_errors(), told_to_end():
        if Spec.of(game).kind in KINDS and not Path(game).exists():
            stop(f"`{game}` is a player; the game comes first, as in: gdl match sparks {game} random")
        if clock is not None:
            timed = [on_clock(spec, clock) for spec in who]
            if timed == who:
                stop(f"--clock {clock}: it is for players without a time of their own: {', '.join(SEARCHING)}")
            who = timed
        who = [with_threads(spec, threads) for spec in who]
        if db is not None:
            who = [informed(spec, str(db)) for spec in who]
        if cluster is not None and any(Spec.of(spec).is_program for spec in who):
            stop("programs play on this machine: leave --cluster out")
        admitted(who)
        held = Match(rules.load_for_long(game, backend), who, seed, opening)
        status = 0
        try:
            with hiring(cluster, jobs, who) as hire, bar(held.game.title, games, quiet=as_json) as advance:
                if held.seems_endless():
                    say(f"gdl: none of {TRIED} random games ended within {TRIED_PLIES:,} plies. Those of the match may "
                        f"take as long, and are given up after {PLIES_LIMIT:,}: {WAY_OUT}", err=True)  # fmt: skip
                shown = f"{held.game.title}  {_score(held)}"
                held.watch = lambda _, ply: advance(held.games + held.share_played(ply), f"{shown}  ply {ply:,}")
                for _ in held.play(games, jobs, hire(held.game)):
                    shown = f"{held.game.title}  {_score(held)}"
                    advance(held.games, shown)
        except (KeyboardInterrupt, WorkersLostError, PlayerError) as stopped:
            if not held.games:
                raise nothing_yet(stopped, "the first game was over") from None
            status = cut_short(stopped)
    if not held.games:
        stop(f"no game could be finished; {held.failures[-1]}")
    for reason, times in Counter(held.failures).items():
        say(f"gdl: {counted(times, 'game')} not finished, and not counted: {reason}", err=True)
    if opening and not any(standing.decisions for standing in held.standings):
        say(f"gdl: --opening {opening}: every game was over before a player decided anything; this says nothing of the "
            "players", err=True)  # fmt: skip
    if as_json:
        say_json(_json(held))
    else:
        _print(held)
    if status:
        raise typer.Exit(status)


def _print(held: Match) -> None:
    say(f"{held.game.title}: {counted(held.games, 'game')}, seed {held.seed}; per cent, with 95 % intervals")
    names = _names(held.specs)
    rows = [["", *OUTCOMES, "utility"]]
    rows += ([name, *_cells(standing)] for name, standing in zip(names, held.standings, strict=True))
    if not held.game.model.is_common:  # there all seats come to the same
        rows += ([f"as {seat}", *_cells(standing)] for seat, standing in held.seats.items())
    for line in aligned(rows, room()):
        say(line)
    if held.repeats_itself:
        say("with the same seats all games were the same, move by move, and the intervals count each as a new one: "
            "draw the first moves, as with --opening 4")  # fmt: skip
    thought = (f"{name} {_thought(standing):.3f}" for name, standing in zip(names, held.standings, strict=True))
    say(f"seconds a decision: {', '.join(thought)}")
    for name, one in zip(names, held.standings, strict=True):
        if one.blind:
            of = f"{one.blind:,} of {counted(one.decisions, 'decision')}"
            say(f"{name} found no state that fits what it knew at {of}, and made them at random")


def _score(held: Match) -> str:
    return " : ".join(f"{standing.results['win'].total:g}" for standing in held.standings)


def _thought(standing: Standing) -> float:
    """Seconds a decision."""
    return standing.seconds / max(standing.decisions, 1)


def _names(specs: tuple[str, ...]) -> list[str]:
    """The players' names, told apart. Of a program the file's name is enough."""
    shown = [by_name(spec) if Spec.of(spec).is_program else spec for spec in specs]
    return [spec if shown.count(spec) == 1 else f"{spec} ({i})" for i, spec in enumerate(shown, 1)]


def _cells(standing: Standing) -> list[str]:
    return [*(share(*standing.share(outcome)) for outcome in OUTCOMES), utility(*standing.utility)]


def _json(held: Match) -> dict[str, Any]:
    return {
        "game": held.game.name,
        "games": held.games,
        "different_games": held.different,
        "not_finished": len(held.failures),
        "seed": held.seed,
        "players": [
            {"player": spec, **_results(one), "seconds_per_decision": _thought(one),
             "blind_decisions": one.blind}
            for spec, one in zip(held.specs, held.standings, strict=True)
        ],
        "seats": {seat: _results(one) for seat, one in held.seats.items()},
    }


def _results(standing: Standing) -> dict[str, Any]:
    results = {key: mean.mean for key, mean in standing.results.items()}
    intervals: dict[str, list[float] | None] = {outcome: [*standing.share(outcome)[1:]] for outcome in OUTCOMES}
    _, low, high = standing.utility
    intervals[UTILITY] = [low, high] if isfinite(low) and isfinite(high) else None
    return {"results": results, "intervals": intervals, "utility_error": standing.utility_error}
