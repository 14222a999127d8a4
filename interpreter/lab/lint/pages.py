"""Writes all pages of `docs/lint/`, also of rules that need play: `python -m interpreter.lab.lint.pages`."""

from __future__ import annotations

from gdl.lint.pages import main
from interpreter.lab.lint import MODULES

if __name__ == "__main__":
    assert MODULES, "imported for the rules that it adds"
    main()
