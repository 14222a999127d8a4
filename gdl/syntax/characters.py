"""Characters that look like others, or like nothing: their names, and what to write instead."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from gdl.text.fixes import Edit, Fix, fix
from gdl.text.source import Source, Span

# Letters of other alphabets that look like Latin ones. Unicode publishes a long list; these can be typed by accident.
_LOOK_ALIKE = dict(
    zip(
        "аеорсухіјѕһԁԛԝАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορυγ",
        "aeopcyxijshdqwABEKMHOPCTXIJSABEZHIKMNOPTYXaivopuy",
        strict=True,
    )
)


OF_NAMES = "names are made of the letters a–z, digits and `_`"


def named(character: str) -> str:
    """What a character is called: “Cyrillic small letter a (U+0430)”."""
    name = unicodedata.name(character, "").lower()
    for proper in ("cyrillic", "greek", "latin", "hebrew", "arabic", "cjk", "fullwidth"):
        name = name.replace(proper, proper.capitalize() if proper != "cjk" else "CJK")
    return f"{name or 'a character without a name'} (U+{ord(character):04X})"


def is_strange(character: str) -> bool:
    """Whether a character has to be named, for it can't be seen or is taken for another."""
    outside = not character.isascii()
    return outside and (character.isalnum() or unicodedata.category(character)[0] in "ZCM")


def plain(character: str) -> str:
    """The Latin letter that a character looks like; nothing for what can't be seen; else itself."""
    unseen = is_strange(character) and unicodedata.category(character)[0] in "CM"
    return "" if unseen else _LOOK_ALIKE.get(character, character)


def strange(character: str) -> tuple[str, str]:
    """The message about such a character, and what to do."""
    name = named(character)
    if unicodedata.category(character)[0] == "Z":
        return f"this isn't a plain space but a {name}", "write a plain space; such a character comes from copying"
    if unicodedata.category(character)[0] in "CM":
        return f"this character can't be seen: {name}", "delete it; such a character comes from copying"
    if latin := _LOOK_ALIKE.get(character):
        return f"`{character}` is the {name}; it only looks like `{latin}`", f"type a plain `{latin}`"
    return f"`{character}` can't stand in a name: {name}", OF_NAMES


def as_plain(source: Source, at: int) -> Fix | None:
    """What the character at this place is surely meant to be, there and wherever else it stands outside of quotes."""
    character = source.text[at]
    sort = unicodedata.category(character)[0]
    latin = _LOOK_ALIKE.get(character, "") or (" " if sort == "Z" else "")
    if not latin and sort not in "CM":
        return None
    edits = [Edit(Span(source, i, i + 1), latin) for i in _outside_of_quotes(source) if source.text[i] == character]
    if not edits:
        return None
    name = "the characters that can't be seen" if sort in "CM" else named(character)
    return fix(*edits, title=f"write a plain `{latin}` instead of the {name}" if latin else f"delete {name}")


@lru_cache(maxsize=2)
def _outside_of_quotes(source: Source) -> list[int]:
    """The places of strange characters that stand neither in quotes nor in a comment."""
    parts = re.finditer(r'"[^"\n]*"|#[^\n]*|[^\x00-\x7f]', source.text)
    return [part.start() for part in parts if part.group()[0] not in '"#']
