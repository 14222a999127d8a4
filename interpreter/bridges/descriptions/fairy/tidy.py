"""Texts made shorter where they say more than is needed."""

from __future__ import annotations

import re

from interpreter.bridges.descriptions.fairy.sections.draft import Draft, Part

_PLAIN = (
    ("some a.prey(b)", "b in occupied"), ("no a.prey(b)", "b in empty"), ("a.prey(b).kind", "b.kind"),
    ("some x.prey(y)", "y in occupied"), ("remove a.prey(b)", "remove b"), ("a.prey(b)", "(b & occupied)"),
)  # fmt: skip


def without_prey(draft: Draft) -> None:
    """Where nothing is taken in passing, what a move takes stands where it goes: no define is needed."""
    if "has passant" in draft.parts:
        return
    draft.parts.pop("define a.prey(b)", None)
    for head, part in [*draft.parts.items()]:
        text = part.text
        for long, short in _PLAIN:
            text = text.replace(long, short)
        draft.parts[head] = Part(head, text, part.keys)
    _shorter_capture(draft)


def _shorter_capture(draft: Draft) -> None:
    """`capture` without what it doesn't use, or not at all."""
    capture = draft.parts.get("define capture(a, b)")
    if capture is not None and not re.search(r"\ba\b", capture.text.partition("\n")[2]):
        for head, part in [*draft.parts.items()]:
            draft.parts[head] = Part(head, part.text.replace("capture(a, b)", "capture(b)"), part.keys)
        capture = draft.parts["define capture(a, b)"]
    if capture is not None and capture.text.splitlines()[1:] == ["  remove b"]:
        del draft.parts["define capture(a, b)"]
        play = draft.parts["define play(a, b)"]
        draft.parts[play.head] = Part(play.head, re.sub(r"\n  capture\((a, )?b\)", "", play.text), play.keys)


def without_player(draft: Draft) -> None:
    """What is the same for both players as a define of the game."""
    for head, part in [*draft.parts.items()]:
        own = re.match(r"define p\.(\w+)", head)
        body = re.sub(r"  #.*", "", part.text.partition("=")[2])
        if own is None or re.search(r"\bp\b", body):
            continue
        name = own[1]
        del draft.parts[head]
        draft.parts[f"define {head[9:]}"] = Part(f"define {head[9:]}", part.text.replace("p.", "", 1), part.keys)
        for other, uses in [*draft.parts.items()]:
            text = re.sub(rf"\b(?:me|opponent|next|p|a\.owner|me\.next)\.{name}\b", name, uses.text)
            draft.parts[other] = Part(other, text, uses.keys)
