"""The one engine of this process, which turns modules into machine code."""

from __future__ import annotations

from functools import lru_cache

import wasmtime


@lru_cache(maxsize=1)
def engine() -> wasmtime.Engine:
    """The engine. It doesn't count what it does (that costs up to a fifth); jobs have limits of their own instead."""
    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    return wasmtime.Engine(config)
