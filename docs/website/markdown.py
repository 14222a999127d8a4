"""Pages as GitHub reads them, turned into what Python-Markdown reads the same way.

GitHub lets a list follow a paragraph at once, and takes what stands under the first word of an item as part of it.
Python-Markdown wants a blank line before a list, and four blanks for each level.
"""

from __future__ import annotations

import re
from collections.abc import Callable

FENCE = re.compile(r"^( *)(```+|~~~+)(.*)$")
ITEM = re.compile(r"^( *)([-*]|\d+[.)]) +")
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\]\()([^()\s]+)(\))")


def for_site(text: str) -> str:
    """The same page with lists as Python-Markdown wants them."""
    out: list[str] = []
    levels: list[int] = []  # of each list that is open: the column where its text begins
    fence, loose = "", False  # whether the item has paragraphs
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        if fence:
            out.append(_moved(line, levels))
            if line.strip() == fence:
                fence = ""
            continue
        item = ITEM.match(line)
        if line.strip():
            follows, inside = bool(out and out[-1].strip()), bool(levels)
            while levels and indent < levels[-1] and not (follows and not item and not FENCE.match(line)):
                levels.pop()
            if item:
                if follows and (loose or not inside):
                    out.append("")
                moved = "    " * len(levels) + line[indent:]
                levels.append(len(item[0]))
                loose = False
                out.append(moved)
                continue
            if opened := FENCE.match(line):
                fence = opened[2]
                if levels and follows:
                    out.append("")
        else:
            loose = bool(levels)
        out.append(_moved(line, levels))
    return "\n".join(out)


def _moved(line: str, levels: list[int]) -> str:
    """A line of an item's text, at the column that Python-Markdown looks for it."""
    if not levels or not line.strip():
        return line
    indent = len(line) - len(line.lstrip(" "))
    return "    " * len(levels) + " " * max(0, indent - levels[-1]) + line.lstrip(" ")


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """The page with a change made to each line that isn't in a fenced block."""
    out, fence = [], ""
    for line in text.split("\n"):
        found = FENCE.match(line)
        if fence:
            out.append(line)
            fence = "" if line.strip() == fence else fence
        else:
            fence = found[2] if found else ""
            out.append(line if found else change(line))
    return "\n".join(out)


def links(text: str) -> list[str]:
    """The addresses that a page's text links to."""
    found: list[str] = []

    def see(line: str) -> str:
        bare = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", line)
        found.extend(match[2] for match in LINK.finditer(bare))
        found.extend(re.findall(r"<(?:img|a)\b[^>]*?(?:src|href)=\"([^\"]+)\"", bare))
        return line

    outside_code(text, see)
    return found
