"""Modules under the paths that they had before the wings were built: programs that import those go on working."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

PLACES = {
    "adapters": "bridges.adapters",
    "backend": "graph.backend",
    "batch": "bridges.batch",
    "beliefs": "players.beliefs",
    "cluster": "bridges.cluster",
    "equilibrium": "players.equilibrium",
    "game.chance": "graph.chance",
    "game.errors": "errors",
    "learning": "players.learning",
    "players.matches": "lab.matches",
    "spaces": "bridges.spaces",
    "study": "lab.study",
    "symmetries": "players.symmetries",
    "tools": "lab.tools",
    "tools.chunks": "work.chunks",
    "tuning": "lab.tuning",
}
"""Old path → new path, both below `interpreter`; what lies below a folder moved with it."""


def place(name: str) -> str | None:
    """Where a module lies now, by the dotted name it had."""
    package, _, path = name.partition(".")
    behind = ""
    while package == "interpreter" and path:
        if path in PLACES:
            return f"interpreter.{PLACES[path]}{behind}"
        path, _, last = path.rpartition(".")
        behind = f".{last}{behind}"
    return None


class Moved(MetaPathFinder, Loader):
    """Finds a module by its old path. It is the same object as under the new one."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """A spec for an old path, else None."""
        return ModuleSpec(fullname, self) if place(fullname) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module at its new place."""
        new = place(spec.name)
        assert new is not None
        warnings.warn(f"{spec.name} is now {new}", DeprecationWarning, stacklevel=2)
        module = import_module(new)
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is left to do, but that the module keeps the spec it was made by."""
        spec = module.__spec__
        assert spec is not None
        module.__spec__ = spec.loader_state


def install() -> None:
    """Look here first: else what lies in a folder with an old name would be loaded once more, under that name."""
    if not any(isinstance(finder, Moved) for finder in sys.meta_path):
        sys.meta_path.insert(0, Moved())
