"""What browsers haven't, and what stands in for it there. It is imported before anything else of the program."""

from __future__ import annotations

import sys
import threading
import time

from cli.studio.browser import pydantic, wasmtime

time.thread_time = time.process_time  # there is one thread, and one clock …
threading.Thread.start = threading.Thread.run  # type: ignore[method-assign] # … so what others would do is done at once
sys.modules["wasmtime"] = wasmtime
sys.modules["pydantic"] = pydantic
