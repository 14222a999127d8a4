"""Thrown dice are told as dice, by a server as by a page; not where players hide something."""

from __future__ import annotations

from cli.web.serve.kept import Kept
from cli.web.serve.match import Match
from interpreter import Game

THROW = """game "Throw"
players A, B
player has hand: 0..6
hidden p.hand from player - p
turn
  roll d in 1..6 as "{d}"
  choose secretly h in 1..6 as "{h}"
  me.hand = h
end
  draw if A.hand > 0 and B.hand > 0
"""


def begun(game: Game, seed: int) -> Match:
    match = Match.of(Kept(game.title, game.hash, {}, None, seed, dict.fromkeys(game.players, "human")), game)
    match.take(match.and_on())
    return match


def test_four_dice_are_told_with_their_faces() -> None:
    (throw,) = begun(Game.load("cant_stop"), 7).told("A")
    assert throw["dice"] == "".join("⚀⚁⚂⚃⚄⚅"[int(number) - 1] for number in throw["text"])


def test_where_players_hide_something_the_text_alone_is_told() -> None:
    match = begun(Game.parse(THROW), 7)
    assert all(set(ply) == {"text", "player", "turn", "chance"} for ply in (*match.told("A"), *match.told(None)))
    assert len(match.told("A")) == 1
