"""Texts made shorter where they say more than is needed, and broken where they are long."""

from __future__ import annotations

import re

from interpreter.bridges.descriptions.fairy.sections.draft import WIDTH, Draft, Part

_PLAIN = (
    ("some a.prey(b)", "b in occupied"), ("no a.prey(b)", "b in empty"), ("a.prey(b).kind", "b.kind"),
    ("some x.prey(y)", "y in occupied"), ("remove a.prey(b)", "remove b"), ("a.prey(b)", "(b & occupied)"),
)  # fmt: skip


def without_prey(draft: Draft) -> None:
    """Where nothing is taken in passing, what a move takes stands where it goes: no define is needed."""
    if "has passant" in draft.parts:
        return
    draft.parts.pop("define a.prey(b)", None)
    for head, part in [*draft.parts.items()]:
        text = part.text
        for long, short in _PLAIN:
            text = text.replace(long, short)
        draft.parts[head] = Part(head, text, part.keys)
    _shorter_capture(draft)


def _shorter_capture(draft: Draft) -> None:
    """`capture` without what it doesn't use, or not at all."""
    capture = draft.parts.get("define capture(a, b)")
    if capture is not None and not re.search(r"\ba\b", capture.text.partition("\n")[2]):
        for head, part in [*draft.parts.items()]:
            draft.parts[head] = Part(head, part.text.replace("capture(a, b)", "capture(b)"), part.keys)
        capture = draft.parts["define capture(a, b)"]
    if capture is not None and capture.text.splitlines()[1:] == ["  remove b"]:
        del draft.parts["define capture(a, b)"]
        play = draft.parts["define play(a, b)"]
        draft.parts[play.head] = Part(play.head, re.sub(r"\n  capture\((a, )?b\)", "", play.text), play.keys)


def broken(text: str) -> str:
    """The same declaration with its long lines broken where the language lets them be."""
    return "\n".join(line for long in text.split("\n") for line in _broken(long))


def _broken(line: str) -> list[str]:
    code, comment = _cut(line)
    if len(line.rstrip()) <= WIDTH:
        return [line]
    if comment and len(code.rstrip()) <= WIDTH:
        indent = code[: len(code) - len(code.lstrip())]
        return [f"{indent}{comment}", code.rstrip()]
    at = max(_places(code), default=0)
    depth = len(code) - len(code.lstrip())
    if at <= depth + 8:
        return [line]
    rest = " " * (depth + (0 if _continues(code) else 4)) + code[at:].strip() + (f"  {comment}" if comment else "")
    return [code[:at].rstrip(), *_broken(rest)]


def _continues(code: str) -> bool:
    """Whether a line continues another by its looks: it stands four deeper and begins with a word of those."""
    return bool(re.match(r"\s+(when|where|and|as|asking)\b", code))


def _cut(line: str) -> tuple[str, str]:
    """A line, and the comment behind it."""
    found = re.match(r'^((?:"[^"]*"|[^"#])*)(#.*)$', line)
    return (found[1], found[2]) if found and found[1].strip() else (line, "")


def _places(code: str) -> list[int]:
    """Where a line may be broken: behind commas and operators, before words that go on."""
    hidden = re.sub(r'"[^"]*"', lambda quoted: "_" * len(quoted[0]), code)
    behind = [found.end() for found in re.finditer(r"(, | \+ | & )", hidden) if found.end() <= WIDTH]
    before = [
        found.start() for found in re.finditer(r" (?=(when|where|and|or|otherwise) )", hidden) if found.start() <= WIDTH
    ]
    return behind + before
