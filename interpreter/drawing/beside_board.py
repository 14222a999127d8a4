"""What players read beside the board: scores, hands, captures and whatever else the rules remember, in words.

A ruleset's `looks` say what players see of a variable: a text, counters, or nothing. Of a variable without a look its
name is shown, with all values that say something, so that nothing that is needed to play goes missing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from typing import TYPE_CHECKING, Any

from gdl.model.looks import Look, VariableLook
from gdl.model.model import Model
from gdl.model.nodes import Get
from gdl.model.state import Variable
from gdl.model.types import TRUTHS, Domain, Range, Size
from gdl.text.plurals import ONE, parts_of_one
from gdl.text.whose import behind
from interpreter.drawing import results
from interpreter.drawing.owners import look_of_pieces as pieces_of
from interpreter.drawing.site_texts import off_board, plain
from interpreter.drawing.unknown import SIGN, so_many
from interpreter.game.unknown import UNKNOWN

if TYPE_CHECKING:
    from interpreter.game.views import View

Words = tuple[tuple[str, str], ...]
"""A line in parts: a text, and the name of its colour or ""."""
YES = plain(True)
PLAIN = "o"
"""A counter of which nothing is said, in letters."""
VALUE = -1
"""Where the value stands among the parts of a look."""
MANY = 12
"""So many counters are shown one by one; of more of them the number is told."""


def text(words: Words) -> str:
    """A line without its colours."""
    return "".join(part for part, _ in words)


def told(view: View, symbols: bool = True, inner: bool = False, but: Collection[Variable] = ()) -> list[Words]:
    """All there is to read beside a state's board, line by line. `symbols`: more than ASCII can be shown.

    `inner`: everything the rules remember, by its name, whatever their looks say. `but`: what is seen already.
    """
    return [line for line, _ in about(view, symbols, inner, but)]


def about(
    view: View, symbols: bool = True, inner: bool = False, but: Collection[Variable] = ()
) -> Iterator[tuple[Words, int]]:
    """The same, each line with the number of its parts that say what it is about: the value comes behind them."""
    model = view.game.model
    yield from ((line, 1) for line in score(view))
    for variable in (variable for variable in shown(model, inner) if variable not in but):
        look = None if inner else model.variable_looks.get(variable)
        if look is None:
            yield from ((line, 1) for line in _by_name(view, variable))
            continue
        before = next((i for i, part in enumerate(look.parts) if part == VALUE), 1)
        yield from ((line, before) for line in with_look(view, variable, look, symbols))


def score(view: View) -> Iterator[Words]:
    """What the rules count for players, where they say so."""
    model = view.game.model
    if view.scores and tells_score(model) and not view.is_over:  # at the end it stands beside the result
        yield (f"{results.unit(model) or 'score'}: ", ""), (results.listed(view), "")


def tells_score(model: Model) -> bool:
    """Whether the score has a line of its own: not where looks show the variable that is the score."""
    counted = counted_by_score(model)
    look = None if counted is None else model.variable_looks.get(counted)
    return model.score is not None and (look is None or look.form == "hidden")


def counted_by_score(model: Model) -> Variable | None:
    """The players' variable that is the score, if that is all the score says; of those who play together the game's."""
    if model.score is None:
        return None
    player, score = model.score
    of = ((player,), ()) if model.is_common else ((player,),)
    return score.variable if isinstance(score, Get) and score.indices in of else None


def shown(model: Model, inner: bool = False) -> list[Variable]:
    """The variables of which players read something beside the board, in the order of the rules."""
    hidden = [] if inner else [v for v, look in model.variable_looks.items() if look.form == "hidden"]
    if (counted := counted_by_score(model)) is not None and counted not in model.variable_looks and not inner:
        hidden.append(counted)  # it would be said twice
    return [
        v for v in off_board(model) if not v.local and v not in (model.me, model.next) and v not in hidden
    ]  # fmt: skip


def with_look(view: View, variable: Variable, look: VariableLook, symbols: bool = True) -> Iterator[Words]:
    """The lines that a look makes of a variable: one for each member of the dimensions that its text names."""
    if look.form == "hidden":
        return
    dimensions = variable.dimensions
    whole = not look.parts  # counters without a text: a line for each thing that the variable belongs to
    lined = [i for i in range(len(dimensions)) if (i == 0 if whole else look.names(i))]
    rows = list(product(*(dimensions[i].labels for i in lined)))
    if not any(_says(value) for value in _values(view, variable)):
        return
    for labels in rows:
        of = dict(zip(lined, labels, strict=True))
        value = _counters(view, variable, look, of, symbols) if _counts(look) else ((_value(view, variable, of), ""),)
        if not text(value) or (not lined and text(value) == "0" and view.game.model.board is not None):
            continue
        if whole:
            yield ((f"{', '.join(labels) or words_of(variable.name)}: ", ""), *value)
            continue
        parts = said_of_truth(look.parts) if of_truths(variable, lined) and text(value) == YES else look.parts
        line: list[tuple[str, str]] = []
        for part in parts_of_one(parts) if text(value) == ONE else parts:
            said = behind(line[-1][0], part) if line and isinstance(part, str) else part
            line += [(said, "")] if isinstance(said, str) else value if said < 0 else [(words_of(of[said]), "")]
        yield tuple(line)


def of_truths(variable: Variable, lined: Collection[int]) -> bool:
    """Whether what a line tells of a variable is a truth: there is a line only where it holds."""
    one = not variable.collection and variable.type.size == Size.ONE
    return variable.type.base is TRUTHS and one and len(lined) == len(variable.dimensions)


def said_of_truth(parts: Sequence[str | int]) -> list[str | int]:
    """The parts of a look's text for what is true: the text without its value, so “A is out”, not “A is out: yes”."""
    match [*parts]:
        case [*before, str(said), last] if last == VALUE and said.rstrip().endswith(":"):
            return [*before, said.rstrip().removesuffix(":")]
    return [*parts]


def words_of(name: str) -> str:
    """A name in the rules as people write it."""
    return name.replace("_", " ")


def _counts(look: VariableLook) -> bool:
    return look.form == "counters" or look.look is not None


def _values(view: View, variable: Variable) -> Iterator[Any]:
    return (view.value(variable.name, *labels) for labels in product(*(d.labels for d in variable.dimensions)))


def _says(value: Any) -> bool:
    """Whether a value is worth a word: neither nothing, nor no, nor none of a number of things."""
    return not (value is None or value is False or value == 0 or value in ([], ()))


def _table(view: View, variable: Variable, of: Mapping[int, str]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The members of the dimensions that a line doesn't name, and the values there."""
    free = [i for i in range(len(variable.dimensions)) if i not in of]
    for labels in product(*(variable.dimensions[i].labels for i in free)):
        at = {**of, **dict(zip(free, labels, strict=True))}
        yield labels, view.value(variable.name, *(at[i] for i in range(len(variable.dimensions))))


def _value(view: View, variable: Variable, of: Mapping[int, str]) -> str:
    """The value in words; of several the ones that say something."""
    rows = list(_table(view, variable, of))
    if len(rows) == 1 and not rows[0][0]:
        value = rows[0][1]
        if value is UNKNOWN:
            return _unseen(view, variable, of)
        return "" if value is None or value is False or value == [] else plain(value)
    said = [(words_of(" ".join(labels)), value) for labels, value in rows if _says(value) and value is not UNKNOWN]
    words = [_entry(name, value, variable.collection) for name, value in said]
    if variable.collection == "bag" and all(value is UNKNOWN for _, value in rows):
        return _unseen(view, variable, of)
    if variable.collection == "pile":
        return _piles(view, variable, of, rows)
    return ", ".join([*words, *[SIGN] * any(value is UNKNOWN for _, value in rows)])


def _unseen(view: View, variable: Variable, of: Mapping[int, str]) -> str:
    """The words for what is hidden. `of`: whose it is."""
    return so_many(view, variable, [of[i] for i in range(len(variable.holders)) if i in of])


def _entry(name: str, value: Any, collection: str) -> str:
    """One of several values: `red 3`; of a bag how many there are: `ruby`, `3 x ruby`."""
    if collection == "bag":
        return name if value == 1 else f"{value} x {name}"
    return name if value is True else f"{name} {plain(value)}"


def _piles(
    view: View, variable: Variable, of: Mapping[int, str], rows: Iterable[tuple[tuple[str, ...], Any]]
) -> str:
    """What lies on a pile, from the bottom: `3, 4`; on several: `a: 3, 4; b: 9`. The last label of a row is the place.
    Things side by side that aren't known are one sign; a pile that isn't seen at all is told by its height."""
    found = []
    free = [i for i in range(len(variable.holders)) if i not in of]
    for whose, places in groupby(rows, lambda row: row[0][:-1]):
        lying = [value for _, value in places if value is not None]
        there = [SIGN if value is UNKNOWN else plain(value) for value in lying]
        known = [thing for i, thing in enumerate(there) if thing != SIGN or there[i - 1 : i] != [SIGN]]
        if known == [SIGN]:
            known = [_unseen(view, variable, {**of, **dict(zip(free, whose, strict=True))})]
        if words := ", ".join(known):
            found.append(f"{words_of(' '.join(whose))}: {words}" if whose else words)
    return "; ".join(found)


def _counters(view: View, variable: Variable, look: VariableLook, of: Mapping[int, str], symbols: bool) -> Words:
    """The value as counters, each as the look has it, or the member of the last dimension to which it belongs."""
    found: list[tuple[str, str]] = []
    for labels, number in _table(view, variable, of):
        if number is UNKNOWN:
            found += [(" ", "")] * bool(found) + [(SIGN, "")]
        if not isinstance(number, int) or number <= 0:
            continue
        last = len(variable.dimensions) - 1
        member = of[last] if last in of else labels[-1] if labels else None
        counter = counter_of(view.game.model, variable, look.look, member, last in of)
        drawn = counter.symbol if symbols else counter.letter
        times = "×" if symbols else "x"
        found += [(" ", "")] if found else []
        row = (" " if counter.is_named else "").join([drawn] * number)
        found += [(row if number <= MANY else f"{drawn}{times}{number}", counter.colour)]
    return tuple(found)


@dataclass(frozen=True)
class Counter:
    """How a counter looks: as a letter, as a symbol. `is_named`: it is the name of what it belongs to, such as a die's
    number."""

    letter: str
    symbol: str
    colour: str
    is_named: bool


def counter_of(model: Model, variable: Variable, own: Look | None, member: str | None, is_lined: bool) -> Counter:
    """The counter of a member of a variable's last dimension, if it has one. `own`: what is said of all counters;
    `is_lined`: each member has a line."""
    theirs = _member(model, variable.dimensions[-1], member) if member is not None else None
    said = [look for look in (own, theirs) if look is not None]
    letter = next((look.letter for look in said if look.letter), "")
    symbol = next((look.symbol for look in said if look.symbol), "")
    is_named = theirs is None and not letter and not symbol and not is_lined and member is not None
    letter = letter or (member if is_named and member else PLAIN)
    colour = next((look.colour for look in said if look.colour), "")
    return Counter(letter, symbol or (letter if letter != PLAIN else "●"), colour, is_named)


def _member(model: Model, domain: Domain | Range, label: str) -> Look | None:
    """How a member looks; a player of whom only a colour is said by the signs of their pieces."""
    look = model.looks.get(f"{domain.name}.{label}") if isinstance(domain, Domain) else None
    if domain is model.player and not (look and (look.letter or look.symbol)) and (theirs := pieces_of(model, label)):
        return replace(look or theirs, letter=theirs.letter, symbol=theirs.symbol)
    return look


def _by_name(view: View, variable: Variable) -> Iterator[Words]:
    """A variable that has no look: its name, and its values if they say something."""
    if any(_says(value) for value in _values(view, variable)) and (said := _value(view, variable, {})):
        named = words_of(variable.name)
        yield ((named, ""),) if of_truths(variable, ()) and said == YES else ((f"{named}: ", ""), (said, ""))


def names_of(players: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    return " and ".join([*([", ".join(players[:-1])] if len(players) > 1 else []), players[-1]])
