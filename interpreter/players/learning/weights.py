"""Weights in files: what values were learnt with, for which rules, and how it came to them.

A file (`learnt_files.py`) tells the rules' hash, what was learnt from, the symmetries of the game, and how long was
learnt. The weights are whole numbers of 16 bits.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from gdl.model.model import Model
from interpreter.native.compiled import Plan
from interpreter.players.learning.features import MOST_UNITS, PLAIN, Features, Manner
from interpreter.players.learning.finding_features import features
from interpreter.players.learning.learnt_files import Form, unpacked
from interpreter.players.symmetries import Symmetry

STEPS = 32_767
MOST_COUNTED = 1 << 40
"""Games and positions: beyond that nobody has learnt."""


class WeightsError(Exception):
    """A file of weights that can't be used, with the reason."""


class NoWeightsError(WeightsError):
    """A file that is something else."""


FORM = Form(b"gdl-weights 1 ", ".weights", "weights", "weights", "weights", WeightsError, NoWeightsError)


SHARE = 5_000
"""Positions that a share of a round learns from, at least, if nothing else is said."""


@dataclass(frozen=True)
class Training:
    """How weights were learnt: what makes them again, and how far it went."""

    seed: int = 0
    games: int = 0
    positions: int = 0
    threads: int = 1
    base: str = ""
    """The ruleset from whose values it began, if it did."""
    share: int = SHARE
    """Positions of a share; files say it where it is another number."""
    by_wins: bool = False
    """Whether games that nobody won said nothing; files say it if it is so."""

    def told(self) -> dict[str, Any]:
        """What files say of it: what is usual goes without saying."""
        return {name: value for name, value in asdict(self).items() if (name, value) not in UNSAID.items()}


UNSAID = {"share": SHARE, "by_wins": False}
"""What files don't say of training."""


@dataclass(frozen=True)
class Weights:
    """What values are learnt with for some rules; `values` has a number for each weight of `features`."""

    rules: str
    name: str
    features: Features
    symmetries: tuple[Symmetry, ...]
    values: array[float]
    training: Training = Training()
    scales: tuple[float, ...] = field(default=(), compare=False)
    """What the whole numbers of each part were multiplied by, if the values were read from a file."""

    def whole_numbers(self) -> tuple[bytes, list[tuple[int, float]]]:
        """The values as whole numbers of 16 bits, and their parts: how many values each has, and its scale."""
        held, parts = array("h"), []
        for number, (start, end) in enumerate(_parts(self.features)):
            greatest = max((abs(w) for w in self.values[start:end]), default=0.0)
            scale = self.scales[number] if self.scales else greatest / STEPS or 1.0
            parts.append((end - start, scale))
            held.extend(round(w / scale) for w in self.values[start:end])
        return _little_endian(held).tobytes(), parts

    def encoded(self) -> bytes:
        """As a file."""
        held, parts = self.whole_numbers()
        scales = [scale for _, scale in parts]
        head = {
            "rules": self.rules, "name": self.name, "features": self.features.digest, "scales": scales,
            "symmetries": [[s.sites, s.players] for s in self.symmetries],
            "training": self.training.told(),
        }  # fmt: skip
        if self.features.manner != PLAIN:  # older files don't say it
            head |= self.features.manner.told()
        return FORM.encoded(head, held)


def of_rules(model: Model) -> Weights | None:
    """The weights that were learnt for these rules: the user's own before those that ship; None if there are none.

    Raises WeightsError where a file says that it is for these rules, and is broken.
    """
    found = FORM.of_rules(model)
    return decoded(*found, model) if found else None


def own_file(model: Model) -> Path:
    """Where weights for these rules are kept that the user has learnt."""
    return FORM.own_file(model)


def read(path: Path, model: Model) -> Weights:
    """The weights in a file, for these rules; raises WeightsError."""
    return decoded(path, FORM.contents(path), model)


def decoded(path: Path, content: bytes, model: Model) -> Weights:
    """The weights that a file holds; raises WeightsError, which names the file and what to do."""
    head, packed = FORM.checked(path, content, model)
    try:
        symmetries = tuple(_symmetry(model, *row) for row in head["symmetries"])
        manner = Manner(bool(head.get("by_ends")), int(head.get("units", 0)), bool(head.get("long_turns")))
        if manner.units not in range(0, MOST_UNITS + 1, 8):
            raise ValueError("its hidden units")
        found = features(Plan(model), symmetries, manner)
        if head["features"] != found.digest:
            raise WeightsError(f"{path}: it was learnt by another version of this program; learn anew")
        held = array("h")
        held.frombytes(unpacked(packed, 2 * found.weights, "weights"))
        held = _little_endian(held)
        values = array("f", [])
        for (start, end), scale in zip(_parts(found), head["scales"], strict=True):
            if not 0 < float(scale) < 1e6:
                raise ValueError("its scales")
            values.extend(w * float(scale) for w in held[start:end])
        said = head["training"]
        said = {"base": "", **UNSAID, **said}  # older files don't name a base
        training = Training(**{name: type(known)(said[name]) for name, known in asdict(Training()).items()})
        if not all(0 <= count < MOST_COUNTED for count in (training.games, training.positions, training.share)):
            raise ValueError("how long was learnt")
    except (ValueError, TypeError, KeyError, OverflowError, zlib.error) as problem:
        raise WeightsError(f"{path}: it holds what no weights hold ({problem}); learn anew, or take it away") from None
    return Weights(model.hash, model.name, found, symmetries, values, training, tuple(map(float, head["scales"])))


def _little_endian(held: array[int]) -> array[int]:
    """Numbers from this machine's order of bytes to that of files, and back."""
    if sys.byteorder == "big":
        held.byteswap()
    return held


def _parts(found: Features) -> tuple[tuple[int, int], ...]:
    """The weights by what they are for: each part has a scale of its own."""
    layer = found.linear + found.hidden * found.size
    return (0, found.linear), (found.linear, layer), (layer, found.weights)


def _symmetry(model: Model, sites: Any, players: Any) -> Symmetry:
    """A symmetry as it was written; raises ValueError unless it permutes what there is."""
    return Symmetry(
        tuple(_permutation(row, len(shape)) for row, shape in zip(sites, model.shapes, strict=True)),
        _permutation(players, len(model.players)),
    )


def _permutation(row: Sequence[Any], size: int) -> tuple[int, ...]:
    if len(row) != size or {*row} != {*range(size)} or not all(type(i) is int for i in row):
        raise ValueError("a symmetry that is none")
    return tuple(row)
