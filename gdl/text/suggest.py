"""“Did you mean …?” from the names in scope; and where a slip of the fingers is sure, the fix."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches

from gdl.text.fixes import Hint

MAX_COMPARED = 200
_OTHER_CASE = 0.15  # what capitals cost: `sise` is `size` rather than `SSE`
_LONG = 6  # letters of a word in which a wrong one is a slip
_LETTERS_A_SLIP = 3  # so many letters a word needs for each wrong one, to be sure what is meant
_SOUNDS = (("gh|e$", ""), ("ou|oo", "u"), ("ea|ee|ie|ei", "i"), ("ph", "f"), ("ck|c", "k"), ("z", "s"),
           (r"(.)\1", r"\1"))  # fmt: skip
_NEGATING = ("un", "non", "not", "non_", "not_", "dis", "anti")  # `uneven` is no slip for `even`
_SHORTEST_NEGATED = 3
_STEM = 4  # letters in which two words begin alike that are forms of one: `empties`, `empty`


def closest(name: str, names: Iterable[str]) -> str | None:
    """The most similar of `names`, upper and lower case counting little, or None if nothing comes close."""
    by_lower: dict[str, str] = {}
    letters = set(name.lower())
    for other in names:  # comparing is slow: only those of like length with enough letters in common
        alike = 2 * len(letters & set(other.lower())) >= len(letters)
        if alike and abs(len(other) - len(name)) <= max(2, max(len(name), len(other)) // 2):
            by_lower.setdefault(other.lower(), other)
        if len(by_lower) > MAX_COMPARED:
            break
    near = [n for n in by_lower if by_lower[n] != name and _near(name.lower(), n)]
    found = get_close_matches(name.lower(), near, n=3, cutoff=0.6) or [n for n in near if sorted(n) == sorted(name)]
    return max((by_lower[n] for n in found), key=lambda n: _likeness(name, n), default=None)


def opposite(name: str, names: Iterable[str]) -> str | None:
    """The one of some names that means the opposite of this one, as `even` of `uneven`; or None."""
    return next((other for other in names if _negates(name.lower(), other.lower())), None)


def _negates(a: str, b: str) -> bool:
    shorter, longer = sorted((a, b), key=len)
    return len(shorter) >= _SHORTEST_NEGATED and longer in {no + shorter for no in _NEGATING}


def _near(a: str, b: str) -> bool:
    """Whether one word may be a slip for the other, or another form of it. That they have letters in common isn't
    enough: `step` is no slip for `se`."""
    if _negates(a, b):
        return False
    shorter, longer = sorted((a, b), key=len)
    begun = 0
    while begun < len(shorter) and a[begun] == b[begun]:
        begun += 1
    if (begun >= _STEM and 2 * begun >= len(longer)) or begun == len(shorter) >= 3:
        return True
    few = _slips(a, b, len(longer)) <= max(1, len(longer) // _LETTERS_A_SLIP)
    return few or sorted(a) == sorted(b) or _by_ear(a) == _by_ear(b)


def _by_ear(word: str) -> str:
    """A word as it sounds, roughly: `sight` and `site`, `thru` and `through`, `peace` and `piece` are alike."""
    for letters, sound in _SOUNDS:
        word = re.sub(letters, sound, word)
    return word


def _likeness(name: str, other: str) -> float:
    """How alike two names are, from 0 to 1; less if one is written in capitals and the other isn't."""
    likeness = SequenceMatcher(None, other.lower(), name.lower()).ratio()
    return likeness - _OTHER_CASE * (name.islower() != other.islower())


def did_you_mean(name: str, names: Iterable[str]) -> Hint:
    """A hint, or an empty text. If only one name can be meant, that takes the place of what the finding points at."""
    known = list(names)
    other = closest(name, known)
    if not other:
        return Hint("")
    return Hint(f"did you mean `{other}`?", other if other == misspelt(name, known) else None)


def misspelt(name: str, names: Iterable[str]) -> str | None:
    """The one name of which this is surely a misspelling: nearly all letters agree, no other is as near; or None.

    Numbers are no slips, `goal2` isn't `goal1`; nor is another first letter, `power` isn't `tower`; nor another letter
    in a short word, `men` isn't `man`, for that may be a thing of its own.
    """
    nearest: list[str] = []
    fewest = len(name) // _LETTERS_A_SLIP
    for other in set(names) - {name}:
        slips = _slips(name.lower(), other.lower(), fewest)
        if slips < fewest:
            nearest, fewest = [], slips
        if slips == fewest:
            nearest.append(other)
    if len(nearest) != 1 or fewest >= len(nearest[0]) or _is_another_word(name.lower(), nearest[0].lower()):
        return None
    return nearest[0]


def _is_another_word(a: str, b: str) -> bool:
    """Whether two words differ in a number, in their first letters, or, short ones, in a letter for another."""
    if sorted(a) == sorted(b):  # letters exchanged, or in upper case
        return len(a) == 1
    numbered = re.sub(r"\D", "", a) != re.sub(r"\D", "", b)
    return numbered or a[:1] != b[:1] or len(a) == len(b) < _LONG


def _slips(a: str, b: str, most: int) -> int:
    """How many letters are wrong, missing, too many or exchanged with a neighbour; more than `most` if it is many."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            slips = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                slips = min(slips, last[j - 2] + 1)
            row.append(slips)
        if min(row) > most:
            return most + 1
    return row[-1]
