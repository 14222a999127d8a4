"""What every importer is: the names of a file's games, and a ruleset of each or the reasons why not."""

from __future__ import annotations

import codecs
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

MOST_BYTES = 1_000_000
"""The largest file that is read."""
MOST_SHOWN = 100
"""Characters of a file's words that a sentence repeats."""
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def _shortened(sentence: str) -> str:
    """A sentence whose quoted words aren't too long."""
    words = re.findall("`[^`]*`|[^`]+|`", sentence)
    return "".join(f"{w[: MOST_SHOWN + 1]} …`" if w[0] == "`" and len(w) > MOST_SHOWN + 2 else w for w in words)


class Refused(Exception):
    """What can't be said as a ruleset; `sentences` say why, each with its file and line."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = tuple(dict.fromkeys(map(_shortened, sentences)))
        super().__init__("\n".join(self.sentences))


@dataclass(frozen=True)
class Imported:
    """A ruleset's text, and the name of the ruleset that it extends, if it does."""

    text: str
    base: str = ""


Games = Mapping[str, Callable[[], Imported]]
"""The games of a file by their names, in order: each function makes the ruleset, or raises Refused."""


class Importer(ABC):
    """One kind of description. Nothing in a file is run, and no other file is opened for it."""

    title: ClassVar[str]
    """Whose files these are, for people."""
    endings: ClassVar[tuple[str, ...]]
    """How the names of such files end, in small letters: `.ini`."""

    @abstractmethod
    def knows(self, text: str) -> bool:
        """Whether a text without such an ending looks like one of these."""

    @abstractmethod
    def games(self, text: str, name: str) -> Games:
        """The games of a text; `name` is what sentences call the file. Raises Refused."""


def decoded(data: bytes, name: str) -> str:
    """The text of a file's bytes, with or without a mark, UTF-8, UTF-16 or else Latin-1; raises Refused."""
    if len(data) > MOST_BYTES:
        raise Refused([f"{name}: is larger than {MOST_BYTES:,} bytes"])
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode("latin-1") if encoding == "utf-8" else "\0"
    strange = re.search(r"[\x00-\x08\x0b\x0e-\x1f]", text)
    if strange and not (strange[0] == "\x1a" and strange.end() == len(text)):  # DOS ended texts with one
        line = text.count("\n", 0, strange.start()) + 1
        raise Refused([f"{name}:{line}: this is no text file"])
    return text.rstrip("\x1a").replace("\r\n", "\n").replace("\r", "\n")
