"""A ruleset and what it extends, laid together into one text."""

from gdl.bundle.laying import Bundle, CantBundle, bundle, laid

__all__ = ["Bundle", "CantBundle", "bundle", "laid"]
