"""What a cluster costs: the time around a task, what a second worker brings, and with how many the scheduler is busy.

    python benchmarks/cluster.py [--chunks 400] [--games 1500000] [--game breakthrough]
    python benchmarks/cluster.py --learning [--rounds 12] [--share 5000] [--game breakthrough]

A scheduler and two workers are started here, as processes of one thread each. Tasks of one game of Tic-tac-toe are
almost nothing but overhead; what each process computes for one (CPU time, which other programs don't change much) says
how many tasks a second it gets through. A task takes `AIM` seconds, so `AIM` by what the client or the scheduler, of
which there is one each, computes for a task is the number of threads that can be kept busy.
Scaling is measured with a game's random games: by one thread here, by one worker, by two. It needs an idle machine.

With `--learning`: rounds of two shares are learnt from by one worker and by two, in turns, so that what else the
machine does meets both alike; the ratio of their positions a second has an interval over these pairs. From the CPU time
of all processes, without what they take while nothing is to be done, it says what a share costs beside its playing, and
what that comes to with a hundred workers.
"""

from __future__ import annotations

import argparse
import math
import pickle
import socket
import subprocess
import sys
import time
from array import array
from collections.abc import Iterator
from contextlib import closing, contextmanager

import psutil  # Dask brings it

from interpreter import Game
from interpreter.bridges.cluster.connection import Connection, connected, quiet
from interpreter.bridges.cluster.parcel import packed, packed_game
from interpreter.bridges.cluster.remote import AIM, Remote
from interpreter.lab.tools import simulate as simulation
from interpreter.lab.tools.simulate import Games, Summary, simulate
from interpreter.players.learning.shares import Held, Share, play, together
from interpreter.players.learning.training import LANE, fresh
from interpreter.players.learning.weights import SHARE

MANY = 100
"""Workers that the calculation is for."""
IDLE = 5.0
"""Seconds for which it is seen what processes do while there is nothing to be done."""


def main() -> None:
    """Measure, and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--chunks", type=int, default=400)
    asked.add_argument("--games", type=int, default=1_500_000)
    asked.add_argument("--game", default="breakthrough")
    asked.add_argument("--learning", action="store_true")
    asked.add_argument("--rounds", type=int, default=12)
    asked.add_argument("--share", type=int, default=SHARE)
    words = asked.parse_args()
    if words.learning:
        learning(Game.load(words.game), max(words.rounds, 2), words.share)
    else:
        random_games(Game.load(words.game), words.chunks, words.games)


def learning(game: Game, rounds: int, size: int) -> None:
    """Rounds of two shares, by one worker and by two in turns."""
    weights = fresh(game, 1)
    moved = array("f", [0.5]) * weights.features.weights
    held = Held(weights.values.tobytes(), moved.tobytes())
    firsts = [0, LANE]
    ratios, bytes_sent, spent, positions, put = list[float](), 0, [0.0] * 4, 0, 0.0
    idle = [0.0] * 4
    with workers(2) as (address, processes), connected(address) as connection:
        await_threads(connection, 2)
        everybody = [psutil.Process(), *(psutil.Process(process.pid) for process in processes)]
        addresses = list(connection.client.scheduler_info()["workers"])
        for number in range(-1, rounds):  # in the first, everything is compiled
            begun = [Share(weights.symmetries, held, 1, first, size) for first in firsts]
            seconds, results = [0.0, 0.0], []
            if number == 0:
                before = [computed(one) for one in everybody]
                time.sleep(IDLE)
                idle = [(computed(one) - spent) / IDLE for one, spent in zip(everybody, before, strict=True)]
            before = [computed(one) for one in everybody]
            for count in ((1, 2) if number % 2 else (2, 1)):
                with only(connection, addresses[:count] if number >= 0 else addresses):
                    began = time.perf_counter()
                    results = list(Remote(game, connection, count).each(play, begun))
                    seconds[count - 1] = time.perf_counter() - began
            after = [computed(one) for one in everybody]
            began = time.process_time()
            held = together(game, begun[0], results)
            firsts = [first + one.games for first, one in zip(firsts, results, strict=True)]
            if number < 0:
                continue
            put += time.process_time() - began
            ratios.append(math.log(seconds[0] / seconds[1]))
            beside = [max(b - a - sum(seconds) * rate, 0.0) for a, b, rate in zip(before, after, idle, strict=True)]
            spent = [total + one for total, one in zip(spent, beside, strict=True)]
            positions += 2 * sum(one.positions for one in results)
            bytes_sent += 2 * sum(len(packed((play, one), game)) for one in begun)
            bytes_sent += 2 * sum(len(pickle.dumps(one)) for one in results)
    shares = 4 * rounds
    mean = sum(ratios) / rounds
    error = 2 * math.sqrt(sum((one - mean) ** 2 for one in ratios) / (rounds - 1) / rounds)
    print(f"{game.title}: positions a second by two workers, of those by one: {math.exp(mean):.2f} "
          f"({math.exp(mean - error):.2f}–{math.exp(mean + error):.2f}, {rounds} pairs)")  # fmt: skip
    client, scheduler, *theirs = (one / shares for one in spent)
    merging, cost, bytes_each = put / (2 * rounds), sum(theirs), bytes_sent / shares
    print(f"a share: {positions / shares:,.0f} positions; CPU time: workers {1000 * cost:,.0f} ms, scheduler "
          f"{1000 * scheduler:.1f} ms, client {1000 * client:.1f} ms; putting it together {1000 * merging:.1f} ms; "
          f"{bytes_each:,.0f} bytes there and back, beside {len(packed_game(game)[1]):,} of rules")  # fmt: skip
    rest = MANY * max(client, scheduler)
    whole = max(cost, rest) + MANY * merging
    print(f"{MANY} workers, {MANY} shares a round: playing {cost:.2f} s, handing out and taking in {rest:.2f} s "
          f"meanwhile, putting together {MANY * merging:.2f} s after it: {whole:.2f} s a round, "
          f"{MANY * cost / whole:.0f} times one worker; {MANY * bytes_each / whole / 1e6:.1f} MB a second")  # fmt: skip


@contextmanager
def only(connection: Connection, addresses: list[str]) -> Iterator[None]:
    """Let only these workers have tasks."""
    submit = connection.client.submit
    connection.client.submit = lambda *words, **more: submit(*words, workers=addresses, **more)
    try:
        yield
    finally:
        connection.client.submit = submit


def await_threads(connection: Connection, count: int) -> None:
    """Wait until the workers have `count` threads."""
    while connection.threads < count:
        time.sleep(0.05)


def random_games(game: Game, chunks: int, games: int) -> None:
    """What is around a task, and random games by one worker and by two."""
    small = Game.load("tictactoe")
    print(f"what travels with a task: {len(packed_game(game)[1]):,} bytes of rules, "
          f"{len(packed((simulation.play, Games(0, 0, 1)), game)):,} of task")  # fmt: skip
    seconds, alone = timed(game, games, None)
    print(f"{games:,} games of {game.title} by one thread here: {seconds:.1f} s")
    base = 0.0
    for count in (1, 2):
        with workers(count) as (address, processes), connected(address) as connection:
            await_threads(connection, count)
            empty = Remote(small, connection, count)
            list(empty.each(simulation.play, [Games(0, i, 1) for i in range(20)]))  # compiled now
            everybody = [psutil.Process(), *(psutil.Process(process.pid) for process in processes)]
            began, before = time.perf_counter(), [computed(one) for one in everybody]
            list(empty.each(simulation.play, (Games(0, i, 1) for i in range(chunks))))
            each = (time.perf_counter() - began) / chunks
            client, scheduler, *theirs = (
                (computed(one) - spent) / chunks for one, spent in zip(everybody, before, strict=True)
            )
            timed(game, 100, Remote(game, connection, count))
            seconds, found = timed(game, games, Remote(game, connection, count))
        base = base or seconds
        print(f"{count} worker{'s' * (count > 1)}: {1000 * each:.2f} ms a task by the clock; computed for it: client "
              f"{1000 * client:.2f} ms, scheduler {1000 * scheduler:.2f} ms, workers {1000 * sum(theirs):.2f} ms: "
              f"enough for {AIM / max(client, scheduler):,.0f} threads with tasks of {AIM:.0f} s")  # fmt: skip
        print(f"  the games: {seconds:.1f} s, {base / seconds:.2f} times as fast as one worker, "
              f"figures {'the same' if found == alone else 'DIFFER'}")  # fmt: skip


def computed(process: psutil.Process) -> float:
    """Seconds of CPU time until now."""
    times = process.cpu_times()
    return float(times.user + times.system)


def timed(game: Game, games: int, who: Remote | None) -> tuple[float, Summary]:
    """The seconds that these games take, and what they come to."""
    began = time.perf_counter()
    *_, summary = simulate(game, games, workers=who)
    return time.perf_counter() - began, summary


@contextmanager
def workers(count: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler with so many workers."""
    quiet()
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    started = [start("scheduler", "--host", "127.0.0.1", "--port", str(port))]
    started += [start("worker", address, "--no-nanny", "--nthreads", "1") for _ in range(count)]
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with closing(socket.socket()) as one:
                if one.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield address, started
    finally:
        for process in started:
            process.kill()
            process.wait()


def start(*words: str) -> subprocess.Popen[bytes]:
    """A process of Dask's."""
    command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
