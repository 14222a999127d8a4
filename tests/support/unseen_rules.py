"""Small rules that hide something, each in another way."""

from __future__ import annotations

KUHN = """game "Cards"

players First, Second

type card = J, Q, K

player has hand: card?
game has deck: set of card = card

hidden p.hand from player - p
hidden deck from player

setup
  for p in player
    roll secretly c in deck
    p.hand = c
    deck -= c

turn
  choose n in 1..2 as "bet {n}"

end
  draw
"""
HANDS = """game "Hands"

players A, B

type hand = rock, paper, scissors

player has shown: hand?

turn
  together p in player
    choose h in hand as "{h}"
    p.shown = h

end
  draw
"""
STRATEGO = """game "Men"

players White, Black
board grid(3, 2)
pieces spy, miner of player

hidden s.kind from player - s.owner

setup
  put spy of White on a1
  put miner of White on b1
  put spy of Black on a2
  put miner of Black on c2

turn
  choose a in mine, b in a.adjacent - mine as "{a}{b}"
  move a to b

end
  win me if no theirs
  draw if stuck
"""
FOG = STRATEGO.replace("s.kind from player - s.owner", "s.piece from {p in player where s not in p.sight}").replace(
    "setup", "define p.men = piece of p\ndefine p.sight = p.men + p.men.adjacent\n\nsetup"
)
NUMBERED = """game "Numbers"

players White, Black
board grid(3, 2)
pieces man(number: 1..4) of player

hidden s.number from player - s.owner
player has gold: 0..9 = 3
hidden p.gold from player - p

setup
  put man(3) of White on a1
  put man(1) of White on b1
  put man(4) of Black on a2
  put man(2) of Black on c2

turn
  choose a in mine, b in a.adjacent - mine as "{a}{b}"
  move a to b
  me.gold = min({9, me.gold + a.r})

end
  win me if no theirs
  draw if stuck
"""
STACKED = (
    STRATEGO.replace("grid(3, 2)", "stacks(grid(3, 2))")
    .replace("a.adjacent - mine", "a.adjacent")
    .replace("move a to b", "move (1 when a.height < 3 otherwise 2) of a to b")
    .replace("if no theirs", "if no theirs\n  draw if some s in site where s.height > 3")
)
FOG_OF_STACKS = FOG.replace("grid(3, 2)", "stacks(grid(9, 8))").replace("a.adjacent - mine", "a.adjacent")
"""Two words of sites, too many to be written out one by one."""
ALL = (KUHN, HANDS, STRATEGO, FOG, NUMBERED, STACKED, FOG_OF_STACKS)
NAMES = ("cards", "hands", "men", "fog", "numbers", "stacks", "fog_of_stacks")
