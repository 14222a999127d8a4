"""A clock for matches on a machine that does other things, too: it goes on only while this process works.

Players who think for 100 ms then get 100 ms of a processor, however long they have to wait for it.
"""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from unittest import mock


def processor_clock() -> AbstractContextManager[object]:
    """As long as this is open, players go by the processor time of the process; seconds."""
    return mock.patch.object(time, "perf_counter", time.process_time)
