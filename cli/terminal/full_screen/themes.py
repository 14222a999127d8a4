"""Colours of the screen around the board: light, dark, and for those who need strong contrast."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="gdl-dark", dark=True, primary="#d9a722", secondary="#3fa7c9", accent="#f2cf3b", foreground="#e6e2d8",
    background="#17191c", surface="#1f2226", panel="#2a2e33", success="#5fbf6f", warning="#f0b040", error="#e5686c",
)  # fmt: skip
LIGHT = Theme(
    name="gdl-light", dark=False, primary="#8a5a13", secondary="#1c6f8f", accent="#9a6a00", foreground="#1c1c1c",
    background="#f7f4ec", surface="#efeadd", panel="#e2dbc9", success="#1f7a3a", warning="#8a5a00", error="#b0202a",
)  # fmt: skip
CONTRAST = Theme(
    name="gdl-contrast", dark=True, primary="#ffff00", secondary="#00ffff", accent="#ffff00", foreground="#ffffff",
    background="#000000", surface="#000000", panel="#000000", success="#00ff00", warning="#ffff00", error="#ff6060",
)  # fmt: skip
THEMES = (DARK, LIGHT, CONTRAST)
