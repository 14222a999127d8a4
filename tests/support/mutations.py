"""Ways to break a ruleset a little: tokens and lines left out, said twice, moved, or changed for others like them."""

from __future__ import annotations

import re
from random import Random

from hardship import FILES

TEXTS = {name: path.read_text(encoding="utf-8") for name, path in FILES.items()}
WORDS = sorted(set(re.findall(r'\w+|"[^"\n]*"|[^\w\s]', "".join(TEXTS.values()))))
TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|\.\.|[+\-!<>]=|\w+|\n *| +|.')
KINDS = [
    re.compile(pattern)
    for pattern in (
        r"\d+$", r"(N|E|S|W|NE|NW|SE|SW|orthogonal|diagonal|compass|adjacent|leap)$", r"(and|or)$",
        r"(some|no|not|count)$", r"(win|lose)$", r"(me|next|opponent|player)$", r"(mine|theirs|empty|occupied|site)$",
        r"[-+&*/%]$", r"(=|!=|<=|>=|<|>|in|within)$", r"(when|otherwise)$", r"(on|to|under)$", r"[a-z]$", r"\w+$",
    )
]  # fmt: skip
LIKE: dict[int, list[str]] = {0: ["0", "1", "30", "1000000", "1000000000"]}
for _word in WORDS:
    for _kind, _pattern in enumerate(KINDS):
        if _pattern.match(_word):
            LIKE.setdefault(_kind, []).append(_word)
            break


def like(word: str, random: Random) -> str:
    """Another word that may stand where this one does."""
    kind = next((i for i, pattern in enumerate(KINDS) if pattern.match(word)), None)
    return word if kind is None else random.choice(LIKE[kind])


def broken_token(text: str, random: Random) -> str:
    """A token left out, said twice, changed for another of the file, or put in."""
    tokens = TOKEN.findall(text)
    i, j = random.randrange(len(tokens)), random.randrange(len(tokens))
    match random.randrange(4):
        case 0:
            tokens[i] = ""
        case 1:
            tokens[i] += f" {tokens[i]}"
        case 2:
            tokens[i], tokens[j] = tokens[j], tokens[i]
        case _:
            tokens[i] += f" {random.choice(WORDS)} "
    return "".join(tokens)


def broken_line(text: str, random: Random) -> str:
    """A line left out, said twice, moved, cut, or with words changed for others of their kind."""
    lines = text.split("\n")
    i, j = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(7):
        case 0:
            del lines[i]
        case 1:
            lines.insert(i, lines[i])
        case 2:
            lines[i], lines[j] = lines[j], lines[i]
        case 3:
            lines[i] = re.sub(r" (where|if|as|when|and|or) .*", "", lines[i], count=1)
        case _:
            tokens = TOKEN.findall(lines[i]) or [""]
            k = random.randrange(len(tokens))
            tokens[k] = like(tokens[k], random)
            lines[i] = "".join(tokens)
    return "\n".join(lines)
