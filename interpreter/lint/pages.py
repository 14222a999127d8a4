"""Writes the pages of `docs/lint/`, those of rules that need play among them: `python -m interpreter.lint.pages`."""

from __future__ import annotations

from gdl.lint.pages import main
from interpreter.lint import MODULES

if __name__ == "__main__":
    assert MODULES, "imported for the rules that it adds"
    main()
