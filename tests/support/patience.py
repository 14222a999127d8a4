"""The one limit of time that tests have: after it something hangs. No test is about how long anything takes."""

HANGS = 600
"""Seconds, ten minutes: on a machine that does fifteen other things at once all that works is done by then."""
