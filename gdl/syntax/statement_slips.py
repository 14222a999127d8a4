"""Slips in statements: their first words, and the words that belong to each."""

from __future__ import annotations

import re

from gdl.syntax.foreign_signs import instead
from gdl.syntax.foreign_words import FIRST_WORDS, OF_STACKS, said_otherwise
from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import KEYWORDS, SECTIONS, STATEMENTS
from gdl.text.fixes import Hint
from gdl.text.suggest import closest, did_you_mean


def statement_meant(word: str) -> str:
    """The statement that somebody probably means who wrote a word as if it began one."""
    near = closest(word, STATEMENTS)
    return f"did you mean `{near}`?" if near else f"a statement begins with {', '.join(STATEMENTS[:6])} …"


def first_word(spot: Spot) -> str:
    """The line begins with a word that the language doesn't have."""
    own = re.search(rf"^define +{re.escape(spot.first)}\(", spot.text, re.MULTILINE)
    if own and spot.no_statement and spot.found.isidentifier():
        return _own_block(spot)
    if spot.no_statement and spot.found == "again":
        return FIRST_WORDS["again"]
    if spot.first == "skip" and spot.found in ("next", "opponent", "the"):
        return "`next = next.next` passes over the player who comes next"
    if spot.no_statement and spot.first == "all" and spot.found in ("player", "players"):
        return "to let players decide at once, write a block in the turn: `together p in player`"
    if spot.first in FIRST_WORDS and (spot.no_statement or spot.first_on_line):
        return FIRST_WORDS[spot.first]
    if spot.no_statement and spot.found in ("wins", "loses"):
        if spot.first in ("everyone", "everybody", "all"):
            start, better = spot.at - len(spot.line_before.lstrip()), f"{spot.found[:-1]} player"
            return Hint(f"write `{better}`", edits=[spot.edit(start, spot.at + len(spot.found), better)])
        if spot.first == "player":
            return f"name the players in braces: `{spot.found[:-1]} {{p in player where …}}`"
        start, better = spot.at - len(spot.line_before.lstrip()), f"{spot.found[:-1]} {spot.first}"
        one = spot.first in ("me", "next", "opponent") or spot.first[:1].isupper()
        edits = [spot.edit(start, spot.at + len(spot.found), better)] if one else []
        return Hint(f"write `{better}`", edits=edits)
    if spot.no_statement and spot.found in ("becomes", "become", "turns"):
        return f"write `put … on {spot.first}`: it replaces what stands there"
    if spot.no_statement and (spot.found in KEYWORDS or not spot.found.isidentifier()):
        return did_you_mean(spot.first, STATEMENTS) or statement_meant(spot.first)
    if spot.no_statement:
        return did_you_mean(spot.first, STATEMENTS) or f"{_own_block(spot)}; set a value with `=`"
    return ""


def _own_block(spot: Spot) -> str:
    given = re.match(r"[\w.^]+", spot.text[spot.at :])
    return f"use a block of yours with brackets, `{spot.first}({given[0] if given else spot.found})`"


def statement(spot: Spot) -> str:
    """What belongs to a statement: `to`, `on`, and one thing at a time."""
    if "UNTIL" in spot.expected and len(spot.expected) < 3:
        return "a `repeat` ends with a line `until …` in its own column"
    handles = spot.first in ("move", "remove") and "if" not in spot.line_words
    if handles and (part := OF_STACKS.get(spot.last) or OF_STACKS.get(spot.found)):
        return part
    if spot.first == "move" and "TO" in spot.expected and spot.found != "otherwise":
        alone = re.match(r"[\w.]+\s*(#.*|if\b.*)?$", spot.text[spot.at :].split("\n")[0])
        one = re.fullmatch(r"\s*move\s+[\w.]+\s*", spot.line_before)
        edits = [spot.edit(spot.at, spot.at, "to")] if alone and one and spot.found.isidentifier() else []
        if spot.found == ">" and spot.last == "-":
            edits = [spot.edit(spot.last_end - 1, spot.at + 1, "to")]
        return Hint("write a move as `move a to b`", edits=edits)
    if spot.first == "put" and "ON" in spot.expected and spot.found:
        if spot.last == "each":
            return "a block for each: `for p in player`, and below it `put stone of p on …`"
        if spot.found in ("from", "for", "by") and spot.last.isidentifier():
            return Hint(f"name the owner after the kind: `{spot.last} of …`", "of")
        names = {spot.found, spot.last}
        if spot.last.isdigit() and spot.found.isidentifier():
            return f"`put` puts one piece on each site: name the sites, `put {spot.found} of me on S`"
        if "of" not in spot.line_words and all(n.isidentifier() for n in names) and not names & KEYWORDS:
            is_kind = re.search(rf"^pieces\b.*\b{re.escape(spot.last)}\b", spot.text, re.MULTILINE)
            kind, owner = (spot.last, spot.found) if is_kind else (spot.found, spot.last)
            return f"name the owner after the kind: `{kind} of {owner}`"
        return "put a piece `on` sites: `put stone of me on s`"
    if spot.first == "deal" and "FROM" in spot.expected and spot.found.isidentifier():
        return Hint(f"leave out `{spot.found}`: `deal 5 from deck to p.hand`", "" if spot.last.isdigit() else None)
    if spot.first in ("win", "lose") and spot.found == "by":
        return "write `rank p by …`: the player p with the greatest number wins"
    if spot.line_before.strip() in ("win", "lose") and not spot.found.strip():
        return f"say who: `{spot.first} me`, for example"
    if spot.first in ("remove", "take") and spot.found == "from":
        thing, where = spot.last, (re.match(r"from\s+([\w.]+)", spot.text[spot.at :]) or ["", "S"])[1]
        return f"out of a set it is taken by `{where} -= {{{thing}}}`; `remove s` takes a piece from the board"
    if spot.first in ("put", "move", "remove", "win", "lose") and spot.found in (",", "and") and "IF" in spot.expected:
        return "write several things as a set, in braces: `{a, b}`"
    if spot.found == "+" and spot.last == "=" and re.match(r"\+\s*\w", spot.text[spot.at :]):
        return Hint("write a change as `x += 1`", edits=[spot.edit(spot.last_end - 1, spot.at + 1, "+=")])
    arrow = spot.text[spot.at : spot.at + 2] == "->"
    if spot.found in ("+", "-") and {"ASSIGN", "EQUAL"} <= spot.expected and not arrow:
        said = f"write a change as `{spot.line_before.strip()} {spot.found}= 1`"
        if spot.text[spot.at + 1] == spot.found:
            return instead(spot, spot.found * 2, spot.at, said)
        return Hint(said, f"{spot.found}=") if spot.last.isidentifier() else ""
    return ""


def own_turn(spot: Spot) -> str:
    """A section for one player alone."""
    heads = spot.line_before.rstrip() in SECTIONS and not spot.line_before[:1].isspace()
    if heads and spot.found.isidentifier() and spot.found not in STATEMENTS and "_NL" in spot.expected:
        return f"there is one `{spot.first}` for all players: test who it is by `if me = {spot.found}`"
    return ""


def limits(spot: Spot) -> str:
    """Something is asked for that is said in other words."""
    if spot.first == "choose" and spot.found in ("by", "for") and "IN" not in spot.expected:
        return "`me` makes a decision; to let somebody else decide, use a block below `by opponent`"
    if spot.no_statement and spot.found == "choose":
        who = said_otherwise([spot.first])
        return who or "`me` makes a decision; to let somebody else decide, use a block below `by opponent`"
    return said_otherwise([spot.found, spot.first, spot.last]) if spot.expected else ""
