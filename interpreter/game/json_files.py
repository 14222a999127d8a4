"""JSON as this project reads and writes it: the same data as a YAML file holds, and the line of each part.

Programs, such as pages, write JSON. Numbers are read as `yaml_files` reads them, so a file means the same in both. A
repeated name, and lists nested too deeply, are refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

_SPACE = re.compile(r"[ \t\r\n]*")
_TEXT = re.compile(r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_WORD = re.compile(r"true|false|null")
_WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None}
_HALF = re.compile("[\ud800-\udfff]")

Steps = tuple[str | int, ...]


class JsonError(ValueError):
    """A text that can't be read: the reason and the line."""

    def __init__(self, line: int, said: str) -> None:
        super().__init__(said)
        self.line, self.said = line, said


def read(text: str, deepest: int, number: Callable[[str], Any]) -> tuple[dict[str, Any], dict[Steps, int]]:
    """The object in this text, and the line of each of its parts; raises JsonError. `number`: gives the value of a
    number."""
    return _Reader(text, deepest, number).document()


class _Reader:
    def __init__(self, text: str, deepest: int, number: Callable[[str], Any]) -> None:
        self.text, self.deepest, self.number = text, deepest, number
        self.at = 0
        self.lines: dict[Steps, int] = {}
        self.counted = (0, 1)
        """A place, and the line on which it is."""

    def document(self) -> tuple[dict[str, Any], dict[Steps, int]]:
        if self.sign() != "{":
            raise self.wrong("`{` should stand here")
        found = self.value(())
        if self.sign():
            raise self.wrong("nothing should stand behind its end")
        return found, self.lines

    def wrong(self, said: str) -> JsonError:
        if self.at >= len(self.text):
            said = f"it ends too early: {said}"
        return JsonError(self.line(), f"isn't JSON: {said}")

    def line(self) -> int:
        """The line of this place. At the end of the text, the last line with anything on it."""
        at = min(self.at, len(self.text.rstrip()))
        before, line = self.counted
        self.counted = (at, line + self.text.count("\n", before, at))
        return self.counted[1]

    def sign(self) -> str:
        """Go to the next sign that isn't a blank, and give it; "" at the end."""
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def taken(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found and found[0]

    def value(self, path: Steps) -> Any:
        sign = self.sign()
        if len(path) > self.deepest:
            raise JsonError(self.line(), f"is nested more than {self.deepest} deep")
        self.lines.setdefault(path, self.line())
        if sign == "{":
            return self.mapping(path)
        if sign == "[":
            items: list[Any] = []
            while self.goes_on("]", bool(items)):
                items.append(self.value((*path, len(items))))
            return items
        if sign == '"':
            return self.quoted()
        if (number := self.taken(_NUMBER)) is not None:
            return self.number(number)
        if (word := self.taken(_WORD)) is not None:
            return _WORDS[word]
        raise self.wrong("a value should stand here")

    def mapping(self, path: Steps) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while self.goes_on("}", bool(found)):
            if self.sign() != '"':
                raise self.wrong("a name in quotation marks should stand here")
            line, key = self.line(), self.quoted()
            if key in found:
                raise JsonError(line, f"`{key}` is said twice")
            if self.sign() != ":":
                raise self.wrong("`:` should stand here")
            self.at += 1
            self.lines[(*path, key)] = line
            found[key] = self.value((*path, key))
        return found

    def goes_on(self, end: str, begun: bool) -> bool:
        """Pass a comma or the bracket at the end. True if more follows."""
        if not begun:
            self.at += 1
        sign = self.sign()
        if sign == end:
            self.at += 1
        elif begun:
            if sign != ",":
                raise self.wrong(f"`,` or `{end}` should stand here")
            self.at += 1
        return sign != end

    def quoted(self) -> str:
        token = self.taken(_TEXT)
        if token is None:
            raise self.wrong("a text has no end, or holds a line end or a `\\` that it may not")
        text: str = json.loads(token)
        if _HALF.search(text):
            raise self.wrong("a text holds half of a sign")
        return text


def dump(data: Mapping[str, Any]) -> str:
    """Data as JSON, in its order: a line for each name, and a line for each list or object in a list of several."""
    return "{\n" + ",\n".join(f"{_compact(key)}: {_value(value)}" for key, value in data.items()) + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, (list, tuple)) and any(isinstance(one, (list, tuple, dict)) for one in value):
        return "[\n" + ",\n".join(map(_compact, value)) + "\n]"
    return _compact(value)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
