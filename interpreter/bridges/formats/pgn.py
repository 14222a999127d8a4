"""PGN, the Portable Game Notation: tags, then moves with numbers, comments, marks and variations.

`%` at the beginning of a line hides it; `;` begins a comment to its end. Moves
are texts here: the ruleset reads and writes them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.bridges.formats.outside import MOST_TEXT, Outside, Said

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
SIDES = ("White", "Black")
NO_VARIANT = "Standard"
"""What a file means that doesn't name its variant."""
_TAG = re.compile(r'\s*\[\s*(\w{1,255})\s+"((?:[^"\\]|\\.)*)"\s*\]')
_TOKEN = re.compile(
    r"\{|\(|\)|;|\$\d{1,3}|[0-9]{1,6}\.+|[0-9]{1,6}(?=\s|$)|[!?]{1,2}(?=\s|$)"
    r"|[^\s{}();$]+|\S"
)
_MARKS = {"!": "$1", "?": "$2", "!!": "$3", "??": "$4", "!?": "$5", "?!": "$6"}
_SUFFIX = re.compile(r"(?<=.)(!!|\?\?|!\?|\?!|!|\?)$")
"""Marks without a blank behind a move."""


def read(pieces: Iterator[tuple[int, str]], results: Sequence[str] = RESULTS) -> Iterator[Outside]:
    """The games of a file, each as soon as it has ended. `results`: the texts that end one."""
    reader = _Reader(results)
    for line, text in pieces:
        yield from reader.feed(line, text)
    yield from reader.rest()


class _Reader:
    """Where in a game the stream is: what it holds is one game, and how deep in brackets it is."""

    def __init__(self, results: Sequence[str]) -> None:
        self.results = results
        ends = "|".join(rf"{re.escape(one)}(?=\s|[(){{;$]|$)" for one in results)
        self.token = re.compile(f"{ends}|{_TOKEN.pattern}")
        self.number = 0
        self.game: Outside | None = None
        self.lines = [0]
        """The line that is told, behind those in which it stands."""
        self.skipped = 0
        """Brackets that are open in a variation that is left out."""
        self.comment: list[str] | None = None
        self.opened = 0
        self.kept = 0
        self.fresh = True
        """Whether a line begins."""
        self.hidden = False
        """Whether the rest of the line says nothing."""

    @property
    def depth(self) -> int:
        """Brackets that are open."""
        return len(self.lines) - 1 + self.skipped

    def feed(self, line: int, text: str) -> Iterator[Outside]:
        """Read a line, or a piece of a long one."""
        fresh, self.fresh = self.fresh, text.endswith("\n")
        self.hidden = self.hidden and not fresh
        if self.hidden:
            return
        at = 0
        if self.comment is None and fresh:
            if text.startswith("%"):
                self.hidden = True
                return
            while text[at:].lstrip().startswith("["):
                inside = self.game is not None and bool(self.game.moves or self.depth)
                tag = _TAG.match(text, at)
                if inside and not tag:
                    break
                if inside:
                    yield from self._end(line, "the next game begins before this one has a result")
                game = self._begun(line)
                if tag is None:
                    game.refuse(line, "a tag should look like [Name \"value\"]")
                    self.hidden = True
                    return
                game.tag(tag[1], re.sub(r"\\(.)", r"\1", tag[2]))
                at = tag.end()
        yield from self._moves(line, text, at)

    def _begun(self, line: int) -> Outside:
        if self.game is None:
            self.number += 1
            self.game = Outside(self.number, line)
        return self.game

    def _end(self, line: int, trouble: str = "") -> Iterator[Outside]:
        if self.game is not None:
            if trouble and self.depth:
                self.game.refuse(line, f"{trouble}, and {self.depth:,} brackets are still open")
            yield self.game
        self.game, self.lines, self.skipped = None, [0], 0

    def rest(self) -> Iterator[Outside]:
        """The last game, if the file ends in it."""
        if self.game is not None and self.comment is not None:
            self.game.refuse(self.opened, "a comment { begins here and never ends")
        yield from self._end(self.game.line if self.game else 0, "the file ends")

    def _moves(self, line: int, text: str, at: int) -> Iterator[Outside]:
        while at < len(text):
            if self.comment is not None:
                at = self._commented(text, at)
                continue
            token = self.token.search(text, at)
            if token is None:
                return
            at, word = token.end(), token[0]
            game = self._begun(line)
            if word == ";":
                self._say(game, text[at:])
                self.hidden = True
                return
            if word == "{":
                self.comment, self.opened, self.kept = [], line, 0
            elif word == "(":
                self._open(game)
            elif word == ")":
                self._close(game, line)
            elif not self.skipped:
                if word in self.results and not self.depth:
                    says = game.tags.setdefault("Result", word)
                    if says not in (word, "*") and word != "*":
                        game.refuse(line, f"the tag Result says {says[:40]}, and the moves end with {word}")
                    if word != "*":
                        game.tags["Result"] = word
                    yield from self._end(line)
                elif word not in self.results:  # the end of a variation says nothing that its moves don't
                    self._word(game, line, word)

    def _open(self, game: Outside) -> None:
        at = self.lines[-1]
        branch = None
        if self.skipped:
            game.dropped += 1
        else:
            branch = game.branch(at, len(game.lines[at].moves) - 1)
        if branch is None:
            self.skipped += 1
        else:
            self.lines.append(branch)

    def _close(self, game: Outside, line: int) -> None:
        if self.skipped:
            self.skipped -= 1
        elif len(self.lines) > 1:
            self.lines.pop()
        else:
            game.refuse(line, "a bracket ) closes nothing")

    def _say(self, game: Outside, comment: str) -> None:
        if not self.skipped:
            game.say(comment, self.lines[-1])

    def _word(self, game: Outside, line: int, word: str) -> None:
        if word.startswith("$"):
            self._say(game, word)
        elif word in _MARKS:
            self._say(game, _MARKS[word])
        elif not (word.rstrip(".").isdecimal() or not word.strip(".")):
            mark = _SUFFIX.search(word)
            game.move(Said(_SUFFIX.sub("", word)[:MOST_TEXT], line), self.lines[-1])
            if mark:
                self._say(game, _MARKS[mark[1]])

    def _commented(self, text: str, at: int) -> int:
        """Read on in a comment; where it goes on behind it."""
        assert self.comment is not None
        end = text.find("}", at)
        part = text[at : end if end >= 0 else len(text)]
        if self.kept < MOST_TEXT:
            self.comment.append(part[: MOST_TEXT - self.kept])
            self.kept += len(part)
        if end < 0:
            return len(text)
        if self.game is not None:
            self._say(self.game, "".join(self.comment))
        self.comment = None
        return end + 1


@dataclass
class Written:
    """A move to be written: its number, whether the second player makes it, its text, what is said of it, and what
    might have come instead."""

    number: int
    second: bool
    text: str
    said: str = ""
    instead: list[tuple[str, list[Written]]] = field(default_factory=list)
    """For each variation what is said before it, and its moves."""


def write(tags: Mapping[str, str], first: str, moves: Sequence[Written], result: str) -> str:
    """A game as PGN; `first` is said before the moves."""
    roster = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
    head = {**roster, **tags, "Result": result}
    ordered = [*ROSTER, *(name for name in head if name not in ROSTER)]
    lines = [f"[{name} \"{_quoted(head[name])}\"]" for name in ordered]
    words = [*_comment(first), *_words(moves), result]
    body = textwrap.fill(" ".join(words), 80, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", body, "", ""])


def _words(moves: Sequence[Written]) -> list[str]:
    words: list[str] = []
    broken = True
    for move in moves:
        if not move.second:
            words.append(f"{move.number}.")
        elif broken:
            words.append(f"{move.number}...")
        words += [move.text, *(spoken := _comment(move.said))]
        for before, line in move.instead:
            words += _bracketed([*_comment(before), *_words(line)])
        broken = bool(spoken or move.instead)
    return words


def _bracketed(words: list[str]) -> list[str]:
    first, *rest = words
    *most, last = [f"({first}", *rest]
    return [*most, f"{last})"]


def _quoted(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def _comment(said: str) -> list[str]:
    words = said.split()
    marks = 0
    while marks < len(words) and re.fullmatch(r"\$\d{1,3}", words[marks]):
        marks += 1
    text = " ".join(words[marks:]).replace("}", ")")
    return [*words[:marks], *(["{", *text.split(), "}"] if text else [])]
