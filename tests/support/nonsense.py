"""Messages that no page sends, made from those that pages send: by a fixed seed, so that a failure comes again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 10**9, 10**30, -(2**63), 1.5, float("inf"), "", "a1", "#1", "#0", "#999999", "x" * 5_000,
    "\x00", "\ud800", "\u202e", "../../etc/passwd", "<script>alert(1)</script>", "{}", "²", [], [[]], [None], {},
    {"a": {}}, ["a1"] * 17, "' OR 1=1 --", "now", "%s%n{0}", "NaN",
)  # fmt: skip
"""Values of every sort, for every place."""

NAMES = ("do", "id", "token", "text", "ply", "takebacks", "yes", "picks", "\x00", "more")


def mutated(draw: Random, message: Mapping[str, Any]) -> Any:
    """A message with a few places changed, left out, added or exchanged; now and then no message at all."""
    found: Any = dict(message)
    for _ in range(draw.choice((0, 1, 1, 2, 3))):
        match draw.randrange(6):
            case 0 if found:
                del found[draw.choice(list(found))]
            case 1:
                found[draw.choice(NAMES)] = draw.choice(VALUES)
            case 2 | 3 | 4 if found:
                found[draw.choice(list(found))] = draw.choice(VALUES)
            case _:
                return draw.choice([draw.choice(VALUES), [found], {"do": found}])
    return found


def spoilt(draw: Random, data: bytes) -> bytes:
    """Bytes with some changed, doubled, cut off or put in."""
    held = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 8))):
        at = draw.randrange(len(held) + 1)
        match draw.randrange(5):
            case 0:
                del held[at : at + draw.choice((1, 4, 64))]
            case 1:
                held[at:at] = draw.randbytes(draw.choice((1, 3, 50)))
            case 2:
                held[at : at + 1] = draw.choice((b"\x00", b"\xff", b"\r\n", b'"', b"{", b"]", b"\xed\xa0\x80"))
            case 3:
                held[at:at] = held[: draw.randrange(len(held) + 1)]
            case _:
                del held[at:]
    return bytes(held[:100_000])


def written(draw: Random, message: Any) -> bytes:
    """The message as it is sent: JSON, mostly; else spoilt, deep, or long."""
    data = json.dumps(message, ensure_ascii=draw.random() < 0.5).encode("utf-8", "surrogatepass")
    kind = draw.random()
    if kind < 0.6:
        return data
    if kind < 0.9:
        return spoilt(draw, data)
    return draw.choice([b"[" * 5_000, b'{"a":' * 3_000, b"", b"9" * 5_000, data + b" " * 5_000, draw.randbytes(300)])


def wishes(draw: Random, seats: Sequence[str]) -> dict[str, Any]:
    """What a page asks for that begins a game, right or wrong."""
    seat = {draw.choice([*seats, "Nobody", "../x"]): draw.choice(["human", "random", "mcts:1h", "x.py:Y", 7, None])}
    found = {
        "options": draw.choice([{}, {"size": 3}, {"../x": 1}, [], None]),
        "players": draw.choice([None, 2, -1, "2"]),
        "seats": draw.choice([{}, seat]),
        "text": draw.choice(["", "- [a1]", "turns:\n- [a1]", "x" * 70_000, "&a [*a]"]),
        "open": draw.choice([True, False, 1]),
    }
    return {name: value for name, value in found.items() if draw.random() < 0.8}
