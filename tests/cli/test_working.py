"""Who waits for a command that is silent is told that it works."""

from __future__ import annotations

import io

import pytest

from cli.options.working import ERASED, WORKS, Heard, Notice, working


class Screen(io.StringIO):
    """A terminal that remembers what it was sent."""

    def isatty(self) -> bool:
        return True


def test_the_first_word_takes_the_notice_back() -> None:
    """And it doesn't come again."""
    screen = Screen()
    notice = Notice(screen)
    notice.show()
    out = Heard(screen, notice)
    print("done", file=out)
    notice.show()
    print("more", file=out)
    assert screen.getvalue() == f"{WORKS}{ERASED}done\nmore\n"


def test_nothing_is_said_behind_what_was_said() -> None:
    """A command that has begun to speak isn't interrupted."""
    screen = Screen()
    notice = Notice(screen)
    print("done", file=Heard(screen, notice))
    notice.show()
    notice.clear()
    assert screen.getvalue() == "done\n"


def test_a_terminal_that_can_erase_nothing_keeps_the_line() -> None:
    """So it is a line of its own."""
    screen = Screen()
    notice = Notice(screen, can_erase=False)
    notice.show()
    notice.clear()
    assert screen.getvalue() == f"{WORKS}\n"


def test_the_streams_are_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens; nobody waits at a pipe, and a game has the terminal to itself."""
    import sys

    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    before = sys.stdout
    with pytest.raises(ValueError, match="wrong"), working(["match"]):
        assert isinstance(sys.stdout, Heard)
        raise ValueError("wrong")
    assert (sys.stdout, sys.stderr) == (before, screen)
    with working(["play"]):
        assert sys.stdout is before
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with working(["match"]):
        assert sys.stdout is before
