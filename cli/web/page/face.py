"""The face's files put together: one document, one style sheet, one script. No build tool, no library."""

from __future__ import annotations

import re
from importlib.resources import files

FACE = files("cli.web.page") / "face"
MODULES = (
    "dom.js", "safe.js", "choosing.js", "completing.js", "words.js", "places.js", "board.js", "moves.js", "story.js",
    "settings.js", "dialogues.js", "face.js",
)  # fmt: skip
"""In an order in which each needs only those before it."""
_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(async |const|function|class|let))", re.MULTILINE)


def part(name: str) -> str:
    """One of the face's files."""
    return (FACE / name).read_text(encoding="utf-8")


def style() -> str:
    """The style sheet."""
    return part("style.css")


def joined(*modules: str) -> str:
    """JavaScript modules as one: their names share one room, so that nothing is imported or exported."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", module)) for module in modules)


def script(*more: str) -> str:
    """The face's modules, and behind them those that are given; the last should call `show(engine, document.body)`."""
    return joined(*map(part, MODULES), *more)


def document(title: str, head: str, body: str = "") -> str:
    """The page around style and script; `head` brings them, as links or in place. `title` must be escaped."""
    return part("index.html").replace("{title}", title).replace("{head}", head).replace("{body}", body)
