"""What is installed on wish alone: who asks for it without having it is told how to get it."""

from __future__ import annotations

from importlib.util import find_spec

from cli.options.arguments import stop
from interpreter.errors import not_installed

EXTRAS = {
    "batch": ("numpy",),
    "cluster": ("distributed",),
    "lsp": ("pygls", "lsprotocol"),
    "serve": ("starlette", "uvicorn", "websockets"),
    "pictures": ("resvg_py", "PIL"),
    "studio": ("pygls", "lsprotocol", "starlette", "uvicorn", "websockets"),
    "study": ("numpy", "matplotlib", "pyarrow", "optuna"),
    "watch": ("watchfiles",),
}
"""Each extra of this package, with the modules that it brings."""


def extra(name: str, what: str, modules: tuple[str, ...] | None = None) -> None:
    """See that an extra, or those modules of it, is there; else end with what to do. `what` needs it: `--cluster`."""
    missing = [module for module in modules or EXTRAS[name] if find_spec(module) is None]
    if missing:
        stop(not_installed(what, missing, name))
