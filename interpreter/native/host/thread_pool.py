"""Work for several threads with an instance, or whatever they need, each; whoever waits for it can be interrupted.

The machine code runs without Python's lock, so that threads run at once, and Ctrl-C is heard at any time: the thread
that waits leaves, and the others stop as soon as they have done what they are at, or the program ends without them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

Tool = TypeVar("Tool")
Task = TypeVar("Task")
Result = TypeVar("Result")
WAKE = 0.25
"""Seconds after which someone who waits looks up, where a signal doesn't wake him."""


def in_order(
    make: Callable[[], Tool], size: int, work: Callable[[Tool, Task], Result], tasks: Iterator[Task]
) -> Iterator[Result]:
    """Do tasks in so many threads; give the results in the tasks' order, or raise the first task's error.

    The next task is asked for when someone is free to do it.
    """
    if sys.platform == "emscripten":  # browsers have no threads for us
        one = make()
        yield from (work(one, task) for task in tasks)
        return
    todo: SimpleQueue[tuple[int, Task] | None] = SimpleQueue()
    done: SimpleQueue[tuple[int, Any, BaseException | None]] = SimpleQueue()

    def labour() -> None:
        tool: Tool | None = None
        while (task := todo.get()) is not None:
            try:
                tool = tool or make()
                done.put((task[0], work(tool, task[1]), None))
            except BaseException as problem:
                done.put((task[0], None, problem))

    threads: list[Thread] = []
    arrived: dict[int, tuple[Any, BaseException | None]] = {}
    handed = given = 0
    try:
        while True:
            while handed - given - len(arrived) < size:
                task = next(tasks, None)
                if task is None:
                    break
                todo.put((handed, task))
                handed += 1
                if len(threads) < size:
                    threads.append(Thread(target=labour, daemon=True))
                    threads[-1].start()
            if given == handed:
                return
            number, *arrival = _next(done)
            arrived[number] = arrival[0], arrival[1]
            while given in arrived:
                result, problem = arrived.pop(given)
                given += 1
                if problem is not None:
                    raise problem
                yield result
    finally:
        for _ in threads:
            todo.put(None)


def _next(done: SimpleQueue[Any]) -> Any:
    while True:
        try:
            return done.get(timeout=WAKE)
        except Empty:
            continue

