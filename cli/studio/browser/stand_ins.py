"""What browsers haven't, and what stands in for it there. It is imported before anything else of the program."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time

from cli.studio.browser import pydantic, wasmtime

time.thread_time = time.process_time  # there is one thread, and one clock …
threading.Thread.start = threading.Thread.run  # type: ignore[method-assign] # … so what others would do is done at once


def _link(source: str, target: str) -> None:
    """A copy: files have one name there."""
    if os.path.lexists(target):
        raise FileExistsError(target)
    shutil.copyfile(source, target)


os.link = _link  # type: ignore[assignment]
sys.modules["wasmtime"] = wasmtime
sys.modules["pydantic"] = pydantic
