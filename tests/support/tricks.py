"""Rules of tricks: each plays a card of a hidden hand, and when all have, the cards are laid by."""

from __future__ import annotations

TRICKS = """game "Tricks"
players {players}
type suit = c, d, h, s
type card = cards({ranks}, suit)
player has hand: set of card
player has played: card?
{won}game has deck: set of card = card
hidden deck from player
hidden p.hand from player - p

setup
  for p in player
    deal {dealt} from deck to p.hand

turn
  choose x in me.hand as "{said}"
  me.hand  -= x
  me.played = x
  if no p in player where no p.played
{taken}    player.played = {{}}

end
  {end} if no player.hand
"""
TAKEN = """    for q in player
      me.won += q.played
"""


def tricks(players: str, dealt: int, said: str = "{x}", ranks: str = "2..14", is_won: bool = False) -> str:
    """The ruleset's text. `is_won`: who completes a trick wins its cards, and the most cards win; else all is drawn."""
    return TRICKS.format(
        players=players, ranks=ranks, dealt=dealt, said=said,
        won="player has won: set of card\n" if is_won else "", taken=TAKEN if is_won else "",
        end="rank p by count(p.won)" if is_won else "draw",
    )  # fmt: skip
