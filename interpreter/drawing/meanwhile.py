"""What somebody saw between two of their decisions, and doesn't see any more: what players know they can be shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from interpreter.drawing.beside_board import about, text
from interpreter.drawing.unknown import SIGN, is_number_alone
from interpreter.game.eyes import NOT_TOLD, Eyes, is_masked, seen, told

if TYPE_CHECKING:
    from interpreter.game.plies import Step
    from interpreter.game.views import View

THEN = " → "
"""Between what was seen of one thing and what was seen later."""
COUNT = re.compile(r"(.*\D)(\d{1,9})")
"""A line that ends with a number."""


def meanwhile(steps: Sequence[Step], player: Eyes) -> list[str]:
    """The lines that stood beside the board, and the pieces that stood on it, in some view of a player since they last
    decided, and neither then nor now: what an umpire said to their move, before the other's answer took its place.
    What several lines are about is said once: `A holds duke, captain → duke`. Where others' cards are put away, so is
    the move that did it. A number on its way from what it was to what it is, as the cards in a deck, is no news.

    `steps`: those of the game, up to now. Nothing where all is seen: there people look back at the game itself.
    """
    last = next((i for i in range(len(steps) - 1, -1, -1) if steps[i].before.to_move == player), None)
    if last is None or not is_masked(steps[0].before.game, player):
        return []
    since = steps[last:]
    ends = [list(_shown(seen(state, player))) for state in (since[0].before, since[-1].after)]
    known, numbers = {*ends[0], *ends[1]}, [_numbers(one) for one in ends]
    found: dict[str, list[str]] = {}
    before: set[tuple[str, str]] = set()
    for step in since:
        if step.after.together:
            continue
        now = dict.fromkeys(_shown(seen(step.after, player)))
        if step.before.to_move not in (None, player) and _is_cleared(before - known, now):
            for one in told([step], player):
                if one.text != NOT_TOLD:
                    found.setdefault(f"{one.who}: {one.text}", []).append("")
        for what, said in now:
            if _is_on_its_way(what + said, numbers):
                continue
            if (what, said) not in known and said not in found.get(what or said, ()):
                found.setdefault(what or said, []).append(said)
        before = {*now}
    return [f"{what}{THEN.join(said)}" if said != [what] else what for what, said in found.items()]


def _is_cleared(before: Iterable[tuple[str, str]], now: Iterable[tuple[str, str]]) -> bool:
    """Whether something was put away and nothing took its place: a trick, with the card that completed it. No view has
    shown that one."""
    about_now = {what for what, _ in now}
    return any(what and what not in about_now for what, _ in before)


def _numbers(lines: Iterable[tuple[str, str]]) -> dict[str, int]:
    """The number at the end of each line that has one, by what stands before it."""
    found = (COUNT.fullmatch(what + said) for what, said in lines)
    return {one[1]: int(one[2]) for one in found if one}


def _is_on_its_way(line: str, ends: Sequence[dict[str, int]]) -> bool:
    """Whether a line's number lies between that of the first and that of the last view."""
    found = COUNT.fullmatch(line)
    if not found or not all(found[1] in numbers for numbers in ends):
        return False
    low, high = sorted(numbers[found[1]] for numbers in ends)
    return low <= int(found[2]) <= high


def _shown(view: View) -> Iterator[tuple[str, str]]:
    """Lines in two parts: what each is about ("" if it says that in another place), and the rest."""
    for words, before in about(view):
        if not is_number_alone(text(words)) and text(words[before:]).strip() != SIGN:
            yield text(words[:before]), text(words[before:])
    board = view.game.model.board
    for site in board.labels if board is not None else ():
        yield from (("", f"{piece.label} on {site}") for piece in view.pieces(site))
