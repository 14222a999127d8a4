"""A clash of letters: if a ruleset leaves the number of players open, they are A, B, C …; the fifth is E, like a
direction."""

from __future__ import annotations

import re
from dataclasses import replace

from gdl.check.declared import Declared
from gdl.model.shape import Shape
from gdl.text.findings import Finding

_PLAYER = re.compile(r"\ba player\b")
_CAPITAL = re.compile(r"\b[A-Z]\b")


def letters_told(finding: Finding, declared: Declared) -> Finding:
    """The finding. If the player E stands where a direction E is needed, the hint says what to do."""
    players = declared.rules.players
    if players is None or players.names or not isinstance(declared.board, Shape) or not _PLAYER.search(finding.message):
        return finding
    both = {*declared.player.labels} & {*declared.board.directions.labels}
    letter = next((name for name in _CAPITAL.findall(finding.span.text) if name in both), None)
    if finding.code[0] != "T" or letter is None:
        return finding
    other = f"way_{letter.lower()}"
    hint = (f"with {len(declared.player.labels)} players, `{letter}` is one of them: "
            f"give the direction another name, `direction {other} = {letter}`, and write `{other}` here")  # fmt: skip
    return replace(finding, hint=hint, fix=None)
