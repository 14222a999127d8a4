"""Words that begin a line only with another word behind them, as `deal … from`: where that other word is misspelt."""

from __future__ import annotations

import re

from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import WORDS
from gdl.text.fixes import Hint
from gdl.text.suggest import closest

PARTNERS = {"hidden": "from", "deal": "from", "rank": "by", "pay": "by", "score": "by", "together": "in"}
"""Without its partner such a word is read as a name, so that the place where reading stops says nothing."""


def partner(spot: Spot) -> tuple[str, str] | None:
    """What is wrong with such a line, and what is meant; None if it is another line, or nothing in it comes close."""
    wanted = PARTNERS.get(spot.first, "")
    start = spot.text.rfind("\n", 0, spot.at) + 1
    line = re.sub(r'"[^"\n]*"|#.*', lambda text: " " * len(text[0]), spot.text[start:].split("\n")[0])
    words = [word for word in re.finditer(r"[^\W\d]\w*", line) if word[0] != spot.first]
    if not wanted or any(word[0] == wanted for word in words):
        return None
    near = [word for word in words if word[0] not in WORDS and closest(word[0], [wanted])]
    if len(near) != 1:
        return None
    place = start + near[0].start()
    edits = [spot.edit(place, place + len(near[0][0]), wanted)] if sorted(near[0][0]) == sorted(wanted) else []
    message = f"`{spot.first}` begins a line only with `{wanted}` behind it"
    return message, Hint(f"instead of `{near[0][0]}`: did you mean `{wanted}`?", edits=edits)
