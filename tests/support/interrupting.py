"""Processes that are interrupted, and waited for by what they have done: a clock says little on a busy machine."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def started(words: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    """A process that hears Ctrl-C, even where whoever runs the tests doesn't, and that doesn't outlive the test."""
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads are started
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def computed(process: subprocess.Popen[str]) -> float:
    """Seconds that the process has computed."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def let_it_compute(process: subprocess.Popen[str], seconds: float) -> None:
    """Wait until the process has computed for so long from now on."""
    try:
        enough = computed(process) + seconds
        while computed(process) < enough and process.poll() is None:
            time.sleep(0.05)
    except OSError:  # a system that doesn't tell
        time.sleep(4 * seconds)
