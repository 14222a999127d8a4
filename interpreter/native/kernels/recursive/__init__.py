"""Bounds of what the nodes of a recursive game are worth (Everett 1957): two players move, or chance; play ends in a
constant, or goes on for ever, which is worth nothing. What one gains, the other loses.

Both bounds are had in the same way, the second with the players exchanged. A plan of the first player's, one option for
each of their nodes, leaves a game of the second player alone. What that is worth is a lower bound, whatever the plan:
and so is each number that the sweeps come to on the way. They begin with the least that an end can be worth, and what
a node gets follows from lower bounds of the nodes behind it. A second row of numbers comes down from the greatest.

Where the second player can go round for ever, such sweeps would stand still at any number. So first the *end
components* are found: sets of nodes that the second player need not leave, and chance and the plan cannot. In one of
them all nodes are worth the same: nothing, or less, if there is a way out to less. Beyond that both rows
come to one number (Haddad and Monmege 2018), however slowly.

The plan is made better by strategy iteration (Hoffman and Karp 1966): a node takes an option that is worth more for
certain. If there is none, but there are nodes below nothing in which the first player could go round for ever, as
long as the second plays as well as can be, the plan goes round there.

Where play ends slowly, sweeps come nearer slowly. If there are few nodes, they are eliminated one by one, without
subtractions (Grassmann, Taksar and Heyman 1985). That gives numbers whose rounding errors nobody knows. So for each ply
a little is taken off – or put on, for an upper bound –, and then it is tried whether every number is no more than what
follows from those behind it, as in a sweep. If so, it is a lower bound.

All this is done block by block. A block holds nodes that lead to each other; those that it leads to beyond come first,
and then count as constants.

Means are rounded down for lower bounds and up for upper ones. A node is its number; constants have numbers behind the
nodes. There are no rules in here.
"""
