"""A variant as a file says it: what its section sets, laid over what it inherits, each value read by its form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gdl.text.suggest import did_you_mean
from interpreter.bridges.descriptions.fairy.reading import betza
from interpreter.bridges.descriptions.fairy.reading.ini import Entry, Section, Trouble
from interpreter.bridges.descriptions.fairy.reading.keys import CUSTOM, KEYS, PIECES, piece_of_region

FILES, RANKS = 12, 10
Square = tuple[int, int]
"""Column and row, from 1."""
Region = frozenset[Square]
MOST_BASES = 50
"""Variants through which one may inherit."""
EVERYWHERE: Region = frozenset((x, y) for x in range(1, FILES + 1) for y in range(1, RANKS + 1))
COLOURS = ("White", "Black")
_GATINGS = {"arrowGating": "arrow", "duckGating": "duck", "staticGating": "static", "pastGating": "past"}
_WORDS = {
    "wallingRule": ("none", "arrow", "duck", "edge", "past", "static"),
    "enclosingDrop": ("none", "reversi", "ataxx", "quadwrangle", "snort", "anyside", "top"),
    "flipEnclosedPieces": ("none", "reversi", "ataxx", "quadwrangle"),
    "materialCounting": ("none", "janggi", "unweighted", "whitedrawodds", "blackdrawodds"),
    "countingRule": ("none", "makruk", "cambodian", "asean"),
    "chasingRule": ("none", "axf"),
}


@dataclass(frozen=True)
class Piece:
    """A piece of the file: its key, its capital, how it moves, and the line that says so."""

    key: str
    letter: str
    betza: str
    entry: Entry


@dataclass
class Settings:
    """All that is said of a variant. What isn't has the default of its key."""

    name: str
    place: str = ""
    pieces: dict[str, Piece] = field(default_factory=dict)
    values: dict[str, tuple[Any, Entry]] = field(default_factory=dict)
    troubles: list[Trouble] = field(default_factory=list)

    def get(self, key: str) -> Any:
        """The value of a key, by its form: truth, number, region, keys of pieces, word or text."""
        if key in self.values:
            return self.values[key][0]
        row = KEYS.get(key)
        return _DEFAULTS.setdefault(key, _value(Entry(key, row.default, ""), row.form, {})) if row else None

    def lines(self, keys: Mapping[str, Any] | tuple[str, ...]) -> list[Entry]:
        """The lines of the person's own file that set one of these keys, in order, each once."""
        found = {entry.place: entry for key in keys for entry in self._entries(key) if entry.place}
        return sorted(found.values(), key=lambda entry: int(entry.place.rpartition(":")[2]))

    def _entries(self, key: str) -> list[Entry]:
        if key in self.values:
            return [self.values[key][1]]
        return [self.pieces[key].entry] if key in self.pieces else []

    def refuse(self, key: str, why: str) -> None:
        """Note that what a key asks for can't be said."""
        said = [entry for entry in self._entries(key) if entry.place]
        if said:
            self.troubles.append(said[0].trouble(why))
        else:
            self.troubles.append(
                Trouble(f"{self.place or 'built in'}: `{self.name}`, which has `{key}` from elsewhere: {why}")
            )


_DEFAULTS: dict[str, Any] = {}


def resolve(section: Section, own: Mapping[str, Section], shipped: Mapping[str, Section]) -> Settings:
    """A section's settings over those of what it inherits, from its own file or from what ships; raises Trouble."""
    chain = [section]
    while chain[-1].base:
        last = chain[-1]
        first = shipped if last.base == last.name or last not in own.values() else own
        base = first.get(last.base) or shipped.get(last.base)
        if base is None:
            near = did_you_mean(last.base, [*own, *shipped])
            raise Trouble(
                f"{last.place}: there is no variant `{last.base}` to inherit from{f' ({near})' if near else ''}"
            )
        if base in chain:
            circle = " → ".join(one.name for one in [*chain, base])
            raise Trouble(f"{last.place}: `{last.name}` inherits from itself: {circle}")
        if len(chain) == MOST_BASES:
            raise Trouble(f"{section.place}: `{section.name}` inherits through more than {MOST_BASES} variants")
        chain.append(base)
    settings = Settings(section.name, section.place)
    for one in reversed(chain):
        _lay(settings, one)
    return settings


def _lay(settings: Settings, section: Section) -> None:
    entries = sorted(
        section.entries.values(), key=lambda entry: -len(KEYS[entry.key].sets) if entry.key in KEYS else -99
    )
    for entry in entries:
        try:
            if entry.key in PIECES or entry.key in CUSTOM:
                _piece(settings, entry)
        except Trouble as trouble:
            settings.troubles.append(trouble)
    letters = {piece.letter: key for key, piece in settings.pieces.items()}
    for entry in entries:
        try:
            _set(settings, entry, letters)
        except Trouble as trouble:
            settings.troubles.append(trouble)


def _piece(settings: Settings, entry: Entry) -> None:
    settings.pieces.pop(entry.key, None)
    if entry.value in ("-", ""):
        return
    letter, colon, own = (part.strip() for part in entry.value.partition(":"))
    if not re.fullmatch("[A-Za-z]", letter):
        raise entry.trouble("a piece is one letter, of a to z")
    if colon and entry.key not in CUSTOM and entry.key != "king":
        raise entry.trouble("how this piece moves is settled; only a king and custom pieces have letters of their own")
    if entry.key in CUSTOM and not colon:
        raise entry.trouble("behind the letter stands how it moves: `a:mNcB`")
    moves = own.split()[0] if own.split() else ""
    try:
        betza.read(moves or PIECES.get(entry.key, ""))
    except betza.Unreadable as error:
        raise entry.trouble(str(error)) from None
    for key in [key for key, piece in settings.pieces.items() if piece.letter == letter.upper()]:
        del settings.pieces[key]
    settings.pieces[entry.key] = Piece(entry.key, letter.upper(), moves if colon else PIECES[entry.key], entry)
    if "e" in moves:
        for colour in COLOURS:
            before = settings.get(f"enPassantTypes{colour}")
            settings.values[f"enPassantTypes{colour}"] = ((*before, entry.key), entry)


def _set(settings: Settings, entry: Entry, letters: Mapping[str, str]) -> None:
    if entry.key in PIECES or entry.key in CUSTOM:
        return
    if piece_of_region(entry.key):
        settings.values[entry.key] = (_value(entry, "region", letters), entry)
        return
    row = KEYS.get(entry.key)
    if row is None:
        near = did_you_mean(entry.key, [*KEYS, *PIECES, "mobilityRegionWhiteKing"])
        raise entry.trouble(f"no such key is known{f' ({near})' if near else ''}")
    value = _value(entry, row.form, letters)
    if row.form in ("limits", "map"):
        value = {**settings.get(entry.key), **value}  # pairs change those that are inherited
    if row.refused and value != settings.get(entry.key):
        raise entry.trouble(f"this can't be said in a ruleset yet: {row.refused}")
    for key, meant in _meant(settings, entry, value).items():
        settings.values[key] = (meant, entry)


def _meant(settings: Settings, entry: Entry, value: Any) -> dict[str, Any]:
    """The keys that a line sets, by their present names."""
    key = entry.key
    height = int(settings.get("maxRank"))
    if key == "promotionRank":
        return _rows("promotionRegion", range(value, height + 1), height)
    if key in ("doubleStepRank", "doubleStepRankMin"):
        other = settings.values.get("doubleStepRank" if key == "doubleStepRankMin" else "doubleStepRankMin")
        low, high = sorted((value, other[0] if other else (2 if key == "doubleStepRank" else value)))
        return {key: value} | _rows("doubleStepRegion", range(low, high + 1), height)
    if key in _GATINGS:
        return {"wallingRule": _GATINGS[key]} if value else {}
    if key == "dropOnTop":
        return {"enclosingDrop": "top"} if value else {}
    if key == "petrifyOnCapture":
        return {"petrifyOnCaptureTypes": tuple(p for p in settings.pieces if p != "pawn")} if value else {}
    return dict.fromkeys(KEYS[key].sets or (key,), value)


def _rows(key: str, rows: range, height: int) -> dict[str, Region]:
    white = frozenset((x, y) for x in range(1, FILES + 1) for y in rows)
    return {f"{key}White": white, f"{key}Black": frozenset((x, height + 1 - y) for x, y in white)}


def _value(entry: Entry, form: str, letters: Mapping[str, str]) -> Any:
    value = entry.value
    match form:
        case "bool":
            return _one_of(entry, ("true", "false")) == "true"
        case "value":
            return _one_of(entry, ("win", "loss", "draw", "none"))
        case "word":
            return _one_of(entry, _WORDS[entry.key])
        case "int":
            if not re.fullmatch("[0-9]{1,4}", value):
                raise entry.trouble("this should be a whole number, at most 9,999")
            return int(value)
        case "rank" | "file":
            return _line(entry, form)
        case "region":
            return _region(entry)
        case "pieces" | "piece":
            return _pieces(entry, letters)
        case "limits" | "map":
            return _pairs(entry, form, letters)
    return value


def _one_of(entry: Entry, words: tuple[str, ...]) -> str:
    if entry.value not in words:
        raise entry.trouble(f"this should be one of {', '.join(words)}")
    return entry.value


def _line(entry: Entry, form: str) -> int:
    most = RANKS if form == "rank" else FILES
    word = entry.value
    if re.fullmatch("[0-9]{1,4}", word):
        number = int(word)
    elif form == "file" and re.fullmatch("[a-z]", word):
        number = ord(word) - ord("a") + 1
    else:
        raise entry.trouble(f"this should be a {form}")
    if not 1 <= number <= most:
        raise entry.trouble(
            f"a {form} is from 1 to {most}: boards of these files have at most {FILES} by {RANKS} squares"
        )
    return number


def _region(entry: Entry) -> Region:
    found: set[Square] = set()
    for word in entry.value.split():
        if word == "-":
            break
        parts = re.fullmatch(r"([A-Za-z]|\*)([0-9]{1,2}|\*)?", word)
        if parts is None:
            raise entry.trouble(f"`{word}` is no square, rank (`*8`) or file (`d*`)")
        file, rank = parts[1].lower(), parts[2] or "*"
        if (rank != "*" and not 1 <= int(rank) <= RANKS) or file > "l":
            raise entry.trouble(
                f"`{word}` is on none of the boards that there are, of at most {FILES} by {RANKS} squares"
            )
        found |= {(x, y) for x, y in EVERYWHERE
                  if file in ("*", chr(96 + x)) and rank in ("*", str(y))}  # fmt: skip
    return frozenset(found)


def _pieces(entry: Entry, letters: Mapping[str, str]) -> tuple[str, ...]:
    if entry.value.startswith("@"):  # defaults of the table
        return tuple(word[1:] for word in entry.value.split())
    found: list[str] = []
    for letter in entry.value.replace(" ", ""):
        if letter == "-":
            break
        found.append("*" if letter == "*" else _named(entry, letter, letters))
    return tuple(dict.fromkeys(found))


def _named(entry: Entry, letter: str, letters: Mapping[str, str]) -> str:
    if letter.upper() not in letters:
        raise entry.trouble(f"`{letter}` is no piece's letter here")
    return letters[letter.upper()]


def _pairs(entry: Entry, form: str, letters: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for first, second in re.findall(r"(\S)\s*:\s*(\w+|-)", entry.value):
        key = _named(entry, first, letters)
        if form == "limits":
            if not re.fullmatch("[0-9]{1,4}", second):
                raise entry.trouble(f"`{second[:20]}` should be a whole number, at most 9,999")
            found[key] = int(second)
        else:
            found[key] = "" if second == "-" else _named(entry, second, letters)
    if re.sub(r"\S\s*:\s*(\w+|-)", "", entry.value).strip(" -"):
        raise entry.trouble("this should be pairs such as `p:g`")
    return found
