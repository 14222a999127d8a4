"""One game on the server: what was played, what may be played, what each seat is shown.

Nothing here waits or knows of connections; all of it runs in the thread to which the game's rules belong. A step is
worked out first (`after`), then kept on disk by others, and then taken (`take`), so that nobody is told of a ply that
could get lost.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cli.session.mistakes import mistake
from cli.session.refused import why_not
from cli.session.seats import HUMAN
from cli.web.page.seen import changes, choices, for_spectators, situation
from cli.web.serve.guest import dumps, joined
from cli.web.serve.kept import Kept, Ply
from interpreter import Game, Move, MoveError, NotLegal, PositionError, RuleError, State
from interpreter.drawing.changes import appearance
from interpreter.drawing.dice import faces
from interpreter.drawing.meanwhile import meanwhile
from interpreter.drawing.results import TWO
from interpreter.game import drafts
from interpreter.game.eyes import ONLOOKER, Eyes, told
from interpreter.game.plies import Step
from interpreter.game.shortest import listed
from interpreter.graph.chance import Chance
from interpreter.players.game_clock import clock
from interpreter.players.people_clock import Clocks, Now

if TYPE_CHECKING:
    from interpreter.drawing.site_texts import Spot
    from interpreter.game.views import View

BY_ITSELF = 200
"""Plies that are nobody's choice – dice, lone options – are played in a row, at most so many at a time."""


MOST_PLIES = 20_000
"""A game of more is one of rules that never come to an end."""


CHANGED = "the host changed the position"
"""Where a game stopped, and another one went on."""


MOST_KEPT = 100
"""Plies back to which somebody is told what they saw meanwhile, at most."""


@dataclass(frozen=True)
class Told:
    """A ply as it is told: to who sees everything, and, where that isn't the same, to each seat (`ONLOOKER`: to who
    looks on). Of what somebody isn't told there is no entry, or one without a text; several come at once when what was
    decided together is told."""

    whole: dict[str, Any]
    seats: Mapping[Eyes, tuple[dict[str, Any], ...]]

    def to(self, seat: Eyes) -> tuple[dict[str, Any], ...]:
        """What this seat is told."""
        return self.seats.get(seat, (self.whole,))


@dataclass(frozen=True)
class Next:
    """What a step comes to: its plies, as they are kept and as they are told, the state then, the turns' beginnings."""

    plies: tuple[Ply, ...]
    log: tuple[Told, ...]
    state: State
    turns: tuple[State, ...]
    error: str = ""
    """The rules' mistake that stopped it."""
    steps: tuple[Step, ...] = ()
    """The plies with the states around them, where players may see different things."""


@dataclass(frozen=True)
class Origin:
    """How a game begins: as the game of this number of its seed, or in a position."""

    number: int = 0
    position: State | None = None

    def state(self, game: Game, seed: int) -> State:
        """The state in which it begins."""
        return self.position or game.start(seed, self.number)

    @property
    def data(self) -> dict[str, Any] | None:
        """The position as data, for records."""
        return self.position.position() if self.position else None


@dataclass
class Match:
    """A game with its seats. `turns` are the states before the turn at hand and before the last one."""

    kept: Kept
    game: Game
    state: State
    turns: tuple[State, ...] = ()
    plies: list[Ply] = field(default_factory=list)
    log: list[Told] = field(default_factory=list)
    takebacks: int = 0
    resigned: str | None = None
    heard: set[str] = field(default_factory=set)
    clocks: Clocks | None = None
    fallen: str | None = None
    """Whose time was over."""
    drawn: bool = False
    """Whether all agreed to a draw."""
    recent: list[Step] = field(default_factory=list)
    """Where players may see different things: the plies since each person decided last, the latest of them at most."""
    origin: Origin = field(default_factory=Origin)
    _looks: list[tuple[State, str | None, Mapping[str, Spot]]] = field(default_factory=list)

    @classmethod
    def of(
        cls, kept: Kept, game: Game, now: Now = time.monotonic, origin: Origin | None = None
    ) -> Match:
        """The game as it is kept; raises RuleError if its rules fail, NotLegal if they are others now. Its clocks go by
        `now`, and run when `time` is called. `origin`: how it begins."""
        origin = origin or Origin(position=game.position(kept.start) if kept.start else None)
        state = origin.state(game, kept.seed)
        found = cls(
            kept, game, state, (state,), takebacks=kept.takebacks, resigned=kept.resigned, heard=set(kept.heard),
            fallen=kept.fallen, drawn=kept.drawn, origin=origin,
        )  # fmt: skip
        for ply in kept.plies:
            ways = found.state.ways
            if ply.option >= len(ways):
                raise NotLegal(f"{ply.text} can't be played any more: the rules have changed")
            found.take(found.by_option(ply.option, ply.asked))
        if kept.clock:
            moved = {one.whole["player"] for one in found.log}
            found.clocks = Clocks(clock(kept.clock), game.players, now, kept.times, moved)
        return found

    # ---- who is asked

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or by people."""
        return self.state.is_over or self.by_people is not None

    @property
    def by_people(self) -> str | None:
        """How the game ended, where that wasn't by its rules."""
        if self.resigned is not None:
            return f"{self.resigned} resigned"
        if self.fallen is not None:
            return f"{self.fallen} lost on time"
        if self.kept.went_on:
            return CHANGED
        return "draw by agreement" if self.drawn else None

    @property
    def may_draw(self) -> bool:
        """Whether people may agree to a draw: only they sit here, and the rules know draws."""
        return len(self.people) == len(self.kept.seats) > 1 and self.game.model.may_draw

    @property
    def asked(self) -> str | None:
        """The person who is to move, if it is one."""
        player = None if self.is_over else self.state.to_move
        return player if player is not None and self.kept.seats[player] == HUMAN else None

    @property
    def computer(self) -> str | None:
        """The player who is to move, if it is no person."""
        player = None if self.is_over else self.state.to_move
        return player if player is not None and self.kept.seats[player] != HUMAN else None

    @property
    def people(self) -> list[str]:
        """The seats that people have."""
        return [player for player, kind in self.kept.seats.items() if kind == HUMAN]

    # ---- time

    def time(self) -> None:
        """Let the clock run of who is to move."""
        if self.clocks is not None:
            self.clocks.ask(None if self.is_over else self.state.to_move, self.state.turns)

    @property
    def times(self) -> dict[str, float]:
        """The seconds that each has left, where there are clocks."""
        return self.clocks.left if self.clocks is not None else {}

    # ---- what was told

    def told(self, seat: str | None) -> list[dict[str, Any]]:
        """The game so far as this seat was told of it; None: who looks on. It only ever grows."""
        return [entry for one in self.log for entry in one.to(seat or ONLOOKER)]

    def ply_of(self, seat: str | None, count: int) -> int:
        """So many plies had been played when this seat had been told so much, and no more."""
        known = 0
        for ply, one in enumerate(self.log):
            known += len(one.to(seat or ONLOOKER))
            if known > count:
                return ply
        return len(self.log)

    # ---- steps

    def chosen(self, text: str) -> Next:
        """The step that a text asks for: a move, or `#` and its number. Raises MoveError, RuleError."""
        moves = self.state.moves
        number = text.removeprefix("#")
        if text.startswith("#") and number.isascii() and number.isdigit() and len(number) < 7:
            if not 0 < int(number) <= len(moves):
                raise NotLegal(f"there is no move {text} now")
            move = moves[int(number) - 1]
        else:
            move = _meant(self.state, text)
        return self._on(_here(self), move, _option(self.state, move), asked=len(moves) > 1)

    def by_option(self, option: int, asked: bool = False) -> Next:
        """The step of the option with this number."""
        return self._on(_here(self), self.state.ways[option], option, asked)

    def and_on(self, step: Next | None = None) -> Next:
        """The step, or none, and behind it what is nobody's choice. A mistake of the rules ends it, and is told."""
        step = step or _here(self)
        try:
            while len(step.plies) < BY_ITSELF and nobodys_choice(step.state):
                ways = step.state.ways
                option = 0
                if step.state.is_chance:
                    option = Chance(self.kept.seed).pick(len(ways), len(self.plies) + len(step.plies))
                step = self._on(step, ways[option], option, asked=False)
            if len(self.plies) + len(step.plies) >= MOST_PLIES:
                return replace(step, error=f"this game goes on and on: {MOST_PLIES:,} plies are more than are kept")
            if not step.state.is_over:
                _ = [move.text for move in step.state.moves]  # what can't be found or written is found out here
        except RuleError as error:
            step = replace(step, error=mistake(self.game, error))
        return step

    def take(self, step: Next) -> None:
        """Make a step."""
        self.plies.extend(step.plies)
        self.log.extend(step.log)
        self.state, self.turns = step.state, step.turns
        recent = [*self.recent, *step.steps]
        decided = {one.before.to_move: i for i, one in enumerate(recent)}
        self.recent = recent[min((decided.get(player, 0) for player in self.people), default=len(recent)):][-MOST_KEPT:]

    def back_to(self, left: int) -> Match:
        """The game as it was after so many plies."""
        return self._anew(replace(self.kept, plies=tuple(self.plies[:left])), self.origin)

    def placed(self, position: Mapping[str, Any], seed: int, before: str) -> Match:
        """The game as it goes on from this position, with dice of another seed. `before`: the secret of a link to watch
        the game so far. Raises PositionError."""
        found = drafts.tried(self.game, position)
        state = found.state
        if state is None:
            raise PositionError(list(found.reasons))
        if state.is_over:
            raise PositionError(["the game is over there already"])
        kept = replace(
            self.kept, seed=seed, plies=(), start=state.position(), changes=self.kept.changes + 1,
            before=before if self.plies else self.kept.before,
        )  # fmt: skip
        match = self._anew(kept, Origin(position=state))
        match.turns = (self.state,)  # so that pages mark what has changed
        return match

    def _anew(self, kept: Kept, origin: Origin) -> Match:
        """The same people at another line of play, with the clocks that they have."""
        plain = replace(
            kept, heard=frozenset(self.heard), takebacks=self.takebacks + 1, clock="",
            resigned=None, fallen=None, drawn=False, went_on=False,
        )  # fmt: skip
        found = Match.of(plain, self.game, origin=origin)
        return replace(found, kept=replace(plain, clock=self.kept.clock), clocks=self.clocks)

    def undone_by(self, player: str) -> int | None:
        """The number of plies that are left if this player takes back their last choice."""
        for ply in range(len(self.plies) - 1, -1, -1):
            if self.plies[ply].asked and self.log[ply].whole["player"] == player:
                return ply
        return None

    def _on(self, step: Next, move: Move, option: int, asked: bool) -> Next:
        before = step.state
        after = before.play(move)
        known = step.log or self.log[-1:]
        last = known[-1].whole["turn"] if known else 0
        starts = not before.in_turn or not last
        whole = {"text": move.text, "player": before.mover, "turn": last + starts, "chance": before.is_chance}
        if (shortly := listed(before, move)) != move.text:
            whole["said"] = shortly
        if before.is_chance and not self.game.model.hides and (thrown := faces(move.choose, move.text)):
            whole["dice"] = thrown
        to_all = Told(whole, _to_seats(Step(before, move, after), whole))
        turns = (before, *step.turns[:1]) if starts else step.turns
        steps = (*step.steps, Step(before, move, after)) if self.game.model.hides else ()
        return Next((*step.plies, Ply(option, move.text, asked)), (*step.log, to_all), after, turns, steps=steps)

    # ---- what is shown

    def shown(self, seats: Collection[str | None], may_move: bool = True) -> dict[str | None, str]:
        """The situation as each of these seats sees it, as JSON; None: who looks on. What several see alike is worked
        out, and written, once."""
        common: dict[str | None, str] = {}
        found = {}
        for seat in seats:
            view = _seen_by(self.state, seat)
            if view.sight not in common:
                common[view.sight] = dumps(self._situation(view, seat))
            own = choices(view, may_move and seat is not None and self.asked == seat)
            found[seat] = joined(common[view.sight], dumps(own))
        return found

    def _situation(self, view: View, seat: str | None) -> dict[str, Any]:
        earlier = (self._appearance(state, seat) for state in self.turns)
        data = situation(view, changes(self._appearance(self.state, seat), earlier))
        if self.recent and self.asked == seat and (passed := meanwhile(self.recent, seat)):
            data["lines"] = [*data["lines"], f"meanwhile: {'; '.join(passed)}"]
        if self.by_people is not None:
            data |= {"isOver": True, "result": self.by_people, "outcomes": _by_people(self), "toMove": None}
        known = len(self.told(seat)) if self.game.model.hides else len(self.plies)
        return {**data, "ply": known, "plies": known}

    def _appearance(self, state: State, seat: str | None) -> Mapping[str, Spot]:
        """What the board looks like: kept while it is needed, as each is compared with at least the next one."""
        view = _seen_by(state, seat)
        for known, sight, look in self._looks:
            if known is state and sight == view.sight:
                return look
        look = appearance(view)
        needed = (self.state, *self.turns)
        self._looks = [one for one in self._looks if any(one[0] is other for other in needed)]
        self._looks.append((state, view.sight, look))
        return look

    def at(self, ply: int) -> Match:
        """The game as it was after so many plies, to be looked at; what it holds is taken from this one."""
        return self if ply >= len(self.plies) else self.back_to(max(ply, 0))

    def steps(self) -> Iterator[Step]:
        """The plies with the states around them."""
        state = self.origin.state(self.game, self.kept.seed)
        for ply in self.plies:
            move = state.ways[ply.option]
            step = Step(state, move, state.play(move))
            yield step
            state = step.after


def _here(match: Match) -> Next:
    """No step at all."""
    return Next((), (), match.state, match.turns)


def _by_people(match: Match) -> dict[str, str]:
    """What it means for players that people ended the game: of two the other one has won, of more nobody."""
    players, loser = match.game.players, match.resigned or match.fallen
    if loser is not None:
        return {**(dict.fromkeys(players, "win") if len(players) == TWO else {}), loser: "loss"}
    return dict.fromkeys(players, "draw") if match.drawn else {}


def nobodys_choice(state: State) -> bool:
    """Whether dice come next, or a lone option; where something is hidden, that it is the only one may be a secret."""
    if state.is_over or state.is_chance:
        return state.is_chance
    return not state.game.model.hides and len(state.ways) == 1


def _seen_by(state: State, seat: str | None) -> View:
    return state.view(seat) if seat is not None else for_spectators(state)


def _to_seats(step: Step, whole: Mapping[str, Any]) -> dict[Eyes, tuple[dict[str, Any], ...]]:
    """What each seat is told of a ply, where that isn't the same for all."""
    game = step.before.game
    if not game.model.hides:
        return {}
    return {
        eyes: tuple({**whole, "text": one.text, "player": one.who or whole["player"]} for one in told([step], eyes))
        for eyes in (*game.players, ONLOOKER)
    }


def _meant(state: State, text: str) -> Move:
    """The move of a text; raises MoveError, which says why it is none, if that may be told, and what to do."""
    try:
        return state.parse(text)
    except MoveError:
        raise MoveError(why_not(state, text)) from None


def _option(state: State, move: Move) -> int:
    return next(i for i, way in enumerate(state.ways) if way.entry is move.entry or way == move)
