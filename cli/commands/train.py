"""`gdl train`: values learnt from self-play, for the computer to play by."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Annotated

import typer

from cli.learning.hidden import refuse_hidden
from cli.learning.kept import Kept
from cli.learning.policies import learn_policy
from cli.options.arguments import (
    CompiledOption,
    GameArgument,
    JsonOption,
    SeedOption,
    clear_errors,
    counted,
    stop,
)
from cli.options.budgets import OldMinutes, renamed, seconds
from cli.options.clusters import ClusterOption, cut_short, hiring
from cli.options.echo import say, say_json
from cli.options.groups import Rules, spliced
from cli.options.outputs import writable
from cli.terminal.scene.progress import bar
from gdl import files
from interpreter import Game
from interpreter.lab.improvement import Compared, Improvement
from interpreter.players.learning import weights
from interpreter.players.learning.features import MOST_UNITS
from interpreter.players.learning.inherited import inherited, widened
from interpreter.players.learning.shares import SMALLEST
from interpreter.players.learning.training import Progress, check, learn
from interpreter.players.learning.training import fresh as beginning
from interpreter.players.learning.weights import SHARE, NoWeightsError, Weights, WeightsError
from interpreter.players.learnt import POLICY, WEIGHTS
from interpreter.players.tried import forget
from interpreter.work.chunks import Workers, WorkersLostError
from interpreter.work.processors import processors

MOST = 600_000.0
"""Seconds that learning may take."""
SAVED_EVERY = 20.0
"""Seconds after which what was learnt so far is written down."""
MOST_THREADS = 1000
"""More can't be kept busy."""
DEEPEST = 10
"""More plies nobody could wait for."""
GAMES = 40
"""Of each round of a policy."""
MOST_IN_SHARE = 100_000_000
SHORT = 2.0
"""Seconds that a round on a cluster takes at least, if its workers have enough to do."""


@spliced()
def train(
    game: GameArgument,
    budget: Annotated[
        str | None,
        typer.Option("--budget", metavar="TIME", show_default="10m", help="How long to learn values."),
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option(
            "--positions",
            metavar="N",
            min=1,
            show_default=False,
            help="Learn values from this number of positions in all, whatever the time.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            callback=writable,
            show_default=False,
            help="The file to write; without it, one in your data folder, where players find it.",
        ),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin anew, even if something has been learnt.")] = False,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            metavar="N",
            min=1,
            max=MOST_THREADS,
            show_default="as many as there are",
            help="Threads that play, here or on the cluster; the same number gives the same values.",
        ),
    ] = None,
    share: Annotated[
        int,
        typer.Option(
            "--share",
            metavar="N",
            min=SMALLEST,
            max=MOST_IN_SHARE,
            help="Positions of each thread in a round; more suit many machines and fast games.",
        ),
    ] = SHARE,
    trace: Annotated[
        float | None,
        typer.Option(
            "--trace",
            metavar="PART",
            min=0.0,
            max=1.0,
            show_default="0.9, or 0.6 with dice",
            help="How far values follow the result of a game (1), rather than the next value (0).",
        ),
    ] = None,
    depth: Annotated[
        int,
        typer.Option(
            "--depth",
            metavar="PLIES",
            min=1,
            max=DEEPEST,
            help="How far the games look ahead that values are learnt from; more takes longer.",
        ),
    ] = 1,
    units: Annotated[
        int | None,
        typer.Option(
            "--units",
            metavar="N",
            min=8,
            max=MOST_UNITS,
            show_default="32 or what has been learnt; 80 with dice",
            help="How many hidden units values have, a multiple of 8. A file can get more, not fewer.",
        ),
    ] = None,
    policy: Annotated[
        bool, typer.Option("--policy", help="Learn which moves random games should prefer, in place of values.")
    ] = False,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            min=1,
            max=100_000,
            show_default=str(GAMES),
            help="For a policy: games in each of its rounds.",
        ),
    ] = None,
    old: OldMinutes = None,
    *,
    rules: Rules,
    seed: SeedOption = 0,
    backend: CompiledOption = "auto",
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Learn from self-play what positions are worth.

    The compiled rules play against themselves, thousands of games a minute, and learn from the results. They need
    nothing but the rules. A variant begins with what was learnt for the ruleset that it extends. From then on the
    computer plays by these values. They are kept every twenty seconds: interrupt the command whenever you like; the
    same command goes on. Each time the number of positions has doubled, the new values play the old ones. If they
    don't win, learning stops early.

    More hidden units can tell more, and take a little longer. With --units, what was learnt with fewer goes on.

    In each round all threads play with the same values. Then what they have learnt is put together. If fewer threads
    are free than you ask for, they take turns. So the same --seed, --threads, --share, --depth and --positions give
    the same values on one machine and on a cluster.

    With `--policy` it learns which moves random games should prefer, by what stands around their sites: those that
    raise a player's lead, where the rules rank players by numbers; and in searches, those that searches visit. Other
    games have a policy for searches alone. `mcts` goes by it where no values were learnt.

    \b
    gdl train breakthrough --budget 5m
    gdl train go --policy
    gdl train chess --threads 16 --positions 50000000 --cluster tcp://10.0.0.7:8786
    gdl match breakthrough alphabeta:100ms alphabeta:100ms@none --games 20
    """
    if old is not None:
        renamed("--minutes", "--budget")
    ending = POLICY if policy else WEIGHTS
    if output is not None and output.suffix != ending:
        stop(f"{output}: players know such files by their ending, {ending}; say another file")
    if policy:
        if (budget, positions, old, trace, cluster, share, depth, units) != (*[None] * 5, SHARE, 1, None):
            others = "--budget, --positions, --share, --trace, --depth, --units and --cluster"
            stop(f"--policy learns from --games; {others} are for values")
        learn_policy(rules.load_for_long, game, output, seed, games or GAMES, threads or processors(), fresh, as_json)
        return
    if games is not None:
        stop("--games is for --policy; for values say --positions or --budget")
    budget = budget or "10m"
    time_for_it = seconds(budget if old is None else f"{60 * old:.3f}", 0.0, MOST)
    with clear_errors():
        one = rules.load_for_long(game, backend)
        refuse_hidden(one)
        path = output or weights.own_file(one.model)
        check(one, depth)
        known = _known(path, one, fresh) or (None if fresh else inherited(one, seed))
        if units is not None:
            known = _with_units(one, known, units, seed)
        lesson = _Lesson(one, path, time_for_it, positions, known, quiet=as_json)
        with hiring(cluster, 1) as hire:
            workers = hire(one)
            found = lesson.run(seed, threads or _as_many_as_there_are(workers), share, trace, depth, workers)
        if output is None:
            forget(one)
    if as_json:
        said, path = found.training, lesson.kept.path
        say_json({"game": one.name, "rules": one.hash, "file": str(path), "bytes": path.stat().st_size,
                  "features": found.features.size, "patterns": len(found.features.patterns),
                  "hidden": found.features.hidden, "weights": found.features.weights, "games": said.games,
                  "positions": said.positions, "seconds": round(lesson.took, 1), "seed": said.seed,
                  "threads": said.threads, "share": said.share, "base": said.base or None,
                  "misjudged": round(lesson.misjudged, 4), "interrupted": bool(lesson.status),
                  "steady": lesson.is_steady, "compared": [
                      {"positions": one.positions, "before": one.before,
                       **dict(zip(("points", "low", "high"), one.points.share, strict=True))}
                      for one in lesson.improvement.found]})  # fmt: skip
    else:
        _print(one, found, lesson)
        each = lesson.took / max(lesson.rounds, 1)
        if cluster is not None and lesson.rounds and each < SHORT:
            more = min(10 * share, MOST_IN_SHARE)
            say(f"  a round took {each:.1f} s: the workers wait less if each has more to do, as with --share {more}")
    if lesson.status:
        raise typer.Exit(lesson.status)


def _as_many_as_there_are(workers: Workers | None) -> int:
    return processors() if workers is None else min(workers.size, MOST_THREADS)


def _known(path: Path, game: Game, fresh: bool) -> Weights | None:
    """What the file holds already; what isn't ours to overwrite is refused."""
    if not files.is_there(path):
        return None
    try:
        found = weights.read(path, game.model)
    except NoWeightsError as problem:
        stop(f"{problem}; say another file")
    except WeightsError as problem:
        if not fresh:
            stop(f"{problem}; --fresh begins anew and overwrites it")
        return None
    return None if fresh else found


def _with_units(game: Game, known: Weights | None, units: int, seed: int) -> Weights:
    """What is known, with this number of hidden units; fresh weights if nothing is known."""
    if units % 8:
        stop(f"--units: {units} is no multiple of 8")
    return widened(game, known, units, seed) if known else beginning(game, seed, units)


class _Lesson:
    """One run: learns until it has to stop, and keeps what was learnt now and then."""

    def __init__(
        self, game: Game, path: Path, seconds: float, positions: int | None, known: Weights | None, quiet: bool
    ) -> None:
        self.game, self.kept, self.seconds, self.positions = game, Kept(path), seconds, positions
        self.known, self.quiet = known, quiet
        self.begun = self.saved = time.monotonic()
        self.found: Weights | None = known
        self.misjudged = 0.0
        self.rounds = 0
        self.improvement = Improvement(game)
        self.took = 0.0
        self.status = 0
        """The exit status, if it was interrupted or its workers were lost."""
        self.is_steady = False

    def run(
        self, seed: int, threads: int, share: int, trace: float | None, depth: int, workers: Workers | None
    ) -> Weights:
        """Learn, and keep it. A file that has that many positions already stays as it is."""
        if self.known and self.known.training.positions >= (self.positions or math.inf):
            return self.known
        total = self.positions or int(self.seconds)
        with bar(self.game.title, total, self.quiet) as show:

            def more(progress: Progress) -> bool:
                self.found, self.misjudged = progress.weights, progress.misjudged
                self.rounds += 1
                now, said = time.monotonic(), progress.weights.training
                if self.saved == self.begun or now - self.saved > SAVED_EVERY:
                    self.kept.save(progress.weights)
                    self.saved = now
                done = said.positions if self.positions else int(now - self.begun)
                show(done, f"{self.game.title}: {said.games:,} games, {said.positions:,} positions")
                if (compared := self.improvement.look(progress.weights)) and not self.quiet:
                    _tell(compared)
                if self.positions:
                    return said.positions < self.positions
                self.is_steady = self.improvement.is_over
                return not self.is_steady and now - self.begun < self.seconds

            try:
                found = learn(self.game, seed, threads, more, self.known, workers, share, trace, depth)
            except (KeyboardInterrupt, WorkersLostError) as stopped:
                self.status = cut_short(stopped)
                if self.found is None:
                    stop("nothing has been learnt yet", self.status)
                found = self.found
        self.took = time.monotonic() - self.begun
        self.kept.save(found)
        return found


def _tell(compared: Compared) -> None:
    """How the values of now came off."""
    share, low, high = (100 * part for part in compared.points.share)
    say(f"  {counted(compared.positions, 'position')}: {share:.0f} % of the points ({low:.0f}–{high:.0f}) against the "
        f"values of {compared.before:,}")  # fmt: skip


def _print(game: Game, found: Weights, lesson: _Lesson) -> None:
    said, path = found.training, lesson.kept.path
    stopped = "interrupted; " if lesson.status else ""
    say(f"{game.title}: {stopped}learnt from {counted(said.games, 'game')}, {counted(said.positions, 'position')} "
        f"in all; {lesson.took:,.0f} s")  # fmt: skip
    if said.base:
        say(f"  it began with what was learnt for {said.base}")
    if said.by_wins:
        say("  nobody wins it by chance: it began with where the rules want pieces, and learns from games that are won")
    shape = found.features
    say(f"  {counted(shape.size, 'feature')}, {counted(len(shape.patterns), 'pattern')}, "
        f"{counted(shape.hidden, 'hidden unit')}; kept in {path}, {path.stat().st_size:,} bytes")  # fmt: skip
    if not lesson.rounds:
        say("  the file has that many positions already; nothing was learnt")
    if lesson.is_steady:
        say("  learning stopped before its time: twice in a row the values of now won no more than those from before")
    if lesson.misjudged:
        say(f"  results differ from values by {lesson.misjudged**0.5:.2f} on the average (1.00: nothing is known)")
