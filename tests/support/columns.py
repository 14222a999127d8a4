"""A patience with a pile for each column and each suit, to look at."""

COLUMNS = """game "Columns"

players You
type suit   = c, d, h, s
type card   = cards(1..4, suit)
type column = 1..3
column has lying: pile(16) of card
suit has home: set of card
column has notes: pile(4) of column

setup
  3.lying = {1c, 2d, 3h}
  2.lying = {4s, 1d}
  put 2 on 1.notes
  put 3 on 1.notes
  put 1 on 3.notes

turn
  choose a in column where some a.lying as "{a} home"
  for x in a.lying where x in a.lying.top(1)
    x.suit.home += x
  remove 1 of a.lying

end
  win me if no column.lying

looks
  lying "column {column}: {lying}"
"""
COVERED = COLUMNS.replace("\nsetup", "hidden k.lying(n) from player when n < k.lying.height otherwise {}\n\nsetup")
"""Only the uppermost card of each column is seen."""
