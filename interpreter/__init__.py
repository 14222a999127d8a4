"""Play: states, moves and results of any ruleset. Knows nothing of screens.

What this package promises is `__all__`, and the modules that `docs/api.md` and `docs/api_internals.md` name. A name is
loaded when it is asked for: a program that needs one wing doesn't wait for the others. `__init__.pyi` says of what type
each name is.
"""

from importlib import import_module

from interpreter import moved

__all__ = [
    "Ambiguous",
    "Game",
    "GameError",
    "LoadError",
    "Move",
    "MoveError",
    "NotAMove",
    "NotLegal",
    "Piece",
    "PlayerError",
    "PositionError",
    "RuleError",
    "State",
]
HOMES = {"Game": "game.game", "Move": "game.moves", "Piece": "game.pieces", "State": "game.state"}
"""Where a name is defined; all others are errors."""

moved.install()


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{HOMES.get(name, 'errors')}"), name)
    if name in ("Game", "State"):
        import_module(f"{__name__}.notebooks").attach()
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
