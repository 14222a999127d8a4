"""Programs made for one game, as players of ours: our rules are the referee, each program is told of the moves in its
own notation. A module for each protocol; `table` says which program plays which ruleset."""
