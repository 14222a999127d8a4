"""What of a ruleset differs from one that ships: the shortest variant of those that there are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from gdl import library
from gdl.bundle import laid
from gdl.bundle.parts import parts_of
from gdl.syntax.vocabulary import ENDS
from gdl.text.source import Source
from interpreter.bridges.descriptions.fairy.sections.draft import Draft, Part, head_of

_SECTIONS = ("setup", "turn", "end")


@dataclass(frozen=True)
class Variant:
    """What a variant of `base` says, and how long that is."""

    base: str
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join(part.text for part in self.parts)


def nearest(draft: Draft, bases: Iterable[str]) -> Variant | None:
    """The variant with the least text."""
    found = [variant for base in bases if (variant := _against(draft, base)) is not None]
    return min(found, key=lambda variant: len(variant.text), default=None)


def is_same(draft: Draft, base: str) -> bool:
    """Whether nothing of a draft differs from a ruleset that ships."""
    found = _against(draft, base)
    return found is not None and not found.parts


@cache
def _parts(base: str) -> dict[str, str]:
    """The declarations of a ruleset with all that it extends, by what they declare."""
    source = library.read(base)
    chain = [source]
    while (extended := re.match(r'game "[^"]*" extends "([^"]+)"', chain[-1].text)) is not None:
        chain.append(library.base_of(extended[1], chain[-1]))
    text = chain[-1]
    for upper in reversed(chain[:-1]):
        text = Source(base, laid(upper, text))
    found: dict[str, str] = {}
    for part in parts_of(text):
        head = head_of(part.text)
        said = unsaid(part.text)
        found[head] = f"{found[head]}\n{said}" if head in found and head.startswith("pieces") else said
    return found


def says(base: str, fact: str) -> bool:
    """Whether the head of a ruleset that ships says this, too."""
    return f'"{fact}"' in _parts(base)["game"]


def unsaid(text: str) -> str:
    """A declaration without what it says of why a game ended: such files can't say that, and no rule depends on it."""
    kept: list[str] = []
    is_end = False
    for line in text.splitlines():
        first = (line.split() or [""])[0]
        if not (is_end and first in ("as", "otherwise")):
            is_end = first in ENDS
            kept.append(re.sub(r'^((?:"[^"]*"|[^"])*?) as ".*', r"\1", line) if is_end else line)
    return "\n".join(kept)


def plain(text: str) -> str:
    """A declaration without comments and with single blanks."""
    lines = [re.sub(r'^((?:"[^"]*"|[^"#])*)#.*$', r"\1", line) for line in text.splitlines()]
    return re.sub(r"\s+", " ", "\n".join(lines)).replace("( ", "(").strip()


def _against(draft: Draft, base: str) -> Variant | None:
    theirs = _parts(base)
    if not theirs or plain(theirs.get("players", "")) != plain(draft.parts["players"].text):
        return None
    if any(head.startswith("has ") and head not in draft.parts for head in theirs) or _has_other_looks(theirs, draft):
        return None  # it is about something else
    gone = {*_names(theirs.get("pieces True", ""))} - {*_names(draft.parts["pieces True"].text)}
    parts: list[Part] = []
    settled = {
        name for name in _set(draft) if _is_settled(theirs.get(f"option {name}", ""), draft.parts[f"set {name}"])
    }
    for head, part in draft.parts.items():
        old = theirs.get(head)
        if old is not None and plain(old) == plain(part.text):
            continue
        if head.startswith(("option ", "set ")) and head.split()[1] in settled:
            continue
        word = head.split()[0]
        if head == "pieces True":
            parts += _pieces(part, old or "")
        elif head == "looks":
            parts += _looks(part, old or "")
        elif word in _SECTIONS:
            parts.append(_section(part, old or "", word))
        elif old is None:
            if word == "define" and not _is_used(head, draft):
                continue
            parts.append(part)
        elif word in ("define", "board"):
            parts += [new for new in [_define(part, old, gone)] if new.text]
        else:
            return None  # what it remembers, or an option, can't be changed
    return Variant(base, tuple(_with_what_follows(parts)))


def _with_what_follows(parts: list[Part]) -> list[Part]:
    """What comes behind every turn as the end of a turn that is replaced: it can't be added to that."""
    turn = next((part for part in parts if part.text.startswith("replace turn")), None)
    after = next((part for part in parts if part.text.startswith("after turn")), None)
    if turn is None or after is None:
        return parts
    lines = after.text.partition("\n")[2]
    whole = Part(turn.head, f"{turn.text}\n{lines}", (*turn.keys, *after.keys))
    return [whole if part is turn else part for part in parts if part is not after]


def _has_other_looks(theirs: dict[str, str], draft: Draft) -> bool:
    """Whether it shows something, other than pieces, that isn't there."""
    ours = {_subject(line) for line in draft.parts["looks"].text.splitlines()[1:]}
    return any(_subject(line) not in ours for line in theirs.get("looks", "").splitlines()[1:]
               if " of " not in line and not line.rstrip().endswith("as nothing"))  # fmt: skip


def _set(draft: Draft) -> list[str]:
    return [head.split()[1] for head in draft.parts if head.startswith("set ")]


def _is_settled(option: str, wanted: Part) -> bool:
    """Whether an option has the value that is to be set by itself."""
    return f" = {wanted.text.partition('=')[2].strip()} " in option


def _subject(line: str) -> str:
    """What a line of looks is about."""
    return line.split('"')[0].strip()


def _is_used(head: str, draft: Draft) -> bool:
    name = re.sub(r"^define (\w+\.)?(\w+).*", r"\2", head)
    return any(re.search(rf"\b{name}\b", plain(part.text)) for other, part in draft.parts.items() if other != head)


def _rows(text: str) -> list[str]:
    """The lines of a declaration below its first, without comments."""
    return [plain(line) for line in text.splitlines()[1:] if plain(line)]


def _define(part: Part, old: str, gone: set[str]) -> Part:
    """A define in the place of another, or lines that come to its own. `gone`: kinds that there are no longer."""
    rows, before = _cases(part.text), _cases(old)
    if rows and before:
        more = {}
        for value, names in rows.items():
            more[value] = [name for name in names if name not in before.get(value, [])]
        kept = all({*names} - gone <= {*rows.get(value, [])} for value, names in before.items())
        lines = [f"{value}  when a in {' + '.join(names)}" for value, names in more.items() if names]
        if kept and not lines:
            return Part(part.head, "", part.keys)
        if kept:
            pattern = part.text.partition("=")[0].rstrip()
            text = (
                f"{pattern} += {plain(lines[0])}"
                if len(lines) == 1
                else f"{pattern} +=" + "".join(f"\n  {one}" for one in lines)
            )
            return Part(part.head, text, part.keys)
    return Part(part.head, f"replace {part.text}", part.keys)


def _cases(text: str) -> dict[str, list[str]]:
    """The lines of a table `value when a in kinds`, each with its kinds; nothing if it is no such table."""
    found: dict[str, list[str]] = {}
    for row in _rows(text):
        case = re.fullmatch(r"(.*) when a in ([\w ]+(?: \+ [\w ]+)*)", row)
        if case is None or case[1] in found:
            return {}
        found[case[1]] = [name.strip() for name in case[2].split("+")]
    return found


def _section(part: Part, old: str, word: str) -> Part:
    """A section in the place of another, or statements before it."""
    lines, before = part.text.splitlines()[1:], old.splitlines()[1:]
    new, old_lines = [plain(line) for line in lines], [plain(line) for line in before if plain(line)]
    count = len(new) - len(old_lines)
    if word == "end" and count > 0 and new[count:] == old_lines:
        return Part(part.head, "\n".join([word, *lines[:count]]), part.keys)
    if word == "turn":
        more = _branches(lines)[len(_branches(before)) :] if _same_branches(lines, before) else []
        if more:
            return Part("or", "\n".join(f"or\n{branch}" for branch in more), part.keys)
    return Part(part.head, f"replace {part.text}", part.keys)


def _branches(lines: list[str]) -> list[str]:
    """The branches of a turn that is an `either`, as blocks two blanks in; without one, none."""
    if not lines or lines[0].strip() != "either":
        return []
    found: list[list[str]] = []
    for line in lines:
        if line.strip() in ("either", "or") and line.startswith("  ") and line[2] != " ":
            found.append([])
        elif line.startswith("  otherwise"):
            return []
        else:
            found[-1].append(line[2:])
    return ["\n".join(branch) for branch in found]


def _same_branches(lines: list[str], before: list[str]) -> bool:
    new, old = _branches(lines), _branches(before)
    return bool(old) and len(new) > len(old) and all(plain(a) == plain(b) for a, b in zip(new, old, strict=False))


def _names(text: str) -> list[str]:
    return [name for line in text.splitlines() if line.startswith("pieces") and " of " in line
            for name in line.removeprefix("pieces").partition(" of ")[0].replace(" ", "").split(",")]  # fmt: skip


def _pieces(part: Part, old: str) -> list[Part]:
    new, before = _names(part.text), _names(old)
    added, gone = [n for n in new if n not in before], [n for n in before if n not in new]
    found = [Part("remove pieces", f"remove pieces {', '.join(gone)}", part.keys)] if gone else []
    return found + ([Part("pieces", f"pieces {', '.join(added)} of player", part.keys)] if added else [])


def _looks(part: Part, old: str) -> list[Part]:
    before = {_subject(line): plain(line) for line in old.splitlines()[1:]}
    rows = [line for line in part.text.splitlines()[1:]
            if before.get(_subject(line)) != plain(line) and not line.endswith("as nothing")]  # fmt: skip
    hidden = [name for line in part.text.splitlines() if line.endswith("as nothing")
              for name in line.removesuffix("as nothing").replace(" ", "").split(",")]  # fmt: skip
    known = {name for line in old.splitlines() if line.rstrip().endswith("as nothing")
             for name in line.rstrip().removesuffix("as nothing").replace(" ", "").split(",")}  # fmt: skip
    new = [name for name in hidden if name not in known]
    rows += [f"  {', '.join(new)} as nothing"] if new else []
    return [Part("looks", "\n".join(["looks", *rows]), part.keys)] if rows else []
