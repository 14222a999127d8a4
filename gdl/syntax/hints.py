"""What authors usually mean where a ruleset can't be read: habits of other languages, slips, forgotten signs."""

from __future__ import annotations

import re
from collections.abc import Callable

from gdl.syntax.foreign_phrases import adjective, amount, in_a_row, player, several, whole_line, winner
from gdl.syntax.foreign_signs import ends_behind, instead, sign
from gdl.syntax.foreign_words import FIRST_WORDS, said_otherwise
from gdl.syntax.sized_types import size_of_a_nameless_type
from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import COMPARISONS, ENDS, FUNCTIONS, GOING_ON, HEADS, KEYWORDS, SECTIONS, STATEMENTS, listed
from gdl.text.mends import Edit, Hint
from gdl.text.suggest import did_you_mean

_KEYWORDS = sorted(KEYWORDS)
_THINGS = re.compile(r"\s*([a-z]\d{1,2}|[A-Z]\w+)(\s*,\s*([a-z]\d{1,2}|[A-Z]\w+))+\s*")
"""Names that are surely no numbers: squares such as `a1`, and what begins with a capital letter."""


def hint(spot: Spot) -> str:
    """What is probably meant, or an empty text; a `Hint` where that is sure."""
    return next((said for rule in _RULES if (said := rule(spot))), "")


def block_hint(above: str, line: str) -> tuple[str, str]:
    """What is wrong with a line that is indented below one that opens no block, and what to do."""
    word = re.match(r"\w*", above)
    first = word.group() if word else ""
    if first in ("else", "or", "otherwise", "elif"):
        return f"`{first}` doesn't open a block here", FIRST_WORDS[first]
    if limit := said_otherwise([first]):
        return f"`{first}` doesn't open a block", limit
    if re.match(r"\w+-(setup|position)\b", above):
        return f"`{above.strip()}` isn't the language's", "write how a game begins in `setup`: `put … of White on a1`"
    own = re.match(r"\w*", line)
    is_head = own is not None and own.group() in HEADS and own.group() not in ("or", "after", "remove")
    if own and (is_head or re.match(r"\w+\s+has\b", line)):
        return f"`{own.group()}` begins a declaration, but is indented", "begin it in the first column"
    if re.match(r"define\b.*=.*\bwhen\b", above) and re.search(r"\b(when|otherwise)\b", line):
        return (
            "this line is indented, but nothing above it opens a block",
            "begin the cases of a define on the line below its `=`",
        )
    if sign := re.match(r"\.\.|[!<>]=|[-+*/%&=<>](?!=)", line):
        goes_on = f"a line goes on after an operator: put the `{sign.group()}` at the end of the line above"
        return "this line is indented, but nothing above it opens a block", goes_on
    if own and own.group() in ("or", "otherwise", "when", "of", "in", "within", "not"):
        goes_on = f"a line goes on after a comma or an operator, in brackets, or with {listed(GOING_ON)}"
        return "this line is indented, but nothing above it opens a block", goes_on
    return (
        "this line is indented, but nothing above it opens a block",
        "begin it in the same column as the line above",
    )


# ---- one guess each, the surest first --------------------------------------------------------------------


def _bar(spot: Spot) -> str:
    if spot.found != "|":
        return ""
    within = spot.line_before.rfind("{") > spot.line_before.rfind("}")
    return (
        "the condition of a set begins with `where`" if within and " in " in spot.line_before else "unite sets with `+`"
    )


def _colon(spot: Spot) -> str:
    """Nothing opens its block with a colon."""
    if spot.found == ":" and "RBRACE" in spot.expected and "WHERE" in spot.expected:
        return Hint("the condition of a set begins with `where`", edits=[spot.edit(spot.at, spot.at + 1, "where")])
    if spot.found != ":" or "EQUAL" in spot.expected:
        return ""
    if counting := re.search(r"\brange\((?:(\d+)\s*,\s*)?(\d+)\)\s*$", spot.line_before):
        low, high = int(counting[1] or 0), int(counting[2]) - 1
        name = spot.line_words[1]
        return f"no `:` opens a block, and a range is written with both ends: `for {name} in {low}..{high}`"
    if re.search(r"\brange\(.*\)\s*$", spot.line_before):
        return "no `:` opens a block, and a range is written with both ends: `for n in 1..k`"
    return Hint("leave out the `:`", "" if ends_behind(spot, spot.at + 1) else None)


def _condition(spot: Spot) -> str:
    """`if`, `where`, `when`: each has its place."""
    if spot.found in ("if", "when") and "WHERE" in spot.expected:
        bound, rest = re.findall(r"(\w+)\s+in\b", spot.line_before), spot.text[spot.at :].split("\n")[0]
        if re.search(r"\botherwise\b", rest):
            return "put a set that depends on a condition in parentheses: `choose a in (A when c otherwise B)`"
        about = any(re.search(rf"\b{name}\b", rest) for name in bound)  # else the whole decision may be meant
        return Hint("a condition on what is chosen begins with `where`", "where" if about else None)
    if spot.found == "where" and (counted := re.search(r"\b(count|the)\(\s*(\w+ in [^()]*?)\s*$", spot.line_before)):
        if "," in counted[2] and counted[1] == "count":  # braces would hold the things with the first name alone
            return f"say what is counted: `count({counted[2].split()[0]} for {counted[2]} where …)`"
        return f"put a query in braces: `{counted[1]}({{{counted[2]} where …}})`"
    if spot.found == "where" and (part := re.search(r"\bcount\(\s*((\w+) within [^()]*?)\s*$", spot.line_before)):
        return f"say what is counted: `count({part[2]} for {part[1]} where …)`"
    assigned = re.fullmatch(r"\s*(?:let\s+)?[\w.]+\s*[-+]?=\s*(.+?)\s*", spot.line_before)
    if spot.found == "where" and assigned and "RBRACE" not in spot.expected:
        return f"put a set with a condition in braces: `{{x in {assigned[1]} where …}}`"
    if spot.found == "," and "RBRACE" in spot.expected and re.search(r"\bwhere\b[^{}]*$", spot.line_before):
        return "what is gone through stands before `where`; join conditions with `and`"
    if spot.found in ("where", "when", "unless") and "IF" in spot.expected:
        if spot.found == "unless":
            return "the condition of a statement begins with `if not`"
        return Hint("the condition of a statement begins with `if`", "if" if spot.found == "when" else None)
    if spot.found == "then" and spot.first in ("if", "else"):
        return "indent the block of an `if` on the next lines"
    if spot.found == "when" and "if" in spot.line_words and "_NL" in spot.expected:
        return "join two conditions with `and`"
    if spot.first in ENDS and spot.found == "if" and "as" in spot.line_words:
        return f'say why behind the condition: `{spot.first} … if … as "…"`'
    if spot.first in ("win", "lose") and spot.last == "if" and spot.found:
        return f"say who: `{spot.first} {'next' if spot.found == 'stuck' else 'me'} if …`"
    if spot.found in ("otherwise", "else") and (cut := re.match(r"\s*([\w.]+ =) (.+) if (.+?)\s*$", spot.line_before)):
        said = f"write a value with a condition as `{cut[1]} {cut[2]} when {cut[3]} otherwise …`"
        start = spot.at - len(spot.line_before) + cut.end(2) + 1
        edits = [spot.edit(start, start + 2, "when"), spot.edit(spot.at, spot.at + len(spot.found), "otherwise")]
        return Hint(said, edits=edits)
    if spot.found == "else" and "OTHERWISE" in spot.expected:
        return Hint("write `otherwise`", "otherwise")
    if spot.found == "?" or (spot.found and spot.first != "if" and "if" in (spot.found, spot.last)):
        return "write a value with a condition as `a when c otherwise b`"
    return ""


def _parentheses(spot: Spot) -> str:
    """A condition within braces or arguments."""
    inside = "COMMA" in spot.expected and "_NL" not in spot.expected
    if inside and spot.found in ("when", "otherwise", "and", "or", *COMPARISONS):
        return "put this part in parentheses"
    if spot.found == "otherwise" and re.match(r"otherwise\s+(draw|win|lose)\b", spot.text[spot.at :]):
        return "give each result a line of its own, with its condition: `win me if …`, then `draw if …`"
    if spot.found == "otherwise" and spot.first in ("move", "put", "remove", "by", "win", "lose", "for", "deal"):
        return "put all of `… otherwise …` in parentheses"
    if "RBRACE" in spot.expected and "_NL" not in spot.expected and spot.found in ("when", "otherwise"):
        return "put all of `… when … otherwise …` in parentheses"
    if spot.found == "for" and inside:
        start = _opening(spot.text, spot.at) + 1
        value = spot.text[start : spot.at].strip()
        if re.search(r"\b(when|otherwise)\b", value) and "\n" not in value:
            edits = [spot.edit(start, start, "("), spot.edit(spot.last_end, spot.last_end, ")")]
            return Hint(f"put the value in parentheses: `({value}) for …`", edits=edits)
    return ""


def _block_beside(spot: Spot) -> str:
    """A statement stands beside the head of its block."""
    if (
        spot.found in STATEMENTS
        and "_NL" in spot.expected
        and spot.first in ("if", "else", "for", "either", "or", "after", *SECTIONS)
    ):
        return "indent its block on the next lines"
    return ""


def _not_indented(spot: Spot) -> str:
    if spot.found in _KEYWORDS and spot.first_on_line and re.match(r"\w+(\([^)\n]*\))?\s*[-+]?=", spot.text[spot.at :]):
        return f"`{spot.found}` is a word of the language, not a name: choose another"
    if spot.found in ("when", "unless") and spot.first_on_line and spot.line_before:
        return Hint("write `if …`", "if" if spot.found == "when" else None)
    if spot.expected == {"_INDENT"} or (spot.found and spot.expected <= {"_INDENT", "_NL"} and spot.first_on_line):
        return "indent the lines of a block by two spaces more than the line that opens it"
    return ""


def _first_word(spot: Spot) -> str:
    """The line begins with a word that the language doesn't have."""
    if spot.first in FIRST_WORDS and (spot.no_statement or spot.first_on_line):
        return FIRST_WORDS[spot.first]
    if spot.no_statement and spot.found in ("wins", "loses"):
        if spot.first == "player":
            return f"name the players in braces: `{spot.found[:-1]} {{p in player where …}}`"
        start, better = spot.at - len(spot.line_before.lstrip()), f"{spot.found[:-1]} {spot.first}"
        one = spot.first in ("me", "next", "opponent") or spot.first[:1].isupper()
        edits = [spot.edit(start, spot.at + len(spot.found), better)] if one else []
        return Hint(f"write `{better}`", edits=edits)
    if spot.no_statement and spot.found in ("becomes", "become", "turns"):
        return f"write `put … on {spot.first}`: it replaces what stands there"
    if spot.no_statement and (spot.found in _KEYWORDS or not spot.found.isidentifier()):
        return did_you_mean(spot.first, STATEMENTS) or f"a statement begins with {', '.join(STATEMENTS[:6])} …"
    if spot.no_statement:
        return did_you_mean(spot.first, STATEMENTS) or (
            f"use a block of yours with brackets, `{spot.first}({spot.found})`; set a value with `=`"
        )
    return ""


def _keyword(spot: Spot) -> str:
    """A keyword that could stand there is misspelt."""
    if len(spot.found) < 2 or not spot.found.isalpha():
        return ""
    return did_you_mean(spot.found, [word for word in _KEYWORDS if word.upper() in spot.expected])


def _whole_numbers(spot: Spot) -> str:
    return "numbers are whole" if re.search(r"\d\.$", spot.line_before) and spot.found.isdigit() else ""


def _range(spot: Spot) -> str:
    if spot.found.isdigit() and re.match(r"\s*\w+\s+has\s+\w+\s*\([\w, ]*$", spot.line_before):
        return "give the range a name, `type row = 1..3`, and write that in the brackets"
    between = spot.found in ("to", "-", ":") or re.search(r"\d-\d+$", spot.line_before)
    numbers = spot.found == "to" and spot.last.isdigit() and re.match(r"to \d", spot.text[spot.at :])
    if numbers or (between and "_DOTS" in spot.expected):
        near = spot.found == "to" and spot.text[spot.at + 2 : spot.at + 3] == " "
        edits = [spot.edit(spot.last_end, spot.at + 3, "..")] if near else []
        return Hint("write a range as `2..6`", edits=edits)
    if spot.line_before.endswith("..") and not spot.found:
        return "a range has two ends: `0..9`"
    if spot.head == "players" and spot.expected and not spot.expected - {"_DOTS", "PLUS", "MINUS"}:
        return "name the players, or say from how many to how many: `players 1..4`"
    more = spot.line_before.endswith("..") and spot.found == "."
    return Hint("a range has two dots: `2..6`", "") if more else ""


def _brackets(spot: Spot) -> str:
    """Arguments without round brackets."""
    if spot.last in FUNCTIONS and (spot.found[:1].isalnum() or spot.found in "{["):
        return Hint(f"write `{spot.last}(…)`", edits=_rounded(spot, spot.at, "(", ")") if spot.found == "[" else ())
    if spot.found.isdigit() and "LPAR" in spot.expected and spot.last.isidentifier() and spot.head != "board":
        return f"put arguments in brackets: `{spot.last}({spot.found})`"
    if spot.found == "(" and spot.last == ")":
        return "put all arguments in the same brackets: `x(a, b)`"
    if spot.found == "," and "RPAR" in spot.expected and "COMMA" not in spot.expected:
        opening = _opening(spot.text, spot.at)
        edits = _rounded(spot, opening, "{", "}")
        sure = edits and _THINGS.fullmatch(spot.text[opening + 1 : edits[1].span.start])
        said = "write a set in braces: `{a, b}`; write the site with these coordinates in square brackets: `[1, 2]`"
        return Hint("write a set in braces: `{a, b}`" if sure else said, edits=edits if sure else [])
    if spot.found == "{" and "_NL" in spot.expected:
        return "indent a block on the next lines, without braces"
    if spot.found in ("row", "column") and spot.last in ("bottom", "lowest", "first", "left"):
        return f"write `{spot.found}(1)`"
    if spot.found in ("row", "column") and spot.last in ("top", "highest", "last", "right"):
        return f"write `{spot.found}(8)`, with the number of the {spot.found}"
    if spot.found == "[" and spot.last.isidentifier():
        return "put arguments in round brackets, `x(a)`, and names of a thing after a dot, `a.x`"
    if spot.head == "board" and spot.found in ("x", "by") and spot.last.isdigit():
        return "put sizes in brackets, with commas: `grid(8, 8)`"
    if spot.head == "board" and spot.found.isdigit():
        return "put sizes in brackets, with commas: `grid(8, 8)`"
    return ""


def _opening(text: str, at: int) -> int:
    """Where the bracket stands that is open at a place."""
    depth = 0
    while at > 0 and depth < 1:
        at -= 1
        depth += (text[at] in "([{") - (text[at] in ")]}")
    return at


def _rounded(spot: Spot, opening: int, left: str, right: str) -> list[Edit]:
    """Other brackets for the one that opens at a place and the one that closes it; none if nothing does."""
    closing = {"(": ")", "[": "]", "{": "}"}.get(spot.text[opening], "")
    depth, end = 0, spot.text.find("\n", opening)
    for at in range(opening, end if closing else opening):
        depth += (spot.text[at] in "([{") - (spot.text[at] in ")]}")
        if depth == 0:
            pair = [spot.edit(opening, opening + 1, left), spot.edit(at, at + 1, right)]
            return pair if spot.text[at] == closing and '"' not in spot.text[opening:at] else []
    return []


def _each(spot: Spot) -> str:
    if spot.first == "for" and spot.found == "=":
        return f"write `for {spot.last} in 1..3`, for example"
    if spot.found.isdigit() and spot.last == "repeat":
        return f"the loop that counts is `for n in 1..{spot.found}`"
    if spot.last != "each":
        return ""
    between = spot.text[spot.last_end : spot.at]
    sure = between.strip(" ") == "" and spot.found.isidentifier()
    edits = [spot.edit(spot.last_end - 4, spot.at, "")] if sure else []
    return Hint("write `for x in S`", edits=edits)


def _value_in_query(spot: Spot) -> str:
    """`some d in compass, t = s.d`: a value among names, without its `let`."""
    named = re.search(r",\s*(\w+)\s*$", spot.line_before)
    if spot.found != "=" or "IN" not in spot.expected or named is None:
        return ""
    start = spot.at - len(spot.line_before) + named.start(1)
    return Hint(f"write `let {named[1]} = …`", edits=[spot.edit(start, start, "let ")])


def _loop_behind(spot: Spot) -> str:
    """`remove t for t in S`."""
    loop = re.match(r"for\s+\w+\s+in\s+[^#\n]*[^#\s]", spot.text[spot.at :])
    if loop is None or "IF" not in spot.expected or spot.first not in STATEMENTS:
        return ""
    return f"a loop begins with its own line: `{loop[0]}`, and below it `{spot.line_before.strip()}`"


def _die(spot: Spot) -> str:
    """A roll without a name for what comes out."""
    if spot.last == "roll" or (spot.first == "roll" and "IN" in spot.expected and not spot.found):
        return "write chance as a statement that names the outcome: `roll n in 1..6`"
    return ""


def _drawn_from(spot: Spot) -> str:
    """What is chosen or rolled, without the `in` behind its name."""
    if spot.first not in ("choose", "roll", "for") or "IN" not in spot.expected or not spot.last.isidentifier():
        return ""
    if spot.found in ("from", "of") or (spot.found == "=" and spot.first == "roll"):
        return Hint(f"write `{spot.last} in …`", "in")
    is_name = spot.found.isidentifier() and spot.found not in KEYWORDS
    if is_name and re.fullmatch(r"\s*choose\s+(?!each\b)\w+\s*", spot.line_before):
        return "name what is chosen, and say from where: `choose a in mine`"
    if spot.found == "=" and spot.first == "choose":
        return f"write `{spot.last} in …`; a value that isn't chosen gets a name by `let {spot.last} = …`"
    return ""


def _own_turn(spot: Spot) -> str:
    """A section for one player alone."""
    heads = spot.line_before.rstrip() in SECTIONS and not spot.line_before[:1].isspace()
    if heads and spot.found.isidentifier() and spot.found not in STATEMENTS and "_NL" in spot.expected:
        return f"there is one `{spot.first}` for all players: test who it is by `if me = {spot.found}`"
    return ""


def _statement(spot: Spot) -> str:
    """What belongs to a statement: `to`, `on`, and one thing at a time."""
    if "UNTIL" in spot.expected and len(spot.expected) < 3:
        return "a `repeat` ends with a line `until …` in its own column"
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
        names = {spot.found, spot.last}
        if "of" not in spot.line_words and all(n.isidentifier() for n in names) and not names & KEYWORDS:
            return f"name the owner after the kind: `{spot.found} of {spot.last}`"  # who knows which is which
        return "put a piece `on` sites: `put stone of me on s`"
    if spot.first in ("remove", "take", "draw") and spot.found == "from":
        thing, where = spot.last, (re.match(r"from\s+([\w.]+)", spot.text[spot.at :]) or ["", "S"])[1]
        return f"out of a set it is taken by `{where} -= {{{thing}}}`; `remove s` takes a piece from the board"
    if spot.first in ("put", "move", "remove", "win", "lose") and spot.found in (",", "and") and "IF" in spot.expected:
        return "write several things as a set, in braces: `{a, b}`"
    if spot.found == "+" and spot.last == "=" and re.match(r"\+\s*\w", spot.text[spot.at :]):
        return Hint("write a change as `x += 1`", edits=[spot.edit(spot.last_end - 1, spot.at + 1, "+=")])
    arrow = spot.text[spot.at : spot.at + 2] == "->"
    if spot.found in ("+", "-") and {"ASSIGN", "EQUAL"} <= spot.expected and not arrow:
        said = f"write a change as `{spot.last} {spot.found}= 1`"
        if spot.text[spot.at + 1] == spot.found:
            return instead(spot, spot.found * 2, spot.at, said)
        return Hint(said, f"{spot.found}=") if spot.last.isidentifier() else ""
    return ""


def _declaration(spot: Spot) -> str:
    """What belongs to a declaration: the type of what something has, who owns the pieces."""
    if spot.found == "=" and "COLON" in spot.expected and spot.head != "type":
        return "its type comes first: `n: 0..9 = 3`"
    if spot.head == "pieces" and spot.found == "and" and "of" in spot.line_words:
        return "`of player` if every player has them; else a line for each"
    if spot.head == "game" and spot.found == "=":
        blanks = len(spot.text[spot.at + 1 :]) - len(spot.text[spot.at + 1 :].lstrip(" "))
        edit = spot.edit(spot.at, spot.at + 1 + blanks, "")
        return Hint(f"a fact has no `=`: `{spot.last} \"…\"`", edits=[edit])
    if spot.head == "players" and spot.last in ("have", "has") and spot.found.isidentifier():
        return f"write `player has {spot.found}: …`: each player has its own"
    if spot.last == "no" and not spot.found and "has" in spot.line_words:
        return Hint("write `false`", edits=[spot.edit(spot.last_end - 2, spot.last_end, "false")])
    if spot.head == "has" and spot.line_words == ["has"]:
        return f"say what has it: `game has {spot.found}: …`, `player has {spot.found}: …`, for example"
    return ""


def _comma(spot: Spot) -> str:
    """Two names of a list without a comma between them."""
    if spot.head == "looks" and spot.found == "," and "AS" in spot.expected:
        return Hint("write letters, colours and pictures without commas", "")
    if spot.last in ("my", "own", "our") and spot.found.isidentifier():
        return "write `mine` for your own pieces, and `mine & king`, for example, for one kind"
    if spot.last in ("their", "enemy", "opposing") and spot.found.isidentifier():
        return "write `theirs` for other players' pieces"
    if "COMMA" not in spot.expected:
        edit = spot.edit(spot.last_end - 1, spot.last_end, "")
        too_many = spot.last == "," and spot.found in (")", "}", "]")
        return Hint("leave out the last `,`", edits=[edit]) if too_many else ""
    if spot.found == "or" and "WHERE" in spot.expected and spot.text[spot.at + 2 :].lstrip(" ").startswith('"'):
        return "write several ways to go on as an `either`, each with its own block"
    if spot.found == "until" and {"THROUGH", "WHERE"} & spot.expected:
        return "say how far it goes: `s.N through empty`"
    if spot.found == "or" and "WHERE" in spot.expected:
        sides = spot.last, spot.text[spot.at + 2 :].split("\n")[0].strip()
        sure = re.fullmatch(r"[A-Za-z]\w*", sides[0]) and re.fullmatch(r"[A-Za-z]\w*(\s+(as|where)\b.*)?", sides[1])
        return Hint("write `A + B` for what is in either set", "+" if sure else None)
    if spot.found == "and" and "WHERE" in spot.expected and spot.text[spot.at :].startswith("and not"):
        return "write `A - B` for what is in A and not in B; a condition begins with `where`"
    if spot.found == "and" and "WHERE" in spot.expected:
        return "write `A & B` for what is in both sets; separate several names with commas"
    if re.search(r"=\s*(some|no|not|after)\s*$", spot.line_before) and spot.found.isidentifier():
        return f"put a condition in parentheses: `({spot.last} {spot.found} …)`"
    if spot.last == "not" and spot.found.isidentifier():
        return f"write `site - {spot.found}`, for example, for what is not in a set"
    if spot.last in _KEYWORDS and spot.found.isidentifier():
        return f"`{spot.last}` is a word of the language, not a name"
    if spot.found == "and":
        return Hint("separate them with commas", edits=[spot.edit(spot.last_end, spot.at + 3, ",")])
    if spot.head == "pieces" and re.match(r"\w+\s*(of\b|,|$)", spot.text[spot.at :].split("\n")[0]):
        return f"a kind has one word, such as `{spot.last}_{spot.found}`; separate several kinds with commas"
    return "a `,` may be missing before it" if spot.found[:1].isalnum() or spot.found[:1] == '"' else ""


def _chained(spot: Spot) -> str:
    """Two comparisons in a row."""
    if re.search(r"\b(and|or)\s+(not\s+)?in\s*$", spot.line_before):
        return "say what is compared on both sides: `… and x not in S`"
    if (
        spot.found in (*COMPARISONS, "in")
        and "AND" in spot.expected
        and "COMPARE" not in spot.expected
    ):
        return "compare two things at a time, and join with `and`"
    return "say what is compared on both sides" if spot.last in ("or", "and") and spot.found in ("=", "<", ">") else ""


def _quotes(spot: Spot) -> str:
    """A word that should be a text."""
    if spot.first == "choose" and len(spot.line_words) == 2 and not spot.found.strip() and "IN" in spot.expected:
        word = spot.line_words[1]
        return f'put words in quotes: `choose "{word}"`; name a thing that players choose: `choose s in {word}`'
    if spot.first == "choose" and spot.found == "in" and spot.last == '"':
        edits = [
            spot.edit(spot.at - len(spot.line_before) + text.start(), spot.last_end, text[1])
            for text in re.finditer(r'"([A-Za-z_]\w*)"\s*$', spot.line_before)
        ]
        return Hint("write names without quotes: `choose a in mine`", edits=edits)
    named = spot.head == "looks" and spot.found.isidentifier() and spot.last.isidentifier()
    if named and "OF" in spot.expected and '"' in spot.text[spot.at :].split("\n")[0]:
        is_player = re.search(rf"^players\b.*\b{spot.found}\b", spot.text, re.MULTILINE)
        return Hint(f"write `{spot.last} of {spot.found}`", f"of {spot.found}" if is_player else None)
    if (
        "STRING" in spot.expected
        and spot.expected <= {"STRING", "INT", "DOT", "LPAR", "OF"}
        and spot.found[:1].isalpha()
        and spot.last != '"'
    ):
        alone = not re.match(r"\w*[ \t]+(?!extends\b)\w", spot.text[spot.at :])
        return Hint(f'put text in quotes: `"{spot.found}"`', f'"{spot.found}"' if alone else None)
    if spot.found[:1] == '"' and spot.expected == {"NAME"}:
        name = spot.found.strip('"')
        return Hint("write names without quotes", name if name.isidentifier() else None)
    return ""


_TWO_SETS = re.compile(r"\b(some|no) (\w{2,}) in (\S[^,]{0,40}?)\s*$")


def _quantifier(spot: Spot) -> str:
    """`some` and `no`, with and without a name."""
    if spot.found == "within" and re.search(r"\b(some|no)\b", spot.line_before):
        return "name what is meant: `some x in S where x within …`"
    if "all" in (spot.last, spot.found) or "every" in (spot.last, spot.found):
        return "say `A within B`, or `no x in A where not …`"
    if spot.expected == {"WHERE", "COMMA"} or (
        not spot.found.strip() and {"WHERE", "COMMA"} <= spot.expected and "_NL" not in spot.expected
    ):
        if not spot.found.strip() and (two := _TWO_SETS.search(spot.line_before)):
            how, one, other = two.groups()
            return (f"write `{how} {one} & {other}` to ask for what is in both sets; a name of your own needs a "
                    f"condition: `{how} x in {other} where …`")  # fmt: skip
        return "a condition follows: `some x in S where …`; to ask for the set alone, write `some S`"
    return ""


def _limits(spot: Spot) -> str:
    """Something is asked for that is said in other words."""
    if spot.first == "choose" and spot.found in ("by", "for") and "IN" not in spot.expected:
        return "`me` makes a decision; to let somebody else decide, use a block below `by opponent`"
    if spot.no_statement and spot.found == "choose":
        who = said_otherwise([spot.first])
        return who or "`me` makes a decision; to let somebody else decide, use a block below `by opponent`"
    return said_otherwise([spot.found, spot.first, spot.last]) if spot.expected else ""


def _definition(spot: Spot) -> str:
    """A define without its `=`."""
    if spot.head == "define" and {"EQUAL", "_NL"} <= spot.expected and re.match(r"define[^=]*$", spot.line_before):
        if spot.text[spot.at :].startswith("->"):
            return Hint("write `=` instead of the `->`", edits=[spot.edit(spot.at, spot.at + 2, "=")])
        if spot.found == ":":
            return Hint("write `=` instead of the `:`", "=" if spot.text[spot.at - 1].isspace() else " =")
        if spot.found[:1].isalnum() or spot.found in ("{", "[", "-"):
            said = f"write `=` before it: `{spot.line_before.rstrip()} = {spot.found}…`"
            return Hint(said, edits=[spot.edit(spot.at, spot.at, "= ")])
    return ""


_RULES: tuple[Callable[[Spot], str], ...] = (
    whole_line, size_of_a_nameless_type, _limits, _value_in_query, _loop_behind, _definition, _declaration, _die,
    _drawn_from, _own_turn, in_a_row, player, adjective, several, winner, _statement, sign, _bar, _first_word,
    _whole_numbers, _each, _quantifier, _parentheses, _condition, _block_beside, _colon, _range, _brackets, _chained,
    _keyword, _not_indented, _quotes, amount, _comma,
)  # fmt: skip
