"""Why something isn't legal, in words where that can be, else in those of the rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.drawing.beside_board import words_of
from interpreter.drawing.standing import name
from interpreter.drawing.worded import words_for_rules
from interpreter.game.failing import Failed
from interpreter.game.narrowing import failed, failed_there
from interpreter.game.prompts import as_written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gdl.model.statements import Choose
    from interpreter.game.state import State

LONGEST = 100
"""Characters of a rule that are shown."""


def needed(choose: Choose) -> str:
    """What a decision asks of whatever is chosen, as the rules write it, and where; "" where nothing is chosen from."""
    if not choose.binders:
        return ""
    text = as_written(choose)
    file = Path(choose.span.source.name)
    place = f"line {choose.span.line} of {file.name if file.suffix == '.gdl' else 'the rules'}"
    return f"`{text[:LONGEST]}{'…' * (len(text) > LONGEST)}` ({place})"


def why_not(state: State, text: str) -> str:
    """Why a text isn't legal; "" if that can't be told, or would tell what who decides doesn't know."""
    return _words(state, failed(state, text))


def why_not_there(state: State, picks: Sequence[str], for_authors: bool = False) -> str:
    """The same of the last of some labels, picked after the others. `for_authors`: always as the rules write it, and
    where."""
    return _words(state, failed_there(state, picks), for_authors)


def _words(state: State, found: Failed | None, for_authors: bool = False) -> str:
    if found is None:
        return ""
    after = "after it, " if found.is_ahead else ""
    if found.stands and not after and state.game.model.board and found.thing in state.game.model.board.index:
        return _of_pieces(state, found)
    if not for_authors and (said := _not_among(state, found)):
        return f"{after}{said}"
    if not for_authors and (said := _in_words(found)):
        return f"{after}{said}{_held(found) if ' in ' in said else ''}"
    names = ", ".join(f"{name} = {value}" for name, value in found.names)
    for_ = f", for {names}" if names else ""
    known = {name for name, _ in found.names}
    values = "".join(f"; {text} is {value}" for text, value in found.values if text != value and text not in known)
    return f"{after}{_said(found)}{for_}{values}{_held(found)} ({_place(found)})"


def _place(found: Failed) -> str:
    """Where the rule stands."""
    file = Path(found.span.source.name)
    return f"line {found.span.line} of {file.name if file.suffix == '.gdl' else 'the rules'}"


def _of_pieces(state: State, found: Failed) -> str:
    """What is, or isn't, on a site."""
    site, view = found.thing, state.view(state.to_move)
    pieces = view.pieces(site)
    if not view.is_seen(site):
        return f"no {words_of(found.own[0]) if len(found.own) == 1 else 'piece'} of yours is on {site}"
    if not pieces:
        return f"{site} is empty"
    there = f"{name(pieces[-1])} is on {site}"
    if found.sort == "inside":
        return there
    if found.own:
        is_other = len(found.own) == 1 and found.own[0] != pieces[-1].kind
        return f"{there}, no {words_of(found.own[0])} of yours" if is_other else f"{there}, none of yours"
    return f"{there}, and {_in_words(found) or _said(found)}"


def _not_among(state: State, found: Failed) -> str:
    """What isn't there any more of a variable that counts things, where the looks list it: `left "to play: {left}"`."""
    asked = re.fullmatch(r"(\w+)\.(\w+) > 0", found.rule)
    if asked is None or found.sort != "fails" or found.is_ahead or asked[1] not in dict(found.names):
        return ""
    model = state.game.model
    for variable, look in model.variable_looks.items():
        label = look.text.removesuffix(f": {{{variable.name}}}")
        listed = look.form == "text" and label != look.text and "{" not in label
        of_things = len(variable.dimensions) == 1 and variable.dimensions[0] is not model.player
        if variable.name == asked[2] and listed and of_things:
            return f"{dict(found.names)[asked[1]]} isn't in “{label}”"
    return ""


def _in_words(found: Failed) -> str:
    """The condition for players; "" if it isn't simple enough."""
    return words_for_rules().failing(found)


def _said(found: Failed) -> str:
    rule = f"`{found.rule[:LONGEST]}{'…' * (len(found.rule) > LONGEST)}`"
    match found.sort:
        case "outside":
            return f"{found.thing} isn't in {rule}"
        case "inside":
            return f"{found.thing} is in {rule}"
        case "holds":
            return f"{rule} would be true" if found.is_ahead else f"{rule} is true"
    return f"{rule} would be false" if found.is_ahead else f"{rule} is false"


def _held(found: Failed) -> str:
    if found.few is None:
        return ""
    return f"; it holds {', '.join(found.few)}" if found.few else "; it is empty"
