"""Commands that can be typed, and the page of keys."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter import Move
from interpreter.game.move_texts import first_of

COMMANDS = {
    "help": "rules", "?": "rules", "rules": "rules", "hint": "hint", "eval": "eval", "undo": "undo", "redo": "redo",
    "flip": "flip", "save": "save", "resign": "resign", "quit": "leave", "q": "leave", "exit": "leave",
    "colours": "theme", "theme": "theme", "new": "again", "panels": "panel",
}  # fmt: skip
"""Words, with or without a slash before them, and what they do."""
WITH_WORDS = frozenset({"save"})
"""What looks at what is said behind the word."""

SHORT = """\
**Keys**: arrows and Enter, a click, or typing a move; Esc takes back; Tab leads to the list, the turns, the line; F3
gives a hint, Ctrl-Z undoes. All keys stand below the rules.
"""
HELP = """\
## Keys

| key | what it does |
| --- | --- |
| arrows, Enter | walk the board, choose a site; what may be chosen next is marked |
| mouse | a click chooses a site, a move of the list, a turn of the record |
| letters, digits | type a move; Tab completes it, ↑ ↓ walk the list, Enter plays |
| Esc | takes back: what is typed, what was picked; stops the computer's thinking; back to the game |
| Tab | from the board to the list, the record, the line |
| `,` `.` | the turn before, the turn after; a move from there begins another line |
| Ctrl-Z, Ctrl-Y | undo, redo |
| F2 | another game, with its options and seats |
| F3, F4 | a hint; what each player may expect |
| F5, F6, F7 | turn the board round; other colours; the board alone |
| F8 | resign |
| Ctrl-S | save the record in a file |
| Ctrl-C, Ctrl-D, Ctrl-Q | leave; the game is recorded, `gdl play --resume` goes on |

All this can be typed, too: `/undo`, `/hint`, `/save FILE`, `/quit`, and so on.
"""


def command(typed: str, moves: Sequence[Move]) -> tuple[str, tuple[str, ...]] | None:
    """The name of what a typed command does, and what is said behind it, where that counts; None if it is none, or a
    move."""
    word, _, argument = typed.partition(" ")
    name = COMMANDS.get(word.removeprefix("/").lower())
    if name is None or first_of(typed, [move.text for move in moves])[0]:
        return None
    return name, (argument,) * (name in WITH_WORDS)
