"""The page's files put together: the face of a game (`cli.web.page.face`), and the studio's own modules behind it."""

from __future__ import annotations

from importlib.resources import files

from cli.web.page import face

PAGE = files("cli.studio") / "page"
MODULES = (
    "line.js", "layer.js", "editor.js", "proposals.js", "explanation.js", "search.js", "findings.js", "engine.js",
    "files.js", "tabs.js", "figures.js", "lab.js", "controls.js", "helping.js", "studio.js",
)  # fmt: skip
"""In an order in which each needs only those before it."""


def part(name: str) -> str:
    """One of the studio's files."""
    return (PAGE / name).read_text(encoding="utf-8")


def style() -> str:
    """The style sheet: the face's, and the studio's behind it."""
    return face.style() + part("studio.css")


def script() -> str:
    """The whole script of the page."""
    return face.script(*map(part, MODULES))
