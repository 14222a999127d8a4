"""A thousand games at once on one server: moves a second, how long an answer takes, memory.

    python benchmarks/serve.py                        1,000 games of tictactoe
    python benchmarks/serve.py chess --games 200

Clients and server are two processes; a game has two connections, which play legal moves at random. First everybody
moves now and then, as people do (`--pause` seconds of thought on average), then as fast as the server answers. Games
that end begin anew. A move's time is from its sending to its answer: checked, played, on disk, told to the other.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

PARTS = (50, 90, 99, 99.9)


@dataclass
class Counts:
    """What was measured."""

    times: list[float] = field(default_factory=list)
    wrong: int = 0
    finished: int = 0


class Table:
    """A game with its two connections."""

    def __init__(self, base: str, number: int) -> None:
        self.base, self.random = base, random.Random(number)
        self.lines: dict[str, ClientConnection] = {}
        self.states: dict[str, dict[str, Any]] = {}
        self.name = 0

    async def begin(self) -> None:
        """A new game; both sit down."""
        links = await asyncio.to_thread(begun, self.base)
        del links["watch"]
        for seat, token in links.items():
            line = await connect(
                self.base.replace("http", "ws") + "seat", origin=Origin(self.base.rstrip("/")), max_size=None,
                open_timeout=120, compression=None, ping_interval=None,
            )  # fmt: skip
            await line.send(json.dumps({"do": "sit", "token": token, "takebacks": -1, "ply": 0}))
            self.lines[seat] = line
            await self.until(seat, "state")

    async def until(self, seat: str, kind: str) -> dict[str, Any]:
        """The next message of a kind to this seat."""
        while True:
            message: dict[str, Any] = json.loads(await self.lines[seat].recv())
            if message["is"] == "state":
                self.states[seat] = message
            if message["is"] == kind:
                return message

    async def move(self, counts: Counts) -> None:
        """One move by whoever is to move."""
        seat = next((s for s, state in self.states.items() if state["view"]["moves"]), None)
        if seat is None:
            counts.finished += 1
            for line in self.lines.values():
                await line.close()
            await self.begin()
            return
        view, self.name = self.states[seat]["view"], self.name + 1
        choice = f"#{self.random.randrange(len(view['moves'])) + 1}"
        message = {"do": "play", "id": str(self.name), "text": choice, "ply": view["plies"], "takebacks": 0}
        sent = time.perf_counter()
        await self.lines[seat].send(json.dumps(message))
        answer = await self.until(seat, "answer")
        counts.times.append(time.perf_counter() - sent)
        counts.wrong += "error" in answer
        for other in self.lines:
            if other != seat:
                await self.until(other, "state")

    async def play(self, until: float, pause: float, counts: Counts) -> None:
        """Move after move, with pauses, until this time."""
        if pause:
            await asyncio.sleep(min(self.random.uniform(0, pause), until - time.monotonic()))
        while time.monotonic() < until:
            await self.move(counts)
            if pause:
                left = until - time.monotonic()
                await asyncio.sleep(max(0.0, min(self.random.expovariate(1 / pause), left)))

    async def leave(self) -> None:
        """Both go."""
        for line in self.lines.values():
            await line.close()


def begun(base: str) -> dict[str, str]:
    """The links of a new game."""
    body = json.dumps({"options": {}, "players": None, "seats": {}}).encode()
    headers = {"origin": base.rstrip("/"), "content-type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(base + "games", body, headers), timeout=120) as answer:
        found = json.load(answer)
    return {**found["links"], "watch": found["watch"]}


def memory(process: int) -> float:
    """Resident megabytes of a process, where the system tells."""
    try:
        text = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+)", text)
    return int(found[1]) / 1024 if found else 0.0


def spent(process: int) -> float:
    """Seconds of CPU that a process has used."""
    try:
        parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def told(title: str, counts: Counts, seconds: float, cpu: float) -> None:
    """Print what was measured."""
    times = sorted(counts.times) or [0.0]
    shares = "  ".join(
        f"{part:g} %: {times[min(len(times) - 1, int(len(times) * part / 100))] * 1000:,.1f} ms" for part in PARTS
    )
    print(f"{title}: {len(counts.times):,} moves in {seconds:.1f} s, {len(counts.times) / seconds:,.0f} a second; "
          f"CPU of the server {cpu / seconds:.0%}; {counts.finished:,} games ended; {counts.wrong} errors")  # fmt: skip
    print(f"  from a move to its answer: {shares}  longest: {times[-1] * 1000:,.1f} ms", flush=True)


async def run(base: str, server: int, games: int, seconds: float, pause: float) -> None:
    """Begin the games, play them slowly, then quickly."""
    empty = memory(server)
    print(f"empty: {empty:.0f} MB")
    tables = [Table(base, number) for number in range(games)]
    began = time.perf_counter()
    few = asyncio.Semaphore(32)

    async def sit(table: Table) -> None:
        async with few:
            await table.begin()

    await asyncio.gather(*map(sit, tables))
    full = memory(server)
    print(f"{games:,} games with {2 * games:,} connections: begun in {time.perf_counter() - began:.1f} s; "
          f"{full:.0f} MB, {(full - empty) * 1024 / games:.0f} kB a game")  # fmt: skip
    for title, wait in ((f"a move every {pause:g} s", pause), ("as fast as can be", 0.0)):
        counts, cpu, start = Counts(), spent(server), time.perf_counter()
        until = time.monotonic() + seconds
        await asyncio.gather(*(table.play(until, wait, counts) for table in tables))
        told(title, counts, time.perf_counter() - start, spent(server) - cpu)
    print(f"at the end: {memory(server):.0f} MB")
    await asyncio.gather(*(table.leave() for table in tables))


def main() -> None:
    """Start a server, and measure it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="tictactoe")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=10)
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        most = str(20 * words.games + 100)
        server = subprocess.Popen(
            [sys.executable, "-m", "cli.main", "serve", words.game, "--port", "0", "--data", f"{folder}/games.sqlite",
             "--games", most, "--per-address", most],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            found = re.search(r"http://\S+", said)
            assert found, f"the server says no address: {said}"
            asyncio.run(run(found[0], server.pid, words.games, words.seconds, words.pause))
            print(f"on disk: {sum(p.stat().st_size for p in Path(folder).iterdir()) / 1e6:.1f} MB")
        finally:
            server.send_signal(signal.SIGINT)
            print(f"the server stopped with status {server.wait(60)}")


if __name__ == "__main__":
    main()
