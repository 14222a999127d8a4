"""GTP, the Go Text Protocol, version 2: a player of ours in a Go program's window, for any game in which stones are
put on a board.

After Gunnar Farnebäck's draft of 2002. Points are called by a letter without I and a number, whatever the rules call
them; who begins is black. An option `size` of the rules is the board's size, an option `komi` counts half points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from interpreter.bridges.protocols.stones import (
    PASSING,
    fixed,
    handicap,
    meant,
    opened,
    point_of,
    points_of,
    showboard,
    size_of,
    told,
)
from interpreter.bridges.protocols.thinking import Limits, Report, Search, Strength
from interpreter.errors import GameError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
FIRST = ("protocol_version", "name", "version", "list_commands", "known_command", "boardsize", "clear_board", "komi")
"""With which programs begin that speak it."""
MOST_NUMBER = 10**6
MOST_TOLD = 10
"""Moves that an analysis tells of."""

Say = Callable[[str], None]
Load = Callable[[Mapping[str, object]], Game]
"""The same ruleset with other options; raises LoadError."""


class WrongError(Exception):
    """A command that can't be carried out; the message is the answer."""


@dataclass
class GoEngine:
    """One conversation. `say` is called with each answer, whole; `load` loads the game with other options."""

    game: Game
    say: Say
    load: Load
    strength: Strength = field(default_factory=Strength)
    source: str = ""
    """The ruleset as files that it is to open name it; "" for a game that has no name of its own."""

    def __post_init__(self) -> None:
        self._analysis: Search | None = None
        self._clocks: dict[int, Limits] = {}
        self._main = Limits()
        self._commands: dict[str, Callable[[Sequence[str]], str]] = {
            "protocol_version": lambda _: "2", "name": lambda _: f"gdl {self.game.title}", "version": lambda _: "1",
            "known_command": lambda words: str(" ".join(words) in self._commands).lower(),
            "list_commands": lambda _: "\n".join(sorted(self._commands)), "quit": lambda _: "",
            "boardsize": self._size, "clear_board": self._clear, "komi": self._komi, "play": self._play,
            "genmove": self._move, "reg_genmove": self._advice, "undo": self._undo, "final_score": self._score,
            "showboard": lambda _: showboard(self._now, self._points), "final_status_list": self._status,
            "time_settings": self._settings, "time_left": self._left, "loadsgf": self._open,
            "fixed_handicap": self._handicap, "place_free_handicap": self._handicap,
            "set_free_handicap": lambda words: self._stand([word.upper() for word in words]),
            "lz-analyze": lambda words: self._analyse(words, in_parts=False),
            "kata-analyze": lambda words: self._analyse(words, in_parts=True),
        }  # fmt: skip
        self._begin()

    def _begin(self) -> None:
        self._states = [self.game.start()]
        self._points = points_of(self.game)

    @property
    def _now(self) -> State:
        return self._states[-1]

    def hear(self, line: str) -> bool:
        """Answer a line; whether to go on listening."""
        plain = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", line.partition("#")[0]).replace("\t", " ").split()
        if not plain and self._analysis is None:
            return True
        self.finish()
        if not plain:
            return True
        number = plain.pop(0) if plain[0].isdecimal() and plain[0].isascii() else ""
        if not plain:
            self._answer("?", number, "a command stands behind its number")
            return True
        name, words = plain[0], plain[1:]
        known = self._commands.get(name)
        try:
            said = known(words) if known is not None else None
            if self._analysis is not None:
                self.say(f"={number}")  # its lines follow, and an empty one when something else is said
            else:
                self._answer("=" if known else "?", number, "unknown command" if said is None else said)
        except (WrongError, GameError) as problem:
            self._answer("?", number, " ".join(str(problem).split()))
        return name != "quit"

    def finish(self) -> None:
        """Nothing more will be said to us, or something else: what is thought about is left."""
        if self._analysis is not None:
            self._analysis.stop()
            self.say("")
        self._analysis = None

    def _answer(self, sign: str, number: str, said: str) -> None:
        self.say(f"{sign}{number} {said}".rstrip() + "\n")

    # ---- the board

    def _size(self, words: Sequence[str]) -> str:
        size = _number(words, 0)
        if size not in (self.game.options.get("size"), size_of(self._points)):
            self._change("size", size, "unacceptable size")
        self._begin()
        return ""

    def _komi(self, words: Sequence[str]) -> str:
        try:
            halves = round(2 * float(words[0]))
        except (IndexError, ValueError, OverflowError):
            raise WrongError("komi not a float") from None
        if self.game.options.get("komi", halves) != halves:
            played = self._now.line
            self._change("komi", halves, "unacceptable komi")
            self._begin()
            for text in played:
                self._states.append(self._now.play(text))
        return ""

    def _change(self, option: str, value: object, refused: str) -> None:
        if option not in self.game.options:
            raise WrongError(f"{refused}: the rules have no option `{option}`")
        try:
            self.game = self.load({**self.game.options, option: value})
        except GameError as problem:
            raise WrongError(f"{refused}: {next(iter(str(problem).splitlines()[1:2]), problem)}") from None

    def _clear(self, _: Sequence[str]) -> str:
        self._begin()
        return ""

    def _undo(self, _: Sequence[str]) -> str:
        if len(self._states) < 2:
            raise WrongError("cannot undo")
        self._states.pop()
        return ""

    def _handicap(self, words: Sequence[str]) -> str:
        points = fixed(self._points, _number(words, 0))
        if not points:
            raise WrongError("invalid number of stones")
        self._stand(points)
        return " ".join(points)

    def _stand(self, points: Sequence[str]) -> str:
        """Black's stones stand on these points, and White is to move."""
        if len(self._states) > 1 or any(self._now.pieces(label) for label in self._points.values()):
            raise WrongError("board not empty")
        if len(set(points)) < max(len(points), 2) or not set(points) <= self._points.keys():
            raise WrongError("bad vertex list")
        self._states = [handicap(self._now, [self._points[point] for point in points])]
        return ""

    def _open(self, words: Sequence[str]) -> str:
        """A game of a file, or its beginning up to a move."""
        if not words:
            raise WrongError("missing filename")
        up_to = _number(words, 1) if len(words) > 1 else None
        try:
            self.game, self._states = opened(words[0], self.source, up_to)
        except GameError:
            raise WrongError("cannot load file") from None
        self._points = points_of(self.game)
        return ""

    def _status(self, words: Sequence[str]) -> str:
        """Stones count as they stand: none is dead until it is captured."""
        if words[:1] not in (["alive"], ["dead"], ["seki"]):
            raise WrongError("invalid status")
        stones = [point for point, label in self._points.items() if self._now.pieces(label)]
        return " ".join(stones) if words[0] == "alive" else ""

    # ---- moves

    def _play(self, words: Sequence[str]) -> str:
        _, state = self._turn_of(words)
        move = meant(state, self._points, " ".join(words[1:]))
        if move is None:
            raise WrongError("illegal move")
        self._states.append(state.play(move))
        return ""

    def _turn_of(self, words: Sequence[str]) -> tuple[int, State]:
        """Whose colour is said, and the state in which they move: who is passed over passes, where the rules let them.
        """
        colour, state = COLOURS.get(words[0].casefold() if words else ""), self._now
        if colour is None:
            raise WrongError("invalid color or coordinate")
        if state.is_over:
            raise WrongError("illegal move: the game is over")
        mine = self.game.players[colour]
        if state.to_move != mine and (skipped := meant(state, {}, PASSING)) is not None:
            state = state.play(skipped)
        if state.to_move != mine:
            raise WrongError(f"illegal move: it is the turn of {self._now.to_move}, who plays the other colour")
        return colour, state

    def _said(self, move: Move) -> str:
        """What a move is called."""
        point = point_of(move.sites[0]) if len(move.sites) == 1 else ""
        return point or (PASSING.upper() if move.text == PASSING else move.text)

    def _move(self, words: Sequence[str]) -> str:
        colour, state = self._turn_of(words)
        move = self._thought(colour, state)
        self._states.append(state.play(move))
        return self._said(move)

    def _advice(self, words: Sequence[str]) -> str:
        return self._said(self._thought(*self._turn_of(words)))

    def _analyse(self, words: Sequence[str], in_parts: bool) -> str:
        """Tell of the best moves now and then, until something else is said."""
        coloured = words and words[0].casefold() in COLOURS
        state = self._turn_of(words)[1] if coloured else self._now
        if state.is_over:
            raise WrongError("the game is over")
        strength = replace(self.strength, lines=MOST_TOLD)

        def tell(report: Report) -> None:
            self.say(told(state, report, self._said, in_parts))

        self._analysis = Search(self.game, state, Limits(endless=True), strength, tell, lambda *_: None).start()
        return ""

    def _thought(self, colour: int, state: State) -> Move:
        found: list[tuple[Move | None, str]] = []
        limits = self._clocks.get(colour, self._main)
        search = Search(self.game, state, limits, self.strength, lambda _: None, lambda *done: found.append(done))
        search.start().finish()
        move, reason = found[0]
        if move is None:
            raise WrongError(reason)
        return move

    # ---- time, and the end

    def _settings(self, words: Sequence[str]) -> str:
        main, more, stones = (_number(words, place) for place in range(3))
        endless = more > 0 and stones == 0
        self._main = Limits() if endless else Limits(left=float(main or more), turns=0 if main else max(stones, 1))
        self._clocks = {}
        return ""

    def _left(self, words: Sequence[str]) -> str:
        colour = COLOURS.get(words[0].casefold() if words else "")
        if colour is None:
            raise WrongError("invalid color")
        left, stones = _number(words, 1), _number(words, 2)
        self._clocks[colour] = Limits(left=max(float(left), 0.1), turns=stones)
        return ""

    def _score(self, _: Sequence[str]) -> str:
        """By how much black or white is ahead, as the rules count it now, in points; at the end without a count, who
        has won."""
        scores = self._now.scores
        if scores is not None:
            black, white = (scores[player] for player in self.game.players)
            ahead = (black - white) / (2 if "komi" in self.game.options else 1)
            return "0" if ahead == 0 else f"{'B' if ahead > 0 else 'W'}+{abs(ahead):g}"
        if not self._now.is_over or self._now.results is None:
            raise WrongError("cannot score")
        result = self._now.results[self.game.players[0]]
        return "0" if result == 0 else "B+" if result > 0 else "W+"


def is_gtp(line: str) -> bool:
    """Whether a program's first line is a command that only GTP has."""
    words = line.split()
    return any(word in FIRST for word in words[: 2 if words and words[0].isdecimal() else 1])


def _number(words: Sequence[str], place: int) -> int:
    word = words[place] if len(words) > place else ""
    if not (word.isascii() and word.isdecimal() and len(word) < 7):
        raise WrongError(f"{word[:40] or 'nothing'} not an integer")
    return min(int(word), MOST_NUMBER)
