"""The page about a rule, made from its class: what `gdl explain` shows, and `docs/lint/` holds."""

from __future__ import annotations

from gdl.lint.rule import Rule


def page(rule: type[Rule], message: str) -> str:
    """Markdown: the explanation, an example of what is wrong, what is said about it, and how it is right."""
    return "\n\n".join((
        f"# {rule.code} {rule.name}",
        f"*{rule.severity}*",
        rule.explanation(),
        "## Wrong",
        f"```\n{rule.bad.rstrip()}\n```",
        f"```\n{message}\n```",
        "## Right",
        f"```\n{rule.good.rstrip()}\n```",
    )) + "\n"  # fmt: skip
