"""Ctrl-C that comes while something is being cleared away is heard all the same."""

from __future__ import annotations

import subprocess
import sys

from patience import HANGS

PROGRAM = """
import os, signal, time
from cli import interrupts

class Cleared:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass

signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs the tests in the background may ignore it
interrupts.listen(130)
try:
    thing = Cleared()
    del thing
    time.sleep(60)
except KeyboardInterrupt:
    print("heard")
"""


def test_a_dropped_interrupt_is_said_again() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=HANGS, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("heard\n", "", 0)
