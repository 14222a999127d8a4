"""Compiled rules for a game, or why there are none."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from interpreter.native.module.emitter import Unsupported

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.native.host.jobs import Native


def native(game: Game) -> Native | str:
    """The game's rules compiled, or a reason for people why they can't be, or can't be run here."""
    try:
        import wasmtime
    except (ImportError, RuntimeError, OSError) as problem:  # wasmtime isn't made for every kind of machine
        return f"wasmtime can't be used here ({problem})"
    from interpreter.native.host.code_cache import prepare
    from interpreter.native.host.jobs import Native

    try:
        return Native(game, prepare(game.model))
    except Unsupported as reason:
        return str(reason)
    except (wasmtime.WasmtimeError, MemoryError) as problem:
        return f"this machine refuses it ({' '.join(str(problem).split())[:100]})"
    except Exception as problem:  # the game can be played all the same
        if os.environ.get("GDL_DEBUG"):
            raise
        return f"the compiler failed ({type(problem).__name__}: {str(problem)[:100]}); please report it"
