"""Signs that everybody knows, and the picture that each stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gdl.model.looks import Look, SiteLook

PICTURES = {
    **dict.fromkeys("♙♟", "pawn"), **dict.fromkeys("♘♞", "knight"), **dict.fromkeys("♗♝", "bishop"),
    **dict.fromkeys("♖♜", "rook"), **dict.fromkeys("♕♛", "queen"), **dict.fromkeys("♔♚", "king"),
    **dict.fromkeys("⛀⛂", "man"), **dict.fromkeys("⛁⛃", "crowned"),
    **dict.fromkeys("○●⚪⚫⬤", "disc"), **dict.fromkeys("◯⭕", "nought"), **dict.fromkeys("◎◉", "ring"),
    **dict.fromkeys("■□◼◻▪▫", "square"),
    **dict.fromkeys("◆◇♦⬥⬦", "diamond"), **dict.fromkeys("▲△▴▵", "triangle"), **dict.fromkeys("▼▽▾▿", "wedge"),
    **dict.fromkeys("★☆✦✶", "star"), **dict.fromkeys("✕×✖✗⨯╳", "cross"), **dict.fromkeys("⬢⬡", "hexagon"),
    **dict.fromkeys("▮▯", "upright"), **dict.fromkeys("▬▭", "bar"), **dict.fromkeys("☗☖⛉⛊", "shogi"),
    **dict.fromkeys("♠♤", "spade"), **dict.fromkeys("♥♡", "heart"), **dict.fromkeys("♣♧", "club"), "♢": "diamond",
    **{sign: f"die{n}" for n, sign in enumerate("⚀⚁⚂⚃⚄⚅", 1)},
}  # fmt: skip


def implied(look: Look | SiteLook | None) -> str:
    """The name or path of a look's picture: as it says, or as its sign is known; "" if neither or no look."""
    return (look.picture or PICTURES.get(look.symbol.rstrip("\ufe0e\ufe0f"), "")) if look else ""
