"""All games of a server: begun, found by their links, put away when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from secrets import randbits
from typing import Any

from cli.session.seats import HUMAN, levels
from cli.web.page.about import about
from cli.web.page.editing import editing
from cli.web.page.scenes import scene_data
from cli.web.serve.course import Course, Refused
from cli.web.serve.guest import ASLEEP
from cli.web.serve.kept import Kept, Link, secret
from cli.web.serve.limits import Limits
from cli.web.serve.match import Match
from cli.web.serve.offers import Begun, Offers, moved_on
from cli.web.serve.opening import opened
from cli.web.serve.store import Store
from cli.web.serve.table import Table
from cli.web.serve.untold import Untold
from cli.web.serve.workers import RULES, Games, Settings, Thinkers, ThreadPool
from interpreter import Game
from interpreter.game.records import is_path
from interpreter.players.people_clock import Now
from interpreter.players.specs import RANDOM, by_name, file_of

ROUND = 30.0
"""Seconds between two looks for games that can be put away."""
TICK = 0.25
"""Seconds between two looks at the clocks."""
KINDS = (HUMAN, *levels(), RANDOM, "mcts:200ms", "mcts:1s", "careful:1s")
"""Who may sit where, as people on the page may choose: nobody who thinks for long."""
log = logging.getLogger("gdl.serve")


class Hall:
    """Tables by their numbers. All of it runs in the event loop."""

    def __init__(
        self, settings: Settings, title: str, seats: Mapping[str, str], store: Store, limits: Limits,
        thinkers: Thinkers, clock: str = "", now: Now = time.monotonic,
    ) -> None:  # fmt: skip
        """`clock`: the time that each has in new games, if not as much as they like; `now` is what clocks go by."""
        self.plain, self.title = settings, title
        self.seats, self.store, self.limits, self.thinkers = dict(seats), store, limits, thinkers
        self.clock, self.now = clock, now
        self.workers = [ThreadPool(f"rules-{i}") for i in range(RULES)]
        self.tables: dict[int, Table] = {}
        self._loading: dict[int, asyncio.Task[Table]] = {}
        self._infos: dict[str, dict[str, Any]] = {}
        self._scenes: dict[str, dict[str, Any]] = {}
        files = [file for kind in self.seats.values() if (file := file_of(kind))]
        self.untold = Untold([*files, *([settings.source] if is_path(settings.source) else [])])
        self._shown = _told_apart(self.seats.values())

    @property
    def is_thinking(self) -> bool:
        """Whether a thread is at work that nobody can stop."""
        return self.thinkers.is_busy or any(worker.is_busy for worker in self.workers)

    # ---- what there is to choose

    def settings(self, options: Mapping[str, Any], players: int | None) -> Settings:
        """The server's settings, changed by these."""
        count = players if players is not None else self.plain.players
        return Settings(self.plain.source, {**self.plain.options, **options}, count)

    async def info_for(self, table: Table, link: Link) -> dict[str, Any]:
        """What a page must know that somebody opens by this link."""
        kept, seat = table.course.match.kept, link.seat
        can = ["record", "goto"]
        if seat is not None:
            can += ["undo"] * (not table.course.match.game.model.hides)
            can += ["draw"] * table.course.match.may_draw
            can += ["resign", "again", "premove", "why", *(["hint"] if len(table.course.match.people) == 1 else [])]
        hosts = {}
        if link.is_host:
            can += ["edit"]
            hosts = {"hosts": True, "editing": await table.course.look(lambda match: editing(match.game))}
        found = {**await self.info(table.course.settings), "scene": await self._scene(table.course.settings, seat)}
        return {**found, **hosts, "mine": [seat] if seat else [], "seats": self.shown_seats(kept.seats), "can": can}

    async def _scene(self, settings: Settings, seat: str | None) -> dict[str, Any]:
        """The picture's parts, as this seat sees them."""
        worker, key = self.workers[0], f"{settings.key} {seat}"
        if key not in self._scenes:
            if len(self._scenes) > 64:
                self._scenes.clear()
            self._scenes[key] = await worker.do(lambda games: scene_data(games.of(settings), seat))
        return self._scenes[key]

    async def info(self, settings: Settings | None = None) -> dict[str, Any]:
        """What a page must know of a game with these settings."""
        settings = settings or self.plain
        if settings.key not in self._infos:
            worker = self.workers[0]
            found = await worker.do(lambda games: about(games.of(settings)))
            if len(self._infos) > 64:
                self._infos.clear()
            self._infos[settings.key] = {**found, "kinds": self.kinds(found["opponent"])}
        return self._infos[settings.key]

    def kinds(self, named: str) -> list[str]:
        """Who may be chosen for a seat."""
        return list(dict.fromkeys([*KINDS, named, *self._shown.values()]))

    def shown_seats(self, seats: Mapping[str, str]) -> dict[str, str]:
        """Who sits where, in words for guests."""
        return {player: self._shown.get(kind) or by_name(kind) for player, kind in seats.items()}

    # ---- games

    async def begin(
        self, options: Mapping[str, Any], players: int | None, seats: Mapping[str, str], is_open: bool = False,
        text: str = "",
    ) -> Begun:  # fmt: skip
        """A new game; `is_open`: who begins it has one seat, and anybody may take the others; `text`: the game or
        position from which it goes on. Raises Refused, GameError."""
        if not self._has_room():
            raise Refused(self._full())
        settings = self.settings(options, players)
        if is_open and not self.limits.open_games:
            raise Refused("Games aren't listed here.")
        return await self._begun(settings, self._sitting(await self.info(settings), seats), is_open, text)

    async def again(self, settings: Settings, seats: Mapping[str, str]) -> Begun:
        """The same game once more, in which each has the next one's seat; raises Refused, GameError."""
        if not self._has_room():
            raise Refused(self._full())
        return await self._begun(settings, moved_on(seats))

    async def _begun(self, settings: Settings, sitting: dict[str, str], is_open: bool = False, text: str = "") -> Begun:
        info = await self.info(settings)
        seed = randbits(63)
        worker = self.workers[0]
        rules = await worker.do(lambda games: _tried(games.of(settings), seed))
        found = await worker.do(lambda games: opened(games.of(settings), text))
        people = [player for player, kind in sitting.items() if kind == HUMAN]
        free = people[1:] if is_open else []
        begun = Begun(info["title"], {player: secret() for player in people if player not in free}, secret(),
                      host="" if info["hides"] else secret())  # fmt: skip
        links = {token: Link(player) for player, token in begun.links.items()} | {begun.watch: Link()}
        links |= {begun.host: Link(is_host=True)} if begun.host else {}
        kept = Kept(settings.source, rules, dict(settings.options), settings.players, seed, sitting, found.plies,
                    clock=self.clock, start=found.start)  # fmt: skip
        await asyncio.wrap_future(self.store.add(kept, links, free))
        return begun

    def _sitting(self, info: Mapping[str, Any], seats: Mapping[str, str]) -> dict[str, str]:
        if strangers := [player for player in seats if player not in info["players"]]:
            raise Refused(f"there is no player {strangers[0][:40]}; the players are {', '.join(info['players'])}")
        meant = {shown: kind for kind, shown in self._shown.items()}
        sitting = {}
        for player in info["players"]:
            kind = seats.get(player)
            if kind and kind not in info["kinds"]:
                raise Refused(f"{player} can't be {kind[:40]}; there are {', '.join(info['kinds'])}")
            sitting[player] = meant.get(kind, kind) if kind else self.seats.get(player, HUMAN)
        return sitting

    async def find(self, token: str) -> tuple[Table, Link] | None:
        """The table of a link, and what the link stands for; the table is held until it is released. Raises GameError,
        and Refused if its rules are others now, or there is no room."""
        found = await asyncio.wrap_future(self.store.find(token))
        if found is None:
            return None
        number, link = found
        table = self.tables.get(number)
        if table is None:
            if not self._has_room():
                raise Refused(self._full())
            if number not in self._loading:
                self._loading[number] = asyncio.create_task(self._load(number))
            try:
                loaded = await asyncio.shield(self._loading[number])
            finally:
                self._loading.pop(number, None)
            table = self.tables.get(number)  # of several who come at once the first one puts it there
            if table is None:
                self._make_room()
                table = self.tables[number] = loaded
        table.hold()
        return table, link

    async def _load(self, number: int) -> Table:
        kept = await asyncio.wrap_future(self.store.load(number))
        settings = Settings(kept.source, kept.options, kept.players)
        if kept.source != self.plain.source:
            raise Refused("this is a game of another ruleset than this server has")
        worker = self.workers[number % len(self.workers)]

        def made(games: Games) -> Match:
            game = games.of(settings)
            if game.hash != kept.rules:
                raise Refused(
                    "the rules of this game have changed since; to go on with it, the server needs the old rules"
                )
            return Match.of(kept, game, self.now)

        match = await worker.do(made)
        offers = Offers(self.again)
        return Table(Course(match, settings, worker, self.thinkers, self.store, self.untold, offers))

    # ---- going round

    async def look_after(self) -> None:
        """Put games away at which nobody sits; they stay on disk."""
        while True:
            await asyncio.sleep(ROUND)
            self.put_away()

    async def look_at_clocks(self) -> None:
        """End games in which somebody's time is over."""
        while True:
            await asyncio.sleep(TICK)
            for table in [table for table in self.tables.values() if table.course.is_late]:
                await table.look_at_clocks()

    def put_away(self) -> None:
        """Forget tables that nobody uses, and at which no clock runs."""
        now = asyncio.get_running_loop().time()
        for number, table in list(self.tables.items()):
            runs = table.course.match.clocks is not None and table.course.match.clocks.running is not None
            if table.is_left and not runs and now - table.used > self.limits.unused:
                del self.tables[number]

    def _has_room(self) -> bool:
        return len(self.tables) < self.limits.games or self._least_used() is not None

    def _make_room(self) -> None:
        """See that there is room for one table more; raises Refused."""
        if len(self.tables) < self.limits.games:
            return
        number = self._least_used()
        if number is None:
            raise Refused(self._full())
        table = self.tables.pop(number)
        self._keep_times(table)
        for guest in list(table.course.guests):
            guest.leave(ASLEEP)

    def _keep_times(self, table: Table) -> None:
        """What was thought of so far counts when the game goes on."""
        if table.course.match.times and not table.course.match.is_over:
            self.store.timed(table.course.match.kept.number, table.course.match.times)

    def _least_used(self) -> int | None:
        """The table that may be put away first: one that all have left, or else at which nobody has done anything for
        long."""
        long_ago = asyncio.get_running_loop().time() - self.limits.unused
        free = [
            (not table.is_left, table.used, number) for number, table in self.tables.items()
            if table.is_left or (table.is_still and table.used < long_ago)
        ]  # fmt: skip
        return min(free)[2] if free else None

    def _full(self) -> str:
        return f"{self.limits.games:,} games are being played here, and there is no room for more; try again later"

    async def close(self, code: int) -> None:
        """Everybody leaves, what was decided is on disk."""
        for table in self.tables.values():
            self._keep_times(table)
            for guest in list(table.course.guests):
                guest.leave(code)
        with suppress(Exception):
            await asyncio.sleep(0.1)
        for worker in self.workers:
            worker.close()
        self.thinkers.close()


def _told_apart(kinds: Iterable[str]) -> dict[str, str]:
    """Words for guests for each of these players, no two alike."""
    found: dict[str, str] = {}
    for kind in dict.fromkeys(kinds):
        plain = by_name(kind)
        alike = sum(one == plain or one.startswith(f"{plain} (") for one in found.values())
        found[kind] = f"{plain} ({alike + 1})" if alike else plain
    return found


def _tried(game: Game, seed: int) -> str:
    """The hash of the rules, if a game of them can begin; raises GameError."""
    game.start(seed)
    return game.hash
