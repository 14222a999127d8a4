"""What players observe of a game, as outputs of its rules: each may hang only on what those know who observe it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gdl.knowledge.possible import Holds
from gdl.text.source import Span

Sort = Literal["options", "text", "typed", "told", "open", "order", "score", "sight", "nothing"]
Audience = Literal["decider", "others", "all", "told"]


@dataclass(frozen=True)
class Output:
    """A sort of thing that players observe. `audience`: who does; `least`: how certain it must be that what it hangs on
    is hidden from them. What ends the game, and the result, is no output: rules that end a game tell why."""

    audience: Audience
    least: Holds = Holds.MAYBE


OUTPUTS: dict[Sort, Output] = {
    "options": Output("decider"),
    "typed": Output("decider"),
    "text": Output("all"),
    "told": Output("others"),
    "open": Output("all", Holds.UNKNOWN),
    "order": Output("all"),
    "score": Output("all"),
    "sight": Output("all", Holds.SURELY),
}


@dataclass(frozen=True)
class Leak:
    """Something hidden that somebody learns: where, how, its name, and the name of what tells it, if that has one.

    `to`: who learns it; of a decision that tells some by name it is `told`. `sure`: it is hidden from them; else it may
    be, in some positions.
    """

    sort: Sort
    span: Span
    name: str
    by: str = ""
    sure: bool = True
    to: Audience = "all"
