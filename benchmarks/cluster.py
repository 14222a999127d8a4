"""What a cluster costs: the time around a chunk, what a second worker brings, and with how many the scheduler is busy.

    python benchmarks/cluster.py [--chunks 400] [--games 1500000] [--game breakthrough]

A scheduler and two workers are started here, as processes of one thread each. Chunks of one game of Tic-tac-toe are
almost nothing but overhead; what each process computes for one (CPU time, which other programs don't change much) says
how many chunks a second it gets through. A chunk takes `AIM` seconds, so `AIM` by what the client or the scheduler, of
which there is one each, computes for a chunk is the number of threads that can be kept busy.
Scaling is measured with a game's random games: by one thread here, by one worker, by two. It needs an idle machine.
"""

from __future__ import annotations

import argparse
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import psutil  # Dask brings it

from interpreter import Game
from interpreter.bridges.cluster.connection import connected, quiet
from interpreter.bridges.cluster.parcel import packed, packed_game
from interpreter.bridges.cluster.remote import AIM, Remote
from interpreter.lab.tools import simulate as simulation
from interpreter.lab.tools.simulate import Games, Summary, simulate


def main() -> None:
    """Measure, and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--chunks", type=int, default=400)
    asked.add_argument("--games", type=int, default=1_500_000)
    asked.add_argument("--game", default="breakthrough")
    words = asked.parse_args()
    small, game = Game.load("tictactoe"), Game.load(words.game)
    print(f"what travels with a chunk: {len(packed_game(game)[1]):,} bytes of rules, "
          f"{len(packed((simulation.play, Games(0, 0, 1)), game)):,} of task")  # fmt: skip
    seconds, alone = timed(game, words.games, None)
    print(f"{words.games:,} games of {game.title} by one thread here: {seconds:.1f} s")
    base = 0.0
    for count in (1, 2):
        with workers(count) as (address, processes), connected(address) as connection:
            while connection.threads < count:
                time.sleep(0.05)
            empty = Remote(small, connection, count)
            list(empty.each(simulation.play, [Games(0, i, 1) for i in range(20)]))  # compiled now
            everybody = [psutil.Process(), *(psutil.Process(process.pid) for process in processes)]
            began, before = time.perf_counter(), [computed(one) for one in everybody]
            list(empty.each(simulation.play, (Games(0, i, 1) for i in range(words.chunks))))
            each = (time.perf_counter() - began) / words.chunks
            client, scheduler, *theirs = (
                (computed(one) - spent) / words.chunks for one, spent in zip(everybody, before, strict=True)
            )
            timed(game, 100, Remote(game, connection, count))
            seconds, found = timed(game, words.games, Remote(game, connection, count))
        base = base or seconds
        print(f"{count} worker{'s' * (count > 1)}: {1000 * each:.2f} ms a chunk by the clock; computed for it: client "
              f"{1000 * client:.2f} ms, scheduler {1000 * scheduler:.2f} ms, workers {1000 * sum(theirs):.2f} ms: "
              f"enough for {AIM / max(client, scheduler):,.0f} threads with chunks of {AIM:.0f} s")  # fmt: skip
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
