"""Small rulesets whose players don't see everything, with values that are known."""

KUHN = """\
game "Kuhn"

players First, Second
type card = 1..3
player has hand: card?
player has stake: 1..2
game has bettor: player?
hidden p.hand from player - p

define p.lead = 1 when p.hand > p.next.hand otherwise -1
define p.wins = some bettor and p = bettor and bettor.next.stake = 1

setup
  for p in player
    roll secretly c in card - player.hand
    p.hand = c

turn
  either
    choose "pass"
    if some bettor
      pay p by (1 when p.wins otherwise -1)
    if me = Second
      pay p by p.lead
  or
    choose "bet"
    me.stake = 2
    if some bettor
      pay p by 2 * p.lead
    bettor = me
"""
"""Kuhn's poker (Kuhn 1950): worth -1/18 to the first player."""

PENNIES = """\
game "Pennies"

option stake: -9..9 = 1 "what two heads pay"

players First, Second
type side = heads, tails
player has shown: side?

turn
  together p in player
    choose c in side as "{c}"
    p.shown = c
  let same = First.shown = Second.shown
  let paid: -9..9 = stake when same and First.shown = heads otherwise 1 when same otherwise -1
  pay p by (paid when p = First otherwise -paid)
"""
"""Matching pennies: worth (stake - 1) / (stake + 3) to the first player."""

LEAKY = """\
game "Leaky"

players First, Second
type card = low, high
game has drawn: card?
hidden drawn from player

setup
  roll secretly c in card
  drawn = c

turn
  choose n in 1..(2 when drawn = high otherwise 1) as "{n}"
  win me if n = 2
  win next
"""
"""What nobody knows says how many options there are."""
