"""The words of the language, and what becomes of each: the table of the manual, and what a refusal says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.bridges.descriptions.importers.rows import rows


@dataclass(frozen=True)
class Keyword:
    """A word of the language: what it becomes here, or why it is refused; a word that is only shown says so."""

    name: str
    here: str
    refused: str = ""


SHOWN = "left out: shown or heard only"
_YET = "this isn't read yet"
_READ = {
    "define": "macros are written out, with `$1` to `$9` and more",
    "game": "a ruleset",
    "variant": "a ruleset of its own; what it doesn't say is taken from the game before it",
    "title": "the title, and the name behind `FILE:`",
    "description": "`summary`, its first three sentences",
    "players": "`players`; the pieces of a player who never has a turn become kinds without owner",
    "turn-order": "`players`; with `repeat`, types of moves or double turns a variable `turn_number`",
    "repeat": "in `turn-order`: where the order goes on",
    "board": "`board`",
    "grid": "`grid(w, h)`, or a type with its own directions",
    "dimensions": "columns and rows, by how they lie on the screen; up to 4,096 sites",
    "directions": "`N`, `NE` …, or `direction` lines with their own names",
    "start-rectangle": SHOWN,
    "positions": "`point` lines, drawn where they lie; in `zone`, sites",
    "kill-positions": "the `where` of the board",
    "links": "directions with conditions",
    "unlink": "directions with conditions",
    "dummy": "a point beside the board, without links",
    "symmetry": "lines for each player",
    "zone": "`define p.zone = …`",
    "board-setup": "`setup`; with `off`, how many may be dropped",
    "off": "how many a player has beside the board",
    "piece": "`pieces`, and lines of the tables of moves",
    "name": "the name of a piece, a zone or a board's part",
    "help": "a comment beside the kind",
    "notation": "the letter of a kind in `looks`, if it is one letter",
    "attribute": "`game has never_moved: set of site`, which goes with the pieces",
    "moves": "tables of defines, and branches of `turn`",
    "drops": "branches of `turn`, with what is left in hand where that can run out",
    "move-type": "groups of branches",
    "move-priorities": "`either` … `otherwise`",
    "verify": "what must hold: `where`, `&`, `-`",
    "if": "a condition of what is done, or two ways to move",
    "else": "the other part of `if`",
    "while": "`through`, if the loop goes on in one direction",
    "and": "`and`",
    "or": "`or`",
    "not": "`not`",
    "true": "`true`",
    "false": "`false`",
    "add": "a move; with kinds of pieces behind it a promotion, or a choice of several",
    "add-partial": "a move after which the same piece goes on: `repeat` or `while`",
    "from": "where the move begins, or back to there",
    "to": "where the piece comes to stand",
    "cascade": "another piece that moves as well",
    "capture": "`remove`",
    "flip": "`put` of the same kind for the other player",
    "change-owner": "`put` of the same kind for that player, or for the player who moves",
    "change-type": "`put` of that kind",
    "create": "`put`",
    "mark": "keeps the place",
    "back": "back to the place that was kept",
    "go": "to `from`, `to`, `mark`, `last-from`, `last-to`",
    "opposite": "the direction that leads back",
    "set-flag": "a condition that is worked out where the flag is asked",
    "flag?": "the condition of the flag",
    "set-attribute": "a change of the set",
    "empty?": "`in empty`",
    "friend?": "`in mine`",
    "enemy?": "`in theirs`",
    "neutral?": "in the kinds without owner",
    "piece?": "the name of the kind",
    "position?": "the site",
    "in-zone?": "the define of the zone",
    "on-board?": "`some a.d`",
    "last-from?": "`game has last_from: site?`",
    "last-to?": "`game has last_to: site?`",
    "last-from": "in `go`",
    "last-to": "in `go`",
    "marked?": "whether it is the place that was kept",
    "option": "`pass turn`, `pass partial`, `maximal captures`; others are shown only",
    "win-condition": "`win`",
    "loss-condition": "`lose`",
    "draw-condition": "`draw`",
    "count-condition": "`rank p by count(piece of p)`",
    "stalemated": "`stuck`",
    "checkmated": "`p.check` and `stuck`; moves after which `p.check` is true aren't legal",
    "captured": "no such piece is left",
    "repetition": "`repeats(piece, next) = 2`; so by default, too",
    "pieces-remaining": "`count`",
    "total-piece-count": "`count`",
    "absolute-config": "pieces on sites; of a zone one site is enough",
    "relative-config": "`lines(n)`, or a query for such a row",
    "any-owner": "in `absolute-config`: whose piece doesn't matter",
    "forced": "of `pass turn`: a player who can't move passes",
}
_SHOWN = (
    "image", "history", "strategy", "solution", "version", "music", "move-sound", "release-sound", "capture-sound",
    "drop-sound", "click-sound", "change-sound", "opening-sound", "win-sound", "loss-sound", "draw-sound", "default",
    "animate-captures", "animate-drops", "allow-flipping", "open",
)  # fmt: skip
_REFUSED = {
    "include": "only the file that you name is read: copy the text to this place",
    "translate": "a text in another language would also change the names of pieces and sites",
    "engine": "a program of another maker would be started for the rules",
    "add-copy": _YET,
    "add-copy-partial": _YET,
    "set-position-flag": "flags of sites would need a loop over the sites to forget them",
    "position-flag?": "flags of sites would need a loop over the sites to forget them",
    "attacked?": "in the middle of a move this would need the other player's moves",
    "defended?": "in the middle of a move this would need the other player's moves",
    "adjacent-to-enemy?": _YET,
    "goal-position?": _YET,
    "opponent": _YET,
    "recycle-captures": _YET,
    "recycle-promotions": _YET,
    "include-off-pieces": _YET,
    "pass-turn": 'the old form: write `(option "pass turn" true)`',
    "pass-partial": 'the old form: write `(option "pass partial" true)`',
}
NEGATED = (
    "not-empty?", "not-friend?", "not-enemy?", "not-neutral?", "not-piece?", "not-position?", "not-in-zone?",
    "not-on-board?", "not-last-from?", "not-last-to?", "not-marked?", "not-flag?", "not-position-flag?",
    "not-attacked?", "not-defended?", "not-adjacent-to-enemy?", "not-goal-position?",
)  # fmt: skip
"""Words for what doesn't hold of a place; as their opposites, they ask for a place on the board."""


def _all() -> Mapping[str, Keyword]:
    rows = {name: Keyword(name, here) for name, here in _READ.items()}
    rows |= {name: Keyword(name, SHOWN) for name in _SHOWN}
    rows |= {name: Keyword(name, "", why) for name, why in _REFUSED.items()}
    for name in NEGATED:
        plain = rows[name.removeprefix("not-")]
        rows[name] = Keyword(name, f"not {plain.here}" if plain.here else "", plain.refused)
    return rows


KEYWORDS = _all()
OPTIONS_SHOWN = (
    "animate captures", "animate drops", "prevent flipping", "allow flipping", "silent ? moves", "smart moves",
    "smart from", "smart to", "show moves list", "highlight goals", "selection screen", "progressive levels",
    "system sounds", "open directory", "discard cascades", "totem",
)  # fmt: skip
"""Options that change what is seen or heard, not the rules."""
OPTIONS_REFUSED = {
    "recycle captures": "taken pieces that come to hand again aren't read yet",
    "recycle promotions": "pieces that come to hand when others are promoted aren't read yet",
    "include off pieces": "goals that count pieces beside the board aren't read yet",
    "loop penalty": "what a program thinks of repetitions is no rule",
}


def table() -> str:
    """The table of the manual: words, and what becomes of them. What is said by `not` before another isn't in it."""
    told = [
        (name, (word.here or f"**refused**: {word.refused}",))
        for name, word in sorted(KEYWORDS.items())
        if name.removeprefix("not-") == name or name.removeprefix("not-") not in KEYWORDS
    ]
    return "| word | here |\n| --- | --- |\n" + rows(told)
