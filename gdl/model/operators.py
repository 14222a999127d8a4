"""The operators of the model: a row each, with what it means, as Python, and the laws that it follows.

No other module lists operators by name: the checker, the passes, the compiler, the proofs of symmetries and the
learners' spaces ask for the laws, so that they know a new operator at once.

Operands are never nothing, unless the row says so; sets are integers whose bit i is the element i. The compiled rules
have a row for each of those that are met in play (`interpreter.native.lower.writing`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import Enum, auto
from functools import cache
from typing import cast

from gdl.model.nodes import Expr, Op, Value
from gdl.model.python_code import Lines, Scope, is_something
from gdl.model.sharing import shared
from gdl.model.types import Range, Size, Type


class Image(Enum):
    """What an operator gives for operands that a symmetry has moved: boards turned, players in other parts."""

    SAME = auto()
    """The moved result."""
    ORDERED = auto()
    """The moved result, if the elements of its operands stay where they are: it looks at their order."""
    OWN = auto()
    """It depends on what the operator knows of a shape: `symmetries.forms` asks the shape."""
    UNPROVEN = auto()
    """Nothing can be said."""


class Inside(Enum):
    """Which operands hold the elements of the result. A single thing counts as the set of it."""

    NOWHERE = auto()
    """No operand needs to."""
    FIRST = auto()
    """The first holds all of them."""
    EACH = auto()
    """Every operand holds all of them."""
    ONE = auto()
    """Each element is in one operand at least."""


class Logic(Enum):
    """How a condition follows from the conditions that it is made of."""

    NONE = auto()
    """It isn't made of conditions."""
    NOT = auto()
    """It holds if its operand doesn't."""
    ALL = auto()
    """It holds if all operands do; one that doesn't decides."""
    ANY = auto()
    """It holds if one operand does, which decides."""


@dataclass(frozen=True)
class Operator:
    """A row of the table: what an operator means, and its laws. A row without a law is an error.

    `python`: a template for the operands' values, or what writes the lines.
    `commutes`: the operands may stand in any order (`max` and `min` only differ in which operand may be nothing).
    `sign`: for sums of numbers and of sets, whether each operand is added (1) or taken away (-1); empty for the rest.
    `follows`: for others whose result never becomes less (a smaller number, a part of a set, a condition that no longer
    holds) as an operand grows (1), or as it shrinks (-1).
    `is_cheap`: working it out takes no longer than looking it up in a table.
    `compares`: it asks how two values stand to each other.
    `is_text`: it makes texts or places, which no rule computes with in play.
    """

    meaning: str
    python: str | Callable[[Lines, Op], str]
    _: KW_ONLY
    commutes: bool
    image: Image
    inside: Inside
    sign: tuple[int, ...]
    logic: Logic
    follows: tuple[int, ...] = ()
    is_cheap: bool = False
    compares: bool = False
    is_text: bool = False


def _lazily(py: Lines, operands: Sequence[Expr], word: str, first: str) -> str:
    """Operands of which each matters only if those before it have decided nothing."""
    result = py.name()
    for part in shared(operands):
        py.code(part)
    atom = py.code(operands[0])
    for i, operand in enumerate(operands[1:], 1):
        scope = Scope("if")
        py.scopes.append(scope)
        together = bool(shared(operands[i:]))  # what they share is known only where it has been worked out
        value = _lazily(py, operands[i:], word, first) if together else py.code(operand)
        py.scopes.pop()
        if scope.lines:
            py.line(f"{result} = {atom}")
            py.line(f"if {first}{result}:")
            py.scopes[-1].lines += ["  " + text for text in scope.lines]
            py.line(f"  {result} = {value}")
        else:
            py.line(f"{result} = {atom} {word} {value}")
        atom = result
        if together:
            break
    return atom


def _and(py: Lines, e: Op) -> str:
    return _lazily(py, e.operands, "and", "")


def _or(py: Lines, e: Op) -> str:
    return _lazily(py, e.operands, "or", "not ")


def _member(py: Lines, e: Op) -> str:
    """One (never nothing) is in a set."""
    one, many = e.operands
    return py.store(f"{py.code(many)} >> {_bit(py, one, many.type)} & 1 != 0")


def _bit(py: Lines, one: Expr, many: Type) -> str:
    low = many.values.low
    return py.code(one) if low == 0 else f"({py.code(one)} - {low})"


def _single(py: Lines, e: Op) -> str:
    """The set of one thing, or of the one that may be there."""
    (one,) = e.operands
    atom = py.code(one)
    bit = f"1 << {_bit(py, one, e.type)}"
    if one.type.size == Size.ONE:
        return py.store(bit)
    return py.store(f"{bit} if {is_something(atom, one.type)} else 0")


def _rebase(py: Lines, e: Op) -> str:
    """A set of numbers, as a set of a wider range."""
    (of,) = e.operands
    return py.store(f"{py.code(of)} << {of.type.values.low - e.type.values.low}")


def _narrow(py: Lines, e: Op) -> str:
    """A set of numbers, as a set of a range that may lack some."""
    (of,) = e.operands
    shift = of.type.values.low - e.type.values.low
    shifted = f"{py.code(of)} << {shift}" if shift >= 0 else f"{py.code(of)} >> {-shift}"
    return py.store(f"({shifted}) & {(1 << len(e.type.values)) - 1:#x}")


def _quotient(py: Lines, e: Op) -> str:
    """Division, rounded down; nothing if the divisor is 0."""
    a, b = map(py.code, e.operands)
    return py.store(f"{a} // {b} if {b} else None")


def _remainder(py: Lines, e: Op) -> str:
    a, b = map(py.code, e.operands)
    return py.store(f"{a} % {b} if {b} else None")


def _range(py: Lines, e: Op) -> str:
    """The numbers from one to another."""
    low, high = map(py.code, e.operands)
    return py.store(f"span({low}, {high}) << ({low} - {e.type.values.low})")


def _the(py: Lines, e: Op) -> str:
    """The only element of a set, or nothing."""
    (of,) = e.operands
    atom = py.code(of)
    element = f"{atom}.bit_length() - 1 + {of.type.values.low}"
    return py.store(f"{element} if {atom} and not {atom} & ({atom} - 1) else {e.type.nothing!r}")


def _greatest(py: Lines, e: Op) -> str:
    (of,) = e.operands
    atom = py.code(of)
    return py.store(f"{atom}.bit_length() - 1 + {of.type.values.low} if {atom} else {e.type.nothing!r}")


def _least(py: Lines, e: Op) -> str:
    (of,) = e.operands
    atom = py.code(of)
    return py.store(
        f"({atom} & -{atom}).bit_length() - 1 + {of.type.values.low} if {atom} else {e.type.nothing!r}"
    )


def _max(py: Lines, e: Op) -> str:
    """The greatest of several numbers, of which the first is never nothing."""
    return _extreme(py, e, ">")


def _min(py: Lines, e: Op) -> str:
    return _extreme(py, e, "<")


def _extreme(py: Lines, e: Op, sign: str) -> str:
    result = py.store(py.code(e.operands[0]))
    for operand in e.operands[1:]:
        atom = py.code(operand)
        there = "" if operand.type.size == Size.ONE else f"{is_something(atom, operand.type)} and "
        py.line(f"if {there}{atom} {sign} {result}: {result} = {atom}")
    return result


def _there(py: Lines, e: Op) -> str:
    """Whether something is there."""
    (of,) = e.operands
    return py.store(is_something(py.code(of), of.type))


def _fits(py: Lines, e: Op) -> str:
    """A number if it lies in the type's range, else nothing."""
    atom = py.code(e.operands[0])
    base = e.type.values
    assert isinstance(base, Range)
    return py.store(f"{atom} if {base.low} <= {atom} <= {base.high} else None")


def _element(py: Lines, e: Op) -> str:
    """The element of a shape with these coordinates, or nothing."""
    at = py.constant(e.type.base.at)  # type: ignore[union-attr]
    return py.store(f"{at}.get(({''.join(py.code(o) + ', ' for o in e.operands)}), -1)")


def _power(py: Lines, e: Op) -> str:
    """The site reached by so many steps in a direction, or nothing; operands: direction, number, site."""
    direction, times, site = e.operands
    steps = py.constant(e.type.base.padded_steps)  # type: ignore[union-attr]
    result = py.store(py.code(site))
    py.line(f"for _ in range({py.code(times)}): {result} = {steps}[{py.code(direction)}][{result}]")
    return result


def _same(py: Lines, e: Op) -> str:
    """The same value, seen in another size."""
    return py.code(e.operands[0])


def _text(py: Lines, e: Op) -> str:
    """Pieces of text and printed values, joined."""
    return py.store("''.join((" + "".join(f"{py.code(o)}, " for o in e.operands) + "))")


def _joined(py: Lines, e: Op) -> str:
    """The labels of a set, with commas; operands: the set, the labels."""
    many, labels = map(py.code, e.operands)
    return py.store(f"','.join({labels}[i] for i in bits({many}))")


def _string(py: Lines, e: Op) -> str:
    return py.store(f"str({py.code(e.operands[0])})")


SAME, ORDERED, OWN, UNPROVEN = Image
NOWHERE, FIRST, EACH, ONE = Inside
NONE, NOT, ALL, ANY = Logic
_NO_OPERATOR = Operator("", "", commutes=False, image=UNPROVEN, inside=NOWHERE, sign=(), logic=NONE)

# fmt: off
OPERATORS: dict[str, Operator] = {
    # numbers
    "+": Operator("the sum", "{} + {}", is_cheap=True,
                  commutes=True, image=SAME, inside=NOWHERE, sign=(1, 1), logic=NONE),
    "-": Operator("the difference", "{} - {}", is_cheap=True,
                  commutes=False, image=SAME, inside=NOWHERE, sign=(1, -1), logic=NONE),
    "*": Operator("the product", "{} * {}", is_cheap=True,
                  commutes=True, image=SAME, inside=NOWHERE, sign=(), logic=NONE),
    "/": Operator("the quotient, rounded down; the divisor is never 0", "{} // {}", is_cheap=True,
                  commutes=False, image=SAME, inside=NOWHERE, sign=(), logic=NONE),
    "%": Operator("the remainder, never negative for a positive divisor, which is never 0", "{} % {}", is_cheap=True,
                  commutes=False, image=SAME, inside=NOWHERE, sign=(), logic=NONE),
    "quotient": Operator("the quotient, nothing if the divisor is 0", _quotient,
                         commutes=False, image=SAME, inside=NOWHERE, sign=(), logic=NONE),
    "remainder": Operator("the remainder, nothing if the divisor is 0", _remainder,
                          commutes=False, image=SAME, inside=NOWHERE, sign=(), logic=NONE),
    "neg": Operator("the number with the other sign", "-{}", is_cheap=True,
                    commutes=False, image=SAME, inside=NOWHERE, sign=(-1,), logic=NONE),
    "abs": Operator("how far it is from 0", "abs({})",
                    commutes=False, image=SAME, inside=NOWHERE, sign=(), logic=NONE),
    "max": Operator("the greatest; all but the first may be nothing", _max,
                    commutes=True, image=SAME, inside=NOWHERE, sign=(), logic=NONE),
    "min": Operator("the least; all but the first may be nothing", _min,
                    commutes=True, image=SAME, inside=NOWHERE, sign=(), logic=NONE),
    "xor": Operator("the bits of two numbers from 0 up, or the elements of two sets, that only one has", "{} ^ {}",
                    is_cheap=True, commutes=True, image=SAME, inside=NOWHERE, sign=(), logic=NONE),
    "fits": Operator("the number if it lies in the type's range, else nothing", _fits,
                     commutes=False, image=SAME, inside=FIRST, sign=(), logic=NONE),
    # comparisons and conditions
    "=": Operator("the same value, the same set", "{} == {}", is_cheap=True, compares=True,
                  commutes=True, image=SAME, inside=NOWHERE, sign=(), logic=NONE),
    "<": Operator("less", "{} < {}", is_cheap=True, compares=True,
                  commutes=False, image=ORDERED, inside=NOWHERE, sign=(), logic=NONE, follows=(-1, 1)),
    "<=": Operator("less or the same", "{} <= {}", is_cheap=True, compares=True,
                   commutes=False, image=ORDERED, inside=NOWHERE, sign=(), logic=NONE, follows=(-1, 1)),
    "not": Operator("the condition doesn't hold", "not {}", is_cheap=True,
                    commutes=False, image=SAME, inside=NOWHERE, sign=(), logic=NOT),
    "and": Operator("all conditions hold; looked at in order", _and, is_cheap=True,
                    commutes=True, image=SAME, inside=NOWHERE, sign=(), logic=ALL),
    "or": Operator("one condition holds; looked at in order", _or, is_cheap=True,
                   commutes=True, image=SAME, inside=NOWHERE, sign=(), logic=ANY),
    "there": Operator("what may be nothing is there", _there, is_cheap=True,
                      commutes=False, image=SAME, inside=NOWHERE, sign=(), logic=NONE),
    "same": Operator("the same value, seen in another size", _same, is_cheap=True,
                     commutes=False, image=SAME, inside=FIRST, sign=(), logic=NONE),
    # sets
    "union": Operator("what is in one or the other", "{} | {}", is_cheap=True,
                      commutes=True, image=SAME, inside=ONE, sign=(1, 1), logic=NONE),
    "both": Operator("what is in both", "{} & {}", is_cheap=True,
                     commutes=True, image=SAME, inside=EACH, sign=(), logic=NONE),
    "minus": Operator("what is in the first alone", "{} & ~{}", is_cheap=True,
                      commutes=False, image=SAME, inside=FIRST, sign=(1, -1), logic=NONE),
    "within": Operator("all of the first are in the second", "not {} & ~{}", is_cheap=True,
                       commutes=False, image=SAME, inside=NOWHERE, sign=(), logic=NONE, follows=(-1, 1)),
    "some": Operator("the set isn't empty", "{} != 0", is_cheap=True,
                     commutes=False, image=SAME, inside=NOWHERE, sign=(), logic=NONE, follows=(1,)),
    "count": Operator("how many", "{}.bit_count()", is_cheap=True,
                      commutes=False, image=SAME, inside=NOWHERE, sign=(), logic=NONE, follows=(1,)),
    "member": Operator("one is in a set", _member, is_cheap=True,
                       commutes=False, image=SAME, inside=NOWHERE, sign=(), logic=NONE),
    "single": Operator("the set of one thing, or of the one that may be there", _single,
                       commutes=False, image=SAME, inside=FIRST, sign=(), logic=NONE),
    "rebase": Operator("a set of numbers, as a set of a wider range", _rebase,
                       commutes=False, image=SAME, inside=FIRST, sign=(), logic=NONE, follows=(1,)),
    "narrow": Operator("a set of numbers, as a set of a range that may lack some", _narrow,
                       commutes=False, image=SAME, inside=FIRST, sign=(), logic=NONE, follows=(1,)),
    "range": Operator("the numbers from one to another", _range,
                      commutes=False, image=SAME, inside=NOWHERE, sign=(), logic=NONE),
    "the": Operator("the only element of a set, or nothing", _the,
                    commutes=False, image=SAME, inside=FIRST, sign=(), logic=NONE),
    "greatest": Operator("the last element of a set, or nothing", _greatest,
                         commutes=False, image=ORDERED, inside=FIRST, sign=(), logic=NONE),
    "least": Operator("the first element of a set, or nothing", _least,
                      commutes=False, image=ORDERED, inside=FIRST, sign=(), logic=NONE),
    # sites
    "element": Operator("the element of a shape with these coordinates, or nothing", _element,
                        commutes=False, image=OWN, inside=NOWHERE, sign=(), logic=NONE),
    "power": Operator("the site reached by a direction, so many steps, from a site; or nothing", _power,
                      commutes=False, image=OWN, inside=NOWHERE, sign=(), logic=NONE),
    # texts and places
    "place": Operator("a place in the plane, and its layer", "({}, {}, {})", is_cheap=True, is_text=True,
                      commutes=False, image=UNPROVEN, inside=NOWHERE, sign=(), logic=NONE),
    "place+": Operator("the sum of two places", "plus({}, {})", is_cheap=True, is_text=True,
                       commutes=False, image=UNPROVEN, inside=NOWHERE, sign=(), logic=NONE),
    "place-": Operator("the difference of two places", "less({}, {})", is_cheap=True, is_text=True,
                       commutes=False, image=UNPROVEN, inside=NOWHERE, sign=(), logic=NONE),
    "place*": Operator("a place, so many times", "scaled({}, {})", is_cheap=True, is_text=True,
                       commutes=False, image=UNPROVEN, inside=NOWHERE, sign=(), logic=NONE),
    "around": Operator("the i-th of n places on a circle", "around({}, {})", is_cheap=True, is_text=True,
                       commutes=False, image=UNPROVEN, inside=NOWHERE, sign=(), logic=NONE),
    "letter": Operator("the n-th letter", "letter({})", is_cheap=True, is_text=True,
                       commutes=False, image=UNPROVEN, inside=NOWHERE, sign=(), logic=NONE),
    "capital": Operator("the n-th capital letter", "letter({}).upper()", is_cheap=True, is_text=True,
                        commutes=False, image=UNPROVEN, inside=NOWHERE, sign=(), logic=NONE),
    "text": Operator("pieces of text, joined", _text, is_text=True,
                     commutes=False, image=UNPROVEN, inside=NOWHERE, sign=(), logic=NONE),
    "joined": Operator("the labels of a set, with commas", _joined, is_text=True,
                       commutes=False, image=UNPROVEN, inside=NOWHERE, sign=(), logic=NONE),
    "string": Operator("a number in digits", _string, is_text=True,
                       commutes=False, image=UNPROVEN, inside=NOWHERE, sign=(), logic=NONE),
}
# fmt: on


def laws(e: Expr) -> Operator:
    """The row of an operator's expression; of any other expression a row without laws."""
    return OPERATORS[e.name] if isinstance(e, Op) else _NO_OPERATOR


def holders(e: Expr) -> tuple[Expr, ...]:
    """The operands of which each holds all elements of an operator's set."""
    match laws(e).inside:
        case Inside.FIRST:
            return e.parts[:1]
        case Inside.EACH:
            return e.parts
    return ()


def directions(e: Op) -> tuple[int, ...]:
    """For each operand whether the result never becomes less as it grows (1), or as it shrinks (-1); empty if no law
    says so."""
    row, all_of_them = laws(e), len(e.operands)
    if row.inside is Inside.EACH or row.logic in (Logic.ALL, Logic.ANY):
        return (1,) * all_of_them
    return row.sign or row.follows or ((-1,) if row.logic is Logic.NOT else ())


@cache
def function(name: str) -> Callable[..., Value]:
    """What an operator on plain values means, as a function of its operands."""
    template = OPERATORS[name].python
    assert isinstance(template, str)
    names = [f"a{i}" for i in range(template.count("{}"))]
    return cast(Callable[..., Value], eval(f"lambda {', '.join(names)}: {template.format(*names)}"))  # noqa: S307 - our own
