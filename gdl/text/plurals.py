"""English words for one thing, where rules have the word for many, `{coins} coins`, and for many, where they have the
one: `type card`."""

from __future__ import annotations

import re
from collections.abc import Sequence

ONE = "1"
IRREGULAR = {"dice": "die", "lives": "life", "men": "man", "people": "person", "knives": "knife", "wolves": "wolf"}
_FIRST = re.compile(r"(\s*)([a-z]+)\b")
SINGULAR = {"always", "has", "is", "its", "perhaps", "this", "was", "yes"}
"""Words that only look like those for many."""
_ENDINGS = ((r"([^aeiou])ies$", r"\1y"), (r"(ss|x|ch|sh)es$", r"\1"), (r"([^suiy]|[aeo]y)s$", r"\1"))


def of_one(text: str) -> str:
    """A text that stands behind a number of things, as it is behind 1: ` coins` is ` coin`."""
    found = _FIRST.match(text)
    return text if found is None else f"{found[1]}{singular(found[2])}{text[found.end() :]}"


def singular(word: str) -> str:
    """The word for one, of the word for many; what doesn't look like one stays as it is."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    for ending, instead in () if word in SINGULAR else _ENDINGS:
        if re.search(ending, word):
            return re.sub(ending, instead, word)
    return word


def plural(word: str) -> str:
    """The word for many, of the word for one: the last one of several is the thing."""
    head, blank, word = word.rpartition(" ")
    many = next((many for many, one in IRREGULAR.items() if one == word), "")
    if not many:
        many = re.sub(r"([^aeiou])y$", r"\1ie", word) + ("es" if re.search(r"(s|x|ch|sh)$", word) else "s")
    return f"{head}{blank}{many}"


def parts_of_one(parts: Sequence[str | int]) -> list[str | int]:
    """The parts of a look's text for the value 1 (-1 stands for it)."""
    behind = [None, *parts[:-1]]
    return [of_one(part) if isinstance(part, str) and before == -1 else part
            for part, before in zip(parts, behind, strict=True)]  # fmt: skip
