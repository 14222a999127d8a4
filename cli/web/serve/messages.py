"""What clients may say, checked: one small message at a time."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

TEXT = 1_000
"""Characters of a move's text."""
PICKS = 16
"""Labels that are picked one after the other."""
NAME = 64
"""Characters of a message's name."""


class Nonsense(Exception):
    """A message that no page of ours sends."""


@dataclass(frozen=True)
class Message:
    """A message; what a kind of message doesn't need stays as it is here."""

    do: str
    id: str = ""
    token: str = ""
    text: str = ""
    ply: int = -1
    takebacks: int = -1
    yes: bool = False
    picks: tuple[str, ...] = ()


KINDS = {
    "sit": {"token", "ply", "takebacks"},
    "play": {"id", "text", "ply", "takebacks"},
    "undo": {"id"},
    "answer": {"id", "yes"},
    "resign": {"id"},
    "again": {"id"},
    "draw": {"id"},
    "view": {"id", "ply"},
    "record": {"id"},
    "copy": {"id", "text"},
    "hint": {"id"},
    "why": {"id", "picks"},
}
"""Each kind, with what it must hold."""
_TYPES: dict[str, tuple[type, int]] = {
    "id": (str, NAME), "token": (str, NAME), "text": (str, TEXT), "ply": (int, 10**9), "takebacks": (int, 10**9),
    "yes": (bool, 1), "picks": (list, PICKS),
}  # fmt: skip


def read(raw: str | bytes | None) -> Message:
    """A message as it came; raises Nonsense."""
    if not isinstance(raw, str):
        raise Nonsense("messages are text")
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        raise Nonsense("messages are JSON") from None
    if not isinstance(data, dict) or not isinstance(data.get("do"), str) or data["do"] not in KINDS:
        raise Nonsense(f"messages say what to do: {', '.join(KINDS)}")
    wanted = KINDS[data["do"]]
    if set(data) != wanted | {"do"}:
        raise Nonsense(f"`{data['do']}` needs {', '.join(sorted(wanted))}, and nothing else")
    return Message(data["do"], **{name: _checked(name, data[name]) for name in wanted})


def _checked(name: str, value: Any) -> Any:
    type_, most = _TYPES[name]
    if type(value) is not type_:
        raise Nonsense(f"`{name}` is of another type")
    if isinstance(value, str):
        if len(value) > most:
            raise Nonsense(f"`{name}` is too long")
        if not value.isprintable():
            raise Nonsense(f"`{name}` holds control characters")
    elif isinstance(value, list):
        short = (isinstance(one, str) and len(one) <= NAME and one.isprintable() for one in value)
        if len(value) > most or not all(short):
            raise Nonsense(f"`{name}` are at most {most} short texts")
        return tuple(value)
    elif isinstance(value, int) and abs(value) > most:
        raise Nonsense(f"`{name}` is too large")
    return value
