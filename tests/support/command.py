"""The command within the tests' process, with its ways out: for tests in which the process itself is not the point."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from unittest import mock

from cli import exits as ways_out
from cli.app import app


def run(words: Sequence[str], text: str = "") -> tuple[int, str, str]:
    """A run of `gdl` at which this is typed: its status and what it wrote."""
    streams = {name: io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for name in ("stdout", "stderr")}
    typed = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    with mock.patch.multiple(sys, stdin=typed, **streams):
        status = ways_out.run(lambda: app(list(words), prog_name="gdl", standalone_mode=False))
        for stream in streams.values():
            stream.flush()
    out, err = (stream.buffer.getvalue().decode() for stream in streams.values())  # type: ignore[attr-defined]
    assert "Traceback" not in err + out and "please report" not in err, err
    return status, out, err
