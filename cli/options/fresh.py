"""The ruleset that a new game begins with."""

from __future__ import annotations

from pathlib import Path

IN_TERMINAL = ("""\
Change it line by line, and look often:

  gdl lint NAME.gdl        is it right?
  gdl play NAME.gdl        is it fun?
  gdl fmt NAME.gdl         tidy

The manual is docs/language.md; `gdl list` names games to learn from.""", "gdl play NAME.gdl --set size=7")
IN_STUDIO = ("""\
Change it line by line: the board follows, and mistakes are listed below the text.
“New” lists games to learn from; “?” tells how the studio works.""", "see “Options and players”")
"""What to do next, and how options are chosen."""


def fresh_text(path: Path, words: tuple[str, str] = IN_TERMINAL) -> str:
    """A commented game to start from, with its title and file name filled in. `words`: for those who read it where."""
    title = path.stem.replace("_", " ").capitalize()
    text = Path(__file__).with_name("new.gdl").read_text(encoding="utf-8")
    following, choosing = words
    comment = "\n".join(f"# {line}".rstrip() for line in following.split("\n"))
    for place, filled in {"# NEXT": comment, "CHOOSING": choosing, "NAME.gdl": path.name, "TITLE": title}.items():
        text = text.replace(place, filled)
    return text
