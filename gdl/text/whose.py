"""Whose something is: `White's king`, `Tigers' king`. A name may be plural, and no program can tell; but behind every
name that ends in s an apostrophe alone is right."""

from __future__ import annotations

import re

OWN = "'s"
_ENDS_IN_S = re.compile(r"\ws$")
_OWN = re.compile(r"'s(?!\w)")
_OWN_BEHIND_S = re.compile(r"(?<=\ws)'s(?!\w)")


def whose(name: str) -> str:
    """A name as it stands before what somebody has."""
    return f"{name}{behind(name, OWN)}"


def behind(name: str, text: str) -> str:
    """A text as it stands behind a name."""
    return _OWN.sub("'", text, count=1) if is_own(text) and _ENDS_IN_S.search(name) else text


def is_own(text: str) -> bool:
    """Whether a text says that what follows belongs to what stands before it."""
    return _OWN.match(text) is not None


def fitting(text: str) -> str:
    """A text in which names stand already."""
    return _OWN_BEHIND_S.sub("'", text)
