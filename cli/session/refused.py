"""Why a text is no move here, and what to do: in the same words on every screen and page."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import get_close_matches

from cli.languages.saying import heard, tr
from gdl.text.visible import brief
from interpreter import Ambiguous, MoveError, NotLegal, State
from interpreter.drawing import refusals
from interpreter.drawing.examples import listed, look, of_moves
from interpreter.game import shortest

FEW = 12
"""Up to this number, all moves are shown unasked."""
MANY = 5_000
"""With more moves than this, none is compared letter by letter with the text."""
EXAMPLES = 4
"""The most kinds of moves of which an example is shown."""


def examples(state: State) -> list[str]:
    """One move of each look, as lists show it. For example, `a1`, `a1-b2`, `a1xb2` and `pass` have four looks."""
    if not shortest.has_notation(state.game.model):
        return [*of_moves(state.moves).values()][:EXAMPLES]
    looks: dict[str, str] = {}
    for move in listed(state.moves):
        text = shortest.listed(state, move)
        looks.setdefault(look(move, text), text)
    return [*looks.values()][:EXAMPLES]


def enumerated(texts: Sequence[str]) -> str:
    """Moves in a row, with commas; in quotes if one of them holds a comma itself, such as `chance, 13`."""
    return ", ".join(f"`{text}`" if any("," in one for one in texts) else text for text in texts)


def beginning(typed: str, texts: Collection[str]) -> list[str]:
    """The moves that begin like this. Upper and lower case count if that leaves any."""
    begun = [text for text in texts if text.startswith(typed)]
    return begun or [text for text in texts if text.lower().startswith(typed.lower())]


def why_not(state: State, typed: str) -> str:
    """Why a text is no move here, and what to do."""
    texts = [move.text for move in listed(state.moves)]
    said, asked = tr("`{typed}` is not a move of this game", typed=brief(typed)), ""
    try:
        state.parse(typed)
    except NotLegal:
        said = tr("`{typed}` is not legal now", typed=brief(typed))
        asked = f" {heard('prompt', state.prompt)}"  # it may answer another question
    except Ambiguous as error:
        return heard("trouble", f"{error}.")
    except MoveError:
        pass
    if why := refusals.why_not(state, typed):
        said, asked = tr("`{typed}` is not legal now: {why}", typed=brief(typed), why=heard("refusal", why)), ""
    near = _near(typed, texts) if len(typed) <= 2 * max(map(len, texts)) else []
    if near:
        return tr("{why}. Did you mean {moves}?", why=said, moves=enumerated(near[:FEW]))
    if len(texts) > FEW:
        return tr("{why}; moves look like {moves}.", why=said, moves=enumerated(examples(state))) + asked
    return f"{said}.{asked}"


def _near(typed: str, texts: Sequence[str]) -> list[str]:
    """The moves that a misspelt one may mean: similar ones, or else those with the same beginning. Upper and lower case
    count if that leaves any."""
    folded = {text.lower(): text for text in reversed(texts)}
    for word, among in ((typed, texts), (typed.lower(), [*folded])) if len(texts) <= MANY else ():
        if alike := get_close_matches(word, among, n=3, cutoff=0.75):
            return [folded.get(text, text) if among is not texts else text for text in alike]
    for length in range(len(typed) - 1, 1, -1):
        if begun := beginning(typed[:length], texts):
            return begun if len(begun) <= FEW else []
    return []
