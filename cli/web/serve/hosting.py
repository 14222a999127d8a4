"""A host at a running table: the position as data, what becomes of one that is put together by hand, and the change.

The host's link shows what people see who watch, and opens the editor of positions. Where players hide something there
is no such link: whoever changes a position must see all of it, and the server can't know whether the host also plays.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from cli.web.page.seen import beside, held, sites
from cli.web.serve.course import Refused
from interpreter.drawing.results import result
from interpreter.game import drafts, yaml_files
from interpreter.game.position_reader import values_of

if TYPE_CHECKING:
    from cli.web.serve.kept import Link
    from cli.web.serve.match import Match
    from cli.web.serve.table import Table
    from interpreter import Game

Find = Callable[[str], Awaitable["tuple[Table, Link] | None"]]


class Host:
    """Answers what hosts ask for. `find` gives the table of a link, and holds it."""

    def __init__(self, find: Find) -> None:
        self.find = find

    async def answer(self, wish: dict[str, Any]) -> dict[str, Any]:
        """Do what a checked wish (`host_wish`) asks for. Raises Refused, GameError."""
        found = await self.find(wish["token"])
        if found is None:
            raise Refused("there is no game behind this link; was all of it copied?")
        table, link = found
        try:
            if not link.is_host:
                raise Refused("only the host's link changes the position")
            return await self._done(table, wish)
        finally:
            table.release()

    async def _done(self, table: Table, wish: dict[str, Any]) -> dict[str, Any]:
        if wish["do"] == "place":
            await table.place(wish["position"], wish["ply"], wish["takebacks"])
            return {}
        if wish["do"] == "try":
            return await table.course.look(lambda match: tried(match.game, wish["position"]))
        return {"position": await table.course.look(lambda match: position(match, wish["from"], wish["ply"]))}


def position(match: Match, origin: str, ply: int) -> dict[str, Any]:
    """A position as data: that at the beginning of the turn after so many plies ("now"), that in which the game begins
    by its rules ("start"), or that of a text. Raises PositionError, YamlError."""
    if origin == "start":
        return drafts.fresh(match.game.start(match.kept.seed))
    if origin != "now":
        return drafts.read(match.game, origin)
    shown = match.at(ply)
    return drafts.fresh(shown.turns[0] if shown.state.in_turn else shown.state)


def tried(game: Game, data: dict[str, Any]) -> dict[str, Any]:
    """A position in the editor, as `docs/page.md` has it."""
    found = drafts.tried(game, data)
    view, is_read = found.sketch.view(), not values_of(game, data)[1]
    return {
        "sites": sites(view), "lines": beside(view), "hands": held(view), "trouble": list(found.reasons),
        "over": result(found.state.view()) if found.state is not None and found.state.is_over else None,
        "text": yaml_files.dump(data), "line": game.notation.write(found.sketch) if game.notation and is_read else "",
    }  # fmt: skip
