"""The face's files put together: one document, one style sheet, one script. No build tool, no library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files

from cli.languages import catalogues

FACE = files("cli.web.page") / "face"
MODULES = (
    "dom.js", "language.js", "language_field.js", "safe.js", "choosing.js", "clock.js", "completing.js",
    "shortest.js", "words.js", "places.js", "motion.js", "board.js", "dragging.js", "sounds.js", "guide.js",
    "heap.js", "placed_news.js", "premove.js", "focus.js", "again.js", "players.js", "cards.js", "moves.js", "story.js",
    "evaluation.js", "review.js", "settings.js", "dialogues.js", "draft.js", "half_put.js", "placing_tools.js",
    "placing_fields.js", "position_editor.js", "elsewhere.js", "themes.js", "toolbar.js", "turn.js", "telling.js",
    "analysis.js", "dropped.js", "face.js",
)  # fmt: skip
"""In an order in which each needs only those before it."""
LOBBY = (
    "dom.js", "language.js", "language_field.js", "words.js", "settings.js", "open_games.js", "posting.js",
    "dropped.js",
)  # fmt: skip
SEAT = ("posting.js", "coming_back.js", "remote.js", "remote_page.js")
"""Beside them, on the page of a seat on a server."""
NEEDS = (
    "this page is a game, and needs JavaScript, which is switched off in this browser. "
    "Everything it needs is in the page itself; nothing is loaded from elsewhere."
)
_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_COMMENT = re.compile(r"^ *(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n|(?<=[;,{}()]) // .*$", re.MULTILINE)
_INDENT = re.compile(r"^ +", re.MULTILINE)
_EMPTY = re.compile(r"\n{2,}")
_STYLE_COMMENT = re.compile(r"/\*[^*]*\*/")
_BREAK = re.compile(r"(?:(?<=[;{},])|^)\s*\n\s*")
_EXPORT = re.compile(r"^export (?=(async |const|function|class|let))", re.MULTILINE)


def part(name: str) -> str:
    """One of the face's files."""
    return (FACE / name).read_text(encoding="utf-8")


def style() -> str:
    """The style sheet, without comments, and with new lines only where a value goes over several."""
    return _BREAK.sub("", _STYLE_COMMENT.sub("", part("style.css") + part("print.css")))


def joined(*modules: str) -> str:
    """JavaScript modules as one: their names share one room, so that nothing is imported or exported. Comments, indents
    and empty lines are left out: no text in a module goes over several lines, or holds a semicolon or bracket before
    ` // `."""
    return "\n".join(_lean(_EXPORT.sub("", _IMPORT.sub("", module))) for module in modules)


def _lean(module: str) -> str:
    return _EMPTY.sub("\n", _INDENT.sub("", _COMMENT.sub("", module)))


def script(*more: str, taught: bool = True) -> str:
    """The face's modules, and behind them those that are given; the last should call `show(engine, document.body)`.
    `taught`: whether the languages stand in it; else `learn` is to be called with them."""
    return joined(*map(part, MODULES), *([learnt()] if taught else []), *more)


def lobby() -> str:
    """The script of the page on which games begin."""
    return joined(*map(part, LOBBY), learnt(), part("lobby.js"))


def learnt() -> str:
    """What teaches a page the languages there are."""
    return f"learn({languages()});"


def languages(script: str | None = None) -> str:
    """All catalogues, as JSON with commas between; of a script's texts alone, if it is given."""
    return ", ".join(catalogues.as_json(catalogue, script) for catalogue in catalogues.known())


def document(title: str, head: str, body: str = "") -> str:
    """The page around style and script; `head` brings them, as links or in place. `title` must be escaped."""
    page = part("index.html").replace("{without}", "\n".join(_without_scripts()))
    return page.replace("{title}", title).replace("{head}", head).replace("{body}", body)


def _without_scripts() -> Iterator[str]:
    """What the page says where nothing can find out which language is wanted: in each."""
    yield f"<p>{{title}}: {NEEDS}</p>"
    for catalogue in catalogues.known():
        yield f'<p lang="{catalogue.code}">{{title}}: {escape(str(catalogue.texts[NEEDS]))}</p>'
