"""The way out of every run: closed or full streams, interruptions, wrong options, our own mistakes."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from cli.options.working import working
from gdl.text.visible import visible

FINDINGS, COULD_NOT_RUN, INTERRUPTED = 1, 2, 130
"""The exit statuses of a run that isn't simply well."""


def run(command: Callable[[], Any]) -> int:
    """Run the command; gives the exit status, whatever happens."""
    if not _streams():
        return _complain("standard output is closed")
    try:
        with working(sys.argv[1:]):
            status = command()
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except BrokenPipeError:  # whoever read along has left; there is nobody to tell
        _silence(sys.stdout)
        return COULD_NOT_RUN
    except SystemExit as end:  # libraries have their own way with it
        if not isinstance(end.__context__, BrokenPipeError):
            raise
        _silence(sys.stdout)
        return COULD_NOT_RUN
    except OSError as error:
        if os.environ.get("GDL_DEBUG"):
            raise
        _silence(sys.stdout)
        return _complain(f"{error.filename or 'standard output'}: {error.strerror or error}")
    except Exception as error:
        if show := getattr(error, "show", None):  # the command line's own complaint about its words
            said = io.StringIO()
            show(file=said)
            return _complain(said.getvalue().rstrip(), "", getattr(error, "exit_code", COULD_NOT_RUN))
        if type(error).__name__ == "Abort":
            return INTERRUPTED
        if type(error).__name__ == "Exit":  # said by what didn't come by way of the command line's own reader
            return getattr(error, "exit_code", COULD_NOT_RUN)
        if os.environ.get("GDL_DEBUG"):
            raise
        return _complain(
            f"internal error: {type(error).__name__}: {_first_line(error)}\n"
            "please report it with the command; set GDL_DEBUG=1 for the details"
        )
    except KeyboardInterrupt:
        return INTERRUPTED


def _streams() -> bool:
    """Make the three streams fit for use; says whether there is anywhere to write to."""
    # Python leaves out a stream that was closed by whoever started us
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - it stays open to the end
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        return False
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a symbol that can't be shown or read must not end a game
    return True


def _complain(message: str, who: str = "gdl: ", status: int = COULD_NOT_RUN) -> int:
    with contextlib.suppress(OSError):
        print(visible(f"{who}{message}"), file=sys.stderr, flush=True)
    return status


def _silence(stream: TextIO) -> None:
    """What is still held back goes nowhere, so that Python doesn't fail a second time when it ends."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), "")
