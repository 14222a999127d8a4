"""What people ask of the server by requests, checked: new games, seats, a host's wishes."""

from __future__ import annotations

import re
from typing import Any

LONGEST = 64_000
"""Characters of a text with a position."""
DEEPEST = 8
"""How deep lists and mappings of a position may stand in each other."""
_NAMES = re.compile(r"[\w ,{}-]*")


class BadRequest(Exception):
    """A request that no page of ours sends."""


def wishes(data: Any) -> dict[str, Any]:
    """Options, number of players, and seats, each of the right type."""
    wanted = {"options", "players", "seats"}
    more = {"open": bool, "text": str}
    if not isinstance(data, dict) or set(data) - set(more) != wanted or any(
        type(data[name]) is not kind for name, kind in more.items() if name in data
    ):
        raise BadRequest("a request holds options, players, seats, perhaps `open` and `text`, and nothing else")
    options, players, seats = data["options"], data["players"], data["seats"]
    if players is not None and (type(players) is not int or not 0 < players < 1_000):
        raise BadRequest("`players` is a number, or null")
    if not isinstance(options, dict) or not all(_is_option(k, v) for k, v in options.items()):
        raise BadRequest("`options` are numbers, truths or short texts by their names")
    if not isinstance(seats, dict) or not all(len(k) <= 100 and isinstance(v, str) for k, v in seats.items()):
        raise BadRequest("`seats` are short texts by the players' names")
    return data


def seat_wish(data: Any) -> dict[str, Any]:
    """A game's number, and a seat."""
    if not isinstance(data, dict) or set(data) != {"game", "seat"}:
        raise BadRequest("a request holds game and seat, and nothing else")
    if type(data["game"]) is not int or not 0 < data["game"] < 2**53 or not isinstance(data["seat"], str):
        raise BadRequest("`game` is a number and `seat` a text")
    return data


def _is_option(name: str, value: Any) -> bool:
    if len(name) > 100:
        return False
    if isinstance(value, str):  # names and lists of them: what can be worked out might take for ever
        return len(value) <= 200 and _NAMES.fullmatch(value) is not None
    return isinstance(value, bool) or (type(value) is int and abs(value) < 10**9)


WANTED: dict[str, dict[str, type]] = {
    "position": {"from": str, "ply": int},
    "try": {"position": dict},
    "place": {"position": dict, "ply": int, "takebacks": int},
}
"""What each wish holds beside `token` and `do`."""


def host_wish(data: Any) -> dict[str, Any]:
    """A host's wish, as it came; raises BadRequest."""
    do = data.get("do") if isinstance(data, dict) else None
    if not isinstance(do, str) or do not in WANTED:
        raise BadRequest(f"a host's request says what to do: {', '.join(WANTED)}")
    kinds = {"do": str, "token": str, **WANTED[do]}
    if set(data) != set(kinds) or any(type(data[name]) is not kind for name, kind in kinds.items()):
        raise BadRequest(f"`{do}` needs {', '.join(f'`{name}`' for name in kinds)}, each of its type, and nothing else")
    if len(data.get("from", "")) > LONGEST:
        raise BadRequest(f"a position has at most {LONGEST:,} characters")
    if "position" in data and not _is_shallow(data["position"]):
        raise BadRequest(f"lists and names in a position stand at most {DEEPEST} deep")
    return {**data}


def _is_shallow(value: Any, deep: int = DEEPEST) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not parts or (deep > 0 and all(_is_shallow(part, deep - 1) for part in parts))
