"""Many machines, here as processes: a real Dask scheduler with two real workers, one of which is killed.

The tests stand in the order of what they do to the cluster, which they share.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from array import array
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from breaking import BREAKING
from patience import HANGS

import gdl
from interpreter import Game, GameError, PlayerError
from interpreter.bridges.cluster import program, worker
from interpreter.bridges.cluster.connection import ClusterError, Connection, compare, connected, quiet
from interpreter.bridges.cluster.parcel import packed, packed_game, unpacked
from interpreter.bridges.cluster.remote import Remote, remote
from interpreter.lab.matches import Match
from interpreter.lab.tools import simulate as simulation
from interpreter.lab.tools.perft import divide
from interpreter.lab.tools.simulate import EndlessError, Games, Summary, simulate
from interpreter.players.learning import weights
from interpreter.players.learning.training import Progress, learn
from interpreter.work.chunks import Workers, WorkersLostError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are killed as on Unix")
ROOT = Path(__file__).parents[2]
FIRST = """\
from interpreter.players.player import Player

class First(Player):
    def choose(self, state):
        return state.moves[0]
"""


@dataclass
class Cluster:
    """A scheduler and its workers, as processes."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]
    connection: Connection | None = None


def started(*words: str, path: Path = ROOT) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words, "--no-dashboard"], cwd=path, env={**os.environ, "PYTHONPATH": str(path)},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def free_port() -> int:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    scheduler = started("scheduler", "--host", "127.0.0.1", "--port", str(port))
    workers = [started("worker", address, "--no-nanny", "--nthreads", "1") for _ in range(2)]
    quiet()
    try:
        until = time.monotonic() + HANGS
        while True:
            with closing(socket.socket()) as one:
                if one.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert time.monotonic() < until
            time.sleep(0.05)
        with ExitStack() as held:
            with pytest.MonkeyPatch.context() as patch:  # a machine that does much else
                patch.setattr("interpreter.bridges.cluster.connection.PATIENCE", HANGS)
                patch.setattr("interpreter.bridges.cluster.connection.WORKERS_PATIENCE", HANGS)
                connection = held.enter_context(connected(address))
            while connection.threads < 2:
                assert time.monotonic() < until
                time.sleep(0.05)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("interpreter.bridges.cluster.remote.SILENT", HANGS)
                yield Cluster(address, scheduler, workers, connection)
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def at(cluster: Cluster, game: Game, aim: float = 2.0) -> Remote:
    assert cluster.connection
    return Remote(game, cluster.connection, 2, aim)


def last(game: Game, games: int, **more: Any) -> Summary:
    *_, summary = simulate(game, games, 3, **more)
    return summary


# ---- without a cluster ---------------------------------------------------------------------------


def test_a_task_travels_with_its_state_but_without_the_game() -> None:
    game, other = Game.load("sparks"), Game.load("sparks")
    state = game.start()
    state = state.play(state.moves[3])
    content = packed((simulation.play, Games(1, 2, 3, start=state)), game)
    assert len(content) < 3000
    work, task = unpacked(content, other)
    assert work is simulation.play
    assert (task.start, task.start.game) == (state, other)
    with pytest.raises(GameError, match="a state of another game"):
        packed(Games(1, 2, 3, start=Game.load("tictactoe").start()), game)


def nothing(game: Game, task: int) -> int:
    return task


def test_functions_travel_by_name() -> None:
    game = Game.load("tictactoe")
    assert unpacked(packed(nothing, game), game) is nothing
    with pytest.raises(GameError, match="can't travel"):
        packed(lambda game, task: task, game)


def test_a_worker_does_a_task_and_refuses_another_program() -> None:
    game = Game.load("tictactoe")
    name, content = packed_game(game)
    call = packed((nothing, 7), game)
    assert unpacked(worker.do(program.fingerprint(), name, content, call), game) == ("done", 7)
    with pytest.raises(worker.OtherProgramError, match="feedbeef"):
        worker.do("feedbeef", name, content, call)


def test_errors_of_the_rules_travel() -> None:
    game = Game.load("sparks")
    name, content = packed_game(game)
    call = packed((simulation.play, Games(1, 2, 1, limit=5)), game)
    kind, problem = unpacked(worker.do(program.fingerprint(), name, content, call), game)
    assert (kind, type(problem)) == ("failed", EndlessError)
    assert str(problem).startswith("game 2 of seed 1 hasn't ended after 5 plies")


def test_the_program_is_named_by_its_files(tmp_path: Path) -> None:
    (tmp_path / "gdl").mkdir()
    (tmp_path / "gdl" / "one.py").write_bytes(b"a = 1\n")
    names = [program.of_files(tmp_path)]
    (tmp_path / "gdl" / "one.py").write_bytes(b"a = 1\r\n")
    names.append(program.of_files(tmp_path))
    (tmp_path / "gdl" / "one.py").write_bytes(b"a = 2\n")
    names.append(program.of_files(tmp_path))
    assert (names[0] == names[1], names[0] == names[2]) == (True, False)


def test_the_program_that_runs_is_named_by_its_own_files(tmp_path: Path) -> None:
    """Every worker would have the same name, whatever it runs, if the files were looked for where there are none."""
    ours = Path(gdl.__file__).parents[1]
    assert program.fingerprint() == program.of_files(ours) != program.of_files(tmp_path)
    for folder in ("gdl", "interpreter"):
        shutil.copytree(ours / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    assert program.of_files(tmp_path) != program.fingerprint()  # there is nobody behind a level yet
    (tmp_path / "rulesets").mkdir()
    for table in ("opponents.yaml", "levels.yaml"):
        shutil.copy(ours / "rulesets" / table, tmp_path / "rulesets")
    assert program.of_files(tmp_path) == program.fingerprint()
    (tmp_path / "interpreter" / "errors.py").write_text("")
    assert program.of_files(tmp_path) != program.fingerprint()


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("localhost", "`localhost` is no address of a scheduler, such as tcp://localhost:8786"),
        ("http://localhost:8786", "is no address of a scheduler"),
        ("tcp://localhost", "is no address of a scheduler"),
        ("tcp://localhost:99999", "there is no port 99999"),
        ("tcp://nowhere.invalid:8786", "no scheduler can be reached"),
    ],
)
def test_addresses_that_lead_nowhere(address: str, message: str) -> None:
    with pytest.raises(ClusterError, match=message), connected(address):
        pass


def test_a_port_without_anybody() -> None:
    began = time.monotonic()
    with pytest.raises(ClusterError, match="no scheduler can be reached"), connected(f"tcp://127.0.0.1:{free_port()}"):
        pass
    assert time.monotonic() - began < HANGS


def test_somebody_else_at_that_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Someone who waits for the other one to speak, as servers of pages do."""
    monkeypatch.setattr("interpreter.bridges.cluster.connection.PATIENCE", 3.0)
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError, match="no Dask scheduler, or one of another version"), connected(address):
            pass


class Future:
    """A future that is in each of these states in turn, as Dask's client tells it."""

    def __init__(self, *states: str) -> None:
        self.states = list(states)

    @property
    def status(self) -> str:
        return self.states[0]

    def add_done_callback(self, call: Callable[[Future], object]) -> None:
        call(self)

    def result(self, timeout: float) -> bytes:
        if self.status == "finished":
            return packed(("done", 7), Game.load("tictactoe"))
        del self.states[0]  # what is lost is worked out again
        raise TimeoutError


class Client:
    """A client whose scheduler lives, or doesn't."""

    def __init__(self, futures: Iterable[Future], status: str = "running") -> None:
        self.futures, self.status = iter(futures), status

    def submit(self, *_: object, **__: object) -> Future:
        return next(self.futures)

    def cancel(self, *_: object, **__: object) -> None:
        pass


def given(client: Client) -> list[int]:
    game = Game.load("tictactoe")
    return list(Remote(game, Connection(client, "tcp://a:1"), 1).each(nothing, [7]))


def test_a_result_that_died_with_its_worker_comes_again() -> None:
    assert given(Client([Future("lost", "finished")])) == [7]


def test_work_that_a_broken_connection_cancelled_is_handed_out_again() -> None:
    assert given(Client([Future("cancelled"), Future("finished")])) == [7]


def test_work_that_is_cancelled_as_the_scheduler_goes_is_lost() -> None:
    with pytest.raises(WorkersLostError, match="the scheduler is gone"):
        given(Client([Future("cancelled")], "closed"))


# ---- with two workers ----------------------------------------------------------------------------


def test_the_figures_are_those_of_one_thread(cluster: Cluster) -> None:
    three = Game.load("spectral_reapers", players=3)
    assert last(three, 15, workers=at(cluster, three, 0.05)) == last(three, 15)
    reference = Game.load("tictactoe", backend="reference")
    assert last(reference, 60, workers=at(cluster, reference, 0.05)) == last(reference, 60)


def test_counting_is_the_same(cluster: Cluster) -> None:
    game = Game.load("breakthrough")
    start = game.start()
    start = start.play(start.moves[2])
    assert list(divide(start, 2, workers=at(cluster, game))) == list(divide(start, 2))


def test_matches_are_the_same(cluster: Cluster) -> None:
    game = Game.load("sparks")

    def played(workers: Remote | None) -> list[tuple[object, ...]]:
        bouts = Match(game, ["mcts:20", "random"], seed=3, opening=1).play(8, workers=workers)
        return [(bout.pairing, bout.outcomes, bout.utilities, bout.decisions) for bout in bouts]

    assert played(at(cluster, game)) == played(None)


def test_learnt_values_travel_with_a_match(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both those of a file, which only this machine needs to have, and one's own, which no worker has. Who has the
    opposite values plays other games."""
    game = Game.load("tictactoe")
    monkeypatch.setenv("GDL_DATA", str(tmp_path))
    files = [tmp_path / f"{name}.weights" for name in ("good", "bad")]
    good = learn(game, 1, 1, lambda _: False)
    for sign, file in zip((1, -1), files, strict=True):
        file.write_bytes(replace(good, values=array("f", (sign * value for value in good.values))).encoded())

    def lines(workers: Remote | None, spec: str) -> list[bytes]:
        bouts = Match(Game.load("tictactoe"), [spec, "alphabeta:1@none"], seed=3, opening=2).play(6, workers=workers)
        return [bout.line for bout in bouts]

    found = []
    for file in files:
        weights.own_file(game.model).parent.mkdir(exist_ok=True)
        shutil.copy(file, weights.own_file(game.model))
        for spec in ("alphabeta:1", f"alphabeta:1@{file}"):
            found.append(lines(at(cluster, game), spec))
            assert found[-1] == lines(None, spec)
    assert found[0] == found[1] != found[2] == found[3]


def learnt_by(workers: Workers | None, shares: int, depth: int = 1) -> bytes:
    """The file that comes of two rounds."""
    game = Game.load("reversi")

    def more(progress: Progress) -> bool:
        return progress.weights.training.positions < shares * 7_000

    return learn(game, 5, shares, more, workers=workers, depth=depth).encoded()


@pytest.mark.parametrize("depth", [1, 2])
def test_what_is_learnt_is_the_same(cluster: Cluster, depth: int) -> None:
    assert learnt_by(at(cluster, Game.load("reversi")), 3, depth) == learnt_by(None, 3, depth)


def test_a_game_that_nothing_is_learnt_from_is_told_by_its_workers_as_here(cluster: Cluster) -> None:
    game = Game.parse(BREAKING)
    with pytest.raises(PlayerError, match="the rules of Broken break in a game that is learnt from"):
        learn(game, 1, 2, lambda _: True, workers=at(cluster, game))


def test_a_rule_that_breaks_is_said_as_here(cluster: Cluster) -> None:
    game = Game.load("sparks")
    with pytest.raises(EndlessError, match="game 0 of seed 3 hasn't ended after 5 plies"):
        last(game, 30, limit=5, workers=at(cluster, game))


def test_the_code_of_a_player_doesnt_travel(cluster: Cluster, tmp_path: Path) -> None:
    """A file in the same place is the same one here, on one machine; one that is elsewhere isn't there."""
    file = tmp_path / "mine.py"
    file.write_text(FIRST, encoding="utf-8")
    assert cluster.connection
    cluster.connection.check_file(str(file))
    game = Game.load("tictactoe")
    both = [Match(game, [f"{file}:First", "random"], seed=1) for _ in range(2)]
    assert [b.outcomes for b in both[0].play(4, workers=at(cluster, game))] == [b.outcomes for b in both[1].play(4)]


@pytest.mark.parametrize(("theirs", "message"), [(None, "hasn't that file"), ("9", "has another file of that name")])
def test_a_player_that_a_worker_hasnt(theirs: str | None, message: str) -> None:
    compare("/a/mine.py", "8", {"tcp://one:1": "8"})
    with pytest.raises(ClusterError, match=f"/a/mine.py: the worker tcp://two:1 {message}; a player's code doesn't"):
        compare("/a/mine.py", "8", {"tcp://one:1": "8", "tcp://two:1": theirs})


def test_work_that_is_left_is_cancelled(cluster: Cluster) -> None:
    """As by Ctrl-C: who stops waiting leaves nothing behind."""
    assert cluster.connection
    game = Game.load("sparks")
    running = simulate(game, 10**9, workers=at(cluster, game, 0.3))
    next(running)
    assert isinstance(running, Generator)
    running.close()
    until = time.monotonic() + HANGS
    while any(cluster.connection.client.processing().values()):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_worker_that_dies_loses_nothing(cluster: Cluster) -> None:
    game, games = Game.load("sparks"), 60_000
    counted = []
    for summary in simulate(game, games, 3, workers=at(cluster, game, 0.1)):
        counted.append(summary.games)
        if len(counted) == 4:
            cluster.workers[0].send_signal(signal.SIGKILL)
    assert counted == sorted(set(counted))
    assert len(counted) > 8
    assert summary == last(game, games)


@dataclass
class Losing:
    """Workers, of whom one dies with the work that it is at when the first result has come."""

    remote: Remote
    worker: subprocess.Popen[bytes]

    @property
    def size(self) -> int:
        return self.remote.size

    @property
    def aim(self) -> float:
        return self.remote.aim

    def each(self, work: Callable[[Game, Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        for result in self.remote.each(work, tasks):
            self.worker.send_signal(signal.SIGKILL)
            yield result


def test_a_worker_that_dies_takes_nothing_of_what_is_learnt(cluster: Cluster) -> None:
    """Its shares are played again; six of them, so that both workers are at work when the first is done."""
    spare = started("worker", cluster.address, "--no-nanny", "--nthreads", "1")
    cluster.workers.append(spare)
    assert cluster.connection
    until = time.monotonic() + HANGS
    while cluster.connection.threads < 2:
        assert time.monotonic() < until
        time.sleep(0.05)
    found = learnt_by(Losing(at(cluster, Game.load("reversi")), spare), 6)
    assert spare.wait(HANGS) == -signal.SIGKILL
    assert found == learnt_by(None, 6)


def test_if_the_scheduler_goes_what_was_done_is_kept(cluster: Cluster) -> None:
    assert cluster.connection
    game = Game.load("sparks")
    kept = None
    with pytest.raises(WorkersLostError, match="the scheduler is gone; what was done until then is kept"):
        for kept in simulate(game, 10**9, 3, workers=at(cluster, game, 0.1)):
            if cluster.scheduler.poll() is None and kept.games > 100:
                cluster.scheduler.send_signal(signal.SIGKILL)
                cluster.scheduler.wait()
    assert kept
    assert kept == last(game, kept.games)
    with pytest.raises(ClusterError, match="the scheduler is gone"):
        remote(game, cluster.connection)
    with pytest.raises(WorkersLostError, match="the scheduler is gone"):
        learn(game, 1, 2, lambda _: True, workers=at(cluster, game))
