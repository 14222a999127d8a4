"""The language server: what an editor asks about rulesets while they are written, by the Language Server Protocol."""
