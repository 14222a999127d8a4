"""Files of weights: what is written is read again; whatever else they hold is refused with a sentence."""

from __future__ import annotations

import hashlib
import json
import os
import random
import struct
import tracemalloc
import zlib
from array import array
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Game
from interpreter.native.compiled import Plan
from interpreter.players.learning import weights as files_of_weights
from interpreter.players.learning.features import Manner
from interpreter.players.learning.finding_features import features
from interpreter.players.learning.learnt_files import DIGEST, MOST_BYTES
from interpreter.players.learning.training import fresh
from interpreter.players.learning.weights import FORM, STEPS, NoWeightsError, Training, Weights, WeightsError

MAGIC = FORM.magic
WHERE = Path("some.weights")


@cache
def game(name: str = "tictactoe") -> Game:
    return Game.load(name)


@cache
def learnt(name: str = "tictactoe") -> Weights:
    draw, one = random.Random(3), fresh(game(name), 1)
    values = array("f", [draw.uniform(-2, 2) for _ in one.values])
    return replace(one, values=values, training=Training(4, 10, 200, 2))


@cache
def written(name: str = "tictactoe") -> bytes:
    return learnt(name).encoded()


def sealed(change: Callable[[dict[str, Any]], None] = lambda head: None, packed: bytes | None = None) -> bytes:
    """The file with another head, or other weights, and a digest that fits."""
    line, _, rest = written().partition(b"\n")
    head = json.loads(line[len(MAGIC) :])
    change(head)
    content = MAGIC + json.dumps(head).encode() + b"\n" + (rest[:-DIGEST] if packed is None else packed)
    return content + hashlib.sha256(content).digest()


def read(content: bytes) -> Weights:
    return files_of_weights.decoded(WHERE, content, game().model)


@pytest.mark.parametrize("name", ["tictactoe", "pig", "nim"])
def test_what_is_written_is_read_again(name: str) -> None:
    one, again = learnt(name), files_of_weights.decoded(WHERE, written(name), game(name).model)
    assert replace(again, values=one.values) == one
    largest = max(map(abs, one.values))
    assert max(abs(a - b) for a, b in zip(one.values, again.values, strict=True)) <= largest / STEPS * 0.51
    assert again.encoded() == written(name)


@pytest.mark.parametrize("name", ["pig", "backgammon"])
def test_a_file_says_how_its_values_are_meant(name: str) -> None:
    """Where chance decides in turns: of ends of turns, and with how many hidden units. Others say nothing of it."""
    head = json.loads(written(name).partition(b"\n")[0][len(MAGIC) :])
    assert (head["by_ends"], head["units"]) == (True, 80)
    assert not {"by_ends", "units"} & {*json.loads(written().partition(b"\n")[0][len(MAGIC) :])}
    sixteen = fresh(game(name), 1)
    sixteen = replace(sixteen, features=features(Plan(game(name).model), sixteen.symmetries, Manner(True, 16)))
    sixteen = replace(sixteen, values=array("f", bytes(4 * sixteen.features.weights)))
    assert files_of_weights.decoded(WHERE, sixteen.encoded(), game(name).model).features == sixteen.features


@pytest.mark.parametrize("units", [7, -8, 136, 1 << 40, "many", None])
def test_hidden_units_that_nothing_can_have_are_refused(units: object) -> None:
    with pytest.raises(WeightsError, match="no weights hold"):
        read(sealed(lambda head: head.update(by_ends=True, units=units)))


def test_numbers_are_written_the_same_way_round_on_all_machines() -> None:
    """Whole numbers of 16 bits, the lower byte first; hidden weights have a scale of their own."""
    line, _, rest = written().partition(b"\n")
    held = zlib.decompress(rest[:-DIGEST])
    numbers = struct.unpack(f"<{len(held) // 2}h", held)
    linear = learnt().features.linear
    scales = json.loads(line[len(MAGIC) :])["scales"]
    assert len(numbers) == learnt().features.weights
    assert numbers[5] * scales[0] == pytest.approx(learnt().values[5], abs=scales[0])
    assert numbers[linear + 5] * scales[1] == pytest.approx(learnt().values[linear + 5], abs=scales[1])


def test_weights_that_are_all_nothing_are_written_and_read() -> None:
    empty = replace(learnt(), values=array("f", bytes(4 * learnt().features.weights)))
    assert {*read(empty.encoded()).values} == {0.0}


@settings(max_examples=40)
@given(st.integers(0, len(written()) - 1), st.integers(1, 255))
def test_a_changed_byte_is_found(at: int, flip: int) -> None:
    changed = bytearray(written())
    changed[at] ^= flip
    with pytest.raises(WeightsError, match=str(WHERE)):
        read(bytes(changed))


@settings(max_examples=30)
@given(st.integers(0, len(written()) - 1))
def test_a_part_of_a_file_is_refused(size: int) -> None:
    with pytest.raises(WeightsError):
        read(written()[:size])


@settings(max_examples=30)
@given(st.binary(max_size=200))
def test_anything_else_is_refused(noise: bytes) -> None:
    for content in (noise, MAGIC + noise, MAGIC + b"{}\n" + noise, written() + noise + b"x"):
        with pytest.raises(WeightsError):
            read(content)


def test_a_head_that_nests_deeply_is_refused() -> None:
    with pytest.raises(WeightsError):
        read(MAGIC + b"[" * 200_000 + b"\n" + bytes(100))
    with pytest.raises(WeightsError):
        read(MAGIC + b"9" * 200_000 + b"\n" + bytes(100))


HEADS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no symmetries": lambda h: h.pop("symmetries"),
    "symmetries that are a number": lambda h: h.update(symmetries=7),
    "a symmetry that is none": lambda h: h["symmetries"].append([[[0] * 9], [0, 1]]),
    "a symmetry of texts": lambda h: h["symmetries"].append([[["a"] * 9], [0, 1]]),
    "a symmetry of lists": lambda h: h["symmetries"].append([[[[0]] * 9], [0, 1]]),
    "a symmetry of truths": lambda h: h["symmetries"].append([[[*range(9)]], [False, True]]),
    "a symmetry of fewer sites": lambda h: h["symmetries"].append([[[0, 1]], [0, 1]]),
    "a symmetry without boards": lambda h: h["symmetries"].append([[], [0, 1]]),
    "a symmetry of three parts": lambda h: h["symmetries"].append([[], [], []]),
    "no scales": lambda h: h.update(scales=[]),
    "one scale too many": lambda h: h["scales"].append(1.0),
    "an infinite scale": lambda h: h["scales"].__setitem__(0, float("inf")),
    "a scale that is no number": lambda h: h["scales"].__setitem__(0, float("nan")),
    "a negative scale": lambda h: h["scales"].__setitem__(1, -1.0),
    "a scale of nothing": lambda h: h["scales"].__setitem__(2, 0),
    "a large scale": lambda h: h["scales"].__setitem__(2, 1e300),
    "a scale in words": lambda h: h["scales"].__setitem__(2, "much"),
    "no training": lambda h: h.pop("training"),
    "training that is a list": lambda h: h.update(training=[]),
    "positions in words": lambda h: h["training"].update(positions="many"),
    "infinitely many games": lambda h: h["training"].update(games=float("inf")),
    "less than no games": lambda h: h["training"].update(games=-5),
    "more games than can be counted": lambda h: h["training"].update(games=1 << 70),
    "positions that are no number": lambda h: h["training"].update(positions=float("nan")),
}


@pytest.mark.parametrize("change", HEADS.values(), ids=HEADS)
def test_a_head_with_nonsense_is_refused(change: Callable[[dict[str, Any]], Any]) -> None:
    with pytest.raises(WeightsError, match="it holds what no weights hold"):
        read(sealed(change))


def test_other_rules_and_other_versions_are_told_apart() -> None:
    with pytest.raises(WeightsError, match=r"some\.weights: it was learnt for other rules \(tictactoe, \w+\), not"):
        files_of_weights.decoded(WHERE, written(), game("nim").model)
    with pytest.raises(WeightsError, match="learnt by another version"):
        read(sealed(lambda h: h.update(features="0123456789abcdef")))
    with pytest.raises(WeightsError, match="learnt by another version"):
        read(sealed(lambda h: h.update(symmetries=h["symmetries"][:1])))


def test_too_many_weights_and_too_few_are_refused_and_take_no_memory() -> None:
    """Zeros pack to a thousandth; no more is unpacked than there can be."""
    packer = zlib.compressobj(9)
    many = b"".join([*(packer.compress(bytes(1 << 20)) for _ in range(200)), packer.flush()])
    expected = 2 * learnt().features.weights
    read(sealed())  # what is loaded once
    tracemalloc.start()
    sizes = (expected + 2, expected - 2, expected + 1)
    with_more = zlib.compress(bytes(expected)) + b"more"
    for packed in (many, *(zlib.compress(bytes(n)) for n in sizes), with_more, b"x" * 50):
        with pytest.raises(WeightsError):
            read(sealed(packed=packed))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


def test_files_that_are_something_else(tmp_path: Path) -> None:
    """Who learns never overwrites these."""
    zeros, pipe, text = tmp_path / "zeros", tmp_path / "pipe", tmp_path / "text"
    zeros.write_bytes(bytes(10 * MOST_BYTES))
    os.mkfifo(pipe)
    text.write_text("Dear diary\n")
    for path, why in ((zeros, "larger than weights are"), (pipe, "pipe or a device"), (text, "no file of weights"),
                      (tmp_path, "directory"), (tmp_path / "none", "No such file"), (Path("\0"), "null")):  # fmt: skip
        with pytest.raises(NoWeightsError, match=why) as told:
            files_of_weights.read(path, game().model)
        assert str(told.value).startswith(f"{path}: ")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="who may read all")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.write_bytes(written())
    closed.chmod(0)
    with pytest.raises(NoWeightsError, match="Permission denied"):
        files_of_weights.read(closed, game().model)


# ---- where they are found


def test_ones_own_come_before_those_that_ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GDL_DATA", str(tmp_path / "data"))
    model, shipped = game().model, tmp_path / "tictactoe.gdl"
    monkeypatch.setattr("gdl.library.paths", lambda: {"tictactoe": shipped})
    assert files_of_weights.of_rules(model) is None
    shipped.with_suffix(".weights").write_bytes(written())
    found = files_of_weights.of_rules(model)
    assert found is not None and found.training.positions == 200
    own = files_of_weights.own_file(model)
    own.parent.mkdir(parents=True)
    own.write_bytes(replace(learnt(), training=Training(positions=77)).encoded())
    found = files_of_weights.of_rules(model)
    assert found is not None and found.training.positions == 77


def test_those_beside_a_ruleset_that_has_changed_since_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules with other options are other rules."""
    monkeypatch.setenv("GDL_DATA", str(tmp_path / "data"))
    beside = tmp_path / "nim.gdl"
    monkeypatch.setattr("gdl.library.paths", lambda: {"nim": beside})
    beside.with_suffix(".weights").write_bytes(written())
    assert files_of_weights.of_rules(game("nim").model) is None


def test_a_damaged_file_of_these_rules_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GDL_DATA", str(tmp_path))
    own = files_of_weights.own_file(game().model)
    own.parent.mkdir(parents=True)
    changed = bytearray(written())
    changed[-1] ^= 1
    own.write_bytes(changed)
    with pytest.raises(WeightsError, match=r"damaged.*learn anew, or take it away"):
        files_of_weights.of_rules(game().model)
