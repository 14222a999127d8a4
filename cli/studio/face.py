"""The page's files put together: the face of a game (`cli.web.page.face`), and the studio's own modules behind it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from cli.web.page import face

PAGE = files("cli.studio") / "page"
MODULES = (
    "line.js", "links.js", "layer.js", "indents.js", "editor.js", "snippets.js", "proposals.js", "explanation.js",
    "search.js", "findings.js", "engine.js", "stage.js", "notice.js", "left_behind.js", "open_file.js",
    "from_disk.js", "checking.js", "layout.js", "tabs.js", "figures.js", "comparison.js", "cases.js", "base.js",
    "lab.js", "controls.js", "folding.js", "helping.js", "beginnings.js", "naming.js", "manual.js", "share.js",
    "studio.js",
)  # fmt: skip
"""In an order in which each needs only those before it."""
SERVER = ("socket.js", "start_server.js")
"""Behind them, where a server is the page's host."""


def part(name: str) -> str:
    """One of the studio's files."""
    return (PAGE / name).read_text(encoding="utf-8")


def style() -> str:
    """The style sheet: the face's, and the studio's behind it."""
    return face.style() + part("studio.css")


def script(host: Sequence[str] = SERVER) -> str:
    """The whole script of the page; `host`: the modules that begin it, with who answers it."""
    return face.script(*map(part, (*MODULES, *host)))
