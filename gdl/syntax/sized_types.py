"""Types that come in several sizes, such as `set of die` and `site?`: what is meant where one can't be read."""

from __future__ import annotations

import re

from gdl.syntax.spot import Spot

_SIZED = re.compile(
    r".*\b(?:has\s+\w+(?:\([^)]*\))?|let\s+\w+|option\s+\w+)\s*:\s*"
    r"(?P<size>set of|(?:bag|pile)(?:\s*\([^)]*\))?\s+of)?\s*"
    r"(?P<type>[^=?]*?)\s*(?P<maybe>\?)?\s*(=.*)?$"
)
"""The introduction of a value with its type."""


def size_of_a_nameless_type(spot: Spot) -> str:
    """`set of 1..6`, `edges of site?`: only a type with a name may come in another size than one."""
    end = spot.text.find("\n", spot.at)
    line = spot.text[spot.at - len(spot.line_before) : end if end >= 0 else None].split("#")[0]
    said = _SIZED.match(line)
    if said is None or not (said["size"] or said["maybe"]):
        return ""
    if re.fullmatch(r"\w*", said["type"]):
        held = (said["size"] or "").split("(")[0].split()
        return f"leave out the `?`: a {held[0]} may be empty" if held and spot.found == "?" else ""
    counted = re.fullmatch(r"(\d+) (\w+)", said["type"])
    if counted and (said["size"] or "").split("(")[0].split()[:1] in (["bag"], ["pile"]):
        return f"write `{said['size'].split()[0]}({counted[1]}) of {counted[2]}`"
    usual = "number" if ".." in said["type"] else "thing"
    name = {"edges": "edge", "corners": "corner", "direction": "way"}.get(said["type"].split()[0], usual)
    sized = f"{said['size']} {name}" if said["size"] else f"{name}?"
    bare = re.sub(r"^\((.*)\)$", r"\1", said["type"])
    return f"first give the type a name, as `type {name} = {bare}`; then write `{sized}`"
