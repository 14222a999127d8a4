"""Which values an option is to take: `base=3..6`, `layout=rows,lot`, or `chain` for all there are."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from gdl.model.model import Option
from gdl.text.suggest import did_you_mean
from interpreter.errors import GameError
from interpreter.game.game import Game

Value = bool | int | str
MOST_VALUES = 1000
"""Values of one option, at most."""
_RANGE = re.compile(r"(-?\d{1,15})\.\.(-?\d{1,15})", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,15}", re.ASCII)


class VaryError(GameError):
    """What was to be varied can't be; the message says why, and what there is."""


@dataclass(frozen=True)
class Varied:
    """An option with the values that it takes in turn."""

    name: str
    values: tuple[Value, ...]

    @property
    def text(self) -> str:
        """As it is asked for."""
        return f"{self.name}={','.join(map(shown, self.values))}"


def varied(game: Game, texts: Sequence[str], fixed: Mapping[str, object] | None = None) -> tuple[Varied, ...]:
    """The options that are named, each with its values; raises VaryError. `fixed` are those that were set."""
    found: dict[str, Varied] = {}
    for text in texts:
        one = _varied(game, text)
        if one.name in found:
            raise VaryError(f"--vary {one.name} is given twice: name all its values at once, as in {one.text}")
        if one.name in (fixed or {}):
            raise VaryError(f"`{one.name}` is both set and varied: leave one of the two out")
        found[one.name] = one
    return tuple(found.values())


def count(options: Sequence[Varied]) -> int:
    """How many combinations there are."""
    return math.prod(len(one.values) for one in options)


def combinations(options: Sequence[Varied]) -> Iterator[dict[str, Value]]:
    """All of them, the last option changing fastest."""
    for values in product(*(one.values for one in options)):
        yield {one.name: value for one, value in zip(options, values, strict=True)}


def shown(value: Value) -> str:
    """A value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def label(combination: Mapping[str, Value]) -> str:
    """A combination in a line."""
    return ", ".join(f"{name}={shown(value)}" for name, value in combination.items())


def _varied(game: Game, text: str) -> Varied:
    name, equals, rest = (part.strip() for part in text.partition("="))
    options = {option.name: option for option in game.model.options}
    if name not in options:
        if not options:
            raise VaryError(f"--vary {name}: {game.title} has no options")
        hint = did_you_mean(name, options) or f"there are {', '.join(options)}"
        raise VaryError(f"--vary {name or text}: {game.title} has no option `{name}`; {hint}")
    option = options[name]
    if not equals:
        return Varied(name, _all(option))
    values = tuple(dict.fromkeys(value for item in _items(rest) for value in _values(option, item)))
    if not values:
        raise VaryError(f"--vary {text}: say which values, as in --vary {_example(option)}")
    if len(values) > MOST_VALUES:
        raise VaryError(f"--vary {text}: these are {len(values):,} values; an option takes {MOST_VALUES:,} at most")
    return Varied(name, values)


def _all(option: Option) -> tuple[Value, ...]:
    if _is_truth(option):
        return False, True
    if option.choices:
        return option.choices
    if option.low is None or option.high is None:
        raise VaryError(f"--vary {option.name}: say which values, as in --vary {_example(option)}")
    if option.high - option.low >= MOST_VALUES:
        raise VaryError(
            f"--vary {option.name}: it takes {option.type_text}; say which of these, as in --vary {_example(option)}"
        )
    return tuple(range(option.low, option.high + 1))


def _items(text: str) -> Iterator[str]:
    """What stands between commas; those in braces belong to a set."""
    for item in re.findall(r"(?:\{[^}]*\}|[^,{])+", text):
        if item.strip():
            yield item.strip()


def _values(option: Option, item: str) -> Iterator[Value]:
    if _is_truth(option):
        if item.lower() not in ("true", "false"):
            raise VaryError(f"--vary {option.name}: it takes true and false, not {item}")
        yield item.lower() == "true"
    elif option.choices:
        if item not in option.choices:
            hint = did_you_mean(item, option.choices) or f"it takes {', '.join(option.choices)}"
            raise VaryError(f"--vary {option.name}: `{item}` is none of its values; {hint}")
        yield item
    elif option.low is None:
        yield item
    elif found := _RANGE.fullmatch(item):
        low, high = int(found[1]), int(found[2])
        if low > high:
            raise VaryError(f"--vary {option.name}: {item} is empty; write the smaller number first: {high}..{low}")
        _check(option, low, item)
        _check(option, high, item)
        if high - low >= MOST_VALUES:
            raise VaryError(
                f"--vary {option.name}: {item} are {high - low + 1:,} values; an option takes {MOST_VALUES:,} at most"
            )
        yield from range(low, high + 1)
    elif _NUMBER.fullmatch(item):
        _check(option, int(item), item)
        yield int(item)
    else:
        raise VaryError(f"--vary {option.name}: it takes numbers, not {item}; as in --vary {_example(option)}")


def _check(option: Option, number: int, item: str) -> None:
    """Ranges that depend on other options are looked at for each combination."""
    fixed = _RANGE.fullmatch(option.type_text)
    if fixed and not int(fixed[1]) <= number <= int(fixed[2]):
        raise VaryError(f"--vary {option.name}: it takes {option.type_text}, not {item}")


def _is_truth(option: Option) -> bool:
    return option.choices == ("false", "true")


def _example(option: Option) -> str:
    if option.choices:
        return f"{option.name}={','.join(option.choices[:3])}"
    if option.low is None or option.high is None:
        return f"{option.name}=VALUE,VALUE"
    return f"{option.name}={option.low}..{min(option.high, option.low + 3)}"
