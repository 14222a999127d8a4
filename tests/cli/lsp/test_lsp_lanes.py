"""What answers jobs in a browser (`cli/editors/browser_process.py`), with workers of the page that the test plays."""

from __future__ import annotations

import asyncio
import pickle
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra [studio] isn't installed")


class Proxy:
    """A function that JavaScript may call until it is destroyed."""

    def __init__(self, function: Callable[..., None]) -> None:
        self.call: Callable[..., None] | None = function

    def destroy(self) -> None:
        self.call = None


class Data(bytes):
    """Bytes of JavaScript."""

    def to_bytes(self) -> bytes:  # type: ignore[override]
        return bytes(self)


class PageWorker:
    """A worker of the page that does nothing by itself."""

    def __init__(self, name: str, hear: Proxy, lose: Proxy) -> None:
        self.name, self.hear, self.lose, self.is_over = name, hear, lose, False
        self.asked: list[tuple[str, int, Any]] = []
        self.files: list[dict[str, bytes | None]] = []

    def postMessage(self, data: bytes) -> None:  # noqa: N802 - its name in JavaScript
        order, files = pickle.loads(data)
        self.asked.append(pickle.loads(order))
        self.files.append(files)

    def terminate(self) -> None:
        self.is_over = True

    def answer(self, reply: Any) -> None:
        assert self.hear.call
        self.hear.call(Data(pickle.dumps((self.asked[-1][1], reply))))


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[PageWorker]]:
    """The workers that have begun."""
    workers = list[PageWorker]()

    def begin(*what: Any) -> PageWorker:
        workers.append(PageWorker(*what))
        return workers[-1]

    js, ffi = ModuleType("js"), ModuleType("pyodide.ffi")
    vars(js)["beginProcess"] = begin
    vars(ffi).update(create_proxy=Proxy, to_js=lambda data: data)
    for name, module in (("js", js), ("pyodide", ModuleType("pyodide")), ("pyodide.ffi", ffi)):
        monkeypatch.setitem(sys.modules, name, module)
    yield workers
    sys.modules.pop("cli.editors.browser_process", None)


class Told:
    """A caller that waits for a process."""

    def __init__(self, name: str, behind: bool = True) -> None:
        self.heard: list[tuple[int, Any]] = []
        self.gone = 0
        module = import_module("cli.editors.browser_process")
        hear = lambda *what: self.heard.append(what)  # noqa: E731 - short
        self.process = module.BrowserProcess(name, f"runs.{name}", behind, hear, self.lost)

    def lost(self, process: Any) -> None:
        self.gone += 1


def test_what_works_behind_others_shares_one_worker(begun: list[PageWorker]) -> None:
    async def all_of_it() -> None:
        lints, measures, board = Told("lints"), Told("measures"), Told("board", behind=False)
        lints.process.send(1, "text")
        measures.process.send(1, "figures")
        board.process.send(1, "show")
        assert [(one.name, one.asked) for one in begun] == [
            ("behind", [("runs.lints", 1, "text")]), ("board", [("runs.board", 1, "show")])
        ]  # fmt: skip
        begun[0].answer("found")
        assert lints.heard == [(1, "found")]
        assert begun[0].asked[1:] == [("runs.measures", 1, "figures")]
        begun[0].answer("a thousand games")
        assert measures.heard == [(1, "a thousand games")]
        assert len(begun) == 2

    asyncio.run(all_of_it())


def test_who_is_ended_takes_no_other_along(begun: list[PageWorker]) -> None:
    async def all_of_it() -> None:
        lints, measures = Told("lints"), Told("measures")
        lints.process.send(1, "text")
        measures.process.send(1, "figures")
        measures.process.kill()  # its job has not begun
        assert not begun[0].is_over
        begun[0].answer("found")
        assert (len(begun[0].asked), lints.heard) == (1, [(1, "found")])

        later = Told("measures")
        later.process.send(1, "figures")
        lints.process.send(2, "text")
        later.process.kill()  # its job is at hand: the worker is ended, and another does what waits
        assert begun[0].is_over
        assert begun[1].asked == [("runs.lints", 2, "text")]
        assert lints.gone == 0

    asyncio.run(all_of_it())


def test_a_worker_that_fails_loses_the_job_at_hand_alone(begun: list[PageWorker]) -> None:
    async def all_of_it() -> None:
        lints, measures = Told("lints"), Told("measures")
        lints.process.send(1, "text")
        measures.process.send(1, "figures")
        assert begun[0].lose.call
        begun[0].lose.call("no memory")
        assert (lints.gone, measures.gone) == (1, 0)
        begun[1].answer("a thousand games")
        assert measures.heard == [(1, "a thousand games")]

    asyncio.run(all_of_it())


def test_each_worker_is_sent_the_files_that_have_changed(begun: list[PageWorker], tmp_path: Path) -> None:
    async def all_of_it() -> None:
        lints, board = Told("lints"), Told("board", behind=False)
        import_module("cli.editors.browser_process").FOLDERS.add(tmp_path)
        base, other = tmp_path / "base.gdl", tmp_path / "other.gdl"
        base.write_text("1")
        lints.process.send(1, "text")
        begun[0].answer("found")
        base.write_text("2")
        other.write_text("3")
        lints.process.send(2, "text")
        begun[0].answer("found")
        base.unlink()
        lints.process.send(3, "text")
        board.process.send(1, "show")
        assert begun[0].files == [{str(base): b"1"}, {str(base): b"2", str(other): b"3"}, {str(base): None}]
        assert begun[1].files == [{str(other): b"3"}]

    asyncio.run(all_of_it())


def test_what_nobody_waits_for_is_ended_after_its_grace(
    begun: list[PageWorker], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def all_of_it() -> None:
        monkeypatch.setattr(import_module("cli.editors.browser_process"), "GRACE", 0)
        lints, measures = Told("lints"), Told("measures")
        lints.process.send(1, "text")
        measures.process.send(0, None)  # another's job is at hand
        await asyncio.sleep(0.01)
        assert not begun[0].is_over
        lints.process.send(0, None)
        await asyncio.sleep(0.01)
        assert begun[0].is_over
        assert lints.gone == 1

    asyncio.run(all_of_it())


def test_a_worker_that_rests_is_given_up(begun: list[PageWorker], monkeypatch: pytest.MonkeyPatch) -> None:
    async def all_of_it() -> None:
        module = import_module("cli.editors.browser_process")
        monkeypatch.setattr(module.BEHIND, "rests", 0)
        lints = Told("lints")
        lints.process.send(1, "text")
        await asyncio.sleep(0.01)
        assert not begun[0].is_over  # it is at work
        begun[0].answer("found")
        await asyncio.sleep(0.01)
        assert begun[0].is_over
        lints.process.send(2, "text")
        assert begun[1].asked == [("runs.lints", 2, "text")]
        assert lints.gone == 0

    asyncio.run(all_of_it())
