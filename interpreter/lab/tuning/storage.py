"""A tuning kept on disk, as a study of Optuna's: SQLite, or a journal. What is something else is never written to.

Optuna takes long to import and is an extra, so it is imported where it is used.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

try:
    import fcntl
except ImportError:  # Windows has its own
    fcntl = None  # type: ignore[assignment]

import optuna
from optuna.storages import BaseStorage, JournalStorage, RDBStorage
from optuna.storages.journal import JournalFileBackend

from gdl import files
from interpreter.errors import GameError
from interpreter.game.yaml_files import sweep

NAME = "gdl tune"
"""Our study's name in the file."""
IDENTITY = "gdl"
"""The attribute that says what was asked for."""
JOURNALS = (".log", ".journal", ".jsonl")
"""Endings of files that are kept as journals; all others are SQLite."""
_SQLITE = b"SQLite format 3\0"


class StudyFileError(GameError):
    """A file in which no study can be kept; the message says why."""


def opened(
    path: Path | None, identity: Mapping[str, object], tell: Callable[[str], None] = lambda said: None
) -> optuna.Study:
    """The study in this file, a new one if there is none; in memory alone without a file. `tell` is told what was lost
    of it. Raises StudyFileError."""
    optuna.logging.set_verbosity(optuna.logging.CRITICAL)
    if path is None:
        return _begun(None, identity)
    sweep(path)
    is_new = not path.exists()
    if not is_new:
        _check(path)
    try:
        if is_new:
            files.make_folder(path)
            _make(path, identity)
        storage = _storage(path)
        names = [one.study_name for one in optuna.study.get_all_study_summaries(storage)]
        if names != [NAME]:
            raise StudyFileError(_foreign(path, "it holds " + (f"the study `{names[0]}`" if names else "no study")))
        study = optuna.load_study(storage=storage, study_name=NAME)
        kept = study.user_attrs.get(IDENTITY)
    except StudyFileError:
        raise
    except Exception as problem:
        raise StudyFileError(f"{path}: the study can't be {'made' if is_new else 'read'} ({_first(problem)}); "
                             "nothing was changed in it") from None  # fmt: skip
    _same(path, kept, identity)
    if _is_journal(path) and _cut(path):
        tell(f"{path}: its last line was cut off when it was written, and is lost; all before it is kept")
        study = optuna.load_study(storage=_storage(path), study_name=NAME)
    return study


def _begun(storage: BaseStorage | None, identity: Mapping[str, object]) -> optuna.Study:
    study = optuna.create_study(storage=storage, study_name=NAME, direction="minimize")
    study.set_user_attr(IDENTITY, dict(identity))
    return study


def _make(path: Path, identity: Mapping[str, object]) -> None:
    """A new study in a file that is there when all of it is: whoever is killed before leaves none."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    try:
        storage = _storage(part, path.suffix.lower() in JOURNALS)
        _begun(storage, identity)
        if isinstance(storage, RDBStorage):
            storage.remove_session()
            storage.engine.dispose()
        files.put(part, path)
    finally:
        part.unlink(missing_ok=True)


def _storage(path: Path, is_journal: bool | None = None) -> BaseStorage:
    if _is_journal(path) if is_journal is None else is_journal:
        lock: Any = _Lock(path) if fcntl is not None else None  # Optuna's own outlives whoever is killed with it
        return JournalStorage(JournalFileBackend(str(path), lock_obj=lock))
    return RDBStorage(f"sqlite:///{path.absolute()}", engine_kwargs={"connect_args": {"timeout": 10}})


class _Lock:
    """That only one writes to a journal at a time; whoever is killed doesn't hold it any more."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def acquire(self) -> bool:
        """Wait for it."""
        self._file = self._path.open("rb")
        fcntl.flock(self._file, fcntl.LOCK_EX)
        return True

    def release(self) -> None:
        """Let others write."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _is_journal(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) != _SQLITE


def _cut(path: Path) -> bool:
    """Take out a last line that isn't whole, to which the next one would be joined; says whether there was one."""
    with path.open("rb+") as file:
        whole = file.read().rfind(b"\n") + 1
        is_torn = whole < file.tell()
        if is_torn:
            file.truncate(whole)
    return is_torn


def _check(path: Path) -> None:
    """See that a file is whole, and a study, before Optuna touches it."""
    if not path.is_file():  # a device is read without end
        raise StudyFileError(f"{path}: is a folder, a pipe or a device, not a file")
    try:
        with path.open("rb") as file:
            head = file.read(len(_SQLITE))
    except OSError as problem:
        raise StudyFileError(f"{path}: {problem.strerror or problem}") from None
    if not head:
        raise StudyFileError(_foreign(path, "it is empty"))
    if head == _SQLITE:
        _check_database(path)
    else:
        _check_journal(path)


def _check_database(path: Path) -> None:
    try:
        # what was under way when somebody was killed is taken back by whoever opens the file next, if they may write
        is_open = any(path.with_name(path.name + end).exists() for end in ("-journal", "-wal"))
        where = f"file:{quote(path.absolute().as_posix())}?mode={'rw' if is_open else 'ro'}"
        with closing(sqlite3.connect(where, uri=True, timeout=5)) as base:
            (said,) = base.execute("PRAGMA quick_check").fetchone()
            tables = {name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error as problem:
        raise StudyFileError(f"{path}: the database is broken or half-written ({problem}); {_KEEP}") from None
    if said != "ok":
        raise StudyFileError(f"{path}: the database is broken or half-written ({said.splitlines()[0]}); {_KEEP}")
    if not {"studies", "trials"} <= tables:
        raise StudyFileError(_foreign(path, "it is a database of something else"))


def _check_journal(path: Path) -> None:
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            entry: object = None
            with suppress(ValueError):
                entry = json.loads(line)
            if isinstance(entry, dict) and "op_code" in entry and line.endswith(b"\n"):
                continue
            if number > 1 and not line.endswith(b"\n"):  # the last one, see `_cut`
                continue
            if number == 1:
                raise StudyFileError(_foreign(path, "it isn't one"))
            raise StudyFileError(f"{path}:{number}: this line of the study is broken or half-written; {_KEEP}, "
                                 "or take that line out")  # fmt: skip


_KEEP = "nothing was changed in it: name another file to begin anew"


def _foreign(path: Path, why: str) -> str:
    return f"{path} is no study of `gdl tune`: {why}; {_KEEP}"


def _same(path: Path, kept: object, identity: Mapping[str, object]) -> None:
    """See that the same was asked for when the study was begun."""
    if not isinstance(kept, dict):
        raise StudyFileError(_foreign(path, "it doesn't say what was asked for"))
    for key, value in identity.items():
        if kept.get(key) != value:
            raise StudyFileError(
                f"{path}: that study was begun with another {key} ({_said(kept.get(key))}; now {_said(value)}); {_KEEP}"
            )


def _said(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


def _first(problem: BaseException) -> str:
    return next(iter(str(problem).splitlines()), type(problem).__name__)
