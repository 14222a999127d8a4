"""Questions of the page, read with care: anything may come over a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.editors.documents import Document, Documents
from cli.studio.files import Refused
from cli.studio.playing import Wish
from cli.studio.rules import Rules
from interpreter.game import yaml_files as yamlio

NO_WISH = "this is no wish that the page sends"


class Asked:
    """What questions are about: the texts that are open."""

    def __init__(self, documents: Documents) -> None:
        self.documents = documents

    def document(self, asked: Mapping[str, Any]) -> Document:
        """The open text that is meant; raises Refused."""
        uri = asked.get("uri")
        document = self.documents.get(uri) if isinstance(uri, str) else None
        if document is None:
            raise Refused("no text is open")
        return document

    def rules(self, asked: Mapping[str, Any]) -> Rules:
        """The rules that are meant, with their options; raises Refused."""
        document = self.document(asked)
        options, players = asked.get("options") or {}, asked.get("players")
        is_right = (
            isinstance(options, Mapping) and all(isinstance(v, bool | int | str) for v in options.values())
            and (players is None or type(players) is int)
        )  # fmt: skip
        if not is_right:
            raise Refused(NO_WISH)
        return Rules(document.source, document.texts, dict(options), players)

    def wish(self, asked: Mapping[str, Any]) -> Wish:
        """A wish as the page has sent it; raises Refused."""
        rules = self.rules(asked)
        seats, moves = asked.get("seats") or {}, asked.get("moves") or []
        numbers = {name: asked.get(name) or 0 for name in ("seed", "number", "ply")}
        is_right = (
            isinstance(seats, Mapping) and all(isinstance(v, str) for v in seats.values())
            and isinstance(moves, list) and all(isinstance(move, str) for move in moves)
            and all(type(n) is int and 0 <= n < 2**53 for n in numbers.values())
            and isinstance(asked.get("act", "show"), str) and isinstance(asked.get("text", ""), str)
        )  # fmt: skip
        if not is_right:
            raise Refused(NO_WISH)
        return Wish(
            rules, numbers["seed"], numbers["number"], dict(seats), tuple(moves), asked.get("act", "show"),
            asked.get("text", ""), numbers["ply"], _position(asked.get("position")), _position(asked.get("tried")),
        )  # fmt: skip


def _position(text: Any) -> dict[str, Any] | None:
    """A position as the page sends it: as a text, for names of sites and pieces are no names of parameters."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise Refused(NO_WISH)
    try:
        return yamlio.parse(text).data
    except yamlio.YamlError:
        raise Refused(NO_WISH) from None
