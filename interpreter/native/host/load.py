"""Compiled rules for a game, or why there are none."""

from __future__ import annotations

import os

from gdl.model.model import Model
from interpreter.cancellation import CancelledError, CancelToken
from interpreter.native.module.emitter import Unsupported

try:
    import wasmtime

    from interpreter.native.host.code_cache import prepare, prepare_by_c
    from interpreter.native.host.jobs import Native
    from interpreter.native.host.machine import NativeMachine

    MISSING = ""
except (ImportError, RuntimeError, OSError) as problem:  # wasmtime isn't made for every kind of machine
    MISSING = f"wasmtime can't be used here ({problem})"

__all__ = ["MISSING", "NativeMachine", "jobs"]


def jobs(model: Model, token: CancelToken | None = None, by_c: bool = False, turns_to_c: bool = False) -> Native | str:
    """The rules compiled, or a reason for people why they can't be, or can't be run here; raises CancelledError.
    `by_c`: by the machine's C compiler; `turns_to_c`: likewise, once that is quicker."""
    if MISSING:
        return MISSING
    try:
        making = prepare_by_c if by_c else prepare
        return Native(making(model, token=token), making, turns_to_c and token is None)
    except CancelledError:
        raise
    except Unsupported as reason:
        return str(reason)
    except (wasmtime.WasmtimeError, MemoryError) as problem:
        return f"this machine refuses it ({' '.join(str(problem).split())[:100]})"
    except Exception as problem:  # the game can be played all the same
        if os.environ.get("GDL_DEBUG"):
            raise
        return f"the compiler failed ({type(problem).__name__}: {str(problem)[:100]}); please report it"
