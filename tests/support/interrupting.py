"""Processes that are interrupted."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


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
