"""Slips in conditions: where each word for a condition belongs, comparisons, `some` and `no`."""

from __future__ import annotations

import re

from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import COMPARISONS, ENDS
from gdl.text.fixes import Hint


def condition(spot: Spot) -> str:
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
    if spot.found == "where" and (best := re.search(r"\b(max|min|sum)\(\s*((\w+) in [^()]*?)\s*$", spot.line_before)):
        return f"say what is compared or added: `{best[1]}({best[3]} for {best[2]} where …)`"
    if spot.found == "where" and (part := re.search(r"\bcount\(\s*((\w+) within [^()]*?)\s*$", spot.line_before)):
        return f"say what is counted: `count({part[2]} for {part[1]} where …)`"
    assigned = re.fullmatch(
        r"\s*(?:(?:let|define)\s+)?[\w.]+(?:\([\w, ]*\))?\s*[-+]?=\s*(.+?)\s*", spot.line_before
    )
    if spot.found == "where" and assigned and "RBRACE" not in spot.expected:
        return f"put a set with a condition in braces: `{{x in {assigned[1]} where …}}`"
    if spot.found == "where" and (twice := _second_where(spot)):
        return twice
    if spot.found == "," and "RBRACE" in spot.expected and re.search(r"\bwhere\b[^{}]*$", spot.line_before):
        return "what is gone through stands before `where`; join conditions with `and`"
    if spot.found in ("where", "when", "unless") and "IF" in spot.expected:
        if spot.found == "unless":
            return "the condition of a statement begins with `if not`"
        if re.match(r"when\b.*\botherwise\b", spot.text[spot.at :].split("\n")[0]):
            return "put all of `… when … otherwise …` in parentheses"
        return Hint("the condition of a statement begins with `if`", "if" if spot.found == "when" else None)
    if spot.found == "then" and spot.first in ("if", "else", "while") and re.match(r"then[ \t]*(#|\n)", rest_of(spot)):
        return Hint("leave out `then`: what is done stands in the lines below", "")
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


def rest_of(spot: Spot) -> str:
    """The text from the place to the end of the line, with this end."""
    return spot.text[spot.at :].split("\n")[0] + "\n"


def _second_where(spot: Spot) -> str:
    """A decision's condition stands before its text, and there is one."""
    before = re.sub(r'"[^"\n]*"|#.*', "", spot.text[spot.declaration : spot.at])
    decision = re.search(r"\b(choose|roll|for)\b(?!.*\b(choose|roll|for)\b)", before, re.DOTALL)
    said = re.findall(r"\b(?:where|as|asking)\b", before[decision.end() :]) if decision else []
    if "RBRACE" in spot.expected or "WHERE" in spot.expected or not said:
        return ""
    if said[-1] == "where":
        return "a decision has one `where`: join conditions with `and`"
    return f"the condition stands before `{said[0] if said[0] != 'where' else said[1]}`: `choose … where … as …`"


def chained(spot: Spot) -> str:
    """Two comparisons in a row."""
    if re.search(r"\b(and|or)\s+(not\s+)?in\s*$", spot.line_before):
        return "say what is compared on both sides: `… and x not in S`"
    if spot.found in (*COMPARISONS, "in") and "AND" in spot.expected and "COMPARE" not in spot.expected:
        return "compare two things at a time, and join with `and`"
    return "say what is compared on both sides" if spot.last in ("or", "and") and spot.found in ("=", "<", ">") else ""


def _whole(spot: Spot) -> str:
    """`stock = all cards`: a set as a value, with a word too many."""
    if spot.last not in ("all", "every") or not spot.found.isidentifier():
        return ""
    before = re.search(r"(?:[-+]?=|\b(?:in|on|remove|from))\s*(?:all|every)\s*$", spot.line_before)
    if before is None or not re.match(r"\w+\s*(?:[#)\n]|$)", spot.text[spot.at :]):
        return ""
    said = f"`{spot.found}` alone, if it is a type or a set, means all of them: leave out `{spot.last}`"
    return Hint(said, edits=[spot.edit(spot.last_end - len(spot.last), spot.at, "")])


_TWO_SETS = re.compile(r"\b(some|no) (\w{2,}) in (\S[^,]{0,40}?)\s*$")


def quantifier(spot: Spot) -> str:
    """`some` and `no`, with and without a name."""
    joined = re.search(r"&(?=\s*(some|no)\s+$)", spot.line_before)
    if joined and spot.found.isidentifier() and re.match(r"\w+\s+in\b", spot.text[spot.at :]):
        at = spot.at - len(spot.line_before) + joined.start()
        return Hint("join conditions with `and`; `&` is for sets", edits=[spot.edit(at, at + 1, "and")])
    if spot.found == "within" and re.search(r"\b(some|no)\b", spot.line_before):
        return "name what is meant: `some x in S where x within …`"
    if whole := _whole(spot):
        return whole
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
