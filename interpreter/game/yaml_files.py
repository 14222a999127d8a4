"""YAML as this project reads and writes it: plain data, small, with a line number for every complaint.

Records, positions and scenarios all come through here. What is read is YAML's plain data: mappings, lists,
text, whole numbers, decimals, true/false and null. Keys are always text, so `0:` and `"0":` are the same pit.
All else that YAML can do (tags, anchors and aliases, merge keys, several documents, dates, octal and
sexagesimal numbers) is refused or plain text, so that a move such as `1:30` stays a move and no file can grow
in memory. The same data may come as JSON, whatever the file is called; see `json_files`.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import yaml

from gdl import files
from gdl.text.near_files import near_file
from interpreter.errors import GameError
from interpreter.game import json_files
from interpreter.game.complaints import complaints
from interpreter.game.json_files import JsonError, Steps

if TYPE_CHECKING:
    from pydantic import BaseModel

    Model = TypeVar("Model", bound=BaseModel)

SIZE_LIMIT = 1_000_000
"""The most bytes of a file that are read."""
DEPTH_LIMIT = 40
"""How deeply lists and mappings can be nested."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER: Any = type("Dumper", (getattr(yaml, "CSafeDumper", yaml.SafeDumper),), {})
WIDTH = 58
"""Lines are broken behind this column: what begins before it, some twenty characters at most, still fits a screen."""
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]{0,4000})")  # Python reads a little more than 4,000 digits
_DECIMAL = re.compile(r"[-+]?[0-9]{1,17}\.[0-9]{0,17}([eE][-+][0-9]{1,3})?")
_BRACE = re.compile(r"[ \t\r\n]*\{")
_LIKE_JSON = re.compile(r"\s*\{\s*([\"}]|$)")
_WORDS: Mapping[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip


class YamlError(GameError):
    """A file with another form than it needs. Problems begin with `file:line:` if they have a line."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True)
class Document:
    """A mapping from YAML or JSON, and the place of each part in the file."""

    name: str
    data: dict[str, Any]
    lines: Mapping[Steps, int] = field(repr=False)

    def where(self, *path: str | int) -> str:
        """`file:line` of the part at this path of keys and indices, or of the nearest part around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return f"{self.name}:{self.lines.get(path, 1)}"

    def check(self, model: type[Model]) -> Model:
        """The data as this pydantic model, or a YamlError with every problem and its line."""
        from pydantic import ValidationError  # long to import; who has a model has it already

        try:
            return model.model_validate(self.data)
        except ValidationError as error:
            found = sorted(
                (self.lines.get(place, 1), said)
                for place, said in complaints(model, error.errors(include_url=False), self.lines)
            )
            raise YamlError(*(f"{self.name}:{line}: {said}" for line, said in found)) from None


def read(path: str | Path, limit: int = SIZE_LIMIT) -> Document:
    """The mapping in this file. `limit`: the most bytes that are read."""
    return parse(read_text(path, limit), str(path), limit)


def read_text(path: str | Path, limit: int = SIZE_LIMIT) -> str:
    """The text of this file, if it is text, in UTF-8 and not too large."""
    try:
        content = files.contents(Path(path), limit)
    except (OSError, ValueError) as error:
        near = near_file(Path(path)) if isinstance(error, FileNotFoundError) else None
        hint = f"; did you mean `{near}`?" if near else ""
        raise YamlError(f"{path}: can't be read: {getattr(error, 'strerror', None) or error}{hint}") from None
    return decode(content, str(path), limit)


def decode(content: bytes, name: str, limit: int = SIZE_LIMIT) -> str:
    """Bytes as text, if they are text, in UTF-8 and not too many."""
    if len(content) > limit:
        raise YamlError(f"{name}: is larger than {limit:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise YamlError(f"{name}:{line}: isn't text in UTF-8") from None


def parse(text: str, name: str = "text", limit: int = SIZE_LIMIT) -> Document:
    """The mapping in this text, YAML or JSON; `name` is what messages call it."""
    if len(text) > limit:
        raise YamlError(f"{name}: is larger than {limit:,} characters")
    if _BRACE.match(text) is None:
        return _parse_yaml(text, name)
    try:
        return Document(name, *json_files.read(text, DEPTH_LIMIT, _scalar))
    except JsonError as wrong:
        try:
            return _parse_yaml(text, name)  # lines of YAML may begin with a brace, too
        except YamlError:
            if _LIKE_JSON.match(text) is None:
                raise
            raise YamlError(f"{name}:{wrong.line}: {wrong.said}") from None


def _parse_yaml(text: str, name: str) -> Document:
    lines: dict[Steps, int] = {}
    try:
        data = _Builder(name, yaml.parse(text, Loader=_LOADER), lines).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        # at the end of the text the mark is behind the last line
        line = f":{min(mark.line + 1, max(len(text.splitlines()), 1))}" if mark else ""
        raise YamlError(f"{name}{line}: isn't YAML: {error.problem or error.context}") from None
    except (yaml.YAMLError, UnicodeError):
        raise YamlError(f"{name}: isn't YAML: a character that YAML doesn't allow") from None
    if data is None:
        raise YamlError(f"{name}:1: is empty")
    if not isinstance(data, dict):
        raise YamlError(f"{name}:1: should hold lines of `name: value`")
    return Document(name, data, lines)


class _Builder:
    """Builds data from YAML's events, so that depth, aliases and tags are refused before anything grows."""

    def __init__(self, name: str, events: Iterator[Any], lines: dict[Steps, int]) -> None:
        self.name, self.events, self.lines = name, events, lines

    def document(self) -> Any:
        data: Any = None
        documents = 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self.problem(event, "should be one document; a second begins here")
            elif isinstance(event, yaml.NodeEvent):
                data = self.value(event, ())
        return data

    def problem(self, event: Any, said: str) -> YamlError:
        return YamlError(f"{self.name}:{_line(event)}: {said}")

    def value(self, event: Any, path: Steps) -> Any:
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            raise self.problem(event, "anchors and aliases (`&`, `*`) aren't allowed; put such text in quotes")
        if event.tag and event.tag != "!":
            raise self.problem(event, "tags (`!`) aren't allowed; put such text in quotes")
        if len(path) > DEPTH_LIMIT:
            raise self.problem(event, f"is nested more than {DEPTH_LIMIT} deep")
        self.lines.setdefault(path, _line(event))
        if isinstance(event, yaml.ScalarEvent):
            return event.value if event.style not in (None, "") else _scalar(event.value)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Any] = []
            while not isinstance(item := next(self.events), yaml.SequenceEndEvent):
                items.append(self.value(item, (*path, len(items))))
            return items
        return self.mapping(path)

    def mapping(self, path: Steps) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(key := next(self.events), yaml.MappingEndEvent):
            if not isinstance(key, yaml.ScalarEvent):
                raise self.problem(key, "a key should be text")
            if key.value in found:
                raise self.problem(key, f"`{key.value}` is said twice")
            found[key.value] = None
            self.lines[(*path, key.value)] = _line(key)
            found[key.value] = self.value(next(self.events), (*path, key.value))
        return found


def _scalar(text: str) -> Any:
    """The value of a text without quotation marks."""
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


class _Row(list[Any]):
    """A list within a list that holds plain values: on one line, whatever else it holds."""


_DUMPER.add_representer(
    _Row, lambda dumper, row: dumper.represent_sequence("tag:yaml.org,2002:seq", row, flow_style=True)
)


def _in_rows(value: Any, within: bool = False) -> Any:
    if isinstance(value, dict):
        return {key: _in_rows(one) for key, one in value.items()}
    if not isinstance(value, (list, tuple)):
        return value
    parts = [_in_rows(one, within=True) for one in value]
    return _Row(parts) if within and not all(isinstance(part, (list, dict)) for part in parts) else parts


def dump(data: Mapping[str, Any]) -> str:
    """Data as YAML in the project's way: order as given; innermost lists and mappings, and rows, on one line."""
    # the outermost mapping never stands on one line, even if it holds nothing but plain values
    flow = None if any(isinstance(value, (list, tuple, dict)) for value in data.values()) else False
    text: str = yaml.dump(
        _in_rows(dict(data)), Dumper=_DUMPER, sort_keys=False, default_flow_style=flow, allow_unicode=True, width=WIDTH
    )
    return text


def wants_json(path: Path) -> bool:
    """Whether a file of this name should hold JSON."""
    return path.suffix.lower() == ".json"


def flow(texts: Sequence[str]) -> str:
    """A list of texts (without line ends) on one line: `[a1, b2]`."""
    data = list(texts)
    line: str = yaml.dump(data, Dumper=_DUMPER, default_flow_style=True, allow_unicode=True, width=2**30)
    return line.rstrip("\n")


def at_home(file: str) -> Path:
    """A typed path; `~` is the user's own folder. Without such a user, the path stays as it is, and isn't found."""
    return Path(os.path.expanduser(file))  # noqa: PTH111 - the path's own method raises where there is no such user


def write(path: Path, text: str, private: bool = False) -> None:
    """Write a file in one step: a reader always finds the whole old text or the whole new one, even if this program is
    killed.

    `private`: a new file is for its owner alone.
    """
    files.write(path, text.encode(), private=private)


def sweep(path: Path) -> None:
    """Remove files that killed writers of this file left behind."""
    path = path.resolve()
    with contextlib.suppress(OSError):
        for part in path.parent.iterdir():
            writer = part.name.removeprefix(f".{path.name}.").removesuffix(".part")
            if part.name == f".{path.name}.{writer}.part" and writer.isdecimal() and not _is_alive(int(writer)):
                part.unlink(missing_ok=True)


def _is_alive(process: int) -> bool:
    if os.name != "posix":  # elsewhere there is no asking without doing harm
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
