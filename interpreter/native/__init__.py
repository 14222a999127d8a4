"""Rulesets compiled to WebAssembly, and the jobs that run in their modules."""
