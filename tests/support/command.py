"""The command within the tests' process, with its ways out: for tests in which the process itself is not the point."""

from __future__ import annotations

import io
from collections.abc import Sequence
from unittest import mock

from typer.testing import CliRunner, Result

from cli.app import app
from cli.options import exits as ways_out


def run(words: Sequence[str], text: str = "") -> tuple[int, str, str]:
    """A run of `gdl` at which this is typed: its status and what it wrote."""
    typed, out, err = (io.BytesIO(given) for given in (text.encode(), b"", b""))
    streams = [io.TextIOWrapper(one, encoding="utf-8") for one in (typed, out, err)]
    with (
        mock.patch("sys.stdin", streams[0]),
        mock.patch("sys.stdout", streams[1]),
        mock.patch("sys.stderr", streams[2]),
    ):
        status = ways_out.run(lambda: app(list(words), prog_name="gdl", standalone_mode=False))
        for stream in streams[1:]:
            stream.flush()
    said, complained = out.getvalue().decode(), err.getvalue().decode()
    assert "Traceback" not in complained + said and "please report" not in complained, complained
    return status, said, complained


def gdl(*words: str, typed: str | None = None, status: int = 0) -> Result:
    """What the command does, as Typer's own tests run it, without its ways out; a traceback fails every test."""
    result = CliRunner().invoke(app, list(words), input=typed, catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result
