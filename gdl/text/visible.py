"""Text from elsewhere as messages repeat it: nothing in it moves the cursor, hides, or goes on and on."""

from __future__ import annotations

import re

ECHOED = 60
"""Characters of a foreign text that a message repeats at most."""

# Control characters, separators of lines, marks that turn the direction of writing round, halves of pairs.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str, keep: str = "\n") -> str:
    r"""The text with its control characters written out, as in `\x1b`; those in `keep` stay."""
    return _UNSEEN.sub(lambda found: found[0] if found[0] in keep else _escape(found[0]), text)


def brief(text: str, limit: int = ECHOED) -> str:
    """A foreign text within a message: on one line, visible, and its beginning only if it is long."""
    shown = visible(text[: limit + 1], keep="")
    return shown if len(text) <= limit else f"{shown[: limit - 1]}…"


def _escape(character: str) -> str:
    code = ord(character)
    return {"\t": r"\t", "\n": r"\n", "\r": r"\r"}.get(character) or (
        f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
    )
