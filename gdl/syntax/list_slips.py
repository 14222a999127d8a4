"""Slips between two names or things: commas, the words and signs that join sets, and quotes."""

from __future__ import annotations

import re

from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import KEYWORDS
from gdl.text.fixes import Hint


def comma(spot: Spot) -> str:
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
    if spot.last in KEYWORDS and spot.found.isidentifier():
        return f"`{spot.last}` is a word of the language, not a name"
    if spot.found == "and":
        return Hint("separate them with commas", edits=[spot.edit(spot.last_end, spot.at + 3, ",")])
    if spot.head == "pieces" and re.match(r"\w+\s*(of\b|,|$)", spot.text[spot.at :].split("\n")[0]):
        return f"a kind has one word, such as `{spot.last}_{spot.found}`; separate several kinds with commas"
    return "a `,` may be missing before it" if spot.found[:1].isalnum() or spot.found[:1] == '"' else ""


def bar(spot: Spot) -> str:
    """`{x | x in S}`, `A | B`."""
    if spot.found != "|":
        return ""
    within = spot.line_before.rfind("{") > spot.line_before.rfind("}")
    return (
        "the condition of a set begins with `where`" if within and " in " in spot.line_before else "unite sets with `+`"
    )


def quotes(spot: Spot) -> str:
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
