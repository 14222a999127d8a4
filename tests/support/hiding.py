"""Small games in which players don't see everything."""

from __future__ import annotations

from gdl import library

POKER = """
game "Three cards"
players First, Second
player has card: 0..3
player has stake: 1..2
hidden p.card from player - p

setup
  for p in player
    roll secretly c in (1..3) - player.card
    p.card = c

turn
  either
    choose "bet"
    me.stake = 2
  or
    choose "pass"

end
  if next = First
    pay p by (p.stake when p.card = max(player.card) otherwise -p.stake)
"""
THROW = """
game "Throw"
type hand = rock, paper, scissors
players First, Second
player has shown: hand?
game has thrown: 0..2

turn
  together p in player
    choose h in hand as "{h}"
    p.shown = h
  thrown += 1

end
  draw if thrown = 2
"""
"""Two decide at once."""
THROW_OF_THREE = """
game "Throw"
type hand = rock, paper, scissors
players First, Second, Third
player has shown: hand?
player has won: 0..9
game has thrown: 0..3

turn
  together p in player
    choose h in hand as "{h}"
    p.shown = h
  for p in player where p.shown = rock and p.next.shown = scissors
    p.won += 1
  thrown += 1

end
  rank p by p.won if thrown = 3
"""
PHANTOM = """
game "Phantom" extends "tictactoe"
player has tried: set of site
hidden s.piece from {p in player where s not in p.tried}
hidden p.tried from player - p

replace turn
  choose secretly s in site - me.tried
  me.tried += s
  next = me if s in occupied
  put stone of me on s & empty
"""
RANKS = """
game "Ranks"
players White, Black
board grid(3, 4)
type grade = 1..4
pieces man(grade: grade) of player
player has placed: 0..3
game has gone: 0..20
hidden s.kind from player - s.owner

turn
  if me.placed < 3
    choose secretly s in {t in empty where t.r = (1 when me = White otherwise 4)}, n in grade as "{n}{s}"
    put man(n) of me on s
    me.placed += 1
  else
    choose a in mine, b in a.orthogonal - mine as "{a}{b}"
    move a to b
  gone += 1

end
  win me if gone > 6 and no theirs
  draw if gone = 18
"""
PLACING = """
game "Placing"
players First, Second
board grid(3, 2)
pieces stone of player
player has placed: 0..2
hidden s.piece from {p in player where index(p) + 1 != s.r}
hidden p.placed from player - p

turn
  if me.placed < 2
    choose secretly s in {t in empty where t.r = index(me) + 1}
    put stone of me on s
    me.placed += 1
    next = me if me.placed < 2
  else
    choose "look"

end
  draw if player.placed = {2}
"""

SHOWN = """
game "One card shown"
players Ann, Bob, Cid
type card = 1..4
game has deck: set of card = card
game has asked: 0..3
player has hand: set of card
hidden deck from player
hidden p.hand from player - p

setup
  for p in {Bob, Cid}
    deal 2 from deck to p.hand

turn
  let asker = me
  choose a in 1..2, b in 3..4 as "{a} or {b}"
  by me.next
    either
      choose secretly c in me.hand & {a, b} telling asker as "{c}"
    otherwise
      choose "neither"
  asked += 1

end
  rank p by sum(p.hand) if asked = 3
"""
"""Who asks for two cards is shown one of them; nobody else learns which."""


def may_hide(name: str) -> bool:
    """Whether a ruleset, or what it extends, has a word of what players don't see; quicker than to check all."""
    source = library.read(name)
    if any(word in source.text for word in ("hidden ", "secretly", "together ")):
        return True
    base = source.text.partition("extends \"")[2].partition("\"")[0]
    return bool(base) and base in library.names() and may_hide(base)
