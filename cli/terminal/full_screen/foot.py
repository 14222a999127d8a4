"""The foot of a screen: its keys, and what they do in the language that is spoken."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from cli.languages.saying import tr


class Foot(Footer):
    """Bindings are written before anybody knows the language; so their labels are translated here."""

    def __init__(self) -> None:
        super().__init__(show_command_palette=False, compact=True)

    def compose(self) -> ComposeResult:
        """A label for each key."""
        for key in super().compose():
            if isinstance(key, FooterKey):
                key.description = tr(key.description)
            yield key
