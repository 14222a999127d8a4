"""A connection to a Dask scheduler, and everything that may be wrong with it, said in a sentence.

Dask takes a second to import, so that is done when somebody asks for a cluster.
"""

from __future__ import annotations

import logging
import re
import socket
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from interpreter.bridges.cluster.program import file_digest, fingerprint
from interpreter.work.chunks import WorkersLostError

PATIENCE = 5.0
"""Seconds in which a scheduler has to answer."""
WORKERS_PATIENCE = 10.0
"""Seconds in which the first worker has to be there."""
ADDRESS = re.compile(r"(tcp|tls|ws|wss)://[^\s/]+:\d+/?")

START = "start one with `dask scheduler`, and workers with `dask worker ADDRESS`"
NO_SCHEDULER = "what answers there is no Dask scheduler, or one of another version"


class ClusterError(WorkersLostError):
    """A cluster that can't be used; the message says why and what to do."""


@dataclass(frozen=True)
class Connection:
    """A scheduler that answers, with at least one worker, all of them with the same program as here."""

    client: Any
    address: str

    @property
    def threads(self) -> int:
        """How many tasks its workers do at a time; raises ClusterError if the scheduler doesn't answer."""
        return sum(threads_of(self.client, self.address).values())

    def check_file(self, path: str) -> None:
        """See that every worker has the same file in the same place; raises ClusterError."""
        compare(path, file_digest(path), _asked(self.client, self.address, file_digest, path))


def compare(path: str, ours: str | None, found: Mapping[str, Any]) -> None:
    """See that each worker has the same content in that file; raises ClusterError."""
    for worker, theirs in found.items():
        if theirs != ours:
            what = "hasn't that file" if theirs is None else "has another file of that name"
            raise ClusterError(
                f"{path}: the worker {worker} {what}; a player's code doesn't travel to a cluster: "
                "put the same file in the same place on each worker, or name a player that ships"
            )


@contextmanager
def connected(address: str) -> Iterator[Connection]:
    """Open a connection, and close it at the end; raises ClusterError within some seconds."""
    if not ADDRESS.fullmatch(address):
        raise ClusterError(f"`{address}` is no address of a scheduler, such as tcp://localhost:8786")
    client = _client(address)
    try:
        _check_scheduler(client, address)
        _wait_for_worker(client, address)
        _check_workers(client, address)
        yield Connection(client, address)
    finally:
        with suppress(Exception):
            client.close(timeout=1)


def quiet() -> None:
    """Keep Dask's own reports from standard error: what matters is said by ClusterError."""
    import distributed

    assert distributed
    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _client(address: str) -> Any:
    import dask
    from distributed import Client

    _check_port(address)
    dask.config.set({"distributed.comm.timeouts.connect": f"{PATIENCE}s"})
    # one that never came to be complains when it is thrown away
    connect: Any = type("OurClient", (Client,), {"__del__": lambda self: None})
    try:
        with warnings.catch_warnings():  # another version is an error here, which says more
            warnings.simplefilter("ignore")
            return connect(address, timeout=PATIENCE, set_as_default=False, name="gdl")
    except Exception:
        raise ClusterError(f"{address}: {NO_SCHEDULER}; {START}") from None


def _check_port(address: str) -> None:
    """See that what answers greets as Dask does: Dask itself tries for long, or waits for ever for somebody else."""
    scheme, _, place = address.rstrip("/").partition("://")
    host, _, port = place.rpartition(":")
    if not 0 < int(port) < 1 << 16:
        raise ClusterError(f"{address}: there is no port {port}")
    greeting = b""
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE) as line:
            if scheme != "tcp":  # the others begin with greetings of their own
                return
            with suppress(OSError):
                greeting = line.recv(1000)
    except OSError as problem:
        why = "nothing answers there" if isinstance(problem, TimeoutError) else problem.strerror or str(problem)
        raise ClusterError(f"{address}: no scheduler can be reached ({why}); {START}") from None
    if b"pickle-protocol" not in greeting:
        raise ClusterError(f"{address}: {NO_SCHEDULER}; {START}")


def _check_scheduler(client: Any, address: str) -> None:
    ours = version("distributed")
    try:
        found = client.sync(client.scheduler.versions, callback_timeout=PATIENCE)
        theirs = found["packages"]["distributed"]
    except Exception:
        raise ClusterError(f"{address}: {NO_SCHEDULER}") from None
    if theirs != ours:
        raise ClusterError(
            f"{address}: the scheduler runs Dask {theirs}, and this is Dask {ours}; "
            f"install one version everywhere: pip install distributed=={ours}"
        )


def _wait_for_worker(client: Any, address: str) -> None:
    until = time.monotonic() + WORKERS_PATIENCE
    while not threads_of(client, address):
        if time.monotonic() > until:
            raise ClusterError(f"{address}: the scheduler has no workers; start some with `dask worker {address}`")
        time.sleep(0.1)


def _check_workers(client: Any, address: str) -> None:
    """See that all have this program. Those that come later are asked with each task."""
    for worker, theirs in _asked(client, address, fingerprint).items():
        if isinstance(theirs, ImportError):
            raise ClusterError(
                f"{address}: the worker {worker} hasn't this program; install gdl-interpreter[cluster] where it runs"
            )
        if isinstance(theirs, Exception):
            raise ClusterError(f"{address}: the worker {worker} fails: {theirs}")
        if theirs != fingerprint():
            raise ClusterError(other_program(worker, str(theirs)))


def other_program(worker: str, theirs: str) -> str:
    """What is said of a worker with another program."""
    return (
        f"the worker {worker} runs another version of this program ({theirs}; here it is {fingerprint()}): "
        "install the same one where it runs, and start the worker again"
    )


def threads_of(client: Any, address: str) -> Mapping[str, int]:
    """The threads of each worker; raises ClusterError if the scheduler doesn't answer."""
    try:
        found: Mapping[str, int] = client.sync(client.scheduler.ncores, callback_timeout=PATIENCE)
    except Exception:
        raise ClusterError(f"{address}: the scheduler is gone") from None
    return found


def _asked(client: Any, address: str, what: Any, *arguments: Any) -> Mapping[str, Any]:
    """What a function gives on each worker, or the error that it raised there."""
    try:
        found: Mapping[str, Any] = client.sync(
            client._run, what, *arguments, on_error="return", callback_timeout=2 * PATIENCE
        )
    except Exception as problem:
        raise ClusterError(f"{address}: the workers don't answer ({type(problem).__name__})") from None
    return found
