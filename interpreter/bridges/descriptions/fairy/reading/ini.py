"""The lines of a configuration file: sections, keys and values, each with its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

MAX_LINE = 4_000
MAX_SECTIONS = 2_000
MAX_NAME = 60
"""Characters of a variant's name."""
_HEAD = re.compile(r"\[([^\]\[]*)\](.*)")
_NAME = re.compile(r"[^\s:\[\]#;=]+")
_COMMENT = re.compile(r"(^|\s)[#;].*")
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9]*")


class Trouble(Exception):
    """What can't be read or said, for people: the sentence names the file and, if there is one, the line."""


@dataclass(frozen=True)
class Entry:
    """One line `key = value`, and where it stands."""

    key: str
    value: str
    place: str
    """`variants.ini:12`; empty where it is what the other program knows by itself."""

    def trouble(self, what: str) -> Trouble:
        """A sentence about this line."""
        return Trouble(f"{self.place or 'built in'}: `{self.key} = {self.value}`: {what}")


@dataclass(frozen=True)
class Section:
    """A variant: its name, what it inherits from, and its lines, the last of those with the same key."""

    name: str
    base: str
    place: str
    entries: Mapping[str, Entry] = field(default_factory=dict)


def read(text: str, name: str) -> dict[str, Section]:
    """The sections of a file by their names, in order; raises Trouble."""
    found: dict[str, Section] = {}
    entries: dict[str, Entry] = {}
    for number, line in enumerate(text.split("\n"), 1):
        place = f"{name}:{number}" if name else ""
        if len(line) > MAX_LINE:
            raise Trouble(f"{place}: the line is longer than {MAX_LINE:,} characters")
        said = line.strip()
        if not said or said[0] in "#;":
            continue
        if said[0] == "[":
            section = _section(said, place)
            if section.name in found:
                before = found[section.name].place
                raise Trouble(f"{place}: there is a variant `{section.name}` already, at {before}")
            if len(found) == MAX_SECTIONS:
                raise Trouble(f"{place}: there are more than {MAX_SECTIONS:,} variants")
            entries = dict(section.entries)
            found[section.name] = Section(section.name, section.base, place, entries)
        elif found:
            entry = _entry(said, place)
            entries[entry.key] = entry
        else:
            raise Trouble(f"{place}: this stands before the first variant; one begins with its name: `[name]`")
    if not found:
        raise Trouble(f"{name}: there is no variant; one begins with its name in brackets: `[name]`")
    return found


def _section(said: str, place: str) -> Section:
    parts = _HEAD.fullmatch(said)
    if parts is None:
        raise Trouble(f"{place}: `{said[:60]}` should be the name of a variant in brackets: `[name]` or `[name:base]`")
    name, colon, base = (part.strip() for part in parts[1].partition(":"))
    rest = parts[2].strip()
    if not _NAME.fullmatch(name) or (colon and not _NAME.fullmatch(base)) or (rest and rest[0] not in "#;"):
        raise Trouble(f"{place}: `{said[:60]}` should be `[name]` or `[name:base]`, with names without spaces")
    if len(name) > MAX_NAME or not name.isprintable():
        raise Trouble(f"{place}: a variant's name has at most {MAX_NAME} characters, and all of them can be seen")
    return Section(name, base, place)


def _entry(said: str, place: str) -> Entry:
    key, equals, value = (part.strip() for part in said.partition("="))
    if not equals or not _KEY.fullmatch(key):
        raise Trouble(f"{place}: `{said[:60]}` should be `key = value`")
    return Entry(key, _COMMENT.sub("", value).strip(), place)
