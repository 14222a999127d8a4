"""What only these adapters need: who hasn't got it is told how to get it."""

from __future__ import annotations

from importlib.util import find_spec


def needed(extra: str, *modules: str) -> None:
    """See that the modules of an extra are there; raises ImportError, which says what to do."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise ImportError(f"{', '.join(missing)} isn't installed: pip install 'gdl-interpreter[{extra}]'")
