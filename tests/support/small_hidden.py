"""Small games in which players don't see everything, whose beliefs can be counted out."""

from __future__ import annotations

from functools import cache

from interpreter import Game

MODEST = """game "Modest"
players White, Black
type level = 1..4
player has own: level?
player has said: level?
hidden p.own from player - p

setup
  for p in player
    roll secretly n in level
    p.own = n

turn
  choose c in level where c <= me.own as "{c}"
  me.said = c

end
  if no p in player where no p.said
    rank p by (p.own otherwise 0)
"""
"""Each has a number, and says one that is not greater: who says little may have much, or may have to."""

HANDS = """game "Hands"
players White, Black
type card = 1..3
player has hand: card?
player has stake: 1..2
game has bettor: player?
hidden p.hand from player - p

setup
  for p in player
    roll secretly c in card - player.hand
    p.hand = c

turn
  either
    choose "bet"
    me.stake = 2
    bettor   = me if no bettor
  or
    choose "pass"

end
  if next = bettor or no bettor and index(next) = 0
    rank p by (p.hand otherwise 0)
"""
"""One card each of three, and a bet."""

BIDS = """game "Bids"
players White, Black
type card = 1..4
player has hand: set of card = card
player has bid: card?
player has points: 0..99
hidden p.hand from player - p
hidden p.bid from player

define highest = {p in player where p.bid = max(player.bid)}

turn
  together p in player
    choose secretly c in p.hand as "{c}"
    p.bid = c
    p.hand -= c
  highest.points += 1 if count(highest) = 1

end
  if no me.hand
    rank p by p.points
"""
"""Both bid at once, and only who has won is told."""

PHANTOM = """game "Phantom three in a row"
players White, Black
board grid(3, 3)
pieces stone of player
player has seen: set of site
hidden s.piece from {p in player where s not in p.seen}
hidden p.seen from player - p

turn
  choose secretly s in site - me.seen
  me.seen += s
  next = me if s in occupied
  put stone of me on s & empty

end
  win me if some line in lines(3) where line within mine
  draw if no empty

looks
  stone of White "W"
  stone of Black "B"
"""
"""Nobody sees the other's stones, but by trying to put one on them."""

GIFTS = """game "Gifts"
players White, Black
type card = ace, king, queen, jack, ten, nine
player has hand: set of card
game has gifts: 0..4
hidden p.hand from player - p

setup
  for p in player
    for n in 1..2
      roll secretly c in card - White.hand - Black.hand
      p.hand += c

turn
  choose secretly c in me.hand as "{c}"
  me.hand       -= c
  opponent.hand += c
  gifts         += 1

end
  win White if gifts = 4 and ace in White.hand
  win Black if gifts = 4
"""
"""Each has two cards of six, and gives one away: who got it sees it, but not what it was chosen from."""

PENNIES = """game "Uneven pennies"
players Even, Odd
type side = heads, tails
player has shown: side?

turn
  together p in player
    choose secretly c in side as "{c}"
    p.shown = c

define same = Even.shown = Odd.shown
define won  = (2 when Even.shown = heads otherwise 1) when same otherwise -1

end
  pay p by (won when p = Even otherwise -won)
"""
"""Even wins 2 if both show heads, 1 if both show tails, and loses 1 else: both should show heads two times in five."""


@cache
def game(text: str) -> Game:
    """One of these games."""
    return Game.parse(text)
