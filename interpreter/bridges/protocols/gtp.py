"""GTP, the Go Text Protocol, version 2: a player of ours in a Go program's window, for any game in which stones are
put on a board.

After Gunnar Farnebäck's draft of 2002. Points are called by a letter without I and a number, whatever the rules call
them; who begins is black. An option `size` of the rules is the board's size, an option `komi` counts half points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.bridges.protocols.thinking import Limits, Search, Strength
from interpreter.errors import GameError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PASSING = "pass"
COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
FIRST = ("protocol_version", "name", "version", "list_commands", "known_command", "boardsize", "clear_board", "komi")
"""With which programs begin that speak it."""
MOST_NUMBER = 10**6

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

    def __post_init__(self) -> None:
        self._clocks: dict[int, Limits] = {}
        self._main = Limits()
        self._commands: dict[str, Callable[[Sequence[str]], str]] = {
            "protocol_version": lambda _: "2", "name": lambda _: f"gdl {self.game.title}", "version": lambda _: "1",
            "known_command": lambda words: str(" ".join(words) in self._commands).lower(),
            "list_commands": lambda _: "\n".join(sorted(self._commands)), "quit": lambda _: "",
            "boardsize": self._size, "clear_board": self._clear, "komi": self._komi, "play": self._play,
            "genmove": self._move, "reg_genmove": self._advice, "undo": self._undo, "final_score": self._score,
            "showboard": self._board, "time_settings": self._settings, "time_left": self._left,
        }  # fmt: skip
        self._begin()

    def _begin(self) -> None:
        self._states = [self.game.start()]
        board = self.game.model.board
        labels = board.labels if board is not None else ()
        self._points = {point: label for label in labels if (point := point_of(label))}

    @property
    def _now(self) -> State:
        return self._states[-1]

    def hear(self, line: str) -> bool:
        """Answer a line; whether to go on listening."""
        plain = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", line.partition("#")[0]).replace("\t", " ").split()
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
            self._answer("=" if known else "?", number, "unknown command" if said is None else said)
        except (WrongError, GameError) as problem:
            self._answer("?", number, " ".join(str(problem).split()))
        return name != "quit"

    def finish(self) -> None:
        """Nothing more will be said to us."""

    def _answer(self, sign: str, number: str, said: str) -> None:
        self.say(f"{sign}{number} {said}".rstrip() + "\n")

    # ---- the board

    def _size(self, words: Sequence[str]) -> str:
        size = _number(words, 0)
        if self.game.options.get("size") != size:
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

    # ---- moves

    def _play(self, words: Sequence[str]) -> str:
        self._turn_of(words)
        wanted = " ".join(words[1:])
        move = self._meant(wanted)
        if move is None:
            raise WrongError("illegal move")
        self._states.append(self._now.play(move))
        return ""

    def _turn_of(self, words: Sequence[str]) -> int:
        """Who is to move, which must be whose colour is said."""
        colour = COLOURS.get(words[0].casefold() if words else "")
        if colour is None:
            raise WrongError("invalid color or coordinate")
        if self._now.is_over:
            raise WrongError("illegal move: the game is over")
        if self._now.to_move != self.game.players[colour]:
            raise WrongError(f"illegal move: it is the turn of {self._now.to_move}, who plays the other colour")
        return colour

    def _meant(self, wanted: str) -> Move | None:
        """The move of a point, or one that the rules call so."""
        label = self._points.get(wanted.upper())
        for move in self._now.moves:
            if (label is not None and move.sites == (label,)) or move.text.casefold() == wanted.casefold():
                return move
        return None

    def _said(self, move: Move) -> str:
        """What a move is called."""
        point = point_of(move.sites[0]) if len(move.sites) == 1 else ""
        return point or (PASSING.upper() if move.text == PASSING else move.text)

    def _move(self, words: Sequence[str]) -> str:
        move = self._thought(self._turn_of(words))
        self._states.append(self._now.play(move))
        return self._said(move)

    def _advice(self, words: Sequence[str]) -> str:
        return self._said(self._thought(self._turn_of(words)))

    def _thought(self, colour: int) -> Move:
        found: list[tuple[Move | None, str]] = []
        limits = self._clocks.get(colour, self._main)
        search = Search(self.game, self._now, limits, self.strength, lambda _: None, lambda *done: found.append(done))
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

    def _board(self, _: Sequence[str]) -> str:
        """The points in their rows, with X for black, O for white."""
        rows: dict[int, dict[str, str]] = {}
        for point, label in self._points.items():
            owners = [piece.owner for piece in self._now.pieces(label)]
            sign = "XO"[self.game.players.index(owners[-1])] if owners and owners[-1] else "."
            rows.setdefault(int(point[1:]), {})[point[0]] = sign
        letters = [letter for letter in LETTERS if any(letter in row for row in rows.values())]
        lines = [f"{number:2} " + " ".join(row.get(letter, " ") for letter in letters)
                 for number, row in sorted(rows.items(), reverse=True)]  # fmt: skip
        return "\n".join(["", *lines, "   " + " ".join(letters)])


def is_gtp(line: str) -> bool:
    """Whether a program's first line is a command that only GTP has."""
    words = line.split()
    return any(word in FIRST for word in words[: 2 if words and words[0].isdecimal() else 1])


def point_of(label: str) -> str:
    """What Go programs call a site that the rules call by a letter and a number: `D4`; "" for all others."""
    found = re.fullmatch(r"([a-y])(\d{1,2})", label)
    if not found:
        return ""
    column = ord(found[1]) - ord("a")
    return LETTERS[column] + found[2]


def _number(words: Sequence[str], place: int) -> int:
    word = words[place] if len(words) > place else ""
    if not (word.isascii() and word.isdecimal() and len(word) < 7):
        raise WrongError(f"{word[:40] or 'nothing'} not an integer")
    return min(int(word), MOST_NUMBER)
