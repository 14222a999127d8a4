"""What each word of the language means, in a line or two, as an editor shows it; a test says if one is missing.

Which words there are is read from the grammar; this says only what they mean.
"""

from __future__ import annotations

KEYWORDS = {
    "after": "`after change: condition` – whether the condition would hold after the change.\n\n"
             "In a variant, `after setup`, `after turn`, `after end`: what comes after the base's section.",
    "and": "Both hold.",
    "bag": "`game has pool: bag(4) of jewel` – things that are alike, at most four of each; `pool(ruby)` of them.",
    "as": "How a move, an outcome or a site is written, or why a game ended: a text, in whose braces values stand. "
          "In `looks`: a picture.",
    "at": "Where a site is drawn: x to the right, y upwards, perhaps a layer.",
    "board": "The board on which the pieces stand: `board grid(8, 8)`.",
    "by": "`by p` and a block: that player decides there. `rank p by e`: by which number players are ranked. "
          "`roll x in S by e`: how likely each is.",
    "choose": "A decision of the player whose turn it is: one of all that fit, or a word that is said.",
    "deal": "`deal 5 from S to T`: so many things, drawn at random and seen by nobody, go from one "
            "set to another; from a pile those on top.",
    "define": "A name for a value, or for a row of statements. It is worked out anew wherever it is used.",
    "direction": "A direction of a board: where a step leads. As a type: all directions of the board.",
    "draw": "The game ends, and nobody wins.",
    "either": "The first decisions of all branches, as one decision; `or` begins another branch.",
    "else": "What is done if the condition doesn't hold.",
    "end": "Looked at after every turn: who has won, or whether the game goes on.",
    "extends": "The ruleset of which this one is a variant: a game that ships, or a file beside or below this one.",
    "false": "Not true.",
    "for": "For each of a set, found once at the beginning, in order.",
    "from": "`hidden … from players`: who doesn't see it. `deal n from S to T`.",
    "game": "The title, and below it any facts. `game has …`: what the game remembers.",
    "has": "What is remembered for each of a type, or for the game: `player has store: 0..9 = 3`.",
    "hidden": "What players don't see: `hidden p.hand from player - p`; of pieces `s.piece`, `s.owner`, `s.kind`, "
              "`s.number`; `hidden turn from player - me`.",
    "if": "Only if the condition holds.",
    "in": "`x in S`: is it one of them? In a query: the name stands for each of them.",
    "let": "A name for a value, to the end of the block; it may be changed.",
    "looks": "How things are written and drawn: pieces and values (letter, symbol, colour, picture), the board, marked "
             "sites; and what players read of a variable.",
    "lose": "The game ends, and these players lose.",
    "most": "Only the best ways through the block: those that end with the greatest number.",
    "move": "What stands on a moves to b; what was on b is gone.",
    "no": "Is there none?",
    "not": "It doesn't hold.",
    "of": "Whose, or of which kind: `king of White`. Of a stack: how many pieces of it.",
    "on": "Where something is put.",
    "option": "What may be chosen when the game is loaded: a type, a default, a sentence of help.",
    "or": "One of them holds. Between blocks: another branch of `either`. In a variant: another way to play the turn.",
    "otherwise": "If there is none of that: another value. Behind `either`: what is done if no branch has a decision.",
    "pay": "The game ends, and this is each player's result: `pay p by e`.",
    "pieces": "The kinds of pieces: `pieces pawn, king of player`.",
    "pile": "`game has deck: pile(52) of card` – things in an order: `put c on deck`, `deck.top(1)`, "
            "`remove 1 of deck`.",
    "players": "Who plays, in the order of their turns; or how many may play: `players 2..6`, or, with names, "
               "`players 2..3: Red, Blue, Green`.",
    "point": "A site of a board that is a list of points.",
    "put": "A piece stands on each of these sites, in the place of what was there.",
    "rank": "The game ends; the players are ranked by a number: `rank p by e`.",
    "remove": "What stands on these sites is gone. In a variant: `remove define`, `remove pieces`.",
    "rename": "What a kind of piece of what is extended is called here.",
    "repeat": "Again and again, until the condition holds; each round holds a decision or a roll.",
    "replace": "In a variant: this stands in the place of what was there.",
    "roll": "Chance: each element is equally likely, unless `by` says otherwise.",
    "score": "What players count while they play: `score p by e`.",
    "asking": "What who decides is asked, in words: a text, last of all.",
    "secretly": "`choose secretly …`: only who chooses learns what; `roll secretly …`: nobody does.",
    "shuffle": "`shuffle deck` – a pile comes into any order, each equally likely; nobody is told which.",
    "telling": "Who is told what is chosen or rolled `secretly`: `choose secretly c in me.hand telling asker`.",
    "set": "`set of T`: any number of things, each at most once. In a variant: `set option = value`.",
    "setup": "How the game begins: run once. Nobody decides anything.",
    "some": "Is there one?",
    "through": "`X.D through S`: all that is reached by steps D, going on only from sites of S. "
               "A set of directions goes straight, a relation floods.",
    "to": "Where it moves.",
    "together": "`together p in player` and a block: each player's part, of which nobody learns anything "
                "until all have decided.",
    "true": "It holds.",
    "turn": "What the player whose turn it is does.",
    "type": "An enumeration, a range, or a board of your own.",
    "under": "At the bottom of a stack.",
    "until": "The condition that ends `repeat`.",
    "when": "`a when c otherwise b`: a if c holds; without `otherwise` nothing if it doesn't.",
    "where": "The condition of a query.",
    "while": "Again and again, as long as the condition holds; each round holds a decision or a roll.",
    "win": "The game ends, and these players win.",
    "within": "`A within B`: are all of these among those? In `repeats`: in the last so many turns.",
}  # fmt: skip
"""Every keyword of the grammar."""

BUILT_IN = {
    "me": "The player whose turn it is; in `end`, who has just moved.",
    "next": "The player who comes next; may be changed.",
    "stuck": "In `end`: whether `next` would have nothing to choose.",
    "piece": "The sites where a piece stands, whatever its kind. As a type: pieces as a whole.",
    "kind": "The type of kinds of pieces.",
    "site": "All sites of the board, and their type.",
    "empty": "The sites where nothing stands.",
    "player": "All players, and their type.",
    "truth": "The type of what is true or false.",
    "direction": "All directions of the board, and their type.",
    "stacks": "`stacks(board)`: sites hold stacks of up to 64 pieces.",
}
"""Names that stand for something in every ruleset."""

BEHIND = {
    "owner": ((), "Whose the piece on the site is; nothing for an empty site, or a piece without an owner."),
    "kind": ((), "The kind of the piece on the site; nothing for an empty site."),
    "piece": ((), "The piece on the site as a whole: kind, owner, number."),
    "height": ((), "The number of pieces in the stack, 0 on an empty site."),
    "top": (("n",), "The n-th piece of the stack from the top."),
    "bottom": (("n",), "The n-th piece of the stack from the bottom."),
    "opposite": ((), "The direction whose steps undo those of this one."),
    "turned": (("k",), "The k-th direction further clockwise; a negative k turns the other way."),
    "edges": ((), "The edges of a site; those that meet in a corner."),
    "corners": ((), "The corners of a site; the two ends of an edge."),
    "sites": ((), "The sites beside an edge, one or two; those round a corner."),
    "edge": (("d",), "The edge half a step away in a direction; nothing if none lies there."),
    "corner": (("d",), "The corner half a step away in a direction; nothing if none lies there."),
    "site": (("d",), "Of an edge or a corner: the site half a step away in a direction; nothing if none lies there."),
    "next": ((), "The one after it; after the last comes the first."),
}
"""What stands behind a dot without being declared."""

SNIPPETS = {
    "game": 'game "${1:Title}"\n  designer "${2:You}"\n  year ${3:2026}\n$0',
    "players": "players ${1:White, Black}\n$0",
    "option": 'option ${1:size}: ${2:4..9} = ${3:5} "${4:what it is}"\n$0',
    "board": "board ${1:grid(${2:8}, ${3:8})}\n$0",
    "pieces": "pieces ${1:man} of player\n$0",
    "setup": "setup\n  put ${1:man} of ${2:White} on ${3:row(1)}\n  $0",
    "turn": 'turn\n  choose ${1:a} in mine, ${2:b} in ${3:a.adjacent} & empty as "{${1:a}}-{${2:b}}"\n'
            "  move ${1:a} to ${2:b}\n  $0",
    "end": "end\n  win me if ${1:no theirs}\n  lose next if stuck\n  $0",
    "looks": 'looks\n  board beige brown as checkered\n'
             '  ${1:man} of ${2:White} "${3:W}" "${4:○}" ${5:white} as man\n  $0',
    "define": "define ${1:name} = ${0:value}",
    "type": "type ${1:colour} = ${2:red}, ${3:green}\n$0",
    "replace": "replace define ${1:name} = ${0:value}",
    "either": "either\n  choose ${1:a} in ${2:mine}\n  $0\nor\n  choose \"${3:pass}\"",
    "repeat": "repeat\n  choose ${1:a} in ${2:mine}\n  $0\nuntil ${3:done}",
    "while": "while ${1:condition}\n  choose ${2:a} in ${3:mine}\n  $0",
    "for": "for ${1:p} in ${2:player}\n  $0",
    "if": "if ${1:condition}\n  $0",
    "choose": "choose ${1:a} in ${2:mine}, ${3:b} in ${4:a.adjacent} & empty as \"{${1:a}}-{${3:b}}\"\n$0",
    "roll": "roll ${1:n} in ${2:1..6}\n$0",
    "let": "let ${1:name} = ${0:value}",
    "put": "put ${1:man} of ${2:me} on ${0:s}",
    "move": "move ${1:a} to ${0:b}",
}  # fmt: skip
"""Whole declarations and statements to fill in, where one may begin; `$1` … as editors know them."""
