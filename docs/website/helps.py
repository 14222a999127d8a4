"""The page with the help of every command, as `--help` prints it."""

from __future__ import annotations

import click

from cli.app import GROUPS

WIDTH = 96
HEAD = """\
# The help of every command

This is what `gdl COMMAND --help` prints. [Commands](commands.md) explains the same commands with examples.
"""


def page() -> str:
    """The page, in the groups and the order of `gdl --help`."""
    parts = [HEAD]
    for group, entries in GROUPS.items():
        parts.append(f"## {group}\n")
        for entry in entries:
            command = entry.load()
            context = click.Context(
                command, info_name=f"gdl {entry.name}", terminal_width=WIDTH, max_content_width=WIDTH
            )
            with context:
                text = "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
            parts.append(f"### gdl {entry.name}\n\n{entry.about}\n\n```text\n{text}\n```\n")
    return "\n".join(parts)
