"""Situations that look alike to a player, found by playing: in random games from the beginning, and by drawing anew
what the player doesn't know of one, with all that they have observed kept.

Whatever a player observes must follow from what they know: so in two situations that are one to a player all that is
shown next must be the same, but for what the rules show of the position itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any, Literal

from gdl.text.source import Span
from interpreter.errors import RuleError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.graph.chance import Chance

PLAYS = 10_000
"""Moves that are played to find such situations, at most."""
LENGTHS = (20, 60, 20, 150, 20, 60, 20, 400)
"""Moves of the games that are looked at, in turn."""
SHARE = 4
"""For each move of a game so many are played to find what looks like it."""
SECONDS = 10.0
"""No more is tried after so many seconds of computing; what else the machine does takes none of them."""
TRIED = 16
"""Ways that are tried where something was decided or rolled that the player doesn't know."""
KEPT = 20_000
"""Situations that are kept to be compared with others."""
SHOWN = 12
"""Moves of a line of play that are shown: the last ones."""


DIFFERENCES = 8
"""Lines that are shown of a pair."""


Sort = Literal["options", "typed", "text", "order", "unseen"]
"""By what such a pair differs: the options of who decides; what may be typed for them, or is asked; how others' open
decisions are written; who decides; what is marked as unseen."""


@dataclass(frozen=True)
class Alike:
    """Two situations that a player can't tell apart, but by what they should tell nobody; `sort` says by what."""

    player: str
    one: State
    other: State
    sort: Sort = "options"

    @property
    def alone(self) -> tuple[list[str], list[str]]:
        """What may be chosen, or typed, in only one of them, for each."""
        if self.sort == "text":
            player = self.one.game.players.index(self.player)
            one, other = told(self.one, player), told(self.other, player)
        else:
            listed = texts if self.sort == "options" else typed
            one, other = listed(self.one), listed(self.other)
        return [t for t in one if t not in other], [t for t in other if t not in one]

    @property
    def place(self) -> Span:
        """Where in the text it differs: a decision, that which comes next, or what hides the thing that is unseen."""
        if self.sort == "unseen":
            game = self.one.game
            player = game.players.index(self.player)
            here, there = (game.observer.sights.of(state._stop.values, player) for state in (self.one, self.other))
            cells = {variable for variable in here.cells if here.cells[variable] != there.cells[variable]}
            hides = [h for h in game.model.hidden if h.what in cells or isinstance(h.what, str)]
            return (hides or list(game.model.hidden))[0].span
        if self.sort == "order":
            return (self.one.moves or self.other.moves)[0].choose.span
        one, other = self.alone
        moves = (*self.one.moves, *self.other.moves)
        differ = [move for move in moves if {move.text, *move.others} & {*one, *other}]
        return (differ or self.one.moves)[0].choose.span

    @property
    def shown(self) -> list[str]:
        """Both lines of play, and where the positions differ."""
        parts = [f"one: {_line(self.one)}", f"the other: {_line(self.other)}"]
        for name, (a, b) in differences(self.one.position(), self.other.position()):
            parts.append(f"{name}: {a} in one, {b} in the other")
        return parts[:DIFFERENCES]


def texts(state: State) -> tuple[str, ...]:
    """The options as they are written, in order."""
    return tuple(move.text for move in state.moves)


def typed(state: State) -> tuple[str, ...]:
    """What may be typed for an option beside its text, option by option; and what is asked."""
    return *(f"{other} ({move.text})" for move in state.moves for other in move.others), state.prompt


def told(state: State, player: int) -> tuple[str, ...]:
    """How the options are written of which a player is told who doesn't decide, in the order of what is chosen."""
    return tuple(move.text for move in sorted(state.moves, key=_chosen) if move.is_told(player))


def _chosen(move: Move) -> tuple[Any, ...]:
    return move.key


def _line(state: State) -> str:
    line = state.line
    shown = ", ".join(line[-SHOWN:]) or "the beginning"
    return f"… {shown}" if len(line) > SHOWN else shown


def differences(one: Any, other: Any, name: str = "") -> Iterator[tuple[str, tuple[str, str]]]:
    """The parts in which two positions differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            if key != "seen" and one.get(key) != other.get(key):
                yield from differences(one.get(key), other.get(key), f"{name}, {key}" if name else str(key))
    elif one != other:
        yield name, (_short(one), _short(other))


def _short(value: Any) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)
    text = text or "nothing"
    return text if len(text) <= 60 else f"{text[:57]}…"


@dataclass
class _Search:
    """Looks for such pairs until the moves or the time are used up."""

    game: Game
    goes_on: Callable[[], bool]
    plays: int
    found: dict[tuple[Sort, Span], Alike] = field(default_factory=dict)
    compared: int = 0
    _known: dict[tuple[str, int], State] = field(default_factory=dict)

    def compare(self, player: str, one: State, other: State) -> None:
        """Two states that are one information state of a player."""
        self.compared += one != other
        if one.to_move is None or one.to_move != other.to_move:
            return
        if one.to_move != player:
            if [m.key for m in sorted(one.moves, key=_chosen)] == [m.key for m in sorted(other.moves, key=_chosen)]:
                number = self.game.players.index(player)
                self._note("text", player, one, other, told(one, number) != told(other, number))
            return
        self._note("options", player, one, other, texts(one) != texts(other))
        self._note("typed", player, one, other, texts(one) == texts(other) and typed(one) != typed(other))

    def look_behind(self, player: int, one: State, other: State) -> None:
        """Compare what two moves have led to that were one to a player, in situations that were one: if all is alike
        but who decides then, or what is marked as unseen."""
        (_, event), (_, event_there) = one.knowledge.came or (None, None), other.knowledge.came or (None, None)
        name = self.game.players[player]
        if event is None or event_there is None or event.inside or event_there.inside or one.is_over or other.is_over:
            return
        if (event.who, event.is_known_to(player)) != (event_there.who, event_there.is_known_to(player)):
            return
        if event.text != event_there.text and event.is_known_to(player):
            return
        order = (one.to_move, one.is_chance) != (other.to_move, other.is_chance)
        sights = self.game.observer.sights
        if not order and sights.of(one._stop.values, player) == sights.of(other._stop.values, player):
            return
        plain = self.game.observer.unmarked
        if plain(one._stop, player) == plain(other._stop, player):
            self._note("order" if order else "unseen", name, one, other, True)

    def _note(self, sort: Sort, player: str, one: State, other: State, differs: bool) -> None:
        if differs:
            pair = Alike(player, one, other, sort)
            self.found.setdefault((sort, pair.place), pair)

    def take(self, state: State) -> None:
        """Compare a state with those met before."""
        player = state.to_move
        if player is not None:
            key = player, state.information(player)
            old = self._known.get(key)
            if old is not None:
                self.compare(player, old, state)
            elif len(self._known) < KEPT:
                self._known[key] = state

    def play(self, state: State, move: Move) -> State:
        """A move more is used up."""
        self.plays -= 1
        return state.play(move)

    @property
    def left(self) -> bool:
        """Whether there is something left to be used up."""
        return self.plays > 0 and self.goes_on()

    def one_game(self, seed: int, number: int, length: int) -> list[State]:
        """The states of a random game from its very beginning, up to so many moves."""
        chance = Chance(seed, number)
        states = [self.game.beginning()]
        with suppress(RuleError):
            while not states[-1].is_over and len(states) <= length and self.left:
                state = states[-1]
                states.append(self.play(state, state.ways[chance.pick(len(state.ways), len(states) - 1)]))
        return states

    def redraw(self, states: Sequence[State], player: int, random: Random) -> State | None:
        """A state that looks like the last of these to a player, if one is found: some way from the first of them that
        differs in what the player doesn't know."""
        known = [state.knowledge for state in states]
        events = [knowledge.came[1] for knowledge in known[1:] if knowledge.came]
        unknown = [i for i, event in enumerate(events) if not event.is_known_to(player)]
        if not unknown:
            return None
        wanted = [event.text for event in events]
        first = max(random.choices(unknown, k=2))  # the later, the less there is that mustn't fit any more
        alike = [i for i in unknown if i > first and events[i].who == events[first].who and wanted[i] != wanted[first]]
        if alike and random.random() < 0.5:  # what is exchanged stays possible
            second = random.choice(alike)
            wanted[first], wanted[second] = wanted[second], wanted[first]
        else:
            wanted[first] = ""
        state = states[first]
        for i in range(first, len(events)):
            key = known[i + 1].keys[player]
            state_after = None
            for move in self._ways(state, wanted[i], i in unknown, events[first].text if i == first else None, random):
                after = self.play(state, move)
                if after.knowledge.keys[player] == key:
                    state_after = after
                    break
                self.look_behind(player, states[i + 1], after)
                if not self.left:
                    return None
            if state_after is None:
                return None
            state = state_after
        return state

    def draw_anew(self, states: Sequence[State], random: Random) -> None:
        """Compare the last of these states with one that looks like it to who decides there."""
        state, players = states[-1], self.game.players
        if state.to_move is not None:
            player = players.index(state.to_move) if random.random() < 0.75 else random.randrange(len(players))
            other = self.redraw(states, player, random)
            if other is not None:
                self.compare(players[player], state, other)

    @staticmethod
    def _ways(state: State, wanted: str, is_free: bool, but: str | None, random: Random) -> Iterator[Move]:
        """The moves to try, that with the wanted text first."""
        rest = []
        for move in state.moves:
            if move.text == wanted:
                yield move
            elif is_free and move.text != but:
                rest.append(move)
        random.shuffle(rest)
        yield from rest[:TRIED]


def search(game: Game, seed: int, goes_on: Callable[[], bool], plays: int = PLAYS) -> tuple[list[Alike], int]:
    """Pairs of positions that look alike to a player, but offer other options: one for each decision in the text; and
    how many pairs were compared."""
    end = time.process_time() + SECONDS
    looking = _Search(game, lambda: time.process_time() < end and goes_on(), plays)
    random = Random(seed)  # noqa: S311 - nothing secret is drawn
    for number in count():
        if not looking.left:
            break
        states = looking.one_game(seed, number, LENGTHS[number % len(LENGTHS)])
        for state in states:
            looking.take(state)
        until = looking.plays - SHARE * len(states)
        while looking.left and looking.plays > until and len(states) > 1:
            looking.plays -= 1  # where nothing is unknown, finding that out takes some time, too
            early = random.random() ** 2  # the longer the way, the less often anything else fits it
            with suppress(RuleError):
                looking.draw_anew(states[: 2 + int((len(states) - 1) * early)], random)
    return list(looking.found.values()), looking.compared
