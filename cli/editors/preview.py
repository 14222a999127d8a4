"""The request `gdl/board`: a position of the ruleset that is being written, as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cli.editors.documents import Document
from cli.editors.playing import Draw, DrawReply
from cli.editors.session import Session
from cli.editors.workers import TooLong
from gdl.index.chain import Texts
from gdl.library import NotFound, read_file
from gdl.text.source import Source

PATIENCE = 20.0


async def board(
    session: Session, document: Document | None, path: str | None, asked: Mapping[str, Any]
) -> dict[str, Any]:
    """The picture as SVG, with the moves that there are; or what is wrong, for people."""
    if document is not None:
        source, texts = document.source, document.texts
    elif path is not None and path.endswith(".gdl"):
        try:
            source, texts = read_file(Path(path)), Texts()
        except NotFound as problem:
            return _failed(str(problem))
    else:
        return _failed("there is no such ruleset")
    job = _job(source, texts, asked)
    if isinstance(job, str):
        return _failed(job)
    try:
        reply = await session.player.ask(job, PATIENCE)
    except TooLong:
        return _failed(f"drawing takes more than {PATIENCE:.0f} seconds of computing")
    if not isinstance(reply, DrawReply):
        return _failed("the picture can't be drawn")
    if reply.error:
        return _failed(reply.error)
    return {"svg": reply.svg, "moves": list(reply.moves), "toMove": reply.to_move, "error": None}


def _job(source: Source, texts: Texts, asked: Mapping[str, Any]) -> Draw | str:
    """What is to be drawn; a text says what is wrong with the question."""
    options, players, moves = asked.get("options") or {}, asked.get("players"), asked.get("moves") or []
    seed = asked.get("seed") or 0
    if not isinstance(options, Mapping):
        return '`options` is a mapping: {"size": 5}'
    if not (players is None or (isinstance(players, int) and not isinstance(players, bool))):
        return "`players` is a number"
    if not (isinstance(moves, list | tuple) and all(isinstance(move, str) for move in moves)):
        return "`moves` is a list of moves as text"
    if not isinstance(seed, int) or not 0 <= seed < 2**63:
        return "`seed` is a whole number"
    return Draw(source, texts, dict(options), players, asked.get("position"), tuple(moves), seed)


def _failed(why: str) -> dict[str, Any]:
    return {"svg": None, "moves": [], "toMove": "", "error": why}
