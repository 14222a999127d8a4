"""The fact `notation`, which says how a position is written in one line: read, and checked against the rules.

What its parts mean is said in `interpreter.game.notation`, which writes and reads such lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from gdl.model.model import Model
from gdl.model.state import Variable
from gdl.model.types import TRUTHS, Domain, Range, Size

FACT = "notation"
BRACKETS = "[]"


class WrongNotation(Exception):
    """The declaration doesn't fit the rules; says why."""


@dataclass(frozen=True)
class Field:
    """A word of the line: what stands there, and how values are written."""

    name: str
    texts: Mapping[str, str]

    @property
    def values(self) -> Mapping[str, str]:
        """What is meant by each text."""
        return {text: value for value, text in self.texts.items()}


def declared(model: Model) -> str:
    """How a ruleset says that its positions are written; "" if it doesn't."""
    return "; ".join(dict(model.facts).get(FACT, ()))


def names(model: Model) -> dict[str, Variable]:
    """What a position tells besides the pieces, by name: with its subject where that is needed."""
    kept = [v for v in model.variables[2:] if not v.local]
    found: dict[str, Variable] = {}
    for variable in kept:
        alone = sum(v.name == variable.name for v in kept) == 1
        subject = variable.subject.name if variable.subject else "game"
        found[variable.name if alone else f"{subject}.{variable.name}"] = variable
    return found


def fields(model: Model, form: str) -> list[Field]:
    """The words of a line; raises WrongNotation."""
    variables = names(model)
    return [_field(model, variables, text) for text in form.split(";")]


def rows(model: Model) -> list[list[str]]:
    """Sites of each row, the highest first; raises WrongNotation on boards that have no rows and columns."""
    board = model.board
    if board is None or board.coordinates.keys() != {"c", "r"} or model.stacks:
        raise WrongNotation("`board` needs a board of rows `r` and columns `c`, without stacks")
    (_, columns), (_, heights) = board.coordinates["c"], board.coordinates["r"]
    sites = sorted(zip(heights, columns, board.labels, strict=True), key=lambda site: (-site[0], site[1]))
    return [[label for *_, label in row] for _, row in groupby(sites, key=lambda site: site[0])]


def _letter(model: Model, label: str) -> str:
    look = model.looks.get(label)
    return look.letter if look and look.letter else label


def letters(model: Model) -> list[str]:
    """How each piece is written; raises WrongNotation if that doesn't tell them apart."""
    labels = model.pieces.labels
    found = [_letter(model, label) for label in labels]
    if len(set(found)) < len(found) or any(letter.isdigit() or letter in "/[]" for letter in found):
        raise WrongNotation("pieces need a letter each, other than digits and signs")
    return found


def _field(model: Model, variables: Mapping[str, Variable], text: str) -> Field:
    name, *texts = text.split() or [""]
    labels = _labels(model, variables, name)
    if all("=" in each for each in texts):
        field = Field(name, {value: text for value, _, text in (pair.partition("=") for pair in texts)})
    elif len(texts) == len(labels):
        field = Field(name, dict(zip(labels, texts, strict=True)))
    else:
        raise WrongNotation(f"`{text.strip()}`: texts for {len(labels)} values, or VALUE=TEXT")
    known = {"board", "me", "turn", *variables}
    for one in [name, *field.texts] if name == "board" else [name]:
        if one not in known:
            raise WrongNotation(f"there is no variable `{one}`")
    if name == "board":
        _check_board(model, variables, field)
    elif name in variables and len(variables[name].dimensions) > 1:
        raise WrongNotation(f"`{name}` is more than a word can tell")
    elif strange := [value for value in field.texts if value not in labels]:
        raise WrongNotation(f"`{name}` is never `{strange[0]}`")
    return field


def _labels(model: Model, variables: Mapping[str, Variable], name: str) -> tuple[str, ...]:
    """The values of what is called so."""
    if name == "me":
        return model.players
    base = variables[name].type.base if name in variables else None
    if base is TRUTHS:
        return "false", "true"
    return base.labels if isinstance(base, Range | Domain) else ()


def _check_board(model: Model, variables: Mapping[str, Variable], field: Field) -> None:
    rows(model)
    letters(model)
    for name, text in field.texts.items():
        variable = variables.get(name)
        of = [dimension.labels for dimension in variable.dimensions] if variable else []
        if variable is None:
            fits = False
        elif text == BRACKETS:
            fits = len(of) == 2 and isinstance(variable.type.base, Range) and [*of[0]] == [*model.players]
        else:
            fits = not of and variable.type.size == Size.MANY and variable.type.base is model.board
        if not fits:
            what = "a number for each player and kind" if text == BRACKETS else "a set of sites"
            raise WrongNotation(f"`{name}` is not {what}")
