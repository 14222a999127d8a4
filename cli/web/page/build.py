"""A game as one HTML file: the compiled rules, the engine around them, the face. It needs no network, and no server.

The modules and all that goes with them, and the worker's program, are packed (gzip, base 85) into script elements that
aren't scripts. The page's policy allows the one script that is in it, workers made of its own text, compiled rules, and
nothing else.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode, b85encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from cli.session.seats import HUMAN
from cli.web.page import face
from cli.web.page.about import about
from cli.web.page.scenes import scene_data
from cli.web.page.tables import table
from cli.web.page.thinking import kinds, looks_ahead, seated, thinking
from interpreter import Game
from interpreter.drawing.end_words import reasons
from interpreter.game import records
from interpreter.native.compile import compile_model
from interpreter.native.module.emitter import Unsupported
from interpreter.players.learnt import make_usual, policy_of, usual, weights_of
from interpreter.players.taught import HOLDS_POLICY

if TYPE_CHECKING:
    from interpreter.native.compiled import Compiled
    from interpreter.players.learning.policy import Policy

JOBS = ("page", "placing", "mcts", "hints")
DEEPENS = "alphabeta"
ENGINE = files("cli.web.page") / "engine"
IN_WORKER = (
    "instance.js", "rules.js", "reading.js", "records.js", "pgn.js", "sgf.js", "kinds.js", "near.js", "pauses.js",
    "turn_time.js", "mcts.js", "alphabeta.js", "levels.js", "search.js", "seen.js", "review.js", "positions.js",
    "notation.js", "placed.js", "questions.js", "refused.js", "settings.js", "shown.js", "refusals.js", "advice.js",
    "saving.js", "opening.js", "game.js", "worker.js",
)  # fmt: skip
"""In an order in which each needs only those before it."""
SHARED = ("shortest.js",)
"""Of the face's."""
IN_PAGE = ("unpack.js", "shelf.js", "engine.js", "start.js")
_SIGNS = str.maketrans(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~",
    "".join(map(chr, range(ord("*"), ord("~") + 1))).replace("<", "!"),
)
"""Python's signs for the numbers 0 to 84, and those that follow each other."""
MADE = '<meta name="generator" content="gdl page">'
"""Says in a page's head who made it."""


@dataclass(frozen=True)
class Page:
    """A page that was made, and how large its parts are."""

    html: str
    modules: tuple[int, ...]
    """Bytes of each setting's module."""

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return len(self.html.encode())


def in_worker(*but: str) -> list[str]:
    """What a worker is made of, but for these files: what it shares with the page comes first."""
    return [*map(face.part, SHARED), *(part(name) for name in IN_WORKER if name not in but)]


def page(games: Sequence[Game], sources: Sequence[str]) -> Page:
    """The page of a game, with these settings of its options; the first is played if nothing else is chosen.

    `sources`: how each setting's record names the ruleset. Raises Unsupported if the rules can't be compiled.
    """
    packed, modules = [], []
    for number, (given, source) in enumerate(zip(games, sources, strict=True)):
        game, compiled = made(given)
        values, parts = learnt(game, compiled)
        said = setting(game, table(game, compiled), source) | {"module": len(compiled.binary), "learnt": parts}
        data = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
        packed.append(_block(f"gdl-setting-{number}", data.encode(), compiled.binary + values))
        modules.append(len(compiled.binary))
    worker = face.joined(*in_worker())
    script = face.script(*map(part, IN_PAGE), taught=False)
    style = face.style()
    head = "\n".join([
        MADE,
        f'<meta http-equiv="Content-Security-Policy" content="{policy(script, style)}">',
        f"<style>{style}</style>",
    ])  # fmt: skip
    body = "\n".join([
        *packed,
        f'<script type="text/plain" id="gdl-languages">{_packed(f"[{face.languages(script)}]".encode())}</script>',
        f'<script type="text/plain" id="gdl-worker">{_packed(worker.encode())}</script>',
        f'<script type="module">{_inert(script)}</script>',
    ])  # fmt: skip
    return Page(face.document(escape(games[0].title), head, body), tuple(modules))


def made(game: Game) -> tuple[Game, Compiled]:
    """The rules as a page's module, which can say why a game has ended; and the game whose rules these are."""
    found = reasons(game.model, game.given)
    if found is None:
        return game, compile_model(game.model, jobs(game))
    other = Game(found.model, game.backend, game.given)
    make_usual(other, usual(game))
    try:
        return other, compile_model(found.model, jobs(game), why=found.texts)
    except Unsupported:  # it may be what is said that is too long
        return game, compile_model(game.model, jobs(game))


def jobs(game: Game) -> tuple[str, ...]:
    """What a page's module is made for."""
    more = (DEEPENS,) if looks_ahead(game) else ()
    return (*JOBS, *more, HOLDS_POLICY) if _policy(game) else (*JOBS, *more)


def _policy(game: Game) -> Policy | None:
    """How good options look, where there are no values: as a search has it that isn't on a page."""
    return None if weights_of(game.model, usual(game)) else policy_of(game.model, "")


def learnt(game: Game, compiled: Compiled) -> tuple[bytes, dict[str, Any] | None]:
    """What values were learnt with for these rules: a table as it lies in the module's memory, and behind it the
    weights as whole numbers of 16 bits: all lower bytes, then all upper ones, which can be packed tighter so. And how
    long the table is, with the weights' parts. Or a policy, and how long it is. None if there is nothing.
    """
    if (found := _policy(game)) is not None:
        held = found.in_memory(compiled.model)
        return held, {"policy": len(held)}
    weights = weights_of(game.model, usual(game))
    if weights is None or compiled.weights is None:
        return b"", None
    from interpreter.players.learning.placing import table_of  # few rules have any

    table_, _ = table_of(weights.name, weights.features, *compiled.weights)
    numbers, parts = weights.whole_numbers()
    return table_ + numbers[::2] + numbers[1::2], {"table": len(table_), "parts": parts}


def policy(script: str, style: str) -> str:
    """What the page may do (Content Security Policy, level 3): run its own text, and compiled rules."""
    return "; ".join([
        "default-src 'none'", f"script-src {_hash(_inert(script))} 'wasm-unsafe-eval'", "worker-src blob:",
        f"style-src {_hash(style)}", "img-src data:", "base-uri 'none'", "form-action 'none'",
    ])  # fmt: skip


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _inert(script: str) -> str:
    """A script that can't end its element: these signs stand in texts and comments only."""
    return script.replace("</", "<\\/").replace("<!--", "<\\!--")


def part(name: str) -> str:
    """One of the engine's files."""
    return (ENGINE / name).read_text(encoding="utf-8")


def _block(name: str, data: bytes, binary: bytes) -> str:
    """The data's length, the data, and what isn't text: packed. The same rules give the same bytes, whenever it is."""
    packed = _packed(len(data).to_bytes(4, "little") + data + binary)
    return f'<script type="text/plain" id="{name}" data-setting>{packed}</script>'


def _packed(data: bytes) -> str:
    return in_signs(gzip.compress(data, 9, mtime=0))


def in_signs(data: bytes) -> str:
    """Bytes as text of 85 different signs, five for four bytes; base64 would take a fifteenth more. `unpack.js` reads
    it. None of them is `<`, so the text can't end the element that it stands in."""
    return b85encode(data).decode().translate(_SIGNS)


def setting(game: Game, numbers: dict[str, Any], source: str) -> dict[str, Any]:
    """All that a page needs of one setting, but the module; `numbers`: its table."""
    info = about(game)
    first, *others = game.players
    return {
        "hash": game.hash,
        "head": records.named(game, source),
        "options": {option["name"]: option["value"] for option in info["options"]},
        "defaults": {option["name"]: option["default"] for option in info["options"]},
        "sets": [option.name for option in game.model.options if isinstance(option.value, list)],
        "seats": {first: HUMAN, **dict.fromkeys(others, seated(game))},
        "table": {**numbers, "thinking": thinking(game)},
        "info": {**info, "kinds": kinds(game), "scene": scene_data(game)},
    }
