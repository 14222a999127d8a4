"""Characters that look like others, or like nothing: their names, and what to write instead."""

from __future__ import annotations

import unicodedata

# Letters of other alphabets that look like Latin ones. Unicode publishes a long list; these can be typed by accident.
_LOOK_ALIKE = dict(
    zip(
        "аеорсухіјѕһԁԛԝАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορυγ",
        "aeopcyxijshdqwABEKMHOPCTXIJSABEZHIKMNOPTYXaivopuy",
        strict=True,
    )
)


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


def strange(character: str) -> tuple[str, str]:
    """The message about such a character, and what to do."""
    name = named(character)
    if unicodedata.category(character)[0] == "Z":
        return f"this is no plain blank but a {name}", "write a plain blank; such a character comes from copying"
    if unicodedata.category(character)[0] in "CM":
        return f"this character can't be seen: {name}", "delete it; such a character comes from copying"
    if latin := _LOOK_ALIKE.get(character):
        return f"`{character}` is the {name}; it only looks like `{latin}`", f"type a plain `{latin}`"
    return f"`{character}` can't stand in a name: {name}", "names are made of the letters a–z, digits and `_`"
