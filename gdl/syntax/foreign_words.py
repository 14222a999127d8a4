"""Words of other languages, and of people who think of something else: what to write in their place."""

from __future__ import annotations

from collections.abc import Iterable

from gdl.text.fixes import Hint

IN_A_LINE = "write `some line in lines(3) where line within mine`, for example"
CONNECTED = (
    "`s.group(mine)` is the chain of your pieces from s: write `some row(1).group(mine) & row(5)`, for example"
)
# Whether a number is even.
PARITY = {
    **dict.fromkeys(("odd", "uneven"), "write `n % 2 = 1` for odd numbers"),
    "even": "write `n % 2 = 0` for even numbers",
}
# The first word of a line that isn't one of the language's.
FIRST_WORDS = {
    **dict.fromkeys(("elif", "elsif", "elseif"), Hint("write `else if`", "else if")),
    "unless": "write `if not …`", "until": "write `until` below the block of a `repeat`",
    "return": "a define has a value: `define name = …`", "foreach": Hint("write `for x in S`", "for"),
    "pass": 'a pass is a decision: `choose "pass"`', "tie": Hint("write `draw`", "draw"), "set": "write `x = …`",
    "var": Hint("write `let x = …`", "let"),
    "next": "say who comes next: `next = me`, for example", "skip": 'a pass is a decision: `choose "pass"`',
    "place": "write `put … on …`", "add": "write `put … on …`; to put something into a set, write `x += {a}`",
    "take": "write `remove …`; to take something out of a set, write `x -= {a}`",
    "capture": "write `remove …`, or `move a to b`, which removes the piece on b",
    "delete": Hint("write `remove …`", "remove"),
    "select": Hint("write `choose x in S`", "choose"),
    "phase": "there are no phases: test the state with `if`",
    "bag": "write `game has pool: bag(4) of jewel`, for example: at most four of each",
    "deal": "write `deal 5 from deck to p.hand`",
    "pile": "write `game has deck: pile(52) of card`, for example: at most 52 cards, in an order",
    "shuffle": "write `shuffle deck`, where deck is a pile; to draw from a set, write `roll secretly c in deck`",
    "pay": "write `pay p by …`: a number for each player p", "rank": "write `rank p by …`: a number for each player p",
    "together": "write `together p in player`, and the part of p below it",
    "toggle": "write `x = not x` for what is true or false; `xor(lit, {s})` puts s into a set or takes it out",
    **dict.fromkeys(
        ("eliminate", "kick"),
        "keep who is out, `player has out: truth`, and pass over: `next = next.next if next.out`",
    ),
    "break": "a `repeat` ends where its `until` holds: write `done = true`, and `until done`",
    "again": "`next = me` gives another turn",
    "end": "a turn ends after its last line; who wins stands in `end`, which begins in the first column",
    "score": "write `rank p by …` in `end`: the player with the greatest number wins",
    "swap": "keep one of the two with `let`, then set both",
    "jump": "write `move a to b`, and `remove` for what is jumped over",
    **dict.fromkeys(("flip", "replace", "promote"), "write `put … on s`: it replaces what stands there"),
    **dict.fromkeys(("print", "say", "message"), "texts for players belong in `looks` and after `as`"),
    "game": "write how it ends: `win me`, `lose me`, `draw`",
    "else": "write `else` in the same column as its `if`; an `either` goes on with `or` and `otherwise`",
    "or": "write `or` in the same column as its `either`",
    "otherwise": "write `otherwise` in the same column as its `either`",
}  # fmt: skip

# Words before `of` for a part of a stack.
OF_STACKS = {
    "top": "`a.top(1)` is what lies on top of a pile or stack, and `move 1 of a to b` moves it; stacks of pieces need "
    "`board stacks(…)`",
    "bottom": "`a.bottom(1)` is the lowest thing of a pile or stack, and `remove 1 under a` takes it away; stacks of "
    "pieces need `board stacks(…)`",
    "all": "`move a to b` moves all that stands on a",
}
# Words of the language that newcomers take for names.
RESERVED_HINTS = {
    "direction": "call it `way`, for example",
    "point": "call it `spot`, for example",
    "pieces": "write `piece` for the sites with a piece", "players": "write `player` for all players",
    "board": "write `site` for the sites of the board",
    "no": "write `false`, if that is meant; else choose another name",
}
# Words of other languages with which a declaration may be meant to begin.
HEADS_MEANT = {
    "score": "write `score p by …`: a number for each player p",
    **dict.fromkeys(("def", "function", "func", "fn", "fun", "const", "macro"), Hint("write `define`", "define")),
    **dict.fromkeys(
        ("let", "var", "variable", "state", "global", "int"),
        "write `define x = …`, or `game has x: 0..9 = 3` if it changes",
    ),
    **dict.fromkeys(
        ("title", "name", "author"),
        'a ruleset begins with `game "its title"`; facts such as `designer "…"` stand below it',
    ),
    **dict.fromkeys(("objects", "equipment"), "say which pieces there are: `pieces man, king of player`"),
    **dict.fromkeys(("levels", "level"), "write how a game begins in `setup`"),
    **dict.fromkeys(
        ("add", "append", "extend"), "in a variant, lines below `after turn` come behind those of the base"
    ),
    "legend": "give each piece its letter and its colour in `looks`",
    "collisionlayers": "a site holds one piece; for several pieces on a site, write `board stacks(…)`",
    "sounds": "a ruleset has no sounds: leave this part out",
    **dict.fromkeys(("include", "import", "use", "from"), 'a variant says `game "its title" extends "chess"`'),
    **dict.fromkeys(("rules", "rule", "moves", "play", "phase", "round"), "write what a player does in `turn`"),
    **dict.fromkeys(("start", "init", "begin", "initial", "position"), "write how a game begins in `setup`"),
    **dict.fromkeys(
        ("goal", "goals", "winner", "ending", "finish", "winconditions"), "write who wins, and when, in `end`",
    ),
    **dict.fromkeys(("enum", "class", "struct"), "write `type name = a, b, c`"),
    **dict.fromkeys(("dice", "die"), "roll a die in `turn`: `roll n in 1..6`"),
    **dict.fromkeys(
        ("cards", "card", "deck"), "write `type card = 1..52`, for example, and `game has deck: pile(52) of card`"
    ),
}
# What players don't see, and what they decide at once: the words by which people ask for it.
_HIDDEN = {
    "hidden", "hide", "hides", "secret", "secretly", "private", "privately", "blind", "invisible", "unseen",
    "concealed", "covered", "facedown", "reveal", "visible",
}  # fmt: skip
HIDDEN_PIECES = (
    "say it of a site s: `hidden s.kind from {p in player where s.owner != p}` hides which piece stands there, and "
    "`hidden s.piece from …` even that one does"
)
_TOGETHER = {"together", "simultaneous", "simultaneously", "parallel", "concurrently", "all_players", "both"}


def said_otherwise(words: Iterable[str]) -> str:
    """What to say to one of the words by which people ask for secrets, or for decisions at once; else nothing."""
    asked = {word.lower().strip(":,()") for word in words}
    if asked & _HIDDEN:
        return ("declare what players don't see: `hidden p.hand from player - p`; for a secret choice, write "
                "`choose secretly …`")  # fmt: skip
    if asked & _TOGETHER:
        return "to let players decide at once, write a block in the turn: `together p in player`"
    return ""

RANKS = {"J": 11, "Q": 12, "K": 13, "A": 14}
"""Ranks of cards, by the letters by which they are shown."""
