"""PGN, the Portable Game Notation: tags, then moves with numbers, comments, marks and variations.

Variations are counted and left out. `%` at the beginning of a line hides it; `;` begins a comment to its end. Moves
are texts here: the ruleset reads and writes them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from interpreter.bridges.formats.outside import MOST_TEXT, Outside, Said

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
SIDES = ("White", "Black")
NO_VARIANT = "Standard"
"""What a file means that doesn't name its variant."""
_TAG = re.compile(r'\s*\[\s*(\w{1,255})\s+"((?:[^"\\]|\\.)*)"\s*\]')
_TOKEN = re.compile(
    r"\{|\(|\)|;|\$\d{1,3}|1/2-1/2|1-0|0-1|\*(?=\s|$)|[0-9]{1,6}\.+|[0-9]{1,6}(?=\s|$)|[!?]{1,2}(?=\s|$)"
    r"|[^\s{}();$]+|\S"
)
_MARKS = {"!": "$1", "?": "$2", "!!": "$3", "??": "$4", "!?": "$5", "?!": "$6"}
_SUFFIX = re.compile(r"(?<=.)(!!|\?\?|!\?|\?!|!|\?)$")


def read(pieces: Iterator[tuple[int, str]]) -> Iterator[Outside]:
    """The games of a file, each as soon as it has ended."""
    reader = _Reader()
    for line, text in pieces:
        yield from reader.feed(line, text)
    yield from reader.rest()


class _Reader:
    """Where in a game the stream is: what it holds is one game, and how deep in brackets it is."""

    def __init__(self) -> None:
        self.number = 0
        self.game: Outside | None = None
        self.depth = 0
        self.comment: list[str] | None = None
        self.opened = 0
        self.kept = 0
        self.fresh = True

    def feed(self, line: int, text: str) -> Iterator[Outside]:
        """Read a line, or a piece of a long one."""
        fresh, self.fresh = self.fresh, text.endswith("\n")
        at = 0
        if self.comment is None and fresh:
            if text.startswith("%"):
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
        self.game, self.depth = None, 0

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
            token = _TOKEN.search(text, at)
            if token is None:
                return
            at, word = token.end(), token[0]
            game = self._begun(line)
            if word == ";":
                if not self.depth:
                    game.say(text[at:])
                return
            if word == "{":
                self.comment, self.opened, self.kept = [], line, 0
            elif word == "(":
                game.dropped += 1
                self.depth += 1
            elif word == ")":
                if not self.depth:
                    game.refuse(line, "a bracket ) closes nothing")
                self.depth = max(self.depth - 1, 0)
            elif not self.depth:
                if word in RESULTS:
                    says = game.tags.setdefault("Result", word)
                    if says not in (word, "*") and word != "*":
                        game.refuse(line, f"the tag Result says {says[:40]}, and the moves end with {word}")
                    if word != "*":
                        game.tags["Result"] = word
                    yield from self._end(line)
                else:
                    self._word(game, line, word)

    def _word(self, game: Outside, line: int, word: str) -> None:
        if word.startswith("$"):
            game.say(word)
        elif word in _MARKS:
            game.say(_MARKS[word])
        elif not (word.rstrip(".").isdecimal() or not word.strip(".")):
            mark = _SUFFIX.search(word)
            game.move(Said(_SUFFIX.sub("", word)[:MOST_TEXT], line))
            if mark:
                game.say(_MARKS[mark[1]])

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
        if not self.depth and self.game is not None:
            self.game.say("".join(self.comment))
        self.comment = None
        return end + 1


def write(tags: Mapping[str, str], first: str, moves: Sequence[tuple[int, bool, str, str]], result: str) -> str:
    """A game as PGN. `first` is said before the moves; each is its number, whether the second player makes it, its
    text, and what is said of it."""
    roster = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
    head = {**roster, **tags, "Result": result}
    ordered = [*ROSTER, *(name for name in head if name not in ROSTER)]
    lines = [f"[{name} \"{_quoted(head[name])}\"]" for name in ordered]
    words = _comment(first)
    broken = True
    for number, second, text, said in moves:
        if not second:
            words.append(f"{number}.")
        elif broken:
            words.append(f"{number}...")
        words.append(text)
        words += (spoken := _comment(said))
        broken = bool(spoken)
    body = textwrap.fill(" ".join([*words, result]), 80, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", body, "", ""])


def _quoted(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def _comment(said: str) -> list[str]:
    words = said.split()
    marks = 0
    while marks < len(words) and re.fullmatch(r"\$\d{1,3}", words[marks]):
        marks += 1
    text = " ".join(words[marks:]).replace("}", ")")
    return [*words[:marks], *(["{", *text.split(), "}"] if text else [])]
